#version 450
// 64-bit atomics in shared memory, which have a feature of their own.
//
// build: --target-env vulkan1.1
// sos: native Int64 Int64Atomics
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 207
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-* unchanged
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };
shared uint64_t sums[4];

void main() {
    uint at = gl_LocalInvocationIndex, value = source[gl_GlobalInvocationID.x];
    if (at < 4u) {
        sums[at] = 0ul;
    }
    barrier();
    atomicAdd(sums[value & 3u], uint64_t(value) * 0x10001ul);
    barrier();
    result[gl_GlobalInvocationID.x] = unpackUint2x32(sums[at & 3u]) + value;
}
