#version 450
// Textures and samplers out of arrays under an index that is uniform and not constant, passed to functions.
//
// build: --target-env vulkan1.0
// sos: native SampledImageArrayDynamicIndexing
// sos: outcome lavapipe-25.0.7,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3,lavapipe-22.3.6 rewritten
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 2
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 3
// sos: image 0 1 sampled 2D 16x16 Rgba8 levels 5 random 400 4
// sos: image 0 1 sampled 2D 16x16 Rgba8 levels 5 random 400 5
// sos: image 0 1 sampled 2D 16x16 Rgba8 levels 5 random 400 6
// sos: sampler 0 2 linear repeat
// sos: sampler 0 2 repeat
// sos: sampler 0 2 linear
// sos: push u32 1
layout(binding = 0) uniform sampler2D pictures[3];
layout(binding = 1) uniform texture2D textures[3];
layout(binding = 2) uniform sampler samplers[3];
layout(push_constant) uniform Push { int chosen; };
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

vec4 look(sampler2D picture, vec2 at) {
    return texture(picture, at) + textureLod(picture, at.yx, 1.0);
}

void add(inout vec4 sum, texture2D image, sampler how) {
    sum += texture(sampler2D(image, how), where * 2.0);
}

void main() {
    shade = look(pictures[chosen], where) + look(pictures[0], where);
    add(shade, textures[chosen], samplers[chosen]);
    add(shade, textures[2], samplers[chosen]);
}
