//! The Vulkan instance, the validation layer, and its messages.

use std::ffi::{c_void, CStr};
use std::sync::{Mutex, PoisonError};

use anyhow::{bail, Context as _, Result};
use ash::vk;
use sos_core::target::vulkan::PhysicalDevice;

use super::Missing;
use crate::execute::job::Message;

const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";

/// The newest version whose functions are used here, and the highest version that devices are used with.
pub(super) const API_VERSION: u32 = vk::API_VERSION_1_3;

/// Errors that the layer reports by mistake: VUID, part of the text.
const FALSE_ALARMS: &[(&str, &str)] = &[
    // The layer takes its list of capabilities from vk.xml, which lacks the one that the instructions of
    // SPV_AMD_shader_ballot need.
    (
        "VUID-VkShaderModuleCreateInfo-pCode-08739",
        "Capability (Groups)",
    ),
    // When it specializes constant operations on vectors, the layer emits results before their constituents, and then rejects
    // its own output.
    (
        "VUID-VkPipelineShaderStageCreateInfo-pSpecializationInfo-06849",
        "has not been defined",
    ),
];

type Messages = Mutex<Vec<Message>>;

/// An instance, optionally with the validation layer.
pub(super) struct Instance {
    pub(super) handle: ash::Instance,
    messenger: Option<Messenger>,
    // Boxed, because the layer holds its address. Dropped after `drop` has destroyed the instance.
    messages: Box<Messages>,
    // The loader's library; unloaded last.
    entry: ash::Entry,
}

/// The messenger through which the validation layer reports.
struct Messenger {
    functions: ash::ext::debug_utils::Instance,
    handle: vk::DebugUtilsMessengerEXT,
    version: u32,
}

impl Instance {
    pub(super) fn create(validation: bool) -> Result<Self> {
        // SAFETY: the loader is an ordinary library; every pointer passed lives until the call returns.
        unsafe {
            let entry = ash::Entry::load()
                .context(Missing("the Vulkan loader (Debian package libvulkan1)"))?;
            let application = vk::ApplicationInfo::default().api_version(API_VERSION);
            let version = if validation {
                Some(layer_version(&entry)?)
            } else {
                None
            };
            let layers: &[_] = if validation { &[LAYER.as_ptr()] } else { &[] };
            let extensions: &[_] = if validation {
                &[ash::ext::debug_utils::NAME.as_ptr()]
            } else {
                &[]
            };
            let info = vk::InstanceCreateInfo::default()
                .application_info(&application)
                .enabled_layer_names(layers)
                .enabled_extension_names(extensions);
            let handle = entry
                .create_instance(&info, None)
                .context("vkCreateInstance")?;
            let messages = Box::<Messages>::default();
            let messenger = version
                .map(|version| Messenger::create(&entry, &handle, &messages, version))
                .transpose()?;
            Ok(Self {
                handle,
                messenger,
                messages,
                entry,
            })
        }
    }

    pub(super) fn physical_device(&self, index: usize) -> Result<vk::PhysicalDevice> {
        // SAFETY: the instance is valid.
        let devices = unsafe { self.handle.enumerate_physical_devices() };
        let devices = devices.context("vkEnumeratePhysicalDevices")?;
        devices.get(index).copied().with_context(|| {
            format!(
                "there are {} devices, so none has number {index}",
                devices.len()
            )
        })
    }

    /// The device in the form that the filter's target capture expects.
    pub(super) fn for_filter(&self, physical_device: vk::PhysicalDevice) -> PhysicalDevice {
        PhysicalDevice {
            get_instance_proc_addr: self.entry.static_fn().get_instance_proc_addr,
            instance: self.handle.handle(),
            physical_device,
            instance_version: API_VERSION,
        }
    }

    pub(super) fn take_messages(&self) -> Vec<Message> {
        std::mem::take(&mut self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Fails if the validation layer has reported an error since the last call.
    pub(super) fn check(&self) -> Result<()> {
        match self
            .take_messages()
            .into_iter()
            .find(|message| message.error)
        {
            Some(message) => bail!("the validation layer objects: {}", message.text),
            None => Ok(()),
        }
    }

    /// Version of the Vulkan headers that the validation layer was built with.
    pub(super) fn validation_version(&self) -> Option<(u32, u32, u32)> {
        let version = self.messenger.as_ref()?.version;
        let [major, minor] = [
            vk::api_version_major(version),
            vk::api_version_minor(version),
        ];
        Some((major, minor, vk::api_version_patch(version)))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the device has been destroyed (see `Gpu`); the messenger is destroyed before its instance.
        unsafe {
            if let Some(messenger) = &self.messenger {
                messenger
                    .functions
                    .destroy_debug_utils_messenger(messenger.handle, None);
            }
            self.handle.destroy_instance(None);
        }
    }
}

impl Messenger {
    fn create(
        entry: &ash::Entry,
        instance: &ash::Instance,
        messages: &Messages,
        version: u32,
    ) -> Result<Self> {
        let functions = ash::ext::debug_utils::Instance::new(entry, instance);
        let severities = vk::DebugUtilsMessageSeverityFlagsEXT::ERROR
            | vk::DebugUtilsMessageSeverityFlagsEXT::WARNING;
        let info = vk::DebugUtilsMessengerCreateInfoEXT::default()
            .message_severity(severities)
            .message_type(vk::DebugUtilsMessageTypeFlagsEXT::VALIDATION)
            .pfn_user_callback(Some(on_message))
            .user_data(std::ptr::from_ref(messages).cast_mut().cast());
        // SAFETY: `messages` outlives the instance, and so every call of `on_message`.
        let handle = unsafe { functions.create_debug_utils_messenger(&info, None) };
        Ok(Self {
            functions,
            handle: handle.context("vkCreateDebugUtilsMessengerEXT")?,
            version,
        })
    }
}

/// Older layers report newer drivers and extensions as errors, and miss many real errors.
const OLDEST_LAYER: u32 = vk::make_api_version(0, 1, 4, 300);

/// The version in the layer's manifest.
fn layer_version(entry: &ash::Entry) -> Result<u32> {
    // SAFETY: the loader's functions are valid.
    let layers = unsafe { entry.enumerate_instance_layer_properties() }?;
    let layer = layers
        .iter()
        .find(|layer| layer.layer_name_as_c_str() == Ok(LAYER));
    let version = layer
        .map(|layer| layer.spec_version)
        .filter(|version| *version >= OLDEST_LAYER);
    version.context(Missing(
        "the layer VK_LAYER_KHRONOS_validation 1.4.300 or later, without which nothing is run: install it (package \
         vulkan-validationlayers of Debian 13 and Ubuntu 25.04, vulkan-validation-layers of Fedora and Arch, or the Vulkan SDK), or name \
         the folder of its manifest in VK_LAYER_PATH",
    ))
}

/// Records a message, false alarms as warnings. Returning true makes the layer fail the call before it reaches the driver.
unsafe extern "system" fn on_message(
    severity: vk::DebugUtilsMessageSeverityFlagsEXT,
    _kind: vk::DebugUtilsMessageTypeFlagsEXT,
    data: *const vk::DebugUtilsMessengerCallbackDataEXT<'_>,
    messages: *mut c_void,
) -> vk::Bool32 {
    // SAFETY: the layer passes valid data with null-terminated strings, and the pointer that `create` gave it.
    let (data, messages) = unsafe { (&*data, &*messages.cast::<Messages>()) };
    let text = |pointer: *const std::ffi::c_char| {
        if pointer.is_null() {
            return String::new();
        }
        // SAFETY: as above.
        unsafe { CStr::from_ptr(pointer) }
            .to_string_lossy()
            .into_owned()
    };
    let (id, text) = (text(data.p_message_id_name), text(data.p_message));
    let false_alarm = FALSE_ALARMS
        .iter()
        .any(|(rule, part)| id == *rule && text.contains(part));
    let error = severity.contains(vk::DebugUtilsMessageSeverityFlagsEXT::ERROR) && !false_alarm;
    let message = Message { error, id, text };
    messages
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(message);
    vk::Bool32::from(error)
}
