#version 450
// A barrier of the workgroup for the memory of the subgroup, where each invocation is to be a subgroup of its own: then it is for the
// memory of the workgroup.
//
// build: --target-env vulkan1.1
// sos: subgroup-size 1
// sos: outcome vulkan-1.0 rewritten
// sos: outcome lavapipe-25.0.7 rewritten
// sos: dispatch 2 1 1
// sos: buffer 0 0 zero 512
// sos: shows subgroup-of-one vulkan-1.1
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint result[]; };
shared uint cells[64];

void main() {
    uint own = gl_LocalInvocationIndex;
    cells[own] = own;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    if (own < 40u) {
        result[gl_GlobalInvocationID.x] = subgroupShuffle(own * 3u, gl_SubgroupInvocationID) + cells[own];
    }
}
