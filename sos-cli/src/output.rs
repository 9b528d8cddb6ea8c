//! Writes files completely or not at all, and never writes binary data to a terminal.
//!
//! All results are staged first and then committed together, so that a run that fails half-way leaves every existing file
//! unchanged. A regular file is replaced as [`sos_runner::files`] says. Standard output, character devices and named pipes, which
//! cannot be replaced by renaming, are written directly, and before anything is renamed: they may be full or closed.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use sos_runner::files::{self, Replacement};

use crate::input::is_dash;

/// The kind of content, which determines whether it may be written to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A SPIR-V module.
    Binary,
    /// JSON.
    Text,
}

/// Output that is ready to be committed. Dropping it discards it without a trace.
#[derive(Debug)]
pub(crate) enum Staged {
    /// Standard output; the bytes are held until the commit.
    Stdout(Vec<u8>),
    /// A temporary file next to its destination, to be renamed.
    Renamed(Replacement),
    /// A device or a named pipe, opened for writing.
    Direct {
        /// The open device or pipe.
        file: File,
        /// Its path, for messages.
        path: PathBuf,
        /// The bytes to write.
        bytes: Vec<u8>,
    },
}

/// Prepares to write bytes to a path, or to standard output for `-`.
///
/// # Errors
/// The path is a directory, its directory does not exist, it is read-only or cannot be created, or the bytes are binary and it
/// is a terminal.
pub(crate) fn stage(argument: &OsStr, bytes: Vec<u8>, content: Content) -> Result<Staged> {
    check(argument, content)?;
    if is_dash(argument) {
        return Ok(Staged::Stdout(bytes));
    }
    let path = Path::new(argument);
    match fs::metadata(path) {
        Ok(meta) if !meta.is_file() => {
            let file = OpenOptions::new().write(true).open(path);
            let cannot = || format!("cannot write {}", path.display());
            Ok(Staged::Direct {
                file: file.with_context(cannot)?,
                path: path.to_owned(),
                bytes,
            })
        }
        _ => Replacement::stage(path, &bytes).map(Staged::Renamed),
    }
}

/// Detects, before any work is done, destinations that cannot be written.
///
/// # Errors
/// As [`stage`], except for errors that occur only when a file is created.
pub(crate) fn check(argument: &OsStr, content: Content) -> Result<()> {
    if is_dash(argument) {
        if content == Content::Binary && io::stdout().is_terminal() {
            bail!(
                "standard output is a terminal: give a file (-o OUT.spv) or a pipe for the module"
            );
        }
        return Ok(());
    }
    if argument.is_empty() {
        bail!("the name of a file to write is empty");
    }
    files::check(Path::new(argument))
}

/// Commits all outputs of a run: what is written directly and may fail half-way before what is only renamed, otherwise in
/// the given order. The first failure leaves those after it as they were.
pub(crate) fn commit(mut staged: Vec<Staged>) -> Result<()> {
    staged.sort_by_key(|one| matches!(one, Staged::Renamed(_)));
    staged.into_iter().try_for_each(Staged::commit)
}

impl Staged {
    /// Writes the bytes to their destination.
    pub(crate) fn commit(self) -> Result<()> {
        match self {
            Self::Stdout(bytes) => print(&bytes),
            Self::Renamed(replacement) => replacement.commit(),
            Self::Direct {
                mut file,
                path,
                bytes,
            } => file
                .write_all(&bytes)
                .with_context(|| format!("cannot write {}", path.display())),
        }
    }
}

/// Writes all bytes to standard output and flushes it.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .context("cannot write to standard output")
}

/// Serializes a value as indented JSON that ends with a newline.
///
/// # Errors
/// Never for the types of this program: their keys are strings.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
