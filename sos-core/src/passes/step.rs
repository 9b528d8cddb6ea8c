//! The lowering steps: one row for each pass, in the order in which they run.
//!
//! A row says what its pass replaces, and so what a *pretended* target supports, for which a module is planned before the passes
//! run ([`pretended_for`]). Nothing else lists passes: a new one is a file with its row, and its place in [`STEPS`].

use super::{
    atomic, computed, demote, double_round_trips, encodings, fast_math, format, half_images,
    interface, legalize, pointers, rounding, storage, ungroup, untyped, zeroes, Input, Pass,
};
use crate::facts::Facts;
use crate::plan::used_capabilities;
use crate::tables::{capability, capability_index};
use crate::target::{feature, Change, Description, Feature, Slot, Target, VulkanExtension};

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

/// The steps in the order of the rule families: single instructions, memory, types.
pub static STEPS: &[Step] = &[
    // The others know no decoration groups.
    ungroup::STEP,
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
    storage::STEP,
    interface::STEP,
    // Blocks in workgroup memory have been rewritten to words before this pass.
    zeroes::STEP,
    double_round_trips::STEP,
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
    pub(super) zeroes: zeroes::Zeroes,
    pub(super) storage: storage::Storage,
    pub(super) interface: interface::Interface,
    pub(super) computed: computed::Computed,
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

/// A target without untyped pointers.
const WITHOUT_UNTYPED: Change = Change {
    slot: Slot::WithoutUntyped,
    apply: |description| untyped::STEP.set(description, false),
};

/// Returns the pretended target for a module.
///
/// The rule that lowers non-constant indices into descriptor arrays only handles typed pointers. So for a module with untyped
/// pointers, the target also pretends to support dynamic indexing until the pointers are typed. Integer dot products are
/// lowered while the types of integers that passes replace still exist.
pub fn pretended_for<'t>(facts: &Facts, target: &'t Target) -> &'t Target {
    let mut with = target.changed(&PRETENDED);
    let untyped = capability::UntypedPointersKHR;
    if facts.uses(untyped) && !target.has_capability(untyped) {
        with = with.changed(&WITH_INDEXING);
    }
    if facts.uses(capability::DotProduct) && lacks_integers(facts, target) {
        with = with.changed(&WITHOUT_DOT_PRODUCTS);
    }
    with
}

/// Whether a module uses integers that passes replace and the target lacks.
fn lacks_integers(facts: &Facts, target: &Target) -> bool {
    let used = used_capabilities(facts);
    [capability::Int8, capability::Int16, capability::Int64]
        .into_iter()
        .filter(|&integers| !target.has_capability(integers))
        .filter_map(capability_index)
        .any(|integers| used.contains(integers))
}

/// Returns the target without 16-bit floats, so that a pass replaces them: their modes then hold without the device's help. None
/// if it has no such floats.
pub fn without_halves(target: &Target) -> Option<&Target> {
    let has = target.has_capability(capability::Float16);
    has.then(|| target.changed(&WITHOUT_HALVES))
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
    with.changed(&WITHOUT_DOT_PRODUCTS);
    with.changed(&WITH_INDEXING).changed(&WITHOUT_DOT_PRODUCTS);
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
