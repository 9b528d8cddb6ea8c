//! The results as an HTML page: a matrix of modules and devices, whose cells open the details of a pair.
//!
//! Up to [`LARGE`] pairs it is a single file without references to others, so that it can be mailed, archived by CI, and opened
//! offline: the matrix is plain HTML, and the details are packed per module (`details`). Beyond that no browser would show it, and the
//! page is an overview, with folders of modules instead of modules and what failed first; the modules are in files beside it, read when
//! a folder is opened (`sheets`).
//!
//! The parts of the page arrive together, module by module, and follow each other in the file, so they wait in a [`Spool`].

mod details;
mod sheets;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use html_escape::{encode_double_quoted_attribute, encode_text};
use serde::Serialize;

use super::spool::Spool;
use crate::case::Outcome;
use crate::files::Writing;
use crate::results::Results;
use crate::row::{Head, Row};

pub(super) use details::pack;
use sheets::Sheets;

const HTML: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
const SHEETS: &str = include_str!("page/sheets.js");

/// The most pairs that one file holds: twice as many take a browser several seconds.
const LARGE: usize = 60_000;

/// The lanes of the spool.
const MATRIX: usize = 0;
const CASES: usize = 1;
const USED: usize = 2;
const PARTS: usize = 3;

/// A page that is being written.
#[derive(Debug)]
pub(super) struct Page {
    file: Writing,
    devices: Vec<Named>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Everything is in the page.
    One {
        spool: Spool,
        rules: Rules,
        rows: usize,
    },
    /// The modules are in files beside it.
    Many(Box<Sheets>),
}

/// A device of the matrix.
#[derive(Clone, Debug, Serialize)]
struct Named {
    name: String,
    comment: String,
}

/// Numbers of rules, in the order in which they first occur.
#[derive(Debug, Default)]
struct Rules {
    numbers: BTreeMap<String, usize>,
}

impl Rules {
    /// For each cell of a row, the numbers of the rules that were applied.
    fn used(&mut self, row: &Row) -> Vec<Vec<usize>> {
        let mut number = |name: &str| match self.numbers.get(name) {
            Some(number) => *number,
            None => {
                let next = self.numbers.len();
                self.numbers.insert(name.to_owned(), next);
                next
            }
        };
        let cells = row.cells.iter();
        let reports = cells.map(|cell| cell.report.as_ref());
        reports
            .map(|report| {
                let rules = report.into_iter().flat_map(|report| &report.rules);
                rules.map(|rule| number(&rule.rule)).collect()
            })
            .collect()
    }

    /// The names by number.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.numbers.iter().collect();
        names.sort_by_key(|(_, number)| **number);
        names.into_iter().map(|(name, _)| name.as_str()).collect()
    }
}

impl Page {
    /// Begins a page at a path.
    ///
    /// # Errors
    /// Files cannot be written, here and below.
    pub(super) fn begin(file: Writing, path: &Path, head: &Head) -> Result<Self> {
        let devices = head.devices.iter().map(|device| Named {
            name: device.name.clone(),
            comment: device.comment.clone(),
        });
        let devices: Vec<_> = devices.collect();
        let kind = if head.cases().saturating_mul(devices.len()) <= LARGE {
            Kind::One {
                spool: Spool::new(4),
                rules: Rules::default(),
                rows: 0,
            }
        } else {
            Kind::Many(Box::new(Sheets::begin(path, devices.len())?))
        };
        Ok(Self {
            file,
            devices,
            kind,
        })
    }

    /// Takes a row and its packed details.
    pub(super) fn take(&mut self, row: &Row, packed: &str) -> Result<()> {
        match &mut self.kind {
            Kind::Many(sheets) => sheets.take(row, packed),
            Kind::One { spool, rules, rows } => {
                let separator = if *rows == 0 { "" } else { "," };
                let text = |value: String| format!("{separator}{value}");
                spool.push(MATRIX, matrix_row(row).as_bytes())?;
                let name = serde_json::to_string(&row.name)?;
                spool.push(CASES, text(name).as_bytes())?;
                for (at, used) in rules.used(row).iter().enumerate() {
                    let separator = if *rows + at == 0 { "" } else { "," };
                    let used = serde_json::to_string(used)?;
                    spool.push(USED, format!("{separator}{used}").as_bytes())?;
                }
                let part =
                    format!("<script type=\"text/plain\" id=\"m{rows}\">{packed}</script>\n");
                spool.push(PARTS, part.as_bytes())?;
                *rows += 1;
                Ok(())
            }
        }
    }

    /// Completes the page.
    pub(super) fn end(self, results: &Results) -> Result<Finished> {
        let Self {
            mut file,
            devices,
            kind,
        } = self;
        let (mut kind, overview) = match kind {
            Kind::One { spool, rules, .. } => (Some((spool, rules)), None),
            Kind::Many(sheets) => (None, Some(sheets.end(&devices, results)?)),
        };
        // Placeholders are substituted in one pass over our own HTML, so that a placeholder in a module's name is not expanded.
        let mut rest = HTML;
        while let Some((before, after)) = rest.split_once("{{") {
            let (place, after) = after.split_once("}}").unwrap_or((after, ""));
            file.write_all(before.as_bytes())?;
            match (place, &mut kind, &overview) {
                ("style", ..) => file.write_all(STYLE.as_bytes())?,
                ("script", ..) => file.write_all(SCRIPT.as_bytes())?,
                ("sheets", None, _) => file.write_all(SHEETS.as_bytes())?,
                ("summary", ..) => file.write_all(summary(results).as_bytes())?,
                ("tool", ..) => file.write_all(encode_text(super::TOOL).as_bytes())?,
                ("beside", None, _) => file.write_all(sheets::POLICY.as_bytes())?,
                ("matrix", Some((spool, _)), _) => {
                    file.write_all(matrix_head(&devices).as_bytes())?;
                    spool.copy(MATRIX, &mut file)?;
                    file.write_all(b"</tbody>")?;
                }
                ("matrix", None, _) => {
                    file.write_all(matrix_head(&devices).as_bytes())?;
                    file.write_all(b"</tbody>")?;
                }
                ("index", Some((spool, rules)), _) => {
                    index(&mut file, spool, rules, &devices)?;
                }
                ("index", None, Some(overview)) => file.write_all(overview.index.as_bytes())?,
                ("parts", Some((spool, _)), _) => spool.copy(PARTS, &mut file)?,
                _ => {}
            }
            rest = after;
        }
        file.write_all(rest.as_bytes())?;
        Ok(Finished {
            page: file,
            beside: overview.map(|overview| overview.files),
        })
    }
}

/// A complete page, and the files beside it.
#[derive(Debug)]
pub(super) struct Finished {
    page: Writing,
    beside: Option<sheets::Files>,
}

impl Finished {
    /// Puts all in their places.
    pub(super) fn commit(self) -> Result<()> {
        self.beside.map_or(Ok(()), sheets::Files::commit)?;
        self.page.commit()
    }
}

/// Counts of outcomes and failures, and orphans.
fn summary(results: &Results) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail, here and below.
    for outcome in Outcome::ALL {
        let name = outcome.name();
        let count = results.count(outcome);
        let _ = write!(text, "<span class=\"{name} tally\">{count} {name}</span> ");
    }
    let failed = results.failed();
    let class = if failed == 0 { "good" } else { "bad" };
    let _ = write!(text, "<span class=\"{class} tally\">{failed} failed</span>");
    for what in results.orphans.iter().chain(&results.gaps) {
        let _ = write!(text, "<p class=\"bad\">{}</p>", encode_text(what));
    }
    text
}

fn matrix_head(devices: &[Named]) -> String {
    let mut html = String::from("<thead><tr><th scope=\"col\">module</th>");
    for device in devices {
        let _ = write!(
            html,
            "<th scope=\"col\" title=\"{}\"><span>{}</span></th>",
            encode_double_quoted_attribute(&device.comment),
            encode_text(&device.name)
        );
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    html
}

fn matrix_row(row: &Row) -> String {
    let wrong = row.run_failures().next().is_some();
    let class = if wrong { " class=\"failed\"" } else { "" };
    let name = encode_text(&row.name);
    let mut html = format!("<tr><th scope=\"row\"{class}>{name}</th>");
    for cell in &row.cells {
        let failed = if cell.failed() { " failed" } else { "" };
        let _ = write!(html, "<td class=\"{}{failed}\"></td>", cell.outcome.name());
    }
    html.push_str("</tr>\n");
    html
}

/// JSON that is safe in a script element: only `<` could end that early.
fn safe(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The data by which the matrix is filtered: names of cases, devices and rules, and for each pair the rules that were applied.
fn index(file: &mut Writing, spool: &mut Spool, rules: &Rules, devices: &[Named]) -> Result<()> {
    let mut cases = Vec::new();
    spool.copy(CASES, &mut cases)?;
    let cases = safe(&String::from_utf8_lossy(&cases));
    let devices = safe(&serde_json::to_string(devices)?);
    let rules = safe(&serde_json::to_string(&rules.names())?);
    write!(
        file,
        "{{\"cases\":[{cases}],\"devices\":{devices},\"rules\":{rules},\"used\":["
    )?;
    spool.copy(USED, file)?;
    Ok(file.write_all(b"]}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_self_contained() {
        for text in [HTML, STYLE, SCRIPT] {
            for link in [
                "http:", "https:", "url(", "@import", "src=", "href=", "fetch(", ".src",
            ] {
                assert!(!text.contains(link), "{link}");
            }
        }
        for place in [
            "style", "beside", "script", "sheets", "summary", "matrix", "index", "parts", "tool",
        ] {
            assert_eq!(
                HTML.matches(&format!("{{{{{place}}}}}")).count(),
                1,
                "{place}"
            );
        }
        assert_eq!(HTML.matches("{{").count(), 9);
    }

    #[test]
    fn a_large_page_reads_only_the_files_beside_it() {
        for link in ["http:", "https:", "url(", "@import", "href=", "fetch("] {
            assert!(!SHEETS.contains(link), "{link}");
        }
        assert_eq!(SHEETS.matches(".src").count(), 1);
    }
}
