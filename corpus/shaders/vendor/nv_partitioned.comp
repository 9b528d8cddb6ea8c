#version 450
// SPV_NV_shader_subgroup_partitioned: lanes with the same key form a group; a sum, a scan and the group's mask. Keys are
// those of the quad, so that the result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformPartitionedNV
// sos: dispatch 1 1 1
// sos: size any
// sos: buffer 0 0 random 64 27
// sos: buffer 0 1 zero 1024
// sos: shows subgroup-partition swiftshader
// sos: shows subgroup-partitioned swiftshader
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_NV_shader_subgroup_partitioned : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at] & 0xffffu;
    uint lane = gl_SubgroupInvocationID;
    uint key = (at & ~3u) | (source[at] >> 31);
    uvec4 group = subgroupPartitionNV(key);
    uvec4 found;
    found.x = subgroupPartitionedAddNV(value, group);
    found.y = subgroupPartitionedExclusiveMaxNV(value, group);
    found.z = subgroupPartitionedInclusiveXorNV(value, group);
    found.w = (group[lane >> 5] >> (lane & 28u)) & 0xfu;
    result[at] = found;
}
