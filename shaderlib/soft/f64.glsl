// 64-bit floats as words: what all functions on them share, and how results are rounded.
//
// A function computes an `Unrounded`, from which either `f64_nearest` or `f64_zero` makes the words of a float, as the module's
// rounding mode asks. Denormal numbers are computed and returned; `f64_flush` is for modules that ask for none. Infinities,
// NaN and signs of zeros follow IEEE 754; a NaN is the default one.

#define INFINITY64 0x7FF00000u
#define NAN64 0x7FF80000u
#define HIDDEN64 0x00100000u
#define FRACTION64 0x000FFFFFu

struct Unrounded {
    // 64 bits. The lowest bit is set if any bit below is: never a bit that a float has.
    Pair significand;
    // That of the result if the highest bit of the significand is set; 1 if it is not, for a denormal number or zero.
    int exponent;
    uint sign;
    // The upper word of the result if it is infinite or no number, else 0.
    uint special;
};

// A number other than infinity and NaN, shifted until its first one bit is the highest bit; zero stays zero.
struct Normal {
    Pair significand;
    int exponent;
    bool is_zero;
};

Normal _normal64(const uint lo, const uint size) {
    uint field = size >> 20u;
    bool is_denormal = field == 0u;
    uint whole = size & FRACTION64 | mix(HIDDEN64, 0u, is_denormal);
    bool is_low = whole == 0u;
    uint top = mix(whole, lo, is_low);
    int zeros = 31 - findMSB(top);
    int exponent = int(field | mix(0u, 1u, is_denormal)) + 11 - zeros - mix(0, 32, is_low);
    // Zero has 32, which is no shift.
    uint by = uint(zeros) & 31u;
    uint tail = mix(lo, 0u, is_low);
    return Normal(Pair(tail << by, _left(top, tail, by)), exponent, top == 0u);
}

// All bits of a magnitude that matter to `>`, in one word: above that of infinity for NaN.
uint _ranked64(const uint lo, const uint size) {
    return size | mix(0u, 1u, lo != 0u);
}

// `a` shifted right by `by`, less than 64; the lowest bit is set if a one is lost.
Pair _right_sticky(const Pair a, const uint by) {
    bool is_far = by > 31u;
    uint lo = mix(a.lo, a.hi, is_far);
    uint hi = mix(a.hi, 0u, is_far);
    uint less = by & 31u;
    uint lost = mix(0u, a.lo, is_far) | lo << 1u << (less ^ 31u);
    return Pair(_right(hi, lo, less) | mix(0u, 1u, lost != 0u), hi >> less);
}

// A number whose first one bit is the highest bit of its significand: shifted right if the float is denormal.
Unrounded _aligned64(const Pair significand, const int exponent, const uint sign, const uint special) {
    uint by = uint(clamp(1 - exponent, 0, 63));
    return Unrounded(_right_sticky(significand, by), max(exponent, 1), sign, special);
}

// Joins sign and exponent with the upper 53 bits of a significand and what rounding adds to them; the exponent grows by 1 for the
// leading one, and by another 1 if rounding carries over.
Pair _packed64(const uint lo, const uint hi, const int exponent, const uint sign, const uint special, const uint up,
               const Pair overflow) {
    uint carry;
    uint low = uaddCarry(hi << 21u | lo >> 11u, up, carry);
    uint high = (hi >> 11u) + (uint(min(exponent, 0x7FF) - 1) << 20u) + carry;
    bool overflows = high >= INFINITY64;
    low = mix(low, overflow.lo, overflows);
    high = mix(high, overflow.hi, overflows) | sign;
    bool is_special = special != 0u;
    return Pair(mix(low, 0u, is_special), mix(high, special, is_special));
}

// To nearest, ties to even. The operands are the members of `Unrounded`.
Pair f64_nearest(const uint lo, const uint hi, const int exponent, const uint sign, const uint special) {
    uint up = (lo & 0x7FFu) + (lo >> 11u & 1u) + 0x3FFu >> 11u;
    return _packed64(lo, hi, exponent, sign, special, up, Pair(0u, INFINITY64));
}

// Towards zero.
Pair f64_zero(const uint lo, const uint hi, const int exponent, const uint sign, const uint special) {
    return _packed64(lo, hi, exponent, sign, special, 0u, Pair(~0u, INFINITY64 - 1u));
}

Pair _nearest64(const Unrounded x) {
    return f64_nearest(x.significand.lo, x.significand.hi, x.exponent, x.sign, x.special);
}

Pair _zero64(const Unrounded x) {
    return f64_zero(x.significand.lo, x.significand.hi, x.exponent, x.sign, x.special);
}

// Zero, with the sign, for a denormal number.
Pair f64_flush(const uint lo, const uint hi) {
    bool is_denormal = (hi & INFINITY64) == 0u;
    return Pair(mix(lo, 0u, is_denormal), hi & mix(~0u, SIGN, is_denormal));
}
