#version 450
// Halves in a fragment shader, widened for derivatives, which Vulkan has for 32 bits alone.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    f16vec2 cell = f16vec2(floor(where * 16.0));
    float16_t value = cell.x * 2.0hf + cell.y;
    shade = vec4(value * 0.015625hf, dFdxFine(float(value)) * 0.125, dFdyFine(float(value)) * 0.25, 1.0);
}
