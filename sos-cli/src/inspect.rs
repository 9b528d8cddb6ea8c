//! `sos inspect`: shows what a module needs from a device; with a device, also what the filter would do and why.

use std::path::Path;

use anyhow::{bail, Result};
use sos_core::Inspection;

use crate::args::InspectArgs;
use crate::filter::Run;
use crate::{device, entry_points, input, output, text, Status};

/// `sos inspect`
pub(crate) fn run(args: &InspectArgs, quiet: bool) -> Result<Status> {
    let name = input::name(&args.input);
    if Path::new(&args.input).is_dir() {
        bail!("{name} is a folder, and `sos inspect` takes one module; `sos filter` and `sos corpus run` take folders");
    }
    let Some(device) = &args.device else {
        let mut idle = args.tuning.given();
        if !args.hide.without.is_empty() {
            idle.push("--without");
        }
        if !idle.is_empty() {
            bail!(
                "without --device nothing is filtered, and these do nothing: {}",
                idle.join(", ")
            );
        }
        let limits = args.tuning.limits();
        let words = input::module(&args.input, &limits)?;
        let mut selection = None;
        let wanted = &args.tuning.entry_points;
        let module = entry_points::scan(&words, &limits, wanted, &name, &mut selection)?;
        let inspection = Inspection::new(&module);
        let shown = if args.json {
            output::json(&inspection)?
        } else {
            text::inspection(&inspection, &name).into_bytes()
        };
        output::print(&shown)?;
        return Ok(Status::Done);
    };
    if input::is_dash(&args.input) && input::is_dash(device) {
        bail!("standard input cannot be both the module and the device");
    }
    let target = device::resolve_without(device, &args.hide, quiet)?;
    let words = input::module(&args.input, &args.tuning.limits())?;
    let run = Run::new(&words, &name, &target, &args.tuning, quiet)?;
    output::print(&if args.json {
        output::json(&run.report)?
    } else {
        text::report(&run.report, &name).into_bytes()
    })?;
    Ok(if run.output.is_some() {
        Status::Done
    } else {
        Status::Unsupported
    })
}
