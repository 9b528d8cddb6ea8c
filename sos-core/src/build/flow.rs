//! Structured control flow.
//!
//! A construct is begun and ended by two methods, and what is emitted in between is its body. The first returns a token that
//! the second takes, so that no construct can be left open, and a body can be written by code that may fail.
//!
//! ```text
//!         OpSelectionMerge %rest None             let choice = build.begin_if(c);
//!         OpBranchConditional %c %then %rest
//! %then = OpLabel
//!         …                                       …
//!         OpBranch %rest                          let [before, after] = build.end_if(choice);
//! %rest = OpLabel
//!
//!         OpBranch %head                          let [v, next_v] = …new ids…;
//! %head = OpLabel                                 let round = build.begin_loop(&[Carried { … }]);
//! %v    = OpPhi %T %first %before %next_v %next
//!         OpLoopMerge %exit %next None
//!         OpBranch %body
//! %body = OpLabel
//!         …                                       …
//!         OpBranchConditional %c %next %exit      build.end_loop(round, Again::While(c));
//! %next = OpLabel
//!         OpBranch %head
//! %exit = OpLabel
//! ```
//!
//! Rules may emit instructions that are lowered further to several blocks, so the predecessors that phis name are asked for
//! ([`Build::block`]) when a block ends.

use super::Build;
use crate::tables::op;
use arrayvec::ArrayVec;

/// The largest number of cases of a switch, and of edges of a phi: one for each offset that a gather can have, 16 on each axis.
pub const MOST_CASES: usize = 256;

/// A selection that has been begun.
#[must_use]
#[derive(Debug)]
pub struct If {
    /// The block before it.
    before: u32,
    /// The block where the condition does not hold, if it is not that behind the selection.
    other: u32,
    /// The block behind it.
    rest: u32,
}

/// A loop that has been begun.
#[must_use]
#[derive(Debug)]
pub struct Loop {
    head: u32,
    next: u32,
    exit: u32,
}

/// A value that a loop carries from one iteration to the next.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    /// Its type.
    pub ty: u32,
    /// The value in the first iteration.
    pub first: u32,
    /// The id of the value in an iteration.
    pub now: u32,
    /// The id of the value for the next iteration, which the body defines.
    pub next: u32,
}

/// When a loop goes on, or how often: a Boolean.
#[derive(Clone, Copy, Debug)]
pub enum Again {
    /// If it is true.
    While(u32),
    /// If it is false.
    Until(u32),
}

/// A loop over a range of indices that has been begun.
#[must_use]
#[derive(Debug)]
pub struct Count {
    round: Loop,
    index: Carried,
    step: u32,
}

/// The range of indices of a loop, as ids: `from` inclusive, `to` exclusive.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub from: u32,
    pub to: u32,
}

/// Structured control flow, for every builder.
pub trait Flow: Build {
    /// Ends a block with `OpBranch`.
    fn branch(&mut self, to: u32) {
        self.raw(op::OpBranch, &[to]);
    }

    /// Ends a block with `OpBranchConditional`.
    fn branch_if(&mut self, condition: u32, yes: u32, no: u32) {
        self.raw(op::OpBranchConditional, &[condition, yes, no]);
    }

    /// Emits an `OpSelectionMerge`. The branch must follow at once.
    fn merge(&mut self, at: u32) {
        self.raw(op::OpSelectionMerge, &[at, 0]);
    }

    /// Emits a phi with these edges, each a value and its predecessor. Only at the start of a block.
    fn phi_as(&mut self, id: u32, ty: u32, edges: &[(u32, u32)]) {
        let mut words = ArrayVec::<u32, { 2 * MOST_CASES }>::new();
        let edges = edges.iter().take(MOST_CASES);
        words.extend(edges.flat_map(|&(value, from)| [value, from]));
        self.op_as(id, op::OpPhi, ty, &words);
    }

    /// Begins a selection whose body is executed if a condition holds.
    fn begin_if(&mut self, condition: u32) -> If {
        let [then, rest] = [0; 2].map(|_| self.id());
        self.select_block(condition, then, [rest; 2])
    }

    /// As [`Flow::begin_if`], with another body where the condition does not hold, which [`Flow::otherwise`] begins.
    fn begin_if_else(&mut self, condition: u32) -> If {
        let [then, other, rest] = [0; 3].map(|_| self.id());
        self.select_block(condition, then, [other, rest])
    }

    /// Emits a selection and begins the block where the condition holds.
    fn select_block(&mut self, condition: u32, then: u32, [other, rest]: [u32; 2]) -> If {
        let before = self.block();
        self.merge(rest);
        self.branch_if(condition, then, other);
        self.label(then);
        If {
            before,
            other,
            rest,
        }
    }

    /// Ends the body for a condition that holds and begins the other. Returns the block that ended.
    fn otherwise(&mut self, choice: &If) -> u32 {
        let ended = self.block();
        self.branch(choice.rest);
        self.label(choice.other);
        ended
    }

    /// Ends a selection. Returns the block before it and the one that ended.
    fn end_if(&mut self, choice: If) -> [u32; 2] {
        let ended = self.block();
        self.branch(choice.rest);
        self.label(choice.rest);
        [choice.before, ended]
    }

    /// Ends a selection whose body has terminated the invocation.
    fn end_if_terminated(&mut self, choice: If) {
        self.label(choice.rest);
    }

    /// Ends a block with an `OpSwitch` over 0, 1, 2 and so on, with a label for each, of which the last is that of all other
    /// numbers, too. The cases meet in the block `rest`.
    fn switch(&mut self, selector: u32, labels: &[u32], rest: u32) {
        let (&last, others) = labels.split_last().unwrap_or((&rest, &[]));
        let mut words = ArrayVec::<u32, { 2 + 2 * MOST_CASES }>::from_iter([selector, last]);
        let cases = (0..).zip(others).take(MOST_CASES);
        words.extend(cases.flat_map(|(number, &label)| [number, label]));
        self.merge(rest);
        self.raw(op::OpSwitch, &words);
    }

    /// Begins a loop whose body is executed at least once.
    fn begin_loop(&mut self, carried: &[Carried]) -> Loop {
        let body = self.id();
        let round = self.begin_head(carried.iter().copied());
        self.raw(op::OpLoopMerge, &[round.exit, round.next, 0]);
        self.branch(body);
        self.label(body);
        round
    }

    /// Begins the header of a loop.
    fn begin_head(&mut self, carried: impl Iterator<Item = Carried>) -> Loop {
        let [head, next, exit] = [0; 3].map(|_| self.id());
        let before = self.block();
        self.branch(head);
        self.label(head);
        for value in carried {
            let edges = [(value.first, before), (value.next, next)];
            self.phi_as(value.now, value.ty, &edges);
        }
        Loop { head, next, exit }
    }

    /// Ends a loop.
    fn end_loop(&mut self, round: Loop, again: Again) {
        match again {
            Again::While(condition) => self.branch_if(condition, round.next, round.exit),
            Again::Until(condition) => self.branch_if(condition, round.exit, round.next),
        }
        self.label(round.next);
        self.branch(round.head);
        self.label(round.exit);
    }

    /// Begins a loop over every `step`-th index of a range. Returns the index.
    fn begin_count(&mut self, range: Range, step: u32, carried: &[Carried]) -> (u32, Count) {
        let (uint, truth) = (self.uint(), self.bool());
        let index = Carried {
            ty: uint,
            first: range.from,
            now: self.id(),
            next: self.id(),
        };
        let body = self.id();
        let all = [index].into_iter().chain(carried.iter().copied());
        let round = self.begin_head(all);
        let more = self.op(op::OpULessThan, truth, &[index.now, range.to]);
        self.raw(op::OpLoopMerge, &[round.exit, round.next, 0]);
        self.branch_if(more, body, round.exit);
        self.label(body);
        (index.now, Count { round, index, step })
    }

    /// Ends a loop over a range of indices.
    fn end_count(&mut self, count: Count) {
        let Count { round, index, step } = count;
        self.branch(round.next);
        self.label(round.next);
        self.op_as(index.next, op::OpIAdd, index.ty, &[index.now, step]);
        self.branch(round.head);
        self.label(round.exit);
    }
}

impl<B: Build> Flow for B {}
