//! Features, extensions and conditions on them, by their Vulkan names.

use super::tables::{self, PropertyCondition, Structure};
use super::ApiVersion;
use crate::generated::vulkan;
use crate::packed::Name;
use core::fmt;

/// A Vulkan feature that matters to shaders. It is one value here, however many structures report it.
///
/// The constants in [`super::feature`] name them in Khronos's spelling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u16);

impl Feature {
    pub(crate) const fn new(index: u16) -> Self {
        Self(index)
    }

    pub(crate) const fn index(self) -> u16 {
        self.0
    }

    /// Every feature.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..vulkan::FEATURE_COUNT as u16).map(Self)
    }

    /// The feature that this member of this structure reports. The structure may be an alias, or one like
    /// `VkPhysicalDeviceVulkan12Features`. `None` if there is no such feature or it does not matter to shaders.
    pub fn find(structure: &str, member: &str) -> Option<Self> {
        Self::named(Name::find(structure)?, Name::find(member)?)
    }

    /// As [`find`](Self::find), by names of tables.
    pub(crate) fn named(structure: Name, member: Name) -> Option<Self> {
        let mut features = tables::structure(structure)?.features.iter();
        features
            .find(|(_, name, _)| *name == member)
            .map(|(_, _, feature)| *feature)
    }

    fn info(self) -> Option<(&'static Structure, Name)> {
        let (structure, member) = vulkan::FEATURES.get(usize::from(self.0))?;
        Some((vulkan::STRUCTURES.get(usize::from(*structure))?, *member))
    }

    /// The structure that introduced it.
    pub fn structure(self) -> &'static str {
        self.info()
            .map_or("", |(structure, _)| structure.name.text())
    }

    /// Its member of [`Feature::structure`].
    pub fn member(self) -> &'static str {
        self.info().map_or("", |(_, member)| member.text())
    }

    /// The first core version that has it.
    pub fn core_version(self) -> Option<ApiVersion> {
        self.info()?.0.core_version()
    }

    /// Whether every device has it, except those with `VK_KHR_portability_subset`.
    pub(crate) fn is_optional_by_subset(self) -> bool {
        const SUBSET: Name = Name::of("VkPhysicalDevicePortabilitySubsetFeaturesKHR");
        self.info()
            .is_some_and(|(structure, _)| structure.name == SUBSET)
    }

    /// Extensions that define it, any one of which suffices on versions below [`Feature::core_version`].
    pub fn extensions(self) -> &'static [VulkanExtension] {
        self.info()
            .map_or(&[], |(structure, _)| structure.extensions)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.structure(), self.member())
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A Vulkan device extension that matters to shaders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VulkanExtension(u16);

impl VulkanExtension {
    pub(crate) const fn new(index: u16) -> Self {
        Self(index)
    }

    pub(crate) const fn index(self) -> u16 {
        self.0
    }

    /// As [`find`](Self::find), at compile time: an unknown name is a compile error.
    pub(crate) const fn named(name: &str) -> Self {
        let mut at = 0;
        while at < vulkan::EXTENSION_COUNT {
            if vulkan::EXTENSIONS[at].0.is(name) {
                return Self(at as u16);
            }
            at += 1;
        }
        panic!("no such extension")
    }

    /// Every extension that matters to shaders.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..vulkan::EXTENSION_COUNT as u16).map(Self)
    }

    /// The extension with this name. `None` if there is none or it does not matter to shaders.
    pub fn find(name: &str) -> Option<Self> {
        Self::of_name(Name::find_of_vulkan(name)?)
    }

    /// As [`find`](Self::find), by a name of tables.
    pub(crate) fn of_name(name: Name) -> Option<Self> {
        tables::extension_index(name).map(|index| Self(index as u16))
    }

    /// Its name, such as `VK_KHR_shader_float16_int8`.
    pub fn name(self) -> &'static str {
        vulkan::EXTENSIONS
            .get(usize::from(self.0))
            .map_or("", |info| info.0.text())
    }

    /// The core version that it was promoted to. Promotion can leave features optional: a version alone says nothing
    /// about those.
    pub fn core_version(self) -> Option<ApiVersion> {
        tables::core_version(vulkan::EXTENSIONS.get(usize::from(self.0))?.1)
    }
}

impl fmt::Display for VulkanExtension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for VulkanExtension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One way for a device to support a SPIR-V capability or extension. Displayed by Vulkan's names.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Condition {
    /// Vulkan 1 from this minor version on.
    Version(u8),
    /// The device extension is enabled.
    Extension(VulkanExtension),
    /// The feature is enabled.
    Feature(Feature),
    /// All of these features are enabled.
    Features(&'static [Feature]),
    /// The device has the property; nothing needs enabling.
    Property(&'static PropertyCondition),
}

impl Condition {
    /// The features that it requires to be enabled.
    pub fn features(&self) -> &[Feature] {
        match self {
            Self::Feature(feature) => core::slice::from_ref(feature),
            Self::Features(features) => features,
            _ => &[],
        }
    }

    /// The property that it requires, as `structure::member`, with the value in parentheses if it is a mask.
    pub fn property(&self) -> Option<impl fmt::Display> {
        match self {
            Self::Property(_) => Some(*self),
            _ => None,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(minor) => write!(f, "Vulkan 1.{minor}"),
            Self::Extension(extension) => extension.fmt(f),
            Self::Feature(feature) => write!(f, "{feature}"),
            Self::Features(features) => {
                for (index, feature) in features.iter().enumerate() {
                    write!(f, "{}{feature}", if index == 0 { "" } else { " and " })?;
                }
                Ok(())
            }
            Self::Property(property) => {
                write!(f, "{}::{}", property.structure, property.member)?;
                if property.value == "VK_TRUE" {
                    Ok(())
                } else {
                    write!(f, " ({})", property.value)
                }
            }
        }
    }
}
