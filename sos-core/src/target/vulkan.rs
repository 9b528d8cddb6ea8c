//! Targets from live Vulkan: what a physical device supports, and what was enabled on a device.
//!
//! The second is what an engine wants: Vulkan forbids a shader to declare a capability whose feature is supported but was
//! not enabled. Input: the engine's own `vkGetInstanceProcAddr` and handles; nothing is linked or loaded here, and nothing
//! is kept. With the crate's feature `vulkan-loader`, [`Loader`] finds Vulkan by itself, for tools.
//!
//! Feature structures are read as `{ sType, pNext, VkBool32… }` by their descriptions in the registry's tables, so that those
//! newer than the binding crate need no special handling. This module and its submodules are the only ones with unsafe code;
//! every block states why it is sound.
#![allow(unsafe_code)]

mod chain;
#[cfg(feature = "vulkan-loader")]
mod loader;
mod query;

pub use chain::feature_structure;
#[cfg(feature = "vulkan-loader")]
pub use loader::Loader;
pub use query::device_extensions;

use super::{ApiVersion, Description, Target, TargetKind, VulkanExtension};
use crate::generated::vulkan::MEMBER_COUNTS;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use ash::vk;
use core::fmt;
use query::Query;

/// Why a live device gives no target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LiveError {
    /// No Vulkan loader was found, with the reason.
    NoLoader(String),
    /// A call of Vulkan failed with this `VkResult`.
    Call(&'static str, i32),
    /// `vkGetInstanceProcAddr` does not give a function that every instance has.
    NoFunction(&'static str),
    /// The device or the instance states a version, packed, that is none of Vulkan 1.
    UnknownVersion(u32),
    /// There is no device with this index; so many there are.
    NoDevice {
        /// The index asked for.
        index: usize,
        /// The number of devices.
        count: usize,
    },
    /// The chain of structures does not end, or the device's description has null where data must be.
    BadCreateInfo,
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLoader(why) => write!(f, "no Vulkan loader: {why}"),
            Self::Call(name, result) => write!(f, "{name} failed with {}", Named(*result)),
            Self::NoFunction(name) => write!(f, "vkGetInstanceProcAddr does not know {name}"),
            Self::UnknownVersion(packed) => write!(f, "{packed:#010x} is no version of Vulkan 1"),
            Self::NoDevice { index, count } => {
                write!(f, "no Vulkan device {index}: this machine has {count}")
            }
            Self::BadCreateInfo => f.write_str("the VkDeviceCreateInfo is malformed"),
        }
    }
}

impl core::error::Error for LiveError {}

/// A `VkResult` by Vulkan's name, and what that most often means where users can do something about it.
struct Named(i32);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = vk::Result::from_raw(self.0);
        let name = format!("{result:?}");
        // A value that the binding crate does not know is formatted as a number.
        if name.starts_with(|letter: char| !letter.is_ascii_alphabetic()) {
            return write!(f, "VkResult {}", self.0);
        }
        write!(f, "VK_{name}")?;
        f.write_str(match result {
            vk::Result::ERROR_INCOMPATIBLE_DRIVER => ": no Vulkan driver was found",
            vk::Result::ERROR_LAYER_NOT_PRESENT => {
                ": a layer that the environment names was not found"
            }
            _ => "",
        })
    }
}

/// A physical device and what is needed to query it.
#[derive(Clone, Copy)]
pub struct PhysicalDevice {
    /// The `vkGetInstanceProcAddr` of the loader or driver.
    pub get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    /// A live instance.
    pub instance: vk::Instance,
    /// One of the instance's physical devices.
    pub physical_device: vk::PhysicalDevice,
    /// `VkApplicationInfo::apiVersion` that the instance was made with; 0 is Vulkan 1.0.
    pub instance_version: u32,
}

/// The number of members, all `VkBool32`, of the structure of features with this sType, whether they matter to shaders or not.
/// `None` if the registry has no such structure.
pub fn member_count(s_type: vk::StructureType) -> Option<u8> {
    let key = u32::try_from(s_type.as_raw()).ok()?;
    let found = MEMBER_COUNTS.binary_search_by_key(&key, |row| row.0).ok()?;
    MEMBER_COUNTS.get(found).map(|row| row.1)
}

impl Target {
    /// What a physical device supports.
    ///
    /// # Errors
    /// If a call fails, or the device's version is none of Vulkan 1.
    ///
    /// # Safety
    /// The handles are live and belong together, the function pointer is the one that they came from, and the instance
    /// was made with the version stated. No other thread destroys the instance meanwhile.
    pub unsafe fn from_physical_device(device: &PhysicalDevice) -> Result<Self, LiveError> {
        // The caller guarantees what the query requires.
        let query = unsafe { Query::new(device)? };
        let mut description = query.describe()?;
        query.read_features(&mut description);
        description.imply_core_features();
        Ok(description.build())
    }

    /// What was enabled on a device: the features in the chain of its `VkDeviceCreateInfo`, its extensions, and the
    /// properties of the physical device.
    ///
    /// # Errors
    /// If a call fails, the device's version is none of Vulkan 1, or the chain is malformed.
    ///
    /// # Safety
    /// As for [`Target::from_physical_device`]; and `create_info` is valid for `vkCreateDevice` as to `pNext`,
    /// `pEnabledFeatures`, `enabledExtensionCount` and `ppEnabledExtensionNames`, which are what is read of it.
    pub unsafe fn from_enabled(
        device: &PhysicalDevice,
        create_info: &vk::DeviceCreateInfo<'_>,
    ) -> Result<Self, LiveError> {
        // The caller guarantees what the query requires.
        let query = unsafe { Query::new(device)? };
        let mut description = query.describe()?;
        description.clear();
        // The caller guarantees that the structure and everything that it points to are valid.
        unsafe { chain::read_enabled(create_info, &mut description)? };
        Ok(description.build())
    }
}

impl Description {
    /// Resets features and extensions: after this, every feature is known to be off. Those that every device has without the
    /// portability subset nobody enables, so they are not known then.
    fn clear(&mut self) {
        let subset = VulkanExtension::find("VK_KHR_portability_subset");
        let is_subset = subset.is_some_and(|one| self.extensions.contains(one.index()));
        for extension in self.extensions.iter().collect::<Vec<_>>() {
            self.extensions.remove(extension);
        }
        for feature in super::Feature::all() {
            if is_subset || !feature.is_optional_by_subset() {
                self.set_feature(feature, false);
            }
        }
    }
}

/// The usable version: the device's, but with no newer minor version than the application requested.
fn usable_version(instance: u32, device: u32) -> Result<ApiVersion, LiveError> {
    let packed =
        |version| ApiVersion::from_packed(version).ok_or(LiveError::UnknownVersion(version));
    let instance = if instance == 0 {
        ApiVersion::V1_0
    } else {
        packed(instance)?
    };
    let device = packed(device)?;
    Ok(if instance.minor() < device.minor() {
        instance
    } else {
        device
    })
}

/// A description without features, extensions and properties.
fn empty(name: String, version: ApiVersion) -> Description {
    Description::new(name, TargetKind::Device, version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_named_as_vulkan_does() {
        let text = |result| LiveError::Call("vkCreateInstance", result).to_string();
        assert_eq!(
            text(-9),
            "vkCreateInstance failed with VK_ERROR_INCOMPATIBLE_DRIVER: no Vulkan driver was found"
        );
        assert_eq!(
            text(-4),
            "vkCreateInstance failed with VK_ERROR_DEVICE_LOST"
        );
        assert_eq!(text(-12345), "vkCreateInstance failed with VkResult -12345");
    }

    #[test]
    fn structures_of_features_have_sizes() {
        let of = |s_type| member_count(s_type).map(usize::from);
        assert_eq!(of(vk::StructureType::PHYSICAL_DEVICE_FEATURES_2), None);
        let timeline = vk::StructureType::PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
        assert_eq!(of(timeline), Some(1));
        for structure in super::super::Structure::all() {
            let found = member_count(vk::StructureType::from_raw(structure.s_type as i32));
            let known = (structure.s_type != 0).then_some(structure.members);
            assert_eq!(found, known, "{}", structure.name);
        }
    }

    #[test]
    fn an_older_instance_limits_the_version() {
        let v = |minor, patch| ApiVersion::new(minor, patch).packed();
        assert_eq!(
            usable_version(v(3, 0), v(3, 230)),
            Ok(ApiVersion::new(3, 230))
        );
        assert_eq!(
            usable_version(v(4, 0), v(3, 230)),
            Ok(ApiVersion::new(3, 230))
        );
        assert_eq!(usable_version(v(1, 0), v(3, 230)), Ok(ApiVersion::V1_1));
        assert_eq!(usable_version(0, v(3, 230)), Ok(ApiVersion::V1_0));
        assert_eq!(
            usable_version(v(3, 0), 7),
            Err(LiveError::UnknownVersion(7))
        );
    }
}
