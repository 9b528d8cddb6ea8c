//! Pipelines out of a job's stages, and the image that a graphics pipeline draws into.

use std::ffi::CString;

use anyhow::{bail, Context as _, Result};
use ash::vk;

use super::memory::{self, HostBuffer};
use super::scope::Scope;
use crate::execute::job::{Job, Stage, StageKind, Work};

/// A pipeline ready to be bound.
pub(super) struct Pipeline {
    pub(super) handle: vk::Pipeline,
    pub(super) layout: vk::PipelineLayout,
    pub(super) point: vk::PipelineBindPoint,
    /// What a graphics pipeline draws in.
    pub(super) pass: Option<vk::RenderPass>,
}

/// An image of four 32-bit floats a pixel, and a buffer that it is copied to.
pub(super) struct Target {
    pub(super) framebuffer: vk::Framebuffer,
    pub(super) image: vk::Image,
    pub(super) extent: vk::Extent2D,
    pub(super) pixels: HostBuffer,
}

const FORMAT: vk::Format = vk::Format::R32G32B32A32_SFLOAT;

impl StageKind {
    fn flags(self) -> vk::ShaderStageFlags {
        match self {
            Self::Compute => vk::ShaderStageFlags::COMPUTE,
            Self::Vertex => vk::ShaderStageFlags::VERTEX,
            Self::Fragment => vk::ShaderStageFlags::FRAGMENT,
        }
    }
}

/// The specialization data of a stage, in one piece.
struct Constants {
    entries: Vec<vk::SpecializationMapEntry>,
    data: Vec<u8>,
}

impl Constants {
    fn of(stage: &Stage) -> Result<Self> {
        let mut constants = Self {
            entries: Vec::new(),
            data: Vec::new(),
        };
        for constant in &stage.specialization {
            let bytes = match constant.size {
                1 => vec![constant.value as u8],
                2 => (constant.value as u16).to_ne_bytes().to_vec(),
                4 => (constant.value as u32).to_ne_bytes().to_vec(),
                8 => constant.value.to_ne_bytes().to_vec(),
                size => bail!("specialization constant {} of {size} bytes", constant.id),
            };
            constants.entries.push(
                vk::SpecializationMapEntry::default()
                    .constant_id(constant.id)
                    .offset(u32::try_from(constants.data.len())?)
                    .size(bytes.len()),
            );
            constants.data.extend(bytes);
        }
        Ok(constants)
    }
}

/// Makes the job's pipeline.
pub(super) fn create(
    scope: &Scope<'_>,
    job: &Job,
    sets: &[vk::DescriptorSetLayout],
) -> Result<Pipeline> {
    let layout = layout(scope, job, sets)?;
    let constants: Vec<_> = job
        .stages
        .iter()
        .map(Constants::of)
        .collect::<Result<_>>()?;
    let specializations: Vec<_> = constants
        .iter()
        .map(|constants| {
            vk::SpecializationInfo::default()
                .map_entries(&constants.entries)
                .data(&constants.data)
        })
        .collect();
    let names: Vec<_> = job
        .stages
        .iter()
        .map(|stage| CString::new(stage.entry.as_str()))
        .collect::<Result<_, _>>()?;
    let mut sizes: Vec<_> = job
        .stages
        .iter()
        .map(|stage| {
            vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default()
                .required_subgroup_size(stage.subgroup_size.unwrap_or(0))
        })
        .collect();
    let mut stages = Vec::new();
    for (((stage, name), specialization), size) in job
        .stages
        .iter()
        .zip(&names)
        .zip(&specializations)
        .zip(&mut sizes)
    {
        let module = module(scope, stage)?;
        let mut info = vk::PipelineShaderStageCreateInfo::default()
            .stage(stage.kind.flags())
            .module(module)
            .name(name)
            .specialization_info(specialization);
        if stage.subgroup_size.is_some() {
            info = info.push_next(size);
        }
        stages.push(info);
    }
    let kinds: Vec<_> = job.stages.iter().map(|stage| stage.kind).collect();
    match (kinds.as_slice(), stages.as_slice()) {
        ([StageKind::Compute], [stage]) => Ok(Pipeline {
            handle: compute(scope, layout, *stage)?,
            layout,
            point: vk::PipelineBindPoint::COMPUTE,
            pass: None,
        }),
        ([StageKind::Vertex, StageKind::Fragment], stages) => {
            let pass = scope.keep(render_pass(&scope.device.handle)?);
            let handle = graphics(scope, layout, stages, pass, extent(job.work))?;
            Ok(Pipeline {
                handle,
                layout,
                point: vk::PipelineBindPoint::GRAPHICS,
                pass: Some(pass),
            })
        }
        (other, _) => bail!("no pipeline is made of the stages {other:?}"),
    }
}

/// Makes a stage's shader module.
pub(super) fn module(scope: &Scope<'_>, stage: &Stage) -> Result<vk::ShaderModule> {
    let info = vk::ShaderModuleCreateInfo::default().code(&stage.words);
    // SAFETY: the words are the caller's to answer for: this process exists to find out what a driver makes of them.
    let module = unsafe { scope.device.handle.create_shader_module(&info, None) };
    Ok(scope.keep(module.with_context(|| format!("vkCreateShaderModule, {:?}", stage.kind))?))
}

fn layout(
    scope: &Scope<'_>,
    job: &Job,
    sets: &[vk::DescriptorSetLayout],
) -> Result<vk::PipelineLayout> {
    let size = u32::try_from(4 * job.push_constants.len())?;
    let ranges = [vk::PushConstantRange::default()
        .stage_flags(push_stages(job))
        .size(size)];
    let mut info = vk::PipelineLayoutCreateInfo::default().set_layouts(sets);
    if size > 0 {
        info = info.push_constant_ranges(&ranges);
    }
    // SAFETY: the device and the set layouts are valid.
    let layout = unsafe { scope.device.handle.create_pipeline_layout(&info, None) };
    Ok(scope.keep(layout.context("vkCreatePipelineLayout")?))
}

/// The stages that see the push constants: all of the job's.
pub(super) fn push_stages(job: &Job) -> vk::ShaderStageFlags {
    job.stages
        .iter()
        .fold(vk::ShaderStageFlags::empty(), |flags, stage| {
            flags | stage.kind.flags()
        })
}

fn compute(
    scope: &Scope<'_>,
    layout: vk::PipelineLayout,
    stage: vk::PipelineShaderStageCreateInfo<'_>,
) -> Result<vk::Pipeline> {
    let info = vk::ComputePipelineCreateInfo::default()
        .layout(layout)
        .stage(stage);
    // SAFETY: the device, the layout and the module are valid.
    let made = unsafe {
        scope
            .device
            .handle
            .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    one(scope, made, "vkCreateComputePipelines")
}

fn graphics(
    scope: &Scope<'_>,
    layout: vk::PipelineLayout,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    pass: vk::RenderPass,
    extent: vk::Extent2D,
) -> Result<vk::Pipeline> {
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
    let attachments = [vk::PipelineColorBlendAttachmentState::default()
        .color_write_mask(vk::ColorComponentFlags::RGBA)];
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
    // SAFETY: the device, the layout, the modules and the render pass are valid.
    let made = unsafe {
        scope
            .device
            .handle
            .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
    };
    one(scope, made, "vkCreateGraphicsPipelines")
}

/// The only pipeline that a call made.
fn one(
    scope: &Scope<'_>,
    made: Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
    call: &'static str,
) -> Result<vk::Pipeline> {
    let made = made.map_err(|(_, error)| error).context(call)?;
    let made: Vec<_> = made
        .into_iter()
        .map(|pipeline| scope.keep(pipeline))
        .collect();
    made.first().copied().context(call)
}

/// The size of the image that the work draws.
fn extent(work: Work) -> vk::Extent2D {
    match work {
        Work::Draw { width, height, .. } => vk::Extent2D { width, height },
        Work::Modules | Work::Create | Work::Dispatch { .. } => vk::Extent2D {
            width: 1,
            height: 1,
        },
    }
}

impl Target {
    pub(super) fn create(scope: &Scope<'_>, pass: vk::RenderPass, work: Work) -> Result<Self> {
        let extent = extent(work);
        let vk::Extent2D { width, height } = extent;
        let device = &scope.device.handle;
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(FORMAT)
            .extent(extent.into())
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(vk::ImageUsageFlags::COLOR_ATTACHMENT | vk::ImageUsageFlags::TRANSFER_SRC);
        let image = memory::image(scope, &info)?;
        let view = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(FORMAT)
            .subresource_range(
                vk::ImageSubresourceRange::default()
                    .aspect_mask(vk::ImageAspectFlags::COLOR)
                    .level_count(1)
                    .layer_count(1),
            );
        // SAFETY: the device is valid, and every create info lives until its call returns.
        unsafe {
            let view = scope.keep(
                device
                    .create_image_view(&view, None)
                    .context("vkCreateImageView")?,
            );
            let views = [view];
            let info = vk::FramebufferCreateInfo::default()
                .render_pass(pass)
                .attachments(&views)
                .width(width)
                .height(height)
                .layers(1);
            let framebuffer = scope.keep(
                device
                    .create_framebuffer(&info, None)
                    .context("vkCreateFramebuffer")?,
            );
            let words = 4 * width as usize * height as usize;
            let pixels = HostBuffer::create(scope, words, vk::BufferUsageFlags::TRANSFER_DST)?;
            Ok(Self {
                framebuffer,
                image,
                extent,
                pixels,
            })
        }
    }
}

/// One colour attachment, cleared first and read by a copy afterwards.
fn render_pass(device: &ash::Device) -> Result<vk::RenderPass> {
    let attachments = [vk::AttachmentDescription::default()
        .format(FORMAT)
        .samples(vk::SampleCountFlags::TYPE_1)
        .load_op(vk::AttachmentLoadOp::CLEAR)
        .store_op(vk::AttachmentStoreOp::STORE)
        .stencil_load_op(vk::AttachmentLoadOp::DONT_CARE)
        .stencil_store_op(vk::AttachmentStoreOp::DONT_CARE)
        .final_layout(vk::ImageLayout::TRANSFER_SRC_OPTIMAL)];
    let colours =
        [vk::AttachmentReference::default().layout(vk::ImageLayout::COLOR_ATTACHMENT_OPTIMAL)];
    let subpasses = [vk::SubpassDescription::default().color_attachments(&colours)];
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
    unsafe { device.create_render_pass(&info, None) }.context("vkCreateRenderPass")
}
