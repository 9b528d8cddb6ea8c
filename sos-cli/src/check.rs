//! `sos check`: which devices run which modules, without writing any: for editors, commit hooks and CI.
//!
//! Input: what `sos filter` takes, and devices. Output: a line for each refusal, a table, and reports for other programs (`check/`). A
//! module that is invalid does not end the run, nor does one that a device refuses: everything is looked at.

pub(crate) mod args;
mod matrix;
mod reports;

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use sos_runner::case::Outcome;
use sos_runner::{in_order, progress, Device};

use crate::batch::inputs::{self, Source};
use crate::batch::row::{self, Row};
use crate::batch::unit::Constants;
use crate::batch::{filter_source, refuse_stages, Made};
use crate::places::Places;
use crate::{device, message, output, Status};
pub(crate) use args::{CheckArgs, Require};
use matrix::Matrix;
use reports::Reports;

/// What is made of a module on a device.
struct Checked {
    row: Row,
    /// Whether it is not as `--require` says.
    fails: bool,
    /// Whether it was so in the report of `--known`.
    is_known: bool,
}

/// `sos check`
pub(crate) fn run(args: &CheckArgs, quiet: bool) -> Result<Status> {
    let mut files = Vec::new();
    let devices = device::resolve_typed_without(&args.devices, &args.hide, quiet, &mut files)?;
    let known = args.known.as_deref().map(Known::read).transpose()?;
    let known = known.unwrap_or_default();
    let limits = args.tuning.limits();
    let found = inputs::find(&args.inputs, Path::new(""), &limits)?;
    refuse_stages(&args.tuning, &found.sources)?;
    let warn = |notes: Vec<String>| notes.iter().filter(|_| !quiet).for_each(message::warn);
    warn(found.notes);
    let mut places = Places::default();
    args.inputs.iter().for_each(|input| places.read(input));
    files
        .iter()
        .chain(&found.others)
        .for_each(|file| places.read(file));
    found
        .sources
        .iter()
        .for_each(|source| places.read(source.path()));
    for report in &args.reports {
        places.write("report", &report.place)?;
    }
    let names: Vec<&str> = devices.iter().map(Device::name).collect();
    let mut reports = Reports::begin(args, &names)?;
    let mut matrix = Matrix::new(&names);
    let constants = Constants::default();
    let check = |source: &Source| -> Result<Vec<Checked>> {
        let made = filter_source(
            source,
            &devices,
            &args.tuning,
            &constants,
            |unit, device| {
                let run = match unit.filter(device.target(), |_| false) {
                    Ok(run) => run.context("a module without a result")?,
                    Err(why) => return Ok(Row::error(unit.name, device.name(), &why).into()),
                };
                Ok(Row::of(unit.name, device.name(), run.report).into())
            },
        )?;
        let checked = made.into_iter().map(|Made { row, .. }| Checked {
            fails: !args.require.is_met(&row),
            is_known: known.has(&row),
            row,
        });
        Ok(checked.collect())
    };
    let bar = progress(found.sources.len(), !quiet);
    let mut status = Status::Done;
    let of = |index: usize| found.sources.get(index).map_or(Ok(Vec::new()), check);
    in_order(args.jobs(), found.sources.len(), of, |checked| {
        let said: Vec<&Row> = { checked.iter() }
            .filter(|one| one.fails && !one.is_known)
            .map(|one| &one.row)
            .collect();
        bar.suspend(|| row::say_failures(said));
        for one in &checked {
            status = match (one.row.is_error(), one.fails && !one.is_known) {
                (true, _) => Status::Bad,
                (false, true) if status == Status::Done => Status::Unsupported,
                _ => status,
            };
        }
        matrix.add(&checked);
        bar.inc(1);
        reports.add(checked)
    })?;
    bar.finish_and_clear();
    warn(constants.unused(&args.tuning));
    let prints_report = reports.end(matrix.counts())?;
    if !quiet && !prints_report {
        output::print(matrix.text().as_bytes())?;
    }
    Ok(status)
}

impl Require {
    fn is_met(self, row: &Row) -> bool {
        let runs = !row.is_failure();
        match self {
            Self::Nothing => !row.is_error(),
            Self::Runs => runs,
            Self::Exact => runs && row.reservations().is_empty(),
            Self::Unchanged => row.outcome == Outcome::Unchanged.name(),
        }
    }
}

/// What was needed and not there in an earlier run, by module, stages and device.
#[derive(Default)]
struct Known(HashMap<(PathBuf, Vec<String>, String), HashSet<String>>);

/// What is read of a report.
#[derive(Deserialize)]
struct Earlier {
    results: Vec<Row>,
}

impl Known {
    fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
        let earlier: Earlier = serde_json::from_slice(&text)
            .with_context(|| format!("{shown} is no JSON report of sos check or of many files"))?;
        let refused = earlier.results.iter();
        let refused = refused.filter(|row| row.is_failure() && !row.is_error());
        let refused = refused.map(|row| {
            let needs = row.needs_unmet().map(str::to_owned);
            (Self::key(row), needs.collect())
        });
        Ok(Self(refused.collect()))
    }

    fn has(&self, row: &Row) -> bool {
        let known = self.0.get(&Self::key(row));
        row.is_failure()
            && !row.is_error()
            && known.is_some_and(|known| row.needs_unmet().all(|need| known.contains(need)))
    }

    /// Paths are compared as they are named, but for `./` and doubled separators.
    fn key(row: &Row) -> (PathBuf, Vec<String>, String) {
        let path = Path::new(&row.input).components();
        let path = path.filter(|part| *part != Component::CurDir).collect();
        (path, row.stage.clone(), row.device.clone())
    }
}
