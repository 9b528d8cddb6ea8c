//! Division of pairs of words, by functions of the soft library (`shaderlib/soft/divide.glsl`): 117 instructions, signed 144, for
//! both quotient and remainder of a scalar or vector.
//!
//! `OpUDiv`, `OpUMod`, `OpSDiv` and `OpSRem` are a call; `OpSMod` also adds the divisor if the remainder is not 0 and has the
//! opposite sign: 12 more.

use super::words::{Pair, Words};
use crate::soft::Soft;
use crate::tables::op;

/// Which result of a division is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The quotient, rounded towards 0.
    Quotient,
    /// The remainder with the sign of the dividend.
    Remainder,
    /// The remainder with the sign of the divisor.
    Modulus,
}

/// The result that an opcode gives, and whether it is signed.
pub fn part(opcode: u16) -> Option<(Part, bool)> {
    Some(match opcode {
        op::OpUDiv => (Part::Quotient, false),
        op::OpUMod => (Part::Remainder, false),
        op::OpSDiv => (Part::Quotient, true),
        op::OpSRem => (Part::Remainder, true),
        op::OpSMod => (Part::Modulus, true),
        _ => return None,
    })
}

impl Words<'_> {
    /// Emits a division.
    pub fn divide(&mut self, to: Pair, n: u32, (part, signed): (Part, bool), a: Pair, b: Pair) {
        let function = match signed {
            true => Soft::I64Divide,
            false => Soft::U64Divide,
        };
        let first = match part {
            Part::Quotient => 0,
            Part::Remainder | Part::Modulus => 2,
        };
        let operands = [a.lo, a.hi, b.lo, b.hi];
        if part != Part::Modulus {
            return self.soft(to, n, function, &operands, first);
        }
        let rest = self.new_pair();
        self.soft(rest, n, function, &operands, first);
        let zero = self.splat(n, 0);
        let bits = self.op(op::OpBitwiseOr, n, &[rest.lo, rest.hi]);
        let is = self.compare(op::OpINotEqual, n, &[bits, zero]);
        let signs = self.op(op::OpBitwiseXor, n, &[rest.hi, b.hi]);
        let other = self.compare(op::OpSLessThan, n, &[signs, zero]);
        let wrong = self.compare(op::OpLogicalAnd, n, &[is, other]);
        let more = self.new_pair();
        self.select(more, n, wrong, b, Pair { lo: zero, hi: zero });
        self.add(to, n, rest, more);
    }
}
