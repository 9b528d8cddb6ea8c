#version 450
// Counts and searches over a mask with bits beyond the subgroup's size see only the bits inside. What is written depends
// on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 109
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-ballot-bits nvk-kepler
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uvec4 mask = source[at] | uvec4(1u, 0u, 0u, 0x80000000u);
    result[at] = subgroupBallotBitCount(mask) | subgroupBallotFindMSB(mask) << 8 | subgroupBallotFindLSB(mask) << 16;
}
