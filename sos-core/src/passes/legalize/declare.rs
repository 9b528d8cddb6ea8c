//! Declarations of types, in the forms that the type converter ([`types`](super::types)) gives them.

use super::expand::MOST_PARAMETERS;
use super::scalars::ScalarSet;
use super::types::{Packing, TypeInfo};
use super::{LowerError, Work, UNKNOWN};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

impl Work<'_> {
    /// Emits the forms of a type.
    pub fn type_declaration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (id, opcode) = (inst.word(1), inst.opcode());
        let info = *self.tables.info(id);
        let promoted = info.promoted != ScalarSet::NONE;
        match TypeView::of(inst) {
            TypeView::Pointer { class, pointee } => {
                let is_interface = matches!(class, storage_class::Input | storage_class::Output);
                if is_interface && self.has_vectors(pointee) {
                    return Err(LowerError::Because(
                        "vectors of 64-bit integers in a stage's interface",
                    ));
                }
                let pointee = self.pointee_type(class, pointee);
                self.build.declare_as(id, opcode, None, &[class, pointee]);
                Ok(())
            }
            _ if opcode == op::OpTypeFunction => self.function_type(inst),
            _ if info.count > 0 => {
                self.build.remove(id);
                Ok(())
            }
            TypeView::Scalar(scalar) if promoted => {
                self.promoted_scalar(inst, scalar);
                Ok(())
            }
            TypeView::Vector { component, count } if promoted => {
                self.promoted_vector(inst, component, count)
            }
            TypeView::Vector { component, count } if info.expanded_inside => {
                let column = self.packed_type(self.count(component), false);
                let length = self.build.constant(count);
                let operands = [column, length];
                self.build.declare_as(id, op::OpTypeArray, None, &operands);
                Ok(())
            }
            TypeView::Array { .. } | TypeView::RuntimeArray { .. } | TypeView::Struct(_)
                if promoted || info.expanded_inside =>
            {
                self.aggregate(inst, info)
            }
            TypeView::Array { length, .. } if self.touches(inst) => {
                let element = self.get(views::TypeArray(inst).element_type());
                let length = self.small(length)?;
                self.build.declare_as(id, opcode, None, &[element, length]);
                Ok(())
            }
            // A type does not count as containing what a pointer that is declared later points to.
            TypeView::RuntimeArray { .. } | TypeView::Struct(_) => {
                self.build.copy_global(self.input, inst)
            }
            _ => {
                let mut uses_promoted = false;
                self.input
                    .uses(inst, |used| uses_promoted |= self.is_promoted(used));
                match (uses_promoted, self.touches(inst)) {
                    (true, _) => Err(UNKNOWN),
                    (_, true) => Err(self.expand_error(opcode)),
                    _ => self.build.copy_global(self.input, inst),
                }
            }
        }
    }

    fn promoted_scalar(&mut self, inst: Inst<'_>, scalar: Scalar) {
        let (id, opcode) = (views::TypeNumber(inst).result(), inst.opcode());
        if self.tables.info(id).external {
            let memory = match scalar {
                Scalar::Float { width: 64 } => self.double_bits(1),
                Scalar::Float { .. } if self.converts_bits() => {
                    self.build.declare(op::OpTypeInt, None, &[16, 0])
                }
                _ => self.build.declare(opcode, None, inst.from(2)),
            };
            self.tables.set_info(id, |info| info.memory = memory);
        }
        match scalar {
            Scalar::Int { signed, .. } => {
                let operands = [32, signed.into()];
                self.build.declare_as(id, opcode, None, &operands);
            }
            _ => {
                self.build.declare_as(id, opcode, None, &[32]);
            }
        }
    }

    /// Emits a vector or matrix type.
    fn promoted_vector(
        &mut self,
        inst: Inst<'_>,
        component: u32,
        count: u32,
    ) -> Result<(), LowerError> {
        let (id, opcode) = (views::TypeVectorOrMatrix(inst).result(), inst.opcode());
        if self.tables.info(id).external {
            if opcode == op::OpTypeMatrix && self.holds(id, ScalarSet::FLOAT64) {
                return Err(LowerError::Because(
                    "matrices of 64-bit floats in memory with an explicit layout",
                ));
            }
            if opcode == op::OpTypeMatrix && self.converts_bits() {
                return Err(LowerError::Because(
                    "matrices of 16-bit floats in memory, on a device that may flush denormals where it converts them",
                ));
            }
            let part = self.memory_type(component);
            let memory = self.build.declare(opcode, None, &[part, count]);
            self.tables.set_info(id, |info| info.memory = memory);
        }
        let part = self.value_type(component);
        self.build.declare_as(id, opcode, None, &[part, count]);
        Ok(())
    }

    /// Whether a type ends in a runtime array, or is an array of such blocks: it has no values.
    fn is_unsized(&self, ty: u32) -> bool {
        let view = |ty| self.input.view(ty);
        let block = match view(ty) {
            TypeView::Array { element, .. } => element,
            _ => ty,
        };
        match view(block) {
            TypeView::RuntimeArray { .. } => true,
            TypeView::Struct([.., last]) => matches!(view(*last), TypeView::RuntimeArray { .. }),
            _ => false,
        }
    }

    /// Emits a structure or an array: its form in external memory, if it has one, and that of its values.
    fn aggregate(&mut self, inst: Inst<'_>, info: TypeInfo) -> Result<(), LowerError> {
        let (id, opcode) = (inst.word(1), inst.opcode());
        let mut list = core::mem::take(&mut self.tables.words);
        self.fill_parts(inst, info.explicit, info.external, &mut list)?;
        self.build.declare_as(id, opcode, None, &list);
        if info.external {
            self.tables.set_info(id, |info| info.memory = id);
            if !self.is_unsized(id) {
                self.fill_parts(inst, info.explicit, false, &mut list)?;
                let value = self.build.new_type(opcode, &list);
                self.tables.set_info(id, |info| info.value = value);
            }
        }
        self.tables.words = list;
        Ok(())
    }

    /// Fills a list with the operands of an aggregate type, in one of its forms.
    fn fill_parts(
        &mut self,
        inst: Inst<'_>,
        explicit: bool,
        external: bool,
        list: &mut Vec<u32>,
    ) -> Result<(), LowerError> {
        list.clear();
        if inst.opcode() == op::OpTypeArray {
            list.push(self.single_type(views::TypeArray(inst).element_type(), external, explicit));
            // The length has no forms.
            list.push(self.small(views::TypeArray(inst).length())?);
            return Ok(());
        }
        for &part in inst.from(2) {
            list.push(self.single_type(part, external, explicit));
        }
        Ok(())
    }

    /// Emits a function type: expanded parameters become two.
    fn function_type(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let mut list = core::mem::take(&mut self.tables.words);
        list.clear();
        list.push(self.single_type(inst.word(2), false, false));
        for &parameter in inst.from(3) {
            match self.count(parameter) {
                0 => list.push(self.value_type(parameter)),
                n => {
                    let word = self.words().word(n);
                    list.extend([word, word]);
                }
            }
        }
        if list.len() > MOST_PARAMETERS + 1 {
            return Err(LowerError::Because(
                "a function with too many 64-bit parameters",
            ));
        }
        self.build
            .declare_as(inst.word(1), inst.opcode(), None, &list);
        self.tables.words = list;
        Ok(())
    }

    /// The packed type of `count` expanded scalars, with an explicit layout or without.
    pub fn packed_type(&mut self, count: u32, explicit: bool) -> u32 {
        let pair = self.words().word(2);
        if count <= 1 {
            return pair;
        }
        let Packing { shared, vectors } = self.tables.packing;
        let (slot, which) = ((count - 1) as usize, usize::from(explicit || shared));
        if let Some(&known) = vectors.get(slot).and_then(|types| types.get(which)) {
            if known != 0 {
                return known;
            }
        }
        let length = self.build.constant(count);
        let ty = self.build.new_type(op::OpTypeArray, &[pair, length]);
        if which == 1 {
            self.build.decorate(ty, &[decoration::ArrayStride, 8]);
        }
        let vectors = self.tables.packing.vectors.get_mut(slot);
        if let Some(known) = vectors.and_then(|types| types.get_mut(which)) {
            *known = ty;
        }
        ty
    }
}
