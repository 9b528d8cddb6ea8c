#version 450
// Quad operations of fragments on 16- and 64-bit values.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad Int64 Float16 Int16
// sos: draw 16 16
// sos: buffer 0 0 random 512 78
// sos: absent vulkan-1.0 GroupNonUniform
// sos: shows subgroup-words intel-iris-xe-windows
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(std430, binding = 0) readonly buffer Words { uvec2 words[256]; };

layout(location = 0) out uvec4 moved;
layout(location = 1) out uvec4 more;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uvec2 word = words[at.y * 16u + at.x];
    uint64_t large = packUint2x32(word);
    moved.xy = unpackUint2x32(subgroupQuadSwapDiagonal(large));
    moved.zw = unpackUint2x32(uint64_t(subgroupQuadBroadcast(i64vec2(large, ~large), 2u).y));
    int16_t small = int16_t(word.x);
    more.x = uint(int(subgroupQuadSwapHorizontal(small)));
    // A number, so that its bits stay whatever it is held in.
    float16_t short_float = float16_t(float(int(word.y & 0x7FFu) - 1024) * 0.25);
    more.y = floatBitsToUint(float(subgroupQuadSwapVertical(short_float)));
    f16vec3 halves = f16vec3(short_float, short_float + 1.0hf, -short_float);
    more.zw = floatBitsToUint(vec2(subgroupQuadBroadcast(halves, 3u).yz));
}
