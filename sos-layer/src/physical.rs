//! Physical devices: what the driver has, and what is said of it.
//!
//! ```text
//! native ──without what the settings hide──▶ below ──with what SOS adds──▶ provided
//! ```
//!
//! The program is told of `provided`; whatever of it is not in `below` is taken out of what the program asks for. The answers
//! are the driver's, with the members set that differ. Structures that the driver does not know are kept from it, since it would not
//! fill them in.

use crate::chain;
use crate::instance::Instance;
use crate::loader::write_text;
use crate::log::Level;
use crate::opening;
use ash::vk;
use sos_core::tables::capability;
use sos_core::target::vulkan::{device_extensions, feature_structure, PhysicalDevice};
use sos_core::target::{is_property_available, ApiVersion, Properties, Structure, VulkanExtension};
use sos_core::Target;
use std::ffi::{c_char, c_void, CStr};

/// A physical device.
pub struct Physical {
    /// How it is asked.
    pub query: PhysicalDevice,
    /// What the driver has.
    pub native: Target,
    /// What the settings leave of that.
    pub below: Target,
    /// What the program is told of.
    pub provided: Target,
    /// The driver's limits.
    pub limits: vk::PhysicalDeviceLimits,
    /// The driver's version of Vulkan, whatever version the program asked for.
    version: ApiVersion,
    /// The extensions that the program is told of.
    extensions: Vec<vk::ExtensionProperties>,
}

/// Extensions whose draws nobody but the device knows: see [`crate::draws`].
const WITHDRAWN: [&CStr; 5] = [
    c"VK_KHR_draw_indirect_count",
    c"VK_AMD_draw_indirect_count",
    c"VK_EXT_device_generated_commands",
    c"VK_NV_device_generated_commands",
    c"VK_KHR_device_address_commands",
];

/// The feature of the first of them, where it has one: `drawIndirectCount`, by structure and index of the member.
const DRAW_COUNTS: (vk::StructureType, usize) =
    (vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, 1);

/// What an extension says of itself.
pub fn extension_properties(name: &str, spec_version: u32) -> vk::ExtensionProperties {
    let mut made = vk::ExtensionProperties {
        spec_version,
        ..Default::default()
    };
    write_text(&mut made.extension_name, name);
    made
}

/// What one that SOS provides says: its first revision.
fn properties_of(extension: VulkanExtension) -> vk::ExtensionProperties {
    extension_properties(extension.name(), 1)
}

/// All extensions that SOS may add to a device, as the layer's manifest lists them.
pub fn all_extensions() -> Vec<VulkanExtension> {
    let rows = sos_core::ADDITIONS.iter().chain(sos_core::OF_LAYERS);
    let mut all: Vec<_> = rows.flat_map(|row| row.all_extensions()).collect();
    all.sort_unstable_by_key(|one| one.name());
    all.dedup();
    all
}

impl Physical {
    /// Asks the driver.
    ///
    /// # Safety
    /// The handles are live.
    pub unsafe fn new(instance: &Instance, query: PhysicalDevice) -> Result<Self, String> {
        let native = Target::from_physical_device(&query).map_err(|why| why.to_string())?;
        let below = native.without(&instance.settings.without);
        let below = below.map_err(|unknown| unknown.to_string())?;
        let provided = instance.settings.provided(&below);
        let mut properties = vk::PhysicalDeviceProperties::default();
        if let Some(get) = instance.next.get_properties {
            get(query.physical_device, &mut properties);
        }
        let version = ApiVersion::from_packed(properties.api_version);
        let mut made = Self {
            query,
            limits: properties.limits,
            version: version.unwrap_or(native.api_version()),
            native,
            below,
            provided,
            extensions: Vec::new(),
        };
        let native = native_extensions(instance, query.physical_device);
        let native =
            native.map_err(|error| format!("vkEnumerateDeviceExtensionProperties: {error}"))?;
        let has = |one: &vk::ExtensionProperties| {
            let name = one.extension_name_as_c_str().ok();
            if name.is_some_and(|name| made.withdraws(name)) {
                return false;
            }
            let found = name.and_then(|name| VulkanExtension::find(name.to_str().ok()?));
            found.is_none_or(|found| made.provided.has_vulkan_extension(found))
        };
        let mut extensions: Vec<_> = native.into_iter().filter(has).collect();
        let added = made.provided.vulkan_extensions();
        let added = added.filter(|&one| !made.below.has_vulkan_extension(one));
        extensions.extend(added.map(properties_of));
        made.extensions = extensions;
        if instance.log.wants(Level::Verbose) {
            let text = opening::of_device(&instance.settings, &made, &instance.log);
            instance.log.open_with(text);
        }
        Ok(made)
    }

    /// Whether an extension is SOS's and not the driver's.
    pub fn is_added(&self, extension: VulkanExtension) -> bool {
        self.provided.has_vulkan_extension(extension) && !self.below.has_vulkan_extension(extension)
    }

    /// Whether the built-ins of draws are SOS's and not the driver's.
    pub fn adds_draws(&self) -> bool {
        let has = |target: &Target| target.has_capability(capability::DrawParameters);
        has(&self.provided) && !has(&self.below)
    }

    /// Whether the program is not told of an extension because draws by it could not have those built-ins.
    pub fn withdraws(&self, name: &CStr) -> bool {
        WITHDRAWN.contains(&name) && self.adds_draws()
    }

    /// The same of a member of a structure.
    pub fn withdrawn_member<'m>(
        &self,
        structure: &Structure,
        members: &'m [vk::Bool32],
    ) -> Option<&'m vk::Bool32> {
        let is = structure.s_type as i32 == DRAW_COUNTS.0.as_raw() && self.adds_draws();
        members.get(DRAW_COUNTS.1).filter(|_| is)
    }

    /// Whether the driver has a structure of features.
    pub fn has_structure(&self, structure: &Structure) -> bool {
        let has = |one| self.native.has_vulkan_extension(one);
        structure.is_available(self.version, has)
    }

    /// Whether the program may ask for a structure of features.
    fn offers_structure(&self, structure: &Structure) -> bool {
        let has = |one| self.provided.has_vulkan_extension(one);
        structure.is_available(self.provided.api_version(), has)
    }

    /// Whether the driver does not know a structure that may stand in a chain which it fills in.
    fn hides(&self, s_type: vk::StructureType) -> bool {
        let has = |one| self.native.has_vulkan_extension(one);
        match s_type {
            DOT_PRODUCTS => !is_property_available(DOT_PRODUCTS_NAME, self.version, has),
            _ => feature_structure(s_type).is_some_and(|one| !self.has_structure(one)),
        }
    }

    /// Sets the members of `VkPhysicalDeviceFeatures`.
    fn write_core(&self, features: &mut vk::PhysicalDeviceFeatures) {
        if let Some(structure) = feature_structure(CORE) {
            self.write_members(structure, core_members(features), true);
        }
    }

    /// Sets members: all, or those that differ from what the driver has filled in.
    fn write_members(&self, structure: &Structure, members: &mut [vk::Bool32], filled: bool) {
        for &(index, _, feature) in structure.features {
            let on = self.provided.has_feature(feature);
            // What the driver reports and the tables do not, as features of another version, stays.
            let differs = !filled || on != self.native.has_feature(feature);
            if let Some(member) = members.get_mut(usize::from(index)).filter(|_| differs) {
                *member = vk::Bool32::from(on);
            }
        }
    }

    /// Sets the members of the structures in a chain that the driver has filled in.
    unsafe fn write_features(&self, first: *mut c_void) {
        for one in chain::structures(first) {
            let Some(structure) = feature_structure((*one).s_type) else {
                continue;
            };
            let members: *mut vk::Bool32 = one.add(1).cast_mut().cast();
            let members = std::slice::from_raw_parts_mut(members, structure.members.into());
            let filled = self.has_structure(structure);
            if !filled && !self.offers_structure(structure) {
                continue;
            }
            if !filled {
                members.fill(vk::FALSE);
            }
            self.write_members(structure, members, filled);
            if self.withdrawn_member(structure, members).is_some() {
                if let Some(member) = members.get_mut(DRAW_COUNTS.1) {
                    *member = vk::FALSE;
                }
            }
        }
    }

    fn write_version(&self, version: &mut u32) {
        let (native, provided) = (self.native.api_version(), self.provided.api_version());
        if provided < native {
            *version = provided.packed();
        }
    }

    unsafe fn write_properties(&self, first: *mut c_void) {
        let known = self.provided.properties();
        let operations = known.subgroup_supported_operations;
        let operations = operations.map(vk::SubgroupFeatureFlags::from_raw);
        let quads = known.subgroup_quad_operations_in_all_stages;
        let quads = quads.map(vk::Bool32::from);
        for one in chain::structures(first) {
            let one = one.cast_mut();
            match (*one).s_type {
                vk::StructureType::PHYSICAL_DEVICE_SUBGROUP_PROPERTIES => {
                    let it: &mut vk::PhysicalDeviceSubgroupProperties<'_> = &mut *one.cast();
                    set(&mut it.subgroup_size, known.subgroup_size);
                    set_stages(&mut it.supported_stages, known.subgroup_supported_stages);
                    it.supported_operations = operations.unwrap_or(it.supported_operations);
                    set(&mut it.quad_operations_in_all_stages, quads);
                }
                vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES => {
                    let it: &mut vk::PhysicalDeviceVulkan11Properties<'_> = &mut *one.cast();
                    let before = it.subgroup_supported_operations;
                    set(&mut it.subgroup_size, known.subgroup_size);
                    let stages = &mut it.subgroup_supported_stages;
                    set_stages(stages, known.subgroup_supported_stages);
                    it.subgroup_supported_operations = operations.unwrap_or(before);
                    set(&mut it.subgroup_quad_operations_in_all_stages, quads);
                }
                vk::StructureType::PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES => {
                    let it: *mut vk::PhysicalDeviceSubgroupSizeControlProperties<'_> = one.cast();
                    set_sizes!(*it, known);
                }
                vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES => {
                    let it: *mut vk::PhysicalDeviceVulkan13Properties<'_> = one.cast();
                    set_sizes!(*it, known);
                }
                vk::StructureType::PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES => {
                    let it: *mut vk::PhysicalDeviceFloatControlsProperties<'_> = one.cast();
                    self.write_float_controls(&mut *it);
                }
                vk::StructureType::PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES => {
                    let it: *mut vk::PhysicalDeviceVulkan12Properties<'_> = one.cast();
                    self.write_float_controls(&mut *it);
                }
                DOT_PRODUCTS if self.hides(DOT_PRODUCTS) => {
                    let it: *mut vk::PhysicalDeviceShaderIntegerDotProductProperties<'_> =
                        one.cast();
                    // Nothing is accelerated.
                    *it = vk::PhysicalDeviceShaderIntegerDotProductProperties {
                        p_next: (*it).p_next,
                        ..Default::default()
                    };
                }
                _ => {}
            }
        }
    }

    fn write_float_controls<F: FloatControls>(&self, it: &mut F) {
        let (known, native) = (self.provided.properties(), self.native.properties());
        if known == native {
            return;
        }
        it.set(known);
    }
}

/// Sets a member, if its value is known.
fn set(member: &mut u32, known: Option<u32>) {
    *member = known.unwrap_or(*member);
}

fn set_stages(member: &mut vk::ShaderStageFlags, known: Option<u32>) {
    *member = known.map_or(*member, vk::ShaderStageFlags::from_raw);
}

/// Sets the members of the two structures with sizes of subgroups.
macro_rules! set_sizes {
    ($it:expr, $known:ident) => {
        set(&mut $it.min_subgroup_size, $known.min_subgroup_size);
        set(&mut $it.max_subgroup_size, $known.max_subgroup_size);
        let most = $known.max_compute_workgroup_subgroups;
        set(&mut $it.max_compute_workgroup_subgroups, most);
        let stages = $known.required_subgroup_size_stages;
        set_stages(&mut $it.required_subgroup_size_stages, stages);
    };
}
use set_sizes;

/// The two structures with float controls, which differ in nothing but their names.
trait FloatControls {
    /// Sets what the replacements of 16- and 64-bit floats change.
    fn set(&mut self, known: &Properties);
}

macro_rules! float_controls {
    ($structure:ident: $($control:ident)*) => {
        impl FloatControls for vk::$structure<'_> {
            fn set(&mut self, known: &Properties) {
                let independence = |known: Option<u32>| {
                    vk::ShaderFloatControlsIndependence::from_raw(known.unwrap_or(2) as i32)
                };
                self.denorm_behavior_independence = independence(known.denorm_behavior_independence);
                self.rounding_mode_independence = independence(known.rounding_mode_independence);
                $(self.$control = (known.$control == Some(true)).into();)*
            }
        }
    };
    ($($structure:ident),*) => { $(float_controls! {
        $structure:
            shader_signed_zero_inf_nan_preserve_float16 shader_signed_zero_inf_nan_preserve_float64
            shader_denorm_preserve_float16 shader_denorm_preserve_float64
            shader_denorm_flush_to_zero_float16 shader_denorm_flush_to_zero_float64
            shader_rounding_mode_rte_float16 shader_rounding_mode_rte_float64
            shader_rounding_mode_rtz_float16 shader_rounding_mode_rtz_float64
    })* };
}

float_controls!(
    PhysicalDeviceFloatControlsProperties,
    PhysicalDeviceVulkan12Properties
);

/// The structure whose members after its header are those of `VkPhysicalDeviceFeatures`.
pub const CORE: vk::StructureType = vk::StructureType::PHYSICAL_DEVICE_FEATURES_2;

/// `VkPhysicalDeviceFeatures` as numbers.
pub fn core_members(features: &mut vk::PhysicalDeviceFeatures) -> &mut [vk::Bool32] {
    let count = size_of::<vk::PhysicalDeviceFeatures>() / size_of::<vk::Bool32>();
    let members: *mut vk::PhysicalDeviceFeatures = features;
    // SAFETY: the structure consists of so many VkBool32.
    unsafe { std::slice::from_raw_parts_mut(members.cast(), count) }
}

/// The one structure of properties that comes with an extension which SOS may add.
const DOT_PRODUCTS: vk::StructureType =
    vk::StructureType::PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES;
const DOT_PRODUCTS_NAME: &str = "VkPhysicalDeviceShaderIntegerDotProductProperties";

/// The revision of extensions in the layer's manifest, which no extension has: loaders add those of implicit layers to what the
/// driver answers, and so they are told apart.
pub const MANIFEST_REVISION: u32 = 1_000_000;

/// The extensions of the driver, and of layers below this one.
unsafe fn native_extensions(
    instance: &Instance,
    device: vk::PhysicalDevice,
) -> Result<Vec<vk::ExtensionProperties>, vk::Result> {
    let next = instance.next.enumerate_extensions;
    let next = next.ok_or(vk::Result::ERROR_INITIALIZATION_FAILED)?;
    let mut all = device_extensions(next, device)?;
    all.retain(|one| one.spec_version != MANIFEST_REVISION);
    Ok(all)
}

/// The same as a function of Vulkan's, for those who ask the driver.
pub fn native_extension_properties() -> vk::PFN_vkVoidFunction {
    unsafe extern "system" fn enumerate(
        device: vk::PhysicalDevice,
        _: *const c_char,
        count: *mut u32,
        out: *mut vk::ExtensionProperties,
    ) -> vk::Result {
        let Some(instance) = Instance::of(device) else {
            return vk::Result::ERROR_INITIALIZATION_FAILED;
        };
        match native_extensions(&instance, device) {
            Ok(all) => fill(&all, count, out),
            Err(error) => error,
        }
    }
    let function: vk::PFN_vkEnumerateDeviceExtensionProperties = enumerate;
    // SAFETY: it is called as the function of its name.
    Some(unsafe {
        std::mem::transmute::<
            vk::PFN_vkEnumerateDeviceExtensionProperties,
            unsafe extern "system" fn(),
        >(function)
    })
}

/// Fills in an array of Vulkan's: all of it, or as much as there is room for.
pub unsafe fn fill<T: Copy>(all: &[T], count: *mut u32, out: *mut T) -> vk::Result {
    if out.is_null() {
        *count = all.len() as u32;
        return vk::Result::SUCCESS;
    }
    let written = all.len().min(*count as usize);
    std::ptr::copy_nonoverlapping(all.as_ptr(), out, written);
    *count = written as u32;
    match written < all.len() {
        true => vk::Result::INCOMPLETE,
        false => vk::Result::SUCCESS,
    }
}

// ---- What programs call ---------------------------------------------------------------------------------------------

/// `vkEnumerateDeviceExtensionProperties`
pub unsafe extern "system" fn enumerate_extensions(
    device: vk::PhysicalDevice,
    layer: *const c_char,
    count: *mut u32,
    out: *mut vk::ExtensionProperties,
) -> vk::Result {
    // The loader passes an empty name on for none.
    let of_layer = !layer.is_null() && *layer != 0;
    if of_layer && CStr::from_ptr(layer).to_bytes() == crate::settings::LAYER.as_bytes() {
        let all: Vec<_> = all_extensions().into_iter().map(properties_of).collect();
        return fill(&all, count, out);
    }
    let Some(instance) = Instance::of(device) else {
        return vk::Result::ERROR_INITIALIZATION_FAILED;
    };
    match instance.physical(device).filter(|_| !of_layer) {
        Some(physical) => fill(&physical.extensions, count, out),
        None => match instance.next.enumerate_extensions {
            Some(next) => next(device, layer, count, out),
            None => vk::Result::ERROR_INITIALIZATION_FAILED,
        },
    }
}

/// `vkGetPhysicalDeviceFeatures`
pub unsafe extern "system" fn get_features(
    device: vk::PhysicalDevice,
    features: *mut vk::PhysicalDeviceFeatures,
) {
    let Some(instance) = Instance::of(device) else {
        return;
    };
    if let Some(next) = instance.next.get_features {
        next(device, features);
    }
    if let Some(physical) = instance.physical(device) {
        physical.write_core(&mut *features);
    }
}

/// `vkGetPhysicalDeviceFeatures2`
pub unsafe extern "system" fn get_features2(
    device: vk::PhysicalDevice,
    features: *mut vk::PhysicalDeviceFeatures2<'_>,
) {
    let Some((instance, next)) =
        Instance::of(device).and_then(|it| Some((it.clone(), it.next.get_features2?)))
    else {
        return;
    };
    let Some(physical) = instance.physical(device) else {
        next(device, features);
        return;
    };
    let first = std::ptr::addr_of_mut!((*features).p_next);
    chain::without(
        &mut *first,
        |s_type| physical.hides(s_type),
        || next(device, features),
    );
    physical.write_core(&mut (*features).features);
    physical.write_features((*features).p_next);
}

/// `vkGetPhysicalDeviceProperties`
pub unsafe extern "system" fn get_properties(
    device: vk::PhysicalDevice,
    properties: *mut vk::PhysicalDeviceProperties,
) {
    let Some(instance) = Instance::of(device) else {
        return;
    };
    if let Some(next) = instance.next.get_properties {
        next(device, properties);
    }
    if let Some(physical) = instance.physical(device) {
        physical.write_version(&mut (*properties).api_version);
    }
}

/// `vkGetPhysicalDeviceProperties2`
pub unsafe extern "system" fn get_properties2(
    device: vk::PhysicalDevice,
    properties: *mut vk::PhysicalDeviceProperties2<'_>,
) {
    let Some((instance, next)) =
        Instance::of(device).and_then(|it| Some((it.clone(), it.next.get_properties2?)))
    else {
        return;
    };
    let Some(physical) = instance.physical(device) else {
        next(device, properties);
        return;
    };
    let first = std::ptr::addr_of_mut!((*properties).p_next);
    chain::without(
        &mut *first,
        |s_type| physical.hides(s_type),
        || next(device, properties),
    );
    physical.write_version(&mut (*properties).properties.api_version);
    physical.write_properties((*properties).p_next);
}
