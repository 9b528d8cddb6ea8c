#version 450
// 16-bit inputs of a fragment shader, from half_stage.vert.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16
// sos: draw 16 16 with half_stage.vert.spv
// sos: outcome radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
// sos: shows narrow-interface lavapipe-25.0.7
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(location = 0) in f16vec4 colour;
layout(location = 1) flat in uint16_t kind;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(colour) * (uint(kind) == 3u ? 0.5 : 0.25);
}
