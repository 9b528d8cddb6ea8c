#version 450
// 64-bit constants: literals of two words, and a specialization constant whose data is eight bytes wide.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: set 1=81985529216486895
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 521
// sos: buffer 0 1 zero 512
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(constant_id = 1) const uint64_t KEY = 0xfedcba9876543210ul;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = unpackUint2x32(KEY * source[at] + 0x9e3779b97f4a7c15ul);
}
