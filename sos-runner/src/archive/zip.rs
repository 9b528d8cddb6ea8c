//! Zip archives of modules (`*.spv`) and C headers (`*.h`).
//!
//! Input: a file. Output: its members by name, in order of their names, and the bytes of any of them on demand. Refused are members
//! whose name leads out of the archive (`../x`), which would be written elsewhere than where the user said, and members larger than a
//! module may be: a member is decompressed up to that size and no further, whatever it claims. Other members are ignored.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{bail, ensure, Context as _, Result};
use sos_core::words::to_bytes;
use sos_core::Limits;
use zip::ZipArchive;

use super::header::{self, Header};

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
    /// Of a header: the names of its arrays, or why it cannot be read.
    pub arrays: Option<Result<Vec<String>, String>>,
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
        let archive = archive.with_context(|| format!("{} is a damaged zip", shown()))?;
        let mut members = Vec::new();
        for index in 0..archive.len() {
            let Some(name) = archive.name_for_index(index) else {
                continue;
            };
            let is_header = name.ends_with(".h");
            if is_header || name.ends_with(".spv") {
                ensure!(
                    is_below(name),
                    "{}: the name of member `{name}` leads out of the archive",
                    shown()
                );
                members.push(Member {
                    name: name.to_owned(),
                    arrays: is_header.then(|| Ok(Vec::new())),
                    index,
                });
            }
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
                    Ok(Some(header)) => Ok(header.names().map(str::to_owned).collect()),
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

/// Whether a name is that of a file below the archive, on every system.
fn is_below(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    !name.contains(['\\', ':', '\0']) && parts.all(|part| matches!(part, Component::Normal(_)))
}
