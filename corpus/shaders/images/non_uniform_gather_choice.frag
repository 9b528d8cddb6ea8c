#version 450
// Gathers with an offset known at run time from a texture under an index that differs between fragments: a switch over the
// textures, and within each case one over the offsets.
//
// build: --target-env vulkan1.2
// sos: native SampledImageArrayNonUniformIndexing ImageGatherExtended
// sos: draw 16 16 with number.vert.spv
// sos: image 0 0 sampled 2D 16x16 Rgba8 random 256 1
// sos: image 0 0 sampled 2D 8x8 Rgba8 random 64 2
// sos: sampler 0 1 linear repeat
#extension GL_EXT_nonuniform_qualifier : require

layout(binding = 0) uniform texture2D textures[2];
layout(binding = 1) uniform sampler filtered;
layout(location = 0) flat in int chosen;
layout(location = 1) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int single = at.x + 5 * at.y + chosen;
    shade = textureGatherOffset(sampler2D(textures[nonuniformEXT(single & 1)], filtered), where, ivec2(at.x & 3, 1));
}
