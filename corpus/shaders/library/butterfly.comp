#version 450
// The library's butterflies: each width and type, and a bitonic merge of every eight numbers, in which a lane keeps the lesser or the
// greater of two.
//
// build: -g0 --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 902
// sos: buffer 0 1 zero 5632
#extension GL_GOOGLE_include_directive : require
#include "sos_butterfly.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint at = gl_GlobalInvocationID.x;
uint slot = 0u;

void put(uint value) {
    result[128u * slot++ + at] = value;
}
void put(float value) {
    put(floatBitsToUint(value));
}

#define WIDTHS(X) put(butterfly2(X)); put(butterfly4(X)); put(butterfly8(X)); put(butterfly16(X)); put(butterfly32(X))

uint keep(uint mine, uint other, uint bit) {
    return (gl_SubgroupInvocationID & bit) == 0u ? min(mine, other) : max(mine, other);
}

void main() {
    uint bits = source[at];
    WIDTHS(bits);
    WIDTHS(float(bits));
    bits = keep(bits, butterfly8(bits), 4u);
    bits = keep(bits, butterfly4(bits), 2u);
    put(keep(bits, butterfly2(bits), 1u));
}
