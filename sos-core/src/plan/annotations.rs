//! Updates names, decorations, execution modes and interfaces, once it is known which ids are removed and which constants
//! became plain.

use super::built_ins::{is_flat, BuiltIn};
use super::globals::mode_of_floats;
use super::needs::{implicit, is_non_semantic};
use super::{stage_bit, Plan, Scene};
use crate::facts::{interface, Facts};
use crate::inst::{Inst, Insts};
use crate::operands::{for_each_use, string_words};
use crate::options::Strip;
use crate::sets::BitSet;
use crate::specialize::Values;
use crate::tables::{
    decoration, execution_model, op, op_hot, storage_class, OpFlags, AVAILABILITY_ROWS, OPCODE_END,
};
use crate::views;

/// The number of walks over debug information, whose references may be forward, before all of it is removed.
const MAX_ROUNDS: u32 = 8;

/// Values of narrow types that a module keeps but does not compute with.
///
/// The output does not declare the capability to compute with their types. The uses that are then allowed are few
/// (SPV_KHR_16bit_storage, "Validation Rules"), and SPIRV-Tools, which checks every use of such a value, counts a name as a
/// use.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    /// By id: as in [`Place::contents`](super::Place).
    pub contents: &'a [u8],
    /// The types of these values, as bits of [`implicit::contents`].
    pub bits: u8,
}

impl Kept<'_> {
    /// No such values.
    pub const NOTHING: Self = Self {
        contents: &[],
        bits: 0,
    };

    /// Whether an id is such a value.
    fn holds(&self, id: u32) -> bool {
        self.bits != 0 && implicit::of_value(self.contents, id) & self.bits != 0
    }
}

impl Plan {
    /// Records the unused imports that have a name as removed ids.
    fn drop_named_imports(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        if !names_stay(scene) || !self.imports_used.contains(&false) {
            return;
        }
        for name in Insts::new(scene.words, facts.debug, facts.annotations) {
            if name.opcode() != op::OpName {
                continue;
            }
            let id = views::Name(name).target();
            let import = facts.import_of(id);
            if import.and_then(|at| self.imports_used.get(at)) == Some(&false) {
                self.mark_removed(id);
            }
        }
    }

    /// Edits everything that refers to removed ids, and the names of values that are only kept.
    pub(super) fn annotations(&mut self, scene: &Scene<'_>, values: &Values, kept: Kept<'_>) {
        let facts = scene.facts;
        self.merge_built_ins(scene);
        self.drop_named_imports(scene);
        if self.any_removed {
            self.debug_information(scene);
            let mut new = core::mem::take(&mut self.new);
            new.drop_annotations(|id| self.is_removed(id));
            self.new = new;
        }
        let interfaces = self.minor < 4 && facts.header.minor >= 4;
        let baked = scene.bake && scene.constants.any_set;
        let grown = !self.new.built_ins().is_empty()
            || !self.new.exchange().is_empty()
            || !self.outputs.own.is_empty();
        self.flatten(scene);
        if !self.any_removed && !interfaces && !baked && !grown && kept.bits == 0 {
            return;
        }
        let others = self.edits.count();
        for inst in Insts::new(scene.words, facts.preamble_end, facts.globals) {
            let named = match inst.opcode() {
                op::OpEntryPoint => {
                    self.interface(scene, inst, interfaces);
                    continue;
                }
                op::OpGroupDecorate | op::OpGroupMemberDecorate
                    if self.is_removed(inst.target()) =>
                {
                    true
                }
                op::OpGroupDecorate => {
                    self.group(scene, values, inst);
                    continue;
                }
                op::OpGroupMemberDecorate => {
                    self.group_members(inst);
                    continue;
                }
                op::OpName if kept.holds(views::Name(inst).target()) => true,
                op::OpName | op::OpMemberName => self.is_removed(inst.target()),
                op::OpDecorate if views::Decorate(inst).decoration() == decoration::SpecId => {
                    let id = inst.target();
                    let plain = values.entered(id) != 0 || scene.constants.set_group(id).is_some();
                    baked && plain || self.is_removed(id)
                }
                op::OpDecorateId | op::OpMemberDecorateIdEXT => {
                    let mut removed = false;
                    for_each_use(inst.words(), 1, |_, id| removed |= self.is_removed(id));
                    removed
                }
                op::OpExtInst => false,
                op::OpExecutionMode => self.is_removed(mode_of_floats(facts, inst)),
                opcode if op_hot(opcode).flags.contains(OpFlags::ANNOTATION) => {
                    opcode != op::OpDecorationGroup && self.is_removed(inst.target())
                }
                _ => false,
            };
            if named {
                self.edits.remove(inst.offset(), inst.end());
            }
        }
        self.edits.put_first(others);
    }

    /// Decorates the built-in variables of integers that fragment shaders read and that the input does not decorate `Flat`.
    fn flatten(&mut self, scene: &Scene<'_>) {
        if !self.new.built_ins().iter().any(is_flat) {
            return;
        }
        self.decorations
            .read(scene.words, scene.facts, |one| one == decoration::Flat);
        for at in 0..self.new.built_ins().len() {
            let read = self.new.built_ins().get(at).copied();
            let read = read.filter(is_flat).map(|read| read.variable);
            let has = |id: &u32| self.decorations.has(*id, decoration::Flat);
            if let Some(read) = read.filter(|id| !has(id)) {
                self.new.decorate(read, &[decoration::Flat]);
            }
        }
    }

    fn interface(&mut self, scene: &Scene<'_>, inst: Inst<'_>, only_stage: bool) {
        let stays = |plan: &Self, id: u32| {
            let class = scene
                .facts
                .def(scene.words, id)
                .map_or(u32::MAX, |def| def.word(3));
            let stage = matches!(class, storage_class::Input | storage_class::Output);
            !plan.is_removed(id) && (!only_stage || stage)
        };
        let stage = stage_bit(views::EntryPoint(inst).execution_model());
        let listed = |id: u32| interface(inst).contains(&id);
        let new = self.new.built_ins().iter();
        let missing =
            |built_in: &&BuiltIn| built_in.stages & stage != 0 && !listed(built_in.variable);
        let exchange = match self.minor {
            4.. if views::EntryPoint(inst).execution_model() == execution_model::GLCompute => {
                self.new.exchange().len()
            }
            _ => 0,
        };
        if interface(inst).iter().all(|&id| stays(self, id))
            && new.clone().filter(missing).count() == 0
            && (self.minor < 4 || !self.outputs.own.iter().any(|own| listed(own.listed)))
            && exchange == 0
        {
            return;
        }
        let name = string_words(views::EntryPoint(inst).name()).unwrap_or(0);
        let mark = self.edits.mark();
        self.edits.push(&[0]);
        self.edits
            .push(inst.words().get(1..3 + name).unwrap_or(&[]));
        for &id in interface(inst) {
            if stays(self, id) {
                self.edits.push(&[id]);
            }
        }
        for built_in in self.new.built_ins().iter().filter(missing) {
            self.edits.push(&[built_in.variable]);
        }
        // From SPIR-V 1.4 on, an entry point lists all global variables that it uses.
        for own in self.outputs.own.iter().filter(|_| self.minor >= 4) {
            if listed(own.listed) {
                self.edits.push(&[own.variable]);
            }
        }
        self.edits
            .push(self.new.exchange().get(..exchange).unwrap_or(&[]));
        self.edits.seal(mark, op::OpEntryPoint);
        self.edits.close(inst.offset(), inst.end(), mark);
    }

    /// Drops removed ids from the targets of a group. If the group has a `SpecId` and a target became a plain constant,
    /// the group's `SpecId` is removed and the other targets get a `SpecId` of their own.
    fn group(&mut self, scene: &Scene<'_>, values: &Values, inst: Inst<'_>) {
        let decorate = views::GroupDecorate(inst);
        let (group, targets) = (decorate.decoration_group(), decorate.targets());
        let spec_id = scene.constants.set_group(group).filter(|_| scene.bake);
        if spec_id.is_none() && targets.iter().all(|&id| !self.is_removed(id)) {
            return;
        }
        let mark = self.edits.mark();
        self.edits.push(&[0, group]);
        for &id in targets {
            if !self.is_removed(id) {
                self.edits.push(&[id]);
            }
        }
        self.edits.seal(mark, op::OpGroupDecorate);
        for &id in targets {
            if let Some(spec_id) =
                spec_id.filter(|_| !self.is_removed(id) && values.entered(id) == 0)
            {
                let decorate = 4 << 16 | u32::from(op::OpDecorate);
                self.edits
                    .push(&[decorate, id, decoration::SpecId, spec_id]);
            }
        }
        self.edits.close(inst.offset(), inst.end(), mark);
    }

    fn group_members(&mut self, inst: Inst<'_>) {
        let targets = views::GroupMemberDecorate(inst).targets();
        if !targets
            .chunks(2)
            .any(|pair| pair.first().is_some_and(|&id| self.is_removed(id)))
        {
            return;
        }
        let mark = self.edits.mark();
        self.edits.push(&[0, inst.target()]);
        for pair in targets.chunks_exact(2) {
            if pair.first().is_some_and(|&id| !self.is_removed(id)) {
                self.edits.push(pair);
            }
        }
        self.edits.seal(mark, op::OpGroupMemberDecorate);
        self.edits.close(inst.offset(), inst.end(), mark);
    }

    /// Removes non-semantic instructions that refer to removed ids, and those that refer to these.
    pub(super) fn debug_information(&mut self, scene: &Scene<'_>) {
        if !is_debug(scene.facts) {
            return;
        }
        for round in 0..=MAX_ROUNDS {
            let mut found = false;
            for inst in Insts::new(scene.words, scene.facts.globals, scene.words.len() as u32) {
                let id = inst.word(2);
                if !is_non_semantic(scene.facts, inst) || self.is_removed(id) {
                    continue;
                }
                let mut removed = round == MAX_ROUNDS;
                for_each_use(inst.words(), 1, |_, used| removed |= self.is_removed(used));
                if removed {
                    self.remove(scene, inst.offset(), inst.end());
                    found = true;
                }
            }
            if !found {
                return;
            }
        }
    }
}

/// Whether a module may have non-semantic instructions.
pub fn is_debug(facts: &Facts) -> bool {
    facts.imports.iter().any(|import| import.set.is_debug())
}

/// Whether the caller keeps names.
pub(super) fn names_stay(scene: &Scene<'_>) -> bool {
    !matches!(scene.options.strip, Strip::Names | Strip::All)
}

/// Whether the caller wants an instruction stripped that the device would accept.
#[inline]
pub(super) fn stripped(scene: &Scene<'_>, inst: Inst<'_>) -> bool {
    STRIPPABLE.contains(inst.opcode()) && is_unwanted(scene, inst)
}

/// The opcodes that can be stripped.
const STRIPPABLE_OPCODES: [u16; 11] = [
    op::OpName,
    op::OpMemberName,
    op::OpSource,
    op::OpSourceContinued,
    op::OpSourceExtension,
    op::OpString,
    op::OpLine,
    op::OpNoLine,
    op::OpModuleProcessed,
    op::OpExtInst,
    op::OpExtInstWithForwardRefsKHR,
];

pub(super) static STRIPPABLE: BitSet<{ OPCODE_END.div_ceil(64) }> = {
    let mut bits = BitSet::EMPTY;
    let mut at = 0;
    while at < STRIPPABLE_OPCODES.len() {
        bits = bits.with(STRIPPABLE_OPCODES[at]);
        at += 1;
    }
    bits
};

/// The availability rows of opcodes that can be stripped. What the scan has noted of these says nothing about the output.
pub(super) static STRIPPABLE_ROWS: BitSet<{ AVAILABILITY_ROWS.div_ceil(64) }> = {
    let mut rows = BitSet::EMPTY;
    let mut at = 0;
    while at < STRIPPABLE_OPCODES.len() {
        rows = rows.with(op_hot(STRIPPABLE_OPCODES[at]).availability);
        at += 1;
    }
    rows
};

fn is_unwanted(scene: &Scene<'_>, inst: Inst<'_>) -> bool {
    let strip = scene.options.strip;
    let debug = matches!(strip, Strip::Debug | Strip::All);
    let names = matches!(strip, Strip::Names | Strip::All);
    match inst.opcode() {
        op::OpName | op::OpMemberName => names,
        op::OpModuleProcessed => strip == Strip::All,
        _ if inst.is_extended() => debug && is_non_semantic(scene.facts, inst),
        _ => debug,
    }
}
