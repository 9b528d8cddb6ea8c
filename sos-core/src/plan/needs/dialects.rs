//! Dialects of layout: by which of Vulkan's rules the blocks of a module are laid out in memory.
//!
//! | dialect | rules | allowed by |
//! |---|---|---|
//! | standard | types aligned to the size of a vector of two or four components; in uniform buffers, arrays, structures and matrices to 16 bytes | Vulkan 1.0 |
//! | relaxed | vectors aligned to their components, as long as they do not straddle 16 bytes of the block | Vulkan 1.1, VK_KHR_relaxed_block_layout |
//! | standard for uniform buffers | uniform buffers as storage buffers | `uniformBufferStandardLayout` |
//! | scalar | everything aligned to its components | `scalarBlockLayout`; in workgroup memory `workgroupMemoryExplicitLayoutScalarBlockLayout` |
//!
//! Input: the types of a module and the decorations `Offset`, `ArrayStride`, `MatrixStride` and `RowMajor`. Output: for each
//! structure, and for each array that a physical pointer may point to, the dialects that it needs in a storage buffer (or
//! push constants) and in a uniform buffer, as bits. They are computed only if a device does not accept scalar layouts. The
//! rules are those of the Vulkan specification, "Offset and Stride Assignment".
//!
//! Blocks with overlapping members or without decorations are invalid; no particular result is guaranteed for them.

use super::conditions::{ConditionSet, Is};
use super::{Need, Place};
use crate::facts::{Decorations, Facts, Matrix, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::specialize::Values;
use crate::tables::{capability, decoration, op, storage_class};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;

/// Needs of a structure as a storage buffer; those for uniform buffers are shifted left by [`UNIFORM`].
const RELAXED: u8 = 1;
const STANDARD: u8 = 2;
const SCALAR: u8 = 4;
/// The only need in workgroup memory.
const SHARED_SCALAR: u8 = 8;
/// The shift of the bits for uniform buffers.
const UNIFORM: u8 = 4;

/// The maximum nesting of arrays. Deeper nesting counts as the scalar dialect.
const MOST_DEPTH: u32 = 16;

/// The layout of a type.
#[derive(Clone, Copy, Debug, Default)]
struct Layout {
    /// Its scalar alignment.
    scalar: u32,
    /// Its base alignment, for storage buffers.
    base: u32,
    /// Its extended alignment, for uniform buffers.
    extended: u32,
    /// The offset of the end of its last component in bytes, if known.
    end: Option<u32>,
    /// The dialects that it needs, including those of its structures.
    needs: u8,
    /// Bit `n` is set if a vector in it straddles a 16-byte boundary when it starts `n` bytes behind one.
    straddles: u16,
}

/// The dialects of a module's blocks, with working memory to determine them.
#[derive(Clone, Debug, Default)]
pub struct Dialects {
    decorations: Decorations,
    /// By the word offset of the declaration, ascending. Not by id, since few ids are structures or arrays behind physical
    /// pointers.
    structures: Vec<(u32, Layout)>,
    /// Offsets and indices of the members of one structure.
    members: Vec<(u32, u32)>,
}

/// The empty table, for a device that accepts all dialects.
pub static NO_DIALECTS: Dialects = Dialects {
    decorations: Decorations::NONE,
    structures: Vec::new(),
    members: Vec::new(),
};

impl Dialects {
    /// Removes all entries.
    pub fn clear(&mut self) {
        self.structures.clear();
    }

    /// Determines the dialects of a module's structures, unless the target accepts all dialects.
    pub fn fill(&mut self, words: &[u32], facts: &Facts, values: Option<&Values>, target: &Target) {
        self.clear();
        let shares = facts.has_workgroup_layout();
        if !target.has_feature(feature::scalarBlockLayout)
            || shares
                && !target.has_feature(feature::workgroupMemoryExplicitLayoutScalarBlockLayout)
        {
            self.fill_all(words, facts, values);
        }
    }

    /// Determines the dialects of a module's structures.
    pub fn fill_all(&mut self, words: &[u32], facts: &Facts, values: Option<&Values>) {
        self.decorations.read(words, facts, is_layout);
        self.structures.clear();
        let physical = facts.uses(capability::PhysicalStorageBufferAddresses);
        for inst in facts.declarations(words) {
            let layout = match inst.opcode() {
                op::OpTypeStruct => self.structure(words, facts, values, inst),
                // A block is a structure, but the pointee of a physical pointer need not be one.
                op::OpTypeArray | op::OpTypeRuntimeArray if physical => {
                    let id = views::TypeAnyArray(inst).result();
                    match self.decorations.get(id, decoration::ArrayStride) {
                        Some(_) => self.layout(words, facts, values, id, Matrix::default(), 0),
                        None => continue,
                    }
                }
                _ => continue,
            };
            self.structures.push((inst.offset(), layout));
        }
    }

    /// Returns the layout of a structure, or of an array behind a physical pointer, if it is known already.
    fn known_layout(&self, facts: &Facts, id: u32) -> Option<Layout> {
        let offset = *facts.def.get(id as usize)?;
        let structures = &self.structures;
        let at = structures.binary_search_by_key(&offset, |structure| structure.0);
        structures.get(at.ok()?).map(|structure| structure.1)
    }

    /// Whether a target with these unmet conditions accepts the layouts of all blocks of a module.
    pub fn are_accepted(&self, words: &[u32], facts: &Facts, unmet: &ConditionSet) -> bool {
        let mut taken = true;
        if self.structures.is_empty() {
            return taken;
        }
        for inst in facts.declarations(words) {
            self.of_inst(words, facts, inst, &mut |need| {
                taken &=
                    !matches!(need, Need::Condition(number) if unmet.contains(u16::from(number)));
            });
        }
        taken
    }

    /// Whether a target with these unmet conditions accepts a block of this structure in this storage class.
    pub fn accepts(&self, facts: &Facts, class: u32, structure: u32, unmet: &ConditionSet) -> bool {
        let mut taken = true;
        self.needs(facts, class, structure, &mut |need| {
            taken &= !matches!(need, Need::Condition(number) if unmet.contains(u16::from(number)));
        });
        taken
    }

    /// Calls `visit` with the dialects that a block of this structure needs in this storage class.
    fn needs(&self, facts: &Facts, class: u32, structure: u32, visit: &mut dyn FnMut(Need)) {
        let Some(layout) = self.known_layout(facts, structure) else {
            return;
        };
        let is_buffer = facts.buffer_blocks.binary_search(&structure).is_ok();
        let bits = match class {
            storage_class::Uniform if !is_buffer => layout.needs >> UNIFORM,
            storage_class::Uniform
            | storage_class::StorageBuffer
            | storage_class::PushConstant
            | storage_class::PhysicalStorageBuffer => layout.needs,
            // Without explicit layout, offsets have no effect there.
            storage_class::Workgroup
                if layout.needs & SCALAR != 0 && facts.has_workgroup_layout() =>
            {
                SHARED_SCALAR
            }
            _ => 0,
        };
        for (bit, condition) in [
            (RELAXED, Is::RelaxedLayout),
            (STANDARD, Is::UniformStandardLayout),
            (SCALAR, Is::ScalarLayout),
            (SHARED_SCALAR, Is::SharedScalarLayout),
        ] {
            if bits & bit != 0 {
                visit(Need::Condition(condition as u8));
            }
        }
    }

    /// Calls `visit` with the dialects that the block of a variable or of a physical pointer type needs.
    pub fn of_inst(
        &self,
        words: &[u32],
        facts: &Facts,
        inst: Inst<'_>,
        visit: &mut dyn FnMut(Need),
    ) {
        if self.structures.is_empty() {
            return;
        }
        let pointer = match inst.opcode() {
            op::OpVariable => inst.result_type(),
            op::OpTypePointer
                if views::TypePointer(inst).storage_class()
                    == storage_class::PhysicalStorageBuffer =>
            {
                views::TypePointer(inst).result()
            }
            _ => return,
        };
        if let TypeView::Pointer { class, pointee } = facts.type_view(words, pointer) {
            let structure = match class {
                storage_class::PhysicalStorageBuffer => pointee,
                _ => facts.element(words, pointee),
            };
            self.needs(facts, class, structure, visit);
        }
    }

    fn structure(
        &mut self,
        words: &[u32],
        facts: &Facts,
        values: Option<&Values>,
        inst: Inst<'_>,
    ) -> Layout {
        let ty = views::TypeStruct(inst);
        let (id, members) = (ty.result(), ty.member_types());
        let mut order = core::mem::take(&mut self.members);
        order.clear();
        for member in 0..members.len() as u32 {
            if let Some(offset) = self.decorations.of_member(id, member, decoration::Offset) {
                order.push((offset, member));
            }
        }
        order.order();
        let mut all = Layout {
            scalar: 1,
            base: 1,
            extended: 16,
            ..Layout::default()
        };
        let mut before: Option<(u32, Layout)> = None;
        for &(offset, member) in &order {
            let ty = members.get(member as usize).copied().unwrap_or(0);
            let matrix = self.decorations.matrix(id, member);
            let layout = self.layout(words, facts, values, ty, matrix, 0);
            all.needs |= layout.needs | place(facts, words, ty, offset, layout);
            all.straddles |= layout.straddles.rotate_right(offset % 16);
            if let Some((start, before)) = before {
                all.needs |= padding(start, before, offset);
            }
            let is_whole = matches!(
                facts.type_view(words, ty),
                TypeView::Struct(_) | TypeView::Array { .. }
            );
            before = is_whole.then_some((offset, layout));
            all.scalar = all.scalar.max(layout.scalar);
            all.base = all.base.max(layout.base);
            all.extended = all.extended.max(layout.extended);
            all.end = layout.end.and_then(|end| offset.checked_add(end));
        }
        self.members = order;
        all
    }

    fn layout(
        &self,
        words: &[u32],
        facts: &Facts,
        values: Option<&Values>,
        ty: u32,
        matrix: Matrix,
        depth: u32,
    ) -> Layout {
        let unknown = Layout {
            needs: SCALAR | SCALAR << UNIFORM,
            scalar: 1,
            base: 1,
            extended: 1,
            end: None,
            straddles: 0,
        };
        if depth > MOST_DEPTH {
            return unknown;
        }
        let stride = || {
            self.decorations
                .get(ty, decoration::ArrayStride)
                .unwrap_or(0)
        };
        match facts.type_view(words, ty) {
            TypeView::Scalar(scalar) => vector(scalar.width() / 8, 1),
            TypeView::Vector { component, count } => {
                let bytes = facts
                    .scalar_of(words, ty)
                    .map_or(0, |scalar| scalar.width() / 8);
                match facts.type_view(words, component) {
                    TypeView::Vector { count: rows, .. } => {
                        matrix_layout(bytes, count, rows, matrix)
                    }
                    _ => vector(bytes, count),
                }
            }
            TypeView::Array { element, length } => {
                let one = self.layout(words, facts, values, element, matrix, depth + 1);
                let set = || {
                    let values = values?;
                    u32::try_from(values.bits(values.entered(length))?).ok()
                };
                let length = facts.index(words, length).or_else(set);
                array(one, stride(), length)
            }
            TypeView::RuntimeArray { element } => {
                let one = self.layout(words, facts, values, element, matrix, depth + 1);
                array(one, stride(), None)
            }
            TypeView::Struct(_) => self.known_layout(facts, ty).unwrap_or(unknown),
            // Addresses.
            TypeView::Pointer { .. } => vector(8, 1),
            _ => Layout {
                needs: 0,
                ..unknown
            },
        }
    }
}

/// Whether a decoration is one of layout.
fn is_layout(value: u32) -> bool {
    use decoration as d;
    matches!(
        value,
        d::Offset | d::ArrayStride | d::MatrixStride | d::RowMajor
    )
}

/// Returns the layout of a scalar, or of a vector of `count` components.
fn vector(bytes: u32, count: u32) -> Layout {
    let parts = match count {
        1 => 1,
        2 => 2,
        _ => 4,
    };
    Layout {
        scalar: bytes.max(1),
        base: (bytes * parts).max(1),
        extended: (bytes * parts).max(1),
        end: bytes.checked_mul(count),
        needs: 0,
        straddles: match bytes.saturating_mul(count) {
            _ if count == 1 => 0,
            size @ 0..=16 => !(u16::MAX >> size.saturating_sub(1)),
            _ => !1,
        },
    }
}

fn matrix_layout(bytes: u32, columns: u32, rows: u32, matrix: Matrix) -> Layout {
    let (length, lines) = match matrix.row_major {
        true => (columns, rows),
        false => (rows, columns),
    };
    let line = vector(bytes, length);
    array(line, matrix.stride, Some(lines))
}

/// Returns the layout of `count` elements at a distance of `stride`.
fn array(one: Layout, stride: u32, count: Option<u32>) -> Layout {
    // After sixteen elements the offsets modulo 16 repeat.
    let places = (0..count.unwrap_or(16).min(16)).map(|at| at.wrapping_mul(stride) % 16);
    let straddles = places.map(|place| one.straddles.rotate_right(place));
    let all = Layout {
        extended: one.extended.next_multiple_of(16),
        straddles: straddles.fold(0, |all, one| all | one),
        end: count.and_then(|count| {
            let before = stride.checked_mul(count.saturating_sub(1))?;
            before.checked_add(one.end?)
        }),
        ..one
    };
    Layout {
        needs: all.needs | aligned(stride, all),
        ..all
    }
}

/// Returns the needs of an offset or stride that should be a multiple of an alignment.
fn aligned(bytes: u32, layout: Layout) -> u8 {
    let base = bytes % layout.base == 0;
    let in_storage = if base { 0 } else { SCALAR };
    let in_uniform = match (bytes % layout.extended == 0, base) {
        (true, _) => 0,
        (false, true) => STANDARD,
        (false, false) => SCALAR,
    };
    in_storage | in_uniform << UNIFORM
}

/// Returns the needs of a member at an offset.
fn place(facts: &Facts, words: &[u32], ty: u32, offset: u32, layout: Layout) -> u8 {
    let is_vector = match facts.type_view(words, ty) {
        TypeView::Vector { component, .. } => {
            !matches!(facts.type_view(words, component), TypeView::Vector { .. })
        }
        _ => false,
    };
    let straddles = layout.straddles >> (offset % 16) & 1 != 0;
    if !is_vector {
        // A vector within a structure may straddle because of the offset of the structure.
        let bits = if straddles { SCALAR } else { 0 };
        return aligned(offset, layout) | bits | bits << UNIFORM;
    }
    let bits = match (straddles, offset % layout.base == 0) {
        (true, _) => SCALAR,
        (false, true) => 0,
        (false, false) if offset % layout.scalar == 0 => RELAXED,
        (false, false) => SCALAR,
    };
    bits | bits << UNIFORM
}

/// Returns the needs of a member that follows a structure or an array, whose padding it must not overlap.
fn padding(start: u32, before: Layout, offset: u32) -> u8 {
    let Some(end) = before.end.and_then(|end| start.checked_add(end)) else {
        return 0;
    };
    let behind = |alignment: u32| {
        end.checked_next_multiple_of(alignment)
            .is_some_and(|end| offset >= end)
    };
    let in_storage = if behind(before.base) { 0 } else { SCALAR };
    let in_uniform = match (behind(before.extended), behind(before.base)) {
        (true, _) => 0,
        (false, true) => STANDARD,
        (false, false) => SCALAR,
    };
    in_storage | in_uniform << UNIFORM
}

/// Calls `visit` with the dialects that an instruction needs.
#[inline]
pub fn needs(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    place
        .dialects
        .of_inst(place.words, place.facts, inst, visit);
}

#[cfg(test)]
mod tests;
