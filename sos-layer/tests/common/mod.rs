//! Opens drivers through Vulkan's loader, with the layer or without.
#![allow(dead_code)]

pub mod compute;
pub mod draws;
pub mod scene;

use ash::vk;
use sos_core::target::vulkan::PhysicalDevice;
use sos_core::Target;
use sos_tests::driver;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;
use VkLayer_SOS_filter::{manifest, Installed, LAYER};

/// The library, which cargo builds beside the tests.
pub fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    let folder = test.parent().expect("a file is in a folder");
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = folder.join(format!("{prefix}VkLayer_SOS_filter{suffix}"));
    assert!(path.is_file(), "{} does not exist", path.display());
    path
}

/// Features to hide from the driver, so that modules with them are rewritten.
pub const HIDDEN: &str = "shaderFloat16,shaderInt8,shaderInt16,shaderInt64,storageBuffer8BitAccess,storageBuffer16BitAccess,\
    uniformAndStorageBuffer8BitAccess,uniformAndStorageBuffer16BitAccess,storagePushConstant8,storagePushConstant16";

/// Writes the layer's manifest to a folder.
pub fn write_manifest(folder: &Path, installed: Installed) {
    let path = library();
    let text = manifest(&path.display().to_string(), installed);
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join("VkLayer_SOS_filter.json"), text).expect("a file");
}

/// An instance of one driver. While it lives, no other test of the process opens one: loader and layers read the environment.
pub struct Opened {
    pub instance: ash::Instance,
    pub physical: vk::PhysicalDevice,
    messengers: Option<(ash::ext::debug_utils::Instance, vk::DebugUtilsMessengerEXT)>,
    entry: ash::Entry,
    _folder: TempDir,
    _alone: MutexGuard<'static, ()>,
}

/// What an instance is made with.
#[derive(Clone, Copy, Debug)]
pub struct With<'a> {
    /// Whether the layer is there.
    pub layer: bool,
    /// Whether it is there without being named, by its implicit manifest.
    pub implicit: bool,
    /// Whether the validation layer is above, and below.
    pub validation: [bool; 2],
    /// Settings, through `VK_EXT_layer_settings`.
    pub settings: &'a [(&'a CStr, &'a str)],
    /// The version of Vulkan to ask for.
    pub version: u32,
}

impl Default for With<'_> {
    fn default() -> Self {
        Self {
            layer: true,
            implicit: false,
            validation: [false; 2],
            settings: &[(c"log_level", "warning")],
            version: vk::API_VERSION_1_3,
        }
    }
}

/// Opens a driver; `None` if this machine lacks it, which is recorded.
pub fn open(name: &str, with: &With<'_>) -> Option<Opened> {
    try_open(name, with).map(|opened| opened.expect("an instance"))
}

/// Opens a driver, or returns what the creation of the instance returned.
pub fn try_open(name: &str, with: &With<'_>) -> Option<Result<Opened, vk::Result>> {
    static ALONE: Mutex<()> = Mutex::new(());
    let found = driver::located(name)?;
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = TempDir::new().expect("a folder");
    let implicit = folder.path().join("vulkan/implicit_layer.d");
    std::env::remove_var("ENABLE_SOS_FILTER");
    if with.implicit {
        write_manifest(&implicit, Installed::Implicit);
        std::env::set_var("XDG_DATA_HOME", folder.path());
        std::env::set_var("ENABLE_SOS_FILTER", "1");
    } else {
        write_manifest(folder.path(), Installed::Explicit);
    }
    let layers = sos_tests::paths::drivers().join("layers");
    let paths = [folder.path(), &layers];
    let paths = std::env::join_paths(paths).expect("paths without colons");
    for (variable, value) in sos_runner::execute::session::environment(&found) {
        std::env::set_var(variable, value);
    }
    std::env::set_var("VK_LAYER_PATH", paths);

    let validation = c"VK_LAYER_KHRONOS_validation".as_ptr();
    let own = CString::new(LAYER).expect("a name");
    let mut names = Vec::new();
    names.extend(with.validation[0].then_some(validation));
    names.extend((with.layer && !with.implicit).then_some(own.as_ptr()));
    names.extend(with.validation[1].then_some(validation));

    let values: Vec<CString> = with
        .settings
        .iter()
        .map(|(_, value)| CString::new(*value).expect("a value"))
        .collect();
    let pointers: Vec<_> = values.iter().map(|value| value.as_ptr()).collect();
    let settings: Vec<_> = with
        .settings
        .iter()
        .zip(&pointers)
        .map(|((name, _), value)| vk::LayerSettingEXT {
            p_layer_name: own.as_ptr(),
            p_setting_name: name.as_ptr(),
            ty: vk::LayerSettingTypeEXT::STRING,
            value_count: 1,
            p_values: std::ptr::from_ref(value).cast(),
            ..Default::default()
        })
        .collect();
    let mut chained = vk::LayerSettingsCreateInfoEXT::default().settings(&settings);
    // SAFETY: the loader is a Vulkan loader.
    let entry = unsafe { ash::Entry::load() }.expect("Vulkan's loader");
    // Loaders before 1.3.272 refuse instance extensions that they do not know.
    std::env::set_var("VK_LOADER_DISABLE_INST_EXT_FILTER", "1");
    let extensions = [
        vk::EXT_LAYER_SETTINGS_NAME.as_ptr(),
        vk::EXT_DEBUG_UTILS_NAME.as_ptr(),
    ];
    let mut messenger = vk::DebugUtilsMessengerCreateInfoEXT::default()
        .message_severity(
            vk::DebugUtilsMessageSeverityFlagsEXT::ERROR
                | vk::DebugUtilsMessageSeverityFlagsEXT::WARNING,
        )
        .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
        .pfn_user_callback(Some(hear));
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let application = vk::ApplicationInfo::default().api_version(with.version);
    let mut info = vk::InstanceCreateInfo::default()
        .application_info(&application)
        .enabled_layer_names(&names);
    let validates = with.validation != [false; 2];
    let first = usize::from(!with.layer);
    let last = if validates { 2 } else { 1 };
    info = info.enabled_extension_names(&extensions[first.min(last)..last]);
    if with.layer {
        info = info.push_next(&mut chained);
    }
    if validates {
        // For the whole life of the instance, since the program makes no other.
        info = info.push_next(&mut messenger);
    }
    // SAFETY: the info is valid.
    let instance = match unsafe { entry.create_instance(&info, None) } {
        Ok(instance) => instance,
        Err(error) => return Some(Err(error)),
    };
    let messengers = validates.then(|| {
        let functions = ash::ext::debug_utils::Instance::new(&entry, &instance);
        messenger.p_next = std::ptr::null();
        // SAFETY: a valid info for a live instance.
        let made = unsafe { functions.create_debug_utils_messenger(&messenger, None) };
        (functions, made.expect("a messenger"))
    });
    // SAFETY: a live instance.
    let physical = unsafe { instance.enumerate_physical_devices() }.expect("devices");
    Some(Ok(Opened {
        physical: *physical.first().expect("a device"),
        instance,
        messengers,
        entry,
        _folder: folder,
        _alone: alone,
    }))
}

impl Opened {
    /// What the program is told of the device.
    pub fn target(&self, version: u32) -> Target {
        // SAFETY: live handles that belong together.
        unsafe { Target::from_physical_device(&self.query(version)) }.expect("a target")
    }

    /// How the device is asked.
    pub fn query(&self, version: u32) -> PhysicalDevice {
        PhysicalDevice {
            get_instance_proc_addr: self.entry.static_fn().get_instance_proc_addr,
            instance: self.instance.handle(),
            physical_device: self.physical,
            instance_version: version,
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: tests have destroyed what they made of it.
        unsafe {
            if let Some((functions, messenger)) = self.messengers.take() {
                functions.destroy_debug_utils_messenger(messenger, None);
            }
            self.instance.destroy_instance(None);
        }
    }
}

/// What validation layers have said since the last instance was created.
pub fn heard() -> Vec<String> {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());

unsafe extern "system" fn hear(
    _: vk::DebugUtilsMessageSeverityFlagsEXT,
    _: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    _: *mut std::ffi::c_void,
) -> vk::Bool32 {
    // SAFETY: the layer passes a valid structure and string.
    let text = unsafe { CStr::from_ptr((*data).p_message) };
    let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    heard.push(text.to_string_lossy().into_owned());
    vk::FALSE
}

/// The words of a module of the corpus.
pub fn words(name: &str) -> Vec<u32> {
    let path = sos_tests::paths::corpus().join("shaders").join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    sos_core::words::from_bytes(&bytes).expect("words")
}
