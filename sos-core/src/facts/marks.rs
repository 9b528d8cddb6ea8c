//! The decorations `NonWritable` and `NonReadable`.

use super::{Facts, TypeView};
use crate::inst::Inst;
use crate::tables::{decoration, op};

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
        match self.type_view(words, ty) {
            TypeView::Struct(members) => (0..members.len() as u32)
                .all(|member| self.marks.binary_search(&(ty, member, decoration)).is_ok()),
            _ => false,
        }
    }

    /// Records a decoration if it is `NonWritable` or `NonReadable`.
    pub(super) fn mark(&mut self, inst: Inst<'_>) {
        let (member, decoration) = match inst.opcode() {
            op::OpMemberDecorate => (inst.word(2), inst.word(3)),
            _ => (u32::MAX, inst.word(2)),
        };
        if matches!(
            decoration,
            decoration::NonWritable | decoration::NonReadable
        ) {
            self.marks.push((inst.word(1), member, decoration));
        }
    }

    /// Sorts the records, and copies decorations of groups to their targets.
    pub(super) fn finish_marks(&mut self, words: &[u32]) {
        if self.marks.is_empty() {
            return;
        }
        self.marks.sort_unstable();
        let direct = self.marks.len();
        for at in 0..self.group_decorates.len() {
            let group = self.group_decorates.get(at).copied();
            let Some(inst) = group.and_then(|offset| Inst::at(words, offset)) else {
                continue;
            };
            for decoration in [decoration::NonWritable, decoration::NonReadable] {
                let mark = (inst.word(1), u32::MAX, decoration);
                let direct = self.marks.get(..direct).unwrap_or(&[]);
                if direct.binary_search(&mark).is_ok() {
                    let targets = inst.from(2).iter();
                    self.marks
                        .extend(targets.map(|&id| (id, u32::MAX, decoration)));
                }
            }
        }
        self.marks.sort_unstable();
    }
}
