//! What is removed by which names.

use super::*;
use crate::tables::{capability, extension_by_name};
use crate::target::{feature, FloatControl, TargetKind};

fn device() -> Target {
    Target::built_in("radv-navi31").unwrap()
}

#[test]
fn features_are_removed_by_either_name() {
    let whole = device();
    assert!(whole.has_capability(capability::Int64));
    for name in ["VkPhysicalDeviceFeatures::shaderInt64", "shaderInt64"] {
        let less = whole.without([name]).unwrap();
        assert!(!less.has_capability(capability::Int64));
        assert!(less.has_capability(capability::Float64));
        assert!(less.knows_feature(feature::shaderInt64));
        assert_eq!(less.name(), whole.name());
    }
    // A structure of a core version, and a renamed one.
    for structure in [
        "VkPhysicalDeviceVulkan12Features",
        "VkPhysicalDeviceFloat16Int8FeaturesKHR",
    ] {
        let name = format!("{structure}::shaderFloat16");
        let less = whole.without([name]).unwrap();
        assert!(!less.has_feature(feature::shaderFloat16));
    }
    let both = whole.without(["meshShader"]).unwrap();
    assert!(Feature::all().all(|one| one.member() != "meshShader" || !both.has_feature(one)));
}

#[test]
fn a_feature_goes_with_its_capabilities_whatever_else_provides_them() {
    for (device, name, gone) in [
        (
            "vulkan-1.3",
            "shaderStorageImageReadWithoutFormat",
            capability::StorageImageReadWithoutFormat,
        ),
        (
            "radv-navi31",
            "shaderStorageImageWriteWithoutFormat",
            capability::StorageImageWriteWithoutFormat,
        ),
        ("radv-navi31", "shaderFloat16", capability::Float16),
        (
            "radv-navi31",
            "shaderDrawParameters",
            capability::DrawParameters,
        ),
        (
            "radv-navi31",
            "shaderOutputLayer",
            capability::ShaderViewportIndexLayerEXT,
        ),
    ] {
        let whole = Target::built_in(device).unwrap();
        assert!(whole.has_capability(gone), "{name}");
        let mut less = whole.without([name]).unwrap();
        assert!(!less.has_capability(gone), "{name}");
        assert_eq!(less.withheld().count(), 1, "{name}");
        assert!(whole.vulkan_extensions().eq(less.vulkan_extensions()));
        // A feature that is enabled afterwards provides them again.
        let mut more = less.describe();
        for feature in Feature::all().filter(|one| one.member() == name) {
            more.set_feature(feature, true);
        }
        assert!(more.build().has_capability(gone), "{name}");
        less = Target::from_json(&less.to_profile_json()).unwrap();
        assert!(!less.has_capability(gone), "{name}");
        assert_eq!(less.withheld().count(), 1, "{name}");
    }
}

#[test]
fn another_feature_keeps_a_capability() {
    let whole = device();
    let less = whole.without(["shaderBufferInt64Atomics"]).unwrap();
    assert!(less.has_feature(feature::shaderSharedInt64Atomics));
    assert!(less.has_capability(capability::Int64Atomics));
    let names = ["shaderBufferInt64Atomics", "shaderSharedInt64Atomics"];
    let least = whole
        .without(names.into_iter().chain(["shaderImageInt64Atomics"]))
        .unwrap();
    assert!(!least.has_capability(capability::Int64Atomics));
    assert_eq!(least.withheld().count(), 0);
}

#[test]
fn an_extension_is_removed_with_what_only_it_provides() {
    let whole = device();
    let atomics = whole.without(["VK_EXT_shader_atomic_float"]).unwrap();
    let spirv = extension_by_name(b"SPV_EXT_shader_atomic_float_add").unwrap();
    assert!(whole.has_feature(feature::shaderBufferFloat32AtomicAdd));
    assert!(whole.has_capability(capability::AtomicFloat32AddEXT));
    assert!(!atomics.has_feature(feature::shaderBufferFloat32AtomicAdd));
    assert!(!atomics.has_capability(capability::AtomicFloat32AddEXT));
    assert!(whole.extensions().contains(spirv) && !atomics.extensions().contains(spirv));
    // Core since 1.2, before that part of the extension.
    let halves = ["VK_KHR_shader_float16_int8"];
    let mut old = whole.describe();
    old.api_version = ApiVersion::new(1, 0);
    let old = old.build();
    assert!(old.has_feature(feature::shaderFloat16));
    assert!(whole
        .without(halves)
        .unwrap()
        .has_feature(feature::shaderFloat16));
    assert!(!old
        .without(halves)
        .unwrap()
        .has_feature(feature::shaderFloat16));
}

#[test]
fn subgroup_operations_are_removed_one_by_one() {
    let less = device()
        .without(["VK_SUBGROUP_FEATURE_CLUSTERED_BIT"])
        .unwrap();
    assert!(!less.has_capability(capability::GroupNonUniformClustered));
    assert!(less.has_capability(capability::GroupNonUniformShuffle));
}

#[test]
fn removing_what_is_missing_changes_nothing() {
    let whole = device();
    assert!(whole.without(["VK_NV_shader_sm_builtins"]).unwrap() == whole);
    assert!(whole.without([""; 0]).unwrap() == whole);
}

#[test]
fn removed_mandatory_features_stay_removed_in_json() {
    let name = "VkPhysicalDeviceVulkan13Features::shaderDemoteToHelperInvocation";
    let less = device().without([name]).unwrap();
    let again = Target::from_json(&less.to_profile_json()).unwrap();
    assert!(!again.has_capability(capability::DemoteToHelperInvocation));
    assert!(again == less);
}

#[test]
fn errors_contain_the_unknown_name() {
    let told = |name: &str| device().without([name]).unwrap_err().to_string();
    for name in [
        "",
        "::",
        "shaderInt65",
        "VkPhysicalDeviceFeatures::shaderFloat16",
        "VK_KHR_swapchain",
    ] {
        assert!(
            told(name).starts_with(&format!("`{name}` is no feature")),
            "{}",
            told(name)
        );
    }
    assert_eq!(
        told("Int64"),
        "`Int64` is SPIR-V's; on a device it comes from VkPhysicalDeviceFeatures::shaderInt64"
    );
    assert!(told("SPV_KHR_16bit_storage").contains("Vulkan 1.1 | VK_KHR_16bit_storage"));
}

/// A device that has every part.
fn everything() -> Target {
    let mut all = Description::new("all", TargetKind::Device, ApiVersion::new(4, 0));
    let values: Vec<_> = FIELDS.iter().map(|field| Some(full(field))).collect();
    all.properties = Properties::from_values(&values);
    for feature in Feature::all() {
        // Every device has these, and only one with the portability subset has to say so.
        if !feature.is_optional_by_subset() {
            all.set_feature(feature, true);
        }
    }
    for extension in VulkanExtension::all() {
        all.set_extension(extension, extension.name() != "VK_KHR_portability_subset");
    }
    all.build()
}

/// A value that is not the least.
fn full(field: &Field) -> PropertyValue {
    match field.kind {
        Kind::Flag => PropertyValue::Flag(true),
        Kind::Unsigned | Kind::Name(_) => PropertyValue::Unsigned(1),
        Kind::Signed => PropertyValue::Signed(-9),
        Kind::Float => PropertyValue::Float(0.5),
        Kind::Triple => PropertyValue::Triple([512, 512, 512]),
        Kind::Bits(_) => PropertyValue::Unsigned(u32::MAX),
    }
}

/// So that nothing can be added to the model without a way to hide it.
#[test]
fn every_fact_of_a_device_can_be_removed_by_name() {
    let all = everything();
    let mut names = std::collections::BTreeSet::new();
    for (kind, name) in parts() {
        if name != "VK_KHR_portability_subset" {
            assert_eq!(all.has_part(&name), Ok(true), "{name}");
        }
        assert!(names.insert(name.clone()), "{name} is listed twice");
        let less = all.without([&name]).unwrap();
        if kind == PartKind::Feature {
            let feature = Feature::all().find(|one| one.to_string() == name).unwrap();
            assert!(!less.has_feature(feature), "{name}");
        }
        assert_eq!(less.has_part(&name), Ok(false), "{name} is still there");
    }
    // Every field of a target that something can depend on is covered.
    for field in FIELDS {
        assert!(names.contains(&format!("{}::{}", field.structure, field.member)));
        let alone = all.without([field.member.text()]).unwrap();
        let left = alone.properties().get(&field.structure, &field.member);
        let least = [
            None,
            Some(PropertyValue::Flag(false)),
            Some(PropertyValue::Unsigned(0)),
        ];
        assert!(least.contains(&left), "{}: {left:?}", field.member);
    }
    let none: Vec<String> = parts().map(|(_, name)| name).collect();
    let least = all.without(&none).unwrap();
    assert_eq!(least.api_version(), ApiVersion::V1_0);
    assert_eq!(least.vulkan_extensions().count(), 0);
    assert!(Feature::all().all(|feature| !least.has_feature(feature)));
}

#[test]
fn one_bit_of_a_mask_is_removed() {
    let stages = |target: &Target| target.properties().subgroup_supported_stages.unwrap();
    let all = everything();
    let place = "VkPhysicalDeviceSubgroupProperties::supportedStages";
    let name = format!("{place} (VK_SHADER_STAGE_VERTEX_BIT)");
    let one = all.without([name]).unwrap();
    assert_eq!(stages(&one), !stage::VERTEX);
    assert_eq!(
        one.properties().required_subgroup_size_stages,
        Some(u32::MAX)
    );
    let both = all.without(["VK_SHADER_STAGE_VERTEX_BIT"]).unwrap();
    assert_eq!(stages(&both), stages(&one));
    assert_ne!(
        both.properties().required_subgroup_size_stages,
        Some(u32::MAX)
    );
    // Compute shaders have subgroups where nothing is stated.
    let mut silent = all.describe();
    silent.properties.subgroup_supported_stages = None;
    assert_eq!(stages(&silent.build().without([place]).unwrap()), 0);
}

#[test]
fn properties_are_removed_by_the_names_of_newer_structures_too() {
    let all = everything();
    for name in [
        "shaderDenormFlushToZeroFloat32",
        "VkPhysicalDeviceVulkan12Properties::shaderDenormFlushToZeroFloat32",
        "VkPhysicalDeviceFloatControlsPropertiesKHR::shaderDenormFlushToZeroFloat32",
    ] {
        let less = all.without([name]).unwrap();
        assert!(
            !less
                .properties()
                .float_control(FloatControl::DenormFlushToZero, 32),
            "{name}"
        );
        assert!(
            less.properties()
                .float_control(FloatControl::DenormFlushToZero, 16),
            "{name}"
        );
    }
}

#[test]
fn what_changes_nothing_is_known() {
    let whole = device();
    assert_eq!(whole.has_part("shaderInt64"), Ok(true));
    assert_eq!(whole.has_part("VK_NV_shader_sm_builtins"), Ok(false));
    assert_eq!(whole.has_part("Vulkan 1.4"), Ok(true));
    assert_eq!(
        Target::built_in("vulkan-1.1")
            .unwrap()
            .has_part("Vulkan 1.2"),
        Ok(false)
    );
    assert!(whole.has_part("shaderInt65").is_err());
    assert!(whole.has_part("Vulkan 1.0").is_err() && whole.has_part("Vulkan 1.9").is_err());
}
