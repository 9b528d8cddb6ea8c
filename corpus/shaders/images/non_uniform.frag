#version 450
// Textures, storage images and texel buffers under indices that differ between fragments.
//
// build: --target-env vulkan1.2
// sos: native SampledImageArrayNonUniformIndexing StorageImageArrayNonUniformIndexing UniformTexelBufferArrayNonUniformIndexing
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: draw 16 16 with number.vert.spv
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 2
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 3
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 4
// sos: image 1 0 storage 2D 16x16 Rgba8 random 400 5
// sos: image 1 0 storage 2D 16x16 Rgba8 random 400 6
// sos: image 1 0 storage 2D 16x16 Rgba8 random 400 7
// sos: image 1 0 storage 2D 16x16 Rgba8 random 400 8
// sos: texels 2 0 uniform Rgba8 random 16 1
// sos: texels 2 0 uniform Rgba8 random 16 2
// sos: texels 2 0 uniform Rgba8 random 16 3
// sos: texels 2 0 uniform Rgba8 random 16 4
#extension GL_EXT_nonuniform_qualifier : require

layout(binding = 0) uniform sampler2D pictures[];
layout(set = 1, binding = 0, rgba8) uniform readonly image2D planes[4];
layout(set = 2, binding = 0) uniform samplerBuffer lines[4];
layout(location = 0) flat in int chosen;
layout(location = 1) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    shade = texture(pictures[nonuniformEXT(chosen)], where);
    shade += imageLoad(planes[nonuniformEXT(chosen & 3)], at);
    shade += texelFetch(lines[nonuniformEXT(chosen & 3)], at.x);
}
