//! Runs with subgroups that are parts of the device's: see [`crate::passes::Split`].

use super::emulated::{Diverging, Planned};
use super::{Run, Scratch, LACKS_REST};
use crate::error::Error;
use crate::passes;
use crate::specialize::Group;

impl Scratch {
    /// Rewrites the module for parts of `size` invocations of the device's subgroups, where it has what that takes.
    pub(super) fn with_split_subgroups(&mut self, run: Run<'_>, size: u32) -> Result<bool, Error> {
        if !run.target.can_split_subgroups_into(size) {
            self.not_split = Some(
                "the device has smaller subgroups than that, or no ballots and shuffles in them",
            );
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
        let planned = Planned {
            target: parts,
            values: split,
            group: Group::Operations,
        };
        let sizes = (size, target.largest_subgroup());
        let ran = self.step(run, planned, memory, &mut |steps, graph, build| {
            steps.split.run(graph, sizes, build).map(|()| true)
        })?;
        if let Err(why) = ran {
            self.not_split = Some(why.unwrap_or(LACKS_REST));
            return Ok(false);
        }
        self.not_split = Some(LACKS_REST);
        self.with_written(run, memory, &mut |scratch, run| {
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
