// Addition of 64-bit floats.

Unrounded f64_sum(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    uint x_size = x_hi & MAGNITUDE;
    uint y_size = y_hi & MAGNITUDE;
    uint x_sign = x_hi ^ x_size;
    uint y_sign = y_hi ^ y_size;
    bool differ = x_sign != y_sign;

    // `a` is the larger one, `b` the smaller.
    bool exchanged = _less(Pair(x_lo, x_size), Pair(y_lo, y_size));
    uint a_lo = mix(x_lo, y_lo, exchanged);
    uint a_size = mix(x_size, y_size, exchanged);
    uint b_lo = mix(y_lo, x_lo, exchanged);
    uint b_size = mix(y_size, x_size, exchanged);
    uint sign = mix(x_sign, y_sign, exchanged);
    uint a_field = a_size >> 20u;
    uint b_field = b_size >> 20u;
    uint a_exponent = max(a_field, 1u);
    uint b_exponent = max(b_field, 1u);

    // The highest bit of both significands is left free for a carry; the ten lowest take what is shifted out.
    uint a_whole = a_size & FRACTION64 | mix(HIDDEN64, 0u, a_field == 0u);
    uint b_whole = b_size & FRACTION64 | mix(HIDDEN64, 0u, b_field == 0u);
    Pair a = Pair(a_lo << 10u, a_whole << 10u | a_lo >> 22u);
    Pair b = _right_sticky(Pair(b_lo << 10u, b_whole << 10u | b_lo >> 22u), min(a_exponent - b_exponent, 63u));

    uint flip = mix(0u, ~0u, differ);
    uint one;
    uint other;
    uint lo = uaddCarry(uaddCarry(a.lo, b.lo ^ flip, one), flip & 1u, other);
    uint hi = a.hi + (b.hi ^ flip) + one + other;

    // Shifted left until the highest bit is set, or until the exponent is that of denormal numbers.
    bool is_low = hi == 0u;
    uint top = mix(hi, lo, is_low);
    bool is_nothing = top == 0u;
    uint by = min(uint(31 - findMSB(top)) + mix(0u, 32u, is_low), a_exponent);
    bool is_far = by > 31u;
    hi = mix(hi, lo, is_far);
    lo = mix(lo, 0u, is_far);
    uint less = by & 31u;
    Pair significand = Pair(lo << less, _left(hi, lo, less));
    int exponent = mix(int(a_exponent + 1u - by), 1, is_nothing);

    // A difference of equal numbers is positive.
    uint sum_sign = mix(sign, x_sign & y_sign, is_nothing);
    uint a_rank = _ranked64(a_lo, a_size);
    bool is_apart = differ && (b_size >= INFINITY64);
    bool is_nan = (a_rank > INFINITY64) || is_apart;
    uint special = mix(mix(0u, INFINITY64 | sign, a_size >= INFINITY64), NAN64, is_nan);
    return Unrounded(significand, exponent, sum_sign, special);
}

Pair f64_add(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return _nearest64(f64_sum(x_lo, x_hi, y_lo, y_hi));
}

Pair f64_add_zero(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return _zero64(f64_sum(x_lo, x_hi, y_lo, y_hi));
}
