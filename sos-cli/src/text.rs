//! Formats reports, inspections and targets as text for people.
//!
//! One item per line, the longest column last, no colours: suitable for terminals, logs and `grep`.

mod report;
mod target;

pub(crate) use report::{inspection, report, summary};
pub(crate) use target::{additions, kind, spirv_version, target};

use std::fmt::Arguments;

use sos_runner::escape::one_line;

/// Appends a line, with control characters escaped.
fn line(text: &mut String, what: Arguments<'_>) {
    *text += &one_line(what);
    text.push('\n');
}

/// Width of the title column.
const TITLES: usize = 22;

/// Appends a title and its items, one per line.
fn items(text: &mut String, title: &str, items: &[impl AsRef<str>]) {
    for (index, item) in items.iter().enumerate() {
        let title = if index == 0 { title } else { "" };
        line(text, format_args!("{title:TITLES$}  {}", item.as_ref()));
    }
}
