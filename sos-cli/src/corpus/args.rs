//! The command line of `sos corpus`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Subcommand;
use sos_runner::{CachePlace, Format, ReportFile, Shard};

use crate::args::{devices_and, threads, DEVICES, GROUPS};
use crate::device::split;

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
  sos corpus run corpus --shard 2/8 --cache /net/cache --report part-2.json
      one machine of eight; `sos corpus merge` joins their reports

Expected results are in the folder `golden` of the corpus, and in comments of the
sources; corpus/README.md describes them.

Exit status:
  0  all is as expected
  1  something is not
  2  wrong arguments or input";

const MERGE_EXAMPLES: &str = "\
Examples:
  sos corpus merge part-*.json --report all.json --report all.xml
      what one run of all parts would have written
  sos corpus merge part-*.json --corpus corpus --report all.html
      and the page, with the texts of the modules

Exit status:
  0  all is there, and as expected
  1  parts are missing, or something is not as expected
  2  the reports contradict each other, or wrong arguments or input";

const MERGE_DEVICES: &str =
    "With --corpus: devices, among which are those of the reports, or `all` built-in ones";

/// `sos corpus`
#[derive(Debug, Subcommand)]
pub(crate) enum CorpusCommand {
    /// Filter every module for every device and compare with the expected results.
    Run(RunArgs),
    /// Join the JSON reports of runs of parts of a corpus.
    Merge(MergeArgs),
    /// Look after the results that runs keep.
    #[command(subcommand)]
    Cache(CacheCommand),
}

/// What runs and merges have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct SharedArgs {
    /// The devices, and groups of built-in ones.
    #[arg(short, long = "device", value_name = "DEV,...", default_value = "all")]
    devices: Vec<OsString>,
    /// How many modules to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// Write a report; the file's extension selects its kind: .json, .xml (JUnit) or .html. May be repeated.
    #[arg(long = "report", value_name = "FILE", value_parser = report)]
    pub(crate) reports: Vec<ReportFile>,
}

impl SharedArgs {
    /// The arguments that name devices and groups, one each.
    pub(crate) fn devices(&self) -> Vec<OsString> {
        split(&self.devices)
    }

    /// The number of worker threads.
    pub(crate) fn jobs(&self) -> usize {
        threads(self.jobs)
    }
}

/// `sos corpus merge`
#[derive(Debug, clap::Args)]
#[command(after_help = MERGE_EXAMPLES, mut_arg("devices", |arg| arg.help(MERGE_DEVICES)))]
pub(crate) struct MergeArgs {
    /// JSON reports of `sos corpus run --shard I/N`, or of merges of some of them.
    #[arg(value_name = "REPORT.json", required = true)]
    pub(crate) from: Vec<PathBuf>,
    /// The corpus, for the texts of modules on the page, and for the names of missing modules.
    #[arg(long, value_name = "PATH")]
    pub(crate) corpus: Vec<PathBuf>,
    /// Devices, reports and threads.
    #[command(flatten)]
    pub(crate) shared: SharedArgs,
}

/// `sos corpus cache`
#[derive(Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// Remove results that have not been used for some time.
    Prune(PruneArgs),
}

/// `sos corpus cache prune`
#[derive(Debug, clap::Args)]
pub(crate) struct PruneArgs {
    /// The cache, as `sos corpus run` takes it; by default that of the user.
    #[arg(long, value_name = "DIR|URL", value_parser = CachePlace::parse)]
    pub(crate) cache: Option<CachePlace>,
    /// For how many days they have not been used; object stores only know when they were written.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) days: u32,
}

/// `sos corpus run`
#[derive(Debug, clap::Args)]
#[command(after_help = DEVICES, after_long_help = devices_and(&format!("{GROUPS}\n\n{EXAMPLES}")))]
pub(crate) struct RunArgs {
    /// Modules (*.spv), Fossilize databases (*.foz), zip archives, C headers, and folders of all but the last.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Devices, reports and threads.
    #[command(flatten)]
    pub(crate) shared: SharedArgs,
    /// Accept the outputs as expected, and remove expected results of modules that no longer exist.
    #[arg(long, conflicts_with = "no_golden")]
    pub(crate) bless: bool,
    /// Count a module that a device cannot run as failed, unless a directive in its source (`sos: outcome`) says so.
    #[arg(long)]
    pub(crate) refusals_fail: bool,
    /// The folder with the expected results; by default `golden` in the corpus.
    #[arg(long, value_name = "DIR")]
    pub(crate) golden: Option<PathBuf>,
    /// Do not compare with expected results.
    #[arg(long, conflicts_with = "golden")]
    pub(crate) no_golden: bool,
    /// Run the I-th of N parts of the corpus.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Where to keep results for other runs, a folder or the URL of an object store, which machines may share; by default in the
    /// user's cache, where what was not used for 30 days is removed.
    #[arg(long, value_name = "DIR|URL", value_parser = CachePlace::parse)]
    pub(crate) cache: Option<CachePlace>,
    /// Do not keep results, and do not use any.
    #[arg(long, conflicts_with = "cache")]
    pub(crate) no_cache: bool,
    /// Run modules that have directives for it on Vulkan drivers: as written, filtered, and filtered with features hidden. Needs
    /// VK_LAYER_KHRONOS_validation 1.4.300 or later, which VK_LAYER_PATH may name the folder of.
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

/// A report to write, by its file.
fn report(text: &str) -> Result<ReportFile, String> {
    let path = PathBuf::from(text);
    let format = Format::of(&path)
        .ok_or_else(|| "expected a file name that ends in .json, .xml or .html".to_owned())?;
    Ok(ReportFile { path, format })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_kind_of_report() {
        assert_eq!(report("a/b.html").unwrap().format, Format::Page);
        assert_eq!(report("b.xml").unwrap().format, Format::Junit);
        assert!(report("b.txt").is_err() && report("json").is_err());
    }
}
