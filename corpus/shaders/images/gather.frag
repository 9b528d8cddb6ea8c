#version 450
// Gathers that every device has: of a component, with constant offset, of comparisons.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 repeat random 400 1
// sos: image 0 1 combined 2DArray 8x8x3 D32 less mirror f32 0 0.125 0.5 0.25 1 0.75 0.3
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DArrayShadow depth;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = textureGather(picture, where, 3) + textureGather(depth, vec3(where, 1.0), 0.25);
}
