//! Runs with emulated subgroups, where the device's own do not suffice: plans and passes are the same as without, but made for a
//! device that has no subgroup operations, and constants have the values for one that has all.

use super::{Run, Scratch, LACKS_REST};
use crate::error::Error;
use crate::options::{Allow, SpecMode};
use crate::plan::{invocations, no_exchange, Emulated, Need, Unmet};

impl Scratch {
    /// As [`Scratch::plan_or_run_passes`], with emulated subgroups: in workgroup memory, or of one invocation each if the caller
    /// allows it. If that fails, the plan is again the one with the device's own subgroups.
    pub(super) fn with_emulated_subgroups(&mut self, run: Run<'_>) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        let done = self.emulate_in_workgroups(run)?
            || options.allow.contains(Allow::SUBGROUP_OF_ONE)
                && self.with_emulated(run, Emulated::ALONE)?;
        if !done {
            self.emulated = None;
            let (words, facts) = (module.words, &module.facts);
            self.constants.resolve(facts, words, target, options)?;
            // What failed once fails again.
            self.plan_or_run_passes(run)?;
        }
        Ok(done)
    }

    fn emulate_in_workgroups(&mut self, run: Run<'_>) -> Result<bool, Error> {
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
        let mut size = Emulated::FIRST_SIZE;
        for last in [false, true] {
            let for_constants = target.with_subgroups(size, true);
            self.constants
                .resolve(facts, words, for_constants, options)?;
            self.fold(module);
            let fixed = options.spec != SpecMode::Keep;
            let count = invocations(facts, words, &mut self.values, fixed);
            let Some(next) = Emulated::size_for(count) else {
                self.not_emulated = Some((0, "workgroups of its entry points differ in size"));
                return Ok(false);
            };
            if last {
                let emulated = Emulated::new(size, count, target);
                return self.with_emulated(run, emulated);
            }
            size = next;
        }
        Ok(false)
    }

    /// As [`Scratch::plan_or_run_passes`], with these emulated subgroups. Constants get the values for a device with all
    /// subgroup operations. Plans are made for one that has none, since all are emulated.
    fn with_emulated(&mut self, run: Run<'_>, emulated: Emulated) -> Result<bool, Error> {
        let Run {
            module,
            target,
            options,
        } = run;
        self.emulated = Some(emulated);
        self.refusal = None;
        let for_constants = target.with_subgroups(emulated.size, !emulated.is_alone());
        let (words, facts) = (module.words, &module.facts);
        self.constants
            .resolve(facts, words, for_constants, options)?;
        let without = target.with_subgroups(emulated.size, false);
        let done = self.fit_device(run.on(without))?;
        if !done && !emulated.is_alone() {
            let full = |unmet: &Unmet| matches!(unmet.need, Need::Limit(..));
            let rest = match self.plan.unmet.iter().any(full) {
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
