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
