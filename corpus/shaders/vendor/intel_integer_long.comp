#version 450
// SPV_INTEL_shader_integer_functions2 on 64 bits, which devices without shaderInt64 tell by words.
//
// sos: native IntegerFunctions2INTEL
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 62
// sos: buffer 0 1 zero 2048
#extension GL_INTEL_shader_integer_functions2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { u64vec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t a = packUint2x32(source[at]), b = packUint2x32(source[at ^ 1u]);
    i64vec2 c = i64vec2(int64_t(a), int64_t(b)), d = c.yx;
    u64vec2 both = u64vec2(addSaturate(a, b), subtractSaturate(a, b)) ^ absoluteDifference(a, b);
    result[2u * at] = both ^ u64vec2(average(a, b), averageRounded(a, b));
    i64vec2 sums = addSaturate(c, d) ^ subtractSaturate(c, d) ^ average(c, d) ^ averageRounded(c, d);
    result[2u * at + 1u] = u64vec2(sums) ^ absoluteDifference(c, d);
}
