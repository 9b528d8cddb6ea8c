#version 450
// A number for all fragments, and a place for each.
//
// build: --target-env vulkan1.0
layout(location = 0) flat out int number;
layout(location = 1) out vec2 where;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
    gl_Position = vec4(corner, 0.0, 1.0);
    number = 2;
    where = corner * 0.5 + 0.5;
}
