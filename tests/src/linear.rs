//! Checks that filtering takes time proportional to a module's size, by timing a size and twice that size.
//!
//! The larger module may take three times as long: a factor of two is expected, and the rest allows for caches, allocations and
//! other programs. Interference by other programs is transient, so one measurement within the limit is enough.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use sos_core::{filter, Module, Options, Outcome, OutcomeKind, Scratch, Target};

/// Added to the limit: differences below this are noise.
const TOLERANCE: Duration = Duration::from_millis(60);

/// Runs of one module, of which the best counts; and attempts to measure both modules.
const RUNS: usize = 3;
const ATTEMPTS: usize = 4;

/// The best time of some runs, from scan to report.
fn time(
    words: &[u32],
    target: &Target,
    options: &Options,
    expected: Option<OutcomeKind>,
) -> Duration {
    let mut scratch = Scratch::new();
    let run = |scratch: &mut Scratch| {
        let start = Instant::now();
        let module = Module::scan(words, &options.limits).unwrap();
        let outcome = filter(&module, target, options, scratch).unwrap();
        let is_output = !matches!(outcome, Outcome::Unsupported);
        let report = scratch.report(&module, target, options);
        assert_eq!(is_output, report.unsupported.is_empty());
        assert_eq!(report.outcome, expected.unwrap_or(report.outcome));
        start.elapsed()
    };
    (0..RUNS).map(|_| run(&mut scratch)).min().unwrap()
}

/// Filters a generated module at a size and at twice the size, and checks the outcome if `expected` is given.
///
/// # Panics
/// If the time grows faster than the size in all attempts, or the outcome differs from `expected`.
#[track_caller]
pub fn is_linear(
    name: &str,
    (target, options): (&Target, &Options),
    expected: Option<OutcomeKind>,
    size: u32,
    shape: impl Fn(u32) -> Vec<u32>,
) {
    let (small, large) = (shape(size), shape(2 * size));
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        let time = |words: &[u32]| time(words, target, options, expected);
        let (short, long) = (time(&small), time(&large));
        println!("{name}: {size} {short:?}, twice that {long:?}");
        if long < 3 * short + TOLERANCE {
            return;
        }
        times.push((short, long));
    }
    panic!("{name}: {size} and twice that take {times:?}");
}

/// Concatenates `size` generated lines of text.
pub fn lines(size: u32, line: impl Fn(u32) -> String) -> String {
    (0..size).fold(String::new(), |mut all, at| {
        let _ = writeln!(all, "{}", line(at));
        all
    })
}
