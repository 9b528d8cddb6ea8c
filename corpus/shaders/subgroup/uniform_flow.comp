#version 450
// GL_EXT_subgroup_uniform_control_flow asks that lanes come together again after a branch. The result is the same for
// every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native SubgroupUniformControlFlowKHR GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 128
// sos: buffer 0 1 zero 512
// sos: outcome radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: shows subgroup-uniform-control-flow swiftshader
#extension GL_EXT_subgroup_uniform_control_flow : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() [[subgroup_uniform_control_flow]] {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    if ((value & 1u) != 0u) {
        value *= 3u;
    }
    result[at] = subgroupClusteredXor(value, 4u) + value;
}
