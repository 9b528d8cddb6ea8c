//! Filters one module for one device, and examines the result without running it.
//!
//! A panic inside the filter is caught: it is an error of this pair, and the run continues.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use sos_core::report::OutcomeKind;
use sos_core::{Error, Module, Naming, Options, Report, ScanTables, Scratch, Selection, Target};

use crate::archive::stage::is_taken;
use crate::case::{Case, Outcome};
use crate::disassembly::{disassemble, unified};
use crate::validator::{Validator, Verdict};
use crate::{check, chosen};
use sos_front::settings::constants;

/// How often the filter runs on devices that are chosen for differing most, and on those that are not built in; on others, once. The
/// shortest time is kept.
const RUNS: usize = 3;

/// A device of the run.
#[derive(Clone, Debug)]
pub struct Device {
    /// Its name in the run, without spaces.
    pub(crate) name: String,
    /// The target.
    pub(crate) target: Target,
    /// The target as JSON.
    pub(crate) profile: String,
    is_brief: bool,
    /// The hash of name and target, by which the cache knows results.
    pub(crate) key: String,
}

impl Device {
    /// A device with a name for results, in which white space becomes `-`.
    pub fn new(name: &str, target: Target) -> Self {
        let name = name.replace(char::is_whitespace, "-");
        let profile = target.to_profile_json();
        let key = blake3::hash(format!("{name}\n{profile}").as_bytes());
        Self {
            is_brief: false,
            name,
            profile,
            key: key.to_hex().to_string(),
            target,
        }
    }

    /// Lets the devices that differ most stand for the other built-in ones, if all of them are among these: of the others, outputs are
    /// validated that none of them has. The number of the others.
    pub fn thin(devices: &mut [Self]) -> usize {
        let is_there = |name: &&str| devices.iter().any(|device| device.name == *name);
        if !chosen::CHOSEN.iter().all(is_there) {
            return 0;
        }
        let others = devices
            .iter_mut()
            .filter(|device| chosen::is_brief(&device.name));
        let thinned = others.map(|device| {
            device.is_brief = true;
            device.key.push_str(" brief");
        });
        thinned.count()
    }

    /// Its name in results.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it offers.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Whether it is built in and not among the devices that differ most.
    pub(crate) fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// Whether results on the other device are the same: both offer the same.
    pub fn is_same(&self, other: &Self) -> bool {
        self.profile == other.profile
    }
}

/// The result of one module on one device, as stored in the cache.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// The message of an error.
    pub(crate) error: Option<String>,
    /// The filter's report.
    pub(crate) report: Option<Report>,
    /// The hash of the output's bytes in little-endian, if there is an output.
    pub(crate) output: Option<String>,
    /// The shortest time of a scan and a filter, in nanoseconds.
    pub(crate) time_ns: u64,
    /// The verdict of `spirv-val` on the output.
    pub(crate) validator: Verdict,
    /// Declarations of the output that the device does not support, determined independently of the filter.
    pub(crate) lacking: Vec<String>,
    /// Expectations of the case that are not met.
    pub(crate) unmet: Vec<String>,
    /// The difference between input and output, where the case shows a rule on this device.
    pub(crate) difference: Option<String>,
}

/// The result of filtering a module.
pub(crate) struct Filtered {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// The output, if there is one.
    pub(crate) words: Option<Vec<u32>>,
    /// The report.
    pub(crate) report: Report,
    /// The shortest time of a scan and a filter, in nanoseconds.
    pub(crate) time_ns: u64,
}

/// Filters a case's module for a target.
///
/// # Errors
/// The module is malformed, a value does not fit its constant, or the filter panics.
pub(crate) fn filter(case: &Case, target: &Target, runs: usize) -> Result<Filtered, String> {
    let words = case.words.as_deref().map_err(Clone::clone)?;
    let filtered = catch_unwind(AssertUnwindSafe(|| {
        let mut options = case.directives.options();
        let module = Module::scan(words, &options.limits).map_err(|error| error.to_string())?;
        let values = constants::values(&module, &case.directives.sets);
        options.constants = values.map_err(|error| format!("set {error}"))?;
        let input = |selection| Input { words, selection };
        let Some(stage) = &case.stage else {
            return timed(&input(None), target, &options, runs);
        };
        let mut selection = stage.select(&module).map_err(|error| error.to_string())?;
        let lacks = stage.lacks(target);
        let target = stage.target(target);
        if is_taken(&module, &target, &options) {
            selection = None;
        } else {
            stage.set_constants(&module, &mut options);
        }
        let mut filtered = timed(&input(selection), &target, &options, runs)?;
        if let Some(need) = lacks {
            filtered.report.refuse(need);
            (filtered.outcome, filtered.words) = (Outcome::Unsupported, None);
        }
        Ok(filtered)
    }));
    filtered.unwrap_or_else(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!(
            "the filter panicked: {}",
            said.unwrap_or("no message")
        ))
    })
}

/// What is filtered.
struct Input<'w> {
    words: &'w [u32],
    /// The module with one of its entry points only.
    selection: Option<Selection>,
}

impl Input<'_> {
    fn scan(&self, options: &Options, tables: ScanTables) -> Result<Module<'_>, Error> {
        match &self.selection {
            Some(selection) => selection.scan(&options.limits),
            None => Module::scan_with(self.words, &options.limits, tables),
        }
    }
}

/// Filters `runs` times, all but the first with warm tables, and reports on the last.
fn timed(
    input: &Input<'_>,
    target: &Target,
    options: &Options,
    runs: usize,
) -> Result<Filtered, String> {
    let mut scratch = Scratch::new();
    let mut tables = ScanTables::default();
    let mut time_ns = u64::MAX;
    let mut left = runs;
    loop {
        left = left.saturating_sub(1);
        let start = Instant::now();
        let module = input.scan(options, tables).map_err(|e| e.to_string())?;
        let outcome =
            sos_core::filter(&module, target, options, &mut scratch).map_err(|e| e.to_string())?;
        time_ns = time_ns.min(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
        if left > 0 {
            tables = module.into_tables();
            continue;
        }
        let words = match outcome {
            sos_core::Outcome::Unchanged(words) | sos_core::Outcome::Rewritten(words) => {
                Some(words.to_vec())
            }
            sos_core::Outcome::Unsupported => None,
        };
        let report = scratch.report_for(Naming::Program, &module, target, options);
        return Ok(Filtered {
            outcome: match report.outcome {
                OutcomeKind::Unchanged => Outcome::Unchanged,
                OutcomeKind::Rewritten => Outcome::Rewritten,
                OutcomeKind::Unsupported => Outcome::Unsupported,
            },
            words,
            report,
            time_ns,
        });
    }
}

impl Pair {
    /// Filters, validates, checks, and compares with what the case expects.
    pub(crate) fn make(case: &Case, device: &Device, validator: Option<&Validator>) -> Self {
        let runs = if device.is_brief() { 1 } else { RUNS };
        let mut pair = match filter(case, &device.target, runs) {
            Ok(filtered) => Self::examine(case, device, validator, filtered),
            Err(error) => Self {
                outcome: Outcome::Error,
                error: Some(error),
                report: None,
                output: None,
                time_ns: 0,
                validator: Verdict::None,
                lacking: Vec::new(),
                unmet: Vec::new(),
                difference: None,
            },
        };
        let expected = case.directives.outcome_on(&device.name);
        if let Some(expected) = expected.filter(|expected| *expected != pair.outcome) {
            let text = format!("{} instead of {}", pair.outcome.name(), expected.name());
            pair.unmet.insert(0, text);
        }
        pair
    }

    /// Why the device cannot run the module, if it cannot.
    pub(crate) fn refusal(&self) -> Option<String> {
        let report = self.report.as_ref()?;
        (self.outcome == Outcome::Unsupported).then(|| report.to_string())
    }

    /// Validates, checks and disassembles a filtered module.
    fn examine(
        case: &Case,
        device: &Device,
        validator: Option<&Validator>,
        filtered: Filtered,
    ) -> Self {
        let mut pair = Self {
            outcome: filtered.outcome,
            error: None,
            report: Some(filtered.report),
            output: None,
            time_ns: filtered.time_ns,
            validator: Verdict::None,
            lacking: Vec::new(),
            unmet: Vec::new(),
            difference: None,
        };
        let Some(words) = filtered.words else {
            return pair;
        };
        let bytes = sos_core::words::to_bytes(&words);
        pair.output = Some(blake3::hash(&bytes).to_hex().to_string());
        pair.lacking = check::lacking(&words, &device.target);
        if let Some(validator) = validator {
            pair.validator = if device.is_brief() {
                validator.validate_once(&bytes, &case.bytes)
            } else {
                validator.validate(&bytes, &device.target, &case.bytes)
            };
            let excused = case.directives.novalidate.as_ref();
            let excused = excused.filter(|_| !validator.is_recent());
            if let (Verdict::Invalid(_), Some(why)) = (&pair.validator, excused) {
                pair.validator = Verdict::Unjudged(why.clone());
            }
        }
        if pair.outcome == Outcome::Rewritten && case.directives.shows_on(&device.name) {
            let before = disassemble(case.words.as_deref().unwrap_or_default());
            pair.difference = Some(unified(&before, &disassemble(&words)));
        }
        let rules = pair.report.iter().flat_map(|report| &report.rules);
        let shown = case.directives.shows.iter();
        let shown = shown.filter(|(_, on)| *on == device.name);
        for (rule, _) in shown {
            if !rules.clone().any(|applied| applied.rule == rule.as_str()) {
                pair.unmet
                    .push(format!("the rule `{rule}` was not applied"));
            }
        }
        let about = |texts: &[(crate::case::pattern::Patterns, String)]| -> Vec<String> {
            let here = texts.iter().filter(|(on, _)| on.matches(&device.name));
            here.map(|(_, text)| text.clone()).collect()
        };
        let (absent, present) = (
            about(&case.directives.absent),
            about(&case.directives.present),
        );
        if !absent.is_empty() || !present.is_empty() {
            let text = disassemble(&words);
            let there = absent
                .iter()
                .filter(|absent| text.contains(absent.as_str()));
            pair.unmet
                .extend(there.map(|what| format!("`{what}` is in the output")));
            let missing = present
                .iter()
                .filter(|present| !text.contains(present.as_str()));
            pair.unmet
                .extend(missing.map(|what| format!("`{what}` is not in the output")));
        }
        pair
    }

    /// The failures of the pair; empty if there are none.
    ///
    /// An error that the case expects is not a failure.
    pub(crate) fn failures(&self, expected: Option<Outcome>) -> Vec<String> {
        let mut failures = self.unmet.clone();
        if let Some(error) = self
            .error
            .as_ref()
            .filter(|_| expected != Some(Outcome::Error))
        {
            failures.push(error.clone());
        }
        if let Verdict::Invalid(why) = &self.validator {
            failures.push(format!("spirv-val: {why}"));
        }
        failures.extend(self.lacking.iter().cloned());
        failures
    }
}
