#version 450
// Gathers that every device has: of a component, with constant offset, of comparisons.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DArrayShadow depth;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = textureGather(picture, where, 3) + textureGather(depth, vec3(where, 1.0), 0.25);
}
