//! Distributes work over all processors and takes the results in order, with few of them in memory.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// How many results for each thread may wait for an earlier one. More would help only where one takes longer than as many others.
const WAITING: usize = 8;

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

/// What the threads share.
struct State<T> {
    /// The next index to work on.
    next: usize,
    /// How many results have been taken.
    taken: usize,
    /// No further index is to be started.
    stop: bool,
    /// A thread has panicked, which the scope reports; its result will not come.
    panicked: bool,
    /// Results that wait for earlier ones.
    done: BTreeMap<usize, T>,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        let state = self.changed.wait(state);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets no further index start.
    fn stop(&self, panicked: bool) {
        let mut state = self.lock();
        state.stop = true;
        state.panicked |= panicked;
        drop(state);
        self.changed.notify_all();
    }
}

/// Stops the others when a thread ends early, by a panic: nobody must wait for its result.
struct StopOnUnwind<'a, T>(&'a Shared<T>);

impl<T> Drop for StopOnUnwind<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(true);
        }
    }
}

/// Calls `work` for every index below `count` on several threads, and `take` with the results in order, on this thread. After a result
/// that `ends` it nothing is begun; what has been begun by then is finished, and taken too.
///
/// # Errors
/// The first of `take`; nothing is begun or taken after it.
pub fn in_order_until<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    ends: impl Fn(&T) -> bool + Sync,
    mut take: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let jobs = jobs.clamp(1, count.max(1));
    let shared = Shared {
        state: Mutex::new(State {
            next: 0,
            taken: 0,
            stop: false,
            panicked: false,
            done: BTreeMap::new(),
        }),
        changed: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let _guard = StopOnUnwind(&shared);
                while let Some(index) = start(&shared, count, jobs * WAITING) {
                    let result = work(index);
                    let is_last = ends(&result);
                    let mut state = shared.lock();
                    state.stop |= is_last;
                    state.done.insert(index, result);
                    drop(state);
                    shared.changed.notify_all();
                }
            });
        }
        let _guard = StopOnUnwind(&shared);
        for index in 0..count {
            let Some(result) = finished(&shared, index) else {
                break;
            };
            if let Err(error) = take(result) {
                shared.stop(false);
                return Err(error);
            }
        }
        Ok(())
    })
}

/// The same for work that can fail, which ends it.
///
/// # Errors
/// The first error of either, in the order of the indices: those before it are finished all the same, so it is the same on every run.
pub fn in_order<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
    mut take: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    in_order_until(jobs, count, work, Result::is_err, |result| take(result?))
}

/// The next index to work on, once there is room for its result.
fn start<T>(shared: &Shared<T>, count: usize, room: usize) -> Option<usize> {
    let mut state = shared.lock();
    while !state.stop && state.next < count && state.next >= state.taken + room {
        state = shared.wait(state);
    }
    if state.stop || state.next >= count {
        return None;
    }
    state.next += 1;
    Some(state.next - 1)
}

/// The result of an index, once it is there; `None` if it was not begun, or if a thread has panicked.
fn finished<T>(shared: &Shared<T>, index: usize) -> Option<T> {
    let mut state = shared.lock();
    loop {
        if let Some(result) = state.done.remove(&index) {
            state.taken = index + 1;
            drop(state);
            shared.changed.notify_all();
            return Some(result);
        }
        if state.panicked || state.stop && index >= state.next {
            return None;
        }
        state = shared.wait(state);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order_and_errors_stop() {
        let run = |jobs, work: &(dyn Fn(usize) -> Result<usize> + Sync)| {
            let mut taken = Vec::new();
            let ended = in_order(jobs, 100, work, |result| {
                taken.push(result);
                Ok(())
            });
            ended.map(|()| taken)
        };
        for jobs in [1, 3, 200] {
            let squares = run(jobs, &|n| Ok(n * n)).unwrap();
            assert!(squares.into_iter().eq((0..100).map(|n| n * n)));
        }
        for jobs in [1, 2, 16] {
            let error = run(jobs, &|n| {
                anyhow::ensure!(n < 50, "{n}");
                Ok(n)
            });
            assert_eq!(error.unwrap_err().to_string(), "50");
        }
        let refused = in_order(3, 100, Ok, |n| {
            anyhow::ensure!(n != 7, "seven");
            Ok(())
        });
        assert_eq!(refused.unwrap_err().to_string(), "seven");
        in_order(4, 0, Ok, |_: usize| Ok(())).unwrap();
    }

    #[test]
    fn what_was_begun_is_taken_after_the_last() {
        for jobs in [1, 3, 200] {
            let mut taken = Vec::new();
            let take = |n: usize| {
                taken.push(n);
                Ok(())
            };
            in_order_until(jobs, 1000, |n| n, |&n| n == 700, take).unwrap();
            assert!(taken.len() > 700 && taken.len() < 701 + jobs);
            assert!(taken.iter().copied().eq(0..taken.len()));
        }
    }

    #[test]
    fn few_results_wait_for_a_slow_one() {
        let (alive, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |n: usize| {
            most.fetch_max(alive.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
            if n == 0 {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            Ok(())
        };
        in_order(2, 10_000, work, |()| {
            alive.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        })
        .unwrap();
        let most = most.into_inner();
        assert!((2..=3 * WAITING).contains(&most), "{most} at a time");
    }

    #[test]
    fn a_panic_ends_the_run() {
        let work = |n: usize| {
            assert!(n != 5, "five");
            Ok(n)
        };
        let run = || in_order(3, 1000, work, |_| Ok(()));
        assert!(std::panic::catch_unwind(run).is_err());
    }
}
