#version 450
// The rate at which a fragment shader runs.
//
// build: --target-env vulkan1.1
// sos: draw 16 16
// sos: native FragmentShadingRateKHR
// sos: outcome chosen rewritten
// sos: outcome nvk-ampere,nvk-turing,radv-navi21,radv-navi31 unchanged
// sos: outcome adreno-a6xx unsupported
// sos: shows shading-rate swiftshader
#extension GL_EXT_fragment_shading_rate : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(where, float(gl_ShadingRateEXT) * 0.125, 1.0);
}
