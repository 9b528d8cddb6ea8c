//! What a run says about one case, and what it says about itself: the form in which results go from the work to the reports.
//!
//! A corpus of 500 000 modules on 200 devices has a hundred million pairs, too many for memory. So results are a stream: a [`Head`]
//! with what holds for the whole run, then a [`Row`] for each case, sorted by name, then the orphans. A row is made on one thread,
//! goes through [`Results`](crate::Results), which counts, and through the reports, which write, and is dropped. What grows with
//! the corpus is the list of paths, and what reports keep of each folder of modules. `work` keeps a few rows in flight, so that one
//! slow case does not stop the others.
//!
//! The JSON report contains all of it. `merge` reads rows back from such reports, in the same order, and passes them on the same
//! way: a merged report cannot differ from that of an undivided run in form, only in content.
//!
//! Rejected: keeping what is small of each pair in memory and the rest in a database. Every report but JUnit's is in the order of
//! the cases anyway, and [`Spool`](crate::report) serves the one that is not.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sos_core::Report;

use crate::case::{Case, Outcome};
use crate::execution::Run;
use crate::pair::{Device, Pair};
use crate::shard::Part;
use crate::validator::Verdict;

/// What holds for the whole run. The fields are those of the JSON report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The version of the report's format.
    pub(crate) schema: u32,
    /// The program's name and version.
    pub(crate) tool: String,
    /// The validator's version, if outputs were validated.
    pub(crate) validator: Option<String>,
    /// Whether results were compared with expected ones.
    pub(crate) compared: bool,
    /// The whole corpus, of which this may be a part.
    pub(crate) corpus: Identity,
    /// The parts of the corpus that were run, if not all.
    pub(crate) shard: Option<Part>,
    /// The devices, in the order of the options.
    pub(crate) devices: Vec<DeviceHead>,
    /// Names of the drivers that modules were run on.
    pub(crate) drivers: Vec<String>,
    /// Known drivers that are not available, and why.
    pub(crate) missing_drivers: Vec<String>,
}

/// What identifies a corpus: two machines with the same one run parts of the same whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The number of cases.
    pub(crate) cases: usize,
    /// The hash of their names and sizes.
    pub(crate) blake3: String,
}

/// A device as reports describe it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeviceHead {
    /// Its name in the run.
    pub(crate) name: String,
    /// The source of its description.
    pub(crate) comment: String,
    /// The version of Vulkan.
    pub(crate) api_version: String,
    /// The version of SPIR-V.
    pub(crate) spirv: String,
    /// The hash of its description.
    pub(crate) profile_blake3: String,
}

impl Head {
    /// The number of cases that the report is about.
    pub(crate) fn cases(&self) -> usize {
        let all = self.corpus.cases;
        self.shard.as_ref().map_or(all, |part| part.cases(all))
    }
}

impl Head {
    /// Checks a head that comes from a file.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.devices.is_empty() {
            return Err("it is about no device".to_owned());
        }
        let devices = self.devices.iter().map(|device| &device.name);
        for (what, names) in [
            ("device", devices.collect::<Vec<_>>()),
            ("driver", self.drivers.iter().collect()),
        ] {
            let distinct: BTreeSet<_> = names.iter().collect();
            if distinct.len() < names.len() {
                return Err(format!("a {what} is there twice"));
            }
        }
        let Some(Part { count, parts }) = &self.shard else {
            return Ok(());
        };
        let is_ascending = parts.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        let are_there = parts.iter().all(|part| (1..=*count).contains(part));
        if parts.is_empty() || !is_ascending || !are_there {
            return Err("its `shard` names no parts of a corpus".to_owned());
        }
        Ok(())
    }
}

impl DeviceHead {
    /// Describes a device.
    pub(crate) fn of(device: &Device) -> Self {
        Self {
            name: device.name.clone(),
            comment: device.target.comment().to_owned(),
            api_version: device.target.api_version().to_string(),
            spirv: format!("1.{}", device.target.spirv_minor()),
            profile_blake3: blake3::hash(device.profile.as_bytes()).to_hex().to_string(),
        }
    }
}

/// The results of one case.
#[derive(Debug)]
pub(crate) struct Row {
    /// The case's name.
    pub(crate) name: String,
    /// The results, one per device.
    pub(crate) cells: Vec<Cell>,
    /// The runs on drivers, one list per driver; empty where the case has no directives for running it.
    pub(crate) runs: Vec<Vec<Run>>,
    /// The number of results that were found in the cache.
    pub(crate) cached: usize,
    /// The case itself, where it is at hand: the page shows its text.
    pub(crate) case: Option<Case>,
}

/// The result of one case on one device.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// What is not as expected, in sentences for people; empty if there is nothing.
    pub(crate) failures: Vec<String>,
    /// The message of an error.
    pub(crate) error: Option<String>,
    /// The hash of the output's bytes in little-endian, if there is an output.
    pub(crate) output_blake3: Option<String>,
    /// The shortest time of a scan and a filter, in nanoseconds.
    pub(crate) time_ns: u64,
    /// The verdict of `spirv-val` on the output.
    pub(crate) validator: Verdict,
    /// The filter's report.
    pub(crate) report: Option<Report>,
}

impl Cell {
    /// What remains of a pair once its failures are known.
    pub(crate) fn new(pair: Pair, failures: Vec<String>) -> Self {
        Self {
            outcome: pair.outcome,
            failures,
            error: pair.error,
            output_blake3: pair.output,
            time_ns: pair.time_ns,
            validator: pair.validator,
            report: pair.report,
        }
    }

    /// Whether something is not as expected.
    pub(crate) fn failed(&self) -> bool {
        !self.failures.is_empty()
    }
}

impl Row {
    /// Every driver that has run the case, by its place among the drivers.
    pub(crate) fn executed(&self) -> impl Iterator<Item = (usize, &[Run])> {
        let all = self.runs.iter().map(Vec::as_slice).enumerate();
        all.filter(|(_, runs)| !runs.is_empty())
    }

    /// The failures of the runs on drivers, with the driver's place.
    pub(crate) fn run_failures(&self) -> impl Iterator<Item = (usize, String)> + '_ {
        self.executed().flat_map(|(at, runs)| {
            runs.iter()
                .filter_map(move |run| Some((at, run.failure()?)))
        })
    }

    /// The number of failures.
    pub(crate) fn failed(&self) -> usize {
        self.cells.iter().filter(|cell| cell.failed()).count() + self.run_failures().count()
    }
}
