//! Functions: which of their instructions remain, and whether the target supports them.

use super::annotations::{stripped, STRIPPABLE};
use super::dead::is_unused_without_effect;
use super::needs::{is_non_semantic, Need};
use super::new::NewOf;
use super::LowerResult;
use super::{Place, Plan, Scene};
use crate::facts::{Block, Function};
use crate::inst::{Inst, Insts};
use crate::options::Strip;
use crate::sets::BitSet;
use crate::specialize::{switch_literal_words, Merge};
use crate::tables::{op, op_hot, OpFlags, OPCODE_END};
use crate::views;

/// The opcodes that need checks beyond those of their needs.
static WATCHED: BitSet<{ OPCODE_END.div_ceil(64) }> =
    STRIPPABLE.with(op::OpPhi).with(op::OpSelectionMerge);

impl Plan {
    /// Plans all functions.
    pub(super) fn bodies(&mut self, scene: &Scene<'_>, place: &Place<'_>) {
        let facts = scene.facts;
        let mut end = facts.first_function;
        for (index, function) in facts.functions.iter().enumerate() {
            self.strip_between(scene, place, end, function.start);
            end = function.end;
            if !scene.flow.reaches(index) {
                self.remove(scene, function.start, function.end);
                continue;
            }
            self.function(scene, place, index, function);
        }
        self.strip_between(scene, place, end, scene.words.len() as u32);
    }

    /// Plans what is between blocks and between functions: lines, debug information, graphs.
    fn strip_between(&mut self, scene: &Scene<'_>, place: &Place<'_>, from: u32, to: u32) {
        for inst in Insts::new(scene.words, from, to) {
            if scene.options.strip != Strip::Nothing && stripped(scene, inst) {
                self.remove(scene, inst.offset(), inst.end());
            } else if inst.is_extended() {
                if self.check(scene, place, inst, None).is_none() {
                    self.import_used(scene, views::ExtInst(inst).set());
                } else if is_non_semantic(scene.facts, inst) {
                    self.remove(scene, inst.offset(), inst.end());
                }
            } else if let Some(need) = self.check(scene, place, inst, None) {
                self.record_unmet(inst.offset(), 0, need);
            }
        }
    }

    fn function(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        index: usize,
        function: &Function,
    ) {
        let blocks = scene
            .facts
            .blocks
            .get(function.first_block as usize..function.last_block as usize)
            .unwrap_or(&[]);
        let body = blocks.first().map_or(function.end, |block| block.label);
        for inst in Insts::new(scene.words, function.start, body) {
            self.instruction(scene, place, inst, index, true);
        }
        // If nothing is folded and nothing is unreachable, phis and branches stay unmodified.
        let whole = (function.first_block..function.last_block)
            .all(|block| scene.flow.is_kept(block) && scene.flow.folded_to(block) == 0);
        let mut last = body;
        for (number, block) in (function.first_block..).zip(blocks) {
            self.strip_between(scene, place, last, block.label);
            let end = Inst::at(scene.words, block.end).map_or(block.end, |inst| inst.end());
            last = end;
            let written = scene.written(&self.new);
            if scene.flow.is_kept(number) {
                self.block(scene, place, index, number, block, whole);
            } else if let Some((stub, len)) = written.stub(scene.flow.merge(number)) {
                self.stub(scene, block, end, stub.get(..len).unwrap_or(&[]));
            } else {
                self.remove(scene, block.label, end);
            }
        }
        self.strip_between(scene, place, last, function.end);
    }

    fn stub(&mut self, scene: &Scene<'_>, block: &Block, end: u32, terminator: &[u32]) {
        let label_end = Inst::at(scene.words, block.label).map_or(block.label, |label| label.end());
        for inst in Insts::new(scene.words, label_end, end) {
            if let Some(id) = super::result(inst) {
                self.mark_removed(id);
            }
        }
        self.edits.replace(label_end, end, terminator);
    }

    fn block(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        function: usize,
        number: u32,
        block: &Block,
        whole: bool,
    ) {
        let live = scene.flow.is_live(number);
        self.splits.block = block.id;
        self.block = number;
        for inst in Insts::new(scene.words, block.label, block.end) {
            if self.stays_unchanged(place, inst) {
                continue;
            }
            match inst.opcode() {
                op::OpPhi if !whole => {
                    self.instruction(scene, place, inst, function, live);
                    let written = scene.written(&self.new);
                    let mut new = NewOf(&mut self.new, scene);
                    written.phi(
                        scene.flow,
                        number,
                        inst,
                        &mut self.edits,
                        &mut new,
                        &mut |_| {},
                    );
                }
                op::OpSelectionMerge if scene.flow.merge(number) == Merge::Removed => {
                    self.edits.remove(inst.offset(), inst.end());
                }
                _ => self.instruction(scene, place, inst, function, live),
            }
        }
        let Some(end) = Inst::at(scene.words, block.end) else {
            return;
        };
        if scene.flow.folded_to(number) == 0 {
            return self.instruction(scene, place, end, function, live);
        }
        let written = scene.written(&self.new);
        let mut new = NewOf(&mut self.new, scene);
        written.decided(scene.flow, number, end, &mut self.edits, &mut new);
    }

    /// Whether an instruction remains unmodified, judged by its opcode and the counted needs alone: nearly all do.
    #[inline]
    fn stays_unchanged(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        self.settled
            && self.deferred.is_empty()
            && !WATCHED.contains(inst.opcode())
            && self.is_counted(place, inst)
    }

    /// Plans one instruction, which remains if the target supports it.
    fn instruction(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: usize,
        live: bool,
    ) {
        if scene.options.strip != Strip::Nothing && stripped(scene, inst) {
            return self.remove(scene, inst.offset(), inst.end());
        }
        if self.deferred.is_named(scene, inst) {
            return self.consume(scene, place, inst, function, live);
        }
        let Some(need) = self.check(scene, place, inst, Some(function)) else {
            return self.count_import(scene, inst);
        };
        self.answer(scene, place, inst, function, live, need);
    }

    /// Lowers an instruction that the target does not support, or records its unmet need.
    #[inline(never)]
    fn answer(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: usize,
        live: bool,
        need: Need,
    ) {
        if !live && self.undefine(scene, place, inst, function, scene.rules.unreachable()) {
            return;
        }
        match self.lower(scene, place, inst, Some(function)) {
            LowerResult::Lowered => self.deferred.lacks(super::result(inst), need),
            LowerResult::UnableToLower
                if self.undef
                    && self.undefine(scene, place, inst, function, scene.rules.undef()) => {}
            LowerResult::UnableToLower => {
                let owner =
                    super::result(inst).filter(|_| is_unused_without_effect(scene.facts, inst));
                self.record_unmet(inst.offset(), owner.unwrap_or(0), need);
            }
        }
    }

    /// Replaces an instruction that uses a deferred value.
    fn consume(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: usize,
        live: bool,
    ) {
        if !live && self.undefine(scene, place, inst, function, scene.rules.unreachable()) {
            return;
        }
        let mark = self.edits.mark();
        if scene
            .rules
            .consume(self, scene, place, inst, Some(function))
            == LowerResult::Lowered
        {
            self.edits.close(inst.offset(), inst.end(), mark);
            return;
        }
        if self.undef && self.undefine(scene, place, inst, function, scene.rules.undef()) {
            return;
        }
        let own = self.check(scene, place, inst, Some(function));
        if let Some(need) = own.or(self.deferred.need) {
            self.record_unmet(inst.offset(), 0, need);
        }
    }

    /// Replaces an instruction by `OpUndef`, or removes it if it has no result. Returns whether that is possible.
    fn undefine(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: usize,
        rule: usize,
    ) -> bool {
        let flags = op_hot(inst.opcode()).flags;
        // Phis must be the first instructions of a block, and the others here are part of the structure of the function.
        let fixed = [
            op::OpFunction,
            op::OpFunctionParameter,
            op::OpLabel,
            op::OpVariable,
            op::OpPhi,
        ];
        let block = scene.facts.block_at(inst.offset());
        if fixed.contains(&inst.opcode()) || block.is_none() {
            return false;
        }
        if flags.contains(OpFlags::TERMINATOR) {
            if rule != scene.rules.unreachable() {
                return false;
            }
            if inst.opcode() == op::OpSwitch {
                self.switch_on_constant(scene, inst);
                self.count(rule);
                return true;
            }
            self.edits.replace(
                inst.offset(),
                inst.end(),
                &[1 << 16 | u32::from(op::OpUnreachable)],
            );
        } else if flags.contains(OpFlags::RESULT_TYPE) {
            let is_void = scene
                .facts
                .def(scene.words, inst.result_type())
                .is_some_and(|ty| ty.opcode() == op::OpTypeVoid);
            if is_void {
                self.remove(scene, inst.offset(), inst.end());
            } else if scene.facts.pointee(scene.words, inst.result_type()) != 0 {
                // Loads and stores through an undefined pointer would be invalid. Either operand of the selection serves.
                if rule != scene.rules.unreachable() || inst.opcode() != op::OpSelect {
                    return false;
                }
                let copy = [
                    4 << 16 | u32::from(op::OpCopyObject),
                    inst.result_type(),
                    inst.result(),
                    views::Select(inst).object_1(),
                ];
                self.edits.replace(inst.offset(), inst.end(), &copy);
            } else {
                let undef = [
                    3 << 16 | u32::from(op::OpUndef),
                    inst.result_type(),
                    inst.result(),
                ];
                // A narrow type that can only be stored has no undefined values either.
                let lacking = Inst::at(&undef, 0)
                    .and_then(|undef| self.check(scene, place, undef, Some(function)));
                if lacking.is_some() {
                    return false;
                }
                self.edits.replace(inst.offset(), inst.end(), &undef);
            }
        } else {
            self.edits.remove(inst.offset(), inst.end());
        }
        self.count(rule);
        true
    }

    /// Replaces a switch that can never run by one on a constant, which every device accepts: its targets need their
    /// predecessor.
    fn switch_on_constant(&mut self, scene: &Scene<'_>, inst: Inst<'_>) {
        let literal = switch_literal_words(scene.facts, scene.words, inst);
        let zero = self.new.constant_u32(scene, 0);
        let mark = self.edits.mark();
        let switch = views::Switch(inst);
        self.edits.push(&[0, zero, switch.default()]);
        for (number, case) in switch.targets().chunks_exact(literal + 1).enumerate() {
            let label = case.last().copied().unwrap_or(0);
            self.edits.push(&[number as u32, label]);
        }
        self.edits.seal(mark, op::OpSwitch);
        self.edits.close(inst.offset(), inst.end(), mark);
    }

    /// Counts a use of a rule.
    pub(crate) fn count(&mut self, rule: usize) {
        if let Some(count) = self.counts.get_mut(rule) {
            *count += 1;
            self.lowered.push(rule);
        }
    }

    /// Records that the import of an extended instruction is used.
    pub(super) fn count_import(&mut self, scene: &Scene<'_>, inst: Inst<'_>) {
        if inst.is_extended() {
            self.import_used(scene, views::ExtInst(inst).set());
        }
    }

    /// Returns the id of `GLSL.std.450`, the input's import or a new one, and records that it is used.
    pub fn import_glsl(&mut self, scene: &Scene<'_>) -> u32 {
        let own = self.glsl.and_then(|at| scene.facts.imports.get(at));
        match own.zip(self.glsl.and_then(|at| self.imports_used.get_mut(at))) {
            Some((import, used)) => {
                *used = true;
                import.id
            }
            None => self.new.import("GLSL.std.450"),
        }
    }

    /// Records that an import is used.
    fn import_used(&mut self, scene: &Scene<'_>, id: u32) {
        let at = scene.facts.import_of(id).unwrap_or(usize::MAX);
        if let Some(used) = self.imports_used.get_mut(at) {
            *used = true;
        }
    }
}

#[cfg(test)]
mod tests;
