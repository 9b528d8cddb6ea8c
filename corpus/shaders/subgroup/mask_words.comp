#version 450
// Every word of the masks of invocations, and single words by a dynamic index. Nothing else that comes with ballots.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 80 118
// sos: buffer 0 1 zero 7680
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-masks vulkan-1.1
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 80) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex * 6u;
    uint which = source[gl_LocalInvocationIndex] & 3u;
    result[at] = gl_SubgroupEqMask;
    result[at + 1u] = gl_SubgroupGeMask;
    result[at + 2u] = gl_SubgroupGtMask;
    result[at + 3u] = gl_SubgroupLeMask;
    // Where control flow differs: what is computed of the number alone is right everywhere.
    if (which > 1u)
        result[at + 4u] = gl_SubgroupLtMask;
    else
        result[at + 4u] = ~gl_SubgroupLtMask;
    result[at + 5u] = uvec4(gl_SubgroupGeMask[which], gl_SubgroupLtMask[which], gl_SubgroupEqMask[which], which);
}
