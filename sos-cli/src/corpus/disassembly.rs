//! Modules as text, and the difference of two of them, for expectations, goldens and the page.

use std::time::Duration;

use rspirv::binary::Disassemble as _;
use serde::Serialize;
use similar::{DiffOp, TextDiff};

/// How long a comparison may look for the smallest difference before it takes a larger one.
const PATIENCE: Duration = Duration::from_secs(2);

/// The module's instructions, one a line; where `rspirv` does not know them all, why not.
pub(crate) fn disassemble(words: &[u32]) -> String {
    match crate::reader::load(words) {
        Ok(module) => module.disassemble(),
        Err(error) => format!("; no text: {error}"),
    }
}

/// The difference in the form that `diff -U1` has, without the file names.
pub(crate) fn unified(before: &str, after: &str) -> String {
    // No patience here: what is found must not depend on the machine's speed.
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(1)
        .missing_newline_hint(false)
        .to_string()
}

/// A step from one text to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Step {
    /// So many lines stay (positive) or go (negative).
    Lines(i64),
    /// These lines come.
    Insert(String),
}

/// The steps from one text to the other, for a program that has the first.
pub(crate) fn steps(before: &str, after: &str) -> Vec<Step> {
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
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
    fn what_cannot_be_read_says_why() {
        assert!(disassemble(&[1, 2, 3]).starts_with("; no text: "));
    }
}
