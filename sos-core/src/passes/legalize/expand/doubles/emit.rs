//! The emitter of arithmetic on 64-bit floats. Operands and results are words; every method works on `n` components at once.

use super::super::words::{Pair, Words};
use crate::build::Build;
use crate::passes::legalize::{round, Work};
use crate::soft::Soft;
use crate::tables::op;
use arrayvec::ArrayVec;

/// The sign bit of the upper word, and all others.
const SIGN: u32 = 1 << 31;
const MAGNITUDE: u32 = SIGN - 1;
/// The upper word of infinity.
const INFINITY: u32 = 0x7FF0_0000;

/// Functions that round to nearest even, and that round towards zero.
type Rounded = [Soft; 2];

const ADD: Rounded = [Soft::F64Add, Soft::F64AddZero];
const MULTIPLY: Rounded = [Soft::F64Multiply, Soft::F64MultiplyZero];
const DIVIDE: Rounded = [Soft::F64Divide, Soft::F64DivideZero];
const SQRT: Rounded = [Soft::F64Sqrt, Soft::F64SqrtZero];
const FMA: Rounded = [Soft::Fma64, Soft::Fma64Zero];
const LDEXP: Rounded = [Soft::F64Ldexp, Soft::F64LdexpZero];
pub const FROM_U64: Rounded = [Soft::F64FromU64, Soft::F64FromU64Zero];
pub const FROM_I64: Rounded = [Soft::F64FromI64, Soft::F64FromI64Zero];

/// The emitter, in the rounding mode of the module.
pub struct Doubles<'a> {
    pub words: Words<'a>,
    mode: round::Mode,
}

impl Work<'_> {
    /// The emitter of arithmetic on 64-bit floats.
    pub fn doubles(&mut self) -> Doubles<'_> {
        Doubles {
            mode: self.double_rounding,
            words: self.words(),
        }
    }

    /// Makes floats that are equal have equal words. Returns whether none of the components is NaN, which equals nothing.
    pub fn comparable(&mut self, n: u32, value: &mut Pair) -> u32 {
        let mut doubles = self.doubles();
        let zero = doubles.constant(n, 0.0);
        let is_zero = doubles.compare(n, Soft::F64Equal, *value, zero);
        let nan = doubles.words.build.id();
        doubles.is_nan_as(nan, n, *value);
        *value = doubles.select(n, is_zero, zero, *value);
        let words = &mut doubles.words;
        let truth = words.truth(1);
        let any = match n {
            1 => nan,
            _ => words.build.op(op::OpAny, truth, &[nan]),
        };
        words.build.op(op::OpLogicalNot, truth, &[any])
    }
}

impl Doubles<'_> {
    /// Calls a function on words whose result is a structure that begins with two of them.
    pub fn call_words(&mut self, n: u32, function: Soft, operands: &[u32]) -> Pair {
        let to = self.words.new_pair();
        self.words.soft(to, n, function, operands, 0);
        to
    }

    /// Calls a function on 64-bit floats that is exact.
    pub fn call(&mut self, n: u32, function: Soft, operands: &[Pair]) -> Pair {
        self.call_words(n, function, &flat(operands))
    }

    /// Calls the function for the rounding mode.
    pub fn round_words(&mut self, n: u32, functions: Rounded, operands: &[u32]) -> Pair {
        let [nearest, zero] = functions;
        let function = if self.mode.to_zero { zero } else { nearest };
        let value = self.call_words(n, function, operands);
        self.flushed(n, value)
    }

    fn round(&mut self, n: u32, functions: Rounded, operands: &[Pair]) -> Pair {
        self.round_words(n, functions, &flat(operands))
    }

    /// The value without denormals, if the module asks for that.
    pub fn flushed(&mut self, n: u32, a: Pair) -> Pair {
        match self.mode.flush {
            true => self.call(n, Soft::F64Flush, &[a]),
            false => a,
        }
    }

    pub fn add(&mut self, n: u32, a: Pair, b: Pair) -> Pair {
        self.round(n, ADD, &[a, b])
    }

    pub fn subtract(&mut self, n: u32, a: Pair, b: Pair) -> Pair {
        let b = self.negate(n, b);
        self.add(n, a, b)
    }

    pub fn multiply(&mut self, n: u32, a: Pair, b: Pair) -> Pair {
        self.round(n, MULTIPLY, &[a, b])
    }

    pub fn divide(&mut self, n: u32, a: Pair, b: Pair) -> Pair {
        self.round(n, DIVIDE, &[a, b])
    }

    pub fn sqrt(&mut self, n: u32, a: Pair) -> Pair {
        self.round(n, SQRT, &[a])
    }

    pub fn fma(&mut self, n: u32, a: Pair, b: Pair, c: Pair) -> Pair {
        self.round(n, FMA, &[a, b, c])
    }

    /// `a` times two to the power of `by`.
    pub fn scale(&mut self, n: u32, a: Pair, by: u32) -> Pair {
        self.round_words(n, LDEXP, &[a.lo, a.hi, by])
    }

    pub fn negate(&mut self, n: u32, a: Pair) -> Pair {
        self.change_upper(n, op::OpBitwiseXor, a, SIGN)
    }

    pub fn abs(&mut self, n: u32, a: Pair) -> Pair {
        self.change_upper(n, op::OpBitwiseAnd, a, MAGNITUDE)
    }

    fn change_upper(&mut self, n: u32, opcode: u16, a: Pair, bits: u32) -> Pair {
        let bits = self.words.splat(n, bits);
        let hi = self.words.op(opcode, n, &[a.hi, bits]);
        Pair { lo: a.lo, hi }
    }

    /// Calls a comparison.
    pub fn compare(&mut self, n: u32, function: Soft, a: Pair, b: Pair) -> u32 {
        self.words.build.soft(function, n, &flat(&[a, b]))
    }

    pub fn is_nan_as(&mut self, id: u32, n: u32, a: Pair) {
        self.words.build.soft_as(id, Soft::F64IsNan, n, &flat(&[a]));
    }

    pub fn is_infinite_as(&mut self, id: u32, n: u32, a: Pair) {
        let size = self.abs(n, a);
        let words = &mut self.words;
        let infinity = Pair {
            lo: words.splat(n, 0),
            hi: words.splat(n, INFINITY),
        };
        words.equal_as(id, n, true, size, infinity);
    }

    /// `condition ? a : b`, with a Boolean for each component.
    pub fn select(&mut self, n: u32, condition: u32, a: Pair, b: Pair) -> Pair {
        let to = self.words.new_pair();
        self.words.select(to, n, condition, a, b);
        to
    }

    /// A constant with the same value in each component.
    pub fn constant(&mut self, n: u32, value: f64) -> Pair {
        let bits = value.to_bits();
        Pair {
            lo: self.words.splat(n, bits as u32),
            hi: self.words.splat(n, (bits >> 32) as u32),
        }
    }

    /// A scalar in each component.
    pub fn splat(&mut self, n: u32, a: Pair) -> Pair {
        if n == 1 {
            return a;
        }
        let parts = [a; 4];
        self.join(parts.get(..n as usize).unwrap_or(&parts))
    }

    /// A vector of scalars; a single one is itself.
    pub fn join(&mut self, parts: &[Pair]) -> Pair {
        if let &[one] = parts {
            return one;
        }
        let to = self.words.new_pair();
        self.words.join(to, parts);
        to
    }

    /// The components of a vector.
    pub fn parts(&mut self, n: u32, a: Pair) -> ArrayVec<Pair, 4> {
        match n {
            1 => core::iter::once(a).collect(),
            _ => (0..n.min(4)).map(|at| self.words.part(a, at)).collect(),
        }
    }

    /// The sum of scalars or vectors, from the last to the first.
    pub fn sum(&mut self, n: u32, all: &[Pair]) -> Pair {
        let mut all = all.iter().rev().copied();
        let last = all.next().unwrap_or_default();
        all.fold(last, |sum, one| self.add(n, sum, one))
    }

    /// The sum of products of components.
    pub fn dot(&mut self, n: u32, a: Pair, b: Pair) -> Pair {
        let products = self.multiply(n, a, b);
        let products = self.parts(n, products);
        self.sum(1, &products)
    }

    /// The length of a vector.
    pub fn length(&mut self, n: u32, a: Pair) -> Pair {
        match n {
            1 => self.abs(1, a),
            _ => {
                let square = self.dot(n, a, a);
                self.sqrt(1, square)
            }
        }
    }
}

/// The words of operands, as functions take them.
fn flat(operands: &[Pair]) -> ArrayVec<u32, 6> {
    let words = operands.iter().flat_map(|one| [one.lo, one.hi]);
    words.take(6).collect()
}
