//! The Khronos validator, `spirv-val`, run as a separate process: the program that the variable `SOS_SPIRV_VAL` names, else the
//! one on the search path.
//!
//! Devices often share an output, so answers are kept, and each distinct question is asked once. If the validator rejects the
//! input as well (it may be older than an extension), its verdict is no evidence against the filter: the output counts as
//! unjudged.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use sos_core::target::{feature, Feature, VulkanExtension};
use sos_core::Target;

/// The validator's verdict on a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "verdict", content = "why")]
pub(crate) enum Verdict {
    /// There is no output, or it was not validated.
    None,
    /// The module is valid.
    Valid,
    /// The module is invalid.
    Invalid(String),
    /// The output is invalid, but the input is invalid as well.
    Unjudged(String),
}

/// A validator on this machine.
#[derive(Debug)]
pub struct Validator {
    /// Its program.
    pub program: PathBuf,
    /// Its version, for people and for the cache.
    pub version: String,
    known: Mutex<HashMap<[u8; 32], Answers>>,
}

/// The answers about a module, by command line.
type Answers = HashMap<String, Result<(), String>>;

/// The most answers that are kept. Devices that share an output ask for it at about the same time.
const KNOWN: usize = 1 << 16;

/// The variable that names the program.
pub const VARIABLE: &str = "SOS_SPIRV_VAL";

/// Options that relax validation, and the features that they require.
const RELAXATIONS: [(Feature, &str); 4] = [
    (feature::scalarBlockLayout, "--scalar-block-layout"),
    (
        feature::uniformBufferStandardLayout,
        "--uniform-buffer-standard-layout",
    ),
    (
        feature::workgroupMemoryExplicitLayoutScalarBlockLayout,
        "--workgroup-scalar-block-layout",
    ),
    (feature::maintenance4, "--allow-localsizeid"),
];

/// As [`RELAXATIONS`], for an extension without a feature.
const RELAXED: (&str, &str) = ("VK_KHR_relaxed_block_layout", "--relax-block-layout");

/// The arguments for a device that takes most.
const ANY: &str = "--target-env vulkan1.3 --scalar-block-layout --uniform-buffer-standard-layout \
     --workgroup-scalar-block-layout --allow-localsizeid --relax-block-layout";

impl Validator {
    /// The program that [`VARIABLE`] names, else the one on the search path.
    ///
    /// # Errors
    /// It cannot be run.
    pub fn find() -> Result<Self, String> {
        Self::of(std::env::var_os(VARIABLE).map_or_else(|| "spirv-val".into(), PathBuf::from))
    }

    /// A validator by its program.
    ///
    /// # Errors
    /// It cannot be run.
    pub fn of(program: PathBuf) -> Result<Self, String> {
        let output = Command::new(&program).arg("--version").output();
        let output = output.map_err(|error| cannot_run(&program, &error))?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(Self {
            program,
            version: text.lines().next().unwrap_or_default().to_owned(),
            known: Mutex::default(),
        })
    }

    /// Whether it is no older than the extensions that outputs may use. An older one may accept a module and not its outputs.
    pub fn is_recent(&self) -> bool {
        let year = self.version.split_once(" v").map(|(_, rest)| rest);
        let year = year.and_then(|rest| rest.split('.').next()?.parse().ok());
        year.is_some_and(|year: u32| year >= 2025)
    }

    /// Validates an output for a target; `input` is the module it was made from.
    pub(crate) fn validate(&self, output: &[u8], target: &Target, input: &[u8]) -> Verdict {
        self.judge(self.ask(output, &arguments(target)), input)
    }

    /// Validates an output for any target: one that is known to be valid for another target is not validated again.
    pub(crate) fn validate_once(&self, output: &[u8], input: &[u8]) -> Verdict {
        let hash = *blake3::hash(output).as_bytes();
        let is_valid = self.known.lock().is_ok_and(|known| {
            let answers = known.get(&hash).into_iter().flat_map(HashMap::values);
            { answers }.any(Result::is_ok)
        });
        if is_valid {
            return Verdict::Valid;
        }
        self.judge(self.ask(output, ANY), input)
    }

    /// What an answer about an output says of the filter.
    fn judge(&self, answer: Result<(), String>, input: &[u8]) -> Verdict {
        let Err(why) = answer else {
            return Verdict::Valid;
        };
        match self.ask(input, "--target-env vulkan1.3 --scalar-block-layout") {
            Ok(()) => Verdict::Invalid(why),
            Err(before) => Verdict::Unjudged(before),
        }
    }

    /// Runs the validator, or returns its answer to the same question.
    ///
    /// # Errors
    /// What it says against the module.
    pub fn ask(&self, module: &[u8], arguments: &str) -> Result<(), String> {
        let hash = *blake3::hash(module).as_bytes();
        if let Ok(known) = self.known.lock() {
            if let Some(answer) = known.get(&hash).and_then(|known| known.get(arguments)) {
                return answer.clone();
            }
        }
        let answer = self.run(module, arguments);
        if let Ok(mut known) = self.known.lock() {
            if known.len() >= KNOWN {
                known.clear();
            }
            let answers = known.entry(hash).or_default();
            answers.insert(arguments.to_owned(), answer.clone());
        }
        answer
    }

    fn run(&self, module: &[u8], arguments: &str) -> Result<(), String> {
        let cannot = |error| cannot_run(&self.program, &error);
        let mut child = Command::new(&self.program)
            .args(arguments.split(' '))
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        if let Some(mut stdin) = child.stdin.take() {
            // It reads all of its input before it prints. If it stops reading early, its answer shows why.
            let _ = stdin.write_all(module);
        }
        let output = child.wait_with_output().map_err(cannot)?;
        if output.status.success() {
            return Ok(());
        }
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        Err(if said.is_empty() {
            format!("{} ended with {}", self.program.display(), output.status)
        } else {
            said
        })
    }
}

fn cannot_run(program: &Path, error: &std::io::Error) -> String {
    format!("cannot run {}: {error}", program.display())
}

/// The arguments for a target: its environment and what it relaxes.
pub fn arguments(target: &Target) -> String {
    let mut arguments = format!("--target-env {}", environment(target));
    for option in relaxations(target) {
        arguments.push(' ');
        arguments.push_str(option);
    }
    arguments
}

/// The environment of a target.
///
/// Versions of Vulkan after 1.3 accept the same versions of SPIR-V, and older validators do not know them.
pub fn environment(target: &Target) -> &'static str {
    match (target.api_version().minor(), target.spirv_minor()) {
        (0, _) => "vulkan1.0",
        (1, 4..) => "vulkan1.1spv1.4",
        (1, _) => "vulkan1.1",
        (2, _) => "vulkan1.2",
        _ => "vulkan1.3",
    }
}

/// The options for the block layouts that a target accepts, and for other rules that its features relax.
pub fn relaxations(target: &Target) -> impl Iterator<Item = &'static str> + '_ {
    let relaxed = VulkanExtension::find(RELAXED.0);
    let relaxed = relaxed.filter(|extension| target.has_vulkan_extension(*extension));
    let of_features = RELAXATIONS.iter().filter(|(on, _)| target.has_feature(*on));
    of_features
        .map(|(_, option)| *option)
        .chain(relaxed.map(|_| RELAXED.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_tells_the_year() {
        let is_recent = |version: &str| {
            let validator = Validator {
                program: PathBuf::new(),
                version: version.to_owned(),
                known: Mutex::default(),
            };
            validator.is_recent()
        };
        assert!(is_recent(
            "SPIRV-Tools v2025.5 262bdab48146c937467f826699a40da0fdfc0f1a"
        ));
        assert!(!is_recent(
            "SPIRV-Tools v2023.1 unknown hash, 2023-02-15T14:03:51"
        ));
        assert!(!is_recent(""));
    }

    #[test]
    fn each_version_has_its_environment() {
        let of = |device| arguments(&Target::built_in(device).unwrap());
        assert_eq!(of("vulkan-1.0"), "--target-env vulkan1.0");
        assert_eq!(of("vulkan-1.1"), "--target-env vulkan1.1");
        assert_eq!(of("radv-navi21"), ANY);
        assert!(of("lavapipe").starts_with("--target-env vulkan1.3 --scalar-block-layout"));
    }
}
