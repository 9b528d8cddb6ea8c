//! Whether filtering takes time in proportion to a module's size: at a size and at twice that.
//!
//! The larger module may take three times as long: twice is due, and the rest is for caches, allocations and other programs. One
//! of these may take the time of a run; it will not do so each time.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use sos_core::{filter, Module, Options, Outcome, OutcomeKind, Scratch, Target};

/// The time below which nothing is concluded.
const SLACK: Duration = Duration::from_millis(60);

/// How often one module, and both, are timed.
const TURNS: usize = 3;
const TRIES: usize = 4;

/// The best of some runs from scan to report.
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
    (0..TURNS).map(|_| run(&mut scratch)).min().unwrap()
}

/// Filters a shape at a size and at twice the size, and checks how it ends if that is known.
///
/// # Panics
/// The time grows faster than the size, or a module ends otherwise than expected.
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
    for _ in 0..TRIES {
        let time = |words: &[u32]| time(words, target, options, expected);
        let (short, long) = (time(&small), time(&large));
        println!("{name}: {size} {short:?}, twice that {long:?}");
        if long < 3 * short + SLACK {
            return;
        }
        times.push((short, long));
    }
    panic!("{name}: {size} and twice that take {times:?}");
}

/// So many lines of a shape's text.
pub fn lines(size: u32, line: impl Fn(u32) -> String) -> String {
    (0..size).fold(String::new(), |mut all, at| {
        let _ = writeln!(all, "{}", line(at));
        all
    })
}
