//! Writes a Fossilize database, entry by entry.

use std::collections::HashSet;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::sync::PoisonError;

use anyhow::{ensure, Context as _, Result};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::{Database, Entry, DEFLATE, ENTRY, MAGIC, RAW};

/// A database that is being written. What is written first of a tag and hash counts, and later ones are left out.
#[derive(Debug)]
pub struct Writer<W> {
    to: W,
    written: HashSet<(u64, u64)>,
}

impl<W: Write> Writer<W> {
    /// Writes the head.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(mut to: W, version: u8) -> Result<Self> {
        to.write_all(MAGIC)?;
        to.write_all(&[0, 0, 0, version])?;
        Ok(Self {
            to,
            written: HashSet::new(),
        })
    }

    /// Whether an object is in it.
    pub fn has(&self, tag: u64, hash: u64) -> bool {
        self.written.contains(&(tag, hash))
    }

    /// Copies an entry of another database, byte for byte.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub fn copy(&mut self, database: &Database, entry: &Entry) -> Result<()> {
        if !self.written.insert((entry.tag, entry.hash)) {
            return Ok(());
        }
        let size = ENTRY + u64::from(entry.stored);
        let mut file = database.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(entry.offset.saturating_sub(ENTRY)))?;
        let copied = io::copy(&mut (&mut *file).take(size), &mut self.to)?;
        ensure!(
            copied == size,
            "the file has become shorter while it is read"
        );
        Ok(())
    }

    /// Writes an object, compressed where that makes it smaller.
    ///
    /// # Errors
    /// It cannot be written, or has 4 GiB.
    pub fn write(&mut self, tag: u64, hash: u64, payload: &[u8]) -> Result<()> {
        if !self.written.insert((tag, hash)) {
            return Ok(());
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(payload)?;
        let compressed = encoder.finish()?;
        let (format, stored) = match compressed.len() < payload.len() {
            true => (DEFLATE, compressed.as_slice()),
            false => (RAW, payload),
        };
        let mut crc = Crc::new();
        crc.update(stored);
        let size = |bytes: &[u8]| u32::try_from(bytes.len()).context("an object of 4 GiB");
        write!(self.to, "{tag:024x}{hash:016x}")?;
        for number in [size(stored)?, format, crc.sum(), size(payload)?] {
            self.to.write_all(&number.to_le_bytes())?;
        }
        self.to.write_all(stored)?;
        Ok(())
    }

    /// Passes everything on to the writer below.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn flush(&mut self) -> Result<()> {
        Ok(self.to.flush()?)
    }

    /// The writer below.
    pub fn into_inner(self) -> W {
        self.to
    }
}
