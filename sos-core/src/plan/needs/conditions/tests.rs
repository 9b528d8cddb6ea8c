//! Tests of each condition: a module to which it applies, on a device that supports everything, and on one that lacks only
//! this.

mod atomics;
mod floats;
mod limits;
mod memory;
mod stages;

use super::{granted, unmet, Is, Lacking, CONDITIONS};
use crate::assemble::{assemble, compute, stage};
use crate::facts::Gates;
use crate::generated::vulkan::EXTENSION_COUNT;
use crate::plan::Need;
use crate::target::{
    feature, independence, stage as bit, ApiVersion, Description, Feature, VulkanExtension,
};
use crate::{filter, Module, Options, Outcome, Scratch, Target};
use atomics::atomic;
use memory::{BUFFER, TEXTURE};
use stages::SUBGROUPS;

/// A device with everything that Vulkan has.
fn everything() -> Description {
    let mut all = Target::built_in("lavapipe").unwrap().describe();
    all.api_version = ApiVersion::V1_4;
    for feature in Feature::all() {
        all.set_feature(feature, true);
    }
    for index in 0..EXTENSION_COUNT as u16 {
        all.set_extension(VulkanExtension::new(index), true);
    }
    let p = &mut all.properties;
    p.subgroup_supported_stages = Some(u32::MAX);
    p.subgroup_supported_operations = Some(u32::MAX);
    p.subgroup_quad_operations_in_all_stages = Some(true);
    p.mesh_and_task_shader_derivatives = Some(true);
    p.denorm_behavior_independence = Some(independence::ALL);
    p.rounding_mode_independence = Some(independence::ALL);
    for flag in [
        &mut p.shader_signed_zero_inf_nan_preserve_float16,
        &mut p.shader_signed_zero_inf_nan_preserve_float32,
        &mut p.shader_signed_zero_inf_nan_preserve_float64,
        &mut p.shader_denorm_preserve_float16,
        &mut p.shader_denorm_preserve_float32,
        &mut p.shader_denorm_preserve_float64,
        &mut p.shader_denorm_flush_to_zero_float16,
        &mut p.shader_denorm_flush_to_zero_float32,
        &mut p.shader_denorm_flush_to_zero_float64,
        &mut p.shader_rounding_mode_rte_float16,
        &mut p.shader_rounding_mode_rte_float32,
        &mut p.shader_rounding_mode_rte_float64,
        &mut p.shader_rounding_mode_rtz_float16,
        &mut p.shader_rounding_mode_rtz_float32,
        &mut p.shader_rounding_mode_rtz_float64,
    ] {
        *flag = Some(true);
    }
    all
}

/// Returns the outcome of a filter run, and its unmet needs.
#[derive(Debug, PartialEq)]
enum Came {
    Unchanged,
    Rewritten,
    Unsupported,
}

fn run(words: &[u32], target: &Target) -> (Came, Vec<Need>) {
    let options = Options::default();
    let module = Module::scan(words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    let came = match filter(&module, target, &options, &mut scratch).unwrap() {
        Outcome::Unchanged(_) => Came::Unchanged,
        Outcome::Rewritten(_) => Came::Rewritten,
        Outcome::Unsupported => Came::Unsupported,
    };
    let unmet = scratch.plan.unmet.iter().map(|unmet| unmet.need).collect();
    (came, unmet)
}

/// A module to which a condition applies, and a change that removes support from a device.
struct Case {
    is: Is,
    words: Vec<u32>,
    lack: Box<dyn Fn(&mut Description)>,
}

/// A condition that a feature meets.
fn case(is: Is, words: Vec<u32>) -> Case {
    let lack = move |device: &mut Description| {
        for feature in CONDITIONS[is as usize].features {
            device.set_feature(*feature, false);
        }
    };
    lacking(is, words, lack)
}

fn lacking(is: Is, words: Vec<u32>, lack: impl Fn(&mut Description) + 'static) -> Case {
    let lack = Box::new(lack);
    Case { is, words, lack }
}

fn cases() -> Vec<Case> {
    let mut cases = stages::subgroups();
    cases.extend(stages::modes());
    cases.extend(floats::float_controls());
    cases.extend(atomics::atomics());
    cases.extend(atomics::scopes());
    cases.extend(memory::memory());
    cases.extend(memory::operations());
    cases
}

#[test]
fn each_condition_is_checked_where_met_and_where_not() {
    let all = everything().build();
    let cases = cases();
    for (number, case) in cases.iter().enumerate() {
        let name = format!("case {number}, {:?}", case.is);
        let module = Module::scan(&case.words, &Options::default().limits).unwrap();
        let (gates, wanted) = (module.facts.gates, CONDITIONS[case.is as usize].gates);
        assert!(gates.contains(wanted), "{name}: the scan did not see it");
        assert_eq!(
            run(&case.words, &all),
            (Came::Unchanged, Vec::new()),
            "{name}"
        );
        let mut device = everything();
        (case.lack)(&mut device);
        let device = device.build();
        let (came, unmet) = run(&case.words, &device);
        // A rule may lower it; if none does, this is the unmet need.
        assert!(came != Came::Unchanged, "{name}");
        // For these, the feature also determines the capability, which is checked first.
        let by_capability = matches!(case.is, Is::Float16VectorAtomics | Is::QueueFamilyScope)
            && matches!(unmet.as_slice(), [Need::Capability(_)]);
        assert!(
            came == Came::Rewritten
                || by_capability
                || unmet.contains(&Need::Condition(case.is as u8)),
            "{name}: {unmet:?}"
        );
        // The scan's bits are not consulted for a module of a newer SPIR-V version than the device supports.
        let newer = module.facts.header.minor > device.spirv_minor();
        let lacking = super::unmet(&device, module.facts.header.minor);
        assert!(
            newer || !granted(&module.facts, &Lacking::of(&lacking)),
            "{name}"
        );
        let ways = CONDITIONS[case.is as usize].provided_by();
        let told = crate::inspect(&module).iter().any(|entry| {
            let lists = entry.features.iter().chain(&entry.properties);
            let mut lists = lists.chain(&entry.vulkan_extensions);
            lists.any(|text| *text == ways.join(" | "))
                || ways.contains(&format!("Vulkan {}", entry.api_version))
        });
        // A source language has no meaning for a device.
        let is_silent = case.is == Is::SourceLanguage;
        assert!(told != is_silent, "{name}: the inspection does not tell it");
    }
    for is in Is::ALL {
        // Dialects of layout have no bit, and tests of their own.
        let apart = CONDITIONS[is as usize].gates == Gates::NONE;
        assert!(
            apart || cases.iter().any(|case| case.is == is),
            "no case for {is:?}"
        );
    }
}

#[test]
fn a_mode_for_subgroups_goes_without_a_group_operation() {
    let words = stage(
        5,
        "Vertex",
        "OpExecutionMode %main SubgroupUniformControlFlowKHR",
        "OpExtension \"SPV_KHR_subgroup_uniform_control_flow\"",
        "",
        "",
    );
    let mut device = everything();
    assert_eq!(
        run(&words, &device.clone().build()),
        (Came::Unchanged, Vec::new())
    );
    device.properties.subgroup_supported_stages = Some(bit::COMPUTE);
    assert_eq!(run(&words, &device.build()), (Came::Rewritten, Vec::new()));
}

#[test]
fn code_without_conditions_stays_unmodified() {
    let mut device = everything();
    for feature in [
        feature::shaderSubgroupExtendedTypes,
        feature::vertexPipelineStoresAndAtomics,
        feature::fragmentStoresAndAtomics,
        feature::maintenance8,
        feature::maintenance9,
        feature::subgroupBroadcastDynamicId,
        feature::vulkanMemoryModelDeviceScope,
    ] {
        device.set_feature(feature, false);
    }
    device.properties.subgroup_supported_stages = Some(bit::COMPUTE);
    device.properties.subgroup_quad_operations_in_all_stages = Some(false);
    let device = device.build();
    let fragment = "OpExecutionMode %main OriginUpperLeft";
    let load = "%p = OpAccessChain %to_u %v %zero\n%r = OpLoad %u32 %p";
    let marked = format!("OpDecorate %v NonWritable\n{BUFFER}");
    let member = format!("OpMemberDecorate %s 0 NonWritable\n{BUFFER}");
    for (name, words) in [
        (
            "32-bit operands and a constant index",
            compute(
                5,
                SUBGROUPS,
                "",
                "%r = OpGroupNonUniformBroadcast %u32 %three %one %zero
                %q = OpGroupNonUniformQuadSwap %u32 %three %one %zero",
            ),
        ),
        ("stores in a compute shader", compute(5, "", BUFFER, "%p = OpAccessChain %to_u %v %zero\nOpStore %p %one")),
        ("a NonWritable variable", stage(5, "Fragment", fragment, "", &marked, load)),
        ("NonWritable members", stage(5, "Vertex", "", "", &member, load)),
        ("a constant offset", stage(5, "Fragment", fragment, "", TEXTURE,
            "%t = OpLoad %sampled %v\n%r = OpImageSampleImplicitLod %v4 %t %where ConstOffset %near")),
        ("bits of 32", compute(5, "", "", "%r = OpBitCount %u32 %one")),
        ("workgroup scope", compute(5, "", "%order = OpConstant %u32 264", "OpControlBarrier %two %two %order")),
        ("a 32-bit atomic", atomic("Workgroup", "%t = OpTypeInt 32 1", "", "%r = OpAtomicLoad %t %p %two %zero")),
    ] {
        // Unused declarations may be removed.
        let (came, unmet) = run(&words, &device);
        assert!(came != Came::Unsupported, "{name}: {unmet:?}");
    }
}

#[test]
fn an_unreached_store_is_no_store() {
    let mut device = everything();
    device.set_feature(feature::fragmentStoresAndAtomics, false);
    let words = stage(
        5,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "",
        &format!("OpDecorate %on SpecId 7\n%on = OpSpecConstantFalse %bool\n{BUFFER}"),
        "OpSelectionMerge %after None
        OpBranchConditional %on %then %after
        %then = OpLabel
        %p = OpAccessChain %to_u %v %zero
        OpStore %p %one
        OpBranch %after
        %after = OpLabel",
    );
    let mut options = Options::default();
    options.constants.push((7, 0));
    let module = Module::scan(&words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    let outcome = filter(&module, &device.build(), &options, &mut scratch).unwrap();
    assert!(matches!(outcome, Outcome::Rewritten(_)), "{outcome:?}");
}

#[test]
fn decorations_of_a_group_apply_to_its_targets() {
    let words = assemble(
        0,
        "OpCapability Shader
        OpCapability Linkage
        OpMemoryModel Logical GLSL450
        OpDecorate %group NonWritable
        %group = OpDecorationGroup
        OpGroupDecorate %group %a %b
        %f = OpTypeFloat 32
        %p = OpTypePointer Uniform %f
        %a = OpVariable %p Uniform
        %b = OpVariable %p Uniform
        %c = OpVariable %p Uniform",
    );
    let module = Module::scan(&words, &Options::default().limits).unwrap();
    let marked: Vec<bool> = [2, 3, 6]
        .iter()
        .map(|&id| {
            module
                .facts
                .is_marked(id, crate::tables::decoration::NonWritable)
        })
        .collect();
    assert_eq!(marked, [true, true, false]);
}

#[test]
fn every_built_in_device_grants_a_plain_shader_by_scan_bits_alone() {
    let words = compute(0, "", "", "%r = OpIAdd %u32 %one %two");
    let module = Module::scan(&words, &Options::default().limits).unwrap();
    for name in crate::target::built_in_names() {
        let unmet = unmet(&Target::built_in(name).unwrap(), module.facts.header.minor);
        assert!(granted(&module.facts, &Lacking::of(&unmet)), "{name}");
    }
}

/// What a report says would help can be hidden by that name, and then is missing.
#[test]
fn each_condition_can_be_hidden_by_the_names_of_what_meets_it() {
    for condition in &CONDITIONS {
        let ways = condition.provided_by();
        let names = ways.iter().filter(|way| !way.starts_with("no "));
        let mut device = everything();
        // Without the portability subset, every device has what that makes optional.
        let subset = VulkanExtension::find("VK_KHR_portability_subset").unwrap();
        for apart in [false, true] {
            device.set_extension(subset, !apart);
            let whole = device.clone().build();
            assert!(
                condition.is_met(&whole, 3) || condition.is_met(&whole, 6),
                "{}",
                condition.need
            );
            let less = whole.without(names.clone()).unwrap();
            let minor = less.spirv_minor().min(3);
            assert!(!condition.is_met(&less, minor), "{} is met", condition.need);
        }
    }
    // Devices without the portability subset do not state these features, and have them.
    let whole = Target::built_in("lavapipe").unwrap();
    for (is, name) in [
        (Is::Isolines, "tessellationIsolines"),
        (Is::PointMode, "tessellationPointMode"),
        (Is::Interpolation, "shaderSampleRateInterpolationFunctions"),
    ] {
        let condition = &CONDITIONS[is as usize];
        assert!(condition.is_met(&whole, 6), "{name}");
        let less = whole.without([name]).unwrap();
        assert!(!condition.is_met(&less, 6), "{name}");
        let again = Target::from_json(&less.to_profile_json()).unwrap();
        assert!(!condition.is_met(&again, 6), "{name}");
    }
}

/// `docs/json.md` describes the form.
#[test]
fn what_meets_a_condition_is_told_by_vulkans_names() {
    let is_member = |way: &str| {
        let name = way.split(" (").next().unwrap_or("");
        let (structure, member) = name.split_once("::").unwrap_or_default();
        structure.starts_with("VkPhysicalDevice") && !member.is_empty() && !member.contains(' ')
    };
    let is_extension = |way: &str| VulkanExtension::find(way).is_some();
    let is_version = |way: &str| {
        way.strip_prefix("Vulkan ")
            .and_then(ApiVersion::parse)
            .is_some()
    };
    for condition in &CONDITIONS {
        let ways = condition.provided_by();
        assert!(!ways.is_empty(), "{}", condition.need);
        for way in &ways {
            let name = way.strip_prefix("no ").unwrap_or(way);
            let is_known = is_member(name) || is_extension(name) || is_version(way);
            assert!(is_known, "{way}");
        }
    }
}

#[test]
fn rules_are_named_as_the_specification_names_them() {
    for condition in &CONDITIONS {
        let number = condition.rule.rsplit('-').next().unwrap_or("");
        assert!(condition.rule.is_empty() || number.len() == 5 && number.parse::<u32>().is_ok());
        assert!(!condition.need.is_empty());
    }
}

#[test]
fn non_semantic_instructions_of_a_newer_module_bring_their_extension_or_are_removed() {
    let set = "%set = OpExtInstImport \"NonSemantic.Nothing\"";
    let words = compute(6, set, "", "%r = OpExtInst %void %set 1 %one");
    let mut device = everything();
    device.api_version = ApiVersion::V1_2;
    let info = VulkanExtension::find("VK_KHR_shader_non_semantic_info").unwrap();
    for (has, extensions, imports) in [(true, 1, 1), (false, 0, 0)] {
        device.set_extension(info, has);
        let target = device.clone().build();
        let options = Options::default();
        let module = Module::scan(&words, &options.limits).unwrap();
        let mut scratch = Scratch::new();
        let outcome = filter(&module, &target, &options, &mut scratch).unwrap();
        let Outcome::Rewritten(out) = outcome else {
            panic!("{outcome:?}");
        };
        let out = Module::scan(out, &options.limits).unwrap();
        assert_eq!(out.facts.extensions.len(), extensions);
        assert_eq!(out.facts.imports.len(), imports);
    }
}
