// Rounding of 64-bit floats to integers, and taking them apart.

// The bits of a float below the point, as a mask; all but the sign for numbers below 1, none for those without any.
Pair _below_point64(const uint size) {
    // The number of bits, from 52 for 1 to none.
    int by = 1075 - int(size >> 20u);
    uint less = uint(clamp(by, 0, 52));
    uint mask = (1u << (less & 31u)) - 1u;
    bool is_far = less > 31u;
    bool is_all = by > 52;
    return Pair(mix(mix(mask, ~0u, is_far), ~0u, is_all), mix(mix(0u, mask, is_far), MAGNITUDE, is_all));
}

Pair f64_trunc(const uint lo, const uint hi) {
    Pair mask = _below_point64(hi & MAGNITUDE);
    return Pair(lo & ~mask.lo, hi & ~mask.hi);
}

// The integer above in magnitude where all bits of `away` are ones, else the one below.
Pair _rounded64(const uint lo, const uint hi, const uint away) {
    uint size = hi & MAGNITUDE;
    Pair mask = _below_point64(size);
    // Adding all bits below the point carries into those above if any of them is one.
    uint carry;
    uint low = uaddCarry(lo, mask.lo & away, carry);
    uint high = hi + (mask.hi & away) + carry;
    // Numbers below 1, and what has a zero in front of the point, are no integers yet.
    bool is_small = size < 0x3FF00000u;
    bool is_zero = (size | lo) == 0u;
    uint one = mix(0x3FF00000u & away, 0u, is_zero);
    return Pair(mix(low & ~mask.lo, 0u, is_small), mix(high & ~mask.hi, hi & SIGN | one, is_small));
}

Pair f64_floor(const uint lo, const uint hi) {
    return _rounded64(lo, hi, _sign(hi));
}

Pair f64_ceil(const uint lo, const uint hi) {
    return _rounded64(lo, hi, ~_sign(hi));
}

// To the nearest integer, ties to even.
Pair f64_round_even(const uint lo, const uint hi) {
    uint size = hi & MAGNITUDE;
    Pair mask = _below_point64(size);
    // One half less the smallest bit, and the lowest bit of the integer. That of 1 is the lowest of its exponent, which is odd.
    Pair half_less = Pair(mask.lo >> 1u | mask.hi << 31u, mask.hi >> 1u);
    Pair bit = Pair(mask.lo & ~half_less.lo, mask.hi & ~half_less.hi);
    half_less = _sub(bit, Pair(mix(1u, 0u, (bit.lo | bit.hi) == 0u), 0u));
    uint is_odd = mix(0u, 1u, (lo & (bit.lo << 1u) | hi & (bit.hi << 1u | bit.lo >> 31u)) != 0u);
    uint carry;
    uint low = uaddCarry(lo, half_less.lo, carry);
    uint high = hi + half_less.hi + carry;
    low = uaddCarry(low, mix(is_odd, 0u, (bit.lo | bit.hi) == 0u), carry);
    high += carry;
    // Below 1: 1 if above one half.
    bool is_small = size < 0x3FF00000u;
    uint one = mix(0u, 0x3FF00000u, _ranked64(lo, size) > 0x3FE00000u);
    return Pair(mix(low & ~mask.lo, 0u, is_small), mix(high & ~mask.hi, hi & SIGN | one, is_small));
}

// A number from 1/2 to 1, and the exponent of the power of two by which it is multiplied; zero, infinity and NaN stay, with 0.
struct Parts64 {
    uint lo;
    uint hi;
    int exponent;
};

Parts64 f64_frexp(const uint lo, const uint hi) {
    uint size = hi & MAGNITUDE;
    Normal x = _normal64(lo, size);
    bool stays = x.is_zero || (size >= INFINITY64);
    uint low = x.significand.hi << 21u | x.significand.lo >> 11u;
    uint high = hi & SIGN | x.significand.hi >> 11u & FRACTION64 | 0x3FE00000u;
    return Parts64(mix(low, lo, stays), mix(high, hi, stays), mix(x.exponent - 1022, 0, stays));
}

Unrounded f64_scaled(const uint lo, const uint hi, const int by) {
    uint size = hi & MAGNITUDE;
    uint sign = hi ^ size;
    Normal x = _normal64(lo, size);
    uint rank = _ranked64(lo, size);
    uint special = mix(mix(0u, hi, rank >= INFINITY64), NAN64, rank > INFINITY64);
    int exponent = mix(x.exponent + clamp(by, -4096, 4096), 1, x.is_zero);
    return _aligned64(x.significand, exponent, sign, special);
}

Pair f64_ldexp(const uint lo, const uint hi, const int by) {
    return _nearest64(f64_scaled(lo, hi, by));
}

Pair f64_ldexp_zero(const uint lo, const uint hi, const int by) {
    return _zero64(f64_scaled(lo, hi, by));
}
