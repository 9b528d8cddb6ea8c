#version 450
// Subgroups of four in a fragment shader: parts of the device's. Four neighbours compute the same in subgroups of any size.
//
// build: --target-env vulkan1.1
// sos: subgroup-size 4
// sos: size any
// sos: draw 8 8
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(location = 0) out uvec4 colour;

void main() {
    uint x = uint(gl_FragCoord.x) * 5u + uint(gl_FragCoord.y) * 3u;
    uint base = gl_SubgroupInvocationID & ~3u, sum = 0u;
    uvec4 set = subgroupBallot(x % 3u == 0u);
    uint bits = set[base >> 5u] >> (base & 31u) & 15u;
    for (uint k = 0u; k < 4u; k++) sum += subgroupShuffle(x, base + k);
    colour = uvec4(x, bits, sum, gl_SubgroupInvocationID & 3u);
}
