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
//! `OpUDot` zero-extends; `OpSUDot` sign-extends the first vector and zero-extends the second. Exact: the components are
//! extended to the result's width and the products summed in it, which gives the low bits of the sum as `OpSDot` requires. The
//! result of `OpSDotAccSat` is undefined if anything but its final, saturating addition overflows (SPIR-V specification, both
//! instructions). The final addition `s = d + acc` overflows if `(d ^ s) & (acc ^ s)` is negative, or, if unsigned, `s < d`.
//!
//! About 3 instructions per component. Saturation takes 8 more (3 if unsigned) and is in a function, one per instruction and
//! types: kernels for machine learning contain dozens of unrolled saturating dot products.
//!
//! `integer-dot-product` is shown by `corpus/shaders/ops/dot_packed.spvasm`.

use crate::build::Build;
use crate::emit::{Builder, MOST_COMPONENTS};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::plan::Key;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{op, packed_vector_format};
use crate::views;

/// Dot products of integers.
pub const DOT: Rule = Rule {
    name: "integer-dot-product",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "integer dot products by multiplications and additions",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpSDot..=OpSUDotAccSat]),
        lower,
    },
};

/// Whether the components of each vector are signed, and whether there is an accumulator.
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

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.result_type(), inst.result());
    let (signs, saturates) =
        shape(inst.opcode()).ok_or(LowerError::Because("no such instruction"))?;
    let Some((Scalar::Int { width, .. }, 1)) = build.shape(ty) else {
        return Err(LowerError::Because("its result is not an integer"));
    };
    let &[first, second, ref rest @ ..] = inst.operands() else {
        return Err(LowerError::Because("it has two vectors"));
    };
    let packed = rest.get(usize::from(saturates));
    let [type_of_first, type_of_second] = [first, second].map(|vector| build.type_of(vector));
    let count = match build.view(type_of_first) {
        TypeView::Vector { count, .. } if count <= MOST_COMPONENTS => count,
        TypeView::Scalar(Scalar::Int { width: 32, .. })
            if packed == Some(&packed_vector_format::PackedVectorFormat4x8Bit) =>
        {
            4
        }
        _ => {
            return Err(LowerError::Because(
                "its operands are neither vectors of up to four components nor packed",
            ))
        }
    };
    let result = Sum { ty, width, signs };
    if !saturates {
        dot(build, result, [first, second], count, Some(id));
        return Ok(());
    }
    if !(8..=64).contains(&width) {
        return Err(LowerError::Because("saturation at an unsupported width"));
    }
    let accumulator = views::DotAccSat(inst).accumulator();
    if build.type_of(accumulator) != ty {
        return Err(LowerError::Because(
            "its accumulator and its result differ in type",
        ));
    }
    let key = Key {
        name: match signs {
            [false, _] => "udot-acc-sat",
            [true, false] => "sudot-acc-sat",
            [true, true] => "sdot-acc-sat",
        },
        ty,
        variant: [type_of_first, type_of_second],
    };
    build.call_keyed(
        id,
        key,
        &[first, second, accumulator],
        |build, parameters| match *parameters {
            [first, second, accumulator] => {
                let dot = dot(build, result, [first, second], count, None);
                saturate(build, result, dot, accumulator)
            }
            _ => 0,
        },
    );
    Ok(())
}

/// The dot product to compute: its result type and width, and whether the components of each vector are signed.
#[derive(Clone, Copy)]
struct Sum {
    ty: u32,
    width: u32,
    signs: [bool; 2],
}

/// Emits the sum of the products of `count` components, with result id `id` if given.
fn dot(
    build: &mut Builder<'_, '_>,
    result: Sum,
    vectors: [u32; 2],
    count: u32,
    id: Option<u32>,
) -> u32 {
    let ty = result.ty;
    let mut sum = None;
    for index in 0..count {
        let mut factors = vectors;
        for (factor, signed) in factors.iter_mut().zip(result.signs) {
            *factor = component(build, result, *factor, index, signed);
        }
        let product = build.op(op::OpIMul, ty, &factors);
        sum = Some(match (sum, id) {
            // A vector has at least two components: the first product is never the whole sum.
            (None, _) => product,
            (Some(sum), Some(id)) if index + 1 == count => {
                build.op_as(id, op::OpIAdd, ty, &[sum, product]);
                id
            }
            (Some(sum), _) => build.op(op::OpIAdd, ty, &[sum, product]),
        });
    }
    sum.unwrap_or(0)
}

/// Extracts component `index` of a vector or packed word and converts it to the result type.
fn component(
    build: &mut Builder<'_, '_>,
    result: Sum,
    vector: u32,
    index: u32,
    signed: bool,
) -> u32 {
    let Sum { ty, width, .. } = result;
    let source = build.type_of(vector);
    let (value, value_type, narrow) = match build.view(source) {
        TypeView::Vector { component, .. } => {
            let value = build.op(op::OpCompositeExtract, component, &[vector, index]);
            let narrow = build
                .shape(component)
                .map_or(0, |(scalar, _)| scalar.width());
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
    match (narrow == width, value_type == ty) {
        (true, true) => value,
        // The same width, but the other signedness: the bits are the same.
        (true, false) => build.op(op::OpBitcast, ty, &[value]),
        (false, _) if signed => build.op(op::OpSConvert, ty, &[value]),
        // `OpUConvert` requires an unsigned result type.
        (false, _) => {
            let unsigned = build.unsigned(width);
            let wide = build.op(op::OpUConvert, unsigned, &[value]);
            match unsigned == ty {
                true => wide,
                false => build.op(op::OpBitcast, ty, &[wide]),
            }
        }
    }
}

/// Emits the saturating sum of two integers of 8 to 64 bits.
fn saturate(build: &mut Builder<'_, '_>, result: Sum, dot: u32, accumulator: u32) -> u32 {
    let Sum { ty, width, signs } = result;
    let ones = u64::MAX >> (64 - width);
    let bool_type = build.bool();
    let sum = build.op(op::OpIAdd, ty, &[dot, accumulator]);
    if !signs[0] {
        let over = build.op(op::OpULessThan, bool_type, &[sum, dot]);
        let most = build.splat(ty, ones);
        return build.op(op::OpSelect, ty, &[over, most, sum]);
    }
    let (zero, most) = (build.splat(ty, 0), build.splat(ty, ones >> 1));
    let least = build.splat(ty, ones ^ ones >> 1);
    let left = build.op(op::OpBitwiseXor, ty, &[dot, sum]);
    let right = build.op(op::OpBitwiseXor, ty, &[accumulator, sum]);
    let both = build.op(op::OpBitwiseAnd, ty, &[left, right]);
    let over = build.op(op::OpSLessThan, bool_type, &[both, zero]);
    let below = build.op(op::OpSLessThan, bool_type, &[dot, zero]);
    let limit = build.op(op::OpSelect, ty, &[below, least, most]);
    build.op(op::OpSelect, ty, &[over, limit, sum])
}
