#version 450
// The scope of a queue family, which came with the Vulkan memory model and SPIR-V 1.5.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 314
// sos: buffer 0 1 zero 64
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) queuefamilycoherent buffer Out { uint result[16]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    atomicMax(result[value & 15u], value >> 4, gl_ScopeQueueFamily, 0, gl_SemanticsRelaxed);
}
