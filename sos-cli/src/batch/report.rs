//! The report of a batch in JSON, written row by row: it may be larger than memory.
//!
//! A file is replaced when the report is complete, and not before. `docs/json.md` describes the members.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use sos_runner::files::Writing;

use crate::input::is_dash;
use crate::output::{self, Content};

/// A report that is being written.
pub(crate) struct Report {
    to: Place,
    rows: usize,
}

enum Place {
    Stdout(BufWriter<io::Stdout>),
    File(Writing),
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes).map_err(cannot_print),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush().map_err(cannot_print),
            Self::File(file) => file.flush(),
        }
    }
}

/// The error with the place. Its kind stays: an interruption is no failure, but tried again.
fn cannot_print(error: io::Error) -> io::Error {
    let says = format!("cannot write to standard output: {error}");
    io::Error::new(error.kind(), says)
}

impl Report {
    /// Begins a report with its first list.
    ///
    /// # Errors
    /// The place cannot be written.
    pub(crate) fn begin(place: &OsStr, list: &str) -> Result<Self> {
        output::check(place, Content::Text)?;
        let to = match is_dash(place) {
            true => Place::Stdout(BufWriter::new(io::stdout())),
            false => Place::File(Writing::begin(Path::new(place))?),
        };
        let mut report = Self { to, rows: 0 };
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
        match self.to {
            Place::Stdout(mut stdout) => Ok(stdout.flush().map_err(cannot_print)?),
            Place::File(file) => file.commit(),
        }
    }
}
