//! Records tests as skipped where this machine lacks a driver, a tool or data.
//!
//! Rust's test runner has no skips at run time: a test that returns early counts as passed. A skip is therefore recorded as a
//! line `test<TAB>reason` in the file named by `SOS_SKIP_LOG`, and `scripts/test` counts that test as skipped, not passed. The
//! line also goes to standard error, bypassing the runner's capture, so that a bare `cargo test` shows it.
//!
//! With `CI=true` or `SOS_REQUIRE_DRIVERS=1` nothing may be missing: the same call panics instead.
//!
//! Tests must request everything they need first and return at the first `None`, so that a test skips at most once.

use std::io::Write as _;

/// Whether a missing driver or tool fails the test.
pub fn everything_required() -> bool {
    let set = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    set("CI", "true") || set("SOS_REQUIRE_DRIVERS", "1")
}

/// Returns what was found, or `None` after recording why the test is skipped.
///
/// # Panics
/// If it is missing and [`everything_required`].
pub fn unless_missing<T>(found: Result<T, String>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(reason) if everything_required() => panic!("required here, but missing: {reason}"),
        Err(reason) => {
            record_skip(&reason);
            None
        }
    }
}

/// Returns what was found, or `None` after recording why the test is skipped. For input that is not part of the repository and
/// that no script fetches, so its absence is never a failure.
pub fn unless_absent<T>(found: Option<T>, reason: &str) -> Option<T> {
    if found.is_none() {
        record_skip(reason);
    }
    found
}

/// Records that the running test is skipped.
fn record_skip(reason: &str) {
    // The runner names each test's thread after the test; with one test thread it uses the main thread.
    let thread = std::thread::current();
    let test = match thread.name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => std::env::args()
            .next()
            .unwrap_or_else(|| "a test".to_owned()),
    };
    let reason = reason.replace(['\n', '\t'], " ");
    let shown = writeln!(std::io::stderr(), "SKIPPED {test}: {reason}");
    let Some(log) = std::env::var_os("SOS_SKIP_LOG") else {
        shown.expect("standard error takes the line that says what was skipped");
        return;
    };
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&log)
        .unwrap_or_else(|error| panic!("SOS_SKIP_LOG={}: {error}", log.to_string_lossy()));
    // One write call, so that lines of parallel tests do not mix.
    file.write_all(format!("{test}\t{reason}\n").as_bytes())
        .expect("the skip log takes a line");
}
