#version 450
// The library's reductions: sums of each width. Of `reduce` the
// segments' highest lanes count.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 903
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

bool highest(uint width) {
    uint lanes = min(width, gl_SubgroupSize);
    return (gl_SubgroupInvocationID + 1u) % lanes == 0u;
}

#define ONE(OP, WIDTH, X) \
    put(word(allReduce##OP##WIDTH(X))); \
    reduced = word(reduce##OP##WIDTH(X)); \
    put(highest(WIDTH) ? reduced : 0u)
#define WIDTHS(OP, X) ONE(OP, 2, X); ONE(OP, 4, X); ONE(OP, 8, X); ONE(OP, 16, X); ONE(OP, 32, X)

void main() {
    uint reduced;
    uint bits = source[at];
    WIDTHS(Add, bits);
}
