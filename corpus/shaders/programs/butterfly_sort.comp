#version 450
// A sort of every four numbers by a butterfly: lanes exchange by a swizzle of AMD's where that is there, by a shuffle
// where that is, by shared memory else. The result is the same for every subgroup size of four or more, and without
// subgroups.
//
// build: --target-env vulkan1.1
// sos: dispatch 4 1 1
// sos: size any
// sos: buffer 0 0 random 256 805
// sos: buffer 0 1 zero 1024
#extension GL_AMD_shader_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_VK_AMD_shader_ballot
#define SOS_USE_HAS_SUBGROUP_SHUFFLE
#include "sos.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint line[64];

uint exchange(uint value, uint by) {
    if (SOS_HAS_VK_AMD_shader_ballot) {
        return by == 1u ? swizzleInvocationsMaskedAMD(value, uvec3(0x1f, 0, 1))
            : swizzleInvocationsMaskedAMD(value, uvec3(0x1f, 0, 2));
    }
    if (SOS_HAS_SUBGROUP_SHUFFLE) {
        return subgroupShuffleXor(value, by);
    }
    barrier();
    line[gl_LocalInvocationIndex] = value;
    barrier();
    return line[gl_LocalInvocationIndex ^ by];
}

uint order(uint value, uint by, bool ascending) {
    uint other = exchange(value, by);
    bool low = (gl_LocalInvocationIndex & by) == 0u;
    return low == ascending ? min(value, other) : max(value, other);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[gl_GlobalInvocationID.x];
    value = order(value, 1u, (at & 2u) == 0u);
    value = order(value, 2u, true);
    value = order(value, 1u, true);
    result[gl_GlobalInvocationID.x] = value;
}
