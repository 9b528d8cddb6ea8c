//! The pipeline from words to words: the only file that knows every stage.
//!
//! ```text
//! words ──scan──▶ Facts ──specialize──▶ constants, flow ──plan──▶ edits ──emit──▶ words
//!                   ▲                        ▲             │ nothing to do ──▶ the input slice
//!                Target ─────────────────────┴─────────────┘
//! ```
//!
//! If planning fails because the target lacks something that whole-module passes replace, such as a narrow type, the module
//! goes through [`crate::passes`]: it is planned for a pretended target that has it, the passes run, and their output goes
//! through this pipeline for the real target, with a scratch of its own.

mod before;
mod emulated;
mod loops;
mod rewritten;
mod split;
mod with_passes;

use crate::emit;
use crate::error::{Error, ErrorKind};
use crate::facts::Facts;
use crate::inst::Inst;
use crate::module::Module;
use crate::options::{Allow, Options, SpecMode, Strip, SubgroupSize};
use crate::passes::{self, LowerError};
use crate::plan::{
    has_quads_of_fragments, has_subgroups, is_bound_to_fail, is_float_control, is_met, Emulated,
    Leeway, Need, Offer, Offers, Plan, Refused, Scene, Unmet,
};
use crate::report::OutcomeKind;
use crate::rules::{Family, Table, LOWERS, RULES};
use crate::specialize::{Cfg, Code, Constants, Deep, Flow, Group, Uniform, Values};
use crate::specializer::Work;
use crate::tables::capability::UntypedPointersKHR;
use crate::tables::execution_model;
use crate::target::Target;
use crate::views;
use alloc::boxed::Box;
use alloc::vec::Vec;
use before::Before;
use emulated::Diverging;
use loops::Loops;
use with_passes::{Lasting, PassScratch};

/// The version to which a module is raised if a rule writes subgroup operations, which it introduced. Everything that a
/// module for SPIR-V 1.0 to 1.2 may do is still valid in it.
const RAISED_MINOR: u8 = 3;

/// The last version with `BufferBlock`. Compilers write it in newer modules, too.
pub(crate) const LAST_WITH_BUFFER_BLOCKS: u8 = 3;

/// The newest version in which a module can be written for a target.
fn newest_minor(facts: &Facts, target: &Target) -> u8 {
    match facts.buffer_blocks.is_empty() {
        true => target.spirv_minor(),
        false => target.spirv_minor().min(LAST_WITH_BUFFER_BLOCKS),
    }
}

/// The reason why an applicable replacement was not used: other needs remain unmet.
pub(crate) const LACKS_REST: &str = "the device also lacks other things that the module needs";

/// The filter's working memory, one per thread. Reuse it: a warm one allocates nothing.
///
/// After a run it says what was done, and why.
///
/// ```
/// use sos_core::{filter, Module, Options, Outcome, Scratch, Target};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let bytes = include_bytes!("../../corpus/shaders/storage/byte_buffer.comp.spv");
/// let words = sos_core::words::from_bytes(bytes)?;
/// let (options, mut scratch) = (Options::default(), Scratch::new());
/// let module = Module::scan(&words, &options.limits)?;
/// for device in ["mali-g78", "swiftshader"] {
///     let target = Target::built_in(device).ok_or("no such device")?;
///     let is_same = matches!(filter(&module, &target, &options, &mut scratch)?, Outcome::Unchanged(_));
///     let report = scratch.report(&module, &target, &options);
///     assert_eq!(is_same, report.rules.is_empty());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) constants: Constants,
    pub(crate) values: Values,
    /// The graph of the module whose flow was found last.
    cfg: Cfg,
    pub(crate) flow: Flow,
    pub(crate) plan: Plan,
    offers: Offers,
    pub(crate) out: Vec<u32>,
    pub(crate) outcome: Option<OutcomeKind>,
    /// Whether branches were folded by the values of constants.
    pub(crate) folded: bool,
    /// The emulated subgroups, if the output emulates them.
    pub(crate) emulated: Option<Emulated>,
    /// Why subgroups could not be emulated in workgroup memory, with a word offset.
    pub(crate) not_emulated: Option<(u32, &'static str)>,
    /// Why the device's subgroups could not be split into those of the size that is asked for.
    pub(crate) not_split: Option<&'static str>,
    /// The first need that was left with subgroups emulated in workgroup memory, if no pass refused that.
    pub(crate) emulation_lacks: Option<Need>,
    uniform: Uniform,
    /// The size that subgroups have to have, and whether the device's own have it because pipelines require it; `None` if subgroups
    /// are the device's.
    pub(crate) sized: Option<(u32, SizedBy)>,
    /// Why a pass refused the module. If only the module with emulated subgroups came as far as the passes, why that was refused.
    pub(crate) refusal: Option<LowerError>,
    /// What passes cannot help with.
    pub(crate) lasting: Lasting,
    /// The last run's target and the length and bound of its module, to tell a report that is asked for others.
    #[cfg(debug_assertions)]
    pub(crate) ran: Option<(Target, usize, u32)>,
    /// Working memory of specializations.
    pub(crate) work: Work,
    /// Working memory for loop hints.
    loops: Loops,
    /// Working memory of the passes, allocated for the first module that needs one.
    passes: Option<Box<PassScratch>>,
    /// Working memory for divergent control flow around emulated subgroups, allocated likewise.
    diverging: Option<Box<Diverging>>,
    /// Working memory for descriptors that emulated subgroups select, likewise.
    selecting: Option<Box<Before<passes::Selected>>>,
    /// Working memory for derivatives of compute shaders, likewise.
    deriving: Option<Box<Before<passes::Derivatives>>>,
}

/// How the subgroups get the size that the caller asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SizedBy {
    /// By what pipelines require.
    Requirement,
    /// By emulation.
    Emulation,
    /// As parts of the device's larger ones.
    Splitting,
}

impl Scratch {
    /// An empty scratch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the last run, so that nothing is said of another.
    pub(crate) fn forget(&mut self) {
        self.outcome = None;
        self.offers.leeway = Leeway::NONE;
    }
}

/// The outcome of a run. No variants will be added, so that callers can match exhaustively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// The target accepts the module as it is: the input slice itself.
    Unchanged(&'a [u32]),
    /// The rewritten module, in the scratch.
    Rewritten(&'a [u32]),
    /// The target cannot run the module. The report says why.
    Unsupported,
}

/// Computes what filtering derives from a target and caches in it, which otherwise the first [`filter`] for it does: for
/// callers that account for memory.
pub fn prepare(target: &Target) {
    if !LOWERS {
        return;
    }
    let with_floats = |target: &Target| {
        passes::prepare(target);
        for widths in [[true, false], [false, true], [true, true]] {
            passes::without_floats(target, widths).map(passes::prepare);
        }
    };
    let with_passes = |target: &Target| {
        with_floats(target);
        passes::without_untyped(target).map(with_floats);
    };
    let emulated = |target: &Target, size| {
        passes::before_subgroups(target.with_subgroups(size, true));
        with_passes(target.with_subgroups(size, false));
    };
    with_passes(target);
    for size in SubgroupSize::ALL.map(SubgroupSize::get) {
        emulated(target, size);
        if target.can_require_subgroups_of(size) {
            let own = target.with_own_subgroups(size);
            with_passes(own);
            emulated(own, size);
        }
        if target.can_split_subgroups_into(size) {
            passes::before_subgroups(target.with_split_subgroups(size));
        }
    }
}

/// Filters a module for a target.
///
/// Time and memory are linear in the module's words and its id bound. [`Scratch::report`] says what was done and why.
///
/// # Errors
/// [`ErrorKind::BadConstantValue`] and [`ErrorKind::ConflictingConstant`] for values that the caller gives,
/// [`ErrorKind::OutputTooLarge`] if the result would pass the limits.
pub fn filter<'a>(
    module: &'a Module<'_>,
    target: &Target,
    options: &Options,
    scratch: &'a mut Scratch,
) -> Result<Outcome<'a>, Error> {
    let outcome = filter_scanned(module, target, options, scratch);
    outcome.map_err(|error| module.removed.in_original(error))
}

/// Whether a target takes a module as it is: then [`filter`] returns [`Outcome::Unchanged`], unless [`Options::strip`] names something
/// that is there. This costs a fraction of filtering one that it does not take. Where only a plan can tell, the answer is no.
///
/// # Errors
/// As for [`filter`]: for values that the caller gives.
pub fn accepts(
    module: &Module<'_>,
    target: &Target,
    options: &Options,
    scratch: &mut Scratch,
) -> Result<bool, Error> {
    scratch.outcome = None;
    scratch.offers.leeway = Leeway::NONE;
    let target = scratch.size_subgroups(module, target, options);
    let granted = scratch.grants(Run::new(module, target, options));
    let granted = granted.map_err(|error| module.removed.in_original(error))?;
    Ok(granted && declares_nothing_more(&module.facts, target) && !module.facts.misplaced_layouts)
}

fn filter_scanned<'a>(
    module: &'a Module<'_>,
    target: &Target,
    options: &Options,
    scratch: &'a mut Scratch,
) -> Result<Outcome<'a>, Error> {
    let words = module.words;
    #[cfg(debug_assertions)]
    {
        scratch.ran = Some((target.clone(), words.len(), module.facts.header.bound));
    }
    scratch.outcome = None;
    scratch.offers.leeway = Leeway::NONE;
    let target = scratch.size_subgroups(module, target, options);
    let run = Run::new(module, target, options);
    let mut done = scratch.accept_or_fit(run)?;
    // A limit is only exceeded if that is the only way.
    if !done && options.allow.contains(Allow::LIMITS) {
        scratch.offers.leeway = Leeway::FULL;
        done = scratch.accept_or_fit(run)?;
    }
    // What becomes undefined is lost, so this is only allowed once every other way has failed.
    if !done && options.allow.contains(Allow::UNDEF) {
        done = scratch.fit(run, true)?;
    }
    Ok(match scratch.outcome {
        Some(OutcomeKind::Unchanged) => Outcome::Unchanged(words),
        _ if done => scratch.outcome(module),
        _ => {
            scratch.outcome = Some(OutcomeKind::Unsupported);
            Outcome::Unsupported
        }
    })
}

/// Whether the target has all capabilities and extensions that a module declares.
fn declares_nothing_more(facts: &Facts, target: &Target) -> bool {
    facts.capabilities.is_subset(target.capabilities())
        && facts.extensions.is_subset(target.extensions())
}

/// Whether a module's version is supported by the target, and all its declarations are known and allowed at that version.
fn declares_what_is_known(facts: &Facts, target: &Target) -> bool {
    facts.header.minor <= target.spirv_minor()
        && facts.unknown_capability == 0
        && facts.unknown_extension == 0
        && !is_too_old(facts, target)
}

/// Whether a module declares an extension that requires a newer SPIR-V version than the module's.
fn is_too_old(facts: &Facts, target: &Target) -> bool {
    let mut newer = target.too_new(facts.header.minor);
    newer.any(|(extension, _)| facts.extensions.contains(extension))
}

/// What a run is about.
#[derive(Clone, Copy)]
struct Run<'a> {
    module: &'a Module<'a>,
    target: &'a Target,
    options: &'a Options,
}

impl<'a> Run<'a> {
    fn new(module: &'a Module<'a>, target: &'a Target, options: &'a Options) -> Self {
        Self {
            module,
            target,
            options,
        }
    }

    /// The module as passes see it.
    fn input(self) -> passes::Input<'a> {
        passes::Input {
            words: self.module.words,
            facts: &self.module.facts,
        }
    }

    /// What the caller asks for, of a module that was already written once: constants that are set have their values, debug information
    /// is stripped, and the caller's limits apply to the final result alone.
    fn plain(self) -> Options {
        Options {
            constants: Vec::new(),
            sources: Vec::new(),
            spec_base: None,
            image_formats: Vec::new(),
            spec_names: false,
            strip: Strip::Nothing,
            ..*self.options
        }
    }

    /// The same for another target.
    fn on(self, target: &'a Target) -> Self {
        Self { target, ..self }
    }
}

/// Constants, graph, flow, emulated subgroups and uniformity of a module.
type Known<'a> = (
    &'a Constants,
    &'a Cfg,
    &'a Flow,
    Option<Emulated>,
    &'a Uniform,
);

/// The invocations that have to be together for emulated subgroups.
fn group_of(emulated: Emulated) -> Group {
    match emulated.is_whole() {
        true => Group::Subgroup,
        false => Group::Workgroup,
    }
}

/// Returns the context of a plan.
fn scene<'a>(
    run: Run<'a>,
    offer: &'a Offer,
    (constants, cfg, flow, emulated, uniform): Known<'a>,
) -> Scene<'a> {
    let Run {
        module,
        target,
        options,
    } = run;
    Scene {
        words: module.words,
        facts: &module.facts,
        constants,
        cfg,
        flow,
        target,
        offer,
        options,
        rules: &Table,
        bake: options.spec != SpecMode::Keep,
        emulated,
        uniform,
        selected: module.is_selection(),
    }
}

impl Scratch {
    /// Whether a target grants what a module needs without declaring it.
    fn is_granted(&mut self, module: &Module<'_>, target: &Target) -> bool {
        let offer = self.offers.get(target, module.facts.header.minor);
        self.plan
            .is_granted(module.words, &module.facts, target, offer)
    }

    /// Whether the plan used rules that express cross-lane operations by others.
    fn uses_subgroup_rules(&self) -> bool {
        let mut used = RULES.iter().zip(&self.plan.counts);
        used.any(|(rule, &count)| count > 0 && rule.family == Family::Subgroup)
    }

    /// The words that the last run wrote; `None` unless it rewrote the module. What [`Outcome::Rewritten`] had, for callers that
    /// had no room for them.
    pub fn output(&self) -> Option<&[u32]> {
        let rewritten = self.outcome == Some(OutcomeKind::Rewritten);
        rewritten.then_some(self.out.as_slice())
    }

    /// Whether the output of the last run may exceed limits, because it had to: then the report names them.
    pub fn exceeds_limits(&self) -> bool {
        self.offers.leeway != Leeway::NONE && self.outcome != Some(OutcomeKind::Unsupported)
    }

    /// Resolves the constants. Returns whether the target grants all that the module needs, except perhaps what it declares, and no
    /// constant is set.
    fn grants(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        let (words, facts) = (module.words, &module.facts);
        self.folded = false;
        self.emulated = None;
        self.constants.resolve(facts, words, target, options)?;
        Ok(!module.is_selection()
            && !self.emulates_size()
            && declares_what_is_known(facts, target)
            && !self.constants.any_set
            && self.is_granted(module, target))
    }

    /// Takes the module as it is if the target accepts that, or rewrites it, without making anything undefined. Returns whether one
    /// of them was possible; `out` holds the result unless the outcome is known to be the input.
    fn accept_or_fit(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        let granted = self.grants(run)?;
        if granted && declares_nothing_more(&module.facts, target) {
            if module.facts.misplaced_layouts {
                self.begin(false);
                if self.repair(run)? {
                    return Ok(true);
                }
            }
            if options.strip == Strip::Nothing || !self.trim(run)? {
                self.outcome = Some(OutcomeKind::Unchanged);
            }
            return Ok(true);
        }
        self.fit(run, false)
    }

    /// Determines how subgroups get the size that the caller asks for, and returns the target that has them if that is the device.
    fn size_subgroups<'t>(
        &mut self,
        module: &Module<'_>,
        target: &'t Target,
        options: &Options,
    ) -> &'t Target {
        self.sized = None;
        let Some(size) = options.subgroup_size.map(SubgroupSize::get) else {
            return target;
        };
        if target.has_subgroups_of(size) {
            return target;
        }
        let facts = &module.facts;
        let is_compute = |entry: Inst<'_>| {
            views::EntryPoint(entry).execution_model() == execution_model::GLCompute
        };
        let only_compute = facts.entries(module.words).all(is_compute);
        let concerns = has_subgroups(facts) || !facts.spec_ids.is_empty();
        if concerns && only_compute && target.can_require_subgroups_of(size) {
            self.sized = Some((size, SizedBy::Requirement));
            return target.with_own_subgroups(size);
        }
        if has_subgroups(facts) {
            self.sized = Some((size, SizedBy::Emulation));
        }
        target
    }

    /// Whether SOS makes the subgroups, because the device's have another size.
    fn emulates_size(&self) -> bool {
        matches!(self.sized, Some((_, by)) if by != SizedBy::Requirement)
    }

    /// Forgets what earlier attempts have found out.
    fn begin(&mut self, undef: bool) {
        self.plan.undef = undef;
        self.not_emulated = None;
        self.not_split = None;
        self.emulation_lacks = None;
        self.refusal = None;
        self.lasting.known = false;
    }

    /// Rewrites the module for a target by any means available. With `undef`, an instruction that nothing replaces becomes
    /// undefined.
    fn fit(&mut self, run: Run<'_>, undef: bool) -> Result<bool, Error> {
        let Run { module, .. } = run;
        self.begin(undef);
        let done = match self.emulates_size() {
            true => self.with_subgroups_of_a_size(run)?,
            false => {
                self.fit_device(run)?
                    || LOWERS
                        && has_subgroups(&module.facts)
                        && self.with_emulated_subgroups(run)?
            }
        };
        Ok(done || LOWERS && self.with_derivatives(run)?)
    }

    /// Rewrites the module for a target by a plan alone or with passes. Returns whether `out` holds the result. If not, the
    /// plan holds the unmet needs.
    fn plan_or_run_passes(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run { module, target, .. } = run;
        if self.repair(run)? {
            return Ok(true);
        }
        let can_help = LOWERS && passes::can_help(run.input(), target);
        if can_help && self.is_bound_to_fail(run) {
            return self.run_passes(run);
        }
        // Where passes may help, the plan only has to show that they are needed.
        self.plan.tentative = can_help;
        self.attempts(run);
        self.plan.tentative = false;
        if self.plan.unmet.is_empty() {
            self.write(run)?;
            return Ok(true);
        }
        match can_help || LOWERS && self.can_meet_needs(&module.facts, target) {
            true => self.run_passes(run),
            false => Ok(false),
        }
    }

    /// As [`Scratch::plan_or_run_passes`]. If that fails, once more with what the device has replaced, too, where that can help: its
    /// untyped pointers, since other passes and rules know only typed ones, and 16- or 64-bit floats without a mode that the
    /// replacement has. If all fail, the plan is again the one with the device's own.
    fn fit_device(&mut self, run: Run<'_>) -> Result<bool, Error> {
        if !LOWERS {
            return self.plan_or_run_passes(run);
        }
        let Run { module, target, .. } = run;
        let uses_untyped = module.facts.uses(UntypedPointersKHR);
        let typed = passes::without_untyped(target).filter(|_| uses_untyped);
        let mut replaced = false;
        for target in [Some(target), typed].into_iter().flatten() {
            if self.plan_or_run_passes(run.on(target))? {
                return Ok(true);
            }
            if let Some(without) = self.without_floats(module, target) {
                replaced = true;
                if self.plan_or_run_passes(run.on(without))? {
                    return Ok(true);
                }
            }
        }
        if typed.is_some() {
            self.refusal = None;
        }
        if replaced || typed.is_some() {
            // What failed once fails again.
            self.plan_or_run_passes(run)?;
        }
        Ok(false)
    }

    /// The target without 16- or 64-bit floats, if it has them and the last plan failed because of a mode for them.
    fn without_floats<'t>(&self, module: &Module<'_>, target: &'t Target) -> Option<&'t Target> {
        let mode = |unmet: &Unmet| {
            Inst::at(module.words, unmet.offset).filter(|&inst| is_float_control(inst))
        };
        let lacks = |width| {
            let mut modes = self.plan.unmet.iter().filter_map(mode);
            modes.any(|inst| inst.word(3) == width)
        };
        passes::without_floats(target, [lacks(16), lacks(64)])
    }

    /// Whether passes can help although no declaration shows it: with an unmet need, such as the layout of a block, or with
    /// what a rule would have written.
    fn can_meet_needs(&mut self, facts: &Facts, target: &Target) -> bool {
        let pretended = passes::pretended_for(facts, target);
        let newest = *self.offers.get(target, target.spirv_minor());
        let offer = self.offers.get(pretended, self.plan.minor);
        let helps = |need| !is_met(need, &newest, target) && is_met(need, offer, pretended);
        let lacks =
            |refused: &Refused| matches!(refused.why, LowerError::Lacks(need) if helps(need));
        self.plan.unmet.iter().any(|unmet| helps(unmet.need)) || self.plan.refused.iter().any(lacks)
    }

    /// Computes the values of constants.
    fn fold(&mut self, module: &Module<'_>) {
        let (words, facts) = (module.words, &module.facts);
        self.constants.fold(facts, words, &mut self.values);
    }

    /// Determines which blocks can run; with `fold`, by the values of constants.
    fn find_flow(&mut self, module: &Module<'_>, fold: bool) {
        let (words, facts) = (module.words, &module.facts);
        self.folded = fold;
        let deep = match self.constants.any_set {
            true => Deep::All,
            false => Deep::No,
        };
        self.cfg.read(facts, words);
        let code = Code {
            facts,
            words,
            cfg: &self.cfg,
        };
        self.flow.run(code, &mut self.values, fold, deep);
    }

    /// Plans for the SPIR-V version that suits module and target.
    fn attempts(&mut self, run: Run<'_>) {
        let Run { module, target, .. } = run;
        let facts = &module.facts;
        self.fold(module);
        let can_raise = facts.header.minor < RAISED_MINOR && target.spirv_minor() >= RAISED_MINOR;
        let raises = can_raise && is_too_old(facts, target);
        let minor = match raises {
            true => RAISED_MINOR,
            false => facts.header.minor.min(newest_minor(facts, target)),
        };
        self.attempt(run, minor);
        // A rule may need SPIR-V 1.3, or use a longer sequence of instructions without it. Raising an older module up to that
        // version only adds possibilities.
        if self.emulated.is_some() || !can_raise || raises {
            return;
        }
        let laddered = self.uses_subgroup_rules();
        // Subgroup built-ins need no rule: SPIR-V 1.3 has them in its core, older versions by an extension.
        let gains = || !self.plan.refused.is_empty() || has_subgroups(facts);
        if laddered || !self.plan.unmet.is_empty() && gains() {
            let minor = self.plan.minor;
            self.attempt(run, RAISED_MINOR);
            if laddered && !self.plan.unmet.is_empty() {
                self.attempt(run, minor);
            }
        }
    }

    /// Whether all attempts must fail. If so, the flow is that of the last attempt.
    fn is_bound_to_fail(&mut self, run: Run<'_>) -> bool {
        let Run { module, target, .. } = run;
        self.fold(module);
        self.find_flow(module, true);
        let minor = module
            .facts
            .header
            .minor
            .max(RAISED_MINOR)
            .min(newest_minor(&module.facts, target));
        let offer = self.offers.get(target, minor);
        let known = (
            &self.constants,
            &self.cfg,
            &self.flow,
            self.emulated,
            &self.uniform,
        );
        let scene = scene(run, offer, known);
        // If instructions may become undefined, a store may be removed.
        !self.plan.undef && is_bound_to_fail(&scene, &self.values)
    }

    /// Plans for SPIR-V 1.`minor`.
    fn attempt(&mut self, run: Run<'_>, minor: u8) {
        let Run {
            target, options, ..
        } = run;
        let offer = *self.offers.get(target, minor);
        let bake = options.spec != SpecMode::Keep;
        self.plan_with(run, &offer, bake);
        if !bake && !self.plan.unmet.is_empty() {
            // Not every constant can stay open: branches are folded by the constants' values to remove what the target cannot
            // run.
            self.plan_with(run, &offer, true);
        }
    }

    fn plan_with(&mut self, run: Run<'_>, offer: &Offer, fold: bool) {
        let Run { module, .. } = run;
        self.find_flow(module, fold);
        let group = match self.emulated.filter(|emulated| !emulated.is_alone()) {
            Some(emulated) => Some(group_of(emulated)),
            None if has_quads_of_fragments(&module.facts) => Some(Group::Primitive),
            None => None,
        };
        match group {
            Some(group) => {
                let code = Code {
                    facts: &module.facts,
                    words: module.words,
                    cfg: &self.cfg,
                };
                self.uniform.run(code, &self.flow, group);
            }
            None => self.uniform.forget(),
        }
        let known = (
            &self.constants,
            &self.cfg,
            &self.flow,
            self.emulated,
            &self.uniform,
        );
        let scene = scene(run, offer, known);
        self.plan.run(&scene, &mut self.values);
    }

    /// Strips a module that the target accepts unmodified. Returns whether anything was removed; `out` then holds the rest.
    fn trim(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run { module, target, .. } = run;
        let offer = self.offers.get(target, module.facts.header.minor);
        let known = (
            &self.constants,
            &self.cfg,
            &self.flow,
            self.emulated,
            &self.uniform,
        );
        let scene = scene(run, offer, known);
        let any = self.plan.trim(&scene, &mut self.values);
        if any {
            write(&mut self.plan, &scene, &mut self.out)?;
        }
        Ok(any)
    }

    /// Plans the short path for a module that may declare more than it needs, and in which no constant is set. Returns whether
    /// the target meets all its needs.
    fn fits_trimmed(&mut self, run: Run<'_>) -> bool {
        let Run { module, target, .. } = run;
        let offer = self.offers.get(target, module.facts.header.minor);
        let known = (
            &self.constants,
            &self.cfg,
            &self.flow,
            self.emulated,
            &self.uniform,
        );
        let scene = scene(run, offer, known);
        self.plan.trim(&scene, &mut self.values);
        self.plan.is_met(&module.facts, offer)
    }

    /// Returns the outcome, once `out` holds the module for the target.
    fn outcome<'a>(&'a mut self, module: &'a Module<'_>) -> Outcome<'a> {
        if !module.is_selection() && self.out == module.words {
            self.outcome = Some(OutcomeKind::Unchanged);
            Outcome::Unchanged(module.words)
        } else {
            self.drop_loop_hints(module);
            self.outcome = Some(OutcomeKind::Rewritten);
            Outcome::Rewritten(&self.out)
        }
    }

    fn write(&mut self, run: Run<'_>) -> Result<(), Error> {
        let Run { target, .. } = run;
        let offer = self.offers.get(target, self.plan.minor);
        let known = (
            &self.constants,
            &self.cfg,
            &self.flow,
            self.emulated,
            &self.uniform,
        );
        let scene = scene(run, offer, known);
        write(&mut self.plan, &scene, &mut self.out)
    }

    /// Whether a target accepts the module unmodified. The flow must be that of the module's last plan.
    fn accepts(&mut self, module: &Module<'_>, target: &Target) -> bool {
        declares_what_is_known(&module.facts, target)
            && declares_nothing_more(&module.facts, target)
            && !self.constants.any_set
            && self.emulated.is_none()
            && self.flow.is_whole()
            && self.is_granted(module, target)
    }
}

/// Writes the output of a plan, within the limits.
fn write(plan: &mut Plan, scene: &Scene<'_>, out: &mut Vec<u32>) -> Result<(), Error> {
    let limits = &scene.options.limits;
    let written = emit::write(plan, scene, out);
    let bound = out.get(3).copied().unwrap_or(0);
    let bound_fits = bound <= limits.bound || bound == scene.facts.header.bound;
    if written && bound_fits && out.len() <= limits.words as usize {
        Ok(())
    } else {
        Err(Error::new(ErrorKind::OutputTooLarge, 0, 0))
    }
}

#[cfg(test)]
mod tests;
