// Division of 64-bit integers.
//
// Long division with 16-bit digits (Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D), in the two
// cases of Warren's Hacker's Delight (section 9-5): for a divisor below 2^32, the first digit is a division of words, and a
// division of 64 by 32 bits gives the rest; for a larger one, its upper word, shifted until its first bit is set, gives the
// quotient or one more. Both cases divide 64 bits by a word with its first bit set (`_digit`, twice), and the result is
// selected at the end.
//
// Exact. `OpUDiv` of words is exact in SPIR-V; a float reciprocal, which is faster on most devices, is not, and would need a
// proof for each precision that Vulkan allows. Division by 0, and of the least value by -1, have no defined result (SPIR-V
// specification, `OpUDiv`, `OpSDiv`): a divisor of 0 is replaced by 1 here, so nothing divides by 0.

struct Division {
    uint quotient_lo;
    uint quotient_hi;
    uint rest_lo;
    uint rest_hi;
};

// One step back if the digit `found` is too large: it exceeds 16 bits, or its product with the divisor's lower half exceeds
// the remainder. These can be compared only while the remainder is a digit.
void _correct(inout uint found, inout uint left, const uint next, const uint divisor) {
    bool overflows = found > 0xFFFFu;
    bool lacks = found * (divisor & 0xFFFFu) > (left << 16u | next);
    bool decidable = left <= 0xFFFFu;
    bool either = overflows || lacks;
    bool wrong = either && decidable;
    found -= mix(0u, 1u, wrong);
    left += mix(0u, divisor >> 16u, wrong);
}

// A 16-bit digit of a quotient; `high` becomes the remainder. The dividend is `high` followed by the 16 bits `next`; the divisor
// has its first bit set and is greater than `high`.
//
// The upper digit of the divisor gives an estimate that exceeds the digit by at most two; its lower digit shows whether the
// estimate is too large.
uint _digit(inout uint high, const uint next, const uint divisor) {
    uint first = divisor >> 16u;
    uint found = high / first;
    uint left = high - found * first;
    _correct(found, left, next, divisor);
    _correct(found, left, next, divisor);
    high = (high << 16u | next) - found * divisor;
    return found;
}

Division u64_divide(const uint a_lo, const uint a_hi, const uint b_lo, const uint b_hi) {
    Pair a = Pair(a_lo, a_hi);
    Pair b = Pair(mix(b_lo, 1u, (b_lo | b_hi) == 0u), b_hi);

    // The first non-zero word of the divisor, and its leading zeros.
    bool large = b.hi != 0u;
    uint top = mix(b.lo, b.hi, large);
    uint by = _leading_zeros(top);
    uint divisor = _left(top, mix(0u, b.lo, large), by);

    // A divisor of one word: the upper word of the quotient, and its remainder. `top` is never 0.
    uint upper = a.hi / top;
    uint left = a.hi - upper * top;

    // The dividend for `divisor`: in the one case the remainder, in the other half of the dividend.
    uint high = mix(_left(left, a.lo, by), a.hi >> 1u, large);
    uint low = mix(a.lo << by, a.hi << 31u | a.lo >> 1u, large);
    uint one = _digit(high, low >> 16u, divisor);
    uint other = _digit(high, low & 0xFFFFu, divisor);
    uint quotient = one << 16u | other;

    // A divisor of two words: the estimated quotient minus one, and one more if the remainder is still too large.
    uint found = quotient >> (by ^ 31u);
    found -= mix(0u, 1u, found != 0u);
    uint product_lo;
    uint product_hi;
    umulExtended(b.lo, found, product_hi, product_lo);
    Pair rest = _sub(a, Pair(product_lo, product_hi + b.hi * found));
    bool done = _less(rest, b);
    Pair fewer = _sub(rest, Pair(mix(b.lo, 0u, done), mix(b.hi, 0u, done)));

    return Division(mix(quotient, found + mix(1u, 0u, done), large), mix(upper, 0u, large),
                    mix(high >> by, fewer.lo, large), mix(0u, fewer.hi, large));
}

// As `OpSDiv` and `OpSRem`: the quotient is rounded towards zero, the remainder has the sign of the dividend.
Division i64_divide(const uint a_lo, const uint a_hi, const uint b_lo, const uint b_hi) {
    uint sign = _sign(a_hi);
    uint other = _sign(b_hi);
    Pair a = _with_sign(Pair(a_lo, a_hi), sign);
    Pair b = _with_sign(Pair(b_lo, b_hi), other);
    Division both = u64_divide(a.lo, a.hi, b.lo, b.hi);
    Pair quotient = _with_sign(Pair(both.quotient_lo, both.quotient_hi), sign ^ other);
    Pair rest = _with_sign(Pair(both.rest_lo, both.rest_hi), sign);
    return Division(quotient.lo, quotient.hi, rest.lo, rest.hi);
}
