#version 450
// Sparse textures under an index that differs between fragments: each case of the selection has a sparse instruction, which devices
// without residency lack.
//
// build: --target-env vulkan1.2
// sos: native SparseResidency SampledImageArrayNonUniformIndexing
// sos: outcome lavapipe-22.3.6 rewritten
// sos: outcome vulkan-* unsupported
#extension GL_ARB_sparse_texture2 : require
#extension GL_EXT_nonuniform_qualifier : require

layout(binding = 0) uniform sampler2D pictures[3];
layout(location = 0) flat in int chosen;
layout(location = 1) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec4 fine, texel;
    int code = sparseTextureLodARB(pictures[nonuniformEXT(chosen % 3)], where, 1.0, fine);
    shade = sparseTexelsResidentARB(code) ? fine : vec4(0.5);
    code = sparseTexelFetchARB(pictures[nonuniformEXT(chosen % 3)], ivec2(where), 0, texel);
    shade += sparseTexelsResidentARB(code) ? texel : vec4(0.25);
}
