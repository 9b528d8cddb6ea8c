//! Plans the rewriting of a module for a target: the edits and the declarations of the output.
//!
//! Input: facts, constants, flow, target, options, and the table of rules. Output: [`Plan`]. The early exit for a module that
//! the target accepts unmodified is not here: [`mod@crate::filter`] checks that before it starts a plan.
//!
//! Stages, in order:
//! 1. *Bodies* ([`bodies`]): checks each instruction of each kept block. An instruction that the target does not support is
//!    lowered by the rules, or becomes undefined if it can never run. The ids defined by removed blocks and functions are
//!    recorded.
//! 2. *Globals* ([`globals`]): the same for types, constants and variables. An unsupported one is no failure yet, since
//!    possibly no use of it remains.
//! 3. *Inputs* ([`inputs`]): replaces unsupported built-ins whose value is known.
//! 4. *Outputs* ([`outputs`]): replaces unsupported built-ins that have no effect.
//! 5. *Dead code* ([`dead`]): runs only if unmet needs remain, or if the caller allowed instructions to become undefined. Removes
//!    what no live instruction uses, and with it the unmet needs of what it removes.
//! 6. *Annotations* ([`annotations`]): removes references to removed ids from names, decorations, execution modes and interfaces.
//! 7. *Declarations* ([`declare`]): determines capabilities, extensions and imports from the needs of the remaining
//!    instructions.
//!
//! If any need is still unmet after that, the module is unsupported; each unmet need has its word offset.

mod accessed;
mod accesses;
mod annotations;
mod bodies;
mod built_ins;
mod check;
mod coherence;
mod dead;
mod declare;
mod deferred;
mod emulated;
mod functions;
mod globals;
mod granted;
pub mod idle;
mod inputs;
mod lowering;
mod modes;
mod needs;
mod new;
mod non_uniform;
mod offer;
mod outputs;
mod precheck;
mod refused;
mod sampled;
mod sizes;
mod splits;
mod stages;
mod trial;
mod trim;

pub use accessed::{is_excusable, Accessed};
pub use accesses::{is_storage, Accesses, Direction};
pub use annotations::is_debug;
pub use built_ins::BuiltIn;
pub use coherence::{Access, Coherence, Memory};
pub use dead::is_unused_without_effect;
pub use declare::choose_capabilities;
pub use deferred::{Deferred, DeferredAccess, Index};
pub use emulated::{
    has_derivative_groups, has_fragments, has_quads, has_quads_of_fragments, has_subgroups,
    invocations, needs_derivative_groups, needs_subgroups, no_exchange, takes_any_size, width,
    Emulated,
};
pub use functions::Key;
pub use globals::is_float_control;
pub use inputs::{is_mask, Known, Read};
pub use lowering::{LowerResult, Lowering};
pub use needs::{
    conditions, implicit, import_set, is_met, is_non_semantic, named_by, needs, used_capabilities,
    Dialects, Leeway, Limit, Need, Place, Used,
};
pub use new::{push_string, NewWords};
pub use non_uniform::{is_non_uniform, visit_selectors, Selector};
pub use offer::{alternative_set, Alternatives, Offer, Offers};
#[cfg(test)]
pub use precheck::is_arithmetic;
pub use precheck::is_bound_to_fail;
pub use refused::{LowerError, Refused};
pub use sizes::Sizes;
pub use splits::Splits;
pub use stages::{fill as stages, stage_bit, Stages};

use crate::edits::Edits;
use crate::facts::{closure, Decorations, Facts};
use crate::inst::{Inst, Insts};
use crate::operands::result_index;
use crate::options::Options;
use crate::specialize::{Cfg, Constants, Flow, Uniform, Values, Written};
use crate::tables::{capability, op_hot, CapabilitySet, ExtInstSet, ExtensionSet};
use crate::target::Target;
use alloc::vec::Vec;
use annotations::Kept;

/// A need that the target does not meet and that no rule could lower.
#[derive(Clone, Copy, Debug)]
pub struct Unmet {
    /// Word offset of the instruction.
    pub offset: u32,
    /// The id whose removal would also remove the need: the result, or the decorated id; 0 if there is none.
    pub owner: u32,
    /// The need.
    pub need: Need,
}

/// The plan for one module and target, with reusable working memory.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Edits of everything after the preamble.
    pub edits: Edits,
    /// New declarations, functions and ids.
    pub new: NewWords,
    /// Memory that needs `Coherent` or `Volatile` decorations.
    pub coherence: Coherence,
    /// Blocks of the input that rules have split.
    pub splits: Splits,
    /// The needs of all remaining instructions.
    pub used: Used,
    /// The unmet needs.
    pub unmet: Vec<Unmet>,
    /// Whether a plan with unmet needs is discarded: its later stages are then skipped.
    pub tentative: bool,
    /// Whether an instruction that no rule can lower becomes undefined (`Allow::UNDEF`).
    pub undef: bool,
    /// Rules that apply to an unsupported instruction and could not lower it.
    pub refused: Vec<Refused>,
    /// Word offset of the input instruction that rules are currently tried on.
    pub tried: u32,
    /// The first place where subgroups cannot be emulated in workgroup memory, and why.
    pub not_emulated: Option<(u32, &'static str)>,
    /// The block whose instructions are being planned, an index into [`Facts::blocks`].
    pub block: u32,
    /// By id: whether the output no longer defines it. Empty until the first id is removed.
    removed: Vec<bool>,
    /// The number of ids of the input.
    ids: usize,
    /// Whether any id is removed.
    pub any_removed: bool,
    /// How often each rule was used, by its index in the table.
    pub counts: Vec<u32>,
    /// The rules counted for the input instruction that rules are currently tried on.
    lowered: Vec<usize>,
    /// Where the result depends on a promise of the caller: the rule, by its index in the table, and the word offset of the
    /// instruction.
    pub promises: Vec<(usize, u32)>,
    /// Capabilities of the output.
    pub capabilities: CapabilitySet,
    /// Extensions of the output.
    pub extensions: ExtensionSet,
    /// By import: whether the output uses it.
    pub imports_used: Vec<bool>,
    /// The index of `GLSL.std.450` among the imports.
    glsl: Option<usize>,
    /// The output's version is SPIR-V 1.`minor`.
    pub minor: u8,
    /// Bytes of workgroup memory that the module uses, without what rules add.
    pub own_memory: u64,
    /// By function: a bit for each execution model of the entry points that reach it.
    pub stages: Vec<u32>,
    /// By kind of instruction: the word count up to which all needs of its instructions are already counted.
    counted: Vec<u8>,
    /// Whether all needs that an instruction can have because of the module's declarations are counted.
    settled: bool,
    /// Whether [`Plan::run`] was called since the last reset, so that its tables have to be cleared.
    has_run: bool,
    accessed: Accessed,
    inputs: inputs::Inputs,
    outputs: outputs::Outputs,
    /// Pointers, images and samplers that rules have deferred.
    pub deferred: Deferred,
    /// Whether storage is read and written.
    pub accesses: Accesses,
    /// Properties of all execution modes together.
    pub modes: modes::Modes,
    /// What the remaining code contains that execution modes affect.
    pub idle: idle::Idle,
    /// By id: what types and values contain ([`Place::contents`]).
    contents: Vec<u8>,
    dialects: Dialects,
    /// Access chains and indices that are `NonUniform` ([`Place::non_uniform`]).
    non_uniform: Vec<u32>,
    /// By id: whether dead code removal has marked it.
    live: Vec<bool>,
    /// By id: scratch of one stage at a time. Whether a declaration depends on an unmet need ([`dead`]), whether a kept block
    /// uses the id ([`sizes`]).
    stage_marks: Vec<bool>,
    /// What is decorated `Flat` ([`annotations`]).
    decorations: Decorations,
    /// A worklist.
    pending: Vec<u32>,
}

/// The context that every stage of planning sees.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The module's words.
    pub words: &'a [u32],
    /// The facts of the scan.
    pub facts: &'a Facts,
    /// Its specialization constants.
    pub constants: &'a Constants,
    /// The control flow graph, if any branch is folded or any block removed.
    pub cfg: &'a Cfg,
    /// Live and kept blocks, and folded branches.
    pub flow: &'a Flow,
    /// The target.
    pub target: &'a Target,
    /// What the target accepts at the output's SPIR-V version.
    pub offer: &'a Offer,
    /// The caller's options.
    pub options: &'a Options,
    /// The table of rules.
    pub rules: &'a dyn Lowering,
    /// Whether specialization constants with a value become plain constants.
    pub bake: bool,
    /// The emulated subgroups, if the output emulates them.
    pub emulated: Option<Emulated>,
    /// Which blocks the invocations of a workgroup run together; known if subgroups of more than one invocation are emulated.
    /// Or which blocks the fragments of a primitive run together; known if the module has quad operations in fragment
    /// shaders.
    pub uniform: &'a Uniform,
    /// Whether entry points were left out, so that everything unused is removed even where the target accepts it.
    pub selected: bool,
}

impl<'a> Scene<'a> {
    /// Whether the target meets a need.
    #[inline]
    pub fn meets(&self, need: Need) -> bool {
        is_met(need, self.offer, self.target)
    }

    /// What writes the outcome of its specialization.
    fn written(&self, new: &NewWords) -> Written<'a> {
        let spent = new.bound().saturating_sub(self.facts.header.bound);
        Written {
            words: self.words,
            facts: self.facts,
            cfg: self.cfg,
            spare: (self.words.len() as u32).saturating_sub(spent),
        }
    }

    /// Returns the checks for the module, by the capabilities that it declares or implies.
    fn checks(&self, declared: &CapabilitySet) -> implicit::Checks {
        let mut checks = implicit::Checks::of(self.facts, declared);
        checks.pointers =
            checks.pointers || implicit::lacks_pointers(self.words, self.facts, self.offer);
        checks
    }

    /// Whether the target lacks something that an instruction outside of functions needs.
    fn lacks(&self, place: &Place<'_>, inst: Inst<'_>) -> bool {
        let mut lacks = false;
        needs(place, inst, None, &mut |need| {
            lacks |= !self.meets(need);
        });
        lacks
    }

    /// Returns the instructions of the kept blocks, without their terminators.
    fn kept_code(&self) -> impl Iterator<Item = Inst<'a>> + 'a {
        let Self {
            words, facts, flow, ..
        } = *self;
        let kept = (0..)
            .zip(&facts.blocks)
            .filter(move |&(number, _)| flow.is_kept(number));
        kept.flat_map(move |(_, block)| Insts::new(words, block.label, block.end))
    }
}

impl Plan {
    /// Runs all stages.
    pub fn run(&mut self, scene: &Scene<'_>, values: &mut Values) {
        self.reset(scene);
        self.has_run = true;
        let mut imports = scene.facts.imports.iter();
        self.glsl = imports.position(|import| import.set == ExtInstSet::GlslStd450);
        let declared = closure(&scene.facts.capabilities);
        let mut checks = scene.checks(&declared);
        // Only the Vulkan memory model requires a capability for the scope `Device`.
        checks.device_scope &= scene.offer.has(capability::VulkanMemoryModel);
        let mut contents = self.take_contents(scene, &mut checks);
        if checks.values != 0 {
            implicit::fill_values(scene.words, scene.facts, &mut contents);
        }
        let mut stages = core::mem::take(&mut self.stages);
        let is_kept = |block| scene.flow.is_kept(block);
        stages::fill(
            scene.words,
            scene.facts,
            is_kept,
            &mut stages,
            &mut self.pending,
        );
        let mut dialects = core::mem::take(&mut self.dialects);
        dialects.fill(scene.words, scene.facts, Some(values), scene.target);
        checks.indexing |= implicit::lacks_indexing(scene.facts, scene.offer);
        checks.emulated = scene.emulated.is_some();
        checks.subgroup_memory = needs::lacks_subgroup_memory(scene.facts, scene.target);
        let mut place = Place {
            stages: Stages::new(&stages),
            contents: &contents,
            dialects: &dialects,
            values: Some(values),
            checks,
            gates: conditions::gates(scene.facts, &scene.offer.lacking),
            lacking: scene.offer.lacking.all,
            ..Place::new(scene.words, scene.facts, &declared)
        };
        let mut non_uniform = core::mem::take(&mut self.non_uniform);
        non_uniform::fill(scene, &place, &mut non_uniform);
        place.checks.indexing |= !non_uniform.is_empty();
        // The rule for indices asks for each of them.
        place.checks.pointers = place.checks.pointers
            || place.checks.indexing && scene.facts.moves_pointers(scene.words);
        place.non_uniform = &non_uniform;
        self.settled = !place.checks.everywhere();
        self.bodies(scene, &place);
        let bodies = self.unmet.len();
        self.globals(scene, &place, values);
        if self.unmet.len() > bodies {
            self.excuse(scene, &place, bodies, false);
        }
        let all = self.unmet.len();
        if scene.emulated.is_some() || self.unmet.len() > bodies {
            self.inputs(scene, &place, bodies);
        }
        if self.unmet.len() > bodies {
            self.outputs(scene, bodies);
        }
        let undefined = self.counts.get(scene.rules.undef());
        if scene.selected || !self.unmet.is_empty() || undefined.is_some_and(|&count| count > 0) {
            self.remove_dead(scene, &place);
        } else if all > 0 {
            // A variable that was replaced has decorations with needs of their own.
            self.edits.sort();
            self.recount(scene, &place);
        }
        if !self.is_moot() {
            self.decorate_memory(scene);
            let kept = Kept {
                contents: &contents,
                bits: checks.values & !implicit::counted(&self.used),
            };
            self.annotations(scene, values, kept);
            self.declare(scene, &place);
            self.sizes(scene, &stages, values);
        }
        self.contents = contents;
        self.dialects = dialects;
        self.non_uniform = non_uniform;
        self.stages = stages;
    }

    /// Whether the rest of the plan is not needed.
    fn is_moot(&self) -> bool {
        self.tentative && !self.unmet.is_empty()
    }

    /// Returns the table of what types and global values contain, filled if it is needed. Drops the checks for computing with
    /// narrow types whose capability the module declares but which it does not contain.
    fn take_contents(&mut self, scene: &Scene<'_>, checks: &mut implicit::Checks) -> Vec<u8> {
        let mut contents = core::mem::take(&mut self.contents);
        contents.clear();
        if checks.narrow {
            let all = implicit::fill_contents(scene.words, scene.facts, &mut contents);
            checks.values &= all;
            checks.pointed = implicit::pointed(all) != 0;
        }
        contents
    }

    fn reset(&mut self, scene: &Scene<'_>) {
        if core::mem::take(&mut self.has_run) {
            self.forget_run();
        }
        self.clear_report(scene.rules.len());
        self.new.start(scene.facts.header.bound);
        self.forget_used();
        self.removed.clear();
        self.ids = scene.facts.def.len();
        self.any_removed = false;
        self.imports_used.clear();
        self.imports_used.resize(scene.facts.imports.len(), false);
        self.minor = scene.offer.minor;
    }

    /// Clears what only [`Plan::run`] fills.
    #[inline(never)]
    fn forget_run(&mut self) {
        self.new.clear();
        self.coherence.reset();
        self.splits.reset();
        self.not_emulated = None;
        self.outputs.reset();
        self.accesses.reset();
        self.modes.reset();
        self.idle.reset();
        self.deferred.reset();
    }

    /// Clears what a report shows of a plan, without planning: the target accepts the module unmodified and nothing is to be
    /// stripped.
    pub fn clear_report(&mut self, rules: usize) {
        self.edits.reset();
        self.unmet.clear();
        self.refused.clear();
        self.promises.clear();
        self.lowered.clear();
        self.counts.clear();
        self.counts.resize(rules, 0);
    }

    /// Clears the counted needs.
    fn forget_used(&mut self) {
        self.used = Used::default();
        self.counted.clear();
        self.settled = false;
    }

    /// Records an unmet need of the instruction at a word offset; [`Unmet`] describes `owner`.
    fn record_unmet(&mut self, offset: u32, owner: u32, need: Need) {
        self.unmet.push(Unmet {
            offset,
            owner,
            need,
        });
    }

    /// Whether the output no longer defines an id.
    pub fn is_removed(&self, id: u32) -> bool {
        self.any_removed && self.removed.get(id as usize) == Some(&true)
    }

    /// Records that the result depends on a promise of the caller.
    pub fn record_promise(&mut self, rule: usize, offset: u32) {
        self.promises.push((rule, offset));
    }

    pub(crate) fn mark_removed(&mut self, id: u32) {
        if self.removed.is_empty() {
            self.removed.resize(self.ids, false);
        }
        if let Some(removed) = self.removed.get_mut(id as usize) {
            *removed = true;
            self.any_removed = true;
        }
    }

    /// Removes a range of instructions and records the ids that they define as removed.
    fn remove(&mut self, scene: &Scene<'_>, from: u32, to: u32) {
        for inst in Insts::new(scene.words, from, to) {
            if let Some(id) = result(inst) {
                self.mark_removed(id);
            }
        }
        self.edits.remove(from, to);
    }

    /// Replaces an instruction of the input by the first rule that can lower it.
    fn lower(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> LowerResult {
        let mark = self.edits.mark();
        self.tried = inst.offset();
        self.lowered.clear();
        let answer = scene.rules.lower(self, scene, place, inst, function, 0);
        if answer == LowerResult::Lowered {
            self.edits.close(inst.offset(), inst.end(), mark);
            if let Some(id) = result(inst).filter(|_| is_non_semantic(scene.facts, inst)) {
                self.mark_removed(id);
            }
        }
        answer
    }
}

/// Returns the id that an instruction defines.
pub fn result(inst: Inst<'_>) -> Option<u32> {
    result_index(op_hot(inst.opcode())).map(|index| inst.word(index))
}
