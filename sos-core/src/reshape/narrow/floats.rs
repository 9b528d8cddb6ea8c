//! Halves as 32-bit floats: the instruction in 32 bits, with its result rounded where a 16-bit unit would round.

use super::{round, types::kinds, Refusal, Work, UNKNOWN};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{glsl_std_450 as glsl, is_float_arithmetic, op};
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Rounds a value of `count` components to halves, unless the caller allows unrounded ones.
    pub fn round_as(&mut self, id: u32, value: u32, count: u32) {
        let float = self.frame.float();
        let ty = self.frame.vector(float, count);
        if self.exact {
            let round = round::round(self.frame, count);
            self.frame.call_as(id, ty, round, &[value]);
        } else {
            self.frame.op_as(id, op::OpCopyObject, ty, &[value]);
        }
    }

    /// Emits an instruction and rounds its result if it consists of halves.
    fn rounded(
        &mut self,
        id: u32,
        ty: u32,
        write: impl FnOnce(&mut Self, u32, u32),
    ) -> Result<(), Refusal> {
        let form = self.value_type(ty);
        if !self.exact || self.kinds(ty) & kinds::FLOAT16 == 0 {
            write(self, id, form);
            return Ok(());
        }
        let wide = self.frame.id();
        write(self, wide, form);
        if let Some((_, count)) = self.shape(ty) {
            self.round_as(id, wide, count);
            return Ok(());
        }
        // A matrix is rounded column by column.
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
            let part = self.frame.op(op::OpCompositeExtract, column, &[wide, at]);
            let rounded = self.frame.id();
            self.round_as(rounded, part, rows);
            columns.try_push(rounded).map_err(|_| UNKNOWN)?;
        }
        self.frame
            .op_as(id, op::OpCompositeConstruct, form, &columns);
        Ok(())
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
    pub fn float(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        match opcode {
            op::OpFConvert => self.convert_float(id, ty, inst.word(3)),
            op::OpFmaKHR if self.kinds(ty) & kinds::FLOAT16 != 0 => {
                self.fused(id, ty, inst.from(3))
            }
            op::OpFNegate
            | op::OpIsNan
            | op::OpIsInf
            | op::OpFOrdEqual..=op::OpFUnordGreaterThanEqual => {
                let form = self.value_type(ty);
                self.frame.copy_code_as(self.input, inst, form)
            }
            _ => {
                let mut list = ArrayVec::<u32, 2>::new();
                for &operand in inst.from(3) {
                    list.try_push(self.get(operand)).map_err(|_| UNKNOWN)?;
                }
                self.rounded(id, ty, |work, id, form| {
                    work.frame.op_as(id, opcode, form, &list);
                })
            }
        }
    }

    /// Rewrites an `OpFConvert` to or from halves.
    fn convert_float(&mut self, id: u32, ty: u32, operand: u32) -> Result<(), Refusal> {
        let (Some((from, count)), Some((to, _))) = (self.shape_of(operand), self.shape(ty)) else {
            return Err(UNKNOWN);
        };
        let (value, form) = (self.get(operand), self.value_type(ty));
        if self.lacking.float64 {
            // Doubles have 32 bits already.
            let width = |scalar: Scalar| match scalar {
                Scalar::Float { width: 64 } => 32,
                _ => scalar.width(),
            };
            let opcode = match width(from) == width(to) {
                true => op::OpCopyObject,
                false => op::OpFConvert,
            };
            self.frame.op_as(id, opcode, form, &[value]);
            return Ok(());
        }
        match (from, to) {
            (Scalar::Float { width: 16 }, Scalar::Float { width: 16 | 32 }) => {
                self.frame.op_as(id, op::OpCopyObject, form, &[value]);
            }
            (Scalar::Float { width: 16 }, _) => {
                self.frame.op_as(id, op::OpFConvert, form, &[value]);
            }
            (Scalar::Float { width: 32 }, _) => self.round_as(id, value, count),
            (Scalar::Float { width: 64 }, _) if self.exact => {
                let convert = round::from_double(self.frame, count);
                self.frame.call_as(id, form, convert, &[value]);
            }
            _ => self.frame.op_as(id, op::OpFConvert, form, &[value]),
        }
        Ok(())
    }

    /// Emits `x * y + z`, rounded once.
    fn fused(&mut self, id: u32, ty: u32, operands: &[u32]) -> Result<(), Refusal> {
        let &[x, y, z] = operands else {
            return Err(UNKNOWN);
        };
        let (_, count) = self.shape(ty).ok_or(UNKNOWN)?;
        let (x, y, z) = (self.get(x), self.get(y), self.get(z));
        let form = self.value_type(ty);
        if self.exact {
            let fused = round::fused(self.frame, count);
            self.frame.call_as(id, form, fused, &[x, y, z]);
        } else {
            let product = self.frame.op(op::OpFMul, form, &[x, y]);
            self.frame.op_as(id, op::OpFAdd, form, &[product, z]);
        }
        Ok(())
    }

    /// Rewrites a conversion from an integer.
    ///
    /// Going through 32-bit floats rounds only once: an integer of at least 2^24, which a 32-bit float may not represent,
    /// becomes infinity as a half.
    pub fn convert_to_float(
        &mut self,
        opcode: u16,
        id: u32,
        ty: u32,
        operand: u32,
    ) -> Result<(), Refusal> {
        let (from, _) = self.shape_of(operand).ok_or(UNKNOWN)?;
        let value = if opcode == op::OpConvertSToF {
            self.sign_extended(operand)?
        } else {
            self.zero_extended(operand)?
        };
        if from.width() == 8 {
            let form = self.value_type(ty);
            self.frame.op_as(id, opcode, form, &[value]);
            return Ok(());
        }
        self.rounded(id, ty, |work, id, form| {
            work.frame.op_as(id, opcode, form, &[value]);
        })
    }

    /// Rewrites an instruction of `GLSL.std.450`.
    pub fn extended(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let (ty, id, number) = (inst.word(1), inst.word(2), inst.word(4));
        let operands = inst.from(5);
        if let Some(done) = self.extended_integer(number, id, ty, operands) {
            return done;
        }
        let mut list = ArrayVec::<u32, 4>::new();
        for &operand in operands {
            list.try_push(self.get(operand)).map_err(|_| UNKNOWN)?;
        }
        match number {
            glsl::Fma if self.kinds(ty) & kinds::FLOAT64 == 0 => {
                return self.fused(id, ty, operands);
            }
            glsl::PackDouble2x32 | glsl::UnpackDouble2x32 if self.lacking.float64 => {
                let operand = operands.first().copied().ok_or(UNKNOWN)?;
                return self.double_bitcast(inst, operand);
            }
            // They must write to memory that only the shader accesses, which has the 32-bit form.
            glsl::Modf | glsl::Frexp => {
                let pointer = operands.get(1).copied().unwrap_or(0);
                let (class, _) = self.pointer_of(pointer);
                if self.is_external_class(class) {
                    return Err(Refusal("Modf or Frexp into memory that others see"));
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
                return Err(Refusal("interpolation of native 16-bit inputs"));
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
            self.frame.glsl_as(id, number, form, &list);
            return Ok(());
        }
        if !rounded {
            return Err(UNKNOWN);
        }
        self.rounded(id, ty, |work, id, form| {
            work.frame.glsl_as(id, number, form, &list);
        })
    }
}
