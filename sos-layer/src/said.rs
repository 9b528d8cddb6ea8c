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

/// Why a stage is refused, in one line.
pub fn reason(unmet: &Unsupported) -> String {
    let mut text = format!("{} needs {}", unmet.opcode, unmet.need);
    let source = unmet.source.as_ref().map(ToString::to_string);
    let function = unmet.function.as_ref().map(ToString::to_string);
    let place = [format!("word {}", unmet.offset)];
    for (what, list) in [
        ("; at ", place.as_slice()),
        (" in function ", function.as_slice()),
        (", source ", source.as_slice()),
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
