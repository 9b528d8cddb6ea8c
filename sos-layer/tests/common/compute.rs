//! Compute pipelines whose modules use nothing but storage buffers of the first set.
#![allow(dead_code)]

use super::Opened;
use ash::vk;
use sos_core::tables::{decoration, execution_model, op, storage_class};
use sos_core::Target;
use std::ffi::CStr;
use std::path::PathBuf;

/// The number of bindings in the layout.
const BINDINGS: u32 = 8;

/// The instructions of a module: opcode and operands.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, &[u32])> {
    let mut rest = words.get(5..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let length = (first >> 16) as usize;
        let (inst, after) = rest.split_at_checked(length.max(1))?;
        rest = after;
        Some((first as u16, &inst[1..]))
    })
}

/// Whether a module has one entry point, `main` for compute, whose resources are storage buffers with bindings below eight.
fn is_simple(words: &[u32]) -> bool {
    let mut entries = 0;
    for (opcode, operands) in instructions(words) {
        let fits = match (opcode, operands) {
            (op::OpEntryPoint, [model, _, name, end, ..]) => {
                entries += 1;
                let is_main = [*name, *end] == [u32::from_le_bytes(*b"main"), 0];
                *model == execution_model::GLCompute && is_main
            }
            (op::OpDecorate, [_, decoration::Binding, binding]) => *binding < BINDINGS,
            (op::OpDecorate, [_, decoration::DescriptorSet, set]) => *set == 0,
            (op::OpDecorate, [_, decoration::SpecId, ..]) => false,
            (op::OpDecorate, [_, decoration::BufferBlock, ..]) => false,
            (op::OpVariable, [_, _, class, ..]) => !matches!(
                *class,
                storage_class::Uniform
                    | storage_class::UniformConstant
                    | storage_class::PushConstant
            ),
            (op::OpSpecConstant | op::OpSpecConstantTrue | op::OpSpecConstantFalse, _) => false,
            _ => true,
        };
        if !fits {
            return false;
        }
    }
    entries == 1
}

/// All simple modules of the corpus, with their names.
pub fn simple_modules() -> Vec<(String, Vec<u32>)> {
    let corpus = sos_tests::paths::corpus().join("shaders");
    let paths: Vec<PathBuf> = sos_tests::corpus::modules(&corpus);
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).ok()?;
        let words = sos_core::words::from_bytes(&bytes).ok()?;
        let name = path.strip_prefix(&corpus).ok()?.display().to_string();
        is_simple(&words).then_some((name, words))
    };
    paths.into_iter().filter_map(read).collect()
}

/// A device with features enabled, and a layout.
pub struct Compute {
    pub device: ash::Device,
    /// What the program has enabled.
    pub enabled: Target,
    set: vk::DescriptorSetLayout,
    pub layout: vk::PipelineLayout,
}

impl Compute {
    /// Enables the features of Vulkan 1.0 to 1.3, as far as the program is told of them.
    pub fn new(driver: &Opened) -> Self {
        Self::with(driver, true)
    }

    /// Enables them all, or none.
    pub fn with(driver: &Opened, all: bool) -> Self {
        let mut eleven = vk::PhysicalDeviceVulkan11Features::default();
        let mut twelve = vk::PhysicalDeviceVulkan12Features::default();
        let mut thirteen = vk::PhysicalDeviceVulkan13Features::default();
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut eleven)
            .push_next(&mut twelve)
            .push_next(&mut thirteen);
        // SAFETY: a live instance, and valid infos.
        unsafe {
            driver
                .instance
                .get_physical_device_features2(driver.physical, &mut features);
            features.features.robust_buffer_access = vk::FALSE;
            let priorities = [1.0];
            let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
            let mut info = vk::DeviceCreateInfo::default().queue_create_infos(&queues);
            if all {
                info = info.push_next(&mut features);
            }
            let query = driver.query(vk::API_VERSION_1_3);
            let enabled = Target::from_enabled(&query, &info).expect("a target");
            let device = driver.instance.create_device(driver.physical, &info, None);
            let device = device.expect("a device");
            let bindings: Vec<_> = (0..BINDINGS)
                .map(|binding| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(binding)
                        .descriptor_count(4)
                        .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                        .stage_flags(vk::ShaderStageFlags::COMPUTE)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            let set = device
                .create_descriptor_set_layout(&info, None)
                .expect("a layout");
            let sets = [set];
            let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets);
            let layout = device
                .create_pipeline_layout(&info, None)
                .expect("a layout");
            Self {
                device,
                enabled,
                set,
                layout,
            }
        }
    }

    /// Creates a module.
    pub fn module(&self, words: &[u32]) -> Result<vk::ShaderModule, vk::Result> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: a valid info.
        unsafe { self.device.create_shader_module(&info, None) }
    }

    /// Creates a pipeline of a module.
    pub fn pipeline(&self, module: vk::ShaderModule) -> Result<vk::Pipeline, vk::Result> {
        let name: &CStr = c"main";
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(name);
        self.pipeline_of(stage)
    }

    /// Creates a pipeline of a stage.
    pub fn pipeline_of(
        &self,
        stage: vk::PipelineShaderStageCreateInfo<'_>,
    ) -> Result<vk::Pipeline, vk::Result> {
        let info = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(self.layout);
        // SAFETY: a valid info.
        let made = unsafe {
            self.device
                .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
        };
        match made {
            Ok(made) => Ok(made[0]),
            Err((_, error)) => Err(error),
        }
    }

    /// Dispatches workgroups of a pipeline once, with a buffer of so many words, all zero, at the first binding, and returns these.
    pub fn run(
        &self,
        driver: &Opened,
        pipeline: vk::Pipeline,
        groups: u32,
        words: usize,
    ) -> Vec<u32> {
        let (device, point) = (&self.device, vk::PipelineBindPoint::COMPUTE);
        let bytes = (words * size_of::<u32>()) as u64;
        // SAFETY: valid infos, live handles, and so many words are mapped.
        unsafe {
            let info = vk::BufferCreateInfo::default()
                .size(bytes)
                .usage(vk::BufferUsageFlags::STORAGE_BUFFER);
            let buffer = device.create_buffer(&info, None).expect("a buffer");
            let needs = device.get_buffer_memory_requirements(buffer);
            let wanted =
                vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let types = driver
                .instance
                .get_physical_device_memory_properties(driver.physical);
            let fits = |at: &u32| {
                let flags = types.memory_types[*at as usize].property_flags;
                needs.memory_type_bits >> at & 1 != 0 && flags.contains(wanted)
            };
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index((0..types.memory_type_count).find(fits).expect("a type"));
            let memory = device.allocate_memory(&info, None).expect("memory");
            device.bind_buffer_memory(buffer, memory, 0).expect("bound");

            let mapped = device.map_memory(memory, 0, bytes, vk::MemoryMapFlags::empty());
            let mapped: *mut u32 = mapped.expect("mapped").cast();
            mapped.write_bytes(0, words);

            let sizes = [vk::DescriptorPoolSize::default()
                .ty(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(4 * BINDINGS)];
            let info = vk::DescriptorPoolCreateInfo::default()
                .max_sets(1)
                .pool_sizes(&sizes);
            let sets = device.create_descriptor_pool(&info, None).expect("a pool");
            let layouts = [self.set];
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(sets)
                .set_layouts(&layouts);
            let set = device.allocate_descriptor_sets(&info).expect("a set");
            // The layout has arrays of four.
            let bound = [vk::DescriptorBufferInfo::default()
                .buffer(buffer)
                .range(vk::WHOLE_SIZE); 4];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set[0])
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&bound);
            device.update_descriptor_sets(&[write], &[]);

            let info = vk::CommandPoolCreateInfo::default();
            let pool = device.create_command_pool(&info, None).expect("a pool");
            let info = vk::CommandBufferAllocateInfo::default()
                .command_pool(pool)
                .command_buffer_count(1);
            let commands = device.allocate_command_buffers(&info).expect("commands");
            let begin = vk::CommandBufferBeginInfo::default();
            device
                .begin_command_buffer(commands[0], &begin)
                .expect("begun");
            device.cmd_bind_pipeline(commands[0], point, pipeline);
            device.cmd_bind_descriptor_sets(commands[0], point, self.layout, 0, &set, &[]);
            device.cmd_dispatch(commands[0], groups, 1, 1);
            device.end_command_buffer(commands[0]).expect("ended");
            let queue = device.get_device_queue(0, 0);
            let info = vk::SubmitInfo::default().command_buffers(&commands);
            device
                .queue_submit(queue, &[info], vk::Fence::null())
                .expect("submitted");
            device.queue_wait_idle(queue).expect("done");

            let made = std::slice::from_raw_parts(mapped, words).to_vec();
            device.destroy_command_pool(pool, None);
            device.destroy_descriptor_pool(sets, None);
            device.destroy_buffer(buffer, None);
            device.free_memory(memory, None);
            made
        }
    }

    /// Creates a module and a pipeline, and destroys both.
    pub fn create(&self, words: &[u32]) -> Result<(), vk::Result> {
        let module = self.module(words)?;
        let pipeline = self.pipeline(module);
        // SAFETY: nothing uses them.
        unsafe {
            self.device.destroy_shader_module(module, None);
            if let Ok(pipeline) = pipeline {
                self.device.destroy_pipeline(pipeline, None);
            }
        }
        pipeline.map(drop)
    }
}

impl Drop for Compute {
    fn drop(&mut self) {
        // SAFETY: nothing uses them.
        unsafe {
            self.device.destroy_pipeline_layout(self.layout, None);
            self.device.destroy_descriptor_set_layout(self.set, None);
            self.device.destroy_device(None);
        }
    }
}
