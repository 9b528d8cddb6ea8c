//! Filters all modules for all devices, in parallel and with the cache.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cache::{Cache, Key};
use crate::case::Case;
use crate::pair::{Device, Pair};
use crate::validator::Validator;

/// The parameters of a run.
pub(crate) struct Work<'a> {
    pub(crate) cases: &'a [Case],
    pub(crate) devices: &'a [Device],
    pub(crate) validator: Option<&'a Validator>,
    pub(crate) cache: Option<&'a Cache>,
    pub(crate) jobs: usize,
    pub(crate) progress: bool,
}

impl Work<'_> {
    /// All pairs, ordered by case, then by device, and how many were cached.
    ///
    /// # Errors
    /// The cache cannot be written.
    pub(crate) fn run(&self) -> Result<(Vec<Pair>, usize)> {
        let count = self.cases.len() * self.devices.len();
        let cached = AtomicUsize::new(0);
        // Outputs are validated for the devices that are recorded in full. On the others, most are the same.
        let mut devices: Vec<(usize, &Device)> = self.devices.iter().enumerate().collect();
        devices.sort_by_key(|(_, device)| device.is_brief());
        let pairs = in_parallel(self.jobs, count, &progress(count, self.progress), |index| {
            let case = self.cases.get(index / devices.len());
            let device = devices.get(index % devices.len());
            let (case, device) = case.zip(device).context("a pair without case or device")?;
            self.pair(case, device.1, &cached)
        })?;
        let of = devices.iter().map(|(at, _)| *at).cycle();
        let mut pairs: Vec<(usize, Pair)> = of.zip(pairs).collect();
        for pairs in pairs.chunks_mut(devices.len().max(1)) {
            pairs.sort_by_key(|(at, _)| *at);
        }
        let pairs = pairs.into_iter().map(|(_, pair)| pair).collect();
        Ok((pairs, cached.into_inner()))
    }

    /// Makes one pair, or takes it from the cache.
    fn pair(&self, case: &Case, device: &Device, cached: &AtomicUsize) -> Result<Pair> {
        let make = || Pair::make(case, device, self.validator);
        let Some(cache) = self.cache else {
            return Ok(make());
        };
        let key = key(cache, case, device);
        if let Some(pair) = cache.get(&key) {
            cached.fetch_add(1, Ordering::Relaxed);
            return Ok(pair);
        }
        let pair = make();
        cache.put(&key, &pair)?;
        Ok(pair)
    }
}

fn key(cache: &Cache, case: &Case, device: &Device) -> Key {
    cache.key(&[
        b"pair",
        &case.bytes,
        case.directives.text.join("\n").as_bytes(),
        device.name.as_bytes(),
        device.profile.as_bytes(),
    ])
}

/// A progress bar; hidden unless it is to be shown and standard error is a terminal.
pub fn progress(count: usize, show: bool) -> ProgressBar {
    if !show || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar
}

/// Calls a function for every index below `count` on several threads, and returns the results in order.
///
/// # Errors
/// The first error; indices that have not been started by then are skipped.
pub(crate) fn in_parallel<T: Send>(
    jobs: usize,
    count: usize,
    bar: &ProgressBar,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let done: Mutex<Vec<(usize, Result<T>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let result = work(index);
                    if result.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((index, result));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_errors_stop() {
        let run = |jobs, work: &(dyn Fn(usize) -> Result<usize> + Sync)| {
            in_parallel(jobs, 100, &ProgressBar::hidden(), work)
        };
        for jobs in [1, 3, 200] {
            let squares = run(jobs, &|n| Ok(n * n)).unwrap();
            assert!(squares.into_iter().eq((0..100).map(|n| n * n)));
        }
        let error = run(2, &|n| {
            anyhow::ensure!(n != 50, "fifty");
            Ok(n)
        });
        assert_eq!(error.unwrap_err().to_string(), "fifty");
    }
}
