#version 450
// The library's scans: sums of each width, inclusive and exclusive.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 904
// sos: buffer 0 1 zero 5120
#extension GL_GOOGLE_include_directive : require
#include "sos_scan.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint at = gl_GlobalInvocationID.x;
uint slot = 0u;

void put(uint value) {
    result[128u * slot++ + at] = value;
}

#define ONE(OP, WIDTH, X) put(inclusiveScan##OP##WIDTH(X)); put(exclusiveScan##OP##WIDTH(X))
#define WIDTHS(OP, X) ONE(OP, 2, X); ONE(OP, 4, X); ONE(OP, 8, X); ONE(OP, 16, X); ONE(OP, 32, X)

void main() {
    uint bits = source[at];
    WIDTHS(Add, bits);
}
