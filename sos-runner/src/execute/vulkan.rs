//! The Vulkan side of the worker process: one device, which runs one job after another.
//!
//! Every job creates the objects that it needs, in a `Scope` that destroys them. When the validation layer reports an error,
//! the offending call fails before it reaches the driver.

mod addresses;
mod descriptors;
mod draw;
mod features;
mod images;
mod instance;
mod memory;
mod pipeline;
mod scope;
mod work;

use anyhow::{Context as _, Result};
use ash::vk;
use sos_core::target::feature;
use sos_core::Target;

use crate::execute::job::{DeviceInfo, Job, Message, Output, Setup, Work};
use instance::Instance;
use scope::Scope;

/// A component that is not installed, and its package: the context of an error of [`Gpu::open`].
#[derive(Clone, Copy, Debug)]
pub struct Missing(&'static str);

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// A Vulkan device with one queue.
pub struct Gpu {
    // Fields are dropped in this order: the device must precede the instance.
    device: Device,
    instance: Instance,
    info: DeviceInfo,
}

/// The device, with its queue and memory types.
struct Device {
    handle: ash::Device,
    queue: vk::Queue,
    queue_family: u32,
    memory: vk::PhysicalDeviceMemoryProperties,
    /// Whether `bufferDeviceAddress` is enabled.
    addresses: bool,
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: every child of the device lives in a scope that ended.
        unsafe { self.handle.destroy_device(None) };
    }
}

impl Gpu {
    /// Opens a physical device of the driver that the loader is configured for.
    ///
    /// # Errors
    /// If there is none, if it is older than Vulkan 1.2, or if the validation layer is missing or reports an error.
    pub fn open(setup: &Setup) -> Result<Self> {
        let instance = Instance::create(setup.validation)?;
        let physical = instance.physical_device(setup.device)?;
        let mut features = features::Features::select(&instance.handle, physical, &setup.enable)?;
        let device = Device::create(&instance, physical, &mut features);
        // A message of the layer is more specific than the error of the call that the layer stopped.
        instance.check()?;
        let (device, target) = device?;
        let info = DeviceInfo {
            profile: target.to_profile_json(),
            validation: instance.validation_version(),
            ..features::describe(&instance.handle, physical, features.extensions())
        };
        Ok(Self {
            device,
            instance,
            info,
        })
    }

    /// The opened device.
    pub fn info(&self) -> DeviceInfo {
        self.info.clone()
    }

    /// The messages of the validation layer since the last call.
    pub fn take_messages(&self) -> Vec<Message> {
        self.instance.take_messages()
    }

    /// Runs a job.
    ///
    /// # Errors
    /// The Vulkan call that failed. Messages of the validation layer are in [`take_messages`](Self::take_messages).
    pub fn run(&self, job: &Job) -> Result<Output> {
        let scope = Scope::new(&self.device);
        if job.work == Work::Modules {
            job.stages
                .iter()
                .try_for_each(|stage| pipeline::module(&scope, stage).map(drop))?;
            return Ok(Output::default());
        }
        let layouts = descriptors::layouts(&scope, &job.buffers)?;
        let pipeline = pipeline::create(&scope, job, &layouts)?;
        // Drivers without hardware cannot allocate memory, so resources are created only for pipelines that are executed.
        let bind = || descriptors::bind(&scope, job, &layouts);
        match job.work {
            Work::Modules | Work::Create => Ok(Output::default()),
            Work::Dispatch { groups } => {
                let bound = bind()?;
                work::dispatch(&scope, &pipeline, &bound, job, groups)?.read(&bound, None)
            }
            Work::Draw { vertices, .. } => {
                let bound = bind()?;
                let pass = pipeline
                    .pass
                    .context("a draw needs a vertex and a fragment stage")?;
                let target = draw::Target::create(&scope, pass, job)?;
                let drawing = work::Drawing {
                    pass,
                    target: &target,
                    vertices,
                };
                work::draw(&scope, &pipeline, &bound, job, drawing)?.read(&bound, Some(&target))
            }
        }
    }
}

impl Device {
    fn create(
        instance: &Instance,
        physical: vk::PhysicalDevice,
        features: &mut features::Features,
    ) -> Result<(Self, Target)> {
        let asked = instance.for_filter(physical);
        let instance = &instance.handle;
        // SAFETY: the handles are valid, and everything that the create info points to outlives the call.
        unsafe {
            let families = instance.get_physical_device_queue_family_properties(physical);
            let both = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
            let family = families
                .iter()
                .position(|family| family.queue_flags.contains(both));
            let queue_family =
                u32::try_from(family.context("no queue family for graphics and compute")?)?;
            let queues = [vk::DeviceQueueCreateInfo::default()
                .queue_family_index(queue_family)
                .queue_priorities(&[1.0])];
            let names = features.extension_names();
            let mut info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(&names);
            info.p_next = features.chain();
            let handle = instance
                .create_device(physical, &info, None)
                .context("vkCreateDevice")?;
            let queue = handle.get_device_queue(queue_family, 0);
            let memory = instance.get_physical_device_memory_properties(physical);
            let target = Target::from_enabled(&asked, &info)?;
            let device = Self {
                handle,
                queue,
                queue_family,
                memory,
                addresses: target.has_feature(
                    feature::VkPhysicalDeviceBufferDeviceAddressFeatures_bufferDeviceAddress,
                ),
            };
            Ok((device, target))
        }
    }
}
