//! Synchronization of indirect draws, whose parameters are attributes, too.
//!
//! ```text
//! srcStageMask   DRAW_INDIRECT            ⇒   DRAW_INDIRECT | VERTEX_INPUT
//! dstStageMask   DRAW_INDIRECT            ⇒   DRAW_INDIRECT | VERTEX_INPUT
//! dstAccessMask  INDIRECT_COMMAND_READ    ⇒   INDIRECT_COMMAND_READ | VERTEX_ATTRIBUTE_READ
//! ```
//!
//! A second scope has later stages by itself, a first one earlier ones, and accesses only those of the stages that it names ("Execution and
//! Memory Dependencies" in the Vulkan specification). So the masks get what is missing, the same way in every command, since those of
//! an event have to match. Queues that do not draw have no `VERTEX_INPUT`, and nothing to add it for. What is added makes the program wait for
//! no more than a stage that comes right behind. The bits have the same values in both generations of masks.

use super::commands::lock;
use super::Draws;
use crate::arrays::slice;
use crate::chain;
use crate::device::Device;
use ash::vk;
use std::borrow::Cow;

const DRAW_INDIRECT: u64 = vk::PipelineStageFlags2::DRAW_INDIRECT.as_raw();
const VERTEX_INPUT: u64 = vk::PipelineStageFlags2::VERTEX_INPUT.as_raw();
const INDIRECT_READ: u64 = vk::AccessFlags2::INDIRECT_COMMAND_READ.as_raw();
const ATTRIBUTE_READ: u64 = vk::AccessFlags2::VERTEX_ATTRIBUTE_READ.as_raw();

/// Stages that have the accesses of attributes.
const READING: u64 = VERTEX_INPUT
    | vk::PipelineStageFlags2::ALL_GRAPHICS.as_raw()
    | vk::PipelineStageFlags2::ALL_COMMANDS.as_raw();

/// A mask of stages with what belongs to it.
fn stages(mask: u64) -> u64 {
    match mask & DRAW_INDIRECT {
        0 => mask,
        _ => mask | VERTEX_INPUT,
    }
}

/// The same for the accesses of the second scope, given its stages.
fn accesses(mask: u64, of: u64) -> u64 {
    match mask & INDIRECT_READ != 0 && stages(of) & READING != 0 {
        true => mask | ATTRIBUTE_READ,
        false => mask,
    }
}

fn stages1(mask: vk::PipelineStageFlags) -> vk::PipelineStageFlags {
    vk::PipelineStageFlags::from_raw(stages(mask.as_raw().into()) as u32)
}

fn accesses1(mask: vk::AccessFlags, of: vk::PipelineStageFlags) -> vk::AccessFlags {
    vk::AccessFlags::from_raw(accesses(mask.as_raw().into(), of.as_raw().into()) as u32)
}

fn stages2(mask: vk::PipelineStageFlags2) -> vk::PipelineStageFlags2 {
    vk::PipelineStageFlags2::from_raw(stages(mask.as_raw()))
}

fn accesses2(mask: vk::AccessFlags2, of: vk::PipelineStageFlags2) -> vk::AccessFlags2 {
    vk::AccessFlags2::from_raw(accesses(mask.as_raw(), of.as_raw()))
}

/// Completes the masks of a barrier or dependency, whose accesses are those of its own stages.
macro_rules! complete {
    ($one:expr, $stages:ident, $accesses:ident) => {
        $one.dst_access_mask = $accesses($one.dst_access_mask, $one.dst_stage_mask);
        $one.src_stage_mask = $stages($one.src_stage_mask);
        $one.dst_stage_mask = $stages($one.dst_stage_mask);
    };
}

/// Whether a command buffer's commands are changed.
fn concerns(device: &Device, handle: vk::CommandBuffer) -> bool {
    let known = |draws: &Draws| draws.commands(handle);
    let commands = device.draws.as_ref().and_then(known);
    commands.is_some_and(|it| lock(&it).draws)
}

/// The barriers of a command of the first generation, what the program passes, or complete copies of it.
struct Barriers<'a> {
    stages: [vk::PipelineStageFlags; 2],
    memory: Cow<'a, [vk::MemoryBarrier<'a>]>,
    buffers: Cow<'a, [vk::BufferMemoryBarrier<'a>]>,
}

impl<'a> Barriers<'a> {
    unsafe fn new(
        is_concerned: bool,
        stages: [vk::PipelineStageFlags; 2],
        memory: (u32, *const vk::MemoryBarrier<'a>),
        buffers: (u32, *const vk::BufferMemoryBarrier<'a>),
    ) -> Self {
        let mut made = Self {
            stages,
            memory: slice(memory.1, memory.0).into(),
            buffers: slice(buffers.1, buffers.0).into(),
        };
        if is_concerned {
            let [_, dst] = stages;
            for one in made.memory.to_mut() {
                one.dst_access_mask = accesses1(one.dst_access_mask, dst);
            }
            for one in made.buffers.to_mut() {
                one.dst_access_mask = accesses1(one.dst_access_mask, dst);
            }
            made.stages = stages.map(stages1);
        }
        made
    }
}

/// `vkCmdPipelineBarrier`
pub unsafe extern "system" fn barrier(
    handle: vk::CommandBuffer,
    src: vk::PipelineStageFlags,
    dst: vk::PipelineStageFlags,
    flags: vk::DependencyFlags,
    memory_count: u32,
    memory: *const vk::MemoryBarrier<'_>,
    buffer_count: u32,
    buffers: *const vk::BufferMemoryBarrier<'_>,
    image_count: u32,
    images: *const vk::ImageMemoryBarrier<'_>,
) {
    let Some((device, next)) = Device::with(handle, |next| next.barrier) else {
        return;
    };
    let made = Barriers::new(
        concerns(&device, handle),
        [src, dst],
        (memory_count, memory),
        (buffer_count, buffers),
    );
    let [src, dst] = made.stages;
    next(
        handle,
        src,
        dst,
        flags,
        made.memory.len() as u32,
        made.memory.as_ptr(),
        made.buffers.len() as u32,
        made.buffers.as_ptr(),
        image_count,
        images,
    );
}

/// `vkCmdWaitEvents`
pub unsafe extern "system" fn wait_events(
    handle: vk::CommandBuffer,
    count: u32,
    events: *const vk::Event,
    src: vk::PipelineStageFlags,
    dst: vk::PipelineStageFlags,
    memory_count: u32,
    memory: *const vk::MemoryBarrier<'_>,
    buffer_count: u32,
    buffers: *const vk::BufferMemoryBarrier<'_>,
    image_count: u32,
    images: *const vk::ImageMemoryBarrier<'_>,
) {
    let Some((device, next)) = Device::with(handle, |next| next.wait_events) else {
        return;
    };
    let made = Barriers::new(
        concerns(&device, handle),
        [src, dst],
        (memory_count, memory),
        (buffer_count, buffers),
    );
    let [src, dst] = made.stages;
    next(
        handle,
        count,
        events,
        src,
        dst,
        made.memory.len() as u32,
        made.memory.as_ptr(),
        made.buffers.len() as u32,
        made.buffers.as_ptr(),
        image_count,
        images,
    );
}

/// `vkCmdSetEvent`
pub unsafe extern "system" fn set_event(
    handle: vk::CommandBuffer,
    event: vk::Event,
    mask: vk::PipelineStageFlags,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.set_event) {
        let mask = match concerns(&device, handle) {
            true => stages1(mask),
            false => mask,
        };
        next(handle, event, mask);
    }
}

/// The barriers of a command of the second generation.
struct Dependency {
    info: vk::DependencyInfo<'static>,
    _memory: Vec<vk::MemoryBarrier2<'static>>,
    _buffers: Vec<vk::BufferMemoryBarrier2<'static>>,
    _images: Vec<vk::ImageMemoryBarrier2<'static>>,
}

impl Dependency {
    unsafe fn new(info: *const vk::DependencyInfo<'_>) -> Self {
        let mut info: vk::DependencyInfo<'static> = *info.cast();
        let mut memory = slice(info.p_memory_barriers, info.memory_barrier_count).to_vec();
        let mut buffers = slice(
            info.p_buffer_memory_barriers,
            info.buffer_memory_barrier_count,
        )
        .to_vec();
        let mut images = slice(
            info.p_image_memory_barriers,
            info.image_memory_barrier_count,
        )
        .to_vec();
        for one in &mut memory {
            complete!(one, stages2, accesses2);
        }
        for one in &mut buffers {
            complete!(one, stages2, accesses2);
        }
        for one in &mut images {
            complete!(one, stages2, accesses2);
        }
        info.p_memory_barriers = memory.as_ptr();
        info.p_buffer_memory_barriers = buffers.as_ptr();
        info.p_image_memory_barriers = images.as_ptr();
        Self {
            info,
            _memory: memory,
            _buffers: buffers,
            _images: images,
        }
    }
}

/// `vkCmdPipelineBarrier2`
pub unsafe extern "system" fn barrier2(
    handle: vk::CommandBuffer,
    info: *const vk::DependencyInfo<'_>,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.barrier2) {
        match concerns(&device, handle) {
            true => next(handle, &Dependency::new(info).info),
            false => next(handle, info),
        }
    }
}

/// `vkCmdSetEvent2`
pub unsafe extern "system" fn set_event2(
    handle: vk::CommandBuffer,
    event: vk::Event,
    info: *const vk::DependencyInfo<'_>,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.set_event2) {
        match concerns(&device, handle) {
            true => next(handle, event, &Dependency::new(info).info),
            false => next(handle, event, info),
        }
    }
}

/// `vkCmdWaitEvents2`
pub unsafe extern "system" fn wait_events2(
    handle: vk::CommandBuffer,
    count: u32,
    events: *const vk::Event,
    infos: *const vk::DependencyInfo<'_>,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.wait_events2) {
        if !concerns(&device, handle) {
            return next(handle, count, events, infos);
        }
        let made = (0..count as usize).map(|at| Dependency::new(infos.add(at)));
        let made: Vec<Dependency> = made.collect();
        let infos: Vec<_> = made.iter().map(|one| one.info).collect();
        next(handle, count, events, infos.as_ptr());
    }
}

/// `vkCreateRenderPass`
pub unsafe extern "system" fn create_render_pass(
    handle: vk::Device,
    info: *const vk::RenderPassCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::RenderPass,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_render_pass) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    if device.draws.is_none() {
        return next(handle, info, allocator, made);
    }
    let mut copy = *info;
    let mut all = slice(copy.p_dependencies, copy.dependency_count).to_vec();
    for one in &mut all {
        complete!(one, stages1, accesses1);
    }
    copy.p_dependencies = all.as_ptr();
    next(handle, &copy, allocator, made)
}

/// `vkCreateRenderPass2`
pub unsafe extern "system" fn create_render_pass2(
    handle: vk::Device,
    info: *const vk::RenderPassCreateInfo2<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::RenderPass,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_render_pass2) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    if device.draws.is_none() {
        return next(handle, info, allocator, made);
    }
    let mut copy = *info;
    let mut all: Vec<vk::SubpassDependency2<'_>> =
        slice(copy.p_dependencies, copy.dependency_count).to_vec();
    // A barrier in the chain takes the place of the dependency's own masks. It is the only structure that may be there.
    let mut barriers: Vec<Box<vk::MemoryBarrier2<'_>>> = Vec::new();
    for one in &mut all {
        if let Some(found) = chain::find::<vk::MemoryBarrier2<'_>>(one.p_next) {
            let mut barrier = Box::new(*found);
            complete!(barrier, stages2, accesses2);
            one.p_next = (&raw const *barrier).cast();
            barriers.push(barrier);
        }
        complete!(one, stages1, accesses1);
    }
    copy.p_dependencies = all.as_ptr();
    next(handle, &copy, allocator, made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_synchronized_as_parameters_are() {
        assert_eq!(stages(DRAW_INDIRECT | 8), DRAW_INDIRECT | VERTEX_INPUT | 8);
        assert_eq!(stages(8), 8);
        let both = INDIRECT_READ | ATTRIBUTE_READ;
        assert_eq!(accesses(INDIRECT_READ, DRAW_INDIRECT), both);
        let all = vk::PipelineStageFlags2::ALL_COMMANDS.as_raw();
        assert_eq!(accesses(INDIRECT_READ, all), both);
        // Of dispatches, or of what the device builds.
        let build = vk::PipelineStageFlags2::ACCELERATION_STRUCTURE_BUILD_KHR.as_raw();
        assert_eq!(accesses(INDIRECT_READ, build), INDIRECT_READ);
        assert_eq!(accesses(64, DRAW_INDIRECT), 64);
    }
}
