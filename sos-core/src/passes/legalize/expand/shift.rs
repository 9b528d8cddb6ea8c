//! Shifts of pairs of words.
//!
//! By an amount that is not constant, where `n` is its lower five bits and `far` its sixth:
//!
//! ```text
//! OpShiftLeftLogical    near = l << n                         lo = far ? 0 : near            11 instructions
//!                       over = h << n | l >> 1 >> (31 - n)    hi = far ? near : over
//! OpShiftRightLogical   near = h >> n                         hi = far ? 0 : near            11
//!                       over = l >> n | h << 1 << (31 - n)    lo = far ? near : over
//! OpShiftRightArith…    the same, shifting in the sign instead of 0                          12
//! ```
//!
//! The bits that move from one word to the other are shifted in two steps, so that none of them is a shift by 32, which has
//! no defined result in SPIR-V. By a constant amount that is the same for all components:
//!
//! ```text
//! 0                none
//! 1 to 31          l << n; h << n | l >> (32 - n)                                            4
//! 32 to 63         0; l << (n - 32)                                                          1, for 32 none
//! ```
//!
//! Amounts of 64 and more have no defined result either (SPIR-V specification, `OpShiftLeftLogical`); here they are taken
//! modulo 64, so that every emitted instruction has one.

use super::words::{Pair, Words};
use crate::tables::op;

/// The direction, and which bits are shifted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// To the left, with zeros.
    Left,
    /// To the right, with zeros.
    Right,
    /// To the right, with the sign.
    Signed,
}

impl Shift {
    /// The shift of an opcode.
    pub fn of(opcode: u16) -> Option<Self> {
        Some(match opcode {
            op::OpShiftLeftLogical => Self::Left,
            op::OpShiftRightLogical => Self::Right,
            op::OpShiftRightArithmetic => Self::Signed,
            _ => return None,
        })
    }

    fn opcode(self) -> u16 {
        match self {
            Self::Left => op::OpShiftLeftLogical,
            Self::Right => op::OpShiftRightLogical,
            Self::Signed => op::OpShiftRightArithmetic,
        }
    }

    /// The word that bits leave, and the word that they enter.
    fn order(self, value: Pair) -> (u32, u32) {
        match self {
            Self::Left => (value.lo, value.hi),
            Self::Right | Self::Signed => (value.hi, value.lo),
        }
    }

    /// The value of these words: the one that bits leave, and the one that they enter.
    fn pair(self, from: u32, into: u32) -> Pair {
        let (lo, hi) = match self {
            Self::Left => (from, into),
            Self::Right | Self::Signed => (into, from),
        };
        Pair { lo, hi }
    }

    /// The instructions that shift the entered word, and the bits that move into it.
    fn passing(self) -> (u16, u16) {
        match self {
            Self::Left => (op::OpShiftLeftLogical, op::OpShiftRightLogical),
            Self::Right | Self::Signed => (op::OpShiftRightLogical, op::OpShiftLeftLogical),
        }
    }
}

impl Words<'_> {
    /// Shifts by 32-bit amounts, one for each component.
    pub fn shift(&mut self, to: Pair, n: u32, shift: Shift, value: Pair, amounts: u32) {
        let (from, into) = shift.order(value);
        let (to_from, to_into) = shift.order(to);
        let (along, across) = shift.passing();
        let [zero, one, low, sixth] = [0, 1, 31, 32].map(|bits| self.splat(n, bits));
        let near_by = self.op(op::OpBitwiseAnd, n, &[amounts, low]);
        let rest_by = self.op(op::OpBitwiseXor, n, &[near_by, low]);
        let bit = self.op(op::OpBitwiseAnd, n, &[amounts, sixth]);
        let far = self.compare(op::OpINotEqual, n, &[bit, zero]);
        let near = self.op(shift.opcode(), n, &[from, near_by]);
        let kept = self.op(along, n, &[into, near_by]);
        let halfway = self.op(across, n, &[from, one]);
        let passed = self.op(across, n, &[halfway, rest_by]);
        let over = self.op(op::OpBitwiseOr, n, &[kept, passed]);
        let comes = match shift {
            Shift::Signed => self.sign(n, value.hi),
            Shift::Left | Shift::Right => zero,
        };
        self.op_as(to_from, op::OpSelect, n, &[far, comes, near]);
        self.op_as(to_into, op::OpSelect, n, &[far, near, over]);
    }

    /// Shifts all components by the same amount from 0 to 63. Returns the words, which may be those of the operand.
    pub fn shift_by(&mut self, n: u32, shift: Shift, value: Pair, amount: u32) -> Pair {
        let (from, into) = shift.order(value);
        let (along, across) = shift.passing();
        let (new_from, new_into) = match amount {
            0 => return value,
            1..=31 => {
                let by = self.splat(n, amount);
                if self.is_zero(n, from) {
                    return shift.pair(from, self.op(along, n, &[into, by]));
                }
                let rest = self.splat(n, 32 - amount);
                let near = self.op(shift.opcode(), n, &[from, by]);
                let is_empty = self.is_zero(n, into);
                let kept = (!is_empty).then(|| self.op(along, n, &[into, by]));
                let passed = self.op(across, n, &[from, rest]);
                let entered = match kept {
                    Some(kept) => self.op(op::OpBitwiseOr, n, &[kept, passed]),
                    None => passed,
                };
                (near, entered)
            }
            _ => {
                let comes = match shift {
                    Shift::Signed => self.sign(n, value.hi),
                    Shift::Left | Shift::Right => self.splat(n, 0),
                };
                let moved = match amount & 31 {
                    0 => from,
                    31 if shift == Shift::Signed => comes,
                    rest => {
                        let by = self.splat(n, rest);
                        self.op(shift.opcode(), n, &[from, by])
                    }
                };
                (comes, moved)
            }
        };
        shift.pair(new_from, new_into)
    }
}
