//! `--changed-only`: which outputs are up to date.
//!
//! The output folder keeps a record, `.sos-filter`: a line of JSON for each output that was written, with the key of everything that
//! determines it, a hash of its content, and what the report said. A line is appended once the output is in its place, so that a run
//! that is killed resumes where it was. An output is up to date if its last line has the same key and its content the same hash: times
//! of files decide nothing. Keys are [`sos_core::filter_key`]'s, of the module, the device, the options and the version; the record
//! belongs to one build of the program, whose hash its first line has, and is begun anew by another.
//!
//! Lines stay in the file until they are asked for: in memory is a hash of each path and where its line is. A line that is cut off, or
//! damaged, counts as none.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use sos_runner::files::Replacement;

use super::row::Row;

/// The name of the record in the output folder.
pub(crate) const NAME: &str = ".sos-filter";

/// The record of an output folder.
#[derive(Debug)]
pub(crate) struct State {
    /// Where the last line of an output is, by the hash of its path.
    lines: HashMap<[u8; 16], u64>,
    /// For reading, and for appending.
    files: Mutex<(BufReader<File>, File)>,
}

/// A line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The output's path below the folder.
    path: String,
    key: String,
    /// The hash of its content.
    content: String,
    row: Row,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Head {
    sos_filter: u32,
    program: String,
}

/// 128 bits of a hash: nobody can make two paths, or two contents, that share them.
pub(crate) fn hash(bytes: &[u8]) -> [u8; 16] {
    let mut short = [0; 16];
    blake3::Hasher::new()
        .update(bytes)
        .finalize_xof()
        .fill(&mut short);
    short
}

impl State {
    /// Opens the record of a folder, without the lines of outputs that were replaced or are gone from it.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(NAME);
        let cannot = || format!("cannot keep the record {}", path.display());
        let head = Head {
            sos_filter: 1,
            program: program()?,
        };
        let mut compact = Replacement::begin(&path)?;
        let mut first = serde_json::to_vec(&head)?;
        first.push(b'\n');
        compact.write_all(&first).with_context(cannot)?;
        let mut at = first.len() as u64;
        let mut lines = HashMap::new();
        if let Ok(mut old) = File::open(&path).map(BufReader::new) {
            for begin in last_lines(&mut old, &head) {
                let text = line_at(&mut old, begin).unwrap_or_default();
                let line = serde_json::from_str::<Line>(&text).ok();
                if let Some(line) = line.filter(|line| folder.join(&line.path).is_file()) {
                    compact.write_all(text.as_bytes()).with_context(cannot)?;
                    lines.insert(hash(line.path.as_bytes()), at);
                    at += text.len() as u64;
                }
            }
        }
        compact.commit()?;
        let append = OpenOptions::new().append(true).open(&path);
        let read = File::open(&path).with_context(cannot)?;
        Ok(Self {
            lines,
            files: Mutex::new((BufReader::new(read), append.with_context(cannot)?)),
        })
    }

    /// What was said of an output, if it is up to date.
    pub(crate) fn current(&self, name: &str, key: &str, output: &Path) -> Option<Row> {
        let &begin = self.lines.get(&hash(name.as_bytes()))?;
        let text = {
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            line_at(&mut files.0, begin)?
        };
        let line: Line = serde_json::from_str(&text).ok()?;
        let is_same = line.path == name && line.key == key;
        let content = is_same.then(|| fs::read(output).ok())??;
        (line.content == hex(&content)).then_some(line.row)
    }

    /// Records an output that is in its place.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&self, name: &str, key: &str, content: &[u8], row: &Row) -> Result<()> {
        let mut line = serde_json::to_vec(&Line {
            path: name.to_owned(),
            key: key.to_owned(),
            content: hex(content),
            row: row.clone(),
        })?;
        line.push(b'\n');
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.1.write_all(&line).context("cannot keep the record")
    }
}

fn hex(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
}

/// The hash of this program: its version does not distinguish a rebuilt one from its predecessor.
fn program() -> Result<String> {
    let path = std::env::current_exe().context("where is this program?")?;
    let mut file = File::open(&path).with_context(|| path.display().to_string())?;
    let mut hasher = blake3::Hasher::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(hasher.finalize().to_hex().to_string()),
            count => hasher.update(bytes.get(..count).unwrap_or_default()),
        };
    }
}

/// Where the last complete line of each output begins, if the record is this program's.
fn last_lines(old: &mut BufReader<File>, head: &Head) -> Vec<u64> {
    #[derive(Deserialize)]
    struct Path {
        path: String,
    }
    let mut text = String::new();
    let first = old.read_line(&mut text).unwrap_or(0);
    if serde_json::from_str::<Head>(&text).ok().as_ref() != Some(head) {
        return Vec::new();
    }
    let mut last = HashMap::new();
    let mut at = first as u64;
    loop {
        text.clear();
        // What is no text ends it as well: the rest is made anew.
        let count = old.read_line(&mut text).unwrap_or(0);
        if count == 0 || !text.ends_with('\n') {
            break;
        }
        if let Ok(line) = serde_json::from_str::<Path>(&text) {
            last.insert(hash(line.path.as_bytes()), at);
        }
        at += count as u64;
    }
    let mut begins: Vec<u64> = last.into_values().collect();
    begins.sort_unstable();
    begins
}

fn line_at(file: &mut BufReader<File>, begin: u64) -> Option<String> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(begin)).ok()?;
    file.read_line(&mut text).ok()?;
    Some(text)
}
