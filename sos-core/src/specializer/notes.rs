//! The names and decorations of ids.

use crate::facts::Facts;
use crate::inst::{Inst, Insts};
use crate::tables::{op, op_hot, OpFlags};
use alloc::vec;
use alloc::vec::Vec;

/// By id: where its names and decorations are.
#[derive(Debug, Default)]
pub struct Notes {
    /// By id: the last of its notes, an index into the list plus 1.
    last: Vec<u32>,
    /// Word offsets, each with the one before of the same id.
    list: Vec<(u32, u32)>,
}

impl Notes {
    /// Reads those of a module.
    pub fn read(facts: &Facts, words: &[u32]) -> Self {
        let mut notes = Self {
            last: vec![0; facts.def.len()],
            list: Vec::new(),
        };
        for inst in Insts::new(words, facts.debug, facts.globals) {
            let is_note = matches!(inst.opcode(), op::OpName | op::OpMemberName)
                || op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION);
            if is_note {
                notes.add(inst);
            }
        }
        notes
    }

    fn add(&mut self, inst: Inst<'_>) {
        if let Some(last) = self.last.get_mut(inst.target() as usize) {
            self.list.push((inst.offset(), *last));
            *last = self.list.len() as u32;
        }
    }

    /// Whether an id has any.
    #[inline]
    pub fn has(&self, id: u32) -> bool {
        self.last.get(id as usize).is_some_and(|&last| last != 0)
    }

    /// The word offsets of those of an id.
    pub fn of(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.last.get(id as usize).copied().unwrap_or(0);
        core::iter::from_fn(move || {
            let &(offset, before) = self.list.get((next as usize).checked_sub(1)?)?;
            next = before;
            Some(offset)
        })
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        4 * (self.last.len() + 2 * self.list.len())
    }
}
