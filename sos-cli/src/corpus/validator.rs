//! The Khronos validator, `spirv-val`, run as a separate process.
//!
//! Devices often share an output, so answers are kept, and each distinct question is asked once. If the validator rejects the
//! input as well (it may be older than an extension), its verdict is no evidence against the filter: the output counts as
//! unjudged.

use std::collections::HashMap;
use std::io::Write as _;
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
pub(crate) struct Validator {
    /// Its version, for the cache.
    pub(crate) version: String,
    known: Mutex<HashMap<Question, Result<(), String>>>,
}

/// The hash of a module, and the command line.
type Question = ([u8; 32], String);

const PROGRAM: &str = "spirv-val";

/// Options that relax validation, and the features that they require.
const LAYOUTS: [(Feature, &str); 3] = [
    (feature::scalarBlockLayout, "--scalar-block-layout"),
    (
        feature::uniformBufferStandardLayout,
        "--uniform-buffer-standard-layout",
    ),
    (feature::maintenance4, "--allow-localsizeid"),
];

/// As [`LAYOUTS`], for an extension without a feature.
const RELAXED: (&str, &str) = ("VK_KHR_relaxed_block_layout", "--relax-block-layout");

impl Validator {
    /// Looks for the validator on the search path.
    pub(crate) fn find() -> Option<Self> {
        let output = Command::new(PROGRAM).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        Some(Self {
            version: text.lines().next().unwrap_or_default().to_owned(),
            known: Mutex::default(),
        })
    }

    /// Validates an output for a target; `input` is the module it was made from.
    pub(crate) fn validate(&self, output: &[u8], target: &Target, input: &[u8]) -> Verdict {
        let Err(why) = self.ask(output, &arguments(target)) else {
            return Verdict::Valid;
        };
        match self.ask(input, "--target-env vulkan1.3 --scalar-block-layout") {
            Ok(()) => Verdict::Invalid(why),
            Err(before) => Verdict::Unjudged(before),
        }
    }

    /// Runs the validator, or returns its answer to the same question.
    fn ask(&self, module: &[u8], arguments: &str) -> Result<(), String> {
        let key = (*blake3::hash(module).as_bytes(), arguments.to_owned());
        if let Ok(known) = self.known.lock() {
            if let Some(answer) = known.get(&key) {
                return answer.clone();
            }
        }
        let answer = run(module, arguments);
        if let Ok(mut known) = self.known.lock() {
            known.insert(key, answer.clone());
        }
        answer
    }
}

fn run(module: &[u8], arguments: &str) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot run {PROGRAM}: {error}");
    let mut child = Command::new(PROGRAM)
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
        format!("{PROGRAM} ended with {}", output.status)
    } else {
        said
    })
}

/// The options for a target's environment and block layouts.
///
/// Versions of Vulkan after 1.3 accept the same versions of SPIR-V, and older validators do not know them.
fn arguments(target: &Target) -> String {
    let environment = match (target.api_version().minor(), target.spirv_minor()) {
        (0, _) => "vulkan1.0",
        (1, 4..) => "vulkan1.1spv1.4",
        (1, _) => "vulkan1.1",
        (2, _) => "vulkan1.2",
        _ => "vulkan1.3",
    };
    let mut arguments = format!("--target-env {environment}");
    for (_, option) in LAYOUTS.iter().filter(|(on, _)| target.has_feature(*on)) {
        arguments.push(' ');
        arguments.push_str(option);
    }
    let relaxed = VulkanExtension::find(RELAXED.0);
    if relaxed.is_some_and(|extension| target.has_vulkan_extension(extension)) {
        arguments.push(' ');
        arguments.push_str(RELAXED.1);
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_its_environment() {
        let of = |device| arguments(&Target::built_in(device).unwrap());
        assert_eq!(of("vulkan-1.0"), "--target-env vulkan1.0");
        assert_eq!(of("vulkan-1.1"), "--target-env vulkan1.1");
        assert!(of("lavapipe").starts_with("--target-env vulkan1.3 --scalar-block-layout"));
    }
}
