#version 450
// One triangle over the whole image, with coordinates from 0 to 1: what fragment cases are drawn with.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(location = 0) out vec2 where;

void main() {
    where = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(where * 2.0 - 1.0, 0.0, 1.0);
}
