//! What is so of cases on devices, as text:
//!
//! ```text
//! fma.comp
//!     rewritten; fma x 2: nvk-kepler swiftshader
//!     unchanged: radv-navi31
//! ```
//!
//! A line has what is so, and after the last colon the devices that it is so on.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is so of a case, by device.
pub(super) type ByDevice = BTreeMap<String, String>;

/// The lines of each case, by its name in the folder. Cases are read line by line only when they are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cases(BTreeMap<String, String>);

/// What stands before a line of a case.
const INDENT: &str = "    ";

impl Cases {
    /// Reads a file's text. What is before the first case is lost.
    pub(super) fn parse(text: &str) -> Self {
        let mut cases: BTreeMap<String, String> = BTreeMap::new();
        let mut current = None;
        for line in text.lines() {
            if !line.starts_with(INDENT) && !line.is_empty() {
                current = Some(cases.entry(line.to_owned()).or_default());
            } else if let Some(lines) = &mut current {
                lines.push_str(line);
                lines.push('\n');
            }
        }
        Self(cases)
    }

    /// What is so of a case; empty if that is not known.
    pub(super) fn get(&self, name: &str) -> ByDevice {
        let mut found = ByDevice::new();
        for line in self.0.get(name).into_iter().flat_map(|text| text.lines()) {
            if let Some((what, devices)) = line.trim_start().rsplit_once(": ") {
                let devices = devices.split_whitespace();
                found.extend(devices.map(|device| (device.to_owned(), what.to_owned())));
            }
        }
        found
    }

    /// Replaces what is so of a case.
    pub(super) fn set(&mut self, name: &str, of: &ByDevice) {
        if of.is_empty() {
            return self.remove(name);
        }
        let mut devices: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (device, what) in of {
            devices.entry(what).or_default().push(device);
        }
        let mut text = String::new();
        for (what, devices) in devices {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{INDENT}{what}: {}", devices.join(" "));
        }
        self.0.insert(name.to_owned(), text);
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The file's text.
    pub(super) fn write(&self) -> String {
        let cases = self.0.iter();
        cases
            .map(|(name, lines)| format!("{name}\n{lines}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut cases = Cases::default();
        let of = |pairs: &[(&str, &str)]| -> ByDevice {
            let pairs = pairs.iter();
            pairs
                .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
                .collect()
        };
        let first = of(&[
            ("c", "rewritten; fma x 2"),
            ("a", "unsupported; OpX needs 2: or more; OpY needs z"),
            ("b", "rewritten; fma x 2"),
        ]);
        cases.set("x.comp", &first);
        cases.set("w", &of(&[("a", "unchanged")]));
        cases.set("v", &of(&[("a", "unchanged")]));
        cases.set("v", &of(&[]));
        let text = cases.write();
        assert_eq!(
            text,
            "w\n    unchanged: a\nx.comp\n    rewritten; fma x 2: b c\n    \
             unsupported; OpX needs 2: or more; OpY needs z: a\n"
        );
        let again = Cases::parse(&text);
        assert_eq!(again, cases);
        assert_eq!(again.get("x.comp"), first);
        assert!(again.get("y").is_empty());
        assert_eq!(again.names().collect::<Vec<_>>(), ["w", "x.comp"]);
    }
}
