//! How sentences for people name what the caller can do: as a Rust program, `sos`, or a C program writes it.
//!
//! The sentences of rules and passes contain `{allow NAME}`, `{assume NAME}`, `{set ID}`, `{set-to ID=VALUE}`, `{freeze}`,
//! `{keep-spec}`, `{entry-point}` and `{image-formats}`, which become the caller's names where a report is built. Names from modules are added afterwards, so that
//! they are never read as such.

use crate::assume::Assume;
use std::borrow::Cow;

/// Whose names sentences use for options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Naming {
    /// Those of this crate: `Allow::UNDEF`.
    #[default]
    Rust,
    /// The options of the program `sos`: `--allow undef`.
    Program,
    /// Those of `sos.h`: `SOS_ALLOW_UNDEF`.
    C,
}

impl Naming {
    /// A sentence with this caller's names.
    pub fn text(self, sentence: &str) -> Cow<'_, str> {
        let Some((before, rest)) = sentence.split_once('{') else {
            return Cow::Borrowed(sentence);
        };
        let (what, after) = rest.split_once('}').unwrap_or((rest, ""));
        let (what, value) = what.split_once(' ').unwrap_or((what, ""));
        let name = self.option(what, value);
        Cow::Owned(format!("{before}{name}{}", self.text(after)))
    }

    /// An option, and the value that it gets.
    fn option(self, what: &str, value: &str) -> String {
        let constant = value.to_uppercase().replace('-', "_");
        match (self, what) {
            (Self::Rust, "allow") => format!("`Allow::{constant}` in `Options::allow`"),
            (Self::Rust, "assume") => format!("`Assume::{constant}` in `Options::assume`"),
            (Self::Rust, "set") => "`Options::constants`".to_owned(),
            (Self::Rust, "set-to") => format!("`{value}` in `Options::constants`"),
            (Self::Rust, "keep-spec") => "`SpecMode::Keep`".to_owned(),
            (Self::Rust, "freeze") => "`SpecMode::Freeze` in `Options::spec`".to_owned(),
            (Self::Rust, "without") => format!("`Target::without` of `{value}`"),
            (Self::Rust, "entry-point") => "`Module::select`".to_owned(),
            (Self::Rust, _) => "`Options::image_formats`".to_owned(),
            (Self::Program, "set") => format!("`--set {value}=VALUE`"),
            (Self::Program, "set-to") => format!("`--set {value}`"),
            (Self::Program, "without") => format!("`--without '{value}'`"),
            (Self::Program, "freeze" | "entry-point") => format!("`--{what}`"),
            (Self::Program, "allow" | "assume") => format!("`--{what} {value}`"),
            (Self::Program, "keep-spec") => "`--keep-spec`".to_owned(),
            (Self::Program, _) => "`--image-format`".to_owned(),
            (Self::C, "allow") => format!("`SOS_ALLOW_{constant}` in `sos_options.allow`"),
            (Self::C, "assume") => format!("`SOS_ASSUME_{constant}` in `sos_options.assume`"),
            (Self::C, "set") => "`sos_options.constants`".to_owned(),
            (Self::C, "without") => format!("`sos_target_without` of `{value}`"),
            (Self::C, "set-to") => format!("`{value}` in `sos_options.constants`"),
            (Self::C, "freeze") => "`SOS_FREEZE_SPEC` in `sos_options.flags`".to_owned(),
            (Self::C, "entry-point") => "`sos_module_select`".to_owned(),
            (Self::C, "keep-spec") => "`SOS_KEEP_SPEC` in `sos_options.flags`".to_owned(),
            (Self::C, _) => "`sos_options.image_formats`".to_owned(),
        }
    }

    /// That a loss has to be allowed.
    pub(crate) fn if_allowed(self, name: &str) -> String {
        let option = self.option("allow", name);
        format!("only if {name} is allowed ({option})")
    }

    /// That something has to be promised.
    pub(crate) fn if_promised(self, promise: Assume) -> String {
        let name = promise.name();
        let option = self.option("assume", name);
        let mut promises = Assume::PROMISES.iter();
        let premise = promises.find(|row| row.assume == promise);
        let premise = premise.map_or("", |row| row.premise);
        format!("only if {name} is promised ({option}): {premise}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Allow;
    use crate::reasons::REASONS;

    const ALL: [Naming; 3] = [Naming::Rust, Naming::Program, Naming::C];

    #[test]
    fn each_caller_reads_its_own_names() {
        let text = "unless {allow f64-to-f32}; a value by {set 7}.";
        let texts = ALL.map(|naming| naming.text(text).into_owned());
        assert_eq!(
            texts,
            [
                "unless `Allow::F64_TO_F32` in `Options::allow`; a value by `Options::constants`.",
                "unless `--allow f64-to-f32`; a value by `--set 7=VALUE`.",
                "unless `SOS_ALLOW_F64_TO_F32` in `sos_options.allow`; a value by `sos_options.constants`.",
            ]
        );
        assert_eq!(Naming::C.text("nothing to name"), "nothing to name");
        assert_eq!(Naming::C.text("cut {"), "cut `sos_options.image_formats`");
    }

    #[test]
    fn what_reasons_name_exists() {
        for (_, reason) in REASONS {
            for what in reason.split('{').skip(1) {
                let what = what.split('}').next().unwrap();
                let known = match what.split_once(' ') {
                    Some(("allow", name)) => Allow::from_name(name).is_some(),
                    Some(("assume", name)) => Assume::from_name(name).is_some(),
                    _ => what == "image-formats",
                };
                assert!(known, "{what}");
            }
        }
    }
}
