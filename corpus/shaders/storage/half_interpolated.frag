#version 450
// Interpolation of 16-bit inputs by SPV_AMD_gpu_shader_half_float, with an offset of halves.
//
// build: --target-env vulkan1.1
// sos: draw 16 16
// sos: novalidate spirv-val takes 32-bit interpolants alone, whatever the extension says
// sos: outcome lavapipe-*,nvk-ampere,radv-pitcairn,radv-polaris10 rewritten
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_AMD_gpu_shader_half_float : require

layout(location = 0) in f16vec2 where;
layout(location = 1) in f16vec4 list[2];
layout(location = 0) out f16vec4 shade;

void main() {
    shade = interpolateAtCentroid(list[1]) + interpolateAtSample(where, 1).xyxy
        + interpolateAtOffset(where, f16vec2(0.25hf, -0.25hf)).xxyy;
}
