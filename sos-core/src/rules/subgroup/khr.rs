//! Core ballots and votes by `SPV_KHR_shader_ballot` and `SPV_KHR_subgroup_vote`: for devices of Vulkan 1.0, which have no
//! core subgroup operations.
//!
//! ```text
//! OpGroupNonUniformBallot %subgroup %p            OpSubgroupBallotKHR %p
//! OpGroupNonUniformBroadcastFirst %subgroup %x    OpSubgroupFirstInvocationKHR %x
//! OpGroupNonUniformBroadcast %subgroup %x %n      OpSubgroupReadInvocationKHR %x %n
//! OpGroupNonUniformAll %subgroup %p               OpSubgroupAllKHR %p              (Any, AllEqual alike)
//! ```
//!
//! Exact, as the other way round (`vendor/khr_ballot.rs`). A broadcast's index is the same for all active invocations,
//! which is what reading an invocation wants. One instruction for one.

use super::{operands, MALFORMED};
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::op;

/// Votes.
pub const KHR_VOTE: Rule = Rule {
    name: "subgroup-khr-vote",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "votes by those of SPV_KHR_subgroup_vote",
    action: Action::Lower {
        claims: |_, inst| vote(inst.opcode()).is_some(),
        lower: |build, inst| one_for_one(build, inst, vote(inst.opcode())),
    },
};

/// Ballots and broadcasts.
pub const KHR_BALLOT: Rule = Rule {
    name: "subgroup-khr-ballot",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "ballots and broadcasts by those of SPV_KHR_shader_ballot",
    action: Action::Lower {
        claims: |_, inst| ballot(inst.opcode()).is_some(),
        lower: |build, inst| one_for_one(build, inst, ballot(inst.opcode())),
    },
};

fn vote(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpGroupNonUniformAll => op::OpSubgroupAllKHR,
        op::OpGroupNonUniformAny => op::OpSubgroupAnyKHR,
        op::OpGroupNonUniformAllEqual => op::OpSubgroupAllEqualKHR,
        _ => return None,
    })
}

fn ballot(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpGroupNonUniformBallot => op::OpSubgroupBallotKHR,
        op::OpGroupNonUniformBroadcastFirst => op::OpSubgroupFirstInvocationKHR,
        op::OpGroupNonUniformBroadcast => op::OpSubgroupReadInvocationKHR,
        _ => return None,
    })
}

fn one_for_one(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    opcode: Option<u16>,
) -> Result<(), Refusal> {
    let opcode = opcode.ok_or(MALFORMED)?;
    let operands = operands(build, inst)?;
    build.op_as(inst.word(2), opcode, inst.word(1), operands);
    Ok(())
}
