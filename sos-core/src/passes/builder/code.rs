//! Functions of the input, instruction by instruction.

use super::{mark, ModuleBuilder, Section};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::passes::{Input, LowerError};
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

/// Fills a list with the words of an instruction behind its header, and replaces each id that it uses. If a replacement
/// fails, the content of the list is meaningless.
///
/// # Errors
/// The last refusal of `replacement`.
pub fn map_uses(
    inst: Inst<'_>,
    list: &mut Vec<u32>,
    mut replacement: impl FnMut(u32) -> Result<u32, LowerError>,
) -> Result<(), LowerError> {
    list.clear();
    list.extend_from_slice(inst.from(1));
    let mut done = Ok(());
    for_each_use(inst.words(), 1, |at, id| match replacement(id) {
        Ok(now) => {
            if let Some(slot) = list.get_mut(at - 1) {
                *slot = now;
            }
        }
        Err(refusal) => done = Err(refusal),
    });
    done
}

impl ModuleBuilder {
    /// Copies an instruction of a function and maps its ids.
    ///
    /// # Errors
    /// If it uses a removed id, or has operands that the grammar does not know.
    pub fn copy_code(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), LowerError> {
        if inst.opcode() == op::OpLabel {
            self.splits.block = views::Label(inst).result();
        }
        if self.has_marked_words(inst, mark::CHANGED) {
            return self.copy_mapped(input, inst, Section::Code);
        }
        self.code.extend_from_slice(inst.words());
        Ok(())
    }

    /// Copies instructions of functions unmodified, up to one that uses a marked id, begins a block or has an opcode for
    /// which `stops_at` holds. Returns that instruction with its marks, without copying it, or `None` once the output is too
    /// large, which [`ModuleBuilder::finish`] reports.
    #[inline]
    pub fn copy_run<'w>(
        &mut self,
        input: Input<'w>,
        code: &mut Insts<'w>,
        stops_at: impl Fn(u16) -> bool,
    ) -> Option<(Inst<'w>, u16)> {
        self.check_size().ok()?;
        let (mut start, mut end) = (0, 0);
        let next = loop {
            let Some(inst) = code.next() else {
                break None;
            };
            let (marks, opcode) = (self.marks(input, inst), inst.opcode());
            if opcode == op::OpPhi {
                self.note_phi(inst);
            }
            if marks != 0 || opcode == op::OpLabel || stops_at(opcode) {
                break Some((inst, marks));
            }
            if start == end {
                start = inst.offset() as usize;
            }
            end = inst.end() as usize;
        };
        let run = input.words.get(start..end).unwrap_or(&[]);
        self.code.extend_from_slice(run);
        self.at = next.map_or(0, |(inst, _)| inst.offset());
        next
    }

    /// Copies the instructions between two word offsets within functions.
    ///
    /// # Errors
    /// As [`ModuleBuilder::copy_code`].
    pub fn copy_between(&mut self, input: Input<'_>, from: u32, to: u32) -> Result<(), LowerError> {
        let mut code = Insts::new(input.words, from, to);
        while let Some((inst, _)) = self.copy_run(input, &mut code, |_| false) {
            self.copy_code(input, inst)?;
        }
        Ok(())
    }

    /// As [`ModuleBuilder::copy_code`], but with another first operand: a result type, or what a branch depends on.
    ///
    /// # Errors
    /// As [`ModuleBuilder::copy_code`].
    pub fn copy_code_as(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        first: u32,
    ) -> Result<(), LowerError> {
        let start = self.code.len();
        self.copy_code(input, inst)?;
        if let Some(slot) = self.code.get_mut(start + 1) {
            *slot = first;
        }
        Ok(())
    }
}
