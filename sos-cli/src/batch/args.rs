//! The options of `sos filter` for many files.

use std::path::PathBuf;

use super::names::Pattern;
use crate::args::threads;

/// Many files.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Many files")]
pub(crate) struct BatchArgs {
    /// The names of the outputs below DIR. {path} is the input's path without `.spv`, below the folder that was named; {name} its last
    /// part; {device} the device [default: {path}.spv, or {device}/{path}.spv for several devices]. One that ends in `.foz` makes
    /// a database for each device of a Fossilize database.
    #[arg(long, value_name = "PATTERN", value_parser = Pattern::parse)]
    pub(crate) name: Option<Pattern>,
    /// How many files to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Go on after a module that a device cannot run or that is invalid. Without this, no further one is begun.
    #[arg(short, long)]
    pub(crate) keep_going: bool,
    /// Leave outputs alone that are up to date: made from the same module for the same device with the same options by the same
    /// program, and unchanged since. DIR keeps a record for this, `.sos-filter`.
    #[arg(long)]
    pub(crate) changed_only: bool,
    /// Write what the outputs are made from, for Make and Ninja.
    #[arg(long, value_name = "FILE")]
    pub(crate) depfile: Option<PathBuf>,
}

impl BatchArgs {
    /// The number of threads.
    pub(crate) fn jobs(&self) -> usize {
        threads(self.jobs)
    }

    /// Whether options are given that only outputs in a folder have a use for. The others do no harm to a single module.
    pub(crate) fn is_for_folders(&self) -> bool {
        self.name.is_some() || self.changed_only
    }

    /// The options given that a single module has no use for.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--name", self.name.is_some()),
            ("--jobs", self.jobs.is_some()),
            ("--keep-going", self.keep_going),
            ("--changed-only", self.changed_only),
        ];
        let given = all.into_iter().filter(|(_, given)| *given);
        given.map(|(option, _)| option).collect()
    }
}
