//! The difference of two texts, as a script that turns one into the other.

use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;

/// A step of an edit script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// Keep this number of lines (positive), or delete them (negative).
    Lines(i64),
    /// Insert these lines.
    Insert(String),
}

/// The edit script that turns one text into the other: by histograms of lines, since results have names of their own. It need not
/// be the shortest, and takes time that grows with the texts.
pub fn steps(before: &str, after: &str) -> Vec<Step> {
    let input = InternedInput::new(before, after);
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let lines: Vec<&str> = after.split_inclusive('\n').collect();
    let mut steps = Vec::new();
    let mut at = 0;
    for hunk in diff.hunks() {
        let (start, end) = (i64::from(hunk.before.start), i64::from(hunk.before.end));
        let inserted = hunk.after.start as usize..hunk.after.end as usize;
        let inserted = lines.get(inserted).unwrap_or_default().concat();
        steps.extend(
            [start - at, start - end]
                .into_iter()
                .filter(|count| *count != 0)
                .map(Step::Lines),
        );
        if !inserted.is_empty() {
            let inserted = inserted.strip_suffix('\n').unwrap_or(&inserted);
            steps.push(Step::Insert(inserted.to_owned()));
        }
        at = end;
    }
    let rest = input.before.len() as i64 - at;
    steps.extend((rest != 0).then_some(Step::Lines(rest)));
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
    }

    /// What a script makes of a text.
    fn applied(before: &str, steps: &[Step]) -> String {
        let (mut lines, mut text) = (before.split_inclusive('\n'), String::new());
        for step in steps {
            match step {
                Step::Insert(inserted) => text += &format!("{inserted}\n"),
                Step::Lines(count) => {
                    let taken: String =
                        lines.by_ref().take(count.unsigned_abs() as usize).collect();
                    text += if *count > 0 { &taken } else { "" };
                }
            }
        }
        assert_eq!(lines.next(), None);
        text
    }

    #[test]
    fn any_script_leads_to_the_other_text() {
        let mut state = 1u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (state >> 16) % below
        };
        for _ in 0..2000 {
            let [before, after] = [0, 0].map(|_| {
                let lines = (0..next(12)).map(|_| ["", "a", "b", "c", "d"][next(5) as usize]);
                lines.map(|line| format!("{line}\n")).collect::<String>()
            });
            let steps = steps(&before, &after);
            assert_eq!(applied(&before, &steps), after, "{before:?} {steps:?}");
        }
    }
}
