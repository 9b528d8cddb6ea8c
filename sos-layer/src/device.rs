//! Devices: what a program asks for when it creates one, without what SOS provides; and what the layer keeps for each.

use crate::arrays::slice;
use crate::buffers::Buffers;
use crate::chain::{Chain, Change};
use crate::draws::Draws;
use crate::exit;
use crate::filter::Filter;
use crate::instance::Instance;
use crate::loader::{dispatch_key, take_link, DeviceLink};
use crate::log::Level;
use crate::next::DeviceFunctions;
use crate::physical::{core_members, Physical, CORE};
use crate::pipelines::GetPipelineKey;
use crate::shaders::Modules;
use ash::vk::{self, Handle};
use sos_core::target::vulkan::feature_structure;
use sos_core::target::{feature, Feature, Structure, VulkanExtension};
use sos_core::{Target, ADDITIONS, OF_LAYERS};
use std::collections::HashMap;
use std::ffi::{c_char, CStr};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

/// A device.
pub struct Device {
    /// The driver's handle.
    pub handle: vk::Device,
    get_device_proc_addr: vk::PFN_vkGetDeviceProcAddr,
    /// What the next layer has.
    pub next: DeviceFunctions,
    /// What filters its shaders.
    pub filter: Filter,
    /// The program's modules.
    pub modules: Modules,
    /// Whether modules that the driver does not take as they are are hidden from it.
    pub hides_modules: bool,
    /// Whether buffers, and the ranges of their descriptors, have to be whole words.
    pub rounds_buffers: bool,
    /// The program's buffers, where they are rounded up.
    pub buffers: Buffers,
    /// What deferred operations read until they have ended, by their handles.
    pub deferred: Mutex<HashMap<u64, Box<dyn Send>>>,
    /// Hidden inputs of draws, where the program enables their built-ins and the driver lacks them.
    pub draws: Option<Draws>,
    /// Templates for updates of descriptors.
    pub templates: Mutex<HashMap<u64, Arc<[vk::DescriptorUpdateTemplateEntry]>>>,
}

static DEVICES: LazyLock<RwLock<HashMap<usize, Arc<Device>>>> = LazyLock::new(Default::default);

/// The devices that exist.
pub fn all() -> Vec<Arc<Device>> {
    let all = DEVICES.read().unwrap_or_else(PoisonError::into_inner);
    all.values().cloned().collect()
}

impl Device {
    /// The device of a handle: its own, or that of one of its command buffers.
    ///
    /// # Safety
    /// The handle is live.
    pub unsafe fn of<H: Handle>(handle: H) -> Option<Arc<Self>> {
        let all = DEVICES.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&dispatch_key(handle)).cloned()
    }

    /// The device of a handle, and one of the driver's functions, if it has it.
    ///
    /// # Safety
    /// The handle is live.
    pub unsafe fn with<H: Handle, F>(
        handle: H,
        next: impl FnOnce(&DeviceFunctions) -> Option<F>,
    ) -> Option<(Arc<Self>, F)> {
        let device = Self::of(handle)?;
        let next = next(&device.next)?;
        Some((device, next))
    }

    /// The next function of this name.
    ///
    /// # Safety
    /// The device is live.
    pub unsafe fn next_by_name(&self, name: &CStr) -> vk::PFN_vkVoidFunction {
        (self.get_device_proc_addr)(self.handle, name.as_ptr())
    }

    /// `vkGetPipelineKeyKHR`, if the driver has it.
    pub fn get_pipeline_key(&self) -> Option<GetPipelineKey> {
        // SAFETY: the device is live, and the type is that of the function with this name.
        unsafe {
            let found = self.next_by_name(c"vkGetPipelineKeyKHR")?;
            Some(std::mem::transmute::<
                unsafe extern "system" fn(),
                GetPipelineKey,
            >(found))
        }
    }

    /// Creates a device with what the driver has of what the program asks for.
    ///
    /// # Safety
    /// As for `vkCreateDevice`.
    pub unsafe fn create(
        instance: &Instance,
        physical: &Physical,
        info: &vk::DeviceCreateInfo<'_>,
        allocator: *const vk::AllocationCallbacks<'_>,
        made: *mut vk::Device,
    ) -> Result<(), vk::Result> {
        let failed = vk::Result::ERROR_INITIALIZATION_FAILED;
        let link = take_link::<DeviceLink>(info.p_next).ok_or(failed)?;
        let create = instance.next.create_device.ok_or(failed)?;
        let device = physical.query.physical_device;
        let request = Request::new(physical, info).inspect_err(|error| {
            let text = format!("a device is refused: {error}");
            instance.log.say(Level::Warning, &text);
        })?;

        let below = Target::from_enabled(&physical.query, &request.info)
            .map_err(|error| error.to_string())
            .and_then(|below| {
                let below = below.without(&instance.settings.without);
                below.map_err(|unknown| unknown.to_string())
            });
        let below = below.map_err(|why| {
            instance.log.say(Level::Error, &why);
            failed
        })?;
        let rows = ADDITIONS.iter().chain(OF_LAYERS);
        let rows = rows.flat_map(|row| row.features);
        let is_added = |one: &&Feature| {
            let by_extension = request.draws && **one == feature::shaderDrawParameters;
            request.taken.contains(one) || by_extension
        };
        let added = rows.filter(is_added);
        let added: Vec<&str> = added.map(|one| one.member()).collect();

        create(device, &request.info, allocator, made).result()?;
        let get = link.get_device_proc_addr;
        let created = Self {
            handle: *made,
            get_device_proc_addr: get,
            next: DeviceFunctions::load(|name| get(*made, name.as_ptr())),
            modules: Modules::default(),
            hides_modules: !uses_modules_elsewhere(info),
            rounds_buffers: NARROW.iter().any(|one| request.taken.contains(one)),
            buffers: Buffers::new(&physical.limits),
            deferred: Mutex::default(),
            draws: request.draws.then(|| draws_of(instance, physical)),
            templates: Mutex::default(),
            filter: Filter::new(instance, physical, below, &added),
        };
        exit::register();
        let mut all = DEVICES.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(dispatch_key(*made), Arc::new(created));
        Ok(())
    }
}

/// What draws on a device take.
unsafe fn draws_of(instance: &Instance, physical: &Physical) -> Draws {
    let device = physical.query.physical_device;
    let mut families = Vec::new();
    if let Some(get) = instance.next.get_queue_families {
        let mut count = 0;
        get(device, &mut count, std::ptr::null_mut());
        families.resize(count as usize, vk::QueueFamilyProperties::default());
        get(device, &mut count, families.as_mut_ptr());
    }
    let mut memory = vk::PhysicalDeviceMemoryProperties::default();
    if let Some(get) = instance.next.get_memory_properties {
        get(device, &mut memory);
    }
    Draws::new(&physical.limits, &families, &memory)
}

/// Whether the program enables an extension that uses modules elsewhere than in the stages that this layer replaces.
unsafe fn uses_modules_elsewhere(info: &vk::DeviceCreateInfo<'_>) -> bool {
    let elsewhere = [
        c"VK_AMDX_shader_enqueue",
        c"VK_ARM_data_graph",
        c"VK_NV_device_generated_commands",
    ];
    extension_names(info)
        .iter()
        .any(|&name| elsewhere.contains(&CStr::from_ptr(name)))
}

unsafe fn extension_names<'a>(info: &vk::DeviceCreateInfo<'a>) -> &'a [*const c_char] {
    slice(
        info.pp_enabled_extension_names,
        info.enabled_extension_count,
    )
}

/// Features with which the ends of buffers matter to what their lowering reads.
const NARROW: [Feature; 6] = [
    feature::storageBuffer8BitAccess,
    feature::uniformAndStorageBuffer8BitAccess,
    feature::storageBuffer16BitAccess,
    feature::uniformAndStorageBuffer16BitAccess,
    feature::scalarBlockLayout,
    feature::uniformBufferStandardLayout,
];

/// The extension with the built-ins of draws.
const DRAW_PARAMETERS: &str = "VK_KHR_shader_draw_parameters";

/// Devices that cannot be described, by their keys: calls go to the driver.
static PLAIN: LazyLock<RwLock<HashMap<usize, vk::PFN_vkGetDeviceProcAddr>>> =
    LazyLock::new(Default::default);

/// Creates a device that is left alone.
///
/// # Safety
/// As for `vkCreateDevice`.
pub unsafe fn create_plain(
    instance: &Instance,
    device: vk::PhysicalDevice,
    info: &vk::DeviceCreateInfo<'_>,
    allocator: *const vk::AllocationCallbacks<'_>,
    made: *mut vk::Device,
) -> Result<(), vk::Result> {
    let failed = vk::Result::ERROR_INITIALIZATION_FAILED;
    let link = take_link::<DeviceLink>(info.p_next).ok_or(failed)?;
    let create = instance.next.create_device.ok_or(failed)?;
    create(device, info, allocator, made).result()?;
    let mut all = PLAIN.write().unwrap_or_else(PoisonError::into_inner);
    all.insert(dispatch_key(*made), link.get_device_proc_addr);
    Ok(())
}

/// The driver's `vkGetDeviceProcAddr` for a device that is left alone.
///
/// # Safety
/// The handle is live.
pub unsafe fn plain(handle: vk::Device) -> Option<vk::PFN_vkGetDeviceProcAddr> {
    let all = PLAIN.read().unwrap_or_else(PoisonError::into_inner);
    all.get(&dispatch_key(handle)).copied()
}

/// A `VkDeviceCreateInfo` without what SOS provides.
struct Request {
    info: vk::DeviceCreateInfo<'static>,
    /// The features that were taken out of it.
    taken: Vec<Feature>,
    /// Whether the built-ins of draws are among what was taken out, by feature or extension.
    draws: bool,
    /// What `info` points to.
    _names: Vec<*const c_char>,
    _core: Box<vk::PhysicalDeviceFeatures>,
    _chain: Chain,
}

impl Request {
    /// # Safety
    /// As for `vkCreateDevice`, for as long as the result lives.
    unsafe fn new(
        physical: &Physical,
        info: &vk::DeviceCreateInfo<'_>,
    ) -> Result<Self, vk::Result> {
        let mut copy: vk::DeviceCreateInfo<'static> =
            std::mem::transmute::<vk::DeviceCreateInfo<'_>, _>(*info);

        let mut names = Vec::new();
        let mut draws = false;
        for &name in extension_names(info) {
            if physical.withdraws(CStr::from_ptr(name)) {
                return Err(vk::Result::ERROR_EXTENSION_NOT_PRESENT);
            }
            let extension = CStr::from_ptr(name).to_str().ok();
            // Settings may hide the feature alone.
            draws |= extension == Some(DRAW_PARAMETERS) && physical.adds_draws();
            match extension.and_then(VulkanExtension::find) {
                Some(one) if physical.is_added(one) => {}
                // One that the driver has and the program is not told of.
                Some(one)
                    if physical.native.has_vulkan_extension(one)
                        && !physical.provided.has_vulkan_extension(one) =>
                {
                    return Err(vk::Result::ERROR_EXTENSION_NOT_PRESENT);
                }
                _ => names.push(name),
            }
        }
        copy.pp_enabled_extension_names = names.as_ptr();
        copy.enabled_extension_count = names.len() as u32;

        let mut taken = Vec::new();
        let mut core = Box::new(vk::PhysicalDeviceFeatures::default());
        if !info.p_enabled_features.is_null() {
            *core = *info.p_enabled_features;
            if let Some(structure) = feature_structure(CORE) {
                take_features(physical, structure, core_members(&mut core), &mut taken)?;
            }
            copy.p_enabled_features = &*core;
        }

        let mut refused = Ok(());
        let chain = Chain::changed(info.p_next, |one| {
            let Some(structure) = feature_structure((*one).s_type) else {
                return Change::Keep;
            };
            let given: *const vk::Bool32 = one.add(1).cast();
            let given = std::slice::from_raw_parts(given, structure.members.into());
            let mut members = given.to_vec();
            if physical
                .withdrawn_member(structure, &members)
                .is_some_and(|&member| member != vk::FALSE)
            {
                refused = Err(vk::Result::ERROR_FEATURE_NOT_PRESENT);
            }
            if let Err(error) = take_features(physical, structure, &mut members, &mut taken) {
                refused = Err(error);
            }
            let is_empty = members.iter().all(|&member| member == vk::FALSE);
            if is_empty && !physical.has_structure(structure) {
                Change::Drop
            } else if members != given {
                Change::Members(members)
            } else {
                Change::Keep
            }
        });
        refused?;
        copy.p_next = chain.first();
        draws |= taken.contains(&feature::shaderDrawParameters);
        Ok(Self {
            info: copy,
            taken,
            draws,
            _names: names,
            _core: core,
            _chain: chain,
        })
    }
}

/// Clears the members that SOS provides, and lists them.
///
/// # Errors
/// If one is set that the driver has and the program is not told of.
fn take_features(
    physical: &Physical,
    structure: &Structure,
    members: &mut [vk::Bool32],
    taken: &mut Vec<Feature>,
) -> Result<(), vk::Result> {
    for &(index, _, feature) in structure.features {
        let Some(member) = members.get_mut(usize::from(index)) else {
            continue;
        };
        let told = physical.provided.has_feature(feature);
        if *member == vk::FALSE || told && physical.below.has_feature(feature) {
            continue;
        }
        if told {
            *member = vk::FALSE;
            taken.push(feature);
        } else if physical.native.has_feature(feature) {
            return Err(vk::Result::ERROR_FEATURE_NOT_PRESENT);
        }
    }
    Ok(())
}

/// `vkDestroyDevice`
pub unsafe extern "system" fn destroy_device(
    handle: vk::Device,
    allocator: *const vk::AllocationCallbacks<'_>,
) {
    if handle == vk::Device::null() {
        return;
    }
    let gone = {
        let mut all = DEVICES.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(&dispatch_key(handle))
    };
    if let Some(gone) = gone {
        gone.filter.say_summary();
        if let Some(draws) = &gone.draws {
            gone.filter.say_draws(draws.summary());
            draws.destroy(&gone);
        }
        if let Some(destroy) = gone.next.destroy_device {
            destroy(handle, allocator);
        }
        return;
    }
    let gone = {
        let mut all = PLAIN.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(&dispatch_key(handle))
    };
    if let Some(destroy) = gone.and_then(|get| get(handle, c"vkDestroyDevice".as_ptr())) {
        // SAFETY: the function of this name.
        let destroy: vk::PFN_vkDestroyDevice = std::mem::transmute(destroy);
        destroy(handle, allocator);
    }
}
