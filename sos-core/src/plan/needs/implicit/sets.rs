//! The sets of capabilities that the specification's text requires, each any-of, preferred first.

use super::{index, Alternatives};
use crate::packed::{total, Lists};
use crate::tables::{capability as c, ALTERNATIVE_SETS};

macro_rules! sets {
    ($($name:ident: [$($capability:ident),+ $(,)?];)+) => {
        #[derive(Clone, Copy)]
        #[allow(clippy::enum_variant_names)]
        pub enum Set { $($name),+ }

        impl Set {
            /// Returns the number of the set: these follow the grammar's.
            pub const fn number(self) -> u16 {
                (ALTERNATIVE_SETS + self as usize) as u16
            }
        }

        /// The number of sets in this file.
        pub const IMPLICIT_SETS: usize = [$(Set::$name),+].len();

        /// The sets, by capability index, for tables computed at compile time.
        pub const IMPLICIT: [&[u16]; IMPLICIT_SETS] = [$(&[$(index(c::$capability)),+]),+];

        static JOINED: Lists<u16, IMPLICIT_SETS, { total(&IMPLICIT) }> = Lists::join(&IMPLICIT, 0);

        /// Returns a set by its number in this file; empty if there is none.
        pub fn implicit(number: usize) -> &'static [u16] {
            JOINED.get(number)
        }
    };
}

sets! {
    Int8Type: [Int8, StorageBuffer8BitAccess, UniformAndStorageBuffer8BitAccess, StoragePushConstant8,
        WorkgroupMemoryExplicitLayout8BitAccessKHR];
    Int16Type: [Int16, StorageBuffer16BitAccess, UniformAndStorageBuffer16BitAccess, StoragePushConstant16,
        StorageInputOutput16, WorkgroupMemoryExplicitLayout16BitAccessKHR];
    Float16Type: [Float16, StorageBuffer16BitAccess, UniformAndStorageBuffer16BitAccess, StoragePushConstant16,
        StorageInputOutput16, WorkgroupMemoryExplicitLayout16BitAccessKHR];
    Int8Value: [Int8];
    Int16Value: [Int16];
    Float16Value: [Float16];
    Int64Type: [Int64];
    Float64Type: [Float64];
    Buffer8: [StorageBuffer8BitAccess, UniformAndStorageBuffer8BitAccess];
    Uniform8: [UniformAndStorageBuffer8BitAccess];
    PushConstant8: [StoragePushConstant8];
    Workgroup8: [WorkgroupMemoryExplicitLayout8BitAccessKHR];
    Buffer16: [StorageBuffer16BitAccess, UniformAndStorageBuffer16BitAccess];
    Uniform16: [UniformAndStorageBuffer16BitAccess];
    PushConstant16: [StoragePushConstant16];
    InputOutput16: [StorageInputOutput16];
    Workgroup16: [WorkgroupMemoryExplicitLayout16BitAccessKHR];
    Int8InUniform: [UniformAndStorageBuffer8BitAccess, Int8];
    Int16InUniform: [UniformAndStorageBuffer16BitAccess, Int16];
    Float16InUniform: [UniformAndStorageBuffer16BitAccess, Float16];
    Int8InPushConstant: [StoragePushConstant8, Int8];
    Int16InPushConstant: [StoragePushConstant16, Int16];
    Float16InPushConstant: [StoragePushConstant16, Float16];
    Int8InWorkgroup: [WorkgroupMemoryExplicitLayout8BitAccessKHR, Int8];
    Int16InWorkgroup: [WorkgroupMemoryExplicitLayout16BitAccessKHR, Int16];
    Float16InWorkgroup: [WorkgroupMemoryExplicitLayout16BitAccessKHR, Float16];
    WorkgroupLayout: [WorkgroupMemoryExplicitLayoutKHR];
    Atomic64: [Int64Atomics];
    AtomicAdd16: [AtomicFloat16AddEXT];
    AtomicAdd32: [AtomicFloat32AddEXT];
    AtomicAdd64: [AtomicFloat64AddEXT];
    AtomicMinMax16: [AtomicFloat16MinMaxEXT];
    AtomicMinMax32: [AtomicFloat32MinMaxEXT];
    AtomicMinMax64: [AtomicFloat64MinMaxEXT];
    AtomicHalfVector: [AtomicFloat16VectorNV];
    Sampled1DImage: [Sampled1D];
    Storage1DImage: [Image1D];
    SampledTexelBuffer: [SampledBuffer];
    StorageTexelBuffer: [ImageBuffer];
    SampledCubes: [SampledCubeArray];
    StorageCubes: [ImageCubeArray];
    StorageMultisample: [StorageImageMultisample];
    StorageMultisampleArray: [ImageMSArray];
    ReadWithoutFormat: [StorageImageReadWithoutFormat];
    WriteWithoutFormat: [StorageImageWriteWithoutFormat];
    RuntimeArrays: [RuntimeDescriptorArray];
    UniformBufferDynamic: [UniformBufferArrayDynamicIndexing];
    StorageBufferDynamic: [StorageBufferArrayDynamicIndexing];
    SampledImageDynamic: [SampledImageArrayDynamicIndexing];
    StorageImageDynamic: [StorageImageArrayDynamicIndexing];
    InputAttachmentDynamic: [InputAttachmentArrayDynamicIndexing];
    UniformTexelBufferDynamic: [UniformTexelBufferArrayDynamicIndexing];
    StorageTexelBufferDynamic: [StorageTexelBufferArrayDynamicIndexing];
    UniformBufferNonUniform: [UniformBufferArrayNonUniformIndexing];
    SampledImageNonUniform: [SampledImageArrayNonUniformIndexing];
    StorageBufferNonUniform: [StorageBufferArrayNonUniformIndexing];
    StorageImageNonUniform: [StorageImageArrayNonUniformIndexing];
    InputAttachmentNonUniform: [InputAttachmentArrayNonUniformIndexing];
    UniformTexelBufferNonUniform: [UniformTexelBufferArrayNonUniformIndexing];
    StorageTexelBufferNonUniform: [StorageTexelBufferArrayNonUniformIndexing];
    NonUniformIndex: [ShaderNonUniform];
    BufferPointers: [VariablePointersStorageBuffer, VariablePointers];
    AnyPointers: [VariablePointers];
    LayerOfVertices: [ShaderLayer, ShaderViewportIndexLayerEXT];
    ViewportOfVertices: [ShaderViewportIndex, ShaderViewportIndexLayerEXT];
    ViewportOfGeometry: [MultiViewport];
    PrimitiveOfFragments: [Geometry, Tessellation, MeshShadingEXT, MeshShadingNV];
    DrawOfVertices: [DrawParameters];
    ViewportMaskOfVertices: [ShaderViewportMaskNV];
    PerViewOfVertices: [PerViewAttributesNV];
    DeviceScope: [VulkanMemoryModelDeviceScope];
    GroupArithmetic: [GroupNonUniformArithmetic];
    DotAll: [DotProductInputAll];
    Dot4x8: [DotProductInput4x8Bit, DotProductInputAll];
    DotPacked: [DotProductInput4x8BitPacked];
    PointSizeTessellation: [TessellationPointSize];
    PointSizeGeometry: [GeometryPointSize];
    RoundedStores: [
        StorageBuffer16BitAccess,
        UniformAndStorageBuffer16BitAccess,
        StoragePushConstant16,
        StorageInputOutput16,
        Kernel,
    ];
    ReadWriteLod: [ImageReadWriteLodAMD];
    GatherBiasLod: [ImageGatherBiasLodAMD];
    HalfImages: [Float16ImageAMD];
    Int64Images: [Int64ImageEXT];
    StorageTensorDynamic: [StorageTensorArrayDynamicIndexingARM];
    StorageTensorNonUniform: [StorageTensorArrayNonUniformIndexingARM];
    WaitQueues: [MultipleWaitQueuesQCOM];
    Bfloat16Dot: [BFloat16DotProductKHR];
    HalfMixedDot: [DotProductFloat16AccFloat32VALVE];
    HalfDot: [DotProductFloat16AccFloat16VALVE];
    Bfloat16MixedDot: [DotProductBFloat16AccVALVE];
    MatrixMemory: [VulkanMemoryModel];
    Bfloat16Matrix: [BFloat16CooperativeMatrixKHR];
    Float8Matrix: [Float8CooperativeMatrixEXT];
    MatrixConversions: [CooperativeMatrixConversionsEXT, CooperativeMatrixConversionsNV];
    MatrixConversionsBack: [CooperativeMatrixConversionsEXT];
    LongVectors: [LongVectorEXT];
    Motion: [RayTracingMotionBlurNV];
    SubgroupScope: [GroupNonUniform];
    SubgroupMemory: [GroupNonUniform, SubgroupBallotKHR, SubgroupVoteKHR];
    Library: [Linkage];
}

/// Returns a union of sets of alternatives, at compile time.
pub const fn sets_of(sets: &[Set]) -> Alternatives {
    let mut all = Alternatives::EMPTY;
    let mut at = 0;
    while at < sets.len() {
        all = all.with(sets[at].number());
        at += 1;
    }
    all
}
