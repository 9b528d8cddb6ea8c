#version 450
// The library's shuffles: each mode and width, by an index that differs from lane to lane and at times leaves the segment;
// and its permutation.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 905
// sos: buffer 0 1 zero 19968
#extension GL_GOOGLE_include_directive : require
#include "sos_shuffle.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint at = gl_GlobalInvocationID.x;
uint slot = 0u;

void put(uint value) {
    result[128u * slot++ + at] = value;
}
void put(int value) {
    put(uint(value));
}
void put(float value) {
    put(floatBitsToUint(value));
}

#define ALL(X) \
    put(shuffleIndexed(X, index, width, valid)); \
    put(uint(valid)); \
    put(shuffleUp(X, index, width, valid)); \
    put(uint(valid)); \
    put(shuffleDown(X, index, width, valid)); \
    put(uint(valid)); \
    put(shuffleXor(X, index, width))

void main() {
    uint bits = source[at], index, other = (bits >> 8) % gl_SubgroupSize;
    bool valid;
    for (uint width = 2u; width <= 32u; width *= 2u) {
        index = (bits >> 8) % (width + 2u);
        ALL(bits);
    }
    const uint width = 4u;
    put(shuffleIndexed(int(bits), index, width));
    put(shuffleDown(float(bits), index, width, valid));
    put(bpermute(bits, other));
    put(bpermute(float(bits), other));
}
