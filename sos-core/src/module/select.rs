//! Modules with several entry points: a copy of one that keeps only some of them.
//!
//! ```text
//! OpEntryPoint MeshEXT %mesh "mesh" …          (nothing)
//! OpEntryPoint Fragment %shade "shade" …   →   OpEntryPoint Fragment %shade "shade" …
//! OpExecutionMode %mesh OutputVertices 3       (nothing)
//! ```
//!
//! The copy lacks the other `OpEntryPoint`s and the execution modes of functions that no kept entry point names. Everything that only
//! the others reach stays in it: the filter removes that, since a scanned selection is never returned unchanged.
//!
//! Positions in errors and reports count the words of the original module.

use super::Module;
use crate::error::{Error, ErrorKind};
use crate::inst::{string, Inst, Insts};
use crate::options::Limits;
use crate::order::Order;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

/// Describes entry points of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryPoint<'a> {
    /// The name in `OpEntryPoint`; Vulkan's `VkPipelineShaderStageCreateInfo::pName`.
    pub name: &'a str,
    /// SPIR-V's `ExecutionModel`. `None` describes the entry points of this name in every execution model.
    pub execution_model: Option<u32>,
}

impl EntryPoint<'_> {
    fn describes(&self, entry: Inst<'_>) -> bool {
        let entry = views::EntryPoint(entry);
        self.execution_model
            .is_none_or(|model| model == entry.execution_model())
            && string(entry.name()).is_some_and(|(bytes, _)| bytes.eq(self.name.bytes()))
    }
}

/// The instructions that a selection lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Word offsets in the selection where words are missing, each with the number of words missing there and before. Sorted.
    gaps: Vec<(u32, u32)>,
}

impl Removed {
    /// Whether nothing was removed.
    pub(crate) fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }

    /// Maps a word offset in the selection to the word offset in the original module.
    pub(crate) fn original_offset(&self, offset: u32) -> u32 {
        let before = self.gaps.partition_point(|&(at, _)| at <= offset);
        let last = before.checked_sub(1).and_then(|last| self.gaps.get(last));
        offset.saturating_add(last.map_or(0, |&(_, missing)| missing))
    }

    /// The error at its position in the original module.
    pub(crate) fn in_original(&self, error: Error) -> Error {
        error.at(self.original_offset(error.offset()))
    }

    /// Records the offsets of an instruction in the selection and in the original module; to be called in order.
    fn record(&mut self, at: u32, original: u32) {
        let missing = original.saturating_sub(at);
        if self.gaps.last().map_or(0, |&(_, before)| before) != missing {
            self.gaps.push((at, missing));
        }
    }
}

/// A module with some of its entry points: see [`Module::select`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Selection {
    /// The words.
    pub words: Vec<u32>,
    /// What is missing from them.
    pub removed: Removed,
}

impl Selection {
    /// Scans the words: see [`Module::scan_selection`].
    ///
    /// # Errors
    /// As for [`Module::scan`].
    pub fn scan(&self, limits: &Limits) -> Result<Module<'_>, Error> {
        Module::scan_selection(&self.words, self.removed.clone(), limits)
    }
}

impl Module<'_> {
    /// Copies the module without the entry points that `entry_points` does not describe. Scan the copy with
    /// [`Selection::scan`] to filter it: whatever only the other entry points need is then removed from the output.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchEntryPoint`] if one of `entry_points` describes none of the module, or if there are none.
    pub fn select(&self, entry_points: &[EntryPoint<'_>]) -> Result<Selection, Error> {
        let (words, facts) = (self.words, &self.facts);
        let missing = Error::new(ErrorKind::NoSuchEntryPoint, facts.preamble_end as usize, 0);
        let exists =
            |wanted: &EntryPoint<'_>| facts.entries(words).any(|entry| wanted.describes(entry));
        if entry_points.is_empty() || !entry_points.iter().all(exists) {
            return Err(missing);
        }
        let keeps = |entry: Inst<'_>| entry_points.iter().any(|wanted| wanted.describes(entry));
        let kept = facts.entries(words).filter(|&entry| keeps(entry));
        let mut functions: Vec<u32> = kept
            .map(|entry| views::EntryPoint(entry).entry_point())
            .collect();
        functions.order();
        let (entry_points, tail) = (facts.preamble_end as usize, facts.debug as usize);
        let mut output = Vec::with_capacity(words.len());
        output.extend_from_slice(words.get(..entry_points).unwrap_or(&[]));
        let mut removed = Removed::default();
        for inst in Insts::new(words, facts.preamble_end, facts.debug) {
            let stays = match inst.opcode() {
                op::OpEntryPoint => keeps(inst),
                op::OpExecutionMode | op::OpExecutionModeId => {
                    functions.binary_search(&inst.target()).is_ok()
                }
                _ => true,
            };
            if stays {
                removed.record(
                    output.len() as u32,
                    self.removed.original_offset(inst.offset()),
                );
                output.extend_from_slice(inst.words());
            }
        }
        removed.record(
            output.len() as u32,
            self.removed.original_offset(facts.debug),
        );
        output.extend_from_slice(words.get(tail..).unwrap_or(&[]));
        Ok(Selection {
            words: output,
            removed,
        })
    }
}

#[cfg(test)]
mod tests;
