#version 450
// SPV_NV_shader_image_footprint: which texels a filtered look-up would touch.
//
// build: --target-env vulkan1.1
// sos: outcome chosen unsupported
#extension GL_NV_shader_texture_footprint : require

layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 where;
layout(location = 0) out uvec4 shade;

void main() {
    gl_TextureFootprint2DNV print;
    bool single = textureFootprintNV(picture, where, 4, false, print);
    shade = uvec4(print.anchor, print.lod, single ? print.mask.x : print.mask.y);
}
