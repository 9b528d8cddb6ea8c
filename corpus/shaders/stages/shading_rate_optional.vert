#version 450
// A shading rate from a vertex shader that only saves work; for SPIR-V 1.4, which lists all global variables.
//
// build: --target-env vulkan1.2
// sos: native FragmentShadingRateKHR
// sos: assume shading-rate-optional
// sos: outcome chosen rewritten
// sos: outcome nvk-ampere,nvk-turing,radv-navi21,radv-navi31 unchanged
// sos: absent lavapipe-* PrimitiveShadingRateKHR
// sos: shows shading-rate-output swiftshader
#extension GL_EXT_fragment_shading_rate : require

layout(location = 0) in vec4 place;

void main() {
    gl_Position = place;
    gl_PrimitiveShadingRateEXT = place.w > 1.0 ? gl_ShadingRateFlag2VerticalPixelsEXT : 0;
}
