//! Row types of the tables in `generated/vulkan.rs`, and lookups in them.

use super::properties::FIELDS;
use super::{ApiVersion, Feature, VulkanExtension};
use crate::generated::vulkan;

/// In a table of versions: not in any core version.
const NO_VERSION: u8 = u8::MAX;

/// A feature: the index of its structure in `STRUCTURES`, and its member.
pub type FeatureInfo = (u16, &'static str);

/// A device extension and the minor version of Vulkan 1 that it was promoted to.
pub type ExtensionInfo = (&'static str, u8);

/// A structure of features: after sType and pNext, `members` values of type `VkBool32`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Structure {
    /// Khronos's name for it.
    pub name: &'static str,
    /// Value of its sType; 0 for `VkPhysicalDeviceFeatures`, which has none.
    pub s_type: u32,
    /// The first minor version of Vulkan 1 that has it; 255 if none has.
    pub version: u8,
    /// Number of members.
    pub members: u8,
    /// Extensions any one of which provides it.
    pub extensions: &'static [VulkanExtension],
    /// Position and name of members that are features here; other members do not matter to shaders.
    pub features: &'static [(u8, &'static str, Feature)],
}

/// A property that provides a capability: at least one of `bits` must be set in it.
#[derive(Debug)]
#[non_exhaustive]
pub struct PropertyCondition {
    /// The structure that reported it first.
    pub structure: &'static str,
    /// Its member.
    pub member: &'static str,
    /// Khronos's name for the bits.
    pub value: &'static str,
    /// Their value.
    pub bits: u32,
}

/// A structure of properties, and what provides it.
#[derive(Debug)]
pub struct PropertyStructure {
    pub name: &'static str,
    /// The first minor version of Vulkan 1 that has it.
    pub version: u8,
    /// Extensions any one of which provides it.
    pub extensions: &'static [VulkanExtension],
}

impl Structure {
    /// Every structure that reports a feature which shaders can see.
    pub fn all() -> &'static [Self] {
        &vulkan::STRUCTURES
    }

    /// The first core version that has the structure.
    pub fn core_version(&self) -> Option<ApiVersion> {
        core_version(self.version)
    }

    /// Whether a device of this version with these extensions can be queried for the structure.
    pub fn is_available(&self, version: ApiVersion, has: impl Fn(VulkanExtension) -> bool) -> bool {
        is_available(self.version, self.extensions, version, has)
    }
}

fn is_available(
    first: u8,
    extensions: &[VulkanExtension],
    version: ApiVersion,
    has: impl Fn(VulkanExtension) -> bool,
) -> bool {
    (first != NO_VERSION && first <= version.minor())
        || extensions.iter().any(|extension| has(*extension))
}

/// Whether a device of this version with these extensions can be queried for a structure of properties.
pub fn is_property_available(
    structure: &str,
    version: ApiVersion,
    has: impl Fn(VulkanExtension) -> bool,
) -> bool {
    find(&vulkan::PROPERTY_STRUCTURES, structure, |entry| entry.name)
        .is_some_and(|found| is_available(found.version, found.extensions, version, has))
}

/// Whether an extension provides a structure of properties.
#[cfg(feature = "json")]
pub fn extension_has(structure: &str, extension: VulkanExtension) -> bool {
    find(&vulkan::PROPERTY_STRUCTURES, structure, |entry| entry.name)
        .is_some_and(|found| found.extensions.contains(&extension))
}

/// The version for a minor version in a table.
pub fn core_version(minor: u8) -> Option<ApiVersion> {
    (minor != NO_VERSION).then(|| ApiVersion::new(minor.into(), 0))
}

fn find<T>(table: &'static [T], key: &str, name: impl Fn(&T) -> &str) -> Option<&'static T> {
    table
        .binary_search_by(|entry| name(entry).cmp(key))
        .ok()
        .and_then(|at| table.get(at))
}

/// The structure of features with this name, which may be an alias.
pub fn structure(name: &str) -> Option<&'static Structure> {
    find(&vulkan::STRUCTURES, name, |entry| entry.name).or_else(|| {
        let (_, at) = find(&vulkan::STRUCTURE_ALIASES, name, |entry| entry.0)?;
        vulkan::STRUCTURES.get(usize::from(*at))
    })
}

/// The structure and member that first reported a property. Members of the structures that collect a version's properties are
/// mapped to the original ones.
pub fn property_place<'a>(structure: &'a str, member: &'a str) -> (&'a str, &'a str) {
    if let Some((_, canonical)) = find(&vulkan::PROPERTY_ALIASES, structure, |entry| entry.0) {
        return (canonical, member);
    }
    let moved = vulkan::PROPERTY_MEMBERS
        .binary_search_by(|entry| (entry.0, entry.1).cmp(&(structure, member)));
    match moved.ok().and_then(|at| vulkan::PROPERTY_MEMBERS.get(at)) {
        Some((_, _, structure, member)) => (structure, member),
        None => (structure, member),
    }
}

/// The structure and member of a property that matters to shaders, by the member's name there or in the structure that collects
/// a version's properties.
pub fn place_of_member(member: &str) -> Option<(&'static str, &'static str)> {
    let field = FIELDS.iter().find(|field| field.member == member);
    let place = field.map(|field| (field.structure, field.member));
    place.or_else(|| {
        let moved = vulkan::PROPERTY_MEMBERS.iter();
        let mut named = moved.filter(|row| row.1 == member);
        named.next().map(|row| (row.2, row.3))
    })
}

/// The index of an extension.
pub fn extension_index(name: &str) -> Option<usize> {
    vulkan::EXTENSIONS
        .binary_search_by(|entry| entry.0.cmp(name))
        .ok()
}
