//! What a module may contain without declaring it and a target lacks, by what the scan has found: whether the early exit has to
//! look closer.

use super::narrow;
use super::sets::sets_of;
use super::{holds_descriptors, Alternatives, Checks, Offer, Set, NON_UNIFORM};
use crate::facts::{Facts, Gates, TypeView};
use crate::tables::{built_in, ext_inst, glsl_std_450 as glsl, op, op_hot, ExtInstSet};
use crate::views;

/// Whether a target lacks a built-in that a module declares.
pub fn lacks_built_ins(facts: &Facts, offer: &Offer) -> bool {
    const SIZES: Alternatives = sets_of(&[Set::PointSizeTessellation, Set::PointSizeGeometry]);
    const STAGES: Alternatives = sets_of(&[
        Set::LayerOfVertices,
        Set::ViewportOfVertices,
        Set::ViewportOfGeometry,
        Set::PrimitiveOfFragments,
        Set::DrawOfVertices,
        Set::ViewportMaskOfVertices,
        Set::PerViewOfVertices,
    ]);
    let needs = &facts.built_in_needs;
    let lacks = |sets: &Alternatives| !sets.is_subset(&offer.alternatives);
    !offer.alternatives.has_all(&needs.alternatives)
        || !offer.availability.has_all(&needs.availability)
        || facts.uses.has_built_in(built_in::PointSize) && lacks(&SIZES)
        || facts.has_staged() && lacks(&STAGES)
}

/// Whether a module has an array of descriptors without a length.
fn has_unsized_arrays(words: &[u32], facts: &Facts) -> bool {
    let variables = facts.declarations(words);
    let mut variables = variables.filter(|inst| {
        inst.opcode() == op::OpVariable && holds_descriptors(views::Variable(*inst).storage_class())
    });
    variables.any(|inst| {
        let view = facts.type_view(words, facts.pointee(words, inst.result_type()));
        matches!(view, TypeView::RuntimeArray { .. })
    })
}

/// Whether a target lacks one of [`super::DYNAMIC`] or [`NON_UNIFORM`] for the descriptors that a module may have.
pub fn indices(facts: &Facts, offer: &Offer, sets: &[Set; 8]) -> bool {
    let tensors = op_hot(op::OpTypeTensorARM).alternatives;
    let may_have = |kind: usize| match kind {
        // Blocks and images of ordinary shapes.
        0..=3 => true,
        4..=6 => facts.images.shapes,
        _ => facts.row_needs.alternatives.contains(tensors),
    };
    let mut kinds = sets.iter().enumerate();
    kinds.any(|(kind, set)| may_have(kind) && !offer.has_capability_of(set.number()))
}

/// Whether a module has descriptors that may differ between invocations, of a kind for which a target lacks that.
pub fn lacks_non_uniform(facts: &Facts, offer: &Offer) -> bool {
    facts.decorates_non_uniform() && indices(facts, offer, &NON_UNIFORM)
}

/// Whether a module may need variable pointers, and a target lacks them.
pub fn lacks_pointers(words: &[u32], facts: &Facts, offer: &Offer) -> bool {
    const POINTERS: Alternatives = sets_of(&[Set::BufferPointers, Set::AnyPointers]);
    !POINTERS.is_subset(&offer.alternatives) && facts.moves_pointers(words)
}

/// Returns the checks of the operations that a module may contain, that the target lacks, and for which only the
/// specification's text requires a capability, or the row of an extended instruction: it may not be declared. `None` if there
/// are none.
pub fn lacks_operations(words: &[u32], facts: &Facts, offer: &Offer) -> Option<Checks> {
    const FORMATLESS: Alternatives = sets_of(&[Set::ReadWithoutFormat, Set::WriteWithoutFormat]);
    const ATOMICS: Alternatives = sets_of(&[
        Set::Atomic64,
        Set::AtomicAdd16,
        Set::AtomicAdd32,
        Set::AtomicAdd64,
        Set::AtomicMinMax16,
        Set::AtomicMinMax32,
        Set::AtomicMinMax64,
        Set::AtomicHalfVector,
    ]);
    const REDUCTIONS: Alternatives = sets_of(&[Set::GroupArithmetic]);
    const SHAPES: Alternatives = sets_of(&[
        Set::Sampled1DImage,
        Set::Storage1DImage,
        Set::SampledTexelBuffer,
        Set::StorageTexelBuffer,
        Set::SampledCubes,
        Set::StorageCubes,
        Set::StorageMultisample,
        Set::StorageMultisampleArray,
    ]);
    const LONG: Alternatives = sets_of(&[Set::Int64Images]);
    const HALVES: Alternatives = sets_of(&[Set::HalfImages]);
    const LEVELS: Alternatives = sets_of(&[Set::ReadWriteLod, Set::GatherBiasLod]);
    const ARRAYS: Alternatives = sets_of(&[Set::RuntimeArrays]);
    const LAYOUT: Alternatives = sets_of(&[Set::WorkgroupLayout]);
    let lacks = |sets: &Alternatives| !sets.is_subset(&offer.alternatives);
    let (gates, images) = (facts.gates, facts.images);
    let lacks_interpolation = || {
        let row = ext_inst(ExtInstSet::GlslStd450, glsl::InterpolateAtCentroid);
        row.is_some_and(|row| !offer.has_capability_of(row.alternatives))
    };
    let shares = facts.has_workgroup_layout() && lacks(&LAYOUT);
    let own = gates.meets(Gates::FORMATLESS) && lacks(&FORMATLESS)
        || gates.meets(Gates::WIDE_ATOMIC) && lacks(&ATOMICS)
        || gates.meets(Gates::SUBGROUP) && lacks(&REDUCTIONS)
        || images.shapes && lacks(&SHAPES)
        || images.any && facts.int_widths & 64 != 0 && lacks(&LONG)
        || images.levels && lacks(&LEVELS)
        || gates.meets(Gates::EXTENDED) && gates.meets(Gates::FRAGMENT) && lacks_interpolation()
        || lacks_non_uniform(facts, offer)
        || lacks(&ARRAYS) && has_unsized_arrays(words, facts)
        || shares;
    let halves = images.any && facts.float_types[0] != 0 && lacks(&HALVES);
    let checks = Checks {
        values: narrow::lacking_values(facts, offer),
        pointers: lacks_pointers(words, facts, offer),
        half_images: halves,
        workgroup_layout: shares,
        ..Checks::default()
    };
    (own || checks.everywhere()).then_some(checks)
}
