//! Reports, inspections and targets as text for people.
//!
//! One thing a line, the longest part last, no colours: made for terminals, logs and `grep` alike.

mod report;
mod target;

pub(crate) use report::{inspection, report, summary};
pub(crate) use target::{kind, spirv_version, target};

use std::fmt::Arguments;

use crate::shown::one_line;

fn line(text: &mut String, what: Arguments<'_>) {
    *text += &one_line(what);
    text.push('\n');
}

/// The width of the column of titles.
const TITLES: usize = 22;

/// A title and its items, one a line.
fn items(text: &mut String, title: &str, items: &[impl AsRef<str>]) {
    for (index, item) in items.iter().enumerate() {
        let title = if index == 0 { title } else { "" };
        line(text, format_args!("{title:TITLES$}  {}", item.as_ref()));
    }
}
