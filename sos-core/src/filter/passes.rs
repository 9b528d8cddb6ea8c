//! The way through the passes of [`crate::reshape`]: a module fit for a target that has what passes take away, the passes,
//! and the way of the data once more, in a scratch of its own, for the target itself.

use super::{declares_what_is_known, Module, ScanTables, Scratch};
use crate::error::{Error, ErrorKind};
use crate::options::{Options, Strip};
use crate::plan::Need;
use crate::reshape::{self, Input, Refusal, Reshaper, NO_LIMITS, UNREADABLE};
use crate::rules::{Action, RULES};
use crate::target::Target;

/// What passes have written needs what the target lacks.
const LACKING: Refusal = Refusal("the device lacks what its replacement needs");

/// Where passes work, and where their result is filtered again.
#[derive(Clone, Debug, Default)]
pub(super) struct PassScratch {
    /// Of the module before the passes, where it is not the caller's.
    first: ScanTables,
    reshaper: Reshaper,
    /// Of the module behind them.
    tables: ScanTables,
    pub(super) scratch: Scratch,
}

impl Scratch {
    /// Goes through the passes; whether the module for the target stands in `out` then. If not, the plan is again the one
    /// for the target, with what it does not meet.
    pub(super) fn reshape(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<bool, Error> {
        let mut passes = self.passes.take().unwrap_or_default();
        let done = self.pass(module, target, options, &mut passes);
        if done == Ok(true) {
            // Copied, not swapped: each buffer keeps its role, and a warm one its size.
            self.out.clear();
            self.out.extend_from_slice(&passes.scratch.out);
            self.add_counts(&passes);
        }
        self.passes = Some(passes);
        if done == Ok(false) {
            self.attempts(module, target, options);
        }
        done
    }

    /// Makes a module fit for what passes take to be the target, and has them run; whether the module for the target stands
    /// in the room then.
    fn pass(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
        passes: &mut PassScratch,
    ) -> Result<bool, Error> {
        passes.scratch.plan.undef = self.plan.undef;
        let pretended = reshape::pretended_for(&module.facts, target);
        if self.accepts(module, pretended) {
            if options.strip == Strip::Nothing || !self.trim(module, pretended, options)? {
                self.plan.clear_report(RULES.len());
                self.refusal = passes.run(module, target, options)?;
                return Ok(self.refusal.is_none());
            }
        } else {
            self.attempts(module, pretended, options);
            if !self.plan.unmet.is_empty() {
                return Ok(false);
            }
            self.write(module, pretended, options)?;
        }
        let tables = std::mem::take(&mut passes.first);
        self.refusal = match Module::scan_with(&self.out, &NO_LIMITS, tables) {
            Ok(first) => {
                let refusal = passes.run(&first, target, options);
                passes.first = first.into_tables();
                refusal?
            }
            Err(_) => Some(UNREADABLE),
        };
        Ok(self.refusal.is_none())
    }

    /// The function that the refusal of a pass is about, 0 if it is about no one function.
    pub(crate) fn blamed(&self) -> u32 {
        self.passes
            .as_ref()
            .map_or(0, |passes| passes.reshaper.blamed())
    }

    /// What the target lacks of what passes have written, if the module is refused for that.
    pub(crate) fn lacking(&self) -> Option<Need> {
        let passes = self
            .passes
            .as_ref()
            .filter(|_| self.refusal == Some(LACKING))?;
        passes.scratch.plan.unmet.first().map(|unmet| unmet.need)
    }

    /// Adds what passes took, and what rules did afterwards.
    fn add_counts(&mut self, passes: &PassScratch) {
        let after = passes.scratch.plan.counts.iter();
        for ((rule, count), after) in RULES.iter().zip(&mut self.plan.counts).zip(after) {
            *count += after;
            if let Action::Reshape(kind) = rule.action {
                *count += passes.reshaper.counts.get(kind as usize).unwrap_or(&0);
            }
        }
    }
}

impl PassScratch {
    /// Takes types away from a module, by passes, and makes it fit for a target; why not, if it cannot be.
    pub(super) fn run(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<Option<Refusal>, Error> {
        let mut facts = std::mem::take(&mut self.tables).0.unwrap_or_default();
        let input = Input {
            words: module.words,
            facts: &module.facts,
        };
        let reshaped = self.reshaper.run(input, &mut facts, target, options);
        let result = match reshaped {
            Ok(None) => self.scratch.finish(module, target, options),
            Ok(Some(words)) => {
                let reshaped = Module { words, facts };
                let result = self.scratch.finish(&reshaped, target, options);
                facts = reshaped.facts;
                result
            }
            Err(refusal) => Ok(Some(refusal)),
        };
        self.tables = ScanTables(Some(facts));
        result
    }
}

impl Scratch {
    /// Plans the short way for a module that passes are done with: what it declares without need goes, and nothing else.
    /// Whether the target takes the rest: of nearly all it does, and where a rule has something to do it does not.
    pub(super) fn proves(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> bool {
        declares_what_is_known(&module.facts, target)
            && self.is_granted(module, target)
            && self.fits_trimmed(module, target, options)
    }

    /// Makes a module fit for a target that passes are done with; why not, if it cannot be.
    fn finish(
        &mut self,
        module: &Module<'_>,
        target: &Target,
        options: &Options,
    ) -> Result<Option<Refusal>, Error> {
        // Constants have their values; what is to be stripped is gone; and limits are the caller's for the result alone.
        let plain = Options {
            constants: Vec::new(),
            sources: Vec::new(),
            spec_base: None,
            image_formats: Vec::new(),
            spec_names: false,
            strip: Strip::Nothing,
            ..*options
        };
        let (facts, words) = (&module.facts, module.words);
        self.constants.resolve(facts, words, target, &plain)?;
        if !self.proves(module, target, &plain) {
            self.attempts(module, target, &plain);
            if !self.plan.unmet.is_empty() {
                return Ok(Some(LACKING));
            }
        }
        self.write(module, target, options)?;
        // What passes have added counts as well.
        let bound = self.out.get(3).copied().unwrap_or(0);
        if bound > options.limits.bound {
            return Err(Error::new(ErrorKind::OutputTooLarge, 0, 0));
        }
        Ok(None)
    }
}
