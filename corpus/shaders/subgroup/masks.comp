#version 450
// The built-in masks relate to the own lane as their names say. The result is the same for every subgroup size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 118
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint lane = gl_SubgroupInvocationID;
    uint held = uint(gl_SubgroupEqMask[lane >> 5] == 1u << (lane & 31u));
    held |= uint((gl_SubgroupGeMask ^ gl_SubgroupEqMask) == gl_SubgroupGtMask) << 1;
    held |= uint((gl_SubgroupLtMask | gl_SubgroupEqMask) == gl_SubgroupLeMask) << 2;
    held |= uint(subgroupBallotBitCount(gl_SubgroupLtMask) == lane) << 3;
    result[at] = source[at] << 4 | held;
}
