//! Conversions between floats with an encoding and 32-bit floats: functions of the soft library (`shaderlib/soft/bfloat16.glsl`,
//! `float8.glsl`), except for that of bfloat16 to 32 bits, which is a shift.

use super::ModuleBuilder;
use crate::build::Build;
use crate::facts::Scalar;
use crate::soft::Soft;
use crate::tables::op;

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

/// The least 8 bits that are no finite number: NaN in E4M3, infinity in E5M2.
const E4M3_SPECIAL: u32 = 0x7F;
const E5M2_SPECIAL: u32 = 0x7C;

/// Emits the conversion of `count` encoded values to 32-bit floats with a given result id.
pub fn decode_as(build: &mut ModuleBuilder, id: u32, encoding: Encoding, count: u32, value: u32) {
    let [uint, float] = [build.uint(), build.float()].map(|ty| build.vector(ty, count));
    let bits = build.op(op::OpUConvert, uint, &[value]);
    match encoding {
        Encoding::BFloat16 => {
            let component = build.uint();
            let by = build.splat(component, count, 16);
            let bits = build.op(op::OpShiftLeftLogical, uint, &[bits, by]);
            build.op_as(id, op::OpBitcast, float, &[bits]);
        }
        Encoding::E4M3 => build.soft_as(id, Soft::E4M3Decode, count, &[bits]),
        Encoding::E5M2 => build.soft_as(id, Soft::E5M2Decode, count, &[bits]),
    }
}

/// Emits the conversion of `count` other numbers to 32-bit floats that round to the same encoded ones.
pub fn to_float(
    build: &mut ModuleBuilder,
    opcode: u16,
    from: Option<Scalar>,
    to: Encoding,
    count: u32,
    value: u32,
) -> u32 {
    let is_signed = opcode == op::OpConvertSToF;
    let odd = match from {
        Some(Scalar::Float { width: 64 }) => Some(Soft::OddFromDouble),
        // Those of more than 24 bits are out of range of 8-bit floats.
        Some(Scalar::Int { width, .. }) if to == Encoding::BFloat16 => match (width, is_signed) {
            (32, false) => Some(Soft::OddFromU32),
            (32, true) => Some(Soft::OddFromI32),
            (64, false) => Some(Soft::OddFromU64),
            (64, true) => Some(Soft::OddFromI64),
            _ => None,
        },
        _ => None,
    };
    let Some(odd) = odd else {
        let float = build.float();
        let floats = build.vector(float, count);
        return build.op(opcode, floats, &[value]);
    };
    let value = match from {
        Some(Scalar::Int {
            width,
            signed: true,
        }) => {
            let word = build.declare(op::OpTypeInt, None, &[width, 0]);
            let words = build.vector(word, count);
            build.op(op::OpBitcast, words, &[value])
        }
        _ => value,
    };
    build.soft(odd, count, &[value])
}

/// Emits the conversion of `count` 32-bit floats to encoded bits, as words. Numbers that are too large become infinity or NaN,
/// or the largest number if the conversion is saturated.
pub fn encode(
    build: &mut ModuleBuilder,
    encoding: Encoding,
    saturated: bool,
    count: u32,
    value: u32,
) -> u32 {
    let (function, special) = match encoding {
        Encoding::BFloat16 => return build.soft(Soft::BFloat16Encode, count, &[value]),
        Encoding::E4M3 => (Soft::E4M3Encode, E4M3_SPECIAL),
        Encoding::E5M2 => (Soft::E5M2Encode, E5M2_SPECIAL),
    };
    let uint = build.uint();
    let most = build.splat(uint, count, special - u32::from(saturated));
    build.soft(function, count, &[value, most])
}
