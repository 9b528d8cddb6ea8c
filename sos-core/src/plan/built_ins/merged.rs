//! Merges variables that entry points have for the same built-in, each its own, where a rule needs a single one.
//!
//! naga and rust-gpu declare the built-ins of each entry point for that entry point alone. A function that several of these
//! call, or that rules write once for all of them, cannot read a variable that all list, and an entry point must not list two
//! (VUID-StandaloneSpirv-OpEntryPoint-09658). So the first replaces the others:
//!
//! ```text
//! OpEntryPoint GLCompute %f "f" %a               OpEntryPoint GLCompute %f "f" %a
//! OpEntryPoint GLCompute %g "g" %b %c            OpEntryPoint GLCompute %g "g" %c %a
//! OpDecorate %a BuiltIn LocalInvocationIndex     OpDecorate %a BuiltIn LocalInvocationIndex
//! OpDecorate %b BuiltIn LocalInvocationIndex
//! %a = OpVariable %to_in Input                   %a = OpVariable %to_in Input
//! %b = OpVariable %to_in Input
//! %x = OpLoad %u32 %b                            %x = OpLoad %u32 %a
//! ```
//!
//! Exact: variables with the same built-in contain the same value in an entry point (Vulkan, "Built-In Variables"). They are
//! merged if they have the same type and no other decoration, apart from `Flat` on all or on none, and if entry points of the
//! same execution models list them. So none ends up in a stage where it was not, for which it may have the wrong decorations.
//! Names and debug information of the others are dropped, as for everything that is removed.
//!
//! Not merged: what no entry point lists; variables of different types, such as integers of different signedness; variables
//! with other decorations, or decorated by a group; members of blocks; anything in a module with unknown instructions, which
//! may use them.
//!
//! Which variables are the same is found out with the first read. Whether they are merged is decided after the last one,
//! since a rule that reads may still decline, and dead code may go. Other edits may name them by then, so they are renamed in
//! the output.

use super::{BuiltIns, Own};
use crate::facts::Facts;
use crate::header::LEN;
use crate::inst::Insts;
use crate::operands::each_use;
use crate::order::Order;
use crate::plan::{is_non_semantic, Plan, Scene};
use crate::tables::{decoration, op};
use crate::views;
use alloc::vec::Vec;

/// Variables that are the same as others, and working memory to rename them.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// Each variable that can be merged, with the one that replaces it. The variables ascend.
    same: Vec<(u32, u32)>,
    /// Those that are.
    renamed: Vec<(u32, u32)>,
    /// Positions in the output, with the id for each.
    places: Vec<(u32, u32)>,
}

impl Merged {
    /// Removes all.
    pub(super) fn reset(&mut self) {
        self.same.clear();
        self.renamed.clear();
    }
}

/// What variables must have in common.
fn kind(own: &Own) -> (u32, u32, u32, bool, u32) {
    (
        own.value,
        own.listed,
        own.pointer,
        own.is_flat,
        own.decorations,
    )
}

impl BuiltIns {
    /// Leaves of variables that can be merged the first. The variables must ascend.
    pub(super) fn leave_first_of_same(&mut self, scene: &Scene<'_>) {
        if self.own.len() < 2 || scene.facts.unknown_opcode != 0 {
            return;
        }
        self.count_decorations(scene);
        self.own.order_by_key(|own| (kind(own), own.variable));
        let same = &mut self.merged.same;
        let mut first: Option<Own> = None;
        self.own.retain(|own| {
            let can_merge = own.variable != 0 && own.listed != 0 && own.decorations == 1;
            if let Some(first) = first.filter(|first| can_merge && kind(first) == kind(own)) {
                same.push((own.variable, first.variable));
                return false;
            }
            first = Some(*own);
            true
        });
        same.order();
    }

    /// Counts the decorations of each variable, and records `Flat` instead.
    fn count_decorations(&mut self, scene: &Scene<'_>) {
        for inst in scene.facts.decorations(scene.words) {
            let (targets, is_flat) = match inst.opcode() {
                op::OpGroupDecorate => (views::GroupDecorate(inst).targets(), false),
                op::OpDecorate | op::OpDecorateId | op::OpDecorateString => (
                    inst.from(1).get(..1).unwrap_or(&[]),
                    inst.opcode() == op::OpDecorate
                        && views::Decorate(inst).decoration() == decoration::Flat,
                ),
                _ => continue,
            };
            for &id in targets {
                let at = self.own.binary_search_by_key(&id, |own| own.variable);
                let Some(own) = at.ok().and_then(|at| self.own.get_mut(at)) else {
                    continue;
                };
                match is_flat {
                    true => own.is_flat = true,
                    false => own.decorations = own.decorations.saturating_add(1),
                }
            }
        }
    }

    /// Decides which variables are merged: those that are the same as one that rules read, and that `stays` says the output
    /// would have. Returns them, with the one that replaces each.
    fn merge(&mut self, stays: impl Fn(u32) -> bool) -> &[(u32, u32)] {
        let Merged { same, renamed, .. } = &mut self.merged;
        let is_read = |id: u32| self.read.iter().any(|read| read.variable == id);
        renamed.clear();
        let all = same.iter().copied();
        renamed.extend(all.filter(|&(id, first)| stays(id) && stays(first) && is_read(first)));
        renamed
    }

    fn rename(&mut self, facts: &Facts, words: &mut [u32]) {
        let Merged {
            renamed, places, ..
        } = &mut self.merged;
        if renamed.is_empty() {
            return;
        }
        let replacement = |id: u32| {
            let at = renamed.binary_search_by_key(&id, |one| one.0).ok()?;
            renamed.get(at).map(|one| one.1)
        };
        places.clear();
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            // A switch selects by a number, and debug information that named the variables is removed. Both have literals that
            // look like ids.
            if inst.opcode() == op::OpSwitch || is_non_semantic(facts, inst) {
                continue;
            }
            each_use(inst.words(), 1, &mut |at, id| {
                places.extend(replacement(id).map(|id| (inst.offset() + at as u32, id)));
            });
        }
        for &(at, id) in places.iter() {
            if let Some(word) = words.get_mut(at as usize) {
                *word = id;
            }
        }
    }
}

impl Plan {
    /// Removes the variables that are merged into others.
    pub(in crate::plan) fn merge_built_ins(&mut self, scene: &Scene<'_>) {
        let others = self.edits.count();
        let mut merged = core::mem::take(&mut self.new.built_ins);
        for &(id, _) in merged.merge(|id| !self.is_removed(id)) {
            if let Some(def) = scene.facts.def(scene.words, id) {
                self.remove(scene, def.offset(), def.end());
            }
        }
        self.new.built_ins = merged;
        self.edits.put_first(others);
    }

    /// Names in the words of the output what replaces merged variables.
    pub fn rename_merged(&mut self, facts: &Facts, words: &mut [u32]) {
        self.new.built_ins.rename(facts, words);
    }
}

#[cfg(test)]
mod tests;
