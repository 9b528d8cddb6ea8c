//! Buffers and images of a job, all in memory that the host sees.

use std::collections::BTreeMap;

use anyhow::{bail, ensure, Context as _, Result};
use ash::vk;

use super::scope::Scope;
use crate::execute::job::{Buffer, BufferKind};

/// A buffer with its memory, and more memory behind it, which must stay as it is: drivers need not keep shaders inside of
/// their buffers, and a shader that leaves its own would destroy something else, now and then.
pub(super) struct HostBuffer {
    pub(super) handle: vk::Buffer,
    memory: vk::DeviceMemory,
    words: usize,
    /// How many words the memory has.
    all: usize,
}

/// Bytes behind a buffer that are watched.
const GUARD: u64 = 4096;
/// What they hold.
const UNTOUCHED: u32 = 0xA5C3_5A3C;

/// The buffers of a job, and descriptor sets that name them.
pub(super) struct Bound {
    pub(super) buffers: Vec<HostBuffer>,
    pub(super) sets: Vec<vk::DescriptorSet>,
}

impl HostBuffer {
    pub(super) fn create(
        scope: &Scope<'_>,
        words: usize,
        usage: vk::BufferUsageFlags,
    ) -> Result<Self> {
        let device = &scope.device.handle;
        let info = vk::BufferCreateInfo::default()
            .size(4 * words as u64)
            .usage(usage);
        // SAFETY: the device is valid, and the scope destroys the buffer before its memory goes unused.
        unsafe {
            let handle = device
                .create_buffer(&info, None)
                .context("vkCreateBuffer")?;
            let mut needed = device.get_buffer_memory_requirements(handle);
            needed.size += GUARD;
            let memory = allocate(scope, needed, HOST)?;
            scope.keep(handle);
            device
                .bind_buffer_memory(handle, memory, 0)
                .context("vkBindBufferMemory")?;
            let buffer = Self {
                handle,
                memory,
                words,
                all: needed.size as usize / 4,
            };
            buffer.with_words(scope, |all| {
                all.get_mut(words..).unwrap_or(&mut []).fill(UNTOUCHED);
            })?;
            Ok(buffer)
        }
    }

    /// Gives access to all of the memory.
    fn with_words<T>(&self, scope: &Scope<'_>, work: impl FnOnce(&mut [u32]) -> T) -> Result<T> {
        let device = &scope.device.handle;
        // SAFETY: the memory is coherent, has so many words, is not mapped elsewhere and not in use by the queue, whose
        // work was waited for.
        unsafe {
            let at = device.map_memory(self.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
            let at = at.context("vkMapMemory")?.cast::<u32>();
            let done = work(std::slice::from_raw_parts_mut(at, self.all));
            device.unmap_memory(self.memory);
            Ok(done)
        }
    }

    fn write(&self, scope: &Scope<'_>, content: &[u32]) -> Result<()> {
        ensure!(
            content.len() == self.words,
            "a buffer of {} words takes no {}",
            self.words,
            content.len()
        );
        self.with_words(scope, |all| {
            if let Some(own) = all.get_mut(..content.len()) {
                own.copy_from_slice(content);
            }
        })
    }

    pub(super) fn read(&self, scope: &Scope<'_>) -> Result<Vec<u32>> {
        let (content, behind) = self.with_words(scope, |all| {
            let (own, guard) = all.split_at(self.words.min(all.len()));
            (
                own.to_vec(),
                guard.iter().position(|&word| word != UNTOUCHED),
            )
        })?;
        if let Some(word) = behind {
            bail!(
                "the shader writes behind its buffer of {} bytes, {} bytes from its end on",
                4 * self.words,
                4 * word
            );
        }
        Ok(content)
    }
}

const HOST: vk::MemoryPropertyFlags = vk::MemoryPropertyFlags::from_raw(
    vk::MemoryPropertyFlags::HOST_VISIBLE.as_raw()
        | vk::MemoryPropertyFlags::HOST_COHERENT.as_raw(),
);

/// Memory that meets the requirements and has the properties.
fn allocate(
    scope: &Scope<'_>,
    needed: vk::MemoryRequirements,
    properties: vk::MemoryPropertyFlags,
) -> Result<vk::DeviceMemory> {
    let types = scope
        .device
        .memory
        .memory_types_as_slice()
        .iter()
        .enumerate();
    let fitting = types.filter(|(_, kind)| kind.property_flags.contains(properties));
    let index = fitting
        .map(|(index, _)| index as u32)
        .find(|index| needed.memory_type_bits & (1 << index) != 0);
    let index = index.context("no memory type fits")?;
    let info = vk::MemoryAllocateInfo::default()
        .allocation_size(needed.size)
        .memory_type_index(index);
    // SAFETY: the device is valid.
    let memory = unsafe { scope.device.handle.allocate_memory(&info, None) };
    Ok(scope.keep(memory.context("vkAllocateMemory")?))
}

/// A new image of this kind with its own memory.
pub(super) fn image(scope: &Scope<'_>, info: &vk::ImageCreateInfo<'_>) -> Result<vk::Image> {
    let device = &scope.device.handle;
    // SAFETY: the device is valid, and the scope destroys the image before its memory.
    unsafe {
        let image = device.create_image(info, None).context("vkCreateImage")?;
        let needed = device.get_image_memory_requirements(image);
        let memory = allocate(scope, needed, vk::MemoryPropertyFlags::empty())?;
        scope.keep(image);
        device
            .bind_image_memory(image, memory, 0)
            .context("vkBindImageMemory")?;
        Ok(image)
    }
}

impl BufferKind {
    fn descriptor(self) -> vk::DescriptorType {
        match self {
            Self::Storage => vk::DescriptorType::STORAGE_BUFFER,
            Self::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
        }
    }

    fn usage(self) -> vk::BufferUsageFlags {
        match self {
            Self::Storage => vk::BufferUsageFlags::STORAGE_BUFFER,
            Self::Uniform => vk::BufferUsageFlags::UNIFORM_BUFFER,
        }
    }
}

/// Makes a layout for each descriptor set, from set 0 without a gap.
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
            // Buffers of one binding are an array.
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

/// Makes and fills the buffers and writes the descriptors.
pub(super) fn bind(
    scope: &Scope<'_>,
    buffers: &[Buffer],
    layouts: &[vk::DescriptorSetLayout],
) -> Result<Bound> {
    let mut bound = Bound {
        buffers: Vec::new(),
        sets: Vec::new(),
    };
    for buffer in buffers {
        let made = HostBuffer::create(scope, buffer.words.len(), buffer.kind.usage())?;
        made.write(scope, &buffer.words)?;
        bound.buffers.push(made);
    }
    if layouts.is_empty() {
        return Ok(bound);
    }
    let device = &scope.device.handle;
    // SAFETY: every create info and what it points to lives until its call returns; the handles are the scope's.
    unsafe {
        let count = u32::try_from(buffers.len())?;
        let sizes = [BufferKind::Storage, BufferKind::Uniform].map(|kind| {
            vk::DescriptorPoolSize::default()
                .ty(kind.descriptor())
                .descriptor_count(count)
        });
        let info = vk::DescriptorPoolCreateInfo::default()
            .max_sets(u32::try_from(layouts.len())?)
            .pool_sizes(&sizes);
        let pool = scope.keep(
            device
                .create_descriptor_pool(&info, None)
                .context("vkCreateDescriptorPool")?,
        );
        let info = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(pool)
            .set_layouts(layouts);
        bound.sets = device
            .allocate_descriptor_sets(&info)
            .context("vkAllocateDescriptorSets")?;
        for (number, (buffer, made)) in buffers.iter().zip(&bound.buffers).enumerate() {
            let place =
                |other: &&Buffer| (other.set, other.binding) == (buffer.set, buffer.binding);
            let element = buffers.iter().take(number).filter(place).count();
            let range = [vk::DescriptorBufferInfo::default()
                .buffer(made.handle)
                .range(buffer.range.map_or(vk::WHOLE_SIZE, u64::from))];
            let set = bound
                .sets
                .get(buffer.set as usize)
                .copied()
                .context("a set for each buffer")?;
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(buffer.binding)
                .dst_array_element(u32::try_from(element)?)
                .descriptor_type(buffer.kind.descriptor())
                .buffer_info(&range);
            device.update_descriptor_sets(&[write], &[]);
        }
    }
    Ok(bound)
}

fn layout_of(buffer: &Buffer) -> vk::DescriptorSetLayoutBinding<'static> {
    vk::DescriptorSetLayoutBinding::default()
        .binding(buffer.binding)
        .descriptor_type(buffer.kind.descriptor())
        .descriptor_count(1)
        .stage_flags(vk::ShaderStageFlags::ALL)
}
