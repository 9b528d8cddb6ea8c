//! Digests of outputs as text: a line for each case that is rewritten, with its name and the digest of each different output.
//!
//! A digest is the start of a BLAKE3 hash of the output's words in little-endian order. Which device an output is for is not
//! recorded: `outcomes` says what becomes of it there, and a change that turns one device's output into exactly that of another, with
//! the same rules, is not noticed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The number of hexadecimal digits of a digest.
pub(super) const DIGITS: usize = 8;

/// Digests by case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Digests(BTreeMap<String, BTreeSet<String>>);

impl Digests {
    /// Reads a file's text.
    pub(super) fn parse(text: &str) -> Self {
        let line = |line: &str| {
            // A name may have spaces, digests have none.
            let mut words: Vec<&str> = line.split(' ').collect();
            let is_digest = |word: &&str| {
                word.len() == DIGITS && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            };
            let digests = words
                .iter()
                .rev()
                .take_while(|word| is_digest(word))
                .count();
            let digests = words.split_off(words.len() - digests);
            (
                words.join(" "),
                digests.into_iter().map(str::to_owned).collect(),
            )
        };
        Self(text.lines().map(line).collect())
    }

    /// The digests of a case.
    pub(super) fn get(&self, case: &str) -> BTreeSet<String> {
        self.0.get(case).cloned().unwrap_or_default()
    }

    /// Replaces the digests of a case.
    pub(super) fn set(&mut self, case: &str, digests: &BTreeSet<String>) {
        if digests.is_empty() {
            self.0.remove(case);
        } else {
            self.0.insert(case.to_owned(), digests.clone());
        }
    }

    pub(super) fn remove(&mut self, case: &str) {
        self.0.remove(case);
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The file's text.
    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        for (case, digests) in &self.0 {
            text.push_str(case);
            for digest in digests {
                // Writing to a string cannot fail.
                let _ = write!(text, " {digest}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut digests = Digests::default();
        let of = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        digests.set("x/a b.comp", &of(&["01234567", "89abcdef"]));
        digests.set("x/c", &of(&["00000000"]));
        digests.set("x/d", &of(&[]));
        let text = digests.write();
        assert_eq!(text, "x/a b.comp 01234567 89abcdef\nx/c 00000000\n");
        let again = Digests::parse(&text);
        assert_eq!(again, digests);
        assert_eq!(again.get("x/a b.comp").len(), 2);
        assert!(again.get("x/d").is_empty());
    }
}
