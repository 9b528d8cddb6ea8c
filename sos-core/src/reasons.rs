//! Why a capability that a device lacks cannot be replaced, or not always: shown for needs that no rule handles, and in
//! `docs/coverage.md` for refusals. Options are named as [`crate::Naming`] says.

/// Capabilities, and extensions with instructions that need one of them, with the reason that they share.
pub static REASONS: &[(&[&str], &str)] = &[
    (
        &[
            "RayCullMaskKHR",
            "RayQueryKHR",
            "RayQueryPositionFetchKHR",
            "RayTracingClusterAccelerationStructureNV",
            "RayTracingKHR",
            "RayTracingLinearSweptSpheresGeometryNV",
            "RayTracingMotionBlurNV",
            "RayTracingNV",
            "RayTracingOpacityMicromapExecutionModeKHR",
            "RayTracingOpacityMicromapKHR",
            "RayTracingPositionFetchKHR",
            "RayTracingProvisionalKHR",
            "RayTracingSpheresGeometryNV",
            "RayTraversalPrimitiveCullingKHR",
            "ShaderInvocationReorderEXT",
            "ShaderInvocationReorderNV",
        ],
        "acceleration structures have no defined layout that shader code could traverse",
    ),
    (
        &[
            "BFloat16CooperativeMatrixKHR",
            "CooperativeMatrixBlockLoadsNV",
            "CooperativeMatrixConversionQCOM",
            "CooperativeMatrixConversionsEXT",
            "CooperativeMatrixConversionsNV",
            "CooperativeMatrixDecodeVectorNV",
            "CooperativeMatrixGetCoordinateEXT",
            "CooperativeMatrixKHR",
            "CooperativeMatrixNV",
            "CooperativeMatrixPerElementOperationsEXT",
            "CooperativeMatrixReductionsEXT",
            "CooperativeMatrixTensorAddressingNV",
            "Float8CooperativeMatrixEXT",
            "TensorAddressingNV",
            "StorageTensorArrayDynamicIndexingARM",
            "StorageTensorArrayNonUniformIndexingARM",
            "TensorsARM",
            "GraphARM",
        ],
        "how a matrix or tensor is distributed over invocations and memory is up to the device: the shader needs another path \
         for other devices, behind a specialization constant",
    ),
    (
        &["CooperativeVectorNV", "CooperativeVectorTrainingNV"],
        "the product of an invocation's vector with a matrix in a buffer, in a layout of the device's choice, does not become a loop: the \
         shader needs another path for other devices, behind a specialization constant",
    ),
    (
        &[
            "Float4EXT",
            "Float6EXT",
            "Float8UnsignedE8M0EXT",
            "MXInt8EXT",
        ],
        "floats of these encodings are not replaced by wider ones",
    ),
    (
        &["AtomicFloat16AddEXT", "AtomicFloat16MinMaxEXT", "AtomicFloat16VectorNV", "AtomicFloat64AddEXT", "AtomicFloat64MinMaxEXT", "AtomicFloat32AddEXT", "AtomicFloat32MinMaxEXT", "SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float_min_max"],
        "float atomics become integer atomics of the same width where the device has these; not on images, whose views are of \
         floats, and not on single 16-bit floats in buffers",
    ),
    (
        &["Int64Atomics", "Int64ImageEXT"],
        "two 32-bit atomics do not make a 64-bit one",
    ),
    (
        &["Int64"],
        "64-bit integers become two words; not in atomics, images, and results of clocks and of vendors' cross-lane operations",
    ),
    (
        &["Int16", "Int8", "StorageBuffer16BitAccess", "WorkgroupMemoryExplicitLayout16BitAccessKHR", "WorkgroupMemoryExplicitLayout8BitAccessKHR", "WorkgroupMemoryExplicitLayoutKHR"],
        "narrow values become 32-bit ones and narrow data words, also where several layouts share workgroup memory; not in \
         cooperative matrices and narrow atomics",
    ),
    (
        &["Float16"],
        "16-bit floats become rounded 32-bit floats; not in atomics and interpolation functions",
    ),
    (
        &["Float64"],
        "64-bit floats become words, computed exactly by integer arithmetic; not in inputs of vertex shaders, in atomics, and in \
         specialization constants that stay open. 32 bits are faster and give another result, which can be allowed ({allow f64-to-f32})",
    ),
    (
        &["DemoteToHelperInvocation"],
        "a demoted invocation continues without side effects; without the instruction, all later side effects must be known",
    ),
    (
        &["VulkanMemoryModelDeviceScope"],
        "without it the scope Device becomes QueueFamily, which other queues do not observe",
    ),
    (
        &["StencilExportEXT"],
        "nothing else passes a stencil reference per fragment to the test",
    ),
    (
        &["FragmentBarycentricKHR"],
        "a fragment shader has no other access to the values at vertices",
    ),
    (
        &["FragmentShadingRateKHR"],
        "a rate that is read is one pixel, unless density maps can make fragments larger; one that is written is dropped only \
         where that is promised ({assume shading-rate-optional}), and not in mesh shaders",
    ),
    (
        &["FragmentDensityEXT", "FragmentFullyCoveredEXT", "SampleMaskPostDepthCoverage", "SampleMaskOverrideCoverageNV"],
        "nothing else gives the rasterizer's coverage or size of a fragment",
    ),
    (
        &["FragmentShaderPixelInterlockEXT", "FragmentShaderSampleInterlockEXT", "FragmentShaderShadingRateInterlockEXT"],
        "without the interlock, fragments of a pixel have no order",
    ),
    (
        &["Geometry", "GeometryPointSize", "GeometryShaderPassthroughNV", "GeometryStreams", "MultiViewport", "Tessellation", "TessellationPointSize", "MeshShadingEXT", "MeshShadingNV", "TransformFeedback", "PerViewAttributesNV", "ShaderStereoViewNV", "ShaderViewportMaskNV"],
        "only the application can replace a stage or an output of the pipeline: it needs other pipelines",
    ),
    (
        &["ShaderLayer", "ShaderViewportIndex", "ShaderViewportIndexLayerEXT"],
        "only geometry shaders could set a layer or viewport other than 0; 0 is dropped where it is promised that all are \
         ({assume layer-zero}, {assume viewport-zero})",
    ),
    (
        &["ClipDistance"],
        "clipping cuts primitives before they are rasterized; discarding fragments gives other results at edges and in \
         derivatives; distances are dropped where it is promised that they clip nothing ({assume clip-distances-positive})",
    ),
    (
        &["CullDistance"],
        "no vertex knows whether all vertices of a primitive are outside; culling is dropped where it is \
         promised to be optional ({assume culling-optional})",
    ),
    (
        &["InterpolationFunction"],
        "derivatives do not give the exact value at an offset from the pixel's center; samples and centroids are replaced where \
         one sample is promised ({assume single-sample})",
    ),
    (
        &["GroupNonUniform", "GroupNonUniformBallot", "SubgroupBallotKHR"],
        "only the device knows its subgroups; those of compute shaders are emulated in workgroup memory, and in stages without \
         workgroups a subgroup may be one invocation where nothing depends on more",
    ),
    (
        &["GroupNonUniformQuad"],
        "quad operations of fragments become derivatives where all fragments of a primitive provably run together, and \
         fragments cover one pixel",
    ),
    (
        &["ComputeDerivativeGroupLinearKHR", "ComputeDerivativeGroupQuadsKHR"],
        "derivatives of compute shaders are exchanged in workgroup memory, which has to have room for that; a query of the level of detail, \
         or a bias on it, is not replaced",
    ),
    (
        &["ImageCubeArray", "SampledCubeArray", "ImageMSArray", "StorageImageMultisample", "MinLod", "ImageReadWriteLodAMD", "ImageGatherBiasLodAMD", "ImageFootprintNV"],
        "the application has to bind another image, or sample it differently: other kinds of images or accesses do not give the \
         same texels",
    ),
    (
        &["SparseResidency"],
        "no other instruction gives residency; where the device has no sparse residency, everything is resident",
    ),
    (
        &["ImageGatherExtended"],
        "a gather with a dynamic offset becomes one of 256 where the device allows exactly -8 to 7 on each axis",
    ),
    (
        &["StorageImageReadWithoutFormat", "StorageImageWriteWithoutFormat"],
        "the format is that of the bound view, which the module does not know; the caller can name it for each binding \
         ({image-formats})",
    ),
    (
        &[
            "InputAttachmentArrayDynamicIndexing",
            "InputAttachmentArrayNonUniformIndexing",
            "SampledImageArrayDynamicIndexing",
            "SampledImageArrayNonUniformIndexing",
            "StorageBufferArrayDynamicIndexing",
            "StorageBufferArrayNonUniformIndexing",
            "StorageImageArrayDynamicIndexing",
            "StorageImageArrayNonUniformIndexing",
            "StorageTexelBufferArrayDynamicIndexing",
            "StorageTexelBufferArrayNonUniformIndexing",
            "UniformBufferArrayDynamicIndexing",
            "UniformBufferArrayNonUniformIndexing",
            "UniformTexelBufferArrayDynamicIndexing",
            "UniformTexelBufferArrayNonUniformIndexing",
            "ShaderNonUniform",
            "DescriptorHeapEXT",
        ],
        "a switch selects the descriptor where the array is short, of known length and not passed to a function",
    ),
    (
        &["RuntimeDescriptorArray"],
        "only the application knows how many descriptors it binds: where the shader declares a length of at most 32, a switch \
         selects the descriptor",
    ),
    (
        &["DrawParameters"],
        "only the application knows its draws: where a value is not what can be promised, it can pass it itself, as a push \
         constant or in a buffer",
    ),
    (
        &["Shader64BitIndexingEXT"],
        "without it, offsets into a buffer have 32 bits: indices of 64 bits reach no more than that, and the shader declares that it relies \
         on more",
    ),
    (
        &["PhysicalStorageBufferAddresses", "RawAccessChainsNV"],
        "a pointer value cannot be expressed by descriptors and indices, unless the variable is evident",
    ),
    (
        &["Addresses", "Kernel", "GenericPointer", "Float16Buffer", "Vector16", "SubgroupDispatch", "VectorComputeINTEL", "VectorAnyINTEL"],
        "it is a part of OpenCL's SPIR-V, of which Vulkan takes none: compilers from OpenCL C to Vulkan, as clspv, write other modules",
    ),
    (
        &["VulkanMemoryModel"],
        "the memory model becomes GLSL450's; not where cooperative matrices or tensors need this one",
    ),
    (
        &["SampledRect", "ImageRect"],
        "Vulkan has no images whose coordinates count texels: the application binds others, and the shader scales its coordinates",
    ),
    (
        &["Linkage"],
        "Vulkan takes no libraries: a linker has to make a module with entry points of them first",
    ),
    (
        &["VariablePointers", "VariablePointersStorageBuffer"],
        "selecting a pointer becomes selecting an index; not between variables, members or descriptors, nor where the pointer \
         is stored or returned",
    ),
    (
        &["UntypedPointersKHR"],
        "an untyped pointer gets the type of its variable's contents; not where memory is accessed as a type with other bits, \
         nor where the pointer is selected, stored or passed on",
    ),
    (
        &["FloatControls2"],
        "NoContraction forbids rearranging; signs of zeros, infinities and NaN are preserved by an execution mode that some \
         devices have, and that covers only moves, sums and products",
    ),
    (
        &["ReplicatedCompositesEXT", "LongVectorEXT", "SplitBarrierEXT", "BitcastExtractEXT", "ConstantDataKHR", "AbortKHR"],
        "newer than the validator and the drivers that rules are tested with",
    ),
    (
        &["ShaderClockKHR", "ShaderSMBuiltinsNV", "CoreBuiltinsARM"],
        "no other instruction gives what the device reports about itself",
    ),
    (
        &[
            "ImageGatherExtendedModesQCOM",
            "ImageGatherLinearQCOM",
            "MultipleWaitQueuesQCOM",
            "PushConstantBanksNV",
            "ShaderEnqueueAMDX",
            "TextureBlockMatch2QCOM",
            "TextureBlockMatchQCOM",
            "TextureBoxFilterQCOM",
            "TextureSampleWeightedQCOM",
            "TileImageColorReadAccessEXT",
            "TileImageDepthReadAccessEXT",
            "TileImageStencilReadAccessEXT",
            "TileShadingQCOM",
        ],
        "specific to one vendor's hardware: the shader needs another path for other devices, behind a specialization constant",
    ),
];

/// Why a fragment shader cannot read the number of its primitive, which geometry stages bring to devices.
pub(crate) const PRIMITIVE_ID: &str =
    "only the rasterizer knows the number of a fragment's primitive: primitives share vertices, so that no vertex has it; the application \
     can pass it on with vertices that each belong to one primitive";

/// Why a module that needs the capability can be refused.
pub fn reason(name: &str) -> Option<&'static str> {
    let of = |row: &&(&[&str], &'static str)| row.0.contains(&name);
    REASONS.iter().find(of).map(|row| row.1)
}
