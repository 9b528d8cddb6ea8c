#version 450
// Sparse textures: whether what was read is resident decides what is shown.
//
// build: --target-env vulkan1.0
// sos: native SparseResidency
// sos: outcome vulkan-* unsupported
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-turing unchanged
// sos: shows sparse-residency swiftshader
#extension GL_ARB_sparse_texture2 : require

layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec4 fine, coarse = textureLod(picture, where, 4.0);
    int code = sparseTextureARB(picture, where, fine);
    shade = sparseTexelsResidentARB(code) ? fine : coarse;
}
