//! A C header becomes a header with the modules that a device can run: see `sos_runner::archive::header`.
//!
//! All of its modules are filtered, or nothing is written.

use std::ffi::OsStr;

use anyhow::{Context as _, Result};
use sos_runner::archive::Archive;

use super::row::Row;
use super::unit::{Constants, Unit};
use super::{write_depfile, Batch, Tally};
use crate::output::{self, Content};
use crate::{input, Status};

/// Filters a header into another.
pub(super) fn run(batch: &Batch<'_>, archive: &Archive) -> Result<Status> {
    batch.only_folders()?;
    let device = batch.device()?;
    let place: &OsStr = &batch.args.output;
    output::check(place, Content::Text)?;
    let Some(header) = archive.header() else {
        // What is wrong with it, if it is no module either.
        let path = archive.path();
        input::module(path.as_os_str(), &batch.args.tuning.limits())?;
        anyhow::bail!(
            "{} is a module, and the output a header: only a header becomes one",
            path.display()
        );
    };
    anyhow::ensure!(
        !header.has_rows(),
        "{} has an array of arrays, all of which have one size: their modules can only become files in a folder (-o DIR)",
        archive.path().display()
    );
    let mut tally = Tally::new(batch, batch.begin_report("results")?, archive.units().len());
    let (mut modules, constants) = (Vec::new(), Constants::default());
    for unit in archive.units() {
        let name = format!("{}/{}", archive.path().display(), unit.name);
        let words = archive.read(unit);
        let words = words.and_then(|bytes| input::words(&bytes, &name));
        let run = words.and_then(|words| {
            let unit = Unit {
                name: &name,
                words: &words,
                stage: None,
                tuning: &batch.args.tuning,
                constants: &constants,
            };
            let run = unit.filter(device.target(), |_| false)?;
            let mut run = run.context("a module without a result")?;
            run.output = run.output.filter(|output| *output != words);
            Ok(run)
        });
        let (mut row, output) = match run {
            Ok(run) => (Row::of(&name, device.name(), run.report), run.output),
            Err(why) => (Row::error(&name, device.name(), &why), None),
        };
        if !row.is_failure() {
            row.output = Some(place.to_string_lossy().into_owned());
        }
        modules.push(output);
        tally.take(vec![row])?;
        if tally.is_over() {
            break;
        }
    }
    if tally.status == Status::Done {
        batch.notes(&constants.unused(&batch.args.tuning));
        let text = header.with(&modules);
        output::stage(place, text, Content::Text)?.commit()?;
        write_depfile(batch.args, &batch.device_files)?;
    }
    tally.end(&place.to_string_lossy())
}
