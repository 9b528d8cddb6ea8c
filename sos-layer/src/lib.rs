//! `VK_LAYER_SOS_filter`: a Vulkan layer that gives programs what the filter makes up for. `docs/layer.md` is its manual.
//!
//! Programs look at a device's features before they load a shader. The layer reports what the device offers together with SOS
//! ([`Target::extended`](sos_core::Target::extended)), takes what the driver lacks out of what the program asks for, and filters every
//! stage of every pipeline for what is then enabled:
//!
//! ```text
//! program ──vkGetPhysicalDeviceFeatures2──▶ physical: the driver's answer, and what SOS adds
//!         ──vkCreateDevice───────────────▶ device: without what SOS adds
//!         ──vkCreateShaderModule─────────▶ shaders: scanned; hidden from the driver unless it takes it
//!         ──vkCreate…Pipelines───────────▶ pipelines: each stage by `filter`, which keeps results
//!         ──vkCreateBuffer, descriptors──▶ buffers: rounded up to what lowered accesses reach
//!         ──vkCmdDraw…───────────────────▶ draws: their base vertices and instances as hidden inputs
//! ```
//!
//! # Safety
//! The functions that programs call are unsafe without further words: they are called as Vulkan's valid usage says, which the loader, and
//! the program above it, are responsible for. What they do not trust is the content of shaders.
#![allow(non_snake_case)]
#![allow(clippy::missing_safety_doc)]

mod arrays;
mod buffers;
mod cache;
mod chain;
mod device;
mod draws;
mod exit;
mod filter;
mod folder;
mod instance;
mod loader;
mod log;
mod manifest;
mod next;
mod opening;
mod physical;
mod pipelines;
mod reported;
mod said;
mod settings;
mod shaders;
mod stages;
mod tools;

use ash::vk;
use device::Device;
use instance::Instance;
use loader::{write_text, NegotiateLayerInterface};
use std::ffi::{c_char, CStr};

pub use log::Level;
pub use manifest::{manifest, Installed};
pub use physical::all_extensions;
pub use settings::{Kind, Row, LAYER, ROWS};

/// The interface between loader and layers that this one speaks.
const INTERFACE: u32 = 2;

/// The layer's function of this name, if it is one of these.
macro_rules! by_name {
    ($name:expr, { $($text:literal => $function:path as $ty:ident,)* }) => {
        $( if $name == $text {
            let function: vk::$ty = $function;
            // SAFETY: callers look functions up by names, and call them as those of that name.
            return Some(unsafe { std::mem::transmute::<vk::$ty, unsafe extern "system" fn()>(function) });
        } )*
    };
}

fn of_instances(name: &CStr) -> vk::PFN_vkVoidFunction {
    by_name!(name, {
        c"vkGetInstanceProcAddr" => get_instance_proc_addr as PFN_vkGetInstanceProcAddr,
        c"vkCreateInstance" => instance::create_instance as PFN_vkCreateInstance,
        c"vkDestroyInstance" => instance::destroy_instance as PFN_vkDestroyInstance,
        c"vkCreateDevice" => instance::create_device as PFN_vkCreateDevice,
        c"vkEnumerateDeviceExtensionProperties" => physical::enumerate_extensions as PFN_vkEnumerateDeviceExtensionProperties,
        c"vkEnumerateInstanceLayerProperties" => enumerate_instance_layers as PFN_vkEnumerateInstanceLayerProperties,
        c"vkEnumerateInstanceExtensionProperties" => enumerate_instance_extensions as PFN_vkEnumerateInstanceExtensionProperties,
        c"vkEnumerateDeviceLayerProperties" => enumerate_device_layers as PFN_vkEnumerateDeviceLayerProperties,
    });
    None
}

fn of_physical_devices(name: &CStr) -> vk::PFN_vkVoidFunction {
    by_name!(name, {
        c"vkGetPhysicalDeviceFeatures" => physical::get_features as PFN_vkGetPhysicalDeviceFeatures,
        c"vkGetPhysicalDeviceFeatures2" => physical::get_features2 as PFN_vkGetPhysicalDeviceFeatures2,
        c"vkGetPhysicalDeviceFeatures2KHR" => physical::get_features2 as PFN_vkGetPhysicalDeviceFeatures2,
        c"vkGetPhysicalDeviceProperties" => physical::get_properties as PFN_vkGetPhysicalDeviceProperties,
        c"vkGetPhysicalDeviceProperties2" => physical::get_properties2 as PFN_vkGetPhysicalDeviceProperties2,
        c"vkGetPhysicalDeviceProperties2KHR" => physical::get_properties2 as PFN_vkGetPhysicalDeviceProperties2,
        c"vkGetPhysicalDeviceToolProperties" => tools::get_tools as PFN_vkGetPhysicalDeviceToolProperties,
        c"vkGetPhysicalDeviceToolPropertiesEXT" => tools::get_tools as PFN_vkGetPhysicalDeviceToolProperties,
    });
    None
}

fn of_devices(name: &CStr) -> vk::PFN_vkVoidFunction {
    by_name!(name, {
        c"vkGetDeviceProcAddr" => get_device_proc_addr as PFN_vkGetDeviceProcAddr,
        c"vkDestroyDevice" => device::destroy_device as PFN_vkDestroyDevice,
        c"vkCreateShaderModule" => shaders::create_shader_module as PFN_vkCreateShaderModule,
        c"vkDestroyShaderModule" => shaders::destroy_shader_module as PFN_vkDestroyShaderModule,
        c"vkSetDebugUtilsObjectNameEXT" => shaders::set_name as PFN_vkSetDebugUtilsObjectNameEXT,
        c"vkGetShaderModuleIdentifierEXT" => shaders::get_module_identifier as PFN_vkGetShaderModuleIdentifierEXT,
        c"vkGetShaderModuleCreateInfoIdentifierEXT" => shaders::get_info_identifier as PFN_vkGetShaderModuleCreateInfoIdentifierEXT,
        c"vkCreateComputePipelines" => pipelines::create_compute as PFN_vkCreateComputePipelines,
        c"vkCreateGraphicsPipelines" => pipelines::create_graphics as PFN_vkCreateGraphicsPipelines,
        c"vkCreateRayTracingPipelinesKHR" => pipelines::create_ray_tracing as PFN_vkCreateRayTracingPipelinesKHR,
        c"vkCreateRayTracingPipelinesNV" => pipelines::create_ray_tracing_nv as PFN_vkCreateRayTracingPipelinesNV,
        c"vkDestroyDeferredOperationKHR" => pipelines::destroy_deferred as PFN_vkDestroyDeferredOperationKHR,
        c"vkCreateShadersEXT" => pipelines::create_shaders as PFN_vkCreateShadersEXT,
    });
    if name == c"vkGetPipelineKeyKHR" {
        let function: pipelines::GetPipelineKey = pipelines::get_pipeline_key;
        // SAFETY: as in the macro.
        let function = unsafe {
            std::mem::transmute::<pipelines::GetPipelineKey, unsafe extern "system" fn()>(function)
        };
        return Some(function);
    }
    None
}

/// Those that matter only where buffers are rounded up.
fn of_buffers(name: &CStr) -> vk::PFN_vkVoidFunction {
    by_name!(name, {
        c"vkCreateBuffer" => buffers::create_buffer as PFN_vkCreateBuffer,
        c"vkDestroyBuffer" => buffers::destroy_buffer as PFN_vkDestroyBuffer,
        c"vkCmdFillBuffer" => buffers::fill_buffer as PFN_vkCmdFillBuffer,
        c"vkGetDeviceBufferMemoryRequirements" => buffers::get_buffer_requirements as PFN_vkGetDeviceBufferMemoryRequirements,
        c"vkGetDeviceBufferMemoryRequirementsKHR" => buffers::get_buffer_requirements as PFN_vkGetDeviceBufferMemoryRequirements,
        c"vkUpdateDescriptorSets" => buffers::update_descriptors as PFN_vkUpdateDescriptorSets,
        c"vkCmdPushDescriptorSetKHR" => buffers::push_descriptors as PFN_vkCmdPushDescriptorSetKHR,
        c"vkCmdPushDescriptorSet" => buffers::push_descriptors as PFN_vkCmdPushDescriptorSetKHR,
        c"vkCmdPushDescriptorSet2KHR" => buffers::push_descriptors2 as PFN_vkCmdPushDescriptorSet2KHR,
        c"vkCmdPushDescriptorSet2" => buffers::push_descriptors2 as PFN_vkCmdPushDescriptorSet2KHR,
        c"vkCreateDescriptorUpdateTemplate" => buffers::create_template as PFN_vkCreateDescriptorUpdateTemplate,
        c"vkCreateDescriptorUpdateTemplateKHR" => buffers::create_template as PFN_vkCreateDescriptorUpdateTemplate,
        c"vkDestroyDescriptorUpdateTemplate" => buffers::destroy_template as PFN_vkDestroyDescriptorUpdateTemplate,
        c"vkDestroyDescriptorUpdateTemplateKHR" => buffers::destroy_template as PFN_vkDestroyDescriptorUpdateTemplate,
        c"vkUpdateDescriptorSetWithTemplate" => buffers::update_by_template as PFN_vkUpdateDescriptorSetWithTemplate,
        c"vkUpdateDescriptorSetWithTemplateKHR" => buffers::update_by_template as PFN_vkUpdateDescriptorSetWithTemplate,
        c"vkCmdPushDescriptorSetWithTemplateKHR" => buffers::push_by_template as PFN_vkCmdPushDescriptorSetWithTemplateKHR,
        c"vkCmdPushDescriptorSetWithTemplate" => buffers::push_by_template as PFN_vkCmdPushDescriptorSetWithTemplateKHR,
        c"vkCmdPushDescriptorSetWithTemplate2KHR" => buffers::push_by_template2 as PFN_vkCmdPushDescriptorSetWithTemplate2KHR,
        c"vkCmdPushDescriptorSetWithTemplate2" => buffers::push_by_template2 as PFN_vkCmdPushDescriptorSetWithTemplate2KHR,
        c"vkGetDescriptorEXT" => buffers::get_descriptor as PFN_vkGetDescriptorEXT,
    });
    None
}

/// Those that matter only where draws have hidden inputs.
fn of_draws(name: &CStr) -> vk::PFN_vkVoidFunction {
    use draws::{barriers, calls, pools};
    by_name!(name, {
        c"vkCreateBuffer" => buffers::create_buffer as PFN_vkCreateBuffer,
        c"vkGetDeviceBufferMemoryRequirements" => buffers::get_buffer_requirements as PFN_vkGetDeviceBufferMemoryRequirements,
        c"vkGetDeviceBufferMemoryRequirementsKHR" => buffers::get_buffer_requirements as PFN_vkGetDeviceBufferMemoryRequirements,
        c"vkDestroyPipeline" => draws::destroy_pipeline as PFN_vkDestroyPipeline,
        c"vkCreateCommandPool" => pools::create_pool as PFN_vkCreateCommandPool,
        c"vkResetCommandPool" => pools::reset_pool as PFN_vkResetCommandPool,
        c"vkDestroyCommandPool" => pools::destroy_pool as PFN_vkDestroyCommandPool,
        c"vkAllocateCommandBuffers" => pools::allocate as PFN_vkAllocateCommandBuffers,
        c"vkFreeCommandBuffers" => pools::free as PFN_vkFreeCommandBuffers,
        c"vkBeginCommandBuffer" => pools::begin as PFN_vkBeginCommandBuffer,
        c"vkEndCommandBuffer" => pools::end as PFN_vkEndCommandBuffer,
        c"vkResetCommandBuffer" => pools::reset as PFN_vkResetCommandBuffer,
        c"vkCmdExecuteCommands" => calls::execute as PFN_vkCmdExecuteCommands,
        c"vkCmdBindPipeline" => calls::bind_pipeline as PFN_vkCmdBindPipeline,
        c"vkCmdBindShadersEXT" => calls::bind_shaders as PFN_vkCmdBindShadersEXT,
        c"vkCmdBindVertexBuffers" => calls::bind_vertex_buffers as PFN_vkCmdBindVertexBuffers,
        c"vkCmdBindVertexBuffers2" => calls::bind_vertex_buffers2 as PFN_vkCmdBindVertexBuffers2,
        c"vkCmdBindVertexBuffers2EXT" => calls::bind_vertex_buffers2 as PFN_vkCmdBindVertexBuffers2,
        c"vkCmdSetVertexInputEXT" => calls::set_vertex_input as PFN_vkCmdSetVertexInputEXT,
        c"vkCmdDraw" => calls::draw_direct as PFN_vkCmdDraw,
        c"vkCmdDrawIndexed" => calls::draw_indexed as PFN_vkCmdDrawIndexed,
        c"vkCmdDrawIndirect" => calls::draw_indirect as PFN_vkCmdDrawIndirect,
        c"vkCmdDrawIndexedIndirect" => calls::draw_indexed_indirect as PFN_vkCmdDrawIndexedIndirect,
        c"vkCmdDrawMultiEXT" => calls::draw_multi as PFN_vkCmdDrawMultiEXT,
        c"vkCmdDrawMultiIndexedEXT" => calls::draw_multi_indexed as PFN_vkCmdDrawMultiIndexedEXT,
        c"vkCmdDrawIndirectByteCountEXT" => calls::draw_byte_count as PFN_vkCmdDrawIndirectByteCountEXT,
        c"vkCmdPipelineBarrier" => barriers::barrier as PFN_vkCmdPipelineBarrier,
        c"vkCmdPipelineBarrier2" => barriers::barrier2 as PFN_vkCmdPipelineBarrier2,
        c"vkCmdPipelineBarrier2KHR" => barriers::barrier2 as PFN_vkCmdPipelineBarrier2,
        c"vkCmdSetEvent" => barriers::set_event as PFN_vkCmdSetEvent,
        c"vkCmdSetEvent2" => barriers::set_event2 as PFN_vkCmdSetEvent2,
        c"vkCmdSetEvent2KHR" => barriers::set_event2 as PFN_vkCmdSetEvent2,
        c"vkCmdWaitEvents" => barriers::wait_events as PFN_vkCmdWaitEvents,
        c"vkCmdWaitEvents2" => barriers::wait_events2 as PFN_vkCmdWaitEvents2,
        c"vkCmdWaitEvents2KHR" => barriers::wait_events2 as PFN_vkCmdWaitEvents2,
        c"vkCreateRenderPass" => barriers::create_render_pass as PFN_vkCreateRenderPass,
        c"vkCreateRenderPass2" => barriers::create_render_pass2 as PFN_vkCreateRenderPass2,
        c"vkCreateRenderPass2KHR" => barriers::create_render_pass2 as PFN_vkCreateRenderPass2,
    });
    None
}

/// `vkGetInstanceProcAddr`
pub unsafe extern "system" fn get_instance_proc_addr(
    handle: vk::Instance,
    name: *const c_char,
) -> vk::PFN_vkVoidFunction {
    let name = CStr::from_ptr(name);
    if let Some(found) = of_instances(name) {
        return Some(found);
    }
    if handle == vk::Instance::null() {
        return None;
    }
    // Nothing where the driver has nothing.
    let next = Instance::of(handle)?.next_by_name(name)?;
    let own = of_physical_devices(name).or_else(|| of_devices(name));
    let own = own.or_else(|| of_buffers(name));
    own.or_else(|| of_draws(name)).or(Some(next))
}

/// `vkGetDeviceProcAddr`
pub unsafe extern "system" fn get_device_proc_addr(
    handle: vk::Device,
    name: *const c_char,
) -> vk::PFN_vkVoidFunction {
    let Some(device) = Device::of(handle) else {
        let own = [c"vkGetDeviceProcAddr", c"vkDestroyDevice"].contains(&CStr::from_ptr(name));
        let own = own.then(|| of_devices(CStr::from_ptr(name))).flatten();
        return own.or_else(|| device::plain(handle)?(handle, name));
    };
    let name = CStr::from_ptr(name);
    let next = device.next_by_name(name)?;
    let buffers = || device.rounds_buffers.then(|| of_buffers(name)).flatten();
    let draws = || device.draws.is_some().then(|| of_draws(name)).flatten();
    let own = of_devices(name).or_else(buffers);
    own.or_else(draws).or(Some(next))
}

/// `vkNegotiateLoaderLayerInterfaceVersion`: where the loader begins.
pub unsafe extern "system" fn negotiate(interface: *mut NegotiateLayerInterface) -> vk::Result {
    if interface.is_null() || (*interface).version < INTERFACE {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    }
    (*interface).version = INTERFACE;
    (*interface).get_instance_proc_addr = Some(get_instance_proc_addr);
    (*interface).get_device_proc_addr = Some(get_device_proc_addr);
    (*interface).get_physical_device_proc_addr = None;
    vk::Result::SUCCESS
}

// ---- What Android's loader asks a library for, which has no manifest ------------------------------------------------

fn layer_properties() -> vk::LayerProperties {
    let mut made = vk::LayerProperties {
        spec_version: vk::make_api_version(0, 1, 4, 0),
        implementation_version: 1,
        ..Default::default()
    };
    write_text(&mut made.layer_name, LAYER);
    write_text(&mut made.description, settings::DESCRIPTION);
    made
}

/// `vkEnumerateInstanceLayerProperties`
pub unsafe extern "system" fn enumerate_instance_layers(
    count: *mut u32,
    out: *mut vk::LayerProperties,
) -> vk::Result {
    physical::fill(&[layer_properties()], count, out)
}

/// `vkEnumerateDeviceLayerProperties`
pub unsafe extern "system" fn enumerate_device_layers(
    _: vk::PhysicalDevice,
    count: *mut u32,
    out: *mut vk::LayerProperties,
) -> vk::Result {
    physical::fill(&[layer_properties()], count, out)
}

/// `vkEnumerateInstanceExtensionProperties`
pub unsafe extern "system" fn enumerate_instance_extensions(
    layer: *const c_char,
    count: *mut u32,
    out: *mut vk::ExtensionProperties,
) -> vk::Result {
    let is_own = !layer.is_null() && CStr::from_ptr(layer).to_bytes() == LAYER.as_bytes();
    if !is_own {
        return vk::Result::ERROR_LAYER_NOT_PRESENT;
    }
    let settings = physical::extension_properties("VK_EXT_layer_settings", 2);
    physical::fill(&[settings], count, out)
}

// ---- What the library exports ---------------------------------------------------------------------------------------

/// The names that loaders look up in the library. Nothing here may use them: a program that is linked with the loader has functions of the
/// same names, and on ELF systems those would be taken.
mod exported {
    use super::*;

    macro_rules! exported {
        ($($name:ident = $function:ident($($argument:ident: $ty:ty),*) -> $result:ty;)*) => { $(
            #[no_mangle]
            unsafe extern "system" fn $name($($argument: $ty),*) -> $result {
                super::$function($($argument),*)
            }
        )* };
    }

    exported! {
        vkNegotiateLoaderLayerInterfaceVersion = negotiate(interface: *mut NegotiateLayerInterface) -> vk::Result;
        vkGetInstanceProcAddr = get_instance_proc_addr(handle: vk::Instance, name: *const c_char) -> vk::PFN_vkVoidFunction;
        vkGetDeviceProcAddr = get_device_proc_addr(handle: vk::Device, name: *const c_char) -> vk::PFN_vkVoidFunction;
        vkEnumerateInstanceLayerProperties = enumerate_instance_layers(count: *mut u32, out: *mut vk::LayerProperties) -> vk::Result;
        vkEnumerateDeviceLayerProperties = enumerate_device_layers(
            device: vk::PhysicalDevice, count: *mut u32, out: *mut vk::LayerProperties) -> vk::Result;
        vkEnumerateInstanceExtensionProperties = enumerate_instance_extensions(
            layer: *const c_char, count: *mut u32, out: *mut vk::ExtensionProperties) -> vk::Result;
    }
}
