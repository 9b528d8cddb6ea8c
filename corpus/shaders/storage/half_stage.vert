#version 450
// 16-bit outputs of a vertex shader; they have to match the inputs of half_stage.frag on every device.
//
// build: --target-env vulkan1.1
// sos: native StorageInputOutput16
// sos: outcome radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(location = 0) out f16vec4 colour;
layout(location = 1) flat out uint16_t kind;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
    colour = f16vec4(vec4(corner, 0.5, 1.0));
    kind = uint16_t(3);
}
