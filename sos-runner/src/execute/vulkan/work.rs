//! Records and submits commands, and waits for them.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use ash::vk;

use super::descriptors::Bound;
use super::draw::Target;
use super::pipeline::{push_stages, Pipeline};
use super::scope::Scope;
use crate::execute::job::{Job, Output};

/// Time limit for the queue, in nanoseconds. The session's time limit is shorter; this one ends an orphaned worker.
const TIME_LIMIT_NS: u64 = 600_000_000_000;

/// Proof that submitted work has completed.
pub(super) struct Done<'a, 'd>(&'a Scope<'d>);

impl Done<'_, '_> {
    /// Reads the memory after the work.
    pub(super) fn read(&self, bound: &Bound, target: Option<&Target>) -> Result<Output> {
        let buffers = bound.read(self.0)?;
        let image = target
            .map(|target| target.read(self.0))
            .transpose()?
            .unwrap_or_default();
        Ok(Output { buffers, image })
    }
}

/// What a draw needs besides its pipeline.
pub(super) struct Drawing<'a> {
    pub(super) pass: vk::RenderPass,
    pub(super) target: &'a Target,
    pub(super) vertices: u32,
}

/// Dispatches a compute pipeline.
pub(super) fn dispatch<'a, 'd>(
    scope: &'a Scope<'d>,
    pipeline: &Pipeline,
    bound: &Bound,
    job: &Job,
    [x, y, z]: [u32; 3],
) -> Result<Done<'a, 'd>> {
    submit(scope, |device, commands| {
        bound.fill(device, commands);
        bind(device, commands, pipeline, bound, job);
        // SAFETY: the command buffer is being recorded, and pipeline and descriptors are bound.
        unsafe { device.cmd_dispatch(commands, x, y, z) };
        bound.read_back(device, commands);
    })
}

/// Draws with a graphics pipeline, and copies the attachments to host-visible memory.
pub(super) fn draw<'a, 'd>(
    scope: &'a Scope<'d>,
    pipeline: &Pipeline,
    bound: &Bound,
    job: &Job,
    Drawing {
        pass,
        target,
        vertices,
    }: Drawing<'_>,
) -> Result<Done<'a, 'd>> {
    let clear = vec![vk::ClearValue::default(); target.colors.len()];
    let begin = vk::RenderPassBeginInfo::default()
        .render_pass(pass)
        .framebuffer(target.framebuffer)
        .render_area(vk::Rect2D::default().extent(target.extent))
        .clear_values(&clear);
    let copy = vk::BufferImageCopy::default()
        .image_subresource(
            vk::ImageSubresourceLayers::default()
                .aspect_mask(vk::ImageAspectFlags::COLOR)
                .layer_count(1),
        )
        .image_extent(target.extent.into());
    submit(scope, |device, commands| {
        bound.fill(device, commands);
        // SAFETY: the command buffer is being recorded; the render pass leaves the images ready to be copied.
        unsafe {
            device.cmd_begin_render_pass(commands, &begin, vk::SubpassContents::INLINE);
            bind(device, commands, pipeline, bound, job);
            device.cmd_draw(commands, vertices, 1, 0, 0);
            device.cmd_end_render_pass(commands);
            let layout = vk::ImageLayout::TRANSFER_SRC_OPTIMAL;
            for color in &target.colors {
                let pixels = color.pixels.handle;
                device.cmd_copy_image_to_buffer(commands, color.image, layout, pixels, &[copy]);
            }
        }
        bound.read_back(device, commands);
    })
}

/// Records the binding of pipeline, descriptor sets and push constants.
fn bind(
    device: &ash::Device,
    commands: vk::CommandBuffer,
    pipeline: &Pipeline,
    bound: &Bound,
    job: &Job,
) {
    // SAFETY: the command buffer is being recorded, and the handles live as long as the job's scope.
    unsafe {
        device.cmd_bind_pipeline(commands, pipeline.point, pipeline.handle);
        if !bound.sets.is_empty() {
            device.cmd_bind_descriptor_sets(
                commands,
                pipeline.point,
                pipeline.layout,
                0,
                &bound.sets,
                &[],
            );
        }
        if !bound.push_constants.is_empty() {
            let bytes: Vec<u8> = bound
                .push_constants
                .iter()
                .flat_map(|word| word.to_ne_bytes())
                .collect();
            device.cmd_push_constants(commands, pipeline.layout, push_stages(job), 0, &bytes);
        }
    }
}

/// Records commands, makes writes of shaders and copies visible to the host, and waits for the queue.
fn submit<'a, 'd>(
    scope: &'a Scope<'d>,
    record: impl FnOnce(&ash::Device, vk::CommandBuffer),
) -> Result<Done<'a, 'd>> {
    let device = &scope.device.handle;
    // SAFETY: the scope owns the handles, and the fence is waited for before the scope can end; if that fails, the device is
    // lost or the process ends.
    unsafe {
        let info =
            vk::CommandPoolCreateInfo::default().queue_family_index(scope.device.queue_family);
        let pool = scope.keep(
            device
                .create_command_pool(&info, None)
                .context("vkCreateCommandPool")?,
        );
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .command_buffer_count(1);
        let commands = device
            .allocate_command_buffers(&info)
            .context("vkAllocateCommandBuffers")?;
        let &first = commands.first().context("vkAllocateCommandBuffers")?;
        let info = vk::CommandBufferBeginInfo::default()
            .flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        device
            .begin_command_buffer(first, &info)
            .context("vkBeginCommandBuffer")?;
        record(device, first);
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE | vk::AccessFlags::TRANSFER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ);
        device.cmd_pipeline_barrier(
            first,
            vk::PipelineStageFlags::ALL_COMMANDS,
            vk::PipelineStageFlags::HOST,
            vk::DependencyFlags::empty(),
            &[barrier],
            &[],
            &[],
        );
        device
            .end_command_buffer(first)
            .context("vkEndCommandBuffer")?;
        let fence = device
            .create_fence(&vk::FenceCreateInfo::default(), None)
            .context("vkCreateFence")?;
        let fence = scope.keep(fence);
        let submits = [vk::SubmitInfo::default().command_buffers(&commands)];
        device
            .queue_submit(scope.device.queue, &submits, fence)
            .context("vkQueueSubmit")?;
        match device.wait_for_fences(&[fence], true, TIME_LIMIT_NS) {
            // The queue may still use objects that the scope would destroy.
            Err(error) if error != vk::Result::ERROR_DEVICE_LOST => {
                // The process that waits for the answer reads it; if it does not, nobody does.
                let _ = writeln!(std::io::stderr(), "vkWaitForFences: {error}");
                std::process::abort();
            }
            waited => waited.context("vkWaitForFences")?,
        }
    }
    Ok(Done(scope))
}
