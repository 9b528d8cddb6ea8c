#version 450
// Sizes, levels, samples, and the level that a sample would use.
//
// build: --target-env vulkan1.0
// sos: native ImageQuery
// sos: outcome all unchanged
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 1 combined 2DMS 4x4 Rgba8 f32 0 0 0 0
// sos: image 0 2 storage 3D 4x6x8 Rgba8 zero 4
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DMS samples;
layout(binding = 2, rgba8) uniform readonly image3D volume;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 size = vec2(textureSize(picture, 1)) + vec2(imageSize(volume).yz);
    shade = vec4(size, textureQueryLod(picture, where)) + float(textureQueryLevels(picture) + textureSamples(samples));
}
