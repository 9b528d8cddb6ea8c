//! The results as JSON, for programs. Field names are a contract; `schema` is incremented when they change.

use anyhow::Result;
use serde::Serialize;
use sos_core::Report;

use crate::case::Outcome;
use crate::results::{Entry, Results};
use crate::validator::Verdict;

/// The value of `schema` that this version writes.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Run<'a> {
    schema: u32,
    tool: &'static str,
    validator: Option<&'a str>,
    failed: usize,
    orphans: &'a [String],
    devices: Vec<Device<'a>>,
    pairs: Vec<Pair<'a>>,
    /// Runs on drivers.
    runs: Vec<RunOn<'a>>,
    /// Known drivers that are not available.
    missing_drivers: &'a [String],
}

#[derive(Serialize)]
struct RunOn<'a> {
    case: &'a str,
    driver: &'a str,
    what: &'a str,
    ending: &'static str,
    why: Option<&'a str>,
}

#[derive(Serialize)]
struct Device<'a> {
    name: &'a str,
    comment: &'a str,
    api_version: String,
    spirv: String,
}

#[derive(Serialize)]
struct Pair<'a> {
    case: &'a str,
    device: &'a str,
    outcome: Outcome,
    failures: Vec<String>,
    error: Option<&'a str>,
    output_blake3: Option<&'a str>,
    time_ns: u64,
    validator: &'a Verdict,
    report: Option<&'a Report>,
}

impl<'a> Pair<'a> {
    fn new(entry: Entry<'a>) -> Self {
        let pair = entry.pair;
        Self {
            case: &entry.case.name,
            device: &entry.device.name,
            outcome: pair.outcome,
            failures: entry.failures(),
            error: pair.error.as_deref(),
            output_blake3: pair.output.as_deref(),
            time_ns: pair.time_ns,
            validator: &pair.validator,
            report: pair.report.as_ref(),
        }
    }
}

/// Serializes the report.
///
/// # Errors
/// Never: all keys are strings.
pub(super) fn report(results: &Results) -> Result<Vec<u8>> {
    let devices = results.devices.iter().map(|device| Device {
        name: &device.name,
        comment: device.target.comment(),
        api_version: device.target.api_version().to_string(),
        spirv: format!("1.{}", device.target.spirv_minor()),
    });
    let mut bytes = serde_json::to_vec(&Run {
        schema: SCHEMA,
        tool: super::TOOL,
        validator: results.validator.as_deref(),
        failed: results.failed(),
        orphans: &results.orphans,
        devices: devices.collect(),
        pairs: results.entries().map(Pair::new).collect(),
        runs: results
            .executed()
            .flat_map(|(_, case, driver, execution)| {
                execution.runs.iter().map(move |run| RunOn {
                    case: &case.name,
                    driver,
                    what: &run.what,
                    ending: run.result.name(),
                    why: run.result.why(),
                })
            })
            .collect(),
        missing_drivers: &results.executions.missing,
    })?;
    bytes.push(b'\n');
    Ok(bytes)
}
