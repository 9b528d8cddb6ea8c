//! The options of `sos check`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::args::{devices_and, threads, HideArgs, Tuning, GROUPS};

const EXAMPLES: &str = "\
Examples:
  sos check shaders -d mobile-2025
  sos check fog.spv -d swiftshader,mali-g78 --allow f64-to-f32 --require exact
  sos check shaders -d all --report check.sarif --report check.xml
      for a code scanning service, and for a CI system
  sos check shaders -d all --json > known.json
  sos check shaders -d all --known known.json
      fail on what has become worse

Editors find the places in lines such as `fog.comp:12: error: …`, which is GNU's form; in VS
Code, the problem matcher `$gcc`.

Exit status:
  0  everything is as required
  1  something is not
  2  wrong arguments or input, or an invalid module";

/// What is required of a module on a device. What `--known` has is not required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Require {
    /// Nothing: only invalid modules are failures.
    Nothing,
    /// The device runs it, as it is or rewritten.
    #[default]
    Runs,
    /// It runs with nothing lost and nothing promised, whatever is allowed.
    Exact,
    /// The device takes it as it is.
    Unchanged,
}

/// A form of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Json,
    Sarif,
    Junit,
}

/// A report to write.
#[derive(Clone, Debug)]
pub(crate) struct ReportFile {
    pub(crate) place: OsString,
    pub(crate) form: Form,
}

fn report(text: &str) -> Result<ReportFile, String> {
    let form = match Path::new(text).extension().and_then(OsStr::to_str) {
        Some("json") if !text.ends_with(".sarif.json") => Form::Json,
        Some("sarif" | "json") => Form::Sarif,
        Some("xml") => Form::Junit,
        _ => return Err("it ends neither in .json, .sarif, .sarif.json nor in .xml".to_owned()),
    };
    let place = text.into();
    Ok(ReportFile { place, form })
}

/// `sos check`
#[derive(Debug, clap::Args)]
#[command(after_help = devices_and(GROUPS), after_long_help = devices_and(&format!("{GROUPS}\n\n{EXAMPLES}")))]
pub(crate) struct CheckArgs {
    /// Modules, folders, Fossilize databases (.foz), zip archives, C headers, `@FILE` with a path on each line.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// The devices, and groups of built-in ones, with commas between them.
    #[arg(short, long = "device", value_name = "DEV,...", required = true)]
    pub(crate) devices: Vec<OsString>,
    /// What is hidden of the devices.
    #[command(flatten)]
    pub(crate) hide: HideArgs,
    /// What must be true of each module on each device.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) require: Require,
    /// A JSON report of an earlier run: what was refused there may be refused.
    #[arg(long, value_name = "R.json")]
    pub(crate) known: Option<PathBuf>,
    /// Write a report; the file's extension selects its kind: .json, .sarif (or .sarif.json) or .xml (JUnit). May be repeated.
    #[arg(long = "report", value_name = "FILE", value_parser = report)]
    pub(crate) reports: Vec<ReportFile>,
    /// Print JSON on standard output, in place of the table.
    #[arg(long)]
    pub(crate) json: bool,
    /// How many modules to work on at a time; by default one for each processor.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// The filter's options.
    #[command(flatten)]
    pub(crate) tuning: Tuning,
}

impl CheckArgs {
    /// The number of threads.
    pub(crate) fn jobs(&self) -> usize {
        threads(self.jobs)
    }
}
