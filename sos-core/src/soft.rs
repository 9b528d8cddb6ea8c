//! The soft library: functions that compute what a device cannot, written in GLSL and linked into the output.
//!
//! ```text
//! shaderlib/soft/*.glsl ──scripts/build-soft──▶ soft/soft.spv ──[`Build::soft`]──▶ the output
//!
//! float half_round(const float x) { … }          %f3 = OpFunction %v3float None %fn      once per module and size
//!                                                …
//!                                                %r = OpFunctionCall %v3float %f3 %x     for each use
//! ```
//!
//! Whatever takes more than a dozen instructions is written so: a reader can check a formula in a shading language, and a test
//! can run it alone. Mesa's `float64.glsl`, Binaryen's `wasm-intrinsics.wat` and naga's polyfills are made the same way.
//!
//! # Linking
//! The library is a valid module with the capability `Linkage`, which exports functions by name and has no entry point
//! ([`library`]). Linking a function copies it with new ids ([`link()`]): types and constants become declarations of the output,
//! the import of `GLSL.std.450` becomes the output's, decorations of results follow, and functions that it calls are linked
//! before. Every builder does this ([`Build::soft`](crate::build::Build::soft)). What rules link is checked against the target,
//! instruction by instruction, and lowered further where needed, like everything that they write; what passes link is seen by the
//! passes that follow.
//!
//! # Vectors
//! The library has scalar functions only. For vectors of `count` components, the linker makes each type the vector of that
//! type, and each constant the vector of equal components. That is correct because every instruction in the library computes
//! component by component, which a test checks opcode by opcode. So a vector costs as many instructions as a scalar, and
//! several results come as a structure of vectors.
//!
//! # Functions
//! The number of instructions is that of a call, with those of functions that it calls; calls themselves and the packing of
//! structures, which drivers resolve, are not counted. A test compares.
//!
//! | function | instructions | result |
//! |---|---:|---|
//! | `half_round` | 18 | a float rounded to a half, to nearest even |
//! | `half_round_zero` | 19 | … towards zero |
//! | `half_round_flush` | 21 | to nearest even, denormals to zero |
//! | `half_round_zero_flush` | 21 | … towards zero |
//! | `half_flush` | 6 | a half, denormals to zero |
//! | `half_encode` | 20 | the 16 bits of a float that is a half |
//! | `half_decode` | 15 | the float of 16 bits |
//! | `odd_sum` | 17 | the sum of two halves, in 32 bits, rounded to odd |
//! | `odd_fma` | 18 | the sum of the product of two halves and a half, likewise |
//! | `odd_from_double` | 14 | a 64-bit float as a 32-bit one, rounded to odd |
//! | `odd_from_u32` | 8 | a 32-bit integer as a 32-bit float, likewise |
//! | `odd_from_i32` | 14 | … signed |
//! | `odd_from_u64` | 24 | a 64-bit integer as a 32-bit float, likewise |
//! | `odd_from_i64` | 30 | … signed |
//! | `bfloat16_encode` | 10 | the 16 bits of a float rounded to bfloat16 |
//! | `e4m3_decode`, `e5m2_decode` | 15 | the float of 8 bits |
//! | `e4m3_encode`, `e5m2_encode` | 25 | the 8 bits of a float; the second parameter is the largest result but NaN |
//! | `u64_divide` | 117 | quotient and remainder of 64-bit integers |
//! | `i64_divide` | 144 | … signed, rounded towards zero |
//! | `u64_to_float` | 31 | a 64-bit integer as a 32-bit float |
//! | `i64_to_float` | 41 | … signed |
//! | `u64_to_double` | 4 | a 64-bit integer as a 64-bit float |
//! | `i64_to_double` | 5 | … signed |
//! | `u64_for_half` | 4 | a 64-bit integer as a 32-bit float that rounds to the same half |
//! | `i64_for_half` | 15 | … signed |
//! | `float_to_u64`, `double_to_u64` | 6 | a float as a 64-bit integer |
//! | `float_to_i64`, `double_to_i64` | 14 | … signed |
//! | `double_decode` | 45 | the 32-bit float nearest to the 64-bit one of these bits |
//! | `double_encode` | 27 | the bits of a 32-bit float as a 64-bit one |
//! | `fma32` | 186 | fused multiply-add of 32-bit floats, to nearest even |
//! | `fma32_flush` | 188 | …, denormals to zero |
//! | `fma32_zero` | 180 | … towards zero |
//! | `fma32_zero_flush` | 182 | …, denormals to zero |
//! | `fma32_odd` | 184 | … to odd |
//! | `fma32_sum` | 160 | the part that these have in common |
//! | `f64_nearest` | 23 | the words of a 64-bit float from sign, exponent and significand, to nearest even |
//! | `f64_zero` | 18 | … towards zero |
//! | `f64_flush` | 5 | a 64-bit float, denormals to zero |
//! | `f64_sum` | 98 | the sum of 64-bit floats before it is rounded |
//! | `f64_add` | 121 | … to nearest even |
//! | `f64_add_zero` | 116 | … towards zero |
//! | `f64_product` | 126 | the product before it is rounded |
//! | `f64_multiply` | 149 | … to nearest even |
//! | `f64_multiply_zero` | 144 | … towards zero |
//! | `f64_quotient` | 186 | the quotient before it is rounded |
//! | `f64_divide` | 209 | … to nearest even |
//! | `f64_divide_zero` | 204 | … towards zero |
//! | `f64_root` | 139 | the square root before it is rounded |
//! | `f64_sqrt` | 162 | … to nearest even |
//! | `f64_sqrt_zero` | 157 | … towards zero |
//! | `f64_is_nan` | 5 | whether a 64-bit float is NaN |
//! | `f64_equal` | 17 | whether two are equal |
//! | `f64_unequal` | 22 | whether one is less than the other |
//! | `f64_less` | 35 | whether the first is less |
//! | `f64_less_equal` | 35 | whether the first is less or equal |
//! | `f64_min` | 43 | the smaller one, or what is no NaN |
//! | `f64_max` | 43 | the larger one, or what is no NaN |
//! | `f64_sign` | 6 | -1, 0 or 1 |
//! | `f64_trunc` | 19 | rounded to an integer, towards zero |
//! | `f64_floor` | 36 | … downwards |
//! | `f64_ceil` | 37 | … upwards |
//! | `f64_round_even` | 58 | … to nearest, ties to even |
//! | `f64_frexp` | 41 | a number from 1/2 to 1, and the exponent |
//! | `f64_scaled` | 59 | the product with a power of two, before it is rounded |
//! | `f64_ldexp` | 82 | … to nearest even |
//! | `f64_ldexp_zero` | 77 | … towards zero |
//! | `f64_from_float` | 23 | a 32-bit float as a 64-bit one |
//! | `f64_to_float` | 42 | the 32-bit float nearest to a 64-bit one |
//! | `f64_to_float_zero` | 27 | … towards zero |
//! | `f64_flush_32` | 5 | zero for what would be a denormal 32-bit float |
//! | `f64_to_float_odd` | 25 | … to odd, for conversions to halves |
//! | `f64_from_u32` | 13 | a 32-bit integer as a 64-bit float |
//! | `f64_from_i32` | 21 | … signed |
//! | `f64_from_u64` | 42 | a 64-bit integer as a 64-bit float, to nearest even |
//! | `f64_from_u64_zero` | 37 | … towards zero |
//! | `f64_from_i64` | 51 | … signed, to nearest even |
//! | `f64_from_i64_zero` | 46 | … signed, towards zero |
//! | `f64_to_u64` | 25 | a 64-bit float as a 64-bit integer |
//! | `f64_to_i64` | 33 | … signed |
//! | `fma64` | 314 | fused multiply-add of the words of 64-bit floats, to nearest even |
//! | `fma64_flush` | 319 | …, denormals to zero |
//! | `fma64_zero` | 309 | … towards zero |
//! | `fma64_zero_flush` | 314 | …, denormals to zero |
//! | `fma64_sum` | 291 | the part that these have in common |
//!
//! # Adding a function
//! Say, the sum of two 64-bit floats as pairs of words, on devices without them: write `Pair f64_add(const uint a_lo, const
//! uint a_hi, const uint b_lo, const uint b_hi)` into a file below `shaderlib/soft/`, include that in `soft.glsl`, run
//! `scripts/build-soft`, add `F64Add = library::function("f64_add")` to [`Soft`] and a row above, and call
//! `build.soft(Soft::F64Add, count, &[a.lo, a.hi, b.lo, b.hi])`. A name that the library lacks does not compile. Its result
//! is a structure with the lower and the upper words. Functions of the library can call each other: `odd_fma` calls `odd_sum`.

mod library;
mod link;
#[cfg(test)]
mod tests;

pub use link::{link, Buffers, Function, Linked, MOST_COMPONENTS};

/// A function of the library; its number is its id there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Soft {
    HalfRound = library::function("half_round"),
    HalfRoundZero = library::function("half_round_zero"),
    HalfRoundFlush = library::function("half_round_flush"),
    HalfRoundZeroFlush = library::function("half_round_zero_flush"),
    HalfFlush = library::function("half_flush"),
    HalfEncode = library::function("half_encode"),
    HalfDecode = library::function("half_decode"),
    OddSum = library::function("odd_sum"),
    OddFma = library::function("odd_fma"),
    OddFromDouble = library::function("odd_from_double"),
    OddFromU32 = library::function("odd_from_u32"),
    OddFromI32 = library::function("odd_from_i32"),
    OddFromU64 = library::function("odd_from_u64"),
    OddFromI64 = library::function("odd_from_i64"),
    BFloat16Encode = library::function("bfloat16_encode"),
    E4M3Decode = library::function("e4m3_decode"),
    E5M2Decode = library::function("e5m2_decode"),
    E4M3Encode = library::function("e4m3_encode"),
    E5M2Encode = library::function("e5m2_encode"),
    U64Divide = library::function("u64_divide"),
    I64Divide = library::function("i64_divide"),
    U64ToFloat = library::function("u64_to_float"),
    I64ToFloat = library::function("i64_to_float"),
    U64ToDouble = library::function("u64_to_double"),
    I64ToDouble = library::function("i64_to_double"),
    U64ForHalf = library::function("u64_for_half"),
    I64ForHalf = library::function("i64_for_half"),
    FloatToU64 = library::function("float_to_u64"),
    FloatToI64 = library::function("float_to_i64"),
    DoubleToU64 = library::function("double_to_u64"),
    DoubleToI64 = library::function("double_to_i64"),
    DoubleDecode = library::function("double_decode"),
    DoubleEncode = library::function("double_encode"),
    Fma32 = library::function("fma32"),
    Fma32Flush = library::function("fma32_flush"),
    Fma32Zero = library::function("fma32_zero"),
    Fma32ZeroFlush = library::function("fma32_zero_flush"),
    Fma32Odd = library::function("fma32_odd"),
    F64Flush = library::function("f64_flush"),
    F64Add = library::function("f64_add"),
    F64AddZero = library::function("f64_add_zero"),
    F64Multiply = library::function("f64_multiply"),
    F64MultiplyZero = library::function("f64_multiply_zero"),
    F64Divide = library::function("f64_divide"),
    F64DivideZero = library::function("f64_divide_zero"),
    F64Sqrt = library::function("f64_sqrt"),
    F64SqrtZero = library::function("f64_sqrt_zero"),
    F64IsNan = library::function("f64_is_nan"),
    F64Equal = library::function("f64_equal"),
    F64Unequal = library::function("f64_unequal"),
    F64Less = library::function("f64_less"),
    F64LessEqual = library::function("f64_less_equal"),
    F64Min = library::function("f64_min"),
    F64Max = library::function("f64_max"),
    F64Sign = library::function("f64_sign"),
    F64Trunc = library::function("f64_trunc"),
    F64Floor = library::function("f64_floor"),
    F64Ceil = library::function("f64_ceil"),
    F64RoundEven = library::function("f64_round_even"),
    F64Frexp = library::function("f64_frexp"),
    F64Ldexp = library::function("f64_ldexp"),
    F64LdexpZero = library::function("f64_ldexp_zero"),
    F64FromFloat = library::function("f64_from_float"),
    F64ToFloat = library::function("f64_to_float"),
    F64ToFloatZero = library::function("f64_to_float_zero"),
    F64Flush32 = library::function("f64_flush_32"),
    F64ToFloatOdd = library::function("f64_to_float_odd"),
    F64FromU32 = library::function("f64_from_u32"),
    F64FromI32 = library::function("f64_from_i32"),
    F64FromU64 = library::function("f64_from_u64"),
    F64FromU64Zero = library::function("f64_from_u64_zero"),
    F64FromI64 = library::function("f64_from_i64"),
    F64FromI64Zero = library::function("f64_from_i64_zero"),
    F64ToU64 = library::function("f64_to_u64"),
    F64ToI64 = library::function("f64_to_i64"),
    Fma64 = library::function("fma64"),
    Fma64Flush = library::function("fma64_flush"),
    Fma64Zero = library::function("fma64_zero"),
    Fma64ZeroFlush = library::function("fma64_zero_flush"),
}
