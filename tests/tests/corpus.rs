//! Invariants for every module of the corpus and every built-in device.

use sos_core::tables::{capability, op};
use sos_core::target::{built_in_names, Feature, VulkanExtension};
use sos_core::{
    accepts, Allow, Module, Options, Outcome, OutcomeKind, Scratch, Target, TargetKind,
};
use sos_tests::corpus::{shaders, Shader};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::job::Enable;
use sos_tests::{driver, tools, Job, Session, Setup, Stage, StageKind, Work};

fn pairs() -> impl Iterator<Item = (Shader, Target)> {
    let targets: Vec<_> = built_in_names()
        .map(|name| Target::built_in(name).unwrap())
        .collect();
    shaders("").into_iter().flat_map(move |shader| {
        let target = move |target: Target| (shader.clone(), target);
        targets.clone().into_iter().map(target)
    })
}

#[test]
fn outputs_are_valid_and_supported_by_the_target() {
    let Some(tools) = tools() else { return };
    let validator = tools::validator().unwrap();
    let is_recent = validator.is_recent();
    println!("spirv-val, {}", validator.version);
    let (mut counts, mut objections) = ([0; 2], Vec::new());
    for (shader, target) in pairs() {
        // A validator that rejects a module says nothing of its outputs, but the source has to say why it does.
        let layout = ["--scalar-block-layout"];
        let is_judged = shader.judged
            || is_recent
                && tools
                    .validate_with(&shader.words, "vulkan1.3", &layout)
                    .is_ok();
        let name = format!("{} for {}", shader.name, target.name());
        let filtered = filter(&shader.words, &target, &Options::default()).unwrap();
        let runs = filtered.report.outcome != OutcomeKind::Unsupported;
        assert_eq!(runs, !filtered.words.is_empty(), "{name}");
        assert_eq!(
            runs,
            filtered.report.unsupported.is_empty(),
            "{name}: {:?}",
            filtered.report.unsupported
        );
        if runs && is_judged {
            if let Err(error) = check(tools, &filtered.words, &target) {
                objections.push(format!("{name}: {error:#}"));
            }
        }
        counts[usize::from(runs)] += 1;
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    assert!(
        counts.iter().all(|&count| count > 0),
        "some devices run some modules, and not all run all: {counts:?}"
    );
}

#[test]
fn filtered_outputs_are_accepted_unchanged() {
    for (shader, target) in pairs() {
        let first = filter(&shader.words, &target, &Options::default()).unwrap();
        if first.report.outcome == OutcomeKind::Unsupported {
            continue;
        }
        let second = filter(&first.words, &target, &Options::default()).unwrap();
        assert_eq!(
            second.report.outcome,
            OutcomeKind::Unchanged,
            "{} for {}",
            shader.name,
            target.name()
        );
        assert_eq!(
            second.words,
            first.words,
            "{} for {}",
            shader.name,
            target.name()
        );
    }
}

/// What `accepts` accepts, `filter` leaves unchanged, in whatever order a scratch is used for both.
#[test]
fn what_is_accepted_stays_unchanged() {
    let mut scratch = Scratch::new();
    let (mut counts, options) = ([0; 2], Options::default());
    let lenient = Options {
        allow: Allow::LIMITS.with(Allow::UNDEF),
        ..Options::default()
    };
    for (shader, target) in pairs() {
        let module = Module::scan(&shader.words, &options.limits).unwrap();
        for options in [&options, &lenient] {
            let accepted = accepts(&module, &target, options, &mut scratch).unwrap();
            let outcome = sos_core::filter(&module, &target, options, &mut scratch).unwrap();
            let unchanged = matches!(outcome, Outcome::Unchanged(_));
            let name = format!("{} for {}", shader.name, target.name());
            // What exceeds a limit is not accepted, nor what only the plan can tell of a device that nobody has seen.
            let device = target.kind() == TargetKind::Device && options != &lenient;
            assert!(accepted == unchanged || !accepted && !device, "{name}");
            counts[usize::from(accepted)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

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

/// The validation layer accepts a module on a device with only those features and extensions enabled that the report names.
fn check_report_names_everything_to_enable(name: &str) {
    let Some(driver) = driver(name) else { return };
    let target = Session::new(&driver).device().unwrap().target();
    let (mut enabled_count, mut objections) = (0, Vec::new());
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
        let needs = format!("{features:?} {extensions:?}");
        let enable = Enable::Only {
            features,
            extensions,
        };
        let job = Job {
            stages: vec![Stage::new(StageKind::Compute, &filtered.words)],
            buffers: Vec::new(),
            push_constants: Vec::new(),
            addresses: Vec::new(),
            work: Work::Modules,
        };
        let result = Session::with(
            &driver,
            Setup {
                enable,
                ..Setup::default()
            },
        )
        .run(&job);
        let omitted = KNOWN_OMISSIONS.iter().any(|(left, _)| *left == shader.name);
        if let (Err(failure), false) = (result, omitted) {
            objections.push(format!("{} with {needs} on {name}: {failure}", shader.name));
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

/// A module without its declarations of capabilities and extensions, except for what says nothing about use.
fn undeclared(words: &[u32]) -> Vec<u32> {
    const KEPT: [u32; 3] = [
        capability::Shader,
        capability::Matrix,
        capability::InterpolationFunction,
    ];
    let mut kept = words[..5].to_vec();
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        let (inst, behind) = rest.split_at((first >> 16) as usize);
        rest = behind;
        match first as u16 {
            op::OpCapability if !KEPT.contains(&inst[1]) => {}
            op::OpExtension => {}
            _ => kept.extend_from_slice(inst),
        }
    }
    kept
}

/// Returns what follows capabilities and extensions.
fn body(words: &[u32]) -> &[u32] {
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        if !matches!(first as u16, op::OpCapability | op::OpExtension) {
            break;
        }
        rest = &rest[(first >> 16) as usize..];
    }
    rest
}

/// Modules that are refused instead of lowered where they declare nothing: what they use has no sign but its declaration.
const NEEDS_DECLARATIONS: &[&str] = &[
    // Its blocks in workgroup memory are known only once the pointers are typed.
    "ops/untyped.spv",
    "types/bfloat16.spv",
    "vendor/amd_half_fetch.comp.spv",
    "vendor/amd_half_fetch.frag.spv",
    "vendor/amd_half_sparse.frag.spv",
];

/// Compilers forget declarations. What a module does decides: without them it is refused, lowered or accepted all the same.
#[test]
fn declarations_do_not_decide() {
    let targets = ["vulkan-1.0", "swiftshader", "radv-pitcairn", "vulkan-1.3"];
    let (mut differ, mut lowered) = (Vec::new(), 0);
    for shader in shaders("") {
        let plain = undeclared(&shader.words);
        for target in targets {
            let target = Target::built_in(target).unwrap();
            let [with, without] = [&shader.words, &plain]
                .map(|words| filter(words, &target, &Options::default()).unwrap());
            let kept = without.report.outcome == OutcomeKind::Unchanged;
            let agree = match (with.words.is_empty(), without.words.is_empty()) {
                // More of the declarations than necessary may have gone.
                (false, false) if kept => body(&with.words) == body(&shader.words),
                (false, true) if NEEDS_DECLARATIONS.contains(&shader.name.as_str()) => true,
                (with, without) => with == without,
            };
            lowered += usize::from(!kept && !without.words.is_empty());
            if !agree {
                differ.push(format!(
                    "{} for {}: {:?}, {:?} undeclared {:?}",
                    shader.name,
                    target.name(),
                    with.report.outcome,
                    without.report.outcome,
                    without.report.unsupported.first().map(|one| &one.need),
                ));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(lowered > 500, "{lowered}");
}
