#version 450
// Cross-lane operations on 16-bit integers. The result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.2
// sos: native Int16 GroupNonUniformShuffle GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 121
// sos: buffer 0 1 zero 1024
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    u16vec2 value = u16vec2(source[at], source[at] >> 16);
    u16vec2 other = subgroupShuffleXor(value, 2u);
    uint16_t product = subgroupClusteredMul(value.x | 1us, 4u);
    int16_t most = subgroupClusteredMax(int16_t(value.y), 2u);
    result[at] = uvec2(uint(other.x) | uint(other.y) << 16, uint(product) | (uint(int(most)) & 0xffffu) << 16);
}
