//! Keeps results of earlier runs, so that an interrupted run resumes, and a run without changes takes no time.
//!
//! There is one file per result, named by a hash of everything that the result depends on: the module's bytes, the case's
//! directives, the device's description, the executable and the validator's version. Files are written atomically; an
//! unreadable file counts as missing. Files that have not been used for 30 days are removed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::Serialize;

/// How long an unused entry is kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The cache's folder, and the hash of the parts that all keys of this run share.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    common: blake3::Hasher,
}

/// The folder that `sos corpus run` uses by default, in the system's cache directory.
pub fn default_folder() -> PathBuf {
    dirs::cache_dir()
        .unwrap_or_else(std::env::temp_dir)
        .join("sos")
        .join("corpus")
}

/// The key of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Key(String);

impl Cache {
    /// Opens the cache in a folder, for this executable and this validator.
    ///
    /// # Errors
    /// The folder cannot be created, or the executable cannot be read.
    pub(crate) fn open(folder: &Path, validator: &str) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut common = blake3::Hasher::new();
        // The version number does not distinguish a rebuilt executable from its predecessor.
        let program = std::env::current_exe().context("where is this program?")?;
        let file = File::open(&program).with_context(|| program.display().to_string())?;
        common.update_reader(file)?;
        part(&mut common, validator.as_bytes());
        Ok(Self {
            folder: folder.to_owned(),
            common,
        })
    }

    /// The key of a result that depends on these parts.
    pub(crate) fn key(&self, parts: &[&[u8]]) -> Key {
        let mut hasher = self.common.clone();
        for bytes in parts {
            part(&mut hasher, bytes);
        }
        Key(hasher.finalize().to_hex().to_string())
    }

    /// Looks a result up.
    pub(crate) fn get<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let path = self.path(key);
        let value = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        // The modification time records the last use. If it cannot be set, the entry may be removed too early, which only costs
        // time.
        let _ = File::options()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::now()));
        Some(value)
    }

    /// Stores a result.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn put(&self, key: &Key, value: &impl Serialize) -> Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        let cannot = || format!("cannot write into the cache, {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
        let file = tempfile::NamedTempFile::new_in(folder).with_context(cannot)?;
        serde_json::to_writer(&file, value)?;
        file.persist(&path)
            .map_err(|error| error.error)
            .with_context(cannot)?;
        Ok(())
    }

    /// Removes entries that have not been used for [`KEPT`].
    pub(crate) fn prune(&self) {
        self.prune_before(SystemTime::now().checked_sub(KEPT));
    }

    fn prune_before(&self, limit: Option<SystemTime>) {
        let Some(limit) = limit else { return };
        let folders = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for folder in folders {
            for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                let used = file.metadata().and_then(|meta| meta.modified());
                if used.is_ok_and(|used| used < limit) {
                    // A concurrent run may have removed it already.
                    let _ = fs::remove_file(file.path());
                }
            }
        }
    }

    fn path(&self, Key(name): &Key) -> PathBuf {
        let (folder, file) = name.split_at(2);
        self.folder.join(folder).join(format!("{file}.json"))
    }
}

/// Hashes one part, preceded by its length so that different lists of parts have different hashes.
fn part(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_the_same_key_only() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), "v1").unwrap();
        let key = cache.key(&[b"ab", b"c"]);
        assert_eq!(cache.get::<u32>(&key), None);
        cache.put(&key, &7).unwrap();
        assert_eq!(cache.get(&key), Some(7));
        assert_eq!(cache.get::<u32>(&cache.key(&[b"a", b"bc"])), None);
        let other = Cache::open(folder.path(), "v2").unwrap();
        assert_eq!(other.get::<u32>(&other.key(&[b"ab", b"c"])), None);
    }

    #[test]
    fn a_damaged_entry_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), "").unwrap();
        let key = cache.key(&[b"x"]);
        cache.put(&key, &"text").unwrap();
        fs::write(cache.path(&key), "\"te").unwrap();
        assert_eq!(cache.get::<String>(&key), None);
    }

    #[test]
    fn only_old_entries_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), "").unwrap();
        let (old, new) = (cache.key(&[b"old"]), cache.key(&[b"new"]));
        cache.put(&old, &1).unwrap();
        cache.put(&new, &2).unwrap();
        let long_ago = SystemTime::now() - 2 * KEPT;
        let file = File::options().append(true).open(cache.path(&old)).unwrap();
        file.set_modified(long_ago).unwrap();
        drop(file);
        cache.prune();
        assert_eq!(cache.get::<u32>(&old), None);
        assert_eq!(cache.get(&new), Some(2));
    }
}
