//! Queues, command buffers, and what synchronizes them.

use super::{fresh, object, seen};
use ash::vk::{self, Handle};

/// One family draws, the other does not.
pub unsafe extern "system" fn get_queue_families(
    _: vk::PhysicalDevice,
    count: *mut u32,
    out: *mut vk::QueueFamilyProperties,
) {
    *count = 2;
    if !out.is_null() {
        for (at, flags) in [vk::QueueFlags::GRAPHICS, vk::QueueFlags::COMPUTE]
            .into_iter()
            .enumerate()
        {
            *out.add(at) = vk::QueueFamilyProperties {
                queue_flags: flags,
                queue_count: 1,
                ..Default::default()
            };
        }
    }
}

pub unsafe extern "system" fn create_pool(
    _: vk::Device,
    _: *const vk::CommandPoolCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::CommandPool,
) -> vk::Result {
    *made = vk::CommandPool::from_raw(fresh());
    vk::Result::SUCCESS
}

pub unsafe extern "system" fn allocate(
    device: vk::Device,
    info: *const vk::CommandBufferAllocateInfo<'_>,
    made: *mut vk::CommandBuffer,
) -> vk::Result {
    let key = *(device.as_raw() as usize as *const usize);
    for at in 0..(*info).command_buffer_count as usize {
        *made.add(at) = vk::CommandBuffer::from_raw(object(key));
    }
    vk::Result::SUCCESS
}

pub unsafe extern "system" fn begin(
    _: vk::CommandBuffer,
    _: *const vk::CommandBufferBeginInfo<'_>,
) -> vk::Result {
    vk::Result::SUCCESS
}

pub unsafe extern "system" fn end(_: vk::CommandBuffer) -> vk::Result {
    vk::Result::SUCCESS
}

pub unsafe extern "system" fn bind_pipeline(
    _: vk::CommandBuffer,
    _: vk::PipelineBindPoint,
    _: vk::Pipeline,
) {
}

pub unsafe extern "system" fn bind_vertex_buffers(
    _: vk::CommandBuffer,
    first: u32,
    _: u32,
    _: *const vk::Buffer,
    _: *const u64,
) {
    seen(|seen| seen.drawn.push(first));
}

/// What is drawn, in place of a number of a binding.
pub const DRAWN: u32 = u32::MAX;

pub unsafe extern "system" fn draw(_: vk::CommandBuffer, _: u32, _: u32, _: u32, _: u32) {
    seen(|seen| seen.drawn.push(DRAWN));
}

pub unsafe extern "system" fn draw_indirect(
    _: vk::CommandBuffer,
    _: vk::Buffer,
    _: u64,
    count: u32,
    _: u32,
) {
    assert_eq!(count, 1);
    seen(|seen| seen.drawn.push(DRAWN));
}

fn see_masks(src: u64, dst: u64, access: u64) {
    seen(|seen| seen.masks.push([src, dst, access]));
}

pub unsafe extern "system" fn barrier(
    _: vk::CommandBuffer,
    src: vk::PipelineStageFlags,
    dst: vk::PipelineStageFlags,
    _: vk::DependencyFlags,
    memory_count: u32,
    memory: *const vk::MemoryBarrier<'_>,
    buffer_count: u32,
    buffers: *const vk::BufferMemoryBarrier<'_>,
    _: u32,
    _: *const vk::ImageMemoryBarrier<'_>,
) {
    let (src, dst) = (src.as_raw().into(), dst.as_raw().into());
    for at in 0..memory_count as usize {
        see_masks(src, dst, (*memory.add(at)).dst_access_mask.as_raw().into());
    }
    for at in 0..buffer_count as usize {
        see_masks(src, dst, (*buffers.add(at)).dst_access_mask.as_raw().into());
    }
}

pub unsafe extern "system" fn wait_events(
    handle: vk::CommandBuffer,
    _: u32,
    _: *const vk::Event,
    src: vk::PipelineStageFlags,
    dst: vk::PipelineStageFlags,
    memory_count: u32,
    memory: *const vk::MemoryBarrier<'_>,
    buffer_count: u32,
    buffers: *const vk::BufferMemoryBarrier<'_>,
    image_count: u32,
    images: *const vk::ImageMemoryBarrier<'_>,
) {
    let flags = vk::DependencyFlags::empty();
    barrier(
        handle,
        src,
        dst,
        flags,
        memory_count,
        memory,
        buffer_count,
        buffers,
        image_count,
        images,
    );
}

pub unsafe extern "system" fn set_event(
    _: vk::CommandBuffer,
    _: vk::Event,
    mask: vk::PipelineStageFlags,
) {
    see_masks(mask.as_raw().into(), 0, 0);
}

pub unsafe extern "system" fn barrier2(_: vk::CommandBuffer, info: *const vk::DependencyInfo<'_>) {
    macro_rules! see {
        ($($count:ident $all:ident)*) => { $( for at in 0..(*info).$count as usize {
            let one = *(*info).$all.add(at);
            see_masks(one.src_stage_mask.as_raw(), one.dst_stage_mask.as_raw(), one.dst_access_mask.as_raw());
        } )* };
    }
    see!(memory_barrier_count p_memory_barriers buffer_memory_barrier_count p_buffer_memory_barriers
        image_memory_barrier_count p_image_memory_barriers);
}

pub unsafe extern "system" fn set_event2(
    handle: vk::CommandBuffer,
    _: vk::Event,
    info: *const vk::DependencyInfo<'_>,
) {
    barrier2(handle, info);
}

pub unsafe extern "system" fn wait_events2(
    handle: vk::CommandBuffer,
    count: u32,
    _: *const vk::Event,
    infos: *const vk::DependencyInfo<'_>,
) {
    for at in 0..count as usize {
        barrier2(handle, infos.add(at));
    }
}

pub unsafe extern "system" fn create_render_pass(
    _: vk::Device,
    info: *const vk::RenderPassCreateInfo<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::RenderPass,
) -> vk::Result {
    for at in 0..(*info).dependency_count as usize {
        let one = *(*info).p_dependencies.add(at);
        let [src, dst] = [one.src_stage_mask, one.dst_stage_mask].map(|it| it.as_raw().into());
        see_masks(src, dst, one.dst_access_mask.as_raw().into());
    }
    *made = vk::RenderPass::from_raw(fresh());
    vk::Result::SUCCESS
}

pub unsafe extern "system" fn create_render_pass2(
    _: vk::Device,
    info: *const vk::RenderPassCreateInfo2<'_>,
    _: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::RenderPass,
) -> vk::Result {
    for at in 0..(*info).dependency_count as usize {
        let one = *(*info).p_dependencies.add(at);
        let [src, dst] = [one.src_stage_mask, one.dst_stage_mask].map(|it| it.as_raw().into());
        see_masks(src, dst, one.dst_access_mask.as_raw().into());
        if let Some(one) = one.p_next.cast::<vk::MemoryBarrier2<'_>>().as_ref() {
            let [src, dst] = [one.src_stage_mask, one.dst_stage_mask].map(|it| it.as_raw());
            see_masks(src, dst, one.dst_access_mask.as_raw());
        }
    }
    *made = vk::RenderPass::from_raw(fresh());
    vk::Result::SUCCESS
}
