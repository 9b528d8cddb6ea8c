//! `sos corpus`: filters every module of a corpus for every device and compares with the expected results, joins the reports of
//! machines that share that, and prunes what they keep.
//!
//! `sos-runner` does the work. Here are the command line, the devices that it names, and the text that the results become.

mod args;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{bail, Context as _, Result};
use sos_runner::execute::driver::{Finder, Program};
use sos_runner::{
    default_cache, CachePlace, Device, Drivers, Expected, Merge, Options, Results, Validation,
    CHOSEN,
};

use crate::message::Severity;
use crate::places::Places;
use crate::{device, message, output, Status};
pub(crate) use args::CorpusCommand;
use args::{CacheCommand, MergeArgs, PruneArgs, RunArgs, SharedArgs};

/// The subcommand that makes this program a worker.
pub(crate) const WORKER: &str = "vulkan-worker";

/// `sos corpus`
pub(crate) fn run(command: &CorpusCommand, quiet: bool) -> Result<Status> {
    match command {
        CorpusCommand::Run(args) => finish(&sos_runner::run(&options(args, quiet)?)?, quiet),
        CorpusCommand::Merge(args) => finish(&sos_runner::merge(&merge(args, quiet)?)?, quiet),
        CorpusCommand::Cache(CacheCommand::Prune(args)) => prune(args, quiet),
    }
}

/// Prints results, and says whether all is as expected.
fn finish(results: &Results, quiet: bool) -> Result<Status> {
    for warning in results.warnings().iter().filter(|_| !quiet) {
        message::warn(warning);
    }
    output::print(results.table(quiet).as_bytes())?;
    Ok(if results.failed() == 0 && results.is_complete() {
        Status::Done
    } else {
        Status::Unsupported
    })
}

/// What the arguments of a merge ask for.
fn merge(args: &MergeArgs, quiet: bool) -> Result<Merge> {
    for (at, path) in args.from.iter().enumerate() {
        if args.from[..at].contains(path) {
            bail!("{} is named twice", path.display());
        }
    }
    let is_at_hand = !args.corpus.is_empty();
    let devices = args.shared.devices();
    let mut read: Vec<PathBuf> = args.from.iter().chain(&args.corpus).cloned().collect();
    let devices = match is_at_hand {
        true => device::resolve_all(&devices, &mut read),
        // They are not read, and yet they are no places for reports.
        false => {
            let files = devices.iter().filter_map(|device| device::file(device));
            read.extend(files.map(|(path, _)| path.to_owned()));
            Ok(Vec::new())
        }
    };
    check_reports(&args.shared, &read)?;
    Ok(Merge {
        from: args.from.clone(),
        reports: args.shared.reports.clone(),
        corpus: args.corpus.clone(),
        devices: devices?,
        jobs: args.shared.jobs(),
        progress: !quiet,
    })
}

/// Reports replace nothing that is read, and not each other. A merge that replaced what it was made of could not be repeated.
fn check_reports(shared: &SharedArgs, read: &[PathBuf]) -> Result<()> {
    let mut places = Places::default();
    read.iter().for_each(|path| places.read(path));
    let mut reports = shared.reports.iter();
    reports.try_for_each(|report| places.write("report", &report.path))
}

fn prune(args: &PruneArgs, quiet: bool) -> Result<Status> {
    let own = || CachePlace::Folder(default_cache());
    let place = args.cache.clone().unwrap_or_else(own);
    let unused = Duration::from_secs(u64::from(args.days) * 24 * 60 * 60);
    let pruned = sos_runner::prune_cache(&place, unused)?;
    if !quiet {
        let text = format!(
            "{place}: removed {} entries ({} bytes), {} are left\n",
            pruned.removed, pruned.bytes, pruned.left
        );
        output::print(text.as_bytes())?;
    }
    Ok(Status::Done)
}

/// What the arguments ask for.
///
/// # Errors
/// A device does not exist, or two have the same name.
fn options(args: &RunArgs, quiet: bool) -> Result<Options> {
    let mut read = args.paths.clone();
    let devices = device::resolve_all(&args.shared.devices(), &mut read);
    device::say_products(&args.shared.devices(), quiet);
    check_reports(&args.shared, &read)?;
    let mut devices = devices?;
    let thinned = Device::thin(&mut devices);
    if thinned > 0 && !quiet {
        message::say(
            Severity::Note,
            format_args!(
                "{} devices that differ most stand for {thinned} others, of which new outputs alone are validated; devices that are named \
                 with --device are examined in full",
                CHOSEN.len()
            ),
        );
    }
    Ok(Options {
        paths: args.paths.clone(),
        devices,
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
        refusals_fail: args.refusals_fail,
        golden: args.golden.clone(),
        cache: (!args.no_cache).then(|| {
            let own = || CachePlace::Folder(default_cache());
            args.cache.clone().unwrap_or_else(own)
        }),
        // Others may rely on what is in a cache that was named.
        prune: args.cache.is_none(),
        reports: args.shared.reports.clone(),
        drivers: args.execute.then(|| drivers(&args.drivers)).transpose()?,
        jobs: args.shared.jobs(),
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
