//! Uniformity: where cross-lane instructions may appear.
//!
//! If workgroups emulate subgroups ([`CrossLane::uniform_only`](super::CrossLane::uniform_only)), cross-lane instructions
//! appear in uniform control flow only. Uniform branch conditions are computed from constants, push constants, loop counters,
//! votes and reductions. Within divergent control flow there are no cross-lane instructions.

use sos_core::tables::{group_operation, op, storage_class};

use super::cross_lane::PUSH_CONSTANT_WORDS;
use super::module::Writer;
use super::statements::Scope;

impl Writer {
    /// Whether cross-lane instructions appear in uniform control flow only.
    pub fn uniform_only(&self) -> bool {
        self.shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.uniform_only)
    }

    /// Begins a function with at most `most` cross-lane instructions.
    pub fn begin_cross_lane(&mut self, max: u32) {
        self.cross_lane.allowed = self.shape.cross_lane.is_some() && max > 0;
        self.cross_lane.remaining = max;
        self.cross_lane.uniform_counters.clear();
    }

    /// Whether to generate a cross-lane instruction next, with a probability of `chance` percent where one is allowed.
    pub fn next_is_cross_lane(&mut self, chance: u32) -> bool {
        let comes =
            self.cross_lane.allowed && self.cross_lane.remaining > 0 && self.random.percent(chance);
        self.cross_lane.remaining -= u32::from(comes);
        comes
    }

    /// A branch condition, and whether it makes control flow diverge that must be uniform for cross-lane instructions.
    pub fn condition(&mut self, other: impl FnOnce(&mut Self) -> u32) -> (u32, bool) {
        if !(self.cross_lane.allowed && self.uniform_only()) {
            return (other(self), false);
        }
        match self.random.percent(60) {
            true => (self.uniform_boolean(), false),
            false => (other(self), true),
        }
    }

    /// As [`condition`](Self::condition), but never divergent.
    pub fn uniform_condition(&mut self, other: impl FnOnce(&mut Self) -> u32) -> u32 {
        match self.cross_lane.allowed && self.uniform_only() {
            true => self.uniform_boolean(),
            false => other(self),
        }
    }

    /// The scope within a branch. In divergent control flow, cross-lane instructions are not allowed, and no enclosing
    /// construct may be left.
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

    /// Whether invocations may leave the next loop at different iterations.
    pub fn loop_diverges(&mut self) -> bool {
        self.cross_lane.allowed && self.uniform_only() && self.random.percent(35)
    }

    /// Enters a loop with a counter.
    pub fn enter_loop(&mut self, counter: u32) {
        if self.cross_lane.allowed {
            self.cross_lane.uniform_counters.push(counter);
        }
    }

    /// Leaves the loop with a counter, and restores whether cross-lane instructions are allowed.
    pub fn leave_loop(&mut self, counter: u32, allowed: bool) {
        self.cross_lane
            .uniform_counters
            .retain(|&other| other != counter);
        self.cross_lane.allowed = allowed;
    }

    /// An integer that is uniform in the workgroup.
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

    /// A Boolean that is uniform in the workgroup.
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
