//! What decorations and decoration groups specify: strides of arrays, first members at offset 0, row-major matrices, and
//! pointers that are not dynamically uniform.

use super::{Input, Untyped};
use crate::facts::TypeView;
use crate::tables::{decoration, op};

/// Flags of an id. Those of a decoration group apply to all its targets.
pub mod flag {
    /// A pointer whose descriptor may differ between invocations.
    pub const NON_UNIFORM: u8 = 1;
    /// A type used for a row-major matrix in any structure.
    pub const ROW_MAJOR: u8 = 2;
}

impl Untyped {
    pub(super) fn read_decorations(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        for inst in facts.decorations(words) {
            let id = inst.target();
            match (inst.opcode(), inst.from(2)) {
                (op::OpDecorate, &[decoration::ArrayStride, stride]) => self.set_layout(id, stride),
                (op::OpDecorate, &[decoration::NonUniform]) => self.set_flag(id, flag::NON_UNIFORM),
                (op::OpMemberDecorate, &[0, decoration::Offset, 0]) => self.set_layout(id, 1),
                (op::OpMemberDecorate, &[member, decoration::RowMajor]) => {
                    self.set_row_major(input, id, member);
                }
                _ => {}
            }
        }
    }

    fn set_layout(&mut self, id: u32, layout: u32) {
        if let Some(slot) = self.layouts.get_mut(id as usize) {
            *slot = layout;
        }
    }

    pub(super) fn set_flag(&mut self, id: u32, bit: u8) {
        if let Some(slot) = self.flags.get_mut(id as usize) {
            *slot |= bit;
        }
    }

    pub(super) fn has_flag(&self, id: u32, bit: u8) -> bool {
        self.flags
            .get(id as usize)
            .is_some_and(|said| said & bit != 0)
    }

    /// Sets the flag of a member's type and, for arrays, of its element types.
    fn set_row_major(&mut self, input: Input<'_>, structure: u32, member: u32) {
        let TypeView::Struct(members) = input.view(structure) else {
            return;
        };
        let mut ty = members.get(member as usize).copied().unwrap_or(0);
        // Stops at a type that has the flag: its element types have it too.
        while !self.has_flag(ty, flag::ROW_MAJOR) {
            self.set_flag(ty, flag::ROW_MAJOR);
            match input.view(ty) {
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    ty = element;
                }
                _ => break,
            }
        }
    }
}
