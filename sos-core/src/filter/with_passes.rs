//! Runs the passes of [`crate::passes`]: plans the module for the pretended target, runs the passes, and filters their
//! output for the real target with a scratch of its own.

use super::{declares_what_is_known, Run, Scratch};
use crate::error::{Error, ErrorKind};
use crate::module::{Module, Removed, ScanTables};
use crate::options::{Limits, Strip};
use crate::order::Order;
use crate::passes::{self, Counts, ErrorLocation, Kind, LowerError, Passes, Request};
use crate::plan::{Leeway, Need, Unmet};
use crate::rules::{Action, LOWERS, RULES};
use alloc::vec::Vec;

/// Working memory of the passes and of filtering their output.
#[derive(Clone, Debug, Default)]
pub(super) struct PassScratch {
    /// The module before the passes and its scan tables, if they are not the caller's.
    planned: Vec<u32>,
    first: ScanTables,
    lowering: Passes,
    /// Scan tables of the passes' output.
    tables: ScanTables,
    pub(super) scratch: Scratch,
}

/// The instructions whose needs stay unmet even on a target that is pretended to have everything that passes replace, every time
/// that this was tried with the device's own subgroups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lasting {
    /// Whether it was tried.
    pub(crate) known: bool,
    /// Their word offsets, sorted, and whether the need stayed the last time.
    offsets: Vec<(u32, bool)>,
}

impl Lasting {
    fn note(&mut self, unmet: &[Unmet]) {
        if core::mem::replace(&mut self.known, true) {
            self.offsets.iter_mut().for_each(|one| one.1 = false);
            for unmet in unmet {
                let at = self.place(unmet.offset);
                if let Some(one) = at.and_then(|at| self.offsets.get_mut(at)) {
                    one.1 = true;
                }
            }
            self.offsets.retain(|one| one.1);
        } else {
            self.offsets.clear();
            self.offsets
                .extend(unmet.iter().map(|one| (one.offset, true)));
            self.offsets.order();
            self.offsets.dedup();
        }
    }

    /// Whether they include the one at a word offset.
    pub(crate) fn contains(&self, offset: u32) -> bool {
        self.place(offset).is_some()
    }

    fn place(&self, offset: u32) -> Option<usize> {
        self.offsets.binary_search_by_key(&offset, |one| one.0).ok()
    }
}

impl Scratch {
    /// Runs the passes. Returns whether `out` holds the module for the target. If not, the plan is again the one for the
    /// target, with its unmet needs.
    pub(super) fn run_passes(&mut self, run: Run<'_>) -> Result<bool, Error> {
        if !LOWERS {
            return Ok(false);
        }
        let mut passes = self.passes.take().unwrap_or_default();
        let done = self.pass(run, &mut passes);
        if done == Ok(true) {
            self.add_counts(&passes);
        }
        self.passes = Some(passes);
        if done == Ok(false) {
            self.attempts(run);
        }
        done
    }

    /// Repairs layouts where none is allowed, if there are any, along with all else that the module needs. Returns whether `out`
    /// holds the result. If not, the module is to be filtered as it is.
    pub(super) fn repair(&mut self, run: Run<'_>) -> Result<bool, Error> {
        if !LOWERS || !run.module.facts.misplaced_layouts {
            return Ok(false);
        }
        self.fold(run.module);
        self.find_flow(run.module, true);
        let repaired = |passes: &PassScratch| {
            let counts = &passes.lowering.counts;
            counts.get(Kind::MisplacedLayout) > 0
        };
        Ok(self.run_passes(run)? && self.passes.as_deref().is_some_and(repaired))
    }

    /// Plans the module for the pretended target and runs the passes. Returns whether `out` holds the module for the target.
    fn pass(&mut self, run: Run<'_>, passes: &mut PassScratch) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        passes.scratch.plan.undef = self.plan.undef;
        let pretended = passes::pretended_for(&module.facts, target);
        if self.accepts(module, pretended) {
            passes.scratch.offers.leeway = self.leeway(module, module.facts.workgroup.shared);
            if options.strip == Strip::Nothing || !self.trim(run.on(pretended))? {
                self.plan.clear_report(RULES.len());
                self.refusal = passes.run_into(&mut self.out, run)?;
                return Ok(self.refusal.is_none());
            }
        } else {
            self.attempts(run.on(pretended));
            if !self.plan.unmet.is_empty() {
                if self.emulated.is_none() {
                    self.lasting.note(&self.plan.unmet);
                }
                return Ok(false);
            }
            passes.scratch.offers.leeway = self.leeway(module, self.plan.own_memory);
            self.write(run.on(pretended))?;
        }
        // Copied instead of swapped: each buffer keeps its role, and a warm one its capacity.
        let mut planned = core::mem::take(&mut passes.planned);
        planned.clear();
        planned.extend_from_slice(&self.out);
        let tables = core::mem::take(&mut passes.first);
        let refusal = match Module::scan_with(&planned, &Limits::NONE, tables) {
            Ok(first) => {
                let refusal = passes.run_into(
                    &mut self.out,
                    Run {
                        module: &first,
                        ..run
                    },
                );
                passes.first = first.into_tables();
                refusal
            }
            Err(_) => Ok(Some(LowerError::Unreadable)),
        };
        passes.planned = planned;
        self.refusal = refusal?;
        Ok(self.refusal.is_none())
    }

    /// How far the output of passes may exceed limits, where the module uses this many bytes of workgroup memory. If passes pack
    /// narrow data there, each variable ends on a word.
    fn leeway(&self, module: &Module<'_>, bytes: u64) -> Leeway {
        let leeway = self.offers.leeway;
        if leeway == Leeway::NONE {
            return leeway;
        }
        let variables = module.facts.shared_variables(module.words).count() as u64;
        leeway.within(bytes.saturating_add(3 * variables))
    }

    /// Returns what the refusal of a pass concerns.
    pub(crate) fn error_location(&self) -> ErrorLocation {
        let passes = self.passes.as_ref().filter(|_| self.refusal.is_some());
        passes.map_or_else(ErrorLocation::default, |passes| {
            passes.lowering.error_location()
        })
    }

    /// Returns what the target lacks for the passes' output, if that is the reason of the refusal.
    pub(crate) fn lacking(&self) -> Option<Need> {
        match self.refusal {
            Some(LowerError::Lacks(need)) => Some(need),
            _ => None,
        }
    }

    /// Adds the uses of rules before the last plan, and of passes.
    pub(super) fn add_earlier(&mut self, rules: &[u32], passes: &Counts) {
        let rules = rules.iter().copied().chain(core::iter::repeat(0));
        for ((rule, count), before) in RULES.iter().zip(&mut self.plan.counts).zip(rules) {
            *count += before;
            if let Action::Pass(kind) = rule.action {
                *count += passes.get(kind);
            }
        }
    }

    /// Adds the uses of passes, and of rules after them.
    fn add_counts(&mut self, passes: &PassScratch) {
        self.add_earlier(&passes.scratch.plan.counts, &passes.lowering.counts);
    }
}

impl PassScratch {
    /// As [`PassScratch::run`], with the result in `out`.
    fn run_into(&mut self, out: &mut Vec<u32>, run: Run<'_>) -> Result<Option<LowerError>, Error> {
        core::mem::swap(out, &mut self.scratch.out);
        let refusal = self.run(run);
        core::mem::swap(out, &mut self.scratch.out);
        refusal
    }

    /// Runs the passes on a module and filters their output for a target. Returns the reason if that fails.
    ///
    /// If that is so with misplaced layouts repaired, once more without: no module is refused because of a repair.
    pub(super) fn run(&mut self, run: Run<'_>) -> Result<Option<LowerError>, Error> {
        let repairs = run.module.facts.misplaced_layouts;
        self.lowering.repair(repairs);
        let refusal = self.run_packing(run)?;
        if refusal.is_none() || !repairs {
            return Ok(refusal);
        }
        self.lowering.repair(false);
        self.run_packing(run)
    }

    /// As [`PassScratch::run`].
    ///
    /// Narrow data in workgroup memory is widened, since that takes fewer instructions. If it then exceeds the device's limit,
    /// the passes run once more and pack it. Whether it exceeds the limit is known only at the end: emulated subgroups and
    /// rules take such memory too, and only what is used counts.
    fn run_packing(&mut self, run: Run<'_>) -> Result<Option<LowerError>, Error> {
        self.lowering.pack(false);
        let refusal = self.run_once(run)?;
        let lacks = matches!(refusal, Some(LowerError::Lacks(_)));
        if !lacks || !self.scratch.lacks_shared_memory() {
            return Ok(refusal);
        }
        self.lowering.pack(true);
        let packed = self.run_once(run)?;
        // The limit is the reason, also where packing does not support something that would fit without it.
        Ok(packed.and(refusal))
    }

    fn run_once(&mut self, run: Run<'_>) -> Result<Option<LowerError>, Error> {
        let mut facts = core::mem::take(&mut self.tables).0.unwrap_or_default();
        let request = Request {
            input: run.input(),
            target: run.target,
            options: run.options,
        };
        let lowered = self.lowering.run(request, &mut facts);
        let result = match lowered {
            Ok(None) => self.scratch.finish(run),
            Ok(Some(words)) => {
                let lowered = Module {
                    words,
                    facts,
                    removed: Removed::default(),
                };
                let result = self.scratch.finish(Run {
                    module: &lowered,
                    ..run
                });
                facts = lowered.facts;
                result
            }
            Err(LowerError::TooLarge) => Err(Error::new(ErrorKind::OutputTooLarge, 0, 0)),
            Err(refusal) => Ok(Some(refusal)),
        };
        self.tables = ScanTables(Some(facts));
        result
    }
}

impl Scratch {
    /// Whether the last plan failed because of the size of workgroup memory alone.
    fn lacks_shared_memory(&self) -> bool {
        let is_size = |need| matches!(need, Need::Limit(limit, _) if limit.is_on_shared_memory());
        let unmet = &self.plan.unmet;
        !unmet.is_empty() && unmet.iter().all(|unmet| is_size(unmet.need))
    }

    /// Plans the short path for the output of passes: unneeded declarations are removed, and nothing else. Returns whether
    /// the target accepts the rest. For nearly all modules it does; where a rule still has something to lower it does not.
    pub(super) fn proves(&mut self, run: Run<'_>) -> bool {
        let Run { module, target, .. } = run;
        declares_what_is_known(&module.facts, target)
            && self.is_granted(module, target)
            && self.fits_trimmed(run)
    }

    /// Filters the output of passes for a target. Returns the reason if that fails.
    fn finish(&mut self, run: Run<'_>) -> Result<Option<LowerError>, Error> {
        let Run { module, target, .. } = run;
        let options = &run.plain();
        let (facts, words) = (&module.facts, module.words);
        self.constants.resolve(facts, words, target, options)?;
        let plain = Run { options, ..run };
        if !self.proves(plain) {
            self.attempts(plain);
            if let Some(unmet) = self.plan.unmet.first() {
                return Ok(Some(LowerError::Lacks(unmet.need)));
            }
        }
        self.write(run)?;
        // Ids that passes have added count as well.
        let bound = self.out.get(3).copied().unwrap_or(0);
        if bound > run.options.limits.bound {
            return Err(Error::new(ErrorKind::OutputTooLarge, 0, 0));
        }
        Ok(None)
    }
}
