// bfloat16: the upper half of a 32-bit float.

// The upper 16 bits of x, rounded to nearest, ties to even. A NaN becomes quiet.
uint bfloat16_encode(const float x) {
    uint bits = floatBitsToUint(x);
    uint upper = bits >> 16u;
    uint rounded = bits + 0x7FFFu + (upper & 1u) >> 16u;
    return mix(rounded, upper | 0x0040u, (bits & MAGNITUDE) > INFINITY);
}
