//! Expected results: one text file per case, with one line per device, or for each outcome the devices of which no more is recorded.
//!
//! ```text
//! radv-navi21   unchanged
//! nvk-kepler    rewritten 3f9a0c1d5e7b2a48, 410 words: version x 1
//! swiftshader   unsupported: OpImageRead needs SignExtend
//!
//! = rewritten: radv-vega10 turnip-a618
//! = unchanged: radv-navi31
//!
//! --- swiftshader
//! +OpCapability …
//! ```
//!
//! The hexadecimal number is a prefix of the output's hash. Hashes are short and detect any change on any device; the effect of a
//! change can be read from the text at the end, the difference between input and output on the devices of [`SHOWN`]. A file
//! whose module no longer exists is an *orphan*.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sos_core::Report;

use crate::case::{Case, Outcome};
use crate::discover::GOLDEN;
use crate::files;
use crate::pair::{Device, Pair};

/// Devices whose outputs are shown as text: the one that lacks most, where most rules apply.
const SHOWN: [&str; 1] = ["swiftshader"];

/// The number of hash digits that are kept.
const DIGITS: usize = 16;

/// A folder of expected results.
#[derive(Debug)]
pub(crate) struct Goldens {
    folder: PathBuf,
    root: PathBuf,
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

/// The expected results of one case: lines, outcomes, and differences between input and output, by device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Golden {
    lines: BTreeMap<String, String>,
    outcomes: BTreeMap<String, String>,
    texts: BTreeMap<String, String>,
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
        }))
    }

    /// Compares the pairs of a case, one per device.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn compare(
        &self,
        case: &Case,
        devices: &[Device],
        pairs: &[Pair],
    ) -> Result<Vec<Comparison>> {
        let golden = self.read(&self.path(&case.name))?;
        let compare = |(device, pair): (&Device, &Pair)| {
            let name = device.name.as_str();
            let (is, was) = if device.is_brief() {
                (pair.outcome.name().to_owned(), golden.outcomes.get(name))
            } else {
                (line(pair), golden.lines.get(name))
            };
            match was {
                None => Comparison::New,
                Some(was) if *was != is => {
                    Comparison::Differs(format!("expected `{was}`, but it is `{is}`"))
                }
                Some(_) if golden.texts.get(name) != pair.difference.as_ref() => {
                    Comparison::Differs("the expected text is not that of the output".to_owned())
                }
                Some(_) => Comparison::Same,
            }
        };
        Ok(devices.iter().zip(pairs).map(compare).collect())
    }

    /// Accepts the results of a case as expected, and returns whether that changed its file.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub(crate) fn bless(&self, case: &Case, devices: &[Device], pairs: &[Pair]) -> Result<bool> {
        let path = self.path(&case.name);
        let old = self.read(&path)?;
        let mut golden = old.clone();
        for (device, pair) in devices.iter().zip(pairs) {
            let name = device.name.clone();
            if device.is_brief() {
                golden.lines.remove(&name);
                golden.outcomes.insert(name, pair.outcome.name().to_owned());
            } else {
                golden.outcomes.remove(&name);
                golden.lines.insert(name, line(pair));
            }
            match &pair.difference {
                Some(text) => golden.texts.insert(device.name.clone(), text.clone()),
                None => golden.texts.remove(&device.name),
            };
        }
        if golden == old {
            return Ok(false);
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        files::write(&path, golden.write().as_bytes())?;
        Ok(true)
    }

    /// Removes orphans, and returns how many there were.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub(crate) fn remove_orphans(&self) -> Result<usize> {
        let orphans = self.orphan_paths()?;
        for orphan in &orphans {
            fs::remove_file(orphan)
                .with_context(|| format!("cannot remove {}", orphan.display()))?;
        }
        Ok(orphans.len())
    }

    /// Describes the orphans.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(crate) fn orphans(&self) -> Result<Vec<String>> {
        let say = |path: PathBuf| format!("{} does not belong to any module", path.display());
        Ok(self.orphan_paths()?.into_iter().map(say).collect())
    }

    fn orphan_paths(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        collect_files(&self.folder, &mut found)?;
        found.retain(|path| {
            let name = path.strip_prefix(&self.folder).unwrap_or(path);
            let mut module = self.root.join(name).with_extension("").into_os_string();
            module.push(".spv");
            !Path::new(&module).is_file()
        });
        found.sort();
        Ok(found)
    }

    fn path(&self, case: &str) -> PathBuf {
        self.folder.join(format!("{case}.txt"))
    }

    /// Reads the expected results of a case; empty if the file does not exist.
    fn read(&self, path: &Path) -> Result<Golden> {
        if !path.exists() {
            return Ok(Golden::default());
        }
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read {} in `{GOLDEN}`", path.display()))?;
        Ok(Golden::parse(&text))
    }
}

fn collect_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        if entry.file_type().with_context(cannot)?.is_dir() {
            collect_files(&entry.path(), found)?;
        } else if entry.path().extension().is_some_and(|end| end == "txt") {
            found.push(entry.path());
        }
    }
    Ok(())
}

/// The line that records a pair.
fn line(pair: &Pair) -> String {
    let outcome = pair.outcome.name();
    let rules = |report: &Report| {
        let rules = report.rules.iter();
        let rules = rules.map(|rule| format!("{} x {}", rule.rule, rule.count));
        rules.collect::<Vec<_>>()
    };
    match (pair.outcome, &pair.report) {
        (Outcome::Unchanged, Some(report)) if !report.rules.is_empty() => {
            format!("{outcome}: {}", rules(report).join(", "))
        }
        (Outcome::Rewritten, Some(report)) => {
            let hash = pair.output.as_deref().unwrap_or_default();
            let rules = rules(report);
            let hash = hash.get(..DIGITS).unwrap_or(hash);
            let words = report.words.after;
            let rules = if rules.is_empty() {
                "no rule".to_owned()
            } else {
                rules.join(", ")
            };
            format!("{outcome} {hash}, {words} words: {rules}")
        }
        (Outcome::Unsupported, Some(report)) => {
            let mut needs: Vec<_> = report
                .unsupported
                .iter()
                .map(|what| collapse(&format!("{} needs {}", what.opcode, what.need)))
                .collect();
            needs.dedup();
            format!("{outcome}: {}", needs.join("; "))
        }
        (Outcome::Error, _) => {
            format!(
                "{outcome}: {}",
                collapse(pair.error.as_deref().unwrap_or_default())
            )
        }
        _ => outcome.to_owned(),
    }
}

/// Collapses whitespace, line breaks included, to single spaces.
fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether differences between input and output are recorded for this device.
pub(crate) fn is_shown(device: &str) -> bool {
    SHOWN.contains(&device)
}

impl Golden {
    fn parse(text: &str) -> Self {
        let mut golden = Self::default();
        let mut shown: Option<(String, String)> = None;
        for line in text.lines() {
            if let (Some(brief), None) = (line.strip_prefix("= "), &shown) {
                let (outcome, devices) = brief.split_once(':').unwrap_or((brief, ""));
                let devices = devices.split_whitespace().map(str::to_owned);
                let devices = devices.map(|device| (device, outcome.to_owned()));
                golden.outcomes.extend(devices);
            } else if let Some(device) = line.strip_prefix("--- ") {
                golden.texts.extend(shown.take());
                shown = Some((device.to_owned(), String::new()));
            } else if let Some((_, text)) = &mut shown {
                text.push_str(line);
                text.push('\n');
            } else if let Some((device, rest)) = line.split_once(char::is_whitespace) {
                golden
                    .lines
                    .insert(device.to_owned(), rest.trim_start().to_owned());
            }
        }
        golden.texts.extend(shown);
        golden
    }

    fn write(&self) -> String {
        let width = self.lines.keys().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (device, line) in &self.lines {
            let _ = writeln!(text, "{device:width$}  {line}");
        }
        let mut by_outcome: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (device, outcome) in &self.outcomes {
            by_outcome.entry(outcome).or_default().push(device);
        }
        if !text.is_empty() && !by_outcome.is_empty() {
            text.push('\n');
        }
        for (outcome, devices) in by_outcome {
            let _ = writeln!(text, "= {outcome}: {}", devices.join(" "));
        }
        if !self.texts.is_empty() {
            text.push('\n');
        }
        for (device, difference) in &self.texts {
            let _ = write!(text, "--- {device}\n{difference}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let pairs = |pairs: &[(&str, &str)]| {
            let own = |&(a, b): &(&str, &str)| (a.to_owned(), b.to_owned());
            pairs.iter().map(own).collect::<BTreeMap<_, _>>()
        };
        let golden = Golden {
            lines: pairs(&[
                ("a-long-name", "unchanged"),
                ("b", "unsupported: x needs y"),
            ]),
            outcomes: pairs(&[("c", "rewritten"), ("d", "unchanged"), ("e", "rewritten")]),
            texts: pairs(&[("b", "@@ -1 +1 @@\n-%1 = OpX\n= %1 = OpY\n\n")]),
        };
        assert!(golden
            .write()
            .contains("\n\n= rewritten: c e\n= unchanged: d\n\n--- b\n"));
        assert_eq!(Golden::parse(&golden.write()), golden);
        assert_eq!(Golden::parse(""), Golden::default());
    }
}
