#version 450
// SPV_KHR_subgroup_vote: any, all and all-equal. The votes are alike in the whole workgroup, so the subgroup's size does
// not show.
//
// build: --target-env vulkan1.0
// sos: dispatch 4 1 1
// sos: buffer 0 0 u32 0 1 2 3
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: shows khr-ballot-vote swiftshader
#extension GL_ARB_shader_group_vote : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint value = source[gl_WorkGroupID.x];
    uint found = anyInvocationARB((value & 1u) != 0u) ? 1u : 0u;
    found |= allInvocationsARB((value & 2u) != 0u) ? 2u : 0u;
    found |= allInvocationsEqualARB(value > 2u) ? 4u : 0u;
    result[gl_GlobalInvocationID.x] = found << 8 | gl_LocalInvocationIndex;
}
