// Conversions between the bits of 64-bit floats and 32-bit floats.

// The difference of the exponents' biases, in the upper word of a 64-bit float.
#define DOUBLE_BIAS (896u << 20)

// The 32-bit float nearest to a 64-bit one, ties to even, including denormals; infinity from 2^128 - 2^103 on.
float double_decode(const uint64_t x) {
    uint low = uint(x);
    uint high = uint(x >> 32u);
    uint a = high & MAGNITUDE;
    uint sign = high ^ a;
    // The 29 low bits of the significand that a 32-bit float lacks, and those above them.
    uint above = low >> 29u;
    uint rest = low & 0x1FFFFFFFu;
    // A normal number: its 32 upper bits shifted into place, plus one if the rest is above half, or is half and the last bit odd.
    uint top = a - DOUBLE_BIAS << 3u | above;
    uint normal = top + (rest + (top & 1u) + 0x0FFFFFFFu >> 29u);
    // Below 2^-126: the significand with the implicit bit and a sticky bit for everything below, shifted right.
    uint significand = (a & 0x000FFFFFu | 0x00100000u) << 4u | above << 1u | mix(0u, 1u, rest != 0u);
    uint drop = min(897u - (a >> 20u), 26u);
    uint half_less = (1u << drop) - 1u;
    drop += 1u;
    uint small = significand + half_less + (significand >> drop & 1u) >> drop;
    uint value = mix(normal, small, a < 897u << 20);
    value = mix(value, INFINITY, a >= 1151u << 20);
    uint all = a | mix(0u, 1u, low != 0u);
    value = mix(value, NAN, all > 0x7FF00000u);
    return uintBitsToFloat(value | sign);
}

// The 64-bit float equal to a 32-bit one, including denormals.
uint64_t double_encode(const float x) {
    uint bits = floatBitsToUint(x);
    uint a = bits & MAGNITUDE;
    uint sign = bits ^ a;
    // A denormal number is shifted until its first one bit is the implicit bit; the shift amount determines the exponent, to which
    // the implicit bit adds 1.
    bool is_denormal = a < 0x00800000u;
    uint by = uint(23 - findMSB(a));
    uint shifted = a << by;
    uint tiny = mix((shifted >> 3u) + DOUBLE_BIAS - (by << 20u), 0u, a == 0u);
    uint normal = (a >> 3u) + DOUBLE_BIAS;
    uint high = mix(normal, normal + DOUBLE_BIAS, a >= INFINITY);
    high = mix(high, tiny, is_denormal) | sign;
    uint low = mix(a, shifted, is_denormal) << 29u;
    return uint64_t(high) << 32u | uint64_t(low);
}
