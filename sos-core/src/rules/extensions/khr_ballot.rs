//! `SPV_KHR_shader_ballot` and `SPV_KHR_subgroup_vote` by the core subgroup instructions of SPIR-V 1.3.
//!
//! ```text
//! OpSubgroupBallotKHR %p               OpGroupNonUniformBallot %subgroup %p
//! OpSubgroupFirstInvocationKHR %v      OpGroupNonUniformBroadcastFirst %subgroup %v
//! OpSubgroupReadInvocationKHR %v %c    OpGroupNonUniformBroadcast %subgroup %v %c      for a constant
//! OpSubgroupReadInvocationKHR %v %i    OpGroupNonUniformShuffle %subgroup %v %i
//! OpSubgroupAllKHR %p                  OpGroupNonUniformAll %subgroup %p       (Any, AllEqual alike)
//! ```
//!
//! Exact: both refer to the active invocations of the subgroup, to the lowest active one, and to masks of four words. The index
//! of `OpSubgroupReadInvocationKHR` is uniform. `OpGroupNonUniformBroadcast` requires that, too, but a constant before SPIR-V
//! 1.5, and a device feature from then on; a shuffle accepts any index. One instruction.
//!
//! Not handled: devices that have no core subgroup operations either.
//!
//! `khr-ballot-vote` is shown by `corpus/shaders/vendor/arb_vote.comp`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Ballots, votes and reads of other invocations.
pub const BALLOT_VOTE: Rule = Rule {
    name: "khr-ballot-vote",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "ballot, vote and read-invocation of the extensions by the core subgroup instructions",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpSubgroupBallotKHR,
            OpSubgroupFirstInvocationKHR,
            OpSubgroupAllKHR..=OpSubgroupAllEqualKHR,
            OpSubgroupReadInvocationKHR
        ]),
        lower,
    },
};

fn core(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpSubgroupBallotKHR => op::OpGroupNonUniformBallot,
        op::OpSubgroupFirstInvocationKHR => op::OpGroupNonUniformBroadcastFirst,
        op::OpSubgroupReadInvocationKHR => op::OpGroupNonUniformShuffle,
        op::OpSubgroupAllKHR => op::OpGroupNonUniformAll,
        op::OpSubgroupAnyKHR => op::OpGroupNonUniformAny,
        op::OpSubgroupAllEqualKHR => op::OpGroupNonUniformAllEqual,
        _ => return None,
    })
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let opcode = core(inst.opcode()).ok_or(LowerError::Because("no such instruction"))?;
    let (ty, id, subgroup) = (inst.result_type(), inst.result(), build.subgroup_scope());
    match *inst.operands() {
        [value] => build.op_as(id, opcode, ty, &[subgroup, value]),
        [value, index] => {
            let constant = build.constant_value(index).is_some();
            let opcode = match constant {
                true => op::OpGroupNonUniformBroadcast,
                false => opcode,
            };
            build.op_as(id, opcode, ty, &[subgroup, value, index]);
        }
        _ => return Err(LowerError::Because("it has one or two operands")),
    }
    Ok(())
}
