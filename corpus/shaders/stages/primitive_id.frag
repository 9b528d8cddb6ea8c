#version 450
// The number of the primitive in a fragment shader: it needs geometry shaders or another stage that makes primitives.
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: native Geometry
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
layout(location = 0) out uvec4 shade;

void main() {
    shade = uvec4(gl_PrimitiveID & 255, gl_Layer, gl_ViewportIndex, gl_FrontFacing);
}
