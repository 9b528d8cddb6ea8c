//! A module that a step writes before the rest of the filter sees it.

use super::{Run, Scratch};
use crate::error::Error;
use crate::module::{Module, Removed, ScanTables};
use crate::options::Limits;
use crate::passes::{Counts, Graph, Input, LowerError, ModuleBuilder};
use crate::specialize::{Code, Group};
use alloc::vec::Vec;

/// The module, and the memory for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Rewritten {
    build: ModuleBuilder,
    words: Vec<u32>,
    tables: ScanTables,
}

impl Rewritten {
    /// Runs a step, which returns whether there is anything to do. If so, the module holds the result.
    ///
    /// # Errors
    /// The step's, and if the result is too large.
    pub(super) fn write(
        &mut self,
        input: Input<'_>,
        limits: &Limits,
        step: &mut dyn FnMut(&mut ModuleBuilder) -> Result<bool, LowerError>,
    ) -> Result<bool, LowerError> {
        self.build.begin(input, None);
        self.build.limit(limits);
        let any = step(&mut self.build)?;
        if any {
            self.build.finish(input, &mut self.words)?;
        }
        Ok(any)
    }

    /// How often the step has replaced what.
    pub(super) fn counts(&self) -> &Counts {
        self.build.counts()
    }
}

impl Scratch {
    /// What is known of a module's control flow, folded by the values of constants if `fold`; they have their values.
    pub(super) fn graph<'g>(
        &'g mut self,
        module: &'g Module<'_>,
        fold: bool,
        group: Group,
    ) -> Graph<'g> {
        self.fold(module);
        self.find_flow(module, fold);
        let code = Code {
            facts: &module.facts,
            words: module.words,
            cfg: &self.cfg,
        };
        self.uniform.run(code, &self.flow, group);
        Graph {
            code,
            uniform: &self.uniform,
        }
    }

    /// Calls `filter` for what a step has written.
    pub(super) fn filter_rewritten(
        &mut self,
        run: Run<'_>,
        memory: &mut Rewritten,
        filter: &mut dyn FnMut(&mut Self, Run<'_>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let mut facts = core::mem::take(&mut memory.tables).0.unwrap_or_default();
        if facts.scan(&memory.words, &Limits::NONE).is_err() {
            return Ok(false);
        }
        let module = Module {
            words: &memory.words,
            facts,
            removed: Removed::default(),
        };
        let run = Run {
            module: &module,
            ..run
        };
        let done = filter(self, run);
        memory.tables = module.into_tables();
        done
    }
}
