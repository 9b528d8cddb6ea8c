//! Votes by ballots and ballots by votes, and broadcasts of the first invocation.
//!
//! ```text
//! OpGroupNonUniformAllEqual %x        all(x == broadcastFirst(x)), of vectors in every component
//! OpGroupNonUniformAny %p             ballot(p) != 0
//! OpGroupNonUniformAll %p             ballot(not p) == 0
//! OpGroupNonUniformElect              lowest(ballot(true)) == i
//! OpGroupNonUniformBroadcastFirst %x  shuffle(x, lowest(ballot(true)))
//! OpGroupNonUniformBallot %p          bit k of it, for each k: any(p and i == k)
//! ```
//!
//! Exact: ballots and votes include the same invocations, the active ones; floats are compared as ordered numbers. A vote is 3
//! instructions, all-equal 3 or 4, the election 4 for up to 32 invocations. A ballot by votes is 5 instructions per invocation
//! of the largest subgroup, in a function: for a device with votes and no ballots there is no shorter way.
//!
//! `subgroup-all-equal` is shown by `corpus/shaders/subgroup/vote.comp`.
//! `subgroup-ballot` is shown by the test `core_with_fewer_operations_on_lavapipe` in `tests/tests/drivers/cross_lane.rs`.
//! `subgroup-broadcast-first` is shown by the test `core_with_fewer_operations_on_lavapipe` in `tests/tests/drivers/cross_lane.rs`.
//! `subgroup-vote` is shown by `corpus/shaders/subgroup/elect.comp`.

use super::{lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::plan::Key;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{capability, op};

/// Whether all active invocations have equal values.
pub const ALL_EQUAL: Rule = Rule {
    name: "subgroup-all-equal",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "all-equal by a broadcast and a vote",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformAllEqual]),
        lower: lower_all_equal,
    },
};

/// The value of the lowest active invocation.
pub const FIRST: Rule = Rule {
    name: "subgroup-broadcast-first",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "broadcast of the first invocation by a ballot and a shuffle",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformBroadcastFirst]),
        lower: lower_first,
    },
};

/// Ballots for devices with votes only.
pub const BALLOT: Rule = Rule {
    name: "subgroup-ballot",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "ballots by a vote on each invocation",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformBallot]),
        lower: lower_ballot,
    },
};

/// Votes for devices with ballots only.
pub const VOTE: Rule = Rule {
    name: "subgroup-vote",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "votes and the election by ballots",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupNonUniformElect,
            OpGroupNonUniformAll,
            OpGroupNonUniformAny
        ]),
        lower: lower_vote,
    },
};

fn lower_all_equal(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[value] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    let (ty, subgroup) = (build.type_of(value), build.subgroup_scope());
    if build.shape(ty) == Some((Scalar::Bool, 1)) && build.offers(capability::SubgroupVoteKHR) {
        return Err(LowerError::Because(
            "the extension has an instruction for it",
        ));
    }
    let first = build.op(op::OpGroupNonUniformBroadcastFirst, ty, &[subgroup, value]);
    all_equal_to(build, inst, value, first)
}

/// Emits the vote whether the values of all active invocations equal `first`, the first one's value.
pub fn all_equal_to(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    value: u32,
    first: u32,
) -> Result<(), LowerError> {
    let same = lanes::equal(build, build.type_of(value), [value, first])
        .ok_or(LowerError::Because("its operand is not a scalar or vector"))?;
    let subgroup = build.subgroup_scope();
    build.op_as(
        inst.result(),
        op::OpGroupNonUniformAll,
        inst.result_type(),
        &[subgroup, same],
    );
    Ok(())
}

fn lower_first(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[value] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    if build.offers(capability::SubgroupBallotKHR) {
        return Err(LowerError::Because(
            "the extension has an instruction for it",
        ));
    }
    let first = first(build);
    let subgroup = build.subgroup_scope();
    build.op_as(
        inst.result(),
        op::OpGroupNonUniformShuffle,
        inst.result_type(),
        &[subgroup, value, first],
    );
    Ok(())
}

/// The index of the lowest active invocation.
fn first(build: &mut Builder<'_, '_>) -> u32 {
    let (set, most) = (lanes::active(build), lanes::max_size(build));
    let words = lanes::words(build, set, most);
    lanes::lowest(build, &words)
}

fn lower_ballot(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[predicate] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    if build.offers(capability::SubgroupBallotKHR) {
        return Err(LowerError::Because(
            "the extension has an instruction for it",
        ));
    }
    let (ty, most) = (inst.result_type(), lanes::max_size(build));
    let key = Key {
        name: "ballot",
        ty,
        variant: [most, 0],
    };
    build.call_keyed(inst.result(), key, &[predicate], |build, parameters| {
        let predicate = parameters.first().copied().unwrap_or(0);
        let (uint, truth, subgroup) = (build.uint(), build.bool(), build.subgroup_scope());
        let (own, zero) = (lanes::own(build), build.constant(0));
        let mut words = [zero; 4];
        for number in 0..most {
            let (here, bit) = (build.constant(number), build.constant(1 << (number & 31)));
            let is = build.op(op::OpIEqual, truth, &[own, here]);
            let votes = build.op(op::OpLogicalAnd, truth, &[is, predicate]);
            let any = build.op(op::OpGroupNonUniformAny, truth, &[subgroup, votes]);
            let bit = build.op(op::OpSelect, uint, &[any, bit, zero]);
            if let Some(word) = words.get_mut(number as usize / 32) {
                *word = build.op(op::OpBitwiseOr, uint, &[*word, bit]);
            }
        }
        build.op(op::OpCompositeConstruct, ty, &words)
    });
    Ok(())
}

fn lower_vote(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id, uint) = (inst.result_type(), inst.result(), build.uint());
    let (predicate, compare, join) = match (inst.opcode(), operands(build, inst)?) {
        (op::OpGroupNonUniformElect, &[]) => {
            let own = lanes::own(build);
            let first = first(build);
            build.op_as(id, op::OpIEqual, ty, &[own, first]);
            return Ok(());
        }
        (op::OpGroupNonUniformAny, &[predicate]) => (predicate, op::OpINotEqual, op::OpAny),
        (op::OpGroupNonUniformAll, &[predicate]) => {
            let not = build.op(op::OpLogicalNot, ty, &[predicate]);
            (not, op::OpIEqual, op::OpAll)
        }
        _ => return Err(MALFORMED),
    };
    let (sets, truths) = (build.vector(uint, 4), build.vector(ty, 4));
    let set = lanes::ballot(build, predicate);
    let none = build.null(sets);
    let each = build.op(compare, truths, &[set, none]);
    build.op_as(id, join, ty, &[each]);
    Ok(())
}
