//! Arithmetic on pairs of words: the expansion of each 64-bit operation.
//!
//! Every operation works on all `n` components at once and writes its result to given ids, so that the lower words keep the
//! id of the value in the input, and with it the name. In the tables, `l` and `h` are the words of the first operand, `L` and
//! `H` those of the second.
//!
//! ```text
//! OpIAdd          s = OpIAddCarry l L; s.0; h + H + s.1                                                 5 instructions, 3 if
//!                                                                                                         h and H are 0
//! OpISub          s = OpISubBorrow l L; s.0; h - H - s.1                                                5
//! OpIMul          p = OpUMulExtended l L; p.0; p.1 + l * H + h * L                                      7, likewise 3
//! OpSNegate       0 - x                                                                                 5
//! OpNot, And, …   each word                                                                             2
//! OpIEqual        l == L && h == H                                                                      3, likewise 1
//! OpULessThan, …  h == H ? l < L : h < H, lower words always compared as unsigned                       4, likewise 1
//! OpSelect        each word                                                                             2
//! UMin, …         comparison and selection                                                              6
//! UClamp, SClamp  maximum with the lower bound, then minimum with the upper bound                      12
//! SAbs            (x ^ s) - s, where s is the sign of h in all bits                                     8
//! SSign           s | (x != 0), s                                                                       5
//! ```
//!
//! Exact: addition, subtraction and multiplication modulo 2^64 by the definitions of carry, borrow and the 64-bit product of
//! words (SPIR-V specification, sections 3.52.13 and 3.52.14). Words are always unsigned, whatever the type in the input: in
//! SPIR-V signedness is a property of instructions, not of types.

use crate::build::Build;
use crate::passes::ModuleBuilder;
use crate::soft::Soft;
use crate::tables::op;
use arrayvec::ArrayVec;

/// The words of a value: two 32-bit integers for a scalar, two vectors of them for a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// The lower words.
    pub lo: u32,
    /// The upper words.
    pub hi: u32,
}

/// One of the two words.
#[derive(Clone, Copy)]
pub enum Half {
    Low,
    High,
}

impl Half {
    /// This word of a pair.
    pub fn of(self, pair: Pair) -> u32 {
        match self {
            Self::Low => pair.lo,
            Self::High => pair.hi,
        }
    }
}

/// Types that are often needed, by the number of components minus one; 0 if not declared yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypeCache {
    words: [u32; 4],
    truths: [u32; 4],
    both: [u32; 4],
    /// Words that are zero.
    zeroes: [u32; 4],
}

/// The emitter of arithmetic on words.
pub struct Words<'a> {
    /// The build that it writes to.
    pub build: &'a mut ModuleBuilder,
    /// Cached types.
    pub known: &'a mut TypeCache,
}

/// A comparison: less, or less or equal, signed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Whether the comparison is signed.
    pub signed: bool,
    /// Whether equal values compare as true.
    pub or_equal: bool,
}

/// Returns the type for `n` components, and makes it on first use.
fn of_count(known: &mut [u32; 4], n: u32, make: impl FnOnce() -> u32) -> u32 {
    match known.get_mut(n.saturating_sub(1) as usize) {
        Some(slot) => {
            if *slot == 0 {
                *slot = make();
            }
            *slot
        }
        None => make(),
    }
}

impl Words<'_> {
    /// The type of `n` 32-bit unsigned integers.
    pub fn word(&mut self, n: u32) -> u32 {
        of_count(&mut self.known.words, n, || {
            let uint = self.build.uint();
            self.build.vector(uint, n)
        })
    }

    /// The type of `n` Booleans.
    pub fn truth(&mut self, n: u32) -> u32 {
        of_count(&mut self.known.truths, n, || {
            let truth = self.build.bool();
            self.build.vector(truth, n)
        })
    }

    /// The structure type that instructions with two results return.
    fn both(&mut self, n: u32) -> u32 {
        let word = self.word(n);
        of_count(&mut self.known.both, n, || {
            self.build.structure(&[word, word])
        })
    }

    /// A constant with the same value in each component.
    pub fn splat(&mut self, n: u32, bits: u32) -> u32 {
        let uint = self.word(1);
        match bits {
            0 => of_count(&mut self.known.zeroes, n, || self.build.splat(uint, n, 0)),
            _ => self.build.splat(uint, n, bits),
        }
    }

    /// Whether words are known to be zero: the constant that a zero extension, or a small constant, has for its upper words.
    pub fn is_zero(&self, n: u32, word: u32) -> bool {
        word != 0 && self.known.zeroes.get(n.saturating_sub(1) as usize) == Some(&word)
    }

    /// New ids for an intermediate value.
    pub fn new_pair(&mut self) -> Pair {
        Pair {
            lo: self.build.id(),
            hi: self.build.id(),
        }
    }

    /// Emits an instruction on words.
    pub fn op(&mut self, opcode: u16, n: u32, operands: &[u32]) -> u32 {
        let ty = self.word(n);
        self.build.op(opcode, ty, operands)
    }

    /// Emits an instruction on words with a given result id.
    pub fn op_as(&mut self, id: u32, opcode: u16, n: u32, operands: &[u32]) {
        let ty = self.word(n);
        self.build.op_as(id, opcode, ty, operands);
    }

    /// Emits a comparison of words.
    pub fn compare(&mut self, opcode: u16, n: u32, operands: &[u32]) -> u32 {
        let ty = self.truth(n);
        self.build.op(opcode, ty, operands)
    }

    /// Emits an instruction with two results; the first gets a given id, the second is returned.
    pub fn two_results(&mut self, first: u32, opcode: u16, n: u32, operands: &[u32]) -> u32 {
        let ty = self.both(n);
        let both = self.build.op(opcode, ty, operands);
        self.op_as(first, op::OpCompositeExtract, n, &[both, 0]);
        self.op(op::OpCompositeExtract, n, &[both, 1])
    }

    /// Emits an instruction with two results, as the words of a value.
    fn two_results_as(&mut self, to: Pair, opcode: u16, n: u32, operands: &[u32]) {
        let ty = self.both(n);
        let both = self.build.op(opcode, ty, operands);
        self.op_as(to.lo, op::OpCompositeExtract, n, &[both, 0]);
        self.op_as(to.hi, op::OpCompositeExtract, n, &[both, 1]);
    }

    /// Emits a call of a function of the soft library. The words of the result are the members of its structure from `first` on.
    pub fn soft(&mut self, to: Pair, n: u32, function: Soft, operands: &[u32], first: u32) {
        let all = self.build.soft(function, n, operands);
        self.op_as(to.lo, op::OpCompositeExtract, n, &[all, first]);
        self.op_as(to.hi, op::OpCompositeExtract, n, &[all, first + 1]);
    }

    /// `a + b`
    pub fn add(&mut self, to: Pair, n: u32, a: Pair, b: Pair) {
        let high = match (self.is_zero(n, a.hi), self.is_zero(n, b.hi)) {
            (true, true) => return self.two_results_as(to, op::OpIAddCarry, n, &[a.lo, b.lo]),
            (true, false) => Some(b.hi),
            (false, true) => Some(a.hi),
            (false, false) => None,
        };
        let carry = self.two_results(to.lo, op::OpIAddCarry, n, &[a.lo, b.lo]);
        let high = match high {
            Some(high) => high,
            None => self.op(op::OpIAdd, n, &[a.hi, b.hi]),
        };
        self.op_as(to.hi, op::OpIAdd, n, &[high, carry]);
    }

    /// `a - b`
    pub fn sub(&mut self, to: Pair, n: u32, a: Pair, b: Pair) {
        let borrow = self.two_results(to.lo, op::OpISubBorrow, n, &[a.lo, b.lo]);
        let high = match self.is_zero(n, b.hi) {
            true => a.hi,
            false => self.op(op::OpISub, n, &[a.hi, b.hi]),
        };
        self.op_as(to.hi, op::OpISub, n, &[high, borrow]);
    }

    /// `a * b`
    pub fn mul(&mut self, to: Pair, n: u32, a: Pair, b: Pair) {
        let crosses = [(b.hi, [a.lo, b.hi]), (a.hi, [a.hi, b.lo])];
        let mut crosses = crosses.iter().filter(|cross| !self.is_zero(n, cross.0));
        let (first, second) = (crosses.next(), crosses.next());
        let Some((_, factors)) = first else {
            return self.two_results_as(to, op::OpUMulExtended, n, &[a.lo, b.lo]);
        };
        let high = self.two_results(to.lo, op::OpUMulExtended, n, &[a.lo, b.lo]);
        let mut cross = self.op(op::OpIMul, n, factors);
        if let Some((_, factors)) = second {
            let other = self.op(op::OpIMul, n, factors);
            cross = self.op(op::OpIAdd, n, &[cross, other]);
        }
        self.op_as(to.hi, op::OpIAdd, n, &[high, cross]);
    }

    /// `-a`
    pub fn negate(&mut self, to: Pair, n: u32, a: Pair) {
        let zero = self.splat(n, 0);
        self.sub(to, n, Pair { lo: zero, hi: zero }, a);
    }

    /// Applies an operation to each word separately.
    pub fn each_word<const K: usize>(
        &mut self,
        to: Pair,
        opcode: u16,
        n: u32,
        operands: [Pair; K],
    ) {
        self.op_as(to.lo, opcode, n, &operands.map(|operand| operand.lo));
        self.op_as(to.hi, opcode, n, &operands.map(|operand| operand.hi));
    }

    /// Extracts the words of one component.
    pub fn part(&mut self, of: Pair, at: u32) -> Pair {
        let part = self.new_pair();
        self.part_as(part, of, at);
        part
    }

    /// The same with given ids.
    pub fn part_as(&mut self, to: Pair, of: Pair, at: u32) {
        self.op_as(to.lo, op::OpCompositeExtract, 1, &[of.lo, at]);
        self.op_as(to.hi, op::OpCompositeExtract, 1, &[of.hi, at]);
    }

    /// Builds a vector from scalars.
    pub fn join(&mut self, to: Pair, parts: &[Pair]) {
        let n = parts.len() as u32;
        for half in [Half::Low, Half::High] {
            let words: ArrayVec<u32, 4> = parts.iter().map(|&part| half.of(part)).take(4).collect();
            self.op_as(half.of(to), op::OpCompositeConstruct, n, &words);
        }
    }

    /// `condition ? a : b`, with a Boolean for each component, or a single one from SPIR-V 1.4 on.
    pub fn select(&mut self, to: Pair, n: u32, condition: u32, a: Pair, b: Pair) {
        self.op_as(to.lo, op::OpSelect, n, &[condition, a.lo, b.lo]);
        self.op_as(to.hi, op::OpSelect, n, &[condition, a.hi, b.hi]);
    }

    /// Whether both values are known to have no upper words.
    fn are_short(&self, n: u32, a: Pair, b: Pair) -> bool {
        self.is_zero(n, a.hi) && self.is_zero(n, b.hi)
    }

    /// `a == b` or `a != b`
    pub fn equal_as(&mut self, id: u32, n: u32, same: bool, a: Pair, b: Pair) {
        let (each, both) = if same {
            (op::OpIEqual, op::OpLogicalAnd)
        } else {
            (op::OpINotEqual, op::OpLogicalOr)
        };
        let ty = self.truth(n);
        if self.are_short(n, a, b) {
            return self.build.op_as(id, each, ty, &[a.lo, b.lo]);
        }
        let low = self.compare(each, n, &[a.lo, b.lo]);
        let high = self.compare(each, n, &[a.hi, b.hi]);
        self.build.op_as(id, both, ty, &[low, high]);
    }

    /// `a < b` or `a <= b`
    pub fn less_as(&mut self, id: u32, n: u32, order: Order, a: Pair, b: Pair) {
        let above = if order.signed {
            op::OpSLessThan
        } else {
            op::OpULessThan
        };
        let below = if order.or_equal {
            op::OpULessThanEqual
        } else {
            op::OpULessThan
        };
        let ty = self.truth(n);
        if self.are_short(n, a, b) {
            return self.build.op_as(id, below, ty, &[a.lo, b.lo]);
        }
        let same = self.compare(op::OpIEqual, n, &[a.hi, b.hi]);
        let low = self.compare(below, n, &[a.lo, b.lo]);
        let high = self.compare(above, n, &[a.hi, b.hi]);
        self.build.op_as(id, op::OpSelect, ty, &[same, low, high]);
    }

    /// The minimum or maximum of two values.
    pub fn extreme(&mut self, to: Pair, n: u32, signed: bool, greatest: bool, a: Pair, b: Pair) {
        let order = Order {
            signed,
            or_equal: false,
        };
        let less = self.build.id();
        self.less_as(less, n, order, a, b);
        let (first, second) = if greatest { (b, a) } else { (a, b) };
        self.select(to, n, less, first, second);
    }

    /// Emits the sign of each component, in all bits of a word.
    pub fn sign(&mut self, n: u32, hi: u32) -> u32 {
        let last = self.splat(n, 31);
        self.op(op::OpShiftRightArithmetic, n, &[hi, last])
    }

    /// `a` where all bits of `sign` are 0, `-a` where they are 1.
    pub fn with_sign(&mut self, to: Pair, n: u32, a: Pair, sign: u32) {
        let signs = Pair { lo: sign, hi: sign };
        let turned = self.new_pair();
        self.each_word(turned, op::OpBitwiseXor, n, [a, signs]);
        self.sub(to, n, turned, signs);
    }

    /// `|a|`; for the least value, that value itself.
    pub fn abs(&mut self, to: Pair, n: u32, a: Pair) {
        let sign = self.sign(n, a.hi);
        self.with_sign(to, n, a, sign);
    }

    /// The sign as -1, 0 or 1.
    pub fn signum(&mut self, to: Pair, n: u32, a: Pair) {
        let (zero, one) = (self.splat(n, 0), self.splat(n, 1));
        let any = self.op(op::OpBitwiseOr, n, &[a.lo, a.hi]);
        let is = self.compare(op::OpINotEqual, n, &[any, zero]);
        let bit = self.op(op::OpSelect, n, &[is, one, zero]);
        let last = self.splat(n, 31);
        self.op_as(to.hi, op::OpShiftRightArithmetic, n, &[a.hi, last]);
        self.op_as(to.lo, op::OpBitwiseOr, n, &[to.hi, bit]);
    }
}
