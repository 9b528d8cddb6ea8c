//! Targets from and to JSON in the Vulkan Profiles schema.
//!
//! Input: what `vulkaninfo -j` and gpuinfo.org write about a device, and the official requirement profiles `VP_*`. Output: a
//! [`Target`], or a [`DescriptionError`] that says where the text is wrong. What the tables do not contain (structures and
//! extensions that do not matter to shaders, or newer than this version) is ignored.
//!
//! A profile names blocks of capabilities. All of them apply; of a nested list any one may apply,
//! so only what all of its blocks have counts. Inherited profiles apply too; `optionals` do not count. A text is
//! one device if it states vendor, device and driver version, otherwise requirements: then false values mean
//! nothing, since devices may have more.
//!
//! One key is not in the schema: `withheld-capabilities` of a profile, with which a device that [`Target::without`] reduced comes
//! back as it was. The schema cannot say that a device lacks what its version or an extension provides. It is only written where
//! there is something to say.

mod error;
mod read;
mod write;

pub use error::DescriptionError;
pub use read::MAX_JSON_BYTES;

use super::{Description, Target, TargetKind};

/// The key with the names of [`Target::withheld`] capabilities.
const WITHHELD: &str = "withheld-capabilities";

/// The description in a text with one profile, without the requirements of its Vulkan version.
pub(super) fn read_alone(text: &str) -> Result<Description, DescriptionError> {
    read::read(text, None, &mut |_| None)
}

impl Target {
    /// The target that a text in the Vulkan Profiles schema describes, which must contain a single profile.
    ///
    /// # Errors
    /// If the text is not JSON, does not follow the schema where it matters, or holds several profiles (the error lists
    /// them).
    pub fn from_json(text: &str) -> Result<Self, DescriptionError> {
        Self::from_json_profile(text, None, &mut |_| None)
    }

    /// Like [`Target::from_json`], with a choice of profile where the text contains several, and with access to
    /// profiles that it inherits from: `parents` gets a profile's name and returns a text that contains it.
    ///
    /// Requirements of an inherited profile that cannot be found are listed by [`Target::unknowns`].
    ///
    /// # Errors
    /// As for [`Target::from_json`]; also if the profile does not exist.
    pub fn from_json_profile(
        text: &str,
        profile: Option<&str>,
        parents: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Self, DescriptionError> {
        let mut description = read::read(text, profile, parents)?;
        if description.kind == TargetKind::Requirements {
            // Every device of the version has at least these features and limits, even if the profile does not mention them.
            if let Some(minimum) = Self::minimum(description.api_version) {
                description.require(minimum.description());
            }
        }
        Ok(description.build())
    }

    /// Names of the profiles in a text.
    ///
    /// # Errors
    /// If the text is not JSON or contains no profiles.
    pub fn profiles_in_json(text: &str) -> Result<Vec<String>, DescriptionError> {
        read::profiles(text)
    }
}
