// Halves as 32-bit floats: rounding, and conversion to and from their 16 bits.
//
// No conversion instruction can be relied on to round correctly. `OpQuantizeToF16` may flush denormals (and truncates on one
// driver), `UnpackHalf2x16(PackHalf2x16(x))` gives NaN for infinity on another, and `OpFConvert` may flush. Defined to the
// bit are integer operations, `OpBitcast`, products, sums and differences that are exact in 32 bits, and `RoundEven` of a
// number below 2^23, whose result is exact as well (Vulkan, "Precision of GLSL.std.450 Instructions": correctly rounded).
// The floating-point ones leave the sign of zero and NaN undefined, which integer operations handle here.
//
// Exact for every input, in every rounding mode and every denormal mode of the device for 32-bit floats, because halves are
// never denormal as 32-bit floats.

// 2^-14, the least normal half.
#define HALF_LEAST_NORMAL 0x38800000u
// 2^15, the greatest power of two among halves.
#define HALF_LAST_POWER 0x47000000u
// 65504, the largest half.
#define HALF_LARGEST 0x477FE000u
// Half a unit above that: from here on, the nearest half is infinity.
#define HALF_OVERFLOW 0x477FF000u
// The difference of the exponents' biases, at the position of a half's exponent after a shift by 13.
#define HALF_BIAS (112u << 23)

// The float nearest to x that is a half, ties to even.
#define NAME half_round
#include "half_round.glsl"

// The next such float towards zero.
#define NAME half_round_zero
#define TO_ZERO
#include "half_round.glsl"

// The same, and zero where that is a denormal half.
#define NAME half_round_flush
#define FLUSH
#include "half_round.glsl"

#define NAME half_round_zero_flush
#define TO_ZERO
#define FLUSH
#include "half_round.glsl"

// Zero for a denormal half, other halves unchanged.
float half_flush(const float x) {
    uint bits = floatBitsToUint(x);
    uint a = bits & MAGNITUDE;
    return uintBitsToFloat(mix(bits, bits ^ a, a < HALF_LEAST_NORMAL));
}

// The 16 bits of a float that is a half. NaN stays NaN.
uint half_encode(const float x) {
    uint bits = floatBitsToUint(x);
    uint a = bits & MAGNITUDE;
    uint sign = bits ^ a;
    uint normal = a - HALF_BIAS >> 13u;
    // A denormal added to 1/2 becomes its fraction, in units of 2^-24, the last place of both.
    uint denormal = floatBitsToUint(uintBitsToFloat(a) + 0.5) - 0x3F000000u;
    uint finite = mix(normal, denormal, a < HALF_LEAST_NORMAL);
    // The payload of a NaN is kept; a NaN without payload in its upper bits must not become infinity.
    uint special = mix(0x7C00u, 0x7E00u, (a & 0x1FFFu) != 0u) | normal & 0x03FFu;
    return mix(finite, special, a >= INFINITY) | sign >> 16u;
}

// The float encoded by a word whose upper half is 0. NaN payload bits keep their positions.
float half_decode(const uint bits) {
    uint a = bits & 0x7FFFu;
    uint sign = bits ^ a;
    uint shifted = a << 13u;
    // 2^-24, the least half.
    uint denormal = floatBitsToUint(float(a) * 5.9604644775390625e-8);
    uint finite = mix(shifted + HALF_BIAS, denormal, a < 0x0400u);
    uint value = mix(finite, shifted + 2u * HALF_BIAS, a >= 0x7C00u);
    return uintBitsToFloat(value | sign << 16u);
}
