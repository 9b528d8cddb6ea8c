//! A case of a corpus: a module, and the directives in its source.
//!
//! A case is a `.spv` file, or a module of an archive; those have no directives. If the source of a file is in the same folder (`blur.comp` for `blur.comp.spv` and `blur.comp.opt.spv`,
//! `blur.spvasm` for `blur.spv`), comments of the source may contain directives, one per line: `// sos: KEY REST`, or
//! `; sos: KEY REST` in assembly. They describe how to filter the module, what to expect, and how to run it. Unknown keys and
//! invalid values are errors: a directive with a typing error must not look like an expectation that is met.
//!
//! [`binding`] is a buffer or an image to bind, [`content`] what a buffer holds, `address` an address in it, and [`pattern`] a choice of
//! devices.

mod address;
pub mod binding;
pub mod content;
pub mod pattern;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure, Context, Result};
use sos_core::{rules, Allow, Assume, ImageFormat, Options, SpecMode, Strip, SubgroupSize};

use crate::archive::{Archive, Stage, Unit};
use crate::execute::job::{Address, Place};
use binding::Binding;
use content::Content;
use pattern::Patterns;
use sos_front::settings;
use sos_front::settings::constants::Which;
use sos_front::settings::literal::Literal;

/// A module of a corpus.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its path relative to the corpus's root, with `/` as separator and without `.spv`.
    pub name: String,
    /// The path of the module.
    pub path: PathBuf,
    /// The bytes of the module.
    pub bytes: Vec<u8>,
    /// The words, or why the bytes are not a module.
    pub words: Result<Vec<u32>, String>,
    /// The directives of the source.
    pub directives: Directives,
    /// What pipelines say of the module, if it is from a database.
    pub stage: Option<Stage>,
}

/// The directives in the comments of a case's source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directives {
    /// The text of the directives, as in the source.
    pub text: Vec<String>,
    /// Values for specialization constants.
    pub sets: Vec<(Which, Literal)>,
    /// What becomes of specialization constants.
    pub spec: SpecMode,
    /// What to strip.
    pub strip: Strip,
    /// The size of the subgroups that the shader sees.
    pub subgroup_size: Option<SubgroupSize>,
    /// Allowed losses.
    pub allow: Allow,
    /// Promises of the application.
    pub assume: Assume,
    /// Formats of storage images that are declared without one.
    pub image_formats: Vec<ImageFormat>,
    /// Expected outcomes; later ones override earlier ones.
    pub outcomes: Vec<(Patterns, Outcome)>,
    /// Text that the output's disassembly must not contain.
    pub absent: Vec<(Patterns, String)>,
    /// Text that the output's disassembly must contain.
    pub present: Vec<(Patterns, String)>,
    /// Rules that the case is an example of, and the device on which it is one.
    pub shows: Vec<(String, String)>,
    /// Workgroups to dispatch.
    pub dispatch: Option<[u32; 3]>,
    /// Buffers, images and samplers to bind.
    pub bindings: Vec<Binding>,
    /// Push constants.
    pub push: Option<Content>,
    /// Buffer addresses in the contents of bindings and push constants.
    pub addresses: Vec<Address>,
    /// The draw of a fragment case.
    pub draw: Option<Draw>,
    /// Tolerance of 32-bit floats, in units in the last place.
    pub tolerance_ulp: u32,
    /// Capabilities that the module needs but does not declare: a driver must have them to run the module as written.
    pub native: Vec<String>,
    /// Why some versions of `spirv-val` do not accept the module.
    pub novalidate: Option<String>,
    /// The entry point, if it is not `main`.
    pub entry: Option<String>,
    /// The subgroup size to require.
    pub size: Option<u32>,
    /// Whether the result does not depend on the subgroup size.
    pub any_size: bool,
}

/// The draw of a fragment case: the size of the framebuffer, and the vertex stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The vertex stage's module, in the same folder; if `None`, a vertex stage is generated.
    pub vertex: Option<String>,
}

/// The outcome of filtering a module for a device.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The device accepts the module unmodified.
    Unchanged,
    /// The device accepts the rewritten module.
    Rewritten,
    /// The device cannot run the module.
    Unsupported,
    /// The module is malformed, or the filter failed.
    Error,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 4] = [
        Self::Unchanged,
        Self::Rewritten,
        Self::Unsupported,
        Self::Error,
    ];

    /// The name in reports and directives.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Rewritten => "rewritten",
            Self::Unsupported => "unsupported",
            Self::Error => "error",
        }
    }

    /// The outcome with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

impl Case {
    /// Reads a module and the directives of its source.
    ///
    /// # Errors
    /// A file cannot be read, or a directive is invalid.
    pub fn read(path: &Path, name: String) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let words = sos_core::words::from_bytes(&bytes).map_err(|error| error.to_string());
        let directives = Directives::of(path)?;
        Ok(Self {
            name,
            path: path.to_owned(),
            bytes,
            words,
            directives,
            stage: None,
        })
    }

    /// A unit of an archive, which has no source. One that cannot be read is a case that fails.
    pub(crate) fn of_unit(archive: &Archive, unit: &Unit, name: String) -> Self {
        let bytes = archive.read(unit).map_err(|why| format!("{why:#}"));
        let words = bytes.as_ref().map_err(String::clone).and_then(|bytes| {
            sos_core::words::from_bytes(bytes).map_err(|error| error.to_string())
        });
        let mut directives = Directives::default();
        if let Some(stage) = &unit.stage {
            directives.entry = Some(stage.entry_point.clone());
            // Part of the key of cached results.
            directives.text = stage.text();
        }
        Self {
            name,
            path: archive.path().to_owned(),
            bytes: bytes.unwrap_or_default(),
            words,
            directives,
            stage: unit.stage.clone(),
        }
    }
}

/// The source of a module, if it is in the same folder.
fn source_of(module: &Path) -> Option<PathBuf> {
    let stem = module.with_extension("");
    let mut assembly = stem.clone().into_os_string();
    assembly.push(".spvasm");
    // One source may be compiled twice, without and with optimization.
    let optimized = stem.extension().is_some_and(|end| end == "opt");
    let first = match optimized {
        true => stem.with_extension(""),
        false => stem,
    };
    [first, PathBuf::from(assembly)]
        .into_iter()
        .find(|path| path.is_file())
}

impl Directives {
    /// The directives in the source of a module; none if there is no source.
    ///
    /// # Errors
    /// The source cannot be read, or a directive is invalid.
    pub(crate) fn of(module: &Path) -> Result<Self> {
        let Some(source) = source_of(module) else {
            return Ok(Self::default());
        };
        let text =
            fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
        Self::parse(&String::from_utf8_lossy(&text)).with_context(|| source.display().to_string())
    }

    /// The name of the entry point.
    pub fn entry_point(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }

    /// Parses the directives in a source.
    ///
    /// # Errors
    /// A key is unknown or its value is invalid; the message has the line's number.
    pub fn parse(source: &str) -> Result<Self> {
        let mut directives = Self::default();
        let mut filled = Vec::new();
        for (index, line) in source.lines().enumerate() {
            let line = line.trim();
            let Some(comment) = ["//", ";"].iter().find_map(|mark| line.strip_prefix(mark)) else {
                continue;
            };
            let Some(directive) = comment.trim_start().strip_prefix("sos:") else {
                continue;
            };
            let at = || format!("line {}: `{line}`", index + 1);
            if let Some(place) = directives.read(directive.trim()).with_context(at)? {
                filled.retain(|(other, _)| *other != place);
                filled.push((place, at()));
            }
        }
        // Resolved last, because a buffer may be bound below the line that refers to its address.
        for (place, at) in filled {
            let found = directives.resolve(place).context(at)?;
            directives.addresses.extend(found);
        }
        Ok(directives)
    }

    /// Resolves the addresses in one content.
    fn resolve(&self, place: Place) -> Result<Vec<Address>> {
        let content = match place {
            Place::Push => self.push.as_ref(),
            Place::Buffer(number) => self.bindings.get(number).and_then(|it| it.content.as_ref()),
        };
        address::resolve(place, content, &self.bindings)
    }

    /// Parses one directive. Returns the place whose content it describes, if it describes one.
    fn read(&mut self, directive: &str) -> Result<Option<Place>> {
        let (key, rest) = split(directive);
        let words = || rest.split_whitespace();
        let mut filled = None;
        match key {
            "set" => {
                for set in words() {
                    self.sets
                        .push(settings::set(set).map_err(|why| anyhow!(why))?);
                }
            }
            "keep" if rest.is_empty() => self.spec = SpecMode::Keep,
            "freeze" if rest.is_empty() => self.spec = SpecMode::Freeze,
            "strip" => {
                self.strip = Strip::from_name(rest).context("expected one of debug, names, all")?;
            }
            "subgroup-size" => {
                let size = settings::subgroup_size(rest).map_err(|why| anyhow!(why))?;
                self.subgroup_size = Some(size);
            }
            "allow" => {
                for kind in words() {
                    let kind = Allow::from_name(kind)
                        .with_context(|| format!("no kind of loss is called `{kind}`"))?;
                    self.allow = self.allow.with(kind);
                }
            }
            "assume" => {
                for name in words() {
                    let promise = Assume::from_name(name)
                        .with_context(|| format!("no promise is called `{name}`"))?;
                    self.assume = self.assume.with(promise);
                }
            }
            "image-format" => {
                for format in words() {
                    let format = settings::image_format(format).map_err(|why| anyhow!(why))?;
                    self.image_formats.push(format);
                }
            }
            "outcome" => {
                let (devices, outcome) = split(rest);
                let outcome = Outcome::from_name(outcome)
                    .with_context(|| format!("no outcome is called `{outcome}`"))?;
                self.outcomes.push((Patterns::parse(devices)?, outcome));
            }
            "absent" => self.absent.push(devices_and_text(rest)?),
            "present" => self.present.push(devices_and_text(rest)?),
            "shows" => {
                let (rule, device) = split(rest);
                ensure!(
                    rules().any(|known| known.name == rule),
                    "no rule is called `{rule}`"
                );
                ensure!(
                    !device.is_empty() && !device.contains(char::is_whitespace),
                    "expected `RULE DEVICE`"
                );
                self.shows.push((rule.to_owned(), device.to_owned()));
            }
            "dispatch" => self.dispatch = Some(triple(rest)?),
            "push" => {
                self.push = Some(Content::parse(rest)?);
                filled = Some(Place::Push);
            }
            "draw" => self.draw = Some(Draw::parse(rest)?),
            "tolerance" => {
                let ulp = rest.strip_suffix("ulp").context("expected `N ulp`")?;
                self.tolerance_ulp = number(ulp.trim())?;
            }
            "native" => self.native.extend(words().map(str::to_owned)),
            "novalidate" if !rest.is_empty() => self.novalidate = Some(rest.to_owned()),
            "entry" if !rest.is_empty() => self.entry = Some(rest.to_owned()),
            "size" if rest == "any" => self.any_size = true,
            "size" => self.size = Some(number(rest)?),
            _ => match Binding::parse(key, rest)? {
                Some(binding) => {
                    filled = Some(Place::Buffer(self.bindings.len()));
                    self.bindings.push(binding);
                }
                None => bail!("no directive is called `{key}`, or not with this value"),
            },
        }
        self.text.push(directive.to_owned());
        Ok(filled)
    }

    /// The outcome that is expected on a device.
    pub fn outcome_on(&self, device: &str) -> Option<Outcome> {
        self.outcomes
            .iter()
            .rev()
            .find(|(devices, _)| devices.matches(device))
            .map(|(_, outcome)| *outcome)
    }

    /// Whether the case is an example of a rule on a device.
    pub fn shows_on(&self, device: &str) -> bool {
        self.shows.iter().any(|(_, on)| on == device)
    }

    /// The filter's options, without [`Self::sets`], whose bits depend on the types of the module's constants.
    pub fn options(&self) -> Options {
        Options {
            spec: self.spec,
            strip: self.strip,
            subgroup_size: self.subgroup_size,
            allow: self.allow,
            assume: self.assume,
            image_formats: self.image_formats.clone(),
            ..Options::default()
        }
    }
}

impl Draw {
    fn parse(text: &str) -> Result<Self> {
        let (width, height, vertex) = match text.split_whitespace().collect::<Vec<_>>()[..] {
            [width, height] => (width, height, None),
            [width, height, "with" | "WITH", vertex] => (width, height, Some(vertex.to_owned())),
            _ => bail!("expected `WIDTH HEIGHT` or `WIDTH HEIGHT with vertex.spv`"),
        };
        Ok(Self {
            width: number(width)?,
            height: number(height)?,
            vertex,
        })
    }
}

/// Splits off the first word.
pub(super) fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}

fn devices_and_text(rest: &str) -> Result<(Patterns, String)> {
    let (devices, text) = split(rest);
    if text.is_empty() {
        bail!("devices and a text are wanted");
    }
    Ok((Patterns::parse(devices)?, text.to_owned()))
}

pub(super) fn number(text: &str) -> Result<u32> {
    text.parse()
        .map_err(|_| anyhow!("`{text}` is not a number from 0 to 4294967295"))
}

fn triple(text: &str) -> Result<[u32; 3]> {
    let numbers = text
        .split_whitespace()
        .map(number)
        .collect::<Result<Vec<_>>>()?;
    numbers
        .try_into()
        .map_err(|_| anyhow!("three numbers are wanted"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::job::BufferKind;

    #[test]
    fn directives_are_read_from_both_kinds_of_comment() {
        let text = "\
#version 450
// build: --target-env vulkan1.1
// sos: set 3=16 4=0.5
//   sos: outcome all rewritten
    ; sos: outcome radv-*,lavapipe unchanged
// sos: dispatch 4 1 1
// sos: buffer 0 2 uniform f32 1 0.5
// sos: buffer 0 0 iota 8
// sos: absent swiftshader OpCapability Float16
// sos: draw 16 8 with quad.vert.spv
// sos: tolerance 2 ulp
// sos: size any
// sos: keep
// sos: assume single-view base-vertex-zero
// sos: novalidate it is too new
// sos: image-format 0:1=Rgba8 1:0=R32ui
int sos; // no directive: sos: nothing";
        let directives = Directives::parse(text).unwrap();
        assert_eq!(directives.text.len(), 14);
        let formats = directives.options().image_formats;
        assert_eq!((formats.len(), formats[1].name()), (2, "R32ui"));
        assert!(directives.any_size && directives.size.is_none());
        assert_eq!(directives.novalidate.as_deref(), Some("it is too new"));
        assert_eq!(directives.sets.len(), 2);
        assert_eq!(
            directives.outcome_on("swiftshader"),
            Some(Outcome::Rewritten)
        );
        assert_eq!(
            directives.outcome_on("radv-vega10"),
            Some(Outcome::Unchanged)
        );
        assert_eq!(directives.dispatch, Some([4, 1, 1]));
        let kinds = directives.bindings.iter().map(|binding| binding.kind);
        let expected = [BufferKind::Uniform, BufferKind::Storage];
        assert!(kinds.eq(expected));
        assert_eq!(directives.absent[0].1, "OpCapability Float16");
        let draw = directives.draw.as_ref().unwrap();
        assert_eq!(draw.vertex.as_deref(), Some("quad.vert.spv"));
        let bare = Directives::parse("// sos: draw 4 8").unwrap().draw.unwrap();
        assert_eq!((bare.width, bare.height, bare.vertex), (4, 8, None));
        assert_eq!(
            (directives.tolerance_ulp, directives.spec),
            (2, SpecMode::Keep)
        );
        assert_eq!(directives.options().spec, SpecMode::Keep);
        let promised = Assume::SINGLE_VIEW.with(Assume::BASE_VERTEX_ZERO);
        assert_eq!(directives.options().assume, promised);
        assert_eq!(Directives::default().outcome_on("swiftshader"), None);
    }

    #[test]
    fn invalid_directives_are_refused_with_their_line() {
        for wrong in [
            "outcom all rewritten",
            "outcome all rewriten",
            "outcome all",
            "dispatch 1 1",
            "dispatch 1 1 x",
            "buffer 0 0",
            "buffer 0 0 ones 4",
            "set 3",
            "allow everything",
            "assume nothing",
            "image-format 0:0=rgba8",
            "strip source",
            "draw 4",
            "draw 4 4 quad.vert.spv",
            "tolerance 2",
            "absent all",
            "keep it",
            "novalidate",
            "",
        ] {
            let error = Directives::parse(&format!("\n// sos: {wrong}\n")).unwrap_err();
            assert!(
                format!("{error:#}").starts_with("line 2: "),
                "{wrong}: {error:#}"
            );
        }
    }
}
