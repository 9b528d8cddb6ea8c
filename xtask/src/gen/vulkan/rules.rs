//! Additions and corrections to `vk.xml`.
//!
//! Every entry states its purpose; the source is the specification's chapter "Vulkan Environment for SPIR-V".

/// Features that are visible to shaders besides those that provide a capability: they permit widths, storage classes, scopes,
/// stages, layouts or execution modes. An empty list selects the whole structure.
pub const SHADER_FEATURES: &[(&str, &[&str])] = &[
    // Stores and atomics by stage, and storage images without a format.
    (
        "VkPhysicalDeviceFeatures",
        &[
            "vertexPipelineStoresAndAtomics",
            "fragmentStoresAndAtomics",
            "shaderStorageImageExtendedFormats",
            "shaderStorageImageReadWithoutFormat",
            "shaderStorageImageWriteWithoutFormat",
            // Whether resources can be partially nonresident, which a shader can query.
            "sparseResidencyBuffer",
            "sparseResidencyImage2D",
            "sparseResidencyImage3D",
            "sparseResidency2Samples",
            "sparseResidency4Samples",
            "sparseResidency8Samples",
            "sparseResidency16Samples",
        ],
    ),
    // Subgroups: operand types, indices, reconvergence, sizes.
    (
        "VkPhysicalDeviceVulkan12Features",
        &[
            "subgroupBroadcastDynamicId",
            "shaderOutputViewportIndex",
            "shaderOutputLayer",
        ],
    ),
    ("VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures", &[]),
    (
        "VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR",
        &[],
    ),
    ("VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR", &[]),
    ("VkPhysicalDeviceShaderSubgroupRotateFeatures", &[]),
    ("VkPhysicalDeviceShaderSubgroupPartitionedFeaturesEXT", &[]),
    ("VkPhysicalDeviceShaderQuadControlFeaturesKHR", &[]),
    ("VkPhysicalDeviceSubgroupSizeControlFeatures", &[]),
    // Memory model scopes and clocks.
    ("VkPhysicalDeviceVulkanMemoryModelFeatures", &[]),
    ("VkPhysicalDeviceShaderClockFeaturesKHR", &[]),
    // Atomics by width, operation and storage class.
    ("VkPhysicalDeviceShaderAtomicInt64Features", &[]),
    ("VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT", &[]),
    ("VkPhysicalDeviceShaderAtomicFloatFeaturesEXT", &[]),
    ("VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT", &[]),
    ("VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV", &[]),
    // Arithmetic by width.
    ("VkPhysicalDeviceShaderFloat16Int8Features", &[]),
    ("VkPhysicalDeviceShaderFmaFeaturesKHR", &[]),
    ("VkPhysicalDeviceShaderFloatControls2Features", &[]),
    ("VkPhysicalDeviceShaderIntegerDotProductFeatures", &[]),
    ("VkPhysicalDeviceShaderExpectAssumeFeatures", &[]),
    // Storage by width and storage class, and layouts.
    ("VkPhysicalDevice16BitStorageFeatures", &[]),
    ("VkPhysicalDevice8BitStorageFeatures", &[]),
    (
        "VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR",
        &[],
    ),
    ("VkPhysicalDeviceUniformBufferStandardLayoutFeatures", &[]),
    ("VkPhysicalDeviceScalarBlockLayoutFeatures", &[]),
    ("VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures", &[]),
    (
        "VkPhysicalDeviceShaderUniformBufferUnsizedArrayFeaturesEXT",
        &[],
    ),
    ("VkPhysicalDeviceShaderLongVectorFeaturesEXT", &[]),
    // Instructions and operands that maintenance extensions introduced.
    ("VkPhysicalDeviceMaintenance4Features", &[]),
    ("VkPhysicalDeviceMaintenance5Features", &[]),
    ("VkPhysicalDeviceMaintenance8FeaturesKHR", &[]),
    ("VkPhysicalDeviceMaintenance9FeaturesKHR", &[]),
    (
        "VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR",
        &[],
    ),
    ("VkPhysicalDeviceShaderTerminateInvocationFeatures", &[]),
    (
        "VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures",
        &[],
    ),
    ("VkPhysicalDeviceShaderReplicatedCompositesFeaturesEXT", &[]),
    // Stages and execution modes.
    ("VkPhysicalDeviceMultiviewFeatures", &[]),
    (
        "VkPhysicalDeviceMeshShaderFeaturesEXT",
        &["taskShader", "meshShader"],
    ),
    ("VkPhysicalDeviceMeshShaderFeaturesNV", &[]),
    (
        "VkPhysicalDeviceShaderEarlyAndLateFragmentTestsFeaturesAMD",
        &[],
    ),
    ("VkPhysicalDeviceDynamicRenderingLocalReadFeatures", &[]),
    (
        "VkPhysicalDevicePortabilitySubsetFeaturesKHR",
        &[
            "shaderSampleRateInterpolationFunctions",
            "tessellationIsolines",
            "tessellationPointMode",
        ],
    ),
    ("VkPhysicalDeviceTileShadingFeaturesQCOM", &[]),
    // Cooperative matrices by scope and size.
    (
        "VkPhysicalDeviceCooperativeMatrix2FeaturesNV",
        &[
            "cooperativeMatrixWorkgroupScope",
            "cooperativeMatrixFlexibleDimensions",
        ],
    ),
    (
        "VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT",
        &["cooperativeMatrixProperties2"],
    ),
    (
        "VkPhysicalDeviceCooperativeVectorFeaturesNV",
        &["cooperativeVector", "cooperativeVectorTraining"],
    ),
];

/// Extensions that matter to shaders without being in a condition or providing a structure above.
pub const SHADER_EXTENSIONS: &[&str] = &[
    "VK_KHR_spirv_1_4",
    "VK_KHR_relaxed_block_layout",
    "VK_KHR_driver_properties",
    "VK_KHR_portability_subset",
];

/// Structures of properties that are read.
pub const PROPERTIES: &[&str] = &[
    "VkPhysicalDeviceProperties",
    "VkPhysicalDeviceLimits",
    "VkPhysicalDeviceVulkan11Properties",
    "VkPhysicalDeviceVulkan12Properties",
    "VkPhysicalDeviceVulkan13Properties",
    "VkPhysicalDeviceVulkan14Properties",
    "VkPhysicalDeviceSubgroupProperties",
    "VkPhysicalDeviceSubgroupSizeControlProperties",
    "VkPhysicalDeviceFloatControlsProperties",
    "VkPhysicalDeviceDriverProperties",
    "VkPhysicalDeviceProtectedMemoryProperties",
    "VkPhysicalDeviceDescriptorIndexingProperties",
    "VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR",
    "VkPhysicalDeviceMeshShaderPropertiesEXT",
    "VkPhysicalDeviceTransformFeedbackPropertiesEXT",
];

/// Enumerations whose names occur in descriptions of devices, and the tables that contain them.
pub const ENUMERATIONS: &[(&str, &str)] = &[
    ("VkDriverId", "DRIVER_IDS"),
    ("VkPhysicalDeviceType", "DEVICE_TYPES"),
    (
        "VkShaderFloatControlsIndependence",
        "FLOAT_CONTROLS_INDEPENDENCE",
    ),
    ("VkSubgroupFeatureFlagBits", "SUBGROUP_FEATURES"),
    ("VkShaderStageFlagBits", "SHADER_STAGES"),
];

/// Extensions without a registry entry that modules and drivers use.
pub const OLD_EXTENSIONS: &[&str] = &["VK_AMD_gpu_shader_half_float_fetch"];

/// Capabilities that an extension provides although the registry does not list them.
pub const CAPABILITIES_BY_EXTENSION: &[(&str, &str)] = &[
    // SPV_AMD_shader_ballot allows OpGroupIAdd… in shaders; they need this capability.
    ("Groups", "VK_AMD_shader_ballot"),
    ("Float16ImageAMD", "VK_AMD_gpu_shader_half_float_fetch"),
];

/// Capabilities that several features provide together.
pub const CAPABILITIES_BY_FEATURES: &[(&str, &[(&str, &str)])] = &[
    // Vulkan 1.2 split VK_EXT_shader_viewport_index_layer into two features; both together provide the old capability.
    (
        "ShaderViewportIndexLayerEXT",
        &[
            (
                "VkPhysicalDeviceVulkan12Features",
                "shaderOutputViewportIndex",
            ),
            ("VkPhysicalDeviceVulkan12Features", "shaderOutputLayer"),
        ],
    ),
];

/// SPIR-V extensions that a Vulkan extension provides although the registry does not list them.
pub const SPIRV_EXTENSIONS_BY_EXTENSION: &[(&str, &str)] = &[(
    "SPV_AMD_gpu_shader_half_float_fetch",
    "VK_AMD_gpu_shader_half_float_fetch",
)];

/// Capabilities that the registry lists but the SPIR-V grammar lacks: modules that use them cannot be read.
pub const NOT_IN_GRAMMAR: &[&str] = &["ClusterCullingShadingHUAWEI"];
