#version 450
// SPV_INTEL_shader_integer_functions2 on 16 bits, and on 8, for which GLSL has no names.
//
// sos: native IntegerFunctions2INTEL
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 63
// sos: buffer 0 1 zero 1024
#extension GL_INTEL_shader_integer_functions2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

spirv_instruction(id = 5587) u8vec4 difference(i8vec4 x, i8vec4 y);
spirv_instruction(id = 5589) i8vec4 sum(i8vec4 x, i8vec4 y);
spirv_instruction(id = 5590) u8vec4 sum(u8vec4 x, u8vec4 y);
spirv_instruction(id = 5593) i8vec4 middle(i8vec4 x, i8vec4 y);
spirv_instruction(id = 5596) u8vec4 rest(u8vec4 x, u8vec4 y);

void main() {
    uint at = gl_LocalInvocationIndex;
    i16vec2 a = i16vec2(unpackUint2x16(source[at])), b = i16vec2(unpackUint2x16(source[at ^ 1u]));
    u16vec2 c = u16vec2(a), d = u16vec2(b);
    i16vec2 shorts = addSaturate(a, b) ^ subtractSaturate(a, b) ^ average(a, b);
    u16vec2 positive = addSaturate(c, d) ^ absoluteDifference(a, b) ^ averageRounded(c, d);
    u8vec4 e = unpack8(source[at]), f = unpack8(source[at ^ 1u]);
    i8vec4 g = i8vec4(e), h = i8vec4(f);
    result[at] = uvec4(packUint2x16(u16vec2(shorts)), packUint2x16(positive), pack32(sum(e, f) ^ difference(g, h)),
                       pack32(u8vec4(sum(g, h) ^ middle(g, h)) ^ rest(e, f)));
}
