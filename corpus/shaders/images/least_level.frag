#version 450
// A least level of detail for a sample (MinLod).
//
// build: --target-env vulkan1.0
// sos: native MinLod
// sos: outcome chosen unsupported
// sos: outcome radv-*,nvk-ampere,nvk-turing,amd-r7-370-windows unchanged
#extension GL_ARB_sparse_texture_clamp : require

layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec3 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = textureClampARB(picture, where.xy, where.z);
}
