#version 450
// The library's reductions: each operation and type, of two lanes.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 909
// sos: buffer 0 1 zero 5120
#extension GL_GOOGLE_include_directive : require
#include "sos_reduce.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint at = gl_GlobalInvocationID.x;
uint slot = 0u;

uint word(uint value) {
    return value;
}
uint word(int value) {
    return uint(value);
}
uint word(float value) {
    return floatBitsToUint(value);
}
void put(uint value) {
    result[128u * slot++ + at] = value;
}

#define ONE(OP, X) put(word(allReduce##OP##2(X)))

void main() {
    uint bits = source[at];
    ONE(Min, bits);
    ONE(Max, bits);
    ONE(And, bits);
    ONE(Or, bits);
    ONE(Xor, bits);
    ONE(Min, int(bits));
    ONE(Max, int(bits));
    // Whole numbers: the order of a sum is open.
    ONE(Add, float(int(bits) >> 16));
    ONE(Min, float(bits >> 8));
    ONE(Max, float(bits >> 8));
}
