//! Targets from live Vulkan.
//!
//! The header knows no vulkan.h: handles are pointers, which dispatchable handles are everywhere, and the function is a
//! function without a type, which C may cast to and from any other.

use std::ffi::c_void;
use std::mem::offset_of;

use sos_core::Target;

use crate::context::{ContextRef, SosContext};
use crate::sized::SizedStruct;
use crate::status::SosStatus;
use crate::target::SosTarget;
use crate::{guard, memory, pointer};

/// `sos_function`: some function.
pub type SosFunction = Option<unsafe extern "C" fn()>;

/// `sos_vulkan`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosVulkan {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// `VkApplicationInfo::apiVersion`.
    pub instance_version: u32,
    /// `VkInstance`
    pub instance: *mut c_void,
    /// `VkPhysicalDevice`
    pub physical_device: *mut c_void,
    /// `vkGetInstanceProcAddr`
    pub get_instance_proc_addr: SosFunction,
}

// SAFETY: integers, raw pointers, and an optional function, which is zero if there is none.
unsafe impl SizedStruct for SosVulkan {
    const FIRST: usize = offset_of!(Self, get_instance_proc_addr) + size_of::<SosFunction>();
}

/// Makes a target of what a physical device supports.
///
/// # Safety
/// As the header says: `context` is NULL or came from this library, `vulkan` leads to a struct of `struct_size` bytes with live handles that belong together, `target`
/// may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_physical_device(
    context: *const SosContext,
    vulkan: *const SosVulkan,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(target) }?;
        // SAFETY: the caller's part, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        // SAFETY: the caller's part, by this function's condition.
        let made = unsafe { live::supported(vulkan) }?;
        *place = pointer::give(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// Makes a target of what was enabled on a device.
///
/// # Safety
/// As the header says: `context` is NULL or came from this library, `vulkan` leads to a struct of `struct_size` bytes with live handles that belong together,
/// `create_info` to a valid `VkDeviceCreateInfo`, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_device_create_info(
    context: *const SosContext,
    vulkan: *const SosVulkan,
    create_info: *const c_void,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(target) }?;
        // SAFETY: the caller's part, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        // SAFETY: the caller's part, by this function's condition.
        let made = unsafe { live::enabled(vulkan, create_info) }?;
        *place = pointer::give(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// With Vulkan.
#[cfg(feature = "vulkan")]
mod live {
    use std::ffi::c_void;

    use ash::vk::{self, Handle as _};
    use sos_core::target::vulkan::{LiveError, PhysicalDevice};

    use super::{pointer, SizedStruct as _, SosVulkan, Target};
    use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_NULL, SOS_ERROR_VULKAN};
    use crate::status::{told, Failure};

    impl SosVulkan {
        /// The device for the core.
        ///
        /// # Safety
        /// If neither NULL nor misaligned, `vulkan` leads to as many bytes as its `struct_size` says, and the function in it,
        /// if there is one, is `vkGetInstanceProcAddr`.
        unsafe fn device(vulkan: *const Self) -> Result<PhysicalDevice, Failure> {
            // SAFETY: by this function's condition.
            let given = unsafe { Self::read_from(vulkan) }?;
            if given.instance.is_null() || given.physical_device.is_null() {
                return Err(Failure(SOS_ERROR_NULL));
            }
            let function = given
                .get_instance_proc_addr
                .ok_or(Failure(SOS_ERROR_NULL))?;
            type Typed = vk::PFN_vkGetInstanceProcAddr;
            // SAFETY: functions have pointers of one size; by this function's condition this is the type of this one.
            let function =
                unsafe { std::mem::transmute::<unsafe extern "C" fn(), Typed>(function) };
            Ok(PhysicalDevice {
                get_instance_proc_addr: function,
                instance: vk::Instance::from_raw(given.instance as u64),
                physical_device: vk::PhysicalDevice::from_raw(given.physical_device as u64),
                instance_version: given.instance_version,
            })
        }
    }

    impl From<LiveError> for Failure {
        fn from(error: LiveError) -> Self {
            let status = match error {
                LiveError::BadCreateInfo => SOS_ERROR_ARGUMENT,
                _ => SOS_ERROR_VULKAN,
            };
            told(status, &error)
        }
    }

    /// What a physical device supports.
    ///
    /// # Safety
    /// `vulkan` leads to a struct of `struct_size` bytes with live handles that belong together.
    pub(super) unsafe fn supported(vulkan: *const SosVulkan) -> Result<Target, Failure> {
        // SAFETY: by this function's condition.
        let device = unsafe { SosVulkan::device(vulkan) }?;
        // SAFETY: by this function's condition.
        Ok(unsafe { Target::from_physical_device(&device) }?)
    }

    /// What was enabled on a device.
    ///
    /// # Safety
    /// As for [`supported`], and `create_info` leads to a valid `VkDeviceCreateInfo`.
    pub(super) unsafe fn enabled(
        vulkan: *const SosVulkan,
        create_info: *const c_void,
    ) -> Result<Target, Failure> {
        // SAFETY: by this function's condition.
        let device = unsafe { SosVulkan::device(vulkan) }?;
        let create_info = create_info.cast::<vk::DeviceCreateInfo<'_>>();
        // SAFETY: by this function's condition.
        let create_info = unsafe { pointer::object(create_info) }?;
        if create_info.s_type != vk::StructureType::DEVICE_CREATE_INFO {
            return Err(Failure(SOS_ERROR_ARGUMENT));
        }
        // SAFETY: by this function's condition.
        Ok(unsafe { Target::from_enabled(&device, create_info) }?)
    }
}

/// Without.
#[cfg(not(feature = "vulkan"))]
mod live {
    use std::ffi::c_void;

    use super::{SosVulkan, Target};
    use crate::status::constants::SOS_ERROR_UNAVAILABLE;
    use crate::status::Failure;

    pub(super) unsafe fn supported(_: *const SosVulkan) -> Result<Target, Failure> {
        Err(Failure(SOS_ERROR_UNAVAILABLE))
    }

    pub(super) unsafe fn enabled(_: *const SosVulkan, _: *const c_void) -> Result<Target, Failure> {
        Err(Failure(SOS_ERROR_UNAVAILABLE))
    }
}
