//! `sos manual`: the manual pages, one for each command, from its help.
//!
//! clap_mangen writes all but what follows the options in the help, which it would put into one section called EXTRA. That text is read as
//! it is written in `args.rs`: a line at the margin that ends with `:` is a heading, and begins a section; commands follow that of
//! examples, terms with two spaces before what they mean follow others, or else there is prose. Deeper lines continue what is above them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::roff::{bold, roman, Roff};
use clap_mangen::Man;

/// Writes the pages of a command and of those below it into a folder.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(command: Command, folder: &Path) -> Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    pages(&with_usage(command), folder)
}

fn pages(command: &Command, folder: &Path) -> Result<()> {
    for below in command.get_subcommands() {
        if !below.is_hide_set() {
            pages(below, folder)?;
        }
    }
    let text = command.get_after_long_help().or(command.get_after_help());
    let more = text.map_or_else(String::new, |text| sections(&text.to_string()));
    let own = command.clone().after_help(None).after_long_help(None);
    let page = Man::new(own);
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    let mut text = String::from_utf8(bytes)?;
    text.insert_str(
        text.find("\n.SH VERSION").map_or(text.len(), |at| at + 1),
        &more,
    );
    let path = folder.join(page.get_filename());
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A command that manual pages show with the usage that its help has: of its arguments alone they would show options without values.
fn with_usage(mut command: Command) -> Command {
    let usage = command.render_usage().to_string();
    let forms = usage.trim_start_matches("Usage:").trim_start().to_owned();
    command.override_usage(forms).mut_subcommands(with_usage)
}

/// What the lines below a heading are.
#[derive(Clone, Copy)]
enum Form {
    Commands,
    Terms,
    Prose,
}

/// The text as sections.
fn sections(text: &str) -> String {
    let mut roff = Roff::new();
    let mut form = Form::Prose;
    let mut is_paragraph = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let own = line.trim_start();
        let indent = line.len() - own.len();
        let heading = line.strip_suffix(':').filter(|_| indent == 0);
        let at_margin = indent == 0 && heading.is_none() && !own.is_empty();
        if at_margin && !is_paragraph {
            roff.control("PP", []);
        }
        is_paragraph = at_margin;
        match (heading, indent, form) {
            (Some(heading), ..) => {
                let is_term = |line: &&str| line.trim_start().contains("  ");
                form = match () {
                    () if heading.starts_with("Examples") => Form::Commands,
                    () if lines.peek().is_some_and(is_term) => Form::Terms,
                    () => Form::Prose,
                };
                roff.control("SH", [name(heading).as_str()]);
            }
            (_, 2, Form::Commands) => term(&mut roff, own),
            (_, 2, Form::Terms) => {
                let (name, meaning) = own.split_once("  ").unwrap_or((own, ""));
                term(&mut roff, name);
                roff.text([roman(meaning.trim_start())]);
            }
            _ if own.is_empty() => {}
            _ => {
                roff.text([roman(own)]);
            }
        }
    }
    // Without the definitions at the head, which the page has.
    let text = roff.render();
    // A hyphen in a command would be a part of it.
    let own = text.find(".SH").and_then(|at| text.get(at..));
    own.map_or_else(String::new, |own| format!(".nh\n{own}.hy\n"))
}

/// The name of a section: in capitals, but for what is in brackets.
fn name(heading: &str) -> String {
    match heading.split_once(" (") {
        Some((name, more)) => format!("{} ({more}", name.to_uppercase()),
        None => heading.to_uppercase(),
    }
}

/// A term or a command, above what is said about it.
fn term(roff: &mut Roff, name: &str) {
    roff.control("TP", []);
    roff.text([bold(name)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_become_sections() {
        let text = "\
Examples:
  sos run 'it' -x
      does
      it
  sos

Values (--set):
  .5, or
  more

Exit status:
  0  done
  1  not
     done
at the margin";
        let expected = "\
.nh
.SH EXAMPLES
.TP
\\fBsos run \\*(Aqit\\*(Aq \\-x\\fR
does
it
.TP
\\fBsos\\fR
.SH \"VALUES (--set)\"
\\&.5, or
more
.SH \"EXIT STATUS\"
.TP
\\fB0\\fR
done
.TP
\\fB1\\fR
not
done
.PP
at the margin
.hy
";
        assert_eq!(sections(text), expected);
        assert_eq!(sections(""), "");
    }
}
