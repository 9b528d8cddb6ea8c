//! Which entry points reach an instruction.
//!
//! An entry point reaches its function, the functions that these call, and each declaration that one of them, the entry point's
//! interface or another declaration so reached uses. Blocks that can never run do not count.

use crate::facts::Facts;
use crate::inst::{string_lossy, Inst, Insts};
use crate::order::Order;
use crate::plan::result;
use crate::specialize::{uses, Flow};
use crate::tables::{op, op_hot, OpFlags};
use crate::views;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Who uses what in a module.
pub(super) struct Reach<'a> {
    words: &'a [u32],
    facts: &'a Facts,
    /// An id, and the id of a function or declaration that uses it. Sorted.
    users: Vec<(u32, u32)>,
    /// An id, and the word offset of an entry point that names it. Sorted.
    entries: Vec<(u32, u32)>,
}

/// Where an instruction belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// To the module as a whole.
    Module,
    /// To an entry point, given by its word offset.
    EntryPoint(u32),
    /// To a function or declaration.
    Id(u32),
}

impl<'a> Reach<'a> {
    pub(super) fn new(words: &'a [u32], facts: &'a Facts, flow: &Flow) -> Self {
        let (mut users, mut entries) = (Vec::new(), Vec::new());
        for entry in facts.entries(words) {
            uses(facts, words, entry, |_, id| {
                entries.push((id, entry.offset()));
            });
        }
        let mut used_by = |user: u32, inst: Inst<'_>| {
            uses(facts, words, inst, |_, id| users.push((id, user)));
        };
        for inst in facts.declarations(words) {
            used_by(result(inst).unwrap_or(0), inst);
        }
        for mode in facts.modes(words) {
            used_by(mode.target(), mode);
        }
        for function in &facts.functions {
            let numbers = function.first_block..function.last_block;
            let range = numbers.start as usize..numbers.end as usize;
            let blocks = numbers.zip(facts.blocks.get(range).unwrap_or(&[]));
            let head = Insts::new(words, function.start, function.end)
                .take_while(|inst| inst.opcode() != op::OpLabel);
            let kept = blocks
                .filter(|&(number, _)| flow.is_kept(number))
                .flat_map(|(_, block)| Insts::new(words, block.label, block.end));
            head.chain(kept).for_each(|inst| used_by(function.id, inst));
        }
        users.order();
        users.dedup();
        entries.order();
        Self {
            words,
            facts,
            users,
            entries,
        }
    }

    /// What the instruction at a word offset belongs to.
    pub(super) fn owner(&self, offset: u32) -> Owner {
        if let Some(function) = self.facts.function_at(offset) {
            return Owner::Id(function.id);
        }
        let Some(inst) = Inst::at(self.words, offset).filter(|_| offset != 0) else {
            return Owner::Module;
        };
        let is_note = op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION);
        match (inst.opcode(), result(inst)) {
            (op::OpEntryPoint, _) => Owner::EntryPoint(offset),
            (op::OpExecutionMode | op::OpExecutionModeId, _) => Owner::Id(inst.target()),
            (op::OpGroupDecorate | op::OpGroupMemberDecorate, _) => Owner::Module,
            _ if is_note => {
                let target = self.facts.def(self.words, inst.target());
                let function = target.and_then(|def| self.facts.function_at(def.offset()));
                Owner::Id(function.map_or(inst.target(), |function| function.id))
            }
            (_, Some(id)) => Owner::Id(id),
            (_, None) => Owner::Module,
        }
    }

    /// The execution models and the names of the entry points that reach what belongs to an owner: all where none is known to.
    pub(super) fn entry_points(&self, owner: Owner) -> (Vec<u32>, Vec<String>) {
        let reaching = match owner {
            Owner::Module => Vec::new(),
            Owner::EntryPoint(offset) => vec![offset],
            Owner::Id(id) => self.reaching(id),
        };
        let reaches = |entry: &Inst<'_>| {
            reaching.is_empty() || reaching.binary_search(&entry.offset()).is_ok()
        };
        let entries = self.facts.entries(self.words).filter(reaches);
        let name =
            |entry: &Inst<'_>| string_lossy(views::EntryPoint(*entry).name()).unwrap_or_default();
        entries
            .map(|entry| (views::EntryPoint(entry).execution_model(), name(&entry)))
            .unzip()
    }

    /// The word offsets of the entry points that reach an id, sorted.
    fn reaching(&self, id: u32) -> Vec<u32> {
        let mut seen = vec![false; self.facts.def.len()];
        let mut pending = vec![id];
        let mut reaching = Vec::new();
        while let Some(id) = pending.pop() {
            if let Some(seen @ false) = seen.get_mut(id as usize) {
                *seen = true;
                pending.extend(of(&self.users, id));
                reaching.extend(of(&self.entries, id));
            }
        }
        reaching.order();
        reaching.dedup();
        reaching
    }
}

/// The second members of the pairs whose first member is `id`.
fn of(pairs: &[(u32, u32)], id: u32) -> impl Iterator<Item = u32> + '_ {
    let first = pairs.partition_point(|pair| pair.0 < id);
    let rest = pairs.get(first..).unwrap_or(&[]).iter();
    rest.take_while(move |pair| pair.0 == id).map(|pair| pair.1)
}

#[cfg(test)]
mod tests;
