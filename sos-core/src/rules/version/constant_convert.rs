//! Unsigned conversions in operations on constants.
//!
//! ```text
//! %r = OpSpecConstantOp %ulong UConvert %c        %s = OpSpecConstantOp %ulong SConvert %c
//!                                                 %m = OpConstant %ulong 0xFFFFFFFF
//!                                                 %r = OpSpecConstantOp %ulong BitwiseAnd %s %m
//! ```
//!
//! Shaders may use `UConvert` in `OpSpecConstantOp` since 1.4; `SConvert` is available in every version. The mask is declared
//! at the conversion's position, because array lengths may depend on the result.
//!
//! Exact: conversions to a narrower type truncate to the same bits; after a conversion to a wider one, the mask clears the
//! extended sign bits (SPIR-V specification, `OpUConvert`, `OpSConvert`).
//!
//! `constant-convert` is shown by `corpus/shaders/version/constant_convert.spvasm`.

use crate::build::Build;
use crate::emit::{Builder, MOST_COMPONENTS};
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;
use crate::views;

/// `UConvert` in `OpSpecConstantOp`.
pub const CONSTANT_CONVERT: Rule = Rule {
    name: "constant-convert",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "an unsigned conversion of an open constant by a signed one and a mask",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpSpecConstantOp])
            .when(|_, inst| views::SpecConstantOp(inst).opcode() == u32::from(op::OpUConvert)),
        lower,
    },
};

const UNKNOWN: LowerError = LowerError::Because("it is no conversion between integers");

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id, value) = (
        inst.result_type(),
        inst.result(),
        views::SpecConstantOp(inst).operand(),
    );
    let (to, count) = build.shape(ty).ok_or(UNKNOWN)?;
    let (from, _) = build.shape(build.type_of(value)).ok_or(UNKNOWN)?;
    if to.width() <= from.width() {
        build.constant_op_as(id, op::OpSConvert, ty, &[value]);
        return Ok(());
    }
    let wide = build.id();
    build.constant_op_as(wide, op::OpSConvert, ty, &[value]);
    let mask = mask(build, ty, count, from.width(), to.width())?;
    build.constant_op_as(id, op::OpBitwiseAnd, ty, &[wide, mask]);
    Ok(())
}

/// Emits a constant of type `ty` with the lowest `bits` of each component set.
fn mask(
    build: &mut Builder<'_, '_>,
    ty: u32,
    count: u32,
    bits: u32,
    width: u32,
) -> Result<u32, LowerError> {
    let ones = 1u64.checked_shl(bits).ok_or(UNKNOWN)? - 1;
    let words = [ones as u32, (ones >> 32) as u32];
    let literal = if width > 32 { &words[..] } else { &words[..1] };
    let (number, component) = (build.id(), build.component(ty));
    build.op_as(number, op::OpConstant, component, literal);
    if count == 1 {
        return Ok(number);
    }
    let whole = build.id();
    let parts = [number; MOST_COMPONENTS as usize];
    let parts = parts.get(..count as usize).ok_or(UNKNOWN)?;
    build.op_as(whole, op::OpConstantComposite, ty, parts);
    Ok(whole)
}
