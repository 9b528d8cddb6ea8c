//! Cross-lane operations by simpler cross-lane operations.
//!
//! Each rule applies only if the target lacks the operation. The rules of the table are ordered so that what a rule emits is
//! either native or handled by a later rule:
//!
//! ```text
//! partition            ballots and a loop                       partition.rs
//! reduce, scan         ballot, shuffle, log2(size) steps        scan.rs, operation.rs
//! 8, 16, 64 bits       the same on 32-bit words                 extended_types.rs
//! quad of fragments    fine derivatives                         fragments.rs
//! quad                 shuffle, ballot                          quad.rs
//! rotate, up, down, xor  shuffle                                shuffles.rs
//! broadcast            shuffle                                  broadcast.rs
//! shuffle              broadcast of each invocation             broadcast.rs
//! masks                bits below the own index and the size    built_ins.rs
//! ballot's bits        bit operations                           bits.rs
//! ballot, vote         each other, or the KHR extensions        vote.rs, khr.rs
//! memory's scope       the workgroup or the device              memory.rs
//! ```
//!
//! An operation that none of these can lower can still run with emulated subgroups: formed of a workgroup's invocations, which
//! exchange values through workgroup memory where all of them are proven to arrive together (workgroup/), which other control flow is
//! made to be (passes/linearize.rs), or of one invocation each (one.rs), if the caller allows it. Emulation applies to the whole module or not at all, so that operations, built-ins
//! (built_ins.rs) and constants refer to the same subgroups.
//!
//! All rules are correct in divergent control flow. Values of inactive invocations are never used: the set of active
//! invocations is a ballot of true at the instruction itself, never a constant of ones. Ballots are masked to the subgroup's
//! size where bits beyond it could be counted. Code is emitted for the largest subgroup that the target can have
//! ([`lanes::max_size`]), 128 if it does not say; that is also correct for smaller ones at run time.
//!
//! Long sequences are in functions, one per operation and type: a call keeps the set of active invocations, and no block of the
//! caller has to be split.
//!
//! Only scope `Subgroup` is handled.

mod bits;
mod broadcast;
mod built_ins;
mod extended_types;
mod fragments;
mod khr;
pub(super) mod lanes;
mod memory;
mod one;
mod operation;
mod partition;
mod quad;
mod scan;
mod shuffles;
mod vote;
mod workgroup;

pub use bits::BITS;
pub use broadcast::{BROADCAST, SHUFFLE};
pub use built_ins::{lower as lower_built_in, read as built_in, MASKS};
pub use extended_types::EXTENDED_TYPES;
pub use fragments::{FRAGMENTS, QUAD_MODES};
pub use khr::{KHR_BALLOT, KHR_VOTE};
pub use memory::MEMORY;
pub use one::{ANY_SIZE, ONE};
pub use partition::PARTITION;
pub use quad::QUAD;
pub use scan::{ARITHMETIC, CLUSTERED, PARTITIONED};
pub use shuffles::{RELATIVE, ROTATE};
pub use vote::{ALL_EQUAL, BALLOT, FIRST, VOTE};
pub use workgroup::WORKGROUP;

use super::LowerError;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::tables::scope;

/// The operands after the scope of a group instruction, if the scope is Subgroup.
pub(super) fn operands<'w>(
    build: &Builder<'_, '_>,
    inst: Inst<'w>,
) -> Result<&'w [u32], LowerError> {
    if build.constant_value(inst.operand()) != Some(scope::Subgroup) {
        return Err(LowerError::Because("its scope is not Subgroup"));
    }
    Ok(inst.operands().get(1..).unwrap_or(&[]))
}

/// The instruction has too few or too many operands.
const MALFORMED: LowerError = LowerError::Because("its operands do not match the instruction");
