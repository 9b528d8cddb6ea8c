//! What the log says of stages.

use crate::filter::Stage;
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

/// Why a stage is refused, and what would help: the report's own lines, but for the first, which names the device.
pub fn refusal(report: &Report) -> String {
    let text = report.to_string();
    let lines = text.lines().skip(1).map(|line| format!("\n  {line}"));
    lines.collect()
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
