//! What a module may contain without declaring it and a target lacks, by what the scan has found: whether the early exit has to
//! look closer.

use super::narrow;
use super::sets::sets_of;
use super::{Alternatives, Checks, Offer, Set, NON_UNIFORM};
use crate::facts::{Facts, Gates};
use crate::tables::built_in;

/// Whether a target lacks a built-in that a module declares.
pub fn lacks_built_ins(facts: &Facts, offer: &Offer) -> bool {
    const STAGES: Alternatives = sets_of(&[
        Set::PointSizeTessellation,
        Set::PointSizeGeometry,
        Set::LayerOfVertices,
        Set::ViewportOfVertices,
        Set::ViewportOfGeometry,
        Set::PrimitiveOfFragments,
        Set::DrawOfVertices,
        Set::ViewportMaskOfVertices,
        Set::PerViewOfVertices,
    ]);
    let needs = &facts.built_in_needs;
    let of_stages = facts.built_ins.contains(built_in::PointSize) || facts.has_staged();
    !offer.alternatives.has_all(&needs.alternatives)
        || !offer.availability.has_all(&needs.availability)
        || of_stages && !STAGES.is_subset(&offer.alternatives)
}

/// Returns the checks of the operations that a module may contain, that the target lacks, and for which only the
/// specification's text requires a capability: it may not be declared. `None` if there are none.
pub fn lacks_operations(facts: &Facts, offer: &Offer) -> Option<Checks> {
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
    const IMAGES: Alternatives = sets_of(&[
        Set::Sampled1DImage,
        Set::Storage1DImage,
        Set::SampledTexelBuffer,
        Set::StorageTexelBuffer,
        Set::SampledCubes,
        Set::StorageCubes,
        Set::StorageMultisample,
        Set::StorageMultisampleArray,
        Set::Int64Images,
        Set::HalfImages,
        Set::ReadWriteLod,
        Set::GatherBiasLod,
    ]);
    const NON_UNIFORM_INDICES: Alternatives = sets_of(&NON_UNIFORM);
    const POINTERS: Alternatives = sets_of(&[Set::BufferPointers, Set::AnyPointers]);
    let lacks = |sets: &Alternatives| !sets.is_subset(&offer.alternatives);
    let gates = facts.gates;
    let own = gates.meets(Gates::FORMATLESS) && lacks(&FORMATLESS)
        || gates.meets(Gates::WIDE_ATOMIC) && lacks(&ATOMICS)
        || gates.meets(Gates::SUBGROUP) && lacks(&REDUCTIONS)
        || facts.special_images && lacks(&IMAGES)
        || facts.decorates_non_uniform() && lacks(&NON_UNIFORM_INDICES);
    let checks = Checks {
        values: narrow::lacking_values(facts, offer),
        pointers: facts.moves_pointers && lacks(&POINTERS),
        ..Checks::default()
    };
    (own || checks.everywhere()).then_some(checks)
}
