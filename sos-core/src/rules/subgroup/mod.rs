//! Cross-lane operations by other cross-lane operations: the ladder.
//!
//! Each rung is taken only where the target lacks what stands above it. The order of the rows in the table is the order
//! of the rungs, so that what a rung writes is native or is taken by a later one:
//!
//! ```text
//! partition            ballots and a loop                       partition.rs
//! reduce, scan         ballot, shuffle, log2(size) steps        scan.rs, operation.rs
//! 8, 16, 64 bits       the same on 32-bit words                 halves.rs
//! quad of fragments    fine derivatives                         fragments.rs
//! quad                 shuffle, ballot                          quad.rs
//! rotate, up, down, xor  shuffle                                shuffles.rs
//! broadcast            shuffle                                  broadcast.rs
//! shuffle              broadcast of each invocation             broadcast.rs
//! masks                bits below the own number and the size   built_ins.rs
//! ballot's bits        bit operations                           bits.rs
//! ballot, vote         each other, or the KHR extensions        vote.rs, khr.rs
//! memory's scope       the workgroup or the device              memory.rs
//! ```
//!
//! What no rung reaches can still run with subgroups that the output makes itself: of a workgroup's invocations, which
//! exchange values through workgroup memory where all of them are proven to come (workgroup/), or with each invocation a
//! subgroup of its own (one.rs), if the caller allows it. Either for the whole module or not at all, so that operations,
//! built-ins (built_ins.rs) and constants speak of the same subgroups.
//!
//! All of the ladder holds under divergent control flow. What an invocation that is not active holds is never seen: the set of
//! active ones is a ballot of true at the place itself, never a constant of ones. Ballots are cut to the subgroup's size
//! where bits beyond it could be counted. The size that the code is written for is the most that the target can have
//! ([`lanes::most`]), 128 if it does not say; a smaller subgroup at run time needs no more than that.
//!
//! Long sequences stand in functions of their own, one for each kind and type: a call keeps the set of active
//! invocations, and no block of the caller is ever split.
//!
//! Only the scope `Subgroup`.

mod bits;
mod broadcast;
mod built_ins;
mod fragments;
mod halves;
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
pub use fragments::{FRAGMENTS, QUAD_MODES};
pub use halves::HALVES;
pub use khr::{KHR_BALLOT, KHR_VOTE};
pub use memory::MEMORY;
pub use one::ONE;
pub use partition::PARTITION;
pub use quad::QUAD;
pub use scan::{ARITHMETIC, CLUSTERED, PARTITIONED};
pub use shuffles::{RELATIVE, ROTATE};
pub use vote::{ALL_EQUAL, BALLOT, FIRST, VOTE};
pub use workgroup::WORKGROUP;

use super::Refusal;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::tables::scope;

/// The operands behind the scope of a group instruction, if that is the subgroup.
pub(super) fn operands<'w>(build: &Builder<'_, '_>, inst: Inst<'w>) -> Result<&'w [u32], Refusal> {
    if build.constant_value(inst.word(3)) != Some(scope::Subgroup) {
        return Err(Refusal("its scope is not Subgroup"));
    }
    Ok(inst.from(4))
}

/// An instruction with too few or too many operands.
const MALFORMED: Refusal = Refusal("its operands do not match the instruction");
