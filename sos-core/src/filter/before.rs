//! Runs on modules that a step has rewritten before anything is planned: in which descriptors that operations of the subgroup select
//! are `NonUniform` ([`crate::passes::Selected`]), or derivatives of compute shaders are exchanges ([`crate::passes::Derivatives`]).

use super::{Run, Scratch};
use crate::error::{Error, ErrorKind};
use crate::module::{Module, Removed, ScanTables};
use crate::options::{Limits, SpecMode};
use crate::passes::{has_arrays, Graph, LowerError, ModuleBuilder, Selected};
use crate::plan::{has_derivative_groups, width, Emulated};
use crate::specialize::{Code, Group};
use alloc::vec::Vec;

/// Working memory of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Before<S> {
    step: S,
    rewritten: Rewritten,
}

/// The rewritten module.
#[derive(Clone, Debug, Default)]
struct Rewritten {
    build: ModuleBuilder,
    words: Vec<u32>,
    tables: ScanTables,
}

impl Scratch {
    /// Calls `filter` for the module with such descriptors. Constants have their values.
    pub(super) fn with_selected(
        &mut self,
        run: Run<'_>,
        filter: &mut dyn FnMut(&mut Self, Run<'_>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let Run { module, .. } = run;
        if !has_arrays(module.words, &module.facts) {
            return filter(self, run);
        }
        let mut memory = self.selecting.take().unwrap_or_default();
        let done = match self.select(run, &mut memory) {
            Ok(false) => filter(self, run),
            ran => self.with_rewritten(run, ran, &mut memory.rewritten, filter),
        };
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
        let build = &mut memory.rewritten.build;
        build.begin(run.input(), None);
        build.limit(&options.limits);
        let ran = memory.step.run(run.input(), width, build);
        let ran = ran.and_then(|any| match any {
            true => build
                .finish(run.input(), &mut memory.rewritten.words)
                .map(|()| true),
            false => Ok(false),
        });
        let least = memory.step.least();
        let derivatives = *memory.rewritten.build.counts();
        let done = match ran {
            Ok(false) => Ok(false),
            ran => self.with_rewritten(run, ran, &mut memory.rewritten, &mut |scratch, run| {
                scratch.emulate_in_workgroups(run, least)
            }),
        };
        self.deriving = Some(memory);
        match done? {
            true => self.add_earlier(&[], &derivatives),
            false => {
                self.emulated = None;
                self.refusal = refusal;
                self.constants.resolve(facts, words, target, options)?;
                // What failed once fails again.
                self.plan_or_run_passes(run)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes the module with such descriptors. Returns false if there are none.
    fn select(&mut self, run: Run<'_>, memory: &mut Before<Selected>) -> Result<bool, LowerError> {
        let Run {
            module, options, ..
        } = run;
        self.fold(module);
        self.find_flow(module, options.spec != SpecMode::Keep);
        let code = Code {
            facts: &module.facts,
            words: module.words,
            cfg: &self.cfg,
        };
        self.uniform.run(code, &self.flow, Group::Operations);
        let graph = Graph {
            code,
            uniform: &self.uniform,
        };
        let build = &mut memory.rewritten.build;
        build.begin(run.input(), None);
        build.limit(&options.limits);
        let any = memory.step.run(run.input(), graph, build)?;
        if any {
            build.finish(run.input(), &mut memory.rewritten.words)?;
        }
        Ok(any)
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
        let mut facts = core::mem::take(&mut memory.tables).0.unwrap_or_default();
        if facts.scan(&memory.words, &Limits::NONE).is_err() {
            return Ok(false);
        }
        let module = Module {
            words: &memory.words,
            facts,
            removed: Removed::default(),
        };
        let done = filter(
            self,
            Run {
                module: &module,
                ..run
            },
        );
        memory.tables = module.into_tables();
        if done == Ok(false) {
            // Places are those of the module that was written.
            self.not_emulated = self.not_emulated.map(|(_, why)| (0, why));
        }
        done
    }
}
