#version 450
// 64-bit shifts by 0 to 63, across the middle, and bits of both halves.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 517
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[2][64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t a = packUint2x32(source[at]);
    result[0][at] = uvec4(unpackUint2x32(a << at), unpackUint2x32(a >> at));
    result[1][at] = uvec4(unpackUint2x32(uint64_t(int64_t(a) >> at)), unpackUint2x32((a & 0xff00ff00ff00ff00ul) | a >> 63));
}
