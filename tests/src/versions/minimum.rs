//! What becomes of each family of the corpus on devices that have exactly what a version of Vulkan or a profile guarantees.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sos_core::{Allow, Assume, Options, OutcomeKind, Target};

use crate::corpus::Shader;
use crate::filtered::filter;

/// The devices.
pub const DEVICES: [&str; 9] = [
    "vulkan-1.0",
    "vulkan-1.1",
    "vulkan-1.2",
    "vulkan-1.3",
    "vulkan-1.4",
    "android-2022",
    "android-2025",
    "roadmap-2022",
    "roadmap-2024",
];

/// What becomes of a module, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModuleOutcome {
    /// Returned unmodified.
    Unchanged,
    /// Rewritten, with the same results.
    Exact,
    /// With the same results, if the application makes promises.
    Promised,
    /// With a loss that the application allows.
    Lossy,
    /// Refused.
    Refused,
}

/// All outcomes, in order.
const ENDS: [ModuleOutcome; 5] = [
    ModuleOutcome::Unchanged,
    ModuleOutcome::Exact,
    ModuleOutcome::Promised,
    ModuleOutcome::Lossy,
    ModuleOutcome::Refused,
];

/// Determines what becomes of a module on a device.
///
/// # Panics
/// If the filter returns an error.
pub fn module_outcome(shader: &Shader, target: &Target) -> ModuleOutcome {
    let run = |assume, allow| {
        let options = Options {
            assume,
            allow,
            ..Options::default()
        };
        let filtered = filter(&shader.words, target, &options);
        let report = filtered.map(|filtered| filtered.report.outcome);
        report.unwrap_or_else(|error| panic!("{}: {error}", shader.name))
    };
    let promises = Assume::PROMISES.iter();
    let promises = promises.fold(Assume::NONE, |all, promise| all.with(promise.assume));
    // `OpUndef` for an unsupported instruction does not count as a way to run the module.
    let losses = Allow::KINDS.iter().filter(|kind| kind.1 != Allow::UNDEF);
    let losses = losses.fold(Allow::NONE, |all, kind| all.with(kind.1));
    match run(Assume::NONE, Allow::NONE) {
        OutcomeKind::Unchanged => ModuleOutcome::Unchanged,
        OutcomeKind::Rewritten => ModuleOutcome::Exact,
        _ if run(promises, Allow::NONE) != OutcomeKind::Unsupported => ModuleOutcome::Promised,
        _ if run(promises, losses) != OutcomeKind::Unsupported => ModuleOutcome::Lossy,
        _ => ModuleOutcome::Refused,
    }
}

/// Renders the table.
///
/// # Panics
/// If a device is not built in.
pub fn table(shaders: &[Shader]) -> String {
    let mut text = HEAD.to_owned();
    let mut all: BTreeMap<(&str, usize), [usize; ENDS.len()]> = BTreeMap::new();
    for (number, device) in DEVICES.iter().enumerate() {
        let target = Target::built_in(device).expect("a built-in device");
        for shader in shaders {
            let family = shader.name.split('/').next().unwrap_or("");
            let end = module_outcome(shader, &target) as usize;
            for family in [family, "~all"] {
                all.entry((family, number)).or_default()[end] += 1;
            }
        }
    }
    let mut families: Vec<_> = all.keys().map(|key| key.0).collect();
    families.dedup();
    for family in families {
        let _ = write!(text, "| {} ", family.replace("~all", "**all**"));
        for number in 0..DEVICES.len() {
            let counts = all.get(&(family, number)).copied().unwrap_or_default();
            let counts: Vec<_> = counts.iter().map(ToString::to_string).collect();
            let _ = write!(text, "| {} ", counts.join(" · "));
        }
        text += "|\n";
    }
    text
}

const HEAD: &str = "
## The corpus on what versions of Vulkan and profiles guarantee

Modules of each family of the corpus: unchanged · rewritten with exact results · with exact results if the application makes
promises · with a loss that it permits · refused. Outputs are validated for the environment by `sos corpus run corpus`, which
also holds the reasons of refusals.

| family | Vulkan 1.0 | Vulkan 1.1 | Vulkan 1.2 | Vulkan 1.3 | Vulkan 1.4 | Android 2022 | Android 2025 | Roadmap 2022 | Roadmap 2024 |
|---|---|---|---|---|---|---|---|---|---|
";
