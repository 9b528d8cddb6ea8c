//! Fused multiply-add (`OpFmaKHR`, SPV_KHR_fma) by integer arithmetic.
//!
//! ```text
//! %r = OpFmaKHR %float %x %y %z             %r = OpFunctionCall %float %fma %x %y %z     once for each component
//!
//! %r = OpFmaKHR %half %x %y %z              %a = OpFConvert %float %x, …
//!                                           %s = OpFunctionCall %float %fma_to_odd %a %b %c
//!                                           %r = OpFConvert %half %s
//! ```
//!
//! The function unpacks the operands, multiplies the significands as integers of several words, aligns and adds, and rounds
//! once. About 150 instructions for 32 bits and 320 for 64. Only integer instructions are used, so the device's float modes,
//! contraction and precision have no influence on the result.
//!
//! Simpler ways do not work: `Fma` of `GLSL.std.450` may be a product and a sum, each rounded (Vulkan specification, "Precision
//! of GLSL.std.450 Instructions"). Error-free transformations need sums that round to nearest, which a device guarantees only
//! with `RoundingModeRTE`.
//!
//! Exact: Vulkan requires `OpFmaKHR` to be correctly rounded. Rounding is to nearest even, or toward zero where an entry point
//! has `RoundingModeRTZ`. Denormals are kept; with `DenormFlushToZero`, which does not concern operands, denormal results
//! become zero. Signs of zeros, infinities and NaN follow IEEE 754.
//!
//! 16-bit floats are computed in 32 bits and rounded *to odd*: the last bit of an inexact result is set, so that the conversion
//! back to 16 bits sees no false tie, and rounds like the device's other 16-bit operations (Boldo and Melquiond, "Emulation of
//! a FMA and correctly rounded sums", 2008). No 16-bit float is denormal in 32 bits, nor is a product of two or its sum with a
//! third. On a device without 16-bit floats, the pass that represents them in 32 bits replaces the two conversions.
//!
//! Refused: entry points that require different rounding or denormal modes for the width.

mod limbs;

use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::plan::Key;
use crate::report::Exactness;
use crate::rules::{Action, Family, LowerError, Rule};
use crate::tables::op;
use arrayvec::ArrayVec;
use limbs::{Bits, Limbs};

/// Fused multiply-add.
pub const FMA: Rule = Rule {
    name: "fma",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "fused multiply-add by integer arithmetic",
    action: Action::Lower {
        claims: |_, inst| inst.opcode() == op::OpFmaKHR,
        lower,
    },
};

/// How an inexact result is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Nearest,
    Zero,
    Odd,
}

/// Rounding and denormal mode of the result.
#[derive(Clone, Copy)]
struct Modes {
    rounding: Rounding,
    /// Whether denormal results become zero.
    flushes: bool,
}

/// A float format of one or two words. The highest word contains the sign, the exponent and the upper bits of the fraction.
#[derive(Clone, Copy)]
struct Format {
    words: usize,
    /// Number of fraction bits in the highest word.
    fraction: u32,
    /// The exponent field of infinity and NaN.
    max_exponent: u32,
}

const SINGLE: Format = Format {
    words: 1,
    fraction: 23,
    max_exponent: 0xFF,
};

const DOUBLE: Format = Format {
    words: 2,
    fraction: 20,
    max_exponent: 0x7FF,
};

/// The exponent of zero, below all others.
const ZERO_EXPONENT: u32 = 0xFFFF_F000;
const SIGN: u32 = 0x8000_0000;

impl Bits<'_, '_, '_> {
    /// The words of a constant: `top` is the highest word, `below` all others.
    fn constant_words(&mut self, format: Format, top: u32, below: u32) -> Limbs {
        let below = self.word(below);
        let mut words: Limbs = std::iter::repeat_n(below, format.words - 1).collect();
        words.push(self.word(top));
        words
    }
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[ty, id, x, y, z] = inst.from(1) else {
        return Err(LowerError::Because("it has three operands"));
    };
    let Some((Scalar::Float { width }, count)) = build.shape(ty) else {
        return Err(LowerError::Because("its result is not a float"));
    };
    let component = build.component(ty);
    if count == 1 {
        return lower_scalar(build, id, component, width, [x, y, z]);
    }
    let mut parts = ArrayVec::<u32, 4>::new();
    for index in 0..count {
        let operands =
            [x, y, z].map(|vector| build.op(op::OpCompositeExtract, component, &[vector, index]));
        let part = build.plan.new.id();
        lower_scalar(build, part, component, width, operands)?;
        parts.push(part);
    }
    build.op_as(id, op::OpCompositeConstruct, ty, &parts);
    Ok(())
}

/// Emits a scalar fused multiply-add.
fn lower_scalar(
    build: &mut Builder<'_, '_>,
    id: u32,
    ty: u32,
    width: u32,
    operands: [u32; 3],
) -> Result<(), LowerError> {
    match width {
        16 => {
            let single = build.float();
            let operands = operands.map(|value| build.op(op::OpFConvert, single, &[value]));
            let sum = build.plan.new.id();
            call(build, sum, single, width, operands)?;
            build.op_as(id, op::OpFConvert, ty, &[sum]);
            Ok(())
        }
        32 | 64 => call(build, id, ty, width, operands),
        _ => Err(LowerError::Because("floats of an encoding of their own")),
    }
}

/// Emits a call of the function for results of `width` bits, and the function itself on first use.
fn call(
    build: &mut Builder<'_, '_>,
    id: u32,
    ty: u32,
    width: u32,
    operands: [u32; 3],
) -> Result<(), LowerError> {
    let key = Key {
        name: "fma",
        ty,
        variant: [width, 0],
    };
    let mut refusal = None;
    build.call_as(id, key, &operands, |build, parameters| {
        match (Modes::of(build, width), parameters) {
            (Ok(modes), &[x, y, z]) => body(build, ty, width, modes, [x, y, z]),
            (Err(reason), _) => {
                refusal = Some(reason);
                0
            }
            _ => 0,
        }
    });
    refusal.map_or(Ok(()), Err)
}

impl Modes {
    /// The modes that the entry points require for results of `width` bits.
    fn of(build: &mut Builder<'_, '_>, width: u32) -> Result<Self, LowerError> {
        if width == 16 {
            // The conversion to 16 bits applies the modes of that width.
            return Ok(Self {
                rounding: Rounding::Odd,
                flushes: false,
            });
        }
        let scene = build.scene;
        let counts = build.plan.modes.of_floats(scene, width == 64);
        let all = |count| match count {
            0 => Ok(false),
            some if some == scene.facts.entry_points.len() => Ok(true),
            _ => Err(LowerError::Because(
                "entry points require different rounding or flushing",
            )),
        };
        Ok(Self {
            rounding: match all(counts.rounding_rtz)? {
                true => Rounding::Zero,
                false => Rounding::Nearest,
            },
            flushes: all(counts.denorm_flush)?,
        })
    }
}

/// An unpacked number.
struct Number {
    /// Only the sign bit.
    sign: u32,
    /// The biased exponent, as in the exponent field of a normal number; less than 1 for denormal ones.
    exponent: u32,
    /// Normalized: the leading one is the highest bit.
    significand: Limbs,
    is_zero: u32,
    is_infinite: u32,
    is_nan: u32,
}

/// Emits the function's body. Returns the result's id.
fn body(build: &mut Builder<'_, '_>, ty: u32, width: u32, modes: Modes, operands: [u32; 3]) -> u32 {
    let format = if width == 64 { DOUBLE } else { SINGLE };
    let of = &mut Bits::new(build);
    let [x, y, z] = operands.map(|value| {
        let words = of.words_of(value, format.words);
        unpack(of, format, words)
    });
    let product = multiply(of, format, &x, &y);
    let (sum, exponent, sign) = add(of, &product, &z);
    let finite = pack(of, format, modes, &sum, exponent);
    let words = select_special(of, format, &product, &z, &finite, sign);
    of.float_of(ty, &words)
}

fn unpack(of: &mut Bits<'_, '_, '_>, format: Format, words: Limbs) -> Number {
    let (below, top) = words.split_at(format.words - 1);
    let top = top.first().copied().unwrap_or(0);
    let sign = of.and(top, SIGN);
    let shifted = of.shift_right(top, format.fraction);
    let field = of.and(shifted, format.max_exponent);
    let fraction = of.and(top, (1 << format.fraction) - 1);
    let is_denormal = of.is(op::OpIEqual, field, 0);
    let has_max_exponent = of.is(op::OpIEqual, field, format.max_exponent);
    let hidden = of.choose(is_denormal, 0, 1 << format.fraction);
    let whole = of.op(op::OpBitwiseOr, fraction, hidden);
    let mut significand: Limbs = below.iter().copied().collect();
    significand.push(whole);
    let mut rest: Limbs = below.iter().copied().collect();
    rest.push(fraction);
    let has_rest = of.is_any(&rest);
    let has_none = of.not(has_rest);
    let is_zero = of.and_truth(is_denormal, has_none);
    let zeros = of.leading_zeros(&significand);
    let significand = of.shift_left_all(&significand, zeros);
    // In a normal number, the significand has as many leading zeros as there are sign and exponent bits.
    let least = of.choose(is_denormal, 1, 0);
    let exponent = of.op(op::OpBitwiseOr, field, least);
    let exponent = of.add(exponent, 31 - format.fraction);
    let exponent = of.op(op::OpISub, exponent, zeros);
    let none = of.word(ZERO_EXPONENT);
    let exponent = of.select(is_zero, none, exponent);
    Number {
        sign,
        exponent,
        significand,
        is_zero,
        is_infinite: of.and_truth(has_max_exponent, has_none),
        is_nan: of.and_truth(has_max_exponent, has_rest),
    }
}

/// Emits the product; its significand has twice as many words.
fn multiply(of: &mut Bits<'_, '_, '_>, format: Format, x: &Number, y: &Number) -> Number {
    let sign = of.op(op::OpBitwiseXor, x.sign, y.sign);
    let product = of.multiply(&x.significand, &y.significand);
    // The product of significands is in [1, 4). If it is below 2, it has one leading zero, which normalization removes.
    let zeros = of.leading_zeros(&product);
    let zeros = of.min(zeros, 1);
    let significand = of.shift_left_all(&product, zeros);
    let sum = of.op(op::OpIAdd, x.exponent, y.exponent);
    let exponent = of.add(
        sum,
        0u32.wrapping_sub(format.max_exponent >> 1).wrapping_add(1),
    );
    let exponent = of.op(op::OpISub, exponent, zeros);
    let is_zero = of.or_truth(x.is_zero, y.is_zero);
    let none = of.word(ZERO_EXPONENT);
    let exponent = of.select(is_zero, none, exponent);
    let is_infinite = of.or_truth(x.is_infinite, y.is_infinite);
    let both = of.and_truth(is_zero, is_infinite);
    let is_nan = of.or_truth(x.is_nan, y.is_nan);
    let is_nan = of.or_truth(is_nan, both);
    Number {
        sign,
        exponent,
        significand,
        is_zero,
        is_infinite,
        is_nan,
    }
}

/// Emits the sum of a product and a number. Returns the normalized significand, whose lowest bit is sticky, the exponent, and
/// the sign.
fn add(of: &mut Bits<'_, '_, '_>, product: &Number, z: &Number) -> (Limbs, u32, u32) {
    let zero = of.word(0);
    let count = product.significand.len();
    let mut other: Limbs = std::iter::repeat_n(zero, count - z.significand.len()).collect();
    other.extend(z.significand.iter().copied());
    // Order the operands by magnitude. If the exponents are equal, compare the significands; the number's significand has fewer
    // words, so only the product's upper words are compared.
    let upper = product.significand.get(count - z.significand.len()..);
    let longer = of.is_above(&z.significand, upper.unwrap_or(&[]));
    let higher = of.compare(op::OpSGreaterThan, z.exponent, product.exponent);
    let alike = of.compare(op::OpIEqual, z.exponent, product.exponent);
    let longer = of.and_truth(alike, longer);
    let exchanged = of.or_truth(higher, longer);
    let large = of.select_all(exchanged, &other, &product.significand);
    let small = of.select_all(exchanged, &product.significand, &other);
    let exponent = of.select(exchanged, z.exponent, product.exponent);
    let least = of.select(exchanged, product.exponent, z.exponent);
    let distance = of.op(op::OpISub, exponent, least);
    // Shift both by one to leave room for the carry. The lowest bit of both is zero, so nothing is lost.
    let large = of.shift_right_by(&large, 1);
    let distance = of.add(distance, 1);
    let distance = of.min(distance, 32 * count as u32 - 1);
    let small = of.shift_right_sticky(&small, distance);
    let differ = of.compare(op::OpINotEqual, product.sign, z.sign);
    let mask = of.choose(differ, u32::MAX, 0);
    let turned: Limbs = small
        .iter()
        .map(|&limb| of.op(op::OpBitwiseXor, limb, mask))
        .collect();
    let carry = of.choose(differ, 1, 0);
    let sum = of.add_all(&large, &turned, carry);
    let zeros = of.leading_zeros(&sum);
    let normal = of.shift_left_all(&sum, zeros);
    let exponent = of.add(exponent, 1);
    let exponent = of.op(op::OpISub, exponent, zeros);
    let has_any = of.is_any(&sum);
    let none = of.word(ZERO_EXPONENT);
    let exponent = of.select(has_any, exponent, none);
    // A zero is negative only if both operands are.
    let both = of.op(op::OpBitwiseAnd, product.sign, z.sign);
    let sign = of.select(exchanged, z.sign, product.sign);
    let sign = of.select(has_any, sign, both);
    (normal, exponent, sign)
}

/// Rounds the result and packs it into the words of a float without a sign.
fn pack(
    of: &mut Bits<'_, '_, '_>,
    format: Format,
    modes: Modes,
    sum: &Limbs,
    exponent: u32,
) -> Limbs {
    // The lowest bit becomes sticky: it is set if any lower bit is, including those that a denormal result loses.
    let (below, upper) = sum.split_at(sum.len() - format.words);
    let lost = of.is_any(below);
    let lost = of.choose(lost, 1, 0);
    let mut words: Limbs = upper.iter().copied().collect();
    if let Some(lowest) = words.first_mut() {
        *lowest = of.op(op::OpBitwiseOr, *lowest, lost);
    }
    let one = of.word(1);
    let distance = of.op(op::OpISub, one, exponent);
    let is_normal = of.is(op::OpSLessThan, distance, 1);
    let zero = of.word(0);
    let distance = of.select(is_normal, zero, distance);
    let distance = of.min(distance, 32 * format.words as u32 - 1);
    let words = of.shift_right_sticky(&words, distance);
    let lowest = words.first().copied().unwrap_or(0);
    let spare = 31 - format.fraction;
    let rest = of.and(lowest, (1 << spare) - 1);
    let mut words = of.shift_right_by(&words, spare);
    let lowest = words.first().copied().unwrap_or(0);
    let up = match modes.rounding {
        Rounding::Zero => of.word(0),
        Rounding::Odd => {
            let inexact = of.is(op::OpINotEqual, rest, 0);
            let odd = of.choose(inexact, 1, 0);
            if let Some(first) = words.first_mut() {
                *first = of.op(op::OpBitwiseOr, lowest, odd);
            }
            of.word(0)
        }
        Rounding::Nearest => {
            // Round up if the rest is more than half, or half and the number is odd.
            let odd = of.and(lowest, 1);
            let rest = of.op(op::OpIAdd, rest, odd);
            let more = of.is(op::OpUGreaterThan, rest, 1 << (spare - 1));
            of.choose(more, 1, 0)
        }
    };
    // Adding the significand adds 1 to the exponent field for the leading one, and another 1 if rounding carries over.
    let most = of.word(format.max_exponent);
    let too_large = of.compare(op::OpSGreaterThan, exponent, most);
    let exponent = of.select(too_large, most, exponent);
    let exponent = of.select(is_normal, exponent, one);
    let exponent = of.op(op::OpISub, exponent, one);
    let exponent = of.shift_left(exponent, format.fraction);
    let mut above: Limbs = std::iter::repeat_n(zero, format.words - 1).collect();
    above.push(exponent);
    let words = of.add_all(&words, &above, up);
    let top = words.last().copied().unwrap_or(0);
    let infinity = format.max_exponent << format.fraction;
    let overflows = of.is(op::OpUGreaterThanEqual, top, infinity);
    let limit = match modes.rounding {
        Rounding::Zero => of.constant_words(format, infinity - 1, u32::MAX),
        _ => of.constant_words(format, infinity, 0),
    };
    let words = of.select_all(overflows, &limit, &words);
    if !modes.flushes {
        return words;
    }
    let is_denormal = of.is(op::OpULessThan, top, 1 << format.fraction);
    let zeros = of.constant_words(format, 0, 0);
    of.select_all(is_denormal, &zeros, &words)
}

/// Selects the result for infinities and NaN, and adds the sign to a finite one.
fn select_special(
    of: &mut Bits<'_, '_, '_>,
    format: Format,
    product: &Number,
    z: &Number,
    finite: &Limbs,
    sign: u32,
) -> Limbs {
    let infinity = format.max_exponent << format.fraction;
    let is_infinite = of.or_truth(product.is_infinite, z.is_infinite);
    let both = of.and_truth(product.is_infinite, z.is_infinite);
    let differ = of.compare(op::OpINotEqual, product.sign, z.sign);
    let apart = of.and_truth(both, differ);
    let is_nan = of.or_truth(product.is_nan, z.is_nan);
    let is_nan = of.or_truth(is_nan, apart);
    let infinite = of.constant_words(format, infinity, 0);
    let words = of.select_all(is_infinite, &infinite, finite);
    let of_infinity = of.select(product.is_infinite, product.sign, z.sign);
    let sign = of.select(is_infinite, of_infinity, sign);
    let mut words = words;
    if let Some(top) = words.last_mut() {
        *top = of.op(op::OpBitwiseOr, *top, sign);
    }
    let quiet = of.constant_words(format, infinity | 1 << (format.fraction - 1), 0);
    of.select_all(is_nan, &quiet, &words)
}
