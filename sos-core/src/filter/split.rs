//! Runs with subgroups that are parts of the device's: see [`crate::passes::Split`].

use super::emulated::{finish, Diverging};
use super::{Run, Scratch};
use crate::error::Error;
use crate::module::Module;
use crate::options::Limits;
use crate::passes::{self, Graph};
use crate::specialize::{Code, Group};

impl Scratch {
    /// Rewrites the module for parts of `size` invocations of the device's subgroups, where it has what that takes.
    pub(super) fn with_split_subgroups(&mut self, run: Run<'_>, size: u32) -> Result<bool, Error> {
        if !run.target.can_split_subgroups_into(size) {
            return Ok(false);
        }
        let mut memory = self.diverging.take().unwrap_or_default();
        let done = self.split(run, size, &mut memory);
        self.diverging = Some(memory);
        done
    }

    fn split(&mut self, run: Run<'_>, size: u32, memory: &mut Diverging) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        self.emulated = None;
        let split = target.with_split_subgroups(size);
        let parts = passes::before_subgroups(split);
        let (words, facts) = (module.words, &module.facts);
        self.constants.resolve(facts, words, split, options)?;
        if !self.plan_into(run.on(parts), &mut memory.planned)? {
            return Ok(false);
        }
        let tables = core::mem::take(&mut memory.first);
        let Ok(first) = Module::scan_with(&memory.planned, &Limits::NONE, tables) else {
            return Ok(false);
        };
        let plain = run.plain();
        let (words, facts) = (first.words, &first.facts);
        self.constants.resolve(facts, words, split, &plain)?;
        self.fold(&first);
        self.find_flow(&first, true);
        let cfg = &self.cfg;
        let code = Code { facts, words, cfg };
        self.uniform.run(code, &self.flow, Group::Workgroup);
        let graph = Graph {
            code,
            uniform: &self.uniform,
        };
        let input = passes::Input { words, facts };
        memory.build.begin(input, None);
        memory.build.limit(&options.limits);
        let sizes = (size, target.largest_subgroup());
        let ran = memory.split.run(graph, sizes, &mut memory.build);
        let ran = finish(
            ran.map(|()| true),
            &mut memory.build,
            input,
            &mut memory.written,
        )?;
        memory.first = first.into_tables();
        if ran.is_err() {
            return Ok(false);
        }
        self.with_written(run, memory, |scratch, run| {
            let Run {
                module,
                target,
                options,
            } = run;
            let (words, facts) = (module.words, &module.facts);
            scratch.constants.resolve(facts, words, target, options)?;
            scratch.fit_device(run)
        })
    }
}
