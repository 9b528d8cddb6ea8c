#version 450
// A ballot and all that reads one: bits, counts, first and last. Bits are counted within the own quad, so that the result
// is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 108
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at];
    uint lane = gl_SubgroupInvocationID, base = lane & ~3u;
    uvec4 quad = uvec4(0u);
    quad[base >> 5] = 0xfu << (base & 31u);
    uvec4 votes = subgroupBallot((value & 5u) != 0u) & quad;
    uint found = subgroupBallotBitCount(votes);
    found |= subgroupBallotInclusiveBitCount(votes) << 4 | subgroupBallotExclusiveBitCount(votes) << 8;
    if (any(notEqual(votes, uvec4(0u)))) {
        found |= (subgroupBallotFindLSB(votes) - base) << 12 | (subgroupBallotFindMSB(votes) - base) << 16;
    }
    found |= subgroupInverseBallot(votes) ? 1u << 20 : 0u;
    found |= subgroupBallotBitExtract(votes, base + 3u) ? 1u << 21 : 0u;
    result[at] = found ^ value << 22;
}
