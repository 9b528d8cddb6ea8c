#version 450
// A fragment that ends at once; with it goes what it would have stored.
//
// build: --target-env vulkan1.1
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_EXT_terminate_invocation : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 cell = floor(where * 16.0);
    if (mod(cell.x * 3.0 + cell.y, 7.0) < 2.0) {
        terminateInvocation;
    }
    shade = vec4(cell * 0.0625, 0.5, 1.0);
}
