// Conversions between 64-bit integers and floats.
//
// Exact. A float is split into two words without rounding: multiplication by powers of 2 is exact, the upper word has no
// more significant bits than the float, and the remainder is representable as a float. In conversions to 64-bit floats, both
// words and the product are exact, and the sum is rounded once, as by the native instruction. All of it is `precise`, or else
// spirv-opt makes `Fma` of a product and a sum, which devices need not have for 64 bits.

#define DOWN_32 2.3283064365386962890625e-10
#define UP_32 4294967296.0

// Conversion to 32-bit floats by way of floats would round twice, so the result is assembled from its bits. The value is shifted
// until its first one bit is bit 63; the next 23 bits are the fraction, rounded to nearest even by the other 40. A carry out of
// it increments the exponent, as required. Vulkan does not define the rounding of conversions ("Precision and Operation of SPIR-V
// Instructions"); all drivers round to nearest even, unless the module requests `RoundingModeRTZ`.
uint _float_bits(const Pair a) {
    bool small = a.hi == 0u;
    uint top = mix(a.hi, a.lo, small);
    uint tail = mix(a.lo, 0u, small);
    // For 0, which is handled at the end, any number: the shifts must be defined nevertheless.
    uint first = uint(findMSB(top)) & 31u;
    uint by = first ^ 31u;
    uint high = _left(top, tail, by);
    uint sticky = mix(0u, 1u, (tail << by) != 0u);
    uint fraction = high >> 8u;
    uint up = (high & 0xFFu | sticky) + 0x7Fu + (fraction & 1u) >> 8u;
    // The leading one adds 1 to the exponent.
    uint exponent = first + mix(32u, 0u, small) + 126u;
    return mix((exponent << 23u) + fraction + up, 0u, top == 0u);
}

float u64_to_float(const uint lo, const uint hi) {
    return uintBitsToFloat(_float_bits(Pair(lo, hi)));
}

float i64_to_float(const uint lo, const uint hi) {
    Pair a = _with_sign(Pair(lo, hi), _sign(hi));
    return uintBitsToFloat(_float_bits(a) | hi & SIGN);
}

double u64_to_double(const uint lo, const uint hi) {
    precise double sum = double(hi) * UP_32 + double(lo);
    return sum;
}

double i64_to_double(const uint lo, const uint hi) {
    precise double sum = double(int(hi)) * UP_32 + double(lo);
    return sum;
}

// Limited to 2^17 - 1, an infinity.
uint _limited(const Pair a) {
    return mix(0x1FFFFu, min(a.lo, 0x1FFFFu), a.hi == 0u);
}

// A float that rounds to the half to which the integer rounds, in every rounding mode.
float u64_for_half(const uint lo, const uint hi) {
    return float(_limited(Pair(lo, hi)));
}

float i64_for_half(const uint lo, const uint hi) {
    uint sign = _sign(hi);
    uint size = _limited(_with_sign(Pair(lo, hi), sign));
    return float(int((size ^ sign) - sign));
}

// The words of a number that is not negative.
Pair _words_of_float(const float x) {
    uint hi = uint(x * DOWN_32);
    precise float rest = x - float(hi) * UP_32;
    return Pair(uint(rest), hi);
}

Pair _words_of_double(const double x) {
    uint hi = uint(x * DOWN_32);
    precise double rest = x - double(hi) * UP_32;
    return Pair(uint(rest), hi);
}

Pair float_to_u64(const float x) {
    return _words_of_float(x);
}

Pair float_to_i64(const float x) {
    return _with_sign(_words_of_float(abs(x)), mix(0u, ~0u, x < 0.0));
}

Pair double_to_u64(const double x) {
    return _words_of_double(x);
}

Pair double_to_i64(const double x) {
    return _with_sign(_words_of_double(abs(x)), mix(0u, ~0u, x < 0.0));
}
