//! Halves as 32-bit floats: the instruction in 32 bits, with its result rounded where a 16-bit unit would round.

use super::{round, UpperBits};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::legalize::scalars::ScalarSet;
use crate::passes::legalize::{Legalize, LowerError, Work, UNKNOWN};
use crate::soft::Soft;
use crate::tables::{glsl_std_450 as glsl, is_float_arithmetic, op};
use crate::views;
use arrayvec::ArrayVec;

/// Whether an instruction on halves has an exact result in 32 bits that is a half, or none of floats.
fn is_exact(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpFNegate | op::OpFOrdEqual..=op::OpFUnordGreaterThanEqual
    )
}

impl Work<'_> {
    /// How a result is rounded.
    fn mode_of(&self, id: u32) -> round::Mode {
        let own = self.tables.conversions.get(id);
        let own = own.and_then(|one| one.rounds_to_zero().ok());
        round::Mode {
            to_zero: own.unwrap_or(self.rounding.to_zero),
            ..self.rounding
        }
    }

    /// Rounds a value of `count` components to halves, unless the caller allows unrounded ones.
    pub fn round_as(&mut self, id: u32, value: u32, count: u32) {
        let mode = self.mode_of(id);
        self.round_by(mode, id, value, count);
    }

    /// Converts 32-bit floats to the halves of type `ty`, whether they are legalized or not.
    pub fn half_as(&mut self, id: u32, ty: u32, value: u32, count: u32) {
        if self.is_promoted(ty) {
            self.round_as(id, value, count);
        } else {
            let half = self.get(ty);
            self.build.op_as(id, op::OpFConvert, half, &[value]);
        }
    }

    fn round_by(&mut self, mode: round::Mode, id: u32, value: u32, count: u32) {
        if self.exact {
            self.build.soft_as(id, mode.function(), count, &[value]);
        } else {
            let float = self.build.float();
            let ty = self.build.vector(float, count);
            self.build.unary_as(id, op::OpCopyObject, ty, value);
        }
        if mode.flush {
            self.set_known(id, UpperBits::FLUSHED);
        }
    }

    /// An operand of an instruction that flushes denormal halves, if that is required.
    fn operand(&mut self, id: u32) -> Result<u32, LowerError> {
        let (value, ty) = (self.get(id), self.input.type_of(id));
        let is_half = self.holds(ty, ScalarSet::FLOAT16) && !self.known(id).has(UpperBits::FLUSHED);
        if !self.rounding.flush || !self.exact || !is_half {
            return Ok(value);
        }
        let slot = |forms: &[[(u32, u32); 2]]| forms.get(id as usize).map(|forms| forms[0]);
        if let Some((block, written)) = slot(&self.tables.forms) {
            if written != 0 && block == self.tables.block {
                return Ok(written);
            }
        }
        let written = match self.shape(ty) {
            Some((Scalar::Float { width: 16 }, count)) => {
                self.build.soft(Soft::HalfFlush, count, &[value])
            }
            // Only matrices are operands as a whole; pointers and structures stay.
            _ => match self.input.view(ty) {
                TypeView::Vector { .. } => {
                    let id = self.build.id();
                    self.by_columns(id, ty, value, |work, id, part, rows| {
                        work.build.soft_as(id, Soft::HalfFlush, rows, &[part]);
                    })?;
                    id
                }
                _ => return Ok(value),
            },
        };
        let Legalize { forms, block, .. } = &mut *self.tables;
        if let Some(slot) = forms.get_mut(id as usize) {
            slot[0] = (*block, written);
        }
        Ok(written)
    }

    /// Rewrites a matrix of halves column by column.
    fn by_columns(
        &mut self,
        id: u32,
        ty: u32,
        matrix: u32,
        mut each: impl FnMut(&mut Self, u32, u32, u32),
    ) -> Result<(), LowerError> {
        let form = self.value_type(ty);
        let facts = self.input.facts;
        let TypeView::Vector {
            component: column,
            count,
        } = facts.type_view(self.input.words, ty)
        else {
            return Err(UNKNOWN);
        };
        let (_, rows) = self.shape(column).ok_or(UNKNOWN)?;
        let column = self.value_type(column);
        let mut columns = ArrayVec::<u32, 4>::new();
        for at in 0..count {
            let part = self.build.op(op::OpCompositeExtract, column, &[matrix, at]);
            let rounded = self.build.id();
            each(self, rounded, part, rows);
            columns.try_push(rounded).map_err(|_| UNKNOWN)?;
        }
        self.build
            .op_as(id, op::OpCompositeConstruct, form, &columns);
        Ok(())
    }

    /// Emits an instruction and rounds its result if it consists of halves.
    pub fn rounded(
        &mut self,
        id: u32,
        ty: u32,
        write: impl FnOnce(&mut Self, u32, u32),
    ) -> Result<(), LowerError> {
        let form = self.value_type(ty);
        if !self.exact || !self.holds(ty, ScalarSet::FLOAT16) {
            write(self, id, form);
            return Ok(());
        }
        let wide = self.build.id();
        write(self, wide, form);
        if let Some((_, count)) = self.shape(ty) {
            self.round_as(id, wide, count);
            return Ok(());
        }
        // A matrix is rounded column by column.
        let mode = self.mode_of(id);
        self.by_columns(id, ty, wide, |work, id, part, rows| {
            work.round_by(mode, id, part, rows);
        })
    }

    /// Whether [`Work::float`] handles an instruction.
    pub fn is_float_instruction(&self, inst: Inst<'_>) -> bool {
        is_float_arithmetic(inst.opcode())
            || matches!(
                inst.opcode(),
                op::OpFConvert
                    | op::OpFmaKHR
                    | op::OpIsNan
                    | op::OpIsInf
                    | op::OpFOrdEqual
                    ..=op::OpFUnordGreaterThanEqual
                        | op::OpDPdx
                    ..=op::OpFwidthCoarse
            )
    }

    /// Rewrites an instruction on halves.
    pub fn float(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.result_type(), inst.result(), inst.opcode());
        match opcode {
            op::OpFConvert => self.convert_float(id, ty, inst.operand()),
            op::OpFmaKHR if self.holds(ty, ScalarSet::FLOAT16) => self.fused(id, ty, inst.from(3)),
            op::OpIsNan | op::OpIsInf => {
                let form = self.value_type(ty);
                self.build.copy_code_as(self.input, inst, form)
            }
            _ => {
                let mut list = ArrayVec::<u32, 2>::new();
                for &operand in inst.operands() {
                    let operand = self.operand(operand)?;
                    list.try_push(operand).map_err(|_| UNKNOWN)?;
                }
                if is_exact(opcode) {
                    let form = self.value_type(ty);
                    self.build.op_as(id, opcode, form, &list);
                    return Ok(());
                }
                let (mode, is_half) = (self.mode_of(id), self.holds(ty, ScalarSet::FLOAT16));
                if let (true, op::OpFAdd | op::OpFSub, &[a, b]) =
                    (mode.to_zero && self.exact && is_half, opcode, &*list)
                {
                    return self.sum(id, ty, opcode, a, b);
                }
                self.rounded(id, ty, |work, id, form| {
                    work.build.op_as(id, opcode, form, &list);
                })
            }
        }
    }

    /// Emits a sum or a difference that is rounded to zero.
    fn sum(&mut self, id: u32, ty: u32, opcode: u16, a: u32, b: u32) -> Result<(), LowerError> {
        let (_, count) = self.shape(ty).ok_or(UNKNOWN)?;
        let (form, mode) = (self.value_type(ty), self.mode_of(id));
        let b = match opcode {
            op::OpFSub => self.build.op(op::OpFNegate, form, &[b]),
            _ => b,
        };
        mode.once_as(self.build, id, Soft::OddSum, count, &[a, b]);
        if mode.flush {
            self.set_known(id, UpperBits::FLUSHED);
        }
        Ok(())
    }

    /// Rewrites an `OpFConvert` to or from halves.
    fn convert_float(&mut self, id: u32, ty: u32, operand: u32) -> Result<(), LowerError> {
        let (Some((from, count)), Some((to, _))) = (self.shape_of(operand), self.shape(ty)) else {
            return Err(UNKNOWN);
        };
        let (value, form) = (self.operand(operand)?, self.value_type(ty));
        if self.legalized.meets(ScalarSet::FLOAT64) {
            // Doubles have 32 bits already.
            let width = |scalar: Scalar| match scalar {
                Scalar::Float { width: 64 } => 32,
                _ => scalar.width(),
            };
            let opcode = match width(from) == width(to) {
                true => op::OpCopyObject,
                false => op::OpFConvert,
            };
            self.build.unary_as(id, opcode, form, value);
            return Ok(());
        }
        match (from, to) {
            (Scalar::Float { width: 16 }, Scalar::Float { width: 16 | 32 }) => {
                self.build.unary_as(id, op::OpCopyObject, form, value);
            }
            (Scalar::Float { width: 16 }, _) => {
                self.build.op_as(id, op::OpFConvert, form, &[value]);
            }
            (Scalar::Float { width: 32 }, _) => self.round_as(id, value, count),
            (Scalar::Float { width: 64 }, _) if self.exact => {
                let mode = self.mode_of(id);
                mode.once_as(self.build, id, Soft::OddFromDouble, count, &[value]);
            }
            _ => self.build.op_as(id, op::OpFConvert, form, &[value]),
        }
        Ok(())
    }

    /// Emits `x * y + z`, rounded once.
    fn fused(&mut self, id: u32, ty: u32, operands: &[u32]) -> Result<(), LowerError> {
        let &[x, y, z] = operands else {
            return Err(UNKNOWN);
        };
        let (_, count) = self.shape(ty).ok_or(UNKNOWN)?;
        let (x, y, z) = (self.operand(x)?, self.operand(y)?, self.operand(z)?);
        if self.exact {
            let mode = self.mode_of(id);
            mode.once_as(self.build, id, Soft::OddFma, count, &[x, y, z]);
        } else {
            let form = self.value_type(ty);
            let product = self.build.op(op::OpFMul, form, &[x, y]);
            self.build.op_as(id, op::OpFAdd, form, &[product, z]);
        }
        Ok(())
    }

    /// Rewrites a conversion from an integer.
    ///
    /// Going through 32-bit floats rounds only once: an integer of at least 2^24, which a 32-bit float may not represent,
    /// becomes infinity as a half, or the largest half.
    pub fn convert_to_float(
        &mut self,
        opcode: u16,
        id: u32,
        ty: u32,
        operand: u32,
    ) -> Result<(), LowerError> {
        let (from, _) = self.shape_of(operand).ok_or(UNKNOWN)?;
        let value = if opcode == op::OpConvertSToF {
            self.sign_extended(operand)?
        } else {
            self.zero_extended(operand)?
        };
        if from.width() == 8 {
            let form = self.value_type(ty);
            self.build.unary_as(id, opcode, form, value);
            return Ok(());
        }
        self.rounded(id, ty, |work, id, form| {
            work.build.op_as(id, opcode, form, &[value]);
        })
    }

    /// Rewrites an instruction of `GLSL.std.450`.
    pub fn extended(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, number) = (
            inst.result_type(),
            inst.result(),
            views::ExtInst(inst).instruction(),
        );
        let operands = views::ExtInst(inst).operands();
        if let Some(done) = self.extended_integer(number, id, ty, operands) {
            return done;
        }
        let mut list = ArrayVec::<u32, 4>::new();
        for &operand in operands {
            let operand = self.operand(operand)?;
            list.try_push(operand).map_err(|_| UNKNOWN)?;
        }
        match number {
            glsl::Fma if !self.holds(ty, ScalarSet::FLOAT64) => {
                return self.fused(id, ty, operands);
            }
            glsl::PackDouble2x32 | glsl::UnpackDouble2x32
                if self.legalized.meets(ScalarSet::FLOAT64) =>
            {
                let operand = operands.first().copied().ok_or(UNKNOWN)?;
                return self.double_bitcast(inst, operand);
            }
            // They must write to memory that only the shader accesses, which has the 32-bit form.
            glsl::Modf | glsl::Frexp => {
                let pointer = operands.get(1).copied().unwrap_or(0);
                let (class, _) = self.pointer_of(pointer);
                if self.is_external_class(class) {
                    return Err(LowerError::Because(
                        "Modf or Frexp into memory that others see",
                    ));
                }
            }
            // The exponent may be narrow.
            glsl::Ldexp => {
                let exponent = operands.get(1).copied().ok_or(UNKNOWN)?;
                let value = self.sign_extended(exponent)?;
                if let Some(slot) = list.get_mut(1) {
                    *slot = value;
                }
            }
            glsl::InterpolateAtCentroid | glsl::InterpolateAtSample | glsl::InterpolateAtOffset => {
                return Err(LowerError::Because("interpolation of native 16-bit inputs"));
            }
            _ => {}
        }
        let exact = matches!(
            number,
            glsl::Round
                | glsl::RoundEven
                | glsl::Trunc
                | glsl::FAbs
                | glsl::FSign
                | glsl::Floor
                | glsl::Ceil
                | glsl::Modf
                | glsl::ModfStruct
                | glsl::Frexp
                | glsl::FrexpStruct
                | glsl::FMin
                | glsl::FMax
                | glsl::FClamp
                | glsl::Step
                | glsl::FaceForward
                | glsl::NMin
                | glsl::NMax
                | glsl::NClamp
        );
        let rounded = matches!(
            number,
            glsl::Fract
                | glsl::Fma
                | glsl::Radians
                | glsl::Degrees
                | glsl::Sin
                ..=glsl::Atan2
                    | glsl::Pow
                ..=glsl::InverseSqrt
                    | glsl::Determinant
                    | glsl::MatrixInverse
                    | glsl::FMix
                    | glsl::SmoothStep
                    | glsl::Ldexp
                    | glsl::Length
                    | glsl::Distance
                    | glsl::Cross
                    | glsl::Normalize
                    | glsl::Reflect
                    | glsl::Refract
        );
        if exact {
            let form = self.value_type(ty);
            self.build.glsl_as(id, number, form, &list);
            return Ok(());
        }
        if !rounded {
            return Err(UNKNOWN);
        }
        self.rounded(id, ty, |work, id, form| {
            work.build.glsl_as(id, number, form, &list);
        })
    }
}
