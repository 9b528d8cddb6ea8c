//! Results that are kept from run to run: one file each, named by its key.
//!
//! ```text
//! "SOSLAYER" | kind | subgroup size | words … | BLAKE3 of all before and of the key
//! ```
//!
//! Files appear by renaming complete ones, so that processes which share the folder never see a part of one; a file that is cut off or
//! changed does not have its hash, and counts as none. Refusals are not kept: their reasons are to be logged each time.

use crate::filter::Filtered;
use crate::folder::Folder;
use crate::log::Log;
use sos_core::Key;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

const MAGIC: &[u8; 8] = b"SOSLAYER";
const HASH: usize = 32;
const HEAD: usize = MAGIC.len() + 8;

fn hash_of(body: &[u8], key: Key) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(body).update(&key.bytes);
    hasher.finalize().into()
}

/// A folder of results.
#[derive(Debug)]
pub struct Cache {
    folder: Folder,
}

impl Cache {
    /// The results in a folder, without the oldest files beyond `mebibytes`.
    pub fn new(folder: Folder, mebibytes: u64) -> Self {
        let made = Self { folder };
        made.trim(mebibytes.saturating_mul(1 << 20));
        made
    }

    /// Removes the oldest files until the others have at most `bytes` together.
    fn trim(&self, bytes: u64) {
        let Ok(entries) = fs::read_dir(self.folder.path()) else {
            return;
        };
        let entries = entries.flatten().filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.ends_with(".sos") || name.ends_with(".new")
        });
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let data = entry.metadata().ok()?;
                Some((data.modified().ok()?, data.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut total: u64 = files.iter().map(|file| file.1).sum();
        for (_, size, path) in files {
            if total <= bytes {
                break;
            }
            // Another process may have been faster.
            let _ = fs::remove_file(path);
            total -= size;
        }
    }

    fn path(&self, key: Key) -> PathBuf {
        self.folder.path().join(format!("{key}.sos"))
    }

    /// The result with this key.
    pub fn get(&self, key: Key) -> Option<Filtered> {
        let bytes = fs::read(self.path(key)).ok()?;
        let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
        if hash_of(body, key) != hash {
            return None;
        }
        let number = |at: usize| {
            let bytes = body.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(bytes))
        };
        let words = body.get(HEAD..)?.chunks_exact(4);
        let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        match (body.starts_with(MAGIC), number(MAGIC.len())?) {
            (true, 0) => Some(Filtered::Unchanged),
            (true, 1) => Some(Filtered::Rewritten {
                words: words.collect(),
                subgroup_size: number(MAGIC.len() + 4).filter(|&size| size != 0),
            }),
            _ => None,
        }
    }

    /// Keeps a result. What cannot be written is not kept, and the log has why.
    pub fn put(&self, key: Key, result: &Filtered, log: &Log) {
        let (kind, words, size): (u32, &[u32], u32) = match result {
            Filtered::Unchanged => (0, &[], 0),
            Filtered::Rewritten {
                words,
                subgroup_size,
            } => (1, words, subgroup_size.unwrap_or(0)),
            Filtered::Unsupported | Filtered::Failed => return,
        };
        let mut bytes = Vec::with_capacity(HEAD + words.len() * 4 + HASH);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&kind.to_le_bytes());
        bytes.extend_from_slice(&size.to_le_bytes());
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let hash = hash_of(&bytes, key);
        bytes.extend_from_slice(&hash);

        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let new = format!("{key}-{}-{number}.new", process::id());
        let new = self.folder.path().join(new);
        let written = fs::write(&new, &bytes).and_then(|()| fs::rename(&new, self.path(key)));
        if !self.folder.wrote(written, log) {
            let _ = fs::remove_file(new);
        }
    }
}

#[cfg(test)]
mod tests;
