//! Targets with parts removed by their Khronos names, for applications that keep a list of faulty drivers.
//!
//! What can be removed is what a device reports about itself: features, device extensions, properties, single bits of them, and
//! versions of Vulkan. [`parts`] lists all. Capabilities and extensions of SPIR-V are derived from these, so their names are
//! refused; the error names what provides them.
//!
//! A feature goes with the capabilities that it provides. A version of Vulkan or an extension may provide the same ones
//! (Vulkan 1.3 provides `StorageImageReadWithoutFormat` on every device), and what a caller calls faulty is the capability,
//! however the device came by it. So these are *withheld*: only another feature may still provide them, because it stands for
//! uses of its own, as `shaderSharedInt64Atomics` does beside `shaderBufferInt64Atomics`.

use super::description::FeatureSet;
use super::properties::{Field, Kind, FIELDS};
use super::tables::{self, place_of_member, property_place};
use super::{
    extension_provided_by, provided_by, stage, ApiVersion, Condition, Description, Feature,
    Properties, PropertyValue, Structure, Target, VulkanExtension,
};
use crate::generated::vulkan;
use crate::packed::Name;
use crate::tables::{capability_by_name, capability_index, capability_row};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

/// What a part of a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// A member of a structure of features.
    Feature,
    /// A device extension.
    Extension,
    /// A bit of `VkSubgroupFeatureFlagBits`.
    SubgroupOperation,
    /// A member of a structure of properties, or a bit of one.
    Property,
    /// A version of Vulkan.
    Version,
}

impl PartKind {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Feature => "feature",
            Self::Extension => "extension",
            Self::SubgroupOperation => "subgroup operation",
            Self::Property => "property",
            Self::Version => "version",
        }
    }
}

/// Every part that [`Target::without`] removes: its kind and its name.
pub fn parts() -> impl Iterator<Item = (PartKind, String)> {
    let features = Feature::all().map(|one| (PartKind::Feature, one.to_string()));
    let extensions = VulkanExtension::all().map(|one| (PartKind::Extension, one.to_string()));
    let operations =
        subgroup_operations().map(|(name, _)| (PartKind::SubgroupOperation, name.to_owned()));
    let properties = FIELDS.iter().flat_map(|field| {
        let bits = match field.kind {
            // Those of subgroup operations have names of their own.
            Kind::Bits(bits) if field.member != "supportedOperations" => bits,
            _ => &[],
        };
        let place = format!("{}::{}", field.structure, field.member);
        let bits: Vec<_> = bits
            .iter()
            .map(|(name, _)| format!("{place} ({name})"))
            .collect();
        core::iter::once(place).chain(bits)
    });
    let properties = properties.map(|name| (PartKind::Property, name));
    let versions = (1..=NEWEST).map(|minor| (PartKind::Version, format!("Vulkan 1.{minor}")));
    let all = features.chain(extensions).chain(operations);
    all.chain(properties).chain(versions)
}

/// The newest version of Vulkan that the registry knows, 1.`NEWEST`.
const NEWEST: u8 = 4;

/// The subgroup operations: names and values of `VkSubgroupFeatureFlagBits`.
pub fn subgroup_operations() -> impl Iterator<Item = (&'static str, u32)> {
    vulkan::SUBGROUP_FEATURES
        .iter()
        .map(|(name, bit)| (name.text(), *bit))
}

/// A name that [`Target::without`] does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPart {
    /// The name.
    pub name: String,
}

impl UnknownPart {
    /// If it is a SPIR-V capability or extension: what provides it. Else empty.
    pub fn providers(&self) -> &'static [Condition] {
        let capability = capability_by_name(&self.name).and_then(capability_row);
        match capability {
            Some(row) => provided_by(row.value),
            None => extension_provided_by(&self.name),
        }
    }
}

impl fmt::Display for UnknownPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let Some((first, rest)) = self.providers().split_first() else {
            return write!(
                f,
                "`{name}` is no feature, device extension, property or version of Vulkan that matters to shaders"
            );
        };
        write!(f, "`{name}` is SPIR-V's; on a device it comes from {first}")?;
        rest.iter().try_for_each(|one| write!(f, " | {one}"))
    }
}

impl core::error::Error for UnknownPart {}

impl Target {
    /// The same device without the parts that have these names in Vulkan:
    ///
    /// - a feature, as `VkPhysicalDeviceFeatures::shaderInt64`; with only the member's name, every feature of that name. The
    ///   SPIR-V capabilities that it provides go with it, even if an extension or the version of Vulkan provides them too, as
    ///   `VK_AMD_gpu_shader_half_float` provides `Float16`. Only other features that provide the same keep them;
    /// - a device extension, with what only this extension provides on the device. Features that are also core in the device's
    ///   version of Vulkan stay: remove them by name;
    /// - a subgroup operation, as `VK_SUBGROUP_FEATURE_CLUSTERED_BIT`;
    /// - a property, as `VkPhysicalDeviceFloatControlsProperties::shaderDenormFlushToZeroFloat32`, or the member's name alone. A
    ///   flag or mask becomes zero; a number becomes unknown, so that of a limit only what Vulkan requires of every device is
    ///   left. With a bit in parentheses, as `VkPhysicalDeviceSubgroupProperties::supportedStages (VK_SHADER_STAGE_VERTEX_BIT)`,
    ///   only that bit goes; the bit's name alone stands for every mask that has it;
    /// - a version of Vulkan, as `Vulkan 1.3` or `VK_VERSION_1_3`, with the later ones. Features stay: remove them by name.
    ///
    /// Nothing else is removed, since a driver bug need not affect more than what is named. A feature that implies the named one
    /// stays, as `uniformAndStorageBuffer8BitAccess` implies `storageBuffer8BitAccess`: name these, too.
    ///
    /// Meant for driver bugs: the device keeps its name. Parts that the device does not have may be named.
    ///
    /// # Errors
    /// The first name that is none of these, or does not matter to shaders.
    pub fn without<Name: AsRef<str>>(
        &self,
        names: impl IntoIterator<Item = Name>,
    ) -> Result<Self, UnknownPart> {
        let mut description = self.describe();
        for name in names {
            let name = name.as_ref();
            if !description.remove_part(name) {
                let name = name.to_owned();
                return Err(UnknownPart { name });
            }
        }
        Ok(description.build())
    }

    /// Whether [`without`](Self::without) changes anything for this name: the device has such a part.
    ///
    /// # Errors
    /// The name is that of no part.
    pub fn has_part(&self, name: &str) -> Result<bool, UnknownPart> {
        Ok(self.without([name])? != *self)
    }

    /// Names of the SPIR-V capabilities that the device would have by its version or an extension, and that
    /// [`without`](Self::without) took with a feature.
    pub fn withheld(&self) -> impl Iterator<Item = &'static str> + '_ {
        let rows = self
            .description()
            .withheld
            .iter()
            .filter_map(capability_row);
        rows.map(|row| row.name.text())
    }
}

impl Description {
    /// Removes the part with this name. Returns whether the name is known.
    pub(super) fn remove_part(&mut self, name: &str) -> bool {
        if let Some(extension) = VulkanExtension::find(name) {
            self.set_extension(extension, false);
            self.remove_features_of(extension);
            return true;
        }
        if let Some(minor) = version(name) {
            let older = ApiVersion::new(u16::from(minor) - 1, 0);
            if self.api_version.minor() >= minor {
                self.api_version = older;
            }
            return true;
        }
        let mut known = self.properties.remove(name);
        match name.split_once("::") {
            Some((structure, member)) => {
                if let Some(feature) = Feature::find(structure, member) {
                    self.remove_feature(feature);
                    known = true;
                }
            }
            None => {
                for feature in Feature::all().filter(|feature| feature.member() == name) {
                    self.remove_feature(feature);
                    known = true;
                }
            }
        }
        known
    }

    /// Removes a feature, and withholds the capabilities that it provides.
    fn remove_feature(&mut self, feature: Feature) {
        let provided = tables::capabilities().filter(|(_, conditions)| {
            let mut features = conditions.iter().flat_map(Condition::features);
            features.any(|other| *other == feature)
        });
        let by_other = |one: &Condition| one.features().is_empty() && self.meets(one);
        let is_given = provided.clone().any(|(_, all)| all.iter().any(by_other));
        // A device without the portability subset has what that makes optional, unless it is said to lack it.
        if self.has(feature) || is_given || feature.is_optional_by_subset() {
            self.set_feature(feature, false);
        }
        self.withheld
            .extend(provided.filter_map(|(value, _)| capability_index(value)));
    }

    /// Removes the features of an extension's structures that neither the version nor another extension provides.
    fn remove_features_of(&mut self, extension: VulkanExtension) {
        let has = |extension: VulkanExtension| self.extensions.contains(extension.index());
        let provided = reported_by(|structure| structure.extensions.contains(&extension));
        let remaining = reported_by(|structure| structure.is_available(self.api_version, has));
        self.features = self.features.difference(&provided.difference(&remaining));
    }
}

/// The minor version that a name of a version means.
pub(super) fn version(name: &str) -> Option<u8> {
    let minor = name
        .strip_prefix("Vulkan 1.")
        .or_else(|| name.strip_prefix("VK_VERSION_1_"))?;
    let minor = minor.parse().ok()?;
    (1..=NEWEST).contains(&minor).then_some(minor)
}

/// What a name means of a property: the place in [`FIELDS`], and the bits of a mask or the value, if the name has one.
type Meant = (usize, Option<u32>);

impl Properties {
    /// The properties that a name means: by structure and member, by member, or by a bit alone.
    pub(super) fn meant(name: &str) -> Vec<Meant> {
        let (place, bit) = match name
            .split_once(" (")
            .map(|(place, bit)| (place, bit.strip_suffix(')')))
        {
            Some((place, Some(bit))) => (Some(place), Some(bit)),
            _ if name.starts_with("VK_") => (None, Some(name)),
            _ => (Some(name), None),
        };
        let is_meant =
            move |field: &Field| match place.map(|place| place.split_once("::").ok_or(place)) {
                None => true,
                Some(Ok((structure, member))) => {
                    let place = Name::find(structure).zip(Name::find(member));
                    place.is_some_and(|(structure, member)| {
                        property_place(structure, member) == (field.structure, field.member)
                    })
                }
                Some(Err(member)) => Name::find(member).is_some_and(|member| {
                    field.member == member
                        || place_of_member(member) == Some((field.structure, field.member))
                }),
            };
        let named = |(at, field): (usize, &Field)| match (bit, field.kind) {
            (None, _) => Some((at, None)),
            (Some(bit), Kind::Bits(table) | Kind::Name(table)) => {
                let found = table.iter().find(|(name, _)| *name == bit);
                found.map(|(_, value)| (at, Some(*value)))
            }
            (Some(_), _) => None,
        };
        let fields = FIELDS.iter().enumerate();
        let meant = fields.filter(|(_, field)| is_meant(field));
        meant.filter_map(named).collect()
    }

    /// Removes what a name means: a property, a bit of a mask or one of several values. Returns whether it means any.
    fn remove(&mut self, name: &str) -> bool {
        let mut known = false;
        let mut values = self.values();
        for (at, named) in Self::meant(name) {
            let (Some(field), Some(value)) = (FIELDS.get(at), values.get_mut(at)) else {
                continue;
            };
            known = true;
            let bits = named.unwrap_or(u32::MAX);
            *value = match (*value, field.kind) {
                (Some(PropertyValue::Flag(_)), _) => Some(PropertyValue::Flag(false)),
                (Some(PropertyValue::Unsigned(has)), Kind::Bits(_)) => {
                    Some(PropertyValue::Unsigned(has & !bits))
                }
                (Some(PropertyValue::Unsigned(has)), Kind::Name(_))
                    if named.is_some_and(|named| named != has) =>
                {
                    continue
                }
                // Devices with subgroups that do not state their stages have them in compute shaders.
                (None, Kind::Bits(_))
                    if field.member == "supportedStages" && bits & stage::COMPUTE != 0 =>
                {
                    Some(PropertyValue::Unsigned(0))
                }
                _ => None,
            };
        }
        if known {
            *self = Self::from_values(&values);
        }
        known
    }
}

/// The features that the structures matching `which` report.
fn reported_by(which: impl Fn(&Structure) -> bool) -> FeatureSet {
    let structures = Structure::all().iter().filter(|structure| which(structure));
    let features = structures.flat_map(|structure| structure.features);
    features.map(|(_, _, feature)| feature.index()).collect()
}

#[cfg(all(test, feature = "devices"))]
mod tests;
