//! `sos corpus run`: filters every module of a corpus for every device and compares with the expected results.
//!
//! Input: files and folders of modules, devices, the expected results in `golden/`. Output: a table for people, reports in
//! JSON, JUnit XML and HTML, and an exit status for builds. Results are cached, so an interrupted run resumes. Paths without a
//! module and invalid directives are errors.
//!
//! - [`case`], [`binding`], [`content`], [`pattern`] and `address` parse the directives in sources; `discover` finds the cases.
//! - `devices` resolves arguments to devices; `pair` filters one module for one of them; `validator`, `check` and
//!   `disassembly` examine the output.
//! - `cache` stores results; `golden` compares and blesses; `run` distributes the work over all processors.
//! - `drivers` opens Vulkan drivers; `execution` runs one case on one of them; `vertex_stage` generates vertex stages; `hide`
//!   derives targets with hidden features; `compare` compares outputs.
//! - `results` collects everything; `table`, `json`, `junit` and `page` present it.

mod address;
mod args;
pub mod binding;
mod cache;
pub mod case;
mod check;
mod compare;
pub mod content;
mod devices;
mod disassembly;
mod discover;
mod drivers;
mod execution;
mod golden;
mod hide;
mod json;
mod junit;
mod listing;
mod page;
mod pair;
pub mod pattern;
mod results;
mod run;
mod table;
pub mod validator;
mod vertex_stage;

pub(crate) use args::CorpusCommand;
pub(crate) use drivers::WORKER;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{bail, Result};

use crate::output::{self, Content};
use crate::Status;
use args::{ReportKind, RunArgs};
use cache::Cache;
use drivers::Executions;
use execution::Pipeline;
use golden::Goldens;
use results::Results;
use validator::Validator;

/// The program's name and version, for reports.
const TOOL: &str = concat!("sos ", env!("CARGO_PKG_VERSION"));

/// `sos corpus`
pub(crate) fn run(command: &CorpusCommand, quiet: bool) -> Result<Status> {
    match command {
        CorpusCommand::Run(args) => run_corpus(args, quiet),
    }
}

fn run_corpus(args: &RunArgs, quiet: bool) -> Result<Status> {
    for report in &args.reports {
        output::check(report.path.as_os_str(), Content::Text)?;
    }
    let devices = devices::resolve(&args.devices)?;
    let corpus = discover::discover(&args.paths)?;
    let validator = find_validator(args)?;
    let goldens = find_goldens(args, &corpus.root)?;
    let cache = find_cache(args, validator.as_ref())?;

    let mut cases = corpus.cases;
    if let Some(shard) = args.shard {
        cases = shard.take(cases);
        if cases.is_empty() {
            bail!("this part of the corpus holds no case: there are fewer cases than parts");
        }
    }
    let work = run::Work {
        cases: &cases,
        devices: &devices,
        validator: validator.as_ref(),
        cache: cache.as_ref(),
        jobs: args.jobs(),
        quiet,
    };
    // Errors in drivers and directives are reported before the work begins.
    let opened = if args.execute {
        let pipelines = cases.iter().map(Pipeline::of).collect::<Result<Vec<_>>>()?;
        Some((pipelines, drivers::open(&args.drivers)?))
    } else {
        None
    };
    let (pairs, cached) = work.run()?;
    let mut executions = Executions::default();
    if let Some((pipelines, (open, missing))) = opened {
        let (cache, jobs) = (cache.as_ref(), args.jobs());
        executions = Executions {
            drivers: open.iter().map(|driver| driver.name().to_owned()).collect(),
            missing,
            by_case: drivers::execute(&cases, &pipelines, &open, cache, jobs, quiet)?,
        };
    }
    if let Some(cache) = cache.as_ref().filter(|_| args.shard.is_none()) {
        cache.prune();
    }
    let mut results = Results::new(cases, devices, pairs);
    results.executions = executions;
    results.cached = cached;
    results.validator = validator.map(|found| found.version);
    if let Some(goldens) = goldens {
        if args.bless {
            results.blessed = Some(goldens.bless(&results)?);
        }
        results.compare(&goldens)?;
    }

    for report in &args.reports {
        let bytes = match report.kind {
            ReportKind::Json => json::report(&results)?,
            ReportKind::Junit => junit::report(&results)?,
            ReportKind::Page => page::report(&results, args.jobs())?,
        };
        write(&report.path, bytes)?;
    }
    output::print(table::table(&results, quiet).as_bytes())?;
    Ok(if results.failed() == 0 {
        Status::Done
    } else {
        Status::Unsupported
    })
}

fn find_validator(args: &RunArgs) -> Result<Option<Validator>> {
    if args.no_validate {
        return Ok(None);
    }
    match Validator::find() {
        // A program that was named is wanted as much as one that is demanded.
        Err(why) if args.validate || std::env::var_os(validator::VARIABLE).is_some() => bail!(why),
        found => Ok(found.ok()),
    }
}

fn find_goldens(args: &RunArgs, root: &Path) -> Result<Option<Goldens>> {
    if args.no_golden {
        return Ok(None);
    }
    let folder = args.golden.clone();
    let folder = folder.unwrap_or_else(|| root.join(discover::GOLDEN));
    Goldens::open(folder, root, args.bless)
}

fn find_cache(args: &RunArgs, validator: Option<&Validator>) -> Result<Option<Cache>> {
    if args.no_cache {
        return Ok(None);
    }
    let folder = args.cache.clone().unwrap_or_else(Cache::default_folder);
    let version = validator.map_or("none", |found| found.version.as_str());
    Cache::open(&folder, version).map(Some)
}

fn write(path: &PathBuf, bytes: Vec<u8>) -> Result<()> {
    output::stage(AsRef::<OsStr>::as_ref(path), bytes, Content::Text)?.commit()
}
