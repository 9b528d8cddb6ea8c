//! Folders that settings name, to be written to.
//!
//! Whether one can be written is a matter of the machine, and may change while the program runs: a disk is full, somebody clears the folder.
//! So it is never an error, as a value without meaning is. The log gets a warning, once for each folder, and the layer goes on without.

use crate::log::{Level, Log};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is said of a file or folder that a setting names.
pub fn unwritable(setting: &str, path: &Path, why: &io::Error) -> String {
    let path = path.display();
    format!("{setting}: {path} cannot be written: {why}; the layer goes on without it")
}

/// A folder that could be made when it was opened.
#[derive(Debug)]
pub struct Folder {
    setting: &'static str,
    path: PathBuf,
    is_said: AtomicBool,
}

impl Folder {
    /// Opens the folder of a setting, which is created if need be. `None` if it cannot be, once that is said.
    pub fn open(setting: &'static str, path: &Path, log: &Log) -> Option<Self> {
        let made = Self {
            setting,
            path: path.to_path_buf(),
            is_said: AtomicBool::new(false),
        };
        made.wrote(fs::create_dir_all(path), log).then_some(made)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether something in it was written; the first time that it was not, the log gets the reason.
    pub fn wrote(&self, result: io::Result<()>, log: &Log) -> bool {
        let Err(why) = result else {
            return true;
        };
        if !self.is_said.swap(true, Ordering::Relaxed) {
            log.say(Level::Warning, &unwritable(self.setting, &self.path, &why));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log, and what it has so far.
    fn log(folder: &Path) -> (Log, impl Fn() -> Vec<String>) {
        let path = folder.join("log");
        let log = Log::new(Level::Warning, Some(&path)).unwrap();
        let said = move || {
            let text = fs::read_to_string(&path).unwrap();
            text.lines().map(str::to_owned).collect()
        };
        (log, said)
    }

    #[test]
    fn what_cannot_be_made_is_said() {
        let beside = tempfile::tempdir().unwrap();
        let (log, said) = log(beside.path());
        let path = beside.path().join("new/folder");
        assert!(Folder::open("cache", &path, &log).is_some() && path.is_dir());
        assert!(said().is_empty());
        let path = beside.path().join("log/below a file");
        assert!(Folder::open("cache", &path, &log).is_none());
        let [line] = &said()[..] else {
            panic!("{:?}", said());
        };
        let named = format!(": cache: {} cannot be written: ", path.display());
        assert!(line.contains(&named), "{line}");
    }

    #[test]
    fn what_cannot_be_written_any_more_is_said_once() {
        let beside = tempfile::tempdir().unwrap();
        let (log, said) = log(beside.path());
        let folder = Folder::open("dump", &beside.path().join("dump"), &log).unwrap();
        let write = || folder.wrote(fs::write(folder.path().join("file"), "text"), &log);
        assert!(write());
        fs::remove_dir_all(folder.path()).unwrap();
        assert!(!write() && !write());
        assert_eq!(said().len(), 1, "{:?}", said());
    }
}
