//! Runs in which descriptors that operations of the subgroup select are `NonUniform`: see [`crate::passes::Selected`].

use super::{Run, Scratch};
use crate::error::{Error, ErrorKind};
use crate::module::{Module, Removed, ScanTables};
use crate::options::{Limits, SpecMode};
use crate::passes::{has_arrays, Graph, LowerError, ModuleBuilder, Selected};
use crate::specialize::{Code, Group};
use alloc::vec::Vec;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Selecting {
    step: Selected,
    build: ModuleBuilder,
    /// The module with such descriptors, and its scan tables.
    written: Vec<u32>,
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
            Ok(true) => self.with_descriptors(run, &mut memory, filter),
            Ok(false) => filter(self, run),
            Err(LowerError::TooLarge) => Err(Error::new(ErrorKind::OutputTooLarge, 0, 0)),
            Err(why) => {
                self.not_emulated = Some((0, why.text()));
                Ok(false)
            }
        };
        self.selecting = Some(memory);
        done
    }

    /// Writes the module with such descriptors. Returns false if there are none.
    fn select(&mut self, run: Run<'_>, memory: &mut Selecting) -> Result<bool, LowerError> {
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
        let build = &mut memory.build;
        build.begin(run.input(), None);
        build.limit(&options.limits);
        let any = memory.step.run(run.input(), graph, build)?;
        if any {
            build.finish(run.input(), &mut memory.written)?;
        }
        Ok(any)
    }

    fn with_descriptors(
        &mut self,
        run: Run<'_>,
        memory: &mut Selecting,
        filter: &mut dyn FnMut(&mut Self, Run<'_>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let mut facts = core::mem::take(&mut memory.tables).0.unwrap_or_default();
        if facts.scan(&memory.written, &Limits::NONE).is_err() {
            return Ok(false);
        }
        let module = Module {
            words: &memory.written,
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
