#version 450
// The number of the view in a multiview render pass.
//
// build: --target-env vulkan1.1
// sos: native MultiView
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
#extension GL_EXT_multiview : require

layout(location = 0) in vec4 place;
layout(binding = 0) uniform Views { mat4 views[2]; };

void main() {
    gl_Position = views[gl_ViewIndex] * place;
}
