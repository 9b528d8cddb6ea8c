//! Expressions: 32-bit integers and Booleans.

use sos_core::tables::op;

use super::module::Writer;

/// Operations on two integers that are defined for all operands.
pub const BINARY: &[u16] = &[
    op::OpIAdd,
    op::OpISub,
    op::OpIMul,
    op::OpBitwiseAnd,
    op::OpBitwiseOr,
    op::OpBitwiseXor,
];

/// Integer comparisons.
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
    /// A constant, a specialization constant or an integer computed from these.
    pub fn spec_uint(&mut self) -> u32 {
        match self.random.below_u32(3) {
            0 => {
                let value = self.random.below_u32(6);
                self.constant(value)
            }
            1 => self.random.choose(&self.spec_uints.clone()),
            _ => self.random.choose(&self.spec_results.clone()),
        }
    }

    /// An integer expression.
    pub fn uint(&mut self, depth: u32) -> u32 {
        if depth == 0 || self.random.percent(20) {
            return match self.random.below_u32(4) {
                0 => self.spec_uint(),
                _ => self.random.choose(&self.code.registers),
            };
        }
        let a = self.uint(depth - 1);
        if self.next_is_cross_lane(25) {
            return self.through_cross_lane(a, depth - 1);
        }
        if self.shape.other_widths && self.random.percent(25) {
            return self.through_another_type(a, depth - 1);
        }
        match self.random.below_u32(12) {
            0 => {
                let by = self.small_positive(depth - 1);
                let opcode = self.random.choose(&[op::OpUDiv, op::OpUMod, op::OpSDiv]);
                self.op(opcode, self.types.uint, &[a, by])
            }
            1 => {
                // The sign of a remainder is undefined in Vulkan.
                let (top, by) = (self.constant(0x7FFF_FFFF), self.small_positive(depth - 1));
                let a = self.op(op::OpBitwiseAnd, self.types.uint, &[a, top]);
                let opcode = self.random.choose(&[op::OpSRem, op::OpSMod]);
                self.op(opcode, self.types.uint, &[a, by])
            }
            2 => {
                let (mask, b) = (self.constant(31), self.uint(depth - 1));
                let by = self.op(op::OpBitwiseAnd, self.types.uint, &[b, mask]);
                let opcode = self.random.choose(&[
                    op::OpShiftLeftLogical,
                    op::OpShiftRightLogical,
                    op::OpShiftRightArithmetic,
                ]);
                self.op(opcode, self.types.uint, &[a, by])
            }
            3 => {
                let (condition, b) = (self.boolean(depth - 1), self.uint(depth - 1));
                self.op(op::OpSelect, self.types.uint, &[condition, a, b])
            }
            4 => {
                let opcode = self
                    .random
                    .choose(&[op::OpNot, op::OpSNegate, op::OpCopyObject]);
                self.op(opcode, self.types.uint, &[a])
            }
            5 => self.through_vector(a, depth - 1),
            6 => {
                let variable = self.random_variable();
                self.op(op::OpLoad, self.types.uint, &[variable])
            }
            _ => {
                let (opcode, b) = (self.random.choose(BINARY), self.uint(depth - 1));
                self.op(opcode, self.types.uint, &[a, b])
            }
        }
    }

    fn small_positive(&mut self, depth: u32) -> u32 {
        let (mask, one, b) = (self.constant(0xFF), self.constant(1), self.uint(depth));
        let b = self.op(op::OpBitwiseAnd, self.types.uint, &[b, mask]);
        self.op(op::OpBitwiseOr, self.types.uint, &[b, one])
    }

    fn through_vector(&mut self, a: u32, depth: u32) -> u32 {
        let (uint2, uint) = (self.types.uint2, self.types.uint);
        let (b, c) = (self.uint(depth), self.uint(depth));
        let first = self.op(op::OpCompositeConstruct, uint2, &[a, b]);
        let second = self.op(op::OpCompositeConstruct, uint2, &[b, c]);
        let components = [self.random.below_u32(4), self.random.below_u32(4)];
        let mixed = self.op(
            op::OpVectorShuffle,
            uint2,
            &[first, second, components[0], components[1]],
        );
        let opcode = self.random.choose(BINARY);
        let sum = self.op(opcode, uint2, &[mixed, first]);
        let at = self.random.below_u32(2);
        let set = self.op(op::OpCompositeInsert, uint2, &[c, sum, at]);
        let at = self.random.below_u32(2);
        self.op(op::OpCompositeExtract, uint, &[set, at])
    }

    /// A specialization constant, or a comparison of constants.
    pub fn spec_boolean(&mut self) -> u32 {
        if self.random.percent(50) {
            return self.random.choose(&self.spec_booleans.clone());
        }
        let (opcode, a, b) = (
            self.random.choose(COMPARE),
            self.spec_uint(),
            self.spec_uint(),
        );
        self.op(opcode, self.types.boolean, &[a, b])
    }

    /// A Boolean expression.
    pub fn boolean(&mut self, depth: u32) -> u32 {
        if depth > 0 && self.next_is_cross_lane(20) {
            return self.vote(depth - 1);
        }
        match self.random.below_u32(8) {
            0..=2 => self.spec_boolean(),
            3 if depth > 0 => {
                let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
                let opcode = self.random.choose(&[
                    op::OpLogicalAnd,
                    op::OpLogicalOr,
                    op::OpLogicalEqual,
                    op::OpLogicalNotEqual,
                ]);
                self.op(opcode, self.types.boolean, &[a, b])
            }
            4 if depth > 0 => {
                let a = self.boolean(depth - 1);
                self.op(op::OpLogicalNot, self.types.boolean, &[a])
            }
            _ => {
                let (a, b) = (self.uint(depth.min(1)), self.uint(depth.saturating_sub(1)));
                // Reduced to two bits, as full words are seldom equal.
                let mask = self.constant(3);
                let a = self.op(op::OpBitwiseAnd, self.types.uint, &[a, mask]);
                let b = self.op(op::OpBitwiseAnd, self.types.uint, &[b, mask]);
                let opcode = self.random.choose(COMPARE);
                self.op(opcode, self.types.boolean, &[a, b])
            }
        }
    }
}
