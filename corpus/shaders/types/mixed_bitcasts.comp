#version 450
// The same 64 bits as four halves, four shorts, two words and one long.
//
// build: --target-env vulkan1.2
// sos: native Float16 Int16 Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 524
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t bits = packUint2x32(source[at]);
    u16vec4 shorts = unpackUint4x16(bits);
    u8vec4 bytes = unpack8(source[at].x);
    uint64_t turned = packUint4x16(shorts.wzyx);
    f16vec2 halves = unpackFloat2x16(packUint2x16(u16vec2(bytes.xy) | 0x4000us));
    result[at] = uvec4(unpackUint2x32(turned), packFloat2x16(halves * 2.0hf), pack32(bytes.wzyx));
}
