//! Measures what becomes of the corpus on devices that lack what the filter adds, and writes the results as `docs/extended.md`.
//!
//! Each row of [`ADDITIONS`] is taken from a device that has everything else. A module that the device runs as programs are told of it,
//! and the lesser one would not, is lowered by the row's rules, or refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sos_core::target::{subgroup_operations, ApiVersion, Feature};
use sos_core::{
    accepts, Addition, Grade, Module, Options, OutcomeKind, Report, Scratch, Target, TargetKind,
    ADDITIONS, OF_LAYERS, WITHHELD,
};

use sos_runner::CHOSEN;

use crate::corpus::Shader;
use crate::coverage::everything;
use crate::filtered::filter;

/// What became of the corpus without one addition.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The row.
    pub row: &'static Addition,
    /// The number of modules that its rules lowered.
    pub lowered: usize,
    /// Words of the outputs of these, divided by those of the inputs.
    pub growth: f64,
    /// Modules that are refused, and the first reason.
    pub refused: BTreeMap<String, String>,
}

/// The device that has everything, and without what a row adds.
///
/// # Panics
/// If the row names something that no device can lack.
fn with_and_without(row: &Addition) -> (Target, Target) {
    let mut whole = everything();
    // Where it is core, the version may provide it. Vulkan 1.1 has subgroups.
    for version in row.features.iter().filter_map(|one| one.core_version()) {
        let before = ApiVersion::new(u16::from(version.minor()).saturating_sub(1).max(1), 0);
        whole.api_version = whole.api_version.min(before);
    }
    // A gather has no more offsets than a device must allow, for the row that needs that.
    whole.properties.min_texel_gather_offset = Some(-8);
    whole.properties.max_texel_gather_offset = Some(7);
    let whole = whole.build();
    let features = row.features.iter().map(ToString::to_string);
    // Another extension may provide the same.
    let extensions = row.features.iter().flat_map(|one| one.extensions());
    let extensions = extensions.map(ToString::to_string);
    let named = row.extensions.iter().map(ToString::to_string);
    let bits = subgroup_operations().filter(|one| row.subgroup_operations & one.1 != 0);
    let bits = bits.map(|one| one.0.to_owned());
    let names: Vec<String> = features
        .chain(extensions)
        .chain(named)
        .chain(bits)
        .collect();
    let less = whole.without(&names).expect("parts of a device");
    (whole, less)
}

fn run(shader: &Shader, target: &Target) -> Report {
    let filtered = filter(&shader.words, target, &Options::default());
    filtered
        .unwrap_or_else(|error| panic!("{}: {error}", shader.name))
        .report
}

/// Measures each row.
///
/// # Panics
/// If the filter rejects a module of the corpus with an error.
pub fn measure(shaders: &[Shader]) -> Vec<Measured> {
    let rows = ADDITIONS.iter().map(|row| {
        let (_, less) = with_and_without(row);
        let told = less.with_additions([row]);
        let mut measured = Measured {
            row,
            lowered: 0,
            growth: 0.0,
            refused: BTreeMap::new(),
        };
        let mut words = [0; 2];
        for shader in shaders {
            let report = run(shader, &less);
            if report.outcome == OutcomeKind::Unsupported {
                if run(shader, &told).outcome != OutcomeKind::Unsupported {
                    let first = report.unsupported.into_iter().find(|one| one.blocking);
                    let first = first.map(|one| match one.tried.is_empty() {
                        true => one.reason.unwrap_or(one.need),
                        false => one.tried.join("; "),
                    });
                    let name = shader.name.clone();
                    measured.refused.insert(name, first.unwrap_or_default());
                }
            } else if report
                .rules
                .iter()
                .any(|used| row.rules.contains(&used.rule.as_str()))
            {
                measured.lowered += 1;
                words[0] += report.words.before;
                words[1] += report.words.after;
            }
        }
        measured.growth = f64::from(words[1]) / f64::from(words[0]);
        measured
    });
    rows.collect()
}

/// A feature that no table of additions lists, and what becomes of the modules that need it on a device that lacks it alone.
#[derive(Clone, Debug)]
pub struct Unlisted {
    /// The feature.
    pub feature: Feature,
    /// The rules by which modules are lowered.
    pub rules: BTreeSet<String>,
    /// The number of modules that are lowered.
    pub lowered: usize,
    /// And of those that are refused.
    pub refused: usize,
}

/// Every feature without which a module is lowered, although no table says that the filter replaces it.
///
/// # Panics
/// If the filter rejects a module with an error.
pub fn unlisted(shaders: &[Shader]) -> Vec<Unlisted> {
    let rows = ADDITIONS.iter().chain(OF_LAYERS);
    let listed: BTreeSet<Feature> = rows
        .flat_map(|row| row.features.iter().copied())
        .chain(WITHHELD.iter().map(|row| row.0))
        .collect();
    let (whole, lacking) = (everything().build(), lacking_each());
    let mut scratch = Scratch::new();
    let taken = shaders
        .iter()
        .filter(|one| takes(one, &whole, &mut scratch));
    let taken: Vec<&Shader> = taken.collect();
    let others = lacking.iter().filter(|(one, _)| !listed.contains(one));
    let measured = others.map(|(feature, less)| {
        let mut found = Unlisted {
            feature: *feature,
            rules: BTreeSet::new(),
            lowered: 0,
            refused: 0,
        };
        for shader in &taken {
            if takes(shader, less, &mut scratch) {
                continue;
            }
            let report = run(shader, less);
            match report.outcome {
                OutcomeKind::Unsupported => found.refused += 1,
                _ => {
                    found.lowered += 1;
                    found
                        .rules
                        .extend(report.rules.into_iter().map(|used| used.rule));
                }
            }
        }
        found
    });
    measured.filter(|one| one.lowered > 0).collect()
}

/// The device that has everything, without each feature.
fn lacking_each() -> Vec<(Feature, Target)> {
    let whole = everything().build();
    let lacking = |one: Feature| (one, whole.without([one.to_string()]).expect("a feature"));
    Feature::all().map(lacking).collect()
}

/// Whether a device takes a module as it is.
fn takes(shader: &Shader, target: &Target, scratch: &mut Scratch) -> bool {
    let options = Options::default();
    let module = Module::scan(&shader.words, &options.limits).expect("a module");
    accepts(&module, target, &options, scratch) == Ok(true)
}

/// What a row adds, and a feature that the device has and nothing replaces, which modules need together.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The row.
    pub row: &'static Addition,
    /// The feature.
    pub feature: Feature,
    /// Whether programs are told of the feature where the row is added.
    pub told: bool,
    /// The number of modules that are lowered.
    pub lowered: usize,
    /// And of those that are refused.
    pub refused: usize,
}

/// Every pair that a module needs.
///
/// # Panics
/// If the filter rejects a module with an error.
pub fn pairs(shaders: &[Shader]) -> Vec<Pair> {
    let mut scratch = Scratch::new();
    let mut takes = |shader: &Shader, target: &Target| takes(shader, target, &mut scratch);
    let lacking = lacking_each();
    let needs = |shader: &Shader| -> Vec<Feature> {
        let needed = lacking.iter().filter(|(_, less)| !takes(shader, less));
        needed.map(|(one, _)| *one).collect()
    };
    let needs: Vec<Vec<Feature>> = shaders.iter().map(needs).collect();
    let mut found = Vec::new();
    for row in ADDITIONS {
        let (_, less) = with_and_without(row);
        let told = less.with_additions([row]);
        // What the device would have if nothing were withdrawn.
        let mut both = told.describe();
        both.require(&less.describe());
        let both = both.build();
        let mut counts: BTreeMap<Feature, [usize; 2]> = BTreeMap::new();
        for (shader, needs) in shaders.iter().zip(&needs) {
            if !takes(shader, &both) || takes(shader, &less) {
                continue;
            }
            let refused = run(shader, &less).outcome == OutcomeKind::Unsupported;
            let added = |one: &&Feature| ADDITIONS.iter().any(|row| row.features.contains(one));
            for one in needs.iter().filter(|one| !added(one)) {
                counts.entry(*one).or_default()[usize::from(refused)] += 1;
            }
        }
        found.extend(
            counts
                .into_iter()
                .map(|(feature, [lowered, refused])| Pair {
                    row,
                    feature,
                    told: told.has_feature(feature),
                    lowered,
                    refused,
                }),
        );
    }
    found
}

/// What the additions mean for one device.
#[derive(Clone, Debug)]
pub struct Device {
    /// The name of the built-in device.
    pub name: &'static str,
    /// Modules that the device does not take as they are and the extended device would, and that are lowered.
    pub gained: usize,
    /// Modules that the extended device would take, and that are refused: the exceptions.
    pub refused: Vec<String>,
}

/// Measures the additions up to [`Grade::Mostly`] for the chosen built-in devices, not requirements.
///
/// # Panics
/// If the filter rejects a module of the corpus with an error.
pub fn devices(shaders: &[Shader]) -> Vec<Device> {
    let targets = CHOSEN.into_iter();
    let targets = targets.filter_map(|name| Some((name, Target::built_in(name)?)));
    let targets = targets.filter(|(_, target)| target.kind() == TargetKind::Device);
    let rows = targets.map(|(name, target)| {
        let extended = target.extended(Grade::Mostly);
        let mut device = Device {
            name,
            gained: 0,
            refused: Vec::new(),
        };
        for shader in shaders {
            match [&extended, &target].map(|target| run(shader, target).outcome) {
                [OutcomeKind::Unchanged, OutcomeKind::Rewritten] => device.gained += 1,
                [OutcomeKind::Unchanged, OutcomeKind::Unsupported] => {
                    device.refused.push(shader.name.clone());
                }
                _ => {}
            }
        }
        device
    });
    rows.collect()
}

/// The page.
pub fn page(all: &[Measured], devices: &[Device]) -> String {
    let mut text = HEAD.to_owned();
    for measured in all {
        let row = measured.row;
        let needs = subgroup_operations().filter(|one| row.needs & one.1 != 0);
        let needs: Vec<_> = needs.map(|one| short(one.0)).collect();
        let refused = measured.refused.len();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.2} | {} | {} | {} | {} |",
            row.names()
                .iter()
                .map(|name| format!("`{}`", short(name)))
                .collect::<Vec<_>>()
                .join(", "),
            row.grade.name(),
            row.cost.name(),
            measured.growth,
            row.rules.join(", "),
            match refused {
                0 => measured.lowered.to_string(),
                _ => format!("{}, {refused} refused", measured.lowered),
            },
            or_dash(row.exceptions),
            or_dash(&needs.join(", ")),
        );
    }
    text.push_str(OF_LAYERS_HEAD);
    for row in OF_LAYERS {
        let names = row.names().into_iter().map(|name| format!("`{name}`"));
        let names: Vec<String> = names.collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            names.join(", "),
            row.grade.name(),
            row.cost.name(),
            or_dash(row.exceptions)
        );
    }
    text.push_str(DEVICES_HEAD);
    for device in devices {
        let refused: Vec<_> = device
            .refused
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            device.name,
            device.gained,
            or_dash(&refused.join(", "))
        );
    }
    text.push_str(WITHHELD_HEAD);
    let mut last = "";
    for (feature, reason) in WITHHELD {
        match last == *reason {
            true => {
                let _ = write!(text, ", `{}`", feature.member());
            }
            false => {
                let _ = write!(text, "\n- {reason}: `{}`", feature.member());
            }
        }
        last = reason;
    }
    text.push('\n');
    text
}

fn short(name: &str) -> &str {
    let name = name.strip_prefix("VK_SUBGROUP_FEATURE_").unwrap_or(name);
    name.strip_suffix("_BIT").unwrap_or(name)
}

fn or_dash(text: &str) -> &str {
    match text {
        "" => "—",
        _ => text,
    }
}

const HEAD: &str = "\
# What a device offers with SOS

<!-- do not edit, written by: BLESS=1 cargo test -p sos-tests --test filter extended:: -->

`Target::extended` (C: `sos_target_extended`, program: `sos device show DEVICE --extended`) returns a device with what the filter adds
to it, up to a grade:

- **always**: every valid module is lowered exactly.
- **mostly**: the same, but for the exceptions named, which are refused.
- **on-request**: it depends on the module, or is slow.

What it costs is compared with what a program does that has a path of its own without the feature:

- **as-fast**: about as many instructions. Figures are in [narrow-storage.md](narrow-storage.md), [narrow-values.md](narrow-values.md) (integers),
  [long-integers.md](long-integers.md), for subgroup operations in [cross-lane.md](cross-lane.md).
- **slower**: some instructions more for each operation, as 18 for the rounding of a half ([narrow-values.md](narrow-values.md)).
- **slow**: dozens of instructions for each operation, as 121 for the addition of doubles ([doubles.md](doubles.md)), a loop, or a switch over all that
  may be chosen.

The column of words has those of outputs divided by those of inputs, of the modules that are counted beside it.

A feature brings the extensions that define it. What the device has and needs an added feature, and is not lowered, is withdrawn: where
64-bit integers are added, atomic operations on them go. Subgroup operations are by the names of `VkSubgroupFeatureFlagBits`; the device itself
must have those in the last column. The column of modules counts those of the corpus that the rules lower on a device which has
everything else, and those that it refuses.

| added | grade | cost | words | by rules | modules | exceptions | needs |
|---|---|---|---:|---|---|---|---|
";

const OF_LAYERS_HEAD: &str = "
## What a layer adds

[The layer](layer.md) adds these besides, since it sees more of a program than its shaders. The filter alone refuses such modules, unless the values are
promised (`--assume`). A layer or an engine of its own begins with `sos_core::draw_inputs`.

| added | grade | cost | exceptions |
|---|---|---|---|
";

const DEVICES_HEAD: &str = "
## What devices gain

The built-in devices that differ most, with what is added always or mostly: modules of the corpus that such a device would take as they are and the device
alone does not. The exceptions are refused.

| device | lowered | exceptions |
|---|---|---|
";

const WITHHELD_HEAD: &str = "
## Not offered

The filter replaces these as well, but a program that finds them would expect more:
";
