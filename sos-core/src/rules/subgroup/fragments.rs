//! Quad operations of fragment shaders by fine derivatives, for devices without quad operations in fragment shaders. All
//! devices have derivatives.
//!
//! With `p` a float of each invocation of the quad, `p0` to `p3` in reading order:
//!
//! ```text
//! OpDPdxFine %p      p1 - p0 in the upper row, p3 - p2 in the lower one
//! OpDPdyFine %p      p2 - p0 in the left column, p3 - p1 in the right one
//! ```
//!
//! (Vulkan, "Derivative Operations"). A neighbour's value is the own value plus the difference, or minus the difference in the
//! second column or row:
//!
//! ```text
//! %r = OpGroupNonUniformQuadSwap %uint %subgroup %x %0
//!
//! x = FragCoord.x / 2 - floor(FragCoord.x / 2)              alternately below and above one half, from pixel to pixel
//! right = (x >= 0.5) == (OpDPdxFine(x) > 0)                 whether this is the quad's right column
//! far = right ? -1 : 1                                      to the other column
//! low, high = OpConvertUToF(%x & 0xFFFF), OpConvertUToF(%x >> 16)
//! low = low + far * OpDPdxFine(low), high likewise
//! %r = OpConvertFToU(high + 0.5) << 16 | OpConvertFToU(low + 0.5)
//! ```
//!
//! The vertical swap uses `y` and `OpDPdyFine`, the diagonal one both in turn. A broadcast adds nothing along an axis on which
//! the own column or row is already the selected one. Values of other widths are moved as their 32-bit words, Booleans as numbers.
//! Votes do not depend on the position:
//!
//! ```text
//! %r = OpGroupNonUniformQuadAnyKHR %bool %p      row = p or OpDPdxFine(p ? 1 : 0) != 0; row or OpDPdyFine(row ? 1 : 0) != 0
//! %r = OpGroupNonUniformQuadAllKHR %bool %p      not any(not p)
//! ```
//!
//! # Exactness
//! Exact. Values are moved in halves of 16 bits, since the difference of two 16-bit integers, and the sum, are exact in a
//! 32-bit float; differences of the values themselves would round, and fail for infinities and NaN. The 0.5 added before the
//! last conversion tolerates differences that are off by less than a half.
//!
//! No specification says that quads start at even positions ("Quad" among the shader scopes: `x0 = x1 - w`, and nothing about
//! `x0`). So the column is derived from the derivative of a number that alternates from pixel to pixel: it is positive if the
//! quad starts at an even position and negative if at an odd one. The number alternates wherever in its pixel a sample is.
//!
//! All four invocations are present: a shader with derivatives is run with as many helper invocations as these need, as is one
//! with quad operations ("Derivative Operations", "Quad Group Operations"), and a demoted fragment continues as a helper. A
//! vote includes them all. Without `RequireFullQuadsKHR` a device may launch fewer; the specification leaves open which.
//!
//! # Precondition
//! A derivative is defined only if all fragments of the primitive execute it (same section), a quad operation wherever the
//! invocation that is read executes it. So the rule requires a proof that all do ([`crate::specialize::Uniform`], for
//! primitives) and refuses other instructions.
//!
//! Also refused: functions that other stages call, too; devices with fragments that cover several pixels, for which the number
//! above need not alternate; and a `FragCoord` of reduced precision.
//!
//! # The modes of SPV_KHR_quad_control
//! Removed where a device does not support them and they require nothing more:
//! - `QuadDerivativesKHR` defines derivatives where the quad, but not the primitive, executes them. It adds nothing if every
//!   derivative, including the implicit ones of image samples, is proven to be executed by the whole primitive, and nothing
//!   in a module without fragment shaders that declares no derivative groups. Slang adds it to every module with quad votes.
//! - `RequireFullQuadsKHR` requires helper invocations for derivatives and quad operations, which require them anyway, and
//!   for other group operations, which might otherwise miss them: it adds nothing if there are none of those. Helper
//!   invocations have no other effect.
//!
//! # Cost
//! A swap of one word is a call, 16 instructions and 9 for the column; a diagonal one 22 and 17, a broadcast the same. A vote
//! is 8 or 10. Not handled: reductions over clusters of four and shuffles within four. These need not include helper
//! invocations, and derivatives would.
//!
//! `quad-derivatives` is shown by `corpus/shaders/subgroup/quad.frag`.
//! `quad-modes` is shown by `corpus/shaders/subgroup/quad_derivatives.spvasm`.

use super::{extended_types, lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::{Facts, Scalar};
use crate::inst::Inst;
use crate::plan::{has_fragments, stage_bit, Key};
use crate::report::Exactness;
use crate::rules::claims::QUADS;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{
    built_in, capability, execution_mode, execution_model, glsl_std_450 as glsl, op,
};
use crate::views;
use arrayvec::ArrayVec;

/// Quad broadcasts, swaps and votes of fragments.
pub const FRAGMENTS: Rule = Rule {
    name: "quad-derivatives",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "quad broadcast, swap and votes of fragments by fine derivatives of 16-bit halves",
    action: Action::Lower {
        claims: Claims::of(QUADS),
        lower,
    },
};

/// `QuadDerivativesKHR` and `RequireFullQuadsKHR`.
pub const QUAD_MODES: Rule = Rule {
    name: "quad-modes",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "quad modes that demand nothing beyond what the device does anyway",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpExecutionMode]).when(|_, inst| {
            matches!(
                views::ExecutionMode(inst).mode(),
                execution_mode::QuadDerivativesKHR | execution_mode::RequireFullQuadsKHR
            )
        }),
        lower: |build: &mut Builder<'_, '_>, inst| -> Result<(), LowerError> {
            let uniform = build.scene.uniform;
            match views::ExecutionMode(inst).mode() {
                execution_mode::QuadDerivativesKHR
                    if may_take_derivatives(build.scene.facts)
                        && !uniform.has_uniform_derivatives() =>
                {
                    Err(LowerError::Because(
                        "a derivative in control flow that not all fragments of a primitive reach",
                    ))
                }
                execution_mode::RequireFullQuadsKHR if !uniform.has_groups_of_quads_only() => Err(
                    LowerError::Because("a group operation may miss helper invocations"),
                ),
                _ => Ok(()),
            }
        },
    },
};

/// Whether a module may compute derivatives: in fragment shaders, and in other stages if it declares derivative groups.
fn may_take_derivatives(facts: &Facts) -> bool {
    let groups = [
        capability::ComputeDerivativeGroupQuadsKHR,
        capability::ComputeDerivativeGroupLinearKHR,
    ];
    has_fragments(facts) || groups.iter().any(|&value| facts.uses(value))
}

/// The source of a value along one axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// The invocation itself.
    Own,
    /// The other column or row.
    Other,
    /// The left column, or the upper row.
    First,
    /// The right column, or the lower row.
    Second,
    /// Selected by an index.
    Chosen,
}

/// The sources along both axes.
type Sources = [From; 2];

/// The derivative instruction of each axis.
const ALONG: [u16; 2] = [op::OpDPdxFine, op::OpDPdyFine];

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    if build.stages() != stage_bit(execution_model::Fragment) {
        return Err(LowerError::Because("not only fragment shaders run it"));
    }
    if !build
        .scene
        .uniform
        .is_uniform_in_primitive(build.plan.block)
    {
        return Err(LowerError::Because(
            "it is not proven that all fragments of the primitive reach it together",
        ));
    }
    let (ty, id) = (inst.result_type(), inst.result());
    let (value, way, index) = match (inst.opcode(), inst.operands()) {
        // These two have no scope operand.
        (op::OpGroupNonUniformQuadAnyKHR, &[predicate]) => {
            any_as(build, id, predicate);
            return Ok(());
        }
        (op::OpGroupNonUniformQuadAllKHR, &[predicate]) => {
            let not = build.op(op::OpLogicalNot, ty, &[predicate]);
            let any = build.id();
            any_as(build, any, not);
            build.op_as(id, op::OpLogicalNot, ty, &[any]);
            return Ok(());
        }
        (op::OpGroupNonUniformQuadBroadcast, _) => {
            let &[value, index] = operands(build, inst)? else {
                return Err(MALFORMED);
            };
            let from = |bit| match bit {
                0 => From::First,
                _ => From::Second,
            };
            match build.constant_value(index) {
                Some(number) => (value, [from(number & 1), from(number & 2)], None),
                None => {
                    let index = lanes::number(build, index)?;
                    (value, [From::Chosen; 2], Some(index))
                }
            }
        }
        _ => {
            let &[value, direction] = operands(build, inst)? else {
                return Err(MALFORMED);
            };
            let way = match build.constant_value(direction) {
                Some(0) => [From::Other, From::Own],
                Some(1) => [From::Own, From::Other],
                Some(2) => [From::Other; 2],
                _ => return Err(LowerError::Because("its direction is not known")),
            };
            (value, way, None)
        }
    };
    can_determine_sides(build)?;
    let key = Key {
        name: "quad",
        ty,
        variant: way.map(|from| from as u32),
    };
    let arguments: ArrayVec<u32, 2> = [value].into_iter().chain(index).collect();
    let mut written = true;
    build.call_keyed(id, key, &arguments, |build, parameters| {
        let value = parameters.first().copied().unwrap_or(0);
        let factors = factors(build, way, parameters.get(1).copied());
        let result = build.id();
        written = move_as(build, result, ty, value, factors).is_some();
        result
    });
    match written {
        true => Ok(()),
        false => Err(LowerError::Because("its type cannot be moved as bits")),
    }
}

/// Checks that the alternating number gives the column and row.
fn can_determine_sides(build: &Builder<'_, '_>) -> Result<(), LowerError> {
    let large = [
        capability::FragmentShadingRateKHR,
        capability::FragmentDensityEXT,
    ];
    if large
        .iter()
        .any(|&value| build.scene.target.has_capability(value))
    {
        return Err(LowerError::Because(
            "the device has fragments that cover several pixels",
        ));
    }
    if build.scene.uniform.has_relaxed_frag_coord() {
        return Err(LowerError::Because(
            "the fragment's position has reduced precision",
        ));
    }
    Ok(())
}

/// The factor of the difference along each axis; `None` for an axis along which nothing moves.
fn factors(build: &mut Builder<'_, '_>, way: Sources, index: Option<u32>) -> [Option<u32>; 2] {
    let (uint, float, truth) = (build.uint(), build.float(), build.bool());
    let place = build.built_in(built_in::FragCoord);
    let [less, none, more, half] =
        [-1.0, 0.0, 1.0, 0.5].map(|value| build.splat_float(float, value));
    let mut factors = [None; 2];
    for ((axis, from), factor) in (0..).zip(way).zip(&mut factors) {
        if from == From::Own {
            continue;
        }
        let along = ALONG.get(axis as usize).copied().unwrap_or(op::OpDPdxFine);
        let at = build.op(op::OpCompositeExtract, float, &[place, axis]);
        let pair = build.op(op::OpFMul, float, &[at, half]);
        let within = build.glsl(glsl::Fract, float, &[pair]);
        let odd = build.op(op::OpFOrdGreaterThanEqual, truth, &[within, half]);
        let step = build.op(along, float, &[within]);
        let begins_even = build.op(op::OpFOrdGreaterThan, truth, &[step, none]);
        let is_second = build.op(op::OpLogicalEqual, truth, &[odd, begins_even]);
        let (of_second, of_first) = match (from, index) {
            (From::First, _) => (less, none),
            (From::Second, _) => (none, more),
            (From::Chosen, Some(index)) => {
                let (bit, zero) = (build.constant(1 << axis), build.constant(0));
                let bit = build.op(op::OpBitwiseAnd, uint, &[index, bit]);
                let wanted = build.op(op::OpINotEqual, truth, &[bit, zero]);
                let of_second = build.select(float, wanted, none, less);
                (of_second, build.select(float, wanted, more, none))
            }
            _ => (less, more),
        };
        *factor = Some(build.select(float, is_second, of_second, of_first));
    }
    factors
}

/// Emits instructions that move a value.
fn move_as(
    build: &mut Builder<'_, '_>,
    id: u32,
    ty: u32,
    value: u32,
    factors: [Option<u32>; 2],
) -> Option<()> {
    let (scalar, count) = build.shape(ty)?;
    let (uint, float) = (build.uint(), build.float());
    let (words, floats) = (build.vector(uint, count), build.vector(float, count));
    let half = build.splat_float(floats, 0.5);
    match scalar {
        Scalar::Bool => {
            let [none, one] = [0.0, 1.0].map(|value| build.splat_float(floats, value));
            let number = build.op(op::OpSelect, floats, &[value, one, none]);
            let moved = along_axes(build, floats, number, factors);
            build.op_as(id, op::OpFOrdGreaterThan, ty, &[moved, half]);
        }
        Scalar::Int { width: 32, .. } | Scalar::Float { width: 32 } => {
            let word = match ty == words {
                true => value,
                false => build.op(op::OpBitcast, words, &[value]),
            };
            let (sixteen, lower) = (build.splat(words, 16), build.splat(words, 0xFFFF));
            let low = build.op(op::OpBitwiseAnd, words, &[word, lower]);
            let high = build.op(op::OpShiftRightLogical, words, &[word, sixteen]);
            let [low, high] = [low, high].map(|part| {
                let number = build.op(op::OpConvertUToF, floats, &[part]);
                let moved = along_axes(build, floats, number, factors);
                let above = build.op(op::OpFAdd, floats, &[moved, half]);
                build.op(op::OpConvertFToU, words, &[above])
            });
            let high = build.op(op::OpShiftLeftLogical, words, &[high, sixteen]);
            if ty == words {
                build.op_as(id, op::OpBitwiseOr, ty, &[high, low]);
            } else {
                let word = build.op(op::OpBitwiseOr, words, &[high, low]);
                build.op_as(id, op::OpBitcast, ty, &[word]);
            }
        }
        _ => {
            let mut moved = ArrayVec::<u32, 4>::new();
            for (word, ty) in extended_types::to_words(build, ty, value)? {
                let result = build.id();
                move_as(build, result, ty, word, factors)?;
                moved.try_push(result).ok()?;
            }
            extended_types::from_words(build, id, ty, &moved)?;
        }
    }
    Some(())
}

/// Moves integers of at most 16 bits that are stored in floats.
fn along_axes(build: &mut Builder<'_, '_>, ty: u32, number: u32, factors: [Option<u32>; 2]) -> u32 {
    let scale = match build.component(ty) == ty {
        true => op::OpFMul,
        false => op::OpVectorTimesScalar,
    };
    let mut number = number;
    for (along, factor) in ALONG.into_iter().zip(factors) {
        let Some(factor) = factor else { continue };
        let difference = build.op(along, ty, &[number]);
        let step = build.op(scale, ty, &[difference, factor]);
        number = build.op(op::OpFAdd, ty, &[number, step]);
    }
    number
}

/// Emits whether a predicate is true in any invocation of the quad.
fn any_as(build: &mut Builder<'_, '_>, id: u32, predicate: u32) {
    let (float, truth) = (build.float(), build.bool());
    let [none, one] = [0.0, 1.0].map(|value| build.splat_float(float, value));
    let mut any = predicate;
    for (along, result) in ALONG.into_iter().zip([build.id(), id]) {
        let number = build.select(float, any, one, none);
        let difference = build.op(along, float, &[number]);
        let differs = build.op(op::OpFOrdNotEqual, truth, &[difference, none]);
        build.op_as(result, op::OpLogicalOr, truth, &[any, differs]);
        any = result;
    }
}
