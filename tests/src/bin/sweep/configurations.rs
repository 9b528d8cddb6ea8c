//! The devices and the sets of options that each module is filtered for.

use std::path::{Path, PathBuf};

use anyhow::{ensure, Context as _, Result};
use clap::ValueEnum;
use sos_core::{Allow, Options, SpecMode, Strip, Target};
use sos_runner::{validator, CHOSEN};
use sos_tests::random::Random;

/// A set of options, named after the one that differs from the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OptionSet {
    /// The defaults.
    Default,
    /// `--strip all`
    Strip,
    /// `--allow undef`
    Undef,
    /// `--keep-spec`
    Keep,
}

impl OptionSet {
    pub(crate) const ALL: [Self; 4] = [Self::Default, Self::Strip, Self::Undef, Self::Keep];

    /// The options of `sos filter`.
    pub(crate) fn arguments(self) -> &'static str {
        match self {
            Self::Default => "",
            Self::Strip => " --strip all",
            Self::Undef => " --allow undef",
            Self::Keep => " --keep-spec",
        }
    }

    pub(crate) fn options(self) -> Options {
        let mut options = Options::default();
        match self {
            Self::Default => {}
            Self::Strip => options.strip = Strip::All,
            Self::Undef => options.allow = Allow::UNDEF,
            Self::Keep => options.spec = SpecMode::Keep,
        }
        options
    }
}

/// A device, by the name that `sos filter --device` takes.
pub(crate) struct Device {
    pub(crate) name: String,
    pub(crate) target: Target,
    /// The validator's arguments.
    pub(crate) arguments: String,
}

pub(crate) struct Configurations {
    pub(crate) devices: Vec<Device>,
    pub(crate) options: Vec<(OptionSet, Options)>,
    /// Files that are no device, and why.
    pub(crate) skipped: Vec<String>,
}

impl Configurations {
    /// The built-in devices that differ most, and those in files and folders of files.
    ///
    /// # Errors
    /// A file or a folder cannot be read.
    pub(crate) fn new(paths: &[PathBuf], sets: &[OptionSet]) -> Result<Self> {
        let built_in = CHOSEN.into_iter();
        let built_in = built_in.filter_map(|name| Some((name.into(), Target::built_in(name)?)));
        let mut targets: Vec<(String, Target)> = built_in.collect();
        let mut skipped = Vec::new();
        for path in paths {
            let files = files(path)?;
            ensure!(!files.is_empty(), "no device is in {}", path.display());
            for file in files {
                let name = file.display().to_string();
                let text = std::fs::read_to_string(&file).with_context(|| name.clone())?;
                match Target::from_json(&text) {
                    Ok(target) => targets.push((name, target)),
                    Err(error) => skipped.push(format!("{name}: {error}")),
                }
            }
        }
        let devices = targets.into_iter().map(|(name, target)| Device {
            name,
            arguments: validator::arguments(&target),
            target,
        });
        Ok(Self {
            devices: devices.collect(),
            options: sets.iter().map(|set| (*set, set.options())).collect(),
            skipped,
        })
    }

    /// The devices for one module.
    pub(crate) fn sample(&self, count: Option<usize>, seed: u64, module: usize) -> Vec<&Device> {
        let mut all: Vec<&Device> = self.devices.iter().collect();
        let Some(count) = count else { return all };
        let mut random = Random::new(seed ^ (module as u64) << 32);
        while all.len() > count.max(1) {
            all.swap_remove(random.below(all.len()));
        }
        all
    }
}

/// A file, or the profiles in a folder, sorted.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut files: Vec<PathBuf> = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    files.sort();
    Ok(files)
}
