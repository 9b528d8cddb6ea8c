//! The pipeline from words to words: the only file that knows every stage.
//!
//! ```text
//! words ──scan──▶ Facts ──specialize──▶ constants, flow ──plan──▶ edits ──emit──▶ words
//!                   ▲                        ▲             │ nothing to do ──▶ the input slice
//!                Target ─────────────────────┴─────────────┘
//! ```
//!
//! Where the plan fails because the target lacks something that whole-module passes replace, such as a narrow type, the module goes
//! through [`crate::reshape`]: a plan for a target that has it, the passes, and then this pipeline once more, in a scratch of its own,
//! for the target itself.

mod passes;

use crate::emit;
use crate::error::{Error, ErrorKind};
use crate::facts::Facts;
use crate::header::Header;
use crate::options::{Allow, Limits, Options, SpecMode, Strip};
use crate::plan::{
    has_quads_of_fragments, has_subgroups, invocations, is_bound_to_fail, no_exchange, Emulated,
    Invocations, Need, Offer, Offers, Plan, Refused, Scene, Unmet, Why,
};
use crate::report::OutcomeKind;
use crate::reshape::{self, Refusal};
use crate::rules::{Family, Table, RULES};
use crate::specialize::{Constants, Flow, Group, Uniform, Values};
use crate::target::Target;
use passes::PassScratch;

/// The version that a module is raised to where a rule writes subgroup operations: they came with it, and nothing that a
/// module for SPIR-V 1.0 to 1.2 may do ends before it.
const RAISED_MINOR: u8 = 3;

/// Why what could be done was not: something else is in the way.
pub(crate) const LACKS_REST: &str = "the device also lacks other things that the module needs";

/// A scanned module: words and facts, ready for any target.
#[derive(Clone, Debug)]
pub struct Module<'w> {
    words: &'w [u32],
    /// In a box, since tables go from module to module.
    facts: Box<Facts>,
}

impl<'w> Module<'w> {
    /// Scans a module once and checks everything that later stages rely on.
    ///
    /// Allocates tables of a few bytes per id and per block, within the limits.
    ///
    /// # Errors
    /// If the words are malformed or exceed the limits: see [`ErrorKind`].
    pub fn scan(words: &'w [u32], limits: &Limits) -> Result<Self, Error> {
        Self::scan_with(words, limits, ScanTables::default())
    }

    /// Like [`Module::scan`], reusing the tables of an earlier scan: allocates nothing where they are large enough.
    ///
    /// # Errors
    /// As for [`Module::scan`]. The tables are lost then.
    pub fn scan_with(words: &'w [u32], limits: &Limits, tables: ScanTables) -> Result<Self, Error> {
        let header = Header::read(words, limits)?;
        let mut facts = tables.0.unwrap_or_default();
        facts.scan_behind(words, header)?;
        Ok(Self { words, facts })
    }

    /// The words.
    pub fn words(&self) -> &'w [u32] {
        self.words
    }

    /// Returns the tables for the next scan.
    pub fn into_tables(self) -> ScanTables {
        ScanTables(Some(self.facts))
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// The tables of a scan, for reuse.
#[derive(Clone, Debug, Default)]
pub struct ScanTables(Option<Box<Facts>>);

/// The filter's working memory, one per thread. Reuse it: a warm one allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(crate) constants: Constants,
    pub(crate) values: Values,
    pub(crate) flow: Flow,
    pub(crate) plan: Plan,
    offers: Offers,
    pub(crate) out: Vec<u32>,
    pub(crate) outcome: Option<OutcomeKind>,
    /// Whether branches were folded by the values of constants.
    pub(crate) folded: bool,
    /// Subgroups that the output makes itself, if it does.
    pub(crate) emulated: Option<Emulated>,
    /// Why none could be made in workgroup memory, with a word offset.
    pub(crate) not_emulated: Option<(u32, &'static str)>,
    uniform: Uniform,
    /// Why a pass could not take the module.
    pub(crate) refusal: Option<Refusal>,
    /// Space for passes, from the first module on that needs one.
    passes: Option<Box<PassScratch>>,
}

impl Scratch {
    /// An empty scratch.
    pub fn new() -> Self {
        Self::default()
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
    reshape::prepare(target);
    for size in Emulated::SIZES {
        target.with_subgroups(size, true);
        reshape::prepare(target.with_subgroups(size, false));
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
    let (words, facts) = (module.words, &module.facts);
    scratch.outcome = None;
    scratch.folded = false;
    scratch.emulated = None;
    scratch.constants.resolve(facts, words, target, options)?;
    if declares_what_is_known(facts, target)
        && !scratch.constants.any_set
        && scratch.is_granted(module, target)
    {
        if declares_nothing_more(facts, target) {
            if options.strip == Strip::Nothing || !scratch.trim(module, target, options)? {
                scratch.outcome = Some(OutcomeKind::Unchanged);
                return Ok(Outcome::Unchanged(words));
            }
            return Ok(scratch.outcome(words));
        }
        if scratch.fits_trimmed(module, target, options) {
            scratch.write(module, target, options)?;
            return Ok(scratch.outcome(words));
        }
    }
    // What becomes undefined is lost: so only where nothing else makes the module fit, and not as soon as one way does not.
    let done = scratch.fit(module, target, options, false)?
        || options.allow.contains(Allow::UNDEF) && scratch.fit(module, target, options, true)?;
    if !done {
        scratch.outcome = Some(OutcomeKind::Unsupported);
        return Ok(Outcome::Unsupported);
    }
    Ok(scratch.outcome(words))
}

/// Whether the target has all that a module declares, and that is known.
fn declares_nothing_more(facts: &Facts, target: &Target) -> bool {
    facts.capabilities.is_subset(target.capabilities())
        && facts.extensions.is_subset(target.extensions())
}

/// Whether a module is of a version that the target takes, and declares nothing that nobody knows or that its version does not
/// take.
fn declares_what_is_known(facts: &Facts, target: &Target) -> bool {
    facts.header.minor <= target.spirv_minor()
        && facts.unknown_capability == 0
        && facts.unknown_extension == 0
        && !is_too_old(facts, target)
}

/// Whether a module declares an extension that asks for a newer version of SPIR-V than its own.
fn is_too_old(facts: &Facts, target: &Target) -> bool {
    let mut newer = target.too_new(facts.header.minor);
    newer.any(|(extension, _)| facts.extensions.contains(extension))
}

/// What is known of a module's constants, flow and subgroups.
type Known<'a> = (&'a Constants, &'a Flow, Option<Emulated>, &'a Uniform);

/// What a plan sees; `known` are the constants, the flow, subgroups that are made, and where they can be.
fn scene<'a>(
    module: &'a Module<'_>,
    target: &'a Target,
    options: &'a Options,
    offer: &'a Offer,
    (constants, flow, emulated, uniform): Known<'a>,
) -> Scene<'a> {
    Scene {
        words: module.words,
        facts: &module.facts,
        constants,
        flow,
        target,
        offer,
        options,
        rules: &Table,
        bake: options.spec == SpecMode::Bake,
        emulated,
        uniform,
    }
}

impl Scratch {
    /// Whether a target grants what a module does not declare.
    fn is_granted(&mut self, module: &Module<'_>, target: &Target) -> bool {
        let offer = self.offers.get(target, module.facts.header.minor);
        self.plan
            .is_granted(module.words, &module.facts, target, offer)
    }

    /// Whether the plan has cross-lane operations made of others.
    fn uses_subgroup_rules(&self) -> bool {
        let mut used = RULES.iter().zip(&self.plan.counts);
        used.any(|(rule, &count)| count > 0 && rule.family == Family::Subgroup)
    }

    /// Makes the module fit for a target in any way that there is; what nothing replaces becomes undefined, if `undef`.
    fn fit(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
        undef: bool,
    ) -> Result<bool, Error> {
        self.plan.undef = undef;
        self.not_emulated = None;
        self.refusal = None;
        Ok(self.plan_or_reshape(module, target, options)?
            || has_subgroups(&module.facts)
                && self.with_emulated_subgroups(module, target, options)?)
    }

    /// Makes the module fit for a target, by a plan alone or with passes; whether it stands in `out` then. If not, the
    /// plan tells what is in the way.
    fn plan_or_reshape(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<bool, Error> {
        // Where passes may help, it is enough to know that they are needed.
        let can_help = reshape::can_help(&module.facts, target);
        if can_help && self.is_bound_to_fail(module, target, options) {
            return self.reshape(module, target, options);
        }
        self.plan.tentative = can_help;
        self.attempts(module, target, options);
        self.plan.tentative = false;
        let unmet = &self.plan.unmet;
        if unmet.is_empty() {
            self.write(module, target, options)?;
            return Ok(true);
        }
        // They can lay blocks out anew as well, also for a rule that would write such a block.
        let laid_out =
            |refused: &Refused| matches!(refused.why, Why::Lacks(need) if need.is_layout());
        let lays_out = unmet.iter().any(|unmet| unmet.need.is_layout())
            || self.plan.refused.iter().any(laid_out);
        match can_help || lays_out {
            true => self.reshape(module, target, options),
            false => Ok(false),
        }
    }

    /// The same with subgroups that the output makes itself: of a workgroup's invocations, or of each alone if the caller
    /// allows it. If it cannot be, the plan is again the one for the device's own.
    fn with_emulated_subgroups(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<bool, Error> {
        let done = self.in_workgroups(module, target, options)?
            || options.allow.contains(Allow::SUBGROUP_OF_ONE)
                && self.with_emulated(module, target, options, Emulated::ALONE)?;
        if !done {
            self.emulated = None;
            let (words, facts) = (module.words, &module.facts);
            self.constants.resolve(facts, words, target, options)?;
            // What failed once fails again.
            self.plan_or_reshape(module, target, options)?;
        }
        Ok(done)
    }

    fn in_workgroups(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<bool, Error> {
        let (words, facts) = (module.words, &module.facts);
        if let Some(reason) = no_exchange(facts, words) {
            self.not_emulated = Some((0, reason));
            return Ok(false);
        }
        // The size of workgroups can depend on the size of subgroups, by a constant that the module is told.
        let mut size = Emulated::FIRST_SIZE;
        for last in [false, true] {
            let for_constants = target.with_subgroups(size, true);
            self.constants
                .resolve(facts, words, for_constants, options)?;
            self.fold(module);
            let fixed = options.spec == SpecMode::Bake;
            let count = match invocations(facts, words, &mut self.values, fixed) {
                Invocations::Known(count) => Some(count),
                Invocations::Open => None,
                Invocations::Various => {
                    self.not_emulated = Some((0, "workgroups of its entry points differ in size"));
                    return Ok(false);
                }
            };
            if last {
                let emulated = Emulated::new(size, count, target);
                return self.with_emulated(module, target, options, emulated);
            }
            size = Emulated::size_for(count);
        }
        Ok(false)
    }

    /// The same with these subgroups. Constants are told of a device that has all operations on them; plans are made for
    /// one that has none, since all are made.
    fn with_emulated(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
        emulated: Emulated,
    ) -> Result<bool, Error> {
        self.emulated = Some(emulated);
        let for_constants = target.with_subgroups(emulated.size, !emulated.is_alone());
        let (words, facts) = (module.words, &module.facts);
        self.constants
            .resolve(facts, words, for_constants, options)?;
        let done =
            self.plan_or_reshape(module, target.with_subgroups(emulated.size, false), options)?;
        if !done && !emulated.is_alone() {
            let full = |unmet: &Unmet| matches!(unmet.need, Need::Limit(..));
            let rest = match self.plan.unmet.iter().any(full) {
                true => {
                    "the device's limits leave no room for it, such as that on workgroup memory"
                }
                false => LACKS_REST,
            };
            self.not_emulated = Some(self.plan.not_emulated.unwrap_or((0, rest)));
        }
        Ok(done)
    }

    /// Finds the values of constants.
    fn fold(&mut self, module: &Module<'_>) {
        let (words, facts) = (module.words, &module.facts);
        self.values.reset(facts, words);
        self.constants.fold(facts, words, &mut self.values);
    }

    /// Finds out what can run; by the values of constants, if `fold`.
    fn find_flow(&mut self, module: &Module<'_>, fold: bool) {
        let (words, facts) = (module.words, &module.facts);
        self.folded = fold;
        let deep = self.constants.any_set;
        self.flow.run(facts, words, &mut self.values, fold, deep);
    }

    /// Plans for the version of SPIR-V that suits module and target.
    fn attempts(&mut self, module: &Module<'_>, target: &Target, options: &Options) {
        let facts = &module.facts;
        self.fold(module);
        let can_raise = facts.header.minor < RAISED_MINOR && target.spirv_minor() >= RAISED_MINOR;
        let raises = can_raise && is_too_old(facts, target);
        let minor = match raises {
            true => RAISED_MINOR,
            false => facts.header.minor.min(target.spirv_minor()),
        };
        self.attempt(module, target, options, minor);
        // A rule may need what came with SPIR-V 1.3, or make do without it, by far more than one instruction. Up to that
        // version, a module for an older one only gains.
        if self.emulated.is_some() || !can_raise || raises {
            return;
        }
        let laddered = self.uses_subgroup_rules();
        // Built-ins of subgroups need no rule: core versions have them, where an extension had them before.
        let gains = || !self.plan.refused.is_empty() || has_subgroups(facts);
        if laddered || !self.plan.unmet.is_empty() && gains() {
            let minor = self.plan.minor;
            self.attempt(module, target, options, RAISED_MINOR);
            if laddered && !self.plan.unmet.is_empty() {
                self.attempt(module, target, options, minor);
            }
        }
    }

    /// Whether all attempts are bound to fail. If so, the flow is that of the last of them.
    fn is_bound_to_fail(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> bool {
        self.fold(module);
        self.find_flow(module, true);
        let minor = module
            .facts
            .header
            .minor
            .max(RAISED_MINOR)
            .min(target.spirv_minor());
        let offer = self.offers.get(target, minor);
        let known = (&self.constants, &self.flow, self.emulated, &self.uniform);
        let scene = scene(module, target, options, offer, known);
        // With leave to give instructions up, a store may go.
        !self.plan.undef && is_bound_to_fail(&scene, &self.values)
    }

    /// Plans for SPIR-V 1.`minor`.
    fn attempt(&mut self, module: &Module<'_>, target: &Target, options: &Options, minor: u8) {
        let offer = *self.offers.get(target, minor);
        let bake = options.spec == SpecMode::Bake;
        self.plan_with(module, target, options, &offer, bake);
        if !bake && !self.plan.unmet.is_empty() {
            // Not everything can stay open: what cannot run on this target goes by the constants' values.
            self.plan_with(module, target, options, &offer, true);
        }
    }

    fn plan_with(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
        offer: &Offer,
        fold: bool,
    ) {
        self.find_flow(module, fold);
        let group = match self.emulated.filter(|emulated| !emulated.is_alone()) {
            Some(emulated) if emulated.is_whole() => Some(Group::Subgroup),
            Some(_) => Some(Group::Workgroup),
            None if has_quads_of_fragments(&module.facts, module.words) => Some(Group::Primitive),
            None => None,
        };
        match group {
            Some(group) => {
                let (facts, words) = (&module.facts, module.words);
                self.uniform.run(facts, words, &self.flow, group);
            }
            None => self.uniform.forget(),
        }
        let known = (&self.constants, &self.flow, self.emulated, &self.uniform);
        let scene = scene(module, target, options, offer, known);
        self.plan.run(&scene, &mut self.values);
    }

    /// Takes away what the caller does not want of a module that the target takes as it is; whether there is any of it, so
    /// that the rest stands in `out`.
    fn trim(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<bool, Error> {
        let offer = self.offers.get(target, module.facts.header.minor);
        let known = (&self.constants, &self.flow, self.emulated, &self.uniform);
        let scene = scene(module, target, options, offer, known);
        let any = self.plan.trim(&scene, &mut self.values);
        if any {
            write(&mut self.plan, &scene, &mut self.out)?;
        }
        Ok(any)
    }

    /// Plans the short way for a module that may declare more than it needs; whether all that it needs is there.
    fn fits_trimmed(&mut self, module: &Module<'_>, target: &Target, options: &Options) -> bool {
        let facts = &module.facts;
        // What is open may come to need what it does not yet.
        if !facts.spec_constants.is_empty() {
            return false;
        }
        let offer = self.offers.get(target, facts.header.minor);
        let known = (&self.constants, &self.flow, self.emulated, &self.uniform);
        let scene = scene(module, target, options, offer, known);
        self.plan.trim(&scene, &mut self.values);
        self.plan.is_met(offer)
    }

    /// What came of it, once the module for the target stands in `out`.
    fn outcome<'a>(&'a mut self, words: &'a [u32]) -> Outcome<'a> {
        if self.out == words {
            self.outcome = Some(OutcomeKind::Unchanged);
            Outcome::Unchanged(words)
        } else {
            self.outcome = Some(OutcomeKind::Rewritten);
            Outcome::Rewritten(&self.out)
        }
    }

    fn write(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<(), Error> {
        let offer = self.offers.get(target, self.plan.minor);
        let known = (&self.constants, &self.flow, self.emulated, &self.uniform);
        let scene = scene(module, target, options, offer, known);
        write(&mut self.plan, &scene, &mut self.out)
    }

    /// Whether a target takes the module as it is, whose flow is that of the last plan.
    fn accepts(&mut self, module: &Module<'_>, target: &Target) -> bool {
        declares_what_is_known(&module.facts, target)
            && declares_nothing_more(&module.facts, target)
            && !self.constants.any_set
            && self.emulated.is_none()
            && self.flow.is_whole()
            && self.is_granted(module, target)
    }
}

/// Writes what a plan makes of a module, within the limits.
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
