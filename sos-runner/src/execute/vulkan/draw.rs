//! The framebuffer of a graphics pipeline: a color attachment for each location that the fragment stage writes, with four
//! 32-bit channels per pixel, cleared to zero before the draw and copied to host-visible memory after it.

use anyhow::{Context as _, Result};
use ash::vk;

use super::memory::{self, HostBuffer};
use super::scope::Scope;
use crate::execute::interface::{self, Channel};
use crate::execute::job::{Job, StageKind, Work};

/// Color attachments by location; `None` for unused locations.
pub(super) type Colors = Vec<Option<Channel>>;

/// The image of an attachment, and the buffer that it is copied to.
pub(super) struct Color {
    pub(super) image: vk::Image,
    pub(super) pixels: HostBuffer,
}

/// The framebuffer and its attachments.
pub(super) struct Target {
    pub(super) framebuffer: vk::Framebuffer,
    pub(super) extent: vk::Extent2D,
    pub(super) colors: Vec<Color>,
}

impl Channel {
    fn format(self) -> vk::Format {
        match self {
            Self::Float => vk::Format::R32G32B32A32_SFLOAT,
            Self::Uint => vk::Format::R32G32B32A32_UINT,
            Self::Sint => vk::Format::R32G32B32A32_SINT,
        }
    }
}

/// The color attachments of a job's fragment stage.
pub(super) fn colors(job: &Job) -> Colors {
    let mut stages = job.stages.iter();
    let fragment = stages.find(|stage| stage.kind == StageKind::Fragment);
    fragment.map_or(Vec::new(), |stage| {
        interface::colors(&stage.words, &stage.entry)
    })
}

/// The size of the framebuffer.
fn extent(work: Work) -> vk::Extent2D {
    match work {
        Work::Draw { width, height, .. } => vk::Extent2D { width, height },
        Work::Modules | Work::Create | Work::Dispatch { .. } => vk::Extent2D {
            width: 1,
            height: 1,
        },
    }
}

/// Creates a graphics pipeline, and returns Vulkan's answer unchanged.
pub(super) fn pipelines(
    scope: &Scope<'_>,
    layout: vk::PipelineLayout,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    pass: vk::RenderPass,
    job: &Job,
) -> Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)> {
    let extent = extent(job.work);
    let vertices = vk::PipelineVertexInputStateCreateInfo::default();
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default()
        .topology(vk::PrimitiveTopology::TRIANGLE_LIST);
    let viewports = [vk::Viewport::default()
        .width(extent.width as f32)
        .height(extent.height as f32)
        .max_depth(1.0)];
    let scissors = [vk::Rect2D::default().extent(extent)];
    let viewport = vk::PipelineViewportStateCreateInfo::default()
        .viewports(&viewports)
        .scissors(&scissors);
    let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
    let samples = vk::PipelineMultisampleStateCreateInfo::default()
        .rasterization_samples(vk::SampleCountFlags::TYPE_1);
    let written = vk::PipelineColorBlendAttachmentState::default()
        .color_write_mask(vk::ColorComponentFlags::RGBA);
    let attachments = vec![written; colors(job).len()];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&attachments);
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(stages)
        .vertex_input_state(&vertices)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .color_blend_state(&blend)
        .layout(layout)
        .render_pass(pass);
    let device = &scope.device.handle;
    // SAFETY: the device, the layout, the modules and the render pass are valid.
    unsafe { device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) }
}

impl Target {
    /// Creates the attachments and the framebuffer.
    pub(super) fn create(scope: &Scope<'_>, pass: vk::RenderPass, job: &Job) -> Result<Self> {
        let extent = extent(job.work);
        let vk::Extent2D { width, height } = extent;
        let device = &scope.device.handle;
        let mut made = Vec::new();
        let mut views = Vec::new();
        for channel in colors(job).into_iter().flatten() {
            let format = channel.format();
            let info = vk::ImageCreateInfo::default()
                .image_type(vk::ImageType::TYPE_2D)
                .format(format)
                .extent(extent.into())
                .mip_levels(1)
                .array_layers(1)
                .samples(vk::SampleCountFlags::TYPE_1)
                .usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
            let image = memory::image(scope, &info)?;
            let info = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(format)
                .subresource_range(
                    vk::ImageSubresourceRange::default()
                        .aspect_mask(vk::ImageAspectFlags::COLOR)
                        .level_count(1)
                        .layer_count(1),
                );
            // SAFETY: the device and the image are valid.
            let view = unsafe { device.create_image_view(&info, None) };
            views.push(scope.keep(view.context("vkCreateImageView")?));
            let words = 4 * width as usize * height as usize;
            let pixels = HostBuffer::create(scope, words, vk::BufferUsageFlags::TRANSFER_DST)?;
            made.push(Color { image, pixels });
        }
        let info = vk::FramebufferCreateInfo::default()
            .render_pass(pass)
            .attachments(&views)
            .width(width)
            .height(height)
            .layers(1);
        // SAFETY: the device, the render pass and the views are valid.
        let framebuffer = unsafe { device.create_framebuffer(&info, None) };
        Ok(Self {
            framebuffer: scope.keep(framebuffer.context("vkCreateFramebuffer")?),
            extent,
            colors: made,
        })
    }

    /// Reads the attachments' content, one after the other.
    pub(super) fn read(&self, scope: &Scope<'_>) -> Result<Vec<u32>> {
        let mut words = Vec::new();
        for color in &self.colors {
            words.extend(color.pixels.read(scope)?);
        }
        Ok(words)
    }
}

/// Creates a render pass that clears the color attachments and leaves them ready to be copied.
pub(super) fn render_pass(scope: &Scope<'_>, colors: &Colors) -> Result<vk::RenderPass> {
    let attachments: Vec<_> = colors
        .iter()
        .flatten()
        .map(|channel| {
            vk::AttachmentDescription::default()
                .format(channel.format())
                .samples(vk::SampleCountFlags::TYPE_1)
                .load_op(vk::AttachmentLoadOp::CLEAR)
                .store_op(vk::AttachmentStoreOp::STORE)
                .stencil_load_op(vk::AttachmentLoadOp::DONT_CARE)
                .stencil_store_op(vk::AttachmentStoreOp::DONT_CARE)
                .final_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)
        })
        .collect();
    let mut used = 0..;
    let references: Vec<_> = colors
        .iter()
        .map(|color| {
            let number = color.and_then(|_| used.next());
            vk::AttachmentReference::default()
                .attachment(number.unwrap_or(vk::ATTACHMENT_UNUSED))
                .layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)
        })
        .collect();
    let subpasses = [vk::SubpassDescription::default().color_attachments(&references)];
    let dependencies = [vk::SubpassDependency::default()
        .src_subpass(0)
        .dst_subpass(vk::SUBPASS_EXTERNAL)
        .src_stage_mask(vk::PipelineStageFlags::COLOR_ATTACHMENT_OUTPUT)
        .dst_stage_mask(vk::PipelineStageFlags::TRANSFER)
        .src_access_mask(vk::AccessFlags::COLOR_ATTACHMENT_WRITE)
        .dst_access_mask(vk::AccessFlags::TRANSFER_READ)];
    let info = vk::RenderPassCreateInfo::default()
        .attachments(&attachments)
        .subpasses(&subpasses)
        .dependencies(&dependencies);
    // SAFETY: the device is valid.
    let pass = unsafe { scope.device.handle.create_render_pass(&info, None) };
    Ok(scope.keep(pass.context("vkCreateRenderPass")?))
}
