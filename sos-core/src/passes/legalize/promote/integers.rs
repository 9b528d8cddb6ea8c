//! Integers in 32 bits: which instructions depend on the upper bits, and which extension they require.

use super::UpperBits;
use crate::build::Build;
use crate::facts::Scalar;
use crate::passes::legalize::{Legalize, LowerError, Work, UNKNOWN};
use crate::tables::{glsl_std_450 as glsl, op};
use arrayvec::ArrayVec;

impl Work<'_> {
    /// A constant of the 32-bit form of a type with the same bits in each component.
    pub fn constant(&mut self, ty: u32, bits: u32) -> Option<u32> {
        let (scalar, count) = self.shape(ty)?;
        let component = match scalar {
            Scalar::Int { signed: true, .. } => self.build.int(),
            Scalar::Int { .. } => self.build.uint(),
            Scalar::Float { .. } => self.build.float(),
            Scalar::Bool => return None,
        };
        Some(self.build.splat(component, count, bits))
    }

    /// The width of an integer that is represented in 32 bits.
    fn narrow_width(&self, ty: u32) -> Option<u32> {
        match self.shape(ty)? {
            (Scalar::Int { width, .. }, _) if self.is_promoted(ty) => Some(width),
            _ => None,
        }
    }

    /// A value zero-extended; other than narrow values unchanged.
    pub fn zero_extended(&mut self, id: u32) -> Result<u32, LowerError> {
        self.extended_to(id, UpperBits::ZERO)
    }

    /// A value sign-extended; other than narrow values unchanged.
    pub fn sign_extended(&mut self, id: u32) -> Result<u32, LowerError> {
        self.extended_to(id, UpperBits::SIGN)
    }

    /// A value extended as required: the value itself if known to be, an earlier result of this block, or a new instruction.
    fn extended_to(&mut self, id: u32, wanted: UpperBits) -> Result<u32, LowerError> {
        let ty = self.input.type_of(id);
        let value = self.get(id);
        let Some(width) = self
            .narrow_width(ty)
            .filter(|_| !self.known(id).has(wanted))
        else {
            return Ok(value);
        };
        let at = usize::from(wanted == UpperBits::SIGN);
        let forms = self.tables.forms.get(id as usize).copied();
        let (block, written) = forms
            .and_then(|forms| forms.get(at).copied())
            .unwrap_or_default();
        if written != 0 && block == self.tables.block && !self.in_constants {
            return Ok(written);
        }
        let form = self.value_type(ty);
        let written = if wanted == UpperBits::ZERO {
            let mask = self.constant(ty, (1 << width) - 1).ok_or(UNKNOWN)?;
            self.op(op::OpBitwiseAnd, form, &[value, mask])
        } else if self.in_constants {
            // `OpSpecConstantOp` has no bit field instructions.
            let by = self.constant(ty, 32 - width).ok_or(UNKNOWN)?;
            let up = self.op(op::OpShiftLeftLogical, form, &[value, by]);
            self.op(op::OpShiftRightArithmetic, form, &[up, by])
        } else {
            let (offset, count) = (self.build.constant(0), self.build.constant(width));
            self.op(op::OpBitFieldSExtract, form, &[value, offset, count])
        };
        let Legalize { forms, block, .. } = &mut *self.tables;
        let forms = forms.get_mut(id as usize);
        if let Some(slot) = forms.and_then(|forms| forms.get_mut(at)) {
            *slot = (*block, written);
        }
        Ok(written)
    }

    /// Copies a value to another id, possibly with the other signedness.
    pub fn copy_value(&mut self, id: u32, ty: u32, value: u32, from: u32) {
        let form = self.value_type(ty);
        if form != self.value_type(from) {
            // `OpSpecConstantOp` has no bit cast; but an addition of 0 accepts operands of either signedness.
            if self.in_constants {
                if let Some(nothing) = self.constant(ty, 0) {
                    return self.op_as(id, op::OpIAdd, form, &[value, nothing]);
                }
            }
            self.op_as(id, op::OpBitcast, form, &[value]);
        } else if self.in_constants {
            self.op_as(id, op::OpBitwiseOr, form, &[value, value]);
        } else {
            self.build.unary_as(id, op::OpCopyObject, form, value);
        }
    }

    /// Rewrites an instruction on integers, or a conversion from them.
    pub fn integer(
        &mut self,
        opcode: u16,
        id: u32,
        ty: u32,
        operands: &[u32],
    ) -> Result<(), LowerError> {
        let form = self.value_type(ty);
        let &[a, ref rest @ ..] = operands else {
            return Err(UNKNOWN);
        };
        let b = rest.first().copied().unwrap_or(0);
        match opcode {
            op::OpIAdd | op::OpISub | op::OpIMul | op::OpSNegate => {
                self.plain(opcode, id, form, operands);
            }
            op::OpNot => {
                self.plain(opcode, id, form, operands);
                self.set_known(id, UpperBits(self.known(a).0 & UpperBits::SIGN.0));
            }
            op::OpBitwiseOr | op::OpBitwiseXor => {
                self.plain(opcode, id, form, operands);
                self.set_known(id, self.known(a).and(self.known(b)));
            }
            op::OpBitwiseAnd => {
                self.plain(opcode, id, form, operands);
                let (a, b) = (self.known(a), self.known(b));
                self.set_known(id, UpperBits((a.0 | b.0) & UpperBits::ZERO.0 | a.0 & b.0));
            }
            op::OpUDiv | op::OpUMod => {
                let (a, b) = (self.zero_extended(a)?, self.zero_extended(b)?);
                self.op_as(id, opcode, form, &[a, b]);
                self.set_known(id, UpperBits::ZERO);
            }
            op::OpSDiv | op::OpSRem | op::OpSMod => {
                let (a, b) = (self.sign_extended(a)?, self.sign_extended(b)?);
                self.op_as(id, opcode, form, &[a, b]);
                // The least number divided by -1 is undefined in SPIR-V, but in 32 bits its upper bits differ.
                if opcode != op::OpSDiv {
                    self.set_known(id, UpperBits::SIGN);
                }
            }
            op::OpShiftLeftLogical => {
                let (a, by) = (self.get(a), self.zero_extended(b)?);
                self.op_as(id, opcode, form, &[a, by]);
            }
            op::OpShiftRightLogical => {
                let (a, by) = (self.zero_extended(a)?, self.zero_extended(b)?);
                self.op_as(id, opcode, form, &[a, by]);
                self.set_known(id, UpperBits::ZERO);
            }
            op::OpShiftRightArithmetic => {
                let (a, by) = (self.sign_extended(a)?, self.zero_extended(b)?);
                self.op_as(id, opcode, form, &[a, by]);
                self.set_known(id, UpperBits::SIGN);
            }
            op::OpIEqual | op::OpINotEqual => {
                let both = self.known(a).and(self.known(b));
                let (a, b) = if both.has(UpperBits::SIGN) {
                    (self.sign_extended(a)?, self.sign_extended(b)?)
                } else {
                    (self.zero_extended(a)?, self.zero_extended(b)?)
                };
                self.op_as(id, opcode, form, &[a, b]);
            }
            op::OpUGreaterThan
            | op::OpUGreaterThanEqual
            | op::OpULessThan
            | op::OpULessThanEqual => {
                let (a, b) = (self.zero_extended(a)?, self.zero_extended(b)?);
                self.op_as(id, opcode, form, &[a, b]);
            }
            op::OpSGreaterThan
            | op::OpSGreaterThanEqual
            | op::OpSLessThan
            | op::OpSLessThanEqual => {
                let (a, b) = (self.sign_extended(a)?, self.sign_extended(b)?);
                self.op_as(id, opcode, form, &[a, b]);
            }
            op::OpUConvert | op::OpSConvert => self.convert(opcode, id, ty, a)?,
            op::OpConvertUToF | op::OpConvertSToF => self.convert_to_float(opcode, id, ty, a)?,
            op::OpConvertFToU | op::OpConvertFToS => {
                let value = self.get(a);
                self.op_as(id, opcode, form, &[value]);
            }
            op::OpBitCount => {
                let value = self.zero_extended(a)?;
                self.op_as(id, opcode, form, &[value]);
                self.set_known(id, UpperBits::BOTH);
            }
            op::OpBitReverse => {
                let value = self.get(a);
                let width = self.narrow_width(ty).ok_or(UNKNOWN)?;
                let turned = self.op(opcode, form, &[value]);
                let by = self.constant(ty, 32 - width).ok_or(UNKNOWN)?;
                self.op_as(id, op::OpShiftRightLogical, form, &[turned, by]);
                self.set_known(id, UpperBits::ZERO);
            }
            op::OpBitFieldUExtract | op::OpBitFieldSExtract | op::OpBitFieldInsert => {
                let mut list = ArrayVec::<u32, 4>::new();
                let bits = if opcode == op::OpBitFieldInsert { 2 } else { 1 };
                for (at, &operand) in operands.iter().enumerate().take(bits + 2) {
                    list.push(match at < bits {
                        true => self.get(operand),
                        false => self.zero_extended(operand)?,
                    });
                }
                self.op_as(id, opcode, form, &list);
                let known = match opcode {
                    op::OpBitFieldUExtract => UpperBits::ZERO,
                    op::OpBitFieldSExtract => UpperBits::SIGN,
                    _ => UpperBits::NOTHING,
                };
                self.set_known(id, known);
            }
            op::OpIAddCarry | op::OpISubBorrow | op::OpUMulExtended | op::OpSMulExtended => {
                self.extended_arithmetic(opcode, id, ty, a, b)?;
            }
            op::OpSDot | op::OpUDot | op::OpSUDot => self.dot(opcode, id, ty, a, b)?,
            _ => return Err(UNKNOWN),
        }
        Ok(())
    }

    /// Emits the same instruction, whatever the upper bits are.
    fn plain(&mut self, opcode: u16, id: u32, form: u32, operands: &[u32]) {
        let operands = operands.iter().take(3);
        let list: ArrayVec<u32, 3> = operands.map(|&operand| self.get(operand)).collect();
        self.op_as(id, opcode, form, &list);
    }

    /// Rewrites `OpUConvert` and `OpSConvert` between two narrow types, or a narrow and a native one.
    fn convert(&mut self, opcode: u16, id: u32, ty: u32, operand: u32) -> Result<(), LowerError> {
        let from = self.input.type_of(operand);
        let (Some((source, _)), Some((result, _))) = (self.shape(from), self.shape(ty)) else {
            return Err(UNKNOWN);
        };
        // The source is native and narrow: it is not represented in 32 bits.
        let native = source.width() < 32 && !self.is_promoted(from);
        if native {
            let value = self.get(operand);
            let form = self.value_type(ty);
            self.op_as(id, opcode, form, &[value]);
            return Ok(());
        }
        if source.width() > result.width() {
            // Truncation is free, except from 64 bits.
            let value = self.get(operand);
            if source.width() == 64 || !self.is_promoted(ty) {
                let form = self.value_type(ty);
                self.op_as(id, opcode, form, &[value]);
            } else {
                self.copy_value(id, ty, value, from);
            }
            return Ok(());
        }
        let signed = opcode == op::OpSConvert;
        let value = if signed {
            self.sign_extended(operand)?
        } else {
            self.zero_extended(operand)?
        };
        match result.width() {
            _ if self.is_promoted(ty) => {
                self.copy_value(id, ty, value, from);
                // A narrower number with zeros above is also sign-extended in a wider type.
                self.set_known(
                    id,
                    if signed {
                        UpperBits::SIGN
                    } else {
                        UpperBits::BOTH
                    },
                );
            }
            32 => self.copy_value(id, ty, value, from),
            64 => {
                let form = self.value_type(ty);
                self.op_as(id, opcode, form, &[value]);
            }
            // From 8 bits represented in 32 to a native 16-bit type: the lower bits are valid. Before SPIR-V 1.4, specialization
            // constants cannot be computed by `OpUConvert`.
            _ => {
                let form = self.value_type(ty);
                self.op_as(id, op::OpSConvert, form, &[value]);
            }
        }
        Ok(())
    }

    /// Rewrites `OpIAddCarry` and similar instructions: the 32-bit result contains both parts.
    fn extended_arithmetic(
        &mut self,
        opcode: u16,
        id: u32,
        ty: u32,
        a: u32,
        b: u32,
    ) -> Result<(), LowerError> {
        let from = self.input.type_of(a);
        let width = self.narrow_width(from).ok_or(UNKNOWN)?;
        let form = self.value_type(from);
        let (x, y) = if opcode == op::OpSMulExtended {
            (self.sign_extended(a)?, self.sign_extended(b)?)
        } else {
            (self.zero_extended(a)?, self.zero_extended(b)?)
        };
        let (compute, shift, by) = match opcode {
            op::OpIAddCarry => (op::OpIAdd, op::OpShiftRightLogical, width),
            op::OpISubBorrow => (op::OpISub, op::OpShiftRightLogical, 31),
            op::OpUMulExtended => (op::OpIMul, op::OpShiftRightLogical, width),
            _ => (op::OpIMul, op::OpShiftRightArithmetic, width),
        };
        let low = self.op(compute, form, &[x, y]);
        let by = self.constant(from, by).ok_or(UNKNOWN)?;
        let high = self.op(shift, form, &[low, by]);
        let form = self.value_type(ty);
        self.op_as(id, op::OpCompositeConstruct, form, &[low, high]);
        Ok(())
    }

    /// Emits dot products of vectors of narrow integers, component by component: a sum of up to 32 bits wraps as the result
    /// does.
    fn dot(&mut self, opcode: u16, id: u32, ty: u32, a: u32, b: u32) -> Result<(), LowerError> {
        let (result, _) = self.shape(ty).ok_or(UNKNOWN)?;
        let (from, other) = (self.input.type_of(a), self.input.type_of(b));
        let (_, count) = self
            .shape(from)
            .filter(|_| result.width() <= 32)
            .ok_or(UNKNOWN)?;
        let x = if opcode == op::OpUDot {
            self.zero_extended(a)?
        } else {
            self.sign_extended(a)?
        };
        let y = if opcode == op::OpSDot {
            self.sign_extended(b)?
        } else {
            self.zero_extended(b)?
        };
        let uint = self.build.uint();
        let words = self.build.vector(uint, count);
        let cast = |work: &mut Self, value: u32, ty: u32| {
            if work.value_type(ty) == words {
                value
            } else {
                work.op(op::OpBitcast, words, &[value])
            }
        };
        let (x, y) = (cast(self, x, from), cast(self, y, other));
        let products = self.op(op::OpIMul, words, &[x, y]);
        let mut sum = self.op(op::OpCompositeExtract, uint, &[products, 0]);
        for at in 1..count {
            let part = self.op(op::OpCompositeExtract, uint, &[products, at]);
            sum = self.op(op::OpIAdd, uint, &[sum, part]);
        }
        let form = self.value_type(ty);
        if form == uint {
            self.build.unary_as(id, op::OpCopyObject, form, sum);
        } else if result.width() == 32 || self.is_promoted(ty) {
            self.op_as(id, op::OpBitcast, form, &[sum]);
        } else {
            self.op_as(id, op::OpSConvert, form, &[sum]);
        }
        Ok(())
    }

    /// Rewrites an instruction of `GLSL.std.450` on integers; `None` if it is not one of those.
    pub fn extended_integer(
        &mut self,
        number: u32,
        id: u32,
        ty: u32,
        operands: &[u32],
    ) -> Option<Result<(), LowerError>> {
        let (signed, known) = match number {
            // The least number has no positive counterpart: the result has its bits, as a non-negative 32-bit number.
            glsl::SAbs => (true, UpperBits::ZERO),
            glsl::SSign | glsl::SMin | glsl::SMax | glsl::SClamp => (true, UpperBits::SIGN),
            glsl::UMin | glsl::UMax | glsl::UClamp => (false, UpperBits::ZERO),
            glsl::FindSMsb => (true, UpperBits::SIGN),
            glsl::FindUMsb | glsl::FindILsb => (false, UpperBits::SIGN),
            _ => return None,
        };
        let mut list = ArrayVec::<u32, 3>::new();
        for &operand in operands {
            let value = match signed {
                true => self.sign_extended(operand),
                false => self.zero_extended(operand),
            };
            match value {
                Ok(value) => list.try_push(value).ok()?,
                Err(refusal) => return Some(Err(refusal)),
            }
        }
        let form = self.value_type(ty);
        self.build.glsl_as(id, number, form, &list);
        self.set_known(id, known);
        Some(Ok(()))
    }
}
