#version 450
// Cross-lane operations on 64-bit integers, with carries between the halves. The result is the same for every subgroup
// size of four or more.
//
// build: --target-env vulkan1.2
// sos: native Int64 GroupNonUniformShuffle GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 256 122
// sos: buffer 0 1 zero 2048
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint64_t value = packUint2x32(source[at]);
    uint64_t sum = subgroupClusteredAdd(value, 4u);
    int64_t least = subgroupClusteredMin(int64_t(value), 4u);
    uint64_t other = subgroupShuffleXor(value, 1u);
    result[at] = uvec4(unpackUint2x32(sum ^ other), unpackUint2x32(uint64_t(least)));
}
