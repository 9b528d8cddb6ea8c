//! The results of a run as far as they are kept: counts for the table, and the first failures. [`row`](crate::row) says why no more.

use crate::case::Outcome;
use crate::execution::{Ending, Run, FILTERED, NATIVE, UNCHANGED};
use crate::row::{Head, Row};
use crate::validator::Verdict;

/// The most failures of each kind that are kept for the table; reports list all.
pub(crate) const SHOWN: usize = 30;

/// The results of a run.
#[derive(Debug)]
pub struct Results {
    /// The run.
    pub(crate) head: Head,
    /// Counts for each device, in the order of the run's.
    pub(crate) devices: Vec<OnDevice>,
    /// Counts for each driver, likewise.
    pub(crate) drivers: Vec<OnDriver>,
    /// The number of cases.
    pub(crate) cases: usize,
    /// The number of pairs that failed.
    pub(crate) failed_pairs: usize,
    /// The first of them: case, device, and what is not as expected.
    pub(crate) failures: Vec<(String, String, Vec<String>)>,
    /// The number of runs on drivers that failed.
    pub(crate) failed_runs: usize,
    /// The first of them: case, driver, and why.
    pub(crate) run_failures: Vec<(String, String, String)>,
    /// The number of outputs that are valid, invalid and unjudged.
    pub(crate) verdicts: [usize; 3],
    /// Descriptions of expected results whose module no longer exists.
    pub(crate) orphans: Vec<String>,
    /// The number of pairs taken from the cache; unknown after a merge.
    pub(crate) cached: Option<usize>,
    /// The number of files with expected results that have changed, if results have become the expected ones.
    pub(crate) blessed: Option<usize>,
    /// What a merge has not found: parts and cases.
    pub(crate) gaps: Vec<String>,
    /// What went wrong without making the results wrong.
    pub(crate) warnings: Vec<String>,
}

/// Counts for one device.
#[derive(Clone, Debug, Default)]
pub(crate) struct OnDevice {
    /// By outcome, in the order of [`Outcome::ALL`].
    pub(crate) outcomes: [usize; 4],
    /// Pairs that failed.
    pub(crate) failed: usize,
    /// The sum of the times, in nanoseconds.
    pub(crate) time_ns: u64,
}

/// Counts for one driver.
#[derive(Clone, Debug, Default)]
pub(crate) struct OnDriver {
    /// Cases that were run.
    pub(crate) cases: usize,
    /// Cases that ran as written.
    pub(crate) native: usize,
    /// Cases that ran filtered.
    pub(crate) filtered: usize,
    /// Runs with the same output as the reference.
    pub(crate) same: usize,
    /// Runs with another output.
    pub(crate) differ: usize,
    /// Runs that were rejected or failed.
    pub(crate) failed: usize,
    /// All runs.
    pub(crate) runs: usize,
    /// Runs that count as failures of the filter.
    pub(crate) failures: usize,
}

impl OnDriver {
    fn take(&mut self, runs: &[Run]) {
        self.cases += 1;
        for run in runs {
            let good = run.result.why().is_none();
            self.runs += 1;
            self.failures += usize::from(run.failure().is_some());
            self.native += usize::from(good && run.what == NATIVE);
            self.filtered += usize::from(good && [FILTERED, UNCHANGED].contains(&&*run.what));
            match run.result {
                Ending::Same => self.same += 1,
                Ending::Differs(_) => self.differ += 1,
                Ending::Rejected(_) | Ending::Failed(_) => self.failed += 1,
                Ending::Ran | Ending::Created | Ending::Lacks(_) => {}
            }
        }
    }
}

impl Results {
    /// Of a run that has not begun.
    pub(crate) fn new(head: Head) -> Self {
        Self {
            devices: vec![OnDevice::default(); head.devices.len()],
            drivers: vec![OnDriver::default(); head.drivers.len()],
            head,
            cases: 0,
            failed_pairs: 0,
            failures: Vec::new(),
            failed_runs: 0,
            run_failures: Vec::new(),
            verdicts: [0; 3],
            orphans: Vec::new(),
            cached: None,
            blessed: None,
            gaps: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Counts a row.
    pub(crate) fn take(&mut self, row: &Row) {
        self.cases += 1;
        for (at, cell) in row.cells.iter().enumerate() {
            let verdict = match cell.validator {
                Verdict::None => None,
                Verdict::Valid => Some(0),
                Verdict::Invalid(_) => Some(1),
                Verdict::Unjudged(_) => Some(2),
            };
            if let Some(count) = verdict.and_then(|which| self.verdicts.get_mut(which)) {
                *count += 1;
            }
            if let Some(device) = self.devices.get_mut(at) {
                if let Some(count) = device.outcomes.get_mut(cell.outcome as usize) {
                    *count += 1;
                }
                device.time_ns = device.time_ns.saturating_add(cell.time_ns);
                device.failed += usize::from(cell.failed());
            }
            if cell.failed() {
                self.failed_pairs += 1;
                if self.failures.len() < SHOWN {
                    let device = self.head.devices.get(at);
                    let device = device.map_or_else(String::new, |device| device.name.clone());
                    let failures = cell.failures.clone();
                    self.failures.push((row.name.clone(), device, failures));
                }
            }
        }
        for (at, runs) in row.executed() {
            if let Some(driver) = self.drivers.get_mut(at) {
                driver.take(runs);
            }
        }
        for (at, why) in row.run_failures() {
            self.failed_runs += 1;
            if self.run_failures.len() < SHOWN {
                let driver = self.head.drivers.get(at).cloned().unwrap_or_default();
                self.run_failures.push((row.name.clone(), driver, why));
            }
        }
    }

    /// The number of failed pairs, failed runs, and expected results without a module.
    pub fn failed(&self) -> usize {
        self.orphans.len() + self.failed_runs + self.failed_pairs
    }

    /// Whether all cases of the corpus are there, or those of the part that was asked for. Only a merge can lack some.
    pub fn is_complete(&self) -> bool {
        self.gaps.is_empty()
    }

    /// What went wrong without making the results wrong, in sentences for people.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The number of pairs.
    pub(crate) fn pairs(&self) -> usize {
        self.cases * self.devices.len()
    }

    /// The number of pairs with this outcome.
    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        let counts = self.devices.iter();
        counts
            .filter_map(|device| device.outcomes.get(outcome as usize))
            .sum()
    }
}
