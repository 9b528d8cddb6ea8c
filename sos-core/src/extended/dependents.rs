//! What a device has and cannot be used once the filter adds what it needs.
//!
//! A driver without 64-bit integers may still report atomic operations on them. Where SOS adds the integers, a program would be told of
//! both, and each of its modules with both would be refused. So a feature that needs an added one is reported only if it is in the table of
//! additions itself: then rules and passes lower its use as well.
//!
//! Which feature needs which follows from the registries:
//! - A capability that it provides implies, by SPIR-V's grammar, one that the added feature provides: `Int64Atomics` implies `Int64`.
//! - Its name says on what it works, where its capabilities imply nothing, or it provides none: `shaderBufferFloat64Atomics`.

use super::ADDITIONS;
use crate::tables::{capability, capability_index, capability_row};
use crate::target::{tables, Description, Feature, Target};
use alloc::vec::Vec;

/// Capabilities that add numbers or memory for them, and what the names of features say that work on these. A cooperative matrix has
/// components of 8 and 16 bits, whatever else it may have.
const NAMES: [(u32, &[&str]); 7] = [
    (capability::Int8, &["Int8", COOPERATIVE]),
    (capability::Int16, &["Int16"]),
    (capability::Int64, &["Int64"]),
    (capability::Float16, &["Float16", COOPERATIVE]),
    (capability::Float64, &["Float64"]),
    (capability::StorageBuffer8BitAccess, &[COOPERATIVE]),
    (
        capability::StorageBuffer16BitAccess,
        &["BufferFloat16", COOPERATIVE],
    ),
];
const COOPERATIVE: &str = "cooperative";

/// The capabilities that a feature provides, by index.
fn provides(feature: Feature) -> impl Iterator<Item = u16> {
    let rows = tables::capabilities().filter(move |(_, conditions)| {
        let mut conditions = conditions.iter();
        conditions.any(|one| one.features().contains(&feature))
    });
    rows.filter_map(|(value, _)| capability_index(value))
}

/// Whether the name of a feature has a word: that of `shaderBufferFloat64Atomics` has `Float64`, but that of `shaderBFloat16Type` not
/// `Float16`.
pub(super) fn is_named(feature: Feature, word: &str) -> bool {
    let name = feature.member();
    name.match_indices(word).any(|(at, _)| {
        let before = name.get(..at).unwrap_or_default();
        let after = name.get(at + word.len()..).unwrap_or_default();
        !before.ends_with(|letter: char| letter.is_ascii_uppercase())
            && !after.starts_with(|letter: char| letter.is_ascii_digit())
    })
}

/// Whether a feature needs one of these capabilities.
fn needs(feature: Feature, capabilities: &[u16]) -> bool {
    let implied = |one: u16| capability_row(one).map_or(&[][..], |row| row.implies);
    let implies = |one: u16| implied(one).iter().any(|it| capabilities.contains(it));
    let named = |&(value, words): &(u32, &[&str])| {
        let index = capability_index(value);
        index.is_some_and(|index| capabilities.contains(&index))
            && words.iter().any(|word| is_named(feature, word))
    };
    provides(feature).any(implies) || NAMES.iter().any(named)
}

/// The features of a device that need what `added` provides and the device lacks, and that the filter does not lower.
pub fn dependents(target: &Target, added: &[Feature]) -> Vec<Feature> {
    let capabilities = added.iter().flat_map(|&one| provides(one));
    let lacking = capabilities.filter(|&one| !target.capabilities().contains(one));
    let lacking: Vec<u16> = lacking.collect();
    let is_lowered = |one: Feature| ADDITIONS.iter().any(|row| row.features.contains(&one));
    let had = Feature::all().filter(|&one| target.has_feature(one) && !is_lowered(one));
    had.filter(|&one| needs(one, &lacking)).collect()
}

/// Removes features, and the extensions of which nothing is left.
pub fn remove(description: &mut Description, features: &[Feature]) {
    for &feature in features {
        description.set_feature(feature, false);
    }
    for extension in features.iter().flat_map(|one| one.extensions()).copied() {
        let defines = |one: &Feature| one.extensions().contains(&extension);
        if !Feature::all()
            .filter(defines)
            .any(|one| description.has(one))
        {
            description.set_extension(extension, false);
        }
    }
}
