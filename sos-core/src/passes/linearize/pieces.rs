//! Writes the pieces of a region.

use super::emit::{Lists, Round, Work, UNKNOWN};
use super::masked;
use super::regions::{End, Event, NONE};
use super::values::{given, pairs, phis, position};
use crate::build::Build;
use crate::inst::{Inst, Insts};
use crate::operands::each_use;
use crate::passes::LowerError;
use crate::specialize::switch_literal_words;
use crate::tables::{capability, op, scope};
use crate::views;
use alloc::vec::Vec;

impl Work<'_> {
    /// Writes the blocks of a planned region.
    pub(super) fn run(&mut self, region: usize) -> Result<(), LowerError> {
        (self.mask, self.rest) = (0, 0);
        let events = core::mem::take(&mut self.regions.events);
        let done = events.iter().try_for_each(|&event| {
            self.build.check_size()?;
            self.event(event)
        });
        self.regions.events = events;
        done?;
        self.close();
        self.values.undefine();
        match self.regions.list.get(region).map_or(NONE, |one| one.merge) {
            NONE => match self.result {
                0 => self.build.raw(op::OpReturn, &[]),
                variable => {
                    let ty = self.build.get(self.result_type()).ok_or(UNKNOWN)?;
                    let value = self.build.op(op::OpLoad, ty, &[variable]);
                    self.build.raw(op::OpReturnValue, &[value]);
                }
            },
            merge => {
                let merge = self.block(merge).id;
                self.branch(merge);
            }
        }
        Ok(())
    }

    /// Ends the current piece.
    fn close(&mut self) {
        if self.rest != 0 {
            let rest = core::mem::take(&mut self.rest);
            self.branch(rest);
            self.label(rest);
        }
    }

    /// Begins a piece under the current mask with a block.
    fn open(&mut self, label: u32, site: u32) {
        self.site = site;
        if self.mask == 0 {
            self.branch(label);
            self.label(label);
        } else {
            let rest = self.build.id();
            self.build.raw(op::OpSelectionMerge, &[rest, 0]);
            self.build
                .raw(op::OpBranchConditional, &[self.mask, label, rest]);
            self.label(label);
            self.rest = rest;
        }
    }

    fn event(&mut self, event: Event) -> Result<(), LowerError> {
        match event {
            Event::LoopBegins => {
                self.close();
                let [head, body, next, exit] = [0; 4].map(|_| self.build.id());
                self.branch(head);
                self.label(head);
                self.build.raw(op::OpLoopMerge, &[exit, next, 0]);
                self.branch(body);
                self.label(body);
                self.lists.rounds.push(Round { head, next, exit });
            }
            Event::LoopEnds(header) => {
                self.close();
                let Some(round) = self.lists.rounds.pop() else {
                    return Err(UNKNOWN);
                };
                let truth = self.build.bool();
                let variable = self.begins_variable(header);
                let again = self.build.op(op::OpLoad, truth, &[variable]);
                let workgroup = self.build.constant(scope::Workgroup);
                self.build.capability(capability::GroupNonUniformVote);
                let any = self
                    .build
                    .op(op::OpGroupNonUniformAny, truth, &[workgroup, again]);
                self.branch(round.next);
                self.label(round.next);
                self.build
                    .raw(op::OpBranchConditional, &[any, round.head, round.exit]);
                self.label(round.exit);
            }
            Event::Opens { at, site, stays } => self.opens(at, site, stays)?,
            Event::Continues(at) => {
                let own = self.block(self.at(at)).id;
                self.label(own);
            }
            Event::Copies { from, to, site } => self.copies(from, to, site)?,
            Event::Together { offset, site } => self.together(offset, site)?,
            Event::Resumes { at, site } => {
                let label = self.build.id();
                if let Some(slot) = self.lists.ends.get_mut(at as usize) {
                    *slot = label;
                }
                self.open(label, site);
                self.flush();
                self.values.load_again(self.input, site, self.build);
            }
            Event::Ends { at, how, .. } => {
                self.flush();
                let number = self.at(at);
                let end = Inst::at(self.input.words, self.block(number).end).ok_or(UNKNOWN)?;
                match how {
                    End::Kept => self.keep_end(number, end)?,
                    End::Chained => {
                        let cfg = self.graph.code.cfg;
                        let to = cfg.successors(cfg.of(number)).first().copied();
                        let to = self.block(to.unwrap_or(NONE)).id;
                        self.branch(to);
                    }
                    End::Marks => self.leave(number, end)?,
                }
            }
        }
        Ok(())
    }

    /// Begins a piece with the block at a position.
    fn opens(&mut self, at: u32, site: u32, stays: bool) -> Result<(), LowerError> {
        self.close();
        let sites = &self.regions.sites;
        let guarded = sites.get(site as usize).is_none_or(|site| site.guarded);
        let number = self.at(at);
        let is_loop = stays && self.graph.code.cfg.of(number).is_loop;
        self.mask = 0;
        let truth = self.build.bool();
        if guarded {
            let begins = self.begins_variable(at);
            self.mask = self.build.op(op::OpLoad, truth, &[begins]);
        }
        // The header of a loop that stays has other predecessors, so the piece begins before it; and that of a region has its label
        // before the region.
        let starts_region = number == self.header;
        let label = match is_loop || starts_region {
            true => self.build.id(),
            false => self.block(number).id,
        };
        if let Some(slot) = self
            .lists
            .ends
            .get_mut(at as usize)
            .filter(|_| starts_region)
        {
            *slot = label;
        }
        self.open(label, site);
        if guarded {
            let (begins, no) = (self.begins_variable(at), self.build.null(truth));
            self.store(begins, no);
        }
        self.values.load_again(self.input, site, self.build);
        let graph = self.graph;
        if !is_loop {
            for phi in phis(graph, number) {
                self.load_phi(phi)?;
                self.after(phi);
            }
            self.flush();
            return Ok(());
        }
        self.lists.entries.clear();
        for phi in phis(graph, number) {
            let ty = self.build.get(phi.result_type()).ok_or(UNKNOWN)?;
            let variable = self.incoming_variable(phi)?;
            let entry = self.build.op(op::OpLoad, ty, &[variable]);
            self.lists.entries.push(entry);
        }
        let before = self.label;
        let own = self.block(number).id;
        self.branch(own);
        self.label(own);
        for (number, phi) in phis(graph, number).enumerate() {
            let ty = self.build.get(phi.result_type()).ok_or(UNKNOWN)?;
            let entry = self.lists.entries.get(number).copied().unwrap_or(0);
            self.lists.words.clear();
            self.lists.words.extend_from_slice(&[entry, before]);
            for (value, from) in pairs(phi) {
                let from_at = position(graph, self.regions, from);
                if from_at != NONE && from_at >= at {
                    let edge = [self.here(value)?, self.label_of(from)];
                    self.lists.words.extend_from_slice(&edge);
                }
            }
            let (id, words) = (phi.result(), &self.lists.words);
            self.build.op_as(id, op::OpPhi, ty, words);
            self.after(phi);
        }
        Ok(())
    }

    /// The label in the output of the block with a label in the region.
    fn label_of(&self, label: u32) -> u32 {
        let at = position(self.graph, self.regions, label);
        match self.lists.ends.get(at as usize) {
            Some(&end) if end != 0 => end,
            _ => label,
        }
    }

    fn here(&self, id: u32) -> Result<u32, LowerError> {
        self.values.here(self.build, id, self.site).ok_or(UNKNOWN)
    }

    /// Fills a list with the words of an instruction behind its header, with the ids that they have at a site.
    fn map(&self, inst: Inst<'_>, site: u32, words: &mut Vec<u32>) -> Result<(), LowerError> {
        let literals = switch_literal_words(self.input.facts, self.input.words, inst);
        words.clear();
        words.extend_from_slice(inst.from(1));
        let mut done = Ok(());
        each_use(inst.words(), literals, &mut |at, id| match (
            words.get_mut(at - 1),
            self.values.here(self.build, id, site),
        ) {
            (Some(slot), Some(now)) => *slot = now,
            _ => done = Err(UNKNOWN),
        });
        done
    }

    /// Writes an instruction with the ids that its operands have at a site, and with one more at its end unless that is 0.
    pub(super) fn copy_with(
        &mut self,
        inst: Inst<'_>,
        site: u32,
        last: u32,
    ) -> Result<(), LowerError> {
        let mut words = core::mem::take(&mut self.lists.words);
        let done = self.map(inst, site, &mut words);
        if last != 0 {
            words.push(last);
        }
        self.build.raw(inst.opcode(), &words);
        self.lists.words = words;
        done
    }

    /// Stores a value that other pieces use, once no phi follows.
    fn after(&mut self, inst: Inst<'_>) {
        if inst.has_type() && self.values.variable_of(inst.result()) != 0 {
            self.lists.stores.push(inst.result());
        }
    }

    fn flush(&mut self) {
        for at in 0..self.lists.stores.len() {
            if let Some(&id) = self.lists.stores.get(at) {
                let variable = self.values.variable_of(id);
                self.store(variable, id);
            }
        }
        self.lists.stores.clear();
    }

    /// Copies the instructions of a piece.
    fn copies(&mut self, from: u32, to: u32, site: u32) -> Result<(), LowerError> {
        // The phis at the beginning of a piece have been loaded.
        let opened = {
            let at = self
                .regions
                .sites
                .get(site as usize)
                .map_or(NONE, |site| site.at);
            let label = self.block(self.at(at)).label;
            Inst::at(self.input.words, label).is_some_and(|label| label.end() == from)
        };
        for inst in Insts::new(self.input.words, from, to) {
            match inst.opcode() {
                op::OpVariable => continue,
                op::OpPhi if opened => continue,
                op::OpPhi => {
                    self.lists.words.clear();
                    for (value, label) in pairs(inst) {
                        let edge = [self.here(value)?, self.label_of(label)];
                        self.lists.words.extend_from_slice(&edge);
                    }
                    let ty = self.build.get(inst.result_type()).ok_or(UNKNOWN)?;
                    let (id, words) = (inst.result(), &self.lists.words);
                    self.build.op_as(id, op::OpPhi, ty, words);
                }
                op::OpFunctionCall if self.regions.calls_masked(self.graph, inst) => {
                    self.flush();
                    let yes = self.build.constant_true();
                    self.copy_with(inst, site, yes)?;
                }
                opcode => {
                    if !matches!(opcode, op::OpLine | op::OpNoLine) {
                        self.flush();
                    }
                    self.copy_with(inst, site, 0)?;
                }
            }
            self.after(inst);
        }
        Ok(())
    }

    /// Writes what all execute.
    fn together(&mut self, offset: u32, site: u32) -> Result<(), LowerError> {
        self.flush();
        self.close();
        self.site = site;
        let inst = Inst::at(self.input.words, offset).ok_or(UNKNOWN)?;
        self.values.load_again(self.input, site, self.build);
        let mask = self.mask;
        match inst.opcode() {
            op::OpFunctionCall => self.copy_with(inst, site, mask)?,
            op::OpControlBarrier => self.copy_with(inst, site, 0)?,
            _ => {
                let mut words = core::mem::take(&mut self.lists.words);
                let mapped = self.map(inst, site, &mut words);
                let operands = words.get(2..).unwrap_or(&[]);
                let done = mapped
                    .and_then(|()| masked::operation(self.input, self.build, inst, operands, mask));
                self.lists.words = words;
                done?;
            }
        }
        self.after(inst);
        Ok(())
    }

    /// Ends a block of a construct that stays.
    fn keep_end(&mut self, number: u32, end: Inst<'_>) -> Result<(), LowerError> {
        let merge = Inst::at(self.input.words, self.block(number).merge);
        if let Some(merge) = merge.filter(|_| self.block(number).merge != 0) {
            self.build.raw(merge.opcode(), merge.from(1));
        }
        self.copy_with(end, self.site, 0)
    }

    /// Ends a block by variables that say where the invocation continues.
    pub(super) fn leave(&mut self, number: u32, end: Inst<'_>) -> Result<(), LowerError> {
        let given_to = &mut self.lists.given;
        given_to.clear();
        given(self.graph, self.regions, number, |phi, value| {
            given_to.push((phi.offset(), value));
        });
        for at in 0..self.lists.given.len() {
            let Some(&(phi, value)) = self.lists.given.get(at) else {
                break;
            };
            let phi = Inst::at(self.input.words, phi).ok_or(UNKNOWN)?;
            let variable = self.incoming_variable(phi)?;
            let value = self.here(value)?;
            self.store(variable, value);
        }
        let (yes, truth) = (self.build.constant_true(), self.build.bool());
        match end.opcode() {
            op::OpBranch => {
                let to = views::Branch(end).target_label();
                self.go_to(to, yes);
            }
            op::OpBranchConditional => {
                let branch = views::BranchConditional(end);
                let (first, other) = (branch.true_label(), branch.false_label());
                if first == other {
                    self.go_to(first, yes);
                } else {
                    let condition = self.here(branch.condition())?;
                    self.go_to(first, condition);
                    let inverse = self.build.op(op::OpLogicalNot, truth, &[condition]);
                    self.go_to(other, inverse);
                }
            }
            op::OpSwitch => self.switch(end)?,
            op::OpReturn | op::OpUnreachable => {}
            op::OpReturnValue => {
                let value = self.here(views::ReturnValue(end).value())?;
                let result = self.result;
                self.store(result, value);
            }
            _ => return Err(UNKNOWN),
        }
        Ok(())
    }

    /// Says that the invocation continues at a block if a condition holds, unless that is behind the region.
    fn go_to(&mut self, label: u32, condition: u32) {
        let at = position(self.graph, self.regions, label);
        if at != NONE {
            let variable = self.begins_variable(at);
            self.store(variable, condition);
        }
    }

    /// Writes a switch whose cases say where the invocation continues.
    fn switch(&mut self, end: Inst<'_>) -> Result<(), LowerError> {
        let switch = views::Switch(end);
        let literals = switch_literal_words(self.input.facts, self.input.words, end);
        let rest = self.build.id();
        let selector = self.here(switch.selector())?;
        let Lists { words, cases, .. } = &mut *self.lists;
        words.clear();
        cases.clear();
        words.push(selector);
        let build = &mut *self.build;
        let mut case = |label: u32| match cases.binary_search_by_key(&label, |one| one.0) {
            Ok(at) => cases.get(at).map_or(0, |one| one.1),
            Err(at) => {
                let id = build.id();
                cases.insert(at, (label, id));
                id
            }
        };
        words.push(case(switch.default()));
        for target in switch.targets().chunks_exact(literals + 1) {
            let Some((&label, literal)) = target.split_last() else {
                continue;
            };
            words.extend_from_slice(literal);
            words.push(case(label));
        }
        self.build.raw(op::OpSelectionMerge, &[rest, 0]);
        self.build.raw(op::OpSwitch, &self.lists.words);
        let yes = self.build.constant_true();
        for at in 0..self.lists.cases.len() {
            let Some(&(label, id)) = self.lists.cases.get(at) else {
                break;
            };
            self.label(id);
            self.go_to(label, yes);
            self.branch(rest);
        }
        self.label(rest);
        Ok(())
    }
}
