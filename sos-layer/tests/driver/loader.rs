//! What the loader does: it opens a device of the driver through the layer.

use super::{object, of_device, of_instance, seen, Has, Seen, HAS};
use ash::vk::{self, Handle};
use std::ffi::{c_char, c_void, CStr, CString};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[repr(C)]
struct Link {
    next: *mut Link,
    get_instance_proc_addr: vk::PFN_vkGetInstanceProcAddr,
    /// That of physical devices in an instance's link.
    get_device_proc_addr: Option<vk::PFN_vkGetDeviceProcAddr>,
}

#[repr(C)]
struct LayerCreateInfo {
    s_type: vk::StructureType,
    p_next: *const c_void,
    function: i32,
    link: *mut Link,
}

/// A device below the layer. No other test has one at the same time.
pub struct Opened {
    instance: vk::Instance,
    pub physical: vk::PhysicalDevice,
    pub device: ash::Device,
    /// As the loader would have made it.
    pub commands: vk::CommandBuffer,
    _alone: MutexGuard<'static, ()>,
}

/// Opens a device through the layer.
pub fn open(has: Has, settings: &[(&CStr, &str)], info: &vk::DeviceCreateInfo<'_>) -> Opened {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    *HAS.lock().unwrap_or_else(PoisonError::into_inner) = has;
    seen(|seen| *seen = Seen::default());
    let layer = CString::new(VkLayer_SOS_filter::LAYER).expect("a name");
    let values: Vec<CString> = settings
        .iter()
        .map(|(_, value)| CString::new(*value).expect("a value"))
        .collect();
    let pointers: Vec<_> = values.iter().map(|value| value.as_ptr()).collect();
    let settings: Vec<_> = settings
        .iter()
        .zip(&pointers)
        .map(|((name, _), value)| vk::LayerSettingEXT {
            p_layer_name: layer.as_ptr(),
            p_setting_name: name.as_ptr(),
            ty: vk::LayerSettingTypeEXT::STRING,
            value_count: 1,
            p_values: std::ptr::from_ref(value).cast(),
            ..Default::default()
        })
        .collect();
    let chained = vk::LayerSettingsCreateInfoEXT::default().settings(&settings);
    let get = VkLayer_SOS_filter::get_instance_proc_addr;
    // SAFETY: the layer is called as the loader would.
    unsafe {
        let mut link = Link {
            next: std::ptr::null_mut(),
            get_instance_proc_addr: of_instance,
            get_device_proc_addr: None,
        };
        let mut chain = LayerCreateInfo {
            s_type: vk::StructureType::LOADER_INSTANCE_CREATE_INFO,
            p_next: std::ptr::from_ref(&chained).cast(),
            function: 0,
            link: &mut link,
        };
        let version = match has.program_version {
            0 => vk::API_VERSION_1_3,
            version => version,
        };
        let application = vk::ApplicationInfo::default().api_version(version);
        let mut create = vk::InstanceCreateInfo::default().application_info(&application);
        create.p_next = (&raw mut chain).cast();
        let mut instance = vk::Instance::null();
        let make = get(vk::Instance::null(), c"vkCreateInstance".as_ptr()).expect("it");
        let make: vk::PFN_vkCreateInstance = std::mem::transmute(make);
        let result = make(&create, std::ptr::null(), &mut instance);
        assert_eq!(result, vk::Result::SUCCESS);

        let key = *(instance.as_raw() as usize as *const usize);
        let physical = vk::PhysicalDevice::from_raw(object(key));
        let mut link = Link {
            next: std::ptr::null_mut(),
            get_instance_proc_addr: of_instance,
            get_device_proc_addr: Some(of_device),
        };
        let mut chain = LayerCreateInfo {
            s_type: vk::StructureType::LOADER_DEVICE_CREATE_INFO,
            p_next: info.p_next,
            function: 0,
            link: &mut link,
        };
        let mut info = *info;
        info.p_next = (&raw mut chain).cast();
        let make = get(instance, c"vkCreateDevice".as_ptr()).expect("it");
        let make: vk::PFN_vkCreateDevice = std::mem::transmute(make);
        let mut made = vk::Device::null();
        let result = make(physical, &info, std::ptr::null(), &mut made);
        assert_eq!(result, vk::Result::SUCCESS);
        let functions = ash::InstanceFnV1_0::load(|name| {
            let name: *const c_char = name.as_ptr();
            match CStr::from_ptr(name) == c"vkGetDeviceProcAddr" {
                true => VkLayer_SOS_filter::get_device_proc_addr as *const c_void,
                false => get(instance, name).map_or(std::ptr::null(), |it| it as *const c_void),
            }
        });
        let key = *(made.as_raw() as usize as *const usize);
        Opened {
            instance,
            physical,
            device: ash::Device::load(&functions, made),
            commands: vk::CommandBuffer::from_raw(object(key)),
            _alone: alone,
        }
    }
}

impl Opened {
    /// A function of the device, through the layer.
    ///
    /// # Safety
    /// `T` is the type of the function with this name.
    pub unsafe fn function<T: Copy>(&self, name: &CStr) -> T {
        let found = VkLayer_SOS_filter::get_device_proc_addr(self.device.handle(), name.as_ptr());
        let found = found.unwrap_or_else(|| panic!("{name:?}"));
        std::mem::transmute_copy(&found)
    }

    /// Creates a module.
    pub fn module(&self, words: &[u32]) -> vk::ShaderModule {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: a valid info.
        unsafe { self.device.create_shader_module(&info, None) }.expect("a module")
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: nothing uses them.
        unsafe {
            self.device.destroy_device(None);
            let get = VkLayer_SOS_filter::get_instance_proc_addr;
            let destroy = get(vk::Instance::null(), c"vkDestroyInstance".as_ptr()).expect("it");
            let destroy: vk::PFN_vkDestroyInstance = std::mem::transmute(destroy);
            destroy(self.instance, std::ptr::null());
        }
    }
}
