//! Targets from and to JSON in the Vulkan Profiles schema.
//!
//! Input: what `vulkaninfo -j` and vulkan.gpuinfo.org write about a device, and the official requirement profiles `VP_*`. Output: a
//! [`Target`], or a [`DescriptionError`] that says where the text is wrong. `single.rs` reads what they wrote before profiles existed,
//! and reports. What the tables do not contain (structures and extensions that do not matter to shaders, or newer than this version) is
//! ignored.
//!
//! A profile names blocks of capabilities. All of them apply; of a nested list any one may apply,
//! so only what all of its blocks have counts. Inherited profiles apply too; `optionals` do not count. A text is
//! one device if it states the vendor or gaps, otherwise requirements: then false values mean nothing, since devices may have more.
//! What a text about a device leaves out counts as absent, and [`Target::gaps`] names it. So do values that are `null`.
//!
//! Two keys of a profile are not in the schema, and are only written where there is something to say. With `withheld-capabilities`, a
//! device that [`Target::without`] reduced comes back as it was: the schema cannot say that a device lacks what its version or an
//! extension provides. With `unstated`, the gaps come back.

mod error;
mod gaps;
mod read;
mod single;
mod stated;
mod value;
mod write;

pub use error::DescriptionError;
pub use read::MAX_JSON_BYTES;

use super::{Description, Target, TargetKind};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The key with the names of [`Target::withheld`] capabilities.
const WITHHELD: &str = "withheld-capabilities";

/// What the names of profiles begin with that this library writes.
const OWN: &str = "VP_SOS_";

/// The key with [`Target::gaps`].
const UNSTATED: &str = "unstated";

/// The requirements in a text with one profile, without those of its Vulkan version.
pub(super) fn read_alone(text: &str) -> Result<Description, DescriptionError> {
    read::read(text, None, &mut |_| None).map(|(description, _)| require(description))
}

/// Requirements: one that is missing does not mean that devices lack the feature.
fn require(mut description: Description) -> Description {
    description.known = description.features;
    description.imply_core_features();
    description
}

/// The text in a file: UTF-8, or UTF-16 with a mark of its byte order, as shells of Windows write what a program prints.
///
/// `None` if it is neither.
pub fn text_of_file(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let (from, bytes): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
    };
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let units = pairs.filter_map(|pair| pair.try_into().ok().map(from));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().map(Cow::Owned)
}

impl Target {
    /// The target that a text in the Vulkan Profiles schema describes, which must contain a single profile. Older forms of
    /// descriptions of devices are read too: that of the device simulation layer, and reports for vulkan.gpuinfo.org.
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
        let (mut description, unmentioned) = read::read(text, profile, parents)?;
        if description.kind == TargetKind::Device {
            description.imply_core_features();
            return Ok(gaps::add(description.build(), &unmentioned));
        }
        description = require(description);
        // Every device of the version has at least these features and limits, even if the profile does not mention them.
        if let Some(minimum) = Self::minimum(description.api_version) {
            description.require(minimum.description());
        }
        Ok(description.build())
    }

    /// Names of the profiles in a text; of a text about a single device in another form, the device's name.
    ///
    /// # Errors
    /// If the text is not JSON or contains no profiles.
    pub fn profiles_in_json(text: &str) -> Result<Vec<String>, DescriptionError> {
        read::profiles(text)
    }
}
