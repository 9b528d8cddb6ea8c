#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// run: 0=0
// run: 0=0 1=40
// run: 1=40 2=-2147483648 3=1
//
// Operations on constants whose results are undefined, and chosen against. The least integer divided by -1 is one that lavapipe
// dies of, so no run has it.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint DIVISOR = 3u;
layout(constant_id = 1) const uint SHIFT = 5u;
layout(constant_id = 2) const int LEFT = -9;
layout(constant_id = 3) const int RIGHT = 2;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };
const uint QUOTIENT = DIVISOR == 0u ? 7u : 100u / DIVISOR;
const uint REMAINDER = DIVISOR == 0u ? 8u : 100u % DIVISOR;
const uint SHIFTED = SHIFT < 32u ? 1u << SHIFT : 9u;
const int OVERFLOWING = RIGHT == -1 ? 10 : LEFT / RIGHT;

void main() {
    uint at = gl_LocalInvocationID.x;
    uint value = source[at];
    if (QUOTIENT > 30u) value += 1u;
    if (SHIFTED == 32u) value += 2u;
    if (DIVISOR != 0u && value / DIVISOR > 5u) value += 4u;
    result[at] = value;
    result[at + 64u] = QUOTIENT + (REMAINDER << 8u);
    result[at + 128u] = SHIFTED;
    result[at + 192u] = uint(OVERFLOWING);
}
