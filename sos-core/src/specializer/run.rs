//! One specialization: values, what stays, and the copy.

use super::copy::{copy, shorten_interfaces};
use super::specs::{with_number, Spec};
use super::tables::{phis, Tables};
use super::unused::Unused;
use super::Specializer;
use crate::edits::Edits;
use crate::error::{Error, ErrorKind};
use crate::facts::{Block, Facts, Function};
use crate::filter::Scratch;
use crate::inst::{Inst, Insts};
use crate::module::ScanTables;
use crate::operands::for_each_use;
use crate::options::{Allow, Options, SpecMode};
use crate::plan::{self, Leeway, Sizes};
use crate::specialize::{
    fit, Code, Constant, Constants, Deep, Flow, Fresh, Merge, Origin, Values, Written,
};
use crate::tables::{decoration, op};
use crate::views;
use alloc::vec::Vec;

/// What a specialization gave.
pub enum Done {
    /// Nothing is set: the base.
    Base,
    /// The output.
    Written,
    /// The sizes of workgroups or of shared memory exceed the target's limits.
    Exceeds,
}

/// Working memory.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Of a run of the filter.
    pub options: Options,
    pub tables: ScanTables,
    edits: Edits,
    unused: Unused,
    new: New,
    stages: Vec<u32>,
    pending: Vec<u32>,
}

/// New ids, and the declarations that go behind the module's.
#[derive(Clone, Debug, Default)]
struct New {
    bound: u32,
    words: Vec<u32>,
}

impl New {
    /// Each has three words, which [`Unused`] relies on.
    fn declare(&mut self, opcode: u16, ty: u32) -> u32 {
        let id = self.ids(1);
        self.words
            .extend_from_slice(&[3 << 16 | u32::from(opcode), ty, id]);
        id
    }

    /// Drops the declarations that are removed for lack of uses.
    fn drop_unused(&mut self, unused: &Unused) {
        let (mut from, mut to) = (0, 0);
        while let Some(inst) = Inst::at(&self.words, from) {
            let (next, stays) = (inst.end(), !unused.is_gone(inst.result()));
            if stays {
                self.words.copy_within(from as usize..next as usize, to);
                to += (next - from) as usize;
            }
            from = next;
        }
        self.words.truncate(to);
    }
}

impl Fresh for New {
    fn ids(&mut self, count: u32) -> u32 {
        let first = self.bound;
        self.bound = first.saturating_add(count);
        first
    }

    fn undef(&mut self, ty: u32) -> u32 {
        self.declare(op::OpUndef, ty)
    }

    fn selector(&mut self, ty: u32) -> u32 {
        self.declare(op::OpConstantNull, ty)
    }
}

impl Work {
    fn start(&mut self, tables: &Tables) {
        self.edits.reset();
        self.unused.start(&tables.unused);
        self.new.words.clear();
        self.new.bound = tables.facts.header.bound;
    }
}

impl Scratch {
    /// Makes a specialization; `out` holds it if something is written.
    pub(super) fn specialize(
        &mut self,
        of: &Specializer,
        tables: &Tables,
        given: &[(u32, u64)],
    ) -> Result<Done, Error> {
        let (words, facts) = (of.words.as_slice(), &*tables.facts);
        let frozen = of.options.spec == SpecMode::Freeze;
        resolve(&mut self.constants, tables, given, frozen)?;
        if !self.constants.any_set {
            return Ok(Done::Base);
        }
        self.constants.fold(facts, words, &mut self.values);
        let cfg = &tables.cfg;
        let deep = Deep::Slice(&tables.slice);
        let code = Code { facts, words, cfg };
        self.flow.run(code, &mut self.values, true, deep);
        let mut run = Run {
            tables,
            facts,
            words,
            values: &self.values,
            flow: &self.flow,
            written: Written {
                words,
                facts,
                cfg,
                spare: words.len() as u32,
            },
            work: &mut self.work,
        };
        run.work.start(tables);
        run.constants(&self.constants);
        for index in 0..facts.functions.len() {
            run.function(index);
        }
        run.sweep();
        // A base that nothing has lowered exceeds what the module exceeds.
        let judges = tables.sized && !(of.same && of.options.allow.contains(Allow::LIMITS));
        if judges
            && !self
                .work
                .sizes_fit(of, tables, &self.flow, &mut self.values)
        {
            return Ok(Done::Exceeds);
        }
        self.work.write(facts, words, &mut self.out);
        let limits = &of.options.limits;
        let bound_fits =
            self.work.new.bound <= limits.bound || self.work.new.bound == facts.header.bound;
        if !bound_fits || self.out.len() > limits.words as usize || self.work.edits.overlong() {
            return Err(Error::new(ErrorKind::OutputTooLarge, 0, 0));
        }
        Ok(Done::Written)
    }
}

/// Sets the values that are given.
fn resolve(
    constants: &mut Constants,
    tables: &Tables,
    given: &[(u32, u64)],
    frozen: bool,
) -> Result<(), Error> {
    constants.start(frozen && !tables.facts.spec_constants.is_empty(), frozen);
    constants.list.extend(tables.specs.iter().map(|spec| {
        let constant = spec.constant();
        match frozen {
            true => Constant {
                origin: Origin::Frozen,
                ..constant
            },
            false => constant,
        }
    }));
    for (at, &(spec_id, value)) in given.iter().enumerate() {
        let error = |spec: &Spec, kind| Error::new(kind, spec.place.0 as usize, spec.place.1);
        let bits = |spec: &Spec| {
            fit(value, spec.scalar).ok_or_else(|| error(spec, ErrorKind::BadConstantValue))
        };
        let mut earlier = given.get(..at).unwrap_or(&[]).iter();
        let conflicts = earlier.any(|earlier| earlier.0 == spec_id && earlier.1 != value);
        let specs = with_number(&tables.specs, spec_id);
        let list = constants.list.get_mut(specs.clone()).unwrap_or(&mut []);
        for (spec, constant) in tables.specs.get(specs).unwrap_or(&[]).iter().zip(list) {
            if conflicts {
                return Err(error(spec, ErrorKind::ConflictingConstant));
            }
            constant.value = spec.in_base(bits(spec)?);
            constant.origin = Origin::Caller;
            constants.any_set = true;
        }
        let fixed = with_number(&tables.fixed, spec_id);
        for spec in tables.fixed.get(fixed).unwrap_or(&[]) {
            if conflicts || bits(spec)? != spec.default {
                return Err(error(spec, ErrorKind::ConflictingConstant));
            }
        }
    }
    Ok(())
}

/// A specialization whose outcome is being worked out.
struct Run<'a> {
    tables: &'a Tables,
    facts: &'a Facts,
    words: &'a [u32],
    values: &'a Values,
    flow: &'a Flow,
    written: Written<'a>,
    work: &'a mut Work,
}

impl Run<'_> {
    /// Writes the constants whose values are known, and drops the numbers by which an application would set them.
    fn constants(&mut self, constants: &Constants) {
        for constant in constants.list.iter().filter(|constant| constant.is_set()) {
            for offset in self.tables.notes.of(constant.id) {
                let is_number = Inst::at(self.words, offset).is_some_and(|inst| {
                    inst.opcode() == op::OpDecorate
                        && views::Decorate(inst).decoration() == decoration::SpecId
                });
                if is_number {
                    self.work.unused.remove(offset);
                }
            }
        }
        for &offset in &self.facts.spec_constants {
            let Some(inst) = Inst::at(self.words, offset) else {
                continue;
            };
            let Work {
                edits, new, unused, ..
            } = &mut *self.work;
            let mark = edits.mark();
            if self.written.constant(self.values, inst, edits, new) {
                for_each_use(inst.words(), 1, |_, id| unused.lose(id));
                for written in Insts::new(edits.side(), mark, edits.mark()) {
                    for_each_use(written.words(), 1, |_, id| unused.count(id));
                }
            }
        }
    }

    fn function(&mut self, index: usize) {
        let Some(function) = self.facts.functions.get(index) else {
            return;
        };
        if !self.flow.reaches(index) {
            let (used, noted) = self.tables.of_function(index);
            self.work.edits.remove(function.start, function.end);
            self.work.unused.lose_all(used);
            self.work.unused.remove_notes(&self.tables.notes, noted);
            return;
        }
        let mut blocks = function.first_block..function.last_block;
        if blocks.all(|block| self.flow.is_plain(block)) {
            return;
        }
        self.blocks(index, function);
    }

    fn blocks(&mut self, index: usize, function: &Function) {
        let blocks = function.first_block as usize..function.last_block as usize;
        let blocks = self.facts.blocks.get(blocks).unwrap_or(&[]);
        for (number, block) in (function.first_block..).zip(blocks) {
            let has_phi = self.tables.phis.get(number as usize) == Some(&true);
            if !has_phi && self.flow.is_plain(number) {
                continue;
            }
            let Some(end) = Inst::at(self.words, block.end) else {
                continue;
            };
            if self.flow.is_kept(number) {
                self.kept(number, block, end, has_phi);
                continue;
            }
            let (used, noted) = self.tables.of_block(index, number);
            let Work { edits, unused, .. } = &mut *self.work;
            unused.lose_all(used);
            match self.written.stub(self.flow.merge(number)) {
                Some((stub, len)) => {
                    // The label and its names stay.
                    let stub = stub.get(..len).unwrap_or(&[]);
                    edits.replace(block.label + 2, end.end(), stub);
                    for &id in noted.iter().filter(|&&id| id != block.id) {
                        unused.remove_notes(&self.tables.notes, &[id]);
                    }
                }
                None => {
                    edits.remove(block.label, end.end());
                    unused.remove_notes(&self.tables.notes, noted);
                }
            }
        }
    }

    /// A block that stays: its phis, its merge instruction, its branch.
    fn kept(&mut self, number: u32, block: &Block, end: Inst<'_>, has_phi: bool) {
        let Work {
            edits, new, unused, ..
        } = &mut *self.work;
        if has_phi {
            for phi in phis(self.words, block) {
                self.written
                    .phi(self.flow, number, phi, edits, new, &mut |id| {
                        unused.lose(id)
                    });
            }
        }
        if self.flow.merge(number) == Merge::Removed {
            if let Some(merge) = Inst::at(self.words, block.merge) {
                edits.remove(merge.offset(), merge.end());
            }
        }
        if self.flow.folded_to(number) == 0 {
            return;
        }
        let before = edits.count();
        self.written.decided(self.flow, number, end, edits, new);
        let is_branch = matches!(end.opcode(), op::OpBranchConditional | op::OpSwitch);
        if is_branch && edits.count() > before {
            unused.lose(end.word(1));
        }
    }

    /// Removes what is unused now.
    fn sweep(&mut self) {
        let (facts, words, flow) = (self.facts, self.words, self.flow);
        let stays = |offset| {
            let blocks = &facts.blocks;
            let behind = blocks.partition_point(|block| block.label <= offset);
            let block = behind.checked_sub(1);
            block.is_some_and(|block| flow.is_kept(block as u32))
        };
        let Work {
            unused, edits, new, ..
        } = &mut *self.work;
        unused.add(&new.words);
        unused.sweep(facts, words, &self.tables.notes, edits, &new.words, stays);
        new.drop_unused(unused);
        shorten_interfaces(facts, words, unused, edits);
    }
}

impl Work {
    /// Writes the output.
    fn write(&mut self, facts: &Facts, words: &[u32], out: &mut Vec<u32>) {
        self.edits.sort();
        if !self.new.words.is_empty() {
            self.edits.insert(facts.first_function, &self.new.words);
        }
        copy(words, &self.edits, &self.unused, out);
        if let Some(bound) = out.get_mut(3) {
            *bound = self.new.bound;
        }
    }

    /// Whether the sizes that constants decide are within the target's limits.
    fn sizes_fit(
        &mut self,
        of: &Specializer,
        tables: &Tables,
        flow: &Flow,
        values: &mut Values,
    ) -> bool {
        let (words, facts) = (of.words.as_slice(), &*tables.facts);
        let is_kept = |block| flow.is_kept(block);
        plan::stages(words, facts, is_kept, &mut self.stages, &mut self.pending);
        let sizes = Sizes {
            words,
            facts,
            target: &of.target,
            leeway: Leeway::NONE,
            stages: &self.stages,
            added: None,
        };
        let mut fits = true;
        let mut found = |_, _| fits = false;
        if sizes.is_concerned() {
            sizes.workgroups(facts.workgroup.object, values, &mut found);
            let is_used = |id: u32| self.unused.is_used(id);
            sizes.shared_memory(values, is_used, &mut found);
        }
        fits
    }
}
