//! Blocks in the middle of the input's: see [`crate::plan::Splits`], which sets right what that breaks.

use super::Frame;
use crate::tables::op;

impl Frame {
    /// The label of the block that is being written: what a phi behind the next branch names.
    pub fn current_block(&self) -> u32 {
        self.splits.block
    }

    /// Begins a block, in a function of the input.
    pub fn label(&mut self, id: u32) {
        self.splits.any = true;
        self.splits.block = id;
        self.raw(op::OpLabel, &[id]);
    }

    /// Writes what is done only where a condition holds; answers the labels of the two blocks that lead to the one which is
    /// begun then: where the condition does not hold, and where it does.
    pub fn if_then(&mut self, condition: u32, body: impl FnOnce(&mut Self)) -> [u32; 2] {
        let [then, rest] = [0; 2].map(|_| self.id());
        let before = self.current_block();
        self.raw(op::OpSelectionMerge, &[rest, 0]);
        self.raw(op::OpBranchConditional, &[condition, then, rest]);
        self.label(then);
        body(self);
        let after = self.current_block();
        self.raw(op::OpBranch, &[rest]);
        self.label(rest);
        [before, after]
    }
}
