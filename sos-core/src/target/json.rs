//! Targets from and to JSON in the Vulkan Profiles schema.
//!
//! Input: what `vulkaninfo -j` and gpuinfo.org write of a device, and the official requirement profiles `VP_*`. Output: a
//! [`Target`], or a [`DescriptionError`] that says where the text is wrong. What the tables do not know (structures and
//! extensions without a meaning for shaders, or newer than this version) is passed over.
//!
//! A profile names blocks of capabilities. All of them hold; of a list inside the list any one may be the one that holds,
//! so only what all of its blocks have is taken. Inherited profiles hold too; `optionals` do not count. A text is taken as
//! one device if it states vendor, device and driver version, else as requirements: then what it calls false means
//! nothing, since devices may have more.

mod error;
mod read;
mod write;

pub use error::DescriptionError;
pub use read::MAX_JSON_BYTES;

use super::{Description, Target, TargetKind};

/// The description in a text with one profile, as it stands there.
pub(super) fn read_alone(text: &str) -> Result<Description, DescriptionError> {
    read::read(text, None, &mut |_| None)
}

impl Target {
    /// The target that a text in the Vulkan Profiles schema describes, which must hold one profile.
    ///
    /// # Errors
    /// If the text is not JSON, does not follow the schema where it matters, or holds several profiles (the error lists
    /// them).
    pub fn from_json(text: &str) -> Result<Self, DescriptionError> {
        Self::from_json_profile(text, None, &mut |_| None)
    }

    /// As [`Target::from_json`], with the choice of a profile by name where the text holds several, and with a way to the
    /// texts of profiles that it inherits from: `parents` is given a profile's name and returns a text that holds it.
    ///
    /// What an inherited profile requires that cannot be found stays unknown, and [`Target::unknowns`] says so.
    ///
    /// # Errors
    /// As [`Target::from_json`]; also if the profile is not there.
    pub fn from_json_profile(
        text: &str,
        profile: Option<&str>,
        parents: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Self, DescriptionError> {
        let mut description = read::read(text, profile, parents)?;
        if description.kind == TargetKind::Requirements {
            // Every device of the version has at least this, however little the profile says.
            if let Some(minimum) = Self::minimum(description.api_version) {
                description.require(minimum.description());
            }
        }
        Ok(description.build())
    }

    /// Names of the profiles that a text holds, in the text's order of names.
    ///
    /// # Errors
    /// If the text is not JSON or holds no profiles.
    pub fn profiles_in_json(text: &str) -> Result<Vec<String>, DescriptionError> {
        read::profiles(text)
    }
}
