// Fused multiply-add of 64-bit floats, given and returned as words; as that of 32-bit floats (fma32.glsl), with longer integers.

Unrounded fma64_sum(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    uint x_size = x_hi & MAGNITUDE;
    uint y_size = y_hi & MAGNITUDE;
    uint z_size = z_hi & MAGNITUDE;
    uint sign = (x_hi ^ y_hi) & SIGN;
    uint z_sign = z_hi & SIGN;
    Normal x = _normal64(x_lo, x_size);
    Normal y = _normal64(y_lo, y_size);
    Normal z = _normal64(z_lo, z_size);

    // The product of two numbers in [1, 2) is in [1, 4). If it is below 2, it is shifted left by one. Its lowest word is zero
    // after a shift by that, too: significands end with eleven zeros.
    Quad p = _product(x.significand, y.significand);
    uint by = p.d >> 31u ^ 1u;
    p.d = _left(p.d, p.c, by);
    p.c = _left(p.c, p.b, by);
    p.b = _left(p.b, p.a, by);
    p.a <<= by;
    bool is_zero = x.is_zero || y.is_zero;
    int exponent = mix(x.exponent + y.exponent - 1022 - int(by), ZERO_EXPONENT, is_zero);
    int z_exponent = mix(z.exponent, ZERO_EXPONENT, z.is_zero);

    // Order by magnitude. If the upper words are equal, the product is not the smaller one.
    bool is_higher = z_exponent > exponent;
    bool is_alike = z_exponent == exponent;
    bool is_larger = _less(Pair(p.c, p.d), z.significand);
    is_larger = is_alike && is_larger;
    bool exchanged = is_higher || is_larger;
    Quad large = Quad(mix(p.a, 0u, exchanged), mix(p.b, 0u, exchanged), mix(p.c, z.significand.lo, exchanged),
                      mix(p.d, z.significand.hi, exchanged));
    Quad small = Quad(mix(0u, p.a, exchanged), mix(0u, p.b, exchanged), mix(z.significand.lo, p.c, exchanged),
                      mix(z.significand.hi, p.d, exchanged));
    int most = max(exponent, z_exponent);
    int least = min(exponent, z_exponent);

    // Both are shifted by one to leave room for the carry. The lowest bit of both is zero, so nothing is lost.
    large.a = large.b << 31u | large.a >> 1u;
    large.b = large.c << 31u | large.b >> 1u;
    large.c = large.d << 31u | large.c >> 1u;
    large.d >>= 1u;
    by = min(uint(most - least) + 1u, 127u);
    bool is_far = (by & 64u) != 0u;
    uint lost = mix(0u, small.a | small.b, is_far);
    small = Quad(mix(small.a, small.c, is_far), mix(small.b, small.d, is_far), mix(small.c, 0u, is_far),
                 mix(small.d, 0u, is_far));
    is_far = (by & 32u) != 0u;
    lost |= mix(0u, small.a, is_far);
    small = Quad(mix(small.a, small.b, is_far), mix(small.b, small.c, is_far), mix(small.c, small.d, is_far),
                 mix(small.d, 0u, is_far));
    by &= 31u;
    lost |= small.a << 1u << (by ^ 31u);
    small.a = _right(small.b, small.a, by) | mix(0u, 1u, lost != 0u);
    small.b = _right(small.c, small.b, by);
    small.c = _right(small.d, small.c, by);
    small.d >>= by;

    // The sum, or the difference.
    bool differ = sign != z_sign;
    uint flip = mix(0u, ~0u, differ);
    uint next_b = 0u;
    uint next_c = 0u;
    uint next_d = large.d + (small.d ^ flip);
    large.a = _add3(large.a, small.a ^ flip, flip & 1u, next_b);
    large.b = _add3(large.b, small.b ^ flip, next_b, next_c);
    large.c = _add3(large.c, small.c ^ flip, next_c, next_d);
    large.d = next_d;

    // Normalize, first by whole words; of the result, only the upper half is kept.
    is_far = (large.c | large.d) == 0u;
    int sum_exponent = most - 30 - mix(0, 64, is_far);
    large = Quad(mix(large.a, 0u, is_far), mix(large.b, 0u, is_far), mix(large.c, large.a, is_far),
                 mix(large.d, large.b, is_far));
    is_far = large.d == 0u;
    sum_exponent -= mix(0, 32, is_far);
    large = Quad(mix(large.a, 0u, is_far), mix(large.b, large.a, is_far), mix(large.c, large.b, is_far),
                 mix(large.d, large.c, is_far));
    int first = findMSB(large.d);
    by = uint(31 - first) & 31u;
    bool is_nothing = large.d == 0u;
    sum_exponent = mix(sum_exponent + first, ZERO_EXPONENT, is_nothing);
    uint sticky = mix(0u, 1u, (large.a | large.b << by) != 0u);
    Pair significand = Pair(_left(large.c, large.b, by) | sticky, _left(large.d, large.c, by));

    // A zero is negative only if both operands are.
    uint sum_sign = mix(mix(sign, z_sign, exchanged), sign & z_sign, is_nothing);

    // Infinities, and what is no number: an operand, infinity times zero, or infinity minus infinity.
    uint product_size = max(_ranked64(x_lo, x_size), _ranked64(y_lo, y_size));
    z_size = _ranked64(z_lo, z_size);
    bool is_product_infinite = product_size == INFINITY64;
    bool is_z_infinite = z_size == INFINITY64;
    bool is_infinite = is_product_infinite || is_z_infinite;
    bool is_nan = max(product_size, z_size) > INFINITY64;
    bool is_undefined = is_product_infinite && is_zero;
    is_nan = is_nan || is_undefined;
    bool is_apart = is_z_infinite && differ;
    is_apart = is_apart && is_product_infinite;
    is_nan = is_nan || is_apart;
    uint infinite = INFINITY64 | mix(z_sign, sign, is_product_infinite);
    uint special = mix(mix(0u, infinite, is_infinite), NAN64, is_nan);
    return _aligned64(significand, sum_exponent, sum_sign, special);
}

Pair fma64(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    return _nearest64(fma64_sum(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi));
}

Pair fma64_flush(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    Pair sum = fma64(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi);
    return f64_flush(sum.lo, sum.hi);
}

Pair fma64_zero(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    return _zero64(fma64_sum(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi));
}

Pair fma64_zero_flush(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    Pair sum = fma64_zero(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi);
    return f64_flush(sum.lo, sum.hi);
}
