//! Arithmetic on known scalars, as SPIR-V defines it.
//!
//! Values are bit patterns in a `u64`, zero beyond their width; a Boolean is 0 or 1. Results that the specification leaves
//! undefined are defined here, so that every run gives the same output: division by zero gives 0, a shift by the width or
//! more gives 0 (or the sign, for an arithmetic shift), the overflow of signed division wraps.
//!
//! Floats are computed with IEEE 754 round-to-nearest-even, which every device is allowed to do (Vulkan environment for
//! SPIR-V, "Precision of core SPIR-V Instructions"): in 64 bits, then rounded to their width. Instructions for which the
//! environment allows more than rounding errors are not folded, except division. If an entry point requests another rounding
//! mode or flushing of denormals, no float instruction of the module is folded: which modes apply to an instruction depends
//! on the callers of its function.

use crate::facts::Scalar;
use crate::half::{half_from_f64, half_to_f32, power_of_two};
use crate::tables::op;

/// An operand with its type.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// The bits.
    pub bits: u64,
    /// The type.
    pub scalar: Scalar,
}

/// Returns the lowest `width` bits.
pub fn truncate(bits: u64, width: u32) -> u64 {
    if width >= 64 {
        bits
    } else {
        bits & ((1 << width) - 1)
    }
}

/// Returns an integer as a 32-bit one of the same signedness, if it fits. `bits` may be extended beyond its type's width.
pub fn as_word(bits: u64, scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Int {
            width,
            signed: true,
        } => {
            let number = i32::try_from(sign_extend(bits, width)).ok();
            number.map(|number| number as u32)
        }
        _ => u32::try_from(truncate(bits, scalar.width())).ok(),
    }
}

/// Returns the lowest `width` bits as a signed number.
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((bits << shift) as i64) >> shift
}

/// Returns the result of `opcode` on up to three scalars, or `None` if it is not folded.
pub fn scalar(opcode: u16, result: Scalar, args: &[Arg]) -> Option<u64> {
    let value = match *args {
        [a] => unary(opcode, result, a)?,
        [a, b] => match (a.scalar, b.scalar) {
            (Scalar::Float { width }, Scalar::Float { width: other }) if width == other => {
                float_binary(opcode, width, a.bits, b.bits)?
            }
            (Scalar::Float { .. }, _) | (_, Scalar::Float { .. }) => return None,
            _ => integer_binary(opcode, a, b)?,
        },
        [a, b, c] if opcode == op::OpSelect => {
            if a.bits != 0 {
                b.bits
            } else {
                c.bits
            }
        }
        _ => return None,
    };
    Some(truncate(value, result.width()))
}

/// Whether an instruction computes with floats rather than only selecting or copying their bits.
pub fn computes_floats(opcode: u16, result: Scalar, args: &[Arg]) -> bool {
    let copies = matches!(opcode, op::OpSelect | op::OpCopyObject | op::OpBitcast);
    let mut all = args.iter().map(|arg| arg.scalar).chain([result]);
    !copies && all.any(|scalar| matches!(scalar, Scalar::Float { .. }))
}

/// Whether a single operand of a binary operation can determine its result.
pub fn is_absorbing(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpLogicalAnd | op::OpLogicalOr | op::OpBitwiseAnd | op::OpBitwiseOr | op::OpIMul
    )
}

/// Whether an operand determines the result whatever the other operand is. The result is then that operand.
pub fn absorbs(opcode: u16, result: Scalar, bits: u64) -> bool {
    match (opcode, result) {
        (op::OpLogicalAnd, _) | (op::OpBitwiseAnd | op::OpIMul, Scalar::Int { .. }) => bits == 0,
        (op::OpLogicalOr, _) | (op::OpBitwiseOr, Scalar::Int { .. }) => {
            bits == truncate(u64::MAX, result.width())
        }
        _ => false,
    }
}

fn unary(opcode: u16, result: Scalar, a: Arg) -> Option<u64> {
    let width = a.scalar.width();
    let signed = sign_extend(a.bits, width);
    Some(match (opcode, a.scalar) {
        (op::OpNot, Scalar::Int { .. }) => !a.bits,
        (op::OpSNegate, Scalar::Int { .. }) => signed.wrapping_neg() as u64,
        (op::OpLogicalNot, Scalar::Bool) => u64::from(a.bits == 0),
        (op::OpUConvert, Scalar::Int { .. }) => a.bits,
        (op::OpSConvert, Scalar::Int { .. }) => signed as u64,
        (op::OpCopyObject, _) => a.bits,
        (op::OpBitcast, _) if width == result.width() => a.bits,
        (op::OpBitCount, Scalar::Int { .. }) => u64::from(a.bits.count_ones()),
        (op::OpFNegate, Scalar::Float { width }) => a.bits ^ (1 << (width - 1)),
        (op::OpFConvert, Scalar::Float { width }) => {
            from_f64(to_f64(a.bits, width)?, result.width())?
        }
        (op::OpConvertSToF, Scalar::Int { .. }) => match result.width() {
            // Directly from the integer: converting to f64 first would round twice.
            32 => u64::from((signed as f32).to_bits()),
            64 => (signed as f64).to_bits(),
            _ => return None,
        },
        (op::OpConvertUToF, Scalar::Int { .. }) => match result.width() {
            32 => u64::from((a.bits as f32).to_bits()),
            64 => (a.bits as f64).to_bits(),
            _ => return None,
        },
        // Out of range is undefined in SPIR-V; here it saturates.
        (op::OpConvertFToS, Scalar::Float { width }) => {
            let half = power_of_two(result.width().clamp(1, 64) as i32 - 1);
            to_f64(a.bits, width)?.clamp(-half, half - 1.0) as i64 as u64
        }
        (op::OpConvertFToU, Scalar::Float { width }) => {
            let top = power_of_two(result.width().clamp(1, 64) as i32);
            to_f64(a.bits, width)?.clamp(0.0, top - 1.0) as u64
        }
        (op::OpIsNan, Scalar::Float { width }) => u64::from(to_f64(a.bits, width)?.is_nan()),
        (op::OpIsInf, Scalar::Float { width }) => u64::from(to_f64(a.bits, width)?.is_infinite()),
        _ => return None,
    })
}

fn integer_binary(opcode: u16, a: Arg, b: Arg) -> Option<u64> {
    let width = a.scalar.width();
    let (x, y) = (a.bits, b.bits);
    let (s, t) = (sign_extend(x, width), sign_extend(y, b.scalar.width()));
    let over = y >= u64::from(width);
    let truth = |truth: bool| u64::from(truth);
    Some(match opcode {
        op::OpIAdd => x.wrapping_add(y),
        op::OpISub => x.wrapping_sub(y),
        op::OpIMul => x.wrapping_mul(y),
        op::OpUDiv => x.checked_div(y).unwrap_or(0),
        op::OpUMod => x.checked_rem(y).unwrap_or(0),
        op::OpSDiv if t == 0 => 0,
        op::OpSDiv => s.wrapping_div(t) as u64,
        op::OpSRem | op::OpSMod if t == 0 => 0,
        op::OpSRem => s.wrapping_rem(t) as u64,
        op::OpSMod => {
            let rem = s.wrapping_rem(t);
            let apart = rem != 0 && (rem < 0) != (t < 0);
            (if apart { rem.wrapping_add(t) } else { rem }) as u64
        }
        op::OpShiftLeftLogical => {
            if over {
                0
            } else {
                x << y
            }
        }
        op::OpShiftRightLogical => {
            if over {
                0
            } else {
                x >> y
            }
        }
        op::OpShiftRightArithmetic => (s >> y.min(63)) as u64,
        op::OpBitwiseOr => x | y,
        op::OpBitwiseXor => x ^ y,
        op::OpBitwiseAnd => x & y,
        op::OpLogicalOr => truth(x != 0 || y != 0),
        op::OpLogicalAnd => truth(x != 0 && y != 0),
        op::OpLogicalEqual | op::OpIEqual => truth(x == y),
        op::OpLogicalNotEqual | op::OpINotEqual => truth(x != y),
        op::OpUGreaterThan => truth(x > y),
        op::OpUGreaterThanEqual => truth(x >= y),
        op::OpULessThan => truth(x < y),
        op::OpULessThanEqual => truth(x <= y),
        op::OpSGreaterThan => truth(s > t),
        op::OpSGreaterThanEqual => truth(s >= t),
        op::OpSLessThan => truth(s < t),
        op::OpSLessThanEqual => truth(s <= t),
        _ => return None,
    })
}

fn float_binary(opcode: u16, width: u32, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (to_f64(a, width)?, to_f64(b, width)?);
    let unordered = x.is_nan() || y.is_nan();
    let truth = |truth: bool| Some(u64::from(truth));
    match opcode {
        op::OpFOrdEqual => return truth(x == y),
        op::OpFOrdNotEqual => return truth(!unordered && x != y),
        op::OpFOrdLessThan => return truth(x < y),
        op::OpFOrdLessThanEqual => return truth(x <= y),
        op::OpFOrdGreaterThan => return truth(x > y),
        op::OpFOrdGreaterThanEqual => return truth(x >= y),
        op::OpFUnordEqual => return truth(unordered || x == y),
        op::OpFUnordNotEqual => return truth(unordered || x != y),
        op::OpFUnordLessThan => return truth(unordered || x < y),
        op::OpFUnordLessThanEqual => return truth(unordered || x <= y),
        op::OpFUnordGreaterThan => return truth(unordered || x > y),
        op::OpFUnordGreaterThanEqual => return truth(unordered || x >= y),
        _ => {}
    }
    // f64 has more than twice the significand bits of f32 and of f16, so rounding its result of + − × ÷ again gives the
    // result of the narrower format (Figueroa, "When is double rounding innocuous?", 1995).
    let result = match opcode {
        op::OpFAdd => x + y,
        op::OpFSub => x - y,
        op::OpFMul => x * y,
        op::OpFDiv => x / y,
        _ => return None,
    };
    from_f64(result, width)
}

/// Returns the number that an IEEE 754 bit pattern of 16, 32 or 64 bits represents.
pub fn to_f64(bits: u64, width: u32) -> Option<f64> {
    match width {
        16 => Some(f64::from(half_to_f32(bits as u16))),
        32 => Some(f64::from(f32::from_bits(bits as u32))),
        64 => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// Returns the bit pattern nearest to a number, ties to even.
pub fn from_f64(value: f64, width: u32) -> Option<u64> {
    match width {
        16 => Some(u64::from(half_from_f64(value))),
        32 => Some(u64::from((value as f32).to_bits())),
        64 => Some(value.to_bits()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U32: Scalar = Scalar::Int {
        width: 32,
        signed: false,
    };
    const S8: Scalar = Scalar::Int {
        width: 8,
        signed: true,
    };

    fn on(opcode: u16, scalar_type: Scalar, a: u64, b: u64) -> Option<u64> {
        scalar(
            opcode,
            scalar_type,
            &[
                Arg {
                    bits: a,
                    scalar: scalar_type,
                },
                Arg {
                    bits: b,
                    scalar: scalar_type,
                },
            ],
        )
    }

    #[test]
    fn what_spirv_leaves_undefined_is_defined() {
        assert_eq!(on(op::OpUDiv, U32, 7, 0), Some(0));
        assert_eq!(on(op::OpSRem, S8, 7, 0), Some(0));
        assert_eq!(on(op::OpSDiv, S8, 0x80, 0xFF), Some(0x80));
        assert_eq!(
            on(
                op::OpSDiv,
                Scalar::Int {
                    width: 64,
                    signed: true
                },
                1 << 63,
                u64::MAX
            ),
            Some(1 << 63)
        );
        assert_eq!(on(op::OpShiftLeftLogical, U32, 1, 32), Some(0));
        assert_eq!(on(op::OpShiftRightLogical, U32, 1, u64::MAX >> 32), Some(0));
        assert_eq!(on(op::OpShiftRightArithmetic, S8, 0x80, 200), Some(0xFF));
    }

    #[test]
    fn signs_of_division() {
        for (a, b, rem, modulo) in [
            (7i8, 3i8, 1i8, 1i8),
            (-7, 3, -1, 2),
            (7, -3, 1, -2),
            (-7, -3, -1, -1),
            (6, 3, 0, 0),
        ] {
            let bits = |v: i8| u64::from(v as u8);
            assert_eq!(
                on(op::OpSRem, S8, bits(a), bits(b)),
                Some(bits(rem)),
                "{a} rem {b}"
            );
            assert_eq!(
                on(op::OpSMod, S8, bits(a), bits(b)),
                Some(bits(modulo)),
                "{a} mod {b}"
            );
        }
    }

    #[test]
    fn every_half_survives_the_way_to_f64_and_back() {
        for half in 0..=u16::MAX {
            let value = to_f64(u64::from(half), 16).unwrap();
            if !value.is_nan() {
                assert_eq!(from_f64(value, 16), Some(u64::from(half)), "{half:#06x}");
            }
        }
    }

    #[test]
    fn halves_round_to_even() {
        let half = |v: f64| from_f64(v, 16).unwrap();
        assert_eq!(half(65519.0), 0x7BFF);
        assert_eq!(half(65520.0), 0x7C00);
        assert_eq!(half(1e300), 0x7C00);
        assert_eq!(half(2f64.powi(-25)), 0);
        assert_eq!(half(2f64.powi(-25) * 1.5), 1);
        assert_eq!(half(1.0 + 2f64.powi(-11)), 0x3C00);
        assert_eq!(half(1.0 + 3.0 * 2f64.powi(-11)), 0x3C02);
    }

    #[test]
    fn nan_compares_as_the_name_says() {
        let f32_type = Scalar::Float { width: 32 };
        let nan = u64::from(f32::NAN.to_bits());
        for (opcode, expected) in [
            (op::OpFOrdEqual, 0),
            (op::OpFOrdNotEqual, 0),
            (op::OpFUnordEqual, 1),
            (op::OpFUnordNotEqual, 1),
            (op::OpFOrdLessThan, 0),
            (op::OpFUnordGreaterThanEqual, 1),
        ] {
            let arg = Arg {
                bits: nan,
                scalar: f32_type,
            };
            assert_eq!(scalar(opcode, Scalar::Bool, &[arg, arg]), Some(expected));
        }
    }
}
