//! The modules, and what the validator says of them as they are.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Result};
use sos_core::words::to_bytes;
use sos_runner::validator::Validator;
use sos_tests::{corpus, tools};

/// A module, by one of the files that hold it.
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) words: Vec<u32>,
}

/// What the validator says of a module as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Some device of Vulkan takes it.
    Vulkan,
    /// It is SPIR-V, but not for Vulkan.
    Other,
    /// It is not valid, or the validator does not know what it uses.
    Invalid,
}

/// The most permissive environments: of Vulkan, and without it.
const VULKAN: [&str; 3] = ["vulkan1.3", "vulkan1.4", "vulkan1.1"];
const OTHER: [&str; 2] = ["spv1.6", "opencl2.2"];
const PERMISSIVE: &str =
    "--scalar-block-layout --workgroup-scalar-block-layout --allow-localsizeid";

impl Class {
    pub(crate) const ALL: [Self; 3] = [Self::Vulkan, Self::Other, Self::Invalid];

    pub(crate) fn of(words: &[u32], validator: &Validator) -> Self {
        let bytes = to_bytes(words);
        let is_valid = |environment: &&str| {
            let arguments = format!("--target-env {environment} {PERMISSIVE}");
            validator.ask(&bytes, &arguments).is_ok()
        };
        if VULKAN.iter().any(&is_valid) {
            Self::Vulkan
        } else if OTHER.iter().any(is_valid) {
            Self::Other
        } else {
            Self::Invalid
        }
    }

    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Vulkan => "are valid for Vulkan",
            Self::Other => "are valid, but not for Vulkan: what comes of them is not judged",
            Self::Invalid => "are not valid: they only have to cause no panic",
        }
    }
}

/// Reads modules and folders of them, each distinct one once, the smallest first: they show most faults soonest.
///
/// # Errors
/// There is none.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let files = paths.iter().flat_map(|path| match path.is_dir() {
        true => corpus::modules(path),
        false => vec![path.to_owned()],
    });
    let mut known = HashSet::new();
    let mut inputs: Vec<Input> = files
        .filter_map(|path| {
            let words = read_one(&path)?;
            let is_new = known.insert(blake3::hash(&to_bytes(&words)));
            is_new.then_some(Input { path, words })
        })
        .collect();
    ensure!(!inputs.is_empty(), "there is no module");
    inputs.sort_by_key(|input| input.words.len());
    Ok(inputs)
}

fn read_one(path: &Path) -> Option<Vec<u32>> {
    let words = tools::read_module(path);
    words.map_err(|error| eprintln!("{error:#}")).ok()
}
