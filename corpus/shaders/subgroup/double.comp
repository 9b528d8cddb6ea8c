#version 450
// Cross-lane operations on doubles. The result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native Float64 GroupNonUniformShuffle GroupNonUniformClustered
// sos: dispatch 1 1 1
// sos: size any
// sos: buffer 0 0 random 64 124
// sos: buffer 0 1 zero 1024
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    double value = double(source[at]) * 0.25lf;
    result[at] = uvec4(unpackDouble2x32(subgroupShuffleXor(value, 1u)),
        unpackDouble2x32(subgroupClusteredMax(value, 4u)));
}
