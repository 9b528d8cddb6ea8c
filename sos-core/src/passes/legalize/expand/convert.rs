//! Conversions between pairs of words and other types.
//!
//! ```text
//! OpUConvert to 32 bits       the lower word                                                   1 instruction
//! OpUConvert to 8, 16 bits    OpUConvert of the lower word                                     1
//! OpUConvert from 32 bits     x, 0                                                             0
//! OpSConvert from 32 bits     x, x >> 31                                                       1
//! from 8, 16 bits             the same instruction to 32 bits first                            1 more
//! OpBitcast                   OpCompositeConstruct of the words, and OpBitcast if the type is no vector of words;
//!                             likewise for vectors, and in reverse                             1 to 3 per component
//! OpConvertFToU               h = OpConvertFToU (x * 2^-32); OpConvertFToU (x - h * 2^32); h   6
//! OpConvertFToS               the same for |x|, with the sign applied                          16
//! OpConvertUToF to 64 bits    OpConvertUToF h * 2^32 + OpConvertUToF l                         4
//! OpConvertUToF to 32 bits    below                                                            about 30
//! OpConvertUToF to 16 bits    OpConvertUToF of the value limited to 2^17 - 1, an infinity      5
//! OpConvertSToF               to 64 bits with OpConvertSToF h; else the same for |x|, with the sign applied
//! ```
//!
//! Exact. A float is split into two words without rounding: multiplication by powers of 2 is exact, the upper word has no
//! more significant bits than the float, and the remainder is representable as a float. In conversions to 64-bit floats, both
//! words and the product are exact, and the sum is rounded once, as by the native instruction. 16-bit floats do not exceed
//! 65504, so the 32-bit instruction converts them.
//!
//! Conversion to 32-bit floats by way of floats would round twice, so the result is assembled from its bits. The value is
//! shifted until its first one bit is bit 63; the next 23 bits are the mantissa, rounded to nearest even by the other 40:
//!
//! ```text
//! rest = bits 39 to 32, with the lowest set if any bit below is set
//! ((exponent + 126) << 23) + (the upper 24 bits) + ((rest + 127 + (the lowest of the 24)) >> 8)
//! ```
//!
//! A carry out of the mantissa increments the exponent, as required. Vulkan does not define the rounding of conversions
//! ("Precision and Operation of SPIR-V Instructions"); all drivers round to nearest even, unless the module requests
//! `RoundingModeRTZ`, which is refused here for 32 bits.

use super::words::{Pair, Words};
use super::{Legalize, MALFORMED};
use crate::passes::{LowerError, ModuleBuilder};
use crate::tables::{glsl_std_450 as glsl, op};

/// Base of the keys of helper functions, plus the number of components: [`super::divide`] uses those below.
const TO_FLOAT: u32 = 16;

impl Legalize {
    /// Emits the bits of unsigned values converted to 32-bit floats.
    pub(super) fn float_bits(&mut self, build: &mut ModuleBuilder, n: u32, value: Pair) -> u32 {
        let mut words = self.words(build);
        let word = words.word(n);
        let known = &mut self.known;
        let function = build.helper(TO_FLOAT + n, word, [word; 2], |build, [lo, hi]| {
            float_bits(&mut Words { build, known }, n, Pair { lo, hi })
        });
        build.call(word, function, &[value.lo, value.hi])
    }
}

/// Emits the body of the helper function.
fn float_bits(words: &mut Words<'_>, n: u32, value: Pair) -> u32 {
    let [zero, one, eight, twenty_three, last, word_bits] =
        [0, 1, 8, 23, 31, 32].map(|bits| words.splat(n, bits));
    let [low_byte, below_half, bias] = [0xFF, 0x7F, 126].map(|bits| words.splat(n, bits));
    let small = words.compare(op::OpIEqual, n, &[value.hi, zero]);
    let top = words.op(op::OpSelect, n, &[small, value.lo, value.hi]);
    let tail = words.op(op::OpSelect, n, &[small, zero, value.lo]);
    let ty = words.word(n);
    // -1 for 0, which is handled at the end; the shift by 31 minus that must be defined nevertheless.
    let first = words.build.glsl(glsl::FindUMsb, ty, &[top]);
    let first = words.op(op::OpBitwiseAnd, n, &[first, last]);
    let by = words.op(op::OpBitwiseXor, n, &[first, last]);
    let moved = words.op(op::OpShiftLeftLogical, n, &[top, by]);
    let halfway = words.op(op::OpShiftRightLogical, n, &[tail, one]);
    let passed = words.op(op::OpShiftRightLogical, n, &[halfway, first]);
    let high = words.op(op::OpBitwiseOr, n, &[moved, passed]);
    let low = words.op(op::OpShiftLeftLogical, n, &[tail, by]);

    let mantissa = words.op(op::OpShiftRightLogical, n, &[high, eight]);
    let any = words.compare(op::OpINotEqual, n, &[low, zero]);
    let sticky = words.op(op::OpSelect, n, &[any, one, zero]);
    let byte = words.op(op::OpBitwiseAnd, n, &[high, low_byte]);
    let rest = words.op(op::OpBitwiseOr, n, &[byte, sticky]);
    let odd = words.op(op::OpBitwiseAnd, n, &[mantissa, one]);
    let rest = words.op(op::OpIAdd, n, &[rest, below_half]);
    let rest = words.op(op::OpIAdd, n, &[rest, odd]);
    let up = words.op(op::OpShiftRightLogical, n, &[rest, eight]);

    let more = words.op(op::OpSelect, n, &[small, zero, word_bits]);
    let exponent = words.op(op::OpIAdd, n, &[first, more]);
    let exponent = words.op(op::OpIAdd, n, &[exponent, bias]);
    let exponent = words.op(op::OpShiftLeftLogical, n, &[exponent, twenty_three]);
    let bits = words.op(op::OpIAdd, n, &[exponent, mantissa]);
    let bits = words.op(op::OpIAdd, n, &[bits, up]);
    let none = words.compare(op::OpIEqual, n, &[top, zero]);
    words.op(op::OpSelect, n, &[none, zero, bits])
}

/// A float type of the output.
#[derive(Clone, Copy, Debug)]
pub struct FloatType {
    /// The scalar type.
    pub scalar: u32,
    /// The width of the scalar type.
    pub width: u32,
    /// The type itself, scalar or vector.
    pub ty: u32,
    /// The number of components.
    pub n: u32,
}

impl FloatType {
    /// The constant 2^`exponent`.
    fn power(self, build: &mut ModuleBuilder, exponent: i32) -> u32 {
        let one = if self.width == 64 {
            let bits = ((exponent + 1023) as u32) << 20;
            build.declare(op::OpConstant, Some(self.scalar), &[0, bits])
        } else {
            let bits = ((exponent + 127) as u32) << 23;
            build.declare(op::OpConstant, Some(self.scalar), &[bits])
        };
        if self.n == 1 {
            return one;
        }
        let parts = [one; 4];
        let parts = parts.get(..self.n as usize).unwrap_or(&parts);
        build.declare(op::OpConstantComposite, Some(self.ty), parts)
    }

    /// Emits the conversion of a float to 64-bit integers.
    pub fn to_integer(
        self,
        words: &mut Words<'_>,
        to: Pair,
        signed: bool,
        value: u32,
    ) -> Result<(), LowerError> {
        let n = self.n;
        if self.width == 16 {
            let convert = if signed {
                op::OpConvertFToS
            } else {
                op::OpConvertFToU
            };
            words.op_as(to.lo, convert, n, &[value]);
            let (zero, last) = (words.splat(n, 0), words.splat(n, 31));
            match signed {
                true => words.op_as(to.hi, op::OpShiftRightArithmetic, n, &[to.lo, last]),
                false => words.op_as(to.hi, op::OpCopyObject, n, &[zero]),
            }
            return Ok(());
        }
        if !signed {
            self.to_unsigned(words, to, value);
            return Ok(());
        }
        let (all, zero) = (words.splat(n, u32::MAX), words.splat(n, 0));
        let nothing = words.build.declare(op::OpConstantNull, Some(self.ty), &[]);
        let below = words.compare(op::OpFOrdLessThan, n, &[value, nothing]);
        let sign = words.op(op::OpSelect, n, &[below, all, zero]);
        let abs = words.build.glsl(glsl::FAbs, self.ty, &[value]);
        let positive = words.new_pair();
        self.to_unsigned(words, positive, abs);
        words.with_sign(to, n, positive, sign);
        Ok(())
    }

    fn to_unsigned(self, words: &mut Words<'_>, to: Pair, value: u32) {
        let (down, up) = (self.power(words.build, -32), self.power(words.build, 32));
        let high = words.build.op(op::OpFMul, self.ty, &[value, down]);
        words.op_as(to.hi, op::OpConvertFToU, self.n, &[high]);
        let back = words.build.op(op::OpConvertUToF, self.ty, &[to.hi]);
        let taken = words.build.op(op::OpFMul, self.ty, &[back, up]);
        let low = words.build.op(op::OpFSub, self.ty, &[value, taken]);
        words.op_as(to.lo, op::OpConvertFToU, self.n, &[low]);
    }
}

impl Legalize {
    /// Emits the conversion of 64-bit integers to a float.
    pub(super) fn make_float(
        &mut self,
        build: &mut ModuleBuilder,
        id: u32,
        real: FloatType,
        (signed, towards_zero): (bool, bool),
        value: Pair,
    ) -> Result<(), LowerError> {
        let n = real.n;
        if real.width == 64 {
            let up = real.power(build, 32);
            let convert = if signed {
                op::OpConvertSToF
            } else {
                op::OpConvertUToF
            };
            let high = build.op(convert, real.ty, &[value.hi]);
            let high = build.op(op::OpFMul, real.ty, &[high, up]);
            let low = build.op(op::OpConvertUToF, real.ty, &[value.lo]);
            build.op_as(id, op::OpFAdd, real.ty, &[high, low]);
            return Ok(());
        }
        let mut words = self.words(build);
        let mut magnitude = value;
        if signed {
            magnitude = words.new_pair();
            words.abs(magnitude, n, value);
        }
        match real.width {
            32 if towards_zero => Err(LowerError::Because(
                "64-bit integers become 32-bit floats by rounding to nearest, and the module asks for RoundingModeRTZ",
            )),
            32 => {
                let mut bits = self.float_bits(build, n, magnitude);
                let mut words = self.words(build);
                if signed {
                    let first = words.splat(n, 1 << 31);
                    let sign = words.op(op::OpBitwiseAnd, n, &[value.hi, first]);
                    bits = words.op(op::OpBitwiseOr, n, &[bits, sign]);
                }
                build.op_as(id, op::OpBitcast, real.ty, &[bits]);
                Ok(())
            }
            16 => {
                let (zero, most) = (words.splat(n, 0), words.splat(n, 0x1_FFFF));
                let word = words.word(n);
                let least = words
                    .build
                    .glsl(glsl::UMin, word, &[magnitude.lo, most]);
                let small = words.compare(op::OpIEqual, n, &[magnitude.hi, zero]);
                let capped = words.op(op::OpSelect, n, &[small, least, most]);
                if !signed {
                    build.op_as(id, op::OpConvertUToF, real.ty, &[capped]);
                    return Ok(());
                }
                let sign = words.sign(n, value.hi);
                let turned = words.op(op::OpBitwiseXor, n, &[capped, sign]);
                let number = words.op(op::OpISub, n, &[turned, sign]);
                build.op_as(id, op::OpConvertSToF, real.ty, &[number]);
                Ok(())
            }
            _ => Err(MALFORMED),
        }
    }
}
