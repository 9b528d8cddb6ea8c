//! Zip archives of modules (`*.spv`) and C headers (`*.h`), and a [`Writer`] of such.
//!
//! Input: a file. Output: its members by name, in order of their names, and the bytes of any of them on demand. Refused are members
//! whose name leads out of the archive (`../x`), which would be written elsewhere than where the user said, names that do so on some
//! system (`C:x`, `..\\x`), and members larger than a module may be: a member is decompressed up to that size and no further, whatever it
//! claims. Members that share bytes, which only a bomb has, are refused too: without them, an archive unpacks to a thousand times its
//! size at most. Other members are ignored; of those with one name the last counts, as for other programs.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{bail, Context as _, Result};
use sos_core::words::to_bytes;
use sos_core::Limits;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::has_end;
use super::header::{self, Header, Named};

/// An open archive.
#[derive(Debug)]
pub struct Zip {
    archive: Mutex<ZipArchive<BufReader<File>>>,
    members: Vec<Member>,
    limits: Limits,
    /// The header that was read last, with its number among the members: its arrays are asked for one after the other.
    last: Mutex<Option<(usize, Arc<Header>)>>,
}

/// A member of an archive.
#[derive(Debug)]
pub struct Member {
    /// Its name, with `/` as separator.
    pub name: String,
    /// Of a header: its arrays, or why it cannot be read.
    pub arrays: Option<Result<Vec<Named>, String>>,
    index: usize,
}

impl Zip {
    /// Opens an archive and reads its headers.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or has a member whose name leads out of it.
    pub fn open(path: &Path, limits: &Limits) -> Result<Self> {
        let shown = || path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot read {}", shown()))?;
        let archive = ZipArchive::new(BufReader::new(file));
        let mut archive = archive.with_context(|| format!("{} is a damaged zip", shown()))?;
        let mut members = Vec::new();
        for index in 0..archive.len() {
            let Some(name) = archive.name_for_index(index) else {
                continue;
            };
            let is_header = has_end(name, "h");
            if is_header || has_end(name, "spv") {
                // Some writers begin every name so.
                let below = name.trim_start_matches("./");
                if let Err(why) = check_name(below) {
                    bail!("{}: the name of member `{name}` {why}", shown());
                }
                members.push(Member {
                    name: below.to_owned(),
                    arrays: is_header.then(|| Ok(Vec::new())),
                    index,
                });
            }
        }
        if let Some(name) = shared_bytes(&mut archive, &members) {
            bail!(
                "{} is a bomb: member `{name}` shares bytes with another",
                shown()
            );
        }
        members.sort_by(|a, b| a.name.cmp(&b.name));
        let mut zip = Self {
            archive: Mutex::new(archive),
            members: Vec::new(),
            limits: *limits,
            last: Mutex::default(),
        };
        for member in &mut members {
            if member.arrays.is_some() {
                let header = zip.bytes(member, header::limit(limits));
                let header = header.map(|text| Header::parse(&text));
                member.arrays = Some(match header {
                    Ok(Some(header)) => Ok(header.named()),
                    Ok(None) => Ok(Vec::new()),
                    Err(why) => Err(format!("{why:#}")),
                });
            }
        }
        zip.members = members;
        Ok(zip)
    }

    /// Its modules and headers.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The bytes of a module: a member, or an array of one.
    ///
    /// # Errors
    /// It cannot be read, or is too large.
    pub fn read(&self, member: usize, array: Option<usize>) -> Result<Vec<u8>> {
        let Some(array) = array else {
            let member = self.members.get(member).context("no such member")?;
            return self.bytes(member, u64::from(self.limits.words) * 4 + 4);
        };
        let header = self.header(member)?;
        let words = header.words(array);
        Ok(to_bytes(words.context("the archive has changed")?))
    }

    fn header(&self, number: usize) -> Result<Arc<Header>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, header)) = last.as_ref().filter(|last| last.0 == number) {
            return Ok(Arc::clone(header));
        }
        let member = self.members.get(number).context("no such member")?;
        let text = self.bytes(member, header::limit(&self.limits))?;
        let header = Header::parse(&text).context("the archive has changed")?;
        let header = Arc::new(header);
        *last = Some((number, Arc::clone(&header)));
        Ok(header)
    }

    /// Decompresses a member, up to one byte more than `limit`.
    fn bytes(&self, member: &Member, limit: u64) -> Result<Vec<u8>> {
        let in_member = || member.name.clone();
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let file = archive.by_index(member.index).with_context(in_member)?;
        let mut bytes = Vec::new();
        file.take(limit + 1)
            .read_to_end(&mut bytes)
            .with_context(in_member)?;
        if bytes.len() as u64 > limit {
            bail!("{} is larger than {limit} bytes", member.name);
        }
        Ok(bytes)
    }
}

/// An archive that is being written. The same members in the same order are the same bytes: they have no owner, and the first time that
/// zip knows.
#[derive(Debug)]
pub struct Writer<W: Write + Seek> {
    zip: ZipWriter<W>,
}

impl<W: Write + Seek> Writer<W> {
    /// An archive without members.
    pub fn new(to: W) -> Self {
        Self {
            zip: ZipWriter::new(to),
        }
    }

    /// Adds a member.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.zip.start_file(name, options)?;
        Ok(self.zip.write_all(bytes)?)
    }

    /// Writes the directory, and returns the writer below.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn end(self) -> Result<W> {
        Ok(self.zip.finish()?)
    }
}

/// A member whose data is also that of another, if there is one. Where data begins that is damaged is found out when it is read.
fn shared_bytes(archive: &mut ZipArchive<BufReader<File>>, members: &[Member]) -> Option<String> {
    let mut ranges = Vec::with_capacity(members.len());
    for member in members {
        let Ok(file) = archive.by_index_raw(member.index) else {
            continue;
        };
        if let Some(begin) = file.data_start() {
            ranges.push((begin, begin.saturating_add(file.compressed_size()), member));
        }
    }
    ranges.sort_unstable_by_key(|&(begin, end, _)| (begin, end));
    ranges.windows(2).find_map(|pair| match pair {
        [(_, end, _), (begin, _, second)] if begin < end => Some(second.name.clone()),
        _ => None,
    })
}

/// Checks that a name is that of a file below the archive, on every system.
fn check_name(name: &str) -> Result<(), &'static str> {
    if name.contains(['\\', ':', '\0']) {
        return Err("has a character that is not part of names on every system: `\\`, `:` or NUL");
    }
    let has = |wanted: &[&str]| name.split('/').any(|part| wanted.contains(&part));
    if name.starts_with('/') || has(&[".."]) {
        Err("leads out of the archive")
    } else if has(&["", "."]) {
        Err("has an empty part, or `.`: another name could mean the same file")
    } else {
        Ok(())
    }
}
