#version 450
// A fragment that is demoted goes on as a helper: its neighbours' derivatives still see it, its output is not written.
//
// build: --target-env vulkan1.1
// sos: native DemoteToHelperInvocation
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_EXT_demote_to_helper_invocation : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 cell = floor(where * 16.0);
    if (mod(cell.x + cell.y * 3.0, 5.0) < 1.0) {
        demote;
    }
    float value = cell.x * cell.x * 0.00390625 + cell.y * 0.0625;
    shade = vec4(value, abs(dFdxFine(value)) * 8.0, abs(dFdyFine(value)) * 8.0, 1.0);
}
