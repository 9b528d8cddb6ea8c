//! `sos filter`: writes the module that a device can run, or reports why there is none. Many files are `batch.rs`.
//!
//! All outputs are complete and staged before the first is written. If the device cannot run the module, only the report is
//! written, and an existing output file stays unchanged.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{anyhow, bail, Result};
use sos_core::{Module, Naming, Options, Outcome, Report, Scratch, Target};
use sos_front::settings::constants;

use crate::args::{FilterArgs, Tuning};
use crate::output::{self, Content};
use crate::places::Places;
use crate::unused::unused;
use crate::{batch, device, entry_points, input, message, Status};

/// `sos filter`
pub(crate) fn run(args: &FilterArgs, quiet: bool) -> Result<Status> {
    let ([input], [device]) = (args.inputs.as_slice(), args.devices.as_slice()) else {
        bail!("one module and one device are wanted");
    };
    if input::is_dash(input) && input::is_dash(device) {
        bail!("standard input cannot be both the module and the device");
    }
    let mut device_files = Vec::new();
    let target = device::resolve(device, &mut device_files);
    device::say_products(&args.devices, quiet);
    let report_to = report_to(args);
    check_paths(args, input, &device_files, report_to.as_deref())?;
    let target = device::hide_parts(target?, &args.hide, quiet)?;
    let name = input::name(input);
    let words = input::module(input, &args.tuning.limits())?;

    let run = Run::new(&words, &name, &target, &args.tuning, quiet)?;
    // The module comes last: where it is new, everything else has been written.
    let mut staged = Vec::new();
    if let Some(place) = &report_to {
        staged.push(output::stage(
            place,
            output::json(&run.report)?,
            Content::Text,
        )?);
    }
    if let Some(words) = &run.output {
        staged.push(output::stage(
            &args.output,
            sos_core::words::to_bytes(words),
            Content::Binary,
        )?);
    }
    output::commit(staged)?;
    batch::write_depfile(args, &device_files)?;

    let unsupported = run.output.is_none();
    if unsupported || !quiet {
        message::outcome(&name, &run.report);
    }
    Ok(if unsupported {
        Status::Unsupported
    } else {
        Status::Done
    })
}

/// Where the report goes.
pub(crate) fn report_to(args: &FilterArgs) -> Option<OsString> {
    match args.json {
        true => Some(OsString::from("-")),
        false => args.report.clone(),
    }
}

/// The result of filtering a module for a device.
pub(crate) struct Run {
    /// The key of everything that determines the output, if it was asked for.
    pub(crate) key: String,
    /// The output module, or `None` if the device cannot run the module.
    pub(crate) output: Option<Vec<u32>>,
    /// What was done and why.
    pub(crate) report: Report,
}

impl Run {
    /// Scans and filters a module.
    ///
    /// # Errors
    /// The words are not a valid module, or a value of `--set` does not fit its constant.
    pub(crate) fn new(
        words: &[u32],
        name: &str,
        target: &Target,
        tuning: &Tuning,
        quiet: bool,
    ) -> Result<Self> {
        let in_module = |error| input::module_error(name, error);
        let mut options = tuning.options();
        let mut selection = None;
        let wanted = &tuning.entry_points;
        let module = entry_points::scan(words, &options.limits, wanted, name, &mut selection)?;
        options.constants =
            constants::values(&module, &tuning.sets).map_err(|why| anyhow!("--set {why}"))?;
        if !quiet {
            for note in unused(&module, tuning, name) {
                message::warn(note);
            }
        }
        Self::of(&module, target, &options, &mut Scratch::default()).map_err(in_module)
    }

    /// Filters a scanned module.
    ///
    /// # Errors
    /// Those of the filter.
    pub(crate) fn of(
        module: &Module<'_>,
        target: &Target,
        options: &Options,
        scratch: &mut Scratch,
    ) -> Result<Self, sos_core::Error> {
        let output = match sos_core::filter(module, target, options, scratch)? {
            Outcome::Unchanged(words) | Outcome::Rewritten(words) => Some(words.to_vec()),
            Outcome::Unsupported => None,
        };
        Ok(Self {
            key: String::new(),
            output,
            report: scratch.explain(Naming::Program, module, target, options),
        })
    }
}

/// Rejects invalid combinations of input and output paths, before the module is read.
fn check_paths(
    args: &FilterArgs,
    input: &OsStr,
    device_files: &[PathBuf],
    report_to: Option<&OsStr>,
) -> Result<()> {
    output::check(&args.output, Content::Binary)?;
    let mut places = Places::default();
    device_files.iter().for_each(|file| places.read(file));
    places.read(input);
    places.write("output", &args.output)?;
    if let Some(report_to) = report_to {
        places.write("report", report_to)?;
        output::check(report_to, Content::Text)?;
    }
    if let Some(depfile) = &args.batch.depfile {
        places.write("depfile", depfile)?;
    }
    Ok(())
}
