#version 450
// Sizes, levels, samples, and the level that a sample would use.
//
// build: --target-env vulkan1.0
// sos: native ImageQuery
// sos: outcome all unchanged
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DMS samples;
layout(binding = 2, rgba8) uniform readonly image3D volume;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 size = vec2(textureSize(picture, 1)) + vec2(imageSize(volume).yz);
    shade = vec4(size, textureQueryLod(picture, where)) + float(textureQueryLevels(picture) + textureSamples(samples));
}
