#version 450
// build: -g --target-env vulkan1.1
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
// Cross-lane operations, an atomic with scope and semantics, a push constant.
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Data { uint total; uint data[]; };
layout(push_constant) uniform Push { uint scale; };
void main() {
    uint value = data[gl_GlobalInvocationID.x] * scale;
    uint sum = subgroupAdd(value) + subgroupClusteredMin(value, 4u) + subgroupExclusiveMul(value);
    if (subgroupElect()) {
        atomicAdd(total, sum + subgroupBallotBitCount(subgroupBallot(value > 3u)));
    }
}
