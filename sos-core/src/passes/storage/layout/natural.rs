//! A layout for types that have none: those of plain variables in workgroup memory that are packed ([`super::super`]).
//!
//! ```text
//! struct { float16_t a; f16vec3 b; f16vec2 c; double d; }
//!
//!   alignment   2            2          4          4
//!   offset      0            2          8          12
//! ```
//!
//! Nobody but the shader sees these bytes, so any layout will do. This one lets most data lie within as few words as
//! possible: scalars are aligned to their size and vectors to the largest power of two that divides theirs, both to four
//! bytes at most; structures to the most aligned member, and their size is rounded up to that. Padding is less than a word
//! per member.
//!
//! A type that is decorated keeps its layout. A structure of which only some members are decorated gets none, nor does
//! anything without a representation in memory (Booleans) or without a known length. Variables of such types stay as they
//! are.

use super::Layouts;
use crate::facts::{Decoration, Facts, TypeView, WHOLE};
use crate::tables::decoration;
use alloc::vec::Vec;

/// What is known of a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Natural {
    /// Whether a variable to be laid out contains it.
    wanted: bool,
    /// Its size in bytes.
    bytes: u32,
    /// Its alignment in bytes, 0 if it has no layout.
    align: u32,
}

impl Layouts {
    /// Gives layouts to types and to what they contain, as far as they have none. [`Layouts::extent`] tells which then
    /// have one.
    pub fn lay_out(&mut self, words: &[u32], facts: &Facts, types: impl Iterator<Item = u32>) {
        let mut pending = core::mem::take(&mut self.pending);
        pending.clear();
        pending.extend(types);
        self.natural.clear();
        self.natural.resize(facts.def.len(), Natural::default());
        while let Some(ty) = pending.pop() {
            let entry = self.natural.get_mut(ty as usize);
            let Some(entry) = entry.filter(|entry| !entry.wanted) else {
                continue;
            };
            entry.wanted = true;
            pending.extend_from_slice(facts.type_view(words, ty).parts());
        }
        self.pending = pending;
        // Types are declared before their users.
        let mut added = core::mem::take(&mut self.added);
        added.clear();
        for inst in facts.declarations(words) {
            let id = inst.word(1);
            if !self.natural.get(id as usize).is_some_and(|one| one.wanted) {
                continue;
            }
            let found = self.natural_of(facts, words, id, TypeView::of(inst), &mut added);
            if let (Some((bytes, align)), Some(slot)) = (found, self.natural.get_mut(id as usize)) {
                (slot.bytes, slot.align) = (bytes, align);
            }
        }
        self.decorations.extend(&added);
        self.added = added;
        self.measure(words, facts);
    }

    /// Returns the size and the alignment of a type that was laid out.
    fn laid_out(&self, ty: u32) -> Option<(u32, u32)> {
        let one = self.natural.get(ty as usize)?;
        (one.align != 0).then_some((one.bytes, one.align))
    }

    /// Returns the bytes from column to column of a matrix that was laid out, 0 of others.
    pub(super) fn natural_stride(&self, matrix: u32, column: u32) -> u32 {
        let is_laid_out = self.laid_out(matrix).is_some();
        let column = self.laid_out(column).filter(|_| is_laid_out);
        column.map_or(0, |(bytes, _)| bytes)
    }

    /// Lays out a type, and returns its size and alignment.
    fn natural_of(
        &self,
        facts: &Facts,
        words: &[u32],
        id: u32,
        view: TypeView<'_>,
        added: &mut Vec<Decoration>,
    ) -> Option<(u32, u32)> {
        let entry = |member, decoration, value| Decoration {
            id,
            member,
            decoration,
            value,
        };
        match view {
            TypeView::Scalar(scalar) => match scalar.width() {
                width @ (8 | 16 | 32 | 64) => Some((width / 8, (width / 8).min(4))),
                _ => None,
            },
            TypeView::Vector { component, count } => {
                let (bytes, align) = self.laid_out(component)?;
                let all = bytes.checked_mul(count)?;
                match facts.type_view(words, component) {
                    TypeView::Vector { .. } => Some((all, align)),
                    _ => Some((all, (all & all.wrapping_neg()).clamp(1, 4))),
                }
            }
            TypeView::Array { element, length } => {
                let (bytes, align) = self.laid_out(element)?;
                let stride = self.array_stride(id).unwrap_or_else(|| {
                    added.push(entry(WHOLE, decoration::ArrayStride, bytes));
                    bytes
                });
                let others = facts.index(words, length)?.checked_sub(1)?;
                let all = stride.checked_mul(others)?.checked_add(bytes)?;
                Some((round_up(all, align)?, align))
            }
            TypeView::Struct(members) => {
                let (mut end, mut align) = (0u32, 1);
                for &member in members {
                    align = align.max(self.laid_out(member)?.1);
                }
                let numbers = 0..members.len() as u32;
                if numbers
                    .clone()
                    .any(|number| self.offset(id, number).is_some())
                {
                    let extent = self.extents.get(id as usize)?.ok()?;
                    return Some((round_up(extent, align)?, align));
                }
                for (number, &member) in numbers.zip(members) {
                    let (bytes, align) = self.laid_out(member)?;
                    let offset = round_up(end, align)?;
                    added.push(entry(number, decoration::Offset, offset));
                    end = offset.checked_add(bytes)?;
                }
                Some((round_up(end, align)?, align))
            }
            _ => None,
        }
    }
}

/// Rounds up to a multiple of a power of two.
fn round_up(bytes: u32, align: u32) -> Option<u32> {
    bytes.checked_next_multiple_of(align)
}
