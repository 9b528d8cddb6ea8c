//! The lowering steps: one row for each pass, in the order in which they run.
//!
//! A row says what its pass replaces, and so what a *pretended* target supports, for which a module is planned before the passes
//! run ([`pretended_for`]). Nothing else lists passes: a new one is a file with its row, and its place in [`STEPS`].

use super::{
    atomic, computed, demote, double_round_trips, encodings, fast_math, format, half_images,
    interface, legalize, misplaced_layouts, opaque_branches, pointers, rounding, storage, ungroup,
    unsized_blocks, untyped, zeroes, Input, Pass,
};
use crate::facts::Facts;
use crate::plan::used_capabilities;
use crate::tables::{capability, capability_index};
use crate::target::{
    feature, subgroup, ApiVersion, Change, Description, Feature, Slot, Target, VulkanExtension,
};

/// A lowering step: a pass, and what it replaces.
#[derive(Clone, Copy)]
pub struct Step {
    /// The features that the pass replaces.
    pub features: &'static [Feature],
    /// Extensions by which a device may offer the same.
    pub extensions: &'static [&'static str],
    /// What else the pass replaces, which a pretended device gets. The description is that of the device, perhaps with what other
    /// steps have added here.
    pub pretend: fn(&mut Description),
    /// Whether the pass may help a module whose capabilities and extensions do not show that.
    pub can_help: fn(Input<'_>, &Target) -> bool,
    /// The pass with its working memory.
    pub pass: fn(&mut Memory) -> &mut dyn Pass,
}

impl Step {
    /// The row of a pass that replaces nothing which a device could offer.
    pub const fn new(pass: fn(&mut Memory) -> &mut dyn Pass) -> Self {
        Self {
            features: &[],
            extensions: &[],
            pretend: |_| {},
            can_help: |_, _| false,
            pass,
        }
    }

    /// Whether a target has all features that the pass replaces.
    pub fn is_needless(&self, target: &Target) -> bool {
        self.features.iter().all(|&one| target.has_feature(one))
    }

    /// Sets the features and extensions of a device.
    fn set(&self, description: &mut Description, has: bool) {
        for &feature in self.features {
            description.set_feature(feature, has);
        }
        for extension in self.extensions {
            if let Some(extension) = VulkanExtension::find(extension) {
                description.set_extension(extension, has);
            }
        }
    }
}

/// The steps in the order of the rule families: single instructions, memory, types. None in a build without lowering.
pub static STEPS: &[Step] = if cfg!(feature = "lowering") { ALL } else { &[] };

const ALL: &[Step] = &[
    // The others know no decoration groups.
    ungroup::STEP,
    // Then the others find a valid module.
    misplaced_layouts::STEP,
    // These come first since the later passes handle what they emit: instructions in functions, and integers.
    computed::STEP,
    encodings::STEP,
    untyped::STEP,
    pointers::STEP,
    demote::STEP,
    atomic::STEP,
    fast_math::STEP,
    half_images::STEP,
    format::STEP,
    unsized_blocks::STEP,
    storage::STEP,
    interface::STEP,
    // Blocks in workgroup memory have been rewritten to words before this pass.
    zeroes::STEP,
    double_round_trips::STEP,
    // Before the types are replaced that it looks for.
    opaque_branches::STEP,
    // It represents doubles in memory as 64-bit integers.
    legalize::DOUBLES,
    // After everything that moves stores of halves.
    rounding::STEP,
    legalize::STEP,
];

/// The working memory of all passes.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) encodings: encodings::Encodings,
    pub(super) demote: demote::Demote,
    pub(super) atomic: atomic::Atomic,
    pub(super) fast_math: fast_math::FastMath,
    pub(super) ungroup: ungroup::Ungroup,
    pub(super) untyped: untyped::Untyped,
    pub(super) format: format::Format,
    pub(super) half_images: half_images::HalfImages,
    pub(super) pointers: pointers::Pointers,
    pub(super) unsized_blocks: unsized_blocks::UnsizedBlocks,
    pub(super) zeroes: zeroes::Zeroes,
    pub(super) storage: storage::Storage,
    pub(super) interface: interface::Interface,
    pub(super) computed: computed::Computed,
    pub(super) misplaced_layouts: misplaced_layouts::MisplacedLayouts,
    pub(super) opaque_branches: opaque_branches::OpaqueBranches,
    pub(super) double_round_trips: double_round_trips::DoubleRoundTrips,
    pub(super) doubles: legalize::Doubles,
    pub(super) legalize: legalize::Legalize,
    pub(super) rounding: rounding::Rounding,
}

/// The features that passes replace.
#[cfg(test)]
pub fn replaced_features() -> impl Iterator<Item = Feature> {
    STEPS.iter().flat_map(|step| step.features).copied()
}

/// The target plus everything that passes replace.
const PRETENDED: Change = Change {
    slot: Slot::Pretended,
    apply: |description| {
        description.pretended = true;
        let numbers = [
            feature::shaderFloat16,
            feature::shaderFloat64,
            feature::shaderInt8,
            feature::shaderInt16,
            feature::shaderInt64,
        ];
        if !numbers.iter().all(|&number| description.has(number)) {
            // Replicated composites and Intel's integer functions on types that passes replace are lowered while these exist.
            description.set_feature(feature::shaderReplicatedComposites, false);
            description.set_feature(feature::shaderIntegerFunctions2, false);
        }
        STEPS.iter().for_each(|step| (step.pretend)(description));
        STEPS.iter().for_each(|step| step.set(description, true));
    },
};

/// A target that also indexes arrays of descriptors dynamically.
const WITH_INDEXING: Change = Change {
    slot: Slot::WithIndexing,
    apply: untyped::pretend_indexing,
};

/// A target without integer dot products.
const WITHOUT_DOT_PRODUCTS: Change = Change {
    slot: Slot::WithoutDotProducts,
    apply: |description| description.set_feature(feature::shaderIntegerDotProduct, false),
};

/// A target without subgroup operations on types of other than 32 bits. Data movement of such values is split by rules then, and
/// arithmetic is made of that.
const WITHOUT_EXTENDED_TYPES: Change = Change {
    slot: Slot::WithoutExtendedTypes,
    apply: |description| description.set_feature(feature::shaderSubgroupExtendedTypes, false),
};

/// A target without subgroup arithmetic, which is made of data movement then.
const WITHOUT_GROUP_ARITHMETIC: Change = Change {
    slot: Slot::WithoutGroupArithmetic,
    apply: |description| {
        if let Some(operations) = &mut description.properties.subgroup_supported_operations {
            *operations &= !(subgroup::ARITHMETIC | subgroup::CLUSTERED);
        }
    },
};

/// The target plus everything that passes replace, SPIR-V 1.3, which introduced subgroup operations, and dynamic indices into arrays of
/// descriptors.
const BEFORE_SUBGROUPS: Change = Change {
    slot: Slot::BeforeSubgroups,
    apply: |description| {
        (PRETENDED.apply)(description);
        untyped::pretend_indexing(description);
        description.api_version = description.api_version.max(ApiVersion::V1_1);
    },
};

/// A target without 16-bit floats.
const WITHOUT_HALVES: Change = Change {
    slot: Slot::WithoutHalves,
    apply: |description| {
        description.set_feature(feature::shaderFloat16, false);
        if let Some(extension) = VulkanExtension::find("VK_AMD_gpu_shader_half_float") {
            description.set_extension(extension, false);
        }
    },
};

/// A target without 64-bit floats.
const WITHOUT_DOUBLES: Change = Change {
    slot: Slot::WithoutDoubles,
    apply: |description| description.set_feature(feature::shaderFloat64, false),
};

/// A target without untyped pointers.
const WITHOUT_UNTYPED: Change = Change {
    slot: Slot::WithoutUntyped,
    apply: |description| untyped::STEP.set(description, false),
};

/// Returns the pretended target for a module.
///
/// The rule that lowers non-constant indices into descriptor arrays only handles typed pointers. So for a module with untyped
/// pointers, the target also pretends to support dynamic indexing until the pointers are typed. Integer dot products and subgroup
/// operations are lowered while the types that passes replace still exist.
pub fn pretended_for<'t>(facts: &Facts, target: &'t Target) -> &'t Target {
    let mut with = target.changed(&PRETENDED);
    let untyped = capability::UntypedPointersKHR;
    if facts.uses(untyped) && !target.has_capability(untyped) {
        with = with.changed(&WITH_INDEXING);
    }
    let lacks = |types: &[u32]| uses_and_lacks(facts, target, types);
    use capability::{
        DotProduct, Float64, GroupNonUniformArithmetic, GroupNonUniformClustered,
        GroupNonUniformPartitionedEXT, Int16, Int64, Int8,
    };
    if facts.uses(DotProduct) && lacks(&[Int8, Int16, Int64]) {
        with = with.changed(&WITHOUT_DOT_PRODUCTS);
    }
    if lacks(&[Float64]) {
        with = with.changed(&WITHOUT_EXTENDED_TYPES);
    }
    // That of 64-bit floats needs no extended types, so nothing else shows that it is to be lowered.
    let groups = [
        GroupNonUniformArithmetic,
        GroupNonUniformClustered,
        GroupNonUniformPartitionedEXT,
    ];
    if lacks(&[Float64]) && groups.iter().any(|&one| facts.uses(one)) {
        with = with.changed(&WITHOUT_GROUP_ARITHMETIC);
    }
    with
}

/// Returns the target for which a module is planned before its operations of the subgroup are rewritten: in modules of any version, and
/// what depends on the module ([`pretended_for`]) is lowered later.
pub fn before_subgroups(target: &Target) -> &Target {
    target.changed(&BEFORE_SUBGROUPS)
}

/// Whether a module uses one of these types that the target lacks.
fn uses_and_lacks(facts: &Facts, target: &Target, types: &[u32]) -> bool {
    let used = used_capabilities(facts);
    let mut types = types.iter().filter(|&&ty| !target.has_capability(ty));
    types.any(|&ty| capability_index(ty).is_some_and(|ty| used.contains(ty)))
}

/// Returns the target without 16-bit or 64-bit floats, so that a pass replaces them: their modes then hold without the device's
/// help. None if it has no such floats.
pub fn without_floats(target: &Target, [halves, doubles]: [bool; 2]) -> Option<&Target> {
    let mut without = None;
    if halves && target.has_capability(capability::Float16) {
        without = Some(target.changed(&WITHOUT_HALVES));
    }
    if doubles && target.has_capability(capability::Float64) {
        without = Some(without.unwrap_or(target).changed(&WITHOUT_DOUBLES));
    }
    without
}

/// Returns the target without untyped pointers, so that the pass replaces them before others replace something else. None if it
/// has none.
pub fn without_untyped(target: &Target) -> Option<&Target> {
    let has = target.has_capability(capability::UntypedPointersKHR);
    has.then(|| target.changed(&WITHOUT_UNTYPED))
}

/// Creates the pretended targets ahead of their first use.
pub fn prepare(target: &Target) {
    let with = target.changed(&PRETENDED);
    for with in [with, with.changed(&WITH_INDEXING)] {
        for with in [with, with.changed(&WITHOUT_DOT_PRODUCTS)] {
            with.changed(&WITHOUT_EXTENDED_TYPES)
                .changed(&WITHOUT_GROUP_ARITHMETIC);
        }
    }
}

/// Whether a module uses something that passes can replace and the target lacks.
pub fn can_help(input: Input<'_>, target: &Target) -> bool {
    let facts = input.facts;
    let with = target.changed(&PRETENDED);
    let of = used_capabilities(facts).intersection(with.capabilities());
    let extensions = facts.extensions.intersection(with.extensions());
    !of.is_subset(target.capabilities())
        || !extensions.is_subset(target.extensions())
        || STEPS.iter().any(|step| (step.can_help)(input, target))
}
