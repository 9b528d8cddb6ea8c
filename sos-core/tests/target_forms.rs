//! Descriptions of devices as programs write them: forms from before profiles, values that are not known, and parts left out.

use sos_core::target::{
    feature, subgroup, text_of_file, ApiVersion, Feature, Unknown, VulkanExtension,
};
use sos_core::{Target, TargetKind};

fn read(text: &str) -> Target {
    let target = Target::from_json(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let again = Target::from_json(&target.to_profile_json()).unwrap();
    assert!(again == target, "{text}");
    assert_eq!(again.gaps(), target.gaps());
    target
}

/// A profile of a device with these members of its block.
fn device(version: &str, block: &str) -> String {
    format!(
        r#"{{"profiles": {{"VP_D": {{"api-version": {version}, "capabilities": ["device", null], "description": null}}}},
            "capabilities": {{"device": {{{block}}}}}}}"#
    )
}

fn has_extension(target: &Target, name: &str) -> bool {
    target.has_vulkan_extension(VulkanExtension::find(name).unwrap())
}

#[test]
fn null_is_unknown() {
    let text = device(
        r#""1.2.170""#,
        r#""extensions": {"VK_KHR_shader_clock": null},
           "features": {
             "VkPhysicalDeviceFeatures": {"shaderInt64": true, "shaderInt16": null},
             "VkPhysicalDeviceVulkan12Features": null},
           "properties": {
             "VkPhysicalDeviceProperties": {"vendorID": 4318, "limits": {"maxComputeWorkGroupSize": [1, null, 3], "maxTexelOffset": null}},
             "VkPhysicalDeviceDriverProperties": {"driverID": null},
             "VkPhysicalDeviceVulkan12Properties": {"driverID": "_KHR"},
             "VkPhysicalDeviceSubgroupProperties": {"subgroupSize": 32, "supportedOperations": ["VK_SUBGROUP_FEATURE_VOTE_BIT", null]}}"#,
    );
    let target = read(&text);
    assert_eq!(target.kind(), TargetKind::Device);
    assert!(target.has_feature(feature::shaderInt64));
    assert!(!target.knows_feature(feature::shaderInt16));
    assert!(has_extension(&target, "VK_KHR_shader_clock"));
    let properties = target.properties();
    assert_eq!(properties.driver_id, None);
    assert_eq!(properties.max_compute_work_group_size, None);
    assert_eq!(properties.subgroup_size, Some(32));
    assert!(properties.has_subgroup_operation(subgroup::VOTE));
    // A value elsewhere counts, in whichever order.
    for members in [
        r#""VkPhysicalDeviceDriverProperties": {"driverID": null}, "VkPhysicalDeviceVulkan12Properties": {"driverID": 3}"#,
        r#""VkPhysicalDeviceDriverProperties": {"driverID": 3}, "VkPhysicalDeviceVulkan12Properties": {"driverID": null}"#,
    ] {
        let block = format!(
            r#""properties": {{"VkPhysicalDeviceProperties": {{"vendorID": 1}}, {members}}}"#
        );
        let target = read(&device(r#""1.2.0""#, &block));
        assert_eq!(target.properties().driver_id, Some(3));
    }
}

#[test]
fn extensions_and_versions_have_many_shapes() {
    for extensions in [
        r#"{"VK_KHR_shader_clock": 1}"#,
        r#"["VK_KHR_shader_clock", "VK_OF_tomorrow", null]"#,
        r#"[{"extensionName": "VK_KHR_shader_clock", "specVersion": 1}]"#,
    ] {
        for version in [r#""1.1.106""#, "4198506", r#""4198506""#] {
            let target = read(&device(version, &format!(r#""extensions": {extensions}"#)));
            assert!(
                has_extension(&target, "VK_KHR_shader_clock"),
                "{extensions}"
            );
            assert_eq!(target.api_version(), ApiVersion::parse("1.1.106").unwrap());
        }
    }
    let error = Target::from_json(&device(r#""1.1""#, r#""extensions": [1]"#)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "$.capabilities.device.extensions: expected extensions, as an object or a list"
    );
}

/// As `vulkaninfo -j` wrote it before profiles, with a part as vulkan.gpuinfo.org adds it.
const DEVICE_SIMULATION: &str = r#"{
    "$schema": "https://schema.khronos.org/vulkan/devsim_1_0_0.json#",
    "comments": {"desc": "Exported from https://vulkan.gpuinfo.org", "info": ""},
    "VkPhysicalDeviceProperties": {
        "apiVersion": 4198506, "deviceID": 7936, "deviceName": "Some GPU", "deviceType": 2, "driverVersion": 1, "vendorID": 4318,
        "limits": {"maxComputeSharedMemorySize": 49152, "maxComputeWorkGroupSize": [1024, 1024, 64], "minTexelOffset": -8}},
    "VkPhysicalDeviceFeatures": {"shaderInt16": 1, "shaderInt64": 0},
    "VkPhysicalDevice8BitStorageFeaturesKHR": {"storageBuffer8BitAccess": true},
    "VkPhysicalDeviceSubgroupProperties": {"subgroupSize": 32, "supportedOperations": 255, "supportedStages": 32},
    "VkPhysicalDeviceOfTomorrowFeatures": {"tomorrow": true},
    "VkPhysicalDeviceMemoryProperties": {"memoryHeaps": []},
    "ArrayOfVkExtensionProperties": [{"extensionName": "VK_KHR_8bit_storage", "specVersion": 1}],
    "ArrayOfVkFormatProperties": [],
    "extended": {
        "devicefeatures2": [
            {"extension": "VK_KHR_16bit_storage", "name": "storageBuffer16BitAccess", "supported": true},
            {"extension": "VK_OF_tomorrow", "name": "storagePushConstant16", "supported": true}],
        "deviceproperties2": [
            {"extension": "VK_KHR_driver_properties", "name": "driverID", "value": "4"},
            {"extension": "VK_KHR_shader_float_controls", "name": "shaderDenormPreserveFloat16", "value": "true"}]}}"#;

#[test]
fn the_schema_of_the_device_simulation_layer_is_read() {
    let target = read(DEVICE_SIMULATION);
    assert_eq!(
        (target.name(), target.kind()),
        ("Some GPU", TargetKind::Device)
    );
    assert_eq!(
        Target::profiles_in_json(DEVICE_SIMULATION).unwrap(),
        ["Some GPU"]
    );
    assert_eq!(target.api_version(), ApiVersion::parse("1.1.106").unwrap());
    let on = [
        feature::shaderInt16,
        feature::storageBuffer8BitAccess,
        feature::storageBuffer16BitAccess,
    ];
    assert!(on.iter().all(|feature| target.has_feature(*feature)));
    assert!(
        !target.has_feature(feature::shaderInt64) && target.knows_feature(feature::shaderInt64)
    );
    assert!(!target.has_feature(feature::storagePushConstant16));
    assert!(has_extension(&target, "VK_KHR_8bit_storage"));
    let properties = target.properties();
    assert_eq!(properties.subgroup_size, Some(32));
    assert_eq!(properties.max_compute_shared_memory_size, Some(49152));
    assert_eq!(properties.min_texel_offset, Some(-8));
    assert_eq!(properties.driver_id, Some(4));
    assert_eq!(properties.shader_denorm_preserve_float16, Some(true));
    assert!(
        target.gaps()[0].contains("vulkan.gpuinfo.org"),
        "{:?}",
        target.gaps()
    );
}

#[test]
fn a_file_for_the_layer_may_hold_little() {
    let target = read(
        r#"{"$schema": "https://schema.khronos.org/vulkan/devsim_VK_KHR_portability_subset-provisional-1.json#",
            "VkPhysicalDevicePortabilitySubsetFeaturesKHR": {"pointPolygons": false}, "VkPhysicalDeviceFeatures": null}"#,
    );
    assert_eq!(
        (target.name(), target.kind()),
        ("device", TargetKind::Device)
    );
    assert_eq!(target.api_version(), ApiVersion::V1_0);
    let gaps = target.gaps();
    for gap in [
        "the version of Vulkan, which counts as 1.0",
        "VkPhysicalDeviceFeatures",
    ] {
        assert!(
            gaps.iter().any(|one| one == gap),
            "{gap} is not in {gaps:?}"
        );
    }
    let wrong = DEVICE_SIMULATION.replace("4198506", "\"two\"");
    assert_eq!(
        Target::from_json(&wrong).unwrap_err().to_string(),
        "$.VkPhysicalDeviceProperties.apiVersion: expected a version of Vulkan 1, as \"1.3.230\""
    );
}

/// As the Vulkan Hardware Capability Viewer saves it.
const REPORT: &str = r#"{
    "core11": {
        "features": {"multiview": 1, "storagePushConstant16": 1, "storageInputOutput16": 0},
        "properties": {"protectedNoFault": 0, "subgroupSize": 32, "subgroupSupportedOperations": 2047, "subgroupSupportedStages": 16383}},
    "core12": {
        "features": {"shaderFloat16": 1, "shaderInt8": 1},
        "properties": {"driverID": 4, "denormBehaviorIndependence": 1, "shaderDenormPreserveFloat16": 1}},
    "core13": {"properties": {"minSubgroupSize": 32, "maxSubgroupSize": 32}},
    "environment": {"appversion": "3.34", "reportversion": "3.2"},
    "extended": {
        "devicefeatures2": [
            {"extension": "VK_KHR_shader_subgroup_rotate", "name": "shaderSubgroupRotate", "supported": true},
            {"extension": "VK_EXT_buffer_device_address", "name": "bufferDeviceAddress", "supported": true},
            {"extension": "VK_NV_cooperative_matrix", "name": "cooperativeMatrix", "supported": true}],
        "deviceproperties2": [
            {"extension": "VK_EXT_transform_feedback", "name": "maxTransformFeedbackStreams", "value": "4"},
            {"extension": "VK_EXT_transform_feedback", "name": "transformFeedbackStreamsLinesTriangles", "value": "false"},
            {"extension": "VK_EXT_mesh_shader", "name": "maxMeshWorkGroupCount", "value": [1, 2, 3]},
            {"extension": "VK_EXT_mesh_shader", "name": "maxTaskWorkGroupCount", "value": ""}]},
    "extensions": [{"extensionName": "VK_KHR_shader_subgroup_rotate", "specVersion": 2}],
    "features": {"shaderInt16": 1, "shaderInt64": 0},
    "profiles": [{"profileName": "VP_KHR_roadmap_2022", "specVersion": 1, "supported": true}],
    "properties": {
        "apiVersion": 4206871, "apiVersionText": "1.3.279", "deviceID": 10118, "deviceName": "Some GPU", "deviceType": 2,
        "driverVersion": 2312388608, "vendorID": 4318,
        "limits": {"bufferImageGranularity": "0x400", "maxComputeSharedMemorySize": 49152, "maxInterpolationOffset": 0.4375},
        "subgroupProperties": {"quadOperationsInAllStages": true, "subgroupSize": 32}}}"#;

#[test]
fn a_report_for_the_collection_of_reports_is_read() {
    let target = read(REPORT);
    assert_eq!(
        (target.name(), target.kind()),
        ("Some GPU", TargetKind::Device)
    );
    assert_eq!(target.api_version(), ApiVersion::parse("1.3.279").unwrap());
    let find = |structure, member| Feature::find(structure, member).unwrap();
    for (feature, on) in [
        (feature::shaderInt16, true),
        (feature::shaderInt64, false),
        (feature::shaderFloat16, true),
        (feature::storagePushConstant16, true),
        (feature::storageInputOutput16, false),
        (feature::shaderSubgroupRotate, true),
        // The extension says which of two features with one name is meant.
        (
            feature::VkPhysicalDeviceBufferDeviceAddressFeaturesEXT_bufferDeviceAddress,
            true,
        ),
        (
            find(
                "VkPhysicalDeviceCooperativeMatrixFeaturesNV",
                "cooperativeMatrix",
            ),
            true,
        ),
        (
            find(
                "VkPhysicalDeviceCooperativeMatrixFeaturesKHR",
                "cooperativeMatrix",
            ),
            false,
        ),
    ] {
        assert_eq!(target.has_feature(feature), on, "{feature}");
    }
    let properties = target.properties();
    assert_eq!(properties.subgroup_supported_operations, Some(2047));
    assert_eq!(
        properties.subgroup_quad_operations_in_all_stages,
        Some(true)
    );
    assert_eq!(properties.max_subgroup_size, Some(32));
    assert_eq!(properties.driver_id, Some(4));
    assert_eq!(properties.max_interpolation_offset, Some(0.4375));
    assert_eq!(properties.max_transform_feedback_streams, Some(4));
    assert_eq!(properties.max_mesh_work_group_count, Some([1, 2, 3]));
    assert_eq!(properties.max_task_work_group_count, None);
    assert!(
        target.gaps()[0].contains("vulkan.gpuinfo.org"),
        "{:?}",
        target.gaps()
    );
}

#[test]
fn an_exported_profile_is_a_device_with_gaps() {
    let text = device(
        r#""1.3.277""#,
        r#""extensions": {"VK_KHR_shader_subgroup_rotate": 2, "VK_NV_shader_sm_builtins": 1},
           "features": {"VkPhysicalDeviceFeatures": {"shaderInt16": true}},
           "properties": {"VkPhysicalDeviceProperties": {"vendorID": 4318, "apiVersion": 4206869}}"#,
    );
    let text = text.replace(
        "\"description\": null",
        "\"description\": \"Exported from https://vulkan.gpuinfo.org\"",
    );
    let target = read(&text);
    assert_eq!(target.kind(), TargetKind::Device);
    assert!(!target.has_feature(feature::shaderSubgroupRotate));
    let gaps = target.gaps();
    assert!(gaps[0].contains("rotation in subgroups"), "{gaps:?}");
    assert!(
        gaps.contains(&"VkPhysicalDeviceShaderSubgroupRotateFeatures".to_owned()),
        "{gaps:?}"
    );
    assert!(
        !gaps.iter().any(|gap| gap.contains("SMBuiltins")),
        "{gaps:?}"
    );
    // Requirements leave out what they do not require.
    let requirements = read(&device(r#""1.3.277""#, r#""features": {}"#));
    assert_eq!(requirements.kind(), TargetKind::Requirements);
    assert_eq!(requirements.gaps(), [""; 0]);
}

#[test]
fn core_structures_that_a_program_did_not_print_are_gaps() {
    let with = |features: &str, properties: &str| {
        let block = format!(
            r#""features": {{"VkPhysicalDeviceFeatures": {{"shaderInt16": true}}{features}}},
               "properties": {{"VkPhysicalDeviceProperties": {{"vendorID": 5045, "limits": {{"maxTexelOffset": 7}}}}{properties}}}"#
        );
        read(&device(r#""1.1.305""#, &block))
    };
    let names = [
        "VkPhysicalDevice16BitStorageFeatures",
        "VkPhysicalDeviceSubgroupProperties",
    ];
    let lacking = with("", "");
    for name in names {
        assert!(
            lacking.gaps().iter().any(|gap| gap == name),
            "{:?}",
            lacking.gaps()
        );
    }
    // One member, in any structure, shows that it was asked.
    let complete = with(
        r#", "VkPhysicalDeviceVulkan11Features": {"storageInputOutput16": false}"#,
        r#", "VkPhysicalDeviceVulkan11Properties": {"subgroupSize": 16}"#,
    );
    for name in names {
        assert!(
            !complete.gaps().iter().any(|gap| gap == name),
            "{:?}",
            complete.gaps()
        );
    }
    // Vulkan 1.0 has neither.
    let old = read(&device(
        r#""1.0.49""#,
        r#""properties": {"VkPhysicalDeviceProperties": {"vendorID": 5045, "limits": {"maxTexelOffset": 7}}}"#,
    ));
    assert_eq!(old.gaps(), ["VkPhysicalDeviceFeatures"]);
}

/// `vulkan.gpuinfo.org` has written reports without a limit, which counts as what others have and not as the least of all.
#[cfg(feature = "devices")]
#[test]
fn limits_that_are_left_out_are_those_of_other_devices() {
    let with = |vendor: u32, driver: &str, limits: &str| {
        let block = format!(
            r#""properties": {{"VkPhysicalDeviceProperties": {{"vendorID": {vendor}, "limits": {{{limits}}}}},
                "VkPhysicalDeviceDriverProperties": {{"driverID": "VK_DRIVER_ID_{driver}"}}}}"#
        );
        read(&device(r#""1.2.175""#, &block))
    };
    let name = "VkPhysicalDeviceLimits::maxComputeWorkGroupSize";
    let invocations = |count: u32| format!(r#""maxComputeWorkGroupInvocations": {count}"#);
    for (vendor, driver, limits, size) in [
        (
            0x10de,
            "NVIDIA_PROPRIETARY",
            invocations(1536),
            Some([1536, 1024, 64]),
        ),
        // Of another driver: all of the vendor's drivers agree.
        (0x1002, "MOLTENVK", invocations(1024), Some([1024; 3])),
        // They do not, but one driver does.
        (0x8086, "MOLTENVK", invocations(1024), None),
        (
            0x8086,
            "INTEL_PROPRIETARY_WINDOWS",
            invocations(1024),
            Some([1024, 1024, 64]),
        ),
        // Of a kind that is not known.
        (0x8086, "INTEL_OPEN_SOURCE_MESA", invocations(1792), None),
        (0x10de, "NVIDIA_PROPRIETARY", String::new(), None),
    ] {
        let target = with(vendor, driver, &limits);
        assert_eq!(target.properties().max_compute_work_group_size, size);
        let said = target.gaps().iter().find(|gap| gap.starts_with(name));
        let expected = size.map(|[x, y, z]| {
            format!("{name}, which counts as {x} × {y} × {z}, as the vendor's other devices state")
        });
        assert_eq!(said, expected.as_ref());
    }
    // A text that states it says nothing of this, and what was hidden stays so.
    let own = invocations(1536) + r#", "maxComputeWorkGroupSize": [7, 7, 7]"#;
    let target = with(0x10de, "NVIDIA_PROPRIETARY", &own);
    assert_eq!(
        target.properties().max_compute_work_group_size,
        Some([7, 7, 7])
    );
    assert!(!target.gaps().iter().any(|gap| gap.starts_with(name)));
    let hidden = Target::built_in("lavapipe").unwrap();
    let hidden = hidden.without(["maxComputeWorkGroupSize"]).unwrap();
    assert_eq!(
        read(&hidden.to_profile_json())
            .properties()
            .max_compute_work_group_size,
        None
    );
}

#[cfg(feature = "devices")]
#[test]
fn no_built_in_device_lacks_a_limit() {
    for name in sos_core::target::built_in_names() {
        let target = Target::built_in(name).unwrap();
        let lacks = |one: &Unknown| matches!(one, Unknown::Property("VkPhysicalDeviceLimits", _));
        let is_device = target.kind() == TargetKind::Device;
        assert!(!is_device || !target.unknowns().iter().any(lacks), "{name}");
    }
}

#[test]
fn gaps_survive_a_change_of_the_device() {
    let target = read(DEVICE_SIMULATION);
    let lesser = target.without(["shaderInt16"]).unwrap();
    assert_eq!(lesser.gaps(), target.gaps());
    for name in sos_core::target::built_in_names() {
        let target = Target::built_in(name).unwrap();
        let is_export = target.comment().contains("vulkan.gpuinfo.org");
        let says_so = |gap: &String| gap.contains("vulkan.gpuinfo.org");
        assert_eq!(target.gaps().iter().any(says_so), is_export, "{name}");
    }
}

#[test]
fn files_have_several_encodings() {
    let units: Vec<u16> = DEVICE_SIMULATION.encode_utf16().collect();
    let mut little = vec![0xff, 0xfe];
    little.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
    let mut big = vec![0xfe, 0xff];
    big.extend(units.iter().flat_map(|unit| unit.to_be_bytes()));
    let marked = format!("\u{feff}{DEVICE_SIMULATION}").into_bytes();
    for bytes in [little.as_slice(), &big, &marked] {
        assert!(read(&text_of_file(bytes).unwrap()) == read(DEVICE_SIMULATION));
    }
    for wrong in [
        &little[..little.len() - 1],
        &[0xff, 0xfe, 0x00, 0xd8],
        b"\xff",
    ] {
        assert_eq!(text_of_file(wrong), None);
    }
}

#[test]
fn any_prefix_and_any_changed_byte_give_a_result() {
    for text in [DEVICE_SIMULATION, REPORT] {
        for end in 0..text.len() {
            assert!(Target::from_json(&text[..end]).is_err());
            let mut bytes = text.as_bytes().to_vec();
            for byte in [b'"', b'0', b'{', b']', b'-'] {
                bytes[end] = byte;
                let _ = Target::from_json(std::str::from_utf8(&bytes).unwrap());
            }
        }
    }
}
