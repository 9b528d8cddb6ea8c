use super::*;
use crate::generated::vulkan::CAPABILITIES;
use crate::tables::{capability, capability_index};

/// The features that a compute shader needs which declares a capability that counts as used wherever it is declared.
fn needs_of(capability: &str) -> Vec<String> {
    let mut report = EntryPointReport {
        name: String::new(),
        execution_model: String::new(),
        capabilities: Vec::new(),
        features: Vec::new(),
        vulkan_extensions: Vec::new(),
        properties: Vec::new(),
        api_version: "1.0".to_owned(),
    };
    let mut chosen = CapabilitySet::EMPTY;
    chosen.extend(crate::tables::capability_by_name(capability));
    report.add_capabilities(&chosen);
    let mut all = report.features;
    all.append(&mut report.vulkan_extensions);
    all
}

#[test]
fn required_features_are_listed() {
    assert_eq!(
        needs_of("VariablePointers"),
        [
            "VkPhysicalDeviceVariablePointersFeatures::variablePointers",
            "VkPhysicalDeviceVariablePointersFeatures::variablePointersStorageBuffer",
        ]
    );
    assert_eq!(
        needs_of("UniformAndStorageBuffer8BitAccess"),
        [
            "VkPhysicalDevice8BitStorageFeatures::uniformAndStorageBuffer8BitAccess",
            "VkPhysicalDevice8BitStorageFeatures::storageBuffer8BitAccess",
        ]
    );
    let viewport = "VkPhysicalDeviceFeatures::multiViewport";
    assert_eq!(needs_of("MultiViewport"), [viewport], "for any stage");
    let stage = "VkPhysicalDeviceFeatures::geometryShader";
    assert_eq!(needs_of("Geometry"), [stage]);
}

#[test]
fn the_extension_of_a_feature_structure_is_listed() {
    assert_eq!(
        needs_of("AtomicFloat32MinMaxEXT"),
        [
            "VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderBufferFloat32AtomicMinMax | VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderSharedFloat32AtomicMinMax | VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderImageFloat32AtomicMinMax",
            "VK_EXT_shader_atomic_float2",
        ]
    );
    assert_eq!(
        needs_of("Int64Atomics").last().unwrap(),
        "VkPhysicalDeviceFeatures::shaderInt64",
        "one way needs no extension"
    );
}

/// Pairs of features from the valid usage of `VkDeviceCreateInfo` and of feature structures: the first requires the second.
#[rustfmt::skip]
const COMPANY: [(&str, &str, &str, &str); 11] = [
    ("VkPhysicalDeviceVariablePointersFeatures", "variablePointers", "variablePointersStorageBuffer", "VUID-VkPhysicalDeviceVariablePointersFeatures-variablePointers-01431"),
    ("VkPhysicalDeviceMultiviewFeatures", "multiviewGeometryShader", "multiview", "VUID-VkPhysicalDeviceMultiviewFeatures-multiviewGeometryShader-00580"),
    ("VkPhysicalDeviceMultiviewFeatures", "multiviewTessellationShader", "multiview", "VUID-VkPhysicalDeviceMultiviewFeatures-multiviewTessellationShader-00581"),
    ("VkPhysicalDeviceMeshShaderFeaturesEXT", "multiviewMeshShader", "multiview", "VUID-VkPhysicalDeviceMeshShaderFeaturesEXT-multiviewMeshShader-07032"),
    ("VkPhysicalDeviceMeshShaderFeaturesEXT", "primitiveFragmentShadingRateMeshShader", "primitiveFragmentShadingRate", "VUID-VkPhysicalDeviceMeshShaderFeaturesEXT-primitiveFragmentShadingRateMeshShader-07033"),
    ("VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT", "sparseImageInt64Atomics", "shaderImageInt64Atomics", "VUID-VkDeviceCreateInfo-None-04896"),
    ("VkPhysicalDeviceShaderAtomicFloatFeaturesEXT", "sparseImageFloat32Atomics", "shaderImageFloat32Atomics", "VUID-VkDeviceCreateInfo-None-04897"),
    ("VkPhysicalDeviceShaderAtomicFloatFeaturesEXT", "sparseImageFloat32AtomicAdd", "shaderImageFloat32AtomicAdd", "VUID-VkDeviceCreateInfo-None-04898"),
    ("VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT", "sparseImageFloat32AtomicMinMax", "shaderImageFloat32AtomicMinMax", "VUID-VkDeviceCreateInfo-sparseImageFloat32AtomicMinMax-04975"),
    ("VkPhysicalDeviceRobustness2FeaturesKHR", "robustBufferAccess2", "robustBufferAccess", "VUID-VkPhysicalDeviceRobustness2FeaturesKHR-robustBufferAccess2-04000"),
    ("VkPhysicalDeviceRayTracingPipelineFeaturesKHR", "rayTracingPipelineShaderGroupHandleCaptureReplayMixed", "rayTracingPipelineShaderGroupHandleCaptureReplay", "VUID-VkPhysicalDeviceRayTracingPipelineFeaturesKHR-rayTracingPipelineShaderGroupHandleCaptureReplayMixed-03575"),
];

#[test]
fn listed_features_include_those_that_they_require() {
    let mut named = 0;
    for (structure, member, company, rule) in COMPANY {
        // Modules cannot need most of them.
        let Some(feature) = Feature::find(structure, member) else {
            continue;
        };
        let conditions = conditions::CONDITIONS.iter();
        for condition in conditions {
            assert!(!condition.features.contains(&feature), "{rule}");
        }
        for (value, conditions) in &CAPABILITIES {
            let asks = |one: &Condition| one.features().contains(&feature);
            if !conditions.iter().any(asks) {
                continue;
            }
            named += 1;
            let row = capability_index(*value).and_then(capability_row).unwrap();
            let needs = needs_of(&row.name);
            let ends = format!("::{company}");
            assert!(needs.iter().any(|need| need.ends_with(&ends)), "{rule}");
        }
    }
    assert_eq!(named, 1, "VariablePointers");
    assert!(is_of_stage(capability::Geometry));
}
