//! Derives targets with features removed, to simulate devices that lack them.

use sos_core::target::{feature, Feature, VulkanExtension};
use sos_core::Target;

/// Access to 8- and 16-bit data in buffers and push constants.
pub const STORAGE: &[Feature] = &[
    feature::storageBuffer16BitAccess,
    feature::uniformAndStorageBuffer16BitAccess,
    feature::storagePushConstant16,
    feature::storageBuffer8BitAccess,
    feature::uniformAndStorageBuffer8BitAccess,
    feature::storagePushConstant8,
];

/// Arithmetic on 8- and 16-bit values.
pub const NARROW: &[Feature] = &[
    feature::shaderFloat16,
    feature::shaderInt16,
    feature::shaderInt8,
];

/// Returns the target without some of its features.
pub fn without(target: &Target, features: &[Feature]) -> Target {
    let mut description = target.describe();
    for &feature in features {
        description.set_feature(feature, false);
    }
    description.build()
}

/// Returns the target without subgroup operations, including those of the older EXT extensions.
pub fn without_subgroups(target: &Target) -> Target {
    let mut description = target.describe();
    description.properties.subgroup_supported_operations = Some(0);
    for extension in [
        "VK_EXT_shader_subgroup_ballot",
        "VK_EXT_shader_subgroup_vote",
    ] {
        description.set_extension(VulkanExtension::find(extension).unwrap(), false);
    }
    description.build()
}
