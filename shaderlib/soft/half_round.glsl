// Rounds a 32-bit float to a half: towards zero instead of to nearest even if TO_ZERO is defined, denormal halves to zeros if
// FLUSH is. Scales the last place of the half to 1, and back: multiplication by a power of two is exact.
float NAME(const float x) {
    uint bits = floatBitsToUint(x);
    uint a = bits & MAGNITUDE;
    uint sign = bits ^ a;
    // The power of two of the number's exponent; denormal halves have the last place of the least normal one.
    uint power = clamp(a & INFINITY, HALF_LEAST_NORMAL, HALF_LAST_POWER);
    // 2^10 / power, and its reciprocal.
    float up = uintBitsToFloat((2u * 127u + 10u << 23) - power);
    float unit = uintBitsToFloat(power - (10u << 23));
#ifdef TO_ZERO
    uint rounded = floatBitsToUint(trunc(x * up) * unit);
#else
    uint rounded = floatBitsToUint(roundEven(x * up) * unit);
#endif
#if defined TO_ZERO || defined FLUSH
    rounded &= MAGNITUDE;
#endif
#ifdef FLUSH
    rounded = mix(rounded, 0u, rounded < HALF_LEAST_NORMAL);
#endif
#ifdef TO_ZERO
    rounded = mix(min(rounded, HALF_LARGEST), a, a >= INFINITY);
#else
    // Infinity, or the NaN itself.
    rounded = mix(rounded, max(a, INFINITY), a >= HALF_OVERFLOW);
#endif
    return uintBitsToFloat(rounded | sign);
}
#undef NAME
#undef TO_ZERO
#undef FLUSH
