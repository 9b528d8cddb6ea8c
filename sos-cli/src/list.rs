//! `sos list`: the names that options take and that reports contain.

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use sos_core::report::Exactness;
use sos_core::target::{self, PartKind};
use sos_core::{rules, Source, DEFAULT_SPEC_BASE};
use sos_front::settings::format_names;

use crate::output;
use crate::Status;

/// What can be listed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// What the filter does about what a device lacks, by the names in reports.
    Rules,
    /// What --source takes: name, SpecId, type, value in a shader that is never filtered, origin.
    Facts,
    /// What --without takes: the features, extensions, properties and versions that matter to shaders.
    Parts,
    /// What --image-format takes.
    Formats,
}

/// A rule of the filter.
#[derive(Serialize)]
struct Rule {
    name: &'static str,
    family: &'static str,
    exactness: Exactness,
    summary: &'static str,
}

/// A device fact.
#[derive(Serialize)]
struct Fact {
    name: &'static str,
    /// Counted from the start of the reserved range.
    offset: u32,
    #[serde(rename = "type")]
    type_name: &'static str,
    default: u32,
    from: String,
}

/// A part of a device.
#[derive(Serialize)]
struct Part {
    name: String,
    kind: &'static str,
}

/// A format of storage images.
#[derive(Serialize)]
struct Format {
    name: &'static str,
}

/// `sos list`
pub(crate) fn run(what: What, json: bool) -> Result<Status> {
    match what {
        What::Rules => print(json, &all_rules(), |rule| {
            let columns = [rule.name, rule.family, rule.exactness.text()];
            (columns.map(str::to_owned), rule.summary.to_owned())
        }),
        What::Facts => print(json, &facts(), |fact| {
            let default = match fact.type_name {
                "bool" => (fact.default != 0).to_string(),
                _ => fact.default.to_string(),
            };
            let id = (DEFAULT_SPEC_BASE + fact.offset).to_string();
            let columns = [fact.name.to_owned(), id, fact.type_name.to_owned(), default];
            (columns, fact.from.clone())
        }),
        What::Parts => print(json, &parts(), |part| {
            ([part.kind.to_owned()], part.name.clone())
        }),
        What::Formats => print(json, &formats(), |format| ([], format.name.to_owned())),
    }?;
    Ok(Status::Done)
}

fn all_rules() -> Vec<Rule> {
    let rule = |rule: sos_core::RuleSummary| Rule {
        name: rule.name,
        family: rule.family.name(),
        exactness: rule.exactness,
        summary: rule.summary,
    };
    rules().map(rule).collect()
}

fn facts() -> Vec<Fact> {
    let fact = |source: Source| Fact {
        name: source.name(),
        offset: source.offset(),
        type_name: if source.is_bool() { "bool" } else { "uint32" },
        default: source.default_value(),
        from: source.expression().to_string(),
    };
    Source::all().map(fact).collect()
}

fn parts() -> Vec<Part> {
    let part = |(kind, name): (PartKind, String)| Part {
        name,
        kind: kind.text(),
    };
    target::parts().map(part).collect()
}

fn formats() -> Vec<Format> {
    format_names().map(|name| Format { name }).collect()
}

/// Prints rows as JSON, or one per line with aligned columns, the last of which is the longest.
fn print<Row: Serialize, const COLUMNS: usize>(
    json: bool,
    rows: &[Row],
    columns: impl Fn(&Row) -> ([String; COLUMNS], String),
) -> Result<()> {
    if json {
        return output::print(&output::json(&rows)?);
    }
    let rows: Vec<_> = rows.iter().map(columns).collect();
    let width = |column: usize| rows.iter().map(|(row, _)| row[column].len()).max();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut lines = String::new();
    for (row, last) in &rows {
        for (cell, width) in row.iter().zip(widths) {
            lines += &format!("{cell:width$}  ");
        }
        lines += last;
        lines.push('\n');
    }
    output::print(lines.as_bytes())
}
