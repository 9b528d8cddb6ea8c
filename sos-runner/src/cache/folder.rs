//! A cache in a folder, on a disk or a network's file system: one file for each entry, in 256 subfolders.
//!
//! Files are written under another name and renamed, so readers see whole files. The modification time says when a file was last used.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};

use super::{is_entry, is_hex, Pruned};

/// What names of files begin with that are being written.
const TEMPORARY: &str = ".tmp";

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Opens a folder, and makes it if it is not there.
    ///
    /// # Errors
    /// It cannot be made, or no file in it.
    pub(super) fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let cannot = || format!("cannot write into the cache, {}", path.display());
        tempfile::tempfile_in(path).with_context(cannot)?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// Reads an entry, and notes that it was used.
    ///
    /// # Errors
    /// It is there and cannot be read.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.file(name);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let cannot = || format!("cannot read from the cache, {}", path.display());
                return Err(error).with_context(cannot);
            }
        };
        // If the time cannot be set, the entry may be removed too early, which only costs time.
        let _ = File::options()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::now()));
        Ok(Some(bytes))
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.file(name);
        let folder = path.parent().unwrap_or(&self.path);
        let cannot = || format!("cannot write into the cache, {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
        let mut file = tempfile::Builder::new();
        let file = file.prefix(TEMPORARY).tempfile_in(folder);
        let mut file = file.with_context(cannot)?;
        io::Write::write_all(&mut file, bytes).with_context(cannot)?;
        match file.persist(&path) {
            Ok(_) => Ok(()),
            // Where a file that is being read cannot be replaced, another machine has just written it.
            Err(_) if cfg!(windows) && path.exists() => Ok(()),
            Err(error) => Err(error.error).with_context(cannot),
        }
    }

    /// Removes entries that were not used for so long, and what killed writers have left.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(super) fn prune(&self, unused: Duration) -> Result<Pruned> {
        let mut pruned = Pruned::default();
        // Before the clock begins, there is nothing.
        let limit = SystemTime::now().checked_sub(unused);
        let limit = limit.unwrap_or(SystemTime::UNIX_EPOCH);
        let cannot = || format!("cannot read the cache, {}", self.path.display());
        for folder in fs::read_dir(&self.path).with_context(cannot)? {
            let folder = folder.with_context(cannot)?;
            if !is_ours(&folder.file_name().to_string_lossy()) {
                continue;
            }
            for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                let name = file.file_name();
                let name = name.to_string_lossy();
                if !is_entry(&name) && !name.starts_with(TEMPORARY) {
                    continue;
                }
                let Ok(meta) = file.metadata() else { continue };
                let is_old = meta.modified().is_ok_and(|used| used < limit);
                // Another run may have removed it already.
                if is_old && fs::remove_file(file.path()).is_ok() {
                    pruned.removed += 1;
                    pruned.bytes += meta.len();
                } else {
                    pruned.left += 1;
                }
            }
        }
        Ok(pruned)
    }

    fn file(&self, name: &str) -> PathBuf {
        let (folder, file) = name.split_at_checked(2).unwrap_or((name, ""));
        self.path.join(folder).join(format!("{file}.json.z"))
    }
}

/// Whether a subfolder is one of the cache's: a folder that is named by mistake must not lose files of others.
fn is_ours(name: &str) -> bool {
    name.len() == 2 && is_hex(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash as entries are named by, which begins so.
    fn hash(begin: &str) -> String {
        format!("{begin:0<64}")
    }

    #[test]
    fn only_old_entries_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let (old, new) = (&hash("aa"), &hash("bb"));
        folder.write(old, b"12345").unwrap();
        folder.write(new, b"1").unwrap();
        let mine = place.path().join("mine");
        fs::create_dir(&mine).unwrap();
        // As among the objects of a repository of Git, and as a killed writer leaves it.
        let object = place
            .path()
            .join("aa/0123456789abcdef0123456789abcdef012345");
        let killed = place.path().join("aa/.tmpXYZ123");
        for path in [&mine.join("notes"), &object, &killed] {
            fs::write(path, "keep").unwrap();
        }
        let long_ago = SystemTime::now() - Duration::from_secs(1000);
        let all = [folder.file(old), mine.join("notes"), object.clone(), killed];
        for path in all {
            let file = File::options().append(true).open(path).unwrap();
            file.set_modified(long_ago).unwrap();
        }
        let pruned = folder.prune(Duration::from_secs(500)).unwrap();
        let expected = Pruned {
            removed: 2,
            bytes: 9,
            left: 1,
        };
        assert_eq!(pruned, expected);
        assert!(object.exists());
        assert_eq!(folder.prune(Duration::MAX).unwrap().left, 1);
        assert_eq!(folder.read(old).unwrap(), None);
        assert_eq!(folder.read(new).unwrap().as_deref(), Some(&b"1"[..]));
        assert!(mine.join("notes").exists());
    }

    #[test]
    fn reading_counts_as_use() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let name = &hash("aa");
        folder.write(name, b"1").unwrap();
        let file = File::options()
            .append(true)
            .open(folder.file(name))
            .unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(1000))
            .unwrap();
        drop(file);
        folder.read(name).unwrap();
        assert_eq!(folder.prune(Duration::from_secs(500)).unwrap().left, 1);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        let why = Folder::open(&place.path().join("file/cache")).unwrap_err();
        assert!(why.to_string().starts_with("cannot make "), "{why}");
    }
}
