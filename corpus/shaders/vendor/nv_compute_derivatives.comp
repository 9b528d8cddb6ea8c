#version 450
// SPV_NV_compute_shader_derivatives: differences within quads of a compute shader's invocations.
//
// build: --target-env vulkan1.1
// sos: novalidate SPIRV-Tools v2023.1 does not know SPV_KHR_compute_shader_derivatives, which stands for it elsewhere
// sos: native ComputeDerivativeGroupQuadsNV
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 29
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-25.0.7 rewritten
// sos: outcome nvk-ampere,nvk-turing,hasvk-hsw unchanged
#extension GL_NV_compute_shader_derivatives : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    float value = float(source[at] >> 16);
    result[at] = vec2(dFdxFine(value), dFdyFine(value));
}
