#version 450
// Gathers with four constant offsets: of a component, of an array, and of a comparison.
// Not run: lavapipe 22.3 gathers all of them from the first image. gather_four*.comp have one image each.
//
// build: --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: shows gather-offsets swiftshader
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DArrayShadow depth;
layout(binding = 2) uniform isampler2D numbers;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

const ivec2 OFFSETS[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
const ivec2 OTHERS[4] = ivec2[](ivec2(-3, 2), ivec2(-3, 2), ivec2(7, -8), ivec2(0));

void main() {
    shade = textureGatherOffsets(picture, where, OFFSETS, 2) + textureGatherOffsets(picture, where, OTHERS);
    shade += textureGatherOffsets(depth, vec3(where, 1.0), 0.5, OFFSETS);
    shade += vec4(textureGatherOffsets(numbers, where, OTHERS, 1));
}
