// Multiplication of 64-bit floats.

// A 128-bit integer, lowest word first.
struct Quad {
    uint a;
    uint b;
    uint c;
    uint d;
};

// The sum of three words; the carry, up to 2, is added to `next`.
uint _add3(const uint x, const uint y, const uint z, inout uint next) {
    uint first;
    uint second;
    uint sum = uaddCarry(uaddCarry(x, y, first), z, second);
    next += first + second;
    return sum;
}

Quad _product(const Pair x, const Pair y) {
    Quad r;
    uint up;
    uint left_lo;
    uint left_hi;
    uint right_lo;
    uint right_hi;
    umulExtended(x.lo, y.lo, up, r.a);
    umulExtended(x.hi, y.lo, left_hi, left_lo);
    umulExtended(x.lo, y.hi, right_hi, right_lo);
    umulExtended(x.hi, y.hi, r.d, r.c);
    // The product of two words leaves room for two carries.
    r.b = _add3(up, left_lo, right_lo, left_hi);
    r.c = _add3(r.c, left_hi, right_hi, r.d);
    return r;
}

// The upper word of the result of a multiplication that is infinite or no number, else 0.
uint _special_product64(const uint x_rank, const uint y_rank, const bool is_zero, const uint sign) {
    uint most = max(x_rank, y_rank);
    bool is_undefined = is_zero && (most == INFINITY64);
    bool is_nan = (most > INFINITY64) || is_undefined;
    return mix(mix(0u, INFINITY64 | sign, most >= INFINITY64), NAN64, is_nan);
}

Unrounded f64_product(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    uint x_size = x_hi & MAGNITUDE;
    uint y_size = y_hi & MAGNITUDE;
    uint sign = (x_hi ^ y_hi) & SIGN;
    Normal x = _normal64(x_lo, x_size);
    Normal y = _normal64(y_lo, y_size);
    bool is_zero = x.is_zero || y.is_zero;

    // The product of two numbers in [1, 2) is in [1, 4). If it is below 2, it is shifted left by one.
    Quad p = _product(x.significand, y.significand);
    uint by = p.d >> 31u ^ 1u;
    uint lost = p.a | p.b << by;
    Pair significand = Pair(_left(p.c, p.b, by) | mix(0u, 1u, lost != 0u), _left(p.d, p.c, by));
    int exponent = mix(x.exponent + y.exponent - 1022 - int(by), 1, is_zero);
    uint special = _special_product64(_ranked64(x_lo, x_size), _ranked64(y_lo, y_size), is_zero, sign);
    return _aligned64(significand, exponent, sign, special);
}

Pair f64_multiply(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return _nearest64(f64_product(x_lo, x_hi, y_lo, y_hi));
}

Pair f64_multiply_zero(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return _zero64(f64_product(x_lo, x_hi, y_lo, y_hi));
}
