//! Disassembles modules and compares disassemblies, for expectations, expected results and the page.

use std::time::Duration;

use rspirv::binary::Disassemble as _;
use serde::Serialize;
use similar::{DiffOp, TextDiff};

/// Time limit for finding a minimal difference; after that a larger one is accepted.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// The module's disassembly, one instruction per line; if `rspirv` cannot parse the module, the reason.
pub(crate) fn disassemble(words: &[u32]) -> String {
    match crate::reader::load(words) {
        Ok(module) => module.disassemble(),
        Err(error) => format!("; no text: {error}"),
    }
}

/// The difference in the format of `diff -U1`, without file names.
pub(crate) fn unified(before: &str, after: &str) -> String {
    // Without a time limit, because the result must not depend on the machine's speed.
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(1)
        .missing_newline_hint(false)
        .to_string()
}

/// A step of an edit script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Step {
    /// Keep this number of lines (positive), or delete them (negative).
    Lines(i64),
    /// Insert these lines.
    Insert(String),
}

/// The edit script that turns one text into the other.
pub(crate) fn steps(before: &str, after: &str) -> Vec<Step> {
    let diff = TextDiff::configure()
        .timeout(TIME_LIMIT)
        .diff_lines(before, after);
    let lines: Vec<&str> = after.split_inclusive('\n').collect();
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let insert = |from: usize, len: usize| {
        let text = lines.get(from..from + len).unwrap_or_default().concat();
        Step::Insert(text.trim_end_matches('\n').to_owned())
    };
    let mut steps = Vec::new();
    for op in diff.ops() {
        match *op {
            DiffOp::Equal { len, .. } => steps.push(Step::Lines(count(len))),
            DiffOp::Delete { old_len, .. } => steps.push(Step::Lines(-count(old_len))),
            DiffOp::Insert {
                new_index, new_len, ..
            } => steps.push(insert(new_index, new_len)),
            DiffOp::Replace {
                old_len,
                new_index,
                new_len,
                ..
            } => steps.extend([Step::Lines(-count(old_len)), insert(new_index, new_len)]),
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_from_one_text_to_the_other() {
        let before = "a\nb\nc\nd\n";
        let after = "a\nx\ny\nc\nd\ne\n";
        assert_eq!(
            steps(before, after),
            [
                Step::Lines(1),
                Step::Lines(-1),
                Step::Insert("x\ny".into()),
                Step::Lines(2),
                Step::Insert("e".into()),
            ]
        );
        assert_eq!(steps(before, before), [Step::Lines(4)]);
        assert_eq!(unified("a\nb\n", "a\nc\n"), "@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
    }

    #[test]
    fn unreadable_modules_disassemble_to_the_reason() {
        assert!(disassemble(&[1, 2, 3]).starts_with("; no text: "));
    }
}
