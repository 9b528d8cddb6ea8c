//! Bit instructions on pairs of words: those that `maintenance9` allows for widths other than 32, and `FindILsb`.
//!
//! ```text
//! OpBitReverse            each word reversed, and the two exchanged                                      2 instructions
//! OpBitCount              sum of both words' counts                                                      3
//! OpBitFieldUExtract      x >> offset & mask                                                            35
//! OpBitFieldSExtract      x << (64 - offset - count) >> (64 - count), arithmetic                        35
//! OpBitFieldInsert        x & ~(mask << offset) | (inserted & mask) << offset                           50
//! FindILsb                UMin(FindILsb(lo), FindILsb(hi) | 32), sign-extended                           5
//! ```
//!
//! `mask` is all ones, shifted right by 64 - count. For a count of 0 that would be a shift by 64, whose result is discarded
//! by a selection. Exact for offset + count of up to 64; beyond that SPIR-V leaves the result undefined.

use super::shift::Shift;
use super::words::{Pair, Words};
use crate::build::Build;
use crate::tables::{glsl_std_450 as glsl, op};

impl Words<'_> {
    /// The number of one bits, as words.
    pub fn count_bits(&mut self, n: u32, value: Pair) -> u32 {
        let low = self.op(op::OpBitCount, n, &[value.lo]);
        let high = self.op(op::OpBitCount, n, &[value.hi]);
        self.op(op::OpIAdd, n, &[low, high])
    }

    /// The index of the lowest one bit; -1 if there is none, because -1 is the greatest unsigned word and its bitwise or with
    /// 32 leaves it unchanged.
    pub fn lowest(&mut self, to: Pair, n: u32, value: Pair) {
        let ty = self.word(n);
        let half = self.splat(n, 32);
        let low = self.build.glsl(glsl::FindILsb, ty, &[value.lo]);
        let high = self.build.glsl(glsl::FindILsb, ty, &[value.hi]);
        let above = self.op(op::OpBitwiseOr, n, &[high, half]);
        self.build.glsl_as(to.lo, glsl::UMin, ty, &[low, above]);
        let last = self.splat(n, 31);
        self.op_as(to.hi, op::OpShiftRightArithmetic, n, &[to.lo, last]);
    }

    /// The bits in reverse order.
    pub fn reverse(&mut self, to: Pair, n: u32, value: Pair) {
        self.op_as(to.lo, op::OpBitReverse, n, &[value.hi]);
        self.op_as(to.hi, op::OpBitReverse, n, &[value.lo]);
    }

    /// `count` bits starting at bit `offset`; both have one word for each component.
    pub fn extract(
        &mut self,
        to: Pair,
        n: u32,
        signed: bool,
        value: Pair,
        (offset, count): (u32, u32),
    ) {
        let zero = self.splat(n, 0);
        let nothing = Pair { lo: zero, hi: zero };
        let none = self.compare(op::OpIEqual, n, &[count, zero]);
        let found = self.new_pair();
        let above = self.above(n, count);
        if signed {
            let top = self.new_pair();
            let by = self.op(op::OpISub, n, &[above, offset]);
            self.shift(top, n, Shift::Left, value, by);
            self.shift(found, n, Shift::Signed, top, above);
        } else {
            let moved = self.new_pair();
            self.shift(moved, n, Shift::Right, value, offset);
            let mask = self.mask(n, above);
            self.each_word(found, op::OpBitwiseAnd, n, [moved, mask]);
        }
        self.select(to, n, none, nothing, found);
    }

    /// `value` with `count` bits of `part` inserted at bit `offset`.
    pub fn insert(
        &mut self,
        to: Pair,
        n: u32,
        value: Pair,
        part: Pair,
        (offset, count): (u32, u32),
    ) {
        let zero = self.splat(n, 0);
        let none = self.compare(op::OpIEqual, n, &[count, zero]);
        let above = self.above(n, count);
        let mask = self.mask(n, above);
        let [here, moved, place, rest, kept, both] = [(); 6].map(|()| self.new_pair());
        self.each_word(here, op::OpBitwiseAnd, n, [part, mask]);
        self.shift(moved, n, Shift::Left, here, offset);
        self.shift(place, n, Shift::Left, mask, offset);
        self.each_word(rest, op::OpNot, n, [place]);
        self.each_word(kept, op::OpBitwiseAnd, n, [value, rest]);
        self.each_word(both, op::OpBitwiseOr, n, [kept, moved]);
        self.select(to, n, none, value, both);
    }

    /// 64 - `count`.
    fn above(&mut self, n: u32, count: u32) -> u32 {
        let all = self.splat(n, 64);
        self.op(op::OpISub, n, &[all, count])
    }

    /// All bits set except the upper `above`.
    fn mask(&mut self, n: u32, above: u32) -> Pair {
        let ones = self.splat(n, u32::MAX);
        let mask = self.new_pair();
        self.shift(mask, n, Shift::Right, Pair { lo: ones, hi: ones }, above);
        mask
    }
}
