//! Variables: initializers, images without a format, runtime arrays, and stores in graphics stages.

use super::{Checker, Is};
use crate::facts::{is_formatless, TypeView};
use crate::plan::stage_bit;
use crate::tables::{decoration, dim, execution_model as model, op, storage_class};
use crate::views;

impl Checker<'_, '_> {
    pub(super) fn variable(&mut self) {
        let (facts, words) = (self.place.facts, self.place.words);
        let inst = self.inst;
        let TypeView::Pointer { class, pointee } = facts.type_view(words, inst.result_type())
        else {
            return;
        };
        match class {
            storage_class::Workgroup if inst.words().len() > 4 => self.need(Is::ZeroInitialize),
            storage_class::UniformConstant => self.formatless(pointee),
            storage_class::Uniform => {
                let block = facts.element(words, pointee);
                let last = match facts.type_view(words, block) {
                    TypeView::Struct(members) => members.last().copied().unwrap_or(0),
                    _ => 0,
                };
                let unsized_array =
                    matches!(facts.type_view(words, last), TypeView::RuntimeArray { .. });
                if unsized_array && !facts.is_buffer_block(words, block) {
                    self.need(Is::UnsizedUniformArray);
                }
            }
            _ => {}
        }
    }

    /// The same for variables whose pointer type is untyped.
    pub(super) fn untyped_variable(&mut self) {
        if views::UntypedVariableKHR(self.inst).storage_class() == storage_class::Workgroup
            && self.inst.words().len() > 5
        {
            self.need(Is::ZeroInitialize);
        }
    }

    /// Without format features, a storage image without a format must be declared `NonWritable` or `NonReadable`.
    fn formatless(&mut self, pointee: u32) {
        let (facts, words) = (self.place.facts, self.place.words);
        let id = self.inst.result();
        let image = facts.def(words, facts.element(words, pointee));
        if !image.is_some_and(is_formatless) {
            return;
        }
        if !facts.is_marked(id, decoration::NonWritable) {
            self.need(Is::WriteWithoutFormat);
        }
        if !facts.is_marked(id, decoration::NonReadable) {
            self.need(Is::ReadWithoutFormat);
        }
    }

    /// Checks storage buffers and images in stages whose stores are a feature. The rule is about variables, not about stores:
    /// those that are not `NonWritable` are not allowed at all. It is checked where a function uses the variable.
    pub(super) fn storage(&mut self) {
        let fragment = stage_bit(model::Fragment);
        let vertices = stage_bit(model::Vertex)
            | stage_bit(model::TessellationControl)
            | stage_bit(model::TessellationEvaluation)
            | stage_bit(model::Geometry);
        if self.stages() & (fragment | vertices) == 0 {
            return;
        }
        let operands = self.inst.from(if self.inst.has_type() { 3 } else { 1 });
        // Pointers are the first operands, except in calls, phis and selections.
        let pointers = match self.inst.opcode() {
            op::OpFunctionCall | op::OpPhi | op::OpSelect => operands.len(),
            op::OpCopyMemory | op::OpCopyMemorySized => 2,
            _ => 1,
        };
        if !operands
            .iter()
            .take(pointers)
            .any(|&id| self.is_writable_storage(id))
        {
            return;
        }
        if self.stages() & fragment != 0 {
            self.need(Is::FragmentStores);
        }
        if self.stages() & vertices != 0 {
            self.need(Is::VertexPipelineStores);
        }
    }

    fn is_writable_storage(&self, id: u32) -> bool {
        let (facts, words) = (self.place.facts, self.place.words);
        let Some(variable) = facts
            .def(words, id)
            .filter(|def| def.opcode() == op::OpVariable)
        else {
            return false;
        };
        let TypeView::Pointer { class, pointee } = facts.type_view(words, variable.result_type())
        else {
            return false;
        };
        let element = facts.element(words, pointee);
        let storage = match class {
            storage_class::StorageBuffer => true,
            storage_class::Uniform => facts.is_buffer_block(words, element),
            storage_class::UniformConstant => facts.def(words, element).is_some_and(|ty| {
                ty.opcode() == op::OpTypeImage
                    && views::TypeImage(ty).sampled() == 2
                    && views::TypeImage(ty).dim() != dim::SubpassData
            }),
            _ => false,
        };
        storage
            && !facts.is_marked(id, decoration::NonWritable)
            && !facts.members_marked(words, element, decoration::NonWritable)
    }
}
