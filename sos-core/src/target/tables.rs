//! Row types of the tables in `generated/vulkan.rs`, and lookups in them.

use super::properties::FIELDS;
use super::{ApiVersion, Condition, Feature, VulkanExtension};
use crate::generated::vulkan;
use crate::packed::{column, total, Lists, Name};

/// In a table of versions: not in any core version.
const NO_VERSION: u8 = u8::MAX;

/// A feature: the index of its structure in `STRUCTURES`, and its member.
pub type FeatureInfo = (u16, Name);

/// A device extension and the minor version of Vulkan 1 that it was promoted to.
pub type ExtensionInfo = (Name, u8);

/// A structure of features: after sType and pNext, `members` values of type `VkBool32`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Structure {
    /// Khronos's name for it.
    pub name: Name,
    /// Value of its sType; 0 for `VkPhysicalDeviceFeatures`, which has none.
    pub s_type: u32,
    /// The first minor version of Vulkan 1 that has it; 255 if none has.
    pub version: u8,
    /// Number of members.
    pub members: u8,
    /// Extensions any one of which provides it.
    pub extensions: &'static [VulkanExtension],
    /// Position and name of members that are features here; other members do not matter to shaders.
    pub features: &'static [(u8, Name, Feature)],
}

/// A property that provides a capability: at least one of `bits` must be set in it.
#[derive(Debug)]
#[non_exhaustive]
pub struct PropertyCondition {
    /// The structure that reported it first.
    pub structure: Name,
    /// Its member.
    pub member: Name,
    /// Khronos's name for the bits.
    pub value: Name,
    /// Their value.
    pub bits: u32,
}

/// A structure of properties, and what provides it.
#[derive(Debug)]
pub struct PropertyStructure {
    pub name: Name,
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
    Name::find(structure).is_some_and(|name| is_structure_available(name, version, has))
}

/// As [`is_property_available`], by a name of tables.
pub(crate) fn is_structure_available(
    structure: Name,
    version: ApiVersion,
    has: impl Fn(VulkanExtension) -> bool,
) -> bool {
    property_structure(structure)
        .is_some_and(|found| is_available(found.version, found.extensions, version, has))
}

/// Whether an extension provides a structure of properties.
#[cfg(feature = "json")]
pub fn extension_has(structure: &str, extension: VulkanExtension) -> bool {
    let found = Name::find(structure).and_then(property_structure);
    found.is_some_and(|found| found.extensions.contains(&extension))
}

fn property_structure(name: Name) -> Option<&'static PropertyStructure> {
    find(&vulkan::PROPERTY_STRUCTURES, name, |entry| entry.name)
}

/// The version for a minor version in a table.
pub fn core_version(minor: u8) -> Option<ApiVersion> {
    (minor != NO_VERSION).then(|| ApiVersion::new(minor.into(), 0))
}

fn find<T>(table: &'static [T], key: Name, name: impl Fn(&T) -> Name) -> Option<&'static T> {
    let at = table.binary_search_by_key(&key, name);
    at.ok().and_then(|at| table.get(at))
}

/// The structure of features with this name, which may be an alias.
pub fn structure(name: Name) -> Option<&'static Structure> {
    find(&vulkan::STRUCTURES, name, |entry| entry.name).or_else(|| {
        let (_, at) = find(&vulkan::STRUCTURE_ALIASES, name, |entry| entry.0)?;
        vulkan::STRUCTURES.get(usize::from(*at))
    })
}

/// The structure and member that first reported a property. Members of the structures that collect a version's properties are
/// mapped to the original ones.
pub fn property_place(structure: Name, member: Name) -> (Name, Name) {
    if let Some((_, canonical)) = find(&vulkan::PROPERTY_ALIASES, structure, |entry| entry.0) {
        return (*canonical, member);
    }
    let mut moved = vulkan::PROPERTY_MEMBERS.iter();
    match moved.find(|row| (row.0, row.1) == (structure, member)) {
        Some((_, _, structure, member)) => (*structure, *member),
        None => (structure, member),
    }
}

/// The structure and member of a property that matters to shaders, by the member's name there or in the structure that collects
/// a version's properties.
pub fn place_of_member(member: Name) -> Option<(Name, Name)> {
    let field = FIELDS.iter().find(|field| field.member == member);
    let place = field.map(|field| (field.structure, field.member));
    place.or_else(|| {
        let moved = vulkan::PROPERTY_MEMBERS.iter();
        let mut named = moved.filter(|row| row.1 == member);
        named.next().map(|row| (row.2, row.3))
    })
}

/// The index of an extension.
pub fn extension_index(name: Name) -> Option<usize> {
    vulkan::EXTENSIONS
        .binary_search_by_key(&name, |entry| entry.0)
        .ok()
}

const BY_CAPABILITY: [&[Condition]; vulkan::CAPABILITIES.len()] =
    column!(vulkan::CAPABILITIES, row => row.1);

static CAPABILITIES: [u32; vulkan::CAPABILITIES.len()] =
    column!(vulkan::CAPABILITIES, row => row.0);

static CAPABILITY_CONDITIONS: Lists<Condition, { BY_CAPABILITY.len() }, { total(&BY_CAPABILITY) }> =
    Lists::join(&BY_CAPABILITY, Condition::Version(0));

const BY_EXTENSION: [&[Condition]; vulkan::SPIRV_EXTENSIONS.len()] =
    column!(vulkan::SPIRV_EXTENSIONS, row => row.1);

static SPIRV_EXTENSIONS: [Name; vulkan::SPIRV_EXTENSIONS.len()] =
    column!(vulkan::SPIRV_EXTENSIONS, row => row.0);

static EXTENSION_CONDITIONS: Lists<Condition, { BY_EXTENSION.len() }, { total(&BY_EXTENSION) }> =
    Lists::join(&BY_EXTENSION, Condition::Version(0));

/// The SPIR-V capabilities that Vulkan devices can support, by ascending value, and what provides each: any one of the
/// conditions.
pub fn capabilities() -> impl Iterator<Item = (u32, &'static [Condition])> + Clone {
    let conditions = |at| CAPABILITY_CONDITIONS.get(at);
    let capabilities = CAPABILITIES.iter().enumerate();
    capabilities.map(move |(at, value)| (*value, conditions(at)))
}

/// The SPIR-V extensions that Vulkan devices can support, by name, and what provides each: any one of the conditions.
pub fn spirv_extensions() -> impl Iterator<Item = (Name, &'static [Condition])> {
    let conditions = |at| EXTENSION_CONDITIONS.get(at);
    let extensions = SPIRV_EXTENSIONS.iter().enumerate();
    extensions.map(move |(at, name)| (*name, conditions(at)))
}

/// What provides a SPIR-V capability, given by its value: any one of these. Empty if no Vulkan device supports it.
pub fn provided_by(capability: u32) -> &'static [Condition] {
    let at = CAPABILITIES.binary_search(&capability);
    at.map_or(&[], |at| CAPABILITY_CONDITIONS.get(at))
}

/// What provides a SPIR-V extension, given by its name: any one of these. Empty if no Vulkan device supports it.
pub fn extension_provided_by(name: &str) -> &'static [Condition] {
    let name = Name::find(name);
    let at = name.and_then(|name| SPIRV_EXTENSIONS.binary_search(&name).ok());
    at.map_or(&[], |at| EXTENSION_CONDITIONS.get(at))
}
