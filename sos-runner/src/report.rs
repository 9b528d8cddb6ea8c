//! The results as people and programs read them.
//!
//! Reports are written while the run goes on, one row at a time, into temporary files that replace those of an earlier run when
//! all is done. A run that fails leaves the earlier ones.

mod json;
pub mod junit;
mod page;
mod spool;
mod table;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::files::Writing;
use crate::pair::Device;
use crate::results::Results;
use crate::row::{Head, Row};

pub(crate) use json::SCHEMA;
pub(crate) use table::plural;

/// The program's name and version.
pub(crate) const TOOL: &str = concat!("sos ", env!("CARGO_PKG_VERSION"));

/// A format of report, named after its readers' needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON, for programs.
    Json,
    /// JUnit XML, for CI systems.
    Junit,
    /// An HTML page, for people.
    Page,
}

impl Format {
    /// The format of a file, by its extension: `.json`, `.xml` or `.html`.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "json" => Some(Self::Json),
            "xml" => Some(Self::Junit),
            "html" | "htm" => Some(Self::Page),
            _ => None,
        }
    }
}

/// A report to write.
#[derive(Clone, Debug)]
pub struct ReportFile {
    /// The path to write to.
    pub path: PathBuf,
    /// The format.
    pub format: Format,
}

/// The reports of a run, as far as they are written.
#[derive(Debug)]
pub(crate) struct Reports {
    all: Vec<Report>,
}

#[derive(Debug)]
enum Report {
    Json(json::Json),
    Junit(junit::Junit),
    Page(Box<page::Page>),
}

/// A complete report, to be put in its place.
enum Done {
    File(Writing),
    Page(page::Finished),
}

impl Reports {
    /// Begins all reports.
    ///
    /// # Errors
    /// A file cannot be written, here and below.
    pub(crate) fn begin(files: &[ReportFile], head: &Head) -> Result<Self> {
        let begin = |file: &ReportFile| {
            let to = Writing::begin(&file.path)?;
            Ok(match file.format {
                Format::Json => Report::Json(json::Json::begin(to, head)?),
                Format::Junit => Report::Junit(junit::Junit::begin(to, head)),
                Format::Page => Report::Page(Box::new(page::Page::begin(to, &file.path, head)?)),
            })
        };
        let all = files.iter().map(begin).collect::<Result<_>>()?;
        Ok(Self { all })
    }

    /// What a page shows of a case on demand, packed; nothing if no page is written. It takes time: the threads that make the rows
    /// call it.
    pub(crate) fn pack(
        files: &[ReportFile],
        row: &Row,
        head: &Head,
        devices: &[Device],
    ) -> Result<String> {
        if files.iter().all(|file| file.format != Format::Page) {
            return Ok(String::new());
        }
        page::pack(row, head, devices)
    }

    /// Writes the results of a case, and what was packed of it.
    pub(crate) fn take(&mut self, row: &Row, packed: &str) -> Result<()> {
        self.all.iter_mut().try_for_each(|report| match report {
            Report::Json(json) => json.take(row),
            Report::Junit(junit) => junit.take(row),
            Report::Page(page) => page.take(row, packed),
        })
    }

    /// Completes all reports and puts them in their places.
    pub(crate) fn end(self, results: &Results) -> Result<()> {
        let end = |report| {
            Ok(match report {
                Report::Json(json) => Done::File(json.end(results)?),
                Report::Junit(junit) => Done::File(junit.end(results)?),
                Report::Page(page) => Done::Page(page.end(results)?),
            })
        };
        let done = self.all.into_iter().map(end).collect::<Result<Vec<_>>>()?;
        done.into_iter().try_for_each(|done| match done {
            Done::File(file) => file.commit(),
            Done::Page(page) => page.commit(),
        })
    }
}

impl Results {
    /// A table for people: a line per device, the failures, a line per driver, and a summary. Only the failures if `quiet`.
    pub fn table(&self, quiet: bool) -> String {
        table::table(self, quiet)
    }
}
