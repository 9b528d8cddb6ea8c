//! Broadcasts by shuffles, and shuffles by broadcasts.
//!
//! ```text
//! OpGroupNonUniformBroadcast %x %n     OpGroupNonUniformShuffle %x %n
//!
//! OpGroupNonUniformShuffle %x %n       r = broadcast(x, 0)
//!                                      for each k from 1 to size - 1:  r = n == k ? broadcast(x, k) : r
//! ```
//!
//! The first form is for indices that are not constant, which a broadcast accepts only from SPIR-V 1.5 on and on devices with
//! `subgroupBroadcastDynamicId`, and for devices without ballots. Exact: a shuffle accepts any index, so also a uniform one.
//! One instruction.
//!
//! The second form is for devices with ballots and no shuffles. Exact: the result is undefined unless `n` is the index of an
//! active invocation, in which case its broadcast is selected where `n == k`; every active invocation executes every broadcast.
//! 3 instructions per invocation of the largest subgroup, without branches, in a function.
//!
//! `subgroup-broadcast` is shown by `corpus/shaders/subgroup/broadcast_dynamic.comp`.
//! `subgroup-shuffle` is shown by `corpus/shaders/subgroup/barrier_of_two_scopes.comp`.

use super::{lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::Key;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{capability, op};

/// Broadcasts from an invocation whose index is not constant.
pub const BROADCAST: Rule = Rule {
    name: "subgroup-broadcast",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "broadcasts by shuffles",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformBroadcast]),
        lower: lower_broadcast,
    },
};

/// Shuffles.
pub const SHUFFLE: Rule = Rule {
    name: "subgroup-shuffle",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "shuffles by a broadcast of each invocation",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformShuffle]),
        lower: lower_shuffle,
    },
};

fn lower_broadcast(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[value, index] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    let khr = build.offers(capability::SubgroupBallotKHR);
    if khr && !build.offers(capability::GroupNonUniformShuffle) {
        return Err(LowerError::Because(
            "the extension has an instruction for it",
        ));
    }
    let subgroup = build.subgroup_scope();
    build.op_as(
        inst.result(),
        op::OpGroupNonUniformShuffle,
        inst.result_type(),
        &[subgroup, value, index],
    );
    Ok(())
}

fn lower_shuffle(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[value, index] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    let index = lanes::number(build, index)?;
    let (ty, most) = (inst.result_type(), lanes::max_size(build));
    let key = Key {
        name: "shuffle",
        ty,
        variant: [most, 0],
    };
    build.call_keyed(inst.result(), key, &[value, index], |build, parameters| {
        let &[value, index] = parameters else {
            return 0;
        };
        let (truth, subgroup) = (build.bool(), build.subgroup_scope());
        let mut result = 0;
        for number in 0..most {
            let number = build.constant(number);
            let there = build.op(
                op::OpGroupNonUniformBroadcast,
                ty,
                &[subgroup, value, number],
            );
            result = match result {
                0 => there,
                before => {
                    let same = build.op(op::OpIEqual, truth, &[index, number]);
                    build.select(ty, same, there, before)
                }
            };
        }
        result
    });
    Ok(())
}
