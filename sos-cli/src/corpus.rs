//! `sos corpus run`: filters every module of a corpus for every device and compares with the expected results.
//!
//! `sos-runner` does the work. Here are the command line, the devices that it names, and the files and the text that the results
//! become.

mod args;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use sos_runner::execute::driver::{Finder, Program};
use sos_runner::{default_cache, Drivers, Expected, Options, Validation};

use crate::output::{self, Content};
use crate::{device, Status};
pub(crate) use args::CorpusCommand;
use args::RunArgs;

/// The subcommand that makes this program a worker.
pub(crate) const WORKER: &str = "vulkan-worker";

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
    let results = sos_runner::run(&options(args, quiet)?)?;
    for note in results.notes().iter().filter(|_| !quiet) {
        output::note(note);
    }
    for report in &args.reports {
        let bytes = results.report(report.format, args.jobs())?;
        output::stage(report.path.as_os_str(), bytes, Content::Text)?.commit()?;
    }
    output::print(results.table(quiet).as_bytes())?;
    Ok(if results.failed() == 0 {
        Status::Done
    } else {
        Status::Unsupported
    })
}

/// What the arguments ask for.
///
/// # Errors
/// A device does not exist, or two have the same name.
fn options(args: &RunArgs, quiet: bool) -> Result<Options> {
    Ok(Options {
        paths: args.paths.clone(),
        devices: device::resolve_all(&args.devices)?,
        shard: args.shard,
        validation: match (args.validate, args.no_validate) {
            (_, true) => Validation::Off,
            (true, _) => Validation::Required,
            _ => Validation::IfPresent,
        },
        expected: match (args.bless, args.no_golden) {
            (_, true) => Expected::Ignored,
            (true, _) => Expected::Blessed,
            _ => Expected::Compared,
        },
        golden: args.golden.clone(),
        cache: (!args.no_cache).then(|| args.cache.clone().unwrap_or_else(default_cache)),
        drivers: args.execute.then(|| drivers(&args.drivers)).transpose()?,
        jobs: args.jobs(),
        progress: !quiet,
    })
}

/// Drivers by name, each opened by this program as a worker.
fn drivers(names: &[String]) -> Result<Drivers> {
    Ok(Drivers {
        finder: Finder {
            worker: Program {
                path: std::env::current_exe().context("where is this program?")?,
                argument: Some(WORKER),
            },
            unpacked: std::env::var_os("SOS_DRIVER_DIR").map(PathBuf::from),
        },
        names: names.to_vec(),
    })
}
