//! A Fossilize database becomes one of what a device can run, or one for each device.
//!
//! Each stage of a pipeline is filtered with its entry point, its constants and the size of subgroups that it requires; each module that
//! no pipeline uses is filtered by itself. A stage that is rewritten gets a module of its own, under the hash that Fossilize gives
//! those words, and equal outputs are one module. What the pipeline says stays, but for these:
//!
//! - the hash of the module;
//! - map entries of constants that the new module no longer has;
//! - a size of subgroups to require, if the new module needs one and the pipeline requires none. Then it may not vary.
//!
//! Pipelines keep their hashes, by which links and other pipelines name them, although they would be others if Fossilize recorded the
//! new pipelines. All other objects are copied byte for byte. A pipeline with a stage that the device cannot run, and one that derives
//! from it or is linked from it, is no use to whoever replays the database, so it is left out; so are links to what is left out. That is
//! a loss, so without `--keep-going` no such database is written. A stage without a module in the database stays as it is.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context as _, Result};
use serde::Serialize;
use sos_core::{specialization_constants, Limits, Module};
use sos_runner::archive::foz::object::{self, Change, Link};
use sos_runner::archive::foz::{tag, Database, Entry, Writer};
use sos_runner::archive::{module_of, pipeline_of, stage, Archive, Unit as Member};
use sos_runner::case::Outcome;
use sos_runner::files::Writing;
use sos_runner::{in_order_until, Device};

use super::row::Row;
use super::unit::{Constants, Unit};
use super::{write_depfile, Batch, Tally};
use crate::{input, message, Status};

/// What became of a pipeline, for the report.
#[derive(Debug, Serialize)]
struct PipelineRow<'a> {
    /// Tag and hash.
    pipeline: String,
    device: &'a str,
    outcome: &'static str,
    /// The names of its stages among the results.
    stages: Vec<String>,
    /// Why it is left out.
    reasons: Vec<String>,
}

/// What becomes of a unit.
enum Made {
    /// It stays: with a change if it has to require a size of subgroups.
    Same(Option<Change>),
    /// Another module.
    Other(Change),
    /// The device cannot run it, or it is invalid, for a reason.
    None(Outcome, String),
}

/// A result of the filter, with the words to write.
struct Filtered {
    row: Row,
    made: Made,
    words: Option<(Vec<u32>, u32)>,
}

/// Filters a database into others: for each device, into the one in its place.
pub(super) fn run(batch: &Batch<'_>, archive: &Archive, places: &[PathBuf]) -> Result<Status> {
    let tuning = &batch.args.tuning;
    if !tuning.sets.is_empty() || !tuning.entry_points.is_empty() {
        bail!("pipelines say what their entry points and constants are: give neither --set nor --entry-point");
    }
    let database = archive.database().context("no database")?;
    batch.notes(archive.notes());
    let mut all = Vec::new();
    for (device, place) in batch.devices.iter().zip(places) {
        all.push(Rebuilt::begin(batch, database, device.name(), place)?);
    }
    let mut tally = Tally::new(batch, batch.begin_report("results")?, archive.units().len());
    let units = archive.units();
    let goes_on = batch.args.batch.keep_going;
    let of = |index: usize| {
        let unit = units.get(index)?;
        Some((unit, filter(batch, archive, unit)))
    };
    in_order_until(
        batch.args.batch.jobs(),
        units.len(),
        of,
        |made| {
            let rows = made.iter().flat_map(|(_, filtered)| filtered);
            let mut rows = rows.map(|filtered| &filtered.row);
            !goes_on && rows.any(Row::is_failure)
        },
        |made| {
            let (unit, filtered) = made.context("a unit that is not there")?;
            let mut rows = Vec::with_capacity(filtered.len());
            for (rebuilt, filtered) in all.iter_mut().zip(filtered) {
                rebuilt.add(unit, filtered.made, filtered.words)?;
                rows.push(filtered.row);
            }
            tally.take(rows)
        },
    )?;
    if tally.is_over() {
        return tally.end("no database");
    }
    if let Some(report) = &mut tally.report {
        report.next_list("pipelines")?;
    }
    let mut left = Vec::new();
    for rebuilt in &mut all {
        left.push((rebuilt.device, rebuilt.write(&mut tally)?));
    }
    for rebuilt in all {
        rebuilt.writer.into_inner().commit()?;
    }
    let status = tally.end(&batch.args.output.to_string_lossy())?;
    let is_one = left.len() == 1;
    for (device, left) in left {
        let pipelines = match left {
            0 => continue,
            1 => "pipeline is",
            _ => "pipelines are",
        };
        let on = match is_one {
            true => String::new(),
            false => format!(" for {device}"),
        };
        if !batch.quiet {
            message::print(format_args!("sos: {left} {pipelines} left out{on}\n"));
        }
    }
    write_depfile(batch.args, &batch.device_files)?;
    Ok(status)
}

/// Filters a unit for all devices.
fn filter(batch: &Batch<'_>, archive: &Archive, member: &Member) -> Vec<Filtered> {
    let shown = format!("{}/{}", archive.path().display(), member.name);
    let words = archive.read(member);
    let words = words.and_then(|bytes| input::words(&bytes, &shown));
    let on = |device: &Device| {
        let filtered = match &words {
            Ok(words) => try_filter(batch, archive, member, &shown, words, device),
            Err(why) => Err(anyhow!("{why:#}")),
        };
        let mut filtered = filtered.unwrap_or_else(|why| {
            let row = Row::error(&shown, device.name(), &why);
            Filtered {
                made: Made::None(Outcome::Error, row.reasons.concat()),
                row,
                words: None,
            }
        });
        if let Some(stage) = &member.stage {
            filtered.row.stage = stage.text();
        }
        filtered
    };
    batch.devices.iter().map(on).collect()
}

fn try_filter(
    batch: &Batch<'_>,
    archive: &Archive,
    member: &Member,
    shown: &str,
    words: &[u32],
    device: &Device,
) -> Result<Filtered> {
    let tuning = &batch.args.tuning;
    let unit = Unit {
        name: shown,
        words,
        stage: member.stage.as_ref(),
        tuning,
        constants: &Constants::default(),
    };
    let run = unit.filter(device.target(), |_| false)?;
    let run = run.context("a module without a result")?;
    let subgroup_size = run.report.required_subgroup_size;
    let row = Row::of(shown, device.name(), run.report);
    let Some(output) = run.output else {
        let made = Made::None(Outcome::Unsupported, row.reasons.join("; "));
        return Ok(Filtered {
            row,
            made,
            words: None,
        });
    };
    let hash = member.module().context("a module without a hash")?;
    let mut change = Change {
        module: hash,
        open: open_constants(&output)?,
        subgroup_size,
    };
    if output == words {
        let made = Made::Same(subgroup_size.map(|_| change));
        return Ok(Filtered {
            row,
            made,
            words: None,
        });
    }
    let database = archive.database().context("no database")?;
    let (_, flags) = module_of(database, hash, &tuning.limits())?;
    change.module = object::hash_module(&output, flags);
    Ok(Filtered {
        row,
        made: Made::Other(change),
        words: Some((output, flags)),
    })
}

/// The constants that a module has.
fn open_constants(words: &[u32]) -> Result<Vec<u32>> {
    let module = Module::scan(words, &Limits::NONE)?;
    let constants = specialization_constants(&module).into_iter();
    Ok(constants.map(|constant| constant.spec_id).collect())
}

/// A database that is being written.
struct Rebuilt<'a> {
    batch: &'a Batch<'a>,
    database: &'a Database,
    /// The device's name.
    device: &'a str,
    /// What becomes of each unit, by its name.
    made: HashMap<String, Made>,
    /// The modules in the place of each module; the module itself, if it stays.
    replaced: HashMap<u64, Vec<u64>>,
    /// A hash of the content of each module: Fossilize's could be the same for two.
    contents: HashMap<u64, [u8; 16]>,
    writer: Writer<Writing>,
}

impl<'a> Rebuilt<'a> {
    fn begin(
        batch: &'a Batch<'a>,
        database: &'a Database,
        device: &'a str,
        place: &Path,
    ) -> Result<Self> {
        let file = Writing::begin(place)?;
        Ok(Self {
            batch,
            database,
            device,
            made: HashMap::new(),
            replaced: HashMap::new(),
            contents: HashMap::new(),
            writer: Writer::new(file, database.version())?,
        })
    }

    /// Takes a result, and writes its module.
    fn add(&mut self, member: &Member, made: Made, words: Option<(Vec<u32>, u32)>) -> Result<()> {
        let stays = match &made {
            Made::Same(_) => member.module(),
            Made::Other(change) => Some(change.module),
            Made::None(..) => None,
        };
        if let (Some(old), Some(new)) = (member.module(), stays) {
            let new_ones = self.replaced.entry(old).or_default();
            if !new_ones.contains(&new) {
                new_ones.push(new);
            }
        }
        if let (Some((words, flags)), Made::Other(change)) = (words, &made) {
            let hash = change.module;
            let content = super::state::hash(&sos_core::words::to_bytes(&words));
            let known = self.contents.insert(hash, content);
            let is_other = |known| known != content;
            // One of the database may have the hash as well; then it has to have the same words.
            let limits = self.batch.args.tuning.limits();
            let in_input = || {
                self.database.find(tag::SHADER_MODULE, hash)?;
                module_of(self.database, hash, &limits).ok()
            };
            if known.is_some_and(is_other) || in_input().is_some_and(|(its, _)| its != words) {
                bail!("two modules have Fossilize's hash {hash:016x}: no database can hold both");
            }
            let payload = object::write_module(self.database.version(), hash, &words, flags);
            self.writer.write(tag::SHADER_MODULE, hash, &payload)?;
        }
        self.made.insert(member.name.clone(), made);
        Ok(())
    }

    /// Writes everything else. Returns the number of pipelines that are left out.
    fn write(&mut self, tally: &mut Tally<'_>) -> Result<usize> {
        let left = self.left_out();
        let mut links = Vec::new();
        for entry in self.database.entries() {
            if entry.is_pipeline() {
                self.write_pipeline(entry, &left, tally)?;
            } else if entry.tag == tag::APPLICATION_BLOB_LINK {
                links.push(entry);
            } else if entry.tag != tag::SHADER_MODULE || self.stays(entry.hash) {
                self.writer.copy(self.database, entry)?;
            }
        }
        // Last, since a link may come before its object.
        for entry in links {
            self.write_link(entry)?;
        }
        self.writer.flush()?;
        Ok(left.len())
    }

    /// Whether a module is still used as it is.
    fn stays(&self, module: u64) -> bool {
        let replaced = self.replaced.get(&module);
        replaced.is_some_and(|new| new.contains(&module))
    }

    /// The pipelines that are left out, with the reasons: those with a stage that is, and those made from them.
    fn left_out(&self) -> HashMap<(u64, u64), Vec<String>> {
        let mut left = HashMap::new();
        let mut made_from = Vec::new();
        let entries = self.database.entries().iter();
        for entry in entries.filter(|entry| entry.is_pipeline()) {
            let key = (entry.tag, entry.hash);
            let pipeline = match pipeline_of(self.database, entry) {
                Ok((_, pipeline)) => pipeline,
                Err(why) => {
                    left.insert(key, vec![format!("{why:#}")]);
                    continue;
                }
            };
            let mut reasons = Vec::new();
            for stage in &pipeline.stages {
                let name = stage::name(stage);
                if let Some(Made::None(_, why)) = self.made.get(&name) {
                    reasons.push(format!("{name}: {why}"));
                }
            }
            if !reasons.is_empty() {
                left.insert(key, reasons);
            } else if !pipeline.parts.is_empty() {
                made_from.push((key, pipeline.parts));
            }
        }
        // From each that is left out to those made from it, and on: a chain may be as long as the database.
        let mut users: HashMap<u64, Vec<(u64, u64)>> = HashMap::new();
        for (key, parts) in made_from {
            for part in parts {
                users.entry(part).or_default().push(key);
            }
        }
        let mut gone: Vec<u64> = left.keys().map(|key: &(u64, u64)| key.1).collect();
        gone.sort_unstable();
        while let Some(part) = gone.pop() {
            for key in users.remove(&part).unwrap_or_default() {
                left.entry(key).or_insert_with(|| {
                    gone.push(key.1);
                    vec![format!("it is made from {part:016x}, which is left out")]
                });
            }
        }
        left
    }

    fn write_pipeline(
        &mut self,
        entry: &Entry,
        left: &HashMap<(u64, u64), Vec<String>>,
        tally: &mut Tally<'_>,
    ) -> Result<()> {
        let name = format!("{:02x}.{:016x}", entry.tag, entry.hash);
        let mut row = PipelineRow {
            pipeline: name,
            device: self.device,
            outcome: Outcome::Unchanged.name(),
            stages: Vec::new(),
            reasons: Vec::new(),
        };
        let read = pipeline_of(self.database, entry);
        let stages = read.iter().flat_map(|(_, pipeline)| &pipeline.stages);
        let stages = stages.filter(|stage| stage.module != 0);
        row.stages = stages.map(stage::name).collect();
        if let Some(reasons) = left.get(&(entry.tag, entry.hash)) {
            let is_error = row
                .stages
                .iter()
                .any(|name| matches!(self.made.get(name), Some(Made::None(Outcome::Error, _))));
            let outcome = match is_error || read.is_err() {
                true => Outcome::Error,
                false => Outcome::Unsupported,
            };
            row.outcome = outcome.name();
            row.reasons.clone_from(reasons);
        } else {
            let (payload, pipeline) = read?;
            let changes: Vec<Option<Change>> = pipeline
                .stages
                .iter()
                .map(|stage| self.change(stage))
                .collect();
            if changes.iter().all(Option::is_none) {
                self.writer.copy(self.database, entry)?;
            } else {
                let payload = object::change_pipeline(&payload, &pipeline, &changes)?;
                self.writer.write(entry.tag, entry.hash, &payload)?;
                row.outcome = Outcome::Rewritten.name();
            }
        }
        match &mut tally.report {
            Some(report) => report.add(&row),
            None => Ok(()),
        }
    }

    fn change(&self, stage: &object::Stage) -> Option<Change> {
        match self.made.get(&stage::name(stage))? {
            Made::Same(change) => change
                .clone()
                .filter(|change| change.subgroup_size != stage.subgroup_size),
            Made::Other(change) => Some(change.clone()),
            Made::None(..) => None,
        }
    }

    /// Writes a link: to what its object has become, if it has become others.
    fn write_link(&mut self, entry: &Entry) -> Result<()> {
        let payload = self.database.payload(entry, 0);
        let link = payload.and_then(|payload| Link::read(&payload));
        let Ok(link) = link else {
            return self.writer.copy(self.database, entry);
        };
        let was_there = self.database.find(link.tag, link.hash).is_some();
        if !was_there || self.writer.has(link.tag, link.hash) {
            self.writer.copy(self.database, entry)?;
        }
        if link.tag != tag::SHADER_MODULE {
            return Ok(());
        }
        let version = self.database.version();
        let new = self.replaced.get(&link.hash).into_iter().flatten();
        for &hash in new.filter(|&&hash| hash != link.hash) {
            let link = Link { hash, ..link };
            self.writer.write(
                tag::APPLICATION_BLOB_LINK,
                link.own_hash(),
                &link.write(version),
            )?;
        }
        Ok(())
    }
}
