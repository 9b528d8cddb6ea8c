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

/// A module, what it is filtered for, and memory that is warm once it was filtered.
struct Task {
    path: FilterPath,
    words: Vec<u32>,
    target: Target,
    options: Options,
    tables: Option<ScanTables>,
    scratch: Scratch,
    /// The prepared module, for the path that needs one.
    specializer: Option<Specializer>,
}

/// Measures all rows, in order.
///
/// # Panics
/// If a module is not there, or if the filter does something else with it than its row says: what would be counted is another path.
pub(crate) fn all() {
    for row in ROWS {
        let mut task = Task::of(row);
        for _ in 0..2 {
            let found = task.run();
            assert!(row.path.is_taken(found), "{row}: {found:?}");
        }
        sos_budgets_measured(&mut task);
    }
}

/// The function that is counted. Its name is in the arguments for Callgrind.
#[no_mangle]
#[inline(never)]
extern "C" fn sos_budgets_measured(task: &mut Task) {
    black_box(task.run());
}

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Task {
    fn of(row: &Row) -> Self {
        let path = row.file();
        let bytes = fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let words = sos_core::words::from_bytes(&bytes);
        let strip = match row.path {
            FilterPath::StripAndTrim => Strip::All,
            _ => Strip::Nothing,
        };
        let words = words.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let target = Target::built_in(row.device).expect("a built-in device");
        let mut options = Options {
            strip,
            ..Options::default()
        };
        let mut scratch = Scratch::new();
        let specializer = (row.path == FilterPath::Specialize).then(|| {
            let module = Module::scan(&words, &options.limits).expect("a module");
            let specializer = Specializer::new(&module, &target, &options, &mut scratch);
            let specializer = specializer.expect("no values that could be wrong");
            assert!(!specializer.filters(), "{row}: it is filtered each time");
            specializer
        });
        options.constants = row.constants.to_vec();
        Self {
            path: row.path,
            words,
            target,
            options,
            tables: Some(ScanTables::default()),
            scratch,
            specializer,
        }
    }

    /// Scans and filters the module. A refusal is reported as well, since that is what it is for.
    fn run(&mut self) -> OutcomeKind {
        if let Some(specializer) = &self.specializer {
            let outcome = specializer.specialize(&self.options.constants, &mut self.scratch);
            return kind(outcome.expect("values that fit"));
        }
        let tables = self.tables.take().unwrap_or_default();
        let module =
            Module::scan_with(&self.words, &self.options.limits, tables).expect("a module");
        let outcome = filter(&module, &self.target, &self.options, &mut self.scratch);
        let outcome = kind(outcome.expect("options that fit"));
        if self.path == FilterPath::Refuse {
            black_box(self.scratch.report(&module, &self.target, &self.options));
        }
        self.tables = Some(module.into_tables());
        outcome
    }
}

fn kind(outcome: Outcome<'_>) -> OutcomeKind {
    match outcome {
        Outcome::Unchanged(words) => {
            black_box(words);
            OutcomeKind::Unchanged
        }
        Outcome::Rewritten(words) => {
            black_box(words);
            OutcomeKind::Rewritten
        }
        Outcome::Unsupported => OutcomeKind::Unsupported,
    }
}
