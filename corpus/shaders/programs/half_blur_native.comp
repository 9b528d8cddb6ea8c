#version 450
// A blur of an image of halves in shared memory, written for 16 bits alone: devices without them need it lowered.
//
// build: --target-env vulkan1.2
// sos: native Float16 StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 f16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 8 4 2 1 0 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8 4 1 9 7 1 6
// sos: buffer 0 1 zero 128
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer In { float16_t source[]; };
layout(std430, binding = 1) writeonly buffer Out { float16_t result[]; };
shared float16_t tile[8][8];

void main() {
    uvec2 at = gl_LocalInvocationID.xy;
    tile[at.y][at.x] = source[gl_LocalInvocationIndex];
    barrier();
    float16_t sum = 0.0hf;
    for (uint tap = 0u; tap < 9u; ++tap) {
        uvec2 from = (at + uvec2(tap % 3u, tap / 3u) + 7u) & 7u;
        float16_t weight = tap == 4u ? 0.25hf : (tap & 1u) == 1u ? 0.125hf : 0.0625hf;
        sum += tile[from.y][from.x] * weight;
    }
    result[gl_LocalInvocationIndex] = sum;
}
