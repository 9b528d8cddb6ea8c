//! `sos inspect`: shows what a module needs from a device; with a device, also what the filter would do and why.

use std::fmt::Display;
use std::path::Path;

use anyhow::{bail, Result};
use sos_core::text::one_line;
use sos_core::Inspection;

use crate::args::InspectArgs;
use crate::filter::Run;
use crate::{device, entry_points, input, output, Status};

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
            shown(&name, &inspection)
        };
        output::print(&shown)?;
        return Ok(Status::Done);
    };
    if input::is_dash(&args.input) && input::is_dash(device) {
        bail!("standard input cannot be both the module and the device");
    }
    let target = device::resolve_without(device, &args.hide, quiet)?;
    device::say_products(std::slice::from_ref(device), quiet);
    let words = input::module(&args.input, &args.tuning.limits())?;
    let run = Run::new(&words, &name, &target, &args.tuning, quiet)?;
    output::print(&if args.json {
        output::json(&run.report)?
    } else {
        shown(&name, &format_args!("{:#}", run.report))
    })?;
    Ok(if run.output.is_some() {
        Status::Done
    } else {
        Status::Unsupported
    })
}

/// What is known of a module, as text.
fn shown(name: &str, what: &impl Display) -> Vec<u8> {
    format!("{}: {what}\n", one_line(name)).into_bytes()
}
