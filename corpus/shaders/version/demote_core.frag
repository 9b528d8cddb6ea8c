#version 450
// OpDemoteToHelperInvocation as SPIR-V 1.6 has it: core, behind its capability.
//
// build: --target-env vulkan1.3
// sos: native DemoteToHelperInvocation
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
// sos: shows demote vulkan-1.0
#extension GL_EXT_demote_to_helper_invocation : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    if (fract(where.y * 4.0) < 0.25) {
        demote;
    }
    shade = vec4(where, fwidthFine(where.x) * 8.0, 1.0);
}
