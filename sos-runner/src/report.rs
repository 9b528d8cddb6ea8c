//! The results as people and programs read them.

mod json;
mod junit;
mod listing;
mod page;
mod table;

use std::path::Path;

use anyhow::Result;

use crate::results::Results;

/// The program's name and version.
const TOOL: &str = concat!("sos ", env!("CARGO_PKG_VERSION"));

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

impl Results {
    /// A table for people: a line per device, the failures, a line per driver, and a summary. Only the failures if `quiet`.
    pub fn table(&self, quiet: bool) -> String {
        table::table(self, quiet)
    }

    /// The bytes of a report, made by several threads where that takes time.
    ///
    /// # Errors
    /// Never: it is written to memory.
    pub fn report(&self, format: Format, jobs: usize) -> Result<Vec<u8>> {
        match format {
            Format::Json => json::report(self),
            Format::Junit => junit::report(self),
            Format::Page => page::report(self, jobs),
        }
    }
}
