#version 450
// Conversions of halves from and to floats and integers of 16 and 32 bits, and bits taken as they are.
//
// build: --target-env vulkan1.2
// sos: native Float16 Int16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 505
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, bits = source[at];
    float16_t from_int = float16_t(int(bits) >> 21), from_uint = float16_t(bits >> 22);
    float16_t from_short = float16_t(int16_t(bits & 0x3ffu)), from_float = float16_t(float(bits >> 24) * 0.25);
    uint back = uint(int(from_int)) + uint(from_uint);
    uint raw = uint(float16BitsToUint16(from_short)) << 16 | uint(float16BitsToUint16(from_float));
    float16_t made = uint16BitsToFloat16(uint16_t((bits & 0x3ffu) | 0x4400u));
    result[at] = uvec4(back, raw, floatBitsToUint(float(made)), uint(int16_t(made)));
}
