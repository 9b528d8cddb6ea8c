#version 450
// An array of input attachments under a dynamic index.
//
// build: --target-env vulkan1.2
// sos: novalidate SPIRV-Tools (v2023.1 as well as v2025.5) leaves the capability out of those of Vulkan
// sos: native InputAttachmentArrayDynamicIndexing
// sos: outcome chosen rewritten
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: shows descriptor-index swiftshader
#extension GL_EXT_nonuniform_qualifier : require

layout(input_attachment_index = 0, binding = 0) uniform subpassInput layers[3];
layout(push_constant) uniform Push { int chosen; };
layout(location = 0) out vec4 shade;

void main() {
    shade = subpassLoad(layers[chosen]) + subpassLoad(layers[0]);
}
