#version 450
// Sums of floats by atomics in shared memory, and loads, stores and exchanges of floats by atomics.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat32AddEXT
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 202
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-navi10,radv-navi21,radv-navi31,radv-polaris10,radv-stoney,radv-vega10 unchanged
#extension GL_EXT_shader_atomic_float : require
#extension GL_KHR_memory_scope_semantics : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
shared float sums[4], own[64];

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[gl_GlobalInvocationID.x];
    if (at < 4u) {
        sums[at] = 0.0;
    }
    own[at] = float(at);
    barrier();
    atomicAdd(sums[at & 3u], float(value >> 20));
    float before = atomicExchange(own[at ^ 1u], float(value & 0xffu));
    barrier();
    result[gl_GlobalInvocationID.x] = sums[(at + 1u) & 3u] + before * 0.5 + own[at];
}
