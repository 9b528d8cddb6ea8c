#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// run: 0=5 1=-9
// run: 0=-1 1=1 2=1
//
// Constants inside vectors, taken apart again, and operations on whole vectors.
layout(local_size_x = 64) in;
layout(constant_id = 0) const int A = 2;
layout(constant_id = 1) const int B = -3;
layout(constant_id = 2) const bool CHOICE = false;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };
const ivec3 TRIPLE = ivec3(A, B, 11);
const ivec3 SUM = TRIPLE + ivec3(B, 4, A);
const ivec2 SWAPPED = SUM.zx;
const int PART = SWAPPED.x * SUM.y;
const int SELECTED = CHOICE ? PART : A + B;

void main() {
    uint at = gl_LocalInvocationID.x;
    uint value = source[at];
    if (PART > 4) value += 1u;
    if (SELECTED < 0) value ^= 0xFFu;
    int table[4] = int[4](A, B, A + B, 9);
    if (table[1] == -3) value *= 3u;
    if (all(lessThan(TRIPLE.xy, ivec2(3, 3)))) value += uint(SUM.x);
    result[at] = value;
    result[at + 64u] = uint(SELECTED + table[int(value & 3u)]);
    result[at + 128u] = uint(SWAPPED.y);
    result[at + 192u] = uint(PART);
}
