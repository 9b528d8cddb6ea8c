//! Measures what becomes of modules on a device that lacks one capability, and writes the results as `docs/coverage.md`.
//!
//! Each capability that `vk.xml` gates is removed, one at a time, from a device that has everything. Every module of the corpus
//! that declares it is filtered for the remaining device: first with no promises and no losses allowed, then with all promises,
//! then also with each loss. The table therefore follows the rules and the corpus by itself. The reasons for refusals come from
//! [`sos_core::reasons`], the only part written by hand.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sos_core::tables::CapabilityRow;
use sos_core::target::{
    extension_provided_by, independence, provided_by, ApiVersion, Condition, Description, Feature,
    Properties,
};
use sos_core::{rules, tables, Allow, Assume, Options, OutcomeKind, Report, Target, TargetKind};

use crate::corpus::Shader;
use crate::filtered::filter;

/// The results for one capability.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Its name.
    pub name: &'static str,
    /// Conditions that provide it on a device, any one of which is enough.
    pub given_by: Vec<String>,
    /// Rules by which modules were filtered without it.
    pub exact: BTreeSet<String>,
    /// Promises that made other modules possible.
    pub promised: BTreeSet<String>,
    /// Losses that made other modules possible.
    pub allowed: BTreeSet<String>,
    /// Modules that are refused with all promises and any one loss.
    pub refused: Vec<String>,
    /// Whether every Vulkan device has it.
    pub native: bool,
}

/// A device with all features and extensions, and properties to match.
pub(crate) fn everything() -> Description {
    let most = Target::built_in("lavapipe-25.0.7").expect("a built-in device");
    let mut all = Description::new("everything", TargetKind::Device, ApiVersion::new(4, 0));
    all.properties = most.properties().clone();
    for feature in Feature::all() {
        all.set_feature(feature, true);
    }
    let capabilities = tables::capabilities();
    let names = (0..tables::EXTENSION_COUNT as u16).filter_map(tables::extension_name);
    let conditions = capabilities
        .flat_map(|row| provided_by(row.value))
        .chain(names.flat_map(extension_provided_by));
    for condition in conditions {
        if let Condition::Extension(extension) = condition {
            all.set_extension(*extension, true);
        }
    }
    let properties = &mut all.properties;
    properties.subgroup_supported_operations = Some(u32::MAX);
    properties.subgroup_supported_stages = Some(u32::MAX);
    properties.subgroup_quad_operations_in_all_stages = Some(true);
    properties.denorm_behavior_independence = Some(independence::ALL);
    properties.rounding_mode_independence = Some(independence::ALL);
    properties.mesh_and_task_shader_derivatives = Some(true);
    for (_, control) in float_controls(properties) {
        *control = Some(true);
    }
    all
}

/// The newest device that may lack a capability, and the same device without it and without the capabilities that imply it.
/// `None` if every device has it.
fn with_and_without(row: &CapabilityRow) -> Option<(Target, Target)> {
    let own = tables::capability_index(row.value)?;
    let implying = tables::capabilities();
    let implying = implying.filter(|other| other.implies.contains(&own));
    let mut with = everything();
    for condition in provided_by(row.value) {
        if let Condition::Version(minor) = condition {
            let before = ApiVersion::new(u16::from(minor.checked_sub(1)?), 0);
            with.api_version = with.api_version.min(before);
        }
    }
    let mut without = with.clone();
    let conditions = implying.flat_map(|other| provided_by(other.value));
    for condition in provided_by(row.value).iter().chain(conditions) {
        take(&mut without, condition);
    }
    Some((with.build(), without.build()))
}

/// Removes what satisfies a condition, except the version.
pub(crate) fn take(description: &mut Description, condition: &Condition) {
    for &feature in condition.features() {
        description.set_feature(feature, false);
    }
    match condition {
        Condition::Extension(extension) => description.set_extension(*extension, false),
        Condition::Property(property) if property.member == "supportedOperations" => {
            let operations = &mut description.properties.subgroup_supported_operations;
            *operations = operations.map(|all| all & !property.bits);
        }
        Condition::Property(property) => {
            for (member, control) in float_controls(&mut description.properties) {
                if property.member == *member {
                    *control = Some(false);
                }
            }
        }
        _ => {}
    }
}

/// The float-control properties of a device, by the names of their members.
fn float_controls(properties: &mut Properties) -> [(&'static str, &mut Option<bool>); 15] {
    macro_rules! controls {
        ($($member:literal $field:ident)*) => { [$(($member, &mut properties.$field)),*] };
    }
    controls!(
        "shaderSignedZeroInfNanPreserveFloat16" shader_signed_zero_inf_nan_preserve_float16
        "shaderSignedZeroInfNanPreserveFloat32" shader_signed_zero_inf_nan_preserve_float32
        "shaderSignedZeroInfNanPreserveFloat64" shader_signed_zero_inf_nan_preserve_float64
        "shaderDenormPreserveFloat16" shader_denorm_preserve_float16
        "shaderDenormPreserveFloat32" shader_denorm_preserve_float32
        "shaderDenormPreserveFloat64" shader_denorm_preserve_float64
        "shaderDenormFlushToZeroFloat16" shader_denorm_flush_to_zero_float16
        "shaderDenormFlushToZeroFloat32" shader_denorm_flush_to_zero_float32
        "shaderDenormFlushToZeroFloat64" shader_denorm_flush_to_zero_float64
        "shaderRoundingModeRTEFloat16" shader_rounding_mode_rte_float16
        "shaderRoundingModeRTEFloat32" shader_rounding_mode_rte_float32
        "shaderRoundingModeRTEFloat64" shader_rounding_mode_rte_float64
        "shaderRoundingModeRTZFloat16" shader_rounding_mode_rtz_float16
        "shaderRoundingModeRTZFloat32" shader_rounding_mode_rtz_float32
        "shaderRoundingModeRTZFloat64" shader_rounding_mode_rtz_float64
    )
}

/// Measures each capability that `vk.xml` gates; sorted by name.
///
/// # Panics
/// If the filter rejects a module of the corpus with an error, or a capability cannot be removed from a device.
pub fn measure(shaders: &[Shader]) -> Vec<Coverage> {
    let gated = tables::capabilities();
    let gated = gated.filter(|row| !provided_by(row.value).is_empty());
    let mut all: Vec<_> = gated
        .map(|row| {
            let conditions = provided_by(row.value);
            let mut coverage = Coverage {
                name: row.name.text(),
                given_by: conditions.iter().map(ToString::to_string).collect(),
                ..Coverage::default()
            };
            match with_and_without(&row) {
                Some((with, without)) => {
                    assert!(!without.has_capability(row.value), "{}", row.name);
                    coverage.record(shaders, &with, &without);
                }
                None => coverage.native = true,
            }
            coverage
        })
        .collect();
    all.sort_by_key(|coverage| coverage.name);
    all
}

impl Coverage {
    fn record(&mut self, shaders: &[Shader], with: &Target, without: &Target) {
        for shader in shaders {
            let run = |target: &Target, assume: Assume, allow: Allow| {
                let options = Options {
                    assume,
                    allow,
                    // The image formats that the application names are promises too.
                    image_formats: match assume {
                        Assume::NONE => Vec::new(),
                        _ => shader.image_formats.clone(),
                    },
                    ..Options::default()
                };
                let filtered = filter(&shader.words, target, &options);
                filtered
                    .unwrap_or_else(|error| panic!("{}: {error}", shader.name))
                    .report
            };
            if !declares(&shader.words, self.name) {
                continue;
            }
            let native = run(with, Assume::NONE, Allow::NONE);
            if !is_done(&native) {
                continue;
            }
            let fresh = |report: &Report| -> BTreeSet<String> {
                let old: BTreeSet<_> = native.rules.iter().map(|used| &used.rule).collect();
                let used = report.rules.iter().map(|used| &used.rule);
                used.filter(|rule| !old.contains(rule)).cloned().collect()
            };
            let exact = run(without, Assume::NONE, Allow::NONE);
            if is_done(&exact) {
                let planned = ["unreachable", "undef"];
                let rules = fresh(&exact);
                self.exact.extend(
                    rules
                        .into_iter()
                        .filter(|rule| !planned.contains(&rule.as_str())),
                );
                continue;
            }
            let every = Assume::PROMISES.iter();
            let every = every.fold(Assume::NONE, |all, promise| all.with(promise.assume));
            let promised = run(without, every, Allow::NONE);
            if is_done(&promised) {
                self.promised
                    .extend(promised.promises.iter().map(|used| used.promise.clone()));
                let format = "image-format".to_owned();
                self.promised
                    .extend(Some(format).filter(|rule| fresh(&promised).contains(rule)));
                continue;
            }
            // `OpUndef` for an unsupported instruction does not count as a way to run the module.
            let losses = Allow::KINDS.iter().filter(|kind| kind.1 != Allow::UNDEF);
            let enough = losses.filter(|kind| is_done(&run(without, every, kind.1)));
            let enough: Vec<_> = enough.map(|kind| kind.0.to_owned()).collect();
            if enough.is_empty() {
                self.refused.push(shader.name.clone());
            }
            self.allowed.extend(enough);
        }
        self.refused.sort();
    }

    /// Whether the table must give a reason for a refusal.
    pub fn wants_reason(&self) -> bool {
        !self.native && (!self.refused.is_empty() || self.is_unseen())
    }

    /// Whether no module of the corpus needed it.
    pub fn is_unseen(&self) -> bool {
        let found = [&self.exact, &self.promised, &self.allowed];
        found.iter().all(|found| found.is_empty()) && self.refused.is_empty()
    }

    /// What becomes of a module without it, as text for the table.
    pub fn answer(&self) -> String {
        if self.native {
            return "native".to_owned();
        }
        let mut parts = Vec::new();
        if !self.exact.is_empty() {
            parts.push("exact".to_owned());
        }
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        if !self.promised.is_empty() {
            parts.push(format!("promised: {}", list(&self.promised)));
        }
        if !self.allowed.is_empty() {
            parts.push(format!("allowed: {}", list(&self.allowed)));
        }
        if !self.refused.is_empty() {
            parts.push("refused".to_owned());
        }
        if parts.is_empty() {
            parts.push("not shown".to_owned());
        }
        parts.join("; ")
    }
}

fn is_done(report: &Report) -> bool {
    report.outcome != OutcomeKind::Unsupported
}

/// Whether a module declares a capability.
fn declares(words: &[u32], name: &str) -> bool {
    let mut at = 5;
    while let Some(&head) = words.get(at).filter(|&&head| head & 0xFFFF == 17) {
        let value = words.get(at + 1).copied().unwrap_or(0);
        let row = tables::capability_index(value).and_then(tables::capability_row);
        if row.is_some_and(|row| row.name == name) {
            return true;
        }
        at += (head >> 16).max(1) as usize;
    }
    false
}

/// Renders the page.
pub fn page(all: &[Coverage]) -> String {
    let mut text = HEAD.to_owned();
    text += "| capability | given by | without it | rules | why not, or not always |\n|---|---|---|---|---|\n";
    for coverage in all {
        let reason = sos_core::reasons::reason(coverage.name).filter(|_| coverage.wants_reason());
        let reason = reason.map(|reason| sos_core::Naming::Program.text(reason).into_owned());
        let given = coverage.given_by.iter();
        // Structure names are long, and omitted where the member names are sufficient.
        let end = |given: &str| given.rsplit("::").next().unwrap_or(given).to_owned();
        let is_shared = |name: &str| given.clone().filter(|one| end(one) == name).count() > 1;
        let member = |given: &str| match end(given) {
            name if is_shared(&name) => format!("`{given}`"),
            name => format!("`{name}`"),
        };
        let given = given.clone().map(|given| {
            let parts: Vec<_> = given.split(" and ").map(member).collect();
            parts.join(" and ")
        });
        let rules: Vec<_> = coverage.exact.iter().cloned().collect();
        let or = |text: String| {
            if text.is_empty() {
                "—".to_owned()
            } else {
                text
            }
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            coverage.name,
            given.collect::<Vec<_>>().join(" or "),
            coverage.answer(),
            or(rules.join(", ")),
            or(reason.unwrap_or_default()),
        );
    }
    text += "\n## Promises\n\nEach is off unless it is made: `--assume NAME`, `sos_options.assume`, `Options::assume`.\n\n";
    text += "| promise | what must be true of all uses of the module |\n|---|---|\n";
    for promise in Assume::PROMISES {
        let _ = writeln!(text, "| `{}` | {} |", promise.name, promise.premise);
    }
    text += "\n## Rules\n\n| rule | family | result | what it does |\n|---|---|---|---|\n";
    for rule in rules() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            rule.name,
            rule.family.name(),
            rule.exactness.text(),
            rule.summary
        );
    }
    text
}

const HEAD: &str = "\
# Where a capability is missing

<!-- do not edit, written by: BLESS=1 cargo test -p sos-tests --test filter coverage:: -->

Each capability that `vk.xml` gates was taken, alone, from a device that has everything, and the modules of the corpus that declare it were
filtered for what is left:

- **native**: every Vulkan device has it.
- **exact**: done by the rules named, with the same bits.
- **promised**: done where the application makes the promise named.
- **allowed**: done where the application permits the loss named.
- **refused**: some module is refused; the last column says why.
- **not shown**: no module of the corpus needs it by itself. One that does is refused, for the reason in the last column.

Code behind a specialization constant that is off on such a device goes, whatever it needs; that is not counted here.

";
