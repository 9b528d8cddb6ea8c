#version 450
// The Vulkan memory model in SPIR-V 1.3, by SPV_KHR_vulkan_memory_model: what Vulkan 1.1 can take of it.
//
// build: --target-env vulkan1.1
// sos: native VulkanMemoryModel
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 315
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly nonprivate buffer In { uint source[]; };
layout(std430, binding = 1) workgroupcoherent volatile buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = source[at] + 1u;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    uint other = result[at ^ 2u];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    result[at] = other * 5u + at;
}
