//! The data of a device, before anything is derived from it.
//!
//! Every way to get a [`Target`] fills a [`Description`]: JSON, a live device, what was enabled. Building the target from
//! it applies the conditions of the registry once, in one place.

use super::tables::{self, core_version};
use super::{
    ApiVersion, Condition, Feature, Properties, PropertyValue, Target, TargetKind, VulkanExtension,
};
use crate::generated::vulkan;
use crate::sets::BitSet;
use crate::tables::{
    availability, capability_index, capability_row, extension_index, extension_named,
    CapabilitySet, ExtensionSet, IMPLIED_NUMBERS,
};
use alloc::string::String;
use alloc::vec::Vec;

/// A set of features, by index.
pub(crate) type FeatureSet = BitSet<{ vulkan::FEATURE_COUNT.div_ceil(64) }>;
/// A set of Vulkan extensions, by index.
pub(crate) type VulkanExtensionSet = BitSet<{ vulkan::EXTENSION_COUNT.div_ceil(64) }>;

/// SPIR-V extensions that require a version of SPIR-V, as 1.x (section "Dependencies" of each), and that validators reject in
/// older modules. That a device supports the Vulkan extension does not mean that it accepts this version.
static FROM_MINOR: [(u16, u8); 6] = [
    (extension_index("SPV_KHR_vulkan_memory_model"), 3),
    (
        extension_index("SPV_KHR_workgroup_memory_explicit_layout"),
        4,
    ),
    (extension_index("SPV_EXT_mesh_shader"), 4),
    (extension_index("SPV_NV_shader_invocation_reorder"), 4),
    (extension_index("SPV_NV_cluster_acceleration_structure"), 4),
    (extension_index("SPV_NV_linear_swept_spheres"), 4),
];

/// What is known about a device or required of devices; [`Description::build`] makes a [`Target`] from it.
///
/// Also the way to a modified target: `target.describe()`, modify, build. [`Target::without`] removes features by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// A name for people.
    pub name: String,
    /// Its origin, in a sentence for people; may be empty.
    pub comment: String,
    /// Whether it describes one device or requirements.
    pub kind: TargetKind,
    /// The version of Vulkan that can be used.
    pub api_version: ApiVersion,
    /// Sizes, limits and the like.
    pub properties: Properties,
    pub(crate) features: FeatureSet,
    /// Features that the description mentions, as supported or not.
    pub(crate) known: FeatureSet,
    pub(crate) extensions: VulkanExtensionSet,
    /// Capabilities that only a feature may provide, no version and no extension: see [`Target::without`].
    pub(crate) withheld: CapabilitySet,
    /// Whether it is a pretended target: its output is rewritten again, so that versions of SPIR-V do not matter.
    pub(crate) pretended: bool,
    /// Parts of the description that could not be read, as sentences for display.
    pub(crate) gaps: Vec<String>,
}

impl Description {
    /// A description that contains only the version.
    pub fn new(name: impl Into<String>, kind: TargetKind, api_version: ApiVersion) -> Self {
        Self {
            name: name.into(),
            comment: String::new(),
            kind,
            api_version,
            properties: Properties::default(),
            features: FeatureSet::EMPTY,
            known: FeatureSet::EMPTY,
            extensions: VulkanExtensionSet::EMPTY,
            withheld: CapabilitySet::EMPTY,
            pretended: false,
            gaps: Vec::new(),
        }
    }

    /// Sets whether the device has a feature.
    pub fn set_feature(&mut self, feature: Feature, on: bool) {
        self.known.insert(feature.index());
        if on {
            self.features.insert(feature.index());
        } else {
            self.features.remove(feature.index());
        }
    }

    /// Whether the device has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(feature.index())
    }

    /// Sets whether the device has a Vulkan extension.
    pub fn set_extension(&mut self, extension: VulkanExtension, on: bool) {
        if on {
            self.extensions.insert(extension.index());
        } else {
            self.extensions.remove(extension.index());
        }
    }

    /// Adds the features that every implementation of the version has, where the description does not mention them.
    ///
    /// Correct for what is supported, wrong for what was enabled: a `VkDevice` has only the features requested.
    pub fn imply_core_features(&mut self) {
        for (minor, feature) in &vulkan::MANDATED {
            if *minor <= self.api_version.minor() && !self.known.contains(feature.index()) {
                self.set_feature(*feature, true);
            }
        }
    }

    /// Derives capabilities, SPIR-V extensions and SPIR-V version.
    ///
    /// For requirements, properties that are not bounds (a subgroup size, a vendor) are dropped: what a profile
    /// states about them is not true of any particular device.
    pub fn build(mut self) -> Target {
        if self.kind == TargetKind::Requirements {
            self.properties = self.properties.without_facts();
        }
        let (mut capabilities, mut withheld) = (CapabilitySet::EMPTY, CapabilitySet::EMPTY);
        for (value, conditions) in tables::capabilities() {
            let Some(index) = capability_index(value) else {
                continue;
            };
            let mut met = conditions.iter().filter(|one| self.meets(one)).peekable();
            if met.peek().is_none() {
                continue;
            }
            if self.withheld.contains(index) && met.all(|one| one.features().is_empty()) {
                withheld.insert(index);
            } else {
                capabilities.insert(index);
            }
        }
        // Only what makes a difference is kept, so that equal devices are equal.
        self.withheld = withheld;
        // Declaring a capability implicitly declares the numeric-type capabilities that it implies: `DotProductInput4x8Bit`
        // implies `Int8`, and is useless without. Vulkan does not require the other implied capabilities: ray queries may cull
        // primitives on devices without ray tracing pipelines.
        let numbers = IMPLIED_NUMBERS
            .iter()
            .filter_map(|&one| capability_index(one));
        let missing = CapabilitySet::from_iter(numbers).difference(&capabilities);
        let whole = |&index: &u16| {
            capability_row(index)
                .is_some_and(|row| !row.implies.iter().any(|&one| missing.contains(one)))
        };
        capabilities = capabilities.iter().filter(whole).collect();
        let mut extensions = ExtensionSet::EMPTY;
        for (name, conditions) in tables::spirv_extensions() {
            if conditions.iter().any(|condition| self.meets(condition)) {
                extensions.extend(extension_named(name));
            }
        }
        let spirv_minor = self.spirv_minor();
        for (extension, _) in self.too_new(spirv_minor) {
            extensions.remove(extension);
            let provided = |&index: &u16| {
                let row = capability_row(index).map(|row| availability(row.availability));
                row.is_some_and(|row| row.extensions == [extension])
            };
            let provided: CapabilitySet = capabilities.iter().filter(provided).collect();
            capabilities = capabilities.difference(&provided);
        }
        Target::new(self, capabilities, extensions, spirv_minor)
    }

    /// The extensions for which SPIR-V 1.`minor` is too old, whatever the device supports, and the versions that they require.
    pub(crate) fn too_new(&self, minor: u8) -> impl Iterator<Item = (u16, u8)> + '_ {
        let newer = FROM_MINOR.iter().filter(move |(_, from)| minor < *from);
        newer.filter(|_| !self.pretended).copied()
    }

    pub(super) fn meets(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Version(minor) => {
                core_version(*minor).is_some_and(|version| self.api_version >= version)
            }
            Condition::Extension(extension) => self.extensions.contains(extension.index()),
            Condition::Feature(feature) => self.features.contains(feature.index()),
            Condition::Features(features) => features
                .iter()
                .all(|feature| self.features.contains(feature.index())),
            Condition::Property(property) => {
                match self.properties.named(property.structure, property.member) {
                    Some(PropertyValue::Flag(on)) => on,
                    Some(PropertyValue::Unsigned(bits)) => bits & property.bits != 0,
                    _ => false,
                }
            }
        }
    }

    /// The highest SPIR-V 1.x that the version of Vulkan accepts ("Versions and Formats" in the specification's appendix).
    fn spirv_minor(&self) -> u8 {
        let spirv_1_4 = VulkanExtension::find("VK_KHR_spirv_1_4");
        match self.api_version.minor() {
            0 => 0,
            1 if spirv_1_4.is_some_and(|extension| self.extensions.contains(extension.index())) => {
                4
            }
            1 => 3,
            2 => 5,
            _ => 6,
        }
    }

    /// Adds what another description has: the result has what either has, except for what was hidden of one
    /// ([`Target::without`]).
    pub fn require(&mut self, other: &Self) {
        self.api_version = self.api_version.max(other.api_version);
        self.features = self.features.union(&other.features);
        self.known = self.known.union(&other.known);
        self.extensions = self.extensions.union(&other.extensions);
        self.withheld = self.withheld.union(&other.withheld);
        self.properties = self.properties.union(&other.properties);
        self.gaps.extend(other.gaps.iter().cloned());
    }

    /// Keeps what both descriptions have: the way to one target for several devices, which should then be
    /// [`TargetKind::Requirements`].
    pub fn keep_common(&mut self, other: &Self) {
        self.api_version = self.api_version.min(other.api_version);
        self.features = self.features.intersection(&other.features);
        // A feature that only one description mentions is unknown, unless both have it.
        let on = self.features;
        self.known = self.known.intersection(&other.known).union(&on);
        self.extensions = self.extensions.intersection(&other.extensions);
        self.withheld = self.withheld.union(&other.withheld);
        self.properties = self.properties.intersection(&other.properties);
        self.gaps.extend(other.gaps.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::capability;
    use crate::target::feature;

    #[test]
    fn only_types_are_required_of_implied_capabilities() {
        let mut device = Target::built_in("radv-navi21").unwrap().describe();
        for feature in [
            feature::geometryShader,
            feature::multiViewport,
            feature::rayTracingPipeline,
            feature::rayTraversalPrimitiveCulling,
            feature::shaderInt8,
        ] {
            device.set_feature(feature, false);
        }
        let target = device.build();
        for there in [
            capability::RayTraversalPrimitiveCullingKHR,
            capability::ShaderViewportIndexLayerEXT,
            capability::DotProductInput4x8BitPacked,
        ] {
            assert!(target.has_capability(there), "{there}");
        }
        assert!(!target.has_capability(capability::DotProductInput4x8Bit));
    }
}
