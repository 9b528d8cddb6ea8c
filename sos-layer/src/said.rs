//! What the log says of stages.

use crate::filter::Stage;
use sos_core::report::Unsupported;
use sos_core::tables::{enumerant, OperandKind};
use sos_core::Report;
use std::time::Duration;

/// Names a stage.
pub fn title(stage: &Stage<'_>) -> String {
    let model = stage
        .entry
        .execution_model
        .and_then(|model| Some(enumerant(OperandKind::ExecutionModel, model)?.name));
    let model = model.map_or("stage", |name| name.text());
    let name = stage.entry.name;
    format!("{model} `{name}` of {}", stage.written.label())
}

/// A time.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// The rules that were applied, with how often.
pub fn rules_of(report: &Report) -> String {
    let rules = report.rules.iter();
    let rules: Vec<_> = rules
        .map(|one| format!("{} x {}", one.rule, one.count))
        .collect();
    match rules.is_empty() {
        true => String::new(),
        false => format!(": {}", rules.join(", ")),
    }
}

/// Lists by their keys, in the order in which these came.
type Lists<T> = Vec<(String, Vec<T>)>;

/// Why a stage is refused: a line for each reason, with the needs that it concerns and where they are.
pub fn reasons<'r>(unmet: impl Iterator<Item = &'r Unsupported>) -> String {
    let mut lines: Lists<(String, Vec<String>)> = Vec::new();
    for one in unmet {
        let need = format!("{} needs {}", one.opcode, one.need);
        add(&mut lines, why(one), |needs| {
            add(needs, need, |places| places.push(place(one)));
        });
    }
    let lines = lines.iter().map(|(why, needs)| {
        let needs = needs.iter().map(|(need, places)| {
            let more = match places.len().saturating_sub(MOST_PLACES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let first: Vec<&str> = places
                .iter()
                .take(MOST_PLACES)
                .map(String::as_str)
                .collect();
            format!("{need} at {}{more}", first.join(", "))
        });
        let needs: Vec<String> = needs.collect();
        format!("\n    {}{why}", needs.join("; "))
    });
    lines.collect()
}

/// How many places of one need are named.
const MOST_PLACES: usize = 3;

/// Adds to the list of a key, where the keys are.
fn add<T>(lists: &mut Lists<T>, key: String, to: impl FnOnce(&mut Vec<T>)) {
    match lists.iter_mut().find(|(known, _)| *known == key) {
        Some((_, list)) => to(list),
        None => {
            let mut list = Vec::new();
            to(&mut list);
            lists.push((key, list));
        }
    }
}

fn place(unmet: &Unsupported) -> String {
    let mut text = format!("word {}", unmet.offset);
    for (what, one) in [
        (
            " in function ",
            unmet.function.as_ref().map(ToString::to_string),
        ),
        (" of ", unmet.source.as_ref().map(ToString::to_string)),
    ] {
        if let Some(one) = one {
            text += what;
            text += &one;
        }
    }
    text
}

/// What would help, and why nothing does.
fn why(unmet: &Unsupported) -> String {
    let mut text = String::new();
    for (what, list) in [
        ("; provided by ", unmet.provided_by.as_slice()),
        ("; no other way: ", unmet.reason.as_slice()),
        ("; tried: ", unmet.tried.as_slice()),
    ] {
        for (at, one) in list.iter().enumerate() {
            // Alternatives of several needs may name the same.
            if list.iter().take(at).any(|before| before == one) {
                continue;
            }
            text += if at == 0 { what } else { ", " };
            text += one;
        }
    }
    text
}

/// The limits that a stage exceeds, each once, in lines of their own.
pub fn exceeded(report: &Report) -> String {
    let mut needs: Vec<&str> = report
        .exceeded
        .iter()
        .map(|one| one.need.as_str())
        .collect();
    needs.sort_unstable();
    needs.dedup();
    let lines = needs.iter().map(|need| format!("\n    exceeds {need}"));
    lines.collect()
}
