//! What a report names is all that has to be enabled for a module of the corpus.

use std::collections::{BTreeMap, BTreeSet};

use sos_core::target::{Feature, VulkanExtension};
use sos_core::{Options, OutcomeKind, Target};
use sos_tests::corpus::shaders;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::filter;
use sos_tests::job::Enable;
use sos_tests::{driver, Job, Session, Setup, Stage, StageKind, Work};

/// One of several alternatives joined by `|`: one that the device supports.
fn supported_alternatives(needs: &[String], has: impl Fn(&str) -> bool) -> Vec<String> {
    let choice = |need: &String| {
        let found = need.split(" | ").find(|name| has(name));
        found
            .unwrap_or_else(|| panic!("the report requires {need}, which the device lacks"))
            .to_owned()
    };
    needs.iter().map(choice).collect()
}

/// Whether a device supports a feature or an extension, by its name in reports. A single feature is reported without the name
/// of its structure.
fn has(target: &Target, name: &str) -> bool {
    if let Some((structure, member)) = name.split_once("::") {
        let feature = Feature::find(structure, member);
        return target.has_feature(feature.unwrap_or_else(|| panic!("{name} is not a feature")));
    }
    match VulkanExtension::find(name) {
        Some(extension) => target.has_vulkan_extension(extension),
        None if name == "vulkanMemoryModel" => {
            target.has_feature(sos_core::target::feature::vulkanMemoryModel)
        }
        None => panic!("{name} is not an extension"),
    }
}

/// Modules whose report omits something that must be enabled, with what it omits; and modules to whose unfiltered form the
/// validation layer objects, since it is newer.
const KNOWN_OMISSIONS: [(&str, &str); 8] = [
    (
        "images/dynamic_storage.comp.spv",
        "features of arrays of descriptors that are indexed dynamically",
    ),
    (
        "ops/atomic_float_minmax.comp.spv",
        "the extension that another extension asks for",
    ),
    (
        "programs/dxc_style.spv",
        "an extension that is declared although the version has what it brings",
    ),
    (
        "storage/pointers_compared.spv",
        "a capability that is declared and not used",
    ),
    (
        "storage/half_buffer_block.comp.spv",
        "the layer takes a storage buffer in its old form for a uniform buffer",
    ),
    (
        "storage/half_pointers.spv",
        "a capability that is declared and not in use",
    ),
    (
        "version/image_nontemporal.spv",
        "numbers are extended in another way than the image's type says",
    ),
    (
        "version/memory_model_images.comp.spv",
        "glslang wrote semantics of an atomic with a storage class and no order",
    ),
];

/// Modules with their names.
type Modules = Vec<(String, Vec<u32>)>;

/// The validation layer accepts a module on a device with only those features and extensions enabled that the report names.
fn check_report_names_everything_to_enable(name: &str) {
    let Some(driver) = driver(name) else { return };
    let target = Session::new(&driver).device().unwrap().target();
    let (mut enabled_count, mut objections) = (0, Vec::new());
    // Modules by what has to be enabled for them: a device is created once for all that need the same.
    let mut devices: BTreeMap<[BTreeSet<String>; 2], Modules> = BTreeMap::new();
    for shader in shaders("") {
        let filtered = filter(&shader.words, &target, &Options::default()).unwrap();
        let (mut features, mut extensions) = (Vec::new(), Vec::new());
        for entry in &filtered.report.entry_points {
            // Vulkan versions cannot be enabled instead of the features and extensions that they include, nor can anything that
            // the target lacks.
            let is_there = |name: &str| {
                if let Some(absent) = name.strip_prefix("no ") {
                    return !has(&target, absent);
                }
                match name.strip_prefix("Vulkan 1.") {
                    Some(minor) => target.api_version().minor() >= minor.parse().unwrap(),
                    None => name.split(" and ").all(|name| has(&target, name)),
                }
            };
            let enabled = |names: &[String]| {
                let found = supported_alternatives(names, is_there);
                let each = found.iter().flat_map(|name| name.split(" and "));
                each.filter(|name| name.contains("::") || name.starts_with("VK_"))
                    .map(ToOwned::to_owned)
                    .collect::<Vec<_>>()
            };
            features.extend(enabled(&entry.features));
            extensions.extend(enabled(&entry.vulkan_extensions));
        }
        // The layer includes the validator.
        if filtered.report.outcome == OutcomeKind::Unsupported || !shader.judged {
            continue;
        }
        enabled_count += features.len() + extensions.len();
        let needs = [features, extensions].map(BTreeSet::from_iter);
        let modules = devices.entry(needs).or_default();
        modules.push((shader.name, filtered.words));
    }
    for ([features, extensions], modules) in devices {
        let needs = format!("{features:?} {extensions:?}");
        let enable = Enable::Only {
            features: features.into_iter().collect(),
            extensions: extensions.into_iter().collect(),
        };
        let setup = Setup {
            enable,
            ..Setup::default()
        };
        let mut session = Session::with(&driver, setup);
        for (module, words) in modules {
            let job = Job {
                stages: vec![Stage::new(StageKind::Compute, &words)],
                buffers: Vec::new(),
                push_constants: Vec::new(),
                addresses: Vec::new(),
                work: Work::Modules,
            };
            let result = session.run(&job);
            let omitted = KNOWN_OMISSIONS.iter().any(|(left, _)| *left == module);
            if let (Err(failure), false) = (result, omitted) {
                objections.push(format!("{module} with {needs} on {name}: {failure}"));
            }
        }
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    assert!(
        enabled_count > 0,
        "no module requires anything to be enabled on {name}"
    );
}

#[test]
fn report_names_everything_to_enable_on_lavapipe() {
    check_report_names_everything_to_enable(EXECUTING[0]);
}

#[test]
fn report_names_everything_to_enable_on_swiftshader() {
    check_report_names_everything_to_enable(EXECUTING[1]);
}
