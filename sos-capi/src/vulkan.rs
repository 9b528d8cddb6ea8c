//! Targets from live Vulkan.
//!
//! The header does not include vulkan.h: handles are pointers, as dispatchable handles always are, and the function has a
//! generic function type, which C may cast to and from any other.

use core::ffi::c_void;
use core::mem::offset_of;

use sos_core::Target;

use crate::context::{ContextRef, SosContext};
use crate::sized::SizedStruct;
use crate::status::SosStatus;
use crate::target::SosTarget;
use crate::{guard, memory, pointer};

/// `sos_function`: any function.
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

// SAFETY: integers, raw pointers, and an optional function, for which zero is `None`.
unsafe impl SizedStruct for SosVulkan {
    const FIRST: usize = offset_of!(Self, get_instance_proc_addr) + size_of::<SosFunction>();
}

/// Creates a target from what a physical device supports.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `vulkan` points to a struct of `struct_size` bytes with
/// live handles that belong together, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_physical_device(
    context: *const SosContext,
    vulkan: *const SosVulkan,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(target, "target") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let made = unsafe { live::supported(vulkan) }?;
        *place = pointer::into_raw(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// Creates a target from what was enabled on a device.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `vulkan` points to a struct of `struct_size` bytes with
/// live handles that belong together, `create_info` to a valid `VkDeviceCreateInfo`, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_device_create_info(
    context: *const SosContext,
    vulkan: *const SosVulkan,
    create_info: *const c_void,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(target, "target") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let made = unsafe { live::enabled(vulkan, create_info) }?;
        *place = pointer::into_raw(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// With the feature `vulkan`.
#[cfg(feature = "vulkan")]
mod live {
    use core::ffi::c_void;

    use ash::vk::{self, Handle as _};
    use sos_core::target::vulkan::{LiveError, PhysicalDevice};

    use super::{pointer, SizedStruct as _, SosVulkan, Target};
    use crate::argument::Fault;
    use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_VULKAN};
    use crate::status::{logged_failure, Failure};

    impl SosVulkan {
        /// The device for the core.
        ///
        /// # Safety
        /// If neither NULL nor misaligned, `vulkan` points to as many bytes as its `struct_size` says, and the function in it,
        /// if there is one, is `vkGetInstanceProcAddr`.
        unsafe fn device(vulkan: *const Self) -> Result<PhysicalDevice, Failure> {
            // SAFETY: by this function's condition.
            let given = unsafe { Self::read_from(vulkan, "vulkan") }?;
            let null = |field: &'static str| Failure::Argument(field.into(), Fault::Null);
            if given.instance.is_null() {
                return Err(null("vulkan->instance"));
            }
            if given.physical_device.is_null() {
                return Err(null("vulkan->physical_device"));
            }
            let function = given.get_instance_proc_addr;
            let function = function.ok_or(null("vulkan->get_instance_proc_addr"))?;
            type Typed = vk::PFN_vkGetInstanceProcAddr;
            // SAFETY: all function pointers have the same size; by this function's condition this is its type.
            let function =
                unsafe { core::mem::transmute::<unsafe extern "C" fn(), Typed>(function) };
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
            logged_failure(status, &error)
        }
    }

    /// What a physical device supports.
    ///
    /// # Safety
    /// `vulkan` points to a struct of `struct_size` bytes with live handles that belong together.
    pub(super) unsafe fn supported(vulkan: *const SosVulkan) -> Result<Target, Failure> {
        // SAFETY: by this function's condition.
        let device = unsafe { SosVulkan::device(vulkan) }?;
        // SAFETY: by this function's condition.
        Ok(unsafe { Target::from_physical_device(&device) }?)
    }

    /// What was enabled on a device.
    ///
    /// # Safety
    /// As for [`supported`], and `create_info` points to a valid `VkDeviceCreateInfo`.
    pub(super) unsafe fn enabled(
        vulkan: *const SosVulkan,
        create_info: *const c_void,
    ) -> Result<Target, Failure> {
        // SAFETY: by this function's condition.
        let device = unsafe { SosVulkan::device(vulkan) }?;
        let create_info = create_info.cast::<vk::DeviceCreateInfo<'_>>();
        // SAFETY: by this function's condition.
        let create_info = unsafe { pointer::object(create_info, "create_info") }?;
        if create_info.s_type != vk::StructureType::DEVICE_CREATE_INFO {
            let why = format_args!(
                "create_info->sType is {}, not VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO",
                create_info.s_type.as_raw()
            );
            return Err(logged_failure(SOS_ERROR_ARGUMENT, &why));
        }
        // SAFETY: by this function's condition.
        Ok(unsafe { Target::from_enabled(&device, create_info) }?)
    }
}

/// Without the feature `vulkan`.
#[cfg(not(feature = "vulkan"))]
mod live {
    use core::ffi::c_void;

    use super::{SosVulkan, Target};
    use crate::status::Failure;

    pub(super) unsafe fn supported(_: *const SosVulkan) -> Result<Target, Failure> {
        Err(Failure::without_feature("vulkan"))
    }

    pub(super) unsafe fn enabled(_: *const SosVulkan, _: *const c_void) -> Result<Target, Failure> {
        Err(Failure::without_feature("vulkan"))
    }
}
