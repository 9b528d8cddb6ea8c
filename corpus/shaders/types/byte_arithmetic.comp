#version 450
// Arithmetic of bytes that runs over: results are what eight bits hold.
//
// build: --target-env vulkan1.2
// sos: native Int8
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 511
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: shows int8 swiftshader
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

uint word(u8vec4 bytes) {
    uvec4 wide = uvec4(bytes);
    return wide.x | wide.y << 8 | wide.z << 16 | wide.w << 24;
}

void main() {
    uint at = gl_GlobalInvocationID.x, bits = source[at];
    uint8_t a = uint8_t(bits), b = uint8_t(bits >> 8);
    int8_t c = int8_t(bits >> 16), d = int8_t(bits >> 24);
    u8vec4 plain = u8vec4(a + b, a - b, a * b, uint8_t(-c));
    u8vec4 signs = u8vec4(uint8_t(c + d), uint8_t(c * d), uint8_t(~a), uint8_t(c - d));
    result[at] = uvec2(word(plain), word(signs));
}
