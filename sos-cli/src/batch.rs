//! `sos filter` for many files: folders, lists, archives and several devices in one run.
//!
//! Input: modules and devices. Output: a file for each pair below a folder, named by a pattern; a table of how many there are of each
//! outcome; on request a report with every pair, a depfile, and a record by which a later run does only what has changed. A Fossilize
//! database becomes a database of what the device can run, or one for each device (`database.rs`), a C header a header (`header.rs`), and
//! outputs become members of a zip archive, where the output's name says so.
//!
//! Nothing is begun if an argument is wrong, or if two pairs would be written to one file. Each output is complete or not there. A
//! module that a device cannot run, or that is invalid, ends the run as in build tools: what has been begun is finished, and the status
//! says that something is missing. With `--keep-going`, everything is done first. Memory is flat in the modules: one for each thread.

pub(crate) mod args;
mod database;
mod depfile;
mod header;
pub(crate) mod inputs;
mod names;
mod outputs;
pub(crate) mod report;
pub(crate) mod row;
mod state;
mod tally;
pub(crate) mod unit;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufWriter, IntoInnerError};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context as _, Result};
use sos_runner::archive::{self, has_end, zip, Archive, Kind};
use sos_runner::files::{self, Replacement};
use sos_runner::{in_order_until, Device};

use crate::args::{FilterArgs, Tuning};
use crate::filter::report_to;
use crate::places::Places;
use crate::{device, input, message, Status};
pub(crate) use args::BatchArgs;
use inputs::{Inputs, Source};
use names::Pattern;
use outputs::Outputs;
use report::Report;
use row::Row;
use state::State;
use tally::Tally;
use unit::{Constants, Unit};

/// Whether the arguments ask for more than one module on one device.
pub(crate) fn is_wanted(args: &FilterArgs) -> bool {
    let [input] = args.inputs.as_slice() else {
        return true;
    };
    let path = Path::new(input);
    if !input::is_dash(input)
        && (path.is_dir() || inputs::list_of(input).is_some() || Kind::of(path) != Kind::Other)
    {
        return true;
    }
    device::split(&args.devices).len() > 1
        || args.devices.iter().any(|device| device::is_group(device))
        || args.batch.is_for_folders()
        || is_folder(&args.output)
        || ["foz", "h", "zip"]
            .iter()
            .any(|end| has_end(&args.output, end))
}

/// Whether an output is a folder, or is said to be one.
fn is_folder(output: &OsStr) -> bool {
    let text = output.to_string_lossy();
    Path::new(output).is_dir() || text.ends_with(std::path::is_separator)
}

/// Refuses a file, and a folder to be made that is called like a file: that would be a slip.
fn check_folder(output: &OsStr, why: &str) -> Result<()> {
    let folder = Path::new(output);
    ensure!(
        !folder.exists() || folder.is_dir(),
        "{} is a file, and these outputs go to a folder{why}",
        folder.display()
    );
    let is_file = archive::is_called(folder) || has_end(output, "h");
    ensure!(
        is_folder(output) || !is_file,
        "{0} is the name of a file, and these outputs go to a folder{why}: give -o DIR, or -o {0}/ if it is to be called so",
        folder.display()
    );
    Ok(())
}

/// What a run works with.
struct Batch<'a> {
    args: &'a FilterArgs,
    devices: Vec<Device>,
    /// What they were read from.
    device_files: Vec<PathBuf>,
    report_to: Option<OsString>,
    quiet: bool,
}

/// `sos filter` with many files.
pub(crate) fn run(args: &FilterArgs, quiet: bool) -> Result<Status> {
    let mut device_files = Vec::new();
    let devices =
        device::resolve_typed_without(&args.devices, &args.hide, quiet, &mut device_files)?;
    let batch = Batch {
        args,
        devices,
        device_files,
        report_to: report_to(args),
        quiet,
    };
    if input::is_dash(&args.output) {
        bail!("several modules cannot all go to standard output: give a folder (-o DIR)");
    }
    let mut taken = batch.places(&args.inputs)?;
    if let [input] = args.inputs.as_slice() {
        let path = Path::new(input);
        let is_one = !is_folder(&args.output);
        if Kind::of(path) == Kind::Database {
            let open = || Archive::open(path, &args.tuning.limits());
            if is_one && has_end(&args.output, "foz") {
                batch.only_folders()?;
                batch.device()?;
                return database::run(&batch, &open()?, &[args.output.clone().into()]);
            }
            let pattern = args.batch.name.as_ref();
            if let Some(pattern) = pattern.filter(|pattern| pattern.is_of_databases()) {
                let places = batch.database_places(path, pattern, &mut taken)?;
                return database::run(&batch, &open()?, &places);
            }
        }
        let is_stream = input::is_dash(input);
        if is_one && (is_stream || path.is_file() && Kind::of(path) == Kind::Other) {
            let kinds = [("foz", "database"), ("h", "header")];
            let mut becomes = kinds.iter().filter(|(end, _)| has_end(&args.output, end));
            // Headers are looked into below.
            if let Some((_, kind)) = becomes.find(|(end, _)| is_stream || *end == "foz") {
                input::module(input, &args.tuning.limits())?;
                bail!(
                    "{} is a module, and the output a {kind}: only a {kind} becomes one",
                    input::name(input)
                );
            }
        }
        if is_one && has_end(&args.output, "h") && path.is_file() {
            let archive = Archive::open(path, &args.tuning.limits())?;
            return header::run(&batch, &archive);
        }
    }
    batch.filter_all()
}

impl Batch<'_> {
    /// The only device.
    ///
    /// # Errors
    /// There are several.
    fn device(&self) -> Result<&Device> {
        match self.devices.as_slice() {
            [device] => Ok(device),
            _ => bail!("one output is for one device; for several, give a folder (-o DIR)"),
        }
    }

    /// Refuses options that only concern folders.
    fn only_folders(&self) -> Result<()> {
        for option in self.args.batch.given() {
            ensure!(
                matches!(option, "--jobs" | "--keep-going"),
                "{option} is for outputs in a folder (-o DIR)"
            );
        }
        Ok(())
    }

    /// Why the outputs are several, if the devices say it.
    fn why_folder(&self) -> String {
        let count = self.devices.len();
        match device::split(&self.args.devices).as_slice() {
            _ if count < 2 => String::new(),
            [group] => format!(
                ", because {} is {count} devices",
                Path::new(group).display()
            ),
            _ => format!(", because they are for {count} devices"),
        }
    }

    /// The databases that one becomes in a folder.
    ///
    /// # Errors
    /// Two would be one, or one the database that all are made of.
    fn database_places(
        &self,
        from: &Path,
        pattern: &Pattern,
        taken: &mut Places,
    ) -> Result<Vec<PathBuf>> {
        ensure!(
            !self.args.batch.changed_only,
            "--changed-only is for modules in a folder, and --name makes databases"
        );
        check_folder(&self.args.output, &self.why_folder())?;
        let folder = Path::new(&self.args.output);
        let name = Path::new(from.file_name().unwrap_or_default()).with_extension("");
        let mut places: Vec<PathBuf> = Vec::new();
        for device in &self.devices {
            let name = pattern.name(&names::slashed(&name), device.name())?;
            let place = folder.join(name);
            let shown = place.display();
            ensure!(
                !places.contains(&place),
                "two databases would be written to {shown}: {{device}} in --name tells them apart"
            );
            taken.write("output", &place)?;
            places.push(place);
        }
        for place in &places {
            make_folder(files::directory(place))?;
        }
        Ok(places)
    }

    fn depfile(&self) -> Option<&OsStr> {
        self.args.batch.depfile.as_deref().map(Path::as_os_str)
    }

    fn filter_all(&self) -> Result<Status> {
        let folder = Path::new(&self.args.output);
        let is_archive = has_end(&self.args.output, "zip") && !is_folder(&self.args.output);
        if is_archive {
            ensure!(
                !self.args.batch.changed_only,
                "--changed-only is for outputs in a folder (-o DIR)"
            );
            files::check(folder)?;
        } else {
            check_folder(&self.args.output, &self.why_folder())?;
        }
        let found = inputs::find(&self.args.inputs, folder, &self.args.tuning.limits())?;
        refuse_stages(&self.args.tuning, &found.sources)?;
        self.notes(&found.notes);
        let pattern = self.args.batch.name.clone();
        let pattern = pattern.unwrap_or_else(|| Pattern::usual(self.devices.len()));
        ensure!(
            !pattern.is_of_databases(),
            "--name PATTERN.foz makes databases of a Fossilize database, which is then the only input"
        );
        Outputs::new(self, &found, folder).check(&pattern, !is_archive)?;
        let mut archive = None;
        if is_archive {
            let file = BufWriter::new(Replacement::begin(folder)?);
            archive = Some(zip::Writer::new(file));
        } else {
            // First, because the report may be in it.
            make_folder(folder)?;
        }
        let report = self.begin_report("results")?;
        let state = self.args.batch.changed_only;
        let state = state.then(|| State::open(folder)).transpose()?;
        let work = Work {
            batch: self,
            pattern,
            folder,
            is_archive,
            state,
            constants: Constants::default(),
        };
        let count = found.sources.len();
        let mut tally = Tally::new(self, report, count);
        let of = |index: usize| match found.sources.get(index) {
            Some(source) => work.filter(source),
            None => Ok(Vec::new()),
        };
        let goes_on = self.args.batch.keep_going;
        let ends = |made: &Result<Vec<Made>>| match made {
            Ok(made) => !goes_on && made.iter().any(|made| made.row.is_failure()),
            Err(_) => true,
        };
        in_order_until(self.args.batch.jobs(), count, of, ends, |made| {
            let made = made?;
            if let Some(archive) = &mut archive {
                let members = made.iter().filter_map(|made| made.member.as_ref());
                for (name, bytes) in members {
                    archive.add(name, bytes)?;
                }
            }
            tally.take(made.into_iter().map(|made| made.row).collect())
        })?;
        if let Some(archive) = archive {
            if tally.is_over() {
                return tally.end("no archive");
            }
            let file = archive.end()?.into_inner();
            file.map_err(IntoInnerError::into_error)?.commit()?;
        }
        if !tally.is_over() {
            self.notes(&work.constants.unused(&self.args.tuning));
        }
        let status = tally.end(&folder.display().to_string())?;
        self.write_depfile(&found)?;
        Ok(status)
    }

    fn notes(&self, notes: &[String]) {
        for note in notes.iter().filter(|_| !self.quiet) {
            message::warn(note);
        }
    }

    fn begin_report(&self, list: &str) -> Result<Option<Report>> {
        let place = self.report_to.as_deref();
        place.map(|place| Report::begin(place, list)).transpose()
    }

    /// What is read and written, but for what is in folders.
    ///
    /// # Errors
    /// Something would replace an input, or something else that is written.
    fn places(&self, inputs: &[OsString]) -> Result<Places> {
        let mut places = Places::default();
        self.device_files.iter().for_each(|file| places.read(file));
        inputs.iter().for_each(|input| places.read(input));
        places.write("output", &self.args.output)?;
        for (what, place) in [
            ("report", self.report_to.as_deref()),
            ("depfile", self.depfile()),
        ] {
            if let Some(place) = place {
                places.write(what, place)?;
            }
        }
        Ok(places)
    }

    fn write_depfile(&self, found: &Inputs) -> Result<()> {
        let Some(file) = &self.args.batch.depfile else {
            return Ok(());
        };
        let report = self.report_to.as_deref();
        let target = report.filter(|place| !input::is_dash(place));
        let mut sources: Vec<PathBuf> = found.others.clone();
        sources.extend(found.sources.iter().map(|source| source.path().to_owned()));
        sources.extend_from_slice(&self.device_files);
        depfile::write(
            file,
            Path::new(target.unwrap_or(&self.args.output)),
            sources,
        )
    }
}

/// Writes the depfile of a single module.
pub(crate) fn write_depfile(args: &FilterArgs, device_files: &[PathBuf]) -> Result<()> {
    let Some(file) = &args.batch.depfile else {
        return Ok(());
    };
    let inputs = args.inputs.iter().filter(|input| !input::is_dash(input));
    let mut sources: Vec<PathBuf> = inputs.map(PathBuf::from).collect();
    sources.extend_from_slice(device_files);
    depfile::write(file, Path::new(&args.output), sources)
}

/// Pipelines say what their entry points and constants are.
pub(crate) fn refuse_stages(tuning: &Tuning, sources: &[Source]) -> Result<()> {
    let given = [
        ("--set", !tuning.sets.is_empty()),
        ("--entry-point", !tuning.entry_points.is_empty()),
    ];
    for (option, _) in given.into_iter().filter(|(_, given)| *given) {
        if let Some(source) = sources.iter().find(|source| source.stage().is_some()) {
            bail!(
                "{option} cannot be given: {} is used by pipelines, which say that themselves",
                source.shown()
            );
        }
    }
    Ok(())
}

/// What `make` makes of a module for each device.
///
/// # Errors
/// Those of `make`.
pub(crate) fn filter_source(
    source: &Source,
    devices: &[Device],
    tuning: &Tuning,
    constants: &Constants,
    make: impl Fn(&Unit<'_>, &Device) -> Result<Made>,
) -> Result<Vec<Made>> {
    let shown = source.shown();
    let words = source
        .read(&tuning.limits())
        .and_then(|bytes| input::words(&bytes, &shown));
    let rows = devices.iter().map(|device| {
        let words = match &words {
            Ok(words) => words,
            Err(why) => return Ok(Row::error(&shown, device.name(), why).into()),
        };
        let unit = Unit {
            name: &shown,
            words,
            stage: source.stage(),
            tuning,
            constants,
        };
        let mut made = make(&unit, device)?;
        if let Some(stage) = source.stage() {
            made.row.stage = stage.text();
        }
        Ok(made)
    });
    rows.collect()
}

/// What a module has become on a device.
pub(crate) struct Made {
    pub(crate) row: Row,
    /// In an archive: its name and its content.
    member: Option<(String, Vec<u8>)>,
}

impl From<Row> for Made {
    fn from(row: Row) -> Self {
        Self { row, member: None }
    }
}

/// Filters sources into a folder, or for an archive.
struct Work<'a> {
    batch: &'a Batch<'a>,
    pattern: Pattern,
    /// The folder, or the archive.
    folder: &'a Path,
    is_archive: bool,
    state: Option<State>,
    constants: Constants,
}

impl Work<'_> {
    /// Filters a module for all devices.
    ///
    /// # Errors
    /// An output cannot be written.
    fn filter(&self, source: &Source) -> Result<Vec<Made>> {
        let Batch { args, devices, .. } = self.batch;
        filter_source(
            source,
            devices,
            &args.tuning,
            &self.constants,
            |unit, device| {
                let name = self.pattern.name(&source.name, device.name())?;
                self.make(unit, device, &name)
            },
        )
    }

    fn make(&self, unit: &Unit<'_>, device: &Device, name: &Path) -> Result<Made> {
        let output = self.folder.join(name);
        let path = names::slashed(name);
        let mut current = None;
        let run = unit.filter(device.target(), |key| {
            let state = self.state.as_ref();
            current = state.and_then(|state| state.current(&path, key, &output));
            current.is_some()
        });
        let run = match run {
            Ok(run) => run,
            Err(why) => return Ok(Row::error(unit.name, device.name(), &why).into()),
        };
        if let Some(mut row) = current {
            row.up_to_date = true;
            // The record may be of a folder that was moved, and of a device by another name.
            unit.name.clone_into(&mut row.input);
            device.name().clone_into(&mut row.device);
            row.output = Some(output.display().to_string());
            return Ok(row.into());
        }
        let run = run.context("a module without a result")?;
        let mut row = Row::of(unit.name, device.name(), run.report);
        if let Some(words) = run.output {
            let bytes = sos_core::words::to_bytes(&words);
            row.output = Some(output.display().to_string());
            if self.is_archive {
                let member = Some((path, bytes));
                return Ok(Made { row, member });
            }
            make_folder(files::directory(&output))?;
            files::write(&output, &bytes)?;
            if let Some(state) = &self.state {
                state.add(&path, &run.key, &bytes, &row)?;
            }
        }
        Ok(row.into())
    }
}

fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
