#version 450
// Sparse textures of 16-bit floats: what tells residency holds a texel beside it.
//
// build: --target-env vulkan1.1
// sos: native Float16ImageAMD
// sos: novalidate Vulkan's rules for image types do not know SPV_AMD_gpu_shader_half_float_fetch
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-turing rewritten
// sos: outcome vulkan-* unsupported
// sos: shows half-image lavapipe-25.0.7
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
#extension GL_ARB_sparse_texture2 : require
layout(binding = 0) uniform f16sampler2D picture;
layout(binding = 1) uniform f16sampler2DArray pages;
layout(location = 0) in vec3 where;
layout(location = 0) out vec4 shade;

void main() {
    f16vec4 fine, page, coarse = textureLod(picture, f16vec2(where), 4.0hf);
    int code = sparseTextureARB(picture, where.xy, fine);
    code &= sparseTexelFetchARB(pages, ivec3(where), 0, page);
    shade = vec4(sparseTexelsResidentARB(code) ? fine + page : coarse);
}
