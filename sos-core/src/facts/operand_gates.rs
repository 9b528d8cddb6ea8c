//! Gates that depend on the operands of an instruction.

use super::offsets::{constant_range, image_operands, is_gather};
use super::{Facts, Gates, Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{
    atomic_pointer, execution_mode as m, image_operands as image, op, op_hot, scope,
};
use crate::views;

impl Facts {
    pub(super) fn atomic(&mut self, words: &[u32], inst: Inst<'_>) {
        let ty = match inst.opcode() {
            op::OpAtomicStore => self.type_of(words, views::AtomicStore(inst).value()),
            op::OpAtomicFlagClear => 0,
            _ => inst.result_type(),
        };
        if !matches!(
            self.type_view(words, ty),
            TypeView::Scalar(Scalar::Int { width: 32, .. })
        ) {
            self.gates.insert(Gates::WIDE_ATOMIC);
        }
        self.scope(words, inst.word(atomic_pointer(inst.opcode()) + 1));
    }

    /// Records a memory scope. Only some scopes are supported everywhere.
    pub(super) fn scope(&mut self, words: &[u32], id: u32) {
        let scope = self
            .def(words, id)
            .map_or(u32::MAX, |def| def.literal() as u32);
        self.subgroup_memory |= scope == scope::Subgroup;
        if !matches!(
            scope,
            scope::Workgroup | scope::Subgroup | scope::Invocation
        ) {
            self.gates.insert(Gates::SCOPE);
        }
    }

    pub(super) fn bits(&mut self, words: &[u32], inst: Inst<'_>) {
        let ty = self.type_of(words, views::Bits(inst).base());
        if self.scalar_of(words, ty).map_or(0, Scalar::width) != 32 {
            self.gates.insert(Gates::BIT);
        }
    }

    pub(super) fn texel_offsets(&mut self, words: &[u32], inst: Inst<'_>) {
        let (masks, opcode) = (&mut self.uses.masks, inst.opcode());
        let all = match is_gather(opcode) {
            true => &mut masks.images,
            false => &mut masks.levels,
        };
        *all |= inst.word(usize::from(op_hot(opcode).id_words));
        let Some((mask, offset)) = image_operands(inst) else {
            return;
        };
        self.gates.insert(Gates::OFFSET);
        if mask & image::Offset != 0 && !is_gather(opcode) {
            self.gates.insert(Gates::SAMPLE_OFFSET);
        }
        if let Some((least, most)) = constant_range(self, words, offset, &|_| None) {
            self.offsets = (self.offsets.0.min(least), self.offsets.1.max(most));
        }
    }
}

/// Returns the gates of an execution mode; none for the modes that every device supports.
pub(super) fn gates_of_mode(mode: u32) -> Gates {
    match mode {
        m::SignedZeroInfNanPreserve
        | m::DenormPreserve
        | m::DenormFlushToZero
        | m::RoundingModeRTE
        | m::RoundingModeRTZ => Gates::FLOAT_MODE,
        m::FPFastMathDefault => Gates::FAST_MATH,
        m::LocalSize
        | m::OriginUpperLeft
        | m::EarlyFragmentTests
        | m::DepthReplacing
        | m::DepthGreater
        | m::DepthLess
        | m::DepthUnchanged
        | m::Invocations
        | m::SpacingEqual
        | m::SpacingFractionalEven
        | m::SpacingFractionalOdd
        | m::VertexOrderCw
        | m::VertexOrderCcw
        | m::Triangles
        | m::Quads => Gates::NONE,
        _ => Gates::MODE,
    }
}
