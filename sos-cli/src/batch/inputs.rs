//! The inputs of a batch: modules in files, folders, lists and archives.
//!
//! Input: arguments. Output: a source for each module, in the order of the arguments and sorted within a folder, with the path that
//! names its output. Modules are not read here, only the indexes of archives. An argument `@FILE` is a list with one path a line;
//! empty lines and those that begin with `#` say nothing. Symbolic links to folders are not followed, which could be cyclic. An input
//! that is a folder without modules is an error: it is a slip.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, Context as _, Result};
use sos_core::Limits;
use sos_runner::archive::{Archive, Stage, Unit, ENDS};

use super::names::slashed;

/// A module to filter.
#[derive(Debug)]
pub(crate) struct Source {
    /// Its path for the output's name: see `--name`.
    pub(crate) name: String,
    path: PathBuf,
    /// The archive that it is in, and its number there.
    member: Option<(Arc<Archive>, usize)>,
}

impl Source {
    /// The file that it is in.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn unit(&self) -> Option<(&Archive, &Unit)> {
        let (archive, index) = self.member.as_ref()?;
        Some((archive, archive.units().get(*index)?))
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
        match self.unit() {
            Some((archive, unit)) => archive.read(unit),
            None => crate::input::read(self.path.as_os_str(), limits),
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
        let text = text.with_context(|| format!("cannot read {}", list.display()))?;
        self.found.others.push(list.to_owned());
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
            bail!("standard input is one module, and cannot be one of several inputs");
        }
        let cannot = || format!("cannot read {}", path.display());
        if !fs::metadata(path).with_context(cannot)?.is_dir() {
            let name = path.file_name().map(Path::new).unwrap_or(path);
            return self.add_file(path, name);
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
            let is_folder = entry.file_type().with_context(cannot)?.is_dir();
            if is_folder {
                let is_output = || path.canonicalize().ok() == self.output;
                if self.output.is_none() || !is_output() {
                    self.add_folder(&path, root)?;
                }
            } else if ENDS
                .iter()
                .any(|end| path.extension() == Some(end.as_ref()))
            {
                self.add_file(&path, path.strip_prefix(root).unwrap_or(&path))?;
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, name: &Path) -> Result<()> {
        let is_module = name.extension().is_some_and(|end| end == "spv");
        let sources = &mut self.found.sources;
        if is_module {
            sources.push(Source {
                name: slashed(&name.with_extension("")),
                path: path.to_owned(),
                member: None,
            });
            return Ok(());
        }
        let archive = Arc::new(Archive::open(path, self.limits)?);
        if archive.units().is_empty() {
            bail!("there is no module in {}", path.display());
        }
        self.found.notes.extend_from_slice(archive.notes());
        let name = slashed(name);
        for (index, unit) in archive.units().iter().enumerate() {
            sources.push(Source {
                name: match unit.name.as_str() {
                    "" => name.clone(),
                    unit => format!("{name}/{unit}"),
                },
                path: path.to_owned(),
                member: (!archive.is_module()).then(|| (Arc::clone(&archive), index)),
            });
        }
        Ok(())
    }
}
