#version 450
// Cross-lane operations on 16-bit floats whose sums are exact. The result is the same for every subgroup size of four or
// more.
//
// build: --target-env vulkan1.2
// sos: native Float16 GroupNonUniformShuffle GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 123
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-25.0.7,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    float16_t value = float16_t(float(source[at] & 0xffu) * 0.5);
    f16vec2 pair = subgroupShuffleXor(f16vec2(value, -value), 3u);
    result[at] = uvec2(packFloat2x16(pair),
        packFloat2x16(f16vec2(subgroupClusteredAdd(value, 4u), subgroupClusteredMin(value, 2u))));
}
