#version 450
// The Vulkan memory model: a hand-over through shared memory by release and acquire at the scope of a workgroup.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 312
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) workgroupcoherent buffer Out { uint result[]; };
shared uint line[64];

void main() {
    uint at = gl_LocalInvocationIndex;
    line[at] = source[at];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    result[at] = line[at ^ 1u] * 3u + line[63u - at];
}
