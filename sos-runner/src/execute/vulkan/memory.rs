//! The memory of a job: host-visible buffers and device-local images.

use anyhow::{bail, ensure, Context as _, Result};
use ash::vk;

use super::scope::Scope;

/// A buffer with its memory, followed by a guard area that must stay unchanged: drivers need not confine shaders to their
/// buffers, and a write out of bounds would otherwise corrupt other memory, nondeterministically.
pub(super) struct HostBuffer {
    pub(super) handle: vk::Buffer,
    memory: vk::DeviceMemory,
    words: usize,
    /// Size of the memory in words, including the guard area.
    total_words: usize,
}

/// Bytes of the guard area, at least.
const GUARD_BYTES: u64 = 4096;
/// Content of the guard area.
const GUARD_WORD: u32 = 0xA5C3_5A3C;

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
        // SAFETY: the device is valid, and the scope destroys the buffer before its memory.
        unsafe {
            let handle = device
                .create_buffer(&info, None)
                .context("vkCreateBuffer")?;
            let mut needed = device.get_buffer_memory_requirements(handle);
            needed.size += GUARD_BYTES;
            let addressed = usage.contains(vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS);
            let memory = allocate(scope, needed, HOST, addressed)?;
            scope.keep(handle);
            device
                .bind_buffer_memory(handle, memory, 0)
                .context("vkBindBufferMemory")?;
            let buffer = Self {
                handle,
                memory,
                words,
                total_words: needed.size as usize / 4,
            };
            buffer.with_words(scope, |all| {
                all.get_mut(words..).unwrap_or(&mut []).fill(GUARD_WORD);
            })?;
            Ok(buffer)
        }
    }

    /// Maps all of the memory.
    fn with_words<T>(&self, scope: &Scope<'_>, work: impl FnOnce(&mut [u32]) -> T) -> Result<T> {
        let device = &scope.device.handle;
        // SAFETY: the memory is coherent, has `total_words` words, is not mapped elsewhere, and is not in use, because work of the
        // queue is waited for.
        unsafe {
            let at = device.map_memory(self.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty());
            let at = at.context("vkMapMemory")?.cast::<u32>();
            let done = work(std::slice::from_raw_parts_mut(at, self.total_words));
            device.unmap_memory(self.memory);
            Ok(done)
        }
    }

    /// Writes the content of the buffer.
    pub(super) fn write(&self, scope: &Scope<'_>, content: &[u32]) -> Result<()> {
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

    /// The device address. The buffer's usage must include `SHADER_DEVICE_ADDRESS`.
    pub(super) fn address(&self, scope: &Scope<'_>) -> u64 {
        let info = vk::BufferDeviceAddressInfo::default().buffer(self.handle);
        // SAFETY: the device is Vulkan 1.2 or later with `bufferDeviceAddress` enabled; the buffer is bound to memory.
        unsafe { scope.device.handle.get_buffer_device_address(&info) }
    }

    /// Reads the content. Fails if the guard area was written to.
    pub(super) fn read(&self, scope: &Scope<'_>) -> Result<Vec<u32>> {
        let (content, behind) = self.with_words(scope, |all| {
            let (own, guard) = all.split_at(self.words.min(all.len()));
            (
                own.to_vec(),
                guard.iter().position(|&word| word != GUARD_WORD),
            )
        })?;
        if let Some(word) = behind {
            bail!(
                "the shader writes past its buffer of {} bytes, {} bytes from its end on",
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

/// Allocates memory that meets the requirements and has the properties; with a device address if `addressed`.
fn allocate(
    scope: &Scope<'_>,
    needed: vk::MemoryRequirements,
    properties: vk::MemoryPropertyFlags,
    addressed: bool,
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
    let mut flags =
        vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
    let mut info = vk::MemoryAllocateInfo::default()
        .allocation_size(needed.size)
        .memory_type_index(index);
    if addressed {
        info = info.push_next(&mut flags);
    }
    // SAFETY: the device is valid, and everything that the info points to lives until the call returns.
    let memory = unsafe { scope.device.handle.allocate_memory(&info, None) };
    Ok(scope.keep(memory.context("vkAllocateMemory")?))
}

/// Creates an image with its own memory.
pub(super) fn image(scope: &Scope<'_>, info: &vk::ImageCreateInfo<'_>) -> Result<vk::Image> {
    let device = &scope.device.handle;
    // SAFETY: the device is valid, and the scope destroys the image before its memory.
    unsafe {
        let image = device.create_image(info, None).context("vkCreateImage")?;
        let needed = device.get_image_memory_requirements(image);
        let memory = allocate(scope, needed, vk::MemoryPropertyFlags::empty(), false)?;
        scope.keep(image);
        device
            .bind_image_memory(image, memory, 0)
            .context("vkBindImageMemory")?;
        Ok(image)
    }
}
