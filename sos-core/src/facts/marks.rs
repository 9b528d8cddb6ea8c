//! The decorations `NonWritable` and `NonReadable`, and what decoration groups add to the ids decorated `BufferBlock`.

use super::{Facts, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::{decoration, op};
use crate::views;

/// The decorated id, the member index or `u32::MAX` for the whole, and the decoration.
pub type Mark = (u32, u32, u32);

impl Facts {
    /// Whether an id has one of the recorded decorations.
    pub fn is_marked(&self, id: u32, decoration: u32) -> bool {
        self.marks
            .binary_search(&(id, u32::MAX, decoration))
            .is_ok()
    }

    /// Whether every member of a structure has one of the recorded decorations.
    pub fn members_marked(&self, words: &[u32], ty: u32, decoration: u32) -> bool {
        matches!(self.type_view(words, ty), TypeView::Struct([]))
            || self
                .marked_structures
                .binary_search(&(ty, decoration))
                .is_ok()
    }

    /// Records a decoration if it is `NonWritable` or `NonReadable`.
    pub(super) fn mark(&mut self, inst: Inst<'_>) {
        let (member, decoration) = match inst.opcode() {
            op::OpMemberDecorate => (
                views::MemberDecorate(inst).member(),
                views::MemberDecorate(inst).decoration(),
            ),
            _ => (u32::MAX, views::Decorate(inst).decoration()),
        };
        if matches!(
            decoration,
            decoration::NonWritable | decoration::NonReadable
        ) {
            self.marks.push((inst.target(), member, decoration));
        }
    }

    /// Sorts the records, and copies decorations of groups to their targets.
    pub(super) fn finish_marks(&mut self, words: &[u32]) {
        if self.marks.is_empty() {
            return;
        }
        self.marks.order();
        self.mark_structures(words);
        let direct = self.marks.len();
        for at in 0..self.group_decorates.len() {
            let group = self.group_decorates.get(at).copied();
            let Some(inst) = group.and_then(|offset| Inst::at(words, offset)) else {
                continue;
            };
            for decoration in [decoration::NonWritable, decoration::NonReadable] {
                let mark = (
                    views::GroupDecorate(inst).decoration_group(),
                    u32::MAX,
                    decoration,
                );
                let direct = self.marks.get(..direct).unwrap_or(&[]);
                if direct.binary_search(&mark).is_ok() {
                    let targets = views::GroupDecorate(inst).targets().iter();
                    self.marks
                        .extend(targets.map(|&id| (id, u32::MAX, decoration)));
                }
            }
        }
        self.marks.order();
    }

    /// Notes the structures of which every member has a decoration: a structure may have as many members as a module has
    /// words, and be asked about as often.
    fn mark_structures(&mut self, words: &[u32]) {
        let mut structures = core::mem::take(&mut self.marked_structures);
        for decoration in [decoration::NonWritable, decoration::NonReadable] {
            // The structure, and how many of its members in a row, from the first on, have the decoration.
            let mut marked = (0, 0);
            for &(ty, member, of) in &self.marks {
                if of != decoration || member == u32::MAX {
                    continue;
                }
                if marked.0 != ty {
                    marked = (ty, 0);
                }
                marked.1 += u32::from(member == marked.1);
                let members = match self.type_view(words, ty) {
                    TypeView::Struct(members) => members.len(),
                    _ => continue,
                };
                if members == marked.1 as usize && member + 1 == marked.1 {
                    structures.push((ty, decoration));
                }
            }
        }
        structures.order();
        self.marked_structures = structures;
    }

    /// Adds the targets of decoration groups that are decorated `BufferBlock`.
    pub(super) fn buffer_blocks_of_groups(&mut self, words: &[u32]) {
        let direct = self.buffer_blocks.len();
        for &offset in &self.group_decorates {
            let Some(inst) = Inst::at(words, offset) else {
                continue;
            };
            let group = views::GroupDecorate(inst);
            let groups = self.buffer_blocks.get(..direct).unwrap_or(&[]);
            if groups.binary_search(&group.decoration_group()).is_ok() {
                self.buffer_blocks.extend_from_slice(group.targets());
            }
        }
        if self.buffer_blocks.len() > direct {
            self.buffer_blocks.order();
        }
    }
}
