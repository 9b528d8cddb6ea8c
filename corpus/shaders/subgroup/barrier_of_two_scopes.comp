#version 450
// A barrier of the workgroup for the memory of the subgroup: where subgroups are made of the workgroup, they need not be the
// device's, so it is for the memory of the workgroup.
//
// build: --target-env vulkan1.1
// sos: outcome vulkan-1.1 rewritten
// sos: dispatch 1 1 1
// sos: buffer 0 0 zero 256
// sos: outcome lavapipe-25.0.7 unchanged
// sos: shows subgroup-shuffle nvk-kepler
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
    result[own] = subgroupShuffle(own * 3u, gl_SubgroupInvocationID ^ 1u) + cells[own ^ 1u];
}
