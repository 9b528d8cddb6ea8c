#version 450
// The Vulkan memory model across workgroups: each writes its part, the last to arrive adds up what all have written, in a
// function. The hand-over goes by release and acquire of an atomic counter, with availability and visibility.
//
// Each workgroup is one invocation: with more, lavapipe of Mesa 22.3.6 gives nothing but zeros for the module as it is written.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel VulkanMemoryModelDeviceScope
// sos: dispatch 16 1 1
// sos: buffer 0 0 random 4096 319
// sos: buffer 0 1 zero 80
// sos: buffer 0 2 zero 4
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer In { uint source[1024]; };
layout(std430, binding = 1) devicecoherent buffer Sums { uint total; uint parts[16]; };
layout(std430, binding = 2) devicecoherent buffer Count { uint arrived; };

uint addUp() {
    uint sum = 0u;
    for (uint i = 0u; i < 16u; i++) {
        sum += parts[i];
    }
    return sum;
}

void main() {
    uint sum = 0u;
    for (uint i = 0u; i < 64u; i++) {
        sum += source[gl_WorkGroupID.x * 64u + i] & 0xFFFFu;
    }
    parts[gl_WorkGroupID.x] = sum;
    uint before = atomicAdd(arrived, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                            gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (before == 15u) {
        memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        total = addUp();
    }
}
