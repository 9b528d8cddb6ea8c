//! What a program is told of a device through the layer is what `Target::extended` says, and what layers add besides.

mod common;

use ash::vk;
use common::{open, With};
use sos_core::target::{feature, Feature, VulkanExtension};
use sos_core::{Grade, Target};

/// The first part in which two targets differ.
fn difference(found: &Target, expected: &Target) -> Option<String> {
    for one in Feature::all() {
        if found.has_feature(one) != expected.has_feature(one) {
            return Some(format!("{one}: {}", found.has_feature(one)));
        }
    }
    for one in VulkanExtension::all() {
        if found.has_vulkan_extension(one) != expected.has_vulkan_extension(one) {
            return Some(format!("{one}: {}", found.has_vulkan_extension(one)));
        }
    }
    let (found, expected) = (found.properties(), expected.properties());
    // A property of an extension that SOS adds is false, where the description does not say.
    let says = |entry: &(&str, &str, String)| entry.2 != "false";
    let mut found = found.entries().filter(says);
    let mut expected = expected.entries().filter(says);
    loop {
        match (found.next(), expected.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => return Some(format!("{one:?}, expected {other:?}")),
        }
    }
}

/// What a device offers with the filter and what layers add.
fn extended(native: &Target, up_to: Grade) -> Target {
    let of_layers = native.additions_of_layers(up_to);
    native.with_additions(native.additions(up_to).chain(of_layers))
}

#[test]
fn a_device_is_what_extended_says() {
    for name in ["swiftshader", "lavapipe"] {
        for version in [vk::API_VERSION_1_1, vk::API_VERSION_1_3] {
            let without = With {
                layer: false,
                version,
                ..With::default()
            };
            let Some(driver) = open(name, &without) else {
                continue;
            };
            let native = driver.target(version);
            drop(driver);
            for (provide, expected) in [
                ("none", native.clone()),
                ("always", extended(&native, Grade::Always)),
                ("mostly", extended(&native, Grade::Mostly)),
                ("on-request", extended(&native, Grade::OnRequest)),
            ] {
                let settings = [(c"provide", provide), (c"log_level", "warning")];
                let with = With {
                    settings: &settings,
                    version,
                    ..With::default()
                };
                let found = open(name, &with).expect("a driver").target(version);
                let place = format!("{name} {version:#x} {provide}");
                assert_eq!(difference(&found, &expected), None, "{place}");
            }
        }
    }
}

/// Loaders add the extensions in the manifests of implicit layers to what the driver answers. They are not the driver's.
#[test]
fn an_implicit_layer_says_the_same() {
    let without = With {
        layer: false,
        ..With::default()
    };
    let Some(driver) = open("swiftshader", &without) else {
        return;
    };
    let expected = extended(&driver.target(vk::API_VERSION_1_3), Grade::Mostly);
    drop(driver);
    let with = With {
        implicit: true,
        ..With::default()
    };
    let driver = open("swiftshader", &with).expect("a driver");
    let found = driver.target(vk::API_VERSION_1_3);
    assert_eq!(difference(&found, &expected), None);
}

/// A program may ask for structures that are newer than the version it says; the driver fills them in, whoever asks.
#[test]
fn newer_structures_are_filled_in_by_the_driver() {
    let mut found = Vec::new();
    for layer in [false, true] {
        let with = With {
            layer,
            version: vk::API_VERSION_1_1,
            settings: &[(c"provide", "none"), (c"log_level", "warning")],
            ..With::default()
        };
        let Some(driver) = open("swiftshader", &with) else {
            return;
        };
        let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
        let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroups);
        let mut twelve = vk::PhysicalDeviceVulkan12Features {
            host_query_reset: 77,
            ..Default::default()
        };
        let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut twelve);
        // SAFETY: valid chains.
        unsafe {
            let instance = &driver.instance;
            instance.get_physical_device_properties2(driver.physical, &mut properties);
            instance.get_physical_device_features2(driver.physical, &mut features);
        }
        let operations = subgroups.supported_operations.as_raw();
        found.push((operations, twelve.host_query_reset));
    }
    assert_eq!(found[0], found[1]);
    assert_ne!(found[0].1, 77, "the driver knows it");
}

#[test]
fn what_is_hidden_is_provided_or_gone() {
    let hidden =
        "shaderFloat16,shaderInt8,shaderFloat64,VK_KHR_shader_clock,VK_KHR_shader_float16_int8";
    let settings = [(c"without", hidden), (c"log_level", "warning")];
    let with = With {
        settings: &settings,
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &with) else {
        return;
    };
    let found = driver.target(vk::API_VERSION_1_3);
    assert!(found.has_feature(feature::shaderFloat16) && found.has_feature(feature::shaderInt8));
    assert!(!found.has_feature(feature::shaderFloat64));
    let has = |name| found.has_vulkan_extension(VulkanExtension::find(name).expect("a name"));
    assert!(has("VK_KHR_shader_float16_int8"));
    assert!(!has("VK_KHR_shader_clock"));
}

/// What needs a provided feature and is not lowered is not told of: no shader could use both.
#[test]
fn what_needs_the_provided_is_provided_or_gone() {
    let atomics = [
        feature::shaderBufferInt64Atomics,
        feature::shaderSharedInt64Atomics,
    ];
    for (hidden, there) in [("", true), ("shaderInt64", false)] {
        let settings = [(c"without", hidden), (c"log_level", "warning")];
        let with = With {
            settings: &settings,
            ..With::default()
        };
        let Some(driver) = open("lavapipe", &with) else {
            return;
        };
        let found = driver.target(vk::API_VERSION_1_3);
        assert!(found.has_feature(feature::shaderInt64));
        for one in atomics {
            assert_eq!(found.has_feature(one), there, "{one}");
        }
        let extension = VulkanExtension::find("VK_KHR_shader_atomic_int64").expect("a name");
        assert_eq!(found.has_vulkan_extension(extension), there);
    }
}

#[test]
fn single_features_can_be_chosen() {
    let settings = [
        (
            c"provide",
            "none, shaderInt64 ,mostly,-shaderFloat16,shaderFmaFloat32",
        ),
        (c"log_level", "warning"),
    ];
    let with = With {
        settings: &settings,
        ..With::default()
    };
    let Some(driver) = open("swiftshader", &with) else {
        return;
    };
    let found = driver.target(vk::API_VERSION_1_3);
    for (one, there) in [
        (feature::shaderInt64, true),
        (feature::shaderInt16, true),
        (feature::shaderFloat16, false),
        (feature::shaderFmaFloat32, true),
    ] {
        assert_eq!(found.has_feature(one), there, "{one}");
    }
}

/// A structure that the driver does not know is filled in completely, whatever the program left in it; one that nobody has stays as it was.
#[test]
fn structures_are_filled_in_completely() {
    let Some(driver) = open("swiftshader", &With::default()) else {
        return;
    };
    const DIRT: u32 = 0xABCD_ABCD;
    let mut bfloat = [DIRT; 3];
    let mut matrix = [DIRT; 2];
    #[repr(C)]
    struct Raw<const N: usize> {
        s_type: vk::StructureType,
        p_next: *mut std::ffi::c_void,
        members: [u32; N],
    }
    let mut last = Raw {
        s_type: vk::StructureType::PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR,
        p_next: std::ptr::null_mut(),
        members: matrix,
    };
    let mut first = Raw {
        // VkPhysicalDeviceShaderBfloat16FeaturesKHR
        s_type: vk::StructureType::from_raw(1_000_141_000),
        p_next: (&raw mut last).cast(),
        members: bfloat,
    };
    let mut features = vk::PhysicalDeviceFeatures2 {
        p_next: (&raw mut first).cast(),
        ..Default::default()
    };
    // SAFETY: a valid chain.
    unsafe {
        let get = driver.instance.fp_v1_1().get_physical_device_features2;
        get(driver.physical, &mut features);
    }
    assert!(
        std::ptr::eq(first.p_next.cast(), &last),
        "the chain is whole"
    );
    bfloat = first.members;
    matrix = last.members;
    assert_eq!(bfloat, [1, 1, 0], "type, dot product, cooperative matrix");
    assert_eq!(matrix, [DIRT; 2]);
}

#[test]
fn extensions_are_listed_like_any() {
    let Some(driver) = open("swiftshader", &With::default()) else {
        return;
    };
    // SAFETY: a live instance.
    let (all, of_layer, few) = unsafe {
        let enumerate = driver
            .instance
            .fp_v1_0()
            .enumerate_device_extension_properties;
        let all = driver
            .instance
            .enumerate_device_extension_properties(driver.physical)
            .expect("extensions");
        let mut count = 0;
        let layer = c"VK_LAYER_SOS_filter".as_ptr();
        let result = enumerate(driver.physical, layer, &mut count, std::ptr::null_mut());
        assert_eq!(result, vk::Result::SUCCESS);
        let mut room = [vk::ExtensionProperties::default(); 2];
        let mut few = 2;
        let result = enumerate(
            driver.physical,
            std::ptr::null(),
            &mut few,
            room.as_mut_ptr(),
        );
        assert_eq!(result, vk::Result::INCOMPLETE);
        (all, count as usize, few)
    };
    assert_eq!(of_layer, VkLayer_SOS_filter::all_extensions().len());
    assert_eq!(few, 2);
    let mut names: Vec<_> = all
        .iter()
        .map(|one| one.extension_name_as_c_str().expect("a name").to_owned())
        .collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "each once");
    assert!(names
        .iter()
        .any(|one| one.as_c_str() == c"VK_KHR_16bit_storage"));
}
