//! What a command reads and what it writes: nothing that it writes replaces what it reads, or something else that it writes.
//!
//! Places are registered before anything is written. Two are the same if their paths lead to one file, which need not exist yet.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Result};
use sos_runner::files::directory;

use crate::input;

/// The places that have been registered, each as [`absolute`] has it.
#[derive(Debug, Default)]
pub(crate) struct Places {
    read: Vec<PathBuf>,
    /// What is written, and where; without a path to standard output.
    written: Vec<(&'static str, Option<PathBuf>)>,
}

impl Places {
    /// Registers a file that is read. Standard input, pipes and devices are none, and folders are looked at by who reads them.
    pub(crate) fn read(&mut self, path: impl AsRef<OsStr>) {
        let path = path.as_ref();
        let is_other = Path::new(path)
            .metadata()
            .is_ok_and(|metadata| !metadata.is_file());
        if !input::is_dash(path) && !is_other {
            self.read.push(absolute(Path::new(path)));
        }
    }

    /// Registers a file that is written, or standard output.
    ///
    /// # Errors
    /// It is read, or something else is written there.
    pub(crate) fn write(&mut self, what: &'static str, path: impl AsRef<OsStr>) -> Result<()> {
        let path = path.as_ref();
        let shown = Path::new(path).display();
        let place = (!input::is_dash(path)).then(|| absolute(Path::new(path)));
        ensure!(
            !place.iter().any(|place| self.read.contains(place)),
            "the {what} {shown} would overwrite an input"
        );
        let mut written = self.written.iter();
        if let Some((other, _)) = written.find(|(_, written)| *written == place) {
            let both = match *other == what {
                true => format!("two {what}s"),
                false => format!("the {other} and the {what}"),
            };
            match place {
                None => bail!("{both} cannot both go to standard output"),
                Some(_) => bail!("{both} cannot both go to {shown}"),
            }
        }
        self.written.push((what, place));
        Ok(())
    }
}

/// A path without links and from the root, as far as it is there: the same for all paths of a file.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let lexical = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let in_folder = || Some(canonical(path.parent()?)?.join(path.file_name()?));
    canonical(path).or_else(in_folder).unwrap_or_else(lexical)
}

/// The canonical path of a file. If the file does not exist, only its directory is canonicalized.
fn canonical(path: &Path) -> Option<PathBuf> {
    if let Ok(there) = path.canonicalize() {
        return Some(there);
    }
    let directory = directory(path).canonicalize().ok()?;
    Some(directory.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let read = at("read");
        std::fs::write(&read, "").unwrap();
        std::fs::create_dir(at("dir")).unwrap();
        let mut places = Places::default();
        places.read(&read);
        places.read("-");
        let mut says = |what, path: &Path| {
            let result = places.write(what, path);
            result.map_or_else(|why| why.to_string(), |()| String::new())
        };
        assert!(says("report", &read).ends_with("would overwrite an input"));
        assert!(says("report", &at("dir/../read")).ends_with("would overwrite an input"));
        assert_eq!(says("output", &at("new")), "");
        let other = at("dir/../new");
        let expected = format!(
            "the output and the report cannot both go to {}",
            other.display()
        );
        assert_eq!(says("report", &other), expected);
        assert!(says("output", &other).starts_with("two outputs cannot both go to "));
        // Where there is no such folder, equal paths are the same.
        assert_eq!(says("report", &at("no/new")), "");
        assert!(says("depfile", &at("no/new")).starts_with("the report and the depfile"));
        assert_eq!(says("module", Path::new("-")), "");
        let both = "the module and the report cannot both go to standard output";
        assert_eq!(says("report", Path::new("-")), both);
    }
}
