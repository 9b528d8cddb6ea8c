// What the device offers, as specialization constants: HLSL for Vulkan.
// Written by `cargo xtask gen --registry DIR`; edits by hand are lost.
//
// Ask for constants by name before the include. Nothing else is declared, and the file can be included again
// with other names, so that a library can ask for what it needs:
//
//     #define SOS_USE_SUBGROUP_SIZE
//     #define SOS_USE_HAS_shaderFloat16
//     #include "sos.hlsli"
//     ... if (SOS_HAS_shaderFloat16) ...
//
// SOS sets them to what the target has and removes what they switch off. A shader that it never sees runs with the
// defaults: what every Vulkan device has.
//
// SOS_HAS_shaderFloat16 and the like: the feature is on. SOS_HAS_VK_*: what the extension brings to SPIR-V can be
// used, be it by the extension or by a core version that took it up. SOS_LIMIT_*: a limit, in Vulkan's units.

// The SpecId of the first constant. Define it before the include, and tell SOS, if the range is taken.
#ifndef SOS_SPEC_BASE
#define SOS_SPEC_BASE 1024
#endif

// VkPhysicalDeviceSubgroupProperties::subgroupSize
#if defined(SOS_USE_SUBGROUP_SIZE) && !defined(SOS_DECLARED_SUBGROUP_SIZE)
#define SOS_DECLARED_SUBGROUP_SIZE
[[vk::constant_id(SOS_SPEC_BASE + 0)]] const uint SOS_SUBGROUP_SIZE = 1;
#endif

// VkPhysicalDeviceSubgroupSizeControlProperties::minSubgroupSize
#if defined(SOS_USE_SUBGROUP_SIZE_MIN) && !defined(SOS_DECLARED_SUBGROUP_SIZE_MIN)
#define SOS_DECLARED_SUBGROUP_SIZE_MIN
[[vk::constant_id(SOS_SPEC_BASE + 1)]] const uint SOS_SUBGROUP_SIZE_MIN = 1;
#endif

// VkPhysicalDeviceSubgroupSizeControlProperties::maxSubgroupSize
#if defined(SOS_USE_SUBGROUP_SIZE_MAX) && !defined(SOS_DECLARED_SUBGROUP_SIZE_MAX)
#define SOS_DECLARED_SUBGROUP_SIZE_MAX
[[vk::constant_id(SOS_SPEC_BASE + 2)]] const uint SOS_SUBGROUP_SIZE_MAX = 128;
#endif

// VkPhysicalDeviceSubgroupProperties::supportedStages
#if defined(SOS_USE_SUBGROUP_STAGES) && !defined(SOS_DECLARED_SUBGROUP_STAGES)
#define SOS_DECLARED_SUBGROUP_STAGES
[[vk::constant_id(SOS_SPEC_BASE + 3)]] const uint SOS_SUBGROUP_STAGES = 0;
#endif

// VkPhysicalDeviceProperties::vendorID
#if defined(SOS_USE_VENDOR_ID) && !defined(SOS_DECLARED_VENDOR_ID)
#define SOS_DECLARED_VENDOR_ID
[[vk::constant_id(SOS_SPEC_BASE + 4)]] const uint SOS_VENDOR_ID = 0;
#endif

// VkPhysicalDeviceProperties::deviceID
#if defined(SOS_USE_DEVICE_ID) && !defined(SOS_DECLARED_DEVICE_ID)
#define SOS_DECLARED_DEVICE_ID
[[vk::constant_id(SOS_SPEC_BASE + 5)]] const uint SOS_DEVICE_ID = 0;
#endif

// VkPhysicalDeviceDriverProperties::driverID
#if defined(SOS_USE_DRIVER_ID) && !defined(SOS_DECLARED_DRIVER_ID)
#define SOS_DECLARED_DRIVER_ID
[[vk::constant_id(SOS_SPEC_BASE + 6)]] const uint SOS_DRIVER_ID = 0;
#endif

// The Vulkan version, packed as VK_MAKE_API_VERSION does it
#if defined(SOS_USE_API_VERSION) && !defined(SOS_DECLARED_API_VERSION)
#define SOS_DECLARED_API_VERSION
[[vk::constant_id(SOS_SPEC_BASE + 7)]] const uint SOS_API_VERSION = 4194304;
#endif

// The highest SPIR-V version, as in a module's header
#if defined(SOS_USE_SPIRV_VERSION) && !defined(SOS_DECLARED_SPIRV_VERSION)
#define SOS_DECLARED_SPIRV_VERSION
[[vk::constant_id(SOS_SPEC_BASE + 8)]] const uint SOS_SPIRV_VERSION = 65536;
#endif

// VK_SUBGROUP_FEATURE_BASIC_BIT
#if defined(SOS_USE_HAS_SUBGROUP_BASIC) && !defined(SOS_DECLARED_HAS_SUBGROUP_BASIC)
#define SOS_DECLARED_HAS_SUBGROUP_BASIC
[[vk::constant_id(SOS_SPEC_BASE + 9)]] const bool SOS_HAS_SUBGROUP_BASIC = false;
#endif

// VK_SUBGROUP_FEATURE_VOTE_BIT
#if defined(SOS_USE_HAS_SUBGROUP_VOTE) && !defined(SOS_DECLARED_HAS_SUBGROUP_VOTE)
#define SOS_DECLARED_HAS_SUBGROUP_VOTE
[[vk::constant_id(SOS_SPEC_BASE + 10)]] const bool SOS_HAS_SUBGROUP_VOTE = false;
#endif

// VK_SUBGROUP_FEATURE_ARITHMETIC_BIT
#if defined(SOS_USE_HAS_SUBGROUP_ARITHMETIC) && !defined(SOS_DECLARED_HAS_SUBGROUP_ARITHMETIC)
#define SOS_DECLARED_HAS_SUBGROUP_ARITHMETIC
[[vk::constant_id(SOS_SPEC_BASE + 11)]] const bool SOS_HAS_SUBGROUP_ARITHMETIC = false;
#endif

// VK_SUBGROUP_FEATURE_BALLOT_BIT
#if defined(SOS_USE_HAS_SUBGROUP_BALLOT) && !defined(SOS_DECLARED_HAS_SUBGROUP_BALLOT)
#define SOS_DECLARED_HAS_SUBGROUP_BALLOT
[[vk::constant_id(SOS_SPEC_BASE + 12)]] const bool SOS_HAS_SUBGROUP_BALLOT = false;
#endif

// VK_SUBGROUP_FEATURE_SHUFFLE_BIT
#if defined(SOS_USE_HAS_SUBGROUP_SHUFFLE) && !defined(SOS_DECLARED_HAS_SUBGROUP_SHUFFLE)
#define SOS_DECLARED_HAS_SUBGROUP_SHUFFLE
[[vk::constant_id(SOS_SPEC_BASE + 13)]] const bool SOS_HAS_SUBGROUP_SHUFFLE = false;
#endif

// VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT
#if defined(SOS_USE_HAS_SUBGROUP_SHUFFLE_RELATIVE) && !defined(SOS_DECLARED_HAS_SUBGROUP_SHUFFLE_RELATIVE)
#define SOS_DECLARED_HAS_SUBGROUP_SHUFFLE_RELATIVE
[[vk::constant_id(SOS_SPEC_BASE + 14)]] const bool SOS_HAS_SUBGROUP_SHUFFLE_RELATIVE = false;
#endif

// VK_SUBGROUP_FEATURE_CLUSTERED_BIT
#if defined(SOS_USE_HAS_SUBGROUP_CLUSTERED) && !defined(SOS_DECLARED_HAS_SUBGROUP_CLUSTERED)
#define SOS_DECLARED_HAS_SUBGROUP_CLUSTERED
[[vk::constant_id(SOS_SPEC_BASE + 15)]] const bool SOS_HAS_SUBGROUP_CLUSTERED = false;
#endif

// VK_SUBGROUP_FEATURE_QUAD_BIT
#if defined(SOS_USE_HAS_SUBGROUP_QUAD) && !defined(SOS_DECLARED_HAS_SUBGROUP_QUAD)
#define SOS_DECLARED_HAS_SUBGROUP_QUAD
[[vk::constant_id(SOS_SPEC_BASE + 16)]] const bool SOS_HAS_SUBGROUP_QUAD = false;
#endif

// VK_SUBGROUP_FEATURE_PARTITIONED_BIT
#if defined(SOS_USE_HAS_SUBGROUP_PARTITIONED) && !defined(SOS_DECLARED_HAS_SUBGROUP_PARTITIONED)
#define SOS_DECLARED_HAS_SUBGROUP_PARTITIONED
[[vk::constant_id(SOS_SPEC_BASE + 17)]] const bool SOS_HAS_SUBGROUP_PARTITIONED = false;
#endif

// VK_SUBGROUP_FEATURE_ROTATE_BIT
#if defined(SOS_USE_HAS_SUBGROUP_ROTATE) && !defined(SOS_DECLARED_HAS_SUBGROUP_ROTATE)
#define SOS_DECLARED_HAS_SUBGROUP_ROTATE
[[vk::constant_id(SOS_SPEC_BASE + 18)]] const bool SOS_HAS_SUBGROUP_ROTATE = false;
#endif

// VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT
#if defined(SOS_USE_HAS_SUBGROUP_ROTATE_CLUSTERED) && !defined(SOS_DECLARED_HAS_SUBGROUP_ROTATE_CLUSTERED)
#define SOS_DECLARED_HAS_SUBGROUP_ROTATE_CLUSTERED
[[vk::constant_id(SOS_SPEC_BASE + 19)]] const bool SOS_HAS_SUBGROUP_ROTATE_CLUSTERED = false;
#endif

// VkPhysicalDeviceSubgroupProperties::quadOperationsInAllStages
#if defined(SOS_USE_HAS_SUBGROUP_QUAD_IN_ALL_STAGES) && !defined(SOS_DECLARED_HAS_SUBGROUP_QUAD_IN_ALL_STAGES)
#define SOS_DECLARED_HAS_SUBGROUP_QUAD_IN_ALL_STAGES
[[vk::constant_id(SOS_SPEC_BASE + 20)]] const bool SOS_HAS_SUBGROUP_QUAD_IN_ALL_STAGES = false;
#endif

// VkPhysicalDeviceLimits::maxComputeSharedMemorySize
#if defined(SOS_USE_LIMIT_maxComputeSharedMemorySize) && !defined(SOS_DECLARED_LIMIT_maxComputeSharedMemorySize)
#define SOS_DECLARED_LIMIT_maxComputeSharedMemorySize
[[vk::constant_id(SOS_SPEC_BASE + 21)]] const uint SOS_LIMIT_maxComputeSharedMemorySize = 16384;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupInvocations
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupInvocations) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupInvocations)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupInvocations
[[vk::constant_id(SOS_SPEC_BASE + 22)]] const uint SOS_LIMIT_maxComputeWorkGroupInvocations = 128;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupSize[0]
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupSize_X) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupSize_X)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupSize_X
[[vk::constant_id(SOS_SPEC_BASE + 23)]] const uint SOS_LIMIT_maxComputeWorkGroupSize_X = 128;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupSize[1]
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupSize_Y) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupSize_Y)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupSize_Y
[[vk::constant_id(SOS_SPEC_BASE + 24)]] const uint SOS_LIMIT_maxComputeWorkGroupSize_Y = 128;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupSize[2]
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupSize_Z) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupSize_Z)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupSize_Z
[[vk::constant_id(SOS_SPEC_BASE + 25)]] const uint SOS_LIMIT_maxComputeWorkGroupSize_Z = 64;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupCount[0]
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupCount_X) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupCount_X)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupCount_X
[[vk::constant_id(SOS_SPEC_BASE + 26)]] const uint SOS_LIMIT_maxComputeWorkGroupCount_X = 65535;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupCount[1]
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupCount_Y) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupCount_Y)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupCount_Y
[[vk::constant_id(SOS_SPEC_BASE + 27)]] const uint SOS_LIMIT_maxComputeWorkGroupCount_Y = 65535;
#endif

// VkPhysicalDeviceLimits::maxComputeWorkGroupCount[2]
#if defined(SOS_USE_LIMIT_maxComputeWorkGroupCount_Z) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkGroupCount_Z)
#define SOS_DECLARED_LIMIT_maxComputeWorkGroupCount_Z
[[vk::constant_id(SOS_SPEC_BASE + 28)]] const uint SOS_LIMIT_maxComputeWorkGroupCount_Z = 65535;
#endif

// VkPhysicalDeviceSubgroupSizeControlProperties::maxComputeWorkgroupSubgroups
#if defined(SOS_USE_LIMIT_maxComputeWorkgroupSubgroups) && !defined(SOS_DECLARED_LIMIT_maxComputeWorkgroupSubgroups)
#define SOS_DECLARED_LIMIT_maxComputeWorkgroupSubgroups
[[vk::constant_id(SOS_SPEC_BASE + 29)]] const uint SOS_LIMIT_maxComputeWorkgroupSubgroups = 1;
#endif

// VkPhysicalDeviceLimits::maxPushConstantsSize
#if defined(SOS_USE_LIMIT_maxPushConstantsSize) && !defined(SOS_DECLARED_LIMIT_maxPushConstantsSize)
#define SOS_DECLARED_LIMIT_maxPushConstantsSize
[[vk::constant_id(SOS_SPEC_BASE + 30)]] const uint SOS_LIMIT_maxPushConstantsSize = 128;
#endif

// VkPhysicalDeviceLimits::maxUniformBufferRange
#if defined(SOS_USE_LIMIT_maxUniformBufferRange) && !defined(SOS_DECLARED_LIMIT_maxUniformBufferRange)
#define SOS_DECLARED_LIMIT_maxUniformBufferRange
[[vk::constant_id(SOS_SPEC_BASE + 31)]] const uint SOS_LIMIT_maxUniformBufferRange = 16384;
#endif

// VkPhysicalDeviceLimits::maxStorageBufferRange
#if defined(SOS_USE_LIMIT_maxStorageBufferRange) && !defined(SOS_DECLARED_LIMIT_maxStorageBufferRange)
#define SOS_DECLARED_LIMIT_maxStorageBufferRange
[[vk::constant_id(SOS_SPEC_BASE + 32)]] const uint SOS_LIMIT_maxStorageBufferRange = 134217728;
#endif

// VkPhysicalDeviceLimits::maxTexelOffset
#if defined(SOS_USE_LIMIT_maxTexelOffset) && !defined(SOS_DECLARED_LIMIT_maxTexelOffset)
#define SOS_DECLARED_LIMIT_maxTexelOffset
[[vk::constant_id(SOS_SPEC_BASE + 33)]] const uint SOS_LIMIT_maxTexelOffset = 7;
#endif

// VkPhysicalDeviceLimits::maxTexelGatherOffset
#if defined(SOS_USE_LIMIT_maxTexelGatherOffset) && !defined(SOS_DECLARED_LIMIT_maxTexelGatherOffset)
#define SOS_DECLARED_LIMIT_maxTexelGatherOffset
[[vk::constant_id(SOS_SPEC_BASE + 34)]] const uint SOS_LIMIT_maxTexelGatherOffset = 0;
#endif

// VkPhysicalDeviceLimits::maxSampleMaskWords
#if defined(SOS_USE_LIMIT_maxSampleMaskWords) && !defined(SOS_DECLARED_LIMIT_maxSampleMaskWords)
#define SOS_DECLARED_LIMIT_maxSampleMaskWords
[[vk::constant_id(SOS_SPEC_BASE + 35)]] const uint SOS_LIMIT_maxSampleMaskWords = 1;
#endif

// VkPhysicalDeviceLimits::maxClipDistances
#if defined(SOS_USE_LIMIT_maxClipDistances) && !defined(SOS_DECLARED_LIMIT_maxClipDistances)
#define SOS_DECLARED_LIMIT_maxClipDistances
[[vk::constant_id(SOS_SPEC_BASE + 36)]] const uint SOS_LIMIT_maxClipDistances = 0;
#endif

// VkPhysicalDeviceLimits::maxCullDistances
#if defined(SOS_USE_LIMIT_maxCullDistances) && !defined(SOS_DECLARED_LIMIT_maxCullDistances)
#define SOS_DECLARED_LIMIT_maxCullDistances
[[vk::constant_id(SOS_SPEC_BASE + 37)]] const uint SOS_LIMIT_maxCullDistances = 0;
#endif

// VkPhysicalDeviceLimits::maxFragmentCombinedOutputResources
#if defined(SOS_USE_LIMIT_maxFragmentCombinedOutputResources) && !defined(SOS_DECLARED_LIMIT_maxFragmentCombinedOutputResources)
#define SOS_DECLARED_LIMIT_maxFragmentCombinedOutputResources
[[vk::constant_id(SOS_SPEC_BASE + 38)]] const uint SOS_LIMIT_maxFragmentCombinedOutputResources = 4;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskWorkGroupInvocations
#if defined(SOS_USE_LIMIT_maxTaskWorkGroupInvocations) && !defined(SOS_DECLARED_LIMIT_maxTaskWorkGroupInvocations)
#define SOS_DECLARED_LIMIT_maxTaskWorkGroupInvocations
[[vk::constant_id(SOS_SPEC_BASE + 39)]] const uint SOS_LIMIT_maxTaskWorkGroupInvocations = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskWorkGroupSize[0]
#if defined(SOS_USE_LIMIT_maxTaskWorkGroupSize_X) && !defined(SOS_DECLARED_LIMIT_maxTaskWorkGroupSize_X)
#define SOS_DECLARED_LIMIT_maxTaskWorkGroupSize_X
[[vk::constant_id(SOS_SPEC_BASE + 40)]] const uint SOS_LIMIT_maxTaskWorkGroupSize_X = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskWorkGroupSize[1]
#if defined(SOS_USE_LIMIT_maxTaskWorkGroupSize_Y) && !defined(SOS_DECLARED_LIMIT_maxTaskWorkGroupSize_Y)
#define SOS_DECLARED_LIMIT_maxTaskWorkGroupSize_Y
[[vk::constant_id(SOS_SPEC_BASE + 41)]] const uint SOS_LIMIT_maxTaskWorkGroupSize_Y = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskWorkGroupSize[2]
#if defined(SOS_USE_LIMIT_maxTaskWorkGroupSize_Z) && !defined(SOS_DECLARED_LIMIT_maxTaskWorkGroupSize_Z)
#define SOS_DECLARED_LIMIT_maxTaskWorkGroupSize_Z
[[vk::constant_id(SOS_SPEC_BASE + 42)]] const uint SOS_LIMIT_maxTaskWorkGroupSize_Z = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskPayloadSize
#if defined(SOS_USE_LIMIT_maxTaskPayloadSize) && !defined(SOS_DECLARED_LIMIT_maxTaskPayloadSize)
#define SOS_DECLARED_LIMIT_maxTaskPayloadSize
[[vk::constant_id(SOS_SPEC_BASE + 43)]] const uint SOS_LIMIT_maxTaskPayloadSize = 16384;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskSharedMemorySize
#if defined(SOS_USE_LIMIT_maxTaskSharedMemorySize) && !defined(SOS_DECLARED_LIMIT_maxTaskSharedMemorySize)
#define SOS_DECLARED_LIMIT_maxTaskSharedMemorySize
[[vk::constant_id(SOS_SPEC_BASE + 44)]] const uint SOS_LIMIT_maxTaskSharedMemorySize = 32768;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxTaskPayloadAndSharedMemorySize
#if defined(SOS_USE_LIMIT_maxTaskPayloadAndSharedMemorySize) && !defined(SOS_DECLARED_LIMIT_maxTaskPayloadAndSharedMemorySize)
#define SOS_DECLARED_LIMIT_maxTaskPayloadAndSharedMemorySize
[[vk::constant_id(SOS_SPEC_BASE + 45)]] const uint SOS_LIMIT_maxTaskPayloadAndSharedMemorySize = 32768;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshWorkGroupInvocations
#if defined(SOS_USE_LIMIT_maxMeshWorkGroupInvocations) && !defined(SOS_DECLARED_LIMIT_maxMeshWorkGroupInvocations)
#define SOS_DECLARED_LIMIT_maxMeshWorkGroupInvocations
[[vk::constant_id(SOS_SPEC_BASE + 46)]] const uint SOS_LIMIT_maxMeshWorkGroupInvocations = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshWorkGroupSize[0]
#if defined(SOS_USE_LIMIT_maxMeshWorkGroupSize_X) && !defined(SOS_DECLARED_LIMIT_maxMeshWorkGroupSize_X)
#define SOS_DECLARED_LIMIT_maxMeshWorkGroupSize_X
[[vk::constant_id(SOS_SPEC_BASE + 47)]] const uint SOS_LIMIT_maxMeshWorkGroupSize_X = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshWorkGroupSize[1]
#if defined(SOS_USE_LIMIT_maxMeshWorkGroupSize_Y) && !defined(SOS_DECLARED_LIMIT_maxMeshWorkGroupSize_Y)
#define SOS_DECLARED_LIMIT_maxMeshWorkGroupSize_Y
[[vk::constant_id(SOS_SPEC_BASE + 48)]] const uint SOS_LIMIT_maxMeshWorkGroupSize_Y = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshWorkGroupSize[2]
#if defined(SOS_USE_LIMIT_maxMeshWorkGroupSize_Z) && !defined(SOS_DECLARED_LIMIT_maxMeshWorkGroupSize_Z)
#define SOS_DECLARED_LIMIT_maxMeshWorkGroupSize_Z
[[vk::constant_id(SOS_SPEC_BASE + 49)]] const uint SOS_LIMIT_maxMeshWorkGroupSize_Z = 128;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshSharedMemorySize
#if defined(SOS_USE_LIMIT_maxMeshSharedMemorySize) && !defined(SOS_DECLARED_LIMIT_maxMeshSharedMemorySize)
#define SOS_DECLARED_LIMIT_maxMeshSharedMemorySize
[[vk::constant_id(SOS_SPEC_BASE + 50)]] const uint SOS_LIMIT_maxMeshSharedMemorySize = 28672;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshOutputVertices
#if defined(SOS_USE_LIMIT_maxMeshOutputVertices) && !defined(SOS_DECLARED_LIMIT_maxMeshOutputVertices)
#define SOS_DECLARED_LIMIT_maxMeshOutputVertices
[[vk::constant_id(SOS_SPEC_BASE + 51)]] const uint SOS_LIMIT_maxMeshOutputVertices = 256;
#endif

// VkPhysicalDeviceMeshShaderPropertiesEXT::maxMeshOutputPrimitives
#if defined(SOS_USE_LIMIT_maxMeshOutputPrimitives) && !defined(SOS_DECLARED_LIMIT_maxMeshOutputPrimitives)
#define SOS_DECLARED_LIMIT_maxMeshOutputPrimitives
[[vk::constant_id(SOS_SPEC_BASE + 52)]] const uint SOS_LIMIT_maxMeshOutputPrimitives = 256;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderSignedZeroInfNanPreserveFloat16
#if defined(SOS_USE_HAS_shaderSignedZeroInfNanPreserveFloat16) && !defined(SOS_DECLARED_HAS_shaderSignedZeroInfNanPreserveFloat16)
#define SOS_DECLARED_HAS_shaderSignedZeroInfNanPreserveFloat16
[[vk::constant_id(SOS_SPEC_BASE + 53)]] const bool SOS_HAS_shaderSignedZeroInfNanPreserveFloat16 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderSignedZeroInfNanPreserveFloat32
#if defined(SOS_USE_HAS_shaderSignedZeroInfNanPreserveFloat32) && !defined(SOS_DECLARED_HAS_shaderSignedZeroInfNanPreserveFloat32)
#define SOS_DECLARED_HAS_shaderSignedZeroInfNanPreserveFloat32
[[vk::constant_id(SOS_SPEC_BASE + 54)]] const bool SOS_HAS_shaderSignedZeroInfNanPreserveFloat32 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderSignedZeroInfNanPreserveFloat64
#if defined(SOS_USE_HAS_shaderSignedZeroInfNanPreserveFloat64) && !defined(SOS_DECLARED_HAS_shaderSignedZeroInfNanPreserveFloat64)
#define SOS_DECLARED_HAS_shaderSignedZeroInfNanPreserveFloat64
[[vk::constant_id(SOS_SPEC_BASE + 55)]] const bool SOS_HAS_shaderSignedZeroInfNanPreserveFloat64 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderDenormPreserveFloat16
#if defined(SOS_USE_HAS_shaderDenormPreserveFloat16) && !defined(SOS_DECLARED_HAS_shaderDenormPreserveFloat16)
#define SOS_DECLARED_HAS_shaderDenormPreserveFloat16
[[vk::constant_id(SOS_SPEC_BASE + 56)]] const bool SOS_HAS_shaderDenormPreserveFloat16 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderDenormPreserveFloat32
#if defined(SOS_USE_HAS_shaderDenormPreserveFloat32) && !defined(SOS_DECLARED_HAS_shaderDenormPreserveFloat32)
#define SOS_DECLARED_HAS_shaderDenormPreserveFloat32
[[vk::constant_id(SOS_SPEC_BASE + 57)]] const bool SOS_HAS_shaderDenormPreserveFloat32 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderDenormPreserveFloat64
#if defined(SOS_USE_HAS_shaderDenormPreserveFloat64) && !defined(SOS_DECLARED_HAS_shaderDenormPreserveFloat64)
#define SOS_DECLARED_HAS_shaderDenormPreserveFloat64
[[vk::constant_id(SOS_SPEC_BASE + 58)]] const bool SOS_HAS_shaderDenormPreserveFloat64 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderDenormFlushToZeroFloat16
#if defined(SOS_USE_HAS_shaderDenormFlushToZeroFloat16) && !defined(SOS_DECLARED_HAS_shaderDenormFlushToZeroFloat16)
#define SOS_DECLARED_HAS_shaderDenormFlushToZeroFloat16
[[vk::constant_id(SOS_SPEC_BASE + 59)]] const bool SOS_HAS_shaderDenormFlushToZeroFloat16 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderDenormFlushToZeroFloat32
#if defined(SOS_USE_HAS_shaderDenormFlushToZeroFloat32) && !defined(SOS_DECLARED_HAS_shaderDenormFlushToZeroFloat32)
#define SOS_DECLARED_HAS_shaderDenormFlushToZeroFloat32
[[vk::constant_id(SOS_SPEC_BASE + 60)]] const bool SOS_HAS_shaderDenormFlushToZeroFloat32 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderDenormFlushToZeroFloat64
#if defined(SOS_USE_HAS_shaderDenormFlushToZeroFloat64) && !defined(SOS_DECLARED_HAS_shaderDenormFlushToZeroFloat64)
#define SOS_DECLARED_HAS_shaderDenormFlushToZeroFloat64
[[vk::constant_id(SOS_SPEC_BASE + 61)]] const bool SOS_HAS_shaderDenormFlushToZeroFloat64 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderRoundingModeRTEFloat16
#if defined(SOS_USE_HAS_shaderRoundingModeRTEFloat16) && !defined(SOS_DECLARED_HAS_shaderRoundingModeRTEFloat16)
#define SOS_DECLARED_HAS_shaderRoundingModeRTEFloat16
[[vk::constant_id(SOS_SPEC_BASE + 62)]] const bool SOS_HAS_shaderRoundingModeRTEFloat16 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderRoundingModeRTEFloat32
#if defined(SOS_USE_HAS_shaderRoundingModeRTEFloat32) && !defined(SOS_DECLARED_HAS_shaderRoundingModeRTEFloat32)
#define SOS_DECLARED_HAS_shaderRoundingModeRTEFloat32
[[vk::constant_id(SOS_SPEC_BASE + 63)]] const bool SOS_HAS_shaderRoundingModeRTEFloat32 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderRoundingModeRTEFloat64
#if defined(SOS_USE_HAS_shaderRoundingModeRTEFloat64) && !defined(SOS_DECLARED_HAS_shaderRoundingModeRTEFloat64)
#define SOS_DECLARED_HAS_shaderRoundingModeRTEFloat64
[[vk::constant_id(SOS_SPEC_BASE + 64)]] const bool SOS_HAS_shaderRoundingModeRTEFloat64 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderRoundingModeRTZFloat16
#if defined(SOS_USE_HAS_shaderRoundingModeRTZFloat16) && !defined(SOS_DECLARED_HAS_shaderRoundingModeRTZFloat16)
#define SOS_DECLARED_HAS_shaderRoundingModeRTZFloat16
[[vk::constant_id(SOS_SPEC_BASE + 65)]] const bool SOS_HAS_shaderRoundingModeRTZFloat16 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderRoundingModeRTZFloat32
#if defined(SOS_USE_HAS_shaderRoundingModeRTZFloat32) && !defined(SOS_DECLARED_HAS_shaderRoundingModeRTZFloat32)
#define SOS_DECLARED_HAS_shaderRoundingModeRTZFloat32
[[vk::constant_id(SOS_SPEC_BASE + 66)]] const bool SOS_HAS_shaderRoundingModeRTZFloat32 = false;
#endif

// VkPhysicalDeviceFloatControlsProperties::shaderRoundingModeRTZFloat64
#if defined(SOS_USE_HAS_shaderRoundingModeRTZFloat64) && !defined(SOS_DECLARED_HAS_shaderRoundingModeRTZFloat64)
#define SOS_DECLARED_HAS_shaderRoundingModeRTZFloat64
[[vk::constant_id(SOS_SPEC_BASE + 67)]] const bool SOS_HAS_shaderRoundingModeRTZFloat64 = false;
#endif

// VkPhysicalDeviceFragmentShadingRateFeaturesKHR::attachmentFragmentShadingRate
#if defined(SOS_USE_HAS_attachmentFragmentShadingRate) && !defined(SOS_DECLARED_HAS_attachmentFragmentShadingRate)
#define SOS_DECLARED_HAS_attachmentFragmentShadingRate
[[vk::constant_id(SOS_SPEC_BASE + 68)]] const bool SOS_HAS_attachmentFragmentShadingRate = false;
#endif

// VkPhysicalDeviceBufferDeviceAddressFeatures::bufferDeviceAddress
#if defined(SOS_USE_HAS_bufferDeviceAddress) && !defined(SOS_DECLARED_HAS_bufferDeviceAddress)
#define SOS_DECLARED_HAS_bufferDeviceAddress
[[vk::constant_id(SOS_SPEC_BASE + 69)]] const bool SOS_HAS_bufferDeviceAddress = false;
#endif

// VkPhysicalDeviceBufferDeviceAddressFeaturesEXT::bufferDeviceAddress
#if defined(SOS_USE_HAS_bufferDeviceAddress_EXT) && !defined(SOS_DECLARED_HAS_bufferDeviceAddress_EXT)
#define SOS_DECLARED_HAS_bufferDeviceAddress_EXT
[[vk::constant_id(SOS_SPEC_BASE + 70)]] const bool SOS_HAS_bufferDeviceAddress_EXT = false;
#endif

// VkPhysicalDeviceClusterAccelerationStructureFeaturesNV::clusterAccelerationStructure
#if defined(SOS_USE_HAS_clusterAccelerationStructure) && !defined(SOS_DECLARED_HAS_clusterAccelerationStructure)
#define SOS_DECLARED_HAS_clusterAccelerationStructure
[[vk::constant_id(SOS_SPEC_BASE + 71)]] const bool SOS_HAS_clusterAccelerationStructure = false;
#endif

// VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR::computeDerivativeGroupLinear
#if defined(SOS_USE_HAS_computeDerivativeGroupLinear) && !defined(SOS_DECLARED_HAS_computeDerivativeGroupLinear)
#define SOS_DECLARED_HAS_computeDerivativeGroupLinear
[[vk::constant_id(SOS_SPEC_BASE + 72)]] const bool SOS_HAS_computeDerivativeGroupLinear = false;
#endif

// VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR::computeDerivativeGroupQuads
#if defined(SOS_USE_HAS_computeDerivativeGroupQuads) && !defined(SOS_DECLARED_HAS_computeDerivativeGroupQuads)
#define SOS_DECLARED_HAS_computeDerivativeGroupQuads
[[vk::constant_id(SOS_SPEC_BASE + 73)]] const bool SOS_HAS_computeDerivativeGroupQuads = false;
#endif

// VkPhysicalDeviceSubgroupSizeControlFeatures::computeFullSubgroups
#if defined(SOS_USE_HAS_computeFullSubgroups) && !defined(SOS_DECLARED_HAS_computeFullSubgroups)
#define SOS_DECLARED_HAS_computeFullSubgroups
[[vk::constant_id(SOS_SPEC_BASE + 74)]] const bool SOS_HAS_computeFullSubgroups = false;
#endif

// VkPhysicalDeviceCooperativeMatrixFeaturesKHR::cooperativeMatrix
#if defined(SOS_USE_HAS_cooperativeMatrix_KHR) && !defined(SOS_DECLARED_HAS_cooperativeMatrix_KHR)
#define SOS_DECLARED_HAS_cooperativeMatrix_KHR
[[vk::constant_id(SOS_SPEC_BASE + 75)]] const bool SOS_HAS_cooperativeMatrix_KHR = false;
#endif

// VkPhysicalDeviceCooperativeMatrixFeaturesNV::cooperativeMatrix
#if defined(SOS_USE_HAS_cooperativeMatrix_NV) && !defined(SOS_DECLARED_HAS_cooperativeMatrix_NV)
#define SOS_DECLARED_HAS_cooperativeMatrix_NV
[[vk::constant_id(SOS_SPEC_BASE + 76)]] const bool SOS_HAS_cooperativeMatrix_NV = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixBlockLoads
#if defined(SOS_USE_HAS_cooperativeMatrixBlockLoads) && !defined(SOS_DECLARED_HAS_cooperativeMatrixBlockLoads)
#define SOS_DECLARED_HAS_cooperativeMatrixBlockLoads
[[vk::constant_id(SOS_SPEC_BASE + 77)]] const bool SOS_HAS_cooperativeMatrixBlockLoads = false;
#endif

// VkPhysicalDeviceCooperativeMatrixConversionFeaturesQCOM::cooperativeMatrixConversion
#if defined(SOS_USE_HAS_cooperativeMatrixConversion) && !defined(SOS_DECLARED_HAS_cooperativeMatrixConversion)
#define SOS_DECLARED_HAS_cooperativeMatrixConversion
[[vk::constant_id(SOS_SPEC_BASE + 78)]] const bool SOS_HAS_cooperativeMatrixConversion = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixConversions
#if defined(SOS_USE_HAS_cooperativeMatrixConversions_NV) && !defined(SOS_DECLARED_HAS_cooperativeMatrixConversions_NV)
#define SOS_DECLARED_HAS_cooperativeMatrixConversions_NV
[[vk::constant_id(SOS_SPEC_BASE + 79)]] const bool SOS_HAS_cooperativeMatrixConversions_NV = false;
#endif

// VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT::cooperativeMatrixConversions
#if defined(SOS_USE_HAS_cooperativeMatrixConversions_EXT) && !defined(SOS_DECLARED_HAS_cooperativeMatrixConversions_EXT)
#define SOS_DECLARED_HAS_cooperativeMatrixConversions_EXT
[[vk::constant_id(SOS_SPEC_BASE + 80)]] const bool SOS_HAS_cooperativeMatrixConversions_EXT = false;
#endif

// VkPhysicalDeviceCooperativeMatrixDecodeVectorFeaturesNV::cooperativeMatrixDecodeVector
#if defined(SOS_USE_HAS_cooperativeMatrixDecodeVector) && !defined(SOS_DECLARED_HAS_cooperativeMatrixDecodeVector)
#define SOS_DECLARED_HAS_cooperativeMatrixDecodeVector
[[vk::constant_id(SOS_SPEC_BASE + 81)]] const bool SOS_HAS_cooperativeMatrixDecodeVector = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixFlexibleDimensions
#if defined(SOS_USE_HAS_cooperativeMatrixFlexibleDimensions) && !defined(SOS_DECLARED_HAS_cooperativeMatrixFlexibleDimensions)
#define SOS_DECLARED_HAS_cooperativeMatrixFlexibleDimensions
[[vk::constant_id(SOS_SPEC_BASE + 82)]] const bool SOS_HAS_cooperativeMatrixFlexibleDimensions = false;
#endif

// VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT::cooperativeMatrixGetCoordinate
#if defined(SOS_USE_HAS_cooperativeMatrixGetCoordinate) && !defined(SOS_DECLARED_HAS_cooperativeMatrixGetCoordinate)
#define SOS_DECLARED_HAS_cooperativeMatrixGetCoordinate
[[vk::constant_id(SOS_SPEC_BASE + 83)]] const bool SOS_HAS_cooperativeMatrixGetCoordinate = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixPerElementOperations
#if defined(SOS_USE_HAS_cooperativeMatrixPerElementOperations_NV) && !defined(SOS_DECLARED_HAS_cooperativeMatrixPerElementOperations_NV)
#define SOS_DECLARED_HAS_cooperativeMatrixPerElementOperations_NV
[[vk::constant_id(SOS_SPEC_BASE + 84)]] const bool SOS_HAS_cooperativeMatrixPerElementOperations_NV = false;
#endif

// VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT::cooperativeMatrixPerElementOperations
#if defined(SOS_USE_HAS_cooperativeMatrixPerElementOperations_EXT) && !defined(SOS_DECLARED_HAS_cooperativeMatrixPerElementOperations_EXT)
#define SOS_DECLARED_HAS_cooperativeMatrixPerElementOperations_EXT
[[vk::constant_id(SOS_SPEC_BASE + 85)]] const bool SOS_HAS_cooperativeMatrixPerElementOperations_EXT = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixReductions
#if defined(SOS_USE_HAS_cooperativeMatrixReductions_NV) && !defined(SOS_DECLARED_HAS_cooperativeMatrixReductions_NV)
#define SOS_DECLARED_HAS_cooperativeMatrixReductions_NV
[[vk::constant_id(SOS_SPEC_BASE + 86)]] const bool SOS_HAS_cooperativeMatrixReductions_NV = false;
#endif

// VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT::cooperativeMatrixReductions
#if defined(SOS_USE_HAS_cooperativeMatrixReductions_EXT) && !defined(SOS_DECLARED_HAS_cooperativeMatrixReductions_EXT)
#define SOS_DECLARED_HAS_cooperativeMatrixReductions_EXT
[[vk::constant_id(SOS_SPEC_BASE + 87)]] const bool SOS_HAS_cooperativeMatrixReductions_EXT = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixTensorAddressing
#if defined(SOS_USE_HAS_cooperativeMatrixTensorAddressing) && !defined(SOS_DECLARED_HAS_cooperativeMatrixTensorAddressing)
#define SOS_DECLARED_HAS_cooperativeMatrixTensorAddressing
[[vk::constant_id(SOS_SPEC_BASE + 88)]] const bool SOS_HAS_cooperativeMatrixTensorAddressing = false;
#endif

// VkPhysicalDeviceCooperativeMatrix2FeaturesNV::cooperativeMatrixWorkgroupScope
#if defined(SOS_USE_HAS_cooperativeMatrixWorkgroupScope) && !defined(SOS_DECLARED_HAS_cooperativeMatrixWorkgroupScope)
#define SOS_DECLARED_HAS_cooperativeMatrixWorkgroupScope
[[vk::constant_id(SOS_SPEC_BASE + 89)]] const bool SOS_HAS_cooperativeMatrixWorkgroupScope = false;
#endif

// VkPhysicalDeviceCooperativeVectorFeaturesNV::cooperativeVector
#if defined(SOS_USE_HAS_cooperativeVector) && !defined(SOS_DECLARED_HAS_cooperativeVector)
#define SOS_DECLARED_HAS_cooperativeVector
[[vk::constant_id(SOS_SPEC_BASE + 90)]] const bool SOS_HAS_cooperativeVector = false;
#endif

// VkPhysicalDeviceCooperativeVectorFeaturesNV::cooperativeVectorTraining
#if defined(SOS_USE_HAS_cooperativeVectorTraining) && !defined(SOS_DECLARED_HAS_cooperativeVectorTraining)
#define SOS_DECLARED_HAS_cooperativeVectorTraining
[[vk::constant_id(SOS_SPEC_BASE + 91)]] const bool SOS_HAS_cooperativeVectorTraining = false;
#endif

// VkPhysicalDeviceDataGraphFeaturesARM::dataGraph
#if defined(SOS_USE_HAS_dataGraph) && !defined(SOS_DECLARED_HAS_dataGraph)
#define SOS_DECLARED_HAS_dataGraph
[[vk::constant_id(SOS_SPEC_BASE + 92)]] const bool SOS_HAS_dataGraph = false;
#endif

// VkPhysicalDeviceDescriptorHeapFeaturesEXT::descriptorHeap
#if defined(SOS_USE_HAS_descriptorHeap) && !defined(SOS_DECLARED_HAS_descriptorHeap)
#define SOS_DECLARED_HAS_descriptorHeap
[[vk::constant_id(SOS_SPEC_BASE + 93)]] const bool SOS_HAS_descriptorHeap = false;
#endif

// VkPhysicalDeviceDynamicRenderingLocalReadFeatures::dynamicRenderingLocalRead
#if defined(SOS_USE_HAS_dynamicRenderingLocalRead) && !defined(SOS_DECLARED_HAS_dynamicRenderingLocalRead)
#define SOS_DECLARED_HAS_dynamicRenderingLocalRead
[[vk::constant_id(SOS_SPEC_BASE + 94)]] const bool SOS_HAS_dynamicRenderingLocalRead = false;
#endif

// VkPhysicalDeviceFragmentDensityMapFeaturesEXT::fragmentDensityMap
#if defined(SOS_USE_HAS_fragmentDensityMap) && !defined(SOS_DECLARED_HAS_fragmentDensityMap)
#define SOS_DECLARED_HAS_fragmentDensityMap
[[vk::constant_id(SOS_SPEC_BASE + 95)]] const bool SOS_HAS_fragmentDensityMap = false;
#endif

// VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR::fragmentShaderBarycentric
#if defined(SOS_USE_HAS_fragmentShaderBarycentric) && !defined(SOS_DECLARED_HAS_fragmentShaderBarycentric)
#define SOS_DECLARED_HAS_fragmentShaderBarycentric
[[vk::constant_id(SOS_SPEC_BASE + 96)]] const bool SOS_HAS_fragmentShaderBarycentric = false;
#endif

// VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT::fragmentShaderPixelInterlock
#if defined(SOS_USE_HAS_fragmentShaderPixelInterlock) && !defined(SOS_DECLARED_HAS_fragmentShaderPixelInterlock)
#define SOS_DECLARED_HAS_fragmentShaderPixelInterlock
[[vk::constant_id(SOS_SPEC_BASE + 97)]] const bool SOS_HAS_fragmentShaderPixelInterlock = false;
#endif

// VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT::fragmentShaderSampleInterlock
#if defined(SOS_USE_HAS_fragmentShaderSampleInterlock) && !defined(SOS_DECLARED_HAS_fragmentShaderSampleInterlock)
#define SOS_DECLARED_HAS_fragmentShaderSampleInterlock
[[vk::constant_id(SOS_SPEC_BASE + 98)]] const bool SOS_HAS_fragmentShaderSampleInterlock = false;
#endif

// VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT::fragmentShaderShadingRateInterlock
#if defined(SOS_USE_HAS_fragmentShaderShadingRateInterlock) && !defined(SOS_DECLARED_HAS_fragmentShaderShadingRateInterlock)
#define SOS_DECLARED_HAS_fragmentShaderShadingRateInterlock
[[vk::constant_id(SOS_SPEC_BASE + 99)]] const bool SOS_HAS_fragmentShaderShadingRateInterlock = false;
#endif

// VkPhysicalDeviceFeatures::fragmentStoresAndAtomics
#if defined(SOS_USE_HAS_fragmentStoresAndAtomics) && !defined(SOS_DECLARED_HAS_fragmentStoresAndAtomics)
#define SOS_DECLARED_HAS_fragmentStoresAndAtomics
[[vk::constant_id(SOS_SPEC_BASE + 100)]] const bool SOS_HAS_fragmentStoresAndAtomics = false;
#endif

// VkPhysicalDeviceFeatures::geometryShader
#if defined(SOS_USE_HAS_geometryShader) && !defined(SOS_DECLARED_HAS_geometryShader)
#define SOS_DECLARED_HAS_geometryShader
[[vk::constant_id(SOS_SPEC_BASE + 101)]] const bool SOS_HAS_geometryShader = false;
#endif

// VkPhysicalDeviceTransformFeedbackFeaturesEXT::geometryStreams
#if defined(SOS_USE_HAS_geometryStreams) && !defined(SOS_DECLARED_HAS_geometryStreams)
#define SOS_DECLARED_HAS_geometryStreams
[[vk::constant_id(SOS_SPEC_BASE + 102)]] const bool SOS_HAS_geometryStreams = false;
#endif

// VkPhysicalDeviceFeatures::imageCubeArray
#if defined(SOS_USE_HAS_imageCubeArray) && !defined(SOS_DECLARED_HAS_imageCubeArray)
#define SOS_DECLARED_HAS_imageCubeArray
[[vk::constant_id(SOS_SPEC_BASE + 103)]] const bool SOS_HAS_imageCubeArray = false;
#endif

// VkPhysicalDeviceShaderImageFootprintFeaturesNV::imageFootprint
#if defined(SOS_USE_HAS_imageFootprint) && !defined(SOS_DECLARED_HAS_imageFootprint)
#define SOS_DECLARED_HAS_imageFootprint
[[vk::constant_id(SOS_SPEC_BASE + 104)]] const bool SOS_HAS_imageFootprint = false;
#endif

// VkPhysicalDeviceImageProcessing3FeaturesQCOM::imageGatherExtendedModes
#if defined(SOS_USE_HAS_imageGatherExtendedModes) && !defined(SOS_DECLARED_HAS_imageGatherExtendedModes)
#define SOS_DECLARED_HAS_imageGatherExtendedModes
[[vk::constant_id(SOS_SPEC_BASE + 105)]] const bool SOS_HAS_imageGatherExtendedModes = false;
#endif

// VkPhysicalDeviceImageProcessing3FeaturesQCOM::imageGatherLinear
#if defined(SOS_USE_HAS_imageGatherLinear) && !defined(SOS_DECLARED_HAS_imageGatherLinear)
#define SOS_DECLARED_HAS_imageGatherLinear
[[vk::constant_id(SOS_SPEC_BASE + 106)]] const bool SOS_HAS_imageGatherLinear = false;
#endif

// VkPhysicalDeviceRayTracingLinearSweptSpheresFeaturesNV::linearSweptSpheres
#if defined(SOS_USE_HAS_linearSweptSpheres) && !defined(SOS_DECLARED_HAS_linearSweptSpheres)
#define SOS_DECLARED_HAS_linearSweptSpheres
[[vk::constant_id(SOS_SPEC_BASE + 107)]] const bool SOS_HAS_linearSweptSpheres = false;
#endif

// VkPhysicalDeviceShaderLongVectorFeaturesEXT::longVector
#if defined(SOS_USE_HAS_longVector) && !defined(SOS_DECLARED_HAS_longVector)
#define SOS_DECLARED_HAS_longVector
[[vk::constant_id(SOS_SPEC_BASE + 108)]] const bool SOS_HAS_longVector = false;
#endif

// VkPhysicalDeviceMaintenance4Features::maintenance4
#if defined(SOS_USE_HAS_maintenance4) && !defined(SOS_DECLARED_HAS_maintenance4)
#define SOS_DECLARED_HAS_maintenance4
[[vk::constant_id(SOS_SPEC_BASE + 109)]] const bool SOS_HAS_maintenance4 = false;
#endif

// VkPhysicalDeviceMaintenance5Features::maintenance5
#if defined(SOS_USE_HAS_maintenance5) && !defined(SOS_DECLARED_HAS_maintenance5)
#define SOS_DECLARED_HAS_maintenance5
[[vk::constant_id(SOS_SPEC_BASE + 110)]] const bool SOS_HAS_maintenance5 = false;
#endif

// VkPhysicalDeviceMaintenance8FeaturesKHR::maintenance8
#if defined(SOS_USE_HAS_maintenance8) && !defined(SOS_DECLARED_HAS_maintenance8)
#define SOS_DECLARED_HAS_maintenance8
[[vk::constant_id(SOS_SPEC_BASE + 111)]] const bool SOS_HAS_maintenance8 = false;
#endif

// VkPhysicalDeviceMaintenance9FeaturesKHR::maintenance9
#if defined(SOS_USE_HAS_maintenance9) && !defined(SOS_DECLARED_HAS_maintenance9)
#define SOS_DECLARED_HAS_maintenance9
[[vk::constant_id(SOS_SPEC_BASE + 112)]] const bool SOS_HAS_maintenance9 = false;
#endif

// VkPhysicalDeviceMeshShaderFeaturesEXT::meshShader
#if defined(SOS_USE_HAS_meshShader_EXT) && !defined(SOS_DECLARED_HAS_meshShader_EXT)
#define SOS_DECLARED_HAS_meshShader_EXT
[[vk::constant_id(SOS_SPEC_BASE + 113)]] const bool SOS_HAS_meshShader_EXT = false;
#endif

// VkPhysicalDeviceMeshShaderFeaturesNV::meshShader
#if defined(SOS_USE_HAS_meshShader_NV) && !defined(SOS_DECLARED_HAS_meshShader_NV)
#define SOS_DECLARED_HAS_meshShader_NV
[[vk::constant_id(SOS_SPEC_BASE + 114)]] const bool SOS_HAS_meshShader_NV = false;
#endif

// VkPhysicalDeviceOpacityMicromapFeaturesKHR::micromap
#if defined(SOS_USE_HAS_micromap) && !defined(SOS_DECLARED_HAS_micromap)
#define SOS_DECLARED_HAS_micromap
[[vk::constant_id(SOS_SPEC_BASE + 115)]] const bool SOS_HAS_micromap = false;
#endif

// VkPhysicalDeviceFeatures::multiViewport
#if defined(SOS_USE_HAS_multiViewport) && !defined(SOS_DECLARED_HAS_multiViewport)
#define SOS_DECLARED_HAS_multiViewport
[[vk::constant_id(SOS_SPEC_BASE + 116)]] const bool SOS_HAS_multiViewport = false;
#endif

// VkPhysicalDeviceMultiviewFeatures::multiview
#if defined(SOS_USE_HAS_multiview) && !defined(SOS_DECLARED_HAS_multiview)
#define SOS_DECLARED_HAS_multiview
[[vk::constant_id(SOS_SPEC_BASE + 117)]] const bool SOS_HAS_multiview = false;
#endif

// VkPhysicalDeviceMultiviewFeatures::multiviewGeometryShader
#if defined(SOS_USE_HAS_multiviewGeometryShader) && !defined(SOS_DECLARED_HAS_multiviewGeometryShader)
#define SOS_DECLARED_HAS_multiviewGeometryShader
[[vk::constant_id(SOS_SPEC_BASE + 118)]] const bool SOS_HAS_multiviewGeometryShader = false;
#endif

// VkPhysicalDeviceMultiviewFeatures::multiviewTessellationShader
#if defined(SOS_USE_HAS_multiviewTessellationShader) && !defined(SOS_DECLARED_HAS_multiviewTessellationShader)
#define SOS_DECLARED_HAS_multiviewTessellationShader
[[vk::constant_id(SOS_SPEC_BASE + 119)]] const bool SOS_HAS_multiviewTessellationShader = false;
#endif

// VkPhysicalDeviceFragmentShadingRateFeaturesKHR::pipelineFragmentShadingRate
#if defined(SOS_USE_HAS_pipelineFragmentShadingRate) && !defined(SOS_DECLARED_HAS_pipelineFragmentShadingRate)
#define SOS_DECLARED_HAS_pipelineFragmentShadingRate
[[vk::constant_id(SOS_SPEC_BASE + 120)]] const bool SOS_HAS_pipelineFragmentShadingRate = false;
#endif

// VkPhysicalDeviceFragmentShadingRateFeaturesKHR::primitiveFragmentShadingRate
#if defined(SOS_USE_HAS_primitiveFragmentShadingRate) && !defined(SOS_DECLARED_HAS_primitiveFragmentShadingRate)
#define SOS_DECLARED_HAS_primitiveFragmentShadingRate
[[vk::constant_id(SOS_SPEC_BASE + 121)]] const bool SOS_HAS_primitiveFragmentShadingRate = false;
#endif

// VkPhysicalDevicePushConstantBankFeaturesNV::pushConstantBank
#if defined(SOS_USE_HAS_pushConstantBank) && !defined(SOS_DECLARED_HAS_pushConstantBank)
#define SOS_DECLARED_HAS_pushConstantBank
[[vk::constant_id(SOS_SPEC_BASE + 122)]] const bool SOS_HAS_pushConstantBank = false;
#endif

// VkPhysicalDeviceRayQueryFeaturesKHR::rayQuery
#if defined(SOS_USE_HAS_rayQuery) && !defined(SOS_DECLARED_HAS_rayQuery)
#define SOS_DECLARED_HAS_rayQuery
[[vk::constant_id(SOS_SPEC_BASE + 123)]] const bool SOS_HAS_rayQuery = false;
#endif

// VkPhysicalDeviceRayTracingMaintenance1FeaturesKHR::rayTracingMaintenance1
#if defined(SOS_USE_HAS_rayTracingMaintenance1) && !defined(SOS_DECLARED_HAS_rayTracingMaintenance1)
#define SOS_DECLARED_HAS_rayTracingMaintenance1
[[vk::constant_id(SOS_SPEC_BASE + 124)]] const bool SOS_HAS_rayTracingMaintenance1 = false;
#endif

// VkPhysicalDeviceRayTracingMotionBlurFeaturesNV::rayTracingMotionBlur
#if defined(SOS_USE_HAS_rayTracingMotionBlur) && !defined(SOS_DECLARED_HAS_rayTracingMotionBlur)
#define SOS_DECLARED_HAS_rayTracingMotionBlur
[[vk::constant_id(SOS_SPEC_BASE + 125)]] const bool SOS_HAS_rayTracingMotionBlur = false;
#endif

// VkPhysicalDeviceRayTracingPipelineFeaturesKHR::rayTracingPipeline
#if defined(SOS_USE_HAS_rayTracingPipeline) && !defined(SOS_DECLARED_HAS_rayTracingPipeline)
#define SOS_DECLARED_HAS_rayTracingPipeline
[[vk::constant_id(SOS_SPEC_BASE + 126)]] const bool SOS_HAS_rayTracingPipeline = false;
#endif

// VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR::rayTracingPositionFetch
#if defined(SOS_USE_HAS_rayTracingPositionFetch) && !defined(SOS_DECLARED_HAS_rayTracingPositionFetch)
#define SOS_DECLARED_HAS_rayTracingPositionFetch
[[vk::constant_id(SOS_SPEC_BASE + 127)]] const bool SOS_HAS_rayTracingPositionFetch = false;
#endif

// VkPhysicalDeviceRayTracingPipelineFeaturesKHR::rayTraversalPrimitiveCulling
#if defined(SOS_USE_HAS_rayTraversalPrimitiveCulling) && !defined(SOS_DECLARED_HAS_rayTraversalPrimitiveCulling)
#define SOS_DECLARED_HAS_rayTraversalPrimitiveCulling
[[vk::constant_id(SOS_SPEC_BASE + 128)]] const bool SOS_HAS_rayTraversalPrimitiveCulling = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::runtimeDescriptorArray
#if defined(SOS_USE_HAS_runtimeDescriptorArray) && !defined(SOS_DECLARED_HAS_runtimeDescriptorArray)
#define SOS_DECLARED_HAS_runtimeDescriptorArray
[[vk::constant_id(SOS_SPEC_BASE + 129)]] const bool SOS_HAS_runtimeDescriptorArray = false;
#endif

// VkPhysicalDeviceFeatures::sampleRateShading
#if defined(SOS_USE_HAS_sampleRateShading) && !defined(SOS_DECLARED_HAS_sampleRateShading)
#define SOS_DECLARED_HAS_sampleRateShading
[[vk::constant_id(SOS_SPEC_BASE + 130)]] const bool SOS_HAS_sampleRateShading = false;
#endif

// VkPhysicalDeviceScalarBlockLayoutFeatures::scalarBlockLayout
#if defined(SOS_USE_HAS_scalarBlockLayout) && !defined(SOS_DECLARED_HAS_scalarBlockLayout)
#define SOS_DECLARED_HAS_scalarBlockLayout
[[vk::constant_id(SOS_SPEC_BASE + 131)]] const bool SOS_HAS_scalarBlockLayout = false;
#endif

// VkPhysicalDeviceShader64BitIndexingFeaturesEXT::shader64BitIndexing
#if defined(SOS_USE_HAS_shader64BitIndexing) && !defined(SOS_DECLARED_HAS_shader64BitIndexing)
#define SOS_DECLARED_HAS_shader64BitIndexing
[[vk::constant_id(SOS_SPEC_BASE + 132)]] const bool SOS_HAS_shader64BitIndexing = false;
#endif

// VkPhysicalDeviceShaderAbortFeaturesKHR::shaderAbort
#if defined(SOS_USE_HAS_shaderAbort) && !defined(SOS_DECLARED_HAS_shaderAbort)
#define SOS_DECLARED_HAS_shaderAbort
[[vk::constant_id(SOS_SPEC_BASE + 133)]] const bool SOS_HAS_shaderAbort = false;
#endif

// VkPhysicalDeviceShaderBfloat16FeaturesKHR::shaderBFloat16CooperativeMatrix
#if defined(SOS_USE_HAS_shaderBFloat16CooperativeMatrix) && !defined(SOS_DECLARED_HAS_shaderBFloat16CooperativeMatrix)
#define SOS_DECLARED_HAS_shaderBFloat16CooperativeMatrix
[[vk::constant_id(SOS_SPEC_BASE + 134)]] const bool SOS_HAS_shaderBFloat16CooperativeMatrix = false;
#endif

// VkPhysicalDeviceShaderBfloat16FeaturesKHR::shaderBFloat16DotProduct
#if defined(SOS_USE_HAS_shaderBFloat16DotProduct) && !defined(SOS_DECLARED_HAS_shaderBFloat16DotProduct)
#define SOS_DECLARED_HAS_shaderBFloat16DotProduct
[[vk::constant_id(SOS_SPEC_BASE + 135)]] const bool SOS_HAS_shaderBFloat16DotProduct = false;
#endif

// VkPhysicalDeviceShaderBfloat16FeaturesKHR::shaderBFloat16Type
#if defined(SOS_USE_HAS_shaderBFloat16Type) && !defined(SOS_DECLARED_HAS_shaderBFloat16Type)
#define SOS_DECLARED_HAS_shaderBFloat16Type
[[vk::constant_id(SOS_SPEC_BASE + 136)]] const bool SOS_HAS_shaderBFloat16Type = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderBufferFloat16AtomicAdd
#if defined(SOS_USE_HAS_shaderBufferFloat16AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderBufferFloat16AtomicAdd)
#define SOS_DECLARED_HAS_shaderBufferFloat16AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 137)]] const bool SOS_HAS_shaderBufferFloat16AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderBufferFloat16AtomicMinMax
#if defined(SOS_USE_HAS_shaderBufferFloat16AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderBufferFloat16AtomicMinMax)
#define SOS_DECLARED_HAS_shaderBufferFloat16AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 138)]] const bool SOS_HAS_shaderBufferFloat16AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderBufferFloat16Atomics
#if defined(SOS_USE_HAS_shaderBufferFloat16Atomics) && !defined(SOS_DECLARED_HAS_shaderBufferFloat16Atomics)
#define SOS_DECLARED_HAS_shaderBufferFloat16Atomics
[[vk::constant_id(SOS_SPEC_BASE + 139)]] const bool SOS_HAS_shaderBufferFloat16Atomics = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderBufferFloat32AtomicAdd
#if defined(SOS_USE_HAS_shaderBufferFloat32AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderBufferFloat32AtomicAdd)
#define SOS_DECLARED_HAS_shaderBufferFloat32AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 140)]] const bool SOS_HAS_shaderBufferFloat32AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderBufferFloat32AtomicMinMax
#if defined(SOS_USE_HAS_shaderBufferFloat32AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderBufferFloat32AtomicMinMax)
#define SOS_DECLARED_HAS_shaderBufferFloat32AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 141)]] const bool SOS_HAS_shaderBufferFloat32AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderBufferFloat32Atomics
#if defined(SOS_USE_HAS_shaderBufferFloat32Atomics) && !defined(SOS_DECLARED_HAS_shaderBufferFloat32Atomics)
#define SOS_DECLARED_HAS_shaderBufferFloat32Atomics
[[vk::constant_id(SOS_SPEC_BASE + 142)]] const bool SOS_HAS_shaderBufferFloat32Atomics = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderBufferFloat64AtomicAdd
#if defined(SOS_USE_HAS_shaderBufferFloat64AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderBufferFloat64AtomicAdd)
#define SOS_DECLARED_HAS_shaderBufferFloat64AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 143)]] const bool SOS_HAS_shaderBufferFloat64AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderBufferFloat64AtomicMinMax
#if defined(SOS_USE_HAS_shaderBufferFloat64AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderBufferFloat64AtomicMinMax)
#define SOS_DECLARED_HAS_shaderBufferFloat64AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 144)]] const bool SOS_HAS_shaderBufferFloat64AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderBufferFloat64Atomics
#if defined(SOS_USE_HAS_shaderBufferFloat64Atomics) && !defined(SOS_DECLARED_HAS_shaderBufferFloat64Atomics)
#define SOS_DECLARED_HAS_shaderBufferFloat64Atomics
[[vk::constant_id(SOS_SPEC_BASE + 145)]] const bool SOS_HAS_shaderBufferFloat64Atomics = false;
#endif

// VkPhysicalDeviceShaderAtomicInt64Features::shaderBufferInt64Atomics
#if defined(SOS_USE_HAS_shaderBufferInt64Atomics) && !defined(SOS_DECLARED_HAS_shaderBufferInt64Atomics)
#define SOS_DECLARED_HAS_shaderBufferInt64Atomics
[[vk::constant_id(SOS_SPEC_BASE + 146)]] const bool SOS_HAS_shaderBufferInt64Atomics = false;
#endif

// VkPhysicalDeviceFeatures::shaderClipDistance
#if defined(SOS_USE_HAS_shaderClipDistance) && !defined(SOS_DECLARED_HAS_shaderClipDistance)
#define SOS_DECLARED_HAS_shaderClipDistance
[[vk::constant_id(SOS_SPEC_BASE + 147)]] const bool SOS_HAS_shaderClipDistance = false;
#endif

// VkPhysicalDeviceShaderConstantDataFeaturesKHR::shaderConstantData
#if defined(SOS_USE_HAS_shaderConstantData) && !defined(SOS_DECLARED_HAS_shaderConstantData)
#define SOS_DECLARED_HAS_shaderConstantData
[[vk::constant_id(SOS_SPEC_BASE + 148)]] const bool SOS_HAS_shaderConstantData = false;
#endif

// VkPhysicalDeviceShaderCoreBuiltinsFeaturesARM::shaderCoreBuiltins
#if defined(SOS_USE_HAS_shaderCoreBuiltins) && !defined(SOS_DECLARED_HAS_shaderCoreBuiltins)
#define SOS_DECLARED_HAS_shaderCoreBuiltins
[[vk::constant_id(SOS_SPEC_BASE + 149)]] const bool SOS_HAS_shaderCoreBuiltins = false;
#endif

// VkPhysicalDeviceFeatures::shaderCullDistance
#if defined(SOS_USE_HAS_shaderCullDistance) && !defined(SOS_DECLARED_HAS_shaderCullDistance)
#define SOS_DECLARED_HAS_shaderCullDistance
[[vk::constant_id(SOS_SPEC_BASE + 150)]] const bool SOS_HAS_shaderCullDistance = false;
#endif

// VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures::shaderDemoteToHelperInvocation
#if defined(SOS_USE_HAS_shaderDemoteToHelperInvocation) && !defined(SOS_DECLARED_HAS_shaderDemoteToHelperInvocation)
#define SOS_DECLARED_HAS_shaderDemoteToHelperInvocation
[[vk::constant_id(SOS_SPEC_BASE + 151)]] const bool SOS_HAS_shaderDemoteToHelperInvocation = false;
#endif

// VkPhysicalDeviceShaderClockFeaturesKHR::shaderDeviceClock
#if defined(SOS_USE_HAS_shaderDeviceClock) && !defined(SOS_DECLARED_HAS_shaderDeviceClock)
#define SOS_DECLARED_HAS_shaderDeviceClock
[[vk::constant_id(SOS_SPEC_BASE + 152)]] const bool SOS_HAS_shaderDeviceClock = false;
#endif

// VkPhysicalDeviceShaderDrawParametersFeatures::shaderDrawParameters
#if defined(SOS_USE_HAS_shaderDrawParameters) && !defined(SOS_DECLARED_HAS_shaderDrawParameters)
#define SOS_DECLARED_HAS_shaderDrawParameters
[[vk::constant_id(SOS_SPEC_BASE + 153)]] const bool SOS_HAS_shaderDrawParameters = false;
#endif

// VkPhysicalDeviceShaderEarlyAndLateFragmentTestsFeaturesAMD::shaderEarlyAndLateFragmentTests
#if defined(SOS_USE_HAS_shaderEarlyAndLateFragmentTests) && !defined(SOS_DECLARED_HAS_shaderEarlyAndLateFragmentTests)
#define SOS_DECLARED_HAS_shaderEarlyAndLateFragmentTests
[[vk::constant_id(SOS_SPEC_BASE + 154)]] const bool SOS_HAS_shaderEarlyAndLateFragmentTests = false;
#endif

// VkPhysicalDeviceShaderEnqueueFeaturesAMDX::shaderEnqueue
#if defined(SOS_USE_HAS_shaderEnqueue) && !defined(SOS_DECLARED_HAS_shaderEnqueue)
#define SOS_DECLARED_HAS_shaderEnqueue
[[vk::constant_id(SOS_SPEC_BASE + 155)]] const bool SOS_HAS_shaderEnqueue = false;
#endif

// VkPhysicalDeviceShaderExpectAssumeFeatures::shaderExpectAssume
#if defined(SOS_USE_HAS_shaderExpectAssume) && !defined(SOS_DECLARED_HAS_shaderExpectAssume)
#define SOS_DECLARED_HAS_shaderExpectAssume
[[vk::constant_id(SOS_SPEC_BASE + 156)]] const bool SOS_HAS_shaderExpectAssume = false;
#endif

// VkPhysicalDeviceShaderFloat16Int8Features::shaderFloat16
#if defined(SOS_USE_HAS_shaderFloat16) && !defined(SOS_DECLARED_HAS_shaderFloat16)
#define SOS_DECLARED_HAS_shaderFloat16
[[vk::constant_id(SOS_SPEC_BASE + 157)]] const bool SOS_HAS_shaderFloat16 = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV::shaderFloat16VectorAtomics
#if defined(SOS_USE_HAS_shaderFloat16VectorAtomics) && !defined(SOS_DECLARED_HAS_shaderFloat16VectorAtomics)
#define SOS_DECLARED_HAS_shaderFloat16VectorAtomics
[[vk::constant_id(SOS_SPEC_BASE + 158)]] const bool SOS_HAS_shaderFloat16VectorAtomics = false;
#endif

// VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT::shaderFloat4
#if defined(SOS_USE_HAS_shaderFloat4) && !defined(SOS_DECLARED_HAS_shaderFloat4)
#define SOS_DECLARED_HAS_shaderFloat4
[[vk::constant_id(SOS_SPEC_BASE + 159)]] const bool SOS_HAS_shaderFloat4 = false;
#endif

// VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT::shaderFloat6
#if defined(SOS_USE_HAS_shaderFloat6) && !defined(SOS_DECLARED_HAS_shaderFloat6)
#define SOS_DECLARED_HAS_shaderFloat6
[[vk::constant_id(SOS_SPEC_BASE + 160)]] const bool SOS_HAS_shaderFloat6 = false;
#endif

// VkPhysicalDeviceFeatures::shaderFloat64
#if defined(SOS_USE_HAS_shaderFloat64) && !defined(SOS_DECLARED_HAS_shaderFloat64)
#define SOS_DECLARED_HAS_shaderFloat64
[[vk::constant_id(SOS_SPEC_BASE + 161)]] const bool SOS_HAS_shaderFloat64 = false;
#endif

// VkPhysicalDeviceShaderFloat8FeaturesEXT::shaderFloat8
#if defined(SOS_USE_HAS_shaderFloat8) && !defined(SOS_DECLARED_HAS_shaderFloat8)
#define SOS_DECLARED_HAS_shaderFloat8
[[vk::constant_id(SOS_SPEC_BASE + 162)]] const bool SOS_HAS_shaderFloat8 = false;
#endif

// VkPhysicalDeviceShaderFloat8FeaturesEXT::shaderFloat8CooperativeMatrix
#if defined(SOS_USE_HAS_shaderFloat8CooperativeMatrix) && !defined(SOS_DECLARED_HAS_shaderFloat8CooperativeMatrix)
#define SOS_DECLARED_HAS_shaderFloat8CooperativeMatrix
[[vk::constant_id(SOS_SPEC_BASE + 163)]] const bool SOS_HAS_shaderFloat8CooperativeMatrix = false;
#endif

// VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT::shaderFloat8UnsignedE8M0
#if defined(SOS_USE_HAS_shaderFloat8UnsignedE8M0) && !defined(SOS_DECLARED_HAS_shaderFloat8UnsignedE8M0)
#define SOS_DECLARED_HAS_shaderFloat8UnsignedE8M0
[[vk::constant_id(SOS_SPEC_BASE + 164)]] const bool SOS_HAS_shaderFloat8UnsignedE8M0 = false;
#endif

// VkPhysicalDeviceShaderFloatControls2Features::shaderFloatControls2
#if defined(SOS_USE_HAS_shaderFloatControls2) && !defined(SOS_DECLARED_HAS_shaderFloatControls2)
#define SOS_DECLARED_HAS_shaderFloatControls2
[[vk::constant_id(SOS_SPEC_BASE + 165)]] const bool SOS_HAS_shaderFloatControls2 = false;
#endif

// VkPhysicalDeviceShaderFmaFeaturesKHR::shaderFmaFloat16
#if defined(SOS_USE_HAS_shaderFmaFloat16) && !defined(SOS_DECLARED_HAS_shaderFmaFloat16)
#define SOS_DECLARED_HAS_shaderFmaFloat16
[[vk::constant_id(SOS_SPEC_BASE + 166)]] const bool SOS_HAS_shaderFmaFloat16 = false;
#endif

// VkPhysicalDeviceShaderFmaFeaturesKHR::shaderFmaFloat32
#if defined(SOS_USE_HAS_shaderFmaFloat32) && !defined(SOS_DECLARED_HAS_shaderFmaFloat32)
#define SOS_DECLARED_HAS_shaderFmaFloat32
[[vk::constant_id(SOS_SPEC_BASE + 167)]] const bool SOS_HAS_shaderFmaFloat32 = false;
#endif

// VkPhysicalDeviceShaderFmaFeaturesKHR::shaderFmaFloat64
#if defined(SOS_USE_HAS_shaderFmaFloat64) && !defined(SOS_DECLARED_HAS_shaderFmaFloat64)
#define SOS_DECLARED_HAS_shaderFmaFloat64
[[vk::constant_id(SOS_SPEC_BASE + 168)]] const bool SOS_HAS_shaderFmaFloat64 = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderImageFloat32AtomicAdd
#if defined(SOS_USE_HAS_shaderImageFloat32AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderImageFloat32AtomicAdd)
#define SOS_DECLARED_HAS_shaderImageFloat32AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 169)]] const bool SOS_HAS_shaderImageFloat32AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderImageFloat32AtomicMinMax
#if defined(SOS_USE_HAS_shaderImageFloat32AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderImageFloat32AtomicMinMax)
#define SOS_DECLARED_HAS_shaderImageFloat32AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 170)]] const bool SOS_HAS_shaderImageFloat32AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderImageFloat32Atomics
#if defined(SOS_USE_HAS_shaderImageFloat32Atomics) && !defined(SOS_DECLARED_HAS_shaderImageFloat32Atomics)
#define SOS_DECLARED_HAS_shaderImageFloat32Atomics
[[vk::constant_id(SOS_SPEC_BASE + 171)]] const bool SOS_HAS_shaderImageFloat32Atomics = false;
#endif

// VkPhysicalDeviceFeatures::shaderImageGatherExtended
#if defined(SOS_USE_HAS_shaderImageGatherExtended) && !defined(SOS_DECLARED_HAS_shaderImageGatherExtended)
#define SOS_DECLARED_HAS_shaderImageGatherExtended
[[vk::constant_id(SOS_SPEC_BASE + 172)]] const bool SOS_HAS_shaderImageGatherExtended = false;
#endif

// VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT::shaderImageInt64Atomics
#if defined(SOS_USE_HAS_shaderImageInt64Atomics) && !defined(SOS_DECLARED_HAS_shaderImageInt64Atomics)
#define SOS_DECLARED_HAS_shaderImageInt64Atomics
[[vk::constant_id(SOS_SPEC_BASE + 173)]] const bool SOS_HAS_shaderImageInt64Atomics = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderInputAttachmentArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderInputAttachmentArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderInputAttachmentArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderInputAttachmentArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 174)]] const bool SOS_HAS_shaderInputAttachmentArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderInputAttachmentArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderInputAttachmentArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderInputAttachmentArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderInputAttachmentArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 175)]] const bool SOS_HAS_shaderInputAttachmentArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceFeatures::shaderInt16
#if defined(SOS_USE_HAS_shaderInt16) && !defined(SOS_DECLARED_HAS_shaderInt16)
#define SOS_DECLARED_HAS_shaderInt16
[[vk::constant_id(SOS_SPEC_BASE + 176)]] const bool SOS_HAS_shaderInt16 = false;
#endif

// VkPhysicalDeviceFeatures::shaderInt64
#if defined(SOS_USE_HAS_shaderInt64) && !defined(SOS_DECLARED_HAS_shaderInt64)
#define SOS_DECLARED_HAS_shaderInt64
[[vk::constant_id(SOS_SPEC_BASE + 177)]] const bool SOS_HAS_shaderInt64 = false;
#endif

// VkPhysicalDeviceShaderFloat16Int8Features::shaderInt8
#if defined(SOS_USE_HAS_shaderInt8) && !defined(SOS_DECLARED_HAS_shaderInt8)
#define SOS_DECLARED_HAS_shaderInt8
[[vk::constant_id(SOS_SPEC_BASE + 178)]] const bool SOS_HAS_shaderInt8 = false;
#endif

// VkPhysicalDeviceShaderIntegerDotProductFeatures::shaderIntegerDotProduct
#if defined(SOS_USE_HAS_shaderIntegerDotProduct) && !defined(SOS_DECLARED_HAS_shaderIntegerDotProduct)
#define SOS_DECLARED_HAS_shaderIntegerDotProduct
[[vk::constant_id(SOS_SPEC_BASE + 179)]] const bool SOS_HAS_shaderIntegerDotProduct = false;
#endif

// VkPhysicalDeviceShaderIntegerFunctions2FeaturesINTEL::shaderIntegerFunctions2
#if defined(SOS_USE_HAS_shaderIntegerFunctions2) && !defined(SOS_DECLARED_HAS_shaderIntegerFunctions2)
#define SOS_DECLARED_HAS_shaderIntegerFunctions2
[[vk::constant_id(SOS_SPEC_BASE + 180)]] const bool SOS_HAS_shaderIntegerFunctions2 = false;
#endif

// VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT::shaderMXInt8
#if defined(SOS_USE_HAS_shaderMXInt8) && !defined(SOS_DECLARED_HAS_shaderMXInt8)
#define SOS_DECLARED_HAS_shaderMXInt8
[[vk::constant_id(SOS_SPEC_BASE + 181)]] const bool SOS_HAS_shaderMXInt8 = false;
#endif

// VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR::shaderMaximalReconvergence
#if defined(SOS_USE_HAS_shaderMaximalReconvergence) && !defined(SOS_DECLARED_HAS_shaderMaximalReconvergence)
#define SOS_DECLARED_HAS_shaderMaximalReconvergence
[[vk::constant_id(SOS_SPEC_BASE + 182)]] const bool SOS_HAS_shaderMaximalReconvergence = false;
#endif

// VkPhysicalDeviceShaderMixedFloatDotProductFeaturesVALVE::shaderMixedFloatDotProductBFloat16Acc
#if defined(SOS_USE_HAS_shaderMixedFloatDotProductBFloat16Acc) && !defined(SOS_DECLARED_HAS_shaderMixedFloatDotProductBFloat16Acc)
#define SOS_DECLARED_HAS_shaderMixedFloatDotProductBFloat16Acc
[[vk::constant_id(SOS_SPEC_BASE + 183)]] const bool SOS_HAS_shaderMixedFloatDotProductBFloat16Acc = false;
#endif

// VkPhysicalDeviceShaderMixedFloatDotProductFeaturesVALVE::shaderMixedFloatDotProductFloat16AccFloat16
#if defined(SOS_USE_HAS_shaderMixedFloatDotProductFloat16AccFloat16) && !defined(SOS_DECLARED_HAS_shaderMixedFloatDotProductFloat16AccFloat16)
#define SOS_DECLARED_HAS_shaderMixedFloatDotProductFloat16AccFloat16
[[vk::constant_id(SOS_SPEC_BASE + 184)]] const bool SOS_HAS_shaderMixedFloatDotProductFloat16AccFloat16 = false;
#endif

// VkPhysicalDeviceShaderMixedFloatDotProductFeaturesVALVE::shaderMixedFloatDotProductFloat16AccFloat32
#if defined(SOS_USE_HAS_shaderMixedFloatDotProductFloat16AccFloat32) && !defined(SOS_DECLARED_HAS_shaderMixedFloatDotProductFloat16AccFloat32)
#define SOS_DECLARED_HAS_shaderMixedFloatDotProductFloat16AccFloat32
[[vk::constant_id(SOS_SPEC_BASE + 185)]] const bool SOS_HAS_shaderMixedFloatDotProductFloat16AccFloat32 = false;
#endif

// VkPhysicalDeviceShaderMixedFloatDotProductFeaturesVALVE::shaderMixedFloatDotProductFloat8AccFloat32
#if defined(SOS_USE_HAS_shaderMixedFloatDotProductFloat8AccFloat32) && !defined(SOS_DECLARED_HAS_shaderMixedFloatDotProductFloat8AccFloat32)
#define SOS_DECLARED_HAS_shaderMixedFloatDotProductFloat8AccFloat32
[[vk::constant_id(SOS_SPEC_BASE + 186)]] const bool SOS_HAS_shaderMixedFloatDotProductFloat8AccFloat32 = false;
#endif

// VkPhysicalDeviceShaderMultipleWaitQueuesFeaturesQCOM::shaderMultipleWaitQueues
#if defined(SOS_USE_HAS_shaderMultipleWaitQueues) && !defined(SOS_DECLARED_HAS_shaderMultipleWaitQueues)
#define SOS_DECLARED_HAS_shaderMultipleWaitQueues
[[vk::constant_id(SOS_SPEC_BASE + 187)]] const bool SOS_HAS_shaderMultipleWaitQueues = false;
#endif

// VkPhysicalDeviceVulkan12Features::shaderOutputLayer
#if defined(SOS_USE_HAS_shaderOutputLayer) && !defined(SOS_DECLARED_HAS_shaderOutputLayer)
#define SOS_DECLARED_HAS_shaderOutputLayer
[[vk::constant_id(SOS_SPEC_BASE + 188)]] const bool SOS_HAS_shaderOutputLayer = false;
#endif

// VkPhysicalDeviceVulkan12Features::shaderOutputViewportIndex
#if defined(SOS_USE_HAS_shaderOutputViewportIndex) && !defined(SOS_DECLARED_HAS_shaderOutputViewportIndex)
#define SOS_DECLARED_HAS_shaderOutputViewportIndex
[[vk::constant_id(SOS_SPEC_BASE + 189)]] const bool SOS_HAS_shaderOutputViewportIndex = false;
#endif

// VkPhysicalDeviceShaderQuadControlFeaturesKHR::shaderQuadControl
#if defined(SOS_USE_HAS_shaderQuadControl) && !defined(SOS_DECLARED_HAS_shaderQuadControl)
#define SOS_DECLARED_HAS_shaderQuadControl
[[vk::constant_id(SOS_SPEC_BASE + 190)]] const bool SOS_HAS_shaderQuadControl = false;
#endif

// VkPhysicalDeviceRawAccessChainsFeaturesNV::shaderRawAccessChains
#if defined(SOS_USE_HAS_shaderRawAccessChains) && !defined(SOS_DECLARED_HAS_shaderRawAccessChains)
#define SOS_DECLARED_HAS_shaderRawAccessChains
[[vk::constant_id(SOS_SPEC_BASE + 191)]] const bool SOS_HAS_shaderRawAccessChains = false;
#endif

// VkPhysicalDeviceShaderRelaxedExtendedInstructionFeaturesKHR::shaderRelaxedExtendedInstruction
#if defined(SOS_USE_HAS_shaderRelaxedExtendedInstruction) && !defined(SOS_DECLARED_HAS_shaderRelaxedExtendedInstruction)
#define SOS_DECLARED_HAS_shaderRelaxedExtendedInstruction
[[vk::constant_id(SOS_SPEC_BASE + 192)]] const bool SOS_HAS_shaderRelaxedExtendedInstruction = false;
#endif

// VkPhysicalDeviceShaderReplicatedCompositesFeaturesEXT::shaderReplicatedComposites
#if defined(SOS_USE_HAS_shaderReplicatedComposites) && !defined(SOS_DECLARED_HAS_shaderReplicatedComposites)
#define SOS_DECLARED_HAS_shaderReplicatedComposites
[[vk::constant_id(SOS_SPEC_BASE + 193)]] const bool SOS_HAS_shaderReplicatedComposites = false;
#endif

// VkPhysicalDeviceFeatures::shaderResourceMinLod
#if defined(SOS_USE_HAS_shaderResourceMinLod) && !defined(SOS_DECLARED_HAS_shaderResourceMinLod)
#define SOS_DECLARED_HAS_shaderResourceMinLod
[[vk::constant_id(SOS_SPEC_BASE + 194)]] const bool SOS_HAS_shaderResourceMinLod = false;
#endif

// VkPhysicalDeviceFeatures::shaderResourceResidency
#if defined(SOS_USE_HAS_shaderResourceResidency) && !defined(SOS_DECLARED_HAS_shaderResourceResidency)
#define SOS_DECLARED_HAS_shaderResourceResidency
[[vk::constant_id(SOS_SPEC_BASE + 195)]] const bool SOS_HAS_shaderResourceResidency = false;
#endif

// VkPhysicalDeviceShaderSMBuiltinsFeaturesNV::shaderSMBuiltins
#if defined(SOS_USE_HAS_shaderSMBuiltins) && !defined(SOS_DECLARED_HAS_shaderSMBuiltins)
#define SOS_DECLARED_HAS_shaderSMBuiltins
[[vk::constant_id(SOS_SPEC_BASE + 196)]] const bool SOS_HAS_shaderSMBuiltins = false;
#endif

// VkPhysicalDeviceFeatures::shaderSampledImageArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderSampledImageArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderSampledImageArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderSampledImageArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 197)]] const bool SOS_HAS_shaderSampledImageArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderSampledImageArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderSampledImageArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderSampledImageArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderSampledImageArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 198)]] const bool SOS_HAS_shaderSampledImageArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderSharedFloat16AtomicAdd
#if defined(SOS_USE_HAS_shaderSharedFloat16AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderSharedFloat16AtomicAdd)
#define SOS_DECLARED_HAS_shaderSharedFloat16AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 199)]] const bool SOS_HAS_shaderSharedFloat16AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderSharedFloat16AtomicMinMax
#if defined(SOS_USE_HAS_shaderSharedFloat16AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderSharedFloat16AtomicMinMax)
#define SOS_DECLARED_HAS_shaderSharedFloat16AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 200)]] const bool SOS_HAS_shaderSharedFloat16AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderSharedFloat16Atomics
#if defined(SOS_USE_HAS_shaderSharedFloat16Atomics) && !defined(SOS_DECLARED_HAS_shaderSharedFloat16Atomics)
#define SOS_DECLARED_HAS_shaderSharedFloat16Atomics
[[vk::constant_id(SOS_SPEC_BASE + 201)]] const bool SOS_HAS_shaderSharedFloat16Atomics = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderSharedFloat32AtomicAdd
#if defined(SOS_USE_HAS_shaderSharedFloat32AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderSharedFloat32AtomicAdd)
#define SOS_DECLARED_HAS_shaderSharedFloat32AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 202)]] const bool SOS_HAS_shaderSharedFloat32AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderSharedFloat32AtomicMinMax
#if defined(SOS_USE_HAS_shaderSharedFloat32AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderSharedFloat32AtomicMinMax)
#define SOS_DECLARED_HAS_shaderSharedFloat32AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 203)]] const bool SOS_HAS_shaderSharedFloat32AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderSharedFloat32Atomics
#if defined(SOS_USE_HAS_shaderSharedFloat32Atomics) && !defined(SOS_DECLARED_HAS_shaderSharedFloat32Atomics)
#define SOS_DECLARED_HAS_shaderSharedFloat32Atomics
[[vk::constant_id(SOS_SPEC_BASE + 204)]] const bool SOS_HAS_shaderSharedFloat32Atomics = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderSharedFloat64AtomicAdd
#if defined(SOS_USE_HAS_shaderSharedFloat64AtomicAdd) && !defined(SOS_DECLARED_HAS_shaderSharedFloat64AtomicAdd)
#define SOS_DECLARED_HAS_shaderSharedFloat64AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 205)]] const bool SOS_HAS_shaderSharedFloat64AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::shaderSharedFloat64AtomicMinMax
#if defined(SOS_USE_HAS_shaderSharedFloat64AtomicMinMax) && !defined(SOS_DECLARED_HAS_shaderSharedFloat64AtomicMinMax)
#define SOS_DECLARED_HAS_shaderSharedFloat64AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 206)]] const bool SOS_HAS_shaderSharedFloat64AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderSharedFloat64Atomics
#if defined(SOS_USE_HAS_shaderSharedFloat64Atomics) && !defined(SOS_DECLARED_HAS_shaderSharedFloat64Atomics)
#define SOS_DECLARED_HAS_shaderSharedFloat64Atomics
[[vk::constant_id(SOS_SPEC_BASE + 207)]] const bool SOS_HAS_shaderSharedFloat64Atomics = false;
#endif

// VkPhysicalDeviceShaderAtomicInt64Features::shaderSharedInt64Atomics
#if defined(SOS_USE_HAS_shaderSharedInt64Atomics) && !defined(SOS_DECLARED_HAS_shaderSharedInt64Atomics)
#define SOS_DECLARED_HAS_shaderSharedInt64Atomics
[[vk::constant_id(SOS_SPEC_BASE + 208)]] const bool SOS_HAS_shaderSharedInt64Atomics = false;
#endif

// VkPhysicalDeviceShaderSplitBarrierFeaturesEXT::shaderSplitBarrier
#if defined(SOS_USE_HAS_shaderSplitBarrier) && !defined(SOS_DECLARED_HAS_shaderSplitBarrier)
#define SOS_DECLARED_HAS_shaderSplitBarrier
[[vk::constant_id(SOS_SPEC_BASE + 209)]] const bool SOS_HAS_shaderSplitBarrier = false;
#endif

// VkPhysicalDeviceFeatures::shaderStorageBufferArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderStorageBufferArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageBufferArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderStorageBufferArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 210)]] const bool SOS_HAS_shaderStorageBufferArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderStorageBufferArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderStorageBufferArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageBufferArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderStorageBufferArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 211)]] const bool SOS_HAS_shaderStorageBufferArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceFeatures::shaderStorageImageArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderStorageImageArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageImageArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderStorageImageArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 212)]] const bool SOS_HAS_shaderStorageImageArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderStorageImageArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderStorageImageArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageImageArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderStorageImageArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 213)]] const bool SOS_HAS_shaderStorageImageArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceFeatures::shaderStorageImageExtendedFormats
#if defined(SOS_USE_HAS_shaderStorageImageExtendedFormats) && !defined(SOS_DECLARED_HAS_shaderStorageImageExtendedFormats)
#define SOS_DECLARED_HAS_shaderStorageImageExtendedFormats
[[vk::constant_id(SOS_SPEC_BASE + 214)]] const bool SOS_HAS_shaderStorageImageExtendedFormats = false;
#endif

// VkPhysicalDeviceFeatures::shaderStorageImageMultisample
#if defined(SOS_USE_HAS_shaderStorageImageMultisample) && !defined(SOS_DECLARED_HAS_shaderStorageImageMultisample)
#define SOS_DECLARED_HAS_shaderStorageImageMultisample
[[vk::constant_id(SOS_SPEC_BASE + 215)]] const bool SOS_HAS_shaderStorageImageMultisample = false;
#endif

// VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat
#if defined(SOS_USE_HAS_shaderStorageImageReadWithoutFormat) && !defined(SOS_DECLARED_HAS_shaderStorageImageReadWithoutFormat)
#define SOS_DECLARED_HAS_shaderStorageImageReadWithoutFormat
[[vk::constant_id(SOS_SPEC_BASE + 216)]] const bool SOS_HAS_shaderStorageImageReadWithoutFormat = false;
#endif

// VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat
#if defined(SOS_USE_HAS_shaderStorageImageWriteWithoutFormat) && !defined(SOS_DECLARED_HAS_shaderStorageImageWriteWithoutFormat)
#define SOS_DECLARED_HAS_shaderStorageImageWriteWithoutFormat
[[vk::constant_id(SOS_SPEC_BASE + 217)]] const bool SOS_HAS_shaderStorageImageWriteWithoutFormat = false;
#endif

// VkPhysicalDeviceTensorFeaturesARM::shaderStorageTensorArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderStorageTensorArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageTensorArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderStorageTensorArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 218)]] const bool SOS_HAS_shaderStorageTensorArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceTensorFeaturesARM::shaderStorageTensorArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderStorageTensorArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageTensorArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderStorageTensorArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 219)]] const bool SOS_HAS_shaderStorageTensorArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderStorageTexelBufferArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderStorageTexelBufferArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageTexelBufferArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderStorageTexelBufferArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 220)]] const bool SOS_HAS_shaderStorageTexelBufferArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderStorageTexelBufferArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderStorageTexelBufferArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderStorageTexelBufferArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderStorageTexelBufferArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 221)]] const bool SOS_HAS_shaderStorageTexelBufferArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceShaderClockFeaturesKHR::shaderSubgroupClock
#if defined(SOS_USE_HAS_shaderSubgroupClock) && !defined(SOS_DECLARED_HAS_shaderSubgroupClock)
#define SOS_DECLARED_HAS_shaderSubgroupClock
[[vk::constant_id(SOS_SPEC_BASE + 222)]] const bool SOS_HAS_shaderSubgroupClock = false;
#endif

// VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures::shaderSubgroupExtendedTypes
#if defined(SOS_USE_HAS_shaderSubgroupExtendedTypes) && !defined(SOS_DECLARED_HAS_shaderSubgroupExtendedTypes)
#define SOS_DECLARED_HAS_shaderSubgroupExtendedTypes
[[vk::constant_id(SOS_SPEC_BASE + 223)]] const bool SOS_HAS_shaderSubgroupExtendedTypes = false;
#endif

// VkPhysicalDeviceShaderSubgroupPartitionedFeaturesEXT::shaderSubgroupPartitioned
#if defined(SOS_USE_HAS_shaderSubgroupPartitioned) && !defined(SOS_DECLARED_HAS_shaderSubgroupPartitioned)
#define SOS_DECLARED_HAS_shaderSubgroupPartitioned
[[vk::constant_id(SOS_SPEC_BASE + 224)]] const bool SOS_HAS_shaderSubgroupPartitioned = false;
#endif

// VkPhysicalDeviceShaderSubgroupRotateFeatures::shaderSubgroupRotate
#if defined(SOS_USE_HAS_shaderSubgroupRotate) && !defined(SOS_DECLARED_HAS_shaderSubgroupRotate)
#define SOS_DECLARED_HAS_shaderSubgroupRotate
[[vk::constant_id(SOS_SPEC_BASE + 225)]] const bool SOS_HAS_shaderSubgroupRotate = false;
#endif

// VkPhysicalDeviceShaderSubgroupRotateFeatures::shaderSubgroupRotateClustered
#if defined(SOS_USE_HAS_shaderSubgroupRotateClustered) && !defined(SOS_DECLARED_HAS_shaderSubgroupRotateClustered)
#define SOS_DECLARED_HAS_shaderSubgroupRotateClustered
[[vk::constant_id(SOS_SPEC_BASE + 226)]] const bool SOS_HAS_shaderSubgroupRotateClustered = false;
#endif

// VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR::shaderSubgroupUniformControlFlow
#if defined(SOS_USE_HAS_shaderSubgroupUniformControlFlow) && !defined(SOS_DECLARED_HAS_shaderSubgroupUniformControlFlow)
#define SOS_DECLARED_HAS_shaderSubgroupUniformControlFlow
[[vk::constant_id(SOS_SPEC_BASE + 227)]] const bool SOS_HAS_shaderSubgroupUniformControlFlow = false;
#endif

// VkPhysicalDeviceTensorFeaturesARM::shaderTensorAccess
#if defined(SOS_USE_HAS_shaderTensorAccess) && !defined(SOS_DECLARED_HAS_shaderTensorAccess)
#define SOS_DECLARED_HAS_shaderTensorAccess
[[vk::constant_id(SOS_SPEC_BASE + 228)]] const bool SOS_HAS_shaderTensorAccess = false;
#endif

// VkPhysicalDeviceShaderTerminateInvocationFeatures::shaderTerminateInvocation
#if defined(SOS_USE_HAS_shaderTerminateInvocation) && !defined(SOS_DECLARED_HAS_shaderTerminateInvocation)
#define SOS_DECLARED_HAS_shaderTerminateInvocation
[[vk::constant_id(SOS_SPEC_BASE + 229)]] const bool SOS_HAS_shaderTerminateInvocation = false;
#endif

// VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize
#if defined(SOS_USE_HAS_shaderTessellationAndGeometryPointSize) && !defined(SOS_DECLARED_HAS_shaderTessellationAndGeometryPointSize)
#define SOS_DECLARED_HAS_shaderTessellationAndGeometryPointSize
[[vk::constant_id(SOS_SPEC_BASE + 230)]] const bool SOS_HAS_shaderTessellationAndGeometryPointSize = false;
#endif

// VkPhysicalDeviceShaderTileImageFeaturesEXT::shaderTileImageColorReadAccess
#if defined(SOS_USE_HAS_shaderTileImageColorReadAccess) && !defined(SOS_DECLARED_HAS_shaderTileImageColorReadAccess)
#define SOS_DECLARED_HAS_shaderTileImageColorReadAccess
[[vk::constant_id(SOS_SPEC_BASE + 231)]] const bool SOS_HAS_shaderTileImageColorReadAccess = false;
#endif

// VkPhysicalDeviceShaderTileImageFeaturesEXT::shaderTileImageDepthReadAccess
#if defined(SOS_USE_HAS_shaderTileImageDepthReadAccess) && !defined(SOS_DECLARED_HAS_shaderTileImageDepthReadAccess)
#define SOS_DECLARED_HAS_shaderTileImageDepthReadAccess
[[vk::constant_id(SOS_SPEC_BASE + 232)]] const bool SOS_HAS_shaderTileImageDepthReadAccess = false;
#endif

// VkPhysicalDeviceShaderTileImageFeaturesEXT::shaderTileImageStencilReadAccess
#if defined(SOS_USE_HAS_shaderTileImageStencilReadAccess) && !defined(SOS_DECLARED_HAS_shaderTileImageStencilReadAccess)
#define SOS_DECLARED_HAS_shaderTileImageStencilReadAccess
[[vk::constant_id(SOS_SPEC_BASE + 233)]] const bool SOS_HAS_shaderTileImageStencilReadAccess = false;
#endif

// VkPhysicalDeviceFeatures::shaderUniformBufferArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderUniformBufferArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderUniformBufferArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderUniformBufferArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 234)]] const bool SOS_HAS_shaderUniformBufferArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderUniformBufferArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderUniformBufferArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderUniformBufferArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderUniformBufferArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 235)]] const bool SOS_HAS_shaderUniformBufferArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceShaderUniformBufferUnsizedArrayFeaturesEXT::shaderUniformBufferUnsizedArray
#if defined(SOS_USE_HAS_shaderUniformBufferUnsizedArray) && !defined(SOS_DECLARED_HAS_shaderUniformBufferUnsizedArray)
#define SOS_DECLARED_HAS_shaderUniformBufferUnsizedArray
[[vk::constant_id(SOS_SPEC_BASE + 236)]] const bool SOS_HAS_shaderUniformBufferUnsizedArray = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderUniformTexelBufferArrayDynamicIndexing
#if defined(SOS_USE_HAS_shaderUniformTexelBufferArrayDynamicIndexing) && !defined(SOS_DECLARED_HAS_shaderUniformTexelBufferArrayDynamicIndexing)
#define SOS_DECLARED_HAS_shaderUniformTexelBufferArrayDynamicIndexing
[[vk::constant_id(SOS_SPEC_BASE + 237)]] const bool SOS_HAS_shaderUniformTexelBufferArrayDynamicIndexing = false;
#endif

// VkPhysicalDeviceDescriptorIndexingFeatures::shaderUniformTexelBufferArrayNonUniformIndexing
#if defined(SOS_USE_HAS_shaderUniformTexelBufferArrayNonUniformIndexing) && !defined(SOS_DECLARED_HAS_shaderUniformTexelBufferArrayNonUniformIndexing)
#define SOS_DECLARED_HAS_shaderUniformTexelBufferArrayNonUniformIndexing
[[vk::constant_id(SOS_SPEC_BASE + 238)]] const bool SOS_HAS_shaderUniformTexelBufferArrayNonUniformIndexing = false;
#endif

// VkPhysicalDeviceShaderUntypedPointersFeaturesKHR::shaderUntypedPointers
#if defined(SOS_USE_HAS_shaderUntypedPointers) && !defined(SOS_DECLARED_HAS_shaderUntypedPointers)
#define SOS_DECLARED_HAS_shaderUntypedPointers
[[vk::constant_id(SOS_SPEC_BASE + 239)]] const bool SOS_HAS_shaderUntypedPointers = false;
#endif

// VkPhysicalDeviceZeroInitializeWorkgroupMemoryFeatures::shaderZeroInitializeWorkgroupMemory
#if defined(SOS_USE_HAS_shaderZeroInitializeWorkgroupMemory) && !defined(SOS_DECLARED_HAS_shaderZeroInitializeWorkgroupMemory)
#define SOS_DECLARED_HAS_shaderZeroInitializeWorkgroupMemory
[[vk::constant_id(SOS_SPEC_BASE + 240)]] const bool SOS_HAS_shaderZeroInitializeWorkgroupMemory = false;
#endif

// VkPhysicalDeviceShadingRateImageFeaturesNV::shadingRateImage
#if defined(SOS_USE_HAS_shadingRateImage) && !defined(SOS_DECLARED_HAS_shadingRateImage)
#define SOS_DECLARED_HAS_shadingRateImage
[[vk::constant_id(SOS_SPEC_BASE + 241)]] const bool SOS_HAS_shadingRateImage = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::sparseImageFloat32AtomicAdd
#if defined(SOS_USE_HAS_sparseImageFloat32AtomicAdd) && !defined(SOS_DECLARED_HAS_sparseImageFloat32AtomicAdd)
#define SOS_DECLARED_HAS_sparseImageFloat32AtomicAdd
[[vk::constant_id(SOS_SPEC_BASE + 242)]] const bool SOS_HAS_sparseImageFloat32AtomicAdd = false;
#endif

// VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT::sparseImageFloat32AtomicMinMax
#if defined(SOS_USE_HAS_sparseImageFloat32AtomicMinMax) && !defined(SOS_DECLARED_HAS_sparseImageFloat32AtomicMinMax)
#define SOS_DECLARED_HAS_sparseImageFloat32AtomicMinMax
[[vk::constant_id(SOS_SPEC_BASE + 243)]] const bool SOS_HAS_sparseImageFloat32AtomicMinMax = false;
#endif

// VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::sparseImageFloat32Atomics
#if defined(SOS_USE_HAS_sparseImageFloat32Atomics) && !defined(SOS_DECLARED_HAS_sparseImageFloat32Atomics)
#define SOS_DECLARED_HAS_sparseImageFloat32Atomics
[[vk::constant_id(SOS_SPEC_BASE + 244)]] const bool SOS_HAS_sparseImageFloat32Atomics = false;
#endif

// VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT::sparseImageInt64Atomics
#if defined(SOS_USE_HAS_sparseImageInt64Atomics) && !defined(SOS_DECLARED_HAS_sparseImageInt64Atomics)
#define SOS_DECLARED_HAS_sparseImageInt64Atomics
[[vk::constant_id(SOS_SPEC_BASE + 245)]] const bool SOS_HAS_sparseImageInt64Atomics = false;
#endif

// VkPhysicalDeviceRayTracingLinearSweptSpheresFeaturesNV::spheres
#if defined(SOS_USE_HAS_spheres) && !defined(SOS_DECLARED_HAS_spheres)
#define SOS_DECLARED_HAS_spheres
[[vk::constant_id(SOS_SPEC_BASE + 246)]] const bool SOS_HAS_spheres = false;
#endif

// VkPhysicalDevice16BitStorageFeatures::storageBuffer16BitAccess
#if defined(SOS_USE_HAS_storageBuffer16BitAccess) && !defined(SOS_DECLARED_HAS_storageBuffer16BitAccess)
#define SOS_DECLARED_HAS_storageBuffer16BitAccess
[[vk::constant_id(SOS_SPEC_BASE + 247)]] const bool SOS_HAS_storageBuffer16BitAccess = false;
#endif

// VkPhysicalDevice8BitStorageFeatures::storageBuffer8BitAccess
#if defined(SOS_USE_HAS_storageBuffer8BitAccess) && !defined(SOS_DECLARED_HAS_storageBuffer8BitAccess)
#define SOS_DECLARED_HAS_storageBuffer8BitAccess
[[vk::constant_id(SOS_SPEC_BASE + 248)]] const bool SOS_HAS_storageBuffer8BitAccess = false;
#endif

// VkPhysicalDevice16BitStorageFeatures::storageInputOutput16
#if defined(SOS_USE_HAS_storageInputOutput16) && !defined(SOS_DECLARED_HAS_storageInputOutput16)
#define SOS_DECLARED_HAS_storageInputOutput16
[[vk::constant_id(SOS_SPEC_BASE + 249)]] const bool SOS_HAS_storageInputOutput16 = false;
#endif

// VkPhysicalDevice16BitStorageFeatures::storagePushConstant16
#if defined(SOS_USE_HAS_storagePushConstant16) && !defined(SOS_DECLARED_HAS_storagePushConstant16)
#define SOS_DECLARED_HAS_storagePushConstant16
[[vk::constant_id(SOS_SPEC_BASE + 250)]] const bool SOS_HAS_storagePushConstant16 = false;
#endif

// VkPhysicalDevice8BitStorageFeatures::storagePushConstant8
#if defined(SOS_USE_HAS_storagePushConstant8) && !defined(SOS_DECLARED_HAS_storagePushConstant8)
#define SOS_DECLARED_HAS_storagePushConstant8
[[vk::constant_id(SOS_SPEC_BASE + 251)]] const bool SOS_HAS_storagePushConstant8 = false;
#endif

// VkPhysicalDeviceVulkan12Features::subgroupBroadcastDynamicId
#if defined(SOS_USE_HAS_subgroupBroadcastDynamicId) && !defined(SOS_DECLARED_HAS_subgroupBroadcastDynamicId)
#define SOS_DECLARED_HAS_subgroupBroadcastDynamicId
[[vk::constant_id(SOS_SPEC_BASE + 252)]] const bool SOS_HAS_subgroupBroadcastDynamicId = false;
#endif

// VkPhysicalDeviceSubgroupSizeControlFeatures::subgroupSizeControl
#if defined(SOS_USE_HAS_subgroupSizeControl) && !defined(SOS_DECLARED_HAS_subgroupSizeControl)
#define SOS_DECLARED_HAS_subgroupSizeControl
[[vk::constant_id(SOS_SPEC_BASE + 253)]] const bool SOS_HAS_subgroupSizeControl = false;
#endif

// VkPhysicalDeviceMeshShaderFeaturesEXT::taskShader
#if defined(SOS_USE_HAS_taskShader_EXT) && !defined(SOS_DECLARED_HAS_taskShader_EXT)
#define SOS_DECLARED_HAS_taskShader_EXT
[[vk::constant_id(SOS_SPEC_BASE + 254)]] const bool SOS_HAS_taskShader_EXT = false;
#endif

// VkPhysicalDeviceMeshShaderFeaturesNV::taskShader
#if defined(SOS_USE_HAS_taskShader_NV) && !defined(SOS_DECLARED_HAS_taskShader_NV)
#define SOS_DECLARED_HAS_taskShader_NV
[[vk::constant_id(SOS_SPEC_BASE + 255)]] const bool SOS_HAS_taskShader_NV = false;
#endif

// VkPhysicalDeviceFeatures::tessellationShader
#if defined(SOS_USE_HAS_tessellationShader) && !defined(SOS_DECLARED_HAS_tessellationShader)
#define SOS_DECLARED_HAS_tessellationShader
[[vk::constant_id(SOS_SPEC_BASE + 256)]] const bool SOS_HAS_tessellationShader = false;
#endif

// VkPhysicalDeviceImageProcessingFeaturesQCOM::textureBlockMatch
#if defined(SOS_USE_HAS_textureBlockMatch) && !defined(SOS_DECLARED_HAS_textureBlockMatch)
#define SOS_DECLARED_HAS_textureBlockMatch
[[vk::constant_id(SOS_SPEC_BASE + 257)]] const bool SOS_HAS_textureBlockMatch = false;
#endif

// VkPhysicalDeviceImageProcessing2FeaturesQCOM::textureBlockMatch2
#if defined(SOS_USE_HAS_textureBlockMatch2) && !defined(SOS_DECLARED_HAS_textureBlockMatch2)
#define SOS_DECLARED_HAS_textureBlockMatch2
[[vk::constant_id(SOS_SPEC_BASE + 258)]] const bool SOS_HAS_textureBlockMatch2 = false;
#endif

// VkPhysicalDeviceImageProcessingFeaturesQCOM::textureBoxFilter
#if defined(SOS_USE_HAS_textureBoxFilter) && !defined(SOS_DECLARED_HAS_textureBoxFilter)
#define SOS_DECLARED_HAS_textureBoxFilter
[[vk::constant_id(SOS_SPEC_BASE + 259)]] const bool SOS_HAS_textureBoxFilter = false;
#endif

// VkPhysicalDeviceImageProcessingFeaturesQCOM::textureSampleWeighted
#if defined(SOS_USE_HAS_textureSampleWeighted) && !defined(SOS_DECLARED_HAS_textureSampleWeighted)
#define SOS_DECLARED_HAS_textureSampleWeighted
[[vk::constant_id(SOS_SPEC_BASE + 260)]] const bool SOS_HAS_textureSampleWeighted = false;
#endif

// VkPhysicalDeviceTileShadingFeaturesQCOM::tileShading
#if defined(SOS_USE_HAS_tileShading) && !defined(SOS_DECLARED_HAS_tileShading)
#define SOS_DECLARED_HAS_tileShading
[[vk::constant_id(SOS_SPEC_BASE + 261)]] const bool SOS_HAS_tileShading = false;
#endif

// VkPhysicalDeviceTransformFeedbackFeaturesEXT::transformFeedback
#if defined(SOS_USE_HAS_transformFeedback) && !defined(SOS_DECLARED_HAS_transformFeedback)
#define SOS_DECLARED_HAS_transformFeedback
[[vk::constant_id(SOS_SPEC_BASE + 262)]] const bool SOS_HAS_transformFeedback = false;
#endif

// VkPhysicalDevice16BitStorageFeatures::uniformAndStorageBuffer16BitAccess
#if defined(SOS_USE_HAS_uniformAndStorageBuffer16BitAccess) && !defined(SOS_DECLARED_HAS_uniformAndStorageBuffer16BitAccess)
#define SOS_DECLARED_HAS_uniformAndStorageBuffer16BitAccess
[[vk::constant_id(SOS_SPEC_BASE + 263)]] const bool SOS_HAS_uniformAndStorageBuffer16BitAccess = false;
#endif

// VkPhysicalDevice8BitStorageFeatures::uniformAndStorageBuffer8BitAccess
#if defined(SOS_USE_HAS_uniformAndStorageBuffer8BitAccess) && !defined(SOS_DECLARED_HAS_uniformAndStorageBuffer8BitAccess)
#define SOS_DECLARED_HAS_uniformAndStorageBuffer8BitAccess
[[vk::constant_id(SOS_SPEC_BASE + 264)]] const bool SOS_HAS_uniformAndStorageBuffer8BitAccess = false;
#endif

// VkPhysicalDeviceUniformBufferStandardLayoutFeatures::uniformBufferStandardLayout
#if defined(SOS_USE_HAS_uniformBufferStandardLayout) && !defined(SOS_DECLARED_HAS_uniformBufferStandardLayout)
#define SOS_DECLARED_HAS_uniformBufferStandardLayout
[[vk::constant_id(SOS_SPEC_BASE + 265)]] const bool SOS_HAS_uniformBufferStandardLayout = false;
#endif

// VkPhysicalDeviceVariablePointersFeatures::variablePointers
#if defined(SOS_USE_HAS_variablePointers) && !defined(SOS_DECLARED_HAS_variablePointers)
#define SOS_DECLARED_HAS_variablePointers
[[vk::constant_id(SOS_SPEC_BASE + 266)]] const bool SOS_HAS_variablePointers = false;
#endif

// VkPhysicalDeviceVariablePointersFeatures::variablePointersStorageBuffer
#if defined(SOS_USE_HAS_variablePointersStorageBuffer) && !defined(SOS_DECLARED_HAS_variablePointersStorageBuffer)
#define SOS_DECLARED_HAS_variablePointersStorageBuffer
[[vk::constant_id(SOS_SPEC_BASE + 267)]] const bool SOS_HAS_variablePointersStorageBuffer = false;
#endif

// VkPhysicalDeviceFeatures::vertexPipelineStoresAndAtomics
#if defined(SOS_USE_HAS_vertexPipelineStoresAndAtomics) && !defined(SOS_DECLARED_HAS_vertexPipelineStoresAndAtomics)
#define SOS_DECLARED_HAS_vertexPipelineStoresAndAtomics
[[vk::constant_id(SOS_SPEC_BASE + 268)]] const bool SOS_HAS_vertexPipelineStoresAndAtomics = false;
#endif

// VkPhysicalDeviceVulkanMemoryModelFeatures::vulkanMemoryModel
#if defined(SOS_USE_HAS_vulkanMemoryModel) && !defined(SOS_DECLARED_HAS_vulkanMemoryModel)
#define SOS_DECLARED_HAS_vulkanMemoryModel
[[vk::constant_id(SOS_SPEC_BASE + 269)]] const bool SOS_HAS_vulkanMemoryModel = false;
#endif

// VkPhysicalDeviceVulkanMemoryModelFeatures::vulkanMemoryModelAvailabilityVisibilityChains
#if defined(SOS_USE_HAS_vulkanMemoryModelAvailabilityVisibilityChains) && !defined(SOS_DECLARED_HAS_vulkanMemoryModelAvailabilityVisibilityChains)
#define SOS_DECLARED_HAS_vulkanMemoryModelAvailabilityVisibilityChains
[[vk::constant_id(SOS_SPEC_BASE + 270)]] const bool SOS_HAS_vulkanMemoryModelAvailabilityVisibilityChains = false;
#endif

// VkPhysicalDeviceVulkanMemoryModelFeatures::vulkanMemoryModelDeviceScope
#if defined(SOS_USE_HAS_vulkanMemoryModelDeviceScope) && !defined(SOS_DECLARED_HAS_vulkanMemoryModelDeviceScope)
#define SOS_DECLARED_HAS_vulkanMemoryModelDeviceScope
[[vk::constant_id(SOS_SPEC_BASE + 271)]] const bool SOS_HAS_vulkanMemoryModelDeviceScope = false;
#endif

// VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::workgroupMemoryExplicitLayout
#if defined(SOS_USE_HAS_workgroupMemoryExplicitLayout) && !defined(SOS_DECLARED_HAS_workgroupMemoryExplicitLayout)
#define SOS_DECLARED_HAS_workgroupMemoryExplicitLayout
[[vk::constant_id(SOS_SPEC_BASE + 272)]] const bool SOS_HAS_workgroupMemoryExplicitLayout = false;
#endif

// VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::workgroupMemoryExplicitLayout16BitAccess
#if defined(SOS_USE_HAS_workgroupMemoryExplicitLayout16BitAccess) && !defined(SOS_DECLARED_HAS_workgroupMemoryExplicitLayout16BitAccess)
#define SOS_DECLARED_HAS_workgroupMemoryExplicitLayout16BitAccess
[[vk::constant_id(SOS_SPEC_BASE + 273)]] const bool SOS_HAS_workgroupMemoryExplicitLayout16BitAccess = false;
#endif

// VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::workgroupMemoryExplicitLayout8BitAccess
#if defined(SOS_USE_HAS_workgroupMemoryExplicitLayout8BitAccess) && !defined(SOS_DECLARED_HAS_workgroupMemoryExplicitLayout8BitAccess)
#define SOS_DECLARED_HAS_workgroupMemoryExplicitLayout8BitAccess
[[vk::constant_id(SOS_SPEC_BASE + 274)]] const bool SOS_HAS_workgroupMemoryExplicitLayout8BitAccess = false;
#endif

// VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::workgroupMemoryExplicitLayoutScalarBlockLayout
#if defined(SOS_USE_HAS_workgroupMemoryExplicitLayoutScalarBlockLayout) && !defined(SOS_DECLARED_HAS_workgroupMemoryExplicitLayoutScalarBlockLayout)
#define SOS_DECLARED_HAS_workgroupMemoryExplicitLayoutScalarBlockLayout
[[vk::constant_id(SOS_SPEC_BASE + 275)]] const bool SOS_HAS_workgroupMemoryExplicitLayoutScalarBlockLayout = false;
#endif

// VK_AMD_gcn_shader
#if defined(SOS_USE_HAS_VK_AMD_gcn_shader) && !defined(SOS_DECLARED_HAS_VK_AMD_gcn_shader)
#define SOS_DECLARED_HAS_VK_AMD_gcn_shader
[[vk::constant_id(SOS_SPEC_BASE + 276)]] const bool SOS_HAS_VK_AMD_gcn_shader = false;
#endif

// VK_AMD_gpu_shader_half_float
#if defined(SOS_USE_HAS_VK_AMD_gpu_shader_half_float) && !defined(SOS_DECLARED_HAS_VK_AMD_gpu_shader_half_float)
#define SOS_DECLARED_HAS_VK_AMD_gpu_shader_half_float
[[vk::constant_id(SOS_SPEC_BASE + 277)]] const bool SOS_HAS_VK_AMD_gpu_shader_half_float = false;
#endif

// VK_AMD_gpu_shader_int16
#if defined(SOS_USE_HAS_VK_AMD_gpu_shader_int16) && !defined(SOS_DECLARED_HAS_VK_AMD_gpu_shader_int16)
#define SOS_DECLARED_HAS_VK_AMD_gpu_shader_int16
[[vk::constant_id(SOS_SPEC_BASE + 278)]] const bool SOS_HAS_VK_AMD_gpu_shader_int16 = false;
#endif

// VK_AMD_shader_ballot
#if defined(SOS_USE_HAS_VK_AMD_shader_ballot) && !defined(SOS_DECLARED_HAS_VK_AMD_shader_ballot)
#define SOS_DECLARED_HAS_VK_AMD_shader_ballot
[[vk::constant_id(SOS_SPEC_BASE + 279)]] const bool SOS_HAS_VK_AMD_shader_ballot = false;
#endif

// VK_AMD_shader_early_and_late_fragment_tests
#if defined(SOS_USE_HAS_VK_AMD_shader_early_and_late_fragment_tests) && !defined(SOS_DECLARED_HAS_VK_AMD_shader_early_and_late_fragment_tests)
#define SOS_DECLARED_HAS_VK_AMD_shader_early_and_late_fragment_tests
[[vk::constant_id(SOS_SPEC_BASE + 280)]] const bool SOS_HAS_VK_AMD_shader_early_and_late_fragment_tests = false;
#endif

// VK_AMD_shader_explicit_vertex_parameter
#if defined(SOS_USE_HAS_VK_AMD_shader_explicit_vertex_parameter) && !defined(SOS_DECLARED_HAS_VK_AMD_shader_explicit_vertex_parameter)
#define SOS_DECLARED_HAS_VK_AMD_shader_explicit_vertex_parameter
[[vk::constant_id(SOS_SPEC_BASE + 281)]] const bool SOS_HAS_VK_AMD_shader_explicit_vertex_parameter = false;
#endif

// VK_AMD_shader_fragment_mask
#if defined(SOS_USE_HAS_VK_AMD_shader_fragment_mask) && !defined(SOS_DECLARED_HAS_VK_AMD_shader_fragment_mask)
#define SOS_DECLARED_HAS_VK_AMD_shader_fragment_mask
[[vk::constant_id(SOS_SPEC_BASE + 282)]] const bool SOS_HAS_VK_AMD_shader_fragment_mask = false;
#endif

// VK_AMD_shader_image_load_store_lod
#if defined(SOS_USE_HAS_VK_AMD_shader_image_load_store_lod) && !defined(SOS_DECLARED_HAS_VK_AMD_shader_image_load_store_lod)
#define SOS_DECLARED_HAS_VK_AMD_shader_image_load_store_lod
[[vk::constant_id(SOS_SPEC_BASE + 283)]] const bool SOS_HAS_VK_AMD_shader_image_load_store_lod = false;
#endif

// VK_AMD_shader_trinary_minmax
#if defined(SOS_USE_HAS_VK_AMD_shader_trinary_minmax) && !defined(SOS_DECLARED_HAS_VK_AMD_shader_trinary_minmax)
#define SOS_DECLARED_HAS_VK_AMD_shader_trinary_minmax
[[vk::constant_id(SOS_SPEC_BASE + 284)]] const bool SOS_HAS_VK_AMD_shader_trinary_minmax = false;
#endif

// VK_AMD_texture_gather_bias_lod
#if defined(SOS_USE_HAS_VK_AMD_texture_gather_bias_lod) && !defined(SOS_DECLARED_HAS_VK_AMD_texture_gather_bias_lod)
#define SOS_DECLARED_HAS_VK_AMD_texture_gather_bias_lod
[[vk::constant_id(SOS_SPEC_BASE + 285)]] const bool SOS_HAS_VK_AMD_texture_gather_bias_lod = false;
#endif

// VK_ARM_data_graph
#if defined(SOS_USE_HAS_VK_ARM_data_graph) && !defined(SOS_DECLARED_HAS_VK_ARM_data_graph)
#define SOS_DECLARED_HAS_VK_ARM_data_graph
[[vk::constant_id(SOS_SPEC_BASE + 286)]] const bool SOS_HAS_VK_ARM_data_graph = false;
#endif

// VK_ARM_shader_core_builtins
#if defined(SOS_USE_HAS_VK_ARM_shader_core_builtins) && !defined(SOS_DECLARED_HAS_VK_ARM_shader_core_builtins)
#define SOS_DECLARED_HAS_VK_ARM_shader_core_builtins
[[vk::constant_id(SOS_SPEC_BASE + 287)]] const bool SOS_HAS_VK_ARM_shader_core_builtins = false;
#endif

// VK_ARM_tensors
#if defined(SOS_USE_HAS_VK_ARM_tensors) && !defined(SOS_DECLARED_HAS_VK_ARM_tensors)
#define SOS_DECLARED_HAS_VK_ARM_tensors
[[vk::constant_id(SOS_SPEC_BASE + 288)]] const bool SOS_HAS_VK_ARM_tensors = false;
#endif

// VK_EXT_buffer_device_address
#if defined(SOS_USE_HAS_VK_EXT_buffer_device_address) && !defined(SOS_DECLARED_HAS_VK_EXT_buffer_device_address)
#define SOS_DECLARED_HAS_VK_EXT_buffer_device_address
[[vk::constant_id(SOS_SPEC_BASE + 289)]] const bool SOS_HAS_VK_EXT_buffer_device_address = false;
#endif

// VK_EXT_conservative_rasterization
#if defined(SOS_USE_HAS_VK_EXT_conservative_rasterization) && !defined(SOS_DECLARED_HAS_VK_EXT_conservative_rasterization)
#define SOS_DECLARED_HAS_VK_EXT_conservative_rasterization
[[vk::constant_id(SOS_SPEC_BASE + 290)]] const bool SOS_HAS_VK_EXT_conservative_rasterization = false;
#endif

// VK_EXT_cooperative_matrix_maintenance1
#if defined(SOS_USE_HAS_VK_EXT_cooperative_matrix_maintenance1) && !defined(SOS_DECLARED_HAS_VK_EXT_cooperative_matrix_maintenance1)
#define SOS_DECLARED_HAS_VK_EXT_cooperative_matrix_maintenance1
[[vk::constant_id(SOS_SPEC_BASE + 291)]] const bool SOS_HAS_VK_EXT_cooperative_matrix_maintenance1 = false;
#endif

// VK_EXT_descriptor_heap
#if defined(SOS_USE_HAS_VK_EXT_descriptor_heap) && !defined(SOS_DECLARED_HAS_VK_EXT_descriptor_heap)
#define SOS_DECLARED_HAS_VK_EXT_descriptor_heap
[[vk::constant_id(SOS_SPEC_BASE + 292)]] const bool SOS_HAS_VK_EXT_descriptor_heap = false;
#endif

// VK_EXT_descriptor_indexing, or Vulkan 1.2
#if defined(SOS_USE_HAS_VK_EXT_descriptor_indexing) && !defined(SOS_DECLARED_HAS_VK_EXT_descriptor_indexing)
#define SOS_DECLARED_HAS_VK_EXT_descriptor_indexing
[[vk::constant_id(SOS_SPEC_BASE + 293)]] const bool SOS_HAS_VK_EXT_descriptor_indexing = false;
#endif

// VK_EXT_fragment_density_map
#if defined(SOS_USE_HAS_VK_EXT_fragment_density_map) && !defined(SOS_DECLARED_HAS_VK_EXT_fragment_density_map)
#define SOS_DECLARED_HAS_VK_EXT_fragment_density_map
[[vk::constant_id(SOS_SPEC_BASE + 294)]] const bool SOS_HAS_VK_EXT_fragment_density_map = false;
#endif

// VK_EXT_fragment_shader_interlock
#if defined(SOS_USE_HAS_VK_EXT_fragment_shader_interlock) && !defined(SOS_DECLARED_HAS_VK_EXT_fragment_shader_interlock)
#define SOS_DECLARED_HAS_VK_EXT_fragment_shader_interlock
[[vk::constant_id(SOS_SPEC_BASE + 295)]] const bool SOS_HAS_VK_EXT_fragment_shader_interlock = false;
#endif

// VK_EXT_mesh_shader
#if defined(SOS_USE_HAS_VK_EXT_mesh_shader) && !defined(SOS_DECLARED_HAS_VK_EXT_mesh_shader)
#define SOS_DECLARED_HAS_VK_EXT_mesh_shader
[[vk::constant_id(SOS_SPEC_BASE + 296)]] const bool SOS_HAS_VK_EXT_mesh_shader = false;
#endif

// VK_EXT_opacity_micromap
#if defined(SOS_USE_HAS_VK_EXT_opacity_micromap) && !defined(SOS_DECLARED_HAS_VK_EXT_opacity_micromap)
#define SOS_DECLARED_HAS_VK_EXT_opacity_micromap
[[vk::constant_id(SOS_SPEC_BASE + 297)]] const bool SOS_HAS_VK_EXT_opacity_micromap = false;
#endif

// VK_EXT_post_depth_coverage
#if defined(SOS_USE_HAS_VK_EXT_post_depth_coverage) && !defined(SOS_DECLARED_HAS_VK_EXT_post_depth_coverage)
#define SOS_DECLARED_HAS_VK_EXT_post_depth_coverage
[[vk::constant_id(SOS_SPEC_BASE + 298)]] const bool SOS_HAS_VK_EXT_post_depth_coverage = false;
#endif

// VK_EXT_ray_tracing_invocation_reorder
#if defined(SOS_USE_HAS_VK_EXT_ray_tracing_invocation_reorder) && !defined(SOS_DECLARED_HAS_VK_EXT_ray_tracing_invocation_reorder)
#define SOS_DECLARED_HAS_VK_EXT_ray_tracing_invocation_reorder
[[vk::constant_id(SOS_SPEC_BASE + 299)]] const bool SOS_HAS_VK_EXT_ray_tracing_invocation_reorder = false;
#endif

// VK_EXT_shader_64bit_indexing
#if defined(SOS_USE_HAS_VK_EXT_shader_64bit_indexing) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_64bit_indexing)
#define SOS_DECLARED_HAS_VK_EXT_shader_64bit_indexing
[[vk::constant_id(SOS_SPEC_BASE + 300)]] const bool SOS_HAS_VK_EXT_shader_64bit_indexing = false;
#endif

// VK_EXT_shader_atomic_float
#if defined(SOS_USE_HAS_VK_EXT_shader_atomic_float) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_atomic_float)
#define SOS_DECLARED_HAS_VK_EXT_shader_atomic_float
[[vk::constant_id(SOS_SPEC_BASE + 301)]] const bool SOS_HAS_VK_EXT_shader_atomic_float = false;
#endif

// VK_EXT_shader_atomic_float2
#if defined(SOS_USE_HAS_VK_EXT_shader_atomic_float2) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_atomic_float2)
#define SOS_DECLARED_HAS_VK_EXT_shader_atomic_float2
[[vk::constant_id(SOS_SPEC_BASE + 302)]] const bool SOS_HAS_VK_EXT_shader_atomic_float2 = false;
#endif

// VK_EXT_shader_demote_to_helper_invocation, or Vulkan 1.3
#if defined(SOS_USE_HAS_VK_EXT_shader_demote_to_helper_invocation) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_demote_to_helper_invocation)
#define SOS_DECLARED_HAS_VK_EXT_shader_demote_to_helper_invocation
[[vk::constant_id(SOS_SPEC_BASE + 303)]] const bool SOS_HAS_VK_EXT_shader_demote_to_helper_invocation = false;
#endif

// VK_EXT_shader_float8
#if defined(SOS_USE_HAS_VK_EXT_shader_float8) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_float8)
#define SOS_DECLARED_HAS_VK_EXT_shader_float8
[[vk::constant_id(SOS_SPEC_BASE + 304)]] const bool SOS_HAS_VK_EXT_shader_float8 = false;
#endif

// VK_EXT_shader_image_atomic_int64
#if defined(SOS_USE_HAS_VK_EXT_shader_image_atomic_int64) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_image_atomic_int64)
#define SOS_DECLARED_HAS_VK_EXT_shader_image_atomic_int64
[[vk::constant_id(SOS_SPEC_BASE + 305)]] const bool SOS_HAS_VK_EXT_shader_image_atomic_int64 = false;
#endif

// VK_EXT_shader_long_vector
#if defined(SOS_USE_HAS_VK_EXT_shader_long_vector) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_long_vector)
#define SOS_DECLARED_HAS_VK_EXT_shader_long_vector
[[vk::constant_id(SOS_SPEC_BASE + 306)]] const bool SOS_HAS_VK_EXT_shader_long_vector = false;
#endif

// VK_EXT_shader_ocp_microscaling_types
#if defined(SOS_USE_HAS_VK_EXT_shader_ocp_microscaling_types) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_ocp_microscaling_types)
#define SOS_DECLARED_HAS_VK_EXT_shader_ocp_microscaling_types
[[vk::constant_id(SOS_SPEC_BASE + 307)]] const bool SOS_HAS_VK_EXT_shader_ocp_microscaling_types = false;
#endif

// VK_EXT_shader_replicated_composites
#if defined(SOS_USE_HAS_VK_EXT_shader_replicated_composites) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_replicated_composites)
#define SOS_DECLARED_HAS_VK_EXT_shader_replicated_composites
[[vk::constant_id(SOS_SPEC_BASE + 308)]] const bool SOS_HAS_VK_EXT_shader_replicated_composites = false;
#endif

// VK_EXT_shader_split_barrier
#if defined(SOS_USE_HAS_VK_EXT_shader_split_barrier) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_split_barrier)
#define SOS_DECLARED_HAS_VK_EXT_shader_split_barrier
[[vk::constant_id(SOS_SPEC_BASE + 309)]] const bool SOS_HAS_VK_EXT_shader_split_barrier = false;
#endif

// VK_EXT_shader_stencil_export
#if defined(SOS_USE_HAS_VK_EXT_shader_stencil_export) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_stencil_export)
#define SOS_DECLARED_HAS_VK_EXT_shader_stencil_export
[[vk::constant_id(SOS_SPEC_BASE + 310)]] const bool SOS_HAS_VK_EXT_shader_stencil_export = false;
#endif

// VK_EXT_shader_subgroup_ballot
#if defined(SOS_USE_HAS_VK_EXT_shader_subgroup_ballot) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_subgroup_ballot)
#define SOS_DECLARED_HAS_VK_EXT_shader_subgroup_ballot
[[vk::constant_id(SOS_SPEC_BASE + 311)]] const bool SOS_HAS_VK_EXT_shader_subgroup_ballot = false;
#endif

// VK_EXT_shader_subgroup_partitioned
#if defined(SOS_USE_HAS_VK_EXT_shader_subgroup_partitioned) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_subgroup_partitioned)
#define SOS_DECLARED_HAS_VK_EXT_shader_subgroup_partitioned
[[vk::constant_id(SOS_SPEC_BASE + 312)]] const bool SOS_HAS_VK_EXT_shader_subgroup_partitioned = false;
#endif

// VK_EXT_shader_subgroup_vote
#if defined(SOS_USE_HAS_VK_EXT_shader_subgroup_vote) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_subgroup_vote)
#define SOS_DECLARED_HAS_VK_EXT_shader_subgroup_vote
[[vk::constant_id(SOS_SPEC_BASE + 313)]] const bool SOS_HAS_VK_EXT_shader_subgroup_vote = false;
#endif

// VK_EXT_shader_tile_image
#if defined(SOS_USE_HAS_VK_EXT_shader_tile_image) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_tile_image)
#define SOS_DECLARED_HAS_VK_EXT_shader_tile_image
[[vk::constant_id(SOS_SPEC_BASE + 314)]] const bool SOS_HAS_VK_EXT_shader_tile_image = false;
#endif

// VK_EXT_shader_viewport_index_layer, or Vulkan 1.2
#if defined(SOS_USE_HAS_VK_EXT_shader_viewport_index_layer) && !defined(SOS_DECLARED_HAS_VK_EXT_shader_viewport_index_layer)
#define SOS_DECLARED_HAS_VK_EXT_shader_viewport_index_layer
[[vk::constant_id(SOS_SPEC_BASE + 315)]] const bool SOS_HAS_VK_EXT_shader_viewport_index_layer = false;
#endif

// VK_GOOGLE_decorate_string
#if defined(SOS_USE_HAS_VK_GOOGLE_decorate_string) && !defined(SOS_DECLARED_HAS_VK_GOOGLE_decorate_string)
#define SOS_DECLARED_HAS_VK_GOOGLE_decorate_string
[[vk::constant_id(SOS_SPEC_BASE + 316)]] const bool SOS_HAS_VK_GOOGLE_decorate_string = false;
#endif

// VK_GOOGLE_hlsl_functionality1
#if defined(SOS_USE_HAS_VK_GOOGLE_hlsl_functionality1) && !defined(SOS_DECLARED_HAS_VK_GOOGLE_hlsl_functionality1)
#define SOS_DECLARED_HAS_VK_GOOGLE_hlsl_functionality1
[[vk::constant_id(SOS_SPEC_BASE + 317)]] const bool SOS_HAS_VK_GOOGLE_hlsl_functionality1 = false;
#endif

// VK_GOOGLE_user_type
#if defined(SOS_USE_HAS_VK_GOOGLE_user_type) && !defined(SOS_DECLARED_HAS_VK_GOOGLE_user_type)
#define SOS_DECLARED_HAS_VK_GOOGLE_user_type
[[vk::constant_id(SOS_SPEC_BASE + 318)]] const bool SOS_HAS_VK_GOOGLE_user_type = false;
#endif

// VK_HUAWEI_cluster_culling_shader
#if defined(SOS_USE_HAS_VK_HUAWEI_cluster_culling_shader) && !defined(SOS_DECLARED_HAS_VK_HUAWEI_cluster_culling_shader)
#define SOS_DECLARED_HAS_VK_HUAWEI_cluster_culling_shader
[[vk::constant_id(SOS_SPEC_BASE + 319)]] const bool SOS_HAS_VK_HUAWEI_cluster_culling_shader = false;
#endif

// VK_HUAWEI_subpass_shading
#if defined(SOS_USE_HAS_VK_HUAWEI_subpass_shading) && !defined(SOS_DECLARED_HAS_VK_HUAWEI_subpass_shading)
#define SOS_DECLARED_HAS_VK_HUAWEI_subpass_shading
[[vk::constant_id(SOS_SPEC_BASE + 320)]] const bool SOS_HAS_VK_HUAWEI_subpass_shading = false;
#endif

// VK_INTEL_shader_integer_functions2
#if defined(SOS_USE_HAS_VK_INTEL_shader_integer_functions2) && !defined(SOS_DECLARED_HAS_VK_INTEL_shader_integer_functions2)
#define SOS_DECLARED_HAS_VK_INTEL_shader_integer_functions2
[[vk::constant_id(SOS_SPEC_BASE + 321)]] const bool SOS_HAS_VK_INTEL_shader_integer_functions2 = false;
#endif

// VK_KHR_16bit_storage, or Vulkan 1.1
#if defined(SOS_USE_HAS_VK_KHR_16bit_storage) && !defined(SOS_DECLARED_HAS_VK_KHR_16bit_storage)
#define SOS_DECLARED_HAS_VK_KHR_16bit_storage
[[vk::constant_id(SOS_SPEC_BASE + 322)]] const bool SOS_HAS_VK_KHR_16bit_storage = false;
#endif

// VK_KHR_8bit_storage, or Vulkan 1.2
#if defined(SOS_USE_HAS_VK_KHR_8bit_storage) && !defined(SOS_DECLARED_HAS_VK_KHR_8bit_storage)
#define SOS_DECLARED_HAS_VK_KHR_8bit_storage
[[vk::constant_id(SOS_SPEC_BASE + 323)]] const bool SOS_HAS_VK_KHR_8bit_storage = false;
#endif

// VK_KHR_buffer_device_address, or Vulkan 1.2
#if defined(SOS_USE_HAS_VK_KHR_buffer_device_address) && !defined(SOS_DECLARED_HAS_VK_KHR_buffer_device_address)
#define SOS_DECLARED_HAS_VK_KHR_buffer_device_address
[[vk::constant_id(SOS_SPEC_BASE + 324)]] const bool SOS_HAS_VK_KHR_buffer_device_address = false;
#endif

// VK_KHR_compute_shader_derivatives
#if defined(SOS_USE_HAS_VK_KHR_compute_shader_derivatives) && !defined(SOS_DECLARED_HAS_VK_KHR_compute_shader_derivatives)
#define SOS_DECLARED_HAS_VK_KHR_compute_shader_derivatives
[[vk::constant_id(SOS_SPEC_BASE + 325)]] const bool SOS_HAS_VK_KHR_compute_shader_derivatives = false;
#endif

// VK_KHR_cooperative_matrix
#if defined(SOS_USE_HAS_VK_KHR_cooperative_matrix) && !defined(SOS_DECLARED_HAS_VK_KHR_cooperative_matrix)
#define SOS_DECLARED_HAS_VK_KHR_cooperative_matrix
[[vk::constant_id(SOS_SPEC_BASE + 326)]] const bool SOS_HAS_VK_KHR_cooperative_matrix = false;
#endif

// VK_KHR_device_group, or Vulkan 1.1
#if defined(SOS_USE_HAS_VK_KHR_device_group) && !defined(SOS_DECLARED_HAS_VK_KHR_device_group)
#define SOS_DECLARED_HAS_VK_KHR_device_group
[[vk::constant_id(SOS_SPEC_BASE + 327)]] const bool SOS_HAS_VK_KHR_device_group = false;
#endif

// VK_KHR_format_feature_flags2
#if defined(SOS_USE_HAS_VK_KHR_format_feature_flags2) && !defined(SOS_DECLARED_HAS_VK_KHR_format_feature_flags2)
#define SOS_DECLARED_HAS_VK_KHR_format_feature_flags2
[[vk::constant_id(SOS_SPEC_BASE + 328)]] const bool SOS_HAS_VK_KHR_format_feature_flags2 = false;
#endif

// VK_KHR_fragment_shader_barycentric
#if defined(SOS_USE_HAS_VK_KHR_fragment_shader_barycentric) && !defined(SOS_DECLARED_HAS_VK_KHR_fragment_shader_barycentric)
#define SOS_DECLARED_HAS_VK_KHR_fragment_shader_barycentric
[[vk::constant_id(SOS_SPEC_BASE + 329)]] const bool SOS_HAS_VK_KHR_fragment_shader_barycentric = false;
#endif

// VK_KHR_fragment_shading_rate
#if defined(SOS_USE_HAS_VK_KHR_fragment_shading_rate) && !defined(SOS_DECLARED_HAS_VK_KHR_fragment_shading_rate)
#define SOS_DECLARED_HAS_VK_KHR_fragment_shading_rate
[[vk::constant_id(SOS_SPEC_BASE + 330)]] const bool SOS_HAS_VK_KHR_fragment_shading_rate = false;
#endif

// VK_KHR_multiview, or Vulkan 1.1
#if defined(SOS_USE_HAS_VK_KHR_multiview) && !defined(SOS_DECLARED_HAS_VK_KHR_multiview)
#define SOS_DECLARED_HAS_VK_KHR_multiview
[[vk::constant_id(SOS_SPEC_BASE + 331)]] const bool SOS_HAS_VK_KHR_multiview = false;
#endif

// VK_KHR_opacity_micromap
#if defined(SOS_USE_HAS_VK_KHR_opacity_micromap) && !defined(SOS_DECLARED_HAS_VK_KHR_opacity_micromap)
#define SOS_DECLARED_HAS_VK_KHR_opacity_micromap
[[vk::constant_id(SOS_SPEC_BASE + 332)]] const bool SOS_HAS_VK_KHR_opacity_micromap = false;
#endif

// VK_KHR_ray_query
#if defined(SOS_USE_HAS_VK_KHR_ray_query) && !defined(SOS_DECLARED_HAS_VK_KHR_ray_query)
#define SOS_DECLARED_HAS_VK_KHR_ray_query
[[vk::constant_id(SOS_SPEC_BASE + 333)]] const bool SOS_HAS_VK_KHR_ray_query = false;
#endif

// VK_KHR_ray_tracing_maintenance1
#if defined(SOS_USE_HAS_VK_KHR_ray_tracing_maintenance1) && !defined(SOS_DECLARED_HAS_VK_KHR_ray_tracing_maintenance1)
#define SOS_DECLARED_HAS_VK_KHR_ray_tracing_maintenance1
[[vk::constant_id(SOS_SPEC_BASE + 334)]] const bool SOS_HAS_VK_KHR_ray_tracing_maintenance1 = false;
#endif

// VK_KHR_ray_tracing_pipeline
#if defined(SOS_USE_HAS_VK_KHR_ray_tracing_pipeline) && !defined(SOS_DECLARED_HAS_VK_KHR_ray_tracing_pipeline)
#define SOS_DECLARED_HAS_VK_KHR_ray_tracing_pipeline
[[vk::constant_id(SOS_SPEC_BASE + 335)]] const bool SOS_HAS_VK_KHR_ray_tracing_pipeline = false;
#endif

// VK_KHR_ray_tracing_position_fetch
#if defined(SOS_USE_HAS_VK_KHR_ray_tracing_position_fetch) && !defined(SOS_DECLARED_HAS_VK_KHR_ray_tracing_position_fetch)
#define SOS_DECLARED_HAS_VK_KHR_ray_tracing_position_fetch
[[vk::constant_id(SOS_SPEC_BASE + 336)]] const bool SOS_HAS_VK_KHR_ray_tracing_position_fetch = false;
#endif

// VK_KHR_shader_abort
#if defined(SOS_USE_HAS_VK_KHR_shader_abort) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_abort)
#define SOS_DECLARED_HAS_VK_KHR_shader_abort
[[vk::constant_id(SOS_SPEC_BASE + 337)]] const bool SOS_HAS_VK_KHR_shader_abort = false;
#endif

// VK_KHR_shader_bfloat16
#if defined(SOS_USE_HAS_VK_KHR_shader_bfloat16) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_bfloat16)
#define SOS_DECLARED_HAS_VK_KHR_shader_bfloat16
[[vk::constant_id(SOS_SPEC_BASE + 338)]] const bool SOS_HAS_VK_KHR_shader_bfloat16 = false;
#endif

// VK_KHR_shader_clock
#if defined(SOS_USE_HAS_VK_KHR_shader_clock) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_clock)
#define SOS_DECLARED_HAS_VK_KHR_shader_clock
[[vk::constant_id(SOS_SPEC_BASE + 339)]] const bool SOS_HAS_VK_KHR_shader_clock = false;
#endif

// VK_KHR_shader_constant_data
#if defined(SOS_USE_HAS_VK_KHR_shader_constant_data) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_constant_data)
#define SOS_DECLARED_HAS_VK_KHR_shader_constant_data
[[vk::constant_id(SOS_SPEC_BASE + 340)]] const bool SOS_HAS_VK_KHR_shader_constant_data = false;
#endif

// VK_KHR_shader_draw_parameters, or Vulkan 1.1
#if defined(SOS_USE_HAS_VK_KHR_shader_draw_parameters) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_draw_parameters)
#define SOS_DECLARED_HAS_VK_KHR_shader_draw_parameters
[[vk::constant_id(SOS_SPEC_BASE + 341)]] const bool SOS_HAS_VK_KHR_shader_draw_parameters = false;
#endif

// VK_KHR_shader_expect_assume, or Vulkan 1.4
#if defined(SOS_USE_HAS_VK_KHR_shader_expect_assume) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_expect_assume)
#define SOS_DECLARED_HAS_VK_KHR_shader_expect_assume
[[vk::constant_id(SOS_SPEC_BASE + 342)]] const bool SOS_HAS_VK_KHR_shader_expect_assume = false;
#endif

// VK_KHR_shader_float_controls, or Vulkan 1.2
#if defined(SOS_USE_HAS_VK_KHR_shader_float_controls) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_float_controls)
#define SOS_DECLARED_HAS_VK_KHR_shader_float_controls
[[vk::constant_id(SOS_SPEC_BASE + 343)]] const bool SOS_HAS_VK_KHR_shader_float_controls = false;
#endif

// VK_KHR_shader_float_controls2, or Vulkan 1.4
#if defined(SOS_USE_HAS_VK_KHR_shader_float_controls2) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_float_controls2)
#define SOS_DECLARED_HAS_VK_KHR_shader_float_controls2
[[vk::constant_id(SOS_SPEC_BASE + 344)]] const bool SOS_HAS_VK_KHR_shader_float_controls2 = false;
#endif

// VK_KHR_shader_fma
#if defined(SOS_USE_HAS_VK_KHR_shader_fma) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_fma)
#define SOS_DECLARED_HAS_VK_KHR_shader_fma
[[vk::constant_id(SOS_SPEC_BASE + 345)]] const bool SOS_HAS_VK_KHR_shader_fma = false;
#endif

// VK_KHR_shader_integer_dot_product, or Vulkan 1.3
#if defined(SOS_USE_HAS_VK_KHR_shader_integer_dot_product) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_integer_dot_product)
#define SOS_DECLARED_HAS_VK_KHR_shader_integer_dot_product
[[vk::constant_id(SOS_SPEC_BASE + 346)]] const bool SOS_HAS_VK_KHR_shader_integer_dot_product = false;
#endif

// VK_KHR_shader_maximal_reconvergence
#if defined(SOS_USE_HAS_VK_KHR_shader_maximal_reconvergence) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_maximal_reconvergence)
#define SOS_DECLARED_HAS_VK_KHR_shader_maximal_reconvergence
[[vk::constant_id(SOS_SPEC_BASE + 347)]] const bool SOS_HAS_VK_KHR_shader_maximal_reconvergence = false;
#endif

// VK_KHR_shader_non_semantic_info, or Vulkan 1.3
#if defined(SOS_USE_HAS_VK_KHR_shader_non_semantic_info) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_non_semantic_info)
#define SOS_DECLARED_HAS_VK_KHR_shader_non_semantic_info
[[vk::constant_id(SOS_SPEC_BASE + 348)]] const bool SOS_HAS_VK_KHR_shader_non_semantic_info = false;
#endif

// VK_KHR_shader_quad_control
#if defined(SOS_USE_HAS_VK_KHR_shader_quad_control) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_quad_control)
#define SOS_DECLARED_HAS_VK_KHR_shader_quad_control
[[vk::constant_id(SOS_SPEC_BASE + 349)]] const bool SOS_HAS_VK_KHR_shader_quad_control = false;
#endif

// VK_KHR_shader_relaxed_extended_instruction
#if defined(SOS_USE_HAS_VK_KHR_shader_relaxed_extended_instruction) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_relaxed_extended_instruction)
#define SOS_DECLARED_HAS_VK_KHR_shader_relaxed_extended_instruction
[[vk::constant_id(SOS_SPEC_BASE + 350)]] const bool SOS_HAS_VK_KHR_shader_relaxed_extended_instruction = false;
#endif

// VK_KHR_shader_subgroup_rotate, or Vulkan 1.4
#if defined(SOS_USE_HAS_VK_KHR_shader_subgroup_rotate) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_subgroup_rotate)
#define SOS_DECLARED_HAS_VK_KHR_shader_subgroup_rotate
[[vk::constant_id(SOS_SPEC_BASE + 351)]] const bool SOS_HAS_VK_KHR_shader_subgroup_rotate = false;
#endif

// VK_KHR_shader_subgroup_uniform_control_flow
#if defined(SOS_USE_HAS_VK_KHR_shader_subgroup_uniform_control_flow) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_subgroup_uniform_control_flow)
#define SOS_DECLARED_HAS_VK_KHR_shader_subgroup_uniform_control_flow
[[vk::constant_id(SOS_SPEC_BASE + 352)]] const bool SOS_HAS_VK_KHR_shader_subgroup_uniform_control_flow = false;
#endif

// VK_KHR_shader_terminate_invocation, or Vulkan 1.3
#if defined(SOS_USE_HAS_VK_KHR_shader_terminate_invocation) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_terminate_invocation)
#define SOS_DECLARED_HAS_VK_KHR_shader_terminate_invocation
[[vk::constant_id(SOS_SPEC_BASE + 353)]] const bool SOS_HAS_VK_KHR_shader_terminate_invocation = false;
#endif

// VK_KHR_shader_untyped_pointers
#if defined(SOS_USE_HAS_VK_KHR_shader_untyped_pointers) && !defined(SOS_DECLARED_HAS_VK_KHR_shader_untyped_pointers)
#define SOS_DECLARED_HAS_VK_KHR_shader_untyped_pointers
[[vk::constant_id(SOS_SPEC_BASE + 354)]] const bool SOS_HAS_VK_KHR_shader_untyped_pointers = false;
#endif

// VK_KHR_storage_buffer_storage_class, or Vulkan 1.1
#if defined(SOS_USE_HAS_VK_KHR_storage_buffer_storage_class) && !defined(SOS_DECLARED_HAS_VK_KHR_storage_buffer_storage_class)
#define SOS_DECLARED_HAS_VK_KHR_storage_buffer_storage_class
[[vk::constant_id(SOS_SPEC_BASE + 355)]] const bool SOS_HAS_VK_KHR_storage_buffer_storage_class = false;
#endif

// VK_KHR_variable_pointers, or Vulkan 1.1
#if defined(SOS_USE_HAS_VK_KHR_variable_pointers) && !defined(SOS_DECLARED_HAS_VK_KHR_variable_pointers)
#define SOS_DECLARED_HAS_VK_KHR_variable_pointers
[[vk::constant_id(SOS_SPEC_BASE + 356)]] const bool SOS_HAS_VK_KHR_variable_pointers = false;
#endif

// VK_KHR_vulkan_memory_model, or Vulkan 1.2
#if defined(SOS_USE_HAS_VK_KHR_vulkan_memory_model) && !defined(SOS_DECLARED_HAS_VK_KHR_vulkan_memory_model)
#define SOS_DECLARED_HAS_VK_KHR_vulkan_memory_model
[[vk::constant_id(SOS_SPEC_BASE + 357)]] const bool SOS_HAS_VK_KHR_vulkan_memory_model = false;
#endif

// VK_KHR_workgroup_memory_explicit_layout
#if defined(SOS_USE_HAS_VK_KHR_workgroup_memory_explicit_layout) && !defined(SOS_DECLARED_HAS_VK_KHR_workgroup_memory_explicit_layout)
#define SOS_DECLARED_HAS_VK_KHR_workgroup_memory_explicit_layout
[[vk::constant_id(SOS_SPEC_BASE + 358)]] const bool SOS_HAS_VK_KHR_workgroup_memory_explicit_layout = false;
#endif

// VK_NVX_multiview_per_view_attributes
#if defined(SOS_USE_HAS_VK_NVX_multiview_per_view_attributes) && !defined(SOS_DECLARED_HAS_VK_NVX_multiview_per_view_attributes)
#define SOS_DECLARED_HAS_VK_NVX_multiview_per_view_attributes
[[vk::constant_id(SOS_SPEC_BASE + 359)]] const bool SOS_HAS_VK_NVX_multiview_per_view_attributes = false;
#endif

// VK_NV_cluster_acceleration_structure
#if defined(SOS_USE_HAS_VK_NV_cluster_acceleration_structure) && !defined(SOS_DECLARED_HAS_VK_NV_cluster_acceleration_structure)
#define SOS_DECLARED_HAS_VK_NV_cluster_acceleration_structure
[[vk::constant_id(SOS_SPEC_BASE + 360)]] const bool SOS_HAS_VK_NV_cluster_acceleration_structure = false;
#endif

// VK_NV_compute_shader_derivatives
#if defined(SOS_USE_HAS_VK_NV_compute_shader_derivatives) && !defined(SOS_DECLARED_HAS_VK_NV_compute_shader_derivatives)
#define SOS_DECLARED_HAS_VK_NV_compute_shader_derivatives
[[vk::constant_id(SOS_SPEC_BASE + 361)]] const bool SOS_HAS_VK_NV_compute_shader_derivatives = false;
#endif

// VK_NV_cooperative_matrix
#if defined(SOS_USE_HAS_VK_NV_cooperative_matrix) && !defined(SOS_DECLARED_HAS_VK_NV_cooperative_matrix)
#define SOS_DECLARED_HAS_VK_NV_cooperative_matrix
[[vk::constant_id(SOS_SPEC_BASE + 362)]] const bool SOS_HAS_VK_NV_cooperative_matrix = false;
#endif

// VK_NV_cooperative_matrix2
#if defined(SOS_USE_HAS_VK_NV_cooperative_matrix2) && !defined(SOS_DECLARED_HAS_VK_NV_cooperative_matrix2)
#define SOS_DECLARED_HAS_VK_NV_cooperative_matrix2
[[vk::constant_id(SOS_SPEC_BASE + 363)]] const bool SOS_HAS_VK_NV_cooperative_matrix2 = false;
#endif

// VK_NV_cooperative_matrix_decode_vector
#if defined(SOS_USE_HAS_VK_NV_cooperative_matrix_decode_vector) && !defined(SOS_DECLARED_HAS_VK_NV_cooperative_matrix_decode_vector)
#define SOS_DECLARED_HAS_VK_NV_cooperative_matrix_decode_vector
[[vk::constant_id(SOS_SPEC_BASE + 364)]] const bool SOS_HAS_VK_NV_cooperative_matrix_decode_vector = false;
#endif

// VK_NV_cooperative_vector
#if defined(SOS_USE_HAS_VK_NV_cooperative_vector) && !defined(SOS_DECLARED_HAS_VK_NV_cooperative_vector)
#define SOS_DECLARED_HAS_VK_NV_cooperative_vector
[[vk::constant_id(SOS_SPEC_BASE + 365)]] const bool SOS_HAS_VK_NV_cooperative_vector = false;
#endif

// VK_NV_fragment_shader_barycentric
#if defined(SOS_USE_HAS_VK_NV_fragment_shader_barycentric) && !defined(SOS_DECLARED_HAS_VK_NV_fragment_shader_barycentric)
#define SOS_DECLARED_HAS_VK_NV_fragment_shader_barycentric
[[vk::constant_id(SOS_SPEC_BASE + 366)]] const bool SOS_HAS_VK_NV_fragment_shader_barycentric = false;
#endif

// VK_NV_geometry_shader_passthrough
#if defined(SOS_USE_HAS_VK_NV_geometry_shader_passthrough) && !defined(SOS_DECLARED_HAS_VK_NV_geometry_shader_passthrough)
#define SOS_DECLARED_HAS_VK_NV_geometry_shader_passthrough
[[vk::constant_id(SOS_SPEC_BASE + 367)]] const bool SOS_HAS_VK_NV_geometry_shader_passthrough = false;
#endif

// VK_NV_mesh_shader
#if defined(SOS_USE_HAS_VK_NV_mesh_shader) && !defined(SOS_DECLARED_HAS_VK_NV_mesh_shader)
#define SOS_DECLARED_HAS_VK_NV_mesh_shader
[[vk::constant_id(SOS_SPEC_BASE + 368)]] const bool SOS_HAS_VK_NV_mesh_shader = false;
#endif

// VK_NV_push_constant_bank
#if defined(SOS_USE_HAS_VK_NV_push_constant_bank) && !defined(SOS_DECLARED_HAS_VK_NV_push_constant_bank)
#define SOS_DECLARED_HAS_VK_NV_push_constant_bank
[[vk::constant_id(SOS_SPEC_BASE + 369)]] const bool SOS_HAS_VK_NV_push_constant_bank = false;
#endif

// VK_NV_raw_access_chains
#if defined(SOS_USE_HAS_VK_NV_raw_access_chains) && !defined(SOS_DECLARED_HAS_VK_NV_raw_access_chains)
#define SOS_DECLARED_HAS_VK_NV_raw_access_chains
[[vk::constant_id(SOS_SPEC_BASE + 370)]] const bool SOS_HAS_VK_NV_raw_access_chains = false;
#endif

// VK_NV_ray_tracing
#if defined(SOS_USE_HAS_VK_NV_ray_tracing) && !defined(SOS_DECLARED_HAS_VK_NV_ray_tracing)
#define SOS_DECLARED_HAS_VK_NV_ray_tracing
[[vk::constant_id(SOS_SPEC_BASE + 371)]] const bool SOS_HAS_VK_NV_ray_tracing = false;
#endif

// VK_NV_ray_tracing_invocation_reorder
#if defined(SOS_USE_HAS_VK_NV_ray_tracing_invocation_reorder) && !defined(SOS_DECLARED_HAS_VK_NV_ray_tracing_invocation_reorder)
#define SOS_DECLARED_HAS_VK_NV_ray_tracing_invocation_reorder
[[vk::constant_id(SOS_SPEC_BASE + 372)]] const bool SOS_HAS_VK_NV_ray_tracing_invocation_reorder = false;
#endif

// VK_NV_ray_tracing_linear_swept_spheres
#if defined(SOS_USE_HAS_VK_NV_ray_tracing_linear_swept_spheres) && !defined(SOS_DECLARED_HAS_VK_NV_ray_tracing_linear_swept_spheres)
#define SOS_DECLARED_HAS_VK_NV_ray_tracing_linear_swept_spheres
[[vk::constant_id(SOS_SPEC_BASE + 373)]] const bool SOS_HAS_VK_NV_ray_tracing_linear_swept_spheres = false;
#endif

// VK_NV_ray_tracing_motion_blur
#if defined(SOS_USE_HAS_VK_NV_ray_tracing_motion_blur) && !defined(SOS_DECLARED_HAS_VK_NV_ray_tracing_motion_blur)
#define SOS_DECLARED_HAS_VK_NV_ray_tracing_motion_blur
[[vk::constant_id(SOS_SPEC_BASE + 374)]] const bool SOS_HAS_VK_NV_ray_tracing_motion_blur = false;
#endif

// VK_NV_sample_mask_override_coverage
#if defined(SOS_USE_HAS_VK_NV_sample_mask_override_coverage) && !defined(SOS_DECLARED_HAS_VK_NV_sample_mask_override_coverage)
#define SOS_DECLARED_HAS_VK_NV_sample_mask_override_coverage
[[vk::constant_id(SOS_SPEC_BASE + 375)]] const bool SOS_HAS_VK_NV_sample_mask_override_coverage = false;
#endif

// VK_NV_shader_atomic_float16_vector
#if defined(SOS_USE_HAS_VK_NV_shader_atomic_float16_vector) && !defined(SOS_DECLARED_HAS_VK_NV_shader_atomic_float16_vector)
#define SOS_DECLARED_HAS_VK_NV_shader_atomic_float16_vector
[[vk::constant_id(SOS_SPEC_BASE + 376)]] const bool SOS_HAS_VK_NV_shader_atomic_float16_vector = false;
#endif

// VK_NV_shader_image_footprint
#if defined(SOS_USE_HAS_VK_NV_shader_image_footprint) && !defined(SOS_DECLARED_HAS_VK_NV_shader_image_footprint)
#define SOS_DECLARED_HAS_VK_NV_shader_image_footprint
[[vk::constant_id(SOS_SPEC_BASE + 377)]] const bool SOS_HAS_VK_NV_shader_image_footprint = false;
#endif

// VK_NV_shader_sm_builtins
#if defined(SOS_USE_HAS_VK_NV_shader_sm_builtins) && !defined(SOS_DECLARED_HAS_VK_NV_shader_sm_builtins)
#define SOS_DECLARED_HAS_VK_NV_shader_sm_builtins
[[vk::constant_id(SOS_SPEC_BASE + 378)]] const bool SOS_HAS_VK_NV_shader_sm_builtins = false;
#endif

// VK_NV_shader_subgroup_partitioned
#if defined(SOS_USE_HAS_VK_NV_shader_subgroup_partitioned) && !defined(SOS_DECLARED_HAS_VK_NV_shader_subgroup_partitioned)
#define SOS_DECLARED_HAS_VK_NV_shader_subgroup_partitioned
[[vk::constant_id(SOS_SPEC_BASE + 379)]] const bool SOS_HAS_VK_NV_shader_subgroup_partitioned = false;
#endif

// VK_NV_shading_rate_image
#if defined(SOS_USE_HAS_VK_NV_shading_rate_image) && !defined(SOS_DECLARED_HAS_VK_NV_shading_rate_image)
#define SOS_DECLARED_HAS_VK_NV_shading_rate_image
[[vk::constant_id(SOS_SPEC_BASE + 380)]] const bool SOS_HAS_VK_NV_shading_rate_image = false;
#endif

// VK_NV_viewport_array2
#if defined(SOS_USE_HAS_VK_NV_viewport_array2) && !defined(SOS_DECLARED_HAS_VK_NV_viewport_array2)
#define SOS_DECLARED_HAS_VK_NV_viewport_array2
[[vk::constant_id(SOS_SPEC_BASE + 381)]] const bool SOS_HAS_VK_NV_viewport_array2 = false;
#endif

// VK_QCOM_cooperative_matrix_conversion
#if defined(SOS_USE_HAS_VK_QCOM_cooperative_matrix_conversion) && !defined(SOS_DECLARED_HAS_VK_QCOM_cooperative_matrix_conversion)
#define SOS_DECLARED_HAS_VK_QCOM_cooperative_matrix_conversion
[[vk::constant_id(SOS_SPEC_BASE + 382)]] const bool SOS_HAS_VK_QCOM_cooperative_matrix_conversion = false;
#endif

// VK_QCOM_image_processing
#if defined(SOS_USE_HAS_VK_QCOM_image_processing) && !defined(SOS_DECLARED_HAS_VK_QCOM_image_processing)
#define SOS_DECLARED_HAS_VK_QCOM_image_processing
[[vk::constant_id(SOS_SPEC_BASE + 383)]] const bool SOS_HAS_VK_QCOM_image_processing = false;
#endif

// VK_QCOM_image_processing2
#if defined(SOS_USE_HAS_VK_QCOM_image_processing2) && !defined(SOS_DECLARED_HAS_VK_QCOM_image_processing2)
#define SOS_DECLARED_HAS_VK_QCOM_image_processing2
[[vk::constant_id(SOS_SPEC_BASE + 384)]] const bool SOS_HAS_VK_QCOM_image_processing2 = false;
#endif

// VK_QCOM_image_processing3
#if defined(SOS_USE_HAS_VK_QCOM_image_processing3) && !defined(SOS_DECLARED_HAS_VK_QCOM_image_processing3)
#define SOS_DECLARED_HAS_VK_QCOM_image_processing3
[[vk::constant_id(SOS_SPEC_BASE + 385)]] const bool SOS_HAS_VK_QCOM_image_processing3 = false;
#endif

// VK_QCOM_shader_multiple_wait_queues
#if defined(SOS_USE_HAS_VK_QCOM_shader_multiple_wait_queues) && !defined(SOS_DECLARED_HAS_VK_QCOM_shader_multiple_wait_queues)
#define SOS_DECLARED_HAS_VK_QCOM_shader_multiple_wait_queues
[[vk::constant_id(SOS_SPEC_BASE + 386)]] const bool SOS_HAS_VK_QCOM_shader_multiple_wait_queues = false;
#endif

// VK_QCOM_tile_shading
#if defined(SOS_USE_HAS_VK_QCOM_tile_shading) && !defined(SOS_DECLARED_HAS_VK_QCOM_tile_shading)
#define SOS_DECLARED_HAS_VK_QCOM_tile_shading
[[vk::constant_id(SOS_SPEC_BASE + 387)]] const bool SOS_HAS_VK_QCOM_tile_shading = false;
#endif

// VK_VALVE_shader_mixed_float_dot_product
#if defined(SOS_USE_HAS_VK_VALVE_shader_mixed_float_dot_product) && !defined(SOS_DECLARED_HAS_VK_VALVE_shader_mixed_float_dot_product)
#define SOS_DECLARED_HAS_VK_VALVE_shader_mixed_float_dot_product
[[vk::constant_id(SOS_SPEC_BASE + 388)]] const bool SOS_HAS_VK_VALVE_shader_mixed_float_dot_product = false;
#endif
