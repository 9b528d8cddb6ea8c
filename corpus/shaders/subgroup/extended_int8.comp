#version 450
// Cross-lane operations on 8-bit integers: they need shaderSubgroupExtendedTypes, which no capability stands for. The
// result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.2
// sos: native Int8 GroupNonUniformShuffle GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 120
// sos: buffer 0 1 zero 512
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint8_t value = uint8_t(source[at]);
    int8_t least = subgroupClusteredMin(int8_t(source[at] >> 8), 4u);
    uint8_t sum = subgroupClusteredAdd(value, 4u);
    result[at] = uint(subgroupShuffleXor(value, 1u)) | uint(sum) << 8 | (uint(int(least)) & 0xffu) << 16;
}
