//! Instructions with two 64-bit results: addition and subtraction with carry, and 128-bit products.
//!
//! ```text
//! OpIAddCarry       s = a + b; s < a                                                              10 instructions
//! OpISubBorrow      a - b; a < b                                                                  10
//! OpUMulExtended    below                                                                         31
//! OpSMulExtended    upper half: minus b if a is negative, minus a if b is negative                16 more
//! ```
//!
//! The result is a structure of two values, packed as for a store. A 128-bit product is the sum of four products of words, at
//! their positions:
//!
//! ```text
//!             l * L      words 0, 1
//!      l * H             words 1, 2
//!      h * L             words 1, 2
//! h * H                  words 2, 3
//! ```
//!
//! Exact: four words hold every product of two 64-bit numbers, so there is no carry out of the last. The upper half of a
//! signed product differs from the unsigned one by 2^64 times the other factor for each negative factor (Warren, Hacker's
//! Delight, section 8-3).

use super::words::{Order, Pair, Words};
use super::{LowerError, Work, MALFORMED};
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::tables::op;

impl Work<'_> {
    /// Rewrites an instruction whose result is a structure of two values of its operands' type.
    pub(super) fn carried(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id) = (inst.result_type(), inst.result());
        let n = self.count_of(inst.operand());
        let (a, b) = (
            self.pair_of(inst.operand(), n)?,
            self.pair_of(inst.word(4), n)?,
        );
        let TypeView::Struct(&[first, second]) = self.input.view(ty) else {
            return Err(MALFORMED);
        };
        if self.count(first) != n || self.count(second) != n {
            return Err(MALFORMED);
        }
        let mut words = self.words();
        let (low, mut high) = (words.new_pair(), words.new_pair());
        match inst.opcode() {
            op::OpIAddCarry => {
                words.add(low, n, a, b);
                high = words.number_of_less(n, low, a);
            }
            op::OpISubBorrow => {
                words.sub(low, n, a, b);
                high = words.number_of_less(n, a, b);
            }
            op::OpUMulExtended => words.product(low, high, n, a, b),
            _ => {
                let unsigned = words.new_pair();
                words.product(low, unsigned, n, a, b);
                let less = words.new_pair();
                words.less_if_negative(less, n, unsigned, a.hi, b);
                words.less_if_negative(high, n, less, b.hi, a);
            }
        }
        let explicit = self.is_explicit(ty);
        let low = self.pack(n, low, explicit);
        let high = self.pack(n, high, explicit);
        let ty = self.id(ty)?;
        self.build
            .op_as(id, op::OpCompositeConstruct, ty, &[low, high]);
        Ok(())
    }
}

impl Words<'_> {
    /// Emits 1 if `a < b`, else 0.
    fn number_of_less(&mut self, n: u32, a: Pair, b: Pair) -> Pair {
        let order = Order {
            signed: false,
            or_equal: false,
        };
        let less = self.build.id();
        self.less_as(less, n, order, a, b);
        let (zero, one) = (self.splat(n, 0), self.splat(n, 1));
        Pair {
            lo: self.op(op::OpSelect, n, &[less, one, zero]),
            hi: zero,
        }
    }

    /// Emits `value`, minus `by` if `sign` is negative.
    fn less_if_negative(&mut self, to: Pair, n: u32, value: Pair, sign: u32, by: Pair) {
        let sign = self.sign(n, sign);
        let taken = self.new_pair();
        let signs = Pair { lo: sign, hi: sign };
        self.each_word(taken, op::OpBitwiseAnd, n, [by, signs]);
        self.sub(to, n, value, taken);
    }

    /// Emits both halves of `a * b`.
    fn product(&mut self, low: Pair, high: Pair, n: u32, a: Pair, b: Pair) {
        let [left, right, above] = [(a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)].map(|(x, y)| {
            let lo = self.build.id();
            let hi = self.two_results(lo, op::OpUMulExtended, n, &[x, y]);
            Pair { lo, hi }
        });
        let first = self.two_results(low.lo, op::OpUMulExtended, n, &[a.lo, b.lo]);
        // Word 1, and its carries into word 2.
        let sum = self.build.id();
        let carry = self.two_results(sum, op::OpIAddCarry, n, &[first, left.lo]);
        let other = self.two_results(low.hi, op::OpIAddCarry, n, &[sum, right.lo]);
        let carries = self.op(op::OpIAdd, n, &[carry, other]);
        // Words 2 and 3.
        let (mut sum, last) = (above, [left.hi, right.hi, carries]);
        for (at, word) in last.into_iter().enumerate() {
            let to = if at == 2 { high } else { self.new_pair() };
            let carry = self.two_results(to.lo, op::OpIAddCarry, n, &[sum.lo, word]);
            self.op_as(to.hi, op::OpIAdd, n, &[sum.hi, carry]);
            sum = to;
        }
    }
}
