//! Core ballots and votes by `SPV_KHR_shader_ballot` and `SPV_KHR_subgroup_vote`, for devices of Vulkan 1.0, which have no core
//! subgroup operations.
//!
//! ```text
//! OpGroupNonUniformBallot %subgroup %p            OpSubgroupBallotKHR %p
//! OpGroupNonUniformBroadcastFirst %subgroup %x    OpSubgroupFirstInvocationKHR %x
//! OpGroupNonUniformBroadcast %subgroup %x %n      OpSubgroupReadInvocationKHR %x %n
//! OpGroupNonUniformAll %subgroup %p               OpSubgroupAllKHR %p              (also Any, and AllEqual of a Boolean)
//! ```
//!
//! Exact, as the inverse (`vendor/khr_ballot.rs`). The index of a broadcast is uniform, as `OpSubgroupReadInvocationKHR`
//! requires.
//!
//! The extensions read 32-bit scalars and vote on Booleans. Vectors are read component by component, Booleans as integers, and
//! values of other widths as the words that contain them. One instruction for 32 bits, two more per component of a vector.
//!
//! `subgroup-khr-ballot` is shown by `corpus/shaders/subgroup/broadcast_dynamic.comp`.
//! `subgroup-khr-vote` is shown by `corpus/shaders/subgroup/vertex_stage.vert`.

use super::extended_types::{from_words, to_words, Ids};
use super::{lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Votes.
pub const KHR_VOTE: Rule = Rule {
    name: "subgroup-khr-vote",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "votes by those of SPV_KHR_subgroup_vote",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformAll..=OpGroupNonUniformAllEqual]),
        lower: lower_vote,
    },
};

/// Ballots and broadcasts.
pub const KHR_BALLOT: Rule = Rule {
    name: "subgroup-khr-ballot",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "ballots and broadcasts by those of SPV_KHR_shader_ballot",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupNonUniformBroadcast..=OpGroupNonUniformBallot
        ]),
        lower: lower_ballot,
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

fn lower_vote(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let opcode = vote(inst.opcode()).ok_or(MALFORMED)?;
    let &[value] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    if build.shape(build.type_of(value)) != Some((Scalar::Bool, 1)) {
        return Err(LowerError::Because("the extension compares Booleans only"));
    }
    build.op_as(inst.result(), opcode, inst.result_type(), &[value]);
    Ok(())
}

fn lower_ballot(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let opcode = ballot(inst.opcode()).ok_or(MALFORMED)?;
    let (ty, id) = (inst.result_type(), inst.result());
    let (&value, rest) = operands(build, inst)?.split_first().ok_or(MALFORMED)?;
    if opcode == op::OpSubgroupBallotKHR {
        build.op_as(id, opcode, ty, &[value]);
        return Ok(());
    }
    let (scalar, count) = build.shape(ty).ok_or(MALFORMED)?;
    let index = match rest.first() {
        Some(&index) => Some(lanes::number(build, index)?),
        None => None,
    };
    let words = match scalar {
        Scalar::Int { width: 32, .. } | Scalar::Float { width: 32 } => {
            return read_as(build, id, opcode, ty, value, index);
        }
        Scalar::Bool => {
            let uint = build.uint();
            let numbers = build.vector(uint, count);
            let (one, zero) = (build.splat(numbers, 1), build.splat(numbers, 0));
            let number = build.op(op::OpSelect, numbers, &[value, one, zero]);
            let found = read(build, opcode, numbers, number, index)?;
            build.op_as(id, op::OpINotEqual, ty, &[found, zero]);
            return Ok(());
        }
        _ => to_words(build, ty, value).ok_or(MALFORMED)?,
    };
    let mut found = Ids::new();
    for (word, word_type) in words {
        let word = read(build, opcode, word_type, word, index)?;
        found.try_push(word).map_err(|_| MALFORMED)?;
    }
    from_words(build, id, ty, &found).ok_or(MALFORMED)
}

/// Reads a value of 32 bits, or a vector of such components.
fn read(
    build: &mut Builder<'_, '_>,
    opcode: u16,
    ty: u32,
    value: u32,
    index: Option<u32>,
) -> Result<u32, LowerError> {
    let id = build.id();
    read_as(build, id, opcode, ty, value, index)?;
    Ok(id)
}

/// As [`read`], with a given result id.
fn read_as(
    build: &mut Builder<'_, '_>,
    id: u32,
    opcode: u16,
    ty: u32,
    value: u32,
    index: Option<u32>,
) -> Result<(), LowerError> {
    let (_, count) = build.shape(ty).ok_or(MALFORMED)?;
    let operands = |value: u32| [value].into_iter().chain(index).collect::<Ids>();
    if count == 1 {
        build.op_as(id, opcode, ty, &operands(value));
        return Ok(());
    }
    let component = build.component(ty);
    let mut parts = Ids::new();
    for at in 0..count {
        let part = build.op(op::OpCompositeExtract, component, &[value, at]);
        let found = build.op(opcode, component, &operands(part));
        parts.try_push(found).map_err(|_| MALFORMED)?;
    }
    build.op_as(id, op::OpCompositeConstruct, ty, &parts);
    Ok(())
}
