// The square root of a 64-bit float.
//
// As in division: an estimate of 1 / sqrt(m) that is never too large gives 31 bits of the root, the remainder 24 more, and the
// exact remainder corrects both by at most one. All of it is integer arithmetic.

// From r, less than 2^32 / sqrt(m), one that is nearer: m r^2 = 1 - e, and 1 / sqrt(1 - e) = 1 + e / 2 + 3 e^2 / 8 + ….
// `v` is m from 1 to 4, with 30 bits behind the point.
uint _nearer_root(const uint r, const uint v) {
    uint e = (0x40000000u - min(_multiply_high(_multiply_high(r, r), v), 0x40000000u)) << 2u;
    uint more = e * 4u + _multiply_high(e, e) * 3u >> 3u;
    return r + _multiply_high(r, more);
}

// 2^32 / sqrt(m), or less by a few units: a polynomial with an error of 5 %, made smaller twice.
uint _reciprocal_root(const uint v) {
    uint m = v >> 16u;
    uint r = 85370u - (m * (26253u - (m * 3273u >> 14u)) >> 14u) << 16u;
    return _nearer_root(_nearer_root(r, v), v) - 4u;
}

Unrounded f64_root(const uint x_lo, const uint x_hi) {
    uint size = x_hi & MAGNITUDE;
    uint sign = x_hi ^ size;
    Normal x = _normal64(x_lo, size);
    // x = m 2^(2 k), with m from 1 to 4; two bits before the point. For zero, the result is replaced.
    uint by = uint(x.exponent) & 1u;
    uint m_hi = x.significand.hi >> by | mix(0u, 0x40000000u, x.is_zero);
    uint m_lo = _right(x.significand.hi, x.significand.lo, by);
    uint reciprocal = _reciprocal_root(m_hi);
    uint first = _multiply_high(m_hi, reciprocal);
    Pair rest = _sub(Pair(m_hi << 30u | m_lo >> 2u, m_hi >> 2u), _multiply64(first, Pair(first, 0u)));
    uint next = _multiply_high(rest.hi << 28u | rest.lo >> 4u, reciprocal) >> 3u;
    // The root, of 55 bits; `next` has 24, or a few more that carry over.
    uint carry;
    uint lo = uaddCarry(first << 24u, next, carry);
    uint hi = (first >> 8u) + carry;
    // What is left, which is less than 2^64: 4^54 m less the square of the root.
    Pair square = _multiply64(lo, Pair(lo, hi << 1u));
    rest = _sub(Pair(0u, m_lo << 14u), square);
    // One more if what is left exceeds twice the root.
    Pair twice = Pair(lo << 1u, hi << 1u | lo >> 31u);
    bool is_more = _less(twice, rest);
    rest = _sub(rest, Pair(mix(0u, twice.lo | 1u, is_more), mix(0u, twice.hi, is_more)));
    lo = uaddCarry(lo, mix(0u, 1u, is_more), carry);
    hi += carry;

    uint sticky = mix(0u, 1u, (rest.lo | rest.hi) != 0u);
    Pair significand = Pair(mix(lo << 9u | sticky, 0u, x.is_zero), mix(_left(hi, lo, 9u), 0u, x.is_zero));
    int exponent = mix((x.exponent - 1023 >> 1) + 1023, 1, x.is_zero);
    uint rank = _ranked64(x_lo, size);
    bool is_nan = rank > INFINITY64;
    bool is_negative = (sign != 0u) && (rank != 0u);
    is_nan = is_nan || is_negative;
    uint special = mix(mix(0u, INFINITY64, size >= INFINITY64), NAN64, is_nan);
    return Unrounded(significand, exponent, sign, special);
}

Pair f64_sqrt(const uint x_lo, const uint x_hi) {
    return _nearest64(f64_root(x_lo, x_hi));
}

Pair f64_sqrt_zero(const uint x_lo, const uint x_hi) {
    return _zero64(f64_root(x_lo, x_hi));
}
