#version 450
// build: --target-env vulkan1.0
//
// One triangle over the whole image, and a tint that is the same for all of it.
layout(location = 0) flat out vec3 tint;

void main() {
    gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0, 0.0, 1.0);
    tint = vec3(0.75, 0.5, 0.25);
}
