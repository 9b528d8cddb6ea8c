#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// run: 0=0x00000000 1=0x80000000
// run: 0=0x7F800000 1=0x3F800000
// run: 0=0xBF800000 1=0x33800000
// run: 0=0x3DCCCCCD 1=0x3E99999A
//
// Comparisons and arithmetic of float constants that decide branches: zeros of both signs, infinity, and results that
// are right only when rounded to 32 bits.
layout(local_size_x = 64) in;
layout(constant_id = 0) const float F = 0.1;
layout(constant_id = 1) const float G = 0.7;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

void main() {
    uint at = gl_LocalInvocationID.x;
    uint value = source[at];
    precise float sum = F + G;
    precise float product = F * G;
    precise float difference = sum - F;
    if (F == G) value += 1u;
    if (F < G) value += 2u;
    if (!(F <= G)) value += 4u;
    if (difference == G) value += 8u;
    if (product > 0.07) value += 16u;
    if (sum != sum + 0.00000001) value += 32u;
    if (isinf(F)) value += 64u;
    if (-F > G) value += 128u;
    if (int(min(F * 3.0, 100.0)) >= 1) value += 256u;
    if (float(3) * F != F + F + F) value += 512u;
    result[at] = value;
    // Devices need not keep the sign of a zero.
    result[at + 64u] = sum == 0.0 ? 0u : floatBitsToUint(sum);
    result[at + 128u] = product == 0.0 ? 0u : floatBitsToUint(product);
}
