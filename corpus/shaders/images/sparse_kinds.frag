#version 450
// Sparse textures: every way to read one that tells what is resident.
//
// build: --target-env vulkan1.0
// sos: native SparseResidency
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 1 combined 2DArray 8x8x2 R32ui random 128 2
// sos: image 0 2 combined 2D 16x16 D32 linear less f32 0.25 0.5 0.75 0.125
// sos: image 0 3 combined 3D 4x4x4 Rgba8 linear random 64 3
// sos: image 0 4 storage 2D 16x16 Rgba8 random 256 4
#extension GL_ARB_sparse_texture2 : require

layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform usampler2DArray layers;
layout(binding = 2) uniform sampler2DShadow shadow;
layout(binding = 3) uniform sampler3D fog;
layout(binding = 4, rgba8) uniform readonly image2D page;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;
layout(location = 1) out uvec4 count;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) & 7;
    vec4 texel = vec4(0.0), sum = vec4(0.0);
    float lit = 0.0;
    uvec4 number = uvec4(0u);
    uint resident = 0u;
    resident += uint(sparseTexelsResidentARB(sparseTextureLodARB(picture, where, 1.5, texel)));
    sum += texel;
    resident += uint(sparseTexelsResidentARB(sparseTextureOffsetARB(picture, where, ivec2(1, -2), texel)));
    sum += texel;
    resident += uint(sparseTexelsResidentARB(sparseTextureGradARB(picture, where, vec2(0.1), vec2(0.2), texel)));
    sum += texel;
    resident += uint(sparseTexelsResidentARB(sparseTextureGatherARB(picture, where, texel, 2)));
    sum += texel;
    resident += uint(sparseTexelsResidentARB(sparseTextureARB(shadow, vec3(where, 0.4), lit)));
    sum.x += lit;
    resident += uint(sparseTexelsResidentARB(sparseTextureLodARB(shadow, vec3(where, 0.6), 0.0, lit)));
    sum.y += lit;
    resident += uint(sparseTexelsResidentARB(sparseTextureGatherARB(shadow, where, 0.3, texel)));
    sum += texel;
    resident += uint(sparseTexelsResidentARB(sparseTexelFetchARB(layers, ivec3(at, 1), 0, number)));
    // One code for two reads.
    int code = sparseTextureARB(fog, vec3(where, 0.5), texel);
    sum += texel;
    if (sparseTexelsResidentARB(code)) {
        resident += uint(sparseTexelsResidentARB(sparseImageLoadARB(page, at, texel)));
        sum += texel;
    }
    shade = sum / 8.0;
    count = number + resident;
}
