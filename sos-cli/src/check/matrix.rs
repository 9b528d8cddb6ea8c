//! The table of modules and devices, for people.

use std::fmt::Write as _;

use sos_core::text::one_line;

use super::Checked;
use crate::batch::row::Counts;

/// How wide a table with a word in each field may be.
const WIDEST: usize = 120;

/// The table, as it grows.
pub(super) struct Matrix {
    devices: Vec<String>,
    counts: Counts,
    /// Modules with what becomes of them on each device.
    lines: Vec<(String, Vec<Field>)>,
}

/// What becomes of a module on a device: as a word, and as a letter.
type Field = (&'static str, char);

fn field(checked: &Checked) -> Field {
    let row = &checked.row;
    match row.outcome.as_str() {
        "unchanged" => ("unchanged", '='),
        "rewritten" if row.is_lossy() => ("lossy", '~'),
        "rewritten" => ("rewritten", '+'),
        "unsupported" if checked.is_known => ("known", 'k'),
        "unsupported" => ("refused", 'X'),
        _ => ("invalid", '!'),
    }
}

impl Matrix {
    pub(super) fn new(devices: &[&str]) -> Self {
        Self {
            devices: devices.iter().map(one_line).collect(),
            counts: Counts::new(devices.iter().copied()),
            lines: Vec::new(),
        }
    }

    /// Adds a module.
    pub(super) fn add(&mut self, checked: &[Checked]) {
        let Some(first) = checked.first() else {
            return;
        };
        checked.iter().for_each(|one| self.counts.add(&one.row));
        let fields = checked.iter().map(field);
        self.lines
            .push((one_line(first.row.title()), fields.collect()));
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn text(&self) -> String {
        let modules = self.lines.iter().map(|line| line.0.chars().count());
        let first = modules.max().unwrap_or(0).max("module".len());
        let widths = self.devices.iter().map(|name| name.chars().count().max(9));
        let widths: Vec<usize> = widths.collect();
        let mut text = String::new();
        if first + widths.iter().map(|width| width + 2).sum::<usize>() <= WIDEST {
            let _ = write!(text, "{:first$}", "module");
            for (name, width) in self.devices.iter().zip(&widths) {
                let _ = write!(text, "  {name:width$}");
            }
            for (name, fields) in &self.lines {
                let _ = write!(text, "\n{name:first$}");
                for ((word, _), width) in fields.iter().zip(&widths) {
                    let _ = write!(text, "  {word:width$}");
                }
            }
        } else {
            let legend =
                "= unchanged, + rewritten, ~ lossy, X refused, k refused as known, ! invalid";
            let _ = writeln!(text, "{legend}");
            for (at, name) in self.devices.iter().enumerate() {
                let _ = writeln!(text, "{:first$}  {}{name}", "", "│".repeat(at));
            }
            let _ = write!(
                text,
                "{:first$}  {}",
                "module",
                "│".repeat(self.devices.len())
            );
            for (name, fields) in &self.lines {
                let letters: String = fields.iter().map(|field| field.1).collect();
                let _ = write!(text, "\n{name:first$}  {letters}");
            }
        }
        let lines = text.lines().map(str::trim_end);
        let mut text: String = lines.map(|line| format!("{line}\n")).collect();
        text.push('\n');
        text += &self.counts.table(false);
        text
    }
}
