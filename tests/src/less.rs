//! Targets with less than they have: what a device without some features would be.

use sos_core::target::{feature, Feature};
use sos_core::Target;

/// Access to narrow data in buffers and push constants.
pub const STORAGE: &[Feature] = &[
    feature::storageBuffer16BitAccess,
    feature::uniformAndStorageBuffer16BitAccess,
    feature::storagePushConstant16,
    feature::storageBuffer8BitAccess,
    feature::uniformAndStorageBuffer8BitAccess,
    feature::storagePushConstant8,
];

/// Arithmetic on numbers of 8 and 16 bits.
pub const NARROW: &[Feature] = &[
    feature::shaderFloat16,
    feature::shaderInt16,
    feature::shaderInt8,
];

/// A target like this one without some of its features.
pub fn without(target: &Target, features: &[Feature]) -> Target {
    let mut description = target.describe();
    for &feature in features {
        description.set_feature(feature, false);
    }
    description.build()
}
