// Fused multiply-add of 64-bit floats, given and returned as words; as that of 32-bit floats (fma32.glsl), with longer integers.

#define INFINITY64 0x7FF00000u
#define NAN64 0x7FF80000u

// A 128-bit integer, lowest word first.
struct Quad {
    uint a;
    uint b;
    uint c;
    uint d;
};

struct Sum64 {
    // The leading one is the highest bit, and the lowest bit is set if any bit below is: never a number that a float has.
    Pair significand;
    int exponent;
    uint sign;
    // The upper word of the result if it is infinite or no number, else 0.
    uint special;
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

// Gives the significand, shifted until the leading one is the highest bit, and the exponent, of a magnitude.
Pair _unpack64(const uint lo, const uint hi, out int exponent, out bool is_zero) {
    uint field = hi >> 20u;
    bool is_denormal = field == 0u;
    uint whole = hi & 0x000FFFFFu | mix(0x00100000u, 0u, is_denormal);
    bool is_low = whole == 0u;
    is_zero = (whole | lo) == 0u;
    uint top = mix(whole, lo, is_low);
    int zeros = 31 - findMSB(top);
    exponent = int(field | mix(0u, 1u, is_denormal)) + 11 - zeros - mix(0, 32, is_low);
    exponent = mix(exponent, ZERO_EXPONENT, is_zero);
    // Zero has 32, which is no shift.
    uint by = uint(zeros) & 31u;
    uint tail = mix(lo, 0u, is_low);
    return Pair(tail << by, _left(top, tail, by));
}

Sum64 fma64_sum(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    uint x_size = x_hi & MAGNITUDE;
    uint y_size = y_hi & MAGNITUDE;
    uint z_size = z_hi & MAGNITUDE;
    uint sign = (x_hi ^ y_hi) & SIGN;
    uint z_sign = z_hi & SIGN;
    int x_exponent;
    int y_exponent;
    int z_exponent;
    bool x_zero;
    bool y_zero;
    bool z_zero;
    Pair x_part = _unpack64(x_lo, x_size, x_exponent, x_zero);
    Pair y_part = _unpack64(y_lo, y_size, y_exponent, y_zero);
    Pair z_part = _unpack64(z_lo, z_size, z_exponent, z_zero);

    // The product of two numbers in [1, 2) is in [1, 4). If it is below 2, it is shifted left by one. Its lowest word is zero
    // after a shift by that, too: significands end with eleven zeros.
    Quad p = _product(x_part, y_part);
    uint by = p.d >> 31u ^ 1u;
    p.d = _left(p.d, p.c, by);
    p.c = _left(p.c, p.b, by);
    p.b = _left(p.b, p.a, by);
    p.a <<= by;
    bool is_zero = x_zero || y_zero;
    int exponent = mix(x_exponent + y_exponent - 1022 - int(by), ZERO_EXPONENT, is_zero);

    // Order by magnitude. If the upper words are equal, the product is not the smaller one.
    bool is_higher = z_exponent > exponent;
    bool is_alike = z_exponent == exponent;
    bool is_larger = _less(Pair(p.c, p.d), z_part);
    is_larger = is_alike && is_larger;
    bool exchanged = is_higher || is_larger;
    Quad large = Quad(mix(p.a, 0u, exchanged), mix(p.b, 0u, exchanged), mix(p.c, z_part.lo, exchanged),
                      mix(p.d, z_part.hi, exchanged));
    Quad small = Quad(mix(0u, p.a, exchanged), mix(0u, p.b, exchanged), mix(z_part.lo, p.c, exchanged),
                      mix(z_part.hi, p.d, exchanged));
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

    // Infinities, and what is no number: an operand, infinity times zero, or infinity minus infinity. A lower word that is
    // not zero makes an upper word of infinity one of NaN.
    x_size |= mix(0u, 1u, x_lo != 0u);
    y_size |= mix(0u, 1u, y_lo != 0u);
    z_size |= mix(0u, 1u, z_lo != 0u);
    uint product_size = max(x_size, y_size);
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
    return Sum64(significand, sum_exponent, sum_sign, special);
}

// The 53 bits of a float's significand, or fewer for a denormal one, and the 11 bits below.
Pair _align64(const Sum64 sum, out uint rest) {
    uint lo = sum.significand.lo;
    uint hi = sum.significand.hi;
    uint by = uint(clamp(1 - sum.exponent, 0, 63));
    bool is_far = by > 31u;
    by &= 31u;
    uint lost = mix(0u, lo, is_far);
    lo = mix(lo, hi, is_far);
    hi = mix(hi, 0u, is_far);
    lost |= lo << 1u << (by ^ 31u);
    lo = _right(hi, lo, by) | mix(0u, 1u, lost != 0u);
    hi >>= by;
    rest = lo & 0x7FFu;
    return Pair(hi << 21u | lo >> 11u, hi >> 11u);
}

// The magnitude of the float, where rounding adds `up`. Adding the significand adds 1 to the exponent field for the leading one,
// and another 1 if rounding carries over.
Pair _magnitude64(const Sum64 sum, const Pair significand, const uint up, const Pair overflow) {
    uint field = uint(clamp(sum.exponent, 1, 0x7FF) - 1) << 20u;
    uint carry;
    uint lo = uaddCarry(significand.lo, up, carry);
    uint hi = significand.hi + field + carry;
    bool overflows = hi >= INFINITY64;
    return Pair(mix(lo, overflow.lo, overflows), mix(hi, overflow.hi, overflows));
}

Pair _nearest64(const Sum64 sum) {
    uint rest;
    Pair significand = _align64(sum, rest);
    uint up = rest + (significand.lo & 1u) + 0x3FFu >> 11u;
    return _magnitude64(sum, significand, up, Pair(0u, INFINITY64));
}

Pair _zero64(const Sum64 sum) {
    uint rest;
    Pair significand = _align64(sum, rest);
    return _magnitude64(sum, significand, 0u, Pair(~0u, INFINITY64 - 1u));
}

Pair _flush64(const Pair a) {
    bool is_denormal = a.hi < 0x00100000u;
    return Pair(mix(a.lo, 0u, is_denormal), mix(a.hi, 0u, is_denormal));
}

Pair _result64(const Sum64 sum, const Pair a) {
    bool is_special = sum.special != 0u;
    return Pair(mix(a.lo, 0u, is_special), mix(a.hi | sum.sign, sum.special, is_special));
}

Pair fma64(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    Sum64 sum = fma64_sum(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi);
    return _result64(sum, _nearest64(sum));
}

Pair fma64_flush(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    Sum64 sum = fma64_sum(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi);
    return _result64(sum, _flush64(_nearest64(sum)));
}

Pair fma64_zero(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    Sum64 sum = fma64_sum(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi);
    return _result64(sum, _zero64(sum));
}

Pair fma64_zero_flush(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi, const uint z_lo, const uint z_hi) {
    Sum64 sum = fma64_sum(x_lo, x_hi, y_lo, y_hi, z_lo, z_hi);
    return _result64(sum, _flush64(_zero64(sum)));
}
