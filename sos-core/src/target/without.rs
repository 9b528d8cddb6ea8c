//! Targets with parts removed by their Khronos names, for applications that keep a list of faulty drivers.
//!
//! What can be removed is what a device reports about itself: features, device extensions, bits of `VkSubgroupFeatureFlagBits`.
//! Capabilities and extensions of SPIR-V are derived from these, so their names are refused; the error names what provides
//! them.
//!
//! A feature goes with the capabilities that it provides. A version of Vulkan or an extension may provide the same ones
//! (Vulkan 1.3 provides `StorageImageReadWithoutFormat` on every device), and what a caller calls faulty is the capability,
//! however the device came by it. So these are *withheld*: only another feature may still provide them, because it stands for
//! uses of its own, as `shaderSharedInt64Atomics` does beside `shaderBufferInt64Atomics`.

use super::description::FeatureSet;
use super::{
    extension_provided_by, provided_by, Condition, Description, Feature, Structure, Target,
    VulkanExtension,
};
use crate::generated::vulkan;
use crate::tables::{capability_by_name, capability_index, capability_row};
use std::fmt;

/// The subgroup operations: names and values of `VkSubgroupFeatureFlagBits`.
pub fn subgroup_operations() -> impl Iterator<Item = (&'static str, u32)> {
    vulkan::SUBGROUP_FEATURES.iter().copied()
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
                "`{name}` is no feature, device extension or subgroup operation of Vulkan that matters to shaders"
            );
        };
        write!(f, "`{name}` is SPIR-V's; on a device it comes from {first}")?;
        rest.iter().try_for_each(|one| write!(f, " | {one}"))
    }
}

impl std::error::Error for UnknownPart {}

impl Target {
    /// The same device without the parts that have these names in Vulkan:
    ///
    /// - a feature, as `VkPhysicalDeviceFeatures::shaderInt64`; with only the member's name, every feature of that name. The
    ///   SPIR-V capabilities that it provides go with it, even if an extension or the version of Vulkan provides them too, as
    ///   `VK_AMD_gpu_shader_half_float` provides `Float16`. Only other features that provide the same keep them;
    /// - a device extension, with what only this extension provides on the device. Features that are also core in the device's
    ///   version of Vulkan stay: remove them by name;
    /// - a subgroup operation, as `VK_SUBGROUP_FEATURE_CLUSTERED_BIT`.
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

    /// Names of the SPIR-V capabilities that the device would have by its version or an extension, and that
    /// [`without`](Self::without) took with a feature.
    pub fn withheld(&self) -> impl Iterator<Item = &'static str> + '_ {
        let rows = self
            .description()
            .withheld
            .iter()
            .filter_map(capability_row);
        rows.map(|row| row.name)
    }
}

impl Description {
    /// Removes the part with this name. Returns whether the name is known.
    fn remove_part(&mut self, name: &str) -> bool {
        if let Some(extension) = VulkanExtension::find(name) {
            self.set_extension(extension, false);
            self.remove_features_of(extension);
            return true;
        }
        if let Some((_, bit)) = subgroup_operations().find(|(other, _)| *other == name) {
            if let Some(operations) = &mut self.properties.subgroup_supported_operations {
                *operations &= !bit;
            }
            return true;
        }
        if let Some((structure, member)) = name.split_once("::") {
            let found = Feature::find(structure, member);
            found.inspect(|&feature| self.remove_feature(feature));
            return found.is_some();
        }
        let mut known = false;
        for feature in Feature::all().filter(|feature| feature.member() == name) {
            self.remove_feature(feature);
            known = true;
        }
        known
    }

    /// Removes a feature, and withholds the capabilities that it provides.
    fn remove_feature(&mut self, feature: Feature) {
        self.set_feature(feature, false);
        let provided = vulkan::CAPABILITIES.iter().filter(|(_, conditions)| {
            let mut features = conditions.iter().flat_map(Condition::features);
            features.any(|other| *other == feature)
        });
        self.withheld
            .extend(provided.filter_map(|(value, _)| capability_index(*value)));
    }

    /// Removes the features of an extension's structures that neither the version nor another extension provides.
    fn remove_features_of(&mut self, extension: VulkanExtension) {
        let has = |extension: VulkanExtension| self.extensions.contains(extension.index());
        let provided = reported_by(|structure| structure.extensions.contains(&extension));
        let remaining = reported_by(|structure| structure.is_available(self.api_version, has));
        self.features = self.features.difference(&provided.difference(&remaining));
    }
}

/// The features that the structures matching `which` report.
fn reported_by(which: impl Fn(&Structure) -> bool) -> FeatureSet {
    let structures = Structure::all().iter().filter(|structure| which(structure));
    let features = structures.flat_map(|structure| structure.features);
    features.map(|(_, _, feature)| feature.index()).collect()
}

#[cfg(all(test, feature = "devices"))]
mod tests {
    use super::*;
    use crate::tables::{capability, extension_by_name};
    use crate::target::{feature, ApiVersion};

    fn device() -> Target {
        Target::built_in("radv-navi31").unwrap()
    }

    #[test]
    fn features_are_removed_by_either_name() {
        let whole = device();
        assert!(whole.has_capability(capability::Int64));
        for name in ["VkPhysicalDeviceFeatures::shaderInt64", "shaderInt64"] {
            let less = whole.without([name]).unwrap();
            assert!(!less.has_capability(capability::Int64));
            assert!(less.has_capability(capability::Float64));
            assert!(less.knows_feature(feature::shaderInt64));
            assert_eq!(less.name(), whole.name());
        }
        // A structure of a core version, and a renamed one.
        for structure in [
            "VkPhysicalDeviceVulkan12Features",
            "VkPhysicalDeviceFloat16Int8FeaturesKHR",
        ] {
            let name = format!("{structure}::shaderFloat16");
            let less = whole.without([name]).unwrap();
            assert!(!less.has_feature(feature::shaderFloat16));
        }
        let both = whole.without(["meshShader"]).unwrap();
        assert!(Feature::all().all(|one| one.member() != "meshShader" || !both.has_feature(one)));
    }

    #[test]
    fn a_feature_goes_with_its_capabilities_whatever_else_provides_them() {
        for (device, name, gone) in [
            (
                "vulkan-1.3",
                "shaderStorageImageReadWithoutFormat",
                capability::StorageImageReadWithoutFormat,
            ),
            (
                "radv-navi31",
                "shaderStorageImageWriteWithoutFormat",
                capability::StorageImageWriteWithoutFormat,
            ),
            ("radv-navi31", "shaderFloat16", capability::Float16),
            (
                "radv-navi31",
                "shaderDrawParameters",
                capability::DrawParameters,
            ),
            (
                "radv-navi31",
                "shaderOutputLayer",
                capability::ShaderViewportIndexLayerEXT,
            ),
        ] {
            let whole = Target::built_in(device).unwrap();
            assert!(whole.has_capability(gone), "{name}");
            let mut less = whole.without([name]).unwrap();
            assert!(!less.has_capability(gone), "{name}");
            assert_eq!(less.withheld().count(), 1, "{name}");
            assert!(whole.vulkan_extensions().eq(less.vulkan_extensions()));
            // A feature that is enabled afterwards provides them again.
            let mut more = less.describe();
            for feature in Feature::all().filter(|one| one.member() == name) {
                more.set_feature(feature, true);
            }
            assert!(more.build().has_capability(gone), "{name}");
            less = Target::from_json(&less.to_profile_json()).unwrap();
            assert!(!less.has_capability(gone), "{name}");
            assert_eq!(less.withheld().count(), 1, "{name}");
        }
    }

    #[test]
    fn another_feature_keeps_a_capability() {
        let whole = device();
        let less = whole.without(["shaderBufferInt64Atomics"]).unwrap();
        assert!(less.has_feature(feature::shaderSharedInt64Atomics));
        assert!(less.has_capability(capability::Int64Atomics));
        let names = ["shaderBufferInt64Atomics", "shaderSharedInt64Atomics"];
        let least = whole
            .without(names.into_iter().chain(["shaderImageInt64Atomics"]))
            .unwrap();
        assert!(!least.has_capability(capability::Int64Atomics));
        assert_eq!(least.withheld().count(), 0);
    }

    #[test]
    fn an_extension_is_removed_with_what_only_it_provides() {
        let whole = device();
        let atomics = whole.without(["VK_EXT_shader_atomic_float"]).unwrap();
        let spirv = extension_by_name(b"SPV_EXT_shader_atomic_float_add").unwrap();
        assert!(whole.has_feature(feature::shaderBufferFloat32AtomicAdd));
        assert!(whole.has_capability(capability::AtomicFloat32AddEXT));
        assert!(!atomics.has_feature(feature::shaderBufferFloat32AtomicAdd));
        assert!(!atomics.has_capability(capability::AtomicFloat32AddEXT));
        assert!(whole.extensions().contains(spirv) && !atomics.extensions().contains(spirv));
        // Core since 1.2, before that part of the extension.
        let halves = ["VK_KHR_shader_float16_int8"];
        let mut old = whole.describe();
        old.api_version = ApiVersion::new(1, 0);
        let old = old.build();
        assert!(old.has_feature(feature::shaderFloat16));
        assert!(whole
            .without(halves)
            .unwrap()
            .has_feature(feature::shaderFloat16));
        assert!(!old
            .without(halves)
            .unwrap()
            .has_feature(feature::shaderFloat16));
    }

    #[test]
    fn subgroup_operations_are_removed_one_by_one() {
        let less = device()
            .without(["VK_SUBGROUP_FEATURE_CLUSTERED_BIT"])
            .unwrap();
        assert!(!less.has_capability(capability::GroupNonUniformClustered));
        assert!(less.has_capability(capability::GroupNonUniformShuffle));
    }

    #[test]
    fn removing_what_is_missing_changes_nothing() {
        let whole = device();
        assert!(whole.without(["VK_NV_shader_sm_builtins"]).unwrap() == whole);
        assert!(whole.without([""; 0]).unwrap() == whole);
    }

    #[test]
    fn removed_mandatory_features_stay_removed_in_json() {
        let name = "VkPhysicalDeviceVulkan13Features::shaderDemoteToHelperInvocation";
        let less = device().without([name]).unwrap();
        let again = Target::from_json(&less.to_profile_json()).unwrap();
        assert!(!again.has_capability(capability::DemoteToHelperInvocation));
        assert!(again == less);
    }

    #[test]
    fn errors_contain_the_unknown_name() {
        let told = |name: &str| device().without([name]).unwrap_err().to_string();
        for name in [
            "",
            "::",
            "shaderInt65",
            "VkPhysicalDeviceFeatures::shaderFloat16",
            "VK_KHR_swapchain",
        ] {
            assert!(
                told(name).starts_with(&format!("`{name}` is no feature")),
                "{}",
                told(name)
            );
        }
        assert_eq!(
            told("Int64"),
            "`Int64` is SPIR-V's; on a device it comes from VkPhysicalDeviceFeatures::shaderInt64"
        );
        assert!(told("SPV_KHR_16bit_storage").contains("Vulkan 1.1 | VK_KHR_16bit_storage"));
    }
}
