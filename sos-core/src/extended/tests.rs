//! The table of additions is bound to passes and rules, and a device that was extended needs nothing more.

use super::{dependents, Grade, ADDITIONS, OF_LAYERS, WITHHELD};
use crate::assemble::compute;
use crate::passes::replaced_features;
use crate::target::{built_in_names, feature, Feature, VulkanExtension};
use crate::{filter, rules, Module, Options, Outcome, Scratch, Target};

#[test]
fn every_replaced_feature_is_offered_or_withheld_once() {
    let offered = ADDITIONS.iter().chain(OF_LAYERS);
    let offered = offered.flat_map(|row| row.features).copied();
    let listed: Vec<_> = offered.chain(WITHHELD.iter().map(|row| row.0)).collect();
    for feature in replaced_features() {
        let times = listed.iter().filter(|&&one| one == feature).count();
        assert_eq!(times, 1, "{feature}");
    }
    for feature in &listed {
        let times = listed.iter().filter(|&one| one == feature).count();
        assert_eq!(times, 1, "{feature}");
    }
}

#[test]
fn rows_name_rules_and_exceptions() {
    for row in ADDITIONS {
        assert!(!row.rules.is_empty(), "{row:?}");
        for name in row.rules {
            assert!(rules().any(|rule| rule.name == *name), "{name}");
        }
        let is_always = row.grade == Grade::Always;
        assert_eq!(row.exceptions.is_empty(), is_always, "{row:?}");
        let adds = row.features.len() + row.extensions.len() + row.subgroup_operations as usize;
        assert!(adds > 0, "{row:?}");
    }
}

/// A layer's additions are no business of the filter alone.
#[test]
fn what_layers_add_is_added_by_them() {
    let target = Target::built_in("swiftshader").unwrap();
    let rows: Vec<_> = target.additions_of_layers(Grade::Mostly).collect();
    assert_eq!(rows.len(), OF_LAYERS.len());
    let draws = feature::shaderDrawParameters;
    assert!(!target.extended(Grade::OnRequest).has_feature(draws));
    let with = target.with_additions(rows);
    assert!(with.has_feature(draws));
    let extension = VulkanExtension::find("VK_KHR_shader_draw_parameters").unwrap();
    assert!(with.has_vulkan_extension(extension));
    assert_eq!(with.additions_of_layers(Grade::Mostly).count(), 0);
    // Strides of 0 are not valid everywhere.
    let mut portable = target.describe();
    let subset = VulkanExtension::find("VK_KHR_portability_subset").unwrap();
    portable.set_extension(subset, true);
    let portable = portable.build();
    assert_eq!(portable.additions_of_layers(Grade::OnRequest).count(), 0);
    for row in OF_LAYERS {
        assert!(
            !row.exceptions.is_empty() && row.rules.is_empty(),
            "{row:?}"
        );
    }
}

#[test]
fn additions_grow_with_the_grade_and_are_complete() {
    for name in built_in_names() {
        let target = Target::built_in(name).unwrap();
        let counts = Grade::ALL.map(|grade| target.additions(grade).count());
        assert!(counts.is_sorted(), "{name}: {counts:?}");
        for grade in Grade::ALL {
            let extended = target.extended(grade);
            for row in target.additions(grade) {
                assert!(row.features.iter().all(|&one| extended.has_feature(one)));
            }
            assert!(target.capabilities().is_subset(extended.capabilities()));
            // What was added does not make more possible.
            let twice = extended.additions(grade).filter(|row| row.needs == 0);
            assert_eq!(twice.count(), 0, "{name} {}", grade.name());
        }
    }
    let swiftshader = Target::built_in("swiftshader").unwrap();
    assert!(!swiftshader.has_feature(feature::shaderFloat16));
    let extended = swiftshader.extended(Grade::Mostly);
    assert!(extended.has_feature(feature::shaderFloat16));
    let extension = VulkanExtension::find("VK_KHR_16bit_storage").unwrap();
    assert!(extended.has_vulkan_extension(extension));
    assert!(!extended.has_feature(feature::shaderFloat64));
    let extended = swiftshader.extended(Grade::OnRequest);
    assert!(extended.has_feature(feature::shaderFloat64));
    assert!(!extended.has_feature(feature::shaderBufferFloat64Atomics));
}

/// A type, its declaration as `%t`, the capabilities of atomic operations on it, and the operations by the ends of features' names.
type Atomics = (
    &'static str,
    &'static str,
    &'static str,
    [(&'static str, &'static str); 3],
);

const EXCHANGE: &str = "OpAtomicExchange";
const FLOATS: [(&str, &str); 3] = [
    ("s", EXCHANGE),
    ("Add", "OpAtomicFAddEXT"),
    ("MinMax", "OpAtomicFMinEXT"),
];
const ATOMICS: [Atomics; 3] = [
    (
        "Int64",
        "OpTypeInt 64 0",
        "Int64Atomics",
        [
            ("s", EXCHANGE),
            ("s", "OpAtomicIAdd"),
            ("s", "OpAtomicUMin"),
        ],
    ),
    (
        "Float64",
        "OpTypeFloat 64",
        "AtomicFloat64AddEXT AtomicFloat64MinMaxEXT",
        FLOATS,
    ),
    (
        "Float16",
        "OpTypeFloat 16",
        "AtomicFloat16AddEXT AtomicFloat16MinMaxEXT",
        FLOATS,
    ),
];

/// Where a type is added, atomic operations on it, which no rule lowers without the type, are gone.
#[test]
fn what_needs_an_added_feature_is_lowered_or_gone() {
    let named = |name: &str| Feature::all().find(|one| one.member() == name).unwrap();
    let mut all = Target::built_in("lavapipe").unwrap().describe();
    Feature::all().for_each(|one| all.set_feature(one, true));
    VulkanExtension::all().for_each(|one| all.set_extension(one, true));
    let whole = all.build();
    for (ty, declared, capabilities, operations) in ATOMICS {
        let base = format!("shader{ty}");
        let less = whole.without([&base]).unwrap();
        let told = less.extended(Grade::OnRequest);
        assert!(told.has_feature(named(&base)));
        let preamble: String = capabilities
            .split(' ')
            .chain([ty])
            .map(|one| format!("OpCapability {one}\n"))
            .collect();
        let extensions = ["_add", "_min_max", "16_add"];
        let extensions =
            extensions.map(|end| format!("OpExtension \"SPV_EXT_shader_atomic_float{end}\"\n"));
        for (kind, class) in [("Buffer", "StorageBuffer"), ("Shared", "Workgroup")] {
            for (end, op) in operations {
                let globals = format!(
                    "%t = {declared}
                    %c = OpConstantNull %t
                    %s = OpTypeStruct %t
                    %to_s = OpTypePointer {class} %s
                    %to_t = OpTypePointer {class} %t
                    %v = OpVariable %to_s {class}"
                );
                let body = format!(
                    "%p = OpAccessChain %to_t %v %zero
                    %r = {op} %t %p %two %zero %c"
                );
                let words = compute(
                    5,
                    &(preamble.clone() + &extensions.concat()),
                    &globals,
                    &body,
                );
                let options = Options::default();
                let module = Module::scan(&words, &options.limits).unwrap();
                let runs = |target: &Target| {
                    let mut scratch = Scratch::new();
                    filter(&module, target, &options, &mut scratch).unwrap() != Outcome::Unsupported
                };
                let name = format!("shader{kind}{ty}Atomic{end}");
                assert!(runs(&whole), "{name}");
                assert_eq!(told.has_feature(named(&name)), runs(&less), "{name}");
            }
        }
    }
}

#[test]
fn words_in_names_are_whole() {
    for (member, word, is) in [
        ("shaderSharedFloat16AtomicAdd", "Float16", true),
        ("shaderBFloat16Type", "Float16", false),
        ("shaderInt64", "Int6", false),
        ("cooperativeMatrixBlockLoads", "cooperative", true),
    ] {
        let feature = Feature::all().find(|one| one.member() == member).unwrap();
        assert_eq!(dependents::is_named(feature, word), is, "{member}");
    }
}
