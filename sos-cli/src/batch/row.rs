//! What became of a module on a device, and how many there are of each kind.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sos_core::report::{
    Exactness, ExceededLimit, Help, OutcomeKind, PromiseUse, RuleUse, Unsupported,
};
use sos_core::target::ApiVersion;
use sos_core::text::one_line;
use sos_core::Report;

use crate::message::{self, Severity};
use sos_runner::case::Outcome;

/// A module on a device. The names are a contract: see `docs/json.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The module's path, or the archive's path and its name there.
    pub(crate) input: String,
    /// What a pipeline says of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) stage: Vec<String>,
    pub(crate) device: String,
    /// `unchanged`, `rewritten`, `unsupported` or `error`.
    pub(crate) outcome: String,
    /// The output's path, if there is one.
    pub(crate) output: Option<String>,
    /// Whether the output was there, and nothing was written.
    pub(crate) up_to_date: bool,
    /// Why there is no output.
    pub(crate) reasons: Vec<String>,
    /// The same for programs: the first place of each of the reasons, unless the module is invalid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) unsupported: Vec<Unsupported>,
    /// What would help, as in the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) helps: Vec<Help>,
    /// What was done, and what of it the caller has allowed or promised, as in the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rules: Vec<RuleUse>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) assumptions: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) promises: Vec<PromiseUse>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exceeded: Vec<ExceededLimit>,
    /// Sizes in words, before and after.
    pub(crate) words: Option<[u32; 2]>,
    /// What the output needs.
    pub(crate) needs: Option<Needs>,
}

/// What an output needs of the device and of the pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Needs {
    api_version: Option<String>,
    features: Vec<String>,
    vulkan_extensions: Vec<String>,
    /// The size of subgroups that the pipeline has to require.
    pub(crate) required_subgroup_size: Option<u32>,
    /// The size of the emulated subgroups that replace the device's own.
    #[serde(default)]
    made_subgroup_size: Option<u32>,
}

impl Row {
    /// A module that the filter has run on.
    pub(crate) fn of(input: &str, device: &str, report: Report) -> Self {
        let outcome = match report.outcome {
            OutcomeKind::Unchanged => Outcome::Unchanged,
            OutcomeKind::Rewritten => Outcome::Rewritten,
            OutcomeKind::Unsupported => Outcome::Unsupported,
        };
        let is_made = outcome != Outcome::Unsupported;
        let needs = is_made.then(|| Needs::of(&report));
        let (mut reasons, mut unsupported) = (Vec::new(), Vec::new());
        for need in { report.unsupported.into_iter() }.filter(|need| need.blocking) {
            let text = match (&need.reason, need.tried.as_slice()) {
                (Some(reason), _) => format!("{}: {reason}", need.need),
                (None, []) => need.need.clone(),
                (None, tried) => format!("{} (tried {})", need.need, tried.join("; ")),
            };
            if !reasons.contains(&text) {
                reasons.push(text);
                unsupported.push(need);
            }
        }
        Self {
            input: input.to_owned(),
            device: device.to_owned(),
            outcome: outcome.name().to_owned(),
            reasons,
            unsupported,
            helps: report.helps,
            rules: report.rules,
            assumptions: report.assumptions,
            promises: report.promises,
            exceeded: report.exceeded,
            words: is_made.then_some([report.words.before, report.words.after]),
            needs,
            ..Self::default()
        }
    }

    /// A module that could not be filtered, for a reason that may begin with the module's name, which the row has anyway.
    pub(crate) fn error(input: &str, device: &str, why: &anyhow::Error) -> Self {
        let why = format!("{why:#}");
        let rest = why.strip_prefix(input);
        let rest = rest.and_then(|rest| rest.strip_prefix(": "));
        Self {
            input: input.to_owned(),
            device: device.to_owned(),
            outcome: Outcome::Error.name().to_owned(),
            reasons: vec![rest.unwrap_or(&why).to_owned()],
            ..Self::default()
        }
    }

    /// Whether there is no output.
    pub(crate) fn is_failure(&self) -> bool {
        self.is_error() || self.outcome == Outcome::Unsupported.name()
    }

    /// Whether the module is invalid, rather than that the device cannot run it.
    pub(crate) fn is_error(&self) -> bool {
        self.outcome == Outcome::Error.name()
    }

    /// Whether the output loses something, as the caller allows.
    pub(crate) fn is_lossy(&self) -> bool {
        let is = |rule: &RuleUse| rule.exactness == Exactness::Allowed;
        !self.is_failure() && self.rules.iter().any(is)
    }

    /// Says a failure in one line, which is that of some devices: its cause, and what would help. The report has the others.
    fn say(&self, devices: &[&str]) {
        let source = { self.unsupported.iter() }.find_map(Unsupported::line);
        message::say_at(Severity::Error, source, self.sentence(devices));
    }

    /// The same without the line of source code that it is about.
    pub(crate) fn sentence(&self, devices: &[&str]) -> String {
        let (input, devices) = (&self.input, devices.join(", "));
        if self.is_error() {
            return format!("{input}: {}", self.reasons.join("; "));
        }
        if !self.is_failure() {
            let how = self.how();
            return format!(
                "{input}: {devices} runs it {how}, which is less than what is required"
            );
        }
        let help = self.helps.first();
        let cause = match self.unsupported.first() {
            // What was tried without success matters less than an option that helps.
            Some(need) if help.is_some_and(|help| !help.options.is_empty()) => match &need.reason {
                Some(reason) => format!("{}: {reason}", need.need),
                None => need.need.clone(),
            },
            _ => self.reasons.first().cloned().unwrap_or_default(),
        };
        let needs: BTreeSet<&str> = self.needs_unmet().collect();
        let others = match needs.len() {
            0 | 1 => String::new(),
            2 => " (and one more need)".to_owned(),
            count => format!(" (and {} more needs)", count - 1),
        };
        let help = help.map(|help| format!("; help: {}", help.text));
        let help = help.unwrap_or_default();
        format!("{input}: {devices} cannot run it; it needs {cause}{others}{help}")
    }

    /// What is needed and not there.
    pub(crate) fn needs_unmet(&self) -> impl Iterator<Item = &str> {
        self.unsupported.iter().map(|need| need.need.as_str())
    }

    /// Its name, and the stages that a pipeline makes of it.
    pub(crate) fn title(&self) -> String {
        let stages = self.stage.iter().map(|stage| format!(" ({stage})"));
        self.input.clone() + &stages.collect::<String>()
    }

    /// How it runs, if not as it is.
    fn how(&self) -> String {
        let reservations = self.reservations();
        match reservations.is_empty() {
            true => self.outcome.clone(),
            false => reservations.join(", "),
        }
    }

    /// What keeps an output from being exact, whatever is allowed and promised.
    pub(crate) fn reservations(&self) -> Vec<String> {
        let limits: BTreeSet<&str> = { self.exceeded.iter() }
            .map(|one| one.limit.name.as_str())
            .collect();
        let losses = { self.rules.iter() }.filter(|rule| {
            // That one is about limits, which have names of their own.
            rule.exactness == Exactness::Allowed && rule.rule != "exceeded-limit"
        });
        let losses = losses.map(|rule| format!("with a loss ({})", rule.rule));
        let promises: BTreeSet<&str> = { self.promises.iter() }
            .map(|used| used.promise.as_str())
            .collect();
        let promises = promises
            .into_iter()
            .map(|name| format!("as promised ({name})"));
        let promised = { self.rules.iter() }.filter(|rule| rule.exactness == Exactness::Promised);
        let promised = promised.map(|rule| format!("as promised (by {})", rule.rule));
        let limits: Vec<&str> = limits.into_iter().collect();
        let limits =
            (!limits.is_empty()).then(|| format!("beyond its limits ({})", limits.join(", ")));
        let mut all: Vec<String> = losses.chain(promises).chain(limits).collect();
        if self.promises.is_empty() {
            all.extend(promised);
        }
        all.dedup();
        all
    }
}

/// Says what fails of the rows of a module, and what is the same on several devices once.
pub(crate) fn say_failures(mut failures: Vec<&Row>) {
    while let [first, ..] = failures.as_slice() {
        let first = *first;
        let is_same = |row: &Row| {
            row.reasons == first.reasons && row.stage == first.stage && row.how() == first.how()
        };
        let same = failures.iter().filter(|row| is_same(row));
        let devices: Vec<&str> = same.map(|row| row.device.as_str()).collect();
        first.say(&devices);
        failures.retain(|row| !is_same(row));
    }
}

impl Needs {
    fn of(report: &Report) -> Self {
        let entry_points = || report.entry_points.iter();
        let versions = entry_points().map(|entry| &entry.api_version);
        let sorted = |texts: BTreeSet<&String>| texts.into_iter().cloned().collect();
        Self {
            api_version: versions.max_by_key(|text| ApiVersion::parse(text)).cloned(),
            features: sorted(entry_points().flat_map(|entry| &entry.features).collect()),
            vulkan_extensions: sorted(
                entry_points()
                    .flat_map(|entry| &entry.vulkan_extensions)
                    .collect(),
            ),
            required_subgroup_size: report.required_subgroup_size,
            made_subgroup_size: report.made_subgroup_size,
        }
    }
}

/// How many there are of each outcome on a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Count {
    device: String,
    unchanged: usize,
    rewritten: usize,
    /// Of both, those that lose something that the caller allows.
    lossy: usize,
    unsupported: usize,
    error: usize,
    /// Of those that are unchanged or rewritten.
    up_to_date: usize,
}

/// The counts of all devices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Counts(Vec<Count>);

impl Counts {
    /// Zeroes.
    pub(crate) fn new<'a>(devices: impl Iterator<Item = &'a str>) -> Self {
        Self(
            devices
                .map(|device| Count {
                    device: device.to_owned(),
                    ..Count::default()
                })
                .collect(),
        )
    }

    /// Counts a row.
    pub(crate) fn add(&mut self, row: &Row) {
        let mut counts = self.0.iter_mut();
        let Some(count) = counts.find(|count| count.device == row.device) else {
            return;
        };
        *match Outcome::from_name(&row.outcome) {
            Some(Outcome::Unchanged) => &mut count.unchanged,
            Some(Outcome::Rewritten) => &mut count.rewritten,
            Some(Outcome::Unsupported) => &mut count.unsupported,
            _ => &mut count.error,
        } += 1;
        count.lossy += usize::from(row.is_lossy());
        count.up_to_date += usize::from(row.up_to_date);
    }

    /// The table for people; outputs are up to date only where there are some.
    pub(crate) fn table(&self, with_outputs: bool) -> String {
        let widest = self.0.iter().map(|count| count.device.chars().count());
        let width = widest.max().unwrap_or(0).max("device".len());
        let mut text = String::new();
        let _ = write!(
            text,
            "  {:width$}  unchanged  rewritten  lossy  unsupported  errors",
            "device"
        );
        text += if with_outputs { "  up to date\n" } else { "\n" };
        for count in &self.0 {
            let _ = write!(
                text,
                "  {:width$}  {:>9}  {:>9}  {:>5}  {:>11}  {:>6}",
                one_line(&count.device),
                count.unchanged,
                count.rewritten,
                count.lossy,
                count.unsupported,
                count.error
            );
            if with_outputs {
                let _ = write!(text, "  {:>10}", count.up_to_date);
            }
            text.push('\n');
        }
        text
    }
}
