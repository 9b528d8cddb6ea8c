#version 450
// Sums and counts of fragments that go to memory once for each subgroup. What is written in total does not depend on which fragments form one.
//
// build: -g0 --target-env vulkan1.1
// opt: -O
// sos: native GroupNonUniformArithmetic GroupNonUniformBallot GroupNonUniformVote
// sos: draw 16 16 with ../images/number.vert.spv
// sos: buffer 0 0 random 256 9
// sos: buffer 0 1 zero 32
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require

layout(binding = 0, std430) readonly buffer In { uint kinds[256]; };
layout(binding = 1, std430) buffer Out { uint total, most, count, places, odd, rest[3]; };
layout(location = 0) out uvec4 seen;

void main() {
    uint kind = kinds[uint(gl_FragCoord.y) * 16u + uint(gl_FragCoord.x)];
    uint sum = subgroupAdd(kind & 0xFFu), largest = subgroupMax(kind >> 4);
    uint many = subgroupBallotBitCount(subgroupBallot((kind & 16u) != 0u));
    if (subgroupElect()) {
        atomicAdd(total, sum);
        atomicMax(most, largest);
        atomicAdd(count, many);
    }
    // A place of one's own, from one that the first one takes for all.
    uvec4 those = subgroupBallot(true);
    uint base = 0u;
    if (subgroupElect()) base = atomicAdd(places, subgroupBallotBitCount(those));
    uint place = subgroupBroadcastFirst(base) + subgroupBallotExclusiveBitCount(those);
    // All of a subgroup agree or not; what follows from either is the same.
    bool all = subgroupAllEqual(kind & 1u);
    if (all ? subgroupAny((kind & 1u) != 0u) : (kind & 1u) != 0u) atomicAdd(odd, 1u);
    seen = uvec4(kind, place < 256u ? 1u : 0u, subgroupExclusiveMax(0u), 1u);
}
