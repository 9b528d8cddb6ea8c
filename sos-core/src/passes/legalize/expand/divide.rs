//! Division of pairs of words, by helper functions of scalars.
//!
//! ```text
//! uvec4 divide(uint l, uint h, uint L, uint H)            the words of quotient and remainder; about 130 instructions
//! uvec4 divide_signed(uint l, uint h, uint L, uint H)     the same of signed values, as OpSDiv and OpSRem; about 40 more
//! ```
//!
//! `OpUDiv`, `OpUMod`, `OpSDiv` and `OpSRem` take one call per component; `OpSMod` also adds the divisor if the remainder is
//! not 0 and has the opposite sign: 12 more.
//!
//! There is no loop and no branch: all invocations execute the same instructions. The algorithm is long division with 16-bit
//! digits (Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D), in the two cases of Warren's
//! Hacker's Delight (section 9-5): for a divisor below 2^32, the first digit is a division of words, and a division of 64 by
//! 32 bits gives the rest; for a larger one, its upper word, shifted until its first bit is set, gives the quotient or one
//! more. Both cases divide 64 bits by a word with its first bit set ([`digit`], twice), and the result is selected at the
//! end.
//!
//! Exact. `OpUDiv` of words is exact in SPIR-V; a float reciprocal, which is faster on most devices, is not, and would need a
//! proof for each precision that Vulkan allows. Division by 0, and of the least value by -1, have no defined result (SPIR-V
//! specification, `OpUDiv`, `OpSDiv`): a divisor of 0 is replaced by 1 here, so nothing divides by 0.

use super::words::{Order, Pair, Words};
use super::Legalize;
use crate::passes::ModuleBuilder;
use crate::tables::{glsl_std_450 as glsl, op};

/// Keys of helper functions.
const UNSIGNED: u32 = 0;
const SIGNED: u32 = 1;

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

impl Legalize {
    /// Emits a division of scalars.
    pub(super) fn divide(
        &mut self,
        build: &mut ModuleBuilder,
        to: Pair,
        (part, signed): (Part, bool),
        a: Pair,
        b: Pair,
    ) {
        let function = self.divider(build, signed);
        let mut words = self.words(build);
        let four = words.word(4);
        let both = words.build.call(four, function, &[a.lo, a.hi, b.lo, b.hi]);
        let first = match part {
            Part::Quotient => 0,
            Part::Remainder | Part::Modulus => 2,
        };
        if part != Part::Modulus {
            words.op_as(to.lo, op::OpCompositeExtract, 1, &[both, first]);
            words.op_as(to.hi, op::OpCompositeExtract, 1, &[both, first + 1]);
            return;
        }
        let rest = words.new_pair();
        words.op_as(rest.lo, op::OpCompositeExtract, 1, &[both, first]);
        words.op_as(rest.hi, op::OpCompositeExtract, 1, &[both, first + 1]);
        let zero = words.splat(1, 0);
        let bits = words.op(op::OpBitwiseOr, 1, &[rest.lo, rest.hi]);
        let is = words.compare(op::OpINotEqual, 1, &[bits, zero]);
        let signs = words.op(op::OpBitwiseXor, 1, &[rest.hi, b.hi]);
        let other = words.compare(op::OpSLessThan, 1, &[signs, zero]);
        let wrong = words.compare(op::OpLogicalAnd, 1, &[is, other]);
        let more = words.new_pair();
        words.select(more, 1, wrong, b, Pair { lo: zero, hi: zero });
        words.add(to, 1, rest, more);
    }

    /// Returns the helper function.
    fn divider(&mut self, build: &mut ModuleBuilder, signed: bool) -> u32 {
        let mut words = self.words(build);
        let (word, four) = (words.word(1), words.word(4));
        let known = &mut self.known;
        let unsigned = build.helper(UNSIGNED, four, [word; 4], |build, [l, h, dl, dh]| {
            divide(
                &mut Words { build, known },
                Pair { lo: l, hi: h },
                Pair { lo: dl, hi: dh },
            )
        });
        if !signed {
            return unsigned;
        }
        build.helper(SIGNED, four, [word; 4], |build, [l, h, dl, dh]| {
            divide_signed(
                &mut Words { build, known },
                unsigned,
                Pair { lo: l, hi: h },
                Pair { lo: dl, hi: dh },
            )
        })
    }
}

/// Emits the body of `divide_signed`.
fn divide_signed(words: &mut Words<'_>, divide: u32, a: Pair, b: Pair) -> u32 {
    let four = words.word(4);
    let (sign, other) = (words.sign(1, a.hi), words.sign(1, b.hi));
    let [x, y] = [(a, sign), (b, other)].map(|(value, sign)| {
        let abs = words.new_pair();
        words.with_sign(abs, 1, value, sign);
        abs
    });
    let both = words.build.call(four, divide, &[x.lo, x.hi, y.lo, y.hi]);
    let [lo, hi, rest_lo, rest_hi] =
        [0, 1, 2, 3].map(|at| words.op(op::OpCompositeExtract, 1, &[both, at]));
    let signs = words.op(op::OpBitwiseXor, 1, &[sign, other]);
    let (quotient, rest) = (words.new_pair(), words.new_pair());
    words.with_sign(quotient, 1, Pair { lo, hi }, signs);
    let positive = Pair {
        lo: rest_lo,
        hi: rest_hi,
    };
    words.with_sign(rest, 1, positive, sign);
    words.op(
        op::OpCompositeConstruct,
        4,
        &[quotient.lo, quotient.hi, rest.lo, rest.hi],
    )
}

/// Emits the body of `divide`.
fn divide(words: &mut Words<'_>, a: Pair, b: Pair) -> u32 {
    let [zero, one, last, sixteen, half] = [0, 1, 31, 16, 0xFFFF].map(|bits| words.splat(1, bits));
    let bits = words.op(op::OpBitwiseOr, 1, &[b.lo, b.hi]);
    let none = words.compare(op::OpIEqual, 1, &[bits, zero]);
    let b = Pair {
        lo: words.op(op::OpSelect, 1, &[none, one, b.lo]),
        hi: b.hi,
    };

    // The first non-zero word of the divisor, and the index of its first one bit.
    let large = words.compare(op::OpINotEqual, 1, &[b.hi, zero]);
    let top = words.op(op::OpSelect, 1, &[large, b.hi, b.lo]);
    let below = words.op(op::OpSelect, 1, &[large, b.lo, zero]);
    let uint = words.word(1);
    let at = words.build.glsl(glsl::FindUMsb, uint, &[top]);
    let by = words.op(op::OpISub, 1, &[last, at]);
    // 32 bits of the divisor starting at its first one bit. `at` is 31 - `by`.
    let divisor = funnel_shift(words, top, below, by, at);

    // A divisor of one word: the upper word of the quotient, and its remainder. `top` is never 0.
    let upper = words.op(op::OpUDiv, 1, &[a.hi, top]);
    let taken = words.op(op::OpIMul, 1, &[upper, top]);
    let left = words.op(op::OpISub, 1, &[a.hi, taken]);

    // The dividend for `divisor`: in the one case the remainder, in the other half of the dividend.
    let small_high = funnel_shift(words, left, a.lo, by, at);
    let small_low = words.op(op::OpShiftLeftLogical, 1, &[a.lo, by]);
    let large_high = words.op(op::OpShiftRightLogical, 1, &[a.hi, one]);
    let odd = words.op(op::OpShiftLeftLogical, 1, &[a.hi, last]);
    let large_rest = words.op(op::OpShiftRightLogical, 1, &[a.lo, one]);
    let large_low = words.op(op::OpBitwiseOr, 1, &[odd, large_rest]);
    let high = words.op(op::OpSelect, 1, &[large, large_high, small_high]);
    let low = words.op(op::OpSelect, 1, &[large, large_low, small_low]);

    let first = words.op(op::OpShiftRightLogical, 1, &[low, sixteen]);
    let second = words.op(op::OpBitwiseAnd, 1, &[low, half]);
    let (one_digit, rest) = digit(words, high, first, divisor);
    let (other_digit, rest) = digit(words, rest, second, divisor);
    let moved = words.op(op::OpShiftLeftLogical, 1, &[one_digit, sixteen]);
    let quotient = words.op(op::OpBitwiseOr, 1, &[moved, other_digit]);
    let small_rest = words.op(op::OpShiftRightLogical, 1, &[rest, by]);

    // A divisor of two words: the estimated quotient minus one, and one more if the remainder is still too large.
    let found = words.op(op::OpShiftRightLogical, 1, &[quotient, at]);
    let is = words.compare(op::OpINotEqual, 1, &[found, zero]);
    let less = words.op(op::OpSelect, 1, &[is, one, zero]);
    let found = words.op(op::OpISub, 1, &[found, less]);
    let (product, rest, fewer) = (words.new_pair(), words.new_pair(), words.new_pair());
    words.mul(
        product,
        1,
        b,
        Pair {
            lo: found,
            hi: zero,
        },
    );
    words.sub(rest, 1, a, product);
    let less = words.build.id();
    let order = Order {
        signed: false,
        or_equal: false,
    };
    words.less_as(less, 1, order, rest, b);
    let more = words.op(op::OpSelect, 1, &[less, zero, one]);
    let large_quotient = words.op(op::OpIAdd, 1, &[found, more]);
    let taken = words.new_pair();
    words.select(taken, 1, less, Pair { lo: zero, hi: zero }, b);
    words.sub(fewer, 1, rest, taken);

    let results = [
        (large_quotient, quotient),
        (zero, upper),
        (fewer.lo, small_rest),
        (fewer.hi, zero),
    ]
    .map(|(if_large, if_small)| words.op(op::OpSelect, 1, &[large, if_large, if_small]));
    words.op(op::OpCompositeConstruct, 4, &results)
}

/// Emits the upper of two words, shifted left by `by`, less than 32; `rest` is 31 - `by`.
fn funnel_shift(words: &mut Words<'_>, high: u32, low: u32, by: u32, rest: u32) -> u32 {
    let one = words.splat(1, 1);
    let moved = words.op(op::OpShiftLeftLogical, 1, &[high, by]);
    let halfway = words.op(op::OpShiftRightLogical, 1, &[low, one]);
    let passed = words.op(op::OpShiftRightLogical, 1, &[halfway, rest]);
    words.op(op::OpBitwiseOr, 1, &[moved, passed])
}

/// Emits a 16-bit digit of a quotient, and the remainder. The dividend is `high` followed by the 16 bits `next`; the divisor
/// has its first bit set and is greater than `high`.
///
/// The upper digit of the divisor gives an estimate that exceeds the digit by at most two; its lower digit shows whether the
/// estimate is too large.
fn digit(words: &mut Words<'_>, high: u32, next: u32, divisor: u32) -> (u32, u32) {
    let [zero, one, sixteen, half] = [0, 1, 16, 0xFFFF].map(|bits| words.splat(1, bits));
    let first = words.op(op::OpShiftRightLogical, 1, &[divisor, sixteen]);
    let second = words.op(op::OpBitwiseAnd, 1, &[divisor, half]);
    let mut found = words.op(op::OpUDiv, 1, &[high, first]);
    let taken = words.op(op::OpIMul, 1, &[found, first]);
    let mut left = words.op(op::OpISub, 1, &[high, taken]);
    for _ in 0..2 {
        // Too large if it exceeds a digit or the product exceeds the remainder, which can be compared only while the
        // remainder is a digit.
        let overflows = words.compare(op::OpUGreaterThan, 1, &[found, half]);
        let needed = words.op(op::OpIMul, 1, &[found, second]);
        let moved = words.op(op::OpShiftLeftLogical, 1, &[left, sixteen]);
        let there = words.op(op::OpBitwiseOr, 1, &[moved, next]);
        let lacks = words.compare(op::OpUGreaterThan, 1, &[needed, there]);
        let either = words.compare(op::OpLogicalOr, 1, &[overflows, lacks]);
        let decidable = words.compare(op::OpULessThanEqual, 1, &[left, half]);
        let wrong = words.compare(op::OpLogicalAnd, 1, &[either, decidable]);
        let less = words.op(op::OpSelect, 1, &[wrong, one, zero]);
        let back = words.op(op::OpSelect, 1, &[wrong, first, zero]);
        found = words.op(op::OpISub, 1, &[found, less]);
        left = words.op(op::OpIAdd, 1, &[left, back]);
    }
    let moved = words.op(op::OpShiftLeftLogical, 1, &[high, sixteen]);
    let all = words.op(op::OpBitwiseOr, 1, &[moved, next]);
    let taken = words.op(op::OpIMul, 1, &[found, divisor]);
    (found, words.op(op::OpISub, 1, &[all, taken]))
}
