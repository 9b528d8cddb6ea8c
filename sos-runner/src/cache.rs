//! Keeps results of earlier runs, so that an interrupted run resumes, and a run without changes takes no time; and so that machines
//! that share a run share what they have found.
//!
//! There is one entry for each case, with the results on all devices that were asked for; and one for each case on each driver. It is
//! named by a hash of everything that the results depend on: the module's bytes, the case's directives, the executable and the
//! validator's version; within an entry, devices are named by the hash of their descriptions. One entry for each pair would be a
//! hundred million objects for a large corpus.
//!
//! An entry is JSON, zlib. It is written whole or not at all, and what cannot be read counts as missing. When two machines write the same
//! entry, the later one wins, and the results of the other are found again when they are needed. A store that does not answer when the
//! run begins is an error; later it costs time only, so it is a warning, and after [`PATIENCE`] failures in a row the store is left
//! alone.
//!
//! [`place`] is what callers name, `folder` and `objects` are the two kinds of store.

mod folder;
#[cfg(feature = "object-store")]
mod objects;
pub(crate) mod place;

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::Compression;
use serde::de::DeserializeOwned;
use serde::Serialize;

use place::Place;

/// How long an unused entry of the user's own cache is kept.
pub(crate) const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// After how many failures in a row the store is not asked any more.
const PATIENCE: usize = 3;

/// The most bytes of an unpacked entry: two hundred devices need some hundred kilobytes.
const LARGEST: u64 = 256 << 20;

/// A store of entries by name.
#[derive(Debug)]
enum Store {
    Folder(folder::Folder),
    #[cfg(feature = "object-store")]
    Objects(objects::Objects),
}

impl Store {
    fn open(place: &Place) -> Result<Self> {
        match place {
            Place::Folder(path) => folder::Folder::open(path).map(Self::Folder),
            #[cfg(feature = "object-store")]
            Place::Url(url) => objects::Objects::open(url).map(Self::Objects),
            #[cfg(not(feature = "object-store"))]
            Place::Url(url) => anyhow::bail!(
                "this program was built without object stores, so {url} cannot be a cache: build it with \
                 `--features object-store`, or name a folder"
            ),
        }
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => folder.read(name),
            #[cfg(feature = "object-store")]
            Self::Objects(objects) => objects.read(name),
        }
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<()> {
        match self {
            Self::Folder(folder) => folder.write(name, &bytes),
            #[cfg(feature = "object-store")]
            Self::Objects(objects) => objects.write(name, bytes),
        }
    }

    fn prune(&self, unused: Duration) -> Result<Pruned> {
        match self {
            Self::Folder(folder) => folder.prune(unused),
            #[cfg(feature = "object-store")]
            Self::Objects(objects) => objects.prune(unused),
        }
    }
}

/// What pruning has removed and left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The number of entries that were removed.
    pub removed: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// The number of entries that remain.
    pub left: usize,
}

/// Removes entries of a cache that have not been used for so long: in a folder since they were last read or written, in an object
/// store, which does not know when objects are read, since they were written.
///
/// # Errors
/// There is no such cache, or its entries cannot be listed.
pub fn prune(place: &Place, unused: Duration) -> Result<Pruned> {
    if let Place::Folder(path) = place {
        anyhow::ensure!(path.is_dir(), "there is no cache in {}", path.display());
    }
    Store::open(place)?.prune(unused)
}

/// The cache of a run: a store, and the hash of the parts that all keys of this run share.
#[derive(Debug)]
pub(crate) struct Cache {
    store: Store,
    common: blake3::Hasher,
    /// Failures in a row.
    failures: AtomicUsize,
    /// The first failure, and that the store is not asked any more.
    warnings: Mutex<Vec<String>>,
}

/// The key of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Key(String);

impl Cache {
    /// Opens the cache at a place, for this executable and this validator.
    ///
    /// # Errors
    /// The place cannot be written, or the executable cannot be read.
    pub(crate) fn open(place: &Place, validator: &str) -> Result<Self> {
        let store = Store::open(place)?;
        let mut common = blake3::Hasher::new();
        // The version number does not distinguish a rebuilt executable from its predecessor.
        let program = std::env::current_exe().context("where is this program?")?;
        let file = File::open(&program).with_context(|| program.display().to_string())?;
        common.update_reader(file)?;
        part(&mut common, validator.as_bytes());
        Ok(Self {
            store,
            common,
            failures: AtomicUsize::new(0),
            warnings: Mutex::default(),
        })
    }

    /// The key of results that depend on these parts.
    pub(crate) fn key(&self, parts: &[&[u8]]) -> Key {
        let mut hasher = self.common.clone();
        for bytes in parts {
            part(&mut hasher, bytes);
        }
        Key(hasher.finalize().to_hex().to_string())
    }

    /// Looks results up.
    pub(crate) fn get<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let packed = self.ask(|store| store.read(&key.0))??;
        unpack(&packed)
    }

    /// Stores results.
    pub(crate) fn put(&self, key: &Key, value: &impl Serialize) {
        if let Some(packed) = pack(value) {
            self.ask(|store| store.write(&key.0, packed));
        }
    }

    /// Asks the store, unless it has failed too often.
    fn ask<T>(&self, question: impl FnOnce(&Store) -> Result<T>) -> Option<T> {
        if self.failures.load(Ordering::Relaxed) >= PATIENCE {
            return None;
        }
        let error = match question(&self.store) {
            Ok(answer) => {
                self.failures.store(0, Ordering::Relaxed);
                return Some(answer);
            }
            Err(error) => error,
        };
        let failures = self.failures.fetch_add(1, Ordering::Relaxed) + 1;
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if warnings.is_empty() {
            warnings.push(format!("{error:#}"));
        }
        if failures == PATIENCE {
            warnings.push("the cache has failed too often, and was not used any more".to_owned());
        }
        None
    }

    /// Removes entries that have not been used for [`KEPT`]. Failures do not matter: the next run tries again.
    pub(crate) fn prune(&self) {
        let _ = self.store.prune(KEPT);
    }

    /// What went wrong with the store.
    pub(crate) fn warnings(self) -> Vec<String> {
        let warnings = self.warnings.into_inner();
        warnings.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a file of a subfolder is called as entries are: the rest of a hash.
fn is_entry(name: &str) -> bool {
    let hash = name.strip_suffix(".json.z");
    hash.is_some_and(|hash| hash.len() == 62 && is_hex(hash))
}

fn is_hex(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    text.chars().all(is_digit)
}

fn pack(value: &impl Serialize) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&serde_json::to_vec(value).ok()?).ok()?;
    encoder.finish().ok()
}

fn unpack<T: DeserializeOwned>(packed: &[u8]) -> Option<T> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(packed)
        .take(LARGEST + 1)
        .read_to_end(&mut bytes);
    let read = read.ok().filter(|read| *read as u64 <= LARGEST);
    read.and_then(|_| serde_json::from_slice(&bytes).ok())
}

/// Hashes one part, preceded by its length so that different lists of parts have different hashes.
fn part(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &std::path::Path, validator: &str) -> Cache {
        Cache::open(&Place::Folder(folder.to_owned()), validator).unwrap()
    }

    #[test]
    fn entries_are_found_by_the_same_key_only() {
        let folder = tempfile::tempdir().unwrap();
        let cache = open(folder.path(), "v1");
        let key = cache.key(&[b"ab", b"c"]);
        assert_eq!(cache.get::<u32>(&key), None);
        cache.put(&key, &7);
        assert_eq!(cache.get(&key), Some(7));
        assert_eq!(cache.get::<u32>(&cache.key(&[b"a", b"bc"])), None);
        let other = open(folder.path(), "v2");
        assert_eq!(other.get::<u32>(&other.key(&[b"ab", b"c"])), None);
        assert_eq!(cache.warnings(), Vec::<String>::new());
    }

    #[test]
    fn a_damaged_entry_counts_as_none() {
        let packed = pack(&"some text").unwrap();
        assert_eq!(unpack::<String>(&packed).as_deref(), Some("some text"));
        for length in 0..packed.len() - 1 {
            assert_eq!(unpack::<String>(&packed[..length]), None, "{length}");
        }
        for at in 0..packed.len() {
            let mut wrong = packed.clone();
            wrong[at] ^= 0x5A;
            let found = unpack::<String>(&wrong);
            assert!(
                found.is_none() || found.as_deref() == Some("some text"),
                "{at}"
            );
        }
        assert_eq!(unpack::<u32>(&packed), None);
    }

    #[test]
    fn a_store_that_fails_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cache = open(folder.path(), "");
        let asked = AtomicUsize::new(0);
        let fail = || {
            cache.ask(|_| {
                asked.fetch_add(1, Ordering::Relaxed);
                anyhow::bail!("away") as Result<()>
            })
        };
        assert_eq!((fail(), fail()), (None, None));
        assert_eq!(cache.ask(|_| Ok(1)), Some(1));
        for _ in 0..10 {
            fail();
        }
        assert_eq!(cache.ask(|_| Ok(1)), None);
        assert_eq!(asked.into_inner(), 2 + PATIENCE);
        let said = cache.warnings();
        assert!(said.len() == 2 && said[0] == "away" && said[1].contains("too often"));
    }

    #[test]
    fn writers_at_the_same_time_leave_whole_entries() {
        let folder = tempfile::tempdir().unwrap();
        let caches: Vec<_> = (0..4).map(|_| open(folder.path(), "")).collect();
        let key = |cache: &Cache, n: usize| cache.key(&[&n.to_le_bytes()]);
        std::thread::scope(|scope| {
            for (writer, cache) in caches.iter().enumerate() {
                scope.spawn(move || {
                    for n in 0..200 {
                        let value = vec![writer; 1 + n * 7];
                        cache.put(&key(cache, n % 10), &value);
                        let found = cache.get::<Vec<usize>>(&key(cache, n % 10)).unwrap();
                        assert!(found.iter().all(|one| *one == found[0]) && found[0] < 4);
                        assert_eq!((found.len() - 1) % 7, 0);
                    }
                });
            }
        });
        for cache in caches {
            assert_eq!(cache.warnings(), Vec::<String>::new());
        }
    }
}
