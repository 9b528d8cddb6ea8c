#version 450
// SPV_AMD_texture_gather_bias_lod: a gather from a level of detail of the shader's choosing.
//
// build: --target-env vulkan1.0
// sos: outcome radv-bonaire,radv-navi10,radv-navi21,radv-pitcairn,radv-polaris10,radv-stoney,radv-vega10 unchanged
#extension GL_AMD_texture_gather_bias_lod : require

layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = textureGatherLodAMD(picture, where, 2.0, 1) + textureGather(picture, where, 0, 0.5);
}
