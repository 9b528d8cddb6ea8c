//! Descriptions that use rare forms of the schema, and descriptions that violate it.

use sos_core::target::{feature, subgroup, ApiVersion, DescriptionError, Unknown, VulkanExtension};
use sos_core::target::{Target, TargetKind, MAX_JSON_BYTES};

/// A text with these blocks and this list of block names.
fn profile(blocks: &str, capabilities: &str) -> String {
    format!(
        r#"{{"capabilities": {{{blocks}}}, "profiles": {{"VP_test": {{"api-version": "1.2.198", "capabilities": {capabilities}}}}}}}"#
    )
}

fn block(name: &str, features: &str) -> String {
    format!(r#""{name}": {{"features": {{"VkPhysicalDeviceFeatures": {{{features}}}}}}}"#)
}

fn read(text: &str) -> Target {
    Target::from_json(text).unwrap()
}

#[test]
fn only_the_intersection_of_alternatives_counts() {
    let blocks = [
        block("must", r#""shaderInt16": true"#),
        block("a", r#""shaderInt64": true, "geometryShader": true"#),
        block("b", r#""shaderInt64": true, "tessellationShader": true"#),
        block("optional", r#""shaderFloat64": true"#),
    ];
    let text = profile(
        &blocks.join(","),
        r#"["must", ["a", "b"]], "optionals": ["optional"]"#,
    );
    let target = read(&text);
    assert_eq!(target.kind(), TargetKind::Requirements);
    assert!(target.has_feature(feature::shaderInt16) && target.has_feature(feature::shaderInt64));
    for feature in [
        feature::geometryShader,
        feature::tessellationShader,
        feature::shaderFloat64,
    ] {
        assert!(!target.has_feature(feature), "{feature}");
        assert!(
            target.unknowns().contains(&Unknown::Feature(feature)),
            "{feature}"
        );
    }
}

#[test]
fn features_are_found_in_every_structure() {
    for structure in [
        "VkPhysicalDeviceVulkan12Features",
        "VkPhysicalDeviceShaderFloat16Int8Features",
        "VkPhysicalDeviceShaderFloat16Int8FeaturesKHR",
        "VkPhysicalDeviceFloat16Int8FeaturesKHR",
    ] {
        let blocks =
            format!(r#""x": {{"features": {{"{structure}": {{"shaderFloat16": true}}}}}}"#);
        assert!(
            read(&profile(&blocks, r#"["x"]"#)).has_feature(feature::shaderFloat16),
            "{structure}"
        );
    }
    // One structure without the feature does not override another that has it, in either order.
    let blocks = r#""x": {"features": {
        "VkPhysicalDeviceShaderFloat16Int8Features": {"shaderFloat16": true},
        "VkPhysicalDeviceVulkan12Features": {"shaderFloat16": false, "shaderInt8": true},
        "VkPhysicalDeviceFloat16Int8FeaturesKHR": {"shaderInt8": false}}}"#;
    let target = read(&profile(blocks, r#"["x"]"#));
    assert!(target.has_feature(feature::shaderFloat16) && target.has_feature(feature::shaderInt8));
    // Members of the same name in two structures are two features.
    let blocks = r#""x": {"features": {"VkPhysicalDeviceBufferDeviceAddressFeaturesEXT": {"bufferDeviceAddress": true}}}"#;
    let target = read(&profile(blocks, r#"["x"]"#));
    assert!(target
        .has_feature(feature::VkPhysicalDeviceBufferDeviceAddressFeaturesEXT_bufferDeviceAddress));
    assert!(!target
        .has_feature(feature::VkPhysicalDeviceBufferDeviceAddressFeatures_bufferDeviceAddress));
}

#[test]
fn properties_are_found_in_every_structure() {
    for (structure, member) in [
        ("VkPhysicalDeviceSubgroupProperties", "supportedOperations"),
        (
            "VkPhysicalDeviceVulkan11Properties",
            "subgroupSupportedOperations",
        ),
    ] {
        for value in [
            r#"["VK_SUBGROUP_FEATURE_VOTE_BIT", "VK_SUBGROUP_FEATURE_OF_TOMORROW_BIT"]"#,
            "2",
        ] {
            let blocks =
                format!(r#""x": {{"properties": {{"{structure}": {{"{member}": {value}}}}}}}"#);
            let target = read(&profile(&blocks, r#"["x"]"#));
            assert!(
                target.properties().has_subgroup_operation(subgroup::VOTE),
                "{structure} {value}"
            );
            assert!(target.has_capability(62), "GroupNonUniformVote");
        }
    }
}

#[test]
fn inherited_profiles_are_found_or_reported() {
    let child =
        r#"{"profiles": {"VP_child": {"api-version": "1.1.0", "profiles": ["VP_parent"]}}}"#;
    let parent = r#"{"capabilities": {"x": {"features": {"VkPhysicalDeviceFeatures": {"shaderInt16": true}}}},
        "profiles": {"VP_parent": {"api-version": "1.2.0", "capabilities": ["x"], "profiles": ["VP_child", "VP_parent"]},
                     "VP_child": {"api-version": "1.0.0"}}}"#;
    let mut parents = |name: &str| (name == "VP_parent").then(|| parent.to_owned());
    let target = Target::from_json_profile(child, None, &mut parents).unwrap();
    assert!(target.has_feature(feature::shaderInt16));
    assert_eq!(target.api_version(), ApiVersion::V1_2);

    let target = read(child);
    assert!(!target.has_feature(feature::shaderInt16));
    let gap = "what the inherited profile VP_parent requires";
    assert!(target
        .unknowns()
        .iter()
        .any(|unknown| unknown.to_string() == gap));
}

#[test]
fn several_profiles_need_a_choice() {
    let text =
        r#"{"profiles": {"VP_a": {"api-version": "1.0.0"}, "VP_b": {"api-version": "1.3.0"}}}"#;
    let names = vec!["VP_a".to_owned(), "VP_b".to_owned()];
    assert_eq!(Target::profiles_in_json(text).unwrap(), names);
    assert_eq!(
        Target::from_json(text).unwrap_err(),
        DescriptionError::SeveralProfiles(names)
    );
    let target = Target::from_json_profile(text, Some("VP_b"), &mut |_| None).unwrap();
    assert_eq!(target.spirv_minor(), 6);
    let error = Target::from_json_profile(text, Some("VP_c"), &mut |_| None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the description holds no profile VP_c, but VP_a, VP_b"
    );
}

#[test]
fn spirv_1_4_needs_its_extension_on_vulkan_1_1() {
    for (version, minor) in [("1.0.0", 0), ("1.1.0", 4), ("1.2.0", 5), ("1.4.0", 6)] {
        let text = format!(
            r#"{{"capabilities": {{"x": {{"extensions": {{"VK_KHR_spirv_1_4": 1}}}}}},
                "profiles": {{"p": {{"api-version": "{version}", "capabilities": ["x"]}}}}}}"#
        );
        assert_eq!(read(&text).spirv_minor(), minor, "{version}");
        assert!(
            read(&text).has_vulkan_extension(VulkanExtension::find("VK_KHR_spirv_1_4").unwrap())
        );
    }
}

#[test]
fn errors_contain_the_path() {
    let schema = [
        ("[]", "$: expected an object"),
        ("{}", "$: expected \"profiles\""),
        (r#"{"profiles": 1}"#, "$.profiles: expected an object"),
        (r#"{"profiles": {}}"#, "$.profiles: expected a profile"),
        (r#"{"profiles": {"p": {}}}"#, "$.profiles.p: expected \"api-version\""),
        (
            r#"{"profiles": {"p": {"api-version": "2.0"}}}"#,
            "$.profiles.p.api-version: expected a version of Vulkan 1, as \"1.3.230\"",
        ),
        (
            r#"{"profiles": {"p": {"api-version": "1.0", "capabilities": {}}}}"#,
            "$.profiles.p.capabilities: expected a list",
        ),
        (
            r#"{"profiles": {"p": {"api-version": "1.0", "capabilities": ["x"]}}}"#,
            "$.profiles.p.capabilities[0]: there is no block \"x\" in $.capabilities",
        ),
        (
            r#"{"profiles": {"p": {"api-version": "1.0", "capabilities": [[]]}}}"#,
            "$.profiles.p.capabilities[0]: expected names of blocks",
        ),
        (
            r#"{"profiles": {"p": {"api-version": "1.0", "capabilities": [["x", 1]]}}, "capabilities": {"x": {}}}"#,
            "$.profiles.p.capabilities[0][1]: expected a string",
        ),
        (
            &profile(&block("x", r#""shaderInt16": 2"#), r#"["x"]"#),
            "$.capabilities.x.features.VkPhysicalDeviceFeatures.shaderInt16: expected true or false",
        ),
        (
            &profile(
                r#""x": {"properties": {"VkPhysicalDeviceProperties": {"limits": {"maxComputeWorkGroupSize": [1, 2]}}}}"#,
                r#"["x"]"#,
            ),
            "$.capabilities.x.properties.VkPhysicalDeviceProperties.limits.maxComputeWorkGroupSize: expected three numbers",
        ),
        (
            &profile(r#""x": {"properties": {"VkPhysicalDeviceProperties": {"vendorID": -1}}}"#, r#"["x"]"#),
            "$.capabilities.x.properties.VkPhysicalDeviceProperties.vendorID: expected a number from 0 to 4294967295",
        ),
    ];
    for (text, message) in schema {
        assert_eq!(Target::from_json(text).unwrap_err().to_string(), message);
    }
    let error = Target::from_json("{\n  \"profiles\": }").unwrap_err();
    assert_eq!(
        error.to_string(),
        "not JSON at line 2, column 15: expected value"
    );
}

#[test]
fn hostile_texts_are_errors_and_cheap() {
    let deep = "[".repeat(1 << 20);
    assert!(matches!(
        Target::from_json(&deep),
        Err(DescriptionError::NotJson { .. })
    ));
    let long = " ".repeat(MAX_JSON_BYTES + 1);
    assert_eq!(
        Target::from_json(&long).unwrap_err(),
        DescriptionError::TooLarge
    );
    let names = vec![r#""x""#; 100_000].join(",");
    let text = profile(&block("x", ""), &format!("[{names}]"));
    assert!(Target::from_json(&text)
        .unwrap_err()
        .to_string()
        .ends_with("too many names of blocks"));
    let profiles: Vec<_> = (0..100)
        .map(|i| {
            format!(
                r#""p{i}": {{"api-version": "1.0", "profiles": ["p{}"]}}"#,
                i + 1
            )
        })
        .collect();
    let text = format!(r#"{{"profiles": {{{}}}}}"#, profiles.join(","));
    let error = Target::from_json_profile(&text, Some("p0"), &mut |_| None).unwrap_err();
    assert!(
        error.to_string().ends_with("too many inherited profiles"),
        "{error}"
    );
    // Every prefix of a real description, and every description with one byte changed, gives a result without a panic.
    let text = Target::built_in("vulkan-1.1").unwrap().to_profile_json();
    for end in 0..text.len() {
        assert!(Target::from_json(&text[..end]).is_err() || text[end..].trim().is_empty());
        let mut bytes = text.clone().into_bytes();
        for byte in [b'"', b'0', b'{', b']', b'-'] {
            bytes[end] = byte;
            let _ = Target::from_json(std::str::from_utf8(&bytes).unwrap());
        }
    }
}
