//! `sos inspect`: what a module needs of a device; with a device, what the filter would do there and why.

use anyhow::{anyhow, bail, Result};
use serde::Serialize;
use sos_core::report::EntryPointReport;
use sos_core::{specialization_constants, Limits, Module};

use crate::args::InspectArgs;
use crate::constants::type_name;
use crate::filter::Run;
use crate::{device, input, output, text, Status};

/// The value of [`Inspection::schema`] that this version writes.
const SCHEMA: u32 = 1;

/// What a module needs, whatever the device.
#[derive(Serialize)]
pub(crate) struct Inspection {
    /// Version of this structure.
    schema: u32,
    /// Size in 32-bit words.
    pub(crate) words: usize,
    /// The SPIR-V version, as "1.3".
    pub(crate) version: String,
    /// What each entry point needs.
    pub(crate) entry_points: Vec<EntryPointReport>,
    /// The specialization constants.
    pub(crate) constants: Vec<Constant>,
}

/// A specialization constant as the module declares it.
#[derive(Serialize)]
pub(crate) struct Constant {
    pub(crate) spec_id: u32,
    pub(crate) name: Option<String>,
    #[serde(rename = "type")]
    pub(crate) type_name: String,
    /// The default's bits, zero-extended.
    pub(crate) default: u64,
}

/// `sos inspect`
pub(crate) fn run(args: &InspectArgs, quiet: bool) -> Result<Status> {
    let name = input::name(&args.input);
    let Some(device) = &args.device else {
        if args.tuning.is_given() {
            bail!("options of the filter have a meaning only with --device");
        }
        let words = input::module(&args.input)?;
        let inspection = Inspection::new(&words, &name)?;
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
    let target = device::resolve(device)?;
    let words = input::module(&args.input)?;
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

impl Inspection {
    fn new(words: &[u32], name: &str) -> Result<Self> {
        let module =
            Module::scan(words, &Limits::default()).map_err(|error| anyhow!("{name}: {error}"))?;
        let constants = specialization_constants(&module)
            .into_iter()
            .map(|constant| Constant {
                spec_id: constant.spec_id,
                name: constant.name,
                type_name: type_name(constant.kind, constant.width),
                default: constant.default,
            });
        Ok(Self {
            schema: SCHEMA,
            words: words.len(),
            version: format!(
                "1.{}",
                words.get(1).map_or(0, |version| version >> 8 & 0xFF)
            ),
            entry_points: sos_core::inspect(&module),
            constants: constants.collect(),
        })
    }
}
