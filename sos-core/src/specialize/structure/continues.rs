//! Unreachable merge blocks in continue constructs.
//!
//! The back-edge block post-dominates the continue construct (specification, section 2.11.1, "Structured Control-flow
//! Constructs"), so nothing in it may end in `OpUnreachable`, as other merge blocks do that only a merge instruction names:
//!
//! ```text
//!          OpLoopMerge %merge %next None
//! %next  = OpLabel                          the continue construct
//!          OpSelectionMerge %after None
//!          OpBranchConditional %c %x %x
//! %after = OpLabel                          nothing branches here
//!          OpBranch %back                   this branch stays
//! ```
//!
//! Where nothing in the input branches to such a block, it is kept as it is, though not live. Where only folding has made it
//! unreachable, the function keeps its branches: what the block uses may have gone with the blocks that dominated it.

use super::super::flow::{Code, Flow};
use super::BODY;
use crate::facts::Function;

/// The deepest nesting of constructs that is looked through for a continue construct; what is deeper counts as inside one.
const MAX_DEPTH: u32 = 64;

impl Flow {
    /// Whether a construct is a continue construct or nested in one.
    pub(super) fn is_in_continue(&self, construct: u32) -> bool {
        let mut around = construct;
        for _ in 0..MAX_DEPTH {
            match around {
                BODY => return false,
                _ if around % 2 == 1 => return true,
                _ => around = self.parent(around),
            }
        }
        true
    }

    /// Keeps the unreachable merge blocks in continue constructs, or finds that the function must not be folded.
    pub(super) fn keep_merges(&mut self, code: Code<'_>, function: &Function, fold: bool) {
        let blocks = function.first_block..function.last_block;
        let folds = fold && self.decides(function);
        let mut entered = false;
        for index in blocks.clone() {
            let merge = code.cfg.of(index).merge.checked_sub(1);
            let Some(merge) = merge.filter(|&merge| self.is_kept(index) && !self.is_kept(merge))
            else {
                continue;
            };
            let construct = self.construct_of(merge);
            if !self.is_in_continue(construct) {
                continue;
            }
            if folds && !core::mem::replace(&mut entered, true) {
                self.name_entered(code, function);
            }
            if folds && self.place(merge).named {
                self.structure.unsound = true;
                break;
            }
            // Its successors stand behind it, and so do headers that become reachable by it.
            self.keep(merge, construct);
            self.keep_reachable(code);
        }
        if entered {
            for block in self.of_mut(function) {
                block.place.named = false;
            }
        }
    }

    /// Marks the blocks to which a block of the input branches.
    fn name_entered(&mut self, code: Code<'_>, function: &Function) {
        for index in function.first_block..function.last_block {
            for &next in code.cfg.successors(code.cfg.of(index)) {
                self.name(next);
            }
        }
    }
}
