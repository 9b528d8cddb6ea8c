//! Finds the cases of a corpus in the paths of the command line.
//!
//! In folders, modules, Fossilize databases and zip archives are cases; headers are where they are named. Each unit of an archive is
//! a case, named by the archive's path and its own name.
//!
//! A case is named by its path relative to the corpus's *root*: the nearest folder, from the given path upwards, that contains a
//! folder `golden`; otherwise the given folder itself, or the folder of the given file. So the name of a case does not depend on
//! the path by which it is found. Only names are kept here: there may be more modules than fit into memory. Two modules of one name
//! are refused, because results could not be told apart.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail, ensure, Context, Result};
use sos_core::Limits;

use crate::archive::{self, Archive};
use crate::case::{Case, Directives};
use crate::row::Identity;

/// The name of the folder with the expected results.
pub(crate) const GOLDEN: &str = "golden";

/// Cases, sorted by name, and their root.
#[derive(Debug)]
pub(crate) struct Corpus {
    /// The folder that names are relative to.
    pub(crate) root: PathBuf,
    pub(crate) cases: Vec<Found>,
    /// What a user should know of the archives.
    pub(crate) notes: Vec<String>,
}

/// A case that was found and is not read yet.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its name.
    pub(crate) name: String,
    place: Place,
}

/// Where a case is.
#[derive(Clone, Debug)]
enum Place {
    /// In a file of its own.
    File(PathBuf),
    /// In an archive, as the unit with this index.
    Unit(Arc<Archive>, usize),
}

impl Found {
    /// Reads the case.
    ///
    /// # Errors
    /// A file cannot be read, or a directive is invalid.
    pub(crate) fn read(&self) -> Result<Case> {
        match &self.place {
            Place::File(path) => Case::read(path, self.name.clone()),
            Place::Unit(archive, at) => {
                let unit = archive.units().get(*at).context("there is no such unit")?;
                Ok(Case::of_unit(archive, unit, self.name.clone()))
            }
        }
    }

    /// Checks the directives, without reading the module.
    ///
    /// # Errors
    /// As [`Self::read`], as far as it is about the source.
    pub(crate) fn check(&self) -> Result<()> {
        match &self.place {
            Place::File(path) => Directives::of(path).map(drop),
            Place::Unit(..) => Ok(()),
        }
    }

    /// The size in bytes of the file that has the module; 0 if it cannot be read, which is found out when it is.
    fn size(&self) -> u64 {
        fs::metadata(self.path()).map_or(0, |meta| meta.len())
    }

    /// The file that has the module.
    fn path(&self) -> &Path {
        match &self.place {
            Place::File(path) => path,
            Place::Unit(archive, _) => archive.path(),
        }
    }
}

impl Corpus {
    /// What tells it from others. The contents would tell more, and reading all of them takes each machine as long as its part of
    /// the work.
    pub(crate) fn identity(&self) -> Identity {
        let mut hasher = blake3::Hasher::new();
        for found in &self.cases {
            hasher.update(found.name.as_bytes());
            hasher.update(format!("\n{}\n", found.size()).as_bytes());
        }
        Identity {
            cases: self.cases.len(),
            blake3: hasher.finalize().to_hex().to_string(),
        }
    }
}

/// Finds the cases in files and folders.
///
/// # Errors
/// A path does not exist, contains no module, or has another root than the others.
pub(crate) fn discover(paths: &[PathBuf]) -> Result<Corpus> {
    let mut root: Option<PathBuf> = None;
    let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut named = BTreeSet::new();
    for path in paths {
        let real = path
            .canonicalize()
            .with_context(|| format!("cannot read {}", path.display()))?;
        let its_root = root_of(&real);
        match &root {
            Some(root) if *root != its_root => bail!(
                "{} and {} belong to two corpora, {} and {}: run each on its own",
                paths.first().unwrap_or(path).display(),
                path.display(),
                root.display(),
                its_root.display()
            ),
            _ => root = Some(its_root.clone()),
        }
        let mut is_empty = true;
        let mut add = |module: PathBuf| {
            is_empty = false;
            let name = name_of(&module, &its_root);
            match found.insert(name.clone(), module.clone()) {
                Some(other) if other != module => Err(one_name(&name, &other, &module)),
                _ => Ok(()),
            }
        };
        if real.is_dir() {
            walk(&real, &mut add)?;
        } else {
            named.insert(real.clone());
            add(real)?;
        }
        if is_empty {
            bail!(
                "there is no module (*.spv) in {}, and no database (*.foz) or archive (*.zip)",
                path.display()
            );
        }
    }
    let (mut cases, mut notes) = (Vec::new(), Vec::new());
    for (name, path) in found {
        let archive = Archive::open(&path, &Limits::default())?;
        if archive.is_module() {
            let place = Place::File(path);
            cases.push(Found { name, place });
            continue;
        }
        notes.extend_from_slice(archive.notes());
        if archive.units().is_empty() {
            let why = format!("there is no module in {}", archive.path().display());
            ensure!(!named.contains(archive.path()), "{why}");
            notes.push(why);
        }
        let archive = Arc::new(archive);
        cases.extend(archive.units().iter().enumerate().map(|(at, unit)| Found {
            name: format!("{name}/{}", unit.name),
            place: Place::Unit(Arc::clone(&archive), at),
        }));
    }
    // The units of an archive are in its own order.
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    for pair in cases.windows(2) {
        if let [one, other] = pair {
            if one.name == other.name {
                return Err(one_name(&one.name, one.path(), other.path()));
            }
        }
    }
    Ok(Corpus {
        root: root.unwrap_or_default(),
        cases,
        notes,
    })
}

fn root_of(path: &Path) -> PathBuf {
    let folder = if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(path)
    };
    folder
        .ancestors()
        .find(|folder| folder.join(GOLDEN).is_dir())
        .unwrap_or(folder)
        .to_owned()
}

fn one_name(name: &str, one: &Path, other: &Path) -> anyhow::Error {
    let paths = (one.display(), other.display());
    anyhow!(
        "two modules would be called {name}, in {} and {}",
        paths.0,
        paths.1
    )
}

/// Visits the modules and archives in a folder and its subfolders. Symbolic links to folders are not followed, which could be cyclic.
fn walk(folder: &Path, visit: &mut impl FnMut(PathBuf) -> Result<()>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        let path = entry.path();
        let kind = entry.file_type().with_context(cannot)?;
        if kind.is_dir() {
            walk(&path, visit)?;
        } else if archive::is_called(&path) {
            // A link that leads nowhere is found out when it is read.
            let linked = (!kind.is_file()).then(|| fs::metadata(&path).ok());
            match linked.flatten() {
                Some(meta) if meta.is_dir() => {}
                Some(meta) if !meta.is_file() => bail!(
                    "{} is no file: a pipe or a device would be waited for",
                    path.display()
                ),
                _ => visit(path)?,
            }
        }
    }
    Ok(())
}

/// The case's name, with `/` as separator on every system. Names of archives keep their end.
fn name_of(module: &Path, root: &Path) -> String {
    let below = module.strip_prefix(root).unwrap_or(module);
    let below = match archive::has_end(below, "spv") {
        true => &below.with_extension(""),
        false => below,
    };
    below
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("shaders/a")).unwrap();
        fs::create_dir_all(at("shaders/b")).unwrap();
        fs::create_dir_all(at(GOLDEN)).unwrap();
        for module in [
            "shaders/a/x.comp.spv",
            "shaders/a/y.spv",
            "shaders/b/x.comp.spv",
        ] {
            fs::write(at(module), [3, 2, 0x23, 7]).unwrap();
        }
        fs::write(at("shaders/a/y.spvasm"), "; sos: outcome all error\n").unwrap();
        folder
    }

    #[test]
    fn a_case_has_one_name_however_it_is_reached() {
        let folder = corpus();
        let names = |paths: &[&str]| -> Vec<String> {
            let paths: Vec<_> = paths.iter().map(|path| folder.path().join(path)).collect();
            let cases = discover(&paths).unwrap().cases;
            cases.into_iter().map(|case| case.name).collect()
        };
        let all = ["shaders/a/x.comp", "shaders/a/y", "shaders/b/x.comp"];
        assert_eq!(names(&[""]), all);
        assert_eq!(names(&["shaders"]), all);
        assert_eq!(names(&["shaders/a/y.spv"]), all[1..2]);
        assert_eq!(
            names(&["shaders/b", "shaders/a/x.comp.spv"]),
            ["shaders/a/x.comp", "shaders/b/x.comp"]
        );
    }

    #[test]
    fn nothing_found_is_an_error() {
        let folder = corpus();
        let error = |path: &str| {
            discover(&[folder.path().join(path)])
                .unwrap_err()
                .to_string()
        };
        assert!(error(GOLDEN).contains("no module"));
        assert!(error("nowhere").contains("cannot read"));
    }

    #[test]
    fn a_module_of_another_size_makes_another_corpus() {
        let folder = corpus();
        let found = || discover(&[folder.path().to_owned()]).unwrap();
        let before = found().identity();
        assert_eq!((before.cases, found().identity() == before), (3, true));
        fs::write(folder.path().join("shaders/a/y.spv"), [3, 2, 0x23]).unwrap();
        let after = found().identity();
        assert_eq!(after.cases, 3);
        assert_ne!(after, before);
    }
}
