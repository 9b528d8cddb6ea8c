#version 450
// Vectors and matrices of halves: swizzles, products, dot products of small whole numbers.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 504
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, bits = source[at];
    f16vec4 value = f16vec4(uvec4(bits, bits >> 3, bits >> 6, bits >> 9) & 7u);
    f16mat4 turn = f16mat4(value, value.yxwz, value.zwxy, value.wzyx);
    f16vec4 turned = turn * value.wxyz;
    turned.yz += value.xy * 2.0hf;
    result[at] = uvec2(packFloat2x16(turned.xy), packFloat2x16(f16vec2(dot(value, value.zyxw), turned.z)));
}
