//! Instances: their settings, their physical devices, and what they answer in the driver's place.

use crate::device::{self, Device};
use crate::filter::Shared;
use crate::loader::{dispatch_key, take_link, InstanceLink};
use crate::log::{Level, Log};
use crate::next::InstanceFunctions;
use crate::physical::{self, Physical};
use crate::settings::{Settings, Sources, LAYER};
use ash::vk::{self, Handle};
use sos_core::target::vulkan::PhysicalDevice;
use std::collections::HashMap;
use std::ffi::{c_char, CStr};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

/// An instance.
pub struct Instance {
    handle: vk::Instance,
    /// `VkApplicationInfo::apiVersion`
    version: u32,
    /// What the next layer has.
    pub next: InstanceFunctions,
    get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    /// The settings when it was created.
    pub settings: Settings,
    /// Its log.
    pub log: Arc<Log>,
    /// What filters have in common.
    pub shared: Arc<Shared>,
    physical: Mutex<HashMap<u64, Result<Arc<Physical>, ()>>>,
}

static INSTANCES: LazyLock<RwLock<HashMap<usize, Arc<Instance>>>> = LazyLock::new(Default::default);

impl Instance {
    /// The instance of a handle: its own, or that of one of its physical devices.
    ///
    /// # Safety
    /// The handle is live.
    pub unsafe fn of<H: Handle>(handle: H) -> Option<Arc<Self>> {
        let all = INSTANCES.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&dispatch_key(handle)).cloned()
    }

    /// The next function of this name. Those that this layer calls are known; the others are looked up when they are asked for.
    ///
    /// # Safety
    /// The instance is live.
    pub unsafe fn next_by_name(&self, name: &CStr) -> vk::PFN_vkVoidFunction {
        (self.get_instance_proc_addr)(self.handle, name.as_ptr())
    }

    /// What is known of a physical device, asked for on the first call. `None` if it cannot be described: then it is left alone.
    ///
    /// # Safety
    /// The device is one of this instance's.
    pub unsafe fn physical(&self, device: vk::PhysicalDevice) -> Option<Arc<Physical>> {
        let mut all = self.physical.lock().unwrap_or_else(PoisonError::into_inner);
        let made = all.entry(device.as_raw()).or_insert_with(|| {
            let query = PhysicalDevice {
                get_instance_proc_addr: known_by_name,
                instance: self.handle,
                physical_device: device,
                instance_version: self.version,
            };
            let made = Physical::new(self, query);
            made.map(Arc::new).map_err(|why| {
                let text = format!("a device is left as it is: {why}");
                self.log.say(Level::Warning, &text);
            })
        });
        made.clone().ok()
    }
}

/// Finds what the instance has kept of the next layer's functions: see [`crate::next`].
unsafe extern "system" fn known_by_name(
    instance: vk::Instance,
    name: *const c_char,
) -> vk::PFN_vkVoidFunction {
    let (found, name) = (Instance::of(instance)?, CStr::from_ptr(name));
    match name == c"vkEnumerateDeviceExtensionProperties" {
        true => physical::native_extension_properties(),
        false => found.next.by_name(name),
    }
}

/// Where an error of the settings is said, by the files of [`Log::new`]: where the program is run, and in the log file if there is one.
fn places(log: Option<&Path>) -> impl Iterator<Item = Option<&Path>> {
    std::iter::once(None).chain(log.map(Some))
}

/// `vkCreateInstance`
pub unsafe extern "system" fn create_instance(
    info: *const vk::InstanceCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Instance,
) -> vk::Result {
    let Some(link) = take_link::<InstanceLink>((*info).p_next) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let get = link.get_instance_proc_addr;
    let settings = Settings::read(&Sources::new((*info).p_next));
    let (settings, odd, log, opened) = match settings.and_then(|(settings, odd)| {
        let path = settings.log.clone();
        let log = Log::open(settings.log_level, path.as_deref());
        let opened = Shared::open(&settings, &log).map_err(|why| (why, path))?;
        Ok((settings, odd, log, opened))
    }) {
        Ok(read) => read,
        Err((why, path)) => {
            for path in places(path.as_deref()) {
                if let Ok(log) = Log::new(Level::Error, path) {
                    log.say(Level::Error, &why);
                }
            }
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        }
    };
    for one in odd {
        log.say(Level::Warning, &one);
    }
    let Some(create) = get(vk::Instance::null(), c"vkCreateInstance".as_ptr()) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    // SAFETY: the function of this name.
    let create: vk::PFN_vkCreateInstance = std::mem::transmute(create);
    let result = create(info, allocator, made);
    if result != vk::Result::SUCCESS {
        return result;
    }
    let application = (*info).p_application_info;
    let version = match application.is_null() {
        true => 0,
        // A later major version than any that is known: the device's own decides.
        false if vk::api_version_major((*application).api_version) > 1 => {
            vk::make_api_version(0, 1, 1023, 0)
        }
        false => (*application).api_version,
    };
    let instance = Instance {
        handle: *made,
        version,
        next: InstanceFunctions::load(|name| {
            // Vulkan 1.0 has these by the extension alone, though drivers may know both names.
            let is_newer = [
                c"vkGetPhysicalDeviceFeatures2",
                c"vkGetPhysicalDeviceProperties2",
            ];
            let usable = version >= vk::API_VERSION_1_1 || !is_newer.contains(&name);
            usable.then(|| get(*made, name.as_ptr())).flatten()
        }),
        get_instance_proc_addr: get,
        settings,
        log: Arc::new(log),
        shared: Arc::new(opened),
        physical: Mutex::default(),
    };
    let loaded = format!("{} is loaded as {LAYER}", env!("CARGO_PKG_VERSION"));
    instance.log.open_with(loaded);
    let mut all = INSTANCES.write().unwrap_or_else(PoisonError::into_inner);
    all.insert(dispatch_key(*made), Arc::new(instance));
    vk::Result::SUCCESS
}

/// `vkDestroyInstance`
pub unsafe extern "system" fn destroy_instance(
    handle: vk::Instance,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    if handle == vk::Instance::null() {
        return;
    }
    let gone = {
        let mut all = INSTANCES.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(&dispatch_key(handle))
    };
    if let Some(destroy) = gone.and_then(|gone| gone.next.destroy_instance) {
        destroy(handle, allocator);
    }
}

/// `vkCreateDevice`
pub unsafe extern "system" fn create_device(
    physical: vk::PhysicalDevice,
    info: *const vk::DeviceCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Device,
) -> vk::Result {
    let Some(instance) = Instance::of(physical) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let known = instance.physical(physical);
    let result = match &known {
        Some(known) => Device::create(&instance, known, &*info, allocator, made),
        None => device::create_plain(&instance, physical, &*info, allocator, made),
    };
    result.err().unwrap_or(vk::Result::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_settings_is_said_once_in_each_place() {
        assert!(places(None).eq([None]));
        let file = Path::new("log.txt");
        assert!(places(Some(file)).eq([None, Some(file)]));
    }
}
