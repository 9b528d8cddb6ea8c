#version 450
// 64-bit integers from and to narrower ones and floats.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 519
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[2][64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t a = packUint2x32(source[at]) >> (at & 31u);
    // A float of 24 bits times a power of two comes back as it went.
    float real = float(a >> 40) * 65536.0;
    result[0][at] = uvec4(floatBitsToUint(float(int64_t(a) >> 42)), floatBitsToUint(real), unpackUint2x32(uint64_t(real)));
    result[1][at] = uvec4(unpackUint2x32(uint64_t(int64_t(int(a)))), unpackUint2x32(uint64_t(int64_t(-real))));
}
