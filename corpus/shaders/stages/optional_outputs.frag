#version 450
// Draws with `optional_outputs.vert`, and asks for the layer and the viewport that it draws into.
//
// build: --target-env vulkan1.0
// sos: native Geometry
// sos: draw 16 16 with optional_outputs.vert.spv
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: outcome vulkan-1.0,vulkan-1.3,swiftshader rewritten
// sos: shows layer swiftshader
// sos: shows viewport adreno-a6xx
layout(location = 0) in vec4 colour;
layout(location = 0) out vec4 shade;

void main() {
    shade = colour + vec4(gl_Layer, gl_ViewportIndex, 0.0, 1.0);
}
