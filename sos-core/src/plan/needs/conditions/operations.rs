//! Single operations: widths of fused multiply-add and bit instructions, extended instructions, derivatives, casts.

use super::table::{HALF_FLOAT, INT16};
use super::{Checker, Is};
use crate::facts::{is_new_language, Scalar, TypeView};
use crate::plan::import_set;
use crate::tables::{glsl_std_450 as glsl, op, ExtInstSet};
use crate::views;

impl Checker<'_, '_> {
    pub(super) fn fma(&mut self) {
        match self.scalar(self.inst.result_type()).map(Scalar::width) {
            Some(16) => self.need(Is::Fma16),
            Some(32) => self.need(Is::Fma32),
            Some(64) => self.need(Is::Fma64),
            _ => {}
        }
    }

    pub(super) fn bits(&mut self) {
        if let Some(Scalar::Int { width, .. }) = self.scalar_of_value(views::Bits(self.inst).base())
        {
            if width != 32 {
                self.need(Is::OtherBitWidths);
            }
        }
    }

    pub(super) fn extended(&mut self) {
        let inst = self.inst;
        match import_set(self.place.facts, views::ExtInst(inst).set()) {
            ExtInstSet::NonSemantic => {
                self.need(Is::NonSemanticInfo);
                if inst.opcode() == op::OpExtInstWithForwardRefsKHR {
                    self.need(Is::ForwardReferences);
                }
            }
            _ if inst.opcode() == op::OpExtInstWithForwardRefsKHR => {
                self.need(Is::ForwardReferences);
            }
            ExtInstSet::GlslStd450 => self.glsl(),
            _ => {}
        }
    }

    pub(super) fn source(&mut self) {
        if is_new_language(views::Source(self.inst).source_language()) {
            self.need(Is::SourceLanguage);
        }
    }

    fn glsl(&mut self) {
        let inst = self.inst;
        match views::ExtInst(inst).instruction() {
            glsl::InterpolateAtCentroid | glsl::InterpolateAtSample | glsl::InterpolateAtOffset => {
                self.need(Is::Interpolation);
                self.half_float(inst.result_type());
            }
            // The type of the exponent: the pointee, or the second member of the result.
            glsl::Frexp => {
                let exponent = views::ExtInst(inst).operands().get(1);
                let pointer = exponent.map_or(0, |&id| self.place.type_of(id));
                if let TypeView::Pointer { pointee, .. } = self.place.type_view(pointer) {
                    self.int16(pointee);
                }
            }
            glsl::FrexpStruct => {
                let facts = self.place.facts;
                if let Some(ty) = facts.part_type(self.place.words, inst.result_type(), 1) {
                    self.int16(ty);
                }
            }
            _ => {}
        }
    }

    pub(super) fn derivative(&mut self) {
        self.half_float(self.inst.result_type());
    }

    /// SPIR-V 1.4 added `OpUConvert` to `OpSpecConstantOp`.
    pub(super) fn constant_operation(&mut self) {
        if views::SpecConstantOp(self.inst).opcode() == u32::from(op::OpUConvert)
            && self.place.facts.header.minor < 4
        {
            self.declared(INT16, Is::Int16Functions);
        }
    }

    /// In the first extension for physical addresses, these are 64-bit integers only.
    pub(super) fn cast(&mut self) {
        let to = self.place.type_view(self.inst.result_type());
        let from = self
            .place
            .type_view(self.place.type_of(views::Bitcast(self.inst).operand()));
        if let (TypeView::Pointer { .. }, TypeView::Vector { .. })
        | (TypeView::Vector { .. }, TypeView::Pointer { .. }) = (to, from)
        {
            self.need(Is::AddressCasts);
        }
    }

    fn half_float(&mut self, ty: u32) {
        if self.scalar(ty) == Some(Scalar::Float { width: 16 }) {
            self.declared(HALF_FLOAT, Is::HalfFloatFunctions);
        }
    }

    fn int16(&mut self, ty: u32) {
        if let Some(Scalar::Int { width: 16, .. }) = self.scalar(ty) {
            self.declared(INT16, Is::Int16Functions);
        }
    }

    /// Adds a need if the module declares the extension that allows it. In any other module its use is an error.
    fn declared(&mut self, extension: u16, condition: Is) {
        if self.place.facts.extensions.contains(extension) {
            self.need(condition);
        }
    }
}
