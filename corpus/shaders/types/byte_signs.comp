#version 450
// What depends on the sign of bytes: division, remainder, shifts, comparisons, widening.
//
// build: --target-env vulkan1.2
// sos: native Int8
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 512
// sos: buffer 0 1 zero 4096
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x, bits = source[at];
    // Never -128 by -1, whose quotient eight bits do not hold.
    int8_t c = int8_t(bits >> 16), d = int8_t((bits >> 24) & 0x7fu) + int8_t(1);
    d = d == int8_t(0) || d == int8_t(-128) ? int8_t(5) : d;
    uint8_t a = uint8_t(bits), b = uint8_t(bits >> 8) | uint8_t(1);
    uint shift = (bits >> 5) & 7u;
    result[at] = uvec4(uint(a / b) << 8 | uint(a % b), uint(int(c / d)), uint(int(c >> shift)) ^ uint(a >> shift) << 8,
        uint(c < d) | uint(a < b) << 1 | uint(uint8_t(a << shift)) << 8 | uint(int(c)) << 16);
}
