#version 450
// Masks of invocations in a fragment shader, by what holds for every size and shape of a subgroup.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_ballot : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    uint lane = gl_SubgroupInvocationID;
    uvec4 all = gl_SubgroupLtMask | gl_SubgroupGeMask;
    ivec4 bits = bitCount(all);
    bool apart = (gl_SubgroupLeMask & gl_SubgroupGtMask) == uvec4(0u);
    bool own = gl_SubgroupEqMask[lane >> 5] == 1u << (lane & 31u);
    bool whole = uint(bits.x + bits.y + bits.z + bits.w) == gl_SubgroupSize;
    shade = vec4(where.x, apart ? 0.25 : 0.5, own ? 0.5 : 0.75, whole ? 1.0 : 0.0);
}
