#version 450
// What depends on the sign of 16-bit integers, with bit fields and counts done by shifts.
//
// build: --target-env vulkan1.2
// sos: native Int16
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 514
// sos: buffer 0 1 zero 4096
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x, bits = source[at];
    int16_t c = int16_t(bits), d = int16_t((bits >> 16) & 0x7ffeu) + int16_t(1);
    uint16_t a = uint16_t(bits), b = uint16_t(bits >> 16) | 1us;
    uint shift = (bits >> 9) & 15u;
    result[at] = uvec4(uint(a / b) << 16 | uint(a % b), uint(int(c / d)), uint(int(c >> shift)) ^ uint(a >> shift) << 16,
        uint(c < d) | uint(a < b) << 1 | uint(sign(c) + 1s) << 2 | uint(clamp(c, -100s, d)) << 16);
}
