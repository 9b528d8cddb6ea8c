//! Writing: a file appears whole or not at all, and binary never goes to a terminal.
//!
//! Results are staged first and committed together, so that a run that fails half-way leaves every existing file as it
//! was. A regular file is written under another name in its own directory and renamed over the old one; devices and
//! named pipes, which have nothing to keep whole, are written to directly.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use tempfile::NamedTempFile;

use crate::input::is_dash;
use crate::shown::one_line;

/// What the bytes are, for the question whether a terminal may see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Words of a module.
    Binary,
    /// JSON.
    Text,
}

/// Bytes on their way to a file or to standard output. Dropped, it leaves no trace.
#[derive(Debug)]
pub(crate) enum Staged {
    /// Held until committed.
    Stdout(Vec<u8>),
    /// Written beside its final place.
    Renamed {
        /// The file under its passing name; removed when dropped.
        file: NamedTempFile,
        /// Its final place.
        path: PathBuf,
    },
    /// Open for writing: a device or a named pipe.
    Direct {
        /// What to write to.
        file: File,
        /// How it is called.
        path: PathBuf,
        /// What to write.
        bytes: Vec<u8>,
    },
}

/// Prepares to write bytes to a path, or to standard output for `-`.
///
/// # Errors
/// The place is a directory or in none, is read-only, cannot be created, or is a terminal and the bytes are binary.
pub(crate) fn stage(argument: &OsStr, bytes: Vec<u8>, content: Content) -> Result<Staged> {
    check(argument, content)?;
    if is_dash(argument) {
        return Ok(Staged::Stdout(bytes));
    }
    let path = Path::new(argument);
    let cannot = || format!("cannot write {}", path.display());
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() => {
            // Through a symbolic link: the link stays, and the file that it leads to is replaced.
            let place = fs::canonicalize(path).with_context(cannot)?;
            let file = beside(&place, &bytes).with_context(cannot)?;
            file.as_file()
                .set_permissions(meta.permissions())
                .with_context(cannot)?;
            Ok(Staged::Renamed { file, path: place })
        }
        Ok(_) => {
            let file = OpenOptions::new()
                .write(true)
                .open(path)
                .with_context(cannot)?;
            Ok(Staged::Direct {
                file,
                path: path.to_owned(),
                bytes,
            })
        }
        Err(_) => Ok(Staged::Renamed {
            file: beside(path, &bytes).with_context(cannot)?,
            path: path.to_owned(),
        }),
    }
}

/// What of a destination can be refused before any work is done.
///
/// # Errors
/// As [`stage`], except for what only shows on creating a file.
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
    let path = Path::new(argument);
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => {
            bail!("cannot write {}: it is a directory", path.display())
        }
        Ok(meta) if meta.permissions().readonly() => {
            bail!("cannot write {}: it is read-only", path.display())
        }
        Err(_) if !directory(path).is_dir() => bail!(
            "cannot write {}: the directory {} does not exist",
            path.display(),
            directory(path).display()
        ),
        _ => Ok(()),
    }
}

/// The directory that a path's file stands in.
pub(crate) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A file with these bytes and a passing name in the directory of `path`.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sos-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Its own message names the passing file, of which nobody knows.
    let file = builder.tempfile_in(directory(path));
    let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    Ok(file)
}

impl Staged {
    /// Puts the bytes in their place.
    pub(crate) fn commit(self) -> Result<()> {
        match self {
            Self::Stdout(bytes) => print(&bytes),
            Self::Renamed { file, path } => {
                file.persist(&path)
                    .map_err(|e| e.error)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                Ok(())
            }
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

/// Says something to people, on standard error. What was asked for is done all the same where nobody hears it, and
/// `eprint!` would panic.
pub(crate) fn say(text: impl Display) {
    let _ = write!(io::stderr().lock(), "{text}");
}

/// Says in one line what someone may want to know.
pub(crate) fn note(text: impl Display) {
    say(format_args!("sos: note: {}\n", one_line(text)));
}

/// Writes to standard output, at once and to the end.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .context("cannot write to standard output")
}

/// A value as JSON for people and programs: indented, with a line end.
///
/// # Errors
/// Never for the types of this program: their keys are strings.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
