#version 450
// Draws with `promised.vert`.
//
// build: --target-env vulkan1.0
// sos: draw 16 16 with promised.vert.spv
// sos: outcome all unchanged
layout(location = 0) in vec4 colour;
layout(location = 0) out vec4 shade;

void main() {
    shade = colour;
}
