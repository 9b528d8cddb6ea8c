#version 450
// A broadcast from a lane that is uniform and not constant: SPIR-V 1.5 and subgroupBroadcastDynamicId. The result is the
// same for every subgroup size of four or more.
//
// build: --target-env vulkan1.2
// sos: native GroupNonUniformBallot
// sos: dispatch 4 1 1
// sos: size any
// sos: buffer 0 0 u32 3 1 0 2
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-broadcast adreno-a6xx
// sos: shows subgroup-khr-ballot nvk-kepler
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint lane = gl_SubgroupInvocationID;
    uint from = source[gl_WorkGroupID.x];
    result[gl_GlobalInvocationID.x] = subgroupBroadcast(lane * 5u + from, from) + gl_LocalInvocationIndex * 256u;
}
