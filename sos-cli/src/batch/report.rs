//! The report of a batch in JSON, written row by row: it may be larger than memory.
//!
//! A file is replaced when the report is complete, and not before. `docs/json.md` describes the members.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;
use sos_runner::files::Replacement;

use crate::input::is_dash;
use crate::output::{self, Content};

/// A report that is being written.
pub(crate) struct Report {
    to: BufWriter<Place>,
    rows: usize,
}

enum Place {
    Stdout(io::Stdout),
    Replaced(Replacement),
    /// A device or a named pipe.
    Direct(File),
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes).map_err(|error| {
                let says = format!("cannot write to standard output: {error}");
                io::Error::new(error.kind(), says)
            }),
            Self::Replaced(file) => file.write(bytes),
            Self::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::Replaced(file) => file.flush(),
            Self::Direct(file) => file.flush(),
        }
    }
}

impl Report {
    /// Begins a report with its first list.
    ///
    /// # Errors
    /// The place cannot be written.
    pub(crate) fn begin(place: &OsStr, list: &str) -> Result<Self> {
        output::check(place, Content::Text)?;
        let path = Path::new(place);
        let is_special = || fs::metadata(path).is_ok_and(|meta| !meta.is_file());
        let to = if is_dash(place) {
            Place::Stdout(io::stdout())
        } else if is_special() {
            let file = OpenOptions::new().write(true).open(path);
            Place::Direct(file.with_context(|| format!("cannot write {}", path.display()))?)
        } else {
            Place::Replaced(Replacement::begin(path)?)
        };
        let mut report = Self {
            to: BufWriter::new(to),
            rows: 0,
        };
        let tool = concat!("sos ", env!("CARGO_PKG_VERSION"));
        write!(
            report.to,
            "{{\n\"schema\": 1,\n\"tool\": \"{tool}\",\n\"{list}\": ["
        )?;
        Ok(report)
    }

    /// Adds a row to the list.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&mut self, row: &impl Serialize) -> Result<()> {
        self.to
            .write_all(if self.rows == 0 { b"\n" } else { b",\n" })?;
        self.rows += 1;
        serde_json::to_writer(&mut self.to, row)?;
        Ok(())
    }

    /// Ends the list and begins another.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn next_list(&mut self, list: &str) -> Result<()> {
        write!(self.to, "\n],\n\"{list}\": [")?;
        self.rows = 0;
        Ok(())
    }

    /// Ends the list, adds the rest of the members, and puts the report in its place.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn end(mut self, rest: &impl Serialize) -> Result<()> {
        self.to.write_all(b"\n],\n")?;
        // The members of an object, without its first brace.
        let rest = serde_json::to_string_pretty(rest)?;
        let rest = rest.trim_start_matches(['{', '\n']);
        writeln!(self.to, "{rest}")?;
        let place = self.to.into_inner().map_err(io::IntoInnerError::into_error);
        match place.context("cannot write the report")? {
            Place::Replaced(file) => file.commit(),
            mut other => Ok(other.flush()?),
        }
    }
}
