//! Numbers and truths.

use sos_core::tables::op;

use super::choose::Choose as _;
use super::module::Writer;

/// Operations on two numbers that are defined whatever these are.
pub const BINARY: &[u16] = &[
    op::OpIAdd,
    op::OpISub,
    op::OpIMul,
    op::OpBitwiseAnd,
    op::OpBitwiseOr,
    op::OpBitwiseXor,
];

/// Comparisons.
const COMPARE: &[u16] = &[
    op::OpIEqual,
    op::OpINotEqual,
    op::OpULessThan,
    op::OpUGreaterThanEqual,
    op::OpUGreaterThan,
    op::OpULessThanEqual,
    op::OpSLessThan,
    op::OpSGreaterThan,
    op::OpSLessThanEqual,
    op::OpSGreaterThanEqual,
];

impl Writer {
    /// A number that is the same in every run of the specialized module.
    pub fn fixed(&mut self) -> u32 {
        match self.random.up_to(3) {
            0 => {
                let value = self.random.up_to(6);
                self.constant(value)
            }
            1 => self.random.of(&self.spec_numbers.clone()),
            _ => self.random.of(&self.spec_results.clone()),
        }
    }

    /// A number.
    pub fn number(&mut self, depth: u32) -> u32 {
        if depth == 0 || self.random.percent(20) {
            return match self.random.up_to(4) {
                0 => self.fixed(),
                _ => self.random.of(&self.code.registers),
            };
        }
        let a = self.number(depth - 1);
        if self.crosses(25) {
            return self.by_lanes(a, depth - 1);
        }
        if self.shape.numbers && self.random.percent(25) {
            return self.by_another_width(a, depth - 1);
        }
        match self.random.up_to(12) {
            0 => {
                let by = self.small_positive(depth - 1);
                let opcode = self.random.of(&[op::OpUDiv, op::OpUMod, op::OpSDiv]);
                self.op(opcode, self.types.number, &[a, by])
            }
            1 => {
                // The sign of a remainder is open in Vulkan.
                let (top, by) = (self.constant(0x7FFF_FFFF), self.small_positive(depth - 1));
                let a = self.op(op::OpBitwiseAnd, self.types.number, &[a, top]);
                let opcode = self.random.of(&[op::OpSRem, op::OpSMod]);
                self.op(opcode, self.types.number, &[a, by])
            }
            2 => {
                let (mask, b) = (self.constant(31), self.number(depth - 1));
                let by = self.op(op::OpBitwiseAnd, self.types.number, &[b, mask]);
                let opcode = self.random.of(&[
                    op::OpShiftLeftLogical,
                    op::OpShiftRightLogical,
                    op::OpShiftRightArithmetic,
                ]);
                self.op(opcode, self.types.number, &[a, by])
            }
            3 => {
                let (condition, b) = (self.truth(depth - 1), self.number(depth - 1));
                self.op(op::OpSelect, self.types.number, &[condition, a, b])
            }
            4 => {
                let opcode = self
                    .random
                    .of(&[op::OpNot, op::OpSNegate, op::OpCopyObject]);
                self.op(opcode, self.types.number, &[a])
            }
            5 => self.by_way_of_a_pair(a, depth - 1),
            6 => {
                let place = self.place();
                self.op(op::OpLoad, self.types.number, &[place])
            }
            _ => {
                let (opcode, b) = (self.random.of(BINARY), self.number(depth - 1));
                self.op(opcode, self.types.number, &[a, b])
            }
        }
    }

    fn small_positive(&mut self, depth: u32) -> u32 {
        let (mask, one, b) = (self.constant(0xFF), self.constant(1), self.number(depth));
        let b = self.op(op::OpBitwiseAnd, self.types.number, &[b, mask]);
        self.op(op::OpBitwiseOr, self.types.number, &[b, one])
    }

    fn by_way_of_a_pair(&mut self, a: u32, depth: u32) -> u32 {
        let (pair, number) = (self.types.pair, self.types.number);
        let (b, c) = (self.number(depth), self.number(depth));
        let first = self.op(op::OpCompositeConstruct, pair, &[a, b]);
        let second = self.op(op::OpCompositeConstruct, pair, &[b, c]);
        let lanes = [self.random.up_to(4), self.random.up_to(4)];
        let mixed = self.op(
            op::OpVectorShuffle,
            pair,
            &[first, second, lanes[0], lanes[1]],
        );
        let opcode = self.random.of(BINARY);
        let sum = self.op(opcode, pair, &[mixed, first]);
        let at = self.random.up_to(2);
        let set = self.op(op::OpCompositeInsert, pair, &[c, sum, at]);
        let at = self.random.up_to(2);
        self.op(op::OpCompositeExtract, number, &[set, at])
    }

    /// A truth that is the same in every run of the specialized module.
    pub fn fixed_truth(&mut self) -> u32 {
        if self.random.percent(50) {
            return self.random.of(&self.spec_truths.clone());
        }
        let (opcode, a, b) = (self.random.of(COMPARE), self.fixed(), self.fixed());
        self.op(opcode, self.types.truth, &[a, b])
    }

    /// A truth.
    pub fn truth(&mut self, depth: u32) -> u32 {
        if depth > 0 && self.crosses(20) {
            return self.vote(depth - 1);
        }
        match self.random.up_to(8) {
            0..=2 => self.fixed_truth(),
            3 if depth > 0 => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                let opcode = self.random.of(&[
                    op::OpLogicalAnd,
                    op::OpLogicalOr,
                    op::OpLogicalEqual,
                    op::OpLogicalNotEqual,
                ]);
                self.op(opcode, self.types.truth, &[a, b])
            }
            4 if depth > 0 => {
                let a = self.truth(depth - 1);
                self.op(op::OpLogicalNot, self.types.truth, &[a])
            }
            _ => {
                let (a, b) = (
                    self.number(depth.min(1)),
                    self.number(depth.saturating_sub(1)),
                );
                // Low bits differ from run to run; whole numbers seldom are equal.
                let mask = self.constant(3);
                let a = self.op(op::OpBitwiseAnd, self.types.number, &[a, mask]);
                let b = self.op(op::OpBitwiseAnd, self.types.number, &[b, mask]);
                let opcode = self.random.of(COMPARE);
                self.op(opcode, self.types.truth, &[a, b])
            }
        }
    }
}
