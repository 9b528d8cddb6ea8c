//! Opens the drivers of a run, and runs all cases on them.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{bail, Result};
use sos_core::Target;

use crate::cache::Cache;
use crate::case::Case;
use crate::compare::difference;
use crate::execute::driver::{names, Driver};
use crate::execute::job::{Output, Setup};
use crate::execute::session::{Failure, Session};
use crate::execution::{Ending, Execution, Pipeline, Run, FILTERED, NATIVE};
use crate::options::Drivers;

/// Time limit for a job, after which the driver is considered hung. lavapipe needs 8 s of processor time for the largest shader of the
/// corpus, and machines may be busy.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// A driver that works, and its idle sessions.
pub(crate) struct OpenDriver {
    driver: Driver,
    target: Target,
    profile: String,
    /// Sessions with the validation layer, and sessions without it.
    idle: [Mutex<Vec<Session>>; 2],
}

impl OpenDriver {
    /// The driver's name.
    pub(crate) fn name(&self) -> &str {
        self.driver.name()
    }

    /// Runs `work` with an idle or new session, with the validation layer or without it.
    fn with<T>(&self, validation: bool, work: impl FnOnce(&mut Session) -> T) -> T {
        let [watched, unwatched] = &self.idle;
        let idle = || {
            let idle = if validation { watched } else { unwatched };
            idle.lock().unwrap_or_else(PoisonError::into_inner)
        };
        let waiting = idle().pop();
        let mut session = waiting.unwrap_or_else(|| {
            let setup = Setup {
                validation,
                ..Setup::default()
            };
            let mut session = Session::with(&self.driver, setup);
            session.set_time_limit(TIME_LIMIT);
            session
        });
        let result = work(&mut session);
        idle().push(session);
        result
    }
}

/// Opens the drivers of a run; also returns why known ones do not work.
///
/// # Errors
/// A named driver is missing or does not work, or none works.
pub(crate) fn open(drivers: &Drivers) -> Result<(Vec<OpenDriver>, Vec<String>)> {
    let wanted = &drivers.names;
    let all: Vec<String> = if wanted.is_empty() {
        names().map(str::to_owned).collect()
    } else {
        wanted.clone()
    };
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for name in all {
        match drivers.finder.find(&name) {
            Ok(driver) => {
                let info = Session::new(&driver).device()?;
                found.push(OpenDriver {
                    target: info.target(),
                    profile: info.profile,
                    driver,
                    idle: Default::default(),
                });
            }
            // Several drivers may lack the same thing.
            Err(Failure::Missing(what)) if wanted.is_empty() && missing.contains(&what) => {}
            Err(Failure::Missing(what)) if wanted.is_empty() => missing.push(what),
            Err(failure) if wanted.is_empty() => missing.push(format!("{name}: {failure}")),
            Err(failure) => bail!("{name}: {failure}"),
        }
    }
    if found.is_empty() {
        bail!(
            "--execute cannot run anything. Missing: {}",
            missing.join("; ")
        );
    }
    Ok((found, missing))
}

/// Runs a case on every driver; nothing if it has no directives for running it.
///
/// # Errors
/// The vertex stage that the source names cannot be read.
pub(crate) fn execute(
    case: &Case,
    drivers: &[OpenDriver],
    cache: Option<&Cache>,
) -> Result<Vec<Execution>> {
    let Some(pipeline) = Pipeline::of(case)? else {
        return Ok(Vec::new());
    };
    let on = drivers.iter();
    let mut executions: Vec<_> = on
        .map(|driver| run_case(&pipeline, case, driver, cache))
        .collect();
    compare_drivers(case, &pipeline, drivers, &mut executions);
    Ok(executions)
}

/// Runs one case on one driver, or takes the result from the cache.
fn run_case(
    pipeline: &Pipeline<'_>,
    case: &Case,
    driver: &OpenDriver,
    cache: Option<&Cache>,
) -> Execution {
    let key = cache.map(|cache| {
        let directives = case.directives.text.join("\n");
        let parts = [
            b"execution".as_slice(),
            &case.bytes,
            pipeline.vertex_bytes(),
            directives.as_bytes(),
            driver.name().as_bytes(),
            driver.profile.as_bytes(),
        ];
        (cache, cache.key(&parts))
    });
    if let Some(kept) = key.as_ref().and_then(|(cache, key)| cache.get(key)) {
        return kept;
    }
    let validation = case.directives.novalidate.is_none();
    let executes = driver.driver.executes();
    let execution = driver.with(validation, |session| {
        pipeline.run(session, &driver.target, executes)
    });
    if let Some((cache, key)) = key {
        cache.put(&key, &execution);
    }
    execution
}

/// Compares outputs of the filtered module on drivers that cannot run it as written with the output of the module as written
/// on another driver.
///
/// Not done where results may legitimately depend on the driver, through its subgroup size or its rasterization. If a source
/// states that the subgroup size does not matter, all drivers are compared, with the module as written or filtered.
fn compare_drivers(
    case: &Case,
    pipeline: &Pipeline<'_>,
    drivers: &[OpenDriver],
    executions: &mut [Execution],
) {
    let any_size = case.directives.any_size;
    let is_same = case.directives.draw.is_none() && (any_size || ignores_subgroups(case));
    if !is_same {
        return;
    }
    let of = |pick: fn(&Execution) -> &Option<Output>| {
        let mut all = executions.iter().enumerate();
        all.find_map(|(at, execution)| Some((at, pick(execution).clone()?)))
    };
    let native = of(|execution| &execution.native);
    let either = native.or_else(|| of(|execution| &execution.filtered).filter(|_| any_size));
    let Some((first, reference)) = either else {
        return;
    };
    let name = drivers.get(first).map_or("", OpenDriver::name);
    let job = pipeline.template();
    for (_, execution) in (0..).zip(executions).filter(|(at, _)| *at != first) {
        let (what, found) = match (&execution.native, &execution.filtered) {
            (None, Some(filtered)) => (FILTERED, filtered),
            (Some(native), _) if any_size => (NATIVE, native),
            _ => continue,
        };
        let ulp = case.directives.tolerance_ulp;
        let differs = difference(&job, &reference, found, ulp);
        execution.runs.push(Run {
            what: format!("{what}, against {name}"),
            result: differs.map_or(Ending::Same, Ending::Differs),
        });
    }
}

/// Whether the result cannot depend on how invocations are assigned to subgroups.
fn ignores_subgroups(case: &Case) -> bool {
    let words = case.words.as_deref().unwrap_or_default();
    let Ok(module) = crate::reader::load(words) else {
        return false;
    };
    let operands = module.capabilities.iter().flat_map(|inst| &inst.operands);
    let names = operands.map(|operand| format!("{operand:?}"));
    !names
        .into_iter()
        .any(|name| ["Group", "Subgroup"].iter().any(|part| name.contains(part)))
}
