//! What was found, grouped: faults of one kind that differ only in ids, numbers and names are one row, with the smallest module
//! as its example.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use crate::configurations::OptionSet;
use crate::inputs::Input;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) enum Kind {
    /// The filter panicked.
    Panic,
    /// The validator accepts the module, the filter calls it malformed.
    Error,
    /// The validator rejects the output.
    Invalid,
    /// The output declares what the device lacks.
    Declaration,
    /// The filter changes its own output.
    SecondRun,
    /// The filter refuses its own output.
    SecondRefusal,
    /// The filter calls its own output malformed.
    SecondError,
    /// A specialization of a prepared module is not what the filter makes.
    Specialization,
}

/// A fault.
pub(crate) struct Fault {
    kind: Kind,
    /// For how many configurations.
    count: usize,
    example: Example,
}

#[derive(Clone, Debug, Serialize)]
struct Example {
    module: PathBuf,
    words: usize,
    device: String,
    options: &'static str,
    message: String,
}

impl Fault {
    pub(crate) fn new(
        kind: Kind,
        message: String,
        input: &Input,
        device: &str,
        set: OptionSet,
        count: usize,
    ) -> Self {
        Self {
            kind,
            count,
            example: Example {
                module: input.path.clone(),
                words: input.words.len(),
                device: device.to_owned(),
                options: set.arguments(),
                message,
            },
        }
    }
}

/// A row: all faults of a kind.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    kind: Kind,
    what: String,
    count: usize,
    modules: BTreeSet<PathBuf>,
    devices: BTreeSet<String>,
    example: Example,
}

#[derive(Default)]
pub(crate) struct Faults(BTreeMap<(Kind, String), Row>);

impl Faults {
    pub(crate) fn add(&mut self, faults: Vec<Fault>) {
        for Fault {
            kind,
            count,
            example,
        } in faults
        {
            let what = normalized(&example.message);
            let row = self.0.entry((kind, what.clone())).or_insert_with(|| Row {
                kind,
                what,
                count: 0,
                modules: BTreeSet::new(),
                devices: BTreeSet::new(),
                example: example.clone(),
            });
            row.count += count;
            row.modules.insert(example.module.clone());
            row.devices.insert(example.device.clone());
            let order =
                |example: &Example| (example.words, example.options, example.device.clone());
            if order(&example) < order(&row.example) {
                row.example = example;
            }
        }
    }

    /// How many configurations have a fault.
    pub(crate) fn count(&self) -> usize {
        self.0.values().map(|row| row.count).sum()
    }

    pub(crate) fn kinds(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn rows(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.0.values().collect();
        rows.sort_by_key(|row| (row.kind, std::cmp::Reverse(row.modules.len())));
        rows
    }

    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let Example {
                module,
                words,
                device,
                options,
                message,
            } = &row.example;
            let (count, modules, devices) = (row.count, row.modules.len(), row.devices.len());
            let _ = write!(
                text,
                "\n{:?}: {}\n    {count} times, in {modules} modules; {devices} devices\n    \
                 sos filter {} --device {device}{options} -o /dev/null  ({words} words)\n    {}\n",
                row.kind,
                row.what,
                module.display(),
                message.replace('\n', "\n    "),
            );
        }
        text
    }
}

/// A message without what differs from module to module: ids, names, numbers, lines, and all but the first line.
fn normalized(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    // A panic says where on its first line, and what on its second.
    let panic = message.starts_with("panicked at");
    let mut text = String::new();
    let mut rest = line.strip_prefix("error: line ").map_or(line, |after| {
        after.split_once(": ").map_or(after, |(_, said)| said)
    });
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '\'' if !panic => rest[1..].find('\'').map(|at| at + 2),
            '<' => rest.find('>').map(|at| at + 1),
            _ => None,
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // Numbers that are part of a name, of a rule of Vulkan's or of a place in the filter's source stay.
        let is_named =
            text.ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '.') || panic;
        if let Some(end) = end {
            text.push('_');
            rest = &rest[end..];
        } else if digits > 0 {
            text.push_str(if is_named { &rest[..digits] } else { "N" });
            rest = &rest[digits..];
        } else {
            text.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    if panic {
        text.push_str(message.lines().nth(1).unwrap_or_default());
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn messages_that_differ_in_ids_are_one_kind() {
        assert_eq!(
            normalized("error: line 12: [VUID-Foo-04708] Block <id> '12[%foo]' at offset 4\n  %12 = OpFoo\n"),
            "[VUID-Foo-04708] Block _ _ at offset N"
        );
        assert_eq!(
            normalized("panicked at src/a.rs:7:5:\nindex out of bounds"),
            "panicked at src/a.rs:7:5:index out of bounds"
        );
    }
}
