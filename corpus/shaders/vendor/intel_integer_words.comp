#version 450
// SPV_INTEL_shader_integer_functions2 on 32 bits: every function, on scalars and on vectors, with an operand that is a
// specialization constant.
//
// sos: native IntegerFunctions2INTEL
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 61
// sos: buffer 0 1 zero 4096
#extension GL_INTEL_shader_integer_functions2 : require

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint limit = 0xfffffff0u;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint a = source[at], b = source[at ^ 1u];
    ivec2 c = ivec2(int(a), int(b)), d = ivec2(int(b), 7);
    uvec3 e = uvec3(a, b, a & 0xffu), f = uvec3(b, limit, b & 0xffu);
    uvec4 all = uvec4(countLeadingZeros(a >> (b & 31u)), countTrailingZeros(a << (b & 31u)), 0u, addSaturate(a, limit));
    all ^= uvec4(absoluteDifference(c, d), absoluteDifference(c.y, c.x), absoluteDifference(a, limit));
    result[4u * at] = all;
    result[4u * at + 1u] = uvec4(addSaturate(c, d), subtractSaturate(c, d)) ^ uvec4(average(c, d), averageRounded(c, d));
    result[4u * at + 2u] = uvec4(addSaturate(e, f) ^ subtractSaturate(e, f), multiply32x16(int(a), int(b)));
    result[4u * at + 3u] = uvec4(average(e, f) ^ averageRounded(e, f), multiply32x16(a, b));
}
