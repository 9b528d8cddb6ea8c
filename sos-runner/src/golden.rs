//! Expected results: what becomes of every module on every device, in a form that a reviewer can judge.
//!
//! ```text
//! golden/shaders/ops/outcomes.txt             outcome and rules of each case of the folder on each device
//! golden/shaders/ops/fma.comp.swiftshader.diff   input and output compared, where a source says that it shows a rule there
//! golden/digests.txt                          digests of the outputs of each case on each device
//! ```
//!
//! The first two tell what a change does; the last one only that outputs have changed, whatever has changed in them, on any device. Nobody
//! needs to read it. A digest is the start of a BLAKE3 hash of the output's words in little-endian order. Where a case is unchanged, its
//! output is the input, which is recorded once. Both files have one form (`by_device`). What belongs to a module that no longer exists,
//! or to no device that its source names, is an *orphan*.
//!
//! Files are read when the first case of their folder is compared, and written by [`Goldens::finish`], at the end of a run.

mod by_device;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};

use crate::case::{Case, Outcome};
use crate::discover::GOLDEN;
use crate::files;
use crate::pair::{Device, Pair};
use by_device::Cases;

/// The names of the files.
const OUTCOMES: &str = "outcomes.txt";
const DIGESTS: &str = "digests.txt";
const DIFFERENCE: &str = "diff";

/// The number of hexadecimal digits of a digest.
const DIGITS: usize = 8;

/// What stands in the place of the devices on which a case is unchanged.
const UNCHANGED: &str = "unchanged";

/// A folder of expected results.
#[derive(Debug)]
pub(crate) struct Goldens {
    folder: PathBuf,
    root: PathBuf,
    files: Mutex<Files>,
}

/// What the files say, and what they are to say.
#[derive(Debug, Default)]
struct Files {
    /// By the path of the folder below the corpus's root, which is empty for the root itself.
    outcomes: BTreeMap<String, Kept>,
    digests: Option<Kept>,
    /// The number of files that were written or removed.
    changed: usize,
}

/// A file's contents.
#[derive(Debug, Default)]
struct Kept {
    contents: Cases,
    /// Whether it is to be written.
    changed: bool,
}

/// How a pair compares with the expected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// As expected.
    Same,
    /// There is no expected result yet.
    New,
    /// The result differs; a description.
    Differs(String),
}

impl Comparison {
    /// The failure message, if the result is not as expected.
    pub(crate) fn failure(&self) -> Option<String> {
        match self {
            Self::Same => None,
            Self::New => Some(
                "no expected result; `--bless` records this one, `--no-golden` compares none"
                    .to_owned(),
            ),
            Self::Differs(how) => Some(how.clone()),
        }
    }
}

impl Goldens {
    /// Opens the folder, or creates it if `make`; `None` if it does not exist.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub(crate) fn open(folder: PathBuf, root: &Path, make: bool) -> Result<Option<Self>> {
        if make {
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        Ok(folder.is_dir().then(|| Self {
            folder,
            root: root.to_owned(),
            files: Mutex::default(),
        }))
    }

    /// Compares the pairs of a case, one per device.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn compare(
        &self,
        case: &Case,
        devices: &[Device],
        pairs: &[Pair],
    ) -> Result<Vec<Comparison>> {
        let mut files = self.files();
        let (expected, name) = self.outcomes(&mut files, &case.name)?;
        let expected = expected.contents.get(name);
        let digests = self.digests(&mut files)?.contents.get(&case.name);
        drop(files);
        let compare = |(device, pair): (&Device, &Pair)| {
            let is = outcome(pair);
            Ok(match expected.get(&device.name) {
                None => Comparison::New,
                Some(was) if *was != is => {
                    Comparison::Differs(format!("expected `{was}`, but it is `{is}`"))
                }
                _ if self.expected_difference(case, device)? != pair.difference => {
                    Comparison::Differs(format!(
                        "the expected text is not that of the output: see {}, and `--bless`",
                        self.difference_path(&case.name, &device.name).display()
                    ))
                }
                _ if digests.get(place(device, pair)).map(String::as_str) != digest(pair) => {
                    Comparison::Differs(
                        "the output's words are not the expected ones; `--bless` records their digest"
                            .to_owned(),
                    )
                }
                _ => Comparison::Same,
            })
        };
        devices.iter().zip(pairs).map(compare).collect()
    }

    /// Accepts the results of a case as expected; [`Self::finish`] writes them.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(crate) fn bless(&self, case: &Case, devices: &[Device], pairs: &[Pair]) -> Result<()> {
        let mut files = self.files();
        let (kept, name) = self.outcomes(&mut files, &case.name)?;
        let old = kept.contents.get(name);
        let mut new = old.clone();
        for (device, pair) in devices.iter().zip(pairs) {
            new.insert(device.name.clone(), outcome(pair));
        }
        // Outputs of devices that are not part of this run are still expected.
        let is_whole = new.len() == devices.len();
        if new != old {
            kept.contents.set(name, &new);
            kept.changed = true;
        }
        let kept = self.digests(&mut files)?;
        let old = kept.contents.get(&case.name);
        let mut new = old.clone();
        new.retain(|device, _| !is_whole && devices.iter().all(|one| one.name != *device));
        for (device, pair) in devices.iter().zip(pairs) {
            let digest = digest(pair).map(str::to_owned);
            new.extend(digest.map(|digest| (place(device, pair).to_owned(), digest)));
        }
        if new != old {
            kept.contents.set(&case.name, &new);
            kept.changed = true;
        }
        for (device, pair) in devices.iter().zip(pairs) {
            let old = self.expected_difference(case, device)?;
            let path = self.difference_path(&case.name, &device.name);
            match &pair.difference {
                Some(new) if old.as_ref() != Some(new) => {
                    write(&path, new)?;
                    files.changed += 1;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes what was blessed, removes orphans, and returns how many files that changed.
    ///
    /// # Errors
    /// A file cannot be read, written or removed.
    pub(crate) fn finish(&self) -> Result<usize> {
        self.load_all()?;
        let mut files = self.files();
        let orphans = self.orphans_in(&files)?;
        let mut changed = files.changed;
        for orphan in orphans {
            match orphan {
                Orphan::Difference(path) | Orphan::Unknown(path) => {
                    fs::remove_file(&path)
                        .with_context(|| format!("cannot remove {}", path.display()))?;
                    changed += 1;
                }
                Orphan::Outcome(folder, name) => {
                    if let Some(kept) = files.outcomes.get_mut(&folder) {
                        kept.contents.remove(&name);
                        kept.changed = true;
                    }
                }
                Orphan::Digests(case) => {
                    if let Some(kept) = &mut files.digests {
                        kept.contents.remove(&case);
                        kept.changed = true;
                    }
                }
            }
        }
        let outcomes = files.outcomes.iter();
        let outcomes = outcomes
            .filter(|(_, kept)| kept.changed)
            .map(|(folder, kept)| (self.outcomes_path(folder), kept.contents.write()));
        let digests = files.digests.iter().filter(|kept| kept.changed);
        let digests = digests.map(|kept| (self.folder.join(DIGESTS), kept.contents.write()));
        for (path, text) in outcomes.chain(digests) {
            if text.is_empty() {
                fs::remove_file(&path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
            } else {
                write(&path, &text)?;
            }
            changed += 1;
        }
        Ok(changed)
    }

    /// Describes the orphans.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(crate) fn orphans(&self) -> Result<Vec<String>> {
        self.load_all()?;
        let files = self.files();
        let say = |orphan| match orphan {
            Orphan::Difference(path) => {
                format!("{} is of no case that shows a rule there", path.display())
            }
            Orphan::Unknown(path) => {
                format!("{} is not an expected result", path.display())
            }
            Orphan::Outcome(folder, name) => format!(
                "{name} in {} is not a module",
                self.outcomes_path(&folder).display()
            ),
            Orphan::Digests(case) => format!(
                "{case} in {} is not a module",
                self.folder.join(DIGESTS).display()
            ),
        };
        Ok(self.orphans_in(&files)?.into_iter().map(say).collect())
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The outcomes of a case's folder, and the case's name in it.
    fn outcomes<'f, 'c>(
        &self,
        files: &'f mut Files,
        case: &'c str,
    ) -> Result<(&'f mut Kept, &'c str)> {
        let (folder, name) = case.rsplit_once('/').unwrap_or(("", case));
        if !files.outcomes.contains_key(folder) {
            let contents = Cases::parse(&read(&self.outcomes_path(folder))?.unwrap_or_default());
            let changed = false;
            let kept = Kept { contents, changed };
            files.outcomes.insert(folder.to_owned(), kept);
        }
        let kept = files.outcomes.entry(folder.to_owned()).or_default();
        Ok((kept, name))
    }

    fn digests<'f>(&self, files: &'f mut Files) -> Result<&'f mut Kept> {
        if files.digests.is_none() {
            let text = read(&self.folder.join(DIGESTS))?.unwrap_or_default();
            files.digests = Some(Kept {
                contents: Cases::parse(&text),
                changed: false,
            });
        }
        Ok(files.digests.get_or_insert_default())
    }

    fn outcomes_path(&self, folder: &str) -> PathBuf {
        self.folder.join(folder).join(OUTCOMES)
    }

    fn difference_path(&self, case: &str, device: &str) -> PathBuf {
        self.folder.join(format!("{case}.{device}.{DIFFERENCE}"))
    }

    /// The text that is recorded for a case and a device that it shows a rule on.
    fn expected_difference(&self, case: &Case, device: &Device) -> Result<Option<String>> {
        if !case.directives.shows_on(&device.name) {
            return Ok(None);
        }
        read(&self.difference_path(&case.name, &device.name))
    }
}

/// An expected result that belongs to nothing.
enum Orphan {
    /// The path of a text that no source asks for.
    Difference(PathBuf),
    /// The path of a text of another kind. Earlier versions had one for each case.
    Unknown(PathBuf),
    /// The folder and the name of a case.
    Outcome(String, String),
    /// The name of a case.
    Digests(String),
}

impl Goldens {
    /// Reads every file that no case has asked for.
    fn load_all(&self) -> Result<()> {
        let mut files = self.files();
        for path in self.all_files()? {
            let below = path.strip_prefix(&self.folder).unwrap_or(&path);
            if below.file_name().is_some_and(|name| name == OUTCOMES) {
                let case = below.to_string_lossy().replace('\\', "/");
                self.outcomes(&mut files, &case)?;
            }
        }
        self.digests(&mut files).map(drop)
    }

    fn orphans_in(&self, files: &Files) -> Result<Vec<Orphan>> {
        let mut orphans = Vec::new();
        for (folder, kept) in &files.outcomes {
            for name in kept.contents.names() {
                let case = match folder.as_str() {
                    "" => name.to_owned(),
                    folder => format!("{folder}/{name}"),
                };
                if !self.is_case(&case) {
                    orphans.push(Orphan::Outcome(folder.clone(), name.to_owned()));
                }
            }
        }
        for case in files.digests.iter().flat_map(|kept| kept.contents.names()) {
            if !self.is_case(case) {
                orphans.push(Orphan::Digests(case.to_owned()));
            }
        }
        let digests = self.folder.join(DIGESTS);
        for path in self.all_files()? {
            let has_end = |wanted| path.extension().is_some_and(|end| end == wanted);
            let is_outcomes = path.file_name().is_some_and(|name| name == OUTCOMES);
            if has_end(DIFFERENCE) && !self.is_shown(&path)? {
                orphans.push(Orphan::Difference(path));
            } else if has_end("txt") && !is_outcomes && path != digests {
                orphans.push(Orphan::Unknown(path));
            }
        }
        Ok(orphans)
    }

    fn all_files(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        collect_files(&self.folder, &mut found)?;
        found.sort();
        Ok(found)
    }

    /// Whether there is a module or a unit of an archive with this name.
    fn is_case(&self, case: &str) -> bool {
        let path = self.root.join(case);
        let mut module = path.clone().into_os_string();
        module.push(".spv");
        Path::new(&module).is_file() || path.ancestors().skip(1).any(Path::is_file)
    }

    /// Whether a text's case shows a rule on its device.
    fn is_shown(&self, path: &Path) -> Result<bool> {
        let below = path.strip_prefix(&self.folder).unwrap_or(path);
        let stem = below
            .with_extension("")
            .to_string_lossy()
            .replace('\\', "/");
        // Both names may have dots.
        for (at, _) in stem.match_indices('.') {
            let (case, device) = stem.split_at(at);
            let module = self.root.join(format!("{case}.spv"));
            if module.is_file() {
                let directives = crate::case::Directives::of(&module)?;
                if directives.shows_on(device.get(1..).unwrap_or_default()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The file's text; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => {
            Err(error).with_context(|| format!("cannot read {} in `{GOLDEN}`", path.display()))
        }
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    files::write(path, text.as_bytes())
}

fn collect_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        if entry.file_type().with_context(cannot)?.is_dir() {
            collect_files(&entry.path(), found)?;
        } else {
            found.push(entry.path());
        }
    }
    Ok(())
}

/// The digest of a pair's output: so much of its hash as is recorded.
fn digest(pair: &Pair) -> Option<&str> {
    let hash = pair.output.as_deref()?;
    Some(hash.get(..DIGITS).unwrap_or(hash))
}

/// Where the digest of a pair's output is recorded.
fn place<'d>(device: &'d Device, pair: &Pair) -> &'d str {
    match pair.outcome {
        Outcome::Unchanged => UNCHANGED,
        _ => &device.name,
    }
}

/// What becomes of a pair, on one line: the outcome, and the rules applied, what is lacking, or what is wrong.
fn outcome(pair: &Pair) -> String {
    let mut parts = Vec::new();
    match (pair.outcome, &pair.report) {
        (Outcome::Unchanged | Outcome::Rewritten, Some(report)) => {
            let rules = report.rules.iter();
            parts.extend(rules.map(|rule| format!("{} x {}", rule.rule, rule.count)));
        }
        (Outcome::Unsupported, Some(report)) => {
            let needs = report.unsupported.iter();
            parts.extend(needs.map(|what| format!("{} needs {}", what.opcode, what.need)));
            parts.dedup();
        }
        (Outcome::Error, _) => parts.extend(pair.error.clone()),
        _ => {}
    }
    let name = pair.outcome.name();
    match parts.as_slice() {
        [] => name.to_owned(),
        parts => collapse(&format!("{name}; {}", parts.join("; "))),
    }
}

/// Collapses whitespace, line breaks included, to single spaces.
fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
