#version 450
// Functions of GLSL.std.450 that give two results, and their inverses.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 214
// sos: buffer 0 1 zero 1024
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    float value = float(int(source[at])) * 0.0009765625;
    float whole;
    int exponent;
    float part = modf(value, whole), mantissa = frexp(value, exponent);
    result[at] = vec4(part, whole, mantissa, ldexp(mantissa, exponent - 3));
}
