//! Fossilize databases (`.foz`): a log of Vulkan objects as Steam, driver teams and engines keep them, read without loading it.
//!
//! ```text
//! 81 "FOSSILIZEDB" 0 0 0 version        the head
//! tag and hash as 40 hex digits         an entry, repeated: the last 32 are 16 of the tag and 16 of the hash
//! stored u32 · format u32 · crc u32 · size u32, little-endian
//! stored bytes                          as they are (format 1) or a zlib stream of `size` bytes (format 2)
//! ```
//!
//! Input: a file. Output: an index of its entries, and the payload of any of them on demand. So memory is bounded by the number
//! of entries, not by their size. The versions read are 5 and 6, which are those that Fossilize itself reads; others are refused.
//! A last entry that is cut off, as a killed writer leaves it, is a note, and the entries before it are read. So are zeroes at the end. Of entries with the
//! same tag and hash the first counts. Payloads with a wrong checksum, of another size than stated, or larger than allowed are
//! errors of the entry, not of the database.
//!
//! Source of the layout: the description in `fossilize_db.cpp` of <https://github.com/ValveSoftware/Fossilize>. [`object`] is what the
//! payloads say, and [`Writer`] writes a database.

pub mod object;
mod writer;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{bail, ensure, Context as _, Result};
use flate2::read::ZlibDecoder;
use flate2::Crc;

pub use writer::Writer;

/// What a database begins with, before three zeroes and the version.
pub const MAGIC: &[u8; 12] = b"\x81FOSSILIZEDB";
/// The versions that are read.
pub const VERSIONS: std::ops::RangeInclusive<u8> = 5..=6;
/// Size of the head in bytes.
const HEAD: u64 = 16;
/// Size of an entry's key and header in bytes.
const ENTRY: u64 = 40 + 16;
/// A payload as it is.
const RAW: u32 = 1;
/// A payload as a zlib stream.
const DEFLATE: u32 = 2;
/// The largest payload of an object that is no module, in bytes: a description in JSON.
const LARGEST_OBJECT: u64 = 64 << 20;

/// Kinds of objects, by their tag: Fossilize's `ResourceTag`.
pub mod tag {
    /// `VkShaderModule`
    pub const SHADER_MODULE: u64 = 4;
    /// A graphics pipeline.
    pub const GRAPHICS_PIPELINE: u64 = 6;
    /// A compute pipeline.
    pub const COMPUTE_PIPELINE: u64 = 7;
    /// Which application an object belongs to.
    pub const APPLICATION_BLOB_LINK: u64 = 8;
    /// A ray tracing pipeline.
    pub const RAYTRACING_PIPELINE: u64 = 9;
}

/// An entry, without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The kind of object: see [`tag`].
    pub tag: u64,
    /// The object's hash.
    pub hash: u64,
    /// Where its payload begins.
    offset: u64,
    /// Size of the payload in the file, in bytes.
    stored: u32,
    format: u32,
    /// Of the payload as stored; 0 if there is none.
    crc: u32,
    /// Size of the payload once decompressed, in bytes.
    size: u32,
}

impl Entry {
    /// Whether it is a pipeline, of any kind.
    pub fn is_pipeline(&self) -> bool {
        matches!(
            self.tag,
            tag::GRAPHICS_PIPELINE | tag::COMPUTE_PIPELINE | tag::RAYTRACING_PIPELINE
        )
    }
}

/// An open database.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    file: Mutex<File>,
    version: u8,
    entries: Vec<Entry>,
    /// The place of an entry among `entries`, by tag and hash.
    places: HashMap<(u64, u64), usize>,
    /// Why entries at the end are missing.
    cut: Option<String>,
}

impl Database {
    /// Reads the head and the index.
    ///
    /// # Errors
    /// The file cannot be read, is no database, or one of another version; or an entry's key is no number.
    pub fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        let file = File::open(path).with_context(|| format!("cannot read {shown}"))?;
        let length = file.metadata()?.len();
        // Both have one position, which the index needs now, and payloads from then on.
        let mut reader = BufReader::new(file.try_clone()?);
        let mut head = [0; HEAD as usize];
        ensure!(
            reader.read_exact(&mut head).is_ok() && head.starts_with(MAGIC),
            "{shown} is no Fossilize database"
        );
        let [.., a, b, c, version] = head;
        ensure!(
            [a, b, c] == [0; 3] && VERSIONS.contains(&version),
            "{shown} is a Fossilize database of version {version}; this program reads {} and {}",
            VERSIONS.start(),
            VERSIONS.end()
        );
        let mut database = Self {
            path: path.to_owned(),
            version,
            entries: Vec::new(),
            places: HashMap::new(),
            cut: None,
            file: Mutex::new(file),
        };
        database
            .read_index(&mut reader, length)
            .with_context(|| shown.to_string())?;
        Ok(database)
    }

    fn read_index(&mut self, reader: &mut BufReader<File>, length: u64) -> Result<()> {
        let mut at = HEAD;
        while at < length {
            let mut bytes = [0; ENTRY as usize];
            let payload = at.saturating_add(ENTRY);
            if payload > length {
                return self.cut_at(at, "an entry's head");
            }
            reader.read_exact(&mut bytes)?;
            // File systems that lose what was written last leave zeroes in its place.
            if bytes == [0; ENTRY as usize] && is_zero(reader)? {
                return self.cut_at(at, "zeroes");
            }
            let entry = Entry::read(&bytes, payload)
                .with_context(|| format!("the entry at byte {at} is damaged"))?;
            let end = payload.saturating_add(entry.stored.into());
            if end > length {
                return self.cut_at(at, "an entry");
            }
            let place = self.entries.len();
            if let std::collections::hash_map::Entry::Vacant(free) =
                self.places.entry((entry.tag, entry.hash))
            {
                free.insert(place);
                self.entries.push(entry);
            }
            reader.seek_relative(entry.stored.into())?;
            at = end;
        }
        Ok(())
    }

    fn cut_at(&mut self, at: u64, what: &str) -> Result<()> {
        self.cut = Some(format!(
            "{} is cut off within {what}, at byte {at}: its writer was stopped, and the {} entries before are read",
            self.path.display(),
            self.entries.len()
        ));
        Ok(())
    }

    /// Its version.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// Its entries, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Why entries at the end are missing, if some are.
    pub fn cut(&self) -> Option<&str> {
        self.cut.as_deref()
    }

    /// The entry of an object.
    pub fn find(&self, tag: u64, hash: u64) -> Option<&Entry> {
        self.entries.get(*self.places.get(&(tag, hash))?)
    }

    /// The payload of an entry, decompressed: at most `limit` bytes of a module, and 64 MiB of others.
    ///
    /// # Errors
    /// It cannot be read, is larger, or is damaged.
    pub fn payload(&self, entry: &Entry, limit: u64) -> Result<Vec<u8>> {
        let limit = match entry.tag {
            tag::SHADER_MODULE => limit,
            _ => LARGEST_OBJECT,
        };
        let in_entry = || format!("entry {:x}.{:016x}", entry.tag, entry.hash);
        self.read_payload(entry, limit).with_context(in_entry)
    }

    fn read_payload(&self, entry: &Entry, limit: u64) -> Result<Vec<u8>> {
        let (stored, size) = (u64::from(entry.stored), u64::from(entry.size));
        ensure!(
            size <= limit && stored <= limit.saturating_add(limit / 64 + 1024),
            "{} bytes are more than the limit of {limit}",
            size.max(stored)
        );
        let mut bytes = Vec::new();
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(entry.offset))?;
            (&mut *file).take(stored).read_to_end(&mut bytes)?;
        }
        ensure!(
            bytes.len() as u64 == stored,
            "the file has become shorter while it is read"
        );
        if entry.crc != 0 {
            let mut crc = Crc::new();
            crc.update(&bytes);
            ensure!(crc.sum() == entry.crc, "its checksum is wrong");
        }
        match entry.format {
            RAW => {}
            DEFLATE => {
                let mut made = Vec::new();
                ZlibDecoder::new(bytes.as_slice())
                    .take(size + 1)
                    .read_to_end(&mut made)
                    .context("its compressed data is damaged")?;
                bytes = made;
            }
            format => bail!("its format, {format}, is unknown: only 1 and 2 are defined"),
        }
        ensure!(
            bytes.len() as u64 == size,
            "it does not have the {size} bytes that it states"
        );
        Ok(bytes)
    }
}

/// Whether only zeroes are left to read.
fn is_zero(reader: &mut impl BufRead) -> Result<bool> {
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        match bytes.len() {
            0 => return Ok(true),
            count => reader.consume(count),
        }
    }
}

impl Entry {
    /// Reads key and header. The first eight digits mean nothing.
    fn read(bytes: &[u8; ENTRY as usize], offset: u64) -> Result<Self> {
        let digits = |range| {
            let text = bytes.get(range).and_then(|it| std::str::from_utf8(it).ok());
            // `from_str_radix` would accept a sign.
            let text = text.filter(|text| text.bytes().all(|digit| digit.is_ascii_hexdigit()));
            let number = text.and_then(|text| u64::from_str_radix(text, 16).ok());
            number.context("its key is not hexadecimal")
        };
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).and_then(|it| it.try_into().ok());
            u32::from_le_bytes(four.unwrap_or_default())
        };
        Ok(Self {
            tag: digits(8..24)?,
            hash: digits(24..40)?,
            offset,
            stored: number(40),
            format: number(44),
            crc: number(48),
            size: number(52),
        })
    }
}
