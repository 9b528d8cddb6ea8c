//! `--name`: the names of outputs, by a pattern.
//!
//! A name is a path below the output folder. What would lie elsewhere is refused, wherever it comes from: names of members of archives
//! are chosen by others.

use std::path::{Component, Path, PathBuf};

use anyhow::{ensure, Result};

/// A pattern with `{device}`, `{path}` and `{name}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(String);

/// What patterns may contain.
const FIELDS: [&str; 3] = ["{device}", "{path}", "{name}"];

impl Pattern {
    /// Parses a pattern.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut rest = text.to_owned();
        for field in FIELDS {
            rest = rest.replace(field, "");
        }
        if rest.contains(['{', '}']) {
            return Err(format!("known are {}", FIELDS.join(", ")));
        }
        if rest == text || (!text.contains("{path}") && !text.contains("{name}")) {
            return Err("all outputs would have one name: use {path} or {name}".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    /// The pattern for this number of devices.
    pub(crate) fn usual(devices: usize) -> Self {
        let text = match devices {
            1 => "{path}.spv",
            _ => "{device}/{path}.spv",
        };
        Self(text.to_owned())
    }

    /// Whether outputs are Fossilize databases.
    pub(crate) fn is_of_databases(&self) -> bool {
        self.0.ends_with(".foz")
    }

    /// The name of an output.
    ///
    /// # Errors
    /// It is not that of a file below a folder.
    pub(crate) fn name(&self, path: &str, device: &str) -> Result<PathBuf> {
        let last = path.rsplit('/').next().unwrap_or(path);
        // Names of devices are those of files, or `vulkan:0`.
        let device = device.replace([':', '/', '\\'], "-");
        let name = self.0.replace("{device}", &device);
        // Last, because paths may contain anything.
        let name = match self.0.contains("{name}") {
            true => fill(&name, &[("{name}", last), ("{path}", path)]),
            false => fill(&name, &[("{path}", path)]),
        };
        let made = PathBuf::from(&name);
        let is_below = made.components().next().is_some()
            && made
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
        ensure!(
            is_below && !name.ends_with('/'),
            "an output would be called `{name}`, which is no file below the output folder"
        );
        Ok(made)
    }
}

/// Replaces fields in one go, so that what replaces one is not looked at again.
fn fill(text: &str, fields: &[(&str, &str)]) -> String {
    let mut made = String::new();
    let mut rest = text;
    loop {
        let found = fields.iter().filter_map(|&(field, value)| {
            let at = rest.find(field)?;
            Some((at, field, value))
        });
        let Some((at, field, value)) = found.min_by_key(|found| found.0) else {
            return made + rest;
        };
        made += rest.get(..at).unwrap_or_default();
        made += value;
        rest = rest.get(at + field.len()..).unwrap_or_default();
    }
}

/// A path with `/` as separator on every system.
pub(crate) fn slashed(path: &Path) -> String {
    let parts = path.components();
    let parts = parts.map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_pattern_and_stay_below() {
        let name = |pattern: &str, path: &str| {
            let made = Pattern::parse(pattern).unwrap().name(path, "vulkan:0");
            made.map(|made| slashed(&made)).ok()
        };
        let is = |made: &str| Some(made.to_owned());
        assert_eq!(name("{path}.spv", "a/b.comp"), is("a/b.comp.spv"));
        assert_eq!(name("{name}@{device}", "a/b"), is("b@vulkan-0"));
        assert_eq!(name("{device}/{path}", "{name}"), is("vulkan-0/{name}"));
        assert_eq!(name("{name}/{path}", "{path}"), is("{path}/{path}"));
        for leads_out in ["../a", "/a", "a/../../b", "a/", ""] {
            assert_eq!(name("{path}", leads_out), None, "{leads_out}");
        }
        assert_eq!(name("../{path}", "a"), None);
        for wrong in ["a.spv", "{device}", "{file}.spv", "{path}{"] {
            assert!(Pattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
