//! Patterns of device names in directives: names separated by commas, with `*` for any text, `all`, or `chosen`.
//!
//! `chosen` are the devices that differ most ([`crate::CHOSEN`]), and those that are not built in: a directive can name the exceptions
//! among them, and a device that is added to the others does not make it wrong.

use anyhow::{ensure, Result};

use crate::chosen::is_brief;

/// A list of patterns; a device matches if one of them does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns(Vec<String>);

impl Patterns {
    /// Parses `radv-*,swiftshader`, `all` or `chosen`.
    ///
    /// # Errors
    /// A pattern is empty.
    pub fn parse(text: &str) -> Result<Self> {
        let patterns: Vec<_> = text.split(',').map(str::to_owned).collect();
        ensure!(
            patterns.iter().all(|pattern| !pattern.is_empty()),
            "expected a list of devices, such as `radv-*,swiftshader` or `all`"
        );
        Ok(Self(patterns))
    }

    /// Whether one of the patterns matches the device's name.
    pub fn matches(&self, device: &str) -> bool {
        self.0.iter().any(|pattern| match pattern.as_str() {
            "all" => true,
            "chosen" => !is_brief(device),
            pattern => matches(pattern, device),
        })
    }
}

/// Whether a text matches a pattern. The time is at most proportional to the product of their lengths.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, mut tail)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    // Matching each part at its first occurrence is sufficient, since it leaves the longest rest.
    while let Some((part, rest)) = tail.split_once('*') {
        match text.find(part) {
            Some(at) => text = text.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
        tail = rest;
    }
    text.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_text() {
        let matches = |pattern, device| Patterns::parse(pattern).unwrap().matches(device);
        assert!(matches("all", "anything") && matches("all", "radv-vega10"));
        assert!(matches("chosen", "my-phone") && matches("chosen", "radv-navi21"));
        assert!(!matches("chosen", "radv-vega10"));
        assert!(matches("swiftshader", "swiftshader"));
        assert!(!matches("swiftshader", "swiftshader-2"));
        assert!(matches("radv-*", "radv-navi10"));
        assert!(!matches("radv-*", "nvk-ampere"));
        assert!(matches("*-2*.6", "lavapipe-22.3.6"));
        assert!(!matches("ab*ba", "aba"));
        assert!(matches("a*b*c", "a--b--c") && !matches("a*b*c", "a--c--b"));
        assert!(matches("nvk-*,lavapipe", "lavapipe"));
        assert!(Patterns::parse("a,,b").is_err() && Patterns::parse("").is_err());
    }
}
