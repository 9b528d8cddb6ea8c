//! The results as a table for people.

use std::fmt::Write as _;

use crate::case::Outcome;
use crate::results::Results;
use sos_core::text::one_line;

/// A line per device, the failures, and a summary. Only the failures if `quiet`.
pub(super) fn table(results: &Results, quiet: bool) -> String {
    let mut text = String::new();
    if !quiet {
        devices(&mut text, results);
    }
    failures(&mut text, results);
    run_failures(&mut text, results);
    for gap in &results.gaps {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "MISSING {}", one_line(gap));
    }
    if !quiet {
        drivers(&mut text, results);
        summary(&mut text, results);
    }
    text
}

fn devices(text: &mut String, results: &Results) {
    let names = results.head.devices.iter();
    let names: Vec<String> = names.map(|device| one_line(&device.name)).collect();
    let width = names.iter().map(|name| name.chars().count());
    let width = width.max().unwrap_or(0).max("device".len());
    let _ = writeln!(
        text,
        "{:width$}  unchanged  rewritten  unsupported  error  failed  µs a module",
        "device"
    );
    for (name, counts) in names.iter().zip(&results.devices) {
        let [unchanged, rewritten, unsupported, error] = counts.outcomes;
        let _ = writeln!(
            text,
            "{name:width$}  {unchanged:>9}  {rewritten:>9}  {unsupported:>11}  {error:>5}  {:>6}  {:>11.1}",
            counts.failed,
            counts.time_ns as f64 / 1000.0 / results.cases.max(1) as f64,
        );
    }
}

fn failures(text: &mut String, results: &Results) {
    for orphan in &results.orphans {
        let _ = writeln!(text, "FAILED {}; `--bless` removes it", one_line(orphan));
    }
    for (case, device, failures) in &results.failures {
        let _ = writeln!(text, "FAILED {} on {}", one_line(case), one_line(device));
        for failure in failures {
            let _ = writeln!(text, "  {}", failure.trim_end().replace('\n', "\n  "));
        }
    }
    more(text, results.failed_pairs, results.failures.len());
}

fn run_failures(text: &mut String, results: &Results) {
    for (case, driver, failure) in &results.run_failures {
        let failure = failure.trim_end().replace('\n', "\n  ");
        let (name, driver) = (one_line(case), one_line(driver));
        let _ = writeln!(text, "FAILED {name} run on {driver}\n  {failure}");
    }
    more(text, results.failed_runs, results.run_failures.len());
}

fn more(text: &mut String, failed: usize, shown: usize) {
    if failed > shown {
        let _ = writeln!(
            text,
            "… and {} more; `--report F.html` shows them",
            failed - shown
        );
    }
}

/// A line per driver: how many modules it runs as written and filtered, and how their outputs compare.
fn drivers(text: &mut String, results: &Results) {
    let names = results.head.drivers.iter();
    let names: Vec<String> = names.map(one_line).collect();
    if names.is_empty() {
        return;
    }
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let _ = writeln!(
        text,
        "\n{:width$}  modules  as written  filtered  runs compared  differ  failed",
        "driver"
    );
    for (name, counts) in names.iter().zip(&results.drivers) {
        let _ = writeln!(
            text,
            "{name:width$}  {:>7}  {:>10}  {:>8}  {:>13}  {:>6}  {:>6}",
            counts.cases,
            counts.native,
            counts.filtered,
            counts.same + counts.differ,
            counts.differ,
            counts.failed,
        );
    }
    for missing in &results.head.missing_drivers {
        let _ = writeln!(text, "not here: {}", one_line(missing));
    }
    text.push('\n');
}

/// A number of things, of which there may be one.
pub(crate) fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn summary(text: &mut String, results: &Results) {
    let pairs = results.pairs();
    let cached = results.cached;
    let cached = cached.map_or_else(String::new, |n| format!(" ({n} found by an earlier run)"));
    let _ = writeln!(
        text,
        "{} on {}: {}{cached}, {} failed",
        plural(results.cases, "module"),
        plural(results.devices.len(), "device"),
        plural(pairs, "pair"),
        results.failed(),
    );
    match &results.head.validator {
        Some(version) => {
            let [valid, invalid, unjudged] = results.verdicts;
            let _ = write!(
                text,
                "spirv-val, {version}: {valid} valid, {invalid} invalid"
            );
            text.push_str(&match unjudged {
                0 => "\n".to_owned(),
                _ => format!(", {unjudged} not judged because it does not take the input either\n"),
            });
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
