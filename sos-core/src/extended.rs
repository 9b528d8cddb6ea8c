//! What a device offers together with the filter: [`Target::extended`].
//!
//! Programs look at a device's features before they load a shader. With the filter in between, a device can do more than it
//! reports; how much more is the table [`ADDITIONS`]. It is bound to the rules and passes by tests: whatever a pass replaces is
//! in the table or in [`WITHHELD`], every row names rules that exist, and each feature, taken from a device that has everything,
//! is lowered in the corpus as its grade says (`tests/tests/filter/extended.rs`, which writes `docs/extended.md`). The same tests find each
//! other feature without which modules of the corpus are lowered: it is listed there with the reason.
//!
//! A row applies to a device that has what the rules emit, in its own right: additions never build on each other. What needs an added
//! feature and is not lowered is taken from the device: see [`dependents`].

mod dependents;

use crate::plan::Limit;
use crate::tables::capability;
use crate::target::{
    feature as f, subgroup as bit, subgroup_operations, Description, Feature, Properties, Target,
    VulkanExtension,
};
use alloc::vec::Vec;

/// How far the filter makes up for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Grade {
    /// Every valid module is lowered exactly.
    Always,
    /// Every valid module is lowered exactly, but for named exceptions that are refused.
    Mostly,
    /// It depends on the module whether it can be lowered, or the result is slow.
    OnRequest,
}

impl Grade {
    /// All grades, from the strictest on.
    pub const ALL: [Self; 3] = [Self::Always, Self::Mostly, Self::OnRequest];

    /// The name in documents and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Mostly => "mostly",
            Self::OnRequest => "on-request",
        }
    }
}

/// What using an addition costs, compared with what a program does that has a path of its own without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// About as many instructions as that path.
    AsFast,
    /// Some instructions more for each operation.
    Slower,
    /// Dozens of instructions for each operation, a loop, or a switch over all that may be chosen.
    Slow,
}

impl Cost {
    /// All classes, the cheapest first.
    pub const ALL: [Self; 3] = [Self::AsFast, Self::Slower, Self::Slow];

    /// The name in documents and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsFast => "as-fast",
            Self::Slower => "slower",
            Self::Slow => "slow",
        }
    }
}

/// Something that the filter adds to devices without it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Addition {
    /// The features. Each brings the extensions that define it.
    pub features: &'static [Feature],
    /// Further extensions, those without features.
    pub extensions: &'static [VulkanExtension],
    /// Bits of `VkSubgroupFeatureFlagBits`.
    pub subgroup_operations: u32,
    /// How far.
    pub grade: Grade,
    /// What it costs.
    pub cost: Cost,
    /// The rules by which it is done ([`fn@crate::rules`]).
    pub rules: &'static [&'static str],
    /// What is refused nevertheless, or why it is not always worth it. Empty for [`Grade::Always`].
    pub exceptions: &'static str,
    /// Bits of `VkSubgroupFeatureFlagBits` that the device itself must have.
    pub needs: u32,
    /// The lowest minor version of Vulkan 1 in which a device can have it.
    pub version: u8,
    /// What else must be true of the device.
    only: fn(&Target) -> bool,
    /// What else changes with it.
    also: fn(&mut Properties),
}

const NONE: Addition = Addition {
    features: &[],
    extensions: &[],
    subgroup_operations: 0,
    grade: Grade::Always,
    cost: Cost::AsFast,
    rules: &[],
    exceptions: "",
    needs: 0,
    version: 0,
    only: |_| true,
    also: |_| {},
};

/// What reductions, scans and moves are made of.
const MOVES: u32 = bit::BASIC | bit::VOTE | bit::BALLOT | bit::SHUFFLE;

/// All additions. See the module's documentation.
pub static ADDITIONS: &[Addition] = &[
    Addition {
        features: &[
            f::storageBuffer16BitAccess,
            f::uniformAndStorageBuffer16BitAccess,
            f::storagePushConstant16,
        ],
        grade: Grade::Mostly,
        rules: &["narrow-storage", "narrow-array-length"],
        exceptions: MEMORY,
        ..NONE
    },
    Addition {
        features: &[
            f::storageBuffer8BitAccess,
            f::uniformAndStorageBuffer8BitAccess,
            f::storagePushConstant8,
        ],
        grade: Grade::Mostly,
        rules: &["narrow-storage", "narrow-array-length"],
        exceptions: MEMORY,
        ..NONE
    },
    Addition {
        features: &[f::scalarBlockLayout, f::uniformBufferStandardLayout],
        grade: Grade::Mostly,
        rules: &["narrow-storage"],
        exceptions: MEMORY,
        ..NONE
    },
    Addition {
        features: &[
            f::workgroupMemoryExplicitLayout,
            f::workgroupMemoryExplicitLayoutScalarBlockLayout,
            f::workgroupMemoryExplicitLayout8BitAccess,
            f::workgroupMemoryExplicitLayout16BitAccess,
        ],
        grade: Grade::Mostly,
        rules: &["narrow-storage"],
        exceptions: MEMORY,
        ..NONE
    },
    Addition {
        features: &[f::storageInputOutput16],
        grade: Grade::Mostly,
        rules: &["narrow-interface"],
        exceptions: "outputs that transform feedback captures",
        ..NONE
    },
    Addition {
        features: &[f::shaderFloat16],
        grade: Grade::Mostly,
        cost: Cost::Slower,
        rules: &["float16", "half-image"],
        exceptions: "conversions that round up or down; entry points that round differently; atomic operations; cooperative \
            matrices; interpolation functions",
        also: |properties| properties.support_all_float_controls(16),
        ..NONE
    },
    Addition {
        features: &[f::shaderInt16],
        grade: Grade::Mostly,
        rules: &["int16"],
        exceptions: NUMBERS,
        ..NONE
    },
    Addition {
        features: &[f::shaderInt8],
        grade: Grade::Mostly,
        rules: &["int8"],
        exceptions: NUMBERS,
        ..NONE
    },
    Addition {
        features: &[f::shaderInt64],
        grade: Grade::Mostly,
        rules: &["int64"],
        exceptions: "inputs of vertex shaders; specialization constants that stay open; images and atomic operations, which \
            have features of their own",
        ..NONE
    },
    Addition {
        features: &[f::shaderFloat64],
        also: |properties| properties.support_all_float_controls(64),
        grade: Grade::OnRequest,
        cost: Cost::Slow,
        rules: &["float64-words"],
        exceptions: "inputs of vertex shaders; specialization constants that stay open; atomic operations, \
            which have features of their own",
        ..NONE
    },
    Addition {
        features: &[f::variablePointersStorageBuffer, f::variablePointers],
        grade: Grade::Mostly,
        rules: &["chosen-pointers", "pointer-comparison"],
        exceptions: "pointers into different variables or members, from memory, or null",
        ..NONE
    },
    Addition {
        features: &[f::shaderUntypedPointers],
        grade: Grade::Mostly,
        rules: &["untyped-pointers"],
        exceptions: "accesses by other types than the variable's that are no words of it",
        ..NONE
    },
    Addition {
        features: &[f::shaderIntegerDotProduct],
        rules: &["integer-dot-product"],
        ..NONE
    },
    Addition {
        features: &[f::shaderTerminateInvocation],
        rules: &["terminate-invocation"],
        ..NONE
    },
    Addition {
        features: &[f::shaderDemoteToHelperInvocation],
        grade: Grade::Mostly,
        cost: Cost::Slower,
        rules: &["demote"],
        exceptions: "operations in functions whose effects a flag cannot mask",
        ..NONE
    },
    Addition {
        features: &[f::shaderZeroInitializeWorkgroupMemory],
        rules: &["zero-initialize"],
        ..NONE
    },
    Addition {
        features: &[f::shaderUniformBufferUnsizedArray],
        grade: Grade::Mostly,
        rules: &["unsized-uniform-array"],
        exceptions: "the length of such an array, and one that ends other structures as well",
        ..NONE
    },
    Addition {
        features: &[f::shaderExpectAssume],
        rules: &["expect", "assume"],
        ..NONE
    },
    Addition {
        features: &[f::shaderReplicatedComposites],
        rules: &["replicated-composite"],
        ..NONE
    },
    Addition {
        // Where a device has the memory model without scopes of the whole device, atomic operations may not have them either.
        features: &[f::vulkanMemoryModel, f::vulkanMemoryModelDeviceScope],
        only: |target| !target.has_feature(f::vulkanMemoryModel),
        grade: Grade::Mostly,
        cost: Cost::Slower,
        rules: &["memory-model"],
        exceptions: "availability and visibility that coherent memory cannot express",
        ..NONE
    },
    Addition {
        features: &[f::shaderFloatControls2],
        // Its extension depends on one that Vulkan 1.2 contains.
        version: 2,
        grade: Grade::Mostly,
        rules: &["fast-math"],
        exceptions: "infinities, NaN or signs of zeros that must be preserved where only this extension can express it",
        ..NONE
    },
    Addition {
        features: &[f::shaderFmaFloat16, f::shaderFmaFloat32],
        grade: Grade::OnRequest,
        cost: Cost::Slow,
        rules: &["fma"],
        exceptions: "slow: integer arithmetic",
        ..NONE
    },
    Addition {
        features: &[f::shaderBFloat16Type, f::shaderBFloat16DotProduct],
        grade: Grade::Mostly,
        cost: Cost::Slower,
        rules: &["bfloat16", "bfloat16-dot"],
        exceptions: "cooperative matrices, which have a feature of their own; rounding towards zero",
        ..NONE
    },
    Addition {
        features: &[f::shaderFloat8],
        grade: Grade::Mostly,
        cost: Cost::Slower,
        rules: &["float8"],
        exceptions: "cooperative matrices, which have a feature of their own; rounding towards zero",
        ..NONE
    },
    Addition {
        features: &[
            f::shaderBufferFloat32Atomics,
            f::shaderBufferFloat32AtomicAdd,
            f::shaderBufferFloat32AtomicMinMax,
            f::shaderSharedFloat32Atomics,
            f::shaderSharedFloat32AtomicAdd,
            f::shaderSharedFloat32AtomicMinMax,
        ],
        grade: Grade::OnRequest,
        cost: Cost::Slow,
        rules: &["float-atomic"],
        exceptions: "slow where many invocations add to one number: compare and exchange",
        ..NONE
    },
    Addition {
        features: &[f::shaderImageGatherExtended],
        grade: Grade::OnRequest,
        cost: Cost::Slow,
        rules: &["gather-offsets", "gather-offset", "gather-choice"],
        exceptions: "offsets that are not constant become a switch over all that the device allows; only on devices that allow no \
            more than Vulkan requires, from -8 to 7",
        only: |target| Limit::GatherOffset.range(target) == (-8, 7),
        ..NONE
    },
    Addition {
        features: &[
            f::shaderUniformBufferArrayDynamicIndexing,
            f::shaderSampledImageArrayDynamicIndexing,
            f::shaderStorageBufferArrayDynamicIndexing,
            f::shaderStorageImageArrayDynamicIndexing,
        ],
        grade: Grade::OnRequest,
        cost: Cost::Slower,
        rules: &["descriptor-index"],
        exceptions: SWITCH,
        ..NONE
    },
    Addition {
        features: &[
            f::shaderInputAttachmentArrayDynamicIndexing,
            f::shaderUniformTexelBufferArrayDynamicIndexing,
            f::shaderStorageTexelBufferArrayDynamicIndexing,
            f::shaderUniformBufferArrayNonUniformIndexing,
            f::shaderSampledImageArrayNonUniformIndexing,
            f::shaderStorageBufferArrayNonUniformIndexing,
            f::shaderStorageImageArrayNonUniformIndexing,
            f::shaderInputAttachmentArrayNonUniformIndexing,
            f::shaderUniformTexelBufferArrayNonUniformIndexing,
            f::shaderStorageTexelBufferArrayNonUniformIndexing,
        ],
        grade: Grade::OnRequest,
        cost: Cost::Slower,
        rules: &["descriptor-index", "non-uniform"],
        exceptions: SWITCH,
        // Before, with an extension that promises more.
        version: 2,
        ..NONE
    },
    Addition {
        features: &[f::shaderIntegerFunctions2],
        rules: &["intel-integer-functions"],
        ..NONE
    },
    Addition {
        features: &[f::shaderSubgroupExtendedTypes],
        grade: Grade::Mostly,
        rules: &["subgroup-words"],
        exceptions: "arithmetic on 64-bit integers where the device has none",
        needs: bit::BASIC,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::VOTE,
        rules: &["subgroup-all-equal", "subgroup-vote"],
        needs: bit::BASIC | bit::BALLOT | bit::SHUFFLE,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::SHUFFLE_RELATIVE,
        rules: &["subgroup-shuffle-relative"],
        needs: bit::BASIC | bit::SHUFFLE,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::ARITHMETIC,
        rules: &["subgroup-arithmetic"],
        needs: MOVES,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::CLUSTERED,
        rules: &["subgroup-clustered"],
        needs: MOVES,
        ..NONE
    },
    Addition {
        features: &[f::shaderSubgroupRotate, f::shaderSubgroupRotateClustered],
        subgroup_operations: bit::ROTATE | bit::ROTATE_CLUSTERED,
        rules: &["subgroup-rotate"],
        needs: bit::BASIC | bit::SHUFFLE,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::QUAD,
        grade: Grade::OnRequest,
        rules: &["subgroup-quad", "quad-derivatives"],
        exceptions: "fragment shaders: only where all fragments of a primitive provably reach it together, and only on devices \
            without fragments that cover several pixels",
        needs: MOVES,
        ..NONE
    },
    Addition {
        features: &[f::shaderSubgroupPartitioned],
        extensions: &[VulkanExtension::named("VK_NV_shader_subgroup_partitioned")],
        subgroup_operations: bit::PARTITIONED,
        cost: Cost::Slower,
        rules: &["subgroup-partition", "subgroup-partitioned"],
        needs: MOVES,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::SHUFFLE,
        grade: Grade::OnRequest,
        cost: Cost::Slow,
        rules: &["subgroup-shuffle"],
        exceptions: "slow: a broadcast of each invocation",
        needs: bit::BASIC | bit::VOTE | bit::BALLOT,
        ..NONE
    },
    Addition {
        subgroup_operations: bit::BALLOT,
        grade: Grade::OnRequest,
        cost: Cost::Slow,
        rules: &["subgroup-ballot", "subgroup-ballot-bits"],
        exceptions: "slow: a vote on each invocation",
        needs: bit::BASIC | bit::VOTE | bit::SHUFFLE,
        ..NONE
    },
    Addition {
        extensions: &[VulkanExtension::named("VK_EXT_shader_subgroup_ballot"), VulkanExtension::named("VK_EXT_shader_subgroup_vote")],
        rules: &["khr-ballot-vote"],
        needs: MOVES,
        ..NONE
    },
    Addition {
        extensions: &[VulkanExtension::named("VK_AMD_shader_trinary_minmax")],
        rules: &["amd-trinary-minmax"],
        ..NONE
    },
    Addition {
        extensions: &[VulkanExtension::named("VK_AMD_shader_fragment_mask")],
        rules: &["amd-fragment-mask"],
        ..NONE
    },
];

/// What a layer adds besides: it needs more than filtering, since the values are those of the program's draws. The filter by itself refuses
/// such modules; [`crate::draw_inputs`] makes inputs of the built-ins.
pub static OF_LAYERS: &[Addition] = &[Addition {
    features: &[f::shaderDrawParameters],
    extensions: &[VulkanExtension::named("VK_KHR_shader_draw_parameters")],
    grade: Grade::Mostly,
    exceptions: "mesh and task shaders; shader objects; pipelines that leave no vertex binding and location free",
    only: |target| {
        let needs_strides = VulkanExtension::named("VK_KHR_portability_subset");
        !target.has_capability(capability::DrawParameters)
            && !target.has_vulkan_extension(needs_strides)
    },
    ..NONE
}];

/// What narrow data in memory and layouts have in common.
const MEMORY: &str = "data in shader records; data that is not aligned to its size; atomic operations on 16-bit floats; pointers \
    into such blocks that functions return or variables hold; ranges of buffers that do not end on four bytes";

/// What arrays of descriptors have in common.
const SWITCH: &str =
    "a switch over the array's elements, of which there may be 32, and whose number must be known";

/// What narrow integers have in common.
const NUMBERS: &str = "instructions without a 32-bit counterpart; bfloat16 and 8-bit floats where the device has those";

/// Features that passes replace and that are not offered, each with the reason.
pub static WITHHELD: &[(Feature, &str)] = &[
    (
        f::shaderStorageImageReadWithoutFormat,
        "only with the formats that the caller names",
    ),
    (
        f::shaderStorageImageWriteWithoutFormat,
        "only with the formats that the caller names",
    ),
    (f::maintenance9, "most of it concerns no shader"),
    (
        f::shaderImageFloat32Atomics,
        "the application must choose another format for the image's view",
    ),
    (
        f::shaderImageFloat32AtomicAdd,
        "the application must choose another format for the image's view",
    ),
    (
        f::shaderImageFloat32AtomicMinMax,
        "the application must choose another format for the image's view",
    ),
    (f::shaderBufferFloat16Atomics, SMALL_ATOMICS),
    (f::shaderBufferFloat16AtomicAdd, SMALL_ATOMICS),
    (f::shaderBufferFloat16AtomicMinMax, SMALL_ATOMICS),
    (f::shaderSharedFloat16Atomics, SMALL_ATOMICS),
    (f::shaderSharedFloat16AtomicAdd, SMALL_ATOMICS),
    (f::shaderSharedFloat16AtomicMinMax, SMALL_ATOMICS),
    (f::shaderFloat16VectorAtomics, SMALL_ATOMICS),
    (f::shaderBufferFloat64Atomics, WIDE_ATOMICS),
    (f::shaderBufferFloat64AtomicAdd, WIDE_ATOMICS),
    (f::shaderBufferFloat64AtomicMinMax, WIDE_ATOMICS),
    (f::shaderSharedFloat64Atomics, WIDE_ATOMICS),
    (f::shaderSharedFloat64AtomicAdd, WIDE_ATOMICS),
    (f::shaderSharedFloat64AtomicMinMax, WIDE_ATOMICS),
];

const SMALL_ATOMICS: &str = "only on devices with atomic operations on 16-bit integers";
const WIDE_ATOMICS: &str =
    "only on devices with 64-bit floats and atomic operations on 64-bit integers";

/// Whether an extension promises more than features of shaders, so that it cannot be added: `VK_EXT_descriptor_indexing` that
/// descriptors may change after they are bound. Its features come with Vulkan 1.2 alone.
fn is_more_than_shaders(extension: VulkanExtension) -> bool {
    extension.name() == "VK_EXT_descriptor_indexing"
}

impl Addition {
    /// The names of what is added: members of features, extensions, bits of `VkSubgroupFeatureFlagBits`.
    pub fn names(&self) -> Vec<&'static str> {
        let mut left = self.subgroup_operations;
        // Aliases of a bit follow each other.
        let bits = subgroup_operations().filter(move |one| {
            let is_new = left & one.1 != 0;
            left &= !one.1;
            is_new
        });
        let features = self.features.iter().map(|one| one.member());
        let extensions = self.extensions.iter().map(|one| one.name());
        features
            .chain(extensions)
            .chain(bits.map(|one| one.0))
            .collect()
    }

    /// All extensions that are added: those without features, and those of the features, also where these are core. Programs enable
    /// extensions by name nevertheless.
    pub fn all_extensions(&self) -> impl Iterator<Item = VulkanExtension> {
        let of_features = self.features.iter().flat_map(|one| one.extensions());
        let extensions = self.extensions.iter().chain(of_features).copied();
        extensions.filter(|&one| !is_more_than_shaders(one))
    }

    /// Whether a device lacks some of it and has what it takes to make up for that.
    fn applies(&self, target: &Target) -> bool {
        let operations = target.properties().subgroup_supported_operations;
        let has = |bits: u32| operations.unwrap_or(0) & bits == bits;
        let mut extensions = self.extensions.iter();
        let lacks = !self.features.iter().all(|&one| target.has_feature(one))
            || !has(self.subgroup_operations)
            || extensions.any(|&one| !target.has_vulkan_extension(one));
        let known = target.api_version().minor() >= self.version;
        lacks && (self.only)(target) && known && has(self.needs)
    }

    fn add(&self, description: &mut Description) {
        for &feature in self.features {
            description.set_feature(feature, true);
        }
        for extension in self.all_extensions() {
            description.set_extension(extension, true);
        }
        let operations = &mut description.properties.subgroup_supported_operations;
        if self.subgroup_operations != 0 {
            *operations = Some(operations.unwrap_or(0) | self.subgroup_operations);
        }
        (self.also)(&mut description.properties);
    }
}

impl Target {
    /// Returns what the filter adds to the device, up to a grade.
    pub fn additions(&self, up_to: Grade) -> impl Iterator<Item = &'static Addition> + '_ {
        ADDITIONS
            .iter()
            .filter(move |row| row.grade <= up_to && row.applies(self))
    }

    /// Returns what a layer adds to the device besides, up to a grade: [`OF_LAYERS`].
    pub fn additions_of_layers(
        &self,
        up_to: Grade,
    ) -> impl Iterator<Item = &'static Addition> + '_ {
        OF_LAYERS
            .iter()
            .filter(move |row| row.grade <= up_to && row.applies(self))
    }

    /// Returns what the device offers together with the filter: itself with its [additions](Self::additions) up to a grade.
    ///
    /// For engines that decide what to switch on, and for layers that report features. It is not a target to filter for.
    pub fn extended(&self, up_to: Grade) -> Self {
        self.with_additions(self.additions(up_to))
    }

    /// Returns the device with these of its [additions](Self::additions): for a caller that chooses among them. Features that need an
    /// added one and are not lowered are gone: no module could use both.
    pub fn with_additions<'a>(&self, rows: impl IntoIterator<Item = &'a Addition>) -> Self {
        let mut description = self.describe();
        let mut added = Vec::new();
        for row in rows {
            row.add(&mut description);
            added.extend(row.features);
        }
        dependents::remove(&mut description, &dependents::dependents(self, &added));
        description.build()
    }
}

#[cfg(test)]
mod tests;
