#version 450
// The whole of gl_PerVertex is declared, as front ends do, and only the position is written: nothing more is needed.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 colour;

void main() {
    gl_Position = place.yxzw;
    colour = place * 0.5 + 0.5;
}
