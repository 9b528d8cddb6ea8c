//! Files that are written completely or not at all: in their directory, without a name where that is possible, and then renamed.

mod temporary;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{bail, Context as _, Result};
use temporary::Temporary;

/// A complete file beside the one that it is to replace. Dropping it discards it without a trace.
#[derive(Debug)]
pub struct Replacement {
    file: Temporary,
    path: PathBuf,
}

impl Replacement {
    /// Prepares to replace a regular file, or to create one.
    ///
    /// # Errors
    /// No file can be created in the directory.
    pub fn stage(path: &Path, bytes: &[u8]) -> Result<Self> {
        let mut staged = Self::begin(path)?;
        staged.write_all(bytes)?;
        Ok(staged)
    }

    /// As [`Self::stage`], with an empty file, to be written to before the commit.
    ///
    /// # Errors
    /// No file can be created in the directory.
    pub fn begin(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        let Ok(meta) = fs::metadata(path) else {
            return Ok(Self {
                file: Temporary::new(directory(path)).with_context(cannot)?,
                path: path.to_owned(),
            });
        };
        // Follow a symbolic link: the link is kept, and the file that it points to is replaced.
        let path = fs::canonicalize(path).with_context(cannot)?;
        let file = Temporary::new(directory(&path)).with_context(cannot)?;
        file.file()
            .set_permissions(meta.permissions())
            .with_context(cannot)?;
        Ok(Self { file, path })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub fn commit(self) -> Result<()> {
        let persisted = self.file.persist(directory(&self.path), &self.path);
        persisted.with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(())
    }
}

impl io::Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self.file.file();
        file.write(bytes).map_err(|error| cannot(&self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.file().flush()
    }
}

impl io::Seek for Replacement {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.file.file().seek(to)
    }
}

/// A file that is being written, a piece at a time. Dropping it discards it, as far as that can be.
///
/// A regular file is replaced at the end. Devices and named pipes, which cannot be replaced, are written as the pieces come.
#[derive(Debug)]
pub struct Writing {
    to: io::BufWriter<Destination>,
}

#[derive(Debug)]
struct Destination {
    path: PathBuf,
    file: fs::File,
    replacement: Option<Replacement>,
}

impl Writing {
    /// Prepares to write a file.
    ///
    /// # Errors
    /// As [`check`], and those of [`Replacement`].
    pub fn begin(path: &Path) -> Result<Self> {
        check(path)?;
        let cannot = || format!("cannot write {}", path.display());
        let replacement = match fs::metadata(path) {
            Ok(meta) if !meta.is_file() => None,
            _ => Some(Replacement::stage(path, &[])?),
        };
        let file = match &replacement {
            Some(replacement) => replacement.file.file().try_clone(),
            None => fs::OpenOptions::new().write(true).open(path),
        };
        let destination = Destination {
            path: path.to_owned(),
            file: file.with_context(cannot)?,
            replacement,
        };
        Ok(Self {
            to: io::BufWriter::with_capacity(64 << 10, destination),
        })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// It cannot be written completely, or not be renamed.
    pub fn commit(self) -> Result<()> {
        let to = self.to.into_inner().map_err(|error| error.into_error())?;
        to.replacement.map_or(Ok(()), Replacement::commit)
    }
}

impl io::Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl io::Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file
            .write(bytes)
            .map_err(|error| cannot(&self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The error with the path that the user knows. Its kind stays: an interruption is no failure, but tried again.
fn cannot(path: &Path, error: io::Error) -> io::Error {
    let says = format!("cannot write {}: {error}", path.display());
    io::Error::new(error.kind(), says)
}

/// Replaces a regular file, or creates one.
///
/// # Errors
/// As [`check`], and those of [`Replacement`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    check(path)?;
    Replacement::stage(path, bytes)?.commit()
}

/// Detects paths that cannot be written, without creating a file.
///
/// # Errors
/// The path is a directory or read-only, or its directory does not exist.
pub fn check(path: &Path) -> Result<()> {
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

/// The directory that contains a path.
pub fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
