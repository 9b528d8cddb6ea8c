//! What to do with a module for a target: the edits, and what the output declares.
//!
//! Input: facts, constants, flow, target, options, and the table of rules. Output: [`Plan`]. The early exit — the
//! target takes the module as it is — is not here: [`mod@crate::filter`] asks it before a plan is begun.
//!
//! The order of work:
//! 1. *Bodies* ([`bodies`]): each instruction of each kept block is checked; one that the target cannot run goes to the
//!    rules, or becomes undefined where it can never run. What goes with a block or a function is noted by id.
//! 2. *Globals* ([`globals`]): types, constants and variables, likewise. One that the target cannot take is no
//!    trouble yet: perhaps nothing uses it any more.
//! 3. *Inputs* ([`inputs`]): built-ins whose value is known, where they are in the way.
//! 4. *Outputs* ([`outputs`]): those without effect, likewise.
//! 5. *Dead code* ([`dead`]): only if something is in the way. What nothing live uses goes, and what was in the way
//!    with it.
//! 6. *Annotations* ([`notes`]): names, decorations, modes and interfaces, without what is gone.
//! 7. *Declarations* ([`declare`]): capabilities, extensions and imports, from what is used by what is left.
//!
//! What remains in the way after that makes the module unsupported, each with its place.

mod bodies;
mod bound;
mod built_ins;
mod coherence;
mod dead;
mod declare;
mod edits;
mod emulated;
mod functions;
mod globals;
mod granted;
mod inputs;
mod lowering;
mod needs;
mod new;
mod notes;
mod offer;
mod outputs;
mod read_only;
mod refused;
mod sampled;
mod sizes;
mod splits;
mod stages;
mod taken;
mod trial;
mod trim;

#[cfg(test)]
pub use bound::is_arithmetic;
pub use bound::is_bound_to_fail;
pub use built_ins::BuiltIn;
pub use coherence::{Access, Coherence, Memory};
pub use declare::choose_capabilities;
pub use edits::Edits;
pub use emulated::{
    has_fragments, has_quads_of_fragments, has_subgroups, invocations, needs_subgroups,
    no_exchange, Emulated, Invocations,
};
pub use functions::Key;
pub use globals::is_float_control;
pub use inputs::{is_mask, Known, Read};
pub use lowering::{Answer, Lowering};
pub use needs::{
    closure, conditions, implicit, import_set, is_met, is_needless, is_non_semantic, kind, needs,
    needs_closely, plain_needs, visit_row, Dialects, Limit, Need, Place, Used, INST_KINDS,
    OPCODE_KINDS,
};
pub use new::{push_string, NewWords, NO_TYPES};
pub use offer::{alternative_set, Alternatives, Offer, Offers};
pub use read_only::ReadOnly;
pub use refused::{Refusal, Refused, Why};
pub use splits::Splits;
pub use stages::{fill as stages, stage_bit};
pub use taken::{Take, Taken};

use crate::facts::{Facts, Gates};
use crate::inst::{Inst, Insts};
use crate::operands::result_index;
use crate::options::Options;
use crate::specialize::{Constants, Flow, Uniform, Values};
use crate::tables::{capability, op_hot, CapabilitySet, ExtInstSet, ExtensionSet};
use crate::target::Target;
use notes::Kept;

/// A need that the target does not meet and no rule has answered.
#[derive(Clone, Copy, Debug)]
pub struct Unmet {
    /// Word offset of the instruction.
    pub offset: u32,
    /// The id whose removal would free it: the result, or what is decorated; 0 if nothing would.
    pub owner: u32,
    /// What is needed.
    pub need: Need,
}

/// What is to be done, and the space to find it out.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Changes to what follows the preamble.
    pub edits: Edits,
    /// New declarations, functions and ids.
    pub new: NewWords,
    /// Memory that is to be coherent or volatile.
    pub coherence: Coherence,
    /// Blocks that rules have split.
    pub splits: Splits,
    /// Needs of everything that stays.
    pub used: Used,
    /// What is in the way.
    pub unmet: Vec<Unmet>,
    /// Whether a plan with something in the way is of no use but to say so: the rest of it is left then.
    pub tentative: bool,
    /// Whether an instruction that nothing replaces becomes undefined.
    pub undef: bool,
    /// Rules that were for something in the way and could not take it.
    pub refused: Vec<Refused>,
    /// Word offset of the instruction of the input that rules are being tried on.
    pub tried: u32,
    /// Where subgroups are to be made in workgroup memory and cannot be, and why: the first place.
    pub not_emulated: Option<(u32, &'static str)>,
    /// The block whose instructions are being planned.
    pub block: u32,
    /// By id: whether the output no longer defines it; empty until the first goes.
    gone: Vec<bool>,
    /// How many ids there are.
    ids: usize,
    /// Whether any id is gone.
    pub any_gone: bool,
    /// How often each rule was used, by its place in the table.
    pub counts: Vec<u32>,
    /// The rules that were counted for the instruction of the input that rules are being tried on.
    lowered: Vec<usize>,
    /// Where the result leans on a promise: the rule, by its place in the table, and the word offset of the instruction.
    pub leaned: Vec<(usize, u32)>,
    /// Capabilities of the output.
    pub capabilities: CapabilitySet,
    /// Extensions of the output.
    pub extensions: ExtensionSet,
    /// By import: whether the output uses it.
    pub imports_used: Vec<bool>,
    /// Where `GLSL.std.450` stands among the imports.
    glsl: Option<usize>,
    /// SPIR-V 1.x of the output.
    pub minor: u8,
    /// By function: execution models of the entry points that reach it.
    pub stages: Vec<u32>,
    /// By kind of instruction: up to how many words all needs of one are counted.
    counted: Vec<u8>,
    /// Whether all needs are counted that an instruction can have by what its module declares.
    settled: bool,
    /// Whether anything was planned the long way, so that there is more to forget.
    has_run: bool,
    inputs: inputs::Inputs,
    outputs: outputs::Outputs,
    /// What rules have taken out of the module.
    pub taken: Taken,
    /// Storage that is never written.
    pub read_only: ReadOnly,
    contents: Vec<u8>,
    dialects: Dialects,
    live: Vec<bool>,
    tainted: Vec<bool>,
    pending: Vec<u32>,
}

/// What every stage of planning sees of its surroundings.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The module.
    pub words: &'a [u32],
    /// Its facts.
    pub facts: &'a Facts,
    /// Its specialization constants.
    pub constants: &'a Constants,
    /// Live and kept blocks.
    pub flow: &'a Flow,
    /// The target.
    pub target: &'a Target,
    /// What it takes at the output's version.
    pub offer: &'a Offer,
    /// What the caller wants.
    pub options: &'a Options,
    /// What answers needs that the target does not meet.
    pub rules: &'a dyn Lowering,
    /// Whether set constants become plain ones.
    pub bake: bool,
    /// Subgroups that the output makes itself, if it does.
    pub emulated: Option<Emulated>,
    /// Where the invocations of a workgroup run together; known if subgroups are made of more than one. Or where the
    /// fragments of a primitive do; known if the module has quads of them.
    pub uniform: &'a Uniform,
}

impl Plan {
    /// Plans.
    pub fn run(&mut self, scene: &Scene<'_>, values: &mut Values) {
        self.reset(scene);
        self.has_run = true;
        let mut imports = scene.facts.imports.iter();
        self.glsl = imports.position(|import| import.set == ExtInstSet::GlslStd450);
        let declared = closure(&scene.facts.capabilities);
        let mut checks = implicit::Checks::of(&declared);
        // Under another memory model, the scope of the whole device needs no capability.
        checks.device_scope &= scene.offer.has(capability::VulkanMemoryModel);
        let mut contents = self.take_contents(scene, &mut checks);
        if checks.values != 0 {
            implicit::fill_values(scene.words, scene.facts, &mut contents);
        }
        let mut stages = std::mem::take(&mut self.stages);
        let is_kept = |block| scene.flow.is_kept(block);
        stages::fill(
            scene.words,
            scene.facts,
            is_kept,
            &mut stages,
            &mut self.pending,
        );
        let mut dialects = std::mem::take(&mut self.dialects);
        dialects.fill(scene.words, scene.facts, Some(values), scene.target);
        checks.indexing |= implicit::lacks_indexing(scene.offer);
        let place = Place {
            words: scene.words,
            facts: scene.facts,
            declared: &declared,
            stages: &stages,
            contents: &contents,
            dialects: &dialects,
            values: Some(values),
            checks,
            gates: conditions::gates(scene.facts, &scene.offer.lacking),
            lacking: scene.offer.lacking.all,
            new: &NO_TYPES,
        };
        self.settled = !checks.everywhere();
        self.bodies(scene, &place);
        let bodies = self.unmet.len();
        self.globals(scene, &place, values);
        if scene.emulated.is_some() || self.unmet.len() > bodies {
            self.inputs(scene, &place, bodies);
        }
        if self.unmet.len() > bodies {
            self.outputs(scene, bodies);
        }
        if !self.unmet.is_empty() {
            self.remove_dead(scene, &place);
        }
        if !self.is_moot() {
            self.decorate_memory(scene);
            let kept = Kept {
                contents: &contents,
                bits: checks.values & !implicit::counted(&self.used),
            };
            self.notes(scene, values, kept);
            self.declare(scene, &place);
            self.sizes(scene, &stages, values);
        }
        self.contents = contents;
        self.dialects = dialects;
        self.stages = stages;
    }

    /// Whether nobody wants to know the rest of the plan.
    fn is_moot(&self) -> bool {
        self.tentative && !self.unmet.is_empty()
    }

    /// The table of what types and global values contain, filled if it is to be looked into. A look at values of types that
    /// the module declares a capability for, and does not have, is saved.
    fn take_contents(&mut self, scene: &Scene<'_>, checks: &mut implicit::Checks) -> Vec<u8> {
        let mut contents = std::mem::take(&mut self.contents);
        contents.clear();
        if checks.narrow {
            let all = implicit::fill_contents(scene.words, scene.facts, &mut contents);
            checks.values &= all;
            checks.pointed = implicit::pointed(all) != 0;
        }
        contents
    }

    fn reset(&mut self, scene: &Scene<'_>) {
        if std::mem::take(&mut self.has_run) {
            self.forget_run();
        }
        self.clear_report(scene.rules.len());
        self.new.start(scene.facts.header.bound);
        self.forget_used();
        self.gone.clear();
        self.ids = scene.facts.def.len();
        self.any_gone = false;
        self.imports_used.clear();
        self.imports_used.resize(scene.facts.imports.len(), false);
        self.minor = scene.offer.minor;
    }

    /// Forgets what only a run fills.
    #[inline(never)]
    fn forget_run(&mut self) {
        self.new.clear();
        self.coherence.reset();
        self.splits.reset();
        self.not_emulated = None;
        self.outputs.reset();
        self.read_only.reset();
        self.taken.reset();
    }

    /// Forgets what a report tells of the plan, and plans nothing: the target takes the module as it is, and nobody wants
    /// anything away.
    pub fn clear_report(&mut self, rules: usize) {
        self.edits.reset();
        self.unmet.clear();
        self.refused.clear();
        self.leaned.clear();
        self.lowered.clear();
        self.counts.clear();
        self.counts.resize(rules, 0);
    }

    /// Forgets what was counted.
    fn forget_used(&mut self) {
        self.used = Used::default();
        self.counted.clear();
        self.settled = false;
    }

    /// Whether an id is defined no longer.
    pub fn is_gone(&self, id: u32) -> bool {
        self.any_gone && self.gone.get(id as usize) == Some(&true)
    }

    /// Notes that the result leans on a promise.
    pub fn lean(&mut self, rule: usize, offset: u32) {
        self.leaned.push((rule, offset));
    }

    pub(crate) fn mark_gone(&mut self, id: u32) {
        if self.gone.is_empty() {
            self.gone.resize(self.ids, false);
        }
        if let Some(gone) = self.gone.get_mut(id as usize) {
            *gone = true;
            self.any_gone = true;
        }
    }

    /// Removes a range of instructions and notes the ids that go with it.
    fn remove(&mut self, scene: &Scene<'_>, from: u32, to: u32) {
        for inst in Insts::new(scene.words, from, to) {
            if let Some(id) = result(inst) {
                self.mark_gone(id);
            }
        }
        self.edits.remove(from, to);
    }

    /// Puts something else in the place of an instruction of the input, by the first rule that takes it.
    fn lower(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Answer {
        let mark = self.edits.mark();
        self.tried = inst.offset();
        self.lowered.clear();
        let answer = scene.rules.lower(self, scene, place, inst, function, 0);
        if answer == Answer::Done {
            self.edits.close(inst.offset(), inst.end(), mark);
            if let Some(id) = result(inst).filter(|_| is_non_semantic(scene.facts, inst)) {
                self.mark_gone(id);
            }
        }
        answer
    }

    /// Counts the needs of an instruction of the input.
    fn count_needs(&mut self, place: &Place<'_>, inst: Inst<'_>, function: Option<usize>) {
        needs(place, inst, function, &mut |need| {
            if place.declares(need) {
                self.used.insert(need);
            }
        });
    }

    /// Whether an instruction has a need by what its module declares that is not counted.
    #[inline]
    fn depends(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        !self.settled && self.brings_more(place, inst)
    }

    #[inline(never)]
    fn brings_more(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        let mut more = false;
        implicit::of_module(place, inst, &mut |need| {
            more |= !self.used.contains(need) && place.declares(need);
        });
        more
    }

    /// Whether all needs of an instruction are counted that do not depend on what its module declares: one look at its
    /// kind, which is its opcode for most.
    #[inline(always)]
    fn is_counted(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        let opcode = usize::from(inst.opcode());
        place.gates == Gates::NONE && is_needless(inst.opcode(), inst.words().len())
            || opcode < OPCODE_KINDS && self.counts_kind(opcode, inst)
            || self.counts_like(inst)
    }

    #[inline(never)]
    fn counts_like(&self, inst: Inst<'_>) -> bool {
        kind(inst).is_some_and(|(kind, _)| self.counts_kind(kind, inst))
    }

    #[inline]
    fn counts_kind(&self, kind: usize, inst: Inst<'_>) -> bool {
        let counted = self.counted.get(kind);
        counted.is_some_and(|&most| short(inst) <= most)
    }

    /// Checks an instruction that is to stay; counts its needs, or answers the first that is not met.
    ///
    /// A need that was counted before is met: for nearly every instruction this is one look at its kind.
    #[inline(always)]
    fn check(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Option<Need> {
        let depends = self.depends(place, inst);
        if !depends && self.is_counted(place, inst) {
            return None;
        }
        self.check_needs(scene, place, inst, function, depends)
    }

    #[inline(never)]
    fn check_needs(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        depends: bool,
    ) -> Option<Need> {
        let counts = |need| place.declares(need);
        let Some(rows) = plain_needs(place, inst, depends) else {
            return self.check_closely(scene, place, inst, function, counts);
        };
        let unmet = self.check_rows(scene, rows, counts);
        if unmet.is_none() {
            self.count_kind(inst);
        }
        unmet
    }

    /// Notes that the needs of an instruction are counted, for all of its kind.
    fn count_kind(&mut self, inst: Inst<'_>) {
        if let Some((kind, most)) = kind(inst).filter(|kind| short(inst) <= kind.1) {
            if self.counted.is_empty() {
                self.counted.resize(INST_KINDS, 0);
            }
            if let Some(slot) = self.counted.get_mut(kind) {
                *slot = most;
            }
        }
    }

    /// Checks an instruction that a rule writes; counts its needs, or answers the first that is not met. All count: rules
    /// declare what they write.
    pub fn check_new(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Option<Need> {
        match plain_needs(place, inst, !self.settled) {
            Some(rows) => self.check_rows(scene, rows, |_| true),
            None => {
                let types = std::mem::take(&mut self.new.types);
                let place = Place {
                    new: &types,
                    ..*place
                };
                let unmet = self.check_closely(scene, &place, inst, function, |_| true);
                self.new.types = types;
                unmet
            }
        }
    }

    /// Counts those needs of rows that count, or answers the first that is not met.
    #[inline]
    fn check_rows(
        &mut self,
        scene: &Scene<'_>,
        rows: [(u16, u16); 2],
        counts: impl Fn(Need) -> bool,
    ) -> Option<Need> {
        let mut any = false;
        let mut is_new = |need| any |= !self.used.contains(need);
        rows.iter().for_each(|&row| visit_row(row, &mut is_new));
        if !any {
            return None;
        }
        let mut unmet = None;
        let mut check = |need| {
            if unmet.is_none() && counts(need) && !is_met(need, scene.offer, scene.target) {
                unmet = Some(need);
            }
        };
        rows.iter().for_each(|&row| visit_row(row, &mut check));
        if unmet.is_none() {
            let mut count = |need| {
                if counts(need) {
                    self.used.insert(need);
                }
            };
            rows.iter().for_each(|&row| visit_row(row, &mut count));
        }
        unmet
    }

    /// Counts those needs of an instruction that count, or answers the first that is not met. Those that are new wait in a
    /// short list until the last of the instruction is known to be met.
    #[inline(never)]
    fn check_closely(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        counts: impl Fn(Need) -> bool,
    ) -> Option<Need> {
        let (mut fresh, mut len) = ([Need::UnknownExtInst; 8], 0);
        let mut unmet = None;
        let used = &self.used;
        needs_closely(place, inst, function, &mut |need| {
            if unmet.is_some() || used.contains(need) || !counts(need) {
                return;
            }
            if !is_met(need, scene.offer, scene.target) {
                unmet = Some(need);
                return;
            }
            if let Some(slot) = fresh.get_mut(len) {
                *slot = need;
            }
            len += 1;
        });
        if unmet.is_none() && len != 0 {
            match fresh.get(..len) {
                Some(fresh) => fresh.iter().for_each(|&need| self.used.insert(need)),
                None => needs_closely(place, inst, function, &mut |need| {
                    if counts(need) {
                        self.used.insert(need);
                    }
                }),
            }
            self.settled = implicit::is_counted(&place.checks, &self.used);
        }
        unmet
    }
}

/// How many words an instruction has, as far as kinds tell it.
#[inline]
fn short(inst: Inst<'_>) -> u8 {
    inst.words().len().min(usize::from(u8::MAX)) as u8
}

/// The id that an instruction defines.
pub fn result(inst: Inst<'_>) -> Option<u32> {
    result_index(op_hot(inst.opcode())).map(|index| inst.word(index))
}
