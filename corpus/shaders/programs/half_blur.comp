#version 450
// A blur in 16 bits where the device has them for storage and for arithmetic, in 32 bits with packing else: one module, one
// buffer, the same bytes. The weights are powers of two and the numbers small, so that nothing is rounded.
//
// build: --target-env vulkan1.2
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 130 809
// sos: buffer 0 1 zero 512
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_shaderFloat16
#include "sos.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint blur_halves(uint at) {
    f16vec2 sum = f16vec2(0.0hf);
    for (uint tap = 0u; tap < 3u; ++tap) {
        uint bits = source[at + tap];
        f16vec2 value = f16vec2(bits & 0x7fu, (bits >> 16) & 0x7fu);
        sum += value * (tap == 1u ? 0.5hf : 0.25hf);
    }
    return packFloat2x16(sum);
}

uint blur_floats(uint at) {
    vec2 sum = vec2(0.0);
    for (uint tap = 0u; tap < 3u; ++tap) {
        uint bits = source[at + tap];
        vec2 value = vec2(bits & 0x7fu, (bits >> 16) & 0x7fu);
        sum += value * (tap == 1u ? 0.5 : 0.25);
    }
    return packHalf2x16(sum);
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    if (SOS_HAS_shaderFloat16) {
        result[at] = blur_halves(at);
    } else {
        result[at] = blur_floats(at);
    }
}
