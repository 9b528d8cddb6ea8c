//! The resources of a job (buffers, texel buffers, images and samplers) and their descriptor sets.

use std::collections::BTreeMap;

use anyhow::{ensure, Context as _, Result};
use ash::vk;

use super::addresses::Addresses;
use super::images::{self, HostImage};
use super::memory::HostBuffer;
use super::scope::Scope;
use crate::execute::image::Access;
use crate::execute::job::{Buffer, BufferKind, Job, Place};

/// The resources of a job, and descriptor sets that refer to them.
pub(super) struct Bound {
    resources: Vec<Resource>,
    addresses: Addresses,
    /// The push constants, including buffer addresses.
    pub(super) push_constants: Vec<u32>,
    pub(super) sets: Vec<vk::DescriptorSet>,
}

/// The resource of one descriptor.
enum Resource {
    Buffer(HostBuffer),
    Texels(HostBuffer, vk::BufferView),
    Image(HostImage),
    Sampler(vk::Sampler),
}

impl BufferKind {
    fn descriptor(self) -> vk::DescriptorType {
        match self {
            Self::Storage => vk::DescriptorType::STORAGE_BUFFER,
            Self::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
            Self::StorageTexels(_) => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
            Self::UniformTexels(_) => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
            Self::Image(image) => match image.access {
                Access::Storage => vk::DescriptorType::STORAGE_IMAGE,
                Access::Sampled => vk::DescriptorType::SAMPLED_IMAGE,
                Access::Combined(_) => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
            },
            Self::Sampler(_) => vk::DescriptorType::SAMPLER,
        }
    }
}

impl Bound {
    /// Records the commands that initialize images, before the work.
    pub(super) fn fill(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        for image in self.images() {
            image.fill(device, commands);
        }
    }

    /// Records the copies of storage images to host-visible memory, after the work.
    pub(super) fn read_back(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        for image in self.images() {
            image.read_back(device, commands);
        }
    }

    fn images(&self) -> impl Iterator<Item = &HostImage> {
        self.resources.iter().filter_map(|resource| match resource {
            Resource::Image(image) => Some(image),
            _ => None,
        })
    }

    /// Reads the content of all resources, once the work is done.
    pub(super) fn read(&self, scope: &Scope<'_>) -> Result<Vec<Vec<u32>>> {
        let read = |resource: &Resource| match resource {
            Resource::Buffer(buffer) | Resource::Texels(buffer, _) => buffer.read(scope),
            Resource::Image(image) => image.host.read(scope),
            Resource::Sampler(_) => Ok(Vec::new()),
        };
        let mut all: Vec<_> = self.resources.iter().map(read).collect::<Result<_>>()?;
        for (resource, words) in self.resources.iter().zip(&mut all) {
            if resource.buffer().is_some() {
                self.addresses.make_symbolic(words);
            }
        }
        Ok(all)
    }
}

impl Resource {
    /// Creates and fills a resource. `addressed`: the job names its address.
    fn new(scope: &Scope<'_>, buffer: &Buffer, addressed: bool) -> Result<Self> {
        let filled = |mut usage| {
            if addressed {
                usage |= vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS;
            }
            let host = HostBuffer::create(scope, buffer.words.len(), usage)?;
            host.write(scope, &buffer.words)?;
            Ok::<_, anyhow::Error>(host)
        };
        let texels = |format, usage| {
            let host = filled(usage)?;
            let view = images::texels(scope, host.handle, format)?;
            Ok(Self::Texels(host, view))
        };
        match buffer.kind {
            BufferKind::Storage => filled(vk::BufferUsageFlags::STORAGE_BUFFER).map(Self::Buffer),
            BufferKind::Uniform => filled(vk::BufferUsageFlags::UNIFORM_BUFFER).map(Self::Buffer),
            BufferKind::StorageTexels(format) => {
                texels(format, vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER)
            }
            BufferKind::UniformTexels(format) => {
                texels(format, vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER)
            }
            BufferKind::Image(image) => {
                HostImage::create(scope, image, &buffer.words).map(Self::Image)
            }
            BufferKind::Sampler(sampler) => images::sampler(scope, sampler).map(Self::Sampler),
        }
    }

    fn buffer(&self) -> Option<&HostBuffer> {
        match self {
            Self::Buffer(buffer) | Self::Texels(buffer, _) => Some(buffer),
            Self::Image(_) | Self::Sampler(_) => None,
        }
    }
}

/// Creates a layout for each descriptor set, including unused sets below the highest.
pub(super) fn layouts(
    scope: &Scope<'_>,
    buffers: &[Buffer],
) -> Result<Vec<vk::DescriptorSetLayout>> {
    let mut by_set: BTreeMap<u32, Vec<vk::DescriptorSetLayoutBinding<'_>>> = BTreeMap::new();
    for buffer in buffers {
        ensure!(
            buffer.set < 32,
            "set {} is beyond what any of the drivers binds",
            buffer.set
        );
        let bindings = by_set.entry(buffer.set).or_default();
        let mut bindings_so_far = bindings.iter_mut();
        match bindings_so_far.find(|layout| layout.binding == buffer.binding) {
            // Several buffers with the same binding form an array.
            Some(layout) => layout.descriptor_count += 1,
            None => bindings.push(layout_of(buffer)),
        }
    }
    let sets = by_set.last_key_value().map_or(0, |(last, _)| last + 1);
    let layout = |set| {
        let bindings = by_set.get(&set).map_or(&[][..], Vec::as_slice);
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
        // SAFETY: the device is valid, and the bindings live until the call returns.
        let layout = unsafe {
            scope
                .device
                .handle
                .create_descriptor_set_layout(&info, None)
        };
        Ok(scope.keep(layout.context("vkCreateDescriptorSetLayout")?))
    };
    (0..sets).map(layout).collect()
}

fn layout_of(buffer: &Buffer) -> vk::DescriptorSetLayoutBinding<'static> {
    vk::DescriptorSetLayoutBinding::default()
        .binding(buffer.binding)
        .descriptor_type(buffer.kind.descriptor())
        .descriptor_count(1)
        .stage_flags(vk::ShaderStageFlags::ALL)
}

/// Creates and fills the resources, and writes the descriptors.
pub(super) fn bind(
    scope: &Scope<'_>,
    job: &Job,
    layouts: &[vk::DescriptorSetLayout],
) -> Result<Bound> {
    let buffers = &job.buffers;
    let mut addresses = Addresses::default();
    let mut resources = Vec::new();
    for (number, buffer) in buffers.iter().enumerate() {
        let addressed = scope.device.addresses && Addresses::are_used(job, number);
        let one = Resource::new(scope, buffer, addressed)?;
        if let Some(host) = one.buffer().filter(|_| addressed) {
            addresses.add(number, host.address(scope), buffer.words.len());
        }
        resources.push(one);
    }
    for (number, (buffer, resource)) in buffers.iter().zip(&resources).enumerate() {
        if let Some(words) = addresses.write(job, Place::Buffer(number), &buffer.words)? {
            let host = resource.buffer().context("an image holds no addresses")?;
            host.write(scope, &words)?;
        }
    }
    let push_constants = addresses.write(job, Place::Push, &job.push_constants)?;
    let mut sets = Vec::new();
    if !layouts.is_empty() {
        sets = allocate(scope, buffers, layouts)?;
        for (number, (buffer, resource)) in buffers.iter().zip(&resources).enumerate() {
            let place =
                |other: &&Buffer| (other.set, other.binding) == (buffer.set, buffer.binding);
            let element = buffers.iter().take(number).filter(place).count();
            let set = sets.get(buffer.set as usize).copied();
            let target = vk::WriteDescriptorSet::default()
                .dst_set(set.context("a set for each buffer")?)
                .dst_binding(buffer.binding)
                .dst_array_element(u32::try_from(element)?)
                .descriptor_type(buffer.kind.descriptor());
            write(scope, target, buffer, resource);
        }
    }
    Ok(Bound {
        resources,
        addresses,
        push_constants: push_constants.unwrap_or_else(|| job.push_constants.clone()),
        sets,
    })
}

/// Allocates the descriptor sets from a pool of their own.
fn allocate(
    scope: &Scope<'_>,
    buffers: &[Buffer],
    layouts: &[vk::DescriptorSetLayout],
) -> Result<Vec<vk::DescriptorSet>> {
    let device = &scope.device.handle;
    let one = |buffer: &Buffer| {
        vk::DescriptorPoolSize::default()
            .ty(buffer.kind.descriptor())
            .descriptor_count(1)
    };
    let sizes: Vec<_> = buffers.iter().map(one).collect();
    // SAFETY: every create info and everything it points to lives until its call returns; the scope owns the handles.
    unsafe {
        let info = vk::DescriptorPoolCreateInfo::default()
            .max_sets(u32::try_from(layouts.len())?)
            .pool_sizes(&sizes);
        let pool = device.create_descriptor_pool(&info, None);
        let pool = scope.keep(pool.context("vkCreateDescriptorPool")?);
        let info = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(pool)
            .set_layouts(layouts);
        device
            .allocate_descriptor_sets(&info)
            .context("vkAllocateDescriptorSets")
    }
}

/// Writes one descriptor.
fn write(
    scope: &Scope<'_>,
    target: vk::WriteDescriptorSet<'_>,
    buffer: &Buffer,
    resource: &Resource,
) {
    let mut ranges = [vk::DescriptorBufferInfo::default()];
    let mut images = [vk::DescriptorImageInfo::default()];
    let views;
    let write = match *resource {
        Resource::Buffer(ref host) => {
            let [range] = &mut ranges;
            range.buffer = host.handle;
            range.range = buffer.range.map_or(vk::WHOLE_SIZE, u64::from);
            target.buffer_info(&ranges)
        }
        Resource::Texels(_, view) => {
            views = [view];
            target.texel_buffer_view(&views)
        }
        Resource::Image(ref image) => {
            images = [image.descriptor];
            target.image_info(&images)
        }
        Resource::Sampler(sampler) => {
            let [image] = &mut images;
            image.sampler = sampler;
            target.image_info(&images)
        }
    };
    // SAFETY: the scope owns the handles, and everything that the write points to lives until the call returns.
    unsafe { scope.device.handle.update_descriptor_sets(&[write], &[]) };
}
