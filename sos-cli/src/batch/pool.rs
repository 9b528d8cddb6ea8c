//! Work on several threads, whose results are taken in order.
//!
//! A thread that is ahead of the one whose result is next waits once it is far ahead, so that the results that wait for their turn take
//! bounded memory, however many there are.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, PoisonError};

use anyhow::Result;

/// How far ahead of the next result each thread may be: a result may have the size of a module.
const AHEAD: usize = 16;

struct State<T> {
    /// The next index to begin.
    begun: usize,
    /// The next index whose result is taken.
    taken: usize,
    /// Whether no further index is begun.
    is_over: bool,
    /// Threads that still work.
    working: usize,
    waiting: BTreeMap<usize, T>,
}

/// Calls `work` for every index below `count` on several threads, and `take` on this one with the results in order. After a result
/// that `ends` it, nothing is begun; what has been begun by then is finished, and taken too.
///
/// # Errors
/// The first of `take`; nothing is taken after it.
pub(crate) fn run<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    ends: impl Fn(&T) -> bool + Sync,
    mut take: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let state = Mutex::new(State {
        begun: 0,
        taken: 0,
        is_over: false,
        working: jobs.min(count),
        waiting: BTreeMap::new(),
    });
    let changed = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let begin = || {
        let mut now = lock();
        loop {
            if now.is_over || now.begun >= count {
                now.working -= 1;
                changed.notify_all();
                return None;
            }
            if now.begun < now.taken + AHEAD * jobs {
                now.begun += 1;
                return Some(now.begun - 1);
            }
            now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(count) {
            scope.spawn(|| {
                while let Some(index) = begin() {
                    let made = work(index);
                    let is_last = ends(&made);
                    let mut now = lock();
                    now.is_over |= is_last;
                    now.waiting.insert(index, made);
                    drop(now);
                    changed.notify_all();
                }
            });
        }
        let mut now = lock();
        loop {
            let next = now.taken;
            if let Some(made) = now.waiting.remove(&next) {
                now.taken += 1;
                drop(now);
                let is_taken = take(made);
                now = lock();
                now.is_over |= is_taken.is_err();
                changed.notify_all();
                is_taken?;
            } else if now.working == 0 {
                return Ok(());
            } else {
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_one_ends_it() {
        for jobs in [1, 3, 200] {
            let mut taken = Vec::new();
            let take = |n: usize| {
                taken.push(n);
                Ok(())
            };
            run(jobs, 1000, |n| n, |&n| n == 700, take).unwrap();
            assert!(taken.len() > 700 && taken.len() < 701 + jobs);
            assert!(taken.iter().copied().eq(0..taken.len()));
            let fifty = |n: usize| {
                anyhow::ensure!(n < 50, "fifty");
                Ok(())
            };
            let error = run(jobs, 1000, |n| n, |_| false, fifty);
            assert_eq!(error.unwrap_err().to_string(), "fifty");
        }
        run(4, 0, |n| n, |_| false, |_| Ok(())).unwrap();
    }
}
