//! Blocks and branches, in functions that rules write and within blocks of the input.
//!
//! A rule may end the block that contains its instruction and continue in a new one: phis and loop headers of the input are
//! repaired afterwards ([`crate::plan::Splits`]).
//!
//! ```text
//!         OpSelectionMerge %rest None             build.merge(rest)
//!         OpBranchConditional %c %then %rest      build.branch_if(c, then, rest)
//! %then = OpLabel                                 build.label(then)
//!         …                                       …
//!         OpBranch %rest                          build.branch(rest)
//! %rest = OpLabel                                 build.label(rest)
//! ```
//!
//! Instructions written in between may be lowered by later rules that split blocks again. So a phi must not name a label that
//! was written some instructions ago, but the result of [`Builder::block`] at the branch.

use super::Builder;
use crate::tables::op;
use arrayvec::ArrayVec;

/// The largest number of cases of a switch, and of edges of a phi, that rules write: one for each offset that a gather can
/// have, 16 on each axis.
pub const MOST_CASES: usize = 256;

/// The words of such an instruction.
type CaseWords = ArrayVec<u32, { 3 + 2 * MOST_CASES }>;

impl Builder<'_, '_> {
    /// Returns the label of the current block: the predecessor to name in a phi behind the next branch.
    pub fn block(&self) -> u32 {
        self.plan.splits.block
    }

    /// Starts a block. In a function of the input this splits the block that contains the lowered instruction.
    pub fn label(&mut self, id: u32) {
        self.plan.splits.any = true;
        self.plan.splits.block = id;
        self.raw(&[2 << 16 | u32::from(op::OpLabel), id]);
    }

    /// Ends a block with `OpBranch`.
    pub fn branch(&mut self, to: u32) {
        self.raw(&[2 << 16 | u32::from(op::OpBranch), to]);
    }

    /// Ends a block with `OpBranchConditional`.
    pub fn branch_if(&mut self, condition: u32, yes: u32, no: u32) {
        let branch = 4 << 16 | u32::from(op::OpBranchConditional);
        self.raw(&[branch, condition, yes, no]);
    }

    /// Writes an `OpSelectionMerge`. The branch must follow at once.
    pub fn merge(&mut self, at: u32) {
        self.raw(&[3 << 16 | u32::from(op::OpSelectionMerge), at, 0]);
    }

    /// Ends a block with an `OpSwitch` over 0, 1, 2 and so on, with a label for each, of which the last is that of all other
    /// numbers, too. The cases meet in the block `rest`.
    pub fn switch(&mut self, selector: u32, labels: &[u32], rest: u32) {
        let (&last, others) = labels.split_last().unwrap_or((&rest, &[]));
        let mut words = CaseWords::new();
        let len = 3 + 2 * others.len() as u32;
        words.extend([len << 16 | u32::from(op::OpSwitch), selector, last]);
        let cases = (0..).zip(others).take(MOST_CASES);
        words.extend(cases.flat_map(|(number, &label)| [number, label]));
        self.merge(rest);
        self.raw(&words);
    }

    /// Writes an `OpLoopMerge` in a loop header. The branch into the loop must follow at once.
    pub fn loop_merge(&mut self, exit: u32, next: u32) {
        self.raw(&[4 << 16 | u32::from(op::OpLoopMerge), exit, next, 0]);
    }

    /// Writes a phi with these edges, each a value and its predecessor. Only at the start of a block.
    pub fn phi_as(&mut self, id: u32, ty: u32, edges: &[(u32, u32)]) {
        let mut words = CaseWords::new();
        let len = 3 + 2 * edges.len() as u32;
        words.extend([len << 16 | u32::from(op::OpPhi), ty, id]);
        let edges = edges.iter().take(MOST_CASES);
        words.extend(edges.flat_map(|&(value, from)| [value, from]));
        self.plan.new.note_type(id, ty);
        self.raw(&words);
    }
}
