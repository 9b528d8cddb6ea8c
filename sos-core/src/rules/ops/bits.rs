//! Bit instructions on integers of other widths than 32 bits, which Vulkan allows only with `maintenance9`, by those on 32
//! bits.
//!
//! ```text
//! %c = OpBitCount %int %short                    %u = OpUConvert %uint %short
//!                                                %n = OpBitCount %uint %u
//!                                                %c = OpBitcast %int %n
//! %r = OpBitReverse %ushort %short               %b = OpBitReverse %uint %u
//!                                                %s = OpShiftRightLogical %uint %b %uint_16
//!                                                %r = OpUConvert %ushort %s
//! %f = OpBitFieldSExtract %short %x %at %count   %e = OpBitFieldSExtract %uint %u %at %count
//!                                                %f = OpSConvert %short %e
//! %c = OpBitCount %int %long                     the sum of those of its two words
//! %r = OpBitReverse %ulong %long                 those of its two words, exchanged
//! %f = OpBitFieldUExtract %ulong %x %at %count   %s = OpShiftRightLogical %ulong %x %at
//!                                                %f = OpBitwiseAnd %ulong %s %mask
//! ```
//!
//! Exact: a bit field lies inside the number, so the bits above the number's width do not matter; SPIR-V leaves the result
//! undefined if a field reaches beyond the number (SPIR-V specification, "Bit Instructions"). An empty field may start at the
//! number's width; the code avoids shifting by 64 for it.
//!
//! `bit-widths` is shown by `corpus/shaders/ops/bit_count_16.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;
use crate::views;

/// Bit instructions on 8, 16 and 64 bits.
pub const BITS: Rule = Rule {
    name: "bit-widths",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "bit instructions on 8, 16 and 64 bits by those on 32",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpBitFieldInsert..=OpBitCount]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let base = build.type_of(views::Bits(inst).base());
    match build.shape(base) {
        Some((Scalar::Int { width: 8 | 16, .. }, _)) => {
            narrow(build, inst, base);
            Ok(())
        }
        Some((Scalar::Int { width: 64, .. }, _)) => {
            wide(build, inst, base);
            Ok(())
        }
        _ => Err(LowerError::Because(
            "its operand is not an integer of 8, 16 or 64 bits",
        )),
    }
}

/// The 32-bit unsigned integer type with as many components as `ty`.
fn words_type(build: &mut Builder<'_, '_>, ty: u32) -> u32 {
    let (uint, count) = (build.uint(), build.shape(ty).map_or(1, |shape| shape.1));
    build.vector(uint, count)
}

/// Converts 32-bit integers to a type of any width and signedness: the low bits, or zero-extended.
fn resize_as(build: &mut Builder<'_, '_>, id: u32, ty: u32, words: u32) {
    let opcode = match build.shape(ty) {
        Some((Scalar::Int { width: 32, signed }, _)) => match signed {
            true => op::OpBitcast,
            false => op::OpCopyObject,
        },
        // The value is a bit count, or the result is narrower, so no sign is extended.
        Some((Scalar::Int { signed: true, .. }, _)) => op::OpSConvert,
        _ => op::OpUConvert,
    };
    build.op_as(id, opcode, ty, &[words]);
}

fn narrow(build: &mut Builder<'_, '_>, inst: Inst<'_>, base: u32) {
    let (ty, id) = (inst.result_type(), inst.result());
    let width = build.shape(base).map_or(0, |(scalar, _)| scalar.width());
    let words = words_type(build, base);
    let value = build.op(op::OpUConvert, words, &[views::Bits(inst).base()]);
    let done = match inst.opcode() {
        op::OpBitReverse => {
            let reversed = build.op(op::OpBitReverse, words, &[value]);
            let above = build.splat(words, u64::from(32 - width));
            build.op(op::OpShiftRightLogical, words, &[reversed, above])
        }
        op::OpBitFieldInsert => {
            let field = views::BitFieldInsert(inst);
            let insert = build.op(op::OpUConvert, words, &[field.insert()]);
            let operands = [value, insert, field.offset(), field.count()];
            build.op(op::OpBitFieldInsert, words, &operands)
        }
        op::OpBitCount => build.op(op::OpBitCount, words, &[value]),
        opcode => {
            let field = views::BitFieldExtract(inst);
            build.op(opcode, words, &[value, field.offset(), field.count()])
        }
    };
    resize_as(build, id, ty, done);
}

fn wide(build: &mut Builder<'_, '_>, inst: Inst<'_>, base: u32) {
    let (ty, id, value) = (inst.result_type(), inst.result(), views::Bits(inst).base());
    match inst.opcode() {
        op::OpBitCount | op::OpBitReverse => {
            let words = words_type(build, base);
            let half = build.splat(base, 32);
            let low = build.op(op::OpUConvert, words, &[value]);
            let above = build.op(op::OpShiftRightLogical, base, &[value, half]);
            let high = build.op(op::OpUConvert, words, &[above]);
            let [low, high] = [low, high].map(|word| build.op(inst.opcode(), words, &[word]));
            if inst.opcode() == op::OpBitCount {
                let sum = build.op(op::OpIAdd, words, &[low, high]);
                return resize_as(build, id, ty, sum);
            }
            let unsigned = unsigned(build, base);
            let [low, high] = [low, high].map(|word| build.op(op::OpUConvert, unsigned, &[word]));
            let half = build.splat(unsigned, 32);
            let above = build.op(op::OpShiftLeftLogical, unsigned, &[low, half]);
            let all = build.op(op::OpBitwiseOr, unsigned, &[above, high]);
            let cast = match unsigned == ty {
                true => op::OpCopyObject,
                false => op::OpBitcast,
            };
            build.op_as(id, cast, ty, &[all]);
        }
        op::OpBitFieldInsert => {
            let inst = views::BitFieldInsert(inst);
            let field = Field::of(build, base, inst.offset(), inst.count());
            let mask = build.op(op::OpShiftLeftLogical, base, &[field.mask, field.at]);
            let rest = build.op(op::OpNot, base, &[mask]);
            let moved = build.op(op::OpShiftLeftLogical, base, &[inst.insert(), field.at]);
            let inside = build.op(op::OpBitwiseAnd, base, &[moved, mask]);
            let outside = build.op(op::OpBitwiseAnd, base, &[value, rest]);
            build.op_as(id, op::OpBitwiseOr, ty, &[inside, outside]);
        }
        op::OpBitFieldUExtract => {
            let inst = views::BitFieldExtract(inst);
            let field = Field::of(build, base, inst.offset(), inst.count());
            let moved = build.op(op::OpShiftRightLogical, base, &[value, field.at]);
            build.op_as(id, op::OpBitwiseAnd, ty, &[moved, field.mask]);
        }
        _ => {
            // Moves the field's highest bit to the sign bit and back.
            let inst = views::BitFieldExtract(inst);
            let field = Field::of(build, base, inst.offset(), inst.count());
            let moved = build.op(op::OpShiftRightLogical, base, &[value, field.at]);
            let up = build.op(op::OpShiftLeftLogical, base, &[moved, field.above]);
            let down = build.op(op::OpShiftRightArithmetic, base, &[up, field.above]);
            build.op_as(id, op::OpBitwiseAnd, ty, &[down, field.signs]);
        }
    }
}

/// The unsigned type with as many components as a type of 64-bit integers.
fn unsigned(build: &mut Builder<'_, '_>, ty: u32) -> u32 {
    let (ulong, count) = (
        build.unsigned(64),
        build.shape(ty).map_or(1, |shape| shape.1),
    );
    build.vector(ulong, count)
}

/// A bit field of 64-bit integers, the same in each component. A field without bits has offset and `above` 0.
struct Field {
    /// The offset.
    at: u32,
    /// The mask of its bits, shifted to bit 0.
    mask: u32,
    /// 64 minus the number of bits.
    above: u32,
    /// All ones, or 0 if the field is empty.
    signs: u32,
}

impl Field {
    fn of(build: &mut Builder<'_, '_>, base: u32, at: u32, count: u32) -> Self {
        let (uint, truth) = (build.uint(), build.bool());
        let [at, count] = [at, count].map(|id| {
            let ty = build.type_of(id);
            match build.shape(ty) {
                _ if ty == uint => id,
                Some((Scalar::Int { width: 32, .. }, _)) => build.op(op::OpBitcast, uint, &[id]),
                _ => build.op(op::OpUConvert, uint, &[id]),
            }
        });
        let (zero, all) = (build.constant(0), build.constant(64));
        let is_empty = build.op(op::OpIEqual, truth, &[count, zero]);
        let at = build.op(op::OpSelect, uint, &[is_empty, zero, at]);
        let above = build.op(op::OpISub, uint, &[all, count]);
        let above = build.op(op::OpSelect, uint, &[is_empty, zero, above]);
        let component = build.component(base);
        let (none, ones) = (build.splat(component, 0), build.splat(component, u64::MAX));
        let signs = build.op(op::OpSelect, component, &[is_empty, none, ones]);
        let mask = build.op(op::OpShiftRightLogical, component, &[signs, above]);
        let words = words_type(build, base);
        let [at, above] = [at, above].map(|value| build.replicate(words, value));
        let [mask, signs] = [mask, signs].map(|value| build.replicate(base, value));
        Self {
            at,
            mask,
            above,
            signs,
        }
    }
}
