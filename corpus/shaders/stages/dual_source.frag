#version 450
// Two colours for one attachment, for blending.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(location = 0) in vec4 tint;
layout(location = 0, index = 0) out vec4 colour;
layout(location = 0, index = 1) out vec4 factor;

void main() {
    colour = tint * 0.75;
    factor = vec4(1.0) - tint.wzyx;
}
