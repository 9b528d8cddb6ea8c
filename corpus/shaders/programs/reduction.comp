#version 450
// A sum over a workgroup: within subgroups by their instruction where it is there, over them by shared memory. The result
// is the same for every subgroup size, and without subgroups.
//
// build: --target-env vulkan1.1
// sos: dispatch 4 1 1
// sos: size any
// sos: buffer 0 0 random 1024 801
// sos: buffer 0 1 zero 16
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_SUBGROUP_ARITHMETIC
#include "sos.glsl"

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint sums[256];

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[gl_GlobalInvocationID.x];
    if (SOS_HAS_SUBGROUP_ARITHMETIC) {
        if (at == 0u) {
            sums[0] = 0u;
        }
        barrier();
        uint sum = subgroupAdd(value);
        if (subgroupElect()) {
            atomicAdd(sums[0], sum);
        }
        barrier();
    } else {
        sums[at] = value;
        barrier();
        for (uint step = 128u; step > 0u; step >>= 1) {
            if (at < step) {
                sums[at] += sums[at + step];
            }
            barrier();
        }
    }
    if (at == 0u) {
        result[gl_WorkGroupID.x] = sums[0];
    }
}
