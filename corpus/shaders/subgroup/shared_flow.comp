#version 450
// The numbers of a workgroup, in order, from a list of numbers of several: as a multiplication of matrices by several experts
// finds its rows. When to stop is decided by a buffer that nobody writes, and by sums in shared memory, both of which are the
// same for all invocations.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: dispatch 4 1 1
// sos: size any
// sos: buffer 0 0 u32 20 70 0 500
// sos: buffer 0 1 random 480 41
// sos: buffer 0 2 zero 7684
// sos: present vulkan-1.0 OpControlBarrier
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 80) in;
layout(std430, binding = 0) readonly buffer Limits { uint limits[]; };
layout(std430, binding = 1) readonly buffer In { uint source[]; };
layout(std430, binding = 2) writeonly buffer Out { uint result[]; };

shared uint totals[80];

void main() {
    uint group = gl_WorkGroupID.x, wanted = limits[group];
    if (wanted == 0u) {
        return;
    }
    uint found = 0u;
    for (uint start = 0u; start < 480u; start += gl_WorkGroupSize.x) {
        uint at = start + gl_LocalInvocationIndex;
        bool mine = (source[at] >> 7 & 3u) == group;
        uvec4 votes = subgroupBallot(mine);
        if (subgroupElect()) {
            totals[gl_SubgroupID] = subgroupBallotBitCount(votes);
        }
        barrier();
        uint before = 0u, total = 0u;
        for (uint other = 0u; other < gl_NumSubgroups; ++other) {
            before += other < gl_SubgroupID ? totals[other] : 0u;
            total += totals[other];
        }
        barrier();
        if (mine) {
            result[group * 480u + found + before + subgroupBallotExclusiveBitCount(votes)] = at + 1u;
        }
        found += total;
        if (found >= wanted) {
            break;
        }
    }
    if (gl_LocalInvocationIndex == 0u) {
        result[1920u] = 1u;
    }
}
