//! The results as one HTML page: a matrix of modules and devices, whose cells open the details of a pair.
//!
//! It is a single file without references to others, so that it can be mailed, archived by CI, and opened offline. The matrix
//! is plain HTML. The details are packed per module (JSON, zlib, base64) and unpacked by the page on demand; each distinct
//! output of a module is stored once, as an edit script from the input's text. So a corpus of hundreds of modules on
//! tens of devices takes a few megabytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Result;
use base64::engine::general_purpose::STANDARD;
use base64::Engine as _;
use flate2::write::ZlibEncoder;
use flate2::Compression;
use html_escape::{encode_double_quoted_attribute, encode_text};
use serde::Serialize;
use sos_core::Report;

use super::listing::{listing, Names};
use crate::case::{Case, Outcome};
use crate::disassembly::{steps, Step};
use crate::execution::Run;
use crate::pair::{self, Pair};
use crate::results::{Entry, Results};
use crate::settings::literal;
use crate::validator::Verdict;
use crate::work::{in_parallel, progress};

const HTML: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The data by which the matrix is filtered.
#[derive(Serialize)]
struct Index<'a> {
    cases: Vec<&'a str>,
    devices: Vec<Named<'a>>,
    rules: Vec<&'a str>,
    /// For each pair, indices into `rules`.
    used: Vec<Vec<usize>>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    comment: &'a str,
}

/// The details of all pairs of a module.
#[derive(Serialize)]
struct ModuleDetails<'a> {
    before: String,
    outputs: Vec<Vec<Step>>,
    directives: &'a [String],
    pairs: Vec<PairDetails<'a>>,
    runs: Vec<DriverRuns<'a>>,
}

/// The runs on one driver.
#[derive(Serialize)]
struct DriverRuns<'a> {
    driver: &'a str,
    runs: &'a [Run],
}

#[derive(Serialize)]
struct PairDetails<'a> {
    outcome: Outcome,
    failures: Vec<String>,
    /// Index into `outputs`, if there is an output.
    output: Option<usize>,
    time_ns: u64,
    validator: &'a Verdict,
    report: Option<&'a Report>,
    /// The values of the report's constants, formatted according to their types.
    constants: Vec<String>,
}

/// Serializes the page.
///
/// # Errors
/// Never: it is written to memory.
pub(super) fn report(results: &Results, jobs: usize) -> Result<Vec<u8>> {
    let entries: Vec<Entry<'_>> = results.entries().collect();
    let rows: Vec<&[Entry<'_>]> = entries.chunks(results.devices.len().max(1)).collect();
    // Disassembling takes time, hence the threads. No progress bar: that of the run is finished.
    let packed = in_parallel(jobs, rows.len(), &progress(0, false), |index| {
        let row = rows.get(index).copied().unwrap_or_default();
        let executed = results.executed().filter(|(case, ..)| *case == index);
        let runs = executed.map(|(_, _, driver, execution)| DriverRuns {
            driver,
            runs: &execution.runs,
        });
        pack(&details(row, runs.collect()))
    })?;
    let mut parts = String::new();
    for (index, packed) in packed.iter().enumerate() {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            parts,
            "<script type=\"text/plain\" id=\"m{index}\">{packed}</script>"
        );
    }
    // Placeholders are substituted in one pass over our own HTML, so that a placeholder in a module's name is not expanded.
    let mut page = String::new();
    let mut rest = HTML;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(before);
        match place {
            "style" => page.push_str(STYLE),
            "script" => page.push_str(SCRIPT),
            "summary" => page.push_str(&summary(results)),
            "matrix" => page.push_str(&matrix(results, &rows)),
            "index" => page.push_str(&index(results)?),
            "parts" => page.push_str(&parts),
            "tool" => page.push_str(&encode_text(super::TOOL)),
            _ => {}
        }
        rest = after;
    }
    page.push_str(rest);
    Ok(page.into_bytes())
}

/// Counts of outcomes and failures, and orphans.
fn summary(results: &Results) -> String {
    let mut text = String::new();
    for outcome in Outcome::ALL {
        let name = outcome.name();
        let count = results.count(outcome);
        let _ = write!(text, "<span class=\"{name} tally\">{count} {name}</span> ");
    }
    let failed = results.failed();
    let class = if failed == 0 { "good" } else { "bad" };
    let _ = write!(text, "<span class=\"{class} tally\">{failed} failed</span>");
    for orphan in &results.orphans {
        let _ = write!(text, "<p class=\"bad\">{}</p>", encode_text(orphan));
    }
    text
}

/// The contents of the matrix's table.
fn matrix(results: &Results, rows: &[&[Entry<'_>]]) -> String {
    let mut html = String::from("<thead><tr><th scope=\"col\">module</th>");
    for device in &results.devices {
        let _ = write!(
            html,
            "<th scope=\"col\" title=\"{}\"><span>{}</span></th>",
            encode_double_quoted_attribute(device.target.comment()),
            encode_text(&device.name)
        );
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    let wrong: BTreeSet<usize> = results
        .executed()
        .filter(|(.., execution)| execution.runs.iter().any(|run| run.failure().is_some()))
        .map(|(case, ..)| case)
        .collect();
    for (index, row) in rows.iter().enumerate() {
        let Some(first) = row.first() else { continue };
        let class = if wrong.contains(&index) {
            " class=\"failed\""
        } else {
            ""
        };
        let name = encode_text(&first.case.name);
        let _ = write!(html, "<tr><th scope=\"row\"{class}>{name}</th>");
        for entry in *row {
            let failed = if entry.failures().is_empty() {
                ""
            } else {
                " failed"
            };
            let _ = write!(
                html,
                "<td class=\"{}{failed}\"></td>",
                entry.pair.outcome.name()
            );
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>");
    html
}

/// The JSON of [`Index`], safe in a script element.
fn index(results: &Results) -> Result<String> {
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    let of = |entry: &Entry<'_>| -> Vec<String> {
        let report = entry.pair.report.as_ref();
        let rules = report.into_iter().flat_map(|report| &report.rules);
        rules.map(|rule| rule.rule.clone()).collect()
    };
    let names: Vec<Vec<String>> = results.entries().map(|entry| of(&entry)).collect();
    for name in names.iter().flatten() {
        rules.insert(name, 0);
    }
    for (index, place) in rules.values_mut().enumerate() {
        *place = index;
    }
    let number = |name: &String| rules.get(name.as_str()).copied();
    let index = Index {
        cases: results
            .cases
            .iter()
            .map(|case| case.name.as_str())
            .collect(),
        devices: results
            .devices
            .iter()
            .map(|device| Named {
                name: &device.name,
                comment: device.target.comment(),
            })
            .collect(),
        rules: rules.keys().copied().collect(),
        used: names
            .iter()
            .map(|names| names.iter().filter_map(number).collect())
            .collect(),
    };
    // Only `<` could end the script element early.
    Ok(serde_json::to_string(&index)?.replace('<', "\\u003c"))
}

/// The details of a module, from its pairs and runs.
fn details<'a>(row: &[Entry<'a>], runs: Vec<DriverRuns<'a>>) -> ModuleDetails<'a> {
    let case: Option<&Case> = row.first().map(|entry| entry.case);
    let words = case.and_then(|case| case.words.as_deref().ok());
    let words = words.unwrap_or_default();
    let mut names = Names::default();
    names.add(words);
    let before = match words {
        [] => String::new(),
        words => listing(words, &names),
    };
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut outputs = Vec::new();
    let mut pairs = Vec::new();
    for entry in row {
        let pair = entry.pair;
        let output = pair.output.as_deref().map(|hash| {
            *places.entry(hash).or_insert_with(|| {
                outputs.push(steps(&before, &output_of(entry, &before, &names)));
                outputs.len() - 1
            })
        });
        pairs.push(detail(entry, pair, output));
    }
    ModuleDetails {
        before,
        outputs,
        directives: case.map_or(&[], |case| &case.directives.text),
        pairs,
        runs,
    }
}

/// The text of the output. Filtering again takes less time than storing all outputs.
fn output_of(entry: &Entry<'_>, before: &str, names: &Names) -> String {
    if entry.pair.outcome == Outcome::Unchanged {
        return before.to_owned();
    }
    let filtered = pair::filter(entry.case, &entry.device.target, 1);
    let words = filtered.ok().and_then(|filtered| filtered.words);
    let text = |words: Vec<u32>| {
        let mut names = names.clone();
        names.add(&words);
        listing(&words, &names)
    };
    words.map(text).unwrap_or_default()
}

fn detail<'a>(entry: &Entry<'a>, pair: &'a Pair, output: Option<usize>) -> PairDetails<'a> {
    PairDetails {
        outcome: pair.outcome,
        failures: entry.failures(),
        output,
        time_ns: pair.time_ns,
        validator: &pair.validator,
        report: pair.report.as_ref(),
        constants: pair
            .report
            .iter()
            .flat_map(|report| &report.constants)
            .map(|constant| literal::text(constant.value, &constant.type_name))
            .collect(),
    }
}

/// Packs details for the page's script: JSON, zlib, base64.
fn pack(details: &ModuleDetails<'_>) -> Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&serde_json::to_vec(details)?)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_self_contained() {
        for text in [HTML, STYLE, SCRIPT] {
            for link in [
                "http:", "https:", "url(", "@import", "src=", "href=", "fetch(",
            ] {
                assert!(!text.contains(link), "{link}");
            }
        }
        for place in [
            "style", "script", "summary", "matrix", "index", "parts", "tool",
        ] {
            assert_eq!(
                HTML.matches(&format!("{{{{{place}}}}}")).count(),
                1,
                "{place}"
            );
        }
        assert_eq!(HTML.matches("{{").count(), 7);
    }
}
