//! Buffers, and the ranges of their descriptors, rounded up.
//!
//! Lowered accesses to narrow data read whole words, and those to uniform buffers whole vectors of four, so the last of them may reach
//! beyond data that does not end on such a boundary. What lies there is read or written back as it is, and never used; it only has to be
//! inside the buffer and the range. Ranges of uniform buffers grow to 16 bytes only on devices where they begin at
//! multiples of as many: else one might reach beyond its buffer.

use crate::device::Device;
use ash::vk::{self, Handle};
use std::ffi::c_void;
use std::sync::{Arc, PoisonError};

const WORD: u64 = 4;
const VECTOR: u64 = 16;

fn round_up(size: u64, unit: u64) -> u64 {
    match size {
        vk::WHOLE_SIZE => size,
        size => size.checked_next_multiple_of(unit).unwrap_or(size),
    }
}

impl Device {
    /// The size to give to a buffer.
    fn buffer_size(&self, size: u64, usage: vk::BufferUsageFlags) -> u64 {
        let uniform = usage.contains(vk::BufferUsageFlags::UNIFORM_BUFFER);
        round_up(size, self.unit(uniform))
    }

    fn unit(&self, uniform: bool) -> u64 {
        match (self.rounds_buffers, uniform && self.rounds_to_vectors) {
            (true, true) => VECTOR,
            (true, false) => WORD,
            (false, _) => 1,
        }
    }

    fn range(&self, range: u64, ty: vk::DescriptorType) -> u64 {
        round_up(range, self.unit(is_uniform(ty)))
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

/// `vkCreateBuffer`
pub unsafe extern "system" fn create_buffer(
    handle: vk::Device,
    info: *const vk::BufferCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Buffer,
) -> vk::Result {
    let found = Device::of(handle).and_then(|it| Some((it.clone(), it.next.create_buffer?)));
    let Some((device, next)) = found else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let mut copy = *info;
    copy.size = device.buffer_size(copy.size, copy.usage);
    next(handle, &copy, allocator, made)
}

/// `vkGetDeviceBufferMemoryRequirements`
pub unsafe extern "system" fn get_buffer_requirements(
    handle: vk::Device,
    info: *const vk::DeviceBufferMemoryRequirements<'_>,
    requirements: *mut vk::MemoryRequirements2<'_>,
) {
    let found =
        Device::of(handle).and_then(|it| Some((it.clone(), it.next.get_buffer_requirements?)));
    let Some((device, next)) = found else {
        return;
    };
    let mut copy = *info;
    let mut buffer = *copy.p_create_info;
    buffer.size = device.buffer_size(buffer.size, buffer.usage);
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
        let mut writes = match writes.is_null() {
            true => Vec::new(),
            false => std::slice::from_raw_parts(writes, count as usize).to_vec(),
        };
        let mut kept = Vec::new();
        for write in &mut writes {
            if !is_buffer(write.descriptor_type) || write.p_buffer_info.is_null() {
                continue;
            }
            let count = write.descriptor_count as usize;
            let mut buffers = std::slice::from_raw_parts(write.p_buffer_info, count).to_vec();
            for buffer in &mut buffers {
                buffer.range = device.range(buffer.range, write.descriptor_type);
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
    let Some(device) = Device::of(handle) else {
        return;
    };
    if let Some(next) = device.next.update_descriptors {
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
    let Some(device) = Device::of(commands) else {
        return;
    };
    if let Some(next) = device.next.push_descriptors {
        let writes = Writes::new(&device, count, writes.cast());
        next(commands, point, layout, set, count, writes.as_ptr());
    }
}

/// `vkCmdPushDescriptorSet2KHR`
pub unsafe extern "system" fn push_descriptors2(
    commands: vk::CommandBuffer,
    info: *const vk::PushDescriptorSetInfoKHR<'_>,
) {
    let Some(device) = Device::of(commands) else {
        return;
    };
    if let Some(next) = device.next.push_descriptors2 {
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
    let found = Device::of(handle).and_then(|it| Some((it.clone(), it.next.create_template?)));
    let Some((device, next)) = found else {
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

/// How many bytes a descriptor takes in the data of a template, or an element of an inline block.
fn size_of_descriptor(ty: vk::DescriptorType) -> usize {
    match ty {
        _ if is_buffer(ty) => size_of::<vk::DescriptorBufferInfo>(),
        vk::DescriptorType::UNIFORM_TEXEL_BUFFER | vk::DescriptorType::STORAGE_TEXEL_BUFFER => {
            size_of::<vk::BufferView>()
        }
        vk::DescriptorType::ACCELERATION_STRUCTURE_KHR => size_of::<vk::AccelerationStructureKHR>(),
        vk::DescriptorType::INLINE_UNIFORM_BLOCK => 1,
        _ => size_of::<vk::DescriptorImageInfo>(),
    }
}

/// A copy of the data that a template is used with, with rounded ranges; in `u64`s for its alignment.
unsafe fn rounded(
    device: &Device,
    template: vk::DescriptorUpdateTemplate,
    data: *const c_void,
) -> Option<Vec<u64>> {
    let entries: Arc<[_]> = {
        let all = device
            .templates
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.get(&template.as_raw())?)
    };
    let end = |entry: &vk::DescriptorUpdateTemplateEntry| {
        let step = match entry.descriptor_type {
            vk::DescriptorType::INLINE_UNIFORM_BLOCK => 1,
            _ => entry.stride,
        };
        let last = (entry.descriptor_count as usize).saturating_sub(1) * step;
        entry.offset + last + size_of_descriptor(entry.descriptor_type)
    };
    let size = entries.iter().map(end).max()?;
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
            buffer.range = device.range(buffer.range, entry.descriptor_type);
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
    let Some(device) = Device::of(handle) else {
        return;
    };
    if let Some(next) = device.next.update_by_template {
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
    let Some(device) = Device::of(commands) else {
        return;
    };
    if let Some(next) = device.next.push_by_template {
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
    let Some(device) = Device::of(commands) else {
        return;
    };
    if let Some(next) = device.next.push_by_template2 {
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
    let Some(device) = Device::of(handle) else {
        return;
    };
    let Some(next) = device.next.get_descriptor else {
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
    address.range = device.range(address.range, changed.ty);
    changed.data.p_uniform_buffer = &address;
    next(handle, &changed, size, descriptor);
}
