//! Creates a compute pipeline with `ash`, filtering its module for what was enabled on the device:
//!
//! ```text
//! cargo run -p sos-core --features vulkan-loader --example pipeline -- corpus/shaders/programs/half_blur.comp.spv
//! ```
//!
//! An engine calls the filter where it called `vkCreateShaderModule` before. It needs a target, created once from the
//! `VkDeviceCreateInfo` that created the device, and a scratch per thread.

use std::error::Error;

use ash::{vk, Device, Entry, Instance};
use sos_core::target::vulkan::PhysicalDevice;
use sos_core::{filter, words, Module, Options, Outcome, Scratch, Target};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[allow(dead_code)] // Unused where a test includes this file.
fn main() -> Result<()> {
    let path = std::env::args()
        .nth(1)
        .ok_or("usage: pipeline MODULE.spv")?;
    println!("{}", create(&path)?);
    Ok(())
}

/// Creates a pipeline from a module whose descriptors are storage buffers in set 0. Returns a description of what was done.
pub fn create(path: &str) -> Result<String> {
    // SAFETY: no other code loads or unloads Vulkan.
    let entry = unsafe { Entry::load() }?;
    let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
    let info = vk::InstanceCreateInfo::default().application_info(&application);
    // SAFETY: the create info is valid, and the instance is destroyed below.
    let instance = unsafe { entry.create_instance(&info, None) }?;
    // SAFETY: the instance is live.
    let physical_devices = unsafe { instance.enumerate_physical_devices() }?;
    let physical_device = *physical_devices.first().ok_or("no device")?;
    let (device, target) = create_device(&entry, &instance, physical_device)?;
    let result = create_pipeline(&device, &target, path);
    // SAFETY: everything created from them is destroyed.
    unsafe {
        device.destroy_device(None);
        instance.destroy_instance(None);
    }
    result
}

/// Enables all supported features of Vulkan 1.0 to 1.3. The target contains the enabled ones.
fn create_device(
    entry: &Entry,
    instance: &Instance,
    physical_device: vk::PhysicalDevice,
) -> Result<(Device, Target)> {
    // SAFETY: the instance is live.
    let version = unsafe { instance.get_physical_device_properties(physical_device) }.api_version;
    let mut vulkan_1_1 = vk::PhysicalDeviceVulkan11Features::default();
    let mut vulkan_1_2 = vk::PhysicalDeviceVulkan12Features::default();
    let mut vulkan_1_3 = vk::PhysicalDeviceVulkan13Features::default();
    let mut features = vk::PhysicalDeviceFeatures2::default();
    if version >= vk::API_VERSION_1_2 {
        features = features
            .push_next(&mut vulkan_1_1)
            .push_next(&mut vulkan_1_2);
    }
    if version >= vk::API_VERSION_1_3 {
        features = features.push_next(&mut vulkan_1_3);
    }
    // SAFETY: the instance is live, and the chain consists of feature structures.
    unsafe { instance.get_physical_device_features2(physical_device, &mut features) };
    // It costs speed, and not every device supports it together with update-after-bind descriptors.
    features.features.robust_buffer_access = vk::FALSE;
    let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&[1.0])];
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .push_next(&mut features);
    // SAFETY: the create info is valid, and the device is destroyed by the caller.
    let device = unsafe { instance.create_device(physical_device, &info, None) }?;
    let asked = PhysicalDevice {
        get_instance_proc_addr: entry.static_fn().get_instance_proc_addr,
        instance: instance.handle(),
        physical_device,
        instance_version: vk::API_VERSION_1_3,
    };
    // SAFETY: the handles belong together, and the create info is the one that created the device.
    let target = unsafe { Target::from_enabled(&asked, &info) }?;
    Ok((device, target))
}

fn create_pipeline(device: &Device, target: &Target, path: &str) -> Result<String> {
    let bytes = std::fs::read(path)?;
    let read = words::from_bytes(&bytes)?;
    let (options, mut scratch) = (Options::default(), Scratch::default());
    let module = Module::scan(&read, &options.limits)?;
    let (words, how) = match filter(&module, target, &options, &mut scratch)? {
        Outcome::Unchanged(words) => (words.to_vec(), "unchanged"),
        Outcome::Rewritten(words) => (words.to_vec(), "rewritten"),
        Outcome::Unsupported => {
            let report = scratch.report(&module, target, &options);
            return Err(format!("{}: {:#?}", report.target, report.unsupported).into());
        }
    };
    // What the pipeline needs besides the words.
    let subgroup_size = scratch.required_subgroup_size(target);

    let bindings: Vec<_> = (0..8)
        .map(|binding| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        })
        .collect();
    let set_info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
    let code = vk::ShaderModuleCreateInfo::default().code(&words);
    let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default()
        .required_subgroup_size(subgroup_size.unwrap_or(0));
    // SAFETY: the device is live, every create info is valid (the words are valid for this device if those of the file are),
    // and everything created is destroyed here.
    unsafe {
        let set = device.create_descriptor_set_layout(&set_info, None)?;
        let sets = [set];
        let layout_info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets);
        let layout = device.create_pipeline_layout(&layout_info, None)?;
        let shader = device.create_shader_module(&code, None)?;
        let mut stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(shader)
            .name(c"main");
        if subgroup_size.is_some() {
            stage = stage.push_next(&mut size);
        }
        let info = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(layout);
        let made = device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None);
        let pipelines = made.map_err(|(_, error)| error)?;
        for pipeline in pipelines {
            device.destroy_pipeline(pipeline, None);
        }
        device.destroy_shader_module(shader, None);
        device.destroy_pipeline_layout(layout, None);
        device.destroy_descriptor_set_layout(set, None);
    }
    Ok(format!("{how}: {} words, now {}", read.len(), words.len()))
}
