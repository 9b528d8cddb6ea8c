//! How sentences for people name what the caller can do: as a Rust program, `sos`, or a C program writes it.
//!
//! The sentences of rules and passes contain `{allow NAME}`, `{assume NAME}`, `{set ID}`, `{set-to ID=VALUE}`, `{freeze}`,
//! `{keep-spec}`, `{entry-point}`, `{image-formats}` and `{image-format SET:BINDING=FORMAT}`, which become the caller's names where a report is
//! built. Names from modules are added afterwards, so that they are never read as such.

use crate::assume::Assume;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

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
    /// The settings of the Vulkan layer: `SOS_LAYER_ALLOW=undef`.
    Layer,
}

/// What callers write, in the order of [`Naming`]. `<value>` is the option's value, `<NAME>` the same as the name of a
/// constant. The layer has the values that the pipeline gives, for one stage.
const FORMS: &[(&str, [&str; 4])] = &[
    (
        "allow",
        [
            "`Allow::<NAME>` in `Options::allow`",
            "`--allow <value>`",
            "`SOS_ALLOW_<NAME>` in `sos_options.allow`",
            "`SOS_LAYER_ALLOW=<value>`",
        ],
    ),
    (
        "assume",
        [
            "`Assume::<NAME>` in `Options::assume`",
            "`--assume <value>`",
            "`SOS_ASSUME_<NAME>` in `sos_options.assume`",
            "`SOS_LAYER_ASSUME=<value>`",
        ],
    ),
    (
        "set",
        [
            "`Options::constants`",
            "`--set <value>=VALUE`",
            "`sos_options.constants`",
            "VkSpecializationInfo",
        ],
    ),
    (
        "set-to",
        [
            "`<value>` in `Options::constants`",
            "`--set <value>`",
            "`<value>` in `sos_options.constants`",
            "specialization constant <value> in the program",
        ],
    ),
    (
        "freeze",
        [
            "`SpecMode::Freeze` in `Options::spec`",
            "`--freeze`",
            "`SOS_FREEZE_SPEC` in `sos_options.flags`",
            "`SOS_LAYER_FREEZE=true`",
        ],
    ),
    (
        "keep-spec",
        [
            "`SpecMode::Keep`",
            "`--keep-spec`",
            "`SOS_KEEP_SPEC` in `sos_options.flags`",
            "`SOS_LAYER_FREEZE=false`",
        ],
    ),
    (
        "without",
        [
            "`Target::without` of `<value>`",
            "`--without '<value>'`",
            "`sos_target_without` of `<value>`",
            "`SOS_LAYER_WITHOUT=<value>`",
        ],
    ),
    (
        "entry-point",
        [
            "`Module::select`",
            "`--entry-point`",
            "`sos_module_select`",
            "a module of its own",
        ],
    ),
    (
        "image-formats",
        [
            "`Options::image_formats`",
            "`--image-format`",
            "`sos_options.image_formats`",
            "formats in the shader",
        ],
    ),
    (
        "image-format",
        [
            "`<value>` in `Options::image_formats`",
            "`--image-format <value>`",
            "`<value>` in `sos_options.image_formats`",
            "a format in the shader (`<value>`)",
        ],
    ),
];

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
        let form = FORMS.iter().find(|row| row.0 == what);
        let form = form.map_or("", |row| row.1[self as usize]);
        let constant = value.to_uppercase().replace('-', "_");
        form.replace("<NAME>", &constant).replace("<value>", value)
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

    const ALL: [Naming; 4] = [Naming::Rust, Naming::Program, Naming::C, Naming::Layer];

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
                "unless `SOS_LAYER_ALLOW=f64-to-f32`; a value by VkSpecializationInfo.",
            ]
        );
        assert_eq!(Naming::C.text("nothing to name"), "nothing to name");
        assert_eq!(Naming::C.text("cut {"), "cut ");
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
