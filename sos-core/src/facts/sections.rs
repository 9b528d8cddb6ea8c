//! Iterators over the sections of a module ([`super::layout`]).
//!
//! All take the scanned words. Lines and extended instructions can occur in most sections.

use super::layout::{section, Section};
use super::Facts;
use crate::inst::{Inst, Insts};
use crate::operands::string_words;
use crate::tables::{memory_model, op};
use crate::views;

/// Returns the interface of an `OpEntryPoint`: the ids behind its name.
pub fn interface(inst: Inst<'_>) -> &[u32] {
    let behind = views::EntryPoint(inst).name();
    let name = string_words(behind).unwrap_or(0);
    behind.get(name..).unwrap_or(&[])
}

impl Facts {
    /// Whether the memory model is Vulkan's.
    pub fn has_vulkan_memory_model(&self, words: &[u32]) -> bool {
        let model = Inst::at(words, self.preamble_end);
        model.is_some_and(|model| {
            model.opcode() == op::OpMemoryModel
                && views::MemoryModel(model).memory_model() == memory_model::Vulkan
        })
    }

    /// Iterates over the entry points.
    pub fn entries<'w: 'f, 'f>(
        &'f self,
        words: &'w [u32],
    ) -> impl Iterator<Item = Inst<'w>> + Clone + 'f {
        let offsets = self.entry_points.iter();
        offsets.filter_map(move |&offset| Inst::at(words, offset))
    }

    /// Iterates over the execution modes of all entry points.
    pub fn modes<'w>(&self, words: &'w [u32]) -> impl Iterator<Item = Inst<'w>> + Clone {
        let start = self.entry_points.last().copied();
        Insts::new(words, start.unwrap_or(self.preamble_end), self.debug)
            .filter(|inst| matches!(inst.opcode(), op::OpExecutionMode | op::OpExecutionModeId))
    }

    /// Iterates over names, other debug instructions, and annotations.
    pub fn names_and_annotations<'w>(&self, words: &'w [u32]) -> Insts<'w> {
        Insts::new(words, self.debug, self.globals)
    }

    /// Iterates over names of ids and members.
    pub fn name_instructions<'w>(&self, words: &'w [u32]) -> impl Iterator<Item = Inst<'w>> {
        Insts::new(words, self.debug, self.annotations)
            .filter(|inst| matches!(inst.opcode(), op::OpName | op::OpMemberName))
    }

    /// Iterates over annotations, without lines.
    pub fn decorations<'w>(&self, words: &'w [u32]) -> impl Iterator<Item = Inst<'w>> + Clone {
        Insts::new(words, self.annotations, self.globals)
            .filter(|inst| section(inst.opcode()) == Section::Annotations)
    }

    /// Iterates over types, constants and global variables.
    pub fn declarations<'w>(&self, words: &'w [u32]) -> Insts<'w> {
        Insts::new(words, self.globals, self.first_function)
    }

    /// Iterates over the parameters of a function, given its `OpFunction`. Any number of debug lines may stand between them.
    pub fn parameters<'w>(
        &'w self,
        words: &'w [u32],
        function: Inst<'w>,
    ) -> impl Iterator<Item = Inst<'w>> + Clone {
        let start = function.offset();
        let end = self.function_at(start).map_or(0, |function| function.end);
        let first = self.parameters.partition_point(|&at| at < start);
        let all = self.parameters.get(first..).unwrap_or(&[]).iter();
        all.take_while(move |&&at| at < end)
            .filter_map(|&at| Inst::at(words, at))
    }

    /// Iterates over the instructions of all functions.
    pub fn code<'w>(&self, words: &'w [u32]) -> Insts<'w> {
        Insts::new(words, self.first_function, words.len() as u32)
    }
}
