//! Buffers, and the ranges of their descriptors, rounded up where a program enables narrow data that the driver lacks.
//!
//! Lowered accesses to narrow data read whole words, and those to uniform buffers are to whole vectors of four, so the last of them
//! may reach beyond data that does not end on such a boundary. What lies there is read, or written back as it is, and never used; it
//! only has to be inside the buffer and the range.
//!
//! | usage | size | ranges |
//! |---|---|---|
//! | storage, device addresses, uniform with another that shaders see | 4 bytes | 4 bytes, within the buffer |
//! | uniform alone of those | 16 bytes | 16 bytes, within the buffer |
//! | texels, or none that shaders see | as it is | |
//!
//! A program can see the size of a buffer: `VK_WHOLE_SIZE` counts to its end. So nothing is rounded that need not be, and what fills a
//! buffer to its end is told the program's own size. Limits are not exceeded: then the size stays.

use crate::arrays::slice;
use crate::chain::{self, Chain, Change};
use crate::device::Device;
use ash::vk::{self, Handle, TaggedStructure};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, PoisonError, RwLock};

const WORD: u64 = 4;
const VECTOR: u64 = 16;

/// The buffers of a device.
pub struct Buffers {
    /// Whether uniform buffers begin at multiples of [`VECTOR`] bytes, wherever they are in a buffer.
    vectors: bool,
    /// The largest ranges of uniform and storage buffers.
    largest: [u64; 2],
    /// The sizes of those that may have descriptors with rounded ranges, by handle: the program's, and the driver's.
    sizes: RwLock<HashMap<u64, [u64; 2]>>,
}

impl Buffers {
    /// None yet.
    pub fn new(limits: &vk::PhysicalDeviceLimits) -> Self {
        Self {
            vectors: limits.min_uniform_buffer_offset_alignment % VECTOR == 0,
            largest: [
                limits.max_uniform_buffer_range.into(),
                limits.max_storage_buffer_range.into(),
            ],
            sizes: RwLock::default(),
        }
    }

    /// The program's size of a buffer, and the driver's.
    fn sizes(&self, buffer: vk::Buffer) -> Option<[u64; 2]> {
        let all = self.sizes.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&buffer.as_raw()).copied()
    }

    /// The size to give to a buffer; the program's if it stays.
    fn size(&self, size: u64, usage: vk::BufferUsageFlags) -> u64 {
        type Usage = vk::BufferUsageFlags;
        let texels = Usage::UNIFORM_TEXEL_BUFFER | Usage::STORAGE_TEXEL_BUFFER;
        let seen = Usage::STORAGE_BUFFER | Usage::SHADER_DEVICE_ADDRESS;
        let unit = if usage.intersects(texels) {
            return size;
        } else if usage.intersects(seen) {
            WORD
        } else if usage.contains(Usage::UNIFORM_BUFFER) {
            if self.vectors {
                VECTOR
            } else {
                WORD
            }
        } else {
            return size;
        };
        round_up(size, unit)
    }

    /// The range to give to a descriptor.
    fn range(&self, info: &vk::DescriptorBufferInfo, ty: vk::DescriptorType) -> u64 {
        let (range, uniform) = (info.range, is_uniform(ty));
        let Some([_, size]) = self.sizes(info.buffer).filter(|_| range != vk::WHOLE_SIZE) else {
            return range;
        };
        let unit = if uniform && self.vectors {
            VECTOR
        } else {
            WORD
        };
        let rounded = round_up(range, unit).min(size.saturating_sub(info.offset));
        let [uniforms, storages] = self.largest;
        let largest = if uniform { uniforms } else { storages };
        match rounded > largest {
            true => range,
            false => rounded.max(range),
        }
    }
}

/// Rounds up, but not beyond what 32 bits can hold for a size that they hold: limits are such numbers.
fn round_up(size: u64, unit: u64) -> u64 {
    let rounded = size.checked_next_multiple_of(unit).unwrap_or(size);
    let narrow = u64::from(u32::MAX);
    match size <= narrow && rounded > narrow {
        true => size,
        false => rounded,
    }
}

fn is_uniform(ty: vk::DescriptorType) -> bool {
    matches!(
        ty,
        vk::DescriptorType::UNIFORM_BUFFER | vk::DescriptorType::UNIFORM_BUFFER_DYNAMIC
    )
}

fn is_buffer(ty: vk::DescriptorType) -> bool {
    let is_storage = matches!(
        ty,
        vk::DescriptorType::STORAGE_BUFFER | vk::DescriptorType::STORAGE_BUFFER_DYNAMIC
    );
    is_uniform(ty) || is_storage
}

/// What a buffer is used for: a structure in the chain says so in place of the member.
unsafe fn usage_of(info: &vk::BufferCreateInfo<'_>) -> vk::BufferUsageFlags {
    let flags = chain::find::<vk::BufferUsageFlags2CreateInfoKHR<'_>>(info.p_next);
    // The bits that matter here are the same in both.
    flags.map_or(info.usage, |flags| {
        vk::BufferUsageFlags::from_raw((*flags).usage.as_raw() as u32)
    })
}

/// Lets what may hold the parameters of indirect draws hold attributes, too, where these are read as such ([`crate::draws`]). What is
/// returned lives as long as the info is used.
unsafe fn complete_usage(
    device: &Device,
    info: &mut vk::BufferCreateInfo<'static>,
) -> Option<Chain> {
    let (from, added) = (
        vk::BufferUsageFlags::INDIRECT_BUFFER,
        vk::BufferUsageFlags::VERTEX_BUFFER,
    );
    if device.draws.is_none() || !usage_of(info).contains(from) {
        return None;
    }
    info.usage |= added;
    let longer = vk::BufferUsageFlags2CreateInfoKHR::STRUCTURE_TYPE;
    let chain = Chain::changed(info.p_next, |one| {
        if (*one).s_type != longer {
            return Change::Keep;
        }
        let flags: *const vk::BufferUsageFlags2CreateInfoKHR<'_> = one.cast();
        let usage = (*flags).usage.as_raw() | u64::from(added.as_raw());
        let halves: [u32; 2] = std::mem::transmute(usage);
        Change::Members(halves.to_vec())
    });
    info.p_next = chain.first();
    Some(chain)
}

/// `vkCreateBuffer`
pub unsafe extern "system" fn create_buffer(
    handle: vk::Device,
    info: *const vk::BufferCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Buffer,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_buffer) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let mut copy: vk::BufferCreateInfo<'static> = *info.cast();
    let _chain = complete_usage(&device, &mut copy);
    if !device.rounds_buffers {
        return next(handle, &copy, allocator, made);
    }
    let size = copy.size;
    copy.size = device.buffers.size(size, usage_of(&copy));
    let result = next(handle, &copy, allocator, made);
    if result == vk::Result::SUCCESS {
        let mut all = device
            .buffers
            .sizes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        all.insert((*made).as_raw(), [size, copy.size]);
    }
    result
}

/// `vkDestroyBuffer`
pub unsafe extern "system" fn destroy_buffer(
    handle: vk::Device,
    buffer: vk::Buffer,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    let Some(device) = Device::of(handle) else {
        return;
    };
    {
        let mut all = device
            .buffers
            .sizes
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        all.remove(&buffer.as_raw());
    }
    if let Some(next) = device.next.destroy_buffer {
        next(handle, buffer, allocator);
    }
}

/// `vkCmdFillBuffer`
pub unsafe extern "system" fn fill_buffer(
    commands: vk::CommandBuffer,
    buffer: vk::Buffer,
    offset: u64,
    size: u64,
    data: u32,
) {
    let Some((device, next)) = Device::with(commands, |next| next.fill_buffer) else {
        return;
    };
    let sizes = device.buffers.sizes(buffer);
    match sizes.filter(|[own, given]| size == vk::WHOLE_SIZE && own != given) {
        // To the program's end, in whole words; there may be none.
        Some([own, _]) => match own.saturating_sub(offset) / WORD * WORD {
            0 => {}
            size => next(commands, buffer, offset, size, data),
        },
        None => next(commands, buffer, offset, size, data),
    }
}

/// `vkGetDeviceBufferMemoryRequirements`
pub unsafe extern "system" fn get_buffer_requirements(
    handle: vk::Device,
    info: *const vk::DeviceBufferMemoryRequirements<'_>,
    requirements: *mut vk::MemoryRequirements2<'_>,
) {
    let Some((device, next)) = Device::with(handle, |next| next.get_buffer_requirements) else {
        return;
    };
    let mut copy = *info;
    let mut buffer: vk::BufferCreateInfo<'static> = *copy.p_create_info.cast();
    let _chain = complete_usage(&device, &mut buffer);
    if device.rounds_buffers {
        buffer.size = device.buffers.size(buffer.size, usage_of(&buffer));
    }
    copy.p_create_info = &buffer;
    next(handle, &copy, requirements);
}

/// Writes of descriptors with rounded ranges.
struct Writes {
    writes: Vec<vk::WriteDescriptorSet<'static>>,
    /// What they point to.
    _buffers: Vec<Vec<vk::DescriptorBufferInfo>>,
}

impl Writes {
    unsafe fn new(
        device: &Device,
        count: u32,
        writes: *const vk::WriteDescriptorSet<'static>,
    ) -> Self {
        let mut writes = slice(writes, count).to_vec();
        let mut kept = Vec::new();
        for write in &mut writes {
            if !is_buffer(write.descriptor_type) || write.p_buffer_info.is_null() {
                continue;
            }
            let count = write.descriptor_count as usize;
            let mut buffers = std::slice::from_raw_parts(write.p_buffer_info, count).to_vec();
            for buffer in &mut buffers {
                buffer.range = device.buffers.range(buffer, write.descriptor_type);
            }
            write.p_buffer_info = buffers.as_ptr();
            kept.push(buffers);
        }
        Self {
            writes,
            _buffers: kept,
        }
    }

    fn as_ptr(&self) -> *const vk::WriteDescriptorSet<'static> {
        self.writes.as_ptr()
    }
}

/// `vkUpdateDescriptorSets`
pub unsafe extern "system" fn update_descriptors(
    handle: vk::Device,
    count: u32,
    writes: *const vk::WriteDescriptorSet<'_>,
    copy_count: u32,
    copies: *const vk::CopyDescriptorSet<'_>,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.update_descriptors) {
        let writes = Writes::new(&device, count, writes.cast());
        next(handle, count, writes.as_ptr(), copy_count, copies);
    }
}

/// `vkCmdPushDescriptorSetKHR`
pub unsafe extern "system" fn push_descriptors(
    commands: vk::CommandBuffer,
    point: vk::PipelineBindPoint,
    layout: vk::PipelineLayout,
    set: u32,
    count: u32,
    writes: *const vk::WriteDescriptorSet<'_>,
) {
    if let Some((device, next)) = Device::with(commands, |next| next.push_descriptors) {
        let writes = Writes::new(&device, count, writes.cast());
        next(commands, point, layout, set, count, writes.as_ptr());
    }
}

/// `vkCmdPushDescriptorSet2KHR`
pub unsafe extern "system" fn push_descriptors2(
    commands: vk::CommandBuffer,
    info: *const vk::PushDescriptorSetInfoKHR<'_>,
) {
    if let Some((device, next)) = Device::with(commands, |next| next.push_descriptors2) {
        let mut copy = *info;
        let writes = Writes::new(
            &device,
            copy.descriptor_write_count,
            copy.p_descriptor_writes.cast(),
        );
        copy.p_descriptor_writes = writes.as_ptr();
        next(commands, &copy);
    }
}

/// `vkCreateDescriptorUpdateTemplate`
pub unsafe extern "system" fn create_template(
    handle: vk::Device,
    info: *const vk::DescriptorUpdateTemplateCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::DescriptorUpdateTemplate,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_template) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let result = next(handle, info, allocator, made);
    let entries = (*info).p_descriptor_update_entries;
    if result == vk::Result::SUCCESS && !entries.is_null() {
        let count = (*info).descriptor_update_entry_count as usize;
        let entries = std::slice::from_raw_parts(entries, count);
        let mut all = device
            .templates
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        all.insert((*made).as_raw(), entries.into());
    }
    result
}

/// `vkDestroyDescriptorUpdateTemplate`
pub unsafe extern "system" fn destroy_template(
    handle: vk::Device,
    template: vk::DescriptorUpdateTemplate,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    let Some(device) = Device::of(handle) else {
        return;
    };
    {
        let mut all = device
            .templates
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        all.remove(&template.as_raw());
    }
    if let Some(next) = device.next.destroy_template {
        next(handle, template, allocator);
    }
}

/// How many bytes a descriptor takes in the data of a template, or an element of an inline block. `None` for kinds that are not known.
fn size_of_descriptor(ty: vk::DescriptorType) -> Option<usize> {
    type Ty = vk::DescriptorType;
    Some(match ty {
        _ if is_buffer(ty) => size_of::<vk::DescriptorBufferInfo>(),
        Ty::UNIFORM_TEXEL_BUFFER | Ty::STORAGE_TEXEL_BUFFER => size_of::<vk::BufferView>(),
        Ty::ACCELERATION_STRUCTURE_KHR | Ty::ACCELERATION_STRUCTURE_NV => {
            size_of::<vk::AccelerationStructureKHR>()
        }
        Ty::INLINE_UNIFORM_BLOCK => 1,
        Ty::SAMPLER
        | Ty::COMBINED_IMAGE_SAMPLER
        | Ty::SAMPLED_IMAGE
        | Ty::STORAGE_IMAGE
        | Ty::INPUT_ATTACHMENT => size_of::<vk::DescriptorImageInfo>(),
        _ => return None,
    })
}

/// A copy of the data that a template is used with, with rounded ranges; in `u64`s for its alignment. `None` if nothing is to be
/// rounded, or it is not known how much the program has given.
unsafe fn rounded(
    device: &Device,
    template: vk::DescriptorUpdateTemplate,
    data: *const c_void,
) -> Option<Vec<u64>> {
    let entries: Arc<[vk::DescriptorUpdateTemplateEntry]> = {
        let all = device
            .templates
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.get(&template.as_raw())?)
    };
    let mut size = 0;
    for entry in entries.iter().filter(|entry| entry.descriptor_count != 0) {
        let step = match entry.descriptor_type {
            vk::DescriptorType::INLINE_UNIFORM_BLOCK => 1,
            _ => entry.stride,
        };
        let last = (entry.descriptor_count as usize - 1) * step;
        let end = entry.offset + last + size_of_descriptor(entry.descriptor_type)?;
        size = size.max(end);
    }
    if !entries.iter().any(|entry| is_buffer(entry.descriptor_type)) {
        return None;
    }
    let mut copy = vec![0_u64; size.div_ceil(size_of::<u64>())];
    let bytes: *mut u8 = copy.as_mut_ptr().cast();
    std::ptr::copy_nonoverlapping(data.cast::<u8>(), bytes, size);
    for entry in entries
        .iter()
        .filter(|entry| is_buffer(entry.descriptor_type))
    {
        for at in 0..entry.descriptor_count as usize {
            let place = bytes.add(entry.offset + at * entry.stride);
            let place: *mut vk::DescriptorBufferInfo = place.cast();
            let mut buffer = place.read_unaligned();
            buffer.range = device.buffers.range(&buffer, entry.descriptor_type);
            place.write_unaligned(buffer);
        }
    }
    Some(copy)
}

/// `vkUpdateDescriptorSetWithTemplate`
pub unsafe extern "system" fn update_by_template(
    handle: vk::Device,
    set: vk::DescriptorSet,
    template: vk::DescriptorUpdateTemplate,
    data: *const c_void,
) {
    if let Some((device, next)) = Device::with(handle, |next| next.update_by_template) {
        let copy = rounded(&device, template, data);
        let data = copy.as_ref().map_or(data, |copy| copy.as_ptr().cast());
        next(handle, set, template, data);
    }
}

/// `vkCmdPushDescriptorSetWithTemplateKHR`
pub unsafe extern "system" fn push_by_template(
    commands: vk::CommandBuffer,
    template: vk::DescriptorUpdateTemplate,
    layout: vk::PipelineLayout,
    set: u32,
    data: *const c_void,
) {
    if let Some((device, next)) = Device::with(commands, |next| next.push_by_template) {
        let copy = rounded(&device, template, data);
        let data = copy.as_ref().map_or(data, |copy| copy.as_ptr().cast());
        next(commands, template, layout, set, data);
    }
}

/// `vkCmdPushDescriptorSetWithTemplate2KHR`
pub unsafe extern "system" fn push_by_template2(
    commands: vk::CommandBuffer,
    info: *const vk::PushDescriptorSetWithTemplateInfoKHR<'_>,
) {
    if let Some((device, next)) = Device::with(commands, |next| next.push_by_template2) {
        let mut changed = *info;
        let copy = rounded(&device, changed.descriptor_update_template, changed.p_data);
        if let Some(copy) = &copy {
            changed.p_data = copy.as_ptr().cast();
        }
        next(commands, &changed);
    }
}

/// `vkGetDescriptorEXT`
pub unsafe extern "system" fn get_descriptor(
    handle: vk::Device,
    info: *const vk::DescriptorGetInfoEXT<'_>,
    size: usize,
    descriptor: *mut c_void,
) {
    let Some((_, next)) = Device::with(handle, |next| next.get_descriptor) else {
        return;
    };
    let mut changed = *info;
    // The members of the union for buffers, uniform and storage, are pointers to the same structure.
    let address = changed.data.p_uniform_buffer;
    if !is_buffer(changed.ty) || address.is_null() {
        next(handle, info, size, descriptor);
        return;
    }
    let mut address = *address;
    // By an address, the buffer is not known: a word that begins in it ends in it.
    if address.range != vk::WHOLE_SIZE && address.address % WORD == 0 {
        address.range = round_up(address.range, WORD);
    }
    changed.data.p_uniform_buffer = &address;
    next(handle, &changed, size, descriptor);
}
