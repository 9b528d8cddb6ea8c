//! What is known of a module before any value is.

use super::copy::{copy, shorten_interfaces};
use super::notes::Notes;
use super::specs::{self, Spec};
use super::unused::Unused;
use crate::edits::Edits;
use crate::facts::offsets::image_operands;
use crate::facts::{Block, Facts};
use crate::inst::{Inst, Insts};
use crate::module::Module;
use crate::operands::for_each_use;
use crate::options::{Options, SpecMode};
use crate::plan::{is_debug, named_by, result};
use crate::specialize::{switch_literal_words, Cfg, Constant, Slice};
use crate::tables::{
    decoration, execution_mode, op, op_hot, op_row, storage_class, OpFlags, OperandKind,
};
use crate::views;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// The tables of a module.
#[derive(Debug)]
pub struct Tables {
    pub facts: Box<Facts>,
    /// The control flow graph.
    pub cfg: Cfg,
    /// What values can reach.
    pub slice: Slice,
    /// Constants that can be set, by `SpecId`, ascending.
    pub specs: Vec<Spec>,
    /// Those that are set for all specializations, likewise.
    pub fixed: Vec<Spec>,
    /// The names and decorations of ids, which are no uses of these.
    pub notes: Notes,
    /// Uses.
    pub unused: Unused,
    /// Ids that regions use and that are defined outside of them, as often as they are used.
    used: Lists,
    /// Ids that regions define and that have names or decorations.
    noted: Lists,
    /// By block: whether it has a phi.
    pub phis: Vec<bool>,
    /// Whether the size of workgroups or of shared memory may depend on a constant.
    pub sized: bool,
}

/// The phis of a block, which come before all other instructions but lines.
pub fn phis<'w>(words: &'w [u32], block: &Block) -> impl Iterator<Item = Inst<'w>> {
    let insts = Insts::new(words, block.label, block.end);
    let first = [op::OpLabel, op::OpPhi, op::OpLine, op::OpNoLine];
    insts
        .take_while(move |inst| first.contains(&inst.opcode()))
        .filter(|inst| inst.opcode() == op::OpPhi)
}

/// Lists by region: the head of each function, and each block, in the order of the module.
#[derive(Debug, Default)]
struct Lists {
    items: Vec<u32>,
    /// By region: where its list ends.
    ends: Vec<u32>,
}

impl Lists {
    fn close(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    fn of(&self, regions: Range<usize>) -> &[u32] {
        let end = |at: usize| match at.checked_sub(1) {
            Some(region) => self.ends.get(region).copied().unwrap_or(0) as usize,
            None => 0,
        };
        let items = end(regions.start)..end(regions.end);
        self.items.get(items).unwrap_or(&[])
    }

    fn bytes(&self) -> usize {
        4 * (self.items.len() + self.ends.len())
    }
}

impl Tables {
    /// Builds the tables of a base, given the constants of the module, some of which are set in it. `None` if a specialization of
    /// it may change more than the tables say.
    pub fn of(
        words: &[u32],
        facts: Box<Facts>,
        module: &Module<'_>,
        constants: &[Constant],
        options: &Options,
    ) -> Option<Self> {
        let is_plain = options.spec != SpecMode::Keep
            && !facts.has_groups
            && facts.unknown_opcode == 0
            && facts.unknown_capability == 0
            && !is_debug(&facts);
        if !is_plain {
            return None;
        }
        let (specs, fixed) = specs::read(words, &facts, module, constants)?;
        let mut cfg = Cfg::default();
        cfg.read(&facts, words);
        let mut tables = Self {
            cfg,
            slice: Slice::of_module(&facts, words),
            specs,
            fixed,
            notes: Notes::read(&facts, words),
            unused: Unused::of(facts.def.len(), words.len()),
            used: Lists::default(),
            noted: Lists::default(),
            phis: Vec::with_capacity(facts.blocks.len()),
            sized: false,
            facts,
        };
        if !tables.head(words) || !tables.declarations(words) || !tables.functions(words) {
            return None;
        }
        Some(tables)
    }

    /// Counts what execution modes and decorations use. Entry points use inputs and outputs, which stay, and list others, which they
    /// do not use. Returns false if the target decides about a number that a constant gives to a mode, other than a size.
    fn head(&mut self, words: &[u32]) -> bool {
        let Self {
            facts,
            unused,
            slice,
            ..
        } = self;
        let mut plain = true;
        for inst in Insts::new(words, facts.preamble_end, facts.globals) {
            match inst.opcode() {
                op::OpExecutionModeId | op::OpDecorateId | op::OpMemberDecorateIdEXT => {
                    let is_judged = inst.opcode() == op::OpExecutionModeId
                        && views::ExecutionMode(inst).mode() == execution_mode::FPFastMathDefault;
                    for_each_use(inst.words(), 1, |_, id| {
                        unused.count(id);
                        plain &= !is_judged || !slice.is_open(id);
                    });
                }
                op::OpDecorate
                    if views::Decorate(inst).decoration() == decoration::LinkageAttributes =>
                {
                    unused.count(inst.target());
                }
                _ => {}
            }
        }
        // The size of workgroups, though nothing reads it.
        unused.count(facts.workgroup.object);
        plain
    }

    /// Counts what declarations use. Returns false if the target decides about a number that a constant gives.
    fn declarations(&mut self, words: &[u32]) -> bool {
        let Self {
            facts,
            unused,
            slice,
            notes,
            ..
        } = self;
        let has_stride = |id: u32| {
            notes.of(id).any(|offset| {
                Inst::at(words, offset).is_some_and(|inst| {
                    inst.opcode() == op::OpDecorate
                        && views::Decorate(inst).decoration() == decoration::ArrayStride
                })
            })
        };
        for inst in facts.declarations(words) {
            let mut open = false;
            for_each_use(inst.words(), 1, |_, id| {
                unused.count(id);
                open |= slice.is_open(id);
            });
            match inst.opcode() {
                op::OpVariable => {
                    let class = views::Variable(inst).storage_class();
                    if matches!(class, storage_class::Input | storage_class::Output) {
                        unused.count(inst.result());
                    }
                }
                // Lengths of arrays without a layout decide the size of shared memory.
                op::OpTypeArray if open => {
                    self.sized = true;
                    if has_stride(views::TypeArray(inst).result()) {
                        return false;
                    }
                }
                opcode if open && op_hot(opcode).flags.contains(OpFlags::TYPE) => return false,
                _ => {}
            }
        }
        let mut modes = facts.modes(words);
        self.sized |= slice.is_open(facts.workgroup.object)
            || modes.any(|mode| mode.opcode() == op::OpExecutionModeId);
        true
    }

    /// Lists and counts what functions use, region by region. Returns false if a constant is judged.
    fn functions(&mut self, words: &[u32]) -> bool {
        let facts = core::mem::take(&mut self.facts);
        let mut plain = true;
        for function in &facts.functions {
            let blocks = function.first_block as usize..function.last_block as usize;
            let blocks = facts.blocks.get(blocks).unwrap_or(&[]);
            let body = blocks.first().map_or(function.end, |block| block.label);
            plain &= self.region(words, &facts, function.start..body);
            for block in blocks {
                let end = Inst::at(words, block.end).map_or(block.end, |inst| inst.end());
                plain &= self.region(words, &facts, block.label..end);
                self.phis.push(phis(words, block).next().is_some());
            }
        }
        self.facts = facts;
        plain
    }

    fn region(&mut self, words: &[u32], facts: &Facts, range: Range<u32>) -> bool {
        let mut plain = true;
        for inst in Insts::new(words, range.start, range.end) {
            let mut open = false;
            let literals = switch_literal_words(facts, words, inst);
            for_each_use(inst.words(), literals, |_, id| {
                self.unused.count(id);
                open |= self.slice.is_open(id);
                let def = facts.def.get(id as usize).copied().unwrap_or(0);
                if !range.contains(&def) {
                    self.used.items.push(id);
                }
            });
            plain &= !open || !self.is_judged(inst);
            if let Some(id) = result(inst).filter(|&id| self.notes.has(id)) {
                self.noted.items.push(id);
            }
        }
        self.used.close();
        self.noted.close();
        plain
    }

    /// Whether the target decides about a number of an instruction, a scope, memory semantics, an image operand's offset, ray flags, the
    /// layout of a matrix or a stream, that depends on an open constant.
    fn is_judged(&self, inst: Inst<'_>) -> bool {
        let named = named_by(inst.opcode()).map(|(_, at)| inst.word(at));
        let stream = matches!(
            inst.opcode(),
            op::OpEmitStreamVertex | op::OpEndStreamPrimitive
        )
        .then(|| views::StreamVertex(inst).stream());
        if named.or(stream).is_some_and(|id| self.slice.is_open(id)) {
            return true;
        }
        let Some(row) = op_row(inst.opcode()) else {
            return true;
        };
        // Whatever comes before one of these is one word.
        let mut operands = (1..).zip(row.operands.iter());
        operands.any(|(at, (kind, _))| match kind {
            OperandKind::IdScope | OperandKind::IdMemorySemantics => {
                self.slice.is_open(inst.word(at))
            }
            OperandKind::ImageOperands if result(inst).is_some() => {
                image_operands(inst).is_some_and(|(_, offset)| self.slice.is_open(offset))
            }
            _ => false,
        })
    }

    /// The words without what nothing uses whatever the values are; `None` if there is nothing of it.
    pub fn shrunk(&self, words: &[u32]) -> Option<Vec<u32>> {
        let Self { facts, notes, .. } = self;
        let mut unused = self.unused.clone();
        let (mut edits, mut out) = (Edits::default(), Vec::new());
        unused.pend_unused();
        unused.sweep(facts, words, notes, &edits, &[], |_| true);
        if !unused.any() {
            return None;
        }
        shorten_interfaces(facts, words, &unused, &mut edits);
        copy(words, &edits, &unused, &mut out);
        Some(out)
    }

    /// The ids that a block uses and does not define, and those that it defines and that have names or decorations.
    pub fn of_block(&self, function: usize, block: u32) -> (&[u32], &[u32]) {
        let region = block as usize + function + 1;
        let regions = region..region + 1;
        (self.used.of(regions.clone()), self.noted.of(regions))
    }

    /// The same two for a whole function.
    pub fn of_function(&self, function: usize) -> (&[u32], &[u32]) {
        let Some(of) = self.facts.functions.get(function) else {
            return (&[], &[]);
        };
        let regions = of.first_block as usize + function..of.last_block as usize + function + 1;
        (self.used.of(regions.clone()), self.noted.of(regions))
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        // Of the facts, the two large tables.
        let facts = 4 * self.facts.def.len() + 16 * self.facts.blocks.len();
        let specs = (self.specs.len() + self.fixed.len()) * size_of::<Spec>();
        size_of::<Facts>()
            + size_of::<Self>()
            + facts
            + specs
            + self.cfg.bytes()
            + self.slice.bytes()
            + self.notes.bytes()
            + self.unused.bytes()
            + self.used.bytes()
            + self.noted.bytes()
            + self.phis.len()
    }
}
