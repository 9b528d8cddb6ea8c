//! What runs under Callgrind: each row's task once, with warm memory, inside the function whose instructions are counted.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use sos_core::{
    filter, Module, Options, Outcome, OutcomeKind, ScanTables, Scratch, Specializer, Strip, Target,
};

use crate::rows::{Path as FilterPath, Row, ROWS};

/// The argument with which this program measures instead of comparing.
pub(crate) const MEASURE: &str = "--measure";

/// Modules, what they are filtered for, and memory that is warm once they were filtered.
struct Task {
    path: FilterPath,
    modules: Vec<Vec<u32>>,
    target: Target,
    options: Options,
    tables: Option<ScanTables>,
    scratch: Scratch,
    /// The prepared module, for the path that needs one.
    specializer: Option<Specializer>,
}

/// The words that a row's modules have, before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) input: u64,
    pub(crate) output: u64,
}

/// The sizes of all rows, in order.
///
/// # Panics
/// As [`all`].
pub(crate) fn sizes() -> Vec<Sizes> {
    let sizes = ROWS.iter().map(|row| {
        let mut task = Task::of(row);
        let mut sizes = Sizes::default();
        for at in 0..task.modules.len() {
            sizes.input += task.modules[at].len() as u64;
            sizes.output += task.run(at).1 as u64;
        }
        sizes
    });
    sizes.collect()
}

/// Measures all rows, in order.
///
/// # Panics
/// If a module is not there, or if the filter does something else with it than its row says: what would be counted is another path.
pub(crate) fn all() {
    for row in ROWS {
        let mut task = Task::of(row);
        for _ in 0..2 {
            for at in 0..task.modules.len() {
                let (found, _) = task.run(at);
                assert!(row.path.is_taken(found), "{row}: {found:?}");
            }
        }
        sos_budgets_measured(&mut task);
    }
}

/// The function that is counted. Its name is in the arguments for Callgrind.
#[no_mangle]
#[inline(never)]
extern "C" fn sos_budgets_measured(task: &mut Task) {
    for at in 0..task.modules.len() {
        black_box(task.run(at));
    }
}

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Task {
    fn of(row: &Row) -> Self {
        let modules = row.files().into_iter().map(|path| {
            let bytes = fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let words = sos_core::words::from_bytes(&bytes);
            words.unwrap_or_else(|why| panic!("{}: {why}", path.display()))
        });
        let modules: Vec<Vec<u32>> = modules.collect();
        let strip = match row.path {
            FilterPath::StripAndTrim => Strip::All,
            _ => Strip::Nothing,
        };
        let target = Target::built_in(row.device).expect("a built-in device");
        let mut options = Options {
            strip,
            ..Options::default()
        };
        let mut scratch = Scratch::new();
        let specializer = (row.path == FilterPath::Specialize).then(|| {
            let module = Module::scan(&modules[0], &options.limits).expect("a module");
            let specializer = Specializer::new(&module, &target, &options, &mut scratch);
            let specializer = specializer.expect("no values that could be wrong");
            assert!(!specializer.filters(), "{row}: it is filtered each time");
            specializer
        });
        options.constants = row.constants.to_vec();
        let mut task = Self {
            path: row.path,
            modules,
            target,
            options,
            tables: Some(ScanTables::default()),
            scratch,
            specializer,
        };
        if row.folder().is_some() {
            let all = task.modules.len();
            let taken: Vec<bool> = (0..all)
                .map(|at| row.path.is_taken(task.run(at).0))
                .collect();
            let mut taken = taken.into_iter();
            task.modules.retain(|_| taken.next() == Some(true));
        }
        task
    }

    /// Scans and filters a module. A refusal is reported as well, since that is what it is for. Returns the outcome, and how many words
    /// it has.
    fn run(&mut self, at: usize) -> (OutcomeKind, usize) {
        if let Some(specializer) = &self.specializer {
            let outcome = specializer.specialize(&self.options.constants, &mut self.scratch);
            return kind(outcome.expect("values that fit"));
        }
        let tables = self.tables.take().unwrap_or_default();
        let module = Module::scan_with(&self.modules[at], &self.options.limits, tables);
        let module = module.expect("a module");
        let outcome = filter(&module, &self.target, &self.options, &mut self.scratch);
        let outcome = kind(outcome.expect("options that fit"));
        if self.path == FilterPath::Refuse {
            black_box(self.scratch.report(&module, &self.target, &self.options));
        }
        self.tables = Some(module.into_tables());
        outcome
    }
}

fn kind(outcome: Outcome<'_>) -> (OutcomeKind, usize) {
    match outcome {
        Outcome::Unchanged(words) => (OutcomeKind::Unchanged, black_box(words).len()),
        Outcome::Rewritten(words) => (OutcomeKind::Rewritten, black_box(words).len()),
        Outcome::Unsupported => (OutcomeKind::Unsupported, 0),
    }
}
