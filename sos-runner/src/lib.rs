//! Runs a corpus of shaders: filters every module for every device, validates the outputs, runs them on Vulkan drivers, and
//! compares with expected results. `sos corpus run` is its command line; tests use its parts.
//!
//! Input: [`Options`], with files and folders of modules, devices, and the expected results in `golden/`. Output: [`Results`], which
//! give a table for people and reports in JSON, JUnit XML and HTML. Results are cached, so an interrupted run resumes. Paths without
//! a module and invalid directives are errors.
//!
//! - [`archive`] reads files with several modules: Fossilize databases, zip archives, C headers.
//! - [`case`] is a module and the directives in its source; `discover` finds the cases, and `shard` selects some of them.
//! - `pair` filters one module for one device; [`validator`], `check` and `disassembly` examine the output.
//! - `cache` stores results; `golden` compares and blesses, on the devices that are `chosen` in full; `work` distributes the work over all processors.
//! - [`execute`] runs shaders on Vulkan drivers: `drivers` opens those of a run, and `execution` runs one case on one of them;
//!   `vertex_stage` generates vertex stages; `hide` derives targets with hidden features; `compare` compares outputs.
//! - `results` collects everything; `report` presents it.
//!
//! What the program's options and messages share with directives and reports is here as well: [`settings`] reads values,
//! [`escape`] and [`near`] print names and suggest similar ones, and [`files`] writes files.
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
pub mod escape;
pub mod execute;
mod execution;
pub mod files;
mod golden;
mod hide;
pub mod near;
mod options;
mod pair;
mod reader;
mod report;
mod results;
pub mod settings;
mod shard;
pub mod validator;
mod vertex_stage;
mod work;

pub use cache::default_folder as default_cache;
pub use chosen::CHOSEN;
pub use options::{Drivers, Expected, Options, Validation};
pub use pair::Device;
pub use report::Format;
pub use results::Results;
pub use shard::Shard;
pub use work::progress;

use anyhow::{bail, Result};

use drivers::Executions;
use execution::Pipeline;

/// Filters every module for every device, runs it on the drivers, and compares with the expected results.
///
/// # Errors
/// The options ask for what is not there, a directive is invalid, or a file cannot be read or written. A module that fails is no
/// error: [`Results::failed`] counts it.
pub fn run(options: &Options) -> Result<Results> {
    let corpus = discover::discover(&options.paths)?;
    let validator = options.find_validator()?;
    let goldens = options.find_goldens(&corpus.root)?;
    let cache = options.find_cache(validator.as_ref())?;

    let mut cases = corpus.cases;
    if let Some(shard) = options.shard {
        cases = shard.take(cases);
        if cases.is_empty() {
            bail!("this part of the corpus holds no case: there are fewer cases than parts");
        }
    }
    // Errors in drivers and directives are reported before the work begins.
    let opened = match &options.drivers {
        Some(drivers) => {
            let pipelines = cases.iter().map(Pipeline::of).collect::<Result<Vec<_>>>()?;
            Some((pipelines, drivers::open(drivers)?))
        }
        None => None,
    };
    let work = work::Work {
        cases: &cases,
        devices: &options.devices,
        validator: validator.as_ref(),
        cache: cache.as_ref(),
        jobs: options.jobs,
        progress: options.progress,
    };
    let (pairs, cached) = work.run()?;
    let mut executions = Executions::default();
    if let Some((pipelines, (open, missing))) = opened {
        executions = Executions {
            drivers: open.iter().map(|driver| driver.name().to_owned()).collect(),
            missing,
            by_case: drivers::execute(
                &cases,
                &pipelines,
                &open,
                cache.as_ref(),
                options.jobs,
                options.progress,
            )?,
        };
    }
    if let Some(cache) = cache.as_ref().filter(|_| options.shard.is_none()) {
        cache.prune();
    }
    let mut results = Results::new(cases, options.devices.clone(), pairs);
    results.executions = executions;
    results.cached = cached;
    results.notes = corpus.notes;
    results.validator = validator.map(|found| found.version);
    if let Some(goldens) = goldens {
        if options.expected == Expected::Blessed {
            results.blessed = Some(goldens.bless(&results)?);
        }
        results.compare(&goldens)?;
    }
    Ok(results)
}
