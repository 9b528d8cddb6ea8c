//! Runs with emulated subgroups, where the device's own do not suffice: plans and passes are the same as without, but made for a
//! device that has no subgroup operations, and constants have the values for one that has all.
//!
//! Where operations are in control flow in which invocations diverge, the module is first planned for a device that has all, which
//! folds constants and lowers what vendors have added, and its control flow is replaced ([`crate::passes::Linearize`]). That is then
//! filtered as any module with emulated subgroups.

use super::rewritten::Rewritten;
use super::{group_of, Run, Scratch, SizedBy, LACKS_REST};
use crate::error::{Error, ErrorKind};
use crate::module::{Module, ScanTables};
use crate::options::{Allow, Limits, SpecMode, SubgroupSize};
use crate::passes::{self, Graph, Linearize, LowerError, ModuleBuilder, Split};
use crate::plan::{invocations, no_exchange, takes_any_size, Emulated, Need};
use crate::rules::LOWERS;
use crate::specialize::Group;
use crate::target::Target;
use alloc::vec::Vec;

/// Working memory for modules whose control flow is replaced, or whose subgroups are parts of the device's.
#[derive(Clone, Debug, Default)]
pub(super) struct Diverging {
    steps: Steps,
    /// The module with constants folded, and its scan tables.
    planned: Vec<u32>,
    first: ScanTables,
    /// The module with other control flow, or with parts of subgroups.
    rewritten: Rewritten,
    /// How often rules were used before.
    counts: Vec<u32>,
}

/// What rewrites operations of subgroups.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    linearize: Linearize,
    pub(super) split: Split,
}

/// The devices for which a module is planned before a step.
#[derive(Clone, Copy)]
pub(super) struct Planned<'t> {
    /// The one that has what the step replaces.
    pub(super) target: &'t Target,
    /// The one whose values constants have behind the plan.
    pub(super) values: &'t Target,
    /// The invocations that have to be together.
    pub(super) group: Group,
}

impl Scratch {
    /// As [`Scratch::plan_or_run_passes`], with emulated subgroups: in workgroup memory, or of one invocation each if the caller
    /// allows it. If that fails, the plan is again the one with the device's own subgroups.
    pub(super) fn with_emulated_subgroups(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run {
            module, options, ..
        } = run;
        let alone = SubgroupSize::new(1);
        let asked = options.subgroup_size.map(SubgroupSize::get);
        let done = options.subgroup_size != alone && self.emulate_in_workgroups(run, asked, 1)?
            || options.subgroup_size == alone && self.with_single(run, Emulated::ALONE)?
            || options.subgroup_size.is_none()
                && takes_any_size(&module.facts, module.words)
                && self.with_single(run, Emulated::ANY)?
            || options.allow.contains(Allow::SUBGROUP_OF_ONE)
                && self.with_single(run, Emulated::ALONE)?;
        if !done {
            // What failed once fails again.
            self.without_emulation(run)?;
        }
        Ok(done)
    }

    /// As [`Scratch::plan_or_run_passes`], after subgroups were emulated.
    pub(super) fn without_emulation(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        self.emulated = None;
        let (words, facts) = (module.words, &module.facts);
        self.constants.resolve(facts, words, target, options)?;
        self.plan_or_run_passes(run)
    }

    /// As [`Scratch::with_emulated_subgroups`], where the caller asks for a size that the device's own do not have.
    pub(super) fn with_subgroups_of_a_size(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let size = self.sized.map_or(1, |sized| sized.0);
        if !LOWERS {
            return self.plan_or_run_passes(run.on(run.target.with_subgroups(size, false)));
        }
        if size > 1 && self.with_split_subgroups(run, size)? {
            self.sized = Some((size, SizedBy::Splitting));
            return Ok(true);
        }
        let done = match size {
            1 => self.with_single(run, Emulated::ALONE)?,
            _ => self.emulate_in_workgroups(run, Some(size), 1)?,
        };
        if done {
            return Ok(true);
        }
        // What needs no subgroups, such as quads of fragments by derivatives, needs none of a size.
        self.without_emulation(run.on(run.target.with_subgroups(size, false)))
    }

    /// As [`Scratch::with_emulated`], with subgroups of one invocation.
    fn with_single(&mut self, run: Run<'_>, emulated: Emulated) -> Result<bool, Error> {
        self.with_selected(run, emulated, &mut |scratch, run| {
            scratch.with_emulated(run, emulated)
        })
    }

    /// As [`Scratch::with_emulated`], in workgroup memory, with subgroups of the size that is asked for, if any, or at least `least`.
    pub(super) fn emulate_in_workgroups(
        &mut self,
        run: Run<'_>,
        asked: Option<u32>,
        least: u32,
    ) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        let (words, facts) = (module.words, &module.facts);
        if let Some(reason) = no_exchange(facts, words) {
            self.not_emulated = Some((0, reason));
            return Ok(false);
        }
        // The workgroup size can depend on the subgroup size, by a specialization constant.
        let mut size = asked.unwrap_or(Emulated::FIRST_SIZE);
        for last in [false, true] {
            let for_constants = target.with_subgroups(size, true);
            self.constants
                .resolve(facts, words, for_constants, options)?;
            self.fold(module);
            let fixed = options.spec != SpecMode::Keep;
            let count = invocations(facts, words, &mut self.values, fixed);
            let next = match Emulated::size_for(count, asked) {
                None => Err("workgroups of its entry points differ in size"),
                Some(next) if asked.is_none() => Ok(next.max(least)),
                Some(next) if next < least => {
                    Err("subgroups of the size that is asked for are smaller than the rows of its quads")
                }
                Some(next) => Ok(next),
            };
            let next = match next {
                Ok(next) => next,
                Err(reason) => {
                    self.not_emulated = Some((0, reason));
                    return Ok(false);
                }
            };
            if last {
                let emulated = Emulated::new(size, count, target);
                return self.with_selected(run, emulated, &mut |scratch, run| {
                    Ok(scratch.with_emulated(run, emulated)?
                        || scratch.with_other_flow(run, emulated)?)
                });
            }
            size = next;
        }
        Ok(false)
    }

    /// As [`Scratch::with_emulated`], with divergent control flow around operations of the subgroup replaced. If there is none, or
    /// that fails, what is known of the last attempt stays.
    fn with_other_flow(&mut self, run: Run<'_>, emulated: Emulated) -> Result<bool, Error> {
        let mut memory = self.diverging.take().unwrap_or_default();
        let done = self.replace_flow(run, emulated, &mut memory);
        self.diverging = Some(memory);
        done
    }

    fn replace_flow(
        &mut self,
        run: Run<'_>,
        emulated: Emulated,
        memory: &mut Diverging,
    ) -> Result<bool, Error> {
        let reason = self.not_emulated;
        // Values are those for emulated subgroups, which here are pretended to be the device's own.
        self.emulated = None;
        let pretended = run.target.with_subgroups(emulated.size, true);
        let pretended = passes::before_subgroups(pretended);
        let planned = Planned {
            target: pretended,
            values: pretended,
            group: group_of(emulated),
        };
        let ran = self.step(run, planned, memory, &mut |steps, graph, build| {
            steps.linearize.run(graph, build)
        })?;
        if let Err(Some(why)) = ran {
            self.not_emulated = reason.map(|(at, _)| (at, why));
        }
        if ran.is_err() {
            return Ok(false);
        }
        let done = self.with_written(run, memory, &mut |scratch, run| {
            scratch.with_emulated(run, emulated)
        })?;
        if !done {
            // Places are those of the module that was written.
            let at = reason.map_or(0, |reason| reason.0);
            self.not_emulated = self.not_emulated.map(|(_, why)| (at, why)).or(reason);
        }
        Ok(done)
    }

    /// Plans the module for a device that has what a step replaces, and runs the step on that, which returns whether there was anything
    /// to do. The inner error is the reason if the step refuses the module, or `None` if nothing was written for another one.
    pub(super) fn step(
        &mut self,
        run: Run<'_>,
        planned: Planned<'_>,
        memory: &mut Diverging,
        step: &mut dyn FnMut(&mut Steps, Graph<'_>, &mut ModuleBuilder) -> Result<bool, LowerError>,
    ) -> Result<Result<(), Option<&'static str>>, Error> {
        let on_planned = run.on(planned.target);
        self.attempts(on_planned);
        if !self.plan.unmet.is_empty() {
            return Ok(Err(None));
        }
        self.write(on_planned)?;
        memory.planned.clear();
        memory.planned.extend_from_slice(&self.out);
        let tables = core::mem::take(&mut memory.first);
        let Ok(first) = Module::scan_with(&memory.planned, &Limits::NONE, tables) else {
            return Ok(Err(None));
        };
        let (words, facts) = (first.words, &first.facts);
        self.constants
            .resolve(facts, words, planned.values, &run.plain())?;
        let graph = self.graph(&first, true, planned.group);
        let input = passes::Input { words, facts };
        let Diverging {
            steps, rewritten, ..
        } = memory;
        let ran = rewritten.write(input, &run.options.limits, &mut |build| {
            step(steps, graph, build)
        });
        memory.first = first.into_tables();
        match ran {
            Ok(true) => Ok(Ok(())),
            Err(LowerError::TooLarge) => Err(Error::new(ErrorKind::OutputTooLarge, 0, 0)),
            Err(LowerError::Because(why)) => Ok(Err(Some(why))),
            Ok(false) | Err(_) => Ok(Err(None)),
        }
    }

    /// Filters what a step has written. If that succeeds, uses of rules before it count, too.
    pub(super) fn with_written(
        &mut self,
        run: Run<'_>,
        memory: &mut Diverging,
        filter: &mut dyn FnMut(&mut Self, Run<'_>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        core::mem::swap(&mut self.plan.counts, &mut memory.counts);
        let options = &run.plain();
        let done = self.filter_rewritten(Run { options, ..run }, &mut memory.rewritten, filter);
        if done == Ok(true) {
            self.add_earlier(&memory.counts, memory.rewritten.counts());
        }
        done
    }

    /// As [`Scratch::plan_or_run_passes`], with these emulated subgroups, which take less memory if they have to.
    fn with_emulated(&mut self, run: Run<'_>, emulated: Emulated) -> Result<bool, Error> {
        let done = self.try_emulated(run, emulated)?;
        match !done && emulated.in_turn && self.lacks_room() {
            true => self.try_emulated(run, emulated.in_place()),
            false => Ok(done),
        }
    }

    /// Whether one of the device's limits is in the way.
    fn lacks_room(&self) -> bool {
        let mut unmet = self.plan.unmet.iter();
        unmet.any(|unmet| matches!(unmet.need, Need::Limit(..)))
    }

    /// Constants get the values for a device with all subgroup operations. Plans are made for one that has none, since all are
    /// emulated.
    fn try_emulated(&mut self, run: Run<'_>, emulated: Emulated) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        self.emulated = Some(emulated);
        self.refusal = None;
        let (words, facts) = (module.words, &module.facts);
        let values = emulated.values_on(target);
        self.constants.resolve(facts, words, values, options)?;
        let without = target.with_subgroups(emulated.size, false);
        let done = self.fit_device(run.on(without))?;
        if !done && !emulated.is_alone() {
            let rest = match self.lacks_room() {
                true => {
                    "the device's limits leave no room for it, such as that on workgroup memory"
                }
                false => LACKS_REST,
            };
            let first = self.plan.unmet.first().map(|unmet| unmet.need);
            self.emulation_lacks = first.filter(|_| self.refusal.is_none());
            self.not_emulated = Some(self.plan.not_emulated.unwrap_or((0, rest)));
        }
        Ok(done)
    }
}
