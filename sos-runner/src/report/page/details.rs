//! What the page shows of a module when one of its cells is opened, packed: JSON, zlib, base64.
//!
//! Each distinct output of a module is there once, as an edit script from the input's text. So a corpus of hundreds of modules on
//! tens of devices takes a few megabytes. Where the module itself is not at hand, after a merge, there is no text.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::Result;
use base64::engine::general_purpose::STANDARD;
use base64::Engine as _;
use flate2::write::ZlibEncoder;
use flate2::Compression;
use serde::Serialize;
use sos_core::text::literal;
use sos_core::Report;
use sos_front::diff::{steps, Step};
use sos_front::listing::{listing, Names};

use crate::case::{Case, Outcome};
use crate::execution::Run;
use crate::pair::{self, Device};
use crate::row::{Cell, Head, Row};
use crate::validator::Verdict;

/// The details of all pairs of a module.
#[derive(Serialize)]
struct Details<'a> {
    /// The input's text; none if the module is not at hand.
    before: Option<String>,
    outputs: Vec<Vec<Step>>,
    directives: &'a [String],
    pairs: Vec<PairDetails<'a>>,
    runs: Vec<DriverRuns<'a>>,
}

/// The runs on one driver.
#[derive(Serialize)]
struct DriverRuns<'a> {
    driver: &'a str,
    runs: &'a [Run],
}

#[derive(Serialize)]
struct PairDetails<'a> {
    outcome: Outcome,
    failures: &'a [String],
    /// Index into `outputs`, if there is an output.
    output: Option<usize>,
    time_ns: u64,
    validator: &'a Verdict,
    report: Option<&'a Report>,
    /// The values of the report's constants, formatted according to their types.
    constants: Vec<String>,
}

/// Packs the details of a module.
///
/// # Errors
/// Never: it is written to memory.
pub(in crate::report) fn pack(row: &Row, head: &Head, devices: &[Device]) -> Result<String> {
    pack_json(&serde_json::to_vec(&details(row, head, devices))?)
}

/// Packs any JSON in the same way.
///
/// # Errors
/// Never: it is written to memory.
pub(super) fn pack_json(json: &[u8]) -> Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(json)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// The details of a module, from its row.
fn details<'a>(row: &'a Row, head: &'a Head, devices: &[Device]) -> Details<'a> {
    let text = row.case.as_ref().map(Text::of);
    let mut places: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    let mut outputs = Vec::new();
    let mut pairs = Vec::new();
    for (at, cell) in row.cells.iter().enumerate() {
        let mut output = None;
        if let (Some(text), Some(hash)) = (&text, cell.output_blake3.as_deref()) {
            output = *places.entry(hash).or_insert_with(|| {
                let after = text.after(cell, hash, devices.get(at))?;
                outputs.push(steps(&text.before, &after));
                Some(outputs.len() - 1)
            });
        }
        pairs.push(detail(cell, output));
    }
    let runs = row.executed().map(|(at, runs)| DriverRuns {
        driver: head.drivers.get(at).map_or("", String::as_str),
        runs,
    });
    let directives = row.case.as_ref().map(|case| &*case.directives.text);
    Details {
        before: text.map(|text| text.before),
        outputs,
        directives: directives.unwrap_or_default(),
        pairs,
        runs: runs.collect(),
    }
}

/// The text of a module, and the names in it, which its outputs share.
struct Text<'a> {
    case: &'a Case,
    names: Names,
    before: String,
}

impl<'a> Text<'a> {
    fn of(case: &'a Case) -> Self {
        let words = case.words.as_deref().unwrap_or_default();
        let mut names = Names::default();
        names.add(words);
        let before = match words {
            [] => String::new(),
            words => listing(words, &names),
        };
        Self {
            case,
            names,
            before,
        }
    }

    /// The text of the output. Filtering again takes less time than storing all outputs. Nothing if that gives another one: after a merge,
    /// the module may not be the same any more.
    fn after(&self, cell: &Cell, hash: &str, device: Option<&Device>) -> Option<String> {
        if cell.outcome == Outcome::Unchanged {
            return Some(self.before.clone());
        }
        let filtered = pair::filter(self.case, &device?.target, 1).ok()?;
        let words = filtered.words?;
        let found = blake3::hash(&sos_core::words::to_bytes(&words)).to_hex();
        if *found != *hash {
            return None;
        }
        let mut names = self.names.clone();
        names.add(&words);
        Some(listing(&words, &names))
    }
}

fn detail(cell: &Cell, output: Option<usize>) -> PairDetails<'_> {
    let constants = cell.report.iter().flat_map(|report| &report.constants);
    PairDetails {
        outcome: cell.outcome,
        failures: &cell.failures,
        output,
        time_ns: cell.time_ns,
        validator: &cell.validator,
        report: cell.report.as_ref(),
        constants: constants
            .map(|constant| literal(constant.value, &constant.type_name))
            .collect(),
    }
}
