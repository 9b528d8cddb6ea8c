//! Conversions between pairs of words and other types.
//!
//! ```text
//! OpUConvert to 32 bits       the lower word                                                   0 instructions
//! OpUConvert to 8, 16 bits    OpUConvert of the lower word                                     1
//! OpUConvert from 32 bits     x, 0                                                             0
//! OpSConvert from 32 bits     x, x >> 31                                                       1
//! from 8, 16 bits             the same instruction to 32 bits first                            1 more
//! OpBitcast                   OpCompositeConstruct of the words, and OpBitcast if the type is no vector of words;
//!                             likewise for vectors, and in reverse                             1 to 3 per component
//! OpConvertFToU, FToS         functions of the soft library                                    6, 14
//! … from 16 bits              OpConvertFToU, FToS; x >> 31 of a signed one                     1, 2
//! OpConvertUToF, SToF         functions of the soft library, to 64 bits                        4, 5
//!                             to 32 bits                                                       31, 41
//!                             to 16 bits, and rounded                                          4, 15
//! ```
//!
//! Exact: `shaderlib/soft/convert.glsl` says why. 16-bit floats do not exceed 65504, so the 32-bit instruction converts them.
//! Vulkan does not define how conversions to 32-bit floats are rounded ("Precision and Operation of SPIR-V Instructions"); all
//! drivers round to nearest even, unless the module requests `RoundingModeRTZ`, which is refused here.

use super::words::{Pair, Words};
use super::{LowerError, MALFORMED};
use crate::soft::Soft;
use crate::tables::op;

/// Emits the conversion of `n` floats of a width to 64-bit integers.
pub fn to_integer(
    words: &mut Words<'_>,
    to: Pair,
    (width, n): (u32, u32),
    signed: bool,
    value: u32,
) -> Result<(), LowerError> {
    let function = match (width, signed) {
        (16, true) => {
            let last = words.splat(n, 31);
            words.op_as(to.lo, op::OpConvertFToS, n, &[value]);
            words.op_as(to.hi, op::OpShiftRightArithmetic, n, &[to.lo, last]);
            return Ok(());
        }
        (16, false) => {
            let zero = words.splat(n, 0);
            words.op_as(to.lo, op::OpConvertFToU, n, &[value]);
            words.op_as(to.hi, op::OpCopyObject, n, &[zero]);
            return Ok(());
        }
        (32, true) => Soft::FloatToI64,
        (32, false) => Soft::FloatToU64,
        (64, true) => Soft::DoubleToI64,
        (64, false) => Soft::DoubleToU64,
        _ => return Err(MALFORMED),
    };
    words.soft(to, n, function, &[value], 0);
    Ok(())
}

/// The function that converts 64-bit integers to floats of a width; for 16 bits, to 32-bit ones that round to the same halves.
pub fn to_float(width: u32, signed: bool) -> Result<Soft, LowerError> {
    Ok(match (width, signed) {
        (16, true) => Soft::I64ForHalf,
        (16, false) => Soft::U64ForHalf,
        (32, true) => Soft::I64ToFloat,
        (32, false) => Soft::U64ToFloat,
        (64, true) => Soft::I64ToDouble,
        (64, false) => Soft::U64ToDouble,
        _ => return Err(MALFORMED),
    })
}
