//! Operations on 64-bit floats, which are represented by the two words of their bits, as 64-bit integers are.
//!
//! ```text
//! %c = OpFAdd %double %a %b             %s = OpFunctionCall %pair_of_uint %f64_add %a %a_hi %b %b_hi
//!                                ──▶    %c = OpCompositeExtract %uint %s 0
//!                                       %c_hi = OpCompositeExtract %uint %s 1
//! ```
//!
//! All arithmetic is in functions of the soft library (`shaderlib/soft/f64*.glsl`); vectors call those of vectors, so a vector takes
//! as many instructions as a scalar. What is expressed by other operations is composed of them here, in the files:
//!
//! | | |
//! |---|---|
//! | [`emit`] | the emitter: one method for each operation, in the module's rounding mode |
//! | [`convert`] | conversions from and to other types |
//! | [`functions`] | `GLSL.std.450` |
//! | [`matrices`] | matrices, which are arrays of packed columns |
//!
//! # Exactness
//! Addition, subtraction, multiplication, division, square root, fused multiply-add, comparisons and conversions are those of
//! IEEE 754: rounded to nearest even, with denormals, infinities and signed zeros; a NaN is the default one. If the module asks for
//! `RoundingModeRTZ` of 64 bits, they round towards zero; with `DenormFlushToZero`, denormal operands and results are zeros. What is
//! composed is defined by the formula that Vulkan's precision requirements state ("Precision and Operation of SPIR-V
//! Instructions"): `OpFRem` is x − y trunc(x / y), `OpFMod` x − y floor(x / y), `FMix` x (1 − a) + y a, and so on.
//! `docs/doubles.md` has the errors.
//!
//! # Pitfalls
//! - A product and a sum are never contracted, so `NoContraction` asks for nothing.
//! - The operands of a comparison may be NaN: what is not ordered is the negation of the reverse order.
//! - Entry points that ask for different modes cannot share functions, so such modules are refused.

mod convert;
mod emit;
mod functions;
mod matrices;
#[cfg(test)]
mod tests;

use super::words::Pair;
use super::{LowerError, Work, MALFORMED};
use crate::build::Build;
use crate::inst::Inst;
use crate::soft::Soft;
use crate::tables::op;

impl Work<'_> {
    /// Lowers an operation on 64-bit floats, or with a result of `n` of them.
    pub fn double(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, first, opcode) = (inst.word(2), inst.word(3), inst.opcode());
        let of = self.count_of(first);
        match opcode {
            op::OpFAdd | op::OpFSub | op::OpFMul | op::OpFDiv | op::OpFRem | op::OpFMod
                if n > 0 =>
            {
                self.double_arithmetic(inst, n)
            }
            op::OpFNegate if n > 0 => {
                let a = self.pair_of(first, n)?;
                let value = self.doubles().negate(n, a);
                self.alias(id, n, value)
            }
            op::OpFmaKHR if n > 0 => {
                let [a, b, c] = self.doubles_of(inst.from(3), n)?;
                let value = self.doubles().fma(n, a, b, c);
                self.alias(id, n, value)
            }
            op::OpVectorTimesScalar if n > 0 => {
                let [a] = self.doubles_of(&[first], n)?;
                let [b] = self.doubles_of(inst.from(4), 1)?;
                let mut doubles = self.doubles();
                let b = doubles.splat(n, b);
                let value = doubles.multiply(n, a, b);
                self.alias(id, n, value)
            }
            op::OpDot if n == 1 => {
                let [a, b] = self.doubles_of(inst.from(3), of)?;
                let value = self.doubles().dot(of, a, b);
                self.alias(id, n, value)
            }
            op::OpMatrixTimesScalar
            | op::OpVectorTimesMatrix
            | op::OpMatrixTimesVector
            | op::OpMatrixTimesMatrix
            | op::OpOuterProduct => self.double_matrix(inst),
            op::OpIsNan | op::OpIsInf if of > 0 => {
                let a = self.pair_of(first, of)?;
                let mut doubles = self.doubles();
                match opcode {
                    op::OpIsNan => doubles.is_nan_as(id, of, a),
                    _ => doubles.is_infinite_as(id, of, a),
                }
                Ok(())
            }
            op::OpFOrdEqual..=op::OpFUnordGreaterThanEqual if of > 0 => {
                self.double_comparison(inst, of)
            }
            op::OpFConvert
            | op::OpConvertFToU
            | op::OpConvertFToS
            | op::OpConvertUToF
            | op::OpConvertSToF => self.convert_double(inst, n, of),
            op::OpExtInst => self.double_function(inst, n),
            _ => Err(LowerError::NoCounterpart),
        }
    }

    /// The words of operands of `n` components, as arithmetic takes them.
    fn doubles_of<const K: usize>(&mut self, ids: &[u32], n: u32) -> Result<[Pair; K], LowerError> {
        let mut all = [Pair::default(); K];
        for (at, pair) in all.iter_mut().enumerate() {
            let value = self.pair_of(ids.get(at).copied().ok_or(MALFORMED)?, n)?;
            *pair = self.doubles().flushed(n, value);
        }
        Ok(all)
    }

    fn double_arithmetic(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let [a, b] = self.doubles_of(inst.from(3), n)?;
        let mut doubles = self.doubles();
        let value = match inst.opcode() {
            op::OpFAdd => doubles.add(n, a, b),
            op::OpFSub => doubles.subtract(n, a, b),
            op::OpFMul => doubles.multiply(n, a, b),
            op::OpFDiv => doubles.divide(n, a, b),
            opcode => {
                let whole = match opcode {
                    op::OpFRem => Soft::F64Trunc,
                    _ => Soft::F64Floor,
                };
                let quotient = doubles.divide(n, a, b);
                let whole = doubles.call(n, whole, &[quotient]);
                let product = doubles.multiply(n, b, whole);
                doubles.subtract(n, a, product)
            }
        };
        self.alias(inst.result(), n, value)
    }

    /// Emits a comparison. One that is true if an operand is NaN is the negation of the opposite one.
    fn double_comparison(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let [a, b] = self.doubles_of(inst.from(3), n)?;
        let (function, turned, negated) = match inst.opcode() {
            op::OpFOrdEqual => (Soft::F64Equal, false, false),
            op::OpFUnordEqual => (Soft::F64Unequal, false, true),
            op::OpFOrdNotEqual => (Soft::F64Unequal, false, false),
            op::OpFUnordNotEqual => (Soft::F64Equal, false, true),
            op::OpFOrdLessThan => (Soft::F64Less, false, false),
            op::OpFUnordLessThan => (Soft::F64LessEqual, true, true),
            op::OpFOrdGreaterThan => (Soft::F64Less, true, false),
            op::OpFUnordGreaterThan => (Soft::F64LessEqual, false, true),
            op::OpFOrdLessThanEqual => (Soft::F64LessEqual, false, false),
            op::OpFUnordLessThanEqual => (Soft::F64Less, true, true),
            op::OpFOrdGreaterThanEqual => (Soft::F64LessEqual, true, false),
            op::OpFUnordGreaterThanEqual => (Soft::F64Less, false, true),
            _ => return Err(MALFORMED),
        };
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let operands = [a.lo, a.hi, b.lo, b.hi];
        let id = inst.result();
        if negated {
            let truth = self.build.soft(function, n, &operands);
            let ty = self.words().truth(n);
            self.build.op_as(id, op::OpLogicalNot, ty, &[truth]);
        } else {
            self.build.soft_as(id, function, n, &operands);
        }
        Ok(())
    }
}
