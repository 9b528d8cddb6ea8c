#version 450
// Short arrays of textures, with and without samplers of their own, under indices that differ between fragments: implicit and
// explicit levels, gathers, fetches, levels that are only computed. The index of what takes derivatives is the same within a
// quad. SwiftShader reports the size of one image for all invocations, so sizes are not queried.
//
// build: --target-env vulkan1.2
// sos: native SampledImageArrayNonUniformIndexing
// sos: outcome vulkan-*,nvk-kepler rewritten
// sos: draw 16 16 with number.vert.spv
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 2
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 3
// sos: image 0 1 sampled 2D 16x16 Rgba8 levels 5 random 400 4
// sos: image 0 1 sampled 2D 8x8 Rgba8 levels 4 random 200 5
// sos: image 0 1 sampled 2D 4x4 Rgba8 levels 3 random 100 6
// sos: image 0 1 sampled 2D 2x2 Rgba8 levels 2 random 50 7
// sos: sampler 0 2 linear repeat
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require

layout(binding = 0) uniform sampler2D pictures[3];
layout(binding = 1) uniform texture2D textures[4];
layout(binding = 2) uniform sampler filtered;
layout(location = 0) flat in int chosen;
layout(location = 1) in vec2 where;
layout(location = 0) out vec4 shade;
layout(location = 1) out vec2 levels;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int quad = (at.x >> 1) + 3 * (at.y >> 1) + chosen;
    int single = at.x + 5 * at.y;
    shade = texture(pictures[nonuniformEXT(quad % 3)], where);
    shade += texture(sampler2D(textures[nonuniformEXT(quad & 3)], filtered), where.yx);
    shade += textureLod(pictures[nonuniformEXT(single % 3)], where, 1.5);
    shade += textureGrad(sampler2D(textures[nonuniformEXT(single & 3)], filtered), where, dFdx(where), dFdy(where));
    shade += textureGather(pictures[nonuniformEXT(single % 3)], where, 1);
    shade += texelFetch(textures[nonuniformEXT(single & 3)], at & 1, 0);
    levels = textureQueryLod(pictures[nonuniformEXT(quad % 3)], where);
}
