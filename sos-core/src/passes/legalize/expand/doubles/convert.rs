//! Conversions between 64-bit floats and other types.
//!
//! ```text
//! from 32 bits              f64_from_float; from 16 bits, by 32                     23 instructions
//! to 32 bits                f64_to_float, or as RoundingModeRTZ of 32 bits asks     42, 27
//!                           after f64_flush_32, if DenormFlushToZero of 32 bits does 5 more
//! to 16 bits                f64_to_float_odd, rounded as any half                   25 and that
//! from integers             f64_from_u32, …_i32; …_u64, …_i64, which are rounded    13, 21, 42, 51
//! to integers               f64_to_u64, …_i64; the lower word of narrower ones      25, 33
//! ```

use super::emit::{FROM_I64, FROM_U64};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::legalize::expand::words::Pair;
use crate::passes::legalize::{LowerError, Work, MALFORMED};
use crate::soft::Soft;
use crate::tables::op;

/// A conversion is one for the whole module.
const DIFFERS: LowerError = LowerError::Because(
    "conversions between 64- and 32-bit floats, where entry points round these, or treat their denormals, in different ways",
);

impl Work<'_> {
    /// Lowers a conversion; `n` and `of` are the numbers of components of an expanded result and operand, or 0.
    pub fn convert_double(&mut self, inst: Inst<'_>, n: u32, of: u32) -> Result<(), LowerError> {
        let (ty, id, operand) = (inst.result_type(), inst.result(), inst.operand());
        match inst.opcode() {
            op::OpFConvert if n > 0 && of == n => {
                let value = self.pair_of(operand, n)?;
                self.alias(id, n, value)
            }
            op::OpFConvert if n > 0 => self.double_from_float(id, n, operand),
            op::OpFConvert => self.double_to_float(id, ty, of, operand),
            op::OpConvertUToF | op::OpConvertSToF if n > 0 => {
                let signed = inst.opcode() == op::OpConvertSToF;
                self.double_from_integer(id, n, signed, operand)
            }
            opcode if of > 0 => {
                let function = match opcode {
                    op::OpConvertFToS => Soft::F64ToI64,
                    _ => Soft::F64ToU64,
                };
                let value = self.pair_of(operand, of)?;
                let value = self.doubles().call(of, function, &[value]);
                self.integer_of_words(id, ty, of, value, opcode)
            }
            _ => Err(MALFORMED),
        }
    }

    fn double_from_float(&mut self, id: u32, n: u32, operand: u32) -> Result<(), LowerError> {
        let (Scalar::Float { width }, count) = self.shape_of(operand).ok_or(MALFORMED)? else {
            return Err(MALFORMED);
        };
        let mut value = self.id(operand)?;
        if count != n || width > 32 {
            return Err(MALFORMED);
        }
        if width == 16 && !self.is_promoted(self.input.type_of(operand)) {
            let float = self.build.float();
            let floats = self.build.vector(float, n);
            value = self.build.op(op::OpFConvert, floats, &[value]);
        }
        if width == 32 && self.singles_differ {
            return Err(DIFFERS);
        }
        let mut value = self.doubles().call_words(n, Soft::F64FromFloat, &[value]);
        if width == 32 {
            value = self.flushed_single(n, value);
        }
        self.alias(id, n, value)
    }

    /// Zeros for what are denormal 32-bit floats, if the module asks for that.
    fn flushed_single(&mut self, n: u32, value: Pair) -> Pair {
        match self.single_rounding.flush {
            true => self.doubles().call(n, Soft::F64Flush32, &[value]),
            false => value,
        }
    }

    fn double_to_float(
        &mut self,
        id: u32,
        ty: u32,
        of: u32,
        operand: u32,
    ) -> Result<(), LowerError> {
        let [mut value] = self.doubles_of(&[operand], of)?;
        let shape = self.shape(ty);
        if matches!(shape, Some((Scalar::Float { width: 32 }, _))) {
            if self.singles_differ {
                return Err(DIFFERS);
            }
            value = self.flushed_single(of, value);
        }
        let operands = [value.lo, value.hi];
        match shape {
            Some((Scalar::Float { width: 32 }, n)) if n == of => {
                let function = match self.single_rounding.to_zero {
                    true => Soft::F64ToFloatZero,
                    false => Soft::F64ToFloat,
                };
                self.build.soft_as(id, function, n, &operands);
                Ok(())
            }
            Some((Scalar::Float { width: 16 }, n)) if n == of => {
                let odd = self.build.soft(Soft::F64ToFloatOdd, n, &operands);
                self.half_as(id, ty, odd, n);
                Ok(())
            }
            _ => Err(MALFORMED),
        }
    }

    fn double_from_integer(
        &mut self,
        id: u32,
        n: u32,
        signed: bool,
        operand: u32,
    ) -> Result<(), LowerError> {
        let (Scalar::Int { width, .. }, count) = self.shape_of(operand).ok_or(MALFORMED)? else {
            return Err(MALFORMED);
        };
        if count != n {
            return Err(MALFORMED);
        }
        if width == 64 {
            let Pair { lo, hi } = self.words_of_long(operand, n)?;
            let functions = if signed { FROM_I64 } else { FROM_U64 };
            let value = self.doubles().round_words(n, functions, &[lo, hi]);
            return self.alias(id, n, value);
        }
        let word = self.word(operand, n, signed)?;
        let value = match signed {
            true => {
                let int = self.build.int();
                let ints = self.build.vector(int, n);
                let word = self.build.op(op::OpBitcast, ints, &[word]);
                self.doubles().call_words(n, Soft::F64FromI32, &[word])
            }
            false => self.doubles().call_words(n, Soft::F64FromU32, &[word]),
        };
        self.alias(id, n, value)
    }

    /// The words of 64-bit integers, expanded or native.
    fn words_of_long(&mut self, id: u32, n: u32) -> Result<Pair, LowerError> {
        if self.count_of(id) > 0 {
            return self.pair_of(id, n);
        }
        let value = self.id(id)?;
        let component = self.component_of(self.input.type_of(id));
        let parts = self.words_of_native(value, component, n);
        Ok(self.doubles().join(&parts))
    }

    /// The type of the components of a native vector, or of a scalar itself.
    fn component_of(&self, ty: u32) -> u32 {
        self.get(match self.input.view(ty) {
            TypeView::Vector { component, .. } => component,
            _ => ty,
        })
    }

    /// Makes words an integer of any width.
    fn integer_of_words(
        &mut self,
        id: u32,
        ty: u32,
        n: u32,
        value: Pair,
        opcode: u16,
    ) -> Result<(), LowerError> {
        match self.shape(ty) {
            Some((Scalar::Int { .. }, count)) if count != n => Err(MALFORMED),
            Some((Scalar::Int { width: 64, .. }, _)) if self.count(ty) == n => {
                self.alias(id, n, value)
            }
            Some((Scalar::Int { width: 64, .. }, _)) => {
                let component = self.component_of(ty);
                let to = self.id(ty)?;
                self.native_of_words(id, (to, component), n, value);
                Ok(())
            }
            Some((Scalar::Int { .. }, _)) => {
                let convert = match opcode {
                    op::OpConvertFToS => op::OpSConvert,
                    _ => op::OpUConvert,
                };
                self.narrowed(id, ty, n, value.lo, convert)
            }
            _ => Err(MALFORMED),
        }
    }
}
