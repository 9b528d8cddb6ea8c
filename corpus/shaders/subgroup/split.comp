#version 450
// Subgroups of four, as parts of the device's where these are larger: four neighbours compute the same in subgroups of any size.
//
// build: --target-env vulkan1.1
// sos: subgroup-size 4
// sos: size any
// sos: shows subgroup-split radv-vega10
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 51
// sos: buffer 0 1 zero 5632
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[128]; };
layout(std430, binding = 1) buffer Out { uint result[]; };

uint place;

void put(uint x) { result[place++] = x; }

// The bits of four neighbours.
uint bits(uvec4 set) {
    uint base = gl_SubgroupInvocationID & ~3u;
    return set[base >> 5u] >> (base & 31u) & 15u;
}

uint sum(uint x) {
    uint base = gl_SubgroupInvocationID & ~3u, all = 0u;
    for (uint k = 0u; k < 4u; k++) all += subgroupShuffle(x, base + k) << k;
    return all;
}

void main() {
    uint at = gl_GlobalInvocationID.x, x = source[at];
    place = at * 11u;
    put(gl_SubgroupInvocationID & 3u);
    put(bits(gl_SubgroupEqMask)); put(bits(gl_SubgroupGtMask)); put(bits(gl_SubgroupLeMask));
    put(sum(x));
    put(subgroupShuffleXor(x, 2u));
    put(subgroupClusteredAdd(x & 0xFFFFu, 4u));
    uvec4 odd = subgroupBallot((x & 1u) != 0u);
    put(bits(odd));
    put(uint(subgroupInverseBallot(odd)) << 1u | uint(subgroupBallotBitExtract(odd, gl_SubgroupInvocationID)));
    uint there = 0u, first = 0u;
    for (uint turn = 0u; turn < (x >> 8u) % 4u; turn++) {
        if ((x >> turn & 1u) == 0u) continue;
        there = there << 4u | bits(subgroupBallot(true));
        uint base = gl_SubgroupInvocationID & ~3u;
        first += subgroupShuffle(x, base + uint(findLSB(there & 15u)));
        if ((x & 0x10000u) != 0u) break;
    }
    put(there); put(first);
}
