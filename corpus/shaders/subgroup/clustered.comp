#version 450
// Reductions within clusters of two and four lanes. The result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 106
// sos: buffer 0 1 zero 2048
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    result[at] = uvec4(subgroupClusteredAdd(value, 2u), subgroupClusteredMin(value, 4u),
        uint(subgroupClusteredMax(int(value), 4u)), subgroupClusteredXor(value, 4u));
}
