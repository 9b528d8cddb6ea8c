#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// run: 0=7 1=-3
// run: 0=-2147483648 1=2 2=0 3=31
// run: 0=1 1=-1 2=5 3=4294967295
//
// Operations on integer constants, with signs on both sides, that decide branches.
layout(local_size_x = 64) in;
layout(constant_id = 0) const int A = -7;
layout(constant_id = 1) const int B = 3;
layout(constant_id = 2) const uint C = 10u;
layout(constant_id = 3) const uint D = 0xFFFFFFF0u;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };
const int QUOTIENT = A / B;
const int MODULO = A % B;
const uint UNSIGNED_QUOTIENT = D / (C + 1u);
const uint UNSIGNED_MODULO = D % (C + 7u);
const int SHIFTED = A >> int(C & 31u);
const uint UNSIGNED_SHIFTED = D >> (C & 31u);
const uint MASK = (C ^ D) & ~uint(A) | (C << 3u);
const bool LESS = A < B;
const bool UNSIGNED_LESS = uint(A) < D;

void main() {
    uint at = gl_LocalInvocationID.x;
    uint x = source[at];
    uint value = 0u;
    if (QUOTIENT == -2) value += x; else value ^= x;
    if (LESS && !UNSIGNED_LESS) value += 17u;
    if (LESS != UNSIGNED_LESS) value *= 3u;
    switch (MODULO) {
    case -1: value += 100u; break;
    case 0: value -= 5u;
    case 2: value ^= 0x55u; break;
    case 1: value = value << 1; break;
    default: value = ~value; break;
    }
    result[at] = value;
    result[at + 64u] = uint(QUOTIENT) ^ uint(MODULO) << 8u ^ UNSIGNED_QUOTIENT;
    result[at + 128u] = UNSIGNED_MODULO + uint(SHIFTED) * 31u + UNSIGNED_SHIFTED;
    result[at + 192u] = MASK;
}
