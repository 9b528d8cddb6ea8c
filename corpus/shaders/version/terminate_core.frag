#version 450
// OpTerminateInvocation as SPIR-V 1.6 has it: core, without an extension.
//
// build: --target-env vulkan1.3
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
// sos: shows terminate-invocation nvk-kepler
#extension GL_EXT_terminate_invocation : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    if (fract(where.x * 4.0) < 0.25) {
        terminateInvocation;
    }
    shade = vec4(where, 0.5, 1.0);
}
