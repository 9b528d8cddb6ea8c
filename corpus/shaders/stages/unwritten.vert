#version 450
// Storage that a vertex shader could write and does not: the author has not said `readonly`.
//
// build: --target-env vulkan1.0
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
// sos: outcome vulkan-* rewritten
// sos: present vulkan-* NonWritable
// sos: shows read-only vulkan-1.0
layout(std430, binding = 0) buffer Colours { vec4 colours[]; };
layout(binding = 1, rgba32f) uniform image2D heights;
layout(location = 0) out vec4 colour;

void main() {
    vec2 where = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(where * 2.0 - 1.0, imageLoad(heights, ivec2(gl_VertexIndex, 0)).x, 1.0);
    colour = colours[min(gl_VertexIndex, colours.length() - 1)];
}
