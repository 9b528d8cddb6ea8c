//! Joins the JSON reports of runs of parts of a corpus: the outcome is what one run of all parts would have written.
//!
//! Input: reports of `sos corpus run --shard I/N`, or of earlier merges of such. Their rows are sorted by name, so they are read side by
//! side, and only one row of each is in memory. Output: as of [`run`](crate::run). The table lists what is missing: parts that no report
//! is about, and cases that their report lacks. A merge of some of the parts is a report of these parts, which can be merged again.
//!
//! Refused, because no report could be true: reports of different versions of the program or the validator, of other devices or drivers,
//! of another corpus or another division of it, or with other orphans; two reports of the same part or the same case; and files that are
//! not such a report, or not a complete one.
//!
//! A report does not contain the modules, so a page made of reports shows no text of modules, unless the corpus and the devices are at
//! hand, and the same.

mod part;
mod pull;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{bail, ensure, Context as _, Result};

use crate::discover::{self, Found};
use crate::files;
use crate::pair::Device;
use crate::report::{plural, ReportFile, Reports};
use crate::results::{Results, SHOWN};
use crate::row::{DeviceHead, Head, Row};
use crate::shard::Part;
use crate::work::{in_order, progress};
use part::PartReport;

/// How many rows for each thread are read before they are worked on.
const BATCH: usize = 16;

/// What a merge is asked for.
#[derive(Clone, Debug)]
pub struct Merge {
    /// JSON reports.
    pub from: Vec<PathBuf>,
    /// The reports to write.
    pub reports: Vec<ReportFile>,
    /// The corpus that the reports are about, for the texts on pages; nothing if it is not at hand.
    pub corpus: Vec<PathBuf>,
    /// Devices, among which must be those of the reports, if the corpus is at hand.
    pub devices: Vec<Device>,
    /// How many modules to work on at a time.
    pub jobs: usize,
    /// Whether to show a progress bar, where standard error is a terminal.
    pub progress: bool,
}

/// Joins reports.
///
/// # Errors
/// A report cannot be read or contradicts another, or a file cannot be written. That parts are missing is no error:
/// [`Results::is_complete`] says so.
pub fn merge(options: &Merge) -> Result<Results> {
    for report in &options.reports {
        files::check(&report.path)?;
    }
    let from = options.from.iter();
    let mut parts: Vec<_> = from
        .map(|path| PartReport::open(path))
        .collect::<Result<_>>()
        .map_err(|why| too_many(why, options.from.len()))?;
    let head = join(&parts)?;
    let corpus = Corpus::find(options, &head)?;
    let mut gaps = missing_parts(&head);

    let mut results = Results::new(head.clone());
    results.orphans = parts
        .first()
        .map_or_else(Vec::new, |part| part.orphans().to_vec());
    let mut reports = Reports::begin(&options.reports, &head)?;
    let bar = progress(head.cases(), options.progress);
    let mut seen = Seen::new(&corpus.cases);
    let mut rows = Rows::new(&mut parts)?;
    loop {
        let batch = rows.batch(BATCH * options.jobs)?;
        if batch.is_empty() {
            break;
        }
        let make = |index: usize| {
            let slot = batch.get(index).context("a row without a place")?;
            let row = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut row = row.context("a row is taken once")?;
            row.case = corpus.find_case(&row.name)?;
            let packed = Reports::pack(&options.reports, &row, &head, &corpus.devices)?;
            Ok((row, packed))
        };
        in_order(options.jobs, batch.len(), make, |(row, packed)| {
            seen.take(&row.name);
            results.take(&row);
            bar.inc(1);
            reports.take(&row, &packed)
        })?;
    }
    drop(rows);
    bar.finish_and_clear();
    for part in &parts {
        part.check_end()?;
        gaps.extend(part.gap());
    }
    if head.shard.is_none() {
        gaps.extend(seen.end());
    }
    results.gaps = gaps;
    reports.end(&results)?;
    Ok(results)
}

/// An error, with what helps where more files would be open than may be.
fn too_many(why: anyhow::Error, reports: usize) -> anyhow::Error {
    // `EMFILE` has no kind of its own, and is this number on every Unix.
    let is_emfile = |error: &std::io::Error| cfg!(unix) && error.raw_os_error() == Some(24);
    let mut causes = why.chain().filter_map(|cause| cause.downcast_ref());
    match causes.any(is_emfile) {
        true => why.context(format!(
            "{reports} reports are more than files may be open (`ulimit -n`): merge some of them, and then what becomes of those"
        )),
        false => why,
    }
}

/// The head of the merged report.
///
/// # Errors
/// The reports contradict each other.
fn join(parts: &[PartReport]) -> Result<Head> {
    let first = parts.first().context("there are no reports")?;
    let mut head = first.head.clone();
    let mut against = Vec::new();
    for part in parts.iter().skip(1) {
        let differences = part.differences(first);
        let names = (part.path.display(), first.path.display());
        against.extend(
            differences.map(|what| format!("{} and {} differ in {what}", names.0, names.1)),
        );
        for driver in &part.head.missing_drivers {
            if !head.missing_drivers.contains(driver) {
                head.missing_drivers.push(driver.clone());
            }
        }
    }
    if let Some(first) = against.first() {
        let more = match against.len() {
            1 => String::new(),
            more => format!("; and {} more", plural(more - 1, "difference")),
        };
        bail!("these are not parts of one run: {first}{more}");
    }
    if parts.len() > 1 {
        head.shard = join_shards(parts)?;
    }
    Ok(head)
}

/// The parts of all reports; none if they are all parts of the corpus.
fn join_shards(parts: &[PartReport]) -> Result<Option<Part>> {
    let mut owners: Vec<(usize, &PartReport)> = Vec::new();
    let mut count = 0;
    for part in parts {
        let Some(shard) = &part.head.shard else {
            bail!(
                "{} is about the whole corpus: there is nothing to join it with",
                part.path.display()
            );
        };
        count = shard.count;
        owners.extend(shard.parts.iter().map(|number| (*number, part)));
    }
    owners.sort_by_key(|(number, _)| *number);
    for pair in owners.windows(2) {
        if let [(one, first), (other, second)] = pair {
            ensure!(
                one != other,
                "part {one} of {count} is there twice, in {} and {}",
                first.path.display(),
                second.path.display()
            );
        }
    }
    let parts: Vec<usize> = owners.into_iter().map(|(number, _)| number).collect();
    Ok((parts.len() < count).then_some(Part { count, parts }))
}

/// Sentences about the parts that no report is about.
fn missing_parts(head: &Head) -> Vec<String> {
    let Some(shard) = &head.shard else {
        return Vec::new();
    };
    let count = shard.count;
    let missing = (1..=count).filter(|part| shard.parts.binary_search(part).is_err());
    let say = |part| {
        let one = Part {
            count,
            parts: vec![part],
        };
        let cases = plural(one.cases(head.corpus.cases), "module");
        format!("part {part} of {count}, {cases}: `--shard {part}/{count}`")
    };
    let mut said: Vec<_> = missing.take(SHOWN).map(say).collect();
    let missing = count - shard.parts.len();
    if missing > SHOWN {
        said.push(format!("and {} more parts", missing - SHOWN));
    }
    said
}

/// The corpus and the devices, where they are at hand.
struct Corpus {
    /// Sorted by name.
    cases: Vec<Found>,
    /// In the order of the reports.
    devices: Vec<Device>,
}

impl Corpus {
    /// Finds the corpus, and the devices of the reports among those that are there.
    ///
    /// # Errors
    /// It is not the corpus of the reports, or a device of theirs is not there.
    fn find(options: &Merge, head: &Head) -> Result<Self> {
        if options.corpus.is_empty() {
            return Ok(Self {
                cases: Vec::new(),
                devices: Vec::new(),
            });
        }
        let corpus = discover::discover(&options.corpus)?;
        ensure!(
            corpus.identity() == head.corpus,
            "{} is not the corpus of the reports: names or sizes of modules differ",
            options
                .corpus
                .first()
                .map_or_else(PathBuf::new, PathBuf::clone)
                .display()
        );
        let find = |wanted: &DeviceHead| {
            let same = |device: &&Device| DeviceHead::of(device) == *wanted;
            let found = options.devices.iter().find(same).cloned();
            found.with_context(|| {
                format!(
                    "the device {} of the reports is not among those of --device, or has another description",
                    wanted.name
                )
            })
        };
        Ok(Self {
            cases: corpus.cases,
            devices: head.devices.iter().map(find).collect::<Result<_>>()?,
        })
    }

    /// The case, where the corpus is at hand.
    fn find_case(&self, name: &str) -> Result<Option<crate::case::Case>> {
        if self.cases.is_empty() {
            return Ok(None);
        }
        let cases = &self.cases;
        let place = cases.binary_search_by(|found| found.name.as_str().cmp(name));
        let found = place.ok().and_then(|place| cases.get(place));
        let found = found.with_context(|| format!("the corpus has no module {name}"))?;
        found.read().map(Some)
    }
}

/// Compares the names that come with those of the corpus.
struct Seen<'a> {
    expected: &'a [Found],
    next: usize,
    missing: Vec<&'a str>,
}

impl<'a> Seen<'a> {
    fn new(expected: &'a [Found]) -> Self {
        Self {
            expected,
            next: 0,
            missing: Vec::new(),
        }
    }

    /// Names come in order, as do those of the corpus.
    fn take(&mut self, name: &str) {
        while let Some(found) = self
            .expected
            .get(self.next)
            .filter(|found| *found.name <= *name)
        {
            if found.name != name {
                self.missing.push(&found.name);
            }
            self.next += 1;
        }
    }

    /// Sentences about the cases that have not come.
    fn end(mut self) -> Vec<String> {
        let rest = self.expected.get(self.next..).unwrap_or_default();
        self.missing
            .extend(rest.iter().map(|found| found.name.as_str()));
        let shown = self.missing.iter().take(SHOWN);
        let mut said: Vec<_> = shown.map(|name| format!("the module {name}")).collect();
        if self.missing.len() > SHOWN {
            said.push(format!("and {} more modules", self.missing.len() - SHOWN));
        }
        said
    }
}

/// The rows of all reports, in order.
struct Rows<'a> {
    parts: &'a mut [PartReport],
    /// The next row of each report.
    next: Vec<Option<Row>>,
    /// The reports that have one, by its name.
    order: BinaryHeap<Reverse<(String, usize)>>,
    last: Option<(String, usize)>,
}

impl<'a> Rows<'a> {
    fn new(parts: &'a mut [PartReport]) -> Result<Self> {
        let mut rows = Self {
            next: parts.iter().map(|_| None).collect(),
            parts,
            order: BinaryHeap::new(),
            last: None,
        };
        for at in 0..rows.parts.len() {
            rows.pull(at)?;
        }
        Ok(rows)
    }

    /// Reads the next row of a report.
    fn pull(&mut self, at: usize) -> Result<()> {
        let row = self.parts.get_mut(at).map_or(Ok(None), PartReport::row)?;
        if let Some(row) = &row {
            self.order.push(Reverse((row.name.clone(), at)));
        }
        if let Some(next) = self.next.get_mut(at) {
            *next = row;
        }
        Ok(())
    }

    /// The next rows, each to be taken once.
    fn batch(&mut self, count: usize) -> Result<Vec<Mutex<Option<Row>>>> {
        let mut batch = Vec::new();
        while batch.len() < count {
            let Some(Reverse((name, at))) = self.order.pop() else {
                break;
            };
            let row = self.next.get_mut(at).and_then(Option::take);
            if let Some((last, owner)) = self.last.take().filter(|(last, _)| *last == name) {
                let path = |at: usize| {
                    self.parts
                        .get(at)
                        .map(|part| part.path.display().to_string())
                };
                bail!(
                    "{last} is there twice, in {} and {}",
                    path(owner).unwrap_or_default(),
                    path(at).unwrap_or_default()
                );
            }
            self.last = Some((name, at));
            batch.push(Mutex::new(row));
            self.pull(at)?;
        }
        Ok(batch)
    }
}
