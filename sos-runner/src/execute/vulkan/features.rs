//! The supported features of a physical device that concern shaders, as a chain for `vkCreateDevice`.
//!
//! A feature structure is a header followed by `VkBool32`s, so the same memory serves to query the supported features and to
//! enable them. The structures, the versions and extensions that provide them, and their members come from the filter's own
//! tables.

use std::ffi::{c_char, c_void, CStr, CString};

use anyhow::{bail, ensure, Context as _, Result};
use ash::{vk, vk::TaggedStructure as _};
use sos_core::target::{ApiVersion, Feature, Structure, VulkanExtension};

use crate::execute::job::{DeviceInfo, Enable};

/// Capacity for the members of any structure; the longest, `VkPhysicalDeviceFeatures`, has 55.
const MEMBERS: usize = 96;

/// Feature structures and extensions to enable.
pub(super) struct Features {
    extensions: Vec<CString>,
    structures: Vec<&'static Structure>,
    /// One per structure, each linked to the next by its header. The first is a `VkPhysicalDeviceFeatures2`.
    blocks: Vec<Block>,
}

/// Memory for any feature structure.
#[repr(C)]
struct Block {
    s_type: vk::StructureType,
    p_next: *mut c_void,
    members: [vk::Bool32; MEMBERS],
}

/// The extensions and the Vulkan version of a device.
struct Offer {
    names: Vec<CString>,
    version: ApiVersion,
}

impl Offer {
    fn has(&self, extension: VulkanExtension) -> bool {
        self.names
            .iter()
            .any(|name| name.to_bytes() == extension.name().as_bytes())
    }

    /// Whether an extension's features must stay disabled, because those of a newer one will be enabled.
    fn is_superseded(&self, name: &CStr) -> bool {
        let has = |newer: &CStr| self.names.iter().any(|name| name.as_c_str() == newer);
        SUPERSEDED
            .iter()
            .any(|(older, newer)| name == *older && has(newer))
    }

    /// Whether to enable an extension: it concerns shaders and is not part of the device's core version.
    fn is_useful(&self, name: &CStr) -> bool {
        let Some(extension) = name.to_str().ok().and_then(VulkanExtension::find) else {
            return DEPENDENCIES.contains(&name);
        };
        name != OLD_ADDRESSES
            && !self.is_superseded(name)
            && extension
                .core_version()
                .is_none_or(|version| version > self.version)
    }
}

/// Shaders do not use them, but ray queries and ray tracing depend on them.
const DEPENDENCIES: [&CStr; 2] = [
    ash::khr::deferred_host_operations::NAME,
    ash::khr::acceleration_structure::NAME,
];

/// Extensions whose features must not be enabled together with those of the one that supersedes them.
const SUPERSEDED: [(&CStr, &CStr); 1] = [(
    ash::nv::shading_rate_image::NAME,
    ash::khr::fragment_shading_rate::NAME,
)];

/// Must not be enabled together with `bufferDeviceAddress` of Vulkan 1.2.
const OLD_ADDRESSES: &CStr = ash::ext::buffer_device_address::NAME;

impl Features {
    /// Selects what `enable` names among what the device supports.
    pub(super) fn select(
        instance: &ash::Instance,
        physical: vk::PhysicalDevice,
        enable: &Enable,
    ) -> Result<Self> {
        let offer = Self::offer(instance, physical)?;
        let extensions = match enable {
            Enable::Everything => offer
                .names
                .iter()
                .filter(|name| offer.is_useful(name))
                .cloned()
                .collect(),
            Enable::Only { extensions, .. } => {
                let names: Vec<_> = extensions
                    .iter()
                    .map(|name| CString::new(name.as_str()))
                    .collect::<Result<_, _>>()?;
                if let Some(missing) = names.iter().find(|name| !offer.names.contains(name)) {
                    bail!("the device does not have {}", missing.to_string_lossy());
                }
                names
            }
        };
        let mut features = Self::supported(
            instance,
            physical,
            Offer {
                names: extensions,
                ..offer
            },
        );
        if let Enable::Only {
            features: wanted, ..
        } = enable
        {
            features.keep_only(wanted)?;
        }
        Ok(features)
    }

    /// The device's extensions, and its version as far as it is used.
    fn offer(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Result<Offer> {
        // SAFETY: the handles are valid.
        let (properties, extensions) = unsafe {
            let properties = instance.get_physical_device_properties(physical);
            (
                properties,
                instance.enumerate_device_extension_properties(physical),
            )
        };
        let packed = properties.api_version;
        ensure!(
            packed >= vk::API_VERSION_1_2,
            "the tests want a driver of Vulkan 1.2 or later"
        );
        let minor = u16::try_from(vk::api_version_minor(
            packed.min(super::instance::API_VERSION),
        ))?;
        let names = extensions.context("vkEnumerateDeviceExtensionProperties")?;
        let names = names
            .iter()
            .map(|extension| Ok(extension.extension_name_as_c_str()?.to_owned()));
        Ok(Offer {
            names: names.collect::<Result<_>>()?,
            version: ApiVersion::new(minor, 0),
        })
    }

    /// All features that the version and the extensions provide and the device supports.
    fn supported(instance: &ash::Instance, physical: vk::PhysicalDevice, offer: Offer) -> Self {
        let mut structures: Vec<&'static Structure> = Structure::all()
            .iter()
            .filter(|structure| {
                structure.is_available(offer.version, |extension| offer.has(extension))
            })
            .collect();
        // A feature that a core version's structure contains must not occur in the chain a second time.
        let gathered: Vec<Feature> = structures
            .iter()
            .filter(|one| is_core(one))
            .flat_map(|one| members(one))
            .map(|(_, feature)| feature)
            .collect();
        structures.retain(|one| {
            is_core(one) || members(one).any(|(_, feature)| !gathered.contains(&feature))
        });
        structures.sort_by_key(|structure| structure.s_type != 0);
        let blocks = structures
            .iter()
            .map(|structure| Block::of(structure))
            .collect();
        let mut features = Self {
            extensions: offer.names,
            structures,
            blocks,
        };
        let chain = features
            .chain()
            .cast_mut()
            .cast::<vk::PhysicalDeviceFeatures2<'_>>();
        // SAFETY: the chain starts with a `VkPhysicalDeviceFeatures2`, because that structure was sorted to the front, and each
        // block is at least as large as its structure. The instance is Vulkan 1.1 or later.
        unsafe { (instance.fp_v1_1().get_physical_device_features2)(physical, chain) };
        // Members that are not shader features stay disabled: some devices do not support all of them together.
        features.retain(|_| true);
        features
    }

    /// Disables all features except those named, each as `structure::member`.
    fn keep_only(&mut self, wanted: &[String]) -> Result<()> {
        let mut pending = Vec::new();
        for name in wanted {
            let feature = name
                .split_once("::")
                .and_then(|(structure, member)| Feature::find(structure, member));
            pending.push(feature.with_context(|| format!("no feature is called {name}"))?);
        }
        let wanted = pending.clone();
        self.retain(|feature| wanted.contains(&feature));
        pending.retain(|feature| !self.enabled().any(|on| on == *feature));
        ensure!(pending.is_empty(), "the device does not have {pending:?}");
        Ok(())
    }

    /// Disables features for which the predicate is false, and members that the tables do not list as features.
    fn retain(&mut self, keep: impl Fn(Feature) -> bool) {
        for (structure, block) in self.structures.iter().zip(&mut self.blocks) {
            let mut kept = [vk::FALSE; MEMBERS];
            for (at, _) in members(structure).filter(|(_, feature)| keep(*feature)) {
                kept[at] = block.members[at];
            }
            block.members = kept;
        }
    }

    /// The enabled features.
    fn enabled(&self) -> impl Iterator<Item = Feature> + '_ {
        let pairs = self.structures.iter().zip(&self.blocks);
        pairs.flat_map(|(structure, block)| {
            members(structure)
                .filter(|(at, _)| block.members[*at] == vk::TRUE)
                .map(|(_, feature)| feature)
        })
    }

    /// Links the blocks and returns the first, a `VkPhysicalDeviceFeatures2`.
    pub(super) fn chain(&mut self) -> *const c_void {
        let mut next = std::ptr::null_mut::<Block>();
        for block in self.blocks.iter_mut().rev() {
            block.p_next = next.cast();
            next = block;
        }
        next.cast_const().cast()
    }

    /// The extensions, as `vkCreateDevice` expects them.
    pub(super) fn extension_names(&self) -> Vec<*const c_char> {
        self.extensions.iter().map(|name| name.as_ptr()).collect()
    }

    /// The extensions' names.
    pub(super) fn extensions(&self) -> Vec<String> {
        self.extensions
            .iter()
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }
}

impl Block {
    fn of(structure: &Structure) -> Self {
        // `VkPhysicalDeviceFeatures` has no header of its own; it is the content of this structure.
        let plain = vk::PhysicalDeviceFeatures2::STRUCTURE_TYPE.as_raw();
        let s_type = i32::try_from(structure.s_type)
            .ok()
            .filter(|s_type| *s_type != 0)
            .unwrap_or(plain);
        assert!(
            usize::from(structure.members) <= MEMBERS,
            "{} is longer than {MEMBERS} members",
            structure.name
        );
        Self {
            s_type: vk::StructureType::from_raw(s_type),
            p_next: std::ptr::null_mut(),
            members: [vk::FALSE; MEMBERS],
        }
    }
}

/// The member indices and features of a structure.
fn members(structure: &Structure) -> impl Iterator<Item = (usize, Feature)> {
    structure
        .features
        .iter()
        .map(|(at, _, feature)| (usize::from(*at), *feature))
}

/// Whether it holds the features of a core version: `VkPhysicalDeviceFeatures`, `VkPhysicalDeviceVulkan11Features`, ….
fn is_core(structure: &Structure) -> bool {
    structure.s_type == 0 || structure.name.starts_with("VkPhysicalDeviceVulkan1")
}

/// Describes a device with these extensions enabled.
pub(super) fn describe(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    extensions: Vec<String>,
) -> DeviceInfo {
    let mut subgroup = vk::PhysicalDeviceSubgroupProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut subgroup);
    // SAFETY: the handles are valid, and the device is Vulkan 1.2 or later.
    unsafe { instance.get_physical_device_properties2(physical, &mut properties) };
    let properties = properties.properties;
    let name = properties
        .device_name_as_c_str()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let version = properties.api_version;
    DeviceInfo {
        name,
        api_version: (
            vk::api_version_major(version),
            vk::api_version_minor(version),
        ),
        subgroup_size: subgroup.subgroup_size,
        extensions,
        ..DeviceInfo::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn useful(names: &[&CStr]) -> Vec<CString> {
        let names: Vec<CString> = names.iter().map(|&name| name.to_owned()).collect();
        let offer = Offer {
            names: names.clone(),
            version: ApiVersion::new(3, 0),
        };
        let mut useful = names;
        useful.retain(|name| offer.is_useful(name));
        useful
    }

    #[test]
    fn extensions_come_with_what_they_depend_on() {
        let names = [
            ash::khr::ray_tracing_pipeline::NAME,
            ash::khr::acceleration_structure::NAME,
            ash::khr::deferred_host_operations::NAME,
        ];
        assert_eq!(useful(&names), names.map(CStr::to_owned));
    }

    #[test]
    fn of_two_that_exclude_each_other_the_newer_is_enabled() {
        let (older, newer) = SUPERSEDED[0];
        assert_eq!(useful(&[older, newer]), [newer.to_owned()]);
        assert_eq!(useful(&[older]), [older.to_owned()]);
    }
}
