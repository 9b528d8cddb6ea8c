// The 8-bit floats E4M3 and E5M2 (Micikevicius et al., "FP8 Formats for Deep Learning", 2022, table 1): E4M3 has no infinities,
// and of its values with the largest exponent only the last is a NaN.
//
// They do not depend on the device's rounding or treatment of denormals: the only computation in floats is the product of a
// small integer and a normal power of two.

// The float encoded by the lowest 8 bits of a word whose others are 0. NaN payload bits keep their positions. `fraction` is the
// number of fraction bits, `rebias` the difference of the exponents' biases, `special` the least magnitude that is no finite
// number, and `unit` the least denormal: a denormal's fraction counts multiples of it.
float _from_8_bits(const uint x, const uint fraction, const uint rebias, const uint special, const float unit) {
    uint a = x & 0x7Fu;
    uint sign = x ^ a;
    uint shifted = a << 23u - fraction;
    uint denormal = floatBitsToUint(float(a) * unit);
    uint finite = mix(shifted + (rebias << 23u), denormal, a < 1u << fraction);
    uint value = mix(finite, shifted + (2u * rebias << 23u), a >= special);
    return uintBitsToFloat(value | sign << 24u);
}

// A right shift by 1 to 31, rounded to nearest, ties to even.
uint _rounded_shift(const uint value, const uint count) {
    uint odd = value >> count & 1u;
    uint below_half = (1u << count) - 1u >> 1u;
    return value + below_half + odd >> count;
}

// x rounded to 8 bits, to nearest, ties to even. NaN has all bits set except the sign. All other results are at most `most`:
// infinity, or the largest number.
uint _to_8_bits(const float x, const uint fraction, const uint rebias, const uint most) {
    uint bits = floatBitsToUint(x);
    uint a = bits & MAGNITUDE;
    uint sign = bits ^ a;
    // The fraction of a denormal includes the implicit bit, which in a normal number adds to the exponent.
    uint least = rebias + 1u;
    uint kept = mix(a - (rebias << 23u), a & 0x007FFFFFu | 0x00800000u, a < least << 23u);
    // The number of low bits to drop; with 25, all 24 significant bits are dropped.
    uint drop = min(least + 23u - fraction - min(a >> 23u, least), 25u);
    uint value = min(_rounded_shift(kept, drop), most);
    return mix(value, 0x7Fu, a > INFINITY) | sign >> 24u;
}

// 2^-9
float e4m3_decode(const uint x) {
    return _from_8_bits(x, 3u, 120u, 0x7Fu, 0.001953125);
}

// 2^-16
float e5m2_decode(const uint x) {
    return _from_8_bits(x, 2u, 112u, 0x7Cu, 0.0000152587890625);
}

uint e4m3_encode(const float x, const uint most) {
    return _to_8_bits(x, 3u, 120u, most);
}

uint e5m2_encode(const float x, const uint most) {
    return _to_8_bits(x, 2u, 112u, most);
}
