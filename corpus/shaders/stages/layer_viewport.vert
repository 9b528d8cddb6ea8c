#version 450
// The layer and the viewport from a vertex shader, by SPV_EXT_shader_viewport_index_layer.
//
// build: --target-env vulkan1.1
// sos: native ShaderViewportIndexLayerEXT
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_ARB_shader_viewport_layer_array : require

layout(location = 0) in vec4 place;

void main() {
    gl_Position = place;
    gl_Layer = gl_InstanceIndex & 3;
    gl_ViewportIndex = gl_InstanceIndex >> 2;
}
