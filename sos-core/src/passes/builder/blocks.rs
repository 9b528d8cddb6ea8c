//! Splitting blocks of the input. [`crate::plan::Splits`] repairs phis, merge instructions and loop headers afterwards.

use super::ModuleBuilder;
use crate::tables::op;

impl ModuleBuilder {
    /// Returns the label of the current output block: the parent that a phi behind the next branch has to name.
    pub fn current_block(&self) -> u32 {
        self.splits.block
    }

    /// Begins a block within a function of the input.
    pub fn label(&mut self, id: u32) {
        self.splits.any = true;
        self.splits.block = id;
        self.raw(op::OpLabel, &[id]);
    }

    /// Emits a selection that executes `body` only if a condition holds. Returns the labels of the two predecessors of the
    /// merge block: where the condition is false, and where it is true.
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
