//! What the loader and a layer say to each other: structures of `vk_layer.h`, which the binding crate does not have.

use ash::vk;
use std::ffi::{c_char, c_void};

/// `VkLayerFunction`, `VK_LAYER_LINK_INFO`.
const LINK_INFO: i32 = 0;

/// `VkLayerInstanceLink`
#[repr(C)]
pub struct InstanceLink {
    next: *mut InstanceLink,
    /// The next layer's.
    pub get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    get_physical_device_proc_addr: vk::PFN_vkVoidFunction,
}

/// `VkLayerDeviceLink`
#[repr(C)]
pub struct DeviceLink {
    next: *mut DeviceLink,
    /// The next layer's.
    pub get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    /// The next layer's.
    pub get_device_proc_addr: vk::PFN_vkGetDeviceProcAddr,
}

/// `VkLayerInstanceCreateInfo` and `VkLayerDeviceCreateInfo`: the same but for what the link is.
#[repr(C)]
pub struct LayerCreateInfo<Link> {
    s_type: vk::StructureType,
    p_next: *const c_void,
    function: i32,
    link: *mut Link,
}

/// The size of a [`LayerCreateInfo`] in bytes: the largest member of its union is a pointer, or two for instances.
pub const LAYER_CREATE_INFO_SIZE: usize = size_of::<LayerCreateInfo<DeviceLink>>();

/// A link of the loader's chain.
pub trait Link: Sized {
    /// The sType of the structure that has it.
    const TYPE: vk::StructureType;
    /// The following one.
    fn next(&self) -> *mut Self;
}

impl Link for InstanceLink {
    const TYPE: vk::StructureType = vk::StructureType::LOADER_INSTANCE_CREATE_INFO;
    fn next(&self) -> *mut Self {
        self.next
    }
}

impl Link for DeviceLink {
    const TYPE: vk::StructureType = vk::StructureType::LOADER_DEVICE_CREATE_INFO;
    fn next(&self) -> *mut Self {
        self.next
    }
}

/// Takes this layer's link out of the chain of a create info, so that the next layer finds its own.
///
/// # Safety
/// `chain` is that of a create info from the loader.
pub unsafe fn take_link<L: Link>(chain: *const c_void) -> Option<&'static L> {
    for structure in crate::chain::structures(chain) {
        if (*structure).s_type != L::TYPE {
            continue;
        }
        let info: *mut LayerCreateInfo<L> = structure.cast_mut().cast();
        if (*info).function == LINK_INFO && !(*info).link.is_null() {
            let link = &*(*info).link;
            (*info).link = link.next();
            return Some(link);
        }
    }
    None
}

/// `VkNegotiateLayerInterface`
#[repr(C)]
pub struct NegotiateLayerInterface {
    s_type: i32,
    p_next: *mut c_void,
    /// `loaderLayerInterfaceVersion`: the loader's, then the layer's.
    pub version: u32,
    /// `pfnGetInstanceProcAddr`
    pub get_instance_proc_addr: Option<vk::PFN_vkGetInstanceProcAddr>,
    /// `pfnGetDeviceProcAddr`
    pub get_device_proc_addr: Option<vk::PFN_vkGetDeviceProcAddr>,
    /// `pfnGetPhysicalDeviceProcAddr`
    pub get_physical_device_proc_addr: vk::PFN_vkVoidFunction,
}

/// Writes a text to one of Vulkan's arrays of characters, which is longer and zero.
pub fn write_text(array: &mut [c_char], text: &str) {
    for (to, from) in array.iter_mut().zip(text.bytes()) {
        *to = from as c_char;
    }
}

/// What the loader stores in the handle of an instance or a device, and in those of what is made of it.
///
/// # Safety
/// The handle is a live one of a dispatchable object.
pub unsafe fn dispatch_key<H: vk::Handle>(handle: H) -> usize {
    *(handle.as_raw() as usize as *const usize)
}
