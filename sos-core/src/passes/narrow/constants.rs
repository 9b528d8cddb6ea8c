//! Everything before the functions: execution modes, annotations, constants, global variables.

use super::{round, types::kinds, LowerError, UpperBits, Work, UNKNOWN};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::builder::mark;
use crate::passes::input::captures;
use crate::plan::result;
use crate::specialize::half_to_f32;
use crate::tables::{decoration, execution_mode, op};

impl Work<'_> {
    /// Drops the execution modes of 16-bit floats, of which none remain. `SignedZeroInfNanPreserve` is requested for 32-bit
    /// floats instead; the emitted arithmetic ensures the others.
    pub fn modes(&mut self) -> Result<(), LowerError> {
        let mut conversions = std::mem::take(&mut self.tables.conversions);
        conversions.read(self.input);
        conversions.retain(|one| self.is_narrow(self.input.type_of(one.id)));
        self.tables.conversions = conversions;
        for one in self.tables.conversions.iter() {
            one.rounds_to_zero()?;
        }
        let (mut nearest, mut preserve) = (false, false);
        const KEEPS: u32 = execution_mode::SignedZeroInfNanPreserve;
        for inst in self.input.facts.modes(self.input.words) {
            if (inst.opcode(), inst.word(2), inst.word(3)) == (op::OpExecutionMode, KEEPS, 32) {
                self.build.mark(inst.word(1), mark::HAS_MODE);
            }
        }
        for inst in self.input.facts.modes(self.input.words) {
            let width = match (inst.opcode(), self.shape(inst.word(3))) {
                (op::OpExecutionMode, _) => inst.word(3),
                (_, Some((Scalar::Float { width }, _))) => width,
                _ => continue,
            };
            if !self.lowers(Scalar::Float { width }) {
                continue;
            }
            let is_double = width == 64;
            match inst.word(2) {
                // The caller allows the loss of doubles, so their modes are dropped, too.
                execution_mode::RoundingModeRTZ | execution_mode::DenormFlushToZero
                    if is_double =>
                {
                    self.build.drop_mode_or_name(inst);
                }
                execution_mode::RoundingModeRTZ => {
                    self.rounding.to_zero = true;
                    self.build.drop_mode_or_name(inst);
                }
                execution_mode::DenormFlushToZero => {
                    self.rounding.flush = true;
                    self.build.drop_mode_or_name(inst);
                }
                KEEPS if self.exact => {
                    self.build.drop_mode_or_name(inst);
                    let function = inst.word(1);
                    if !self.build.is_marked(function, mark::HAS_MODE) {
                        self.build.mark(function, mark::HAS_MODE);
                        self.build.mode(&[function, KEEPS, 32]);
                    }
                }
                execution_mode::DenormPreserve
                | execution_mode::SignedZeroInfNanPreserve
                | execution_mode::RoundingModeRTE
                | execution_mode::FPFastMathDefault => {
                    nearest |= inst.word(2) == execution_mode::RoundingModeRTE;
                    preserve |= inst.word(2) == execution_mode::DenormPreserve;
                    self.build.drop_mode_or_name(inst);
                }
                _ => {}
            }
        }
        // Functions may be shared by entry points.
        let round::Mode { to_zero, flush } = self.rounding;
        match self.exact && (to_zero && nearest || flush && preserve) {
            true => Err(LowerError(
                "entry points that round 16-bit floats, or treat their denormals, in different ways",
            )),
            false => Ok(()),
        }
    }

    /// Copies an annotation, unless it would be wrong for the 32-bit form of a narrow value.
    pub fn annotation(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (words, facts) = (self.input.words, self.input.facts);
        let decoration = match inst.opcode() {
            op::OpDecorate => inst.word(2),
            op::OpMemberDecorate => inst.word(3),
            _ => u32::MAX,
        };
        if self.tables.conversions.drops(inst) {
            return Ok(());
        }
        if !self.may_be_wrong(decoration) {
            return self.build.copy_annotation(self.input, inst);
        }
        let ty = match self.input.type_of(inst.word(1)) {
            _ if inst.opcode() == op::OpMemberDecorate => {
                let part = facts.part_type(words, inst.word(1), inst.word(2));
                part.unwrap_or(0)
            }
            0 => inst.word(1),
            ty => ty,
        };
        let held = match facts.type_view(words, ty) {
            TypeView::Pointer { pointee, .. } => pointee,
            _ => ty,
        };
        if !self.is_narrow(held) {
            return self.build.copy_annotation(self.input, inst);
        }
        match decoration {
            // On 32-bit floats `RelaxedPrecision` would lose precision; no-wrap guarantees do not hold with unspecified upper
            // bits; and the mode of one instruction would apply to the last of several only.
            decoration::RelaxedPrecision
            | decoration::NoSignedWrap
            | decoration::NoUnsignedWrap
            | decoration::FPFastMathMode => Ok(()),
            decoration::NoContraction if self.exact && self.kinds(held) & kinds::FLOAT16 != 0 => {
                Ok(())
            }
            decoration::XfbBuffer | decoration::Offset if captures(self.input, inst) => {
                Err(LowerError("transform feedback of 64-bit floats"))
            }
            _ => self.build.copy_annotation(self.input, inst),
        }
    }

    /// Whether a decoration can be wrong for a 32-bit form.
    fn may_be_wrong(&self, decoration: u32) -> bool {
        match decoration {
            decoration::RelaxedPrecision
            | decoration::NoSignedWrap
            | decoration::NoUnsignedWrap
            | decoration::FPFastMathMode
            | decoration::NoContraction => true,
            decoration::XfbBuffer | decoration::Offset => self.lacking.float64,
            _ => false,
        }
    }

    /// Emits a type, constant or global variable.
    pub fn global(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if Self::is_type(inst) {
            return self.type_declaration(inst);
        }
        let (ty, id) = (inst.word(1), inst.word(2));
        match inst.opcode() {
            op::OpVariable => {
                let pointee = self.input.pointee(ty);
                let external = self.is_external_class(inst.word(3));
                if external && self.is_narrow(pointee) && inst.words().len() > 4 {
                    return Err(LowerError(
                        "an initializer of 8- or 16-bit data in an interface",
                    ));
                }
                self.build.copy_global(self.input, inst)
            }
            op::OpSpecConstantOp if self.touches(inst) => {
                self.count(ty);
                self.constant_operation(inst)
            }
            _ if result(inst).is_none() || !self.is_narrow(ty) => {
                // If the result is not narrow, no operand may be.
                if self.touches(inst) && !crate::plan::is_non_semantic(self.input.facts, inst) {
                    return Err(UNKNOWN);
                }
                self.build.copy_global(self.input, inst)
            }
            op::OpConstant | op::OpSpecConstant => {
                let (bits, mut known) = self.literal(ty, inst.from(3)).ok_or(UNKNOWN)?;
                if inst.opcode() == op::OpSpecConstant {
                    // Any number of the type is possible.
                    let signed =
                        matches!(self.shape(ty), Some((Scalar::Int { signed: true, .. }, _)));
                    known = if signed {
                        UpperBits::SIGN
                    } else {
                        UpperBits::ZERO
                    };
                }
                let value = self.value_type(ty);
                self.build
                    .declare_as(id, inst.opcode(), Some(value), &[bits]);
                self.set_known(id, known);
                Ok(())
            }
            op::OpConstantNull | op::OpUndef => {
                let value = self.value_type(ty);
                self.build.declare_as(id, inst.opcode(), Some(value), &[]);
                if inst.opcode() == op::OpConstantNull {
                    self.set_known(id, UpperBits::ALL);
                }
                Ok(())
            }
            op::OpConstantComposite | op::OpSpecConstantComposite => {
                let mut list = std::mem::take(&mut self.tables.words);
                list.clear();
                list.extend(inst.from(3).iter().map(|&part| self.get(part)));
                let value = self.value_type(ty);
                self.build.declare_as(id, inst.opcode(), Some(value), &list);
                self.tables.words = list;
                let parts = inst.from(3).iter();
                let known = parts.fold(UpperBits::ALL, |known, &id| known.and(self.known(id)));
                self.set_known(id, known);
                Ok(())
            }
            _ => Err(UNKNOWN),
        }
    }

    /// The 32-bit form of a literal.
    fn literal(&self, ty: u32, words: &[u32]) -> Option<(u32, UpperBits)> {
        let (scalar, _) = self.shape(ty)?;
        let word = words.first().copied()?;
        Some(match scalar {
            Scalar::Float { width: 64 } => {
                let bits = u64::from(words.get(1).copied()?) << 32 | u64::from(word);
                ((f64::from_bits(bits) as f32).to_bits(), UpperBits::NOTHING)
            }
            Scalar::Float { .. } => {
                let is_denormal = (1..0x0400).contains(&(word & 0x7FFF));
                let known = match is_denormal {
                    true => UpperBits::NOTHING,
                    false => UpperBits::FLUSHED,
                };
                (half_bits_to_f32(word), known)
            }
            Scalar::Int { width, signed } => {
                let unused = 32 - width;
                let zero = word << unused >> unused;
                let sign = ((word << unused) as i32 >> unused) as u32;
                match (zero == sign, signed) {
                    (true, _) => (zero, UpperBits::BOTH),
                    (false, true) => (sign, UpperBits::SIGN),
                    (false, false) => (zero, UpperBits::ZERO),
                }
            }
            Scalar::Bool => return None,
        })
    }

    /// Emits an operation on open specialization constants, as one or several 32-bit ones.
    fn constant_operation(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.word(3) as u16);
        let operands = inst.from(4);
        match opcode {
            op::OpFConvert => {
                // Both types have the same form. Conversions that round have become instructions before
                // ([`computed`](crate::passes::computed)).
                let value = operands.first().copied().unwrap_or(0);
                let count = self.shape(ty).map_or(1, |(_, count)| count);
                let (value, ty) = (self.get(value), self.value_type(ty));
                if count == 1 {
                    let bool = self.build.bool();
                    let truth = self.build.declare(op::OpConstantTrue, Some(bool), &[]);
                    let operands = [truth, value, value];
                    self.build.constant_op(id, ty, op::OpSelect, &operands);
                } else {
                    let mut list = std::mem::take(&mut self.tables.words);
                    list.clear();
                    list.extend([value, value]);
                    list.extend(0..count);
                    self.build.constant_op(id, ty, op::OpVectorShuffle, &list);
                    self.tables.words = list;
                }
                Ok(())
            }
            op::OpCompositeExtract | op::OpCompositeInsert | op::OpVectorShuffle | op::OpSelect => {
                self.copy_constant_with_value_type(inst)
            }
            _ => self.integer(opcode, id, ty, operands),
        }
    }

    /// Copies a constant operation with the result type in the form of values.
    fn copy_constant_with_value_type(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let ty = self.value_type(inst.word(1));
        self.build.copy_global_as(self.input, inst, ty)
    }
}

/// The bits of the 32-bit float that 16 bits encode; NaN payload bits keep their positions.
fn half_bits_to_f32(bits: u32) -> u32 {
    let (sign, magnitude) = ((bits & 0x8000) << 16, bits & 0x7FFF);
    if magnitude > 0x7C00 {
        return sign | 0x7F80_0000 | (magnitude & 0x03FF) << 13;
    }
    half_to_f32(bits as u16).to_bits()
}
