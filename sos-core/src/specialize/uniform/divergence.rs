//! Where invocations diverge, and where they reconverge.

use super::{Uniform, NONE};
use crate::facts::Function;
use crate::inst::Inst;
use crate::specialize::{Code, Flow};
use crate::tables::op;
use crate::views;

/// A construct: the blocks of a selection, a loop or a function.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// The enclosing construct, or [`NONE`] for a function.
    parent: u32,
    /// The block that starts it.
    header: u32,
    /// Whether invocations diverge in it.
    split: bool,
    /// The outermost construct in which invocations diverge that contains it, itself included, or [`NONE`]. If there is one,
    /// its blocks are divergent.
    top: u32,
}

fn at(list: &[u32], block: u32) -> u32 {
    list.get(block as usize).copied().unwrap_or(NONE)
}

fn set(list: &mut [u32], block: Option<u32>, construct: u32) {
    if let Some(slot) = block.and_then(|block| list.get_mut(block as usize)) {
        *slot = construct;
    }
}

impl Uniform {
    /// Finds the constructs of a function in block order: a block comes after its immediate dominator (specification, section
    /// 2.16.1). Either that one branches to it, or its construct follows from the header that names it as merge block or
    /// continue target. If neither holds, the function counts as divergent.
    pub(super) fn constructs_of(
        &mut self,
        code: Code<'_>,
        flow: &Flow,
        index: usize,
        function: &Function,
    ) {
        let Code { facts, words, .. } = code;
        let body = self.open(NONE, function.first_block);
        set(&mut self.construct, Some(function.first_block), body);
        for number in function.first_block..function.last_block {
            let block = facts.blocks.get(number as usize);
            let Some(&block) = block.filter(|_| flow.is_kept(number)) else {
                continue;
            };
            let around = at(&self.construct, number);
            if around == NONE {
                Self::set_flag(self.called_divergent.get_mut(index), &mut self.changed);
                continue;
            }
            let mut inner = around;
            if let Some(merge) = Inst::at(words, block.merge).filter(|_| block.merge != 0) {
                inner = self.open(around, number);
                let behind = code.cfg.block(views::Merge(merge).merge_block());
                set(&mut self.merge_of, behind, inner);
                self.place(behind, around);
                if merge.opcode() == op::OpLoopMerge {
                    // The header is part of its loop.
                    set(&mut self.construct, Some(number), inner);
                    let next = code.cfg.block(views::LoopMerge(merge).continue_target());
                    set(&mut self.continue_of, next, inner);
                    self.place(next, inner);
                }
            }
            code.cfg.for_each(number, flow.folded_to(number), |to| {
                self.place(Some(to), inner)
            });
        }
        if let Some(slot) = self.bodies.get_mut(index) {
            *slot = (body, self.constructs.len() as u32);
        }
    }

    /// Sets the construct of a block, unless it has one.
    fn place(&mut self, block: Option<u32>, construct: u32) {
        if block.is_some_and(|block| at(&self.construct, block) == NONE) {
            set(&mut self.construct, block, construct);
        }
    }

    fn open(&mut self, parent: u32, header: u32) -> u32 {
        self.constructs.push(Construct {
            parent,
            header,
            split: false,
            top: NONE,
        });
        self.constructs.len() as u32 - 1
    }

    /// Finds the divergent blocks of a function from the values that vary so far.
    pub(super) fn find_divergence(
        &mut self,
        code: Code<'_>,
        flow: &Flow,
        index: usize,
        function: &Function,
    ) {
        let blocks = function.first_block..function.last_block;
        if self.called_divergent.get(index) == Some(&true) {
            for number in blocks {
                Self::set_flag(self.divergent.get_mut(number as usize), &mut self.changed);
            }
            return;
        }
        for number in blocks.clone().filter(|&number| flow.is_kept(number)) {
            self.check_branch(code, flow, number);
        }
        self.propagate(index);
        for number in blocks {
            if self.top(at(&self.construct, number)) != NONE {
                Self::set_flag(self.divergent.get_mut(number as usize), &mut self.changed);
            }
        }
        self.mark_past_return(code, flow);
    }

    /// Whether the branch at the end of a block may send invocations to different blocks.
    pub(super) fn branch_varies(&self, code: Code<'_>, flow: &Flow, number: u32) -> bool {
        let Code { facts, words, .. } = code;
        let end = facts
            .blocks
            .get(number as usize)
            .map_or(0, |block| block.end);
        let end = Inst::at(words, end).filter(|_| flow.folded_to(number) == 0);
        end.is_some_and(|end| {
            matches!(end.opcode(), op::OpBranchConditional | op::OpSwitch)
                && self.varies.get(views::Branching(end).condition() as usize) != Some(&false)
        })
    }

    /// Marks the constructs in which invocations diverge because of a block's terminator.
    fn check_branch(&mut self, code: Code<'_>, flow: &Flow, number: u32) {
        let Code { facts, words, .. } = code;
        let Some(&block) = facts.blocks.get(number as usize) else {
            return;
        };
        let Some(end) = Inst::at(words, block.end) else {
            return;
        };
        let home = at(&self.construct, number);
        // The header of a selection is outside of it, and its branch inside.
        let selection = Inst::at(words, block.merge)
            .filter(|merge| block.merge != 0 && merge.opcode() == op::OpSelectionMerge)
            .and_then(|merge| code.cfg.block(views::Merge(merge).merge_block()))
            .map(|merge| at(&self.merge_of, merge));
        let inner = selection.unwrap_or(home);
        let varies = self.branch_varies(code, flow, number);
        if varies && selection.is_some() {
            self.split(inner);
        }
        let is_apart = self.divergent.get(number as usize) != Some(&false);
        if !varies && !is_apart && self.top(inner) == NONE {
            return;
        }
        let mut leaves = false;
        code.cfg.for_each(number, flow.folded_to(number), |to| {
            for left in [at(&self.merge_of, to), at(&self.continue_of, to)] {
                if left != NONE {
                    leaves = true;
                    self.split(left);
                }
            }
        });
        if varies && selection.is_none() && !leaves {
            self.split(home);
        }
        // Some invocations return here, and others may not. No invocation reaches an `OpUnreachable`.
        let goes_on = [
            op::OpBranch,
            op::OpBranchConditional,
            op::OpSwitch,
            op::OpUnreachable,
        ];
        let top = self.constructs.get(self.top(inner) as usize);
        if let Some(top) = top.filter(|_| !goes_on.contains(&end.opcode())) {
            self.pending.push(top.header);
        }
    }

    /// The block that starts the outermost construct around a block in which invocations diverge, if there is one.
    pub fn divergent_header(&self, block: u32) -> Option<u32> {
        let top = self.top(at(&self.construct, block));
        self.constructs.get(top as usize).map(|top| top.header)
    }

    fn top(&self, construct: u32) -> u32 {
        let construct = self.constructs.get(construct as usize);
        construct.map_or(NONE, |construct| construct.top)
    }

    fn split(&mut self, number: u32) {
        if self.top(number) != NONE {
            return;
        }
        if let Some(construct) = self.constructs.get_mut(number as usize) {
            construct.split = true;
            construct.top = number;
            self.changed = true;
        }
    }

    /// Propagates divergence to nested constructs, which come later in the list.
    fn propagate(&mut self, index: usize) {
        let (first, last) = self.bodies.get(index).copied().unwrap_or((0, 0));
        for number in first..last {
            let construct = self.constructs.get(number as usize);
            let around = construct.map_or(NONE, |construct| self.top(construct.parent));
            if let Some(construct) = self.constructs.get_mut(number as usize) {
                construct.top = match (around, construct.split) {
                    (NONE, true) => number,
                    (NONE, false) => NONE,
                    (around, _) => around,
                };
            }
        }
    }

    /// Marks all blocks as divergent that are reachable from the pending blocks.
    fn mark_past_return(&mut self, code: Code<'_>, flow: &Flow) {
        while let Some(number) = self.pending.pop() {
            match self.past_return.get_mut(number as usize) {
                Some(past_return @ false) => *past_return = true,
                _ => continue,
            }
            code.cfg.for_each(number, flow.folded_to(number), |to| {
                Self::set_flag(self.divergent.get_mut(to as usize), &mut self.changed);
                self.pending.push(to);
            });
        }
    }
}
