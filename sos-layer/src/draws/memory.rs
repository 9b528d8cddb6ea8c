//! Memory for the values of direct draws: chunks of mapped buffers, each with one command buffer from its first draw until it is reset.
//!
//! A chunk goes back to the device's stock then, and is used again. So there is as much memory as command buffers have needed at once, however
//! many frames there are. Devices allow few allocations, so one has many chunks.

use crate::device::Device;
use ash::vk;
use std::sync::{Mutex, PoisonError};

/// The bytes between the values of two draws.
pub const STEP: u64 = 16;

/// The draws that a chunk has room for.
pub const ROOM: u64 = 256;

/// The number of chunks in an allocation.
const CHUNKS: u64 = 64;

/// The values of a draw: base vertex, base instance, number.
pub type Values = [u32; 3];

/// Room for the values of some draws.
pub struct Chunk {
    /// Where they are for the device.
    pub buffer: vk::Buffer,
    /// From here on in it.
    pub offset: u64,
    mapped: *mut u8,
}

// SAFETY: the memory is mapped for as long as the device exists, and only the owner of the chunk writes to its part of it.
unsafe impl Send for Chunk {}

impl Chunk {
    /// Writes the values of one draw, which go to [`Self::offset`] plus so many steps.
    pub fn write(&mut self, at: u64, values: Values) {
        if at < ROOM {
            // SAFETY: within the chunk, by the line above, and aligned, since chunks and steps are.
            unsafe {
                let place = self.mapped.add((at * STEP) as usize).cast::<Values>();
                place.write(values);
            }
        }
    }
}

/// The memory of a device.
pub struct Memory {
    types: Vec<vk::MemoryPropertyFlags>,
    stock: Mutex<Vec<Chunk>>,
    all: Mutex<Vec<(vk::Buffer, vk::DeviceMemory)>>,
}

impl Memory {
    /// None yet.
    pub fn new(properties: &vk::PhysicalDeviceMemoryProperties) -> Self {
        let types = properties.memory_types_as_slice().iter();
        Self {
            types: types.map(|ty| ty.property_flags).collect(),
            stock: Mutex::default(),
            all: Mutex::default(),
        }
    }

    /// A chunk that nothing else uses.
    ///
    /// # Safety
    /// The device is live.
    pub unsafe fn take(&self, device: &Device) -> Result<Chunk, vk::Result> {
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chunk) = stock.pop() {
            return Ok(chunk);
        }
        let size = STEP * ROOM * CHUNKS;
        let (buffer, memory, mapped) = self.allocate(device, size)?;
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((buffer, memory));
        let chunk = |at: u64| Chunk {
            buffer,
            offset: at * STEP * ROOM,
            mapped: mapped.add((at * STEP * ROOM) as usize),
        };
        stock.extend((1..CHUNKS).rev().map(chunk));
        Ok(chunk(0))
    }

    /// Takes chunks back.
    pub fn give(&self, chunks: impl IntoIterator<Item = Chunk>) {
        let mut stock = self.stock.lock().unwrap_or_else(PoisonError::into_inner);
        stock.extend(chunks);
    }

    /// A mapped buffer for attributes.
    unsafe fn allocate(
        &self,
        device: &Device,
        size: u64,
    ) -> Result<(vk::Buffer, vk::DeviceMemory, *mut u8), vk::Result> {
        let (handle, next, none) = (device.handle, &device.next, std::ptr::null());
        let lacks = vk::Result::ERROR_UNKNOWN;
        let info = vk::BufferCreateInfo::default()
            .size(size)
            .usage(vk::BufferUsageFlags::VERTEX_BUFFER);
        let mut buffer = vk::Buffer::null();
        next.create_buffer.ok_or(lacks)?(handle, &info, none, &mut buffer).result()?;
        let mut memory = vk::DeviceMemory::null();
        let filled = (|| {
            let mut needs = vk::MemoryRequirements::default();
            next.get_memory_requirements.ok_or(lacks)?(handle, buffer, &mut needs);
            let flags =
                vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            // Every device has such a type for every buffer ("Resource Memory Association").
            let fits = |&at: &usize| {
                self.types[at].contains(flags) && needs.memory_type_bits >> at & 1 != 0
            };
            let found = (0..self.types.len().min(32)).find(fits);
            let found = found.ok_or(vk::Result::ERROR_OUT_OF_DEVICE_MEMORY)?;
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(found as u32);
            next.allocate_memory.ok_or(lacks)?(handle, &info, none, &mut memory).result()?;
            next.bind_buffer_memory.ok_or(lacks)?(handle, buffer, memory, 0).result()?;
            let mut mapped = std::ptr::null_mut();
            let flags = vk::MemoryMapFlags::empty();
            let map = next.map_memory.ok_or(lacks)?;
            map(handle, memory, 0, vk::WHOLE_SIZE, flags, &mut mapped).result()?;
            Ok(mapped.cast())
        })();
        filled
            .map(|mapped| (buffer, memory, mapped))
            .inspect_err(|_| free(device, buffer, memory))
    }

    /// The bytes that there are.
    pub fn size(&self) -> u64 {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.len() as u64 * STEP * ROOM * CHUNKS
    }

    /// Frees all.
    ///
    /// # Safety
    /// Nothing uses it any more.
    pub unsafe fn destroy(&self, device: &Device) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        for (buffer, memory) in all.drain(..) {
            free(device, buffer, memory);
        }
    }
}

unsafe fn free(device: &Device, buffer: vk::Buffer, memory: vk::DeviceMemory) {
    if let Some(destroy) = device.next.destroy_buffer {
        destroy(device.handle, buffer, std::ptr::null());
    }
    if let Some(free) = device.next.free_memory {
        free(device.handle, memory, std::ptr::null());
    }
}
