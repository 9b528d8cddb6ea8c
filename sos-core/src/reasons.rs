//! Why the filter has no way around a capability that a device lacks, or not always one: what people are told of a need that no
//! rule is for, and what `docs/coverage.md` says of refusals.

/// Capabilities and the reason that they have in common.
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
            "RayTracingSpheresGeometryNV",
            "RayTraversalPrimitiveCullingKHR",
            "ShaderInvocationReorderEXT",
            "ShaderInvocationReorderNV",
        ],
        "acceleration structures have no layout that a shader could walk",
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
            "CooperativeVectorNV",
            "CooperativeVectorTrainingNV",
            "Float8CooperativeMatrixEXT",
            "TensorAddressingNV",
            "StorageTensorArrayDynamicIndexingARM",
            "StorageTensorArrayNonUniformIndexingARM",
            "TensorsARM",
            "GraphARM",
        ],
        "how a matrix or a tensor lies in invocations and in memory is the device's own: the shader needs another way for \
         other devices, behind a specialization constant",
    ),
    (
        &[
            "Float4EXT",
            "Float6EXT",
            "Float8UnsignedE8M0EXT",
            "MXInt8EXT",
        ],
        "floats of these encodings are not told by wider ones",
    ),
    (
        &["AtomicFloat16AddEXT", "AtomicFloat16MinMaxEXT", "AtomicFloat16VectorNV", "AtomicFloat64AddEXT", "AtomicFloat64MinMaxEXT", "AtomicFloat32AddEXT", "AtomicFloat32MinMaxEXT"],
        "the memory of atomics on floats becomes integers of the same width, where those have atomics: not images, whose view is \
         of floats, and not single 16-bit floats in buffers",
    ),
    (
        &["Int64Atomics", "Int64ImageEXT"],
        "two atomics on 32 bits are none on 64",
    ),
    (
        &["Int64"],
        "64-bit integers are two words; not in atomics, images, and results of clocks and cross-lane operations of vendors",
    ),
    (
        &["Int16", "Int8", "StorageBuffer16BitAccess", "WorkgroupMemoryExplicitLayout16BitAccessKHR", "WorkgroupMemoryExplicitLayout8BitAccessKHR", "WorkgroupMemoryExplicitLayoutKHR"],
        "narrow values are told by 32 bits, and narrow data by words, also where several layouts share workgroup memory; \
         not in matrices and atomics of the device's own",
    ),
    (
        &["Float16"],
        "16-bit floats are rounded 32-bit floats; not in atomics, and not interpolated by functions",
    ),
    (
        &["Float64"],
        "64-bit floats would be a library of their own: 32 bits are another result, and `f64-to-f32` permits it",
    ),
    (
        &["DemoteToHelperInvocation"],
        "an invocation that is demoted goes on without effects: to do that without the instruction, all effects behind it must \
         be known",
    ),
    (
        &["VulkanMemoryModelDeviceScope"],
        "the device's scope is the queue family's without it; what is to be seen from other queues is not",
    ),
    (
        &["StencilExportEXT"],
        "a stencil reference for each fragment has no other way to the test",
    ),
    (
        &["FragmentBarycentricKHR"],
        "a fragment shader sees no other vertices than its own interpolated one",
    ),
    (
        &["FragmentShadingRateKHR"],
        "a rate that is read is one pixel, unless fragments can be larger by density maps; one that is written goes only where \
         shading-rate-optional is promised, and is not taken from mesh shaders",
    ),
    (
        &["FragmentDensityEXT", "FragmentFullyCoveredEXT", "SampleMaskPostDepthCoverage", "SampleMaskOverrideCoverageNV"],
        "what the rasterizer knows of a fragment's cover and size is told by nothing else",
    ),
    (
        &["FragmentShaderPixelInterlockEXT", "FragmentShaderSampleInterlockEXT", "FragmentShaderShadingRateInterlockEXT"],
        "without the interlock, fragments of one pixel have no order",
    ),
    (
        &["Geometry", "GeometryPointSize", "GeometryShaderPassthroughNV", "GeometryStreams", "MultiViewport", "Tessellation", "TessellationPointSize", "MeshShadingEXT", "MeshShadingNV", "TransformFeedback", "PerViewAttributesNV", "ShaderViewportMaskNV"],
        "a stage or an output of the pipeline is the application's to replace: it needs other pipelines",
    ),
    (
        &["ShaderLayer", "ShaderViewportIndex", "ShaderViewportIndexLayerEXT"],
        "a layer or viewport other than 0 is set by geometry shaders alone; 0 goes where layer-zero and viewport-zero are promised",
    ),
    (
        &["ClipDistance"],
        "clipping cuts primitives before they are rasterized: to discard fragments is another result at edges and with \
         derivatives",
    ),
    (
        &["CullDistance"],
        "whether all vertices of a primitive lie outside is known to no vertex; culling goes where culling-optional is promised",
    ),
    (
        &["InterpolationFunction"],
        "an offset from the middle of the pixel has no exact form by derivatives; samples and centroids go where single-sample \
         is promised",
    ),
    (
        &["GroupNonUniform"],
        "what subgroups the device makes, it alone can tell; those of compute shaders are made of the workgroup where all its \
         invocations are proven to come together",
    ),
    (
        &["GroupNonUniformQuad"],
        "quads of fragments are made of derivatives where all of a primitive are proven to come, and fragments have one pixel",
    ),
    (
        &["ComputeDerivativeGroupLinearKHR", "ComputeDerivativeGroupQuadsKHR"],
        "derivatives of compute shaders would need a barrier's uniformity, which the module does not promise",
    ),
    (
        &["ImageCubeArray", "SampledCubeArray", "ImageMSArray", "StorageImageMultisample", "MinLod", "ImageReadWriteLodAMD", "ImageGatherBiasLodAMD", "ImageFootprintNV"],
        "the application has to bind another image, or sample it otherwise: a kind of image or of access cannot be had from \
         others with the same texels",
    ),
    (
        &["SparseResidency"],
        "no other instruction tells what is resident; where the device has no resources of which parts are not, all is",
    ),
    (
        &["ImageGatherExtended"],
        "a gather with an offset that only the running shader knows is one of 256 where the device allows -8 to 7 on each axis, not \
         more and not fewer",
    ),
    (
        &["StorageImageReadWithoutFormat", "StorageImageWriteWithoutFormat"],
        "the format is the bound view's, and no module tells it; it goes where the caller names it for each binding (`--image-format`, \
         `Options::image_formats`)",
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
            "RuntimeDescriptorArray",
            "DescriptorHeapEXT",
        ],
        "a switch chooses where the index is uniform, the array is short and its length is known, and the descriptor goes to no \
         function; an index that is not uniform would leave others behind at derivatives",
    ),
    (
        &["PhysicalStorageBufferAddresses", "RawAccessChainsNV", "Shader64BitIndexingEXT"],
        "a pointer that is a value has no form in descriptors and indices, unless the variable is evident",
    ),
    (
        &["VariablePointers", "VariablePointersStorageBuffer"],
        "a choice between pointers is one between their indices: not between variables, members or descriptors, nor where the \
         pointer is kept or passed on",
    ),
    (
        &["UntypedPointersKHR"],
        "what an untyped pointer points to is what its variable holds: not where memory is seen as a type of other bits, nor \
         where the pointer is chosen, kept or passed on",
    ),
    (
        &["FloatControls2"],
        "what is not to be rearranged says NoContraction; signs of zeros, infinities and NaN are kept by a mode that some devices \
         have, and that binds moves, sums and products alone",
    ),
    (
        &["ReplicatedCompositesEXT", "LongVectorEXT", "SplitBarrierEXT", "BitcastExtractEXT", "ConstantDataKHR", "AbortKHR"],
        "newer than the validator and the drivers that rules are proven with",
    ),
    (
        &["ShaderClockKHR", "ShaderSMBuiltinsNV", "CoreBuiltinsARM"],
        "what a device says of itself is not to be had from others",
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
        "one vendor's path through its own hardware: the shader needs another for other devices, behind a specialization constant",
    ),
];

/// Why a module that needs the capability can be refused.
pub fn reason(capability: &str) -> Option<&'static str> {
    let of = |row: &&(&[&str], &'static str)| row.0.contains(&capability);
    REASONS.iter().find(of).map(|row| row.1)
}
