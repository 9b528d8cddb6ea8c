//! The command line: arguments, their help texts, and parsing of their values.
//!
//! Everything that can be rejected without opening a file is rejected here, as usage errors of clap (exit status 2).

use std::ffi::OsString;

use clap::builder::PossibleValue;
use clap::{value_parser, Parser, Subcommand, ValueEnum};
use sos_core::{
    Allow, Assume, Grade, ImageFormat, Limits, Options, Promise, Source, SpecMode, Strip,
    SubgroupSize, DEFAULT_SPEC_BASE,
};
use sos_front::near::near;
use sos_front::settings::{self, constants::Which, entry_points::Wanted, literal::Literal};

use crate::batch::BatchArgs;
use crate::check::CheckArgs;
use crate::corpus::CorpusCommand;
use crate::list::What;

/// The version, with the commit where the build states it: see `cargo xtask dist`.
const VERSION: &str = match option_env!("SOS_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

const EXAMPLES: &str = "\
Examples:
  sos filter fog.spv -o fog.swiftshader.spv --device swiftshader
      make the module that SwiftShader can run
  sos filter fog.spv -o fog.gpu.spv --device vulkan:0 --report fog.json
      for the first GPU of this machine, with a record of what was done
  sos inspect fog.spv
      what the module needs, by Vulkan's names
  sos device capture -o studio-pc.json
      save what this machine's GPU offers, to filter for it elsewhere

Exit status:
  0  done
  1  the device cannot run the module, or a corpus is not as expected
  2  wrong arguments or input";

pub(crate) const DEVICES: &str = "\
Devices (DEV):
  NAME               a built-in device: `sos device list`; or a product, as 'Galaxy S23', for which the nearest one stands
  FILE.json          a Vulkan Profiles file: `vulkaninfo -j`, `sos device capture`; or a device from vulkan.gpuinfo.org
  FILE.json:PROFILE  one profile of a file with several
  vulkan[:INDEX]     a device of this machine
  -                  a Vulkan Profiles file on standard input";

const FILTER_EXAMPLES: &str = "\
Examples:
  sos filter wave.spv -o out.spv --device radv-pitcairn
  sos filter wave.spv -o out.spv --device phone.json:VP_phone --report r.json
  sos filter wave.spv -o out.spv --device swiftshader --set 0=64 --set 1=0.5
  sos filter wave.spv -o out.spv --device vulkan --without shaderFloat16
      for a driver with faulty 16-bit floats
  cat wave.spv | sos filter - -o - --device swiftshader | spirv-val -

Examples with many files:
  sos filter shaders -o out --device swiftshader,lavapipe --report r.json
      every module below shaders, to out/swiftshader/... and out/lavapipe-25.0.7/...
  sos filter @list.txt more.spv -o out --device phone.json --changed-only --keep-going
      only what has changed since the last such run, or what a killed one left
  sos filter shaders -o out --device mobile-2025,steam-deck --name '{name}.{device}.spv'
  sos filter game.foz -o game.phone.foz --device phone.json --keep-going
      the pipelines of a Fossilize database, stage by stage, that the device can run
  sos filter game.foz -o out --device phone.json,swiftshader --name '{name}.{device}.foz'
  sos filter shaders.h -o shaders.phone.h --device phone.json
  sos filter shaders -o shaders.phone.zip --device phone.json

Exit status:
  0  OUT is written, rewritten or unchanged
  1  the device cannot run the module; the reasons are on standard error, and OUT
     is not touched. Of many: one of them
  2  wrong arguments or input";

const VALUES: &str = "\
Several values:
  each of --without, --set, --source, --allow, --assume and --image-format may be
  repeated, or given several values with commas between them (--set 0=64,1=0.5);
  --entry-point may be repeated

Values (--set):
  -3, 0.5, inf, true or false, in the range of the constant's type; or 0x10, its bits

Names:
  `sos list` shows the rules that reports name (`sos list rules`), and what
  --without, --source and --image-format take";

const INSPECT_EXAMPLES: &str = "\
Examples:
  sos inspect wave.spv
  sos inspect wave.spv --device swiftshader
  sos inspect wave.spv --json

Exit status:
  0  shown
  1  shown, and the device cannot run the module
  2  wrong arguments or input";

const SHOW_EXAMPLES: &str = "\
Examples:
  sos device show swiftshader
  sos device show lavapipe --without shaderFloat16,VK_SUBGROUP_FEATURE_CLUSTERED_BIT
  sos device show lavapipe --without VK_EXT_shader_atomic_float --json > less.json
      save the reduced device, to filter for it and to run a corpus on it";

/// The help text about groups of devices.
pub(crate) const GROUPS: &str = "\
Groups (wherever several devices are taken):
  all, captures, requirements     everything built in, or a part of it
  desktop, mobile, software       by where such chips are
  amd, arm, intel, nvidia, …      by who designed the chip
  android, linux, macos, windows  by the driver's system
  'mali-*'                        those with such names; `?` is any letter
  GROUP-YEAR                      what a program of that year meets, as mobile-2025: chips of
                                  the ten years before; systems take no year
`sos device list --groups` lists them.";

const FIND_EXAMPLES: &str = "\
Examples:
  sos device find \"GeForce RTX 3060\"
  sos device find \"Galaxy S24\"
  sos device find \"Adreno (TM) 640\"
  sos device find 0x10de:0x2504

Exit status:
  0  found
  1  nothing near is built in
  2  wrong arguments";

/// The help text about the forms of `DEV`, followed by more help.
pub(crate) fn devices_and(more: &str) -> String {
    format!("{DEVICES}\n\n{more}")
}

/// Ship One Shader: filter a SPIR-V module for the device that has to run it.
#[derive(Debug, Parser)]
#[command(name = "sos", version = VERSION, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print errors only.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the module that a device can run.
    Filter(FilterArgs),
    /// Say which devices run which modules, and write none.
    Check(CheckArgs),
    /// Show what a module needs; with a device, what would be done for it and why.
    Inspect(InspectArgs),
    /// List, show and capture devices.
    #[command(subcommand)]
    Device(DeviceCommand),
    /// List the names that options take and reports contain: rules, device facts, parts of devices, formats.
    #[command(arg_required_else_help = true)]
    List {
        /// What to list.
        #[arg(value_name = "WHAT")]
        what: What,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Run a corpus of modules on many devices.
    #[command(subcommand)]
    Corpus(CorpusCommand),
    /// Open a Vulkan driver and run what standard input says: what `corpus run --execute` starts.
    #[command(name = crate::corpus::WORKER, hide = true)]
    VulkanWorker,
    /// Write the manual pages into a folder: what archives of SOS have in `share/man/man1`.
    #[command(hide = true)]
    Manual {
        /// The folder, which exists.
        #[arg(value_name = "DIR")]
        folder: std::path::PathBuf,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// A device without some of its features.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct HideArgs {
    /// Hide a feature, device extension, subgroup operation, property or version of the device, by Vulkan's name for it.
    ///
    /// A feature goes with the SPIR-V capabilities that it provides, even if an extension or the version of Vulkan provides them
    /// too. An extension goes with what only it provides, a version with the later ones. Of a limit, what Vulkan requires of every
    /// device is left. Nothing else is hidden: name also features that imply the one named.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
}

/// `sos filter`
#[derive(Debug, clap::Args)]
#[command(after_help = devices_and(GROUPS), after_long_help = devices_and(&format!("{GROUPS}\n\n{VALUES}\n\n{FILTER_EXAMPLES}")))]
pub(crate) struct FilterArgs {
    /// The SPIR-V module, in either byte order; `-` is standard input. Or many: folders, Fossilize databases (.foz), zip archives, C
    /// headers, `@FILE` with a path on each line.
    #[arg(value_name = "IN.spv", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// Where to write the module, in little-endian; `-` is standard output. For many, a folder, or a zip archive if this ends in .zip; a
    /// database becomes a database if it ends in .foz, and a header a header if it ends in .h.
    #[arg(short, long, value_name = "OUT.spv")]
    pub(crate) output: OsString,
    /// The device to filter for; or several, and groups of built-in ones, with commas between them.
    #[arg(short, long = "device", value_name = "DEV", required = true)]
    pub(crate) devices: Vec<OsString>,
    /// What is hidden of the device.
    #[command(flatten)]
    pub(crate) hide: HideArgs,
    /// Write what was done and why, as JSON; `-` is standard output. Of many modules, one row for each and device.
    #[arg(long, value_name = "R.json")]
    pub(crate) report: Option<OsString>,
    /// Print the report on standard output: short for `--report -`.
    #[arg(long, conflicts_with = "report")]
    pub(crate) json: bool,
    /// Many files.
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    /// The filter's options.
    #[command(flatten)]
    pub(crate) tuning: Tuning,
}

/// `sos inspect`
#[derive(Debug, clap::Args)]
#[command(after_help = DEVICES, after_long_help = devices_and(&format!("{VALUES}\n\n{INSPECT_EXAMPLES}")))]
pub(crate) struct InspectArgs {
    /// The SPIR-V module, in either byte order; `-` is standard input.
    #[arg(value_name = "IN.spv")]
    pub(crate) input: OsString,
    /// Also show what would be done for this device, and why.
    #[arg(short, long, value_name = "DEV")]
    pub(crate) device: Option<OsString>,
    /// What is hidden of the device.
    #[command(flatten)]
    pub(crate) hide: HideArgs,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// The filter's options.
    #[command(flatten)]
    pub(crate) tuning: Tuning,
}

/// The filter's [`Options`] as arguments.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filter options")]
pub(crate) struct Tuning {
    /// Keep this entry point and remove those that are not named.
    ///
    /// MODEL is its execution model by SPIR-V's name (`Fragment:main`); without one, all of the name are kept. What only the
    /// others need is removed with them.
    #[arg(long = "entry-point", value_name = "[MODEL:]NAME", value_parser = Wanted::parse)]
    pub(crate) entry_points: Vec<Wanted>,
    /// Set the specialization constant with this SpecId or this name to a value. `sos inspect` lists both.
    #[arg(long = "set", value_name = "ID|NAME=VALUE,...", value_delimiter = ',', value_parser = settings::set)]
    pub(crate) sets: Vec<(Which, Literal)>,
    /// Set the specialization constant with this SpecId from a device fact.
    #[arg(long = "source", value_name = "ID=NAME,...", value_delimiter = ',', value_parser = parse_source)]
    pub(crate) sources: Vec<(u32, Source)>,
    /// The first SpecId of the range reserved for device facts, or `none`.
    #[arg(long, value_name = "N|none", default_value_t = SpecBase(Some(DEFAULT_SPEC_BASE)), value_parser = parse_base)]
    pub(crate) spec_base: SpecBase,
    /// Recognize constants that hold device facts by SpecId only, not by name.
    #[arg(long)]
    pub(crate) no_spec_names: bool,
    /// Allow a kind of loss.
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    pub(crate) allow: Vec<Loss>,
    /// Promise something that neither the device nor the module can show.
    #[arg(long, value_name = "PROMISE,...", value_delimiter = ',')]
    pub(crate) assume: Vec<Premise>,
    /// Give the format of a storage image that the module declares without one, by SPIR-V's name (`0:2=Rgba8`).
    #[arg(
        long = "image-format",
        value_name = "SET:BINDING=FORMAT,...",
        value_delimiter = ',',
        value_parser = settings::image_format
    )]
    pub(crate) image_formats: Vec<ImageFormat>,
    /// Keep constants that are set specializable, and change only their defaults.
    #[arg(long)]
    pub(crate) keep_spec: bool,
    /// Make every specialization constant a plain one, with its default where nothing sets it: as in a pipeline that gives it no
    /// value.
    #[arg(long, conflicts_with = "keep_spec")]
    pub(crate) freeze: bool,
    /// Remove what does not affect the result.
    #[arg(long, value_name = "WHAT")]
    pub(crate) strip: Option<StripArg>,
    /// Let the shader see subgroups of so many invocations: 1 to 128, a power of two. They are emulated in compute shaders where the
    /// device has none of that size.
    #[arg(long, value_name = "N", value_parser = settings::subgroup_size)]
    pub(crate) subgroup_size: Option<SubgroupSize>,
    /// Reject a module whose id bound is above this.
    #[arg(long, value_name = "IDS", default_value_t = Limits::default().bound, value_parser = value_parser!(u32).range(1..))]
    pub(crate) max_bound: u32,
    /// Reject a module, or an output, of more 32-bit words than this.
    #[arg(long, value_name = "WORDS", default_value_t = Limits::default().words, value_parser = value_parser!(u32).range(1..))]
    pub(crate) max_words: u32,
}

impl Tuning {
    /// The options given that only affect filtering, and so need a device.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--set", !self.sets.is_empty()),
            ("--source", !self.sources.is_empty()),
            ("--spec-base", self.spec_base.0 != Some(DEFAULT_SPEC_BASE)),
            ("--no-spec-names", self.no_spec_names),
            ("--allow", !self.allow.is_empty()),
            ("--assume", !self.assume.is_empty()),
            ("--image-format", !self.image_formats.is_empty()),
            ("--keep-spec", self.keep_spec),
            ("--freeze", self.freeze),
            ("--strip", self.strip.is_some()),
            ("--subgroup-size", self.subgroup_size.is_some()),
        ];
        let given = all.into_iter().filter(|(_, given)| *given);
        given.map(|(option, _)| option).collect()
    }

    /// The limits on the module's size.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            bound: self.max_bound,
            words: self.max_words,
        }
    }

    /// The options, without the values of [`Tuning::sets`], which depend on the types of the module's constants.
    pub(crate) fn options(&self) -> Options {
        Options {
            sources: self.sources.clone(),
            spec_base: self.spec_base.0,
            spec_names: !self.no_spec_names,
            spec: match (self.keep_spec, self.freeze) {
                (true, _) => SpecMode::Keep,
                (false, true) => SpecMode::Freeze,
                (false, false) => SpecMode::Bake,
            },
            allow: self
                .allow
                .iter()
                .fold(Allow::NONE, |all, loss| all.with(loss.0)),
            assume: self
                .assume
                .iter()
                .fold(Assume::NONE, |all, premise| all.with(premise.0.assume)),
            image_formats: self.image_formats.clone(),
            strip: self.strip.map_or(Strip::Nothing, |strip| strip.0),
            subgroup_size: self.subgroup_size,
            limits: self.limits(),
            ..Options::default()
        }
    }
}

/// `sos device`
#[derive(Debug, Subcommand)]
pub(crate) enum DeviceCommand {
    /// List the built-in devices and those of this machine, or those of groups.
    #[command(after_help = GROUPS)]
    List {
        /// Devices and groups to list; by default all built-in devices, and those of this machine.
        #[arg(value_name = "DEV|GROUP")]
        of: Vec<OsString>,
        /// List the groups instead.
        #[arg(long, conflicts_with = "of")]
        groups: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Find the built-in devices that are nearest to a device, by its name or its ids.
    #[command(after_help = FIND_EXAMPLES)]
    Find {
        /// The name that its maker or its driver gives it, or VENDOR:DEVICE, as vulkaninfo prints them (vendorID, deviceID).
        #[arg(value_name = "TEXT")]
        text: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show what a device offers.
    #[command(after_help = DEVICES, after_long_help = devices_and(SHOW_EXAMPLES))]
    Show {
        /// The device.
        #[arg(value_name = "DEV")]
        device: OsString,
        /// What is hidden of it.
        #[command(flatten)]
        hide: HideArgs,
        /// The value of `--extended`, where a space is before it: the option may be without one, and would take the device for it.
        #[arg(value_name = "GRADE", requires = "extended", hide = true, value_parser = grade)]
        grade: Option<Grade>,
        /// Show what it offers together with SOS, and by which rules: what is always lowered, mostly (but for named
        /// exceptions), or on request (depends on the module, or slow).
        #[arg(
            long,
            value_name = "GRADE",
            num_args = 0..=1,
            require_equals = true,
            default_missing_value = "mostly",
            value_parser = grade
        )]
        extended: Option<Grade>,
        /// Print it as a Vulkan Profiles file.
        #[arg(long)]
        json: bool,
    },
    /// Write what a device of this machine offers, as a Vulkan Profiles file.
    Capture {
        /// Which device, counted from 0 as in `sos device list`.
        #[arg(long, value_name = "N", default_value_t = 0)]
        index: usize,
        /// Where to write it; `-` is standard output.
        #[arg(short, long, value_name = "F.json")]
        output: OsString,
    },
}

/// Reads the argument of `--extended`.
fn grade(text: &str) -> Result<Grade, String> {
    let found = Grade::ALL.into_iter().find(|grade| grade.name() == text);
    found.ok_or_else(|| {
        let names = Grade::ALL.map(|grade| grade.name()).join(", ");
        format!("one of {names}")
    })
}

/// The argument of `--spec-base`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpecBase(Option<u32>);

impl std::fmt::Display for SpecBase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(base) => base.fmt(f),
            None => f.write_str("none"),
        }
    }
}

/// A value of `--allow`: names and help come from [`Allow::KINDS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss(Allow);

impl ValueEnum for Loss {
    fn value_variants<'a>() -> &'a [Self] {
        const VARIANTS: [Loss; Allow::KINDS.len()] = {
            let mut variants = [Loss(Allow::NONE); Allow::KINDS.len()];
            let mut at = 0;
            while at < variants.len() {
                variants[at] = Loss(Allow::KINDS[at].1);
                at += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let kind = Allow::KINDS.iter().find(|kind| kind.1 == self.0)?;
        Some(PossibleValue::new(kind.0).help(kind.2))
    }
}

/// A value of `--assume`: names and help come from [`Assume::PROMISES`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Premise(Promise);

impl ValueEnum for Premise {
    fn value_variants<'a>() -> &'a [Self] {
        const VARIANTS: [Premise; Assume::PROMISES.len()] = {
            let mut variants = [Premise(Assume::PROMISES[0]); Assume::PROMISES.len()];
            let mut at = 0;
            while at < variants.len() {
                variants[at] = Premise(Assume::PROMISES[at]);
                at += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name).help(self.0.premise))
    }
}

/// A value of `--strip`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StripArg(Strip);

impl ValueEnum for StripArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(Strip::Debug), Self(Strip::Names), Self(Strip::All)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self.0 {
            Strip::Debug => Some(
                PossibleValue::new("debug").help("source text, lines and debug information sets"),
            ),
            Strip::Names => Some(PossibleValue::new("names").help("OpName and OpMemberName")),
            Strip::All => Some(
                PossibleValue::new("all")
                    .help("both, and everything else without effect on the result"),
            ),
            _ => None,
        }
    }
}

fn parse_source(text: &str) -> Result<(u32, Source), String> {
    let (id, name) = settings::split_id(text, "NAME")?;
    let source = Source::from_name(name).ok_or_else(|| {
        let near = near(name, Source::all().map(Source::name));
        format!("no device fact is called `{name}`{near}; see `sos list facts`")
    })?;
    Ok((id, source))
}

fn parse_base(text: &str) -> Result<SpecBase, String> {
    match text {
        "none" => Ok(SpecBase(None)),
        number => number
            .parse()
            .map(|base| SpecBase(Some(base)))
            .map_err(|_| "neither a SpecId nor `none`".to_owned()),
    }
}

/// The number of threads for `--jobs`.
pub(crate) fn threads(jobs: Option<u32>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, Into::into);
    jobs.map_or_else(processors, |jobs| jobs as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_kind_of_loss_can_be_named() {
        for kind in Allow::KINDS {
            let loss = Loss::from_str(kind.0, false).expect(kind.0);
            assert_eq!(loss.0, kind.1);
        }
    }

    #[test]
    fn every_promise_can_be_named() {
        for promise in Assume::PROMISES {
            let premise = Premise::from_str(promise.name, false).expect(promise.name);
            assert_eq!(premise.0.assume, promise.assume);
        }
    }

    #[test]
    fn spec_base_is_a_number_or_none() {
        assert_eq!(parse_base("none").unwrap().0, None);
        assert_eq!(parse_base("7").unwrap().0, Some(7));
        assert!(parse_base("nine").is_err());
    }
}
