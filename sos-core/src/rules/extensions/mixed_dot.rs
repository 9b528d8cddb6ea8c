//! `SPV_VALVE_mixed_float_dot_product` by 32-bit floats.
//!
//! ```text
//! %r = OpFDot2MixAcc32VALVE %float %a %b %acc      %x = OpFConvert %float2 %a    %y = OpFConvert %float2 %b
//!                                                  %d = OpDot %float %x %y
//!                                                  %r = OpFAdd %float %d %acc
//! %r = OpFDot4MixAcc32VALVE %float %a %b %acc      the same with vectors of four
//! %r = OpFDot2MixAcc16VALVE %half %a %b %acc       %d as above
//!                                                  %s = OpFConvert %float %acc   %t = OpFAdd %float %d %s
//!                                                  %r = OpFConvert %half %t
//! ```
//!
//! Exact: the extension describes this order, and leaves order and precision to the implementation. Products of two 16-bit
//! floats, two bfloat16 or two 8-bit floats have at most 22 significant bits and are exact here. Only the sums are rounded, so
//! contraction does not change results for 16-bit floats. With a 16-bit accumulator the sum is still computed in 32 bits
//! and rounded to 16 bits once: no intermediate result overflows unless the sum does, and a device without 16-bit floats
//! converts once, not after each step.
//!
//! Where the device has no bfloat16 or 8-bit floats at all, the `encodings` pass replaces the conversions.
//!
//! 4 instructions, or 6.
//!
//! `valve-mixed-dot` is shown by `corpus/shaders/vendor/valve_mixed_dot.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::ops::dot_in_floats;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Dot products of narrow floats with an accumulator.
pub const MIXED_DOT: Rule = Rule {
    name: "valve-mixed-dot",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "dot products of 16- and 8-bit floats with an accumulator by conversions to 32 bits",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpFDot2MixAcc32VALVE..=OpFDot4MixAcc32VALVE]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[ty, id, first, second, accumulator] = inst.from(1) else {
        return Err(LowerError::Because("it has three operands"));
    };
    let TypeView::Vector {
        count: count @ (2 | 4),
        ..
    } = build.view(build.type_of(first))
    else {
        return Err(LowerError::Because("it is for vectors of two or four"));
    };
    let float = build.float();
    let dot = dot_in_floats(build, count, [first, second]);
    if ty == float {
        build.op_as(id, op::OpFAdd, ty, &[dot, accumulator]);
    } else {
        let accumulator = build.op(op::OpFConvert, float, &[accumulator]);
        let sum = build.op(op::OpFAdd, float, &[dot, accumulator]);
        build.op_as(id, op::OpFConvert, ty, &[sum]);
    }
    Ok(())
}
