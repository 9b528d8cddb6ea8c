#version 450
// Comparisons of halves, with infinities made at run time and choices by the results.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 506
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, bits = source[at];
    float16_t a = float16_t(bits & 15u), b = float16_t((bits >> 4) & 15u);
    // Precise, or a compiler may multiply the constants first, which gives infinity.
    precise float16_t large = a * 4096.0hf * 16.0hf;
    uint found = uint(a < b) | uint(a <= b) << 1 | uint(a == b) << 2 | uint(a != b) << 3 | uint(a > b) << 4;
    // 16 times 4096 is the first product that a half does not hold.
    found |= uint(large < 32768.0hf) << 5 | uint(any(lessThan(f16vec2(a, b), f16vec2(b, 4.0hf)))) << 6;
    result[at] = found << 8 | (bits & 0xffu);
}
