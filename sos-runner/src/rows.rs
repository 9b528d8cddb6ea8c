//! Makes the row of a case: reads it, filters it for all devices, runs it on all drivers, and compares with the expected results.
//!
//! Cases are distributed over the threads, and where there are fewer cases than threads, the devices of each are.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use indicatif::ProgressBar;

use crate::cache::{Cache, Key};
use crate::case::Case;
use crate::discover::Found;
use crate::drivers::{self, OpenDriver};
use crate::golden::{Comparison, Goldens};
use crate::options::Expected;
use crate::pair::{Device, Pair};
use crate::row::{Cell, Row};
use crate::validator::Validator;
use crate::work::in_order;

/// What rows are made with.
pub(crate) struct Maker<'a> {
    pub(crate) devices: &'a [Device],
    pub(crate) drivers: &'a [OpenDriver],
    pub(crate) validator: Option<&'a Validator>,
    pub(crate) cache: Option<&'a Cache>,
    pub(crate) goldens: Option<&'a Goldens>,
    pub(crate) expected: Expected,
    /// Whether a refusal is a failure where the case does not state it.
    pub(crate) refusals_fail: bool,
    /// How many pairs of a case to work on at a time.
    pub(crate) jobs: usize,
    /// Counts pairs.
    pub(crate) bar: &'a ProgressBar,
}

impl Maker<'_> {
    /// Makes a row.
    ///
    /// # Errors
    /// A file cannot be read, a directive is invalid, or expected results cannot be read or written.
    pub(crate) fn row(&self, found: &Found) -> Result<Row> {
        let case = found.read()?;
        let (pairs, cached) = self.pairs(&case)?;
        let mut comparisons = Vec::new();
        if let Some(goldens) = self.goldens {
            if self.expected == Expected::Blessed {
                goldens.bless(&case, self.devices, &pairs)?;
            }
            comparisons = goldens.compare(&case, self.devices, &pairs)?;
        }
        let executions = drivers::execute(&case, self.drivers, self.cache)?;
        let cells = pairs.into_iter().zip(self.devices).enumerate();
        let cells = cells.map(|(at, (pair, device))| {
            let mut failures = pair.failures(case.directives.outcome_on(&device.name));
            failures.extend(comparisons.get(at).and_then(Comparison::failure));
            if self.refusals_fail && case.directives.outcome_on(&device.name).is_none() {
                failures.extend(pair.refusal());
            }
            Cell::new(pair, failures)
        });
        Ok(Row {
            name: case.name.clone(),
            cells: cells.collect(),
            runs: executions.into_iter().map(|done| done.runs).collect(),
            cached,
            case: Some(case),
        })
    }

    /// The pairs of a case, in the order of the devices, and how many of them the cache had.
    fn pairs(&self, case: &Case) -> Result<(Vec<Pair>, usize)> {
        let key = self.cache.map(|cache| (cache, key(cache, case)));
        let mut kept: BTreeMap<String, Pair> = key
            .as_ref()
            .and_then(|(cache, key)| cache.get(key))
            .unwrap_or_default();
        let devices = self.devices.iter();
        let mut missing: Vec<_> = devices
            .filter(|device| !kept.contains_key(&device.key))
            .collect();
        // Outputs are validated for the devices that differ most. On the others, most are the same.
        missing.sort_by_key(|device| device.is_brief());
        let made = missing.len();
        self.bar.inc((self.devices.len() - made) as u64);
        let make = |at: usize| {
            let device = missing.get(at).context("a pair without a device")?;
            let pair = Pair::make(case, device, self.validator);
            self.bar.inc(1);
            Ok(pair)
        };
        let mut pairs = Vec::with_capacity(made);
        if self.jobs > 1 {
            in_order(self.jobs, made, make, |pair| {
                pairs.push(pair);
                Ok(())
            })?;
        } else {
            for at in 0..made {
                pairs.push(make(at)?);
            }
        }
        let new = missing.iter().map(|device| device.key.clone());
        kept.extend(new.zip(pairs));
        if let Some((cache, key)) = key.filter(|_| made > 0) {
            cache.put(&key, &kept);
        }
        // Each device has a name of its own, and so a key.
        let devices = self.devices.iter();
        let pairs = devices.filter_map(|device| kept.remove(&device.key));
        Ok((pairs.collect(), self.devices.len() - made))
    }
}

/// The key of a case's results, by device. What cannot be read has no bytes, and is told apart by the reason.
fn key(cache: &Cache, case: &Case) -> Key {
    let error = case.words.as_ref().err().map_or("", String::as_str);
    cache.key(&[
        b"case",
        &case.bytes,
        case.directives.text.join("\n").as_bytes(),
        error.as_bytes(),
    ])
}
