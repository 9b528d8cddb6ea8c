#version 450
// The library's quads: every swizzle of each type, and both votes.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 901
// sos: buffer 0 1 zero 13312
#extension GL_GOOGLE_include_directive : require
#include "sos_quad.glsl"

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

#define SWIZZLES(NAME, VALUE) \
    put(NAME##0(VALUE)); put(NAME##1(VALUE)); put(NAME##2(VALUE)); put(NAME##3(VALUE)); \
    put(NAME##X(VALUE)); put(NAME##Y(VALUE))

void main() {
    uint bits = source[at];
    SWIZZLES(quadSwizzle, bits);
    SWIZZLES(quadSwizzle, int(bits));
    SWIZZLES(quadSwizzle, float(bits >> 8));
    SWIZZLES(quadSwizzleFloat, float(bits >> 16));
    put(uint(allQuad((bits & 3u) != 0u)));
    put(uint(anyQuad((bits & 3u) == 0u)));
}
