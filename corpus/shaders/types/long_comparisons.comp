#version 450
// 64-bit comparisons that the lower halves decide, least, greatest, absolute value and sign.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 518
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec4 bits = source[at];
    uint64_t a = packUint2x32(bits.xy), b = packUint2x32(uvec2(bits.z, (at & 1u) == 0u ? bits.y : bits.w));
    int64_t c = int64_t(a), d = int64_t(b);
    uint found = uint(a < b) | uint(c < d) << 1 | uint(a == b) << 2 | uint(a >= b) << 3 | uint(c <= d) << 4;
    found |= uint(int(sign(c)) + 1) << 5;
    uint64_t mixed = min(a, b) ^ uint64_t(max(c, d)) ^ uint64_t(abs(c / 2l));
    result[at] = uvec4(unpackUint2x32(mixed), found, unpackUint2x32(uint64_t(clamp(c, -1000l, 1000l))).x);
}
