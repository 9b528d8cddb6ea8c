//! The results as JSON, for programs. Field names are a contract; `schema` is incremented when they change.
//!
//! What holds for the run comes first, then the pairs, in the order of the cases and devices and each on a line of its own, then the
//! runs on drivers, and last what is known at the end. `merge` relies on that order.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use sos_core::Report;

use super::spool::Spool;
use crate::case::Outcome;
use crate::files::Writing;
use crate::results::Results;
use crate::row::{Head, Row};
use crate::validator::Verdict;

/// The value of `schema` that this version writes.
pub(crate) const SCHEMA: u32 = 1;

/// A report that is being written.
#[derive(Debug)]
pub(super) struct Json {
    file: Writing,
    devices: Vec<String>,
    drivers: Vec<String>,
    /// One lane, with the runs on drivers.
    runs: Spool,
    is_first: bool,
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
struct Pair<'a> {
    case: &'a str,
    device: &'a str,
    outcome: Outcome,
    failures: &'a [String],
    error: Option<&'a str>,
    output_blake3: Option<&'a str>,
    time_ns: u64,
    validator: &'a Verdict,
    report: Option<&'a Report>,
}

impl Json {
    /// Begins a report.
    ///
    /// # Errors
    /// The file cannot be written, here and below.
    pub(super) fn begin(mut file: Writing, head: &Head) -> Result<Self> {
        let text = serde_json::to_string(head)?;
        let open = text.strip_suffix('}').unwrap_or(&text);
        write!(file, "{open},\"pairs\":[")?;
        Ok(Self {
            file,
            devices: head.devices.iter().map(|one| one.name.clone()).collect(),
            drivers: head.drivers.clone(),
            runs: Spool::new(1),
            is_first: true,
        })
    }

    /// Writes the pairs of a case.
    pub(super) fn take(&mut self, row: &Row) -> Result<()> {
        for (device, cell) in self.devices.iter().zip(&row.cells) {
            let separator: &[u8] = if self.is_first { b"\n" } else { b",\n" };
            self.file.write_all(separator)?;
            self.is_first = false;
            let pair = Pair {
                case: &row.name,
                device,
                outcome: cell.outcome,
                failures: &cell.failures,
                error: cell.error.as_deref(),
                output_blake3: cell.output_blake3.as_deref(),
                time_ns: cell.time_ns,
                validator: &cell.validator,
                report: cell.report.as_ref(),
            };
            serde_json::to_writer(&mut self.file, &pair)?;
        }
        for (driver, run) in row.executed().flat_map(|(at, runs)| {
            let driver = self.drivers.get(at).map_or("", String::as_str);
            runs.iter().map(move |run| (driver, run))
        }) {
            let mut text = if self.runs.is_empty(0) {
                b"\n".to_vec()
            } else {
                b",\n".to_vec()
            };
            let run = RunOn {
                case: &row.name,
                driver,
                what: &run.what,
                ending: run.result.name(),
                why: run.result.why(),
            };
            serde_json::to_writer(&mut text, &run)?;
            self.runs.push(0, &text)?;
        }
        Ok(())
    }

    /// Completes the report.
    pub(super) fn end(mut self, results: &Results) -> Result<Writing> {
        write!(self.file, "\n],\"runs\":[")?;
        self.runs.copy(0, &mut self.file)?;
        let orphans = serde_json::to_string(&results.orphans)?;
        let failed = results.failed();
        writeln!(self.file, "\n],\"orphans\":{orphans},\"failed\":{failed}}}")?;
        Ok(self.file)
    }
}
