//! A page about more modules than one file can hold: an overview in the page, and sheets of modules beside it.
//!
//! `r.html` has a folder `r.files` with `sheet-N.js`. A sheet holds up to [`MODULES`] modules, or fewer large ones, in the order of their
//! names, and is a script that passes its data to the page, because pages that are opened from a disk may load scripts and nothing else.
//! The overview has a row for each folder of modules, with counts for each device. There are at most [`FOLDERS`]: where there would
//! be more, the deepest are counted with the folder that contains them. It has the first failures, and the first name of each
//! sheet, by which a module is found.
//!
//! Sheets are written into a temporary folder, which takes the place of an earlier one at the end. A folder of that name with files of
//! others in it is refused, before the run begins.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context as _, Result};
use serde::Serialize;
use tempfile::TempDir;

use super::details::pack_json;
use super::{Named, Rules};
use crate::files;
use crate::results::Results;
use crate::row::Row;

/// The most modules on a sheet.
const MODULES: usize = 100;

/// The size at which a sheet ends, in bytes.
const SHEET: usize = 4 << 20;

/// The most rows of the overview.
const FOLDERS: usize = 300;

/// The most failures that the overview lists.
const FAILURES: usize = 500;

/// What the page's policy allows besides its own text: scripts from where it is itself.
pub(super) const POLICY: &str = " 'self' file:";

/// Sheets that are being written.
#[derive(Debug)]
pub(super) struct Sheets {
    files: Files,
    devices: usize,
    sheet: Sheet,
    /// The first name of each sheet.
    first: Vec<String>,
    folders: Folders,
    failures: Vec<Failure>,
    rules: Rules,
}

/// The folder of the sheets.
#[derive(Debug)]
pub(super) struct Files {
    made: TempDir,
    place: PathBuf,
}

/// A complete overview.
pub(super) struct Overview {
    /// The JSON for the page.
    pub(super) index: String,
    /// The sheets.
    pub(super) files: Files,
}

/// The sheet that is being filled: the data by which its matrix is filtered, as in a page of one file, and packed details.
#[derive(Debug, Default, Serialize)]
struct Sheet {
    cases: Vec<String>,
    /// For each module, a letter for each device: the first of the outcome's name, `x` for unsupported; upper case if something is not
    /// as expected.
    cells: Vec<String>,
    /// Modules for which a run on a driver is not as expected.
    wrong: Vec<usize>,
    used: Vec<Vec<usize>>,
    #[serde(skip)]
    parts: Vec<String>,
    #[serde(skip)]
    size: usize,
}

/// A failure on the overview.
#[derive(Debug, Serialize)]
struct Failure {
    case: String,
    sheet: usize,
    /// The first device where something is not as expected.
    device: usize,
    /// How many devices.
    devices: usize,
    why: String,
}

/// Rows of the overview.
#[derive(Debug)]
struct Folders {
    rows: BTreeMap<String, Folder>,
    /// How many parts of a name count.
    depth: usize,
}

#[derive(Debug, Default, Serialize)]
struct Folder {
    modules: usize,
    /// Modules for which a run on a driver is not as expected.
    wrong: usize,
    /// The sheets with modules of it, in order.
    sheets: Vec<usize>,
    /// For each device: the outcomes, in the order of their names in the table, and what is not as expected.
    counts: Vec<[usize; 5]>,
}

#[derive(Serialize)]
struct Index<'a> {
    devices: &'a [Named],
    rules: Vec<&'a str>,
    modules: usize,
    failed: usize,
    failures: &'a [Failure],
    folders: Vec<(&'a str, &'a Folder)>,
    first: &'a [String],
    /// The folder of the sheets, from that of the page.
    beside: &'a str,
}

impl Files {
    fn begin(page: &Path) -> Result<Self> {
        let place = page.with_extension("files");
        refuse_foreign(&place)?;
        let folder = files::directory(page);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sos-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let made = builder.tempdir_in(folder);
        Ok(Self {
            made: made.with_context(|| format!("cannot write into {}", folder.display()))?,
            place,
        })
    }

    /// Puts the sheets in the place of earlier ones.
    ///
    /// # Errors
    /// Folders cannot be removed or renamed.
    pub(super) fn commit(self) -> Result<()> {
        let cannot = || format!("cannot write {}", self.place.display());
        refuse_foreign(&self.place)?;
        if self.place.exists() {
            fs::remove_dir_all(&self.place).with_context(cannot)?;
        }
        let made = self.made.keep();
        fs::rename(&made, &self.place).with_context(cannot)
    }
}

/// Refuses a folder, which is to be replaced, that is not one of sheets.
fn refuse_foreign(place: &Path) -> Result<()> {
    let Ok(meta) = fs::symlink_metadata(place) else {
        return Ok(());
    };
    if !meta.is_dir() {
        bail!("cannot write {}: it is not a folder", place.display());
    }
    let cannot = || format!("cannot read {}", place.display());
    for entry in fs::read_dir(place).with_context(cannot)? {
        let name = entry.with_context(cannot)?.file_name();
        let name = name.to_string_lossy();
        let number = name.strip_prefix("sheet-");
        let number = number.and_then(|rest| rest.strip_suffix(".js"));
        if number.is_none_or(|number| number.parse::<usize>().is_err()) {
            bail!(
                "cannot replace {}: `{name}` in it is not of a report",
                place.display()
            );
        }
    }
    Ok(())
}

impl Sheets {
    /// Begins the sheets of a page.
    ///
    /// # Errors
    /// Files cannot be written, here and below.
    pub(super) fn begin(page: &Path, devices: usize) -> Result<Self> {
        Ok(Self {
            files: Files::begin(page)?,
            devices,
            sheet: Sheet::default(),
            first: Vec::new(),
            folders: Folders {
                rows: BTreeMap::new(),
                depth: usize::MAX,
            },
            failures: Vec::new(),
            rules: Rules::default(),
        })
    }

    /// Takes a row and its packed details.
    pub(super) fn take(&mut self, row: &Row, packed: &str) -> Result<()> {
        if self.sheet.cases.len() >= MODULES || self.sheet.size >= SHEET {
            self.flush()?;
        }
        if self.sheet.cases.is_empty() {
            self.first.push(row.name.clone());
        }
        let number = self.first.len() - 1;
        let wrong = row.run_failures().next();
        if wrong.is_some() {
            self.sheet.wrong.push(self.sheet.cases.len());
        }
        self.folders
            .take(row, number, self.devices, wrong.is_some());
        self.sheet.used.extend(self.rules.used(row));
        self.sheet
            .cells
            .push(row.cells.iter().map(letter).collect());
        self.sheet.cases.push(row.name.clone());
        self.sheet.size += packed.len();
        self.sheet.parts.push(packed.to_owned());
        if self.failures.len() < FAILURES && row.failed() > 0 {
            let failed = |at: &usize| row.cells.get(*at).is_some_and(|cell| cell.failed());
            let device = (0..row.cells.len()).find(failed);
            let cell = device.and_then(|at| row.cells.get(at));
            let why = cell.and_then(|cell| cell.failures.first()).cloned();
            let why = why
                .or_else(|| wrong.map(|(_, why)| why))
                .unwrap_or_default();
            self.failures.push(Failure {
                case: row.name.clone(),
                sheet: number,
                device: device.unwrap_or_default(),
                devices: (0..row.cells.len()).filter(failed).count(),
                why: why.lines().next().unwrap_or_default().to_owned(),
            });
        }
        Ok(())
    }

    /// Writes the sheet, and begins another.
    fn flush(&mut self) -> Result<()> {
        let sheet = std::mem::take(&mut self.sheet);
        let number = self.first.len() - 1;
        let path = self.files.made.path().join(format!("sheet-{number}.js"));
        let cannot = || format!("cannot write {}", path.display());
        let file = fs::File::create(&path).with_context(cannot)?;
        let mut file = std::io::BufWriter::new(file);
        let index = pack_json(&serde_json::to_vec(&sheet)?)?;
        // Base64 needs no escaping.
        write!(file, "sheet({number},\"{index}\",[").with_context(cannot)?;
        for (at, part) in sheet.parts.iter().enumerate() {
            let separator = if at == 0 { "\n" } else { ",\n" };
            write!(file, "{separator}\"{part}\"").with_context(cannot)?;
        }
        writeln!(file, "\n]);").with_context(cannot)?;
        file.flush().with_context(cannot)
    }

    /// Completes the sheets and the overview.
    pub(super) fn end(mut self, devices: &[Named], results: &Results) -> Result<Overview> {
        if !self.sheet.cases.is_empty() {
            self.flush()?;
        }
        let beside = self.files.place.file_name();
        let beside = beside.map(|name| name.to_string_lossy());
        let rows = self.folders.rows.iter();
        let index = Index {
            devices,
            rules: self.rules.names(),
            modules: results.cases,
            failed: results.failed_pairs + results.failed_runs,
            failures: &self.failures,
            folders: rows.map(|(name, row)| (name.as_str(), row)).collect(),
            first: &self.first,
            beside: &beside.unwrap_or_default(),
        };
        let index = super::safe(&serde_json::to_string(&index)?);
        Ok(Overview {
            index,
            files: self.files,
        })
    }
}

/// The letter of a cell.
fn letter(cell: &crate::row::Cell) -> char {
    use crate::case::Outcome;
    let letter = match cell.outcome {
        Outcome::Unchanged => 'u',
        Outcome::Rewritten => 'r',
        Outcome::Unsupported => 'x',
        Outcome::Error => 'e',
    };
    match cell.failed() {
        true => letter.to_ascii_uppercase(),
        false => letter,
    }
}

/// The folder of a case, with at most `depth` parts.
fn folder_of(case: &str, depth: usize) -> &str {
    let folder = case.rsplit_once('/').map_or("", |(folder, _)| folder);
    let end = folder.match_indices('/').nth(depth.saturating_sub(1));
    end.and_then(|(end, _)| folder.get(..end)).unwrap_or(folder)
}

impl Folders {
    fn take(&mut self, row: &Row, sheet: usize, devices: usize, wrong: bool) {
        let name = folder_of(&row.name, self.depth);
        if !self.rows.contains_key(name) {
            self.rows.insert(
                name.to_owned(),
                Folder {
                    counts: vec![[0; 5]; devices],
                    ..Folder::default()
                },
            );
        }
        if let Some(folder) = self.rows.get_mut(name) {
            folder.modules += 1;
            folder.wrong += usize::from(wrong);
            if folder.sheets.last() != Some(&sheet) {
                folder.sheets.push(sheet);
            }
            for (counts, cell) in folder.counts.iter_mut().zip(&row.cells) {
                if let Some(count) = counts.get_mut(cell.outcome as usize) {
                    *count += 1;
                }
                counts[4] += usize::from(cell.failed());
            }
        }
        while self.rows.len() > FOLDERS && self.depth > 1 {
            self.fold();
        }
    }

    /// Counts the deepest folders with those that contain them.
    fn fold(&mut self) {
        let parts = |name: &String| name.split('/').count();
        let deepest = self.rows.keys().map(parts).max().unwrap_or(1);
        self.depth = deepest.saturating_sub(1).max(1);
        for (name, row) in std::mem::take(&mut self.rows) {
            // A name of one more part than its case's folder: `folder_of` takes the last part for the module's.
            let name = folder_of(&format!("{name}/"), self.depth).to_owned();
            match self.rows.get_mut(&name) {
                None => drop(self.rows.insert(name, row)),
                Some(into) => into.add(row),
            }
        }
    }
}

impl Folder {
    fn add(&mut self, other: Self) {
        self.modules += other.modules;
        self.wrong += other.wrong;
        self.sheets.extend(other.sheets);
        self.sheets.sort_unstable();
        self.sheets.dedup();
        for (counts, more) in self.counts.iter_mut().zip(other.counts) {
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Outcome;
    use crate::row::Cell;
    use crate::validator::Verdict;

    fn row(name: String) -> Row {
        let cell = Cell {
            outcome: Outcome::Rewritten,
            failures: vec!["no".to_owned()],
            error: None,
            output_blake3: None,
            time_ns: 1,
            validator: Verdict::None,
            report: None,
        };
        Row {
            name,
            cells: vec![cell],
            runs: Vec::new(),
            cached: 0,
            case: None,
        }
    }

    #[test]
    fn folders_are_counted_with_those_above_where_there_are_too_many() {
        assert_eq!(folder_of("a/b/c/x", usize::MAX), "a/b/c");
        assert_eq!(folder_of("a/b/c/x", 2), "a/b");
        assert_eq!(folder_of("x", 1), "");
        let mut folders = Folders {
            rows: BTreeMap::new(),
            depth: usize::MAX,
        };
        for n in 0..2 * FOLDERS {
            let name = format!("a/{}/{n}/x", n % 7);
            folders.take(&row(name), n / 100, 1, false);
        }
        assert_eq!(folders.rows.len(), 7, "{:?}", folders.rows.keys());
        let sum = |of: fn(&Folder) -> usize| folders.rows.values().map(of).sum::<usize>();
        assert_eq!(sum(|row| row.modules), 2 * FOLDERS);
        assert_eq!(sum(|row| row.counts[0][1]), 2 * FOLDERS);
        assert_eq!(sum(|row| row.counts[0][4]), 2 * FOLDERS);
        assert!(folders
            .rows
            .values()
            .all(|row| row.sheets == [0, 1, 2, 3, 4, 5]));
    }

    #[test]
    fn a_folder_with_other_files_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("r.html");
        let beside = folder.path().join("r.files");
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join("sheet-7.js"), "old").unwrap();
        let mut sheets = Sheets::begin(&page, 1).unwrap();
        for n in 0..MODULES + 1 {
            sheets.take(&row(format!("a/{n:03}")), "QUJD").unwrap();
        }
        fs::write(beside.join("notes"), "mine").unwrap();
        let why = Sheets::begin(&page, 1).unwrap_err().to_string();
        assert!(why.contains("`notes` in it"), "{why}");
        fs::remove_file(beside.join("notes")).unwrap();
        let flushed = sheets.first.clone();
        assert_eq!(flushed, ["a/000", "a/100"]);
        sheets.flush().unwrap();
        sheets.files.commit().unwrap();
        let mut names: Vec<_> = fs::read_dir(&beside)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["sheet-0.js", "sheet-1.js"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
