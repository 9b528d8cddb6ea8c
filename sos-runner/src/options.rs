//! What a run is asked for.

use std::path::{Path, PathBuf};

use anyhow::{bail, Result};

use crate::cache::place::Place;
use crate::cache::Cache;
use crate::discover;
use crate::execute::driver::Finder;
use crate::golden::Goldens;
use crate::pair::Device;
use crate::report::ReportFile;
use crate::shard::Shard;
use crate::validator::{self, Validator};

/// What a run is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Modules (`*.spv`), archives of them ([`crate::archive`]), and folders.
    pub paths: Vec<PathBuf>,
    /// The devices, each with a name of its own.
    pub devices: Vec<Device>,
    /// The part of the corpus to run; by default all of it.
    pub shard: Option<Shard>,
    /// Whether outputs are validated.
    pub validation: Validation,
    /// What is done with the expected results.
    pub expected: Expected,
    /// Whether a module that a device cannot run has failed, unless a directive of its own says that.
    pub refusals_fail: bool,
    /// The folder with the expected results; by default `golden` in the corpus.
    pub golden: Option<PathBuf>,
    /// Where results of earlier runs are kept; without it, none are used and none are kept.
    pub cache: Option<Place>,
    /// Whether that is the user's own, which nobody has asked for: results that have not been used for 30 days are removed from it, and
    /// a run goes on without it. Others may rely on one that is shared.
    pub prune: bool,
    /// The reports to write.
    pub reports: Vec<ReportFile>,
    /// The drivers to run modules on that have directives for it; without them, nothing is executed.
    pub drivers: Option<Drivers>,
    /// How many modules to work on at a time.
    pub jobs: usize,
    /// Whether to show a progress bar, where standard error is a terminal.
    pub progress: bool,
}

/// Whether outputs are validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validation {
    /// They are not.
    Off,
    /// They are if there is a validator. One that [`validator::VARIABLE`] names must be there.
    IfPresent,
    /// They are, and a missing validator is an error.
    Required,
}

/// What is done with the expected results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing.
    Ignored,
    /// The results are compared with them, if their folder exists.
    Compared,
    /// The results become the expected ones, and expected results of modules that no longer exist are removed.
    Blessed,
}

/// The drivers of a run.
#[derive(Clone, Debug)]
pub struct Drivers {
    /// What finds them, and the program that opens them.
    pub finder: Finder,
    /// Their names, all of which must work; without names, all known drivers that work.
    pub names: Vec<String>,
}

impl Options {
    /// The validator, if outputs are validated.
    pub(crate) fn find_validator(&self) -> Result<Option<Validator>> {
        if self.validation == Validation::Off {
            return Ok(None);
        }
        // A program that was named is wanted as much as one that is demanded.
        let is_wanted = self.validation == Validation::Required
            || std::env::var_os(validator::VARIABLE).is_some();
        match Validator::find() {
            Err(why) if is_wanted => bail!(why),
            found => Ok(found.ok()),
        }
    }

    /// The expected results of the corpus at `root`, if there are any and they matter.
    pub(crate) fn find_goldens(&self, root: &Path) -> Result<Option<Goldens>> {
        if self.expected == Expected::Ignored {
            return Ok(None);
        }
        let folder = self.golden.clone();
        let folder = folder.unwrap_or_else(|| root.join(discover::GOLDEN));
        Goldens::open(folder, root, self.expected == Expected::Blessed)
    }

    /// The results of earlier runs with this validator.
    pub(crate) fn find_cache(&self, validator: Option<&Validator>) -> Result<Option<Cache>> {
        let version = validator.map_or("none", |found| found.version.as_str());
        let place = self.cache.as_ref();
        place.map(|place| Cache::open(place, version)).transpose()
    }
}
