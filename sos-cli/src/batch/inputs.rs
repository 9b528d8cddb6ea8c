//! The inputs of a batch: modules in files, folders, lists and archives.
//!
//! Input: arguments. Output: a source for each module, in the order of the arguments and sorted within a folder, with the path that
//! names its output. Modules are not read here, only the indexes of archives. An argument `@FILE` is a list with one path a line;
//! empty lines and those that begin with `#` say nothing. Symbolic links to folders are not followed, which could be cyclic. An input
//! that is a folder without modules is an error: it is a slip. What is wrong with a file of a folder concerns that file: a damaged
//! archive, and a pipe, which would be waited for, are sources that cannot be read, and an archive without modules is a note.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, Context as _, Result};
use sos_core::Limits;
use sos_runner::archive::{has_end, is_called, Archive, Kind, Stage, Unit};

use super::names::slashed;

/// A module to filter.
#[derive(Debug)]
pub(crate) struct Source {
    /// Its path for the output's name: see `--name`.
    pub(crate) name: String,
    path: PathBuf,
    place: Place,
}

/// Where a module is in its file.
#[derive(Debug)]
enum Place {
    /// It is the file.
    File,
    /// In an archive, with this number.
    Unit(Arc<Archive>, usize),
    /// Nowhere, for a reason.
    Damaged(String),
}

impl Source {
    /// The file that it is in.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn unit(&self) -> Option<(&Archive, &Unit)> {
        match &self.place {
            Place::Unit(archive, index) => Some((archive, archive.units().get(*index)?)),
            _ => None,
        }
    }

    /// What pipelines say of it.
    pub(crate) fn stage(&self) -> Option<&Stage> {
        self.unit()?.1.stage.as_ref()
    }

    /// Its name in messages and reports: its path, or the archive's and its own.
    pub(crate) fn shown(&self) -> String {
        match self.unit() {
            Some((archive, unit)) => format!("{}/{}", archive.path().display(), unit.name),
            None => self.path.display().to_string(),
        }
    }

    /// Reads the module's bytes.
    ///
    /// # Errors
    /// They cannot be read.
    pub(crate) fn read(&self, limits: &Limits) -> Result<Vec<u8>> {
        match (&self.place, self.unit()) {
            (Place::Damaged(why), _) => bail!("{why}"),
            (_, Some((archive, unit))) => archive.read(unit),
            (_, None) => crate::input::read(self.path.as_os_str(), limits),
        }
    }
}

/// What the inputs are.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// The modules.
    pub(crate) sources: Vec<Source>,
    /// Everything else that decides which they are: folders and lists.
    pub(crate) others: Vec<PathBuf>,
    /// What a user should know of them.
    pub(crate) notes: Vec<String>,
}

/// Finds the modules that arguments name. What lies below `output` is left out.
///
/// # Errors
/// A path does not exist or contains no module, or a list or archive cannot be read.
pub(crate) fn find(arguments: &[OsString], output: &Path, limits: &Limits) -> Result<Inputs> {
    let mut finder = Finder {
        output: output.canonicalize().ok(),
        limits,
        found: Inputs::default(),
    };
    for argument in arguments {
        match list_of(argument) {
            Some(list) => finder.add_list(list)?,
            None => finder.add(Path::new(argument))?,
        }
    }
    Ok(finder.found)
}

/// The path of a list, `@FILE`, unless a file has this name.
pub(crate) fn list_of(argument: &OsStr) -> Option<&Path> {
    let list = argument.to_str()?.strip_prefix('@')?;
    (!Path::new(argument).exists()).then_some(Path::new(list))
}

struct Finder<'a> {
    output: Option<PathBuf>,
    limits: &'a Limits,
    found: Inputs,
}

impl Finder<'_> {
    fn add_list(&mut self, list: &Path) -> Result<()> {
        let text = fs::read_to_string(list);
        let text = text.with_context(|| match list.is_dir() {
            true => format!(
                "{} is a folder, and after `@` comes a file with a path on each line",
                list.display()
            ),
            false => format!("cannot read {}", list.display()),
        })?;
        self.found.others.push(list.to_owned());
        // Some editors begin a text with this mark.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        for line in text.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                self.add(Path::new(line))
                    .with_context(|| list.display().to_string())?;
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path) -> Result<()> {
        if path.as_os_str() == "-" {
            bail!(
                "standard input is one module without a name, which goes to one file, for one device: it cannot be one of several \
                 inputs, nor go to a folder"
            );
        }
        let cannot = || format!("cannot read {}", path.display());
        if !fs::metadata(path).with_context(cannot)?.is_dir() {
            let name = path.file_name().map(Path::new).unwrap_or(path);
            if !self.add_file(path, name)? {
                bail!("there is no module in {}", path.display());
            }
            return Ok(());
        }
        let before = self.found.sources.len();
        self.add_folder(path, path)?;
        if self.found.sources.len() == before {
            bail!(
                "there is no module (*.spv) in {}, and no database (*.foz) or archive (*.zip)",
                path.display()
            );
        }
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path, root: &Path) -> Result<()> {
        let cannot = || format!("cannot read {}", folder.display());
        self.found.others.push(folder.to_owned());
        let mut entries = fs::read_dir(folder)
            .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
            .with_context(cannot)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let kind = entry.file_type().with_context(cannot)?;
            if kind.is_dir() {
                if !self.is_output(&path) {
                    self.add_folder(&path, root)?;
                }
            } else if is_called(&path) && !self.is_output(&path) {
                self.add_entry(&path, kind, root)?;
            }
        }
        Ok(())
    }

    /// Whether a path is the output: by its name first, which costs nothing.
    fn is_output(&self, path: &Path) -> bool {
        let output = self.output.as_deref();
        output.is_some_and(|output| {
            output.file_name() == path.file_name()
                && path.canonicalize().is_ok_and(|path| path == output)
        })
    }

    /// Adds what is called like a module or an archive in a folder.
    fn add_entry(&mut self, path: &Path, kind: fs::FileType, root: &Path) -> Result<()> {
        let name = path.strip_prefix(root).unwrap_or(path);
        let damaged = |why: String| Source {
            name: slashed(name),
            path: path.to_owned(),
            place: Place::Damaged(why),
        };
        // A link that leads nowhere is found out when it is read.
        let linked = (!kind.is_file()).then(|| fs::metadata(path).ok()).flatten();
        match linked.map(|meta| (meta.is_dir(), meta.is_file())) {
            Some((true, _)) => return Ok(()),
            Some((_, false)) => {
                let why = "it is no file: a pipe or a device is read only where it is named";
                self.found.sources.push(damaged(why.to_owned()));
                return Ok(());
            }
            _ => {}
        }
        match self.add_file(path, name) {
            Ok(true) => {}
            Ok(false) => {
                let note = format!("there is no module in {}", path.display());
                self.found.notes.push(note);
            }
            Err(why) => {
                let why = format!("{why:#}");
                let shown = path.display().to_string();
                let own = why.strip_prefix(&shown).unwrap_or(&why);
                let own = own.trim_start_matches([':', ' ']).to_owned();
                self.found.sources.push(damaged(own));
            }
        }
        Ok(())
    }

    /// Adds the modules in a file. Whether there is one.
    fn add_file(&mut self, path: &Path, name: &Path) -> Result<bool> {
        let sources = &mut self.found.sources;
        if has_end(name, "spv") && Kind::of(path) == Kind::Other {
            sources.push(Source {
                name: slashed(&name.with_extension("")),
                path: path.to_owned(),
                place: Place::File,
            });
            return Ok(true);
        }
        let archive = Arc::new(Archive::open(path, self.limits)?);
        self.found.notes.extend_from_slice(archive.notes());
        let name = slashed(name);
        for (index, unit) in archive.units().iter().enumerate() {
            sources.push(Source {
                name: match unit.name.as_str() {
                    "" => name.clone(),
                    unit => format!("{name}/{unit}"),
                },
                path: path.to_owned(),
                place: match archive.is_module() {
                    true => Place::File,
                    false => Place::Unit(Arc::clone(&archive), index),
                },
            });
        }
        Ok(!archive.units().is_empty())
    }
}
