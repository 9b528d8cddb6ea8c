#version 450
// Operations in every kind of divergent control flow: an early return, nested selections, a switch that falls through, a loop with break
// and continue, and a function with its own.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 96 47
// sos: buffer 0 1 zero 384
// sos: outcome swiftshader,lavapipe-25.0.7 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,v3dv-42 rewritten
// sos: shows subgroup-divergent-flow vulkan-1.0
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 48) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

uint count_of(uint x, inout uint seen) {
    if ((x & 1u) == 0u) {
        return subgroupAdd(1u);
    }
    seen += subgroupBallotBitCount(subgroupBallot(x > 7u));
    return seen + subgroupExclusiveAdd(x & 15u);
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint x = source[at];
    if ((x & 0xF00u) == 0x300u) {
        result[at] = 7u;
        return;
    }
    uint sum = subgroupMax(x);
    switch (x & 3u) {
    case 0u:
        sum += subgroupAdd(x >> 16);
    case 1u:
        sum ^= subgroupBroadcastFirst(x);
        break;
    case 2u:
        if (subgroupElect()) {
            sum *= 3u;
        }
        break;
    default:
        sum = subgroupAny(x > 0x80000000u) ? sum : ~sum;
    }
    for (uint k = 0u; k < (x >> 4 & 7u); ++k) {
        if (k == (x >> 8 & 7u)) {
            continue;
        }
        uint all = subgroupAdd(k + 1u);
        if (all > 9u) {
            sum += count_of(x + all, sum);
            if ((x >> 20 & 1u) != 0u) {
                break;
            }
        }
        sum += subgroupInclusiveAdd(sum & 255u);
    }
    result[at] = sum;
}
