#version 450
// The logistic map, chaotic: after two hundred steps not a bit is left of a result that was once rounded differently.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 709
// sos: buffer 0 1 zero 1024
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uvec4 source[32]; };
layout(std430, binding = 1) buffer Out { dvec4 result[32]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    precise dvec4 x = dvec4(source[at]) / 4294967296.0lf;
    precise double r = 3.75lf + 0.25lf * x.w;
    for (int i = 0; i < 200; i++) x = x * (1.0lf - x) * r;
    result[at] = x;
}
