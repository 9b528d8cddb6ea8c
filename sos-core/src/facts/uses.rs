//! The needs of enumerants by their table rows: decorations, storage classes, image operands, execution modes, ….
//!
//! Front ends do not always declare what they use, and a device without it cannot run the module. The scan therefore records
//! the needs of enumerants beside those of opcodes, and the filter compares them with what the target offers. Frequent kinds
//! and masks are collected as bits first. An instruction is only looked at here if its enumerants need something that no other
//! instruction does ([`super::steps`]); extended instructions and variable pointers are looked for where a target lacks what
//! they need. Every branch more in the scan's loops costs several per cent.
//!
//! Built-ins are apart: the needs of some only count where they are accessed ([`crate::plan::Accessed`]).

use super::Facts;
use crate::generated::spirv::{ALTERNATIVES, CAPABILITIES};
use crate::inst::{Inst, Insts};
use crate::late::{LateBool, LateWords};
use crate::operands::operands;
use crate::tables::{
    alternatives, capability, capability_index, capability_row, decoration, enumerant, ext_inst,
    group_operation, image_operands as bits, op, op_hot, storage_class, CapabilitySet, ExtInstSet,
    OperandKind,
};
use crate::views;

/// What is worked out from the module when it is first asked for, and then known to all.
#[derive(Clone, Debug, Default)]
pub(super) struct Later {
    shown: LateWords<{ CapabilitySet::WORDS }>,
    used: LateWords<{ CapabilitySet::WORDS }>,
    moves_pointers: LateBool,
}

/// The kinds of enumerants that are frequent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Decoration,
    StorageClass,
    ExecutionMode,
    ExecutionModel,
    Dim,
    ImageFormat,
    BuiltIn,
}

/// The kinds, in order, and of each the enumerants below 64 that need anything but `Shader`, as bits.
const KINDS: [(OperandKind, u64); 7] = [
    // The need of a built-in is its own.
    (
        OperandKind::Decoration,
        needy(OperandKind::Decoration) & !(1 << decoration::BuiltIn),
    ),
    with_needy(OperandKind::StorageClass),
    with_needy(OperandKind::ExecutionMode),
    with_needy(OperandKind::ExecutionModel),
    with_needy(OperandKind::Dim),
    with_needy(OperandKind::ImageFormat),
    with_needy(OperandKind::BuiltIn),
];

const fn with_needy(kind: OperandKind) -> (OperandKind, u64) {
    (kind, needy(kind))
}

/// The enumerants of frequent kinds and the masks that a module uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uses {
    /// By kind, those below 64: a bit for each.
    seen: [u64; KINDS.len()],
    pub masks: Masks,
}

/// The bits of all masks of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Masks {
    /// Image operands where a level of detail or a bias is an ordinary one.
    pub levels: u32,
    /// Other image operands.
    pub images: u32,
    pub function: u32,
    pub loops: u32,
}

impl Uses {
    /// Whether a built-in below 64 was seen.
    pub fn has_built_in(&self, value: u32) -> bool {
        let [.., built_ins] = self.seen;
        built_ins.checked_shr(value).unwrap_or(0) & 1 != 0
    }
}

/// The storage classes of which pointers may be variable, as bits.
const SHARED: u64 = 1 << storage_class::StorageBuffer | 1 << storage_class::Workgroup;

/// The storage classes of which variables may hold such pointers.
const HOLDERS: [u32; 2] = [storage_class::Function, storage_class::Private];

/// What the images of a module may need a capability for by the specification's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Images {
    /// There are any: texels and coordinates may be of other than 32 bits.
    pub any: bool,
    /// Some are neither two- nor three-dimensional, or multisampled.
    pub shapes: bool,
    /// A level of detail or a bias is where only vendors' extensions allow it.
    pub levels: bool,
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

/// Returns the numbers of the bits that are set.
fn bits_of(mut bits: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(lowest)
    })
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

impl Facts {
    /// Whether the module uses what a capability, given by its value, allows, as far as opcodes and enumerants show it.
    pub fn uses(&self, capability: u32) -> bool {
        self.declares(capability)
            || capability_index(capability)
                .is_some_and(|index| self.shown_capabilities().contains(index))
    }

    /// Returns the capabilities that the module declares or implies; and of what it uses without declaring any capability for
    /// it, all that would do.
    pub fn shown_capabilities(&self) -> CapabilitySet {
        let find = || *self.find_capabilities([]).words();
        CapabilitySet::of_words(self.later.shown.get_or_init(find))
    }

    /// The same with what it uses by the specification's text: `others` are sets of alternatives that it needs beyond those of
    /// opcodes and enumerants, always the same for a module.
    pub fn used_capabilities<T: IntoIterator<Item = &'static [u16]>>(
        &self,
        others: impl FnOnce() -> T,
    ) -> CapabilitySet {
        let find = || *self.find_capabilities(others()).words();
        CapabilitySet::of_words(self.later.used.get_or_init(find))
    }

    fn find_capabilities(&self, others: impl IntoIterator<Item = &'static [u16]>) -> CapabilitySet {
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

    /// Records an enumerant.
    #[inline(always)]
    pub(super) fn seen(&mut self, kind: Kind, value: u32) {
        match self.uses.seen.get_mut(kind as usize) {
            Some(seen) if value < 64 => *seen |= 1 << value,
            _ => self.seen_beyond(kind, value),
        }
    }

    /// Records an enumerant from 64 on.
    #[inline(never)]
    fn seen_beyond(&mut self, kind: Kind, value: u32) {
        let needs = match kind {
            Kind::BuiltIn => &mut self.built_in_needs,
            _ => &mut self.row_needs,
        };
        if let Some(&(kind, _)) = KINDS.get(kind as usize) {
            needs.insert_enumerant(kind, value);
        }
    }

    /// Adds the needs of what is collected as bits.
    pub(super) fn finish_uses(&mut self) {
        for ((kind, needy), seen) in KINDS.into_iter().zip(self.uses.seen) {
            let needs = match kind {
                OperandKind::BuiltIn => &mut self.built_in_needs,
                _ => &mut self.row_needs,
            };
            for value in bits_of(seen & needy) {
                needs.insert_enumerant(kind, value);
            }
        }
        let masks = self.uses.masks;
        self.images.levels = masks.images & (bits::Bias | bits::Lod) != 0;
        for (kind, mask) in [
            (OperandKind::ImageOperands, masks.levels | masks.images),
            (OperandKind::FunctionControl, masks.function),
            (OperandKind::LoopControl, masks.loops),
        ] {
            self.mask(kind, mask);
        }
    }

    /// Records the needs of an instruction: of its opcode, and of its enumerants except frequent ones and masks.
    #[inline(never)]
    pub(super) fn enumerants(&mut self, inst: Inst<'_>) {
        let mut insert = |kind, at| self.row_needs.insert_enumerant(kind, inst.word(at));
        match inst.opcode() {
            op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => {
                if views::GroupOperation(inst).operation() > group_operation::ExclusiveScan {
                    insert(OperandKind::GroupOperation, 4);
                }
            }
            op::OpImageRead | op::OpImageWrite | op::OpImageSparseRead => {
                let at = op_hot(inst.opcode()).id_words;
                self.uses.masks.images |= inst.word(usize::from(at));
            }
            op::OpMemoryModel => {
                insert(OperandKind::AddressingModel, 1);
                insert(OperandKind::MemoryModel, 2);
            }
            op::OpSpecConstantOp => self
                .row_needs
                .insert(views::SpecConstantOp(inst).opcode() as u16),
            _ => self.all_enumerants(inst),
        }
    }

    fn all_enumerants(&mut self, inst: Inst<'_>) {
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

    /// Records the needs of the bits of a mask.
    fn mask(&mut self, kind: OperandKind, mask: u32) {
        for number in bits_of(u64::from(mask)) {
            self.row_needs.insert_enumerant(kind, 1 << number);
        }
    }

    /// Records that an extended instruction set is imported: all instructions of a vendor's set come with one extension.
    pub(super) fn imported(&mut self, set: ExtInstSet) {
        if let Some(row) = ext_inst(set, 1).filter(|_| !set.is_debug()) {
            self.row_needs.availability.insert(row.availability);
        }
    }

    /// Whether a pointer into a storage buffer or workgroup memory is selected, moved, compared, passed to or from a function, or
    /// held by a variable, so that variable pointers may be needed. Walks over the module when first asked: for targets without
    /// them.
    pub fn moves_pointers(&self, words: &[u32]) -> bool {
        let find = || self.find_moved_pointers(words);
        self.later.moves_pointers.get_or_init(find)
    }

    fn find_moved_pointers(&self, words: &[u32]) -> bool {
        let [_, classes, ..] = self.uses.seen;
        let end = words.len() as u32;
        classes & SHARED != 0
            && Insts::new(words, self.globals, end).any(|inst| {
                let ty = match inst.opcode() {
                    op::OpSelect
                    | op::OpPhi
                    | op::OpFunction
                    | op::OpFunctionParameter
                    | op::OpConstantNull
                    | op::OpPtrAccessChain
                    | op::OpInBoundsPtrAccessChain => inst.result_type(),
                    op::OpPtrEqual | op::OpPtrNotEqual => {
                        self.type_of(words, views::PtrComparison(inst).operand_1())
                    }
                    op::OpTypePointer
                        if HOLDERS.contains(&views::TypePointer(inst).storage_class()) =>
                    {
                        views::TypePointer(inst).pointee()
                    }
                    _ => return false,
                };
                self.is_shared_pointer(words, ty)
            })
    }

    fn is_shared_pointer(&self, words: &[u32], ty: u32) -> bool {
        let def = self.def(words, ty);
        def.is_some_and(|def| {
            def.opcode() == op::OpTypePointer
                && SHARED
                    .checked_shr(views::TypePointer(def).storage_class())
                    .unwrap_or(0)
                    & 1
                    != 0
        })
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
            (clip.name.text(), needy(OperandKind::BuiltIn) >> 3 & 1),
            ("ClipDistance", 1)
        );
    }

    #[test]
    fn bits_are_those_of_enumerants_below_64() {
        let mut facts = Facts::default();
        for value in [0, 63, 64, u32::MAX] {
            facts.seen(Kind::BuiltIn, value);
        }
        let uses = facts.uses;
        assert!(uses.has_built_in(0) && uses.has_built_in(63));
        assert!(!uses.has_built_in(64) && !uses.has_built_in(u32::MAX));
        let [.., built_ins] = uses.seen;
        assert_eq!(bits_of(built_ins).collect::<Vec<_>>(), [0, 63]);
    }
}
