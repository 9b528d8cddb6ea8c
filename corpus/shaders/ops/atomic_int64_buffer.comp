#version 450
// 64-bit atomics in a buffer, with carries between the halves.
//
// build: --target-env vulkan1.1
// sos: native Int64 Int64Atomics
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 206
// sos: buffer 0 1 zero 128
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint64_t sums[8]; uint64_t most[8]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    uint64_t wide = uint64_t(value) << 16 | value;
    atomicAdd(sums[value & 7u], wide);
    atomicMax(most[value & 7u], wide);
}
