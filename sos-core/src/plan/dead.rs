//! Removal of dead code, which runs only if needs are unmet, or if the caller allowed instructions to become undefined.
//!
//! Roots are the instructions with side effects in kept blocks, what rules have written, the constant for the workgroup size,
//! and the interface variables of entry points (inputs and outputs must match those of the adjacent stage, so a supported one
//! stays even if unused). All ids reachable from there by uses are marked. What is not marked is removed: types, constants,
//! variables, and pure instructions with unused results. Names and decorations are not uses of their targets, and neither is
//! debug information. Debug information that refers to nothing removed stays, though, and with it the types and constants
//! that only it refers to, if the target supports them.

use super::annotations::is_debug;
use super::globals::owner;
use super::needs::is_non_semantic;
use super::{needs, result, Place, Plan, Scene};
use crate::facts::{interface, Facts};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::specialize::uses;
use crate::tables::{
    built_in, decoration, glsl_std_450 as glsl, memory_access, op, op_hot, storage_class,
    ExtInstSet, OpFlags,
};
use crate::views;

impl Plan {
    /// Removes dead code, and the unmet needs of what is removed.
    pub(super) fn remove_dead(&mut self, scene: &Scene<'_>, place: &Place<'_>) {
        let facts = scene.facts;
        self.edits.sort();
        self.live.clear();
        self.live.resize(self.new.bound() as usize, false);
        self.pending.clear();
        self.mark_roots(scene);
        self.mark_interfaces(scene);
        self.drain(scene);
        // Decorations may use constants; those of dead targets do not count. A decoration group is live if one of its targets
        // is.
        for inst in facts.decorations(scene.words) {
            let alive = match inst.opcode() {
                op::OpGroupDecorate => views::GroupDecorate(inst)
                    .targets()
                    .iter()
                    .any(|&id| self.is_marked(id)),
                op::OpGroupMemberDecorate => views::GroupMemberDecorate(inst)
                    .targets()
                    .iter()
                    .step_by(2)
                    .any(|&id| self.is_marked(id)),
                op::OpDecorateId | op::OpMemberDecorateIdEXT if self.is_marked(inst.target()) => {
                    self.mark_uses(scene, inst);
                    false
                }
                _ => false,
            };
            if alive {
                self.mark(inst.target());
            }
        }
        self.drain(scene);
        let live = core::mem::take(&mut self.live);
        self.unmet
            .retain(|unmet| unmet.owner == 0 || live.get(unmet.owner as usize) == Some(&true));
        self.live = live;
        self.excuse(scene, place, 0, true);
        if !self.is_moot() {
            self.sweep(scene);
            self.recount(scene, place);
        }
    }

    pub(super) fn is_marked(&self, id: u32) -> bool {
        self.live.get(id as usize) == Some(&true)
    }

    fn mark(&mut self, id: u32) {
        if let Some(live @ false) = self.live.get_mut(id as usize) {
            *live = true;
            self.pending.push(id);
        }
    }

    fn mark_uses(&mut self, scene: &Scene<'_>, inst: Inst<'_>) {
        if op_hot(inst.opcode()).flags.contains(OpFlags::UNKNOWN) {
            // Which words of an unknown instruction are ids is not known: all are marked.
            inst.from(1).iter().for_each(|&word| self.mark(word));
            return;
        }
        uses(scene.facts, scene.words, inst, |_, id| self.mark(id));
    }

    fn drain(&mut self, scene: &Scene<'_>) {
        while let Some(id) = self.pending.pop() {
            let Some(def) = scene.facts.def(scene.words, id) else {
                continue;
            };
            // A constant that was replaced by its value no longer uses what it was computed from.
            match self.edits.replacement(def.offset()) {
                Some((first, last)) => self.mark_written(scene, first, last),
                None => self.mark_uses(scene, def),
            }
        }
    }

    /// Marks the ids that instructions of the side buffer use.
    fn mark_written(&mut self, scene: &Scene<'_>, first: u32, last: u32) {
        let edits = core::mem::take(&mut self.edits);
        for inst in Insts::new(edits.side(), first, last) {
            self.mark_uses(scene, inst);
        }
        self.edits = edits;
    }

    fn mark_roots(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        for (index, function) in facts.functions.iter().enumerate() {
            if !scene.flow.reaches(index) {
                continue;
            }
            self.mark(function.id);
            self.for_each_kept(scene, function.start, function.end, |plan, inst| {
                if !is_unused_without_effect(scene.facts, inst) {
                    plan.mark_uses(scene, inst);
                }
            });
            for edit in self.edits.between(function.start, function.end) {
                let written = self.edits.get(edit);
                if let Some((_, first, last)) =
                    written.filter(|_| self.edited_value(scene, edit).is_none())
                {
                    self.mark_written(scene, first, last);
                }
            }
        }
        let by_id = |mode: &Inst<'_>| mode.opcode() == op::OpExecutionModeId;
        for mode in facts.modes(scene.words).filter(by_id) {
            self.mark_uses(scene, mode);
        }
        for inst in facts.decorations(scene.words) {
            match inst.opcode() {
                // This constant's value is the workgroup size whether or not an instruction reads it. `OpGroupDecorate` comes
                // after the decorations of its group.
                op::OpDecorate
                    if views::Decorate(inst).decoration() == decoration::BuiltIn
                        && views::Decorate(inst).operand() == built_in::WorkgroupSize =>
                {
                    self.mark(inst.target());
                }
                op::OpGroupDecorate if self.is_marked(inst.target()) => self.mark_uses(scene, inst),
                _ => {}
            }
        }
        let new = core::mem::take(&mut self.new);
        for words in [new.globals(), new.functions.words()] {
            for inst in Insts::new(words, 0, words.len() as u32) {
                self.mark_uses(scene, inst);
            }
        }
        self.new = new;
    }

    /// Returns the instruction that an edit replaces, if it is a phi that lost edges, or became `OpUndef`: like unedited pure
    /// instructions, it is removed if its result is unused.
    fn edited_value<'w>(&self, scene: &Scene<'w>, edit: usize) -> Option<Inst<'w>> {
        let (at, end) = self.edits.range(edit)?;
        let inst = Inst::at(scene.words, at).filter(|inst| inst.end() == end)?;
        let (_, first, last) = self.edits.get(edit)?;
        let is_undefined = || {
            let written = Inst::at(self.edits.side(), first).filter(|undef| undef.end() == last);
            written.is_some_and(|undef| undef.opcode() == op::OpUndef)
        };
        (inst.opcode() == op::OpPhi || is_undefined()).then_some(inst)
    }

    /// Visits the instructions of a range that no edit replaces.
    fn for_each_kept(
        &mut self,
        scene: &Scene<'_>,
        from: u32,
        to: u32,
        mut visit: impl FnMut(&mut Self, Inst<'_>),
    ) {
        let mut edit = self.edits.first_at(from);
        for inst in Insts::new(scene.words, from, to) {
            while self
                .edits
                .range(edit)
                .is_some_and(|(_, end)| end <= inst.offset())
            {
                edit += 1;
            }
            let touched = self
                .edits
                .range(edit)
                .is_some_and(|(at, end)| at <= inst.offset() && inst.offset() < end);
            if !touched {
                visit(self, inst);
            }
        }
    }

    /// Marks the inputs and outputs that the target supports: they stay, used or not.
    fn mark_interfaces(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        let mut tainted = core::mem::take(&mut self.stage_marks);
        tainted.clear();
        tainted.resize(facts.def.len(), false);
        for unmet in &self.unmet {
            if let Some(slot) = tainted.get_mut(unmet.owner as usize) {
                *slot = unmet.owner != 0;
            }
        }
        for inst in facts.declarations(scene.words) {
            let mut bad = false;
            for_each_use(inst.words(), 1, |_, id| {
                bad |= tainted.get(id as usize) == Some(&true)
            });
            if let Some(slot) = result(inst)
                .filter(|_| bad)
                .and_then(|id| tainted.get_mut(id as usize))
            {
                *slot = true;
            }
        }
        for entry in facts.entries(scene.words) {
            for &id in interface(entry) {
                let def = facts
                    .def(scene.words, id)
                    .filter(|def| def.opcode() == op::OpVariable);
                let stage = def.is_some_and(|def| {
                    matches!(
                        views::Variable(def).storage_class(),
                        storage_class::Input | storage_class::Output
                    )
                });
                // An initial value is written even if no instruction writes the output.
                let initial = def.is_some_and(|def| def.words().len() > 4);
                if stage && (initial || tainted.get(id as usize) == Some(&false)) {
                    self.mark(id);
                }
            }
        }
        self.stage_marks = tainted;
    }

    fn sweep(&mut self, scene: &Scene<'_>) {
        if is_debug(scene.facts) {
            self.sweep_except(scene, |plan, inst| {
                let flags = op_hot(inst.opcode()).flags;
                let declares = flags.intersects(OpFlags::TYPE | OpFlags::CONSTANT);
                let tainted = result(inst).and_then(|id| plan.stage_marks.get(id as usize));
                declares && tainted == Some(&false)
            });
            self.debug_information(scene);
            self.mark_debug_operands(scene);
        }
        self.sweep_except(scene, |_, _| false);
    }

    /// Marks the remaining debug information and the ids that it uses.
    fn mark_debug_operands(&mut self, scene: &Scene<'_>) {
        for inst in Insts::new(scene.words, scene.facts.globals, scene.words.len() as u32) {
            if is_non_semantic(scene.facts, inst) && !self.is_removed(inst.result()) {
                self.mark(inst.result());
                self.mark_uses(scene, inst);
            }
        }
        self.drain(scene);
    }

    /// Removes what is not marked, except declarations for which `stays` holds. Debug information is kept.
    fn sweep_except(&mut self, scene: &Scene<'_>, stays: impl Fn(&Self, Inst<'_>) -> bool) {
        let facts = scene.facts;
        let mut dead = core::mem::take(&mut self.pending);
        for inst in facts.decorations(scene.words) {
            if inst.opcode() == op::OpDecorationGroup
                && !self.is_marked(views::DecorationGroup(inst).result())
            {
                dead.push(inst.offset());
            }
        }
        for inst in facts.declarations(scene.words) {
            let flags = op_hot(inst.opcode()).flags;
            let is_dead = match result(inst) {
                Some(id) => flags.contains(OpFlags::PURE) && !self.is_marked(id),
                None => {
                    inst.opcode() == op::OpTypeForwardPointer
                        && !self.is_marked(views::TypeForwardPointer(inst).pointer_type())
                }
            };
            if is_dead && !stays(self, inst) {
                dead.push(inst.offset());
            }
        }
        for (index, function) in facts.functions.iter().enumerate() {
            if scene.flow.reaches(index) {
                self.for_each_kept(scene, function.start, function.end, |plan, inst| {
                    let unused = result(inst).is_some_and(|id| !plan.is_marked(id));
                    if unused
                        && is_unused_without_effect(facts, inst)
                        && !is_non_semantic(facts, inst)
                    {
                        dead.push(inst.offset());
                    }
                });
                let edits = self.edits.between(function.start, function.end);
                let values = edits.filter_map(|edit| self.edited_value(scene, edit));
                let unused = values.filter(|value| !self.is_marked(value.result()));
                dead.extend(unused.map(|value| value.offset()));
            }
        }
        // Only now, since the walk above requires sorted edits.
        for offset in dead.drain(..) {
            if let Some(inst) = Inst::at(scene.words, offset) {
                self.remove(scene, offset, inst.end());
            }
        }
        self.pending = dead;
        self.edits.sort();
    }

    /// Recomputes the needs of the remaining instructions.
    pub(super) fn recount(&mut self, scene: &Scene<'_>, place: &Place<'_>) {
        let facts = scene.facts;
        self.forget_used();
        self.imports_used.fill(false);
        self.for_each_kept(
            scene,
            facts.preamble_end,
            facts.first_function,
            |plan, inst| {
                let named = owner(facts, inst);
                if named == 0 || !plan.is_removed(named) {
                    plan.count_kept(scene, place, inst, None);
                }
            },
        );
        let mut end = facts.first_function;
        for (index, function) in facts.functions.iter().enumerate() {
            self.for_each_kept(scene, end, function.start, |plan, inst| {
                plan.count_kept(scene, place, inst, None);
            });
            end = function.end;
            if scene.flow.reaches(index) {
                self.for_each_kept(scene, function.start, function.end, |plan, inst| {
                    plan.count_kept(scene, place, inst, Some(index));
                });
            }
        }
        self.for_each_kept(scene, end, u32::MAX, |plan, inst| {
            plan.count_kept(scene, place, inst, None);
        });
        let (edits, new) = (
            core::mem::take(&mut self.edits),
            core::mem::take(&mut self.new),
        );
        let place = Place {
            new: &new.ids,
            ..*place
        };
        let functions = new.functions.words();
        let in_functions = Insts::new(functions, 0, functions.len() as u32);
        let in_place = edits.effective();
        let in_place = in_place.flat_map(|(_, first, last)| Insts::new(edits.side(), first, last));
        for inst in in_place.chain(in_functions) {
            // Needs of what rules write always count.
            needs(&place, inst, None, &mut |need| self.used.insert(need));
            self.count_import(scene, inst);
        }
        (self.edits, self.new) = (edits, new);
    }

    /// Counts the needs of a remaining instruction of the input, and the use of its import.
    fn count_kept(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) {
        self.count_needs(scene, place, inst, function);
        self.count_import(scene, inst);
    }
}

/// Whether an instruction of a function body can be removed if its result is unused.
pub fn is_unused_without_effect(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpLoad => views::Load(inst).memory_access() & memory_access::Volatile == 0,
        op::OpExtInst if is_non_semantic(facts, inst) => true,
        op::OpExtInst => {
            super::import_set(facts, views::ExtInst(inst).set()) == ExtInstSet::GlslStd450
                && !matches!(views::ExtInst(inst).instruction(), glsl::Modf | glsl::Frexp)
        }
        opcode => op_hot(opcode).flags.contains(OpFlags::PURE),
    }
}

#[cfg(test)]
mod tests;
