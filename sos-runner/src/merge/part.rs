//! One report of a merge: what it says of its run, and its rows, one after the other.

use std::path::{Path, PathBuf};

use anyhow::{ensure, Context as _, Result};
use serde::Deserialize;
use serde_json::{Map, Value};
use sos_core::Report;

use super::pull::Pull;
use crate::case::Outcome;
use crate::execution::{Ending, Run};
use crate::report::SCHEMA;
use crate::row::{Cell, Head, Row};
use crate::validator::Verdict;

/// A report that is being read.
#[derive(Debug)]
pub(super) struct PartReport {
    /// Its file.
    pub(super) path: PathBuf,
    /// What holds for all of it.
    pub(super) head: Head,
    tail: Tail,
    pairs: Items,
    /// Open if there are drivers: each open file counts where there are hundreds of reports.
    runs: Option<Items>,
    /// A run of a later case.
    waiting: Option<RunOn>,
    /// The last case.
    last: Option<String>,
    rows: usize,
    failed: usize,
}

/// What a report says at its end.
#[derive(Debug, Deserialize)]
struct Tail {
    orphans: Vec<String>,
    failed: usize,
}

/// A pair as the report has it.
#[derive(Debug, Deserialize)]
struct Pair {
    case: String,
    device: String,
    outcome: Outcome,
    failures: Vec<String>,
    error: Option<String>,
    output_blake3: Option<String>,
    time_ns: u64,
    validator: Verdict,
    report: Option<Report>,
}

/// A run on a driver as the report has it.
#[derive(Debug, Deserialize)]
struct RunOn {
    case: String,
    driver: String,
    what: String,
    ending: String,
    why: Option<String>,
}

/// An array that is being read.
#[derive(Debug)]
struct Items {
    pull: Pull,
    is_first: bool,
    is_done: bool,
}

impl Items {
    fn open(path: &Path, at: u64) -> Result<Self> {
        let mut pull = Pull::open(path, at)?;
        pull.expect(b'[')?;
        Ok(Self {
            pull,
            is_first: true,
            is_done: false,
        })
    }

    fn next<T: serde::de::DeserializeOwned>(&mut self) -> Result<Option<T>> {
        self.is_done |= !self.is_done && !self.pull.more(self.is_first, b']')?;
        self.is_first = false;
        match self.is_done {
            true => Ok(None),
            false => self.pull.value().map(Some),
        }
    }
}

impl PartReport {
    /// Opens a report, and goes through it once: it must be complete, and its lists may be anywhere in it.
    ///
    /// # Errors
    /// It cannot be read, or is not a report of this version.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let what = || format!("{} is not a report of `sos corpus run`", path.display());
        let mut pull = Pull::open(path, 0)?;
        pull.expect(b'{').with_context(what)?;
        let mut fields = Map::new();
        let (mut pairs, mut runs) = (None, None);
        let mut is_first = true;
        while pull.more(is_first, b'}').with_context(what)? {
            is_first = false;
            let name: String = pull.value().with_context(what)?;
            pull.expect(b':').with_context(what)?;
            match name.as_str() {
                "pairs" => pairs = Some(pull.at()),
                "runs" => runs = Some(pull.at()),
                _ => {
                    fields.insert(name, pull.value().with_context(what)?);
                    continue;
                }
            }
            pull.skip().with_context(what)?;
        }
        pull.end().with_context(what)?;

        let schema = fields.get("schema").and_then(Value::as_u64);
        ensure!(
            schema.is_none_or(|schema| schema == u64::from(SCHEMA)),
            "{} has version {} of the format, and this program reads {SCHEMA}",
            path.display(),
            schema.unwrap_or_default()
        );
        let fields = Value::Object(fields);
        let tail: Tail = Deserialize::deserialize(&fields).with_context(what)?;
        let head: Head = Deserialize::deserialize(&fields).with_context(what)?;
        head.check()
            .map_err(anyhow::Error::msg)
            .with_context(what)?;
        let place =
            |at: Option<u64>, name: &str| at.with_context(|| format!("`{name}` is missing"));
        let pairs = place(pairs, "pairs").with_context(what)?;
        let runs = place(runs, "runs").with_context(what)?;
        let runs = (!head.drivers.is_empty()).then(|| Items::open(path, runs));
        Ok(Self {
            path: path.to_owned(),
            pairs: Items::open(path, pairs)?,
            runs: runs.transpose()?,
            head,
            tail,
            waiting: None,
            last: None,
            rows: 0,
            failed: 0,
        })
    }

    /// Expected results without a module.
    pub(super) fn orphans(&self) -> &[String] {
        &self.tail.orphans
    }

    /// In what it contradicts another one.
    pub(super) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = String> + 'a {
        let (one, two) = (&self.head, &other.head);
        let version = |head: &Head| head.validator.clone().unwrap_or_else(|| "none".to_owned());
        let count = |head: &Head| head.shard.as_ref().map(|shard| shard.count);
        let names = |head: &Head| head.drivers.join(", ");
        let devices = one.devices.iter().zip(&two.devices).find(|(a, b)| a != b);
        let devices = match devices {
            Some((a, b)) if a.name == b.name => format!(": {} has another description", a.name),
            Some((a, b)) => format!(": {} and {}", a.name, b.name),
            None => format!(": {} and {} of them", one.devices.len(), two.devices.len()),
        };
        let all = [
            (one.tool != two.tool).then(|| format!("the program: {} and {}", one.tool, two.tool)),
            (one.validator != two.validator)
                .then(|| format!("the validator: {} and {}", version(one), version(two))),
            (one.corpus != two.corpus).then(|| {
                let cases = (one.corpus.cases, two.corpus.cases);
                format!(
                    "the corpus: {} and {} modules, or of other names or sizes",
                    cases.0, cases.1
                )
            }),
            (count(one) != count(two)).then(|| "the number of parts".to_owned()),
            (one.devices != two.devices).then(|| format!("the devices{devices}")),
            (one.drivers != two.drivers)
                .then(|| format!("the drivers: {}; and {}", names(one), names(two))),
            (one.compared != two.compared)
                .then(|| "whether there were expected results".to_owned()),
            (self.tail.orphans != other.tail.orphans)
                .then(|| "the expected results without a module".to_owned()),
        ];
        all.into_iter().flatten()
    }

    /// The next row.
    ///
    /// # Errors
    /// The file cannot be read, or is not what this program writes.
    pub(super) fn row(&mut self) -> Result<Option<Row>> {
        let Some(first) = self.pairs.next::<Pair>()? else {
            return Ok(None);
        };
        let name = first.case.clone();
        if self.last.as_ref().is_some_and(|last| *last >= name) {
            let what = format!("{name} is twice in this report, or not in order");
            return Err(self.pairs.pull.wrong(&what));
        }
        let mut cells = Vec::with_capacity(self.head.devices.len());
        let mut next = Some(first);
        for device in &self.head.devices {
            let pair = match next.take() {
                Some(pair) => Some(pair),
                None => self.pairs.next()?,
            };
            let pair = pair.filter(|pair| pair.case == name && pair.device == device.name);
            let missing = || format!("expected {name} on {}", device.name);
            let pair = pair.ok_or_else(|| self.pairs.pull.wrong(&missing()))?;
            cells.push(Cell {
                outcome: pair.outcome,
                failures: pair.failures,
                error: pair.error,
                output_blake3: pair.output_blake3,
                time_ns: pair.time_ns,
                validator: pair.validator,
                report: pair.report,
            });
        }
        let row = Row {
            runs: self.runs_of(&name)?,
            name: name.clone(),
            cells,
            cached: 0,
            case: None,
        };
        self.rows += 1;
        self.failed += row.failed();
        self.last = Some(name);
        Ok(Some(row))
    }

    /// The runs of a case, for each driver.
    fn runs_of(&mut self, case: &str) -> Result<Vec<Vec<Run>>> {
        let Some(items) = &mut self.runs else {
            return Ok(Vec::new());
        };
        let mut runs = vec![Vec::new(); self.head.drivers.len()];
        loop {
            let next = match self.waiting.take() {
                Some(run) => Some(run),
                None => items.next::<RunOn>()?,
            };
            let Some(run) = next else { break };
            if run.case != case {
                self.waiting = Some(run);
                break;
            }
            let driver = self
                .head
                .drivers
                .iter()
                .position(|name| *name == run.driver);
            let on = driver.and_then(|at| runs.get_mut(at));
            let unknown = || {
                items
                    .pull
                    .wrong(&format!("{} is not among the drivers", run.driver))
            };
            let on = on.ok_or_else(unknown)?;
            let why = run.why.unwrap_or_default();
            let ending = Ending::from_name(&run.ending, why);
            let unknown = || {
                items
                    .pull
                    .wrong(&format!("a run cannot end with `{}`", run.ending))
            };
            on.push(Run {
                what: run.what,
                result: ending.ok_or_else(unknown)?,
            });
        }
        Ok(runs)
    }

    /// Checks, after the last row, that nothing is left over and that the counts are right.
    ///
    /// # Errors
    /// They are not.
    pub(super) fn check_end(&self) -> Result<()> {
        if let (Some(run), Some(items)) = (&self.waiting, &self.runs) {
            let what = format!(
                "a run of {}, which is not among the pairs or not in order",
                run.case
            );
            return Err(items.pull.wrong(&what));
        }
        let expected = self.head.cases();
        ensure!(
            self.rows <= expected,
            "{} has {} modules, and its part of the corpus {expected}",
            self.path.display(),
            self.rows
        );
        let failed = self.failed + self.tail.orphans.len();
        ensure!(
            failed == self.tail.failed,
            "{} says that {} failed, but it has {failed} failures",
            self.path.display(),
            self.tail.failed
        );
        Ok(())
    }

    /// A sentence about the cases that are missing, if some are.
    pub(super) fn gap(&self) -> Option<String> {
        let expected = self.head.cases();
        let path = self.path.display();
        (self.rows < expected)
            .then(|| format!("{} of {expected} modules of {path}", expected - self.rows))
    }
}
