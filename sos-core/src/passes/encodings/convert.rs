//! Conversions between floats with an encoding and 32-bit floats, as helper functions that use integer operations.
//!
//! | helper | instructions | result |
//! |---|---|---|
//! | [`decode`] of bfloat16 | 2 | the float with these upper 16 bits |
//! | [`decode`] of 8 bits | 15 | the float that they encode; NaN payload bits keep their positions |
//! | [`encode`] to bfloat16 | 10 | the upper 16 bits, rounded to nearest, ties to even; a NaN becomes quiet |
//! | [`encode`] to 8 bits | 25 | rounded to nearest, ties to even; NaN has all bits set except the sign |
//!
//! All accept scalars or vectors, with the bits in the lower part of a word and zeros above. They do not depend on the
//! device's rounding or treatment of denormals: the only 32-bit float computation is the product of a small integer and a
//! normal power of two.
//!
//! E4M3 and E5M2 are defined by Micikevicius et al., "FP8 Formats for Deep Learning" (2022), table 1: E4M3 has no infinities,
//! and of its values with the largest exponent only the last is a NaN.

use super::round::Shape;
use super::ModuleBuilder;
use crate::tables::{glsl_std_450 as glsl, op};

/// An encoding of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The upper half of a 32-bit float.
    BFloat16,
    /// 4 bits of exponent, 3 of fraction.
    E4M3,
    /// 5 bits of exponent, 2 of fraction.
    E5M2,
}

/// The parameters of an 8-bit encoding.
#[derive(Clone, Copy, Debug)]
struct Format {
    /// Number of fraction bits.
    fraction: u32,
    /// The exponent bias of 32-bit floats minus that of this encoding.
    rebias: u32,
    /// The smallest magnitude that is not a finite number: infinity, or NaN.
    special: u32,
}

const E4M3: Format = Format {
    fraction: 3,
    rebias: 127 - 7,
    special: 0x7F,
};

const E5M2: Format = Format {
    fraction: 2,
    rebias: 127 - 15,
    special: 0x7C,
};

/// The helper, as the upper part of its key.
const DECODE: u32 = 0x1_0000;
const ENCODE: u32 = 0x2_0000;
const SATURATED: u32 = 0x1000;

/// A 32-bit infinity.
const INFINITY: u32 = 0x7F80_0000;

impl Encoding {
    /// The parameters of an 8-bit encoding; `None` for 16 bits.
    fn format(self) -> Option<Format> {
        match self {
            Self::BFloat16 => None,
            Self::E4M3 => Some(E4M3),
            Self::E5M2 => Some(E5M2),
        }
    }

    /// The lower part of a helper's key.
    fn key(self, count: u32) -> u32 {
        (self as u32) << 8 | count
    }
}

/// Emits the conversion of `count` encoded values to 32-bit floats; `id` is the id of the result, if it has one already.
pub fn decode(
    build: &mut ModuleBuilder,
    encoding: Encoding,
    count: u32,
    value: u32,
    id: Option<u32>,
) -> u32 {
    let s = Shape::new(build, count);
    let function = build.helper(DECODE | encoding.key(count), s.float, [s.uint], |f, [x]| {
        let bits = match encoding.format() {
            None => s.with(f, op::OpShiftLeftLogical, x, 16),
            Some(format) => from_8_bits(f, &s, format, x),
        };
        f.op(op::OpBitcast, s.float, &[bits])
    });
    let bits = build.op(op::OpUConvert, s.uint, &[value]);
    let id = id.unwrap_or_else(|| build.id());
    build.call_as(id, s.float, function, &[bits]);
    id
}

/// Emits the conversion of `count` 32-bit floats to encoded bits, as words.
pub fn encode(
    build: &mut ModuleBuilder,
    encoding: Encoding,
    saturated: bool,
    count: u32,
    value: u32,
) -> u32 {
    let s = Shape::new(build, count);
    let kind = if saturated {
        ENCODE | SATURATED
    } else {
        ENCODE
    };
    let function = build.helper(kind | encoding.key(count), s.uint, [s.float], |f, [x]| {
        let bits = f.op(op::OpBitcast, s.uint, &[x]);
        match encoding.format() {
            None => to_bfloat16(f, &s, bits),
            Some(format) => to_8_bits(f, &s, format, saturated, bits),
        }
    });
    build.call(s.uint, function, &[value])
}

/// Emits the conversion of 8-bit values to the bits of 32-bit floats.
fn from_8_bits(f: &mut ModuleBuilder, s: &Shape, format: Format, x: u32) -> u32 {
    let Format {
        fraction,
        rebias,
        special,
    } = format;
    let magnitude = s.with(f, op::OpBitwiseAnd, x, 0x7F);
    let sign = s.op(f, op::OpBitwiseXor, x, magnitude);
    let sign = s.with(f, op::OpShiftLeftLogical, sign, 24);
    let shifted = s.with(f, op::OpShiftLeftLogical, magnitude, 23 - fraction);
    let normal = s.with(f, op::OpIAdd, shifted, rebias << 23);
    let special_bits = s.with(f, op::OpIAdd, shifted, (2 * rebias) << 23);
    // A denormal has the exponent of the least normal number; its fraction counts multiples of the least denormal.
    let unit = s.float_value(f, (rebias + 1 - fraction) << 23);
    let denormal = f.op(op::OpConvertUToF, s.float, &[magnitude]);
    let denormal = f.op(op::OpFMul, s.float, &[denormal, unit]);
    let denormal = f.op(op::OpBitcast, s.uint, &[denormal]);
    let is_denormal = s.is(f, op::OpULessThan, magnitude, 1 << fraction);
    let value = s.select(f, is_denormal, denormal, normal);
    let is_special = s.is(f, op::OpUGreaterThanEqual, magnitude, special);
    let value = s.select(f, is_special, special_bits, value);
    s.op(f, op::OpBitwiseOr, value, sign)
}

/// Emits the rounding of 32-bit floats to bfloat16.
fn to_bfloat16(f: &mut ModuleBuilder, s: &Shape, bits: u32) -> u32 {
    let magnitude = s.with(f, op::OpBitwiseAnd, bits, 0x7FFF_FFFF);
    let upper = s.with(f, op::OpShiftRightLogical, bits, 16);
    let odd = s.with(f, op::OpBitwiseAnd, upper, 1);
    let sum = s.with(f, op::OpIAdd, bits, 0x7FFF);
    let sum = s.op(f, op::OpIAdd, sum, odd);
    let rounded = s.with(f, op::OpShiftRightLogical, sum, 16);
    let quiet = s.with(f, op::OpBitwiseOr, upper, 0x0040);
    let is_nan = s.is(f, op::OpUGreaterThan, magnitude, INFINITY);
    s.select(f, is_nan, quiet, rounded)
}

/// Emits the rounding of 32-bit floats to 8 bits.
fn to_8_bits(f: &mut ModuleBuilder, s: &Shape, format: Format, saturated: bool, bits: u32) -> u32 {
    let Format {
        fraction,
        rebias,
        special,
    } = format;
    let magnitude = s.with(f, op::OpBitwiseAnd, bits, 0x7FFF_FFFF);
    let sign = s.op(f, op::OpBitwiseXor, bits, magnitude);
    let sign = s.with(f, op::OpShiftRightLogical, sign, 24);
    // The fraction of a denormal includes the implicit bit, which in a normal number adds to the exponent.
    let least = rebias + 1;
    let normal = s.with(f, op::OpISub, magnitude, rebias << 23);
    let whole = s.with(f, op::OpBitwiseAnd, magnitude, 0x007F_FFFF);
    let whole = s.with(f, op::OpBitwiseOr, whole, 0x0080_0000);
    let is_denormal = s.is(f, op::OpULessThan, magnitude, least << 23);
    let kept = s.select(f, is_denormal, whole, normal);
    // The number of low bits to drop; with 25, all 24 significant bits are dropped.
    let exponent = s.with(f, op::OpShiftRightLogical, magnitude, 23);
    let (lowest, top) = (s.value(f, least), s.value(f, least + 23 - fraction));
    let exponent = f.glsl(glsl::UMin, s.uint, &[exponent, lowest]);
    let drop = s.op(f, op::OpISub, top, exponent);
    let most = s.value(f, 25);
    let drop = f.glsl(glsl::UMin, s.uint, &[drop, most]);
    let rounded = rounded_shift(f, s, kept, drop);
    let end = s.value(f, special - u32::from(saturated));
    let value = f.glsl(glsl::UMin, s.uint, &[rounded, end]);
    let nan = s.value(f, 0x7F);
    let is_nan = s.is(f, op::OpUGreaterThan, magnitude, INFINITY);
    let value = s.select(f, is_nan, nan, value);
    s.op(f, op::OpBitwiseOr, value, sign)
}

/// Emits a right shift by 1 to 31, rounded to nearest, ties to even.
fn rounded_shift(f: &mut ModuleBuilder, s: &Shape, value: u32, count: u32) -> u32 {
    let odd = s.op(f, op::OpShiftRightLogical, value, count);
    let odd = s.with(f, op::OpBitwiseAnd, odd, 1);
    let one = s.value(f, 1);
    let unit = s.op(f, op::OpShiftLeftLogical, one, count);
    let below = s.with(f, op::OpISub, unit, 1);
    let half = s.with(f, op::OpShiftRightLogical, below, 1);
    let sum = s.op(f, op::OpIAdd, value, half);
    let sum = s.op(f, op::OpIAdd, sum, odd);
    s.op(f, op::OpShiftRightLogical, sum, count)
}
