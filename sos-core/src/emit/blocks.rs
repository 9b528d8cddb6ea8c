//! Blocks and branches, in a rule's own functions and in the middle of the input's blocks.
//!
//! A rule may end the block that its instruction stands in and go on in a new one: phis and loop headers of the input are
//! set right afterwards ([`crate::plan::Splits`]).
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
//! What stands inside may be lowered by a later rule that splits blocks again. So a phi never names a label that was
//! written some instructions ago, but what [`Builder::block`] says at the branch.

use super::Builder;
use crate::tables::op;

impl Builder<'_, '_> {
    /// The label of the block that is being written: what a phi behind the next branch names.
    pub fn block(&self) -> u32 {
        self.plan.splits.block
    }

    /// Begins a block. In the input's functions that splits the block which the rule's instruction stands in.
    pub fn label(&mut self, id: u32) {
        self.plan.splits.any = true;
        self.plan.splits.block = id;
        self.raw(&[2 << 16 | u32::from(op::OpLabel), id]);
    }

    /// Ends a block.
    pub fn branch(&mut self, to: u32) {
        self.raw(&[2 << 16 | u32::from(op::OpBranch), to]);
    }

    /// Ends a block with a choice.
    pub fn branch_if(&mut self, condition: u32, yes: u32, no: u32) {
        let branch = 4 << 16 | u32::from(op::OpBranchConditional);
        self.raw(&[branch, condition, yes, no]);
    }

    /// Says where the branches of the next choice come together. Nothing may stand between the two.
    pub fn merge(&mut self, at: u32) {
        self.raw(&[3 << 16 | u32::from(op::OpSelectionMerge), at, 0]);
    }

    /// Says of a loop header where the loop is left to and where it goes on. The next is the branch into it.
    pub fn loop_merge(&mut self, exit: u32, next: u32) {
        self.raw(&[4 << 16 | u32::from(op::OpLoopMerge), exit, next, 0]);
    }

    /// Writes a phi of two edges, each a value and the block that it comes from. Only at the start of a block.
    pub fn phi_as(&mut self, id: u32, ty: u32, [one, other]: [(u32, u32); 2]) {
        self.op_as(id, op::OpPhi, ty, &[one.0, one.1, other.0, other.1]);
    }
}
