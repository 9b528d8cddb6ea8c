//! Operations on 16-bit floats that are rounded towards zero, whose denormals are flushed, or both: by execution modes, or by
//! decorations of conversions.

use super::float16::{add_in, from_f64_in, fused_multiply_add_in, is_nan, mul_in, to_f64, Mode};
use super::float16_operations::{DECLARATIONS, OPERANDS, PAIRS};
use super::{always, where_defined, OperationGroup};
use sos_core::tables::{capability, execution_mode};

const TO_ZERO: Mode = Mode {
    to_zero: true,
    flush: false,
};
const FLUSH: Mode = Mode {
    to_zero: false,
    flush: true,
};
const BOTH: Mode = Mode {
    to_zero: true,
    flush: true,
};

/// A third operand, computed from the others.
fn third(a: u32, b: u32) -> u32 {
    (a.wrapping_mul(0x9E37) ^ b) & 0xFFFF
}

fn any_nan(bits: u32) -> u32 {
    match is_nan(bits) {
        true => 0x7E00,
        false => bits,
    }
}

/// A 32-bit float near a midpoint of 16-bit ones, or anywhere else.
fn single(a: u32, b: u32) -> f32 {
    f32::from_bits(a << 16 | b)
}

fn compare(mode: Mode, a: u32, b: u32, of: fn(&f64, &f64) -> bool) -> Option<u32> {
    let [a, b] = [a, b].map(|bits| to_f64(mode.flushed(bits)));
    Some(u32::from(of(&a, &b)))
}

macro_rules! group {
    ($name:literal, $mode:expr) => {
        OperationGroup {
            name: $name,
            inputs: PAIRS,
            needs: &[],
            native: false,
            declarations: DECLARATIONS,
            operands: OPERANDS,
            operations: &[
                always("copy", "word(a)", |a, _| Some(any_nan(a))),
                always("OpFNegate", "word(-a)", |a, _| {
                    Some(any_nan($mode.flushed(a ^ 0x8000)))
                }),
                always("FAbs", "word(abs(a))", |a, _| {
                    Some(any_nan($mode.flushed(a & 0x7FFF)))
                }),
                always("OpFAdd", "word(a + b)", |a, b| Some(add_in($mode, a, b))),
                always("OpFSub", "word(a - b)", |a, b| {
                    Some(add_in($mode, a, b ^ 0x8000))
                }),
                always("OpFMul", "word(a * b)", |a, b| Some(mul_in($mode, a, b))),
                always("sum of products", "word(a * b + a)", |a, b| {
                    Some(add_in($mode, mul_in($mode, a, b), a))
                }),
                always(
                    "Fma",
                    "word(fma(a, b, of_bits((A * 0x9e37u ^ B) & 0xffffu)))",
                    |a, b| Some(fused_multiply_add_in($mode, a, b, third(a, b))),
                ),
                always("OpFOrdEqual", "uint(a == b)", |a, b| {
                    compare($mode, a, b, f64::eq)
                }),
                always("OpFOrdLessThan", "uint(a < b)", |a, b| {
                    compare($mode, a, b, f64::lt)
                }),
                where_defined("!nan(A)", "to 32 bits", "floatBitsToUint(float(a))", |a, _| {
                    let value = to_f64($mode.flushed(a)) as f32;
                    (!is_nan(a)).then(|| value.to_bits())
                }),
                // A denormal 32-bit float may count as zero: both are zero as a half.
                always("from 32 bits", "word(float16_t(uintBitsToFloat(A << 16 | B)))", |a, b| {
                    Some(from_f64_in($mode, f64::from(single(a, b))))
                }),
                always("from integers", "word(float16_t(A << 4 | B >> 12))", |a, b| {
                    Some(from_f64_in($mode, f64::from(a << 4 | b >> 12)))
                }),
                always("vectors", "packFloat2x16(-(f16vec2(a, b) + f16vec2(b, b))) & (nan(A) || nan(B) || (A & 0x7c00u) == 0x7c00u || (B & 0x7c00u) == 0x7c00u ? 0u : ~0u)", |a, b| {
                    let special = |bits: u32| bits & 0x7C00 == 0x7C00;
                    let sum = |x, y| add_in($mode, x, y) ^ 0x8000;
                    Some(match special(a) || special(b) {
                        true => 0,
                        false => sum(a, b) | sum(b, b) << 16,
                    })
                }),
            ],
        }
    };
}

/// A group of operations with the modes that are added to its module.
pub const GROUPS: &[(OperationGroup, &[(u32, u32)])] = &[
    (
        group!("halves, rounded towards zero", TO_ZERO),
        &[(capability::RoundingModeRTZ, execution_mode::RoundingModeRTZ)],
    ),
    (
        group!("halves, flushed", FLUSH),
        &[(
            capability::DenormFlushToZero,
            execution_mode::DenormFlushToZero,
        )],
    ),
    (
        group!("halves, rounded towards zero and flushed", BOTH),
        &[
            (capability::RoundingModeRTZ, execution_mode::RoundingModeRTZ),
            (
                capability::DenormFlushToZero,
                execution_mode::DenormFlushToZero,
            ),
        ],
    ),
];
