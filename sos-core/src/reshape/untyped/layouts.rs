//! What decorations say of types and pointers, of each or by a group: where arrays and structures have their parts, which
//! matrices are row-major, and which pointers differ between invocations.

use super::{Input, Untyped};
use crate::facts::TypeView;
use crate::tables::{decoration, op};

/// What is said of an id or, where that is a group, of all its targets.
pub mod said {
    /// A pointer whose descriptor differs between invocations.
    pub const NON_UNIFORM: u8 = 1;
    /// A type of row-major matrices, wherever it is one.
    pub const ROW_MAJOR: u8 = 2;
}

impl Untyped {
    pub(super) fn read_layouts(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        for inst in facts.decorations(words) {
            let id = inst.word(1);
            match (inst.opcode(), inst.from(2)) {
                (op::OpDecorate, &[decoration::ArrayStride, stride]) => self.lay_out(id, stride),
                // Those two of a group, which is decorated before it is one.
                (op::OpDecorate, &[decoration::Offset, 0]) => self.lay_out(id, 1),
                (op::OpDecorate, &[decoration::RowMajor]) => self.say(id, said::ROW_MAJOR),
                (op::OpDecorate, &[decoration::NonUniform]) => self.say(id, said::NON_UNIFORM),
                (op::OpMemberDecorate, &[0, decoration::Offset, 0]) => self.lay_out(id, 1),
                (op::OpMemberDecorate, &[member, decoration::RowMajor]) => {
                    self.is_row_major(input, id, member);
                }
                (op::OpGroupDecorate, targets) => {
                    for &target in targets {
                        if self.says(id, said::NON_UNIFORM) {
                            self.say(target, said::NON_UNIFORM);
                        }
                        self.lay_out_like(target, id);
                    }
                }
                (op::OpGroupMemberDecorate, targets) => {
                    for target in targets.chunks_exact(2) {
                        let &[structure, member] = target else {
                            continue;
                        };
                        if self.says(id, said::ROW_MAJOR) {
                            self.is_row_major(input, structure, member);
                        }
                        if member == 0 {
                            self.lay_out_like(structure, id);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn lay_out(&mut self, id: u32, layout: u32) {
        if let Some(slot) = self.layouts.get_mut(id as usize) {
            *slot = layout;
        }
    }

    fn lay_out_like(&mut self, id: u32, group: u32) {
        match self.layouts.get(group as usize) {
            Some(&layout) if layout != 0 => self.lay_out(id, layout),
            _ => {}
        }
    }

    pub(super) fn say(&mut self, id: u32, bit: u8) {
        if let Some(slot) = self.said.get_mut(id as usize) {
            *slot |= bit;
        }
    }

    pub(super) fn says(&self, id: u32, bit: u8) -> bool {
        self.said
            .get(id as usize)
            .is_some_and(|said| said & bit != 0)
    }

    /// Notes that a member is a row-major matrix, or arrays of such.
    fn is_row_major(&mut self, input: Input<'_>, structure: u32, member: u32) {
        let Input { words, facts } = input;
        let TypeView::Struct(members) = facts.type_view(words, structure) else {
            return;
        };
        let mut ty = members.get(member as usize).copied().unwrap_or(0);
        // What has been noted has been followed: each type is, once.
        while !self.says(ty, said::ROW_MAJOR) {
            self.say(ty, said::ROW_MAJOR);
            match facts.type_view(words, ty) {
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    ty = element;
                }
                _ => break,
            }
        }
    }
}
