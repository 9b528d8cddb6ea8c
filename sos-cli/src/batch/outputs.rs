//! Where the outputs of a batch go: below one folder, each to a place of its own.
//!
//! Input: the modules, the devices and the pattern. What would be lost is refused before anything is written: two outputs of one name, an
//! output where another has a folder, and an output in the place of something that is read or written otherwise, which are inputs, lists,
//! files of devices, the report, the depfile and the record.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{bail, ensure, Context as _, Result};

use super::inputs::{Inputs, Source};
use super::names::{self, Pattern};
use super::{state, Batch};
use crate::input;
use crate::places::absolute;

/// The places of outputs, which are being checked.
pub(super) struct Outputs<'a> {
    batch: &'a Batch<'a>,
    found: &'a Inputs,
    folder: &'a Path,
    /// The folder as an absolute path.
    root: PathBuf,
    /// What is read, which is there; found out when the first output is there too.
    read: OnceLock<HashSet<PathBuf>>,
    /// What is written besides the outputs, and what it is.
    written: Vec<(PathBuf, &'static str)>,
    /// Outputs by the hash of their names, and their sources.
    files: HashMap<[u8; 16], usize>,
    /// Folders of outputs, likewise.
    folders: HashMap<[u8; 16], usize>,
}

impl<'a> Outputs<'a> {
    /// Of these inputs, below this folder.
    pub(super) fn new(batch: &'a Batch<'a>, found: &'a Inputs, folder: &'a Path) -> Self {
        let depfile = batch.args.batch.depfile.as_deref();
        let report = batch.report_to.as_deref();
        let report = report.filter(|place| !input::is_dash(place)).map(Path::new);
        let record = folder.join(state::NAME);
        let written = [
            (report, "the report"),
            (depfile, "the depfile"),
            (Some(&*record), "the record of the folder"),
        ];
        let written = written.into_iter();
        Self {
            root: absolute(folder),
            written: written
                .filter_map(|(path, what)| Some((absolute(path?), what)))
                .collect(),
            batch,
            found,
            folder,
            read: OnceLock::new(),
            files: HashMap::new(),
            folders: HashMap::new(),
        }
    }

    /// Checks every output, and the places of those that are files and not members of an archive.
    ///
    /// # Errors
    /// One would be lost, or something else because of it.
    pub(super) fn check(mut self, pattern: &Pattern, are_files: bool) -> Result<()> {
        for (index, source) in self.found.sources.iter().enumerate() {
            for device in &self.batch.devices {
                let name = pattern
                    .name(&source.name, device.name())
                    .with_context(|| source.shown())?;
                self.check_names(&name, index, device.name())?;
                if are_files {
                    self.check_place(&name)?;
                }
            }
        }
        Ok(())
    }

    /// The name is that of no other output, nor of a folder of one.
    fn check_names(&mut self, name: &Path, index: usize, device: &str) -> Result<()> {
        let path = |name: &Path| self.folder.join(name).display().to_string();
        let shown = |index: usize| self.found.sources.get(index).map(Source::shown);
        let own = shown(index).unwrap_or_default();
        if let Some(other) = self.files.insert(key(name), index) {
            let path_of = |index: usize| self.found.sources.get(index).map(Source::path);
            ensure!(
                other == index
                    || path_of(other) != path_of(index)
                    || shown(other).as_ref() != Some(&own),
                "{own} is there twice"
            );
            bail!(
                "{} and {own}, for {device}, would both be written to {}: --name gives other names",
                shown(other).unwrap_or_default(),
                path(name)
            );
        }
        let mut clash = self.folders.get(&key(name)).map(|&other| (other, name));
        let above = name.ancestors().skip(1);
        for folder in above.filter(|folder| *folder != Path::new("")) {
            if self.folders.insert(key(folder), index).is_some() {
                // Those above it are known as well.
                break;
            }
            if let Some(&other) = self.files.get(&key(folder)) {
                clash = Some((other, folder));
            }
        }
        if let Some((other, place)) = clash {
            bail!(
                "of {} and {own}, for {device}, one would be the file {} and the other a file below it: --name gives other names",
                shown(other).unwrap_or_default(),
                path(place)
            );
        }
        Ok(())
    }

    /// Nothing else is in its place.
    fn check_place(&self, name: &Path) -> Result<()> {
        let output = self.folder.join(name);
        let place = self.root.join(name);
        if let Some((_, what)) = self.written.iter().find(|(path, _)| *path == place) {
            bail!("{what} and an output would both be {}", output.display());
        }
        // An output that is read is there already.
        if let Ok(there) = output.canonicalize() {
            ensure!(
                !there.is_dir(),
                "cannot write {}: it is a directory",
                output.display()
            );
            let read = self.read.get_or_init(|| self.read());
            ensure!(
                !read.contains(&there),
                "the output {} would overwrite an input",
                output.display()
            );
        }
        Ok(())
    }

    /// Everything that is read.
    fn read(&self) -> HashSet<PathBuf> {
        let sources = self.found.sources.iter().map(Source::path);
        let others = self.found.others.iter().map(PathBuf::as_path);
        let devices = self.batch.device_files.iter().map(PathBuf::as_path);
        let all = sources.chain(others).chain(devices);
        all.filter_map(|path| path.canonicalize().ok()).collect()
    }
}

/// The hash of a name. Where file systems take both cases of a letter for one, so does this.
fn key(name: &Path) -> [u8; 16] {
    let text = names::slashed(name);
    match cfg!(any(windows, target_os = "macos")) {
        true => state::hash(text.to_lowercase().as_bytes()),
        false => state::hash(text.as_bytes()),
    }
}
