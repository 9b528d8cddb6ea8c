// Results in 32 bits that are rounded to odd, so that a second rounding to fewer bits is correct.
//
// Rounding a result to 32 bits and then to a half is wrong where the first rounding makes a tie that the exact result was
// not. A result that is inexact and has an odd last bit is no tie, and is on the right side of every tie (Boldo and Melquiond,
// "Emulation of a FMA and correctly rounded sums", 2008).

// The neighbour of x with an odd last bit, if x is even: the next one away from zero, or towards it. Neither if x is exact.
float _to_odd(const float x, const bool away, const bool toward) {
    uint bits = floatBitsToUint(x);
    uint step = mix(mix(0u, 1u, away), ~0u, toward);
    return uintBitsToFloat(bits + (step & (bits & 1u) - 1u));
}

// The sum of two halves, or of the product of two and a half. The rounding error is determined by Knuth's two-sum, which is
// exact if 32-bit sums round to nearest. For infinities and NaN, it is NaN, so the sum counts as exact.
float odd_sum(const float a, const float b) {
    precise float sum = a + b;
    precise float b_there = sum - a;
    precise float a_there = sum - b_there;
    precise float lost_of_a = a - a_there;
    precise float lost_of_b = b - b_there;
    precise float lost = lost_of_a + lost_of_b;
    // Only the sign matters. Both factors are 0 or between 2^-48 and 2^33.
    precise float beyond = sum * lost;
    return _to_odd(sum, beyond > 0.0, beyond < 0.0);
}

// x * y + z, where the product of two halves is exact in 32 bits.
float odd_fma(const float x, const float y, const float z) {
    precise float product = x * y;
    return odd_sum(product, z);
}

// A 64-bit float as a 32-bit one.
float odd_from_double(const double x) {
    float near = float(x);
    double there = abs(double(near));
    double size = abs(x);
    return _to_odd(near, there < size, there > size);
}

// --- integers, for a second rounding to at most 14 bits: the last of the bits that are kept is set if one below is ---

float odd_from_u32(const uint x) {
    uint kept = x & ~0xFFu | mix(0u, 0x100u, (x & 0xFFu) != 0u);
    return float(mix(x, kept, x >= 1u << 24u));
}

// The bits of a signed integer.
float odd_from_i32(const uint x) {
    bool is_negative = int(x) < 0;
    float size = odd_from_u32(mix(x, 0u - x, is_negative));
    return mix(size, -size, is_negative);
}

// What is beyond 32 bits is shifted out first, and comes back in the exponent.
float odd_from_u64(const uint64_t x) {
    uint count = uint(findMSB(uint(x >> 32u)) + 1);
    uint kept = uint(x >> count);
    kept |= mix(1u, 0u, uint64_t(kept) << count == x);
    return uintBitsToFloat(floatBitsToUint(odd_from_u32(kept)) + (count << 23u));
}

float odd_from_i64(const uint64_t x) {
    bool is_negative = int64_t(x) < int64_t(0);
    float size = odd_from_u64(mix(x, uint64_t(0) - x, is_negative));
    return mix(size, -size, is_negative);
}
