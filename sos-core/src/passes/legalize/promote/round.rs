//! Halves as 32-bit floats: rounding, and conversion to and from their 16 bits, as helper functions.
//!
//! No conversion instruction can be relied on to round correctly. `OpQuantizeToF16` may flush denormals (and truncates on one
//! driver), `UnpackHalf2x16(PackHalf2x16(x))` gives NaN for infinity on another, and `OpFConvert` may flush. Defined to the
//! bit are integer operations, `OpBitcast`, products, sums and differences that are exact in 32 bits, and `RoundEven` of a
//! number below 2^23, whose result is exact as well (Vulkan, "Precision of GLSL.std.450 Instructions": correctly rounded).
//! The floating-point ones leave the sign of zero and NaN undefined, which integer operations handle here.
//!
//! | helper | instructions, and without bitcasts | result |
//! |---|---|---|
//! | [`round`] | 18, 13 | the float nearest to `x` that is a half, ties to even; infinity from 65520 on; NaN unchanged |
//! | … to zero | 19, 14 | the next such float towards zero; 65504 for all finite numbers from there on |
//! | … flushing | 3 more; to zero, 2 | the same, and zero where that is a denormal half |
//! | [`flush`] | 6, 4 | zero for a denormal half, other halves unchanged |
//! | [`encode`] | 20, 17 | the 16 bits of a float that is a half; NaN stays NaN |
//! | [`decode`] | 15, 13 | the float that 16 bits encode; NaN payload bits keep their positions |
//! | [`sum`] | 19, 15, and [`round`] | `x + y` rounded once, for rounding to zero |
//! | [`fused`] | 20, 16, and [`round`] | `x * y + z` rounded once |
//! | [`from_double`] | 14, 12, and [`round`] | a 64-bit float rounded once |
//!
//! All accept scalars or vectors. Results are exact for every input, in every denormal mode of the device for 32-bit floats,
//! because halves are never denormal as 32-bit floats; and, except for [`sum`] and [`fused`], in every rounding mode.
//!
//! [`round`] scales the last place of the half to 1, and back: multiplication by a power of two is exact.
//!
//! [`round`] of the 32-bit sum, difference or product of two halves is the correctly rounded half: products are exact in 22
//! bits; sums are exact in 24 bits, or the smaller operand is below a quarter of a unit in the last place. Rounded to zero, such
//! a sum can be one unit less, so it needs [`sum`]. That, [`fused`] and [`from_double`] would round twice. They round *to odd*
//! first: an inexact result gets an odd last bit, so that it cannot become a tie that the exact result was not (Boldo and
//! Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). The rounding error of the sum is determined by Knuth's
//! two-sum, which is exact if 32-bit sums round to nearest.

use crate::passes::ModuleBuilder;
use crate::tables::{decoration, glsl_std_450 as glsl, op};

/// The helper, as the upper part of its key; the number of components is the lower part.
const ROUND: u32 = 0x100;
const ENCODE: u32 = 0x200;
const DECODE: u32 = 0x300;
const FUSED: u32 = 0x400;
const FROM_DOUBLE: u32 = 0x500;
const SUM: u32 = 0x600;
const FLUSH: u32 = 0x700;

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7FFF_FFFF;
const INFINITY: u32 = 0x7F80_0000;
/// 2^-14, the least normal half.
const LEAST_NORMAL: u32 = 0x3880_0000;
/// 2^15, the greatest power of two among halves.
const LAST_POWER: u32 = 0x4700_0000;
/// 65504, the largest half.
const LARGEST: u32 = 0x477F_E000;
const HALF: u32 = 0x3F00_0000;
/// The difference of the exponents' biases, at the position of a half's exponent after a shift by 13.
const BIAS: u32 = 112 << 23;

/// How results are rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Towards zero instead of to nearest even (`RoundingModeRTZ`).
    pub to_zero: bool,
    /// Denormal halves become zeros (`DenormFlushToZero`).
    pub flush: bool,
}

impl Mode {
    /// The middle part of a helper's key.
    fn key(self) -> u32 {
        u32::from(self.to_zero) << 4 | u32::from(self.flush) << 5
    }
}

/// Types with a given number of components, and constants of these types.
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
    /// Declares the types.
    pub fn new(build: &mut ModuleBuilder, count: u32) -> Self {
        let (uint_part, float, bool) = (build.uint(), build.float(), build.bool());
        Self {
            count,
            uint_part,
            uint: build.vector(uint_part, count),
            float: build.vector(float, count),
            bool: build.vector(bool, count),
        }
    }

    /// A constant with the same word in each component.
    pub fn value(&self, build: &mut ModuleBuilder, bits: u32) -> u32 {
        build.splat(self.uint_part, self.count, bits)
    }

    /// A constant with the same float in each component, given by its bits.
    pub fn float_value(&self, build: &mut ModuleBuilder, bits: u32) -> u32 {
        let float = build.float();
        build.splat(float, self.count, bits)
    }

    /// Emits a binary operation on words with a constant.
    pub fn with(&self, build: &mut ModuleBuilder, opcode: u16, value: u32, bits: u32) -> u32 {
        let constant = self.value(build, bits);
        build.op(opcode, self.uint, &[value, constant])
    }

    /// Emits a binary operation on words.
    pub fn op(&self, build: &mut ModuleBuilder, opcode: u16, a: u32, b: u32) -> u32 {
        build.op(opcode, self.uint, &[a, b])
    }

    /// Emits a comparison of words with a constant.
    pub fn is(&self, build: &mut ModuleBuilder, opcode: u16, value: u32, bits: u32) -> u32 {
        let constant = self.value(build, bits);
        build.op(opcode, self.bool, &[value, constant])
    }

    /// Emits a selection between words.
    pub fn select(&self, build: &mut ModuleBuilder, condition: u32, yes: u32, no: u32) -> u32 {
        build.op(op::OpSelect, self.uint, &[condition, yes, no])
    }
}

/// Returns the helper that rounds `count` 32-bit floats to halves.
pub fn round(build: &mut ModuleBuilder, count: u32, mode: Mode) -> u32 {
    let s = Shape::new(build, count);
    build.helper(ROUND | mode.key() | count, s.float, [s.float], |f, [x]| {
        let bits = f.op(op::OpBitcast, s.uint, &[x]);
        let a = s.with(f, op::OpBitwiseAnd, bits, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, bits, a);
        // The power of two of the number's exponent; denormal halves have the last place of the least normal one.
        let power = s.with(f, op::OpBitwiseAnd, a, INFINITY);
        let (least, most) = (s.value(f, LEAST_NORMAL), s.value(f, LAST_POWER));
        let power = f.glsl(glsl::UClamp, s.uint, &[power, least, most]);
        // 2^10 / power, and its reciprocal.
        let top = s.value(f, (2 * 127 + 10) << 23);
        let up = s.op(f, op::OpISub, top, power);
        let up = f.op(op::OpBitcast, s.float, &[up]);
        let unit = s.with(f, op::OpISub, power, 10 << 23);
        let unit = f.op(op::OpBitcast, s.float, &[unit]);
        let scaled = f.op(op::OpFMul, s.float, &[x, up]);
        let to_whole = match mode.to_zero {
            true => glsl::Trunc,
            false => glsl::RoundEven,
        };
        let whole = f.glsl(to_whole, s.float, &[scaled]);
        let rounded = f.op(op::OpFMul, s.float, &[whole, unit]);
        let mut rounded = f.op(op::OpBitcast, s.uint, &[rounded]);
        if mode != Mode::default() {
            rounded = s.with(f, op::OpBitwiseAnd, rounded, MAGNITUDE);
        }
        if mode.flush {
            let is_denormal = s.is(f, op::OpULessThan, rounded, LEAST_NORMAL);
            let zero = s.value(f, 0);
            rounded = s.select(f, is_denormal, zero, rounded);
        }
        if mode.to_zero {
            let largest = s.value(f, LARGEST);
            let rounded = f.glsl(glsl::UMin, s.uint, &[rounded, largest]);
            let is_special = s.is(f, op::OpUGreaterThanEqual, a, INFINITY);
            let rounded = s.select(f, is_special, a, rounded);
            let rounded = s.op(f, op::OpBitwiseOr, rounded, sign);
            return f.op(op::OpBitcast, s.float, &[rounded]);
        }
        // Starting with the tie between the largest half and 2^16: infinity, or the NaN itself.
        let infinity = s.value(f, INFINITY);
        let special = f.glsl(glsl::UMax, s.uint, &[a, infinity]);
        let is_special = s.is(f, op::OpUGreaterThanEqual, a, 0x477F_F000);
        let rounded = s.select(f, is_special, special, rounded);
        let rounded = s.op(f, op::OpBitwiseOr, rounded, sign);
        f.op(op::OpBitcast, s.float, &[rounded])
    })
}

/// Returns the helper that gives the bits of `count` floats that are halves.
pub fn encode(build: &mut ModuleBuilder, count: u32) -> u32 {
    let s = Shape::new(build, count);
    build.helper(ENCODE | count, s.uint, [s.float], |f, [x]| {
        let bits = f.op(op::OpBitcast, s.uint, &[x]);
        let a = s.with(f, op::OpBitwiseAnd, bits, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, bits, a);
        let sign = s.with(f, op::OpShiftRightLogical, sign, 16);
        let normal = s.with(f, op::OpISub, a, BIAS);
        let normal = s.with(f, op::OpShiftRightLogical, normal, 13);
        // A denormal added to 1/2 becomes its fraction, in units of 2^-24, the last place of both.
        let (size, half) = (f.op(op::OpBitcast, s.float, &[a]), s.float_value(f, HALF));
        let denormal = f.op(op::OpFAdd, s.float, &[size, half]);
        let denormal = f.op(op::OpBitcast, s.uint, &[denormal]);
        let denormal = s.with(f, op::OpISub, denormal, HALF);
        let is_denormal = s.is(f, op::OpULessThan, a, LEAST_NORMAL);
        let value = s.select(f, is_denormal, denormal, normal);
        // The payload of a NaN is kept; a NaN without payload in its upper bits must not become infinity.
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

/// Returns the helper that gives the floats encoded by `count` words, whose upper halves are 0.
pub fn decode(build: &mut ModuleBuilder, count: u32) -> u32 {
    let s = Shape::new(build, count);
    build.helper(DECODE | count, s.float, [s.uint], |f, [bits]| {
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

/// Emits an operation on floats that must not be contracted.
fn precise(build: &mut ModuleBuilder, opcode: u16, ty: u32, a: u32, b: u32) -> u32 {
    let id = build.op(opcode, ty, &[a, b]);
    build.annotate(op::OpDecorate, &[id, decoration::NoContraction]);
    id
}

/// Emits the adjacent float with an odd last bit if `sum` is inexact: towards zero, or away from it.
fn to_odd(f: &mut ModuleBuilder, s: &Shape, sum: u32, inexact: u32, toward_zero: u32) -> u32 {
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

/// Emits the sum of two floats, rounded to odd.
fn odd_sum(f: &mut ModuleBuilder, s: &Shape, a: u32, b: u32) -> u32 {
    let t = s.float;
    let sum = precise(f, op::OpFAdd, t, a, b);
    let b_there = precise(f, op::OpFSub, t, sum, a);
    let a_there = precise(f, op::OpFSub, t, sum, b_there);
    let of_a = precise(f, op::OpFSub, t, a, a_there);
    let of_b = precise(f, op::OpFSub, t, b, b_there);
    let lost = precise(f, op::OpFAdd, t, of_a, of_b);
    let zero = s.float_value(f, 0);
    // For infinities and NaN, `lost` is NaN, so the sum counts as exact.
    let inexact = f.op(op::OpFOrdNotEqual, s.bool, &[lost, zero]);
    let sum_bits = f.op(op::OpBitcast, s.uint, &[sum]);
    let lost_bits = f.op(op::OpBitcast, s.uint, &[lost]);
    let apart = s.op(f, op::OpBitwiseXor, sum_bits, lost_bits);
    let toward_zero = s.is(f, op::OpUGreaterThanEqual, apart, SIGN);
    to_odd(f, s, sum, inexact, toward_zero)
}

/// Returns the helper that adds `count` halves and rounds once.
pub fn sum(build: &mut ModuleBuilder, count: u32, mode: Mode) -> u32 {
    let round = round(build, count, mode);
    let s = Shape::new(build, count);
    let t = s.float;
    build.helper(SUM | mode.key() | count, t, [t, t], |f, [x, y]| {
        let odd = odd_sum(f, &s, x, y);
        f.call(t, round, &[odd])
    })
}

/// Returns the helper that turns denormals among `count` halves into zeros.
pub fn flush(build: &mut ModuleBuilder, count: u32) -> u32 {
    let s = Shape::new(build, count);
    build.helper(FLUSH | count, s.float, [s.float], |f, [x]| {
        let bits = f.op(op::OpBitcast, s.uint, &[x]);
        let a = s.with(f, op::OpBitwiseAnd, bits, MAGNITUDE);
        let sign = s.op(f, op::OpBitwiseXor, bits, a);
        let is_denormal = s.is(f, op::OpULessThan, a, LEAST_NORMAL);
        let value = s.select(f, is_denormal, sign, bits);
        f.op(op::OpBitcast, s.float, &[value])
    })
}

/// Returns the helper that multiplies and adds `count` halves and rounds once.
pub fn fused(build: &mut ModuleBuilder, count: u32, mode: Mode) -> u32 {
    let round = round(build, count, mode);
    let s = Shape::new(build, count);
    let t = s.float;
    build.helper(FUSED | mode.key() | count, t, [t, t, t], |f, [x, y, z]| {
        let product = precise(f, op::OpFMul, t, x, y);
        let odd = odd_sum(f, &s, product, z);
        f.call(t, round, &[odd])
    })
}

/// Returns the helper that rounds `count` 64-bit floats to halves, once.
pub fn from_double(build: &mut ModuleBuilder, count: u32, mode: Mode) -> u32 {
    let round = round(build, count, mode);
    let s = Shape::new(build, count);
    let double = build.declare(op::OpTypeFloat, None, &[64]);
    let double = build.vector(double, count);
    build.helper(
        FROM_DOUBLE | mode.key() | count,
        s.float,
        [double],
        |f, [x]| {
            let odd = odd_from_double(f, count, x);
            f.call(s.float, round, &[odd])
        },
    )
}

/// Emits the conversion of `count` 64-bit floats to 32-bit floats, rounded to odd: a following rounding is then correct.
pub fn odd_from_double(f: &mut ModuleBuilder, count: u32, x: u32) -> u32 {
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
