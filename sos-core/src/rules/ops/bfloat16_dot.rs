//! Dot products of bfloat16 vectors by those of 32-bit floats.
//!
//! ```text
//! %r = OpDot %bfloat %a %b      %x = OpFConvert %float2 %a    %y = OpFConvert %float2 %b
//!                               %d = OpDot %float %x %y
//!                               %r = OpFConvert %bfloat %d
//! ```
//!
//! Exact: operations on bfloat16 are as accurate as those on 32-bit floats, followed by rounding to nearest or toward zero;
//! whether intermediate results are rounded is implementation-defined (SPV_KHR_bfloat16, "FP Encoding"). A product of two
//! bfloat16 values is exact in 32 bits; before the final conversion, only sums are rounded.
//!
//! Where the device has no bfloat16 at all, the `encodings` pass replaces the conversions.
//!
//! 4 instructions.
//!
//! `bfloat16-dot` is shown by `corpus/shaders/types/bfloat16.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Dot products of bfloat16.
pub const BFLOAT16_DOT: Rule = Rule {
    name: "bfloat16-dot",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "dot products of bfloat16 by conversions to 32 bits",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpDot]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[ty, id, first, second] = inst.from(1) else {
        return Err(LowerError::Because("it has two operands"));
    };
    let TypeView::Vector { component, count } = build.view(build.type_of(first)) else {
        return Err(LowerError::Because("it is for vectors"));
    };
    if matches!(build.view(component), TypeView::Scalar(_)) {
        return Err(LowerError::Because(
            "it is only for floats with an encoding of their own",
        ));
    }
    let dot = dot_in_floats(build, count, [first, second]);
    build.op_as(id, op::OpFConvert, ty, &[dot]);
    Ok(())
}

/// Emits the dot product, as a 32-bit float, of two vectors of `count` narrower floats.
pub fn dot_in_floats(build: &mut Builder<'_, '_>, count: u32, factors: [u32; 2]) -> u32 {
    let float = build.float();
    let vector = build.vector(float, count);
    let factors = factors.map(|narrow| build.op(op::OpFConvert, vector, &[narrow]));
    build.op(op::OpDot, float, &factors)
}
