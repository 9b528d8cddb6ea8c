//! Arithmetic on integers of several 32-bit words, lowest word first.

use crate::emit::Builder;
use crate::tables::{glsl_std_450 as glsl, op};
use arrayvec::ArrayVec;

/// The words of an integer: at most four, for the product of two significands of 64-bit floats.
pub type Limbs = ArrayVec<u32, 4>;

/// Emits instructions on 32-bit words.
pub struct Bits<'m, 'b, 's> {
    build: &'m mut Builder<'b, 's>,
    uint: u32,
    bool: u32,
}

impl<'m, 'b, 's> Bits<'m, 'b, 's> {
    /// Declares the types.
    pub fn new(build: &'m mut Builder<'b, 's>) -> Self {
        let (uint, bool) = (build.uint(), build.bool());
        Self { build, uint, bool }
    }

    pub fn word(&mut self, value: u32) -> u32 {
        self.build.constant(value)
    }

    /// The words of a float.
    pub fn words_of(&mut self, value: u32, count: usize) -> Limbs {
        let uint = self.uint;
        if count == 1 {
            let word = self.build.op(op::OpBitcast, uint, &[value]);
            return Limbs::from_iter([word]);
        }
        // `OpBitcast` puts the lowest bits into the first component.
        let vector = self.build.vector(uint, count as u32);
        let words = self.build.op(op::OpBitcast, vector, &[value]);
        (0..count as u32)
            .map(|index| self.build.op(op::OpCompositeExtract, uint, &[words, index]))
            .collect()
    }

    /// The float with these words.
    pub fn float_of(&mut self, ty: u32, words: &Limbs) -> u32 {
        let value = match words.as_slice() {
            &[word] => word,
            words => {
                let vector = self.build.vector(self.uint, words.len() as u32);
                self.build.op(op::OpCompositeConstruct, vector, words)
            }
        };
        self.build.op(op::OpBitcast, ty, &[value])
    }

    pub fn op(&mut self, opcode: u16, a: u32, b: u32) -> u32 {
        self.build.op(opcode, self.uint, &[a, b])
    }

    pub fn compare(&mut self, opcode: u16, a: u32, b: u32) -> u32 {
        self.build.op(opcode, self.bool, &[a, b])
    }

    /// Compares with a constant.
    pub fn is(&mut self, opcode: u16, a: u32, b: u32) -> u32 {
        let b = self.word(b);
        self.compare(opcode, a, b)
    }

    /// And with a constant.
    pub fn and(&mut self, a: u32, mask: u32) -> u32 {
        let mask = self.word(mask);
        self.op(op::OpBitwiseAnd, a, mask)
    }

    /// Adds a constant.
    pub fn add(&mut self, a: u32, b: u32) -> u32 {
        let b = self.word(b);
        self.op(op::OpIAdd, a, b)
    }

    /// Shifts right by a constant.
    pub fn shift_right(&mut self, a: u32, by: u32) -> u32 {
        let by = self.word(by);
        self.op(op::OpShiftRightLogical, a, by)
    }

    /// Shifts left by a constant.
    pub fn shift_left(&mut self, a: u32, by: u32) -> u32 {
        let by = self.word(by);
        self.op(op::OpShiftLeftLogical, a, by)
    }

    /// The minimum of a word and a constant.
    pub fn min(&mut self, a: u32, most: u32) -> u32 {
        let most = self.word(most);
        self.build.glsl(glsl::UMin, self.uint, &[a, most])
    }

    pub fn and_truth(&mut self, a: u32, b: u32) -> u32 {
        self.build.op(op::OpLogicalAnd, self.bool, &[a, b])
    }

    pub fn or_truth(&mut self, a: u32, b: u32) -> u32 {
        self.build.op(op::OpLogicalOr, self.bool, &[a, b])
    }

    pub fn not(&mut self, a: u32) -> u32 {
        self.build.op(op::OpLogicalNot, self.bool, &[a])
    }

    pub fn select(&mut self, condition: u32, yes: u32, no: u32) -> u32 {
        self.build
            .op(op::OpSelect, self.uint, &[condition, yes, no])
    }

    /// Selects one of two constants.
    pub fn choose(&mut self, condition: u32, yes: u32, no: u32) -> u32 {
        let (yes, no) = (self.word(yes), self.word(no));
        self.select(condition, yes, no)
    }

    /// Selects one of two integers.
    pub fn select_all(&mut self, condition: u32, yes: &[u32], no: &[u32]) -> Limbs {
        let pairs = yes.iter().zip(no);
        pairs
            .map(|(&yes, &no)| self.select(condition, yes, no))
            .collect()
    }

    /// Whether an integer is not 0.
    pub fn is_any(&mut self, a: &[u32]) -> u32 {
        let zero = self.word(0);
        let all = a
            .iter()
            .copied()
            .reduce(|all, limb| self.op(op::OpBitwiseOr, all, limb));
        self.compare(op::OpINotEqual, all.unwrap_or(zero), zero)
    }

    /// Whether an integer is greater than another with as many words.
    pub fn is_above(&mut self, a: &[u32], b: &[u32]) -> u32 {
        // From the lowest word up: a higher word decides unless it is equal.
        let mut above = None;
        for (&a, &b) in a.iter().zip(b) {
            let more = self.compare(op::OpUGreaterThan, a, b);
            above = Some(match above {
                None => more,
                Some(below) => {
                    let alike = self.compare(op::OpIEqual, a, b);
                    let below = self.and_truth(alike, below);
                    self.or_truth(more, below)
                }
            });
        }
        above.unwrap_or_else(|| self.build.constant_true())
    }

    /// The number of leading zeros; for 0, the number of bits.
    pub fn leading_zeros(&mut self, a: &[u32]) -> u32 {
        let last = self.word(31);
        let mut zeros = self.word(0);
        for (index, &limb) in a.iter().enumerate() {
            let highest = self.build.glsl(glsl::FindUMsb, self.uint, &[limb]);
            // `FindUMsb` of 0 is -1.
            let own = self.op(op::OpISub, last, highest);
            zeros = match index {
                0 => own,
                _ => {
                    let is_zero = self.is(op::OpIEqual, limb, 0);
                    let more = self.add(zeros, 32);
                    self.select(is_zero, more, own)
                }
            };
        }
        zeros
    }

    /// The sum of two integers and a carry; the carry out is dropped.
    pub fn add_all(&mut self, a: &[u32], b: &[u32], carry: u32) -> Limbs {
        let mut sum = Limbs::new();
        let mut carry = carry;
        for (index, (&limb, &other)) in a.iter().zip(b).enumerate() {
            let both = self.op(op::OpIAdd, limb, other);
            let all = self.op(op::OpIAdd, both, carry);
            sum.push(all);
            if index + 1 < a.len() {
                let first = self.compare(op::OpULessThan, both, limb);
                let second = self.compare(op::OpULessThan, all, both);
                let over = self.or_truth(first, second);
                carry = self.choose(over, 1, 0);
            }
        }
        sum
    }

    /// The product of two integers of one or two words, with twice as many words.
    pub fn multiply(&mut self, a: &[u32], b: &[u32]) -> Limbs {
        let zero = self.word(0);
        let (&[low_a], &[low_b]) = (a, b) else {
            let (&[low_a, high_a], &[low_b, high_b]) = (a, b) else {
                return Limbs::new();
            };
            let [low, upper] = self.multiply_words(low_a, low_b);
            let [lower, high] = self.multiply_words(high_a, high_b);
            let mut sum = Limbs::from([low, upper, lower, high]);
            for (a, b) in [(low_a, high_b), (high_a, low_b)] {
                let [low, high] = self.multiply_words(a, b);
                sum = self.add_all(&sum, &[zero, low, high, zero], zero);
            }
            return sum;
        };
        Limbs::from_iter(self.multiply_words(low_a, low_b))
    }

    /// The product of two words, from products of their halves: `OpUMulExtended` would need a structure type for its result.
    fn multiply_words(&mut self, a: u32, b: u32) -> [u32; 2] {
        let [(low_a, high_a), (low_b, high_b)] =
            [a, b].map(|word| (self.and(word, 0xFFFF), self.shift_right(word, 16)));
        let lowest = self.op(op::OpIMul, low_a, low_b);
        let carried = self.shift_right(lowest, 16);
        let one = self.op(op::OpIMul, high_a, low_b);
        let one = self.op(op::OpIAdd, one, carried);
        let carried = self.and(one, 0xFFFF);
        let other = self.op(op::OpIMul, low_a, high_b);
        let other = self.op(op::OpIAdd, other, carried);
        let low = self.op(op::OpIMul, a, b);
        let high = self.op(op::OpIMul, high_a, high_b);
        let [one, other] = [one, other].map(|word| self.shift_right(word, 16));
        let high = self.op(op::OpIAdd, high, one);
        [low, self.op(op::OpIAdd, high, other)]
    }

    /// Shifts left by less than the number of bits; 0 by any distance.
    pub fn shift_left_all(&mut self, a: &[u32], distance: u32) -> Limbs {
        let zero = self.word(0);
        let mut limbs: Limbs = a.iter().copied().collect();
        for step in steps(a.len()) {
            let bit = self.and(distance, 32 * step as u32);
            let far = self.is(op::OpINotEqual, bit, 0);
            let lower = std::iter::repeat_n(zero, step).chain(limbs.iter().copied());
            let moved: Limbs = lower.take(a.len()).collect();
            limbs = self.select_all(far, &moved, &limbs);
        }
        let near = self.and(distance, 31);
        let last = self.word(31);
        let back = self.op(op::OpISub, last, near);
        let mut below = zero;
        limbs
            .into_iter()
            .map(|limb| {
                let own = self.op(op::OpShiftLeftLogical, limb, near);
                // Two shifts, because a shift by 32 is undefined.
                let carried = self.shift_right(below, 1);
                let carried = self.op(op::OpShiftRightLogical, carried, back);
                below = limb;
                self.op(op::OpBitwiseOr, own, carried)
            })
            .collect()
    }

    /// Shifts right by a constant of 1 to 31 bits.
    pub fn shift_right_by(&mut self, a: &[u32], by: u32) -> Limbs {
        let zero = self.word(0);
        let upper = a.iter().copied().skip(1).chain([zero]);
        a.iter()
            .zip(upper)
            .map(|(&limb, above)| {
                let own = self.shift_right(limb, by);
                let carried = self.shift_left(above, 32 - by);
                self.op(op::OpBitwiseOr, own, carried)
            })
            .collect()
    }

    /// Shifts right by less than the number of bits. If a set bit is shifted out, the lowest bit is set.
    pub fn shift_right_sticky(&mut self, a: &[u32], distance: u32) -> Limbs {
        let zero = self.word(0);
        let mut limbs: Limbs = a.iter().copied().collect();
        let mut lost = zero;
        for step in steps(a.len()) {
            let bit = self.and(distance, 32 * step as u32);
            let far = self.is(op::OpINotEqual, bit, 0);
            for &limb in limbs.iter().take(step) {
                let gone = self.select(far, limb, zero);
                lost = self.op(op::OpBitwiseOr, lost, gone);
            }
            let upper = limbs.iter().copied().skip(step);
            let upper = upper.chain(std::iter::repeat_n(zero, step));
            let moved: Limbs = upper.take(a.len()).collect();
            limbs = self.select_all(far, &moved, &limbs);
        }
        let near = self.and(distance, 31);
        let last = self.word(31);
        let back = self.op(op::OpISub, last, near);
        let lowest = limbs.first().copied().unwrap_or(zero);
        let gone = self.shift_left(lowest, 1);
        let gone = self.op(op::OpShiftLeftLogical, gone, back);
        let lost = self.op(op::OpBitwiseOr, lost, gone);
        let upper: Limbs = limbs.iter().copied().skip(1).chain([zero]).collect();
        let mut limbs: Limbs = limbs
            .iter()
            .zip(upper)
            .map(|(&limb, above)| {
                let own = self.op(op::OpShiftRightLogical, limb, near);
                let carried = self.shift_left(above, 1);
                let carried = self.op(op::OpShiftLeftLogical, carried, back);
                self.op(op::OpBitwiseOr, own, carried)
            })
            .collect();
        let any = self.is(op::OpINotEqual, lost, 0);
        let sticky = self.choose(any, 1, 0);
        if let Some(lowest) = limbs.first_mut() {
            *lowest = self.op(op::OpBitwiseOr, *lowest, sticky);
        }
        limbs
    }
}

/// The powers of two below `count`, descending: the whole-word steps of a shift.
fn steps(count: usize) -> impl Iterator<Item = usize> {
    [2, 1].into_iter().filter(move |&step| step < count)
}
