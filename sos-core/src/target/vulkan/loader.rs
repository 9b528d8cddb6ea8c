//! Finds the system's Vulkan loader at run time, for tools without an instance of their own.

use super::super::{ApiVersion, Target};
use super::{LiveError, PhysicalDevice};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use ash::{khr, vk, Entry, Instance};
use core::ffi::CStr;

/// The system's Vulkan, opened at run time, with an instance. Without Vulkan on the machine, opening it is an error and
/// nothing else fails.
pub struct Loader {
    entry: Entry,
    instance: Instance,
    version: u32,
    devices: Vec<vk::PhysicalDevice>,
}

fn call(name: &'static str) -> impl Fn(vk::Result) -> LiveError {
    move |result| LiveError::Call(name, result.as_raw())
}

impl Loader {
    /// Opens Vulkan and makes an instance without layers or windows.
    ///
    /// # Errors
    /// If there is no loader or no driver, or a call fails.
    pub fn open() -> Result<Self, LiveError> {
        // SAFETY: opening the platform's Vulkan loader runs its initializers, as intended.
        let entry =
            unsafe { Entry::load() }.map_err(|error| LiveError::NoLoader(error.to_string()))?;
        // SAFETY: the functions of the entry are those of the loader just opened.
        let version = unsafe { entry.try_enumerate_instance_version() };
        let version = version
            .map_err(call("vkEnumerateInstanceVersion"))?
            .unwrap_or(ApiVersion::V1_0.packed());
        let application = vk::ApplicationInfo::default().api_version(version);
        // SAFETY: as above.
        let offered = unsafe { entry.enumerate_instance_extension_properties(None) };
        let offered = offered.map_err(call("vkEnumerateInstanceExtensionProperties"))?;
        let has = |name: &CStr| {
            offered
                .iter()
                .any(|found| found.extension_name_as_c_str() == Ok(name))
        };
        let mut info = vk::InstanceCreateInfo::default().application_info(&application);
        let mut extensions = Vec::new();
        // Allows queries beyond the core features on devices of Vulkan 1.0.
        if has(khr::get_physical_device_properties2::NAME) {
            extensions.push(khr::get_physical_device_properties2::NAME.as_ptr());
        }
        // Without this, drivers that are not fully conformant are not listed.
        if has(khr::portability_enumeration::NAME) {
            extensions.push(khr::portability_enumeration::NAME.as_ptr());
            info = info.flags(vk::InstanceCreateFlags::ENUMERATE_PORTABILITY_KHR);
        }
        info = info.enabled_extension_names(&extensions);
        // SAFETY: the structure is valid and its pointers live until after the call.
        let instance =
            unsafe { entry.create_instance(&info, None) }.map_err(call("vkCreateInstance"))?;
        // SAFETY: the instance was just created.
        let devices = unsafe { instance.enumerate_physical_devices() };
        match devices {
            Ok(devices) => Ok(Self {
                entry,
                instance,
                version,
                devices,
            }),
            Err(result) => {
                // SAFETY: nothing was created from the instance, and it is not used again.
                unsafe { instance.destroy_instance(None) };
                Err(call("vkEnumeratePhysicalDevices")(result))
            }
        }
    }

    /// Names of the devices, in the order of their indices.
    pub fn names(&self) -> Vec<String> {
        let name = |device: &vk::PhysicalDevice| {
            // SAFETY: the instance lives as long as `self`, and the handle is one of its devices.
            let properties = unsafe { self.instance.get_physical_device_properties(*device) };
            let name = properties.device_name_as_c_str().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        self.devices.iter().map(name).collect()
    }

    /// What the device with this index supports.
    ///
    /// # Errors
    /// If there is no such device, or it cannot be queried.
    pub fn capture(&self, index: usize) -> Result<Target, LiveError> {
        let device = self.physical_device(index)?;
        // SAFETY: the handles belong to the instance, which lives as long as `self`.
        unsafe { Target::from_physical_device(&device) }
    }

    /// The handles of the device with this index; they are valid as long as `self` exists.
    ///
    /// # Errors
    /// If there is no such device.
    pub fn physical_device(&self, index: usize) -> Result<PhysicalDevice, LiveError> {
        let count = self.devices.len();
        let physical_device = *self
            .devices
            .get(index)
            .ok_or(LiveError::NoDevice { index, count })?;
        Ok(PhysicalDevice {
            get_instance_proc_addr: self.entry.static_fn().get_instance_proc_addr,
            instance: self.instance.handle(),
            physical_device,
            instance_version: self.version,
        })
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        // SAFETY: nothing that was created from the instance outlives `self`.
        unsafe { self.instance.destroy_instance(None) };
    }
}
