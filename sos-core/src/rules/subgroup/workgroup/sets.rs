//! Votes, ballots, and partitions.

use super::call;
use super::exchange::{from_words, to_words, Lane};
use super::fold::fold;
use crate::build::flow::Range;
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::{Emulated, Key};
use crate::rules::subgroup::lanes;
use crate::rules::LowerError;
use crate::tables::{glsl_std_450 as glsl, op};

/// Whether a predicate is true for all, or any, invocations of the subgroup or quad.
pub fn vote(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    predicate: u32,
) -> Result<(), LowerError> {
    let (ty, opcode) = (inst.result_type(), inst.opcode());
    let is_all = matches!(
        opcode,
        op::OpGroupNonUniformAll | op::OpGroupNonUniformQuadAllKHR
    );
    let of_quad = matches!(
        opcode,
        op::OpGroupNonUniformQuadAllKHR | op::OpGroupNonUniformQuadAnyKHR
    );
    let key = Key {
        name: "exchange-vote",
        ty,
        variant: [u32::from(opcode), 0],
    };
    call(
        build,
        inst.result(),
        key,
        [predicate],
        |build, [predicate]| {
            let (uint, zero) = (build.uint(), build.constant(0));
            let mut lane = Lane::own(build, emulated)?;
            if !of_quad {
                return match is_all {
                    true => {
                        let truth = build.type_of(predicate);
                        let not = build.op(op::OpLogicalNot, truth, &[predicate]);
                        let any = any(build, lane, not);
                        Some(build.op(op::OpLogicalNot, ty, &[any]))
                    }
                    false => Some(any(build, lane, predicate)),
                };
            }
            let words = to_words(build, ty, predicate)?;
            lane.publish(build, &words);
            let range = lane.cluster(build, 4);
            let (join, first) = match is_all {
                true => (op::OpBitwiseAnd, build.constant(1)),
                false => (op::OpBitwiseOr, zero),
            };
            let said = fold(build, (range, 1), (uint, first), |build, k, v, v1| {
                let word = lane.fetch_word(build, k);
                build.op_as(v1, join, uint, &[v, word]);
            });
            Some(build.op(op::OpINotEqual, ty, &[said, zero]))
        },
    )
}

/// Whether a predicate is true for any invocation of the subgroup.
fn any(build: &mut Builder<'_, '_>, mut lane: Lane, predicate: u32) -> u32 {
    let (uint, truth) = (build.uint(), build.bool());
    let [zero, one] = [0, 1].map(|value| build.constant(value));
    lane.publish(build, &[zero]);
    let bit = build.op(op::OpSelect, uint, &[predicate, one, zero]);
    lane.gather(build, op::OpAtomicOr, zero, &[bit]);
    let said = lane.fetch_word(build, zero);
    build.op(op::OpINotEqual, truth, &[said, zero])
}

/// Whether a predicate is true for any invocation of the workgroup.
pub fn workgroup_vote(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    predicate: u32,
) -> Result<(), LowerError> {
    let ty = inst.result_type();
    let key = Key {
        name: "exchange-workgroup-vote",
        ty,
        variant: [0; 2],
    };
    call(
        build,
        inst.result(),
        key,
        [predicate],
        |build, [predicate]| {
            let lane = Lane::own(build, emulated)?.of_workgroup();
            Some(any(build, lane, predicate))
        },
    )
}

/// Whether all invocations of the subgroup have equal values: integers and Booleans by their bits, floats as numbers.
pub fn all_equal(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    value: u32,
) -> Result<(), LowerError> {
    let (truth, ty) = (inst.result_type(), build.type_of(value));
    let key = Key {
        name: "exchange-all-equal",
        ty: truth,
        variant: [ty, 0],
    };
    call(build, inst.result(), key, [value], |build, [value]| {
        let zero = build.constant(0);
        let words = to_words(build, ty, value)?;
        let mut lane = Lane::own(build, emulated)?;
        lane.publish(build, &words);
        let first = lane.fetch(build, zero, words.len());
        let first_value = build.id();
        from_words(build, first_value, ty, &first)?;
        let same = lanes::equal(build, ty, [value, first_value])?;
        let other = build.op(op::OpLogicalNot, truth, &[same]);
        let any = any(build, lane, other);
        Some(build.op(op::OpLogicalNot, truth, &[any]))
    })
}

/// The set of invocations for which a predicate is true.
pub fn ballot(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    predicate: u32,
) -> Result<(), LowerError> {
    let ty = inst.result_type();
    let key = Key {
        name: "exchange-ballot",
        ty,
        variant: [0; 2],
    };
    call(
        build,
        inst.result(),
        key,
        [predicate],
        |build, [predicate]| {
            let (uint, zero) = (build.uint(), build.constant(0));
            let mut lane = Lane::own(build, emulated)?;
            lane.publish(build, &[zero]);
            let own = bit(build, emulated, lane.own);
            let bits = build.op(op::OpSelect, uint, &[predicate, own, zero]);
            let place = match emulated.size {
                ..=32 => zero,
                _ => {
                    let five = build.constant(5);
                    build.op(op::OpShiftRightLogical, uint, &[lane.own, five])
                }
            };
            lane.gather(build, op::OpAtomicOr, place, &[bits]);
            let mut words = [zero; 4];
            for (at, word) in (0..emulated.size.div_ceil(32)).zip(&mut words) {
                let at = build.constant(at);
                *word = lane.fetch_word(build, at);
            }
            Some(build.op(op::OpCompositeConstruct, ty, &words))
        },
    )
}

/// The set of invocations whose values have the same bits.
pub fn partition(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    value: u32,
) -> Result<(), LowerError> {
    let (ty, value_type) = (inst.result_type(), build.type_of(value));
    let key = Key {
        name: "exchange-partition",
        ty,
        variant: [value_type, 0],
    };
    call(build, inst.result(), key, [value], |build, [value]| {
        let (uint, truth, zero) = (build.uint(), build.bool(), build.constant(0));
        let words = to_words(build, value_type, value)?;
        let mut lane = Lane::own(build, emulated)?;
        lane.publish(build, &words);
        Some(set(build, emulated, lane, ty, |build, k, v, v1| {
            let fetched = lane.fetch(build, k, words.len());
            let mut same = None;
            for (&own, &other) in words.iter().zip(&fetched) {
                let equal = build.op(op::OpIEqual, truth, &[own, other]);
                same = Some(build.join(op::OpLogicalAnd, truth, same, equal));
            }
            let bit = bit(build, emulated, k);
            let member = build.op(op::OpSelect, uint, &[same.unwrap_or(0), bit, zero]);
            build.op_as(v1, op::OpBitwiseOr, uint, &[v, member]);
        }))
    })
}

/// The bit of an invocation in its word of a set. 1 instruction, or 2 if a set has several words.
fn bit(build: &mut Builder<'_, '_>, emulated: Emulated, number: u32) -> u32 {
    let (uint, one, low) = (build.uint(), build.constant(1), build.constant(31));
    let place = match emulated.size {
        ..=32 => number,
        _ => build.op(op::OpBitwiseAnd, uint, &[number, low]),
    };
    build.op(op::OpShiftLeftLogical, uint, &[one, place])
}

/// Emits a set. Each of its words is computed by a loop over the 32 invocations whose bits it contains.
fn set(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    lane: Lane,
    ty: u32,
    mut each: impl FnMut(&mut Builder<'_, '_>, u32, u32, u32),
) -> u32 {
    let (uint, zero) = (build.uint(), build.constant(0));
    let mut words = [zero; 4];
    let count = emulated.size.div_ceil(32);
    for (at, word) in (0..count).zip(&mut words) {
        let (from, end) = (build.constant(32 * at), build.constant(32 * (at + 1)));
        let to = match at + 1 == count {
            true => lane.count,
            false => build.glsl(glsl::UMin, uint, &[lane.count, end]),
        };
        *word = fold(build, (Range { from, to }, 1), (uint, zero), &mut each);
    }
    build.op(op::OpCompositeConstruct, ty, &words)
}
