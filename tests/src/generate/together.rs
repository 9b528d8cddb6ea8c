//! Where cross-lane instructions may stand.
//!
//! Where subgroups are to be made of workgroups, they stand only where all invocations come. Control flow parts these
//! elsewhere; where it does not, it is decided by constants, push constants, loop counters, votes and reductions.

use sos_core::tables::{group_operation, op, storage_class};

use super::choose::Choose as _;
use super::lanes::PUSHED;
use super::module::Writer;
use super::statements::Scope;

impl Writer {
    /// Whether cross-lane instructions stand only where all invocations come.
    pub fn together(&self) -> bool {
        self.shape.lanes.is_some_and(|lanes| lanes.together)
    }

    /// Begins a function that may have so many cross-lane instructions, or none.
    pub fn cross_in_function(&mut self, most: u32) {
        self.cross.here = self.shape.lanes.is_some() && most > 0;
        self.cross.left = most;
        self.cross.counters.clear();
    }

    /// Whether a cross-lane instruction comes next, in so many of a hundred cases where one may.
    pub fn crosses(&mut self, chance: u32) -> bool {
        let comes = self.cross.here && self.cross.left > 0 && self.random.percent(chance);
        self.cross.left -= u32::from(comes);
        comes
    }

    /// A truth to branch on, and whether invocations part by it that are to be together.
    pub fn condition(&mut self, other: impl FnOnce(&mut Self) -> u32) -> (u32, bool) {
        if !(self.cross.here && self.together()) {
            return (other(self), false);
        }
        match self.random.percent(60) {
            true => (self.same_truth(), false),
            false => (other(self), true),
        }
    }

    /// As [`condition`](Self::condition), where invocations must not part.
    pub fn common_condition(&mut self, other: impl FnOnce(&mut Self) -> u32) -> u32 {
        match self.cross.here && self.together() {
            true => self.same_truth(),
            false => other(self),
        }
    }

    /// The scope of what stands under a condition by which invocations part: nothing crosses lanes there, and nothing of
    /// what is around is left from there.
    pub fn parted(&mut self, scope: Scope, parts: bool) -> Scope {
        if !parts {
            return scope;
        }
        self.cross.here = false;
        Scope {
            depth: scope.depth,
            ..Scope::default()
        }
    }

    /// Whether a loop is one that invocations leave one by one, where elsewhere they are together.
    pub fn loop_parts(&mut self) -> bool {
        self.cross.here && self.together() && self.random.percent(35)
    }

    /// The invocations are in a loop with this counter.
    pub fn enter_loop(&mut self, counter: u32) {
        if self.cross.here {
            self.cross.counters.push(counter);
        }
    }

    /// They have left it, to where cross-lane instructions may stand or not.
    pub fn leave_loop(&mut self, counter: u32, here: bool) {
        self.cross.counters.retain(|&other| other != counter);
        self.cross.here = here;
    }

    /// A number that is the same for all invocations that are together.
    fn same_number(&mut self) -> u32 {
        let number = self.types.number;
        let counters = self.cross.counters.clone();
        match self.random.up_to(6) {
            0 => self.fixed(),
            1 if !counters.is_empty() => self.random.of(&counters),
            2 | 3 if self.crosses(100) => {
                let value = self.number(1);
                match self.random.percent(50) {
                    true => self.group(op::OpGroupNonUniformBroadcastFirst, number, &[value]),
                    false => {
                        let operands = [group_operation::Reduce, value];
                        self.group(op::OpGroupNonUniformIAdd, number, &operands)
                    }
                }
            }
            4 => {
                let (a, b) = (self.same_number(), self.fixed());
                let opcode = self.random.of(&[op::OpIAdd, op::OpBitwiseXor, op::OpIMul]);
                self.op(opcode, number, &[a, b])
            }
            _ => {
                let pointer = self.pointer(storage_class::PushConstant, number);
                let at = self.random.up_to(PUSHED);
                let path = [self.cross.same, self.constant(0), self.constant(at)];
                let place = self.op(op::OpAccessChain, pointer, &path);
                self.op(op::OpLoad, number, &[place])
            }
        }
    }

    /// A truth that is the same for all invocations that are together.
    fn same_truth(&mut self) -> u32 {
        let truth = self.types.truth;
        match self.random.up_to(5) {
            0 => self.fixed_truth(),
            1 | 2 if self.crosses(100) => {
                let value = self.truth(1);
                let opcode = self
                    .random
                    .of(&[op::OpGroupNonUniformAll, op::OpGroupNonUniformAny]);
                self.group(opcode, truth, &[value])
            }
            _ => {
                let three = self.constant(3);
                let sides = [self.same_number(), self.same_number()]
                    .map(|side| self.op(op::OpBitwiseAnd, self.types.number, &[side, three]));
                let opcode = self
                    .random
                    .of(&[op::OpULessThan, op::OpINotEqual, op::OpIEqual]);
                self.op(opcode, truth, &sides)
            }
        }
    }
}
