#version 450
// Volatile semantics of atomics under the Vulkan memory model: without it, the memory is volatile.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 352
// sos: buffer 0 1 zero 256
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[64]; };
layout(std430, binding = 1) buffer Out { uint result[64]; };
shared uint tally[8];

void main() {
    uint at = gl_LocalInvocationIndex;
    if (at < 8u) {
        atomicStore(tally[at], 0u, gl_ScopeWorkgroup, 0, gl_SemanticsRelaxed | gl_SemanticsVolatile);
    }
    barrier();
    atomicAdd(tally[source[at] & 7u], source[at] >> 16, gl_ScopeWorkgroup, 0, gl_SemanticsRelaxed | gl_SemanticsVolatile);
    atomicMax(result[at & 15u], source[at], gl_ScopeWorkgroup, 0, gl_SemanticsRelaxed | gl_SemanticsVolatile);
    barrier();
    if (at >= 16u) {
        result[at] = atomicLoad(tally[at & 7u], gl_ScopeWorkgroup, 0, gl_SemanticsRelaxed | gl_SemanticsVolatile);
    }
}
