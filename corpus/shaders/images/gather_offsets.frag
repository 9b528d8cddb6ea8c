#version 450
// Gathers with an offset that is not constant, and with four offsets.
//
// build: --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 repeat random 400 1
// sos: image 0 1 combined 2D 8x8 D32 less border f32 0 0.125 0.5 0.25 1 0.75 0.3
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DShadow depth;
layout(location = 0) in vec2 where;
layout(location = 1) flat in ivec2 offset;
layout(location = 0) out vec4 shade;

const ivec2 OFFSETS[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));

void main() {
    shade = textureGatherOffset(picture, where, offset & 3, 1);
    shade += textureGatherOffsets(picture, where, OFFSETS, 2) + textureGatherOffset(depth, where, 0.5, -offset & 3);
}
