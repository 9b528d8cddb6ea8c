//! A driver that does nothing but remember: the layer is called as the loader calls it, and tests see what reaches the driver.
#![allow(dead_code)]

mod loader;
pub mod queues;

pub use loader::{open, Opened};

use ash::vk::{self, Handle};
use queues::*;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_void, CStr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the driver has been given.
#[derive(Default)]
pub struct Seen {
    /// Live modules.
    pub modules: BTreeMap<u64, Vec<u32>>,
    /// Stages of created pipelines and shader objects, in order.
    pub stages: Vec<SeenStage>,
    /// Sizes of buffers.
    pub sizes: Vec<u64>,
    /// Ranges of descriptors.
    pub ranges: Vec<u64>,
    /// Masks of stages and accesses: of the first scope, of the second, accesses of the second.
    pub masks: Vec<[u64; 3]>,
    /// Usages of buffers: the member, and the structure in the chain.
    pub usages: Vec<[u64; 2]>,
    /// What draws with hidden inputs call: the numbers of bindings, and of draws.
    pub drawn: Vec<u32>,
    /// Numbers of bindings and locations that pipelines describe.
    pub described: Vec<[Vec<u32>; 2]>,
    /// Extensions of the last device.
    pub extensions: Vec<String>,
    /// A deferred operation's infos.
    deferred: Option<(usize, u32)>,
}

/// A stage as the driver got it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenStage {
    /// Words of its module.
    pub words: Vec<u32>,
    /// Whether it has values for specialization constants.
    pub specialized: bool,
    /// The types in its chain.
    pub chain: Vec<i32>,
    /// The size of subgroups that it requires.
    pub subgroup_size: Option<u32>,
}

static SEEN: Mutex<Option<Seen>> = Mutex::new(None);
static NEXT: AtomicU64 = AtomicU64::new(1);

/// What the driver has been given so far.
pub fn seen<T>(read: impl FnOnce(&mut Seen) -> T) -> T {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    read(seen.get_or_insert_with(Seen::default))
}

fn fresh() -> u64 {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A dispatchable object: its first word is the loader's.
fn object(key: usize) -> u64 {
    Box::leak(Box::new([key, 0])).as_ptr() as u64
}

/// The extensions and features that the driver has.
#[derive(Clone, Copy, Default)]
pub struct Has {
    pub extensions: &'static [&'static CStr],
    /// Whether it has storage of 8 and 16 bits.
    pub narrow_storage: bool,
    /// Sizes of subgroups: least, most.
    pub subgroup_sizes: [u32; 2],
    /// Functions that it does not have by these names.
    pub hidden: &'static [&'static CStr],
    /// Whether equal modules get the same handle.
    pub shares_modules: bool,
    /// What the program says of its version; Vulkan 1.3 for zero.
    pub program_version: u32,
    /// What happens while an operation is destroyed.
    pub during_destroy: Option<fn()>,
}

static HAS: Mutex<Has> = Mutex::new(Has {
    extensions: &[],
    narrow_storage: false,
    subgroup_sizes: [0, 0],
    hidden: &[],
    shares_modules: false,
    program_version: 0,
    during_destroy: None,
});

fn has() -> Has {
    *HAS.lock().unwrap_or_else(PoisonError::into_inner)
}

// ---- The driver's functions -----------------------------------------------------------------------------------------

unsafe extern "system" fn create_instance(
    _: *const vk::InstanceCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Instance,
) -> vk::Result {
    *made = vk::Instance::from_raw(object(fresh() as usize));
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_instance(_: vk::Instance, _: *const vk::AllocationCallbacks<'_>) {
}

unsafe extern "system" fn get_properties(
    _: vk::PhysicalDevice,
    out: *mut vk::PhysicalDeviceProperties,
) {
    *out = vk::PhysicalDeviceProperties {
        api_version: vk::API_VERSION_1_3,
        limits: vk::PhysicalDeviceLimits {
            max_compute_work_group_invocations: 128,
            max_compute_work_group_size: [128; 3],
            max_compute_shared_memory_size: 1 << 15,
            max_push_constants_size: 256,
            max_uniform_buffer_range: 1 << 16,
            max_storage_buffer_range: 1 << 30,
            min_uniform_buffer_offset_alignment: 64,
            max_vertex_input_attributes: 16,
            max_vertex_input_bindings: 16,
            ..Default::default()
        },
        ..Default::default()
    };
}

unsafe extern "system" fn get_properties2(
    device: vk::PhysicalDevice,
    out: *mut vk::PhysicalDeviceProperties2<'_>,
) {
    get_properties(device, &mut (*out).properties);
    let mut at: *mut vk::BaseOutStructure<'_> = (*out).p_next.cast();
    while !at.is_null() {
        if (*at).s_type == vk::StructureType::PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES {
            let it: *mut vk::PhysicalDeviceSubgroupSizeControlProperties<'_> = at.cast();
            [(*it).min_subgroup_size, (*it).max_subgroup_size] = has().subgroup_sizes;
            (*it).required_subgroup_size_stages = vk::ShaderStageFlags::COMPUTE;
        } else if (*at).s_type == vk::StructureType::PHYSICAL_DEVICE_SUBGROUP_PROPERTIES {
            let it: *mut vk::PhysicalDeviceSubgroupProperties<'_> = at.cast();
            (*it).subgroup_size = has().subgroup_sizes[1];
            (*it).supported_stages = vk::ShaderStageFlags::COMPUTE;
            (*it).supported_operations = vk::SubgroupFeatureFlags::BASIC;
        }
        at = (*at).p_next;
    }
}

unsafe extern "system" fn get_features(
    _: vk::PhysicalDevice,
    out: *mut vk::PhysicalDeviceFeatures,
) {
    *out = vk::PhysicalDeviceFeatures::default();
}

unsafe extern "system" fn get_features2(
    device: vk::PhysicalDevice,
    out: *mut vk::PhysicalDeviceFeatures2<'_>,
) {
    get_features(device, &mut (*out).features);
    let on = vk::Bool32::from(has().narrow_storage);
    let mut at: *mut vk::BaseOutStructure<'_> = (*out).p_next.cast();
    while !at.is_null() {
        match (*at).s_type {
            vk::StructureType::PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES => {
                let it: *mut vk::PhysicalDevice16BitStorageFeatures<'_> = at.cast();
                (*it).storage_buffer16_bit_access = on;
                (*it).uniform_and_storage_buffer16_bit_access = on;
            }
            vk::StructureType::PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES => {
                let it: *mut vk::PhysicalDeviceSubgroupSizeControlFeatures<'_> = at.cast();
                (*it).subgroup_size_control = (has().subgroup_sizes != [0, 0]).into();
            }
            vk::StructureType::PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES => {
                let it: *mut vk::PhysicalDevice8BitStorageFeatures<'_> = at.cast();
                (*it).storage_buffer8_bit_access = on;
                (*it).uniform_and_storage_buffer8_bit_access = on;
            }
            _ => {}
        }
        at = (*at).p_next;
    }
}

unsafe extern "system" fn enumerate_extensions(
    _: vk::PhysicalDevice,
    _: *const c_char,
    count: *mut u32,
    out: *mut vk::ExtensionProperties,
) -> vk::Result {
    let all = has().extensions;
    *count = all.len() as u32;
    if !out.is_null() {
        for (at, name) in all.iter().enumerate() {
            let one = &mut *out.add(at);
            *one = vk::ExtensionProperties::default();
            for (to, from) in one.extension_name.iter_mut().zip(name.to_bytes()) {
                *to = *from as c_char;
            }
        }
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn create_device(
    _: vk::PhysicalDevice,
    info: *const vk::DeviceCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Device,
) -> vk::Result {
    let names = match (*info).pp_enabled_extension_names.is_null() {
        true => &[],
        false => std::slice::from_raw_parts(
            (*info).pp_enabled_extension_names,
            (*info).enabled_extension_count as usize,
        ),
    };
    let text = |&name: &*const c_char| CStr::from_ptr(name).to_string_lossy().into_owned();
    let names = names.iter().map(text).collect();
    seen(|seen| seen.extensions = names);
    *made = vk::Device::from_raw(object(fresh() as usize));
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_device(_: vk::Device, _: *const vk::AllocationCallbacks<'_>) {}

unsafe extern "system" fn create_shader_module(
    _: vk::Device,
    info: *const vk::ShaderModuleCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::ShaderModule,
) -> vk::Result {
    let words = std::slice::from_raw_parts((*info).p_code, (*info).code_size / 4).to_vec();
    let same = |seen: &mut Seen| {
        let mut known = seen.modules.iter();
        known.find(|it| *it.1 == words).map(|it| *it.0)
    };
    let shared = has().shares_modules.then(|| seen(same)).flatten();
    let handle = shared.unwrap_or_else(fresh);
    seen(|seen| seen.modules.insert(handle, words));
    *made = vk::ShaderModule::from_raw(handle);
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_shader_module(
    _: vk::Device,
    module: vk::ShaderModule,
    _: *const vk::AllocationCallbacks<'_>,
) {
    seen(|seen| seen.modules.remove(&module.as_raw()));
}

unsafe fn see_stage(stage: &vk::PipelineShaderStageCreateInfo<'_>) -> SeenStage {
    let mut made = SeenStage {
        words: seen(|seen| seen.modules.get(&stage.module.as_raw()).cloned()).unwrap_or_default(),
        specialized: !stage.p_specialization_info.is_null(),
        ..Default::default()
    };
    see_chain(&mut made, stage.p_next);
    made
}

unsafe fn see_chain(made: &mut SeenStage, first: *const c_void) {
    let mut at: *const vk::BaseInStructure<'_> = first.cast();
    while !at.is_null() {
        made.chain.push((*at).s_type.as_raw());
        if (*at).s_type
            == vk::StructureType::PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO
        {
            let it: *const vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo<'_> = at.cast();
            made.subgroup_size = Some((*it).required_subgroup_size);
        }
        at = (*at).p_next;
    }
}

unsafe fn see_stages(stages: &[vk::PipelineShaderStageCreateInfo<'_>]) {
    for stage in stages {
        let stage = see_stage(stage);
        seen(|seen| seen.stages.push(stage));
    }
}

unsafe extern "system" fn create_compute(
    _: vk::Device,
    _: vk::PipelineCache,
    count: u32,
    infos: *const vk::ComputePipelineCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Pipeline,
) -> vk::Result {
    for at in 0..count as usize {
        see_stages(std::slice::from_ref(&(*infos.add(at)).stage));
        *made.add(at) = vk::Pipeline::from_raw(fresh());
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn create_graphics(
    _: vk::Device,
    _: vk::PipelineCache,
    count: u32,
    infos: *const vk::GraphicsPipelineCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Pipeline,
) -> vk::Result {
    for at in 0..count as usize {
        let info = &*infos.add(at);
        see_stages(std::slice::from_raw_parts(
            info.p_stages,
            info.stage_count as usize,
        ));
        if let Some(input) = info.p_vertex_input_state.as_ref() {
            let bindings = input.p_vertex_binding_descriptions;
            let bindings = (0..input.vertex_binding_description_count as usize)
                .map(|at| (*bindings.add(at)).binding);
            let locations = input.p_vertex_attribute_descriptions;
            let locations = (0..input.vertex_attribute_description_count as usize)
                .map(|at| (*locations.add(at)).location);
            let described = [bindings.collect(), locations.collect()];
            seen(|seen| seen.described.push(described));
        }
        *made.add(at) = vk::Pipeline::from_raw(fresh());
    }
    vk::Result::SUCCESS
}

unsafe extern "system" fn create_ray_tracing(
    _: vk::Device,
    _: vk::DeferredOperationKHR,
    _: vk::PipelineCache,
    count: u32,
    infos: *const vk::RayTracingPipelineCreateInfoKHR<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    _: *mut vk::Pipeline,
) -> vk::Result {
    seen(|seen| seen.deferred = Some((infos as usize, count)));
    vk::Result::OPERATION_DEFERRED_KHR
}

/// Does what a deferred operation was to do.
pub unsafe fn finish_deferred() {
    if let Some((infos, count)) = seen(|seen| seen.deferred.take()) {
        let infos = infos as *const vk::RayTracingPipelineCreateInfoKHR<'_>;
        for info in std::slice::from_raw_parts(infos, count as usize) {
            see_stages(std::slice::from_raw_parts(
                info.p_stages,
                info.stage_count as usize,
            ));
        }
    }
}

unsafe extern "system" fn destroy_deferred(
    _: vk::Device,
    _: vk::DeferredOperationKHR,
    _: *const vk::AllocationCallbacks<'_>,
) {
    if let Some(during) = has().during_destroy {
        during();
    }
}

unsafe extern "system" fn create_shaders(
    _: vk::Device,
    count: u32,
    infos: *const vk::ShaderCreateInfoEXT<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::ShaderEXT,
) -> vk::Result {
    for at in 0..count as usize {
        let info = &*infos.add(at);
        let mut stage = SeenStage {
            words: std::slice::from_raw_parts(info.p_code.cast(), info.code_size / 4).to_vec(),
            specialized: !info.p_specialization_info.is_null(),
            ..Default::default()
        };
        see_chain(&mut stage, info.p_next);
        seen(|seen| seen.stages.push(stage));
        *made.add(at) = vk::ShaderEXT::from_raw(fresh());
    }
    vk::Result::SUCCESS
}

unsafe fn see_usage(info: &vk::BufferCreateInfo<'_>) {
    let mut usage = [info.usage.as_raw().into(), 0];
    let mut at: *const vk::BaseInStructure<'_> = info.p_next.cast();
    while !at.is_null() {
        if (*at).s_type == vk::StructureType::BUFFER_USAGE_FLAGS_2_CREATE_INFO_KHR {
            let it: *const vk::BufferUsageFlags2CreateInfoKHR<'_> = at.cast();
            usage[1] = (*it).usage.as_raw();
        }
        at = (*at).p_next;
    }
    seen(|seen| seen.usages.push(usage));
}

unsafe extern "system" fn create_buffer(
    _: vk::Device,
    info: *const vk::BufferCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Buffer,
) -> vk::Result {
    seen(|seen| seen.sizes.push((*info).size));
    see_usage(&*info);
    *made = vk::Buffer::from_raw(fresh());
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_buffer(
    _: vk::Device,
    _: vk::Buffer,
    _: *const vk::AllocationCallbacks<'_>,
) {
}

unsafe extern "system" fn fill_buffer(
    _: vk::CommandBuffer,
    _: vk::Buffer,
    _: u64,
    size: u64,
    _: u32,
) {
    seen(|seen| seen.ranges.push(size));
}

unsafe extern "system" fn get_buffer_requirements(
    _: vk::Device,
    info: *const vk::DeviceBufferMemoryRequirements<'_>,
    _: *mut vk::MemoryRequirements2<'_>,
) {
    seen(|seen| seen.sizes.push((*(*info).p_create_info).size));
    see_usage(&*(*info).p_create_info);
}

unsafe fn see_writes(count: u32, writes: *const vk::WriteDescriptorSet<'_>) {
    for write in std::slice::from_raw_parts(writes, count as usize) {
        if write.p_buffer_info.is_null() {
            continue;
        }
        let count = write.descriptor_count as usize;
        for buffer in std::slice::from_raw_parts(write.p_buffer_info, count) {
            seen(|seen| seen.ranges.push(buffer.range));
        }
    }
}

unsafe extern "system" fn update_descriptors(
    _: vk::Device,
    count: u32,
    writes: *const vk::WriteDescriptorSet<'_>,
    _: u32,
    _: *const vk::CopyDescriptorSet<'_>,
) {
    see_writes(count, writes);
}

unsafe extern "system" fn push_descriptors(
    _: vk::CommandBuffer,
    _: vk::PipelineBindPoint,
    _: vk::PipelineLayout,
    _: u32,
    count: u32,
    writes: *const vk::WriteDescriptorSet<'_>,
) {
    see_writes(count, writes);
}

unsafe extern "system" fn push_descriptors2(
    _: vk::CommandBuffer,
    info: *const vk::PushDescriptorSetInfoKHR<'_>,
) {
    see_writes((*info).descriptor_write_count, (*info).p_descriptor_writes);
}

unsafe extern "system" fn create_template(
    _: vk::Device,
    _: *const vk::DescriptorUpdateTemplateCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::DescriptorUpdateTemplate,
) -> vk::Result {
    *made = vk::DescriptorUpdateTemplate::from_raw(fresh());
    vk::Result::SUCCESS
}

unsafe extern "system" fn destroy_template(
    _: vk::Device,
    _: vk::DescriptorUpdateTemplate,
    _: *const vk::AllocationCallbacks<'_>,
) {
}

/// Templates of the tests describe one buffer, eight bytes into the data.
unsafe fn see_data(data: *const c_void) {
    let place = data.cast::<u8>().add(8).cast::<vk::DescriptorBufferInfo>();
    seen(|seen| seen.ranges.push(place.read_unaligned().range));
}

unsafe extern "system" fn update_by_template(
    _: vk::Device,
    _: vk::DescriptorSet,
    _: vk::DescriptorUpdateTemplate,
    data: *const c_void,
) {
    see_data(data);
}

unsafe extern "system" fn push_by_template(
    _: vk::CommandBuffer,
    _: vk::DescriptorUpdateTemplate,
    _: vk::PipelineLayout,
    _: u32,
    data: *const c_void,
) {
    see_data(data);
}

unsafe extern "system" fn push_by_template2(
    _: vk::CommandBuffer,
    info: *const vk::PushDescriptorSetWithTemplateInfoKHR<'_>,
) {
    see_data((*info).p_data);
}

unsafe extern "system" fn get_descriptor(
    _: vk::Device,
    info: *const vk::DescriptorGetInfoEXT<'_>,
    _: usize,
    _: *mut c_void,
) {
    seen(|seen| seen.ranges.push((*(*info).data.p_storage_buffer).range));
}

unsafe extern "system" fn get_identifier(
    _: vk::Device,
    _: vk::ShaderModule,
    out: *mut vk::ShaderModuleIdentifierEXT<'_>,
) {
    (*out).identifier_size = 1;
}

fn find(name: &CStr) -> vk::PFN_vkVoidFunction {
    if has().hidden.contains(&name) {
        return None;
    }
    macro_rules! table {
        ($($text:literal => $function:ident as $ty:ident,)*) => {
            $( if name == $text {
                let function: vk::$ty = $function;
                // SAFETY: the layer calls functions as those of their names.
                return Some(unsafe { std::mem::transmute::<vk::$ty, unsafe extern "system" fn()>(function) });
            } )*
        };
    }
    table! {
        c"vkCreateInstance" => create_instance as PFN_vkCreateInstance,
        c"vkDestroyInstance" => destroy_instance as PFN_vkDestroyInstance,
        c"vkGetPhysicalDeviceProperties" => get_properties as PFN_vkGetPhysicalDeviceProperties,
        c"vkGetPhysicalDeviceProperties2" => get_properties2 as PFN_vkGetPhysicalDeviceProperties2,
        c"vkGetPhysicalDeviceFeatures" => get_features as PFN_vkGetPhysicalDeviceFeatures,
        c"vkGetPhysicalDeviceFeatures2" => get_features2 as PFN_vkGetPhysicalDeviceFeatures2,
        c"vkEnumerateDeviceExtensionProperties" => enumerate_extensions as PFN_vkEnumerateDeviceExtensionProperties,
        c"vkCreateDevice" => create_device as PFN_vkCreateDevice,
        c"vkDestroyDevice" => destroy_device as PFN_vkDestroyDevice,
        c"vkCreateShaderModule" => create_shader_module as PFN_vkCreateShaderModule,
        c"vkDestroyShaderModule" => destroy_shader_module as PFN_vkDestroyShaderModule,
        c"vkCreateComputePipelines" => create_compute as PFN_vkCreateComputePipelines,
        c"vkCreateGraphicsPipelines" => create_graphics as PFN_vkCreateGraphicsPipelines,
        c"vkCreateRayTracingPipelinesKHR" => create_ray_tracing as PFN_vkCreateRayTracingPipelinesKHR,
        c"vkDestroyDeferredOperationKHR" => destroy_deferred as PFN_vkDestroyDeferredOperationKHR,
        c"vkCreateShadersEXT" => create_shaders as PFN_vkCreateShadersEXT,
        c"vkCreateBuffer" => create_buffer as PFN_vkCreateBuffer,
        c"vkGetDeviceBufferMemoryRequirements" => get_buffer_requirements as PFN_vkGetDeviceBufferMemoryRequirements,
        c"vkUpdateDescriptorSets" => update_descriptors as PFN_vkUpdateDescriptorSets,
        c"vkCmdPushDescriptorSetKHR" => push_descriptors as PFN_vkCmdPushDescriptorSetKHR,
        c"vkCmdPushDescriptorSet" => push_descriptors as PFN_vkCmdPushDescriptorSetKHR,
        c"vkCmdPushDescriptorSetWithTemplate" => push_by_template as PFN_vkCmdPushDescriptorSetWithTemplateKHR,
        c"vkDestroyBuffer" => destroy_buffer as PFN_vkDestroyBuffer,
        c"vkCmdFillBuffer" => fill_buffer as PFN_vkCmdFillBuffer,
        c"vkCmdPushDescriptorSet2KHR" => push_descriptors2 as PFN_vkCmdPushDescriptorSet2KHR,
        c"vkCreateDescriptorUpdateTemplate" => create_template as PFN_vkCreateDescriptorUpdateTemplate,
        c"vkDestroyDescriptorUpdateTemplate" => destroy_template as PFN_vkDestroyDescriptorUpdateTemplate,
        c"vkUpdateDescriptorSetWithTemplate" => update_by_template as PFN_vkUpdateDescriptorSetWithTemplate,
        c"vkCmdPushDescriptorSetWithTemplateKHR" => push_by_template as PFN_vkCmdPushDescriptorSetWithTemplateKHR,
        c"vkCmdPushDescriptorSetWithTemplate2KHR" => push_by_template2 as PFN_vkCmdPushDescriptorSetWithTemplate2KHR,
        c"vkGetDescriptorEXT" => get_descriptor as PFN_vkGetDescriptorEXT,
        c"vkGetShaderModuleIdentifierEXT" => get_identifier as PFN_vkGetShaderModuleIdentifierEXT,
        c"vkGetPhysicalDeviceQueueFamilyProperties" => get_queue_families as PFN_vkGetPhysicalDeviceQueueFamilyProperties,
        c"vkCreateCommandPool" => create_pool as PFN_vkCreateCommandPool,
        c"vkAllocateCommandBuffers" => allocate as PFN_vkAllocateCommandBuffers,
        c"vkBeginCommandBuffer" => begin as PFN_vkBeginCommandBuffer,
        c"vkEndCommandBuffer" => end as PFN_vkEndCommandBuffer,
        c"vkCmdBindPipeline" => bind_pipeline as PFN_vkCmdBindPipeline,
        c"vkCmdBindVertexBuffers" => bind_vertex_buffers as PFN_vkCmdBindVertexBuffers,
        c"vkCmdDraw" => draw as PFN_vkCmdDraw,
        c"vkCmdDrawIndirect" => draw_indirect as PFN_vkCmdDrawIndirect,
        c"vkCmdPipelineBarrier" => barrier as PFN_vkCmdPipelineBarrier,
        c"vkCmdPipelineBarrier2" => barrier2 as PFN_vkCmdPipelineBarrier2,
        c"vkCmdWaitEvents" => wait_events as PFN_vkCmdWaitEvents,
        c"vkCmdWaitEvents2" => wait_events2 as PFN_vkCmdWaitEvents2,
        c"vkCmdSetEvent" => set_event as PFN_vkCmdSetEvent,
        c"vkCmdSetEvent2" => set_event2 as PFN_vkCmdSetEvent2,
        c"vkCreateRenderPass" => create_render_pass as PFN_vkCreateRenderPass,
        c"vkCreateRenderPass2" => create_render_pass2 as PFN_vkCreateRenderPass2,
    }
    None
}

unsafe extern "system" fn of_instance(
    _: vk::Instance,
    name: *const c_char,
) -> vk::PFN_vkVoidFunction {
    find(CStr::from_ptr(name))
}

unsafe extern "system" fn of_device(_: vk::Device, name: *const c_char) -> vk::PFN_vkVoidFunction {
    find(CStr::from_ptr(name))
}
