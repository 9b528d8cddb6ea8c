//! Runs a corpus of shaders: filters every module for every device, validates the outputs, runs them on Vulkan drivers, and
//! compares with expected results. `sos corpus run` is its command line; tests use its parts.
//!
//! Input: [`Options`], with files and folders of modules, devices, and the expected results in `golden/`. Output: reports in JSON, JUnit
//! XML and HTML, and [`Results`], which give a table for people. Results are cached, so an interrupted run resumes. Paths without
//! a module and invalid directives are errors. [`merge()`] makes the same of the JSON reports of runs of parts of a corpus.
//!
//! - [`archive`] reads files with several modules: Fossilize databases, zip archives, C headers.
//! - [`case`] is a module and the directives in its source; `discover` finds the cases, and `shard` selects some of them.
//! - `pair` filters one module for one device; [`validator`], `check` and `disassembly` examine the output.
//! - `cache` stores results; `golden` compares and blesses; on the devices that are `chosen`, outputs are examined most; `work`
//!   distributes the work over all processors.
//! - `row` is what is known of a case, and the form in which results go on; `rows` makes them, `merge` reads them from reports.
//! - [`execute`] runs shaders on Vulkan drivers: `drivers` opens those of a run, and `execution` runs one case on one of them;
//!   `vertex_stage` generates vertex stages; `hide` derives targets with hidden features; `compare` compares outputs.
//! - `results` counts; `report` presents everything.
//!
//! [`files`] writes files, for the program, too. What directives and reports share with the program's options and messages is in `sos-front`.
#![deny(unsafe_code)]

pub mod archive;
mod cache;
pub mod case;
mod check;
mod chosen;
mod compare;
mod disassembly;
mod discover;
mod drivers;
pub mod execute;
mod execution;
pub mod files;
mod golden;
mod hide;
mod merge;
mod options;
mod pair;
mod reader;
mod report;
mod results;
mod row;
mod rows;
mod shard;
pub mod validator;
mod vertex_stage;
mod work;

use std::path::PathBuf;

use anyhow::{bail, Result};

pub use cache::place::Place as CachePlace;
pub use cache::{prune as prune_cache, Pruned};
pub use chosen::CHOSEN;
pub use merge::{merge, Merge};
pub use options::{Drivers, Expected, Options, Validation};
pub use pair::Device;
pub use report::junit;
pub use report::{Format, ReportFile};
pub use results::Results;
pub use shard::Shard;

use discover::Found;
use etcetera::BaseStrategy as _;
use execution::Pipeline;
use report::{Reports, SCHEMA, TOOL};
use row::{DeviceHead, Head};
use rows::Maker;
pub use work::{in_order, in_order_until, progress};

/// The folder in which `sos corpus run` keeps results by default, in the system's cache directory.
pub fn default_cache() -> PathBuf {
    etcetera::base_strategy::choose_native_strategy()
        .map_or_else(|_| std::env::temp_dir(), |system| system.cache_dir())
        .join("sos")
        .join("corpus")
}

/// Filters every module for every device, runs it on the drivers, compares with the expected results, and writes the reports.
///
/// # Errors
/// The options ask for what is not there, a directive is invalid, or a file cannot be read or written. A module that fails is no
/// error: [`Results::failed`] counts it.
pub fn run(options: &Options) -> Result<Results> {
    let corpus = discover::discover(&options.paths)?;
    let validator = options.find_validator()?;
    let goldens = options.find_goldens(&corpus.root)?;
    let identity = corpus.identity();
    let mut cases = corpus.cases;
    if let Some(shard) = options.shard {
        // It may be empty, where there are fewer cases than parts: its report is wanted all the same.
        cases = shard.take(cases);
    }
    check(&cases, options)?;
    let mut warnings = corpus.notes;
    if cases.is_empty() && options.shard.is_some() {
        warnings
            .push("this part of the corpus is empty: it has fewer modules than parts".to_owned());
    }
    let cache = match options.find_cache(validator.as_ref()) {
        // Nobody has asked for it.
        Err(why) if options.prune => {
            warnings.push(format!("no results are kept for other runs: {why:#}"));
            None
        }
        found => found?,
    };
    let (open, missing_drivers) = match &options.drivers {
        Some(drivers) => drivers::open(drivers)?,
        None => Default::default(),
    };

    let mut results = Results::new(Head {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        validator: validator.as_ref().map(|found| found.version.clone()),
        compared: goldens.is_some(),
        corpus: identity,
        shard: options.shard.map(Shard::part),
        devices: options.devices.iter().map(DeviceHead::of).collect(),
        drivers: open.iter().map(|driver| driver.name().to_owned()).collect(),
        missing_drivers,
    });
    results.warnings = warnings;
    let head = results.head.clone();
    let mut reports = Reports::begin(&options.reports, &head)?;
    let bar = progress(cases.len() * options.devices.len(), options.progress);
    let maker = Maker {
        devices: &options.devices,
        drivers: &open,
        validator: validator.as_ref(),
        cache: cache.as_ref(),
        goldens: goldens.as_ref(),
        expected: options.expected,
        refusals_fail: options.refusals_fail,
        jobs: options.jobs.div_ceil(cases.len().max(1)),
        bar: &bar,
    };
    let make = |index: usize| {
        let Some(found) = cases.get(index) else {
            bail!("there is no such case");
        };
        let row = maker.row(found)?;
        let packed = Reports::pack(&options.reports, &row, &head, &options.devices)?;
        Ok((row, packed))
    };
    let mut cached = 0;
    in_order(options.jobs, cases.len(), make, |(row, packed)| {
        cached += row.cached;
        results.take(&row);
        reports.take(&row, &packed)
    })?;
    bar.finish_and_clear();

    if let Some(goldens) = &goldens {
        if options.expected == Expected::Blessed {
            results.blessed = Some(goldens.finish()?);
        }
        results.orphans = goldens.orphans()?;
    }
    results.cached = Some(cached);
    if let Some(cache) = cache {
        if options.prune && options.shard.is_none() {
            cache.prune();
        }
        results.warnings.extend(cache.warnings());
    }
    reports.end(&results)?;
    Ok(results)
}

/// Finds what would end the run late: reports that cannot be written, directives that are wrong, vertex stages that are not there.
fn check(cases: &[Found], options: &Options) -> Result<()> {
    for report in &options.reports {
        files::check(&report.path)?;
    }
    let check = |index: usize| match (cases.get(index), &options.drivers) {
        (Some(found), Some(_)) => Pipeline::of(&found.read()?).map(drop),
        (Some(found), None) => found.check(),
        (None, _) => Ok(()),
    };
    in_order(options.jobs, cases.len(), check, Ok)
}
