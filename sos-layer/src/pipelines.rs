//! Pipelines and shader objects, with filtered stages.

use crate::arrays::slice;
use crate::chain::{self, Chain, Change};
use crate::device::Device;
use crate::draws::pipelines::Wanted;
use crate::stages::Stages;
use ash::vk::{self, Handle};
use std::ffi::c_void;
use std::sync::Arc;

/// What the driver reads while it creates pipelines: until a call ends, or the operation to which it is deferred.
struct Alive<T> {
    _infos: Box<[T]>,
    stages: Stages,
}

// SAFETY: the infos point to what `stages` owns, and to what the program keeps until a deferred operation has ended.
unsafe impl<T> Send for Alive<T> {}

/// Creates pipelines of changed copies of their infos. If a change fails, the others are created all the same, as Vulkan asks: one by
/// one, without what `separate` takes away. `next` gets the number of infos, the first, and where the handles go.
unsafe fn create<T: Copy>(
    handle: vk::Device,
    (count, infos, made): (u32, *const T, *mut vk::Pipeline),
    change: unsafe fn(&mut Stages, &mut T) -> Result<(), vk::Result>,
    separate: fn(&mut T),
    next: impl Fn(&Device, u32, *const T, *mut vk::Pipeline) -> Option<vk::Result>,
) -> (vk::Result, Option<Alive<T>>) {
    let failed = vk::Result::ERROR_INITIALIZATION_FAILED;
    let Some(device) = Device::of(handle) else {
        return (failed, None);
    };
    let mut stages = Stages::new(&device);
    let mut infos: Box<[_]> = slice(infos, count).into();
    let changed = infos.iter_mut().map(|info| change(&mut stages, info));
    let changed: Vec<Result<(), vk::Result>> = changed.collect();
    if changed.iter().all(Result::is_ok) {
        stages.expect(made);
        let result = next(&device, count, infos.as_ptr(), made).unwrap_or(failed);
        stages.created(made);
        return (
            result,
            Some(Alive {
                _infos: infos,
                stages,
            }),
        );
    }
    let mut result = vk::Result::SUCCESS;
    for (at, (info, changed)) in infos.iter_mut().zip(changed).enumerate() {
        let place = made.add(at);
        *place = vk::Pipeline::null();
        separate(info);
        let one = match changed {
            Ok(()) => next(&device, 1, info, place).unwrap_or(failed),
            Err(error) => error,
        };
        if one != vk::Result::SUCCESS {
            result = one;
        }
    }
    stages.created(made);
    (result, None)
}

unsafe fn change_compute(
    stages: &mut Stages,
    info: &mut vk::ComputePipelineCreateInfo<'static>,
) -> Result<(), vk::Result> {
    stages.change(std::slice::from_mut(&mut info.stage), &mut None)
}

unsafe fn change_graphics(
    stages: &mut Stages,
    info: &mut vk::GraphicsPipelineCreateInfo<'static>,
) -> Result<(), vk::Result> {
    let draws = stages.device.draws.as_ref();
    let mut wanted = draws.map(|draws| Wanted::new(draws, info));
    let changed = match has_stages(info) {
        true => stages.copy(info.stage_count, &mut info.p_stages, &mut wanted),
        false => Ok(()),
    };
    let hidden = stages.hide(info, wanted.filter(|_| changed.is_ok()));
    changed.and(hidden)
}

unsafe fn change_ray_tracing(
    stages: &mut Stages,
    info: &mut vk::RayTracingPipelineCreateInfoKHR<'static>,
) -> Result<(), vk::Result> {
    stages.copy(info.stage_count, &mut info.p_stages, &mut None)
}

unsafe fn change_ray_tracing_nv(
    stages: &mut Stages,
    info: &mut vk::RayTracingPipelineCreateInfoNV<'static>,
) -> Result<(), vk::Result> {
    stages.copy(info.stage_count, &mut info.p_stages, &mut None)
}

/// `vkCreateComputePipelines`
pub unsafe extern "system" fn create_compute(
    handle: vk::Device,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::ComputePipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Pipeline,
) -> vk::Result {
    // A pipeline that is created alone is derived of none in the same call, which is only a hint.
    let (result, _alive) = create(
        handle,
        (count, infos.cast(), made),
        change_compute,
        |info| info.flags &= !vk::PipelineCreateFlags::DERIVATIVE,
        |device, count, infos, made| {
            let next = device.next.create_compute?;
            Some(next(handle, cache, count, infos, allocator, made))
        },
    );
    result
}

/// Whether a pipeline has stages: some parts of one that is created in parts have none, whatever their pointer says.
unsafe fn has_stages(info: &vk::GraphicsPipelineCreateInfo<'_>) -> bool {
    let with_stages = vk::GraphicsPipelineLibraryFlagsEXT::PRE_RASTERIZATION_SHADERS
        | vk::GraphicsPipelineLibraryFlagsEXT::FRAGMENT_SHADER;
    if let Some(parts) = chain::find::<vk::GraphicsPipelineLibraryCreateInfoEXT<'_>>(info.p_next) {
        return (*parts).flags.intersects(with_stages);
    }
    // Without that structure, a library, or what is linked of libraries, has no parts of its own; anything else has all.
    let flags = chain::find::<vk::PipelineCreateFlags2CreateInfoKHR<'_>>(info.p_next);
    let is_library = match flags {
        Some(flags) => (*flags)
            .flags
            .contains(vk::PipelineCreateFlags2KHR::LIBRARY),
        None => info.flags.contains(vk::PipelineCreateFlags::LIBRARY_KHR),
    };
    let linked = chain::find::<vk::PipelineLibraryCreateInfoKHR<'_>>(info.p_next);
    !is_library && linked.is_none_or(|linked| (*linked).library_count == 0)
}

/// `vkCreateGraphicsPipelines`
pub unsafe extern "system" fn create_graphics(
    handle: vk::Device,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::GraphicsPipelineCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Pipeline,
) -> vk::Result {
    let (result, _alive) = create(
        handle,
        (count, infos.cast(), made),
        change_graphics,
        |info| info.flags &= !vk::PipelineCreateFlags::DERIVATIVE,
        |device, count, infos, made| {
            let next = device.next.create_graphics?;
            Some(next(handle, cache, count, infos, allocator, made))
        },
    );
    result
}

/// `vkCreateRayTracingPipelinesKHR`
pub unsafe extern "system" fn create_ray_tracing(
    handle: vk::Device,
    operation: vk::DeferredOperationKHR,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::RayTracingPipelineCreateInfoKHR<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Pipeline,
) -> vk::Result {
    let all = count;
    let (result, alive) = create(
        handle,
        (count, infos.cast(), made),
        change_ray_tracing,
        |info| info.flags &= !vk::PipelineCreateFlags::DERIVATIVE,
        |device, count, infos, made| {
            let next = device.next.create_ray_tracing?;
            // Those that are created one by one cannot be deferred by one operation.
            let operation = match count == all {
                true => operation,
                false => vk::DeferredOperationKHR::null(),
            };
            Some(next(
                handle, operation, cache, count, infos, allocator, made,
            ))
        },
    );
    // A deferred operation reads all of it until it has ended.
    if let Some(kept) = alive.filter(|_| result == vk::Result::OPERATION_DEFERRED_KHR) {
        let device = Arc::clone(&kept.stages.device);
        let kept = Box::new(kept);
        // An operation is used again once the one before has ended.
        let before = {
            let mut deferred = device.deferred.lock().unwrap_or_else(|it| it.into_inner());
            deferred.insert(operation.as_raw(), kept)
        };
        drop(before);
    }
    result
}

/// `vkDestroyDeferredOperationKHR`
pub unsafe extern "system" fn destroy_deferred(
    handle: vk::Device,
    operation: vk::DeferredOperationKHR,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    let Some(device) = Device::of(handle) else {
        return;
    };
    // Before the handle is free for another operation.
    let gone = {
        let mut deferred = device.deferred.lock().unwrap_or_else(|it| it.into_inner());
        deferred.remove(&operation.as_raw())
    };
    if let Some(next) = device.next.destroy_deferred {
        next(handle, operation, allocator);
    }
    drop(gone);
}

/// `vkCreateRayTracingPipelinesNV`
pub unsafe extern "system" fn create_ray_tracing_nv(
    handle: vk::Device,
    cache: vk::PipelineCache,
    count: u32,
    infos: *const vk::RayTracingPipelineCreateInfoNV<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Pipeline,
) -> vk::Result {
    let (result, _alive) = create(
        handle,
        (count, infos.cast(), made),
        change_ray_tracing_nv,
        |info| info.flags &= !vk::PipelineCreateFlags::DERIVATIVE,
        |device, count, infos, made| {
            let next = device.next.create_ray_tracing_nv?;
            Some(next(handle, cache, count, infos, allocator, made))
        },
    );
    result
}

/// `VkPipelineCreateInfoKHR`, which the binding crate does not have yet.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PipelineCreateInfo {
    s_type: vk::StructureType,
    p_next: *const c_void,
}

/// `vkGetPipelineKeyKHR`. The key is in the last argument, which is the driver's to fill in.
pub type GetPipelineKey =
    unsafe extern "system" fn(vk::Device, *const PipelineCreateInfo, *mut c_void) -> vk::Result;

/// `vkGetPipelineKeyKHR`: the key is that of what the driver would be given, since programs keep its binaries by it.
pub unsafe extern "system" fn get_pipeline_key(
    handle: vk::Device,
    info: *const PipelineCreateInfo,
    key: *mut c_void,
) -> vk::Result {
    let Some((device, next)) =
        Device::of(handle).and_then(|it| Some((it.clone(), it.get_pipeline_key()?)))
    else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    if info.is_null() {
        return next(handle, info, key);
    }
    let mut stages = Stages::new(&device);
    let chain = (*info).p_next;
    // The create info of a pipeline goes to the front, with changed stages.
    macro_rules! replaced {
        ($($structure:ident: $change:expr;)*) => { $(
            if let Some(found) = chain::find::<vk::$structure<'_>>(chain) {
                let found: *const vk::$structure<'static> = found.cast();
                let mut copy = *found;
                let change: unsafe fn(&mut Stages, &mut vk::$structure<'static>) -> Result<(), vk::Result> = $change;
                if let Err(error) = change(&mut stages, &mut copy) {
                    return error;
                }
                let type_of = copy.s_type;
                let rest = Chain::changed(chain, |one| match (*one).s_type == type_of {
                    true => Change::Drop,
                    false => Change::Keep,
                });
                copy.p_next = rest.first();
                let mut first = *info;
                first.p_next = (&raw const copy).cast();
                return next(handle, &first, key);
            }
        )* };
    }
    replaced! {
        ComputePipelineCreateInfo: change_compute;
        GraphicsPipelineCreateInfo: change_graphics;
        RayTracingPipelineCreateInfoKHR: change_ray_tracing;
    }
    next(handle, info, key)
}

/// `vkCreateShadersEXT`
pub unsafe extern "system" fn create_shaders(
    handle: vk::Device,
    count: u32,
    infos: *const vk::ShaderCreateInfoEXT<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::ShaderEXT,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_shaders) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let mut stages = Stages::new(&device);
    let mut infos: Box<[vk::ShaderCreateInfoEXT<'static>]> = slice(infos.cast(), count).into();
    match stages.change_objects(&mut infos) {
        Ok(()) => next(handle, count, infos.as_ptr(), allocator, made),
        Err(error) => {
            for at in 0..count as usize {
                *made.add(at) = vk::ShaderEXT::null();
            }
            error
        }
    }
}
