//! Filters one module for one device, as a part of many.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use anyhow::{anyhow, Result};
use sos_core::{filter_key, specialization_constants, Module, Scratch, Target};
use sos_front::settings::constants::{self, Which};
use sos_runner::archive::stage::is_taken;
use sos_runner::archive::Stage;

use crate::args::Tuning;
use crate::filter::Run;
use crate::{entry_points, input};

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// A module and what is asked for it.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    pub(crate) name: &'a str,
    pub(crate) words: &'a [u32],
    pub(crate) stage: Option<&'a Stage>,
    pub(crate) tuning: &'a Tuning,
    /// Where the constants that modules have are noted.
    pub(crate) constants: &'a Constants,
}

/// The values of `--set` and `--source`, by their places in the lists, for which a module of a run has a constant.
#[derive(Debug, Default)]
pub(crate) struct Constants(Mutex<BTreeSet<usize>>);

impl Constants {
    fn add(&self, module: &Module<'_>, tuning: &Tuning) {
        if tuning.sets.is_empty() && tuning.sources.is_empty() {
            return;
        }
        let constants = specialization_constants(module);
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let has = |which: Which| constants.iter().any(|constant| which.is(constant));
        let given = given(tuning).enumerate();
        seen.extend(given.filter_map(|(at, (_, which))| has(which).then_some(at)));
    }

    /// A sentence for each value that no module has a constant for: it may be a slip.
    pub(crate) fn unused(self, tuning: &Tuning) -> Vec<String> {
        let seen = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let unused = given(tuning)
            .enumerate()
            .filter(|(at, _)| !seen.contains(at));
        let unused = unused.map(|(_, (option, which))| {
            format!("no module has specialization constant {which}; {option} {which} does nothing")
        });
        unused.collect()
    }
}

/// The constants that options name.
fn given(tuning: &Tuning) -> impl Iterator<Item = (&'static str, Which)> + '_ {
    let sets = tuning
        .sets
        .iter()
        .map(|(which, _)| ("--set", which.clone()));
    let sources = tuning.sources.iter();
    sets.chain(sources.map(|&(id, _)| ("--source", Which::Id(id))))
}

impl Unit<'_> {
    /// Filters it for a device. `None` if `is_current` says, of the key of all that determines the output, that there is no need to.
    ///
    /// # Errors
    /// The module is invalid, or made the filter panic.
    pub(crate) fn filter(
        &self,
        target: &Target,
        is_current: impl FnOnce(&str) -> bool,
    ) -> Result<Option<Run>> {
        let run = AssertUnwindSafe(|| self.run(target, is_current));
        let caught = catch_unwind(run);
        caught.unwrap_or_else(|_| Err(anyhow!("{}: the filter panicked", self.name)))
    }

    fn run(&self, target: &Target, is_current: impl FnOnce(&str) -> bool) -> Result<Option<Run>> {
        let in_module = |error| input::module_error(self.name, error);
        let mut options = self.tuning.options();
        let wanted = &self.tuning.entry_points;
        let mut named = None;
        let scanned =
            entry_points::scan(self.words, &options.limits, wanted, self.name, &mut named)?;
        options.constants =
            constants::values(&scanned, &self.tuning.sets).map_err(|why| anyhow!("--set {why}"))?;
        self.constants.add(&scanned, self.tuning);
        let Some(stage) = self.stage else {
            return run(&scanned, target, &options, is_current).map_err(in_module);
        };
        let selection = stage.select(&scanned).map_err(in_module)?;
        let lacks = stage.lacks(target);
        // What is refused has no output that could be up to date.
        let is_current = |key: &str| lacks.is_none() && is_current(key);
        let refused = |mut run: Run| {
            if let Some(need) = &lacks {
                run.report.refuse(need.clone());
                run.output = None;
            }
            run
        };
        let target = stage.target(target);
        if is_taken(&scanned, &target, &options) {
            let ran = run(&scanned, &target, &options, is_current).map_err(in_module)?;
            return Ok(ran.map(refused));
        }
        let selected = match &selection {
            Some(selection) => &selection.scan(&options.limits).map_err(in_module)?,
            None => &scanned,
        };
        stage.set_constants(selected, &mut options);
        let ran = run(selected, &target, &options, is_current).map_err(in_module)?;
        Ok(ran.map(refused))
    }
}

fn run(
    module: &Module<'_>,
    target: &Target,
    options: &sos_core::Options,
    is_current: impl FnOnce(&str) -> bool,
) -> Result<Option<Run>, sos_core::Error> {
    let key = filter_key(module, target, options).to_string();
    if is_current(&key) {
        return Ok(None);
    }
    // Taken, so that one in which the filter has panicked is not used again.
    let mut scratch = SCRATCH.take();
    let run = Run::of(module, target, options, &mut scratch)?;
    SCRATCH.set(scratch);
    Ok(Some(Run { key, ..run }))
}
