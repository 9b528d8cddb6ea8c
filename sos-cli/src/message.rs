//! What goes to standard error: `error: …`, `warning: …`, `note: …`, in colour where it is a terminal that wants it (`--color`), and after
//! `FILE:LINE:` where a shader's source is known, as compilers say it, so that editors and machines that read their logs find the place.
//!
//! Whether anybody reads it changes nothing: failures to write are ignored.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use sos_core::report::{OutcomeKind, SourceLine, Unsupported};
use sos_core::text::one_line;
use sos_core::Report;

/// How grave a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    /// What was asked for is not done.
    Error,
    /// It is done, but something may not be as it was meant.
    Warning,
    /// What may be of use.
    Note,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    fn style(self) -> Style {
        let color = match self {
            Self::Error => AnsiColor::Red,
            Self::Warning => AnsiColor::Yellow,
            Self::Note => AnsiColor::Cyan,
        };
        color.on_default().bold()
    }
}

/// How lines begin that say what would help.
const HELP: &str = "  help:";

/// Says something in one line.
pub(crate) fn say(severity: Severity, text: impl Display) {
    say_at(severity, None, text);
}

/// Says something about a line of source code, in one line.
pub(crate) fn say_at(severity: Severity, source: Option<&SourceLine>, text: impl Display) {
    print(message(severity, source, &one_line(text)));
}

/// Prints text as it is.
pub(crate) fn print(text: impl Display) {
    let _ = write!(anstream::stderr().lock(), "{text}");
}

/// A warning.
pub(crate) fn warn(text: impl Display) {
    say(Severity::Warning, text);
}

/// Says what became of a module.
pub(crate) fn outcome(name: &str, report: &Report) {
    let name = one_line(name);
    if report.outcome != OutcomeKind::Unsupported {
        return print(format_args!("sos: {name}: {report}\n"));
    }
    let source = cause(report);
    print(message(
        Severity::Error,
        source,
        &format!("{name}: {report}"),
    ));
}

/// The line of source code that a refusal is about.
pub(crate) fn cause(report: &Report) -> Option<&SourceLine> {
    let mut blocking = report.unsupported.iter().filter(|need| need.blocking);
    blocking.find_map(Unsupported::line)
}

/// A message of one or more lines, with its end.
fn message(severity: Severity, source: Option<&SourceLine>, text: &str) -> String {
    let source = source.map_or_else(String::new, |source| format!("{}: ", one_line(source)));
    let (bold, style) = (Style::new().bold(), severity.style());
    let (name, help) = (severity.name(), AnsiColor::Green.on_default().bold());
    let mut made = format!("{bold}{source}{bold:#}{style}{name}:{style:#} ");
    for (at, line) in text.lines().enumerate() {
        match line.strip_prefix(HELP) {
            Some(rest) if at > 0 => made += &format!("{help}{HELP}{help:#}{rest}\n"),
            _ => made += &format!("{line}\n"),
        }
    }
    made
}
