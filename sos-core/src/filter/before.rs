//! Runs on modules that a step has rewritten before anything is planned: in which descriptors that operations of the subgroup select
//! are `NonUniform` ([`crate::passes::Selected`]), or derivatives of compute shaders are exchanges ([`crate::passes::Derivatives`]).

use super::rewritten::Rewritten;
use super::{Run, Scratch};
use crate::error::{Error, ErrorKind};
use crate::options::{SpecMode, SubgroupSize};
use crate::passes::{can_select, LowerError, Selected};
use crate::plan::{has_derivative_groups, has_subgroups, width, Emulated};
use crate::specialize::Group;

/// Why subgroups are not emulated if nothing else is known.
const NOT_UNIFORM: &str =
    "the device lacks something else, such as indices of descriptors that differ within its subgroups";

/// Working memory of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Before<S> {
    step: S,
    rewritten: Rewritten,
}

impl Scratch {
    /// Calls `filter`, which emulates subgroups, for the module with descriptors that these select.
    pub(super) fn with_selected(
        &mut self,
        run: Run<'_>,
        emulated: Emulated,
        filter: &mut dyn FnMut(&mut Self, Run<'_>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        let (words, facts) = (module.words, &module.facts);
        // In a workgroup that is one subgroup, what is the same for the subgroup is the same for all.
        if emulated.is_whole() || !can_select(words, facts) {
            return filter(self, run);
        }
        let values = emulated.values_on(target);
        self.constants.resolve(facts, words, values, options)?;
        let mut memory = self.selecting.take().unwrap_or_default();
        let ran = self.select(run, &mut memory);
        let done = match ran {
            Ok(false) => filter(self, run),
            ran => self.with_rewritten(run, ran, &mut memory.rewritten, filter),
        };
        if done == Ok(false) {
            self.not_emulated = self.not_emulated.or(Some((0, NOT_UNIFORM)));
        }
        self.selecting = Some(memory);
        done
    }

    /// Filters the module with derivatives of compute shaders as exchanges of emulated subgroups. If that fails, the plan is again
    /// the one with the device's own.
    pub(super) fn with_derivatives(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        let (words, facts) = (module.words, &module.facts);
        if !has_derivative_groups(facts) {
            return Ok(false);
        }
        let refusal = self.refusal;
        let mut memory = self.deriving.take().unwrap_or_default();
        let subgroups = target.with_subgroups(Emulated::FIRST_SIZE, true);
        self.constants.resolve(facts, words, subgroups, options)?;
        self.fold(module);
        let width = width(
            facts,
            words,
            &mut self.values,
            options.spec != SpecMode::Keep,
        );
        let Before { step, rewritten } = &mut *memory;
        let ran = rewritten.write(run.input(), &options.limits, &mut |build| {
            step.run(run.input(), width, build)
        });
        // The module's own operations have the size that is asked for.
        let asked = run
            .options
            .subgroup_size
            .map(SubgroupSize::get)
            .filter(|_| has_subgroups(facts));
        let (least, derivatives) = (step.least(), *rewritten.counts());
        let done = match ran {
            Ok(false) => Ok(false),
            ran => self.with_rewritten(run, ran, &mut memory.rewritten, &mut |scratch, run| {
                scratch.emulate_in_workgroups(run, asked, least)
            }),
        };
        self.deriving = Some(memory);
        let done = done?;
        match done {
            true => self.add_earlier(&[], &derivatives),
            false => {
                self.refusal = refusal;
                // What failed once fails again.
                self.without_emulation(run)?;
            }
        }
        Ok(done)
    }

    /// Writes the module with such descriptors. Returns false if there are none.
    fn select(&mut self, run: Run<'_>, memory: &mut Before<Selected>) -> Result<bool, LowerError> {
        let options = run.options;
        let graph = self.graph(
            run.module,
            options.spec != SpecMode::Keep,
            Group::Operations,
        );
        let Before { step, rewritten } = memory;
        rewritten.write(run.input(), &options.limits, &mut |build| {
            step.run(run.input(), graph, build)
        })
    }

    /// Filters what a step has written, or says why it has not.
    fn with_rewritten(
        &mut self,
        run: Run<'_>,
        ran: Result<bool, LowerError>,
        memory: &mut Rewritten,
        filter: &mut dyn FnMut(&mut Self, Run<'_>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        match ran {
            Ok(_) => {}
            Err(LowerError::TooLarge) => {
                return Err(Error::new(ErrorKind::OutputTooLarge, 0, 0));
            }
            Err(why) => {
                self.not_emulated = Some((0, why.text()));
                return Ok(false);
            }
        }
        let done = self.filter_rewritten(run, memory, filter);
        if done == Ok(false) {
            // Places are those of the module that was written.
            self.not_emulated = self.not_emulated.map(|(_, why)| (0, why));
        }
        done
    }
}
