//! The table of conditions: the one place that lists them.

use crate::facts::Gates;
use crate::tables::{capability, extension_index};
use crate::target::{feature as f, stage, ApiVersion, Feature, FloatControl, Properties, Target};
use crate::target::{independence, VulkanExtension};

/// A condition of the Vulkan environment.
pub struct Condition {
    /// What is needed, in Vulkan's terms. If there is no other way, this is a property: its member, and the values or bits any
    /// of which meets the condition, unless it is a flag.
    pub need: &'static str,
    /// The identifier of the rule, as in `RuntimeSpirv-None-06343`; empty if the rule is from a SPIR-V extension.
    pub rule: &'static str,
    /// The gates of every module to which the condition applies: all of these bits.
    pub gates: Gates,
    /// Features any of which meets the condition.
    pub features: &'static [Feature],
    /// Whether the condition is met in another way, given the target and the output's SPIR-V 1.x.
    pub or: fn(&Target, u8) -> bool,
    /// Other ways by Vulkan's names, separated by ` | `: an extension, a version, a feature that is not enabled.
    pub otherwise: &'static str,
}

macro_rules! conditions {
    ($($name:ident: $gates:expr, $rule:literal, $need:literal, [$($feature:ident),*], $or:expr $(, $otherwise:literal)?;)+) => {
        /// The conditions by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Is { $(#[doc = $need] $name),+ }

        /// All conditions, in the order of [`Is`].
        pub static CONDITIONS: [Condition; CONDITION_COUNT] = [$(Condition {
            need: $need,
            rule: $rule,
            gates: $gates,
            features: &[$(f::$feature),*],
            or: $or,
            otherwise: concat!($($otherwise)?),
        }),+];

        /// The number of conditions.
        pub const CONDITION_COUNT: usize = [$(Is::$name),+].len();

        #[cfg(test)]
        impl Is {
            /// Every condition.
            pub const ALL: [Self; CONDITION_COUNT] = [$(Self::$name),+];
        }
    };
}

fn no(_: &Target, _: u8) -> bool {
    false
}

fn subgroups_in(target: &Target, stage: u32) -> bool {
    let compute = if target.api_version() >= ApiVersion::V1_1 {
        // Every device with subgroups supports them in compute shaders.
        stage::COMPUTE
    } else {
        // Only the subgroups of older extensions, which do not mention stages.
        u32::MAX
    };
    let known = target.properties().subgroup_supported_stages;
    known.unwrap_or(compute) & stage != 0
}

fn float_control(target: &Target, control: FloatControl, width: u32) -> bool {
    target.properties().float_control(control, width)
}

fn keeps_special(target: &Target, width: u32) -> bool {
    float_control(target, FloatControl::SignedZeroInfNanPreserve, width)
}

/// Whether settings for 16 and 64 bits may differ, and whether the one for 32 bits may differ from them.
fn independent(setting: Option<u32>) -> (bool, bool) {
    match setting {
        Some(independence::ALL) => (true, true),
        Some(independence::THIRTY_TWO_BIT_ONLY) => (false, true),
        _ => (false, false),
    }
}

fn denorms(properties: &Properties) -> (bool, bool) {
    independent(properties.denorm_behavior_independence)
}

fn roundings(properties: &Properties) -> (bool, bool) {
    independent(properties.rounding_mode_independence)
}

static PORTABILITY_SUBSET: VulkanExtension = VulkanExtension::named("VK_KHR_portability_subset");
static RELAXED_LAYOUT: VulkanExtension = VulkanExtension::named("VK_KHR_relaxed_block_layout");
static NON_SEMANTIC_INFO: u16 = extension_index("SPV_KHR_non_semantic_info");
pub const HALF_FLOAT: u16 = extension_index("SPV_AMD_gpu_shader_half_float");
pub const INT16: u16 = extension_index("SPV_AMD_gpu_shader_int16");
static PHYSICAL: u16 = extension_index("SPV_KHR_physical_storage_buffer");

/// Whether neither the portability subset nor the description makes a feature optional that every device has without that.
fn is_given(target: &Target, feature: Feature) -> bool {
    !target.has_vulkan_extension(PORTABILITY_SUBSET) && !target.knows_feature(feature)
}

fn has_extension(target: &Target, extension: u16) -> bool {
    target.extensions().contains(extension)
}

const VERTICES: Gates = Gates::SUBGROUP.with(Gates::VERTEX_PIPELINE);
const RAYS: Gates = Gates::SUBGROUP.with(Gates::RAY);
const MESHES: Gates = Gates::SUBGROUP.with(Gates::MESH);

conditions! {
    SubgroupVertex: VERTICES, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_VERTEX_BIT", [], |t, _| subgroups_in(t, stage::VERTEX);
    SubgroupTessellationControl: VERTICES, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT", [],
        |t, _| subgroups_in(t, stage::TESSELLATION_CONTROL);
    SubgroupTessellationEvaluation: VERTICES, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT", [],
        |t, _| subgroups_in(t, stage::TESSELLATION_EVALUATION);
    SubgroupGeometry: VERTICES, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_GEOMETRY_BIT", [], |t, _| subgroups_in(t, stage::GEOMETRY);
    SubgroupFragment: Gates::SUBGROUP.with(Gates::FRAGMENT), "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_FRAGMENT_BIT", [], |t, _| subgroups_in(t, stage::FRAGMENT);
    SubgroupCompute: Gates::SUBGROUP.with(Gates::COMPUTE), "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_COMPUTE_BIT", [], |t, _| subgroups_in(t, stage::COMPUTE);
    SubgroupTask: MESHES, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_TASK_BIT_EXT", [], |t, _| subgroups_in(t, stage::TASK);
    SubgroupMesh: MESHES, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_MESH_BIT_EXT", [], |t, _| subgroups_in(t, stage::MESH);
    SubgroupRayGeneration: RAYS, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_RAYGEN_BIT_KHR", [], |t, _| subgroups_in(t, stage::RAYGEN);
    SubgroupIntersection: RAYS, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_INTERSECTION_BIT_KHR", [],
        |t, _| subgroups_in(t, stage::INTERSECTION);
    SubgroupAnyHit: RAYS, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_ANY_HIT_BIT_KHR", [], |t, _| subgroups_in(t, stage::ANY_HIT);
    SubgroupClosestHit: RAYS, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR", [],
        |t, _| subgroups_in(t, stage::CLOSEST_HIT);
    SubgroupMiss: RAYS, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_MISS_BIT_KHR", [], |t, _| subgroups_in(t, stage::MISS);
    SubgroupCallable: RAYS, "None-06343",
        "subgroupSupportedStages with VK_SHADER_STAGE_CALLABLE_BIT_KHR", [], |t, _| subgroups_in(t, stage::CALLABLE);
    QuadsEverywhere: Gates::QUAD, "None-06342",
        "subgroupQuadOperationsInAllStages", [],
        |t, _| t.properties().subgroup_quad_operations_in_all_stages == Some(true);
    SubgroupExtendedTypes: Gates::SUBGROUP, "None-06275",
        "shaderSubgroupExtendedTypes", [shaderSubgroupExtendedTypes], no;
    BroadcastDynamicId: Gates::BROADCAST, "subgroupBroadcastDynamicId-06277",
        "subgroupBroadcastDynamicId", [subgroupBroadcastDynamicId], no;
    BroadcastVersion: Gates::BROADCAST, "subgroupBroadcastDynamicId-06277",
        "SPIR-V 1.5, for an Id that is not constant", [], |_, minor| minor >= 5, "Vulkan 1.2";
    RotateClustered: Gates::ROTATE, "shaderSubgroupRotateClustered-09566",
        "shaderSubgroupRotateClustered", [shaderSubgroupRotateClustered], no;

    SubgroupUniformControlFlow: Gates::MODE, "SubgroupUniformControlFlowKHR-06379",
        "shaderSubgroupUniformControlFlow", [shaderSubgroupUniformControlFlow], no;
    MaximalReconvergence: Gates::MODE, "",
        "shaderMaximalReconvergence", [shaderMaximalReconvergence], no;
    LocalSizeId: Gates::MODE, "LocalSizeId-06434", "maintenance4", [maintenance4], no;
    Isolines: Gates::MODE, "tessellationShader-06326",
        "tessellationIsolines of VK_KHR_portability_subset", [tessellationIsolines],
        |t, _| is_given(t, f::tessellationIsolines),
        "no VK_KHR_portability_subset";
    PointMode: Gates::MODE, "tessellationShader-06327",
        "tessellationPointMode of VK_KHR_portability_subset", [tessellationPointMode],
        |t, _| is_given(t, f::tessellationPointMode),
        "no VK_KHR_portability_subset";
    EarlyAndLateTests: Gates::MODE, "shaderEarlyAndLateFragmentTests-06767",
        "shaderEarlyAndLateFragmentTests", [shaderEarlyAndLateFragmentTests], no;
    MeshDerivatives: Gates::MODE.with(Gates::MESH), "meshAndTaskShaderDerivatives-10153",
        "meshAndTaskShaderDerivatives", [], |t, _| t.properties().mesh_and_task_shader_derivatives == Some(true);

    SignedZeroInfNanPreserve16: Gates::FLOAT_MODE, "shaderSignedZeroInfNanPreserveFloat16-06293",
        "shaderSignedZeroInfNanPreserveFloat16", [], |t, _| keeps_special(t, 16);
    SignedZeroInfNanPreserve32: Gates::FLOAT_MODE, "shaderSignedZeroInfNanPreserveFloat32-06294",
        "shaderSignedZeroInfNanPreserveFloat32", [], |t, _| keeps_special(t, 32);
    SignedZeroInfNanPreserve64: Gates::FLOAT_MODE, "shaderSignedZeroInfNanPreserveFloat64-06295",
        "shaderSignedZeroInfNanPreserveFloat64", [], |t, _| keeps_special(t, 64);
    DenormPreserve16: Gates::FLOAT_MODE, "shaderDenormPreserveFloat16-06296",
        "shaderDenormPreserveFloat16", [], |t, _| float_control(t, FloatControl::DenormPreserve, 16);
    DenormPreserve32: Gates::FLOAT_MODE, "shaderDenormPreserveFloat32-06297",
        "shaderDenormPreserveFloat32", [], |t, _| float_control(t, FloatControl::DenormPreserve, 32);
    DenormPreserve64: Gates::FLOAT_MODE, "shaderDenormPreserveFloat64-06298",
        "shaderDenormPreserveFloat64", [], |t, _| float_control(t, FloatControl::DenormPreserve, 64);
    DenormFlushToZero16: Gates::FLOAT_MODE, "shaderDenormFlushToZeroFloat16-06299",
        "shaderDenormFlushToZeroFloat16", [], |t, _| float_control(t, FloatControl::DenormFlushToZero, 16);
    DenormFlushToZero32: Gates::FLOAT_MODE, "shaderDenormFlushToZeroFloat32-06300",
        "shaderDenormFlushToZeroFloat32", [], |t, _| float_control(t, FloatControl::DenormFlushToZero, 32);
    DenormFlushToZero64: Gates::FLOAT_MODE, "shaderDenormFlushToZeroFloat64-06301",
        "shaderDenormFlushToZeroFloat64", [], |t, _| float_control(t, FloatControl::DenormFlushToZero, 64);
    RoundingModeRTE16: Gates::FLOAT_MODE, "shaderRoundingModeRTEFloat16-06302",
        "shaderRoundingModeRTEFloat16", [], |t, _| float_control(t, FloatControl::RoundingModeRTE, 16);
    RoundingModeRTE32: Gates::FLOAT_MODE, "shaderRoundingModeRTEFloat32-06303",
        "shaderRoundingModeRTEFloat32", [], |t, _| float_control(t, FloatControl::RoundingModeRTE, 32);
    RoundingModeRTE64: Gates::FLOAT_MODE, "shaderRoundingModeRTEFloat64-06304",
        "shaderRoundingModeRTEFloat64", [], |t, _| float_control(t, FloatControl::RoundingModeRTE, 64);
    RoundingModeRTZ16: Gates::FLOAT_MODE, "shaderRoundingModeRTZFloat16-06305",
        "shaderRoundingModeRTZFloat16", [], |t, _| float_control(t, FloatControl::RoundingModeRTZ, 16);
    RoundingModeRTZ32: Gates::FLOAT_MODE, "shaderRoundingModeRTZFloat32-06306",
        "shaderRoundingModeRTZFloat32", [], |t, _| float_control(t, FloatControl::RoundingModeRTZ, 32);
    RoundingModeRTZ64: Gates::FLOAT_MODE, "shaderRoundingModeRTZFloat64-06307",
        "shaderRoundingModeRTZFloat64", [], |t, _| float_control(t, FloatControl::RoundingModeRTZ, 64);
    DenormWidthsApart: Gates::FLOAT_MODE, "denormBehaviorIndependence-06289",
        "denormBehaviorIndependence of VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL", [],
        |t, _| denorms(t.properties()).0;
    Denorm32Apart: Gates::FLOAT_MODE, "denormBehaviorIndependence-06290",
        "denormBehaviorIndependence of VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY or VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL", [],
        |t, _| denorms(t.properties()).1;
    RoundingWidthsApart: Gates::FLOAT_MODE, "roundingModeIndependence-06291",
        "roundingModeIndependence of VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL", [],
        |t, _| roundings(t.properties()).0;
    Rounding32Apart: Gates::FLOAT_MODE, "roundingModeIndependence-06292",
        "roundingModeIndependence of VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY or VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL", [],
        |t, _| roundings(t.properties()).1;
    FastMath16: Gates::FAST_MATH, "shaderSignedZeroInfNanPreserveFloat16-09560",
        "shaderSignedZeroInfNanPreserveFloat16", [], |t, _| keeps_special(t, 16);
    FastMath32: Gates::FAST_MATH, "shaderSignedZeroInfNanPreserveFloat32-09562",
        "shaderSignedZeroInfNanPreserveFloat32", [], |t, _| keeps_special(t, 32);
    FastMath64: Gates::FAST_MATH, "shaderSignedZeroInfNanPreserveFloat64-09564",
        "shaderSignedZeroInfNanPreserveFloat64", [], |t, _| keeps_special(t, 64);

    BufferInt64Atomics: Gates::WIDE_ATOMIC, "None-06278", "shaderBufferInt64Atomics", [shaderBufferInt64Atomics], no;
    SharedInt64Atomics: Gates::WIDE_ATOMIC, "None-06279", "shaderSharedInt64Atomics", [shaderSharedInt64Atomics], no;
    ImageInt64Atomics: Gates::WIDE_ATOMIC, "None-06288", "shaderImageInt64Atomics", [shaderImageInt64Atomics], no;
    BufferFloat16Atomics: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat16Atomics", [shaderBufferFloat16Atomics], no;
    BufferFloat16AtomicAdd: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat16AtomicAdd", [shaderBufferFloat16AtomicAdd], no;
    BufferFloat16AtomicMinMax: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat16AtomicMinMax", [shaderBufferFloat16AtomicMinMax], no;
    BufferFloat32Atomics: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat32Atomics", [shaderBufferFloat32Atomics], no;
    BufferFloat32AtomicAdd: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat32AtomicAdd", [shaderBufferFloat32AtomicAdd], no;
    BufferFloat32AtomicMinMax: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat32AtomicMinMax", [shaderBufferFloat32AtomicMinMax], no;
    BufferFloat64Atomics: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat64Atomics", [shaderBufferFloat64Atomics], no;
    BufferFloat64AtomicAdd: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat64AtomicAdd", [shaderBufferFloat64AtomicAdd], no;
    BufferFloat64AtomicMinMax: Gates::WIDE_ATOMIC, "None-06284",
        "shaderBufferFloat64AtomicMinMax", [shaderBufferFloat64AtomicMinMax], no;
    SharedFloat16Atomics: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat16Atomics", [shaderSharedFloat16Atomics], no;
    SharedFloat16AtomicAdd: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat16AtomicAdd", [shaderSharedFloat16AtomicAdd], no;
    SharedFloat16AtomicMinMax: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat16AtomicMinMax", [shaderSharedFloat16AtomicMinMax], no;
    SharedFloat32Atomics: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat32Atomics", [shaderSharedFloat32Atomics], no;
    SharedFloat32AtomicAdd: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat32AtomicAdd", [shaderSharedFloat32AtomicAdd], no;
    SharedFloat32AtomicMinMax: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat32AtomicMinMax", [shaderSharedFloat32AtomicMinMax], no;
    SharedFloat64Atomics: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat64Atomics", [shaderSharedFloat64Atomics], no;
    SharedFloat64AtomicAdd: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat64AtomicAdd", [shaderSharedFloat64AtomicAdd], no;
    SharedFloat64AtomicMinMax: Gates::WIDE_ATOMIC, "None-06285",
        "shaderSharedFloat64AtomicMinMax", [shaderSharedFloat64AtomicMinMax], no;
    ImageFloat32Atomics: Gates::WIDE_ATOMIC, "None-06286",
        "shaderImageFloat32Atomics", [shaderImageFloat32Atomics], no;
    ImageFloat32AtomicAdd: Gates::WIDE_ATOMIC, "None-06286",
        "shaderImageFloat32AtomicAdd", [shaderImageFloat32AtomicAdd], no;
    ImageFloat32AtomicMinMax: Gates::WIDE_ATOMIC, "None-06286",
        "shaderImageFloat32AtomicMinMax", [shaderImageFloat32AtomicMinMax], no;
    Float16VectorAtomics: Gates::WIDE_ATOMIC, "shaderFloat16VectorAtomics-09581",
        "shaderFloat16VectorAtomics", [shaderFloat16VectorAtomics], no;

    DeviceScope: Gates::SCOPE, "vulkanMemoryModel-06265",
        "vulkanMemoryModelDeviceScope (as vulkanMemoryModel is enabled)", [vulkanMemoryModelDeviceScope],
        |t, _| !t.has_feature(f::vulkanMemoryModel), "no VkPhysicalDeviceVulkanMemoryModelFeatures::vulkanMemoryModel";
    QueueFamilyScope: Gates::SCOPE, "vulkanMemoryModel-06266", "vulkanMemoryModel", [vulkanMemoryModel], no;
    SubgroupClock: Gates::CLOCK, "shaderSubgroupClock-06267", "shaderSubgroupClock", [shaderSubgroupClock], no;
    DeviceClock: Gates::CLOCK, "shaderDeviceClock-06268", "shaderDeviceClock", [shaderDeviceClock], no;

    VertexPipelineStores: Gates::STORAGE.with(Gates::VERTEX_PIPELINE), "NonWritable-06341",
        "vertexPipelineStoresAndAtomics, or NonWritable on the variable", [vertexPipelineStoresAndAtomics], no;
    FragmentStores: Gates::STORAGE.with(Gates::FRAGMENT), "NonWritable-06340",
        "fragmentStoresAndAtomics, or NonWritable on the variable", [fragmentStoresAndAtomics], no;
    WriteWithoutFormat: Gates::FORMATLESS, "OpTypeImage-06269",
        "shaderStorageImageWriteWithoutFormat, or NonWritable on the variable",
        [shaderStorageImageWriteWithoutFormat], |t, _| t.has_capability(capability::StorageImageWriteWithoutFormat),
        "Vulkan 1.3 | VK_KHR_format_feature_flags2";
    ReadWithoutFormat: Gates::FORMATLESS, "OpTypeImage-06270",
        "shaderStorageImageReadWithoutFormat, or NonReadable on the variable",
        [shaderStorageImageReadWithoutFormat], |t, _| t.has_capability(capability::StorageImageReadWithoutFormat),
        "Vulkan 1.3 | VK_KHR_format_feature_flags2";
    ZeroInitialize: Gates::ZERO_INIT, "shaderZeroInitializeWorkgroupMemory-06372",
        "shaderZeroInitializeWorkgroupMemory", [shaderZeroInitializeWorkgroupMemory], no;
    UnsizedUniformArray: Gates::UNSIZED, "shaderUniformBufferUnsizedArray-11806",
        "shaderUniformBufferUnsizedArray", [shaderUniformBufferUnsizedArray], no;
    RelaxedLayout: Gates::NONE, "",
        "VK_KHR_relaxed_block_layout or Vulkan 1.1, for vectors aligned to their components", [scalarBlockLayout],
        |t, _| t.api_version() >= ApiVersion::V1_1 || t.has_vulkan_extension(RELAXED_LAYOUT),
        "VK_KHR_relaxed_block_layout | Vulkan 1.1";
    UniformStandardLayout: Gates::NONE, "",
        "uniformBufferStandardLayout, for a uniform buffer laid out like a storage buffer",
        [uniformBufferStandardLayout, scalarBlockLayout], no;
    ScalarLayout: Gates::NONE, "",
        "scalarBlockLayout, for a block whose members are aligned only to their components", [scalarBlockLayout], no;
    SharedScalarLayout: Gates::NONE, "",
        "workgroupMemoryExplicitLayoutScalarBlockLayout, for a block whose members are aligned only to their components",
        [workgroupMemoryExplicitLayoutScalarBlockLayout], no;

    OtherBitWidths: Gates::BIT, "None-10824", "maintenance9", [maintenance9], no;
    Fma16: Gates::FMA, "shaderFmaFloat16-10977", "shaderFmaFloat16", [shaderFmaFloat16], no;
    Fma32: Gates::FMA, "shaderFmaFloat32-10978", "shaderFmaFloat32", [shaderFmaFloat32], no;
    Fma64: Gates::FMA, "shaderFmaFloat64-10979", "shaderFmaFloat64", [shaderFmaFloat64], no;
    ForwardReferences: Gates::FORWARD_EXT_INST, "shaderRelaxedExtendedInstruction-10773",
        "shaderRelaxedExtendedInstruction", [shaderRelaxedExtendedInstruction], no;
    Interpolation: Gates::INTERPOLATION, "shaderSampleRateInterpolationFunctions-06325",
        "shaderSampleRateInterpolationFunctions of VK_KHR_portability_subset",
        [shaderSampleRateInterpolationFunctions], |t, _| is_given(t, f::shaderSampleRateInterpolationFunctions), "no VK_KHR_portability_subset";
    SampleOffset: Gates::SAMPLE_OFFSET, "Offset-10213", "maintenance8", [maintenance8], no;

    NonSemanticInfo: Gates::NON_SEMANTIC, "", "SPIR-V 1.6 or SPV_KHR_non_semantic_info", [],
        |t, minor| minor >= 6 || has_extension(t, NON_SEMANTIC_INFO),
        "Vulkan 1.3 | VK_KHR_shader_non_semantic_info";
    HalfFloatFunctions: Gates::EXTENSION, "", "SPV_AMD_gpu_shader_half_float", [],
        |t, _| has_extension(t, HALF_FLOAT),
        "VK_AMD_gpu_shader_half_float";
    Int16Functions: Gates::EXTENSION, "", "SPV_AMD_gpu_shader_int16", [],
        |t, _| has_extension(t, INT16),
        "VK_AMD_gpu_shader_int16";
    SourceLanguage: Gates::LANGUAGE, "", "Vulkan 1.4, for a source language that older parsers do not know", [],
        |t, _| t.api_version() >= ApiVersion::V1_4, "Vulkan 1.4";
    AddressCasts: Gates::ADDRESSES, "", "SPIR-V 1.5 or SPV_KHR_physical_storage_buffer", [],
        |t, minor| minor >= 5 || has_extension(t, PHYSICAL),
        "Vulkan 1.2 | VK_KHR_buffer_device_address";
}
