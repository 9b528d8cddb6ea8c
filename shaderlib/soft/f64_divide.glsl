// Division of 64-bit floats.
//
// A reciprocal of the divisor's upper word that is never too large gives 31 bits of the quotient, and the remainder, which is
// exact, gives 24 more with the same reciprocal. The quotient is then too small by at most one, which its remainder tells, and
// also whether anything is left: no approximation is seen in the result. All of it is integer arithmetic.

// floor(a * b / 2^32)
uint _multiply_high(const uint a, const uint b) {
    uint hi;
    uint lo;
    umulExtended(a, b, hi, lo);
    return hi;
}

// The lower 64 bits of the product of a word and a pair.
Pair _multiply64(const uint a, const Pair b) {
    uint hi;
    uint lo;
    umulExtended(a, b.lo, hi, lo);
    return Pair(lo, hi + a * b.hi);
}

Pair _shift_left(const Pair a, const uint by) {
    return Pair(a.lo << by, _left(a.hi, a.lo, by));
}

// 2^63 / d, or less by a few units, for d of at least 2^31: 2^48 / d by a division of words, with an error below 2^-14, made smaller
// by two terms of the series of 1 / (1 - e).
uint _reciprocal(const uint d) {
    uint r = 0xFFFFFFFFu / ((d >> 16u) + 1u) << 15u;
    uint hi;
    uint lo;
    umulExtended(d, r, hi, lo);
    // 2^45 e, where r d = 2^63 (1 - e).
    uint e = (SIGN - 1u - hi) << 14u | ~lo >> 18u;
    e += _multiply_high(e, e) >> 13u;
    return r + (_multiply_high(r, e) >> 13u);
}

Unrounded f64_quotient(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    uint x_size = x_hi & MAGNITUDE;
    uint y_size = y_hi & MAGNITUDE;
    uint sign = (x_hi ^ y_hi) & SIGN;
    Normal x = _normal64(x_lo, x_size);
    Normal y = _normal64(y_lo, y_size);

    // Significands of 53 bits. For a divisor of zero, the result is replaced.
    Pair a = Pair(x.significand.hi << 21u | x.significand.lo >> 11u, x.significand.hi >> 11u);
    Pair b = Pair(y.significand.hi << 21u | y.significand.lo >> 11u, y.significand.hi >> 11u);
    // The lower word of the divisor makes the reciprocal smaller by less than two units.
    uint reciprocal = _reciprocal(y.significand.hi | SIGN) - 2u;
    uint first = _multiply_high(x.significand.hi, reciprocal);
    Pair rest = _sub(Pair(a.lo << 31u, a.hi << 31u | a.lo >> 1u), _multiply64(first, b));
    uint next = _multiply_high(rest.hi << 7u | rest.lo >> 25u, reciprocal) >> 3u;
    rest = _sub(_shift_left(rest, 24u), _multiply64(next, b));
    // The quotient, of 55 or 56 bits; `next` has 24, or a few more that carry over.
    uint carry;
    uint lo = uaddCarry(first << 24u, next, carry);
    uint hi = (first >> 8u) + carry;
    bool is_more = !_less(rest, b);
    rest = _sub(rest, Pair(mix(0u, b.lo, is_more), mix(0u, b.hi, is_more)));
    lo = uaddCarry(lo, mix(0u, 1u, is_more), carry);
    hi += carry;

    uint by = 8u + (hi >> 23u ^ 1u);
    uint sticky = mix(0u, 1u, (rest.lo | rest.hi) != 0u);
    Pair significand = Pair(lo << by | sticky, _left(hi, lo, by));
    int exponent = x.exponent - y.exponent + 1031 - int(by);

    // Zero and infinity: 0 / 0 and infinity / infinity are no numbers.
    uint x_rank = _ranked64(x_lo, x_size);
    uint y_rank = _ranked64(y_lo, y_size);
    bool x_infinite = x_size >= INFINITY64;
    bool y_infinite = y_size >= INFINITY64;
    bool is_nan = max(x_rank, y_rank) > INFINITY64;
    bool is_undefined = x.is_zero && y.is_zero;
    is_nan = is_nan || is_undefined;
    is_undefined = x_infinite && y_infinite;
    is_nan = is_nan || is_undefined;
    bool is_infinite = x_infinite || y.is_zero;
    bool is_nothing = x.is_zero || y_infinite;
    uint special = mix(mix(0u, INFINITY64 | sign, is_infinite), NAN64, is_nan);
    significand = Pair(mix(significand.lo, 0u, is_nothing), mix(significand.hi, 0u, is_nothing));
    return _aligned64(significand, mix(exponent, 1, is_nothing), sign, special);
}

Pair f64_divide(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return _nearest64(f64_quotient(x_lo, x_hi, y_lo, y_hi));
}

Pair f64_divide_zero(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return _zero64(f64_quotient(x_lo, x_hi, y_lo, y_hi));
}
