//! Shader modules: the program's handles, and what they stand for.
//!
//! A module that the device takes as it is goes to the driver when it is created, and its stages cost nothing more. Any other may be
//! one that the driver must not see: its handle is that of an empty module, and each pipeline gets a module of its own with the
//! words for that stage, which is destroyed when the pipeline exists. Extensions that use modules in ways of their own see them as
//! they were written.

use crate::chain;
use crate::device::Device;
use crate::filter::Written;
use ash::vk::{self, Handle};
use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// The modules of a device, by their handles.
#[derive(Default)]
pub struct Modules(RwLock<HashMap<u64, Arc<Written>>>);

impl Modules {
    /// What a handle stands for.
    pub fn get(&self, module: vk::ShaderModule) -> Option<Arc<Written>> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&module.as_raw()).cloned()
    }

    fn insert(&self, module: vk::ShaderModule, written: Written) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(module.as_raw(), Arc::new(written));
    }

    fn remove(&self, module: vk::ShaderModule) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(&module.as_raw());
    }
}

/// A compute shader that does nothing, with a number: modules that are the same might get the same handle.
fn nothing() -> [u32; 38] {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let (before, after) = NOTHING.split_at(SOURCE);
    let source = [0x0003_0003, 0, number]; // OpSource Unknown %number
    let mut words = before.iter().chain(&source).chain(after).copied();
    std::array::from_fn(|_| words.next().unwrap_or(0))
}

/// Where debug information belongs in it.
const SOURCE: usize = 21;

/// The same without the number.
#[rustfmt::skip]
static NOTHING: [u32; 35] = [
    0x0723_0203, 0x0001_0000, 0, 5, 0,
    0x0002_0011, 1,                                // OpCapability Shader
    0x0003_000E, 0, 1,                             // OpMemoryModel Logical GLSL450
    0x0005_000F, 5, 3, 0x6E69_616D, 0,             // OpEntryPoint GLCompute %3 "main"
    0x0006_0010, 3, 17, 1, 1, 1,                   // OpExecutionMode %3 LocalSize 1 1 1
    0x0002_0013, 1,                                // %1 = OpTypeVoid
    0x0003_0021, 2, 1,                             // %2 = OpTypeFunction %1
    0x0005_0036, 1, 3, 0, 2,                       // %3 = OpFunction %1 None %2
    0x0002_00F8, 4,                                // %4 = OpLabel
    0x0001_00FD,                                   // OpReturn
    0x0001_0038,                                   // OpFunctionEnd
];

/// The words of a module. Those in the other byte order are the driver's to refuse.
///
/// # Safety
/// The structure is valid.
pub unsafe fn words_of<'a>(info: &vk::ShaderModuleCreateInfo<'a>) -> &'a [u32] {
    match info.p_code.is_null() {
        true => &[],
        false => std::slice::from_raw_parts(info.p_code, info.code_size / size_of::<u32>()),
    }
}

/// `vkCreateShaderModule`
pub unsafe extern "system" fn create_shader_module(
    handle: vk::Device,
    info: *const vk::ShaderModuleCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::ShaderModule,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.create_shader_module) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    let mut written = device.filter.scan(words_of(&*info));
    written.is_in_driver = written.as_it_is || !device.hides_modules;
    let nothing = nothing();
    let other = vk::ShaderModuleCreateInfo::default().code(&nothing);
    let info = match written.is_in_driver {
        true => info,
        false => &raw const other,
    };
    let result = next(handle, info, allocator, made);
    if result == vk::Result::SUCCESS {
        device.modules.insert(*made, written);
    }
    result
}

/// `vkDestroyShaderModule`
pub unsafe extern "system" fn destroy_shader_module(
    handle: vk::Device,
    module: vk::ShaderModule,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    if let Some(device) = Device::of(handle) {
        device.modules.remove(module);
        if let Some(next) = device.next.destroy_shader_module {
            next(handle, module, allocator);
        }
    }
}

/// `vkSetDebugUtilsObjectNameEXT`
pub unsafe extern "system" fn set_name(
    handle: vk::Device,
    info: *const vk::DebugUtilsObjectNameInfoEXT<'_>,
) -> vk::Result {
    let Some((device, next)) = Device::with(handle, |next| next.set_name) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    if (*info).object_type == vk::ObjectType::SHADER_MODULE {
        let module = vk::ShaderModule::from_raw((*info).object_handle);
        if let Some(written) = device.modules.get(module) {
            written.set_name((*info).p_object_name);
        }
    }
    next(handle, info)
}

impl Written {
    /// Remembers what the program calls the module.
    ///
    /// # Safety
    /// Null, or a string.
    pub unsafe fn set_name(&self, name: *const std::ffi::c_char) {
        let text = (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned());
        *self.name.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}

/// Identifies a module that the driver does not have. It cannot know such an identifier, so a pipeline that names a stage by it takes the
/// module: `VK_PIPELINE_COMPILE_REQUIRED`.
unsafe fn identify(written: &Written, identifier: *mut vk::ShaderModuleIdentifierEXT<'_>) {
    let key = written.key().bytes;
    (*identifier).identifier_size = key.len() as u32;
    for (to, from) in (*identifier).identifier.iter_mut().zip(key) {
        *to = from;
    }
}

/// `vkGetShaderModuleIdentifierEXT`
pub unsafe extern "system" fn get_module_identifier(
    handle: vk::Device,
    module: vk::ShaderModule,
    identifier: *mut vk::ShaderModuleIdentifierEXT<'_>,
) {
    let Some(device) = Device::of(handle) else {
        return;
    };
    match device.modules.get(module).filter(|it| !it.is_in_driver) {
        Some(written) => identify(&written, identifier),
        None => {
            if let Some(next) = device.next.get_module_identifier {
                next(handle, module, identifier);
            }
        }
    }
}

/// `vkGetShaderModuleCreateInfoIdentifierEXT`
pub unsafe extern "system" fn get_info_identifier(
    handle: vk::Device,
    info: *const vk::ShaderModuleCreateInfo<'_>,
    identifier: *mut vk::ShaderModuleIdentifierEXT<'_>,
) {
    let Some(device) = Device::of(handle) else {
        return;
    };
    let written = device.filter.scan(words_of(&*info));
    if !written.as_it_is && device.hides_modules {
        identify(&written, identifier);
    } else if let Some(next) = device.next.get_info_identifier {
        next(handle, info, identifier);
    }
}

/// The module of a stage: that of its handle, or one that its chain contains. `None` if it only has an identifier.
///
/// # Safety
/// The stage is valid.
pub unsafe fn written_of(
    device: &Device,
    stage: &vk::PipelineShaderStageCreateInfo<'_>,
) -> Option<Arc<Written>> {
    if stage.module != vk::ShaderModule::null() {
        return device.modules.get(stage.module);
    }
    let info = chain::find::<vk::ShaderModuleCreateInfo<'_>>(stage.p_next)?;
    let written = device.filter.scan(words_of(&*info));
    let name = chain::find::<vk::DebugUtilsObjectNameInfoEXT<'_>>((*info).p_next);
    let name = name.or_else(|| chain::find::<vk::DebugUtilsObjectNameInfoEXT<'_>>(stage.p_next));
    if let Some(name) = name {
        written.set_name((*name).p_object_name);
    }
    Some(Arc::new(written))
}
