//! Images, samplers and buffer views.
//!
//! An image is in device memory, with its content in a host-visible buffer: copied to the image before the work and, for a
//! storage image, back after it. The image stays in the general layout.

use anyhow::{ensure, Context as _, Result};
use ash::vk;

use super::memory::{self, HostBuffer};
use super::scope::Scope;
use crate::execute::image::{Access, Dim, Format, Image, Sampler, Wrap, SAMPLES};

const LAYOUT: vk::ImageLayout = vk::ImageLayout::GENERAL;

/// An image, and a host-visible buffer with its content.
pub(super) struct HostImage {
    pub(super) host: HostBuffer,
    pub(super) descriptor: vk::DescriptorImageInfo,
    image: Image,
    handle: vk::Image,
    /// Clear colour of a multisampled image.
    colour: [u32; 4],
}

impl HostImage {
    pub(super) fn create(scope: &Scope<'_>, image: Image, words: &[u32]) -> Result<Self> {
        ensure!(
            words.len() == image.words(),
            "an image of {} words takes no {}",
            image.words(),
            words.len()
        );
        let both = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let host = HostBuffer::create(scope, words.len(), both)?;
        host.write(scope, words)?;
        let handle = memory::image(scope, &info(&image))?;
        let levels = match image.access {
            // The descriptor of a storage image covers one level.
            Access::Storage => 1,
            Access::Sampled | Access::Combined(_) => image.levels,
        };
        let view = vk::ImageViewCreateInfo::default()
            .image(handle)
            .view_type(view_type(&image))
            .format(image.format.vk())
            .subresource_range(range(&image).level_count(levels));
        // SAFETY: the device and the image are valid.
        let view = unsafe { scope.device.handle.create_image_view(&view, None) };
        let view = scope.keep(view.context("vkCreateImageView")?);
        let mut descriptor = vk::DescriptorImageInfo::default()
            .image_layout(LAYOUT)
            .image_view(view);
        if let Access::Combined(of) = image.access {
            descriptor.sampler = sampler(scope, of)?;
        }
        Ok(Self {
            host,
            descriptor,
            image,
            handle,
            colour: words.try_into().unwrap_or_default(),
        })
    }

    /// Records the copy of the content to the image.
    pub(super) fn fill(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        let barrier = vk::ImageMemoryBarrier::default()
            .image(self.handle)
            .subresource_range(range(&self.image));
        let none = vk::AccessFlags::empty();
        let written = vk::AccessFlags::TRANSFER_WRITE;
        let used = vk::AccessFlags::SHADER_READ | vk::AccessFlags::SHADER_WRITE;
        let before = barrier
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(LAYOUT)
            .src_access_mask(none)
            .dst_access_mask(written);
        let after = barrier
            .old_layout(LAYOUT)
            .new_layout(LAYOUT)
            .src_access_mask(written)
            .dst_access_mask(used);
        let wait = |from, to, barrier| {
            let none = vk::DependencyFlags::empty();
            // SAFETY: the command buffer is being recorded, and the image lives as long as the job's scope.
            unsafe { device.cmd_pipeline_barrier(commands, from, to, none, &[], &[], &[barrier]) };
        };
        let copies = vk::PipelineStageFlags::TRANSFER;
        wait(vk::PipelineStageFlags::TOP_OF_PIPE, copies, before);
        // SAFETY: as above; the buffer covers all regions.
        unsafe {
            if self.image.multisampled {
                let colour = vk::ClearColorValue {
                    uint32: self.colour,
                };
                let all = [range(&self.image)];
                device.cmd_clear_color_image(commands, self.handle, LAYOUT, &colour, &all);
            } else {
                let (from, regions) = (self.host.handle, self.regions());
                device.cmd_copy_buffer_to_image(commands, from, self.handle, LAYOUT, &regions);
            }
        }
        wait(copies, vk::PipelineStageFlags::ALL_COMMANDS, after);
    }

    /// Records the copy of the image to its buffer, if the work may have written to the image.
    pub(super) fn read_back(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        if self.image.access != Access::Storage || self.image.multisampled {
            return;
        }
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::TRANSFER_READ | vk::AccessFlags::TRANSFER_WRITE);
        // SAFETY: the command buffer is being recorded, the handles live as long as the job's scope, and the buffer covers all
        // regions.
        unsafe {
            device.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::PipelineStageFlags::TRANSFER,
                vk::DependencyFlags::empty(),
                &[barrier],
                &[],
                &[],
            );
            let (to, regions) = (self.host.handle, self.regions());
            device.cmd_copy_image_to_buffer(commands, self.handle, LAYOUT, to, &regions);
        }
    }

    /// The position of each level in the buffer.
    fn regions(&self) -> Vec<vk::BufferImageCopy> {
        let region = |level| {
            let layers = vk::ImageSubresourceLayers::default()
                .aspect_mask(aspect(self.image.format))
                .mip_level(level)
                .layer_count(self.image.layers);
            vk::BufferImageCopy::default()
                .buffer_offset(4 * self.image.start_of(level) as u64)
                .image_subresource(layers)
                .image_extent(extent(self.image.extent_of(level)))
        };
        (0..self.image.levels).map(region).collect()
    }
}

fn extent([width, height, depth]: [u32; 3]) -> vk::Extent3D {
    vk::Extent3D {
        width,
        height,
        depth,
    }
}

fn aspect(format: Format) -> vk::ImageAspectFlags {
    if format.is_depth() {
        vk::ImageAspectFlags::DEPTH
    } else {
        vk::ImageAspectFlags::COLOR
    }
}

fn range(image: &Image) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default()
        .aspect_mask(aspect(image.format))
        .level_count(image.levels)
        .layer_count(image.layers)
}

fn info(image: &Image) -> vk::ImageCreateInfo<'static> {
    let (ty, flags) = match image.dim {
        Dim::One => (vk::ImageType::TYPE_1D, vk::ImageCreateFlags::empty()),
        Dim::Two => (vk::ImageType::TYPE_2D, vk::ImageCreateFlags::empty()),
        Dim::Three => (vk::ImageType::TYPE_3D, vk::ImageCreateFlags::empty()),
        Dim::Cube => (
            vk::ImageType::TYPE_2D,
            vk::ImageCreateFlags::CUBE_COMPATIBLE,
        ),
    };
    let usage = match image.access {
        Access::Storage => vk::ImageUsageFlags::STORAGE,
        Access::Sampled | Access::Combined(_) => vk::ImageUsageFlags::SAMPLED,
    };
    vk::ImageCreateInfo::default()
        .flags(flags)
        .image_type(ty)
        .format(image.format.vk())
        .extent(extent(image.extent))
        .mip_levels(image.levels)
        .array_layers(image.layers)
        .samples(if image.multisampled {
            vk::SampleCountFlags::from_raw(SAMPLES)
        } else {
            vk::SampleCountFlags::TYPE_1
        })
        .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST)
}

fn view_type(image: &Image) -> vk::ImageViewType {
    match (image.dim, image.arrayed) {
        (Dim::One, false) => vk::ImageViewType::TYPE_1D,
        (Dim::One, true) => vk::ImageViewType::TYPE_1D_ARRAY,
        (Dim::Two, false) => vk::ImageViewType::TYPE_2D,
        (Dim::Two, true) => vk::ImageViewType::TYPE_2D_ARRAY,
        (Dim::Three, _) => vk::ImageViewType::TYPE_3D,
        (Dim::Cube, false) => vk::ImageViewType::CUBE,
        (Dim::Cube, true) => vk::ImageViewType::CUBE_ARRAY,
    }
}

/// Creates a sampler.
pub(super) fn sampler(scope: &Scope<'_>, sampler: Sampler) -> Result<vk::Sampler> {
    let (filter, between) = if sampler.linear {
        (vk::Filter::LINEAR, vk::SamplerMipmapMode::LINEAR)
    } else {
        (vk::Filter::NEAREST, vk::SamplerMipmapMode::NEAREST)
    };
    let wrap = match sampler.wrap {
        Wrap::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        Wrap::Repeat => vk::SamplerAddressMode::REPEAT,
        Wrap::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
        Wrap::Border => vk::SamplerAddressMode::CLAMP_TO_BORDER,
    };
    let mut info = vk::SamplerCreateInfo::default()
        .mag_filter(filter)
        .min_filter(filter)
        .mipmap_mode(between)
        .address_mode_u(wrap)
        .address_mode_v(wrap)
        .address_mode_w(wrap)
        .border_color(vk::BorderColor::FLOAT_OPAQUE_WHITE)
        .compare_enable(sampler.compare)
        .compare_op(vk::CompareOp::LESS)
        .max_lod(vk::LOD_CLAMP_NONE);
    if sampler.unnormalized {
        info = info
            .unnormalized_coordinates(true)
            .mipmap_mode(vk::SamplerMipmapMode::NEAREST)
            .max_lod(0.0);
    }
    // SAFETY: the device is valid.
    let made = unsafe { scope.device.handle.create_sampler(&info, None) };
    Ok(scope.keep(made.context("vkCreateSampler")?))
}

/// Creates a texel buffer view of a whole buffer.
pub(super) fn texels(
    scope: &Scope<'_>,
    buffer: vk::Buffer,
    format: Format,
) -> Result<vk::BufferView> {
    let info = vk::BufferViewCreateInfo::default()
        .buffer(buffer)
        .format(format.vk())
        .range(vk::WHOLE_SIZE);
    // SAFETY: the device and the buffer are valid.
    let view = unsafe { scope.device.handle.create_buffer_view(&info, None) };
    Ok(scope.keep(view.context("vkCreateBufferView")?))
}
