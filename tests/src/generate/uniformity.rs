//! Where cross-lane instructions may stand.
//!
//! Where subgroups are to be made of workgroups, they stand only where all invocations come. Control flow parts these
//! elsewhere; where it does not, it is decided by constants, push constants, loop counters, votes and reductions.

use sos_core::tables::{group_operation, op, storage_class};

use super::choose::Choose as _;
use super::cross_lane::PUSH_CONSTANT_WORDS;
use super::module::Writer;
use super::statements::Scope;

impl Writer {
    /// Whether cross-lane instructions stand only where all invocations come.
    pub fn uniform_only(&self) -> bool {
        self.shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.uniform_only)
    }

    /// Begins a function that may have so many cross-lane instructions, or none.
    pub fn begin_cross_lane(&mut self, most: u32) {
        self.cross_lane.allowed = self.shape.cross_lane.is_some() && most > 0;
        self.cross_lane.remaining = most;
        self.cross_lane.uniform_counters.clear();
    }

    /// Whether a cross-lane instruction comes next, in so many of a hundred cases where one may.
    pub fn next_is_cross_lane(&mut self, chance: u32) -> bool {
        let comes =
            self.cross_lane.allowed && self.cross_lane.remaining > 0 && self.random.percent(chance);
        self.cross_lane.remaining -= u32::from(comes);
        comes
    }

    /// A truth to branch on, and whether invocations part by it that are to be together.
    pub fn condition(&mut self, other: impl FnOnce(&mut Self) -> u32) -> (u32, bool) {
        if !(self.cross_lane.allowed && self.uniform_only()) {
            return (other(self), false);
        }
        match self.random.percent(60) {
            true => (self.uniform_boolean(), false),
            false => (other(self), true),
        }
    }

    /// As [`condition`](Self::condition), where invocations must not part.
    pub fn uniform_condition(&mut self, other: impl FnOnce(&mut Self) -> u32) -> u32 {
        match self.cross_lane.allowed && self.uniform_only() {
            true => self.uniform_boolean(),
            false => other(self),
        }
    }

    /// The scope of what stands under a condition by which invocations part: nothing crosses lanes there, and nothing of
    /// what is around is left from there.
    pub fn enter_branch(&mut self, scope: Scope, diverges: bool) -> Scope {
        if !diverges {
            return scope;
        }
        self.cross_lane.allowed = false;
        Scope {
            depth: scope.depth,
            ..Scope::default()
        }
    }

    /// Whether a loop is one that invocations leave one by one, where elsewhere they are together.
    pub fn loop_diverges(&mut self) -> bool {
        self.cross_lane.allowed && self.uniform_only() && self.random.percent(35)
    }

    /// The invocations are in a loop with this counter.
    pub fn enter_loop(&mut self, counter: u32) {
        if self.cross_lane.allowed {
            self.cross_lane.uniform_counters.push(counter);
        }
    }

    /// They have left it, to where cross-lane instructions may stand or not.
    pub fn leave_loop(&mut self, counter: u32, allowed: bool) {
        self.cross_lane
            .uniform_counters
            .retain(|&other| other != counter);
        self.cross_lane.allowed = allowed;
    }

    /// A number that is the same for all invocations that are together.
    fn uniform_uint(&mut self) -> u32 {
        let uint = self.types.uint;
        let uniform_counters = self.cross_lane.uniform_counters.clone();
        match self.random.below_u32(6) {
            0 => self.spec_uint(),
            1 if !uniform_counters.is_empty() => self.random.choose(&uniform_counters),
            2 | 3 if self.next_is_cross_lane(100) => {
                let value = self.uint(1);
                match self.random.percent(50) {
                    true => self.subgroup_op(op::OpGroupNonUniformBroadcastFirst, uint, &[value]),
                    false => {
                        let operands = [group_operation::Reduce, value];
                        self.subgroup_op(op::OpGroupNonUniformIAdd, uint, &operands)
                    }
                }
            }
            4 => {
                let (a, b) = (self.uniform_uint(), self.spec_uint());
                let opcode = self
                    .random
                    .choose(&[op::OpIAdd, op::OpBitwiseXor, op::OpIMul]);
                self.op(opcode, uint, &[a, b])
            }
            _ => {
                let pointer_type = self.pointer(storage_class::PushConstant, uint);
                let at = self.random.below_u32(PUSH_CONSTANT_WORDS);
                let path = [
                    self.cross_lane.push_constants,
                    self.constant(0),
                    self.constant(at),
                ];
                let pointer = self.op(op::OpAccessChain, pointer_type, &path);
                self.op(op::OpLoad, uint, &[pointer])
            }
        }
    }

    /// A truth that is the same for all invocations that are together.
    fn uniform_boolean(&mut self) -> u32 {
        let boolean = self.types.boolean;
        match self.random.below_u32(5) {
            0 => self.spec_boolean(),
            1 | 2 if self.next_is_cross_lane(100) => {
                let value = self.boolean(1);
                let opcode = self
                    .random
                    .choose(&[op::OpGroupNonUniformAll, op::OpGroupNonUniformAny]);
                self.subgroup_op(opcode, boolean, &[value])
            }
            _ => {
                let three = self.constant(3);
                let sides = [self.uniform_uint(), self.uniform_uint()]
                    .map(|side| self.op(op::OpBitwiseAnd, self.types.uint, &[side, three]));
                let opcode = self
                    .random
                    .choose(&[op::OpULessThan, op::OpINotEqual, op::OpIEqual]);
                self.op(opcode, boolean, &sides)
            }
        }
    }
}
