#version 450
// The library under divergent control flow: whole segments are active or not, in a branch, in a loop that segments leave after
// different numbers of rounds, and in a function called from both sides of a condition.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 906
// sos: buffer 0 1 zero 5120
#extension GL_GOOGLE_include_directive : require
#include "sos_subgroup.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint at = gl_GlobalInvocationID.x;
uint slot = 0u;

void put(uint value) {
    result[128u * slot++ + at] = value;
}
void put(float value) {
    put(floatBitsToUint(value));
}

float work(uint bits) {
    return allReduceAdd4(float(bits >> 20)) + exclusiveScanMax4(float(bits >> 24));
}

void main() {
    uint bits = source[at];
    // The same in every lane of a segment of four.
    uint segment = source[at & ~3u];
    if ((segment & 1u) != 0u) {
        put(quadSwizzleX(bits));
        put(butterfly4(bits));
        put(allReduceMin4(bits));
        put(inclusiveScanXor4(bits));
        put(shuffleIndexed(bits, 3u, 4u));
        put(uint(allQuad((bits & 2u) != 0u)));
    } else {
        slot = 6u;
        put(exclusiveScanAdd4(bits));
        bool valid;
        put(shuffleUp(bits, 1u, 4u, valid));
    }
    slot = 8u;
    uint sum = 0u;
    for (uint round = 0u; round <= (segment >> 4 & 7u); ++round) {
        sum += butterfly2(bits + round);
    }
    put(sum);
    if ((segment & 2u) != 0u) {
        put(work(bits));
    } else {
        put(work(~bits));
    }
}
