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
use crate::work::{in_parallel, progress};

/// Time limit for a job, after which the driver is considered hung.
const TIME_LIMIT: Duration = Duration::from_secs(30);

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

/// The results of running cases on drivers.
#[derive(Debug, Default)]
pub(crate) struct Executions {
    /// Names of the drivers.
    pub(crate) drivers: Vec<String>,
    /// Known drivers that are not installed or do not work, and why.
    pub(crate) missing: Vec<String>,
    /// By case and driver; `None` if the case has no directives for running it.
    pub(crate) by_case: Vec<Vec<Option<Execution>>>,
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
        bail!("--execute, but no driver is there: {}", missing.join("; "));
    }
    Ok((found, missing))
}

/// Runs every case on every driver.
///
/// # Errors
/// The cache cannot be written.
pub(crate) fn execute(
    cases: &[Case],
    pipelines: &[Option<Pipeline<'_>>],
    drivers: &[OpenDriver],
    cache: Option<&Cache>,
    jobs: usize,
    show: bool,
) -> Result<Vec<Vec<Option<Execution>>>> {
    let count = cases.len() * drivers.len();
    let done = in_parallel(jobs, count, &progress(count, show), |index| {
        let case = index / drivers.len();
        let pipeline = pipelines.get(case).and_then(Option::as_ref);
        let (Some(pipeline), Some(case), Some(driver)) = (
            pipeline,
            cases.get(case),
            drivers.get(index % drivers.len()),
        ) else {
            return Ok(None);
        };
        run_case(pipeline, case, driver, cache).map(Some)
    })?;
    let mut of = Vec::new();
    let mut done = done.into_iter();
    for case in cases {
        let mut here: Vec<_> = done.by_ref().take(drivers.len()).collect();
        compare_drivers(
            case,
            pipelines.get(of.len()).and_then(Option::as_ref),
            drivers,
            &mut here,
        );
        of.push(here);
    }
    Ok(of)
}

/// Runs one case on one driver, or takes the result from the cache.
fn run_case(
    pipeline: &Pipeline<'_>,
    case: &Case,
    driver: &OpenDriver,
    cache: Option<&Cache>,
) -> Result<Execution> {
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
        return Ok(kept);
    }
    let validation = case.directives.novalidate.is_none();
    let executes = driver.driver.executes();
    let execution = driver.with(validation, |session| {
        pipeline.run(session, &driver.target, executes)
    });
    if let Some((cache, key)) = key {
        cache.put(&key, &execution)?;
    }
    Ok(execution)
}

/// Compares outputs of the filtered module on drivers that cannot run it as written with the output of the module as written
/// on another driver.
///
/// Not done where results may legitimately depend on the driver, through its subgroup size or its rasterization. If a source
/// states that the subgroup size does not matter, all drivers are compared, with the module as written or filtered.
fn compare_drivers(
    case: &Case,
    pipeline: Option<&Pipeline<'_>>,
    drivers: &[OpenDriver],
    executions: &mut [Option<Execution>],
) {
    let any_size = case.directives.any_size;
    let is_same = case.directives.draw.is_none() && (any_size || ignores_subgroups(case));
    let Some(pipeline) = pipeline.filter(|_| is_same) else {
        return;
    };
    let of = |pick: fn(&Execution) -> &Option<Output>| {
        let mut all = executions.iter().enumerate();
        all.find_map(|(at, execution)| Some((at, pick(execution.as_ref()?).clone()?)))
    };
    let native = of(|execution| &execution.native);
    let either = native.or_else(|| of(|execution| &execution.filtered).filter(|_| any_size));
    let Some((first, reference)) = either else {
        return;
    };
    let name = drivers.get(first).map_or("", OpenDriver::name);
    let job = pipeline.template();
    for (_, execution) in (0..).zip(executions).filter(|(at, _)| *at != first) {
        let Some(execution) = execution else { continue };
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
