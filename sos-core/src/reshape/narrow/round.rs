//! Halves as 32-bit floats: rounding, and the way to and from their 16 bits, as helper functions.
//!
//! No conversion is trusted with the rounding. `OpQuantizeToF16` may flush denormals (and truncates on one driver),
//! `UnpackHalf2x16(PackHalf2x16(x))` gives NaN for infinity on another, and `OpFConvert` may flush. What is fixed to the bit are
//! integer operations, `OpBitcast`, products, sums and differences that 32 bits hold exactly, and `RoundEven` of a number below 2^23,
//! whose result they hold as well (Vulkan, "Precision of GLSL.std.450 Instructions": correctly rounded). All of them but for the sign
//! of a zero and what becomes of a NaN, which are seen to by integer operations.
//!
//! | helper | instructions, and without bitcasts | result |
//! |---|---|---|
//! | [`round`] | 18, 13 | the float nearest to `x` that is a half, ties to even; infinity from 65520 on; NaN as it is |
//! | [`encode`] | 20, 17 | the 16 bits of a float that is a half; a NaN stays one |
//! | [`decode`] | 15, 13 | the float that 16 bits stand for, bits of a NaN in their places |
//! | [`fused`] | 20, 16, and [`round`] | `x * y + z` rounded once |
//! | [`from_double`] | 14, 12, and [`round`] | a 64-bit float rounded once |
//!
//! All of them take scalars or vectors. Each result is exact on every input, under whatever denormal mode the device has for 32-bit
//! floats, since halves are never denormal as 32-bit floats; and, but for [`fused`], under whatever rounding.
//!
//! [`round`] makes the last place of the half the unit, and back: a product with a power of two is exact.
//!
//! [`round`] of the 32-bit sum, difference or product of two halves is the correctly rounded half: products are exact
//! in 22 bits; sums are exact in 24 bits, or the smaller operand is below a quarter of a unit in the last place.
//! [`fused`] and [`from_double`] would round twice. They round *to odd* first: a result that is not exact gets an odd last bit,
//! so that no tie appears which was none (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). What was lost
//! in the sum of [`fused`] is known by Knuth's two-sum, exact where 32-bit sums round to nearest.

use super::Frame;
use crate::tables::{decoration, glsl_std_450 as glsl, op};

/// Which helper, as the upper part of its key; the number of components is the lower.
const ROUND: u32 = 0x100;
const ENCODE: u32 = 0x200;
const DECODE: u32 = 0x300;
const FUSED: u32 = 0x400;
const FROM_DOUBLE: u32 = 0x500;

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7FFF_FFFF;
const INFINITY: u32 = 0x7F80_0000;
/// 2^-14, the least half that is not denormal.
const LEAST_NORMAL: u32 = 0x3880_0000;
/// 2^15, the last power of two among halves.
const LAST_POWER: u32 = 0x4700_0000;
const HALF: u32 = 0x3F00_0000;
/// The difference of the exponents' biases, where a half's exponent stands once its bits are shifted by 13.
const BIAS: u32 = 112 << 23;

/// Types of so many components, and constants of them.
pub struct Shape {
    count: u32,
    uint_part: u32,
    /// Words.
    pub uint: u32,
    /// 32-bit floats.
    pub float: u32,
    bool: u32,
}

impl Shape {
    /// Declares them.
    pub fn new(frame: &mut Frame, count: u32) -> Self {
        let (uint_part, float, bool) = (frame.uint(), frame.float(), frame.bool());
        Self {
            count,
            uint_part,
            uint: frame.vector(uint_part, count),
            float: frame.vector(float, count),
            bool: frame.vector(bool, count),
        }
    }

    /// A constant, each component the same.
    pub fn value(&self, frame: &mut Frame, bits: u32) -> u32 {
        frame.splat(self.uint_part, self.count, bits)
    }

    /// A constant of floats, each component the same; given by its bits.
    pub fn float_value(&self, frame: &mut Frame, bits: u32) -> u32 {
        let float = frame.float();
        frame.splat(float, self.count, bits)
    }

    /// A binary operation on words with a constant.
    pub fn with(&self, frame: &mut Frame, opcode: u16, value: u32, bits: u32) -> u32 {
        let constant = self.value(frame, bits);
        frame.op(opcode, self.uint, &[value, constant])
    }

    /// A binary operation on words.
    pub fn op(&self, frame: &mut Frame, opcode: u16, a: u32, b: u32) -> u32 {
        frame.op(opcode, self.uint, &[a, b])
    }

    /// A comparison of words with a constant.
    pub fn is(&self, frame: &mut Frame, opcode: u16, value: u32, bits: u32) -> u32 {
        let constant = self.value(frame, bits);
        frame.op(opcode, self.bool, &[value, constant])
    }

    /// A choice between words.
    pub fn select(&self, frame: &mut Frame, condition: u32, yes: u32, no: u32) -> u32 {
        frame.op(op::OpSelect, self.uint, &[condition, yes, no])
    }
}

/// The helper that rounds so many 32-bit floats to halves.
pub fn round(frame: &mut Frame, count: u32) -> u32 {
    let s = Shape::new(frame, count);
    frame.helper(ROUND | count, s.float, [s.float], |f, [x]| {
        let bits = f.op(op::OpBitcast, s.uint, &[x]);
        let a = s.with(f, op::OpBitwiseAnd, bits, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, bits, a);
        // The power of two that begins the number; those of denormals have the last place of the least normal one.
        let power = s.with(f, op::OpBitwiseAnd, a, INFINITY);
        let (least, most) = (s.value(f, LEAST_NORMAL), s.value(f, LAST_POWER));
        let power = f.glsl(glsl::UClamp, s.uint, &[power, least, most]);
        // 2^10 / power, and the other way round.
        let top = s.value(f, (2 * 127 + 10) << 23);
        let up = s.op(f, op::OpISub, top, power);
        let up = f.op(op::OpBitcast, s.float, &[up]);
        let unit = s.with(f, op::OpISub, power, 10 << 23);
        let unit = f.op(op::OpBitcast, s.float, &[unit]);
        let scaled = f.op(op::OpFMul, s.float, &[x, up]);
        let whole = f.glsl(glsl::RoundEven, s.float, &[scaled]);
        let rounded = f.op(op::OpFMul, s.float, &[whole, unit]);
        let rounded = f.op(op::OpBitcast, s.uint, &[rounded]);
        // From the tie between the largest half and 2^16 on: infinity, unless it is a NaN.
        let infinity = s.value(f, INFINITY);
        let special = f.glsl(glsl::UMax, s.uint, &[a, infinity]);
        let is_special = s.is(f, op::OpUGreaterThanEqual, a, 0x477F_F000);
        let rounded = s.select(f, is_special, special, rounded);
        let rounded = s.op(f, op::OpBitwiseOr, rounded, sign);
        f.op(op::OpBitcast, s.float, &[rounded])
    })
}

/// The helper that gives the bits of so many floats which are halves.
pub fn encode(frame: &mut Frame, count: u32) -> u32 {
    let s = Shape::new(frame, count);
    frame.helper(ENCODE | count, s.uint, [s.float], |f, [x]| {
        let bits = f.op(op::OpBitcast, s.uint, &[x]);
        let a = s.with(f, op::OpBitwiseAnd, bits, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, bits, a);
        let sign = s.with(f, op::OpShiftRightLogical, sign, 16);
        let normal = s.with(f, op::OpISub, a, BIAS);
        let normal = s.with(f, op::OpShiftRightLogical, normal, 13);
        // Beside 1/2, a denormal is its fraction: in units of 2^-24, the last place of both.
        let (size, half) = (f.op(op::OpBitcast, s.float, &[a]), s.float_value(f, HALF));
        let denormal = f.op(op::OpFAdd, s.float, &[size, half]);
        let denormal = f.op(op::OpBitcast, s.uint, &[denormal]);
        let denormal = s.with(f, op::OpISub, denormal, HALF);
        let is_denormal = s.is(f, op::OpULessThan, a, LEAST_NORMAL);
        let value = s.select(f, is_denormal, denormal, normal);
        // The payload of a NaN is kept; one that has none in its upper bits is still no infinity.
        let payload = s.with(f, op::OpBitwiseAnd, normal, 0x03FF);
        let lost = s.with(f, op::OpBitwiseAnd, a, 0x1FFF);
        let has_lost = s.is(f, op::OpINotEqual, lost, 0);
        let (quiet, infinity) = (s.value(f, 0x7E00), s.value(f, 0x7C00));
        let special = s.select(f, has_lost, quiet, infinity);
        let special = s.op(f, op::OpBitwiseOr, special, payload);
        let is_special = s.is(f, op::OpUGreaterThanEqual, a, INFINITY);
        let value = s.select(f, is_special, special, value);
        s.op(f, op::OpBitwiseOr, value, sign)
    })
}

/// The helper that gives the floats that so many words stand for, whose upper halves are 0.
pub fn decode(frame: &mut Frame, count: u32) -> u32 {
    let s = Shape::new(frame, count);
    frame.helper(DECODE | count, s.float, [s.uint], |f, [bits]| {
        let magnitude = s.with(f, op::OpBitwiseAnd, bits, 0x7FFF);
        let sign = s.op(f, op::OpBitwiseXor, bits, magnitude);
        let sign = s.with(f, op::OpShiftLeftLogical, sign, 16);
        let shifted = s.with(f, op::OpShiftLeftLogical, magnitude, 13);
        let normal = s.with(f, op::OpIAdd, shifted, BIAS);
        let special = s.with(f, op::OpIAdd, shifted, 2 * BIAS);
        let unit = s.float_value(f, 0x3380_0000);
        let denormal = f.op(op::OpConvertUToF, s.float, &[magnitude]);
        let denormal = f.op(op::OpFMul, s.float, &[denormal, unit]);
        let denormal = f.op(op::OpBitcast, s.uint, &[denormal]);
        let is_denormal = s.is(f, op::OpULessThan, magnitude, 0x0400);
        let value = s.select(f, is_denormal, denormal, normal);
        let is_special = s.is(f, op::OpUGreaterThanEqual, magnitude, 0x7C00);
        let value = s.select(f, is_special, special, value);
        let value = s.op(f, op::OpBitwiseOr, value, sign);
        f.op(op::OpBitcast, s.float, &[value])
    })
}

/// An operation on floats that must be what it says, with nothing contracted into it.
fn precise(frame: &mut Frame, opcode: u16, ty: u32, a: u32, b: u32) -> u32 {
    let id = frame.op(opcode, ty, &[a, b]);
    frame.annotate(op::OpDecorate, &[id, decoration::NoContraction]);
    id
}

/// The float next to `sum` with an odd last bit, where the sum is not exact: towards zero, or away from it.
fn to_odd(f: &mut Frame, s: &Shape, sum: u32, inexact: u32, toward_zero: u32) -> u32 {
    let bits = f.op(op::OpBitcast, s.uint, &[sum]);
    let last = s.with(f, op::OpBitwiseAnd, bits, 1);
    let is_even = s.is(f, op::OpIEqual, last, 0);
    let change = f.op(op::OpLogicalAnd, s.bool, &[inexact, is_even]);
    let (up, down) = (s.value(f, 1), s.value(f, u32::MAX));
    let step = s.select(f, toward_zero, down, up);
    let odd = s.op(f, op::OpIAdd, bits, step);
    let bits = s.select(f, change, odd, bits);
    f.op(op::OpBitcast, s.float, &[bits])
}

/// The helper that multiplies and adds so many halves and rounds once.
pub fn fused(frame: &mut Frame, count: u32) -> u32 {
    let round = round(frame, count);
    let s = Shape::new(frame, count);
    let t = s.float;
    frame.helper(FUSED | count, t, [t, t, t], |f, [x, y, z]| {
        let product = precise(f, op::OpFMul, t, x, y);
        let sum = precise(f, op::OpFAdd, t, product, z);
        let z_there = precise(f, op::OpFSub, t, sum, product);
        let product_there = precise(f, op::OpFSub, t, sum, z_there);
        let of_product = precise(f, op::OpFSub, t, product, product_there);
        let of_z = precise(f, op::OpFSub, t, z, z_there);
        let lost = precise(f, op::OpFAdd, t, of_product, of_z);
        let zero = s.float_value(f, 0);
        // Of infinities and NaN nothing is lost.
        let inexact = f.op(op::OpFOrdNotEqual, s.bool, &[lost, zero]);
        let sum_bits = f.op(op::OpBitcast, s.uint, &[sum]);
        let lost_bits = f.op(op::OpBitcast, s.uint, &[lost]);
        let apart = s.op(f, op::OpBitwiseXor, sum_bits, lost_bits);
        let toward_zero = s.is(f, op::OpUGreaterThanEqual, apart, SIGN);
        let odd = to_odd(f, &s, sum, inexact, toward_zero);
        f.call(t, round, &[odd])
    })
}

/// The helper that rounds so many 64-bit floats to halves, once.
pub fn from_double(frame: &mut Frame, count: u32) -> u32 {
    let round = round(frame, count);
    let s = Shape::new(frame, count);
    let double = frame.declare(op::OpTypeFloat, None, &[64]);
    let double = frame.vector(double, count);
    frame.helper(FROM_DOUBLE | count, s.float, [double], |f, [x]| {
        let odd = odd_from_double(f, count, x);
        f.call(s.float, round, &[odd])
    })
}

/// Writes so many 64-bit floats as 32-bit floats, rounded to odd: what is rounded from these is rounded once.
pub fn odd_from_double(f: &mut Frame, count: u32, x: u32) -> u32 {
    let s = Shape::new(f, count);
    let double = f.declare(op::OpTypeFloat, None, &[64]);
    let double = f.vector(double, count);
    let near = f.op(op::OpFConvert, s.float, &[x]);
    let back = f.op(op::OpFConvert, double, &[near]);
    let inexact = f.op(op::OpFOrdNotEqual, s.bool, &[back, x]);
    let (of_back, of_x) = (
        f.glsl(glsl::FAbs, double, &[back]),
        f.glsl(glsl::FAbs, double, &[x]),
    );
    let toward_zero = f.op(op::OpFOrdGreaterThan, s.bool, &[of_back, of_x]);
    to_odd(f, &s, near, inexact, toward_zero)
}
