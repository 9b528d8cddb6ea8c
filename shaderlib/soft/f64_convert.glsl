// Conversions of 64-bit floats.

// --- to and from 32-bit floats ---

// The difference of the exponents' biases, in the upper word of a 64-bit float.
#define DOUBLE_BIAS (896u << 20)

Pair f64_from_float(const float x) {
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
    return Pair(mix(a, shifted, is_denormal) << 29u, high);
}

// To nearest, ties to even, including denormals; infinity from 2^128 - 2^103 on.
float f64_to_float(const uint low, const uint high) {
    uint a = high & MAGNITUDE;
    uint sign = high ^ a;
    // The 29 low bits of the significand that a 32-bit float lacks, and those above them.
    uint above = low >> 29u;
    uint rest = low & 0x1FFFFFFFu;
    // A normal number: its 32 upper bits shifted into place, plus one if the rest is above half, or is half and the last bit odd.
    uint top = a - DOUBLE_BIAS << 3u | above;
    uint normal = top + (rest + (top & 1u) + 0x0FFFFFFFu >> 29u);
    // Below 2^-126: the significand with the implicit bit and a sticky bit for everything below, shifted right.
    uint significand = (a & FRACTION64 | HIDDEN64) << 4u | above << 1u | mix(0u, 1u, rest != 0u);
    uint drop = min(897u - (a >> 20u), 26u);
    uint half_less = (1u << drop) - 1u;
    drop += 1u;
    uint small = significand + half_less + (significand >> drop & 1u) >> drop;
    uint value = mix(normal, small, a < 897u << 20);
    value = mix(value, INFINITY, a >= 1151u << 20);
    value = mix(value, NAN, _ranked64(low, a) > INFINITY64);
    return uintBitsToFloat(value | sign);
}

// Towards zero, including denormals; from 2^128 on, the largest number.
float f64_to_float_zero(const uint low, const uint high) {
    uint a = high & MAGNITUDE;
    uint sign = high ^ a;
    uint value = a - DOUBLE_BIAS << 3u | low >> 29u;
    uint significand = (a & FRACTION64 | HIDDEN64) << 3u | low >> 29u;
    value = mix(value, significand >> min(897u - (a >> 20u), 24u), a < 897u << 20);
    value = mix(value, INFINITY - 1u, a >= 1151u << 20);
    value = mix(value, INFINITY, a == INFINITY64);
    value = mix(value, NAN, _ranked64(low, a) > INFINITY64);
    return uintBitsToFloat(value | sign);
}

// Zero, with the sign, for a number whose 32-bit float would be denormal.
Pair f64_flush_32(const uint lo, const uint hi) {
    bool is_denormal = (hi & MAGNITUDE) < 897u << 20;
    return Pair(mix(lo, 0u, is_denormal), hi & mix(~0u, SIGN, is_denormal));
}

// A 32-bit float that rounds to the same 16-bit one: towards zero, but the last bit is set if anything is lost. What is too small
// for that is the smallest number.
float f64_to_float_odd(const uint low, const uint high) {
    uint a = high & MAGNITUDE;
    uint sign = high ^ a;
    uint value = a - DOUBLE_BIAS << 3u | low >> 29u | mix(0u, 1u, (low & 0x1FFFFFFFu) != 0u);
    uint rank = _ranked64(low, a);
    value = mix(value, mix(0x00800000u, 0u, rank == 0u), a < 897u << 20);
    value = mix(value, INFINITY - 1u, a >= 1151u << 20);
    value = mix(value, INFINITY, a == INFINITY64);
    value = mix(value, NAN, rank > INFINITY64);
    return uintBitsToFloat(value | sign);
}

// The bits of a 64-bit float as one integer.
float double_decode(const uint64_t x) {
    return f64_to_float(uint(x), uint(x >> 32u));
}

uint64_t double_encode(const float x) {
    Pair words = f64_from_float(x);
    return uint64_t(words.hi) << 32u | uint64_t(words.lo);
}

// --- to and from integers ---

Pair f64_from_u32(const uint x) {
    int first = findMSB(x);
    // The leading one adds 1 to the exponent. For 0, any shift; the exponent becomes 0.
    uint shifted = x << (uint(31 - first) & 31u);
    uint exponent = mix(uint(first + 1022) << 20u, 0u, x == 0u);
    return Pair(shifted << 21u, (shifted >> 11u) + exponent);
}

Pair f64_from_i32(const int x) {
    uint sign = _sign(uint(x));
    Pair size = f64_from_u32((uint(x) ^ sign) - sign);
    return Pair(size.lo, size.hi | sign & SIGN);
}

Unrounded _whole64(const Pair a, const uint sign) {
    bool is_low = a.hi == 0u;
    uint top = mix(a.hi, a.lo, is_low);
    uint tail = mix(a.lo, 0u, is_low);
    uint zeros = uint(31 - findMSB(top));
    uint by = zeros & 31u;
    int exponent = 1086 - int(zeros) - mix(0, 32, is_low);
    return Unrounded(Pair(tail << by, _left(top, tail, by)), mix(exponent, 1, top == 0u), sign, 0u);
}

Unrounded _signed64(const uint lo, const uint hi) {
    uint sign = _sign(hi);
    return _whole64(_with_sign(Pair(lo, hi), sign), sign & SIGN);
}

Pair f64_from_u64(const uint lo, const uint hi) {
    return _nearest64(_whole64(Pair(lo, hi), 0u));
}

Pair f64_from_u64_zero(const uint lo, const uint hi) {
    return _zero64(_whole64(Pair(lo, hi), 0u));
}

Pair f64_from_i64(const uint lo, const uint hi) {
    return _nearest64(_signed64(lo, hi));
}

Pair f64_from_i64_zero(const uint lo, const uint hi) {
    return _zero64(_signed64(lo, hi));
}

// Towards zero; the lower word is that of a conversion to 32 bits or fewer. What the result cannot represent has no defined one.
Pair f64_to_u64(const uint lo, const uint hi) {
    uint size = hi & MAGNITUDE;
    int by = 1086 - int(size >> 20u);
    uint whole = size & FRACTION64 | HIDDEN64;
    Pair all = Pair(lo << 11u, whole << 11u | lo >> 21u);
    uint less = uint(clamp(by, 0, 63));
    bool is_far = less > 31u;
    less &= 31u;
    uint low = mix(all.lo, all.hi, is_far);
    uint high = mix(all.hi, 0u, is_far);
    bool is_small = by > 63;
    return Pair(mix(_right(high, low, less), 0u, is_small), mix(high >> less, 0u, is_small));
}

Pair f64_to_i64(const uint lo, const uint hi) {
    return _with_sign(f64_to_u64(lo, hi), _sign(hi));
}
