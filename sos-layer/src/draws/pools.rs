//! Command buffers and their pools: since when, and until when, something is recorded.

use super::commands::{lock, record, Commands};
use super::Draws;
use crate::device::Device;
use ash::vk::{self, Handle};
use std::sync::{Arc, Mutex, PoisonError};

/// `vkBeginCommandBuffer`, which resets.
pub unsafe extern "system" fn begin(
    handle: vk::CommandBuffer,
    info: *const vk::CommandBufferBeginInfo<'_>,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.begin) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    record(&device, handle, |draws, commands| commands.reset(draws));
    next(handle, info)
}

/// `vkEndCommandBuffer`, which says what could not be recorded.
pub unsafe extern "system" fn end(handle: vk::CommandBuffer) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.end) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let mut failed = None;
    record(&device, handle, |_, commands| failed = commands.failed);
    let result = next(handle);
    failed
        .filter(|_| result == vk::Result::SUCCESS)
        .unwrap_or(result)
}

/// `vkResetCommandBuffer`
pub unsafe extern "system" fn reset(
    handle: vk::CommandBuffer,
    flags: vk::CommandBufferResetFlags,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.reset) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    record(&device, handle, |draws, commands| commands.reset(draws));
    next(handle, flags)
}

/// `vkAllocateCommandBuffers`
pub unsafe extern "system" fn allocate(
    handle: vk::Device,
    info: *const vk::CommandBufferAllocateInfo<'_>,
    made: *mut vk::CommandBuffer,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.allocate) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let result = next(handle, info, made);
    if let Some(draws) = device
        .draws
        .as_ref()
        .filter(|_| result == vk::Result::SUCCESS)
    {
        let pool = (*info).command_pool.as_raw();
        let pools = draws.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let may_draw = pools.get(&pool).copied().unwrap_or(true);
        drop(pools);
        let mut all = draws
            .commands
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        for at in 0..(*info).command_buffer_count as usize {
            let commands = Commands::new(pool, may_draw);
            all.insert((*made.add(at)).as_raw(), Arc::new(Mutex::new(commands)));
        }
    }
    result
}

/// `vkFreeCommandBuffers`
pub unsafe extern "system" fn free(
    handle: vk::Device,
    pool: vk::CommandPool,
    count: u32,
    buffers: *const vk::CommandBuffer,
) {
    let Some((device, next)) = Device::with(handle, |next| next.free) else {
        return;
    };
    if let Some(draws) = &device.draws {
        for at in 0..count as usize {
            let one = (*buffers.add(at)).as_raw();
            let mut all = draws
                .commands
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            let gone = all.remove(&one);
            drop(all);
            if let Some(gone) = gone {
                lock(&gone).reset(draws);
            }
        }
    }
    next(handle, pool, count, buffers);
}

/// `vkCreateCommandPool`
pub unsafe extern "system" fn create_pool(
    handle: vk::Device,
    info: *const vk::CommandPoolCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::CommandPool,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_pool) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let result = next(handle, info, allocator, made);
    if let Some(draws) = device
        .draws
        .as_ref()
        .filter(|_| result == vk::Result::SUCCESS)
    {
        let family = draws.families.get((*info).queue_family_index as usize);
        let mut pools = draws.pools.lock().unwrap_or_else(PoisonError::into_inner);
        pools.insert((*made).as_raw(), family.copied().unwrap_or(true));
    }
    result
}

/// Resets the command buffers of a pool.
fn reset_all(draws: &Draws, pool: vk::CommandPool) {
    let all = draws
        .commands
        .read()
        .unwrap_or_else(PoisonError::into_inner);
    for one in all.values() {
        let mut one = lock(one);
        if one.pool == pool.as_raw() {
            one.reset(draws);
        }
    }
}

/// `vkResetCommandPool`
pub unsafe extern "system" fn reset_pool(
    handle: vk::Device,
    pool: vk::CommandPool,
    flags: vk::CommandPoolResetFlags,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.reset_pool) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    if let Some(draws) = &device.draws {
        reset_all(draws, pool);
    }
    next(handle, pool, flags)
}

/// `vkDestroyCommandPool`
pub unsafe extern "system" fn destroy_pool(
    handle: vk::Device,
    pool: vk::CommandPool,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    let Some((device, next)) = Device::with(handle, |next| next.destroy_pool) else {
        return;
    };
    if let Some(draws) = &device.draws {
        reset_all(draws, pool);
        let mut all = draws
            .commands
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, one| lock(one).pool != pool.as_raw());
        let mut pools = draws.pools.lock().unwrap_or_else(PoisonError::into_inner);
        pools.remove(&pool.as_raw());
    }
    next(handle, pool, allocator);
}
