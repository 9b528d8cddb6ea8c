//! The results as a table for people.

use std::fmt::Write as _;

use crate::case::Outcome;
use crate::escape::one_line;
use crate::execution::{Ending, Run, FILTERED, NATIVE, UNCHANGED};
use crate::results::Results;

/// The most failures that are listed; reports list all.
const SHOWN: usize = 30;

/// A line per device, the failures, and a summary. Only the failures if `quiet`.
pub(super) fn table(results: &Results, quiet: bool) -> String {
    let mut text = String::new();
    if !quiet {
        devices(&mut text, results);
    }
    failures(&mut text, results);
    run_failures(&mut text, results);
    if !quiet {
        drivers(&mut text, results);
        summary(&mut text, results);
    }
    text
}

// Writing to a string cannot fail, here and below.
fn devices(text: &mut String, results: &Results) {
    let names = results.devices.iter().map(|device| device.name.len());
    let width = names.max().unwrap_or(0).max("device".len());
    let _ = writeln!(
        text,
        "{:width$}  unchanged  rewritten  unsupported  error  failed  µs a module",
        "device"
    );
    // All in one pass: there may be a hundred devices.
    let mut rows = vec![Row::default(); results.devices.len()];
    for (entry, at) in results.entries().zip((0..rows.len()).cycle()) {
        let Some(row) = rows.get_mut(at) else { break };
        *match entry.pair.outcome {
            Outcome::Unchanged => &mut row.unchanged,
            Outcome::Rewritten => &mut row.rewritten,
            Outcome::Unsupported => &mut row.unsupported,
            Outcome::Error => &mut row.error,
        } += 1;
        row.failed += usize::from(!entry.failures().is_empty());
        row.time_ns += entry.pair.time_ns;
    }
    for (device, row) in results.devices.iter().zip(rows) {
        let _ = writeln!(
            text,
            "{:width$}  {:>9}  {:>9}  {:>11}  {:>5}  {:>6}  {:>11.1}",
            device.name,
            row.unchanged,
            row.rewritten,
            row.unsupported,
            row.error,
            row.failed,
            row.time_ns as f64 / 1000.0 / results.cases.len().max(1) as f64,
        );
    }
}

/// What the table says of a device.
#[derive(Clone, Default)]
struct Row {
    unchanged: usize,
    rewritten: usize,
    unsupported: usize,
    error: usize,
    failed: usize,
    time_ns: u64,
}

fn failures(text: &mut String, results: &Results) {
    for orphan in &results.orphans {
        let _ = writeln!(text, "FAILED {}; `--bless` removes it", one_line(orphan));
    }
    let mut left = SHOWN;
    for entry in results.entries() {
        let failures = entry.failures();
        if failures.is_empty() {
            continue;
        }
        if left > 0 {
            let _ = writeln!(
                text,
                "FAILED {} on {}",
                one_line(&entry.case.name),
                entry.device.name
            );
            for failure in failures {
                let _ = writeln!(text, "  {}", failure.trim_end().replace('\n', "\n  "));
            }
        }
        left = left.saturating_sub(1);
    }
    let shown = SHOWN - left;
    let failed = results
        .entries()
        .filter(|entry| !entry.failures().is_empty())
        .count();
    if failed > shown {
        let _ = writeln!(
            text,
            "… and {} more; `--report F.html` shows them",
            failed - shown
        );
    }
}

fn run_failures(text: &mut String, results: &Results) {
    for (_, case, driver, execution) in results.executed() {
        for failure in execution.runs.iter().filter_map(Run::failure) {
            let failure = failure.trim_end().replace('\n', "\n  ");
            let name = one_line(&case.name);
            let _ = writeln!(text, "FAILED {name} run on {driver}\n  {failure}");
        }
    }
}

/// A line per driver: how many modules it runs as written and filtered, and how their outputs compare.
fn drivers(text: &mut String, results: &Results) {
    let names = &results.executions.drivers;
    if names.is_empty() {
        return;
    }
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "\n{:width$}  modules  as written  filtered  runs compared  differ  failed",
        "driver"
    );
    for name in names {
        let here = || {
            let all = results.executed();
            all.filter(|(_, _, driver, _)| driver == name)
                .map(|(.., execution)| execution)
        };
        let runs = || here().flat_map(|execution| &execution.runs);
        let works = |what: &str| {
            let good = |run: &&Run| {
                (run.what == what || what == FILTERED && run.what == UNCHANGED)
                    && run.result.why().is_none()
            };
            runs().filter(good).count()
        };
        let differ = runs()
            .filter(|run| matches!(run.result, Ending::Differs(_)))
            .count();
        let same = runs().filter(|run| run.result == Ending::Same).count();
        let failed = runs()
            .filter(|run| matches!(run.result, Ending::Rejected(_) | Ending::Failed(_)))
            .count();
        let _ = writeln!(
            text,
            "{name:width$}  {:>7}  {:>10}  {:>8}  {:>13}  {differ:>6}  {failed:>6}",
            here().count(),
            works(NATIVE),
            works(FILTERED),
            same + differ,
        );
    }
    for missing in &results.executions.missing {
        let _ = writeln!(text, "not here: {missing}");
    }
    text.push('\n');
}

fn summary(text: &mut String, results: &Results) {
    let plural = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let pairs = results.entries().count();
    let _ = writeln!(
        text,
        "{} on {}: {} ({} found by an earlier run), {} failed",
        plural(results.cases.len(), "module"),
        plural(results.devices.len(), "device"),
        plural(pairs, "pair"),
        results.cached,
        results.failed(),
    );
    match &results.validator {
        Some(version) => {
            let (valid, invalid, unjudged) = results.verdicts();
            let _ = writeln!(
                text,
                "spirv-val, {version}: {valid} valid, {invalid} invalid, {unjudged} not judged \
                 because it does not take the input either",
            );
        }
        None => {
            let outputs =
                pairs - results.count(Outcome::Unsupported) - results.count(Outcome::Error);
            let _ = writeln!(
                text,
                "spirv-val was not run: {outputs} outputs are not validated"
            );
        }
    }
    if let Some(blessed) = results.blessed {
        let _ = writeln!(text, "blessed: {} changed", plural(blessed, "file"));
    }
}
