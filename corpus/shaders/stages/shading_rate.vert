#version 450
// The shading rate from a vertex shader.
//
// build: --target-env vulkan1.1
// sos: native FragmentShadingRateKHR
// sos: outcome chosen unsupported
// sos: outcome nvk-ampere,nvk-turing,radv-navi21,radv-navi31 unchanged
#extension GL_EXT_fragment_shading_rate : require

layout(location = 0) in vec4 place;

void main() {
    gl_Position = place;
    gl_PrimitiveShadingRateEXT = place.w > 1.0 ? gl_ShadingRateFlag2VerticalPixelsEXT : 0;
}
