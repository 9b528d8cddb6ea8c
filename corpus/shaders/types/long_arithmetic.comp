#version 450
// 64-bit sums, differences and products, with carries between the halves.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 512 515
// sos: buffer 0 1 zero 4096
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[2][128]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint64_t a = packUint2x32(source[at].xy), b = packUint2x32(source[at].zw);
    result[0][at] = uvec4(unpackUint2x32(a + b), unpackUint2x32(a - b));
    result[1][at] = uvec4(unpackUint2x32(a * b), unpackUint2x32(uint64_t(-int64_t(a)) ^ ~b));
}
