//! The options of a call from another language: those of the program `sos`, whose names languages write in their own way.

use sos_core::{Allow, Assume, ImageFormat, Options, Source, SpecMode, Strip, SubgroupSize};

use crate::failure::Failure;
use crate::near::{near, shown};
use crate::settings::constants::Which;
use crate::settings::entry_points::Wanted;
use crate::settings::format_names;
use crate::settings::literal::Literal;

/// The options of a call.
#[derive(Clone, Debug, Default)]
pub struct Tuning {
    /// Parts of the device that are hidden, by Vulkan's names.
    pub without: Vec<String>,
    /// The entry points to keep; all without any.
    pub entry_points: Vec<Wanted>,
    /// Values of specialization constants, whose types are not known yet.
    pub sets: Vec<(Which, Literal)>,
    /// The others.
    pub options: Options,
}

/// A permitted loss.
///
/// # Errors
/// There is none of this name, here and below.
pub fn allow(text: &str) -> Result<Allow, Failure> {
    Allow::from_name(text).ok_or_else(|| {
        let names = Allow::KINDS.iter().map(|kind| kind.0);
        unknown("allow", "loss", text, names)
    })
}

/// A promise.
pub fn assume(text: &str) -> Result<Assume, Failure> {
    Assume::from_name(text).ok_or_else(|| {
        let names = Assume::PROMISES.iter().map(|promise| promise.name);
        unknown("assume", "promise", text, names)
    })
}

/// What is stripped.
pub fn strip(text: &str) -> Result<Strip, Failure> {
    Strip::from_name(text).ok_or_else(|| {
        unknown(
            "strip",
            "kind",
            text,
            Strip::NAMED.into_iter().map(|named| named.0),
        )
    })
}

/// A device fact.
pub fn source(text: &str) -> Result<Source, Failure> {
    Source::from_name(text).ok_or_else(|| {
        let near = near(text, Source::all().map(Source::name));
        Failure::option(
            "source",
            format!("no device fact is called `{}`{near}", shown(text)),
        )
    })
}

/// The format of a storage image; `option` is the option's name in the language.
pub fn image_format(
    option: &'static str,
    [set, binding]: [u32; 2],
    name: &str,
) -> Result<ImageFormat, Failure> {
    let format = ImageFormat::number(name).ok_or_else(|| {
        let near = near(name, format_names());
        Failure::option(
            option,
            format!("no image format is called `{}`{near}", shown(name)),
        )
    })?;
    Ok(ImageFormat {
        set,
        binding,
        format,
    })
}

/// A size of subgroups.
pub fn subgroup_size(option: &'static str, size: u32) -> Result<SubgroupSize, Failure> {
    let made = SubgroupSize::new(size);
    made.ok_or_else(|| {
        Failure::option(
            option,
            format!("{size} is not a power of two from 1 to 128"),
        )
    })
}

/// Sets how constants are treated. Returns false if another way was asked for before.
pub fn treat_constants(options: &mut Options, as_asked: SpecMode) -> bool {
    let is_first = options.spec == SpecMode::Bake;
    options.spec = as_asked;
    is_first
}

fn unknown<'n>(
    option: &'static str,
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'n str>,
) -> Failure {
    let names: Vec<&str> = names.collect();
    let why = format!(
        "no {what} is called `{}`; there are {}",
        shown(name),
        names.join(", ")
    );
    Failure::option(option, why)
}
