//! Counts what becomes of the modules of a batch, while a bar shows how far it is, and reports it.

use anyhow::Result;
use serde::Serialize;
use sos_runner::{progress, Device};

use super::report::Report;
use super::row::{say_failures, Counts, Row};
use super::Batch;
use crate::{message, Status};

/// The members of the report behind its lists.
#[derive(Serialize)]
struct Summary<'a> {
    devices: &'a Counts,
    /// How many modules there are.
    modules: usize,
    /// How many of them were not begun, because the run ended before.
    not_begun: usize,
}

/// Counts rows, and reports them.
pub(super) struct Tally<'a> {
    batch: &'a Batch<'a>,
    pub(super) report: Option<Report>,
    counts: Counts,
    modules: usize,
    begun: usize,
    pub(super) status: Status,
    bar: Bar,
}

/// The progress bar.
type Bar = indicatif::ProgressBar;

impl<'a> Tally<'a> {
    pub(super) fn new(batch: &'a Batch<'a>, report: Option<Report>, modules: usize) -> Self {
        Self {
            batch,
            report,
            counts: Counts::new(batch.devices.iter().map(Device::name)),
            modules,
            begun: 0,
            status: Status::Done,
            bar: progress(modules, !batch.quiet),
        }
    }

    /// Takes the rows of a module.
    pub(super) fn take(&mut self, rows: Vec<Row>) -> Result<()> {
        self.begun += 1;
        let failures = rows.iter().filter(|row| row.is_failure()).collect();
        self.bar.suspend(|| say_failures(failures));
        for row in rows {
            self.counts.add(&row);
            if row.is_failure() {
                self.fail(row.is_error());
            }
            if let Some(report) = &mut self.report {
                report.add(&row)?;
            }
        }
        self.bar.inc(1);
        Ok(())
    }

    fn fail(&mut self, is_error: bool) {
        if is_error {
            self.status = Status::Bad;
        } else if self.status == Status::Done {
            self.status = Status::Unsupported;
        }
    }

    /// Whether something has failed that ends the run.
    pub(super) fn is_over(&self) -> bool {
        self.status != Status::Done && !self.batch.args.batch.keep_going
    }

    /// Completes the report and prints the table.
    pub(super) fn end(self, place: &str) -> Result<Status> {
        self.bar.finish_and_clear();
        let not_begun = self.modules - self.begun;
        if let Some(report) = self.report {
            report.end(&Summary {
                devices: &self.counts,
                modules: self.modules,
                not_begun,
            })?;
        }
        if !self.batch.quiet {
            let (modules, devices) = (self.modules, self.batch.devices.len());
            let plural = |count| if count == 1 { "" } else { "s" };
            message::print(format_args!(
                "sos: {modules} module{} for {devices} device{} to {place}\n{}",
                plural(modules),
                plural(devices),
                self.counts.table(true)
            ));
        }
        if not_begun > 0 {
            message::print(format_args!(
                "sos: stopped, {not_begun} not begun; --keep-going would go on\n"
            ));
        }
        Ok(self.status)
    }
}
