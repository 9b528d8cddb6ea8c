#version 450
// Outputs of a vertex shader that transform feedback captures.
//
// build: --target-env vulkan1.0
// sos: native TransformFeedback
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,amd-r7-370-windows,hasvk-hsw unchanged
layout(location = 0) in vec4 place;
layout(xfb_buffer = 0, xfb_stride = 32) out gl_PerVertex { layout(xfb_offset = 0) vec4 gl_Position; };
layout(location = 0, xfb_buffer = 0, xfb_offset = 16) out vec4 colour;

void main() {
    gl_Position = place;
    colour = place.wzyx * 0.5;
}
