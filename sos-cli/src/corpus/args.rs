//! The command line of `sos corpus`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Subcommand;
use sos_runner::{Format, Shard};

use crate::args::{devices_and, DEVICES, GROUPS};

const EXAMPLES: &str = "\
Examples:
  sos corpus run corpus
      every module on every built-in device
  sos corpus run shaders/fog.comp.spv --device swiftshader,phone.json
  sos corpus run shaders --device mobile-2025,steam-deck
  sos corpus run corpus --report r.html --report r.xml
      the page to look at, and the file that CI systems read
  sos corpus run corpus --execute
      and run the modules on the Vulkan drivers of this machine
  sos corpus run corpus --bless
      accept the current outputs as expected

Expected results are in the folder `golden` of the corpus, and in comments of the
sources; corpus/README.md describes them.

Exit status:
  0  all is as expected
  1  something is not
  2  wrong arguments or input";

/// `sos corpus`
#[derive(Debug, Subcommand)]
pub(crate) enum CorpusCommand {
    /// Filter every module for every device and compare with the expected results.
    Run(RunArgs),
}

/// `sos corpus run`
#[derive(Debug, clap::Args)]
#[command(after_help = DEVICES, after_long_help = devices_and(&format!("{GROUPS}\n\n{EXAMPLES}")))]
pub(crate) struct RunArgs {
    /// Modules (*.spv), Fossilize databases (*.foz), zip archives, C headers, and folders of all but the last.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The devices, and groups of built-in ones.
    #[arg(
        short,
        long = "device",
        value_name = "DEV,...",
        value_delimiter = ',',
        default_value = "all"
    )]
    pub(crate) devices: Vec<OsString>,
    /// How many pairs to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Write a report; the file's extension selects its kind: .json, .xml (JUnit) or .html. May be repeated.
    #[arg(long = "report", value_name = "FILE", value_parser = Report::parse)]
    pub(crate) reports: Vec<Report>,
    /// Accept the outputs as expected, and remove expected results of modules that no longer exist.
    #[arg(long, conflicts_with = "no_golden")]
    pub(crate) bless: bool,
    /// The folder with the expected results; by default `golden` in the corpus.
    #[arg(long, value_name = "DIR")]
    pub(crate) golden: Option<PathBuf>,
    /// Do not compare with expected results.
    #[arg(long, conflicts_with = "golden")]
    pub(crate) no_golden: bool,
    /// Run the I-th of N parts of the corpus.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Where to keep results for the next run; by default in the user's cache.
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// Do not keep results, and do not use any.
    #[arg(long, conflicts_with = "cache")]
    pub(crate) no_cache: bool,
    /// Run modules that have directives for it on Vulkan drivers: as written, filtered, and filtered with features hidden.
    #[arg(long)]
    pub(crate) execute: bool,
    /// The drivers: lavapipe, swiftshader, radv-CHIP (compile only), or `vulkan:N`; by default all known ones
    /// that this machine has.
    #[arg(
        long = "driver",
        value_name = "NAME,...",
        value_delimiter = ',',
        requires = "execute"
    )]
    pub(crate) drivers: Vec<String>,
    /// Fail if spirv-val is missing; without this, outputs are validated if it is there. The variable SOS_SPIRV_VAL
    /// names another program than the one on the search path.
    #[arg(long)]
    pub(crate) validate: bool,
    /// Do not run spirv-val.
    #[arg(long, conflicts_with = "validate")]
    pub(crate) no_validate: bool,
}

impl RunArgs {
    /// The number of worker threads.
    pub(crate) fn jobs(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, Into::into);
        self.jobs.map_or_else(processors, |jobs| jobs as usize)
    }
}

/// A report to write.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The path to write to.
    pub(crate) path: PathBuf,
    /// The format.
    pub(crate) format: Format,
}

impl Report {
    fn parse(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let format = Format::of(&path)
            .ok_or_else(|| "expected a file name that ends in .json, .xml or .html".to_owned())?;
        Ok(Self { path, format })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_kind_of_report() {
        assert_eq!(Report::parse("a/b.html").unwrap().format, Format::Page);
        assert_eq!(Report::parse("b.xml").unwrap().format, Format::Junit);
        assert!(Report::parse("b.txt").is_err() && Report::parse("json").is_err());
    }
}
