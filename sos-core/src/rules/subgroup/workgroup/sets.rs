//! Votes, ballots, and partitions.

use super::call;
use super::exchange::{fetch, fetch_word, from_words, gather, publish, to_words, Lane, Words};
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
    let (join, first) = match opcode {
        op::OpGroupNonUniformAll | op::OpGroupNonUniformQuadAllKHR => (op::OpBitwiseAnd, 1),
        _ => (op::OpBitwiseOr, 0),
    };
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
            let (uint, zero, first) = (build.uint(), build.constant(0), build.constant(first));
            let words = to_words(build, ty, predicate)?;
            publish(build, emulated, &words);
            let lane = Lane::own(build, emulated)?;
            let range = match of_quad {
                true => lane.cluster(build, emulated, 4),
                false => Range {
                    from: zero,
                    to: lane.count,
                },
            };
            let said = fold(build, range, uint, first, |build, k, v, v1| {
                let word = fetch_word(build, emulated, lane, k);
                build.op_as(v1, join, uint, &[v, word]);
            });
            Some(build.op(op::OpINotEqual, ty, &[said, zero]))
        },
    )
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
            let zero = build.constant(0);
            publish(build, emulated, &core::iter::once(zero).collect());
            let word = to_words(build, ty, predicate)?;
            let said = gather(build, emulated, *word.first()?);
            Some(build.op(op::OpINotEqual, ty, &[said, zero]))
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
        let (zero, yes) = (build.constant(0), build.constant_true());
        let words = to_words(build, ty, value)?;
        publish(build, emulated, &words);
        let lane = Lane::own(build, emulated)?;
        let first = fetch(build, emulated, lane, zero, words.len());
        let first_value = build.id();
        from_words(build, first_value, ty, &first)?;
        let range = Range {
            from: zero,
            to: lane.count,
        };
        let all = fold(build, range, truth, yes, |build, k, v, v1| {
            let fetched = fetch(build, emulated, lane, k, words.len());
            let fetched_value = build.id();
            // It did not fail for the first value.
            let _ = from_words(build, fetched_value, ty, &fetched);
            let same = lanes::equal(build, ty, [fetched_value, first_value]).unwrap_or(yes);
            build.op_as(v1, op::OpLogicalAnd, truth, &[v, same]);
        });
        Some(all)
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
            let lane = Lane::own(build, emulated)?;
            let own = bit(build, emulated, lane.own);
            let word = build.op(op::OpSelect, uint, &[predicate, own, zero]);
            publish(build, emulated, &core::iter::once(word).collect());
            Some(set(build, emulated, lane, ty, |build, k, v, v1| {
                let word = fetch_word(build, emulated, lane, k);
                build.op_as(v1, op::OpBitwiseOr, uint, &[v, word]);
            }))
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
        let words: Words = to_words(build, value_type, value)?;
        publish(build, emulated, &words);
        let lane = Lane::own(build, emulated)?;
        Some(set(build, emulated, lane, ty, |build, k, v, v1| {
            let fetched = fetch(build, emulated, lane, k, words.len());
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
        *word = fold(build, Range { from, to }, uint, zero, &mut each);
    }
    build.op(op::OpCompositeConstruct, ty, &words)
}
