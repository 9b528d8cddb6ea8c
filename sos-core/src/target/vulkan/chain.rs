//! Chains of feature structures, written by drivers or applications, read by the tables.

use super::super::condition::VulkanExtension;
use super::super::description::Description;
use super::super::tables::Structure;
use super::LiveError;
use ash::vk;
use core::ffi::{c_char, c_void, CStr};

/// The maximum number of members of a feature structure, with room for growth. A test checks the tables against it.
pub const MAX_MEMBERS: usize = 64;

/// The maximum length of a chain. There are fewer structures than that, so a longer chain is cyclic.
const MAX_CHAIN: usize = 4096;

/// A buffer for any feature structure: drivers fill its beginning.
#[repr(C)]
pub struct Block {
    s_type: vk::StructureType,
    p_next: *mut c_void,
    members: [vk::Bool32; MAX_MEMBERS],
}

impl Block {
    /// A structure to be filled in, with every member false.
    pub fn new(s_type: u32) -> Self {
        Self {
            s_type: vk::StructureType::from_raw(s_type as i32),
            p_next: core::ptr::null_mut(),
            members: [vk::FALSE; MAX_MEMBERS],
        }
    }

    /// The members, as the driver has set them.
    pub fn members(&self) -> &[vk::Bool32] {
        &self.members
    }
}

/// Links blocks into a chain, in order. Returns a pointer to the first, or null; it is valid until the slice is used again.
pub fn link(blocks: &mut [Block]) -> *mut c_void {
    let mut next = core::ptr::null_mut();
    let first: *mut Block = blocks.as_mut_ptr();
    for index in (0..blocks.len()).rev() {
        // SAFETY: the index is below the slice's length. All pointers come from the one that spans the slice.
        unsafe {
            let block = first.add(index);
            (*block).p_next = next;
            next = block.cast();
        }
    }
    next
}

/// Adds the features that a structure's members report.
pub fn read_members(structure: &Structure, members: &[vk::Bool32], description: &mut Description) {
    for (index, _, feature) in structure.features {
        if let Some(value) = members.get(usize::from(*index)) {
            // A promoted feature may be in two structures. It is supported if either says so.
            let on = *value != vk::FALSE || description.features.contains(feature.index());
            description.set_feature(*feature, on);
        }
    }
}

/// Adds what a `VkDeviceCreateInfo` enables.
///
/// # Safety
/// `create_info` and what it points to are valid for `vkCreateDevice`.
pub unsafe fn read_enabled(
    create_info: &vk::DeviceCreateInfo<'_>,
    description: &mut Description,
) -> Result<(), LiveError> {
    // SAFETY: the application's array of that many strings, as the caller guarantees.
    unsafe {
        read_extensions(
            create_info.pp_enabled_extension_names,
            create_info.enabled_extension_count,
            description,
        )?;
    }
    if !create_info.p_enabled_features.is_null() {
        // SAFETY: not null, so a valid structure, as the caller guarantees.
        read_core_features(unsafe { &*create_info.p_enabled_features }, description);
    }
    let mut next: *const c_void = create_info.p_next;
    for _ in 0..MAX_CHAIN {
        if next.is_null() {
            return Ok(());
        }
        let base: *const vk::BaseInStructure<'_> = next.cast();
        // SAFETY: every structure in a chain begins like this one.
        let (s_type, following) = unsafe { ((*base).s_type, (*base).p_next) };
        if let Some(structure) = feature_structure(s_type) {
            // SAFETY: the registry specifies that the structure has that many VkBool32 after its header.
            let members = unsafe {
                core::slice::from_raw_parts(base.add(1).cast(), structure.members.into())
            };
            read_members(structure, members, description);
        }
        next = following.cast();
    }
    Err(LiveError::BadCreateInfo)
}

/// # Safety
/// `names` points to `count` strings, unless the count is 0.
unsafe fn read_extensions(
    names: *const *const c_char,
    count: u32,
    description: &mut Description,
) -> Result<(), LiveError> {
    if count == 0 {
        return Ok(());
    }
    if names.is_null() {
        return Err(LiveError::BadCreateInfo);
    }
    // SAFETY: the caller promises an array of this length.
    let names = unsafe { core::slice::from_raw_parts(names, count as usize) };
    for name in names {
        if name.is_null() {
            return Err(LiveError::BadCreateInfo);
        }
        // SAFETY: not null, so a terminated string, as the caller guarantees.
        let name = unsafe { CStr::from_ptr(*name) };
        if let Some(extension) = name.to_str().ok().and_then(VulkanExtension::find) {
            description.set_extension(extension, true);
        }
    }
    Ok(())
}

/// Adds the features of `VkPhysicalDeviceFeatures`.
pub fn read_core_features(features: &vk::PhysicalDeviceFeatures, description: &mut Description) {
    const MEMBERS: usize = size_of::<vk::PhysicalDeviceFeatures>() / size_of::<vk::Bool32>();
    if let Some(structure) = feature_structure(CORE) {
        let members: *const vk::PhysicalDeviceFeatures = features;
        // SAFETY: the structure consists of exactly this many VkBool32.
        let members = unsafe { core::slice::from_raw_parts(members.cast(), MEMBERS) };
        read_members(structure, members, description);
    }
}

/// The sType of what `VkPhysicalDeviceFeatures`, which has none itself, is the rest of.
const CORE: vk::StructureType = vk::StructureType::PHYSICAL_DEVICE_FEATURES_2;

/// The members that follow the header of a structure of features with this sType: those of `VkPhysicalDeviceFeatures` for
/// `VkPhysicalDeviceFeatures2`. `None` if no feature in it matters to shaders.
pub fn feature_structure(s_type: vk::StructureType) -> Option<&'static Structure> {
    // The table has 0 for the structure without an sType.
    let wanted = match s_type {
        CORE => 0,
        other if other.as_raw() == 0 => return None,
        other => other.as_raw(),
    };
    let mut all = Structure::all().iter();
    all.find(|structure| structure.s_type as i32 == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{feature, ApiVersion};

    fn description() -> Description {
        super::super::empty("test".to_owned(), ApiVersion::V1_3)
    }

    #[test]
    fn every_structure_fits_a_block() {
        for structure in Structure::all() {
            assert!(
                usize::from(structure.members) <= MAX_MEMBERS,
                "{}",
                structure.name
            );
        }
        // An application's VkApplicationInfo has the number that the table gives to the structure without an sType.
        assert!(feature_structure(vk::StructureType::APPLICATION_INFO).is_none());
        let core = feature_structure(CORE).unwrap();
        assert_eq!(core.name, "VkPhysicalDeviceFeatures");
        assert_eq!(
            size_of::<vk::PhysicalDeviceFeatures>(),
            usize::from(core.members) * 4
        );
    }

    #[test]
    fn layouts_agree_with_the_binding_crate() {
        let sizes = [
            (
                vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                size_of::<vk::PhysicalDeviceVulkan11Features<'_>>(),
            ),
            (
                vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                size_of::<vk::PhysicalDeviceVulkan12Features<'_>>(),
            ),
            (
                vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                size_of::<vk::PhysicalDeviceVulkan13Features<'_>>(),
            ),
            (
                vk::StructureType::PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT,
                size_of::<vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT<'_>>(),
            ),
        ];
        for (s_type, size) in sizes {
            let structure = feature_structure(s_type).unwrap();
            let plain = size_of::<vk::BaseInStructure<'_>>() + usize::from(structure.members) * 4;
            assert_eq!(
                size,
                plain.next_multiple_of(align_of::<*const c_void>()),
                "{}",
                structure.name
            );
        }
    }

    #[test]
    fn enabled_features_are_read_from_all_three_places() {
        let core = vk::PhysicalDeviceFeatures {
            shader_int64: vk::TRUE,
            ..Default::default()
        };
        let mut narrow =
            vk::PhysicalDeviceShaderFloat16Int8Features::default().shader_float16(true);
        let mut two = vk::PhysicalDeviceFeatures2::default().features(vk::PhysicalDeviceFeatures {
            shader_int16: vk::TRUE,
            ..Default::default()
        });
        let names = [
            c"VK_EXT_shader_subgroup_vote".as_ptr(),
            c"VK_UNKNOWN_thing".as_ptr(),
        ];
        let info = vk::DeviceCreateInfo::default()
            .enabled_features(&core)
            .enabled_extension_names(&names)
            .push_next(&mut narrow)
            .push_next(&mut two);
        let mut found = description();
        // SAFETY: the structures above are valid and live.
        unsafe { read_enabled(&info, &mut found).unwrap() };
        let target = found.build();
        for feature in [
            feature::shaderInt64,
            feature::shaderInt16,
            feature::shaderFloat16,
        ] {
            assert!(target.has_feature(feature), "{feature}");
        }
        assert!(
            !target.has_feature(feature::shaderInt8) && target.knows_feature(feature::shaderInt8)
        );
        assert_eq!(target.vulkan_extensions().count(), 1);
    }

    #[test]
    fn a_chain_without_end_is_refused() {
        let mut blocks = [Block::new(1), Block::new(2)];
        let first = link(&mut blocks);
        // SAFETY: the pointer is to two blocks, of which this is the second.
        unsafe { (*first.cast::<Block>().add(1)).p_next = first };
        let info = vk::DeviceCreateInfo {
            p_next: first,
            ..Default::default()
        };
        let mut found = description();
        // SAFETY: both blocks are live; their sTypes are no structures of features, so no member is read.
        let result = unsafe { read_enabled(&info, &mut found) };
        assert_eq!(result, Err(LiveError::BadCreateInfo));
    }
}
