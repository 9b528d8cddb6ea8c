//! Subgroup operations for subgroups of one invocation.
//!
//! ```text
//! elect, all-equal                                true
//! all, any, of a quad too                         the operand
//! broadcast, first, shuffles, rotations           the operand
//! ballot %p                                       (p ? 1 : 0, 0, 0, 0)
//! partition                                       (1, 0, 0, 0)
//! inverse ballot, bit extract %b                  bit 0 of b
//! bit count of %b, reduce and inclusive           bit 0 of b          exclusive   0
//! find lowest, highest bit                        0
//! reduce, inclusive, clustered, partitioned       the operand         exclusive   the identity
//! control barrier                                 the memory barrier in it, if its memory is wider
//! memory barrier of the subgroup                  nothing
//! ```
//!
//! These are the definitions of the operations for a subgroup whose only invocation has index 0. A shader that reads
//! `SubgroupSize` (see `built_ins.rs` for the built-ins) and works with any size computes the same as with larger subgroups; a
//! shader that assumes a size does not, so the caller has to allow the rule. Up to 3 instructions each.
//!
//! In stages without workgroups a shader may need no permission: where none of its operations names an invocation or a size, it works with
//! any ([`crate::plan::takes_any_size`]). That is the waterfall loop:
//!
//! ```text
//! for (;;) {
//!     uint first = subgroupBroadcastFirst(kind);       first = kind
//!     if (first == kind) { …; break; }                 always
//! }
//! ```
//!
//! Descriptors that it selects become `NonUniform` before ([`crate::passes::Selected`]).
//!
//! Not handled: reads of other invocations of a quad, which a subgroup of one does not have.
//!
//! `subgroup-of-one` is shown by `corpus/shaders/subgroup/barrier_for_subgroup_memory.comp`.
//! `subgroup-any-size` is shown by `corpus/shaders/subgroup/waterfall.frag`.

use super::{lanes, operands, operation, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{group_operation as group, op, scope};
use crate::views;

/// Subgroups of one invocation.
pub const ONE: Rule = rule(
    "subgroup-of-one",
    Exactness::Allowed,
    "each invocation as a subgroup of its own, because the caller allowed it",
    |build, inst| match build.scene.emulated {
        Some(emulated) if emulated.is_alone() && !emulated.any => lower(build, inst),
        _ => Err(LowerError::Because("subgroups are not single invocations")),
    },
);

/// The same where any size does.
pub const ANY_SIZE: Rule = rule(
    "subgroup-any-size",
    Exactness::Exact,
    "each invocation as a subgroup of its own, in stages without workgroups, where no operation names an invocation or a size",
    |build, inst| match build.scene.emulated {
        Some(emulated) if emulated.any => lower(build, inst),
        _ => Err(LowerError::Unrelated),
    },
);

const fn rule(
    name: &'static str,
    exactness: Exactness,
    summary: &'static str,
    lower: fn(&mut Builder<'_, '_>, Inst<'_>) -> Result<(), LowerError>,
) -> Rule {
    Rule {
        name,
        family: Family::Subgroup,
        exactness,
        summary,
        action: Action::Lower {
            claims: Claims::of(opcodes![
                OpGroupNonUniformElect..=OpGroupNonUniformLogicalXor,
                OpGroupNonUniformQuadAllKHR,
                OpGroupNonUniformQuadAnyKHR,
                OpGroupNonUniformRotateKHR,
                OpGroupNonUniformPartitionEXT,
                OpControlBarrier,
                OpMemoryBarrier
            ]),
            lower,
        },
    }
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.word(1), inst.word(2));
    match inst.opcode() {
        op::OpControlBarrier | op::OpMemoryBarrier => return barrier(build, inst),
        op::OpGroupNonUniformQuadAllKHR | op::OpGroupNonUniformQuadAnyKHR => {
            build.op_as(
                id,
                op::OpCopyObject,
                ty,
                &[views::GroupNonUniformQuadVote(inst).predicate()],
            );
            return Ok(());
        }
        op::OpGroupNonUniformPartitionEXT => {
            let uint = build.uint();
            let one = build.constant(1);
            first_word(build, id, ty, uint, one);
            return Ok(());
        }
        _ => {}
    }
    let operands = operands(build, inst)?;
    let value = match (inst.opcode(), operands) {
        (op::OpGroupNonUniformElect | op::OpGroupNonUniformAllEqual, _) => build.splat(ty, 1),
        (op::OpGroupNonUniformBallot, &[predicate]) => {
            let uint = build.uint();
            let (one, zero) = (build.constant(1), build.constant(0));
            let bit = build.op(op::OpSelect, uint, &[predicate, one, zero]);
            first_word(build, id, ty, uint, bit);
            return Ok(());
        }
        (
            op::OpGroupNonUniformInverseBallot | op::OpGroupNonUniformBallotBitExtract,
            &[set, ..],
        ) => {
            let bit = lowest_bit(build, set);
            let zero = build.constant(0);
            build.op_as(id, op::OpINotEqual, ty, &[bit, zero]);
            return Ok(());
        }
        (op::OpGroupNonUniformBallotBitCount, &[group::ExclusiveScan, _])
        | (op::OpGroupNonUniformBallotFindLSB | op::OpGroupNonUniformBallotFindMSB, _) => {
            build.splat(ty, 0)
        }
        (op::OpGroupNonUniformBallotBitCount, &[_, set]) => {
            let bit = lowest_bit(build, set);
            lanes::number_as(build, id, ty, bit);
            return Ok(());
        }
        (opcode, &[kind, value, ..]) if operation::is_operation(opcode) => match kind {
            group::ExclusiveScan | group::PartitionedExclusiveScanEXT => {
                operation::identity(build, opcode, ty).ok_or(LowerError::Because(
                    "its type is not one of the operation's",
                ))?
            }
            _ => operation::operand(build, ty, value),
        },
        (_, &[value, ..]) => value,
        _ => return Err(MALFORMED),
    };
    build.op_as(id, op::OpCopyObject, ty, &[value]);
    Ok(())
}

/// Emits a ballot whose first word is `word`.
fn first_word(build: &mut Builder<'_, '_>, id: u32, ty: u32, uint: u32, word: u32) {
    let zero = build.splat(uint, 0);
    build.op_as(id, op::OpCompositeConstruct, ty, &[word, zero, zero, zero]);
}

/// Bit 0 of a ballot.
fn lowest_bit(build: &mut Builder<'_, '_>, set: u32) -> u32 {
    let (uint, one) = (build.uint(), build.constant(1));
    let word = build.op(op::OpCompositeExtract, uint, &[set, 0]);
    build.op(op::OpBitwiseAnd, uint, &[word, one])
}

/// A single invocation waits for no other and sees its own writes.
fn barrier(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let is_subgroup = |id: u32| build.constant_value(id) == Some(scope::Subgroup);
    match (inst.opcode(), inst.from(1)) {
        (op::OpControlBarrier, &[execution, memory, semantics]) if is_subgroup(execution) => {
            if !is_subgroup(memory) && build.constant_value(semantics) != Some(0) {
                let header = 3 << 16 | u32::from(op::OpMemoryBarrier);
                build.whole(&[header, memory, semantics]);
            }
            Ok(())
        }
        (op::OpMemoryBarrier, &[memory, _]) if is_subgroup(memory) => Ok(()),
        _ => Err(LowerError::Because("its scope is not Subgroup")),
    }
}
