//! The results of a run, for the table and the reports.

use anyhow::Result;

use crate::case::{Case, Outcome};
use crate::drivers::Executions;
use crate::execution::Execution;
use crate::golden::{Comparison, Goldens};
use crate::pair::{Device, Pair};
use crate::validator::Verdict;

/// The results of a run.
#[derive(Debug)]
pub struct Results {
    /// The cases, sorted by name.
    pub(crate) cases: Vec<Case>,
    /// The devices, in the order of the options.
    pub(crate) devices: Vec<Device>,
    /// The pairs, by case and device.
    pairs: Vec<Pair>,
    /// Comparisons with the expected results, one per pair; empty if there are no expected results.
    comparisons: Vec<Comparison>,
    /// Descriptions of expected results whose module no longer exists.
    pub(crate) orphans: Vec<String>,
    /// The runs on drivers.
    pub(crate) executions: Executions,
    /// The number of pairs taken from the cache.
    pub(crate) cached: usize,
    /// The number of files with expected results that have changed, if results have become the expected ones.
    pub(crate) blessed: Option<usize>,
    /// The validator's version, if outputs were validated.
    pub(crate) validator: Option<String>,
    /// What a user should know of the archives.
    pub(crate) notes: Vec<String>,
}

/// A pair with its case, device and comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) case: &'a Case,
    pub(crate) device: &'a Device,
    pub(crate) pair: &'a Pair,
    pub(crate) comparison: Option<&'a Comparison>,
}

impl Entry<'_> {
    /// The failures, in sentences for people; empty if there are none.
    pub(crate) fn failures(&self) -> Vec<String> {
        let expected = self.case.directives.outcome_on(&self.device.name);
        let mut failures = self.pair.failures(expected);
        failures.extend(self.comparison.and_then(Comparison::failure));
        failures
    }
}

impl Results {
    /// The pairs are ordered by case, then by device.
    pub(crate) fn new(cases: Vec<Case>, devices: Vec<Device>, pairs: Vec<Pair>) -> Self {
        Self {
            cases,
            devices,
            pairs,
            comparisons: Vec::new(),
            orphans: Vec::new(),
            executions: Executions::default(),
            cached: 0,
            blessed: None,
            validator: None,
            notes: Vec::new(),
        }
    }

    /// What a user should know of the archives that were read, such as that one is cut off.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Compares with the expected results, and finds orphans.
    ///
    /// # Errors
    /// The expected results cannot be read.
    pub(crate) fn compare(&mut self, goldens: &Goldens) -> Result<()> {
        let mut comparisons = Vec::with_capacity(self.pairs.len());
        for (case, pairs) in self.by_case() {
            comparisons.extend(goldens.compare(case, &self.devices, pairs)?);
        }
        self.comparisons = comparisons;
        self.orphans = goldens.orphans()?;
        Ok(())
    }

    /// Each case with its pairs.
    pub(crate) fn by_case(&self) -> impl Iterator<Item = (&Case, &[Pair])> {
        self.cases
            .iter()
            .zip(self.pairs.chunks(self.devices.len().max(1)))
    }

    /// All pairs.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.pairs.iter().enumerate().filter_map(|(index, pair)| {
            Some(Entry {
                case: self.cases.get(index / self.devices.len())?,
                device: self.devices.get(index % self.devices.len())?,
                pair,
                comparison: self.comparisons.get(index),
            })
        })
    }

    /// Every execution: the index of its case, the case, and the driver's name.
    pub(crate) fn executed(&self) -> impl Iterator<Item = (usize, &Case, &str, &Execution)> {
        let rows = self.cases.iter().zip(&self.executions.by_case).enumerate();
        rows.flat_map(|(index, (case, row))| {
            let cells = row.iter().zip(&self.executions.drivers);
            cells.filter_map(move |(execution, driver)| {
                Some((index, case, driver.as_str(), execution.as_ref()?))
            })
        })
    }

    /// The number of failed pairs, failed runs, and expected results without a module.
    pub fn failed(&self) -> usize {
        self.orphans.len()
            + self
                .executed()
                .flat_map(|(_, _, _, execution)| &execution.runs)
                .filter(|run| run.failure().is_some())
                .count()
            + self
                .entries()
                .filter(|entry| !entry.failures().is_empty())
                .count()
    }

    /// The number of pairs with this outcome.
    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        let pairs = self.pairs.iter();
        pairs.filter(|pair| pair.outcome == outcome).count()
    }

    /// The numbers of outputs that are valid, invalid and unjudged.
    pub(crate) fn verdicts(&self) -> (usize, usize, usize) {
        let count = |is: fn(&Verdict) -> bool| {
            let verdicts = self.pairs.iter().map(|pair| &pair.validator);
            verdicts.filter(|verdict| is(verdict)).count()
        };
        (
            count(|verdict| matches!(verdict, Verdict::Valid)),
            count(|verdict| matches!(verdict, Verdict::Invalid(_))),
            count(|verdict| matches!(verdict, Verdict::Unjudged(_))),
        )
    }
}
