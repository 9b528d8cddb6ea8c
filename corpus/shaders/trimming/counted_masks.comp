#version 450
// Bits of masks from memory are counted by the subgroup's size, the only built-in of subgroups that is left then. Something else
// that the device lacks goes with a branch, so what is left is counted afresh: the built-in's declaration must stay.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot,Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 7
// sos: buffer 0 1 zero 128
// sos: size any
// sos: set 0=false
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const bool PRECISE = false;
layout(set = 0, binding = 0) readonly buffer Masks { uvec4 masks[]; };
layout(set = 0, binding = 1) writeonly buffer Counts { uint counts[]; };

void main() {
    uint index = gl_LocalInvocationIndex;
    // Only bits that every subgroup has.
    uint count = subgroupBallotBitCount(uvec4(masks[index].x & 3u, 0u, 0u, 0u));
    if (PRECISE)
        count = uint(double(count) * 0.5);
    counts[index] = count;
}
