#version 450
// The Vulkan memory model with the scope of the subgroup: where subgroups are made of the workgroup, what is made available and
// visible to them is so to the workgroup.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel GroupNonUniformShuffle
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 512 91
// sos: buffer 0 1 zero 512
// sos: image 0 2 storage 2D 128x1 R32ui zero 512
// sos: outcome vulkan-1.3 rewritten
// sos: outcome lavapipe-25.0.7 unchanged
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[128]; };
layout(std430, binding = 1) subgroupcoherent buffer Out { uint result[128]; };
layout(binding = 2, r32ui) uniform subgroupcoherent uimage2D grid;

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint own = gl_SubgroupInvocationID;
    result[at] = source[at] >> 1;
    imageStore(grid, ivec2(at, 0), uvec4(result[at]));
    subgroupMemoryBarrier();
    uint other = subgroupShuffle(result[at], own ^ 1u);
    atomicAdd(result[at], other ^ imageLoad(grid, ivec2(at, 0)).x, gl_ScopeSubgroup, 0, gl_SemanticsRelaxed);
}
