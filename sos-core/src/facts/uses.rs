//! The needs of enumerants by their table rows: decorations, storage classes, image operands, execution modes, ….
//!
//! Front ends do not always declare what they use, and a device without it cannot run the module. The scan therefore records
//! the needs of all enumerants beside those of opcodes, and the filter compares them with what the target offers. Decorations
//! and storage classes, which are many, are collected as bits first; an instruction without optional operands costs nothing
//! here.
//!
//! Built-ins are apart: the needs of some only count where they are accessed ([`crate::plan::Accessed`]).

use super::{Facts, TypeView};
use crate::generated::spirv::ALTERNATIVES;
use crate::inst::Inst;
use crate::operands::operands;
use crate::tables::{
    alternatives, capability, capability_index, capability_row, decoration, enumerant, ext_inst,
    glsl_std_450 as glsl, group_operation, image_operands as bits, op, op_hot, storage_class,
    CapabilitySet, ExtInstSet, OperandKind, CAPABILITIES,
};

/// Enumerants of one kind that a module uses, those below 64: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen(u64);

impl Seen {
    #[inline(always)]
    pub fn insert(&mut self, value: u32) {
        self.0 |= 1u64.checked_shl(value).unwrap_or(0);
    }

    /// Whether an enumerant was seen.
    #[inline]
    pub fn contains(self, value: u32) -> bool {
        self.0.checked_shr(value).unwrap_or(0) & 1 != 0
    }

    /// Returns the seen enumerants of a kind that need anything but `Shader`, which every module for Vulkan declares.
    fn in_need(self, of_kind: u64) -> impl Iterator<Item = u32> {
        let mut left = self.0 & of_kind;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(lowest)
        })
    }
}

/// Returns the enumerants of a kind that need anything but `Shader`, those below 64.
const fn needy(kind: OperandKind) -> u64 {
    let rows = kind.enumerants();
    let (mut bits, mut at) = (0, 0);
    while at < rows.len() {
        let row = &rows[at];
        let set = ALTERNATIVES[row.alternatives as usize];
        let shader = set.len() == 1 && CAPABILITIES[set[0] as usize].value == capability::Shader;
        if row.value < 64 && (row.availability != 0 || !set.is_empty() && !shader) {
            bits |= 1 << row.value;
        }
        at += 1;
    }
    bits
}

/// Returns capabilities with those that they imply.
pub fn closure(declared: &CapabilitySet) -> CapabilitySet {
    let mut all = *declared;
    for row in declared.iter().filter_map(capability_row) {
        for &implied in row.implies {
            all.insert(implied);
        }
    }
    all
}

/// Whether a level of detail or a bias is an ordinary operand of an image instruction.
fn takes_levels(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageSampleImplicitLod
            ..=op::OpImageFetch
                | op::OpImageSparseSampleImplicitLod
                ..=op::OpImageSparseFetch
    )
}

impl Facts {
    /// Whether the module uses what a capability, given by its value, allows, as far as opcodes and enumerants show it.
    pub fn uses(&self, capability: u32) -> bool {
        self.declares(capability)
            || capability_index(capability)
                .is_some_and(|index| self.used_capabilities([]).contains(index))
    }

    /// Returns the capabilities that the module declares or implies; and of what it uses without declaring any capability for
    /// it, all that would do. `others` are sets of alternatives that it needs beyond those of opcodes and enumerants.
    pub fn used_capabilities(
        &self,
        others: impl IntoIterator<Item = &'static [u16]>,
    ) -> CapabilitySet {
        let declared = closure(&self.capabilities);
        let (rows, built_ins) = (&self.row_needs, &self.built_in_needs);
        let rows = rows.alternatives.iter();
        let sets = rows.chain(built_ins.alternatives.iter());
        let mut all = declared;
        for any_of in sets.map(alternatives).chain(others) {
            if !any_of.iter().any(|&one| declared.contains(one)) {
                all.extend(any_of.iter().copied());
            }
        }
        all
    }

    /// Whether the module may have the decoration `NonUniform`.
    pub fn decorates_non_uniform(&self) -> bool {
        let row = enumerant(OperandKind::Decoration, decoration::NonUniform);
        row.is_some_and(|row| self.row_needs.alternatives.contains(row.alternatives))
    }

    /// Records a decoration.
    #[inline(always)]
    pub(super) fn decorated(&mut self, decoration: u32) {
        self.decorations.insert(decoration);
        if decoration >= 64 {
            self.row_needs
                .insert_enumerant(OperandKind::Decoration, decoration);
        }
    }

    /// Records a built-in.
    pub(super) fn built_in(&mut self, value: u32) {
        self.built_ins.insert(value);
        if value >= 64 {
            self.built_in_needs
                .insert_enumerant(OperandKind::BuiltIn, value);
        }
    }

    /// Records a storage class.
    #[inline(always)]
    pub(super) fn stored(&mut self, class: u32) {
        self.classes.insert(class);
        if class >= 64 {
            self.row_needs
                .insert_enumerant(OperandKind::StorageClass, class);
        }
    }

    /// Adds the needs of the enumerants that are collected as bits.
    pub(super) fn finish_uses(&mut self) {
        const DECORATIONS: u64 = needy(OperandKind::Decoration) & !(1 << decoration::BuiltIn);
        const BUILT_INS: u64 = needy(OperandKind::BuiltIn);
        const CLASSES: u64 = needy(OperandKind::StorageClass);
        for value in self.decorations.in_need(DECORATIONS) {
            self.row_needs
                .insert_enumerant(OperandKind::Decoration, value);
        }
        for value in self.classes.in_need(CLASSES) {
            self.row_needs
                .insert_enumerant(OperandKind::StorageClass, value);
        }
        for value in self.built_ins.in_need(BUILT_INS) {
            self.built_in_needs
                .insert_enumerant(OperandKind::BuiltIn, value);
        }
    }

    /// Records the needs of an instruction's enumerants.
    #[inline(never)]
    pub(super) fn enumerants(&mut self, inst: Inst<'_>) {
        let ids = usize::from(op_hot(inst.opcode()).id_words);
        match inst.opcode() {
            op::OpLoad | op::OpStore => self.mask(OperandKind::MemoryAccess, inst.word(ids)),
            op::OpImageSampleImplicitLod..=op::OpImageWrite
            | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather
            | op::OpImageSparseRead => {
                let mask = inst.word(ids);
                self.mask(OperandKind::ImageOperands, mask);
                // Vendors' extensions allow these in other instructions.
                self.special_images |=
                    mask & (bits::Bias | bits::Lod) != 0 && !takes_levels(inst.opcode());
            }
            op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => {
                let operation = inst.word(4);
                if operation > group_operation::ExclusiveScan {
                    self.row_needs
                        .insert_enumerant(OperandKind::GroupOperation, operation);
                }
            }
            op::OpFunction => self.mask(OperandKind::FunctionControl, inst.word(3)),
            op::OpLoopMerge => self.mask(OperandKind::LoopControl, inst.word(3)),
            op::OpExtInst => self.extended(inst),
            op::OpSpecConstantOp => self.row_needs.insert(inst.word(3) as u16),
            _ => {
                for operand in operands(inst.words(), 1) {
                    let kind = operand.kind;
                    if kind.is_bit_enum() {
                        self.mask(kind, inst.word(operand.index));
                    } else if kind.is_value_enum() {
                        self.row_needs
                            .insert_enumerant(kind, inst.word(operand.index));
                    }
                }
            }
        }
    }

    /// Records the needs of the bits of a mask.
    fn mask(&mut self, kind: OperandKind, mut mask: u32) {
        while mask != 0 {
            let bit = mask & mask.wrapping_neg();
            mask ^= bit;
            self.row_needs.insert_enumerant(kind, bit);
        }
    }

    /// Records the needs of an extended instruction.
    fn extended(&mut self, inst: Inst<'_>) {
        let import = self.import_of(inst.word(3));
        let set = import
            .and_then(|at| self.imports.get(at))
            .map(|import| import.set);
        match set {
            Some(ExtInstSet::GlslStd450) if inst.word(4) < glsl::InterpolateAtCentroid => {}
            // Those of other sets are noted where the set is imported.
            Some(set) if !set.is_debug() => {
                if let Some(row) = ext_inst(set, inst.word(4)) {
                    self.row_needs.alternatives.insert(row.alternatives);
                }
            }
            _ => {}
        }
    }

    /// Records that an extended instruction set is imported: all instructions of a vendor's set come with one extension.
    pub(super) fn imported(&mut self, set: ExtInstSet) {
        if let Some(row) = ext_inst(set, 1).filter(|_| !set.is_debug()) {
            self.row_needs.availability.insert(row.availability);
        }
    }

    /// Records that a value of a type is selected, passed or stored: a pointer may then have to be a variable one.
    pub(super) fn points(&mut self, words: &[u32], ty: u32) {
        if let TypeView::Pointer { class, .. } = self.type_view(words, ty) {
            let into = matches!(
                class,
                storage_class::StorageBuffer | storage_class::Workgroup
            );
            self.moves_pointers |= into;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_nothing_but_shader_is_not_looked_up() {
        let decorations = needy(OperandKind::Decoration);
        assert_eq!(decorations >> decoration::Location & 1, 0);
        assert_eq!(decorations >> decoration::Sample & 1, 1);
        assert_eq!(
            needy(OperandKind::StorageClass) >> storage_class::Function & 1,
            0
        );
        assert_eq!(
            needy(OperandKind::StorageClass) >> storage_class::StorageBuffer & 1,
            1
        );
        let clip = enumerant(OperandKind::BuiltIn, 3).unwrap();
        assert_eq!(
            (clip.name, needy(OperandKind::BuiltIn) >> 3 & 1),
            ("ClipDistance", 1)
        );
    }

    #[test]
    fn bits_are_those_of_enumerants_below_64() {
        let mut seen = Seen::default();
        for value in [0, 63, 64, u32::MAX] {
            seen.insert(value);
        }
        assert!(seen.contains(0) && seen.contains(63) && !seen.contains(64));
        assert_eq!(seen.in_need(u64::MAX).collect::<Vec<_>>(), [0, 63]);
    }
}
