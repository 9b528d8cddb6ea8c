//! Reports as text.

use alloc::collections::{BTreeMap, BTreeSet};
use core::fmt;

use super::{
    Change, ConstantReport, EntryPointReport, Exactness, NamedId, OutcomeKind, PromiseUse, Report,
    SourceLine, Unsupported, OPEN,
};
use crate::text::{items, line, literal};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// What came of a run, in a few lines for people, the last without its end: the outcome; why there is none and what would help; what
/// the output demands of the application. `{:#}` has all that the report says, as `sos inspect --device` shows it. The module has no name
/// here, so that the caller can put it, and how grave this is, before.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = outcome(self);
        if f.alternate() {
            details(&mut text, self);
        } else {
            // Of an unchanged module, only what may surprise.
            let all = self.outcome != OutcomeKind::Unchanged;
            for assumption in &self.assumptions {
                if all || assumption.starts_with(OPEN) {
                    line(&mut text, format_args!("  assumed: {assumption}"));
                }
            }
            for (name, used) in by_promise(self) {
                let premise = &used[0].premise;
                line(&mut text, format_args!("  promised: {name}: {premise}"));
            }
        }
        f.write_str(text.trim_end_matches('\n'))
    }
}

/// The outcome of a run, and what it demands of the application.
fn outcome(report: &Report) -> String {
    let mut text = String::new();
    let target = &report.target;
    match report.outcome {
        OutcomeKind::Unsupported => unsupported(&mut text, report),
        OutcomeKind::Unchanged => {
            let size = report.words.after;
            line(
                &mut text,
                format_args!("unchanged for {target} ({size} words)"),
            );
        }
        OutcomeKind::Rewritten => {
            line(
                &mut text,
                format_args!("rewritten for {target} ({})", changes(report)),
            );
            for rule in &report.rules {
                line(
                    &mut text,
                    format_args!(
                        "  {} x {} ({}){}",
                        rule.count,
                        rule.rule,
                        rule.family,
                        reservation(rule.exactness)
                    ),
                );
            }
        }
    }
    exceeded(&mut text, report);
    notes(&mut text, report);
    text
}

/// What the report says beyond that.
fn details(text: &mut String, report: &Report) {
    if report.outcome != OutcomeKind::Unsupported {
        for entry_point in &report.entry_points {
            needs(text, entry_point);
        }
    }
    if !report.constants.is_empty() {
        line(text, format_args!("specialization constants"));
        for constant in &report.constants {
            let id = constant.spec_id;
            let name = constant.name.as_deref().unwrap_or("-");
            let state = match (constant.specializable, constant.fixed) {
                (true, false) => "specializable",
                (true, true) => "specializable, holds only for this value",
                (false, _) => "baked",
            };
            let (value, source) = (value(constant), &constant.source);
            line(
                text,
                format_args!("  {id:>4}  {name}  = {value} from {source}, {state}"),
            );
        }
    }
    for assumption in &report.assumptions {
        line(text, format_args!("assumed: {assumption}"));
    }
    promises(text, report);
}

fn value(constant: &ConstantReport) -> String {
    literal(constant.value, &constant.type_name)
}

/// What a reader has to know of the result of a rule that is not exact in every case.
fn reservation(exactness: Exactness) -> &'static str {
    match exactness {
        Exactness::Allowed => ": loses something, as allowed",
        Exactness::Promised => ": exact if the application keeps its promise",
        _ => "",
    }
}

/// The promises that the output relies on, by name, each with the places that rely on it.
fn by_promise(report: &Report) -> BTreeMap<&str, Vec<&PromiseUse>> {
    let mut promises: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for used in &report.promises {
        promises
            .entry(used.promise.as_str())
            .or_default()
            .push(used);
    }
    promises
}

/// Each promise that the output relies on, with the places that rely on it.
fn promises(text: &mut String, report: &Report) {
    for (name, used) in by_promise(report) {
        let premise = &used[0].premise;
        line(text, format_args!("promised: {name}: {premise}"));
        for used in used {
            let place = place(
                used.offset,
                &used.opcode,
                used.function.as_ref(),
                used.source.as_ref(),
            );
            let reached = reached(&used.entry_points);
            line(text, format_args!("  {place}{reached}, by {}", used.rule));
        }
    }
}

/// What changed, as a list separated by commas.
fn changes(report: &Report) -> String {
    let mut parts = vec![format!(
        "{} -> {} words",
        report.words.before, report.words.after
    )];
    if report.version.before != report.version.after {
        parts.push(format!(
            "SPIR-V {} -> {}",
            report.version.before, report.version.after
        ));
    }
    difference(&mut parts, &report.capabilities);
    difference(&mut parts, &report.extensions);
    parts.join(", ")
}

/// Appends the differences of two lists, such as `-Float16` and `+Int64`.
fn difference(parts: &mut Vec<String>, list: &Change<Vec<String>>) {
    // A module may declare the same thing any number of times.
    let [before, after] =
        [&list.before, &list.after].map(|list| list.iter().collect::<BTreeSet<_>>());
    let lost = list.before.iter().filter(|name| !after.contains(name));
    parts.extend(lost.map(|name| format!("-{name}")));
    let gained = list.after.iter().filter(|name| !before.contains(name));
    parts.extend(gained.map(|name| format!("+{name}")));
}

/// The most places listed for one need; the JSON report lists all.
const MAX_PLACES: usize = 8;

/// A need, by which places are listed together.
struct Cause<'a> {
    need: &'a str,
    provided_by: &'a [String],
    tried: Vec<&'a str>,
    reasons: Vec<&'a str>,
    places: Vec<String>,
}

impl<'a> Cause<'a> {
    /// What of a report's list is of one kind, in its order.
    fn all(list: impl Iterator<Item = &'a Unsupported>) -> Vec<Self> {
        let mut causes: Vec<Self> = Vec::new();
        for one in list {
            let is_same =
                |known: &Self| (known.need, known.provided_by) == (&one.need, &one.provided_by);
            let at = causes.iter().position(is_same).unwrap_or(causes.len());
            if at == causes.len() {
                causes.push(Self {
                    need: &one.need,
                    provided_by: &one.provided_by,
                    tried: Vec::new(),
                    reasons: Vec::new(),
                    places: Vec::new(),
                });
            }
            let cause = &mut causes[at];
            add(&mut cause.tried, one.tried.iter().map(String::as_str));
            add(&mut cause.reasons, one.reason.as_deref());
            cause.places.push(place_of(one));
        }
        causes
    }
}

/// Appends what a list does not have.
fn add<'a>(list: &mut Vec<&'a str>, items: impl IntoIterator<Item = &'a str>) {
    for item in items {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}

/// Why the target cannot run the module: each need that blocks it once, with all its places; the names of those that only follow; and
/// what would help.
fn unsupported(text: &mut String, report: &Report) {
    let causes = Cause::all(report.unsupported.iter().filter(|one| one.blocking));
    let first = causes.first().map_or("", |cause| cause.need);
    let others = match causes.len() {
        0 | 1 => String::new(),
        2 => ", and one more need is not met".to_owned(),
        count => format!(", and {} more needs are not met", count - 1),
    };
    line(
        text,
        format_args!("{} cannot run it; it needs {first}{others}", report.target),
    );
    for cause in &causes {
        line(text, format_args!("  needs {}", cause.need));
        items(text, "    provided by", cause.provided_by);
        items(text, "    tried", &cause.tried);
        items(text, "    no other way", &cause.reasons);
        items(text, "    at", &shortened(cause.places.clone()));
    }
    let mut follows: Vec<&str> = Vec::new();
    let others = report.unsupported.iter().filter(|one| !one.blocking);
    add(&mut follows, others.map(|one| one.need.as_str()));
    follows.retain(|need| causes.iter().all(|cause| cause.need != *need));
    items(text, "  only follows", &follows);
    for help in &report.helps {
        line(text, format_args!("  help: {}", help.text));
    }
}

/// Where a need is, and where what is needed is first used.
fn place_of(need: &Unsupported) -> String {
    let own = place(
        need.offset,
        &need.opcode,
        need.function.as_ref(),
        need.source.as_ref(),
    );
    let first = need.first_use.as_ref().map_or_else(String::new, |first| {
        let place = place(
            first.offset,
            &first.opcode,
            first.function.as_ref(),
            first.source.as_ref(),
        );
        format!("; first used at {place}")
    });
    format!("{own}{first}{}", reached(&need.entry_points))
}

/// A place in a module, as `word 88: OpFAdd in function %4 "main", fog.comp:12`.
fn place(
    offset: u32,
    opcode: &str,
    function: Option<&NamedId>,
    source: Option<&SourceLine>,
) -> String {
    let function = function.map_or_else(String::new, |function| format!(" in function {function}"));
    let source = source.map_or_else(String::new, |source| format!(", {source}"));
    format!("word {offset}: {opcode}{function}{source}")
}

/// The entry points that reach a place.
fn reached(entry_points: &[String]) -> String {
    match entry_points {
        [] => String::new(),
        names => format!(", reached from {}", names.join(", ")),
    }
}

/// The limits that the output exceeds: each once, with its places.
fn exceeded(text: &mut String, report: &Report) {
    let mut needs: Vec<(&str, Vec<String>)> = Vec::new();
    for one in &report.exceeded {
        let (function, source) = (one.function.as_ref(), one.source.as_ref());
        let place = place(one.offset, &one.opcode, function, source);
        let place = format!("{place}{}", reached(&one.entry_points));
        match needs.iter_mut().find(|known| known.0 == one.need) {
            Some((_, places)) => places.push(place),
            None => needs.push((&one.need, vec![place])),
        }
    }
    for (need, places) in needs {
        line(text, format_args!("  exceeds {need}"));
        items(text, "    at", &shortened(places));
    }
}

/// At most [`MAX_PLACES`], and how many more there are.
fn shortened(mut places: Vec<String>) -> Vec<String> {
    if places.len() > MAX_PLACES {
        let more = places.len() - MAX_PLACES;
        places.truncate(MAX_PLACES);
        places.push(format!("and at {more} more"));
    }
    places
}

/// What the caller must do when creating the pipeline.
fn notes(text: &mut String, report: &Report) {
    if let Some(size) = report.required_subgroup_size {
        line(
            text,
            format_args!(
                "  require subgroup size {size} when creating the pipeline (requiredSubgroupSize)"
            ),
        );
    }
    for constant in report
        .constants
        .iter()
        .filter(|constant| constant.fixed && constant.specializable)
    {
        let (id, value) = (constant.spec_id, value(constant));
        line(text, format_args!("  specialization constant {id} must stay {value}: code for other values was removed"));
    }
}

/// Appends the needs of an entry point.
pub(crate) fn needs(text: &mut String, entry: &EntryPointReport) {
    line(
        text,
        format_args!("entry point \"{}\" ({})", entry.name, entry.execution_model),
    );
    items(text, "  Vulkan version", &[entry.api_version.as_str()]);
    items(text, "  capabilities", &entry.capabilities);
    items(text, "  Vulkan features", &entry.features);
    items(text, "  Vulkan extensions", &entry.vulkan_extensions);
    items(text, "  properties", &entry.properties);
}
