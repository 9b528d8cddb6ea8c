//! Integer dot products (SPIR-V 1.6, SPV_KHR_integer_dot_product) by multiplications and additions.
//!
//! ```text
//! %r = OpSDot %int %a %b                    %x = OpSConvert %v4int %a          (vectors of narrower integers)
//!                                           %y = OpSConvert %v4int %b
//!                                           %p = OpIMul %v4int %x %y
//!                                           %r = p.0 + p.1 + …
//! %r = OpSDot %int %a %b PackedVectorFormat4x8Bit
//!                                           components by OpBitFieldSExtract %a 0 8, 8 8, 16 8, 24 8
//! %r = OpSDotAccSat %int %a %b %acc         %d = the dot product
//!                                           %s = %d + %acc; the limit on %d's side where the addition overflows
//! ```
//!
//! `OpUDot` extends with zeros, `OpSUDot` the first vector with signs and the second with zeros. Exact: the components are
//! extended to the result's width and the products summed in it, which gives the low bits of the sum that `OpSDot` asks for. Of
//! `OpSDotAccSat` the result is undefined where anything but its last, saturating addition overflows (SPIR-V specification,
//! both instructions). Overflow of that one is told by the signs: `(d ^ s) & (acc ^ s)` is negative; unsigned by `s < d`.
//!
//! About 3 instructions a component, and 5 for the saturation.

use crate::emit::{Builder, MOST_COMPONENTS};
use crate::facts::{Facts, Scalar, TypeView};
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{op, packed_vector_format};

/// Dot products of integers.
pub const DOT: Rule = Rule {
    name: "integer-dot-product",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "integer dot products by multiplications and additions",
    action: Action::Lower { claims, lower },
};

fn claims(_: &Facts, inst: Inst<'_>) -> bool {
    matches!(inst.opcode(), op::OpSDot..=op::OpSUDotAccSat)
}

/// Whether the components of the two vectors are signed, and whether there is an accumulator.
fn shape(opcode: u16) -> Option<([bool; 2], bool)> {
    Some(match opcode {
        op::OpSDot => ([true, true], false),
        op::OpUDot => ([false, false], false),
        op::OpSUDot => ([true, false], false),
        op::OpSDotAccSat => ([true, true], true),
        op::OpUDotAccSat => ([false, false], true),
        op::OpSUDotAccSat => ([true, false], true),
        _ => return None,
    })
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let (ty, id) = (inst.word(1), inst.word(2));
    let (signs, saturates) = shape(inst.opcode()).ok_or(Refusal("no such instruction"))?;
    let (words, facts) = (build.scene.words, build.scene.facts);
    let Some(Scalar::Int { width, .. }) = facts.scalar_of(words, ty) else {
        return Err(Refusal("its result is no integer"));
    };
    let (vectors, rest) = inst
        .from(3)
        .split_at_checked(2)
        .ok_or(Refusal("it has two vectors"))?;
    let rest = rest.get(usize::from(saturates)..).unwrap_or(&[]);
    let mut sum = None;
    let count = match facts.type_view(words, facts.type_of(words, inst.word(3))) {
        TypeView::Vector { count, .. } if count <= MOST_COMPONENTS => count,
        TypeView::Scalar(Scalar::Int { width: 32, .. })
            if rest.first() == Some(&packed_vector_format::PackedVectorFormat4x8Bit) =>
        {
            4
        }
        _ => {
            return Err(Refusal(
                "its operands are neither vectors of up to four nor packed",
            ))
        }
    };
    for index in 0..count {
        let mut factors = [0; 2];
        for ((factor, &vector), signed) in factors.iter_mut().zip(vectors).zip(signs) {
            *factor = component(build, vector, index, signed, ty, width)?;
        }
        let last = index + 1 == count;
        let product = build.op(op::OpIMul, ty, &factors);
        sum = Some(match sum {
            // A vector has two components at least: the first product is never the whole sum.
            None => product,
            Some(sum) if last && !saturates => {
                build.op_as(id, op::OpIAdd, ty, &[sum, product]);
                id
            }
            Some(sum) => build.op(op::OpIAdd, ty, &[sum, product]),
        });
    }
    match (sum, saturates) {
        (Some(dot), true) => saturate(build, id, ty, width, signs[0], dot, inst.word(5)),
        _ => Ok(()),
    }
}

/// Component `index` of a vector or of a packed word, in the result's type.
fn component(
    build: &mut Builder<'_, '_>,
    vector: u32,
    index: u32,
    signed: bool,
    ty: u32,
    width: u32,
) -> Result<u32, Refusal> {
    let (words, facts) = (build.scene.words, build.scene.facts);
    let source = facts.type_of(words, vector);
    let (value, value_type, narrow) = match facts.type_view(words, source) {
        TypeView::Vector { component, .. } => {
            let value = build.op(op::OpCompositeExtract, component, &[vector, index]);
            let narrow = facts.scalar_of(words, component).map_or(0, Scalar::width);
            (value, component, narrow)
        }
        _ => {
            let extract = if signed {
                op::OpBitFieldSExtract
            } else {
                op::OpBitFieldUExtract
            };
            let (at, eight) = (build.constant(8 * index), build.constant(8));
            (build.op(extract, source, &[vector, at, eight]), source, 32)
        }
    };
    Ok(match (narrow == width, value_type == ty) {
        (true, true) => value,
        // Of one width, but of the other signedness: the bits are the same.
        (true, false) => build.op(op::OpBitcast, ty, &[value]),
        (false, _) if signed => build.op(op::OpSConvert, ty, &[value]),
        // Zeros can be put above in an unsigned type alone.
        (false, _) => {
            let unsigned = build
                .plan
                .new
                .declare(build.scene, op::OpTypeInt, None, &[width, 0]);
            let wide = build.op(op::OpUConvert, unsigned, &[value]);
            match unsigned == ty {
                true => wide,
                false => build.op(op::OpBitcast, ty, &[wide]),
            }
        }
    })
}

/// The sum of two integers, kept at the limit that it would pass.
fn saturate(
    build: &mut Builder<'_, '_>,
    id: u32,
    ty: u32,
    width: u32,
    signed: bool,
    dot: u32,
    accumulator: u32,
) -> Result<(), Refusal> {
    if !(8..=64).contains(&width) {
        return Err(Refusal("saturation of a width that no device has"));
    }
    let ones = u64::MAX >> (64 - width);
    let bool_type = build.bool();
    let sum = build.op(op::OpIAdd, ty, &[dot, accumulator]);
    if !signed {
        let over = build.op(op::OpULessThan, bool_type, &[sum, dot]);
        let most = build.splat(ty, ones);
        build.op_as(id, op::OpSelect, ty, &[over, most, sum]);
        return Ok(());
    }
    let (zero, most) = (build.splat(ty, 0), build.splat(ty, ones >> 1));
    let least = build.splat(ty, ones ^ ones >> 1);
    let left = build.op(op::OpBitwiseXor, ty, &[dot, sum]);
    let right = build.op(op::OpBitwiseXor, ty, &[accumulator, sum]);
    let both = build.op(op::OpBitwiseAnd, ty, &[left, right]);
    let over = build.op(op::OpSLessThan, bool_type, &[both, zero]);
    let below = build.op(op::OpSLessThan, bool_type, &[dot, zero]);
    let limit = build.op(op::OpSelect, ty, &[below, least, most]);
    build.op_as(id, op::OpSelect, ty, &[over, limit, sum]);
    Ok(())
}
