// Fused multiply-add of 32-bit floats by integer arithmetic: x * y + z, rounded once.
//
// The exact sum is found first, up to a sticky bit for what is too small to matter (`fma32_sum`); how it is rounded is the
// only difference between the functions. Infinities, NaN and signs of zeros follow IEEE 754; a NaN is the default one.

// The exponent of zero, below all others.
#define ZERO_EXPONENT (-4096)

// A sum before it is rounded.
struct Sum32 {
    // The leading one is the highest bit, and the lowest bit is set if any bit below is: never a number that a float has.
    uint significand;
    // As in the exponent field of a normal number; less than 1 for denormal ones.
    int exponent;
    uint sign;
    // The bits of the result if it is infinite or no number, else 0.
    uint special;
};

// Gives the significand, shifted until the leading one is the highest bit, and the exponent, of the magnitude `a`.
uint _unpack32(const uint a, out int exponent) {
    uint field = a >> 23u;
    bool is_denormal = field == 0u;
    uint whole = a & 0x007FFFFFu | mix(0x00800000u, 0u, is_denormal);
    int zeros = 31 - findMSB(whole);
    exponent = mix(int(field | mix(0u, 1u, is_denormal)) + 8 - zeros, ZERO_EXPONENT, a == 0u);
    // Zero has 32, which is no shift.
    return whole << (uint(zeros) & 31u);
}

Sum32 fma32_sum(const float x, const float y, const float z) {
    uint x_bits = floatBitsToUint(x);
    uint y_bits = floatBitsToUint(y);
    uint z_bits = floatBitsToUint(z);
    uint x_size = x_bits & MAGNITUDE;
    uint y_size = y_bits & MAGNITUDE;
    uint z_size = z_bits & MAGNITUDE;
    uint sign = (x_bits ^ y_bits) & SIGN;
    uint z_sign = z_bits & SIGN;
    int x_exponent;
    int y_exponent;
    int z_exponent;
    uint x_part = _unpack32(x_size, x_exponent);
    uint y_part = _unpack32(y_size, y_exponent);
    uint z_part = _unpack32(z_size, z_exponent);

    // The product of two numbers in [1, 2) is in [1, 4). If it is below 2, it is shifted left by one.
    uint hi;
    uint lo;
    umulExtended(x_part, y_part, hi, lo);
    bool is_long = int(hi) < 0;
    uint longer = hi << 1u | lo >> 31u;
    hi = mix(longer, hi, is_long);
    lo = mix(lo << 1u, lo, is_long);
    bool is_zero = (x_size == 0u) || (y_size == 0u);
    int exponent = mix(x_exponent + y_exponent - mix(127, 126, is_long), ZERO_EXPONENT, is_zero);

    // Order by magnitude. If the upper words are equal, the product is not the smaller one.
    bool is_higher = z_exponent > exponent;
    bool is_alike = z_exponent == exponent;
    bool is_larger = z_part > hi;
    is_larger = is_alike && is_larger;
    bool exchanged = is_higher || is_larger;
    uint large_hi = mix(hi, z_part, exchanged);
    uint large_lo = mix(lo, 0u, exchanged);
    uint small_hi = mix(z_part, hi, exchanged);
    uint small_lo = mix(0u, lo, exchanged);
    int most = max(exponent, z_exponent);
    int least = min(exponent, z_exponent);

    // Both are shifted by one to leave room for the carry. The lowest bit of both is zero, so nothing is lost.
    large_lo = large_hi << 31u | large_lo >> 1u;
    large_hi >>= 1u;
    uint by = min(uint(most - least) + 1u, 63u);
    bool is_far = by > 31u;
    uint near = by & 31u;
    uint lost = mix(0u, small_lo, is_far);
    small_lo = mix(small_lo, small_hi, is_far);
    small_hi = mix(small_hi, 0u, is_far);
    lost |= small_lo << 1u << (near ^ 31u);
    small_lo = _right(small_hi, small_lo, near) | mix(0u, 1u, lost != 0u);
    small_hi >>= near;

    // The sum, or the difference.
    bool differ = sign != z_sign;
    uint flip = mix(0u, ~0u, differ);
    uint carry;
    uint carry_in;
    uint sum_lo = uaddCarry(large_lo, small_lo ^ flip, carry);
    sum_lo = uaddCarry(sum_lo, flip & 1u, carry_in);
    uint sum_hi = large_hi + (small_hi ^ flip) + (carry | carry_in);

    // Normalize.
    bool is_low = sum_hi == 0u;
    uint top = mix(sum_hi, sum_lo, is_low);
    uint tail = mix(sum_lo, 0u, is_low);
    int first = findMSB(top);
    uint shift = uint(31 - first) & 31u;
    uint significand = _left(top, tail, shift) | mix(0u, 1u, (tail << shift) != 0u);
    bool is_nothing = top == 0u;
    int sum_exponent = mix(most - 30 + first - mix(0, 32, is_low), ZERO_EXPONENT, is_nothing);

    // A zero is negative only if both operands are.
    uint sum_sign = mix(mix(sign, z_sign, exchanged), sign & z_sign, is_nothing);

    // Infinities, and what is no number: an operand, infinity times zero, or infinity minus infinity.
    uint product_size = max(x_size, y_size);
    bool is_product_infinite = product_size == INFINITY;
    bool is_z_infinite = z_size == INFINITY;
    bool is_infinite = is_product_infinite || is_z_infinite;
    bool is_nan = max(product_size, z_size) > INFINITY;
    bool is_undefined = is_product_infinite && is_zero;
    is_nan = is_nan || is_undefined;
    bool is_apart = is_z_infinite && differ;
    is_apart = is_apart && is_product_infinite;
    is_nan = is_nan || is_apart;
    uint infinite = INFINITY | mix(z_sign, sign, is_product_infinite);
    uint special = mix(mix(0u, infinite, is_infinite), NAN, is_nan);
    return Sum32(significand, sum_exponent, sum_sign, special);
}

// The 24 bits of a float's significand, or fewer for a denormal one, and the 8 bits below.
uint _align32(const Sum32 sum, out uint rest) {
    uint by = uint(clamp(1 - sum.exponent, 0, 31));
    uint kept = sum.significand >> by;
    kept |= mix(0u, 1u, (kept << by) != sum.significand);
    rest = kept & 0xFFu;
    return kept >> 8u;
}

// The magnitude of the float, where rounding adds `up`. Adding the significand adds 1 to the exponent field for the leading one,
// and another 1 if rounding carries over.
uint _magnitude32(const Sum32 sum, const uint significand, const uint up, const uint overflow) {
    uint field = uint(clamp(sum.exponent, 1, 0xFF) - 1) << 23u;
    uint a = significand + field + up;
    return mix(a, overflow, a >= INFINITY);
}

uint _nearest32(const Sum32 sum) {
    uint rest;
    uint significand = _align32(sum, rest);
    uint up = rest + (significand & 1u) + 0x7Fu >> 8u;
    return _magnitude32(sum, significand, up, INFINITY);
}

uint _zero32(const Sum32 sum) {
    uint rest;
    uint significand = _align32(sum, rest);
    return _magnitude32(sum, significand, 0u, INFINITY - 1u);
}

uint _flush32(const uint a) {
    return mix(a, 0u, a < 0x00800000u);
}

float _result32(const Sum32 sum, const uint a) {
    return uintBitsToFloat(mix(a | sum.sign, sum.special, sum.special != 0u));
}

float fma32(const float x, const float y, const float z) {
    Sum32 sum = fma32_sum(x, y, z);
    return _result32(sum, _nearest32(sum));
}

float fma32_flush(const float x, const float y, const float z) {
    Sum32 sum = fma32_sum(x, y, z);
    return _result32(sum, _flush32(_nearest32(sum)));
}

float fma32_zero(const float x, const float y, const float z) {
    Sum32 sum = fma32_sum(x, y, z);
    return _result32(sum, _zero32(sum));
}

float fma32_zero_flush(const float x, const float y, const float z) {
    Sum32 sum = fma32_sum(x, y, z);
    return _result32(sum, _flush32(_zero32(sum)));
}

// Rounded to odd (odd.glsl): the last bit of an inexact result is set.
float fma32_odd(const float x, const float y, const float z) {
    Sum32 sum = fma32_sum(x, y, z);
    uint rest;
    uint significand = _align32(sum, rest);
    return _result32(sum, _magnitude32(sum, significand | mix(0u, 1u, rest != 0u), 0u, INFINITY));
}
