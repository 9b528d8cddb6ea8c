#version 450
// A reduction in a loop that lanes leave at different turns. Lanes of a quad and only they share a key; what is written is
// the quad's, by clusters, and the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 125
// sos: buffer 0 1 zero 512
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    uint turns = value & 7u, sum = value;
    for (uint turn = 0u; turn < turns; ++turn) {
        sum += subgroupClusteredAdd(sum >> 4, 4u) ^ turn;
    }
    result[at] = sum;
}
