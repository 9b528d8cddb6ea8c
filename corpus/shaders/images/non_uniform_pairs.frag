#version 450
// Arrays of textures and arrays of samplers under indices of their own, which differ between fragments: equal ones, equal ones
// into arrays of different lengths, different ones, and one that differs with one that does not. SwiftShader uses one sampler for
// all fragments where only the sampler's index differs, so that is left out.
//
// build: --target-env vulkan1.2
// sos: native SampledImageArrayNonUniformIndexing
// sos: draw 16 16 with number.vert.spv
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 1
// sos: image 0 0 sampled 2D 8x8 Rgba8 levels 4 random 200 2
// sos: image 0 0 sampled 2D 4x4 Rgba8 levels 3 random 100 3
// sos: image 0 0 sampled 2D 2x2 Rgba8 levels 2 random 50 4
// sos: sampler 0 1 linear repeat
// sos: sampler 0 1 mirror
// sos: sampler 0 1 linear
#extension GL_EXT_nonuniform_qualifier : require

layout(binding = 0) uniform texture2D textures[4];
layout(binding = 1) uniform sampler samplers[3];
layout(location = 0) flat in int chosen;
layout(location = 1) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int quad = (at.x >> 1) + 3 * (at.y >> 1) + chosen;
    int single = at.x + 5 * at.y;
    int third = single % 3;
    vec2 far = where * 3;
    shade = textureLod(sampler2D(textures[nonuniformEXT(third)], samplers[nonuniformEXT(third)]), far, 1.5);
    shade += textureLod(sampler2D(textures[nonuniformEXT(single & 3)], samplers[nonuniformEXT(third)]), far, 0.5);
    shade += textureLod(sampler2D(textures[nonuniformEXT(single & 3)], samplers[(chosen & 1) + 1]), far.yx, 0.25);
    shade += textureGather(sampler2D(textures[nonuniformEXT(single >> 1 & 3)], samplers[nonuniformEXT(third)]), far);
    shade += texture(sampler2D(textures[nonuniformEXT(quad & 3)], samplers[nonuniformEXT(quad % 3)]), far);
}
