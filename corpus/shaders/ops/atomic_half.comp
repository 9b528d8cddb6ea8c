#version 450
// Sums of 16-bit floats by atomics in a buffer: exact in any order.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat16AddEXT Float16 StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 204
// sos: buffer 0 1 zero 16
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { float16_t result[8]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    atomicAdd(result[value & 7u], float16_t((value >> 28) & 7u));
}
