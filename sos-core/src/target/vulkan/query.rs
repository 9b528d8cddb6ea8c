//! Queries a physical device.

use super::super::description::Description;
use super::super::tables::{self, Structure};
use super::super::{ApiVersion, Properties, VulkanExtension};
use super::chain::{link, read_core_features, read_members, Block};
use super::{empty, usable_version, LiveError, PhysicalDevice};
use crate::packed::Name;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use ash::vk;
use core::ffi::CStr;

/// sType of `VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR`, which the binding crate does not have yet: offset 0 of
/// extension 512. It contains one `VkBool32`.
const COMPUTE_SHADER_DERIVATIVES_PROPERTIES: u32 = 1_000_511_000;

/// The extensions of a device.
///
/// # Errors
/// What `vkEnumerateDeviceExtensionProperties` returns.
///
/// # Safety
/// The handle is live, and the function is that of its instance.
pub unsafe fn device_extensions(
    enumerate: vk::PFN_vkEnumerateDeviceExtensionProperties,
    device: vk::PhysicalDevice,
) -> Result<Vec<vk::ExtensionProperties>, vk::Result> {
    let call = |count: &mut u32, out: *mut vk::ExtensionProperties| {
        // SAFETY: the handle is live, by this function's condition; `out` is null or has room for `count` structures.
        unsafe { enumerate(device, core::ptr::null(), count, out) }
    };
    loop {
        let mut count = 0;
        call(&mut count, core::ptr::null_mut()).result()?;
        let mut found = vec![vk::ExtensionProperties::default(); count as usize];
        match call(&mut count, found.as_mut_ptr()) {
            // The number of extensions changed between the two calls.
            vk::Result::INCOMPLETE => {}
            result => {
                result.result()?;
                found.truncate(count as usize);
                return Ok(found);
            }
        }
    }
}

/// A physical device with its query functions. The caller of [`Query::new`] guarantees that the handles stay live.
pub struct Query {
    physical_device: vk::PhysicalDevice,
    version: ApiVersion,
    core: vk::PhysicalDeviceProperties,
    get_features: vk::PFN_vkGetPhysicalDeviceFeatures,
    enumerate_extensions: vk::PFN_vkEnumerateDeviceExtensionProperties,
    /// `None` on Vulkan 1.0 without `VK_KHR_get_physical_device_properties2`.
    get_features2: Option<vk::PFN_vkGetPhysicalDeviceFeatures2>,
    get_properties2: Option<vk::PFN_vkGetPhysicalDeviceProperties2>,
}

/// Looks up a function. `T` is the type of the function with that name, one of `vk::PFN_vk…`.
unsafe fn function<T: Copy>(device: &PhysicalDevice, name: &CStr) -> Option<T> {
    const { assert!(size_of::<T>() == size_of::<fn()>()) };
    // SAFETY: the caller of `Query::new` guarantees a working pointer and a live instance.
    let found = unsafe { (device.get_instance_proc_addr)(device.instance, name.as_ptr()) };
    // SAFETY: all function pointers have the same size, checked above; `T` is the type of the function with this name.
    found
        .map(|found| unsafe { core::mem::transmute_copy::<unsafe extern "system" fn(), T>(&found) })
}

impl Query {
    /// Looks up the functions and queries the core properties.
    ///
    /// # Safety
    /// As for [`super::super::Target::from_physical_device`], for as long as the query lives.
    pub unsafe fn new(device: &PhysicalDevice) -> Result<Self, LiveError> {
        // SAFETY: each type matches the function's name.
        let (get_properties, get_features, enumerate_extensions) = unsafe {
            (
                function::<vk::PFN_vkGetPhysicalDeviceProperties>(
                    device,
                    c"vkGetPhysicalDeviceProperties",
                ),
                function::<vk::PFN_vkGetPhysicalDeviceFeatures>(
                    device,
                    c"vkGetPhysicalDeviceFeatures",
                ),
                function::<vk::PFN_vkEnumerateDeviceExtensionProperties>(
                    device,
                    c"vkEnumerateDeviceExtensionProperties",
                ),
            )
        };
        let get_properties =
            get_properties.ok_or(LiveError::NoFunction("vkGetPhysicalDeviceProperties"))?;
        let get_features =
            get_features.ok_or(LiveError::NoFunction("vkGetPhysicalDeviceFeatures"))?;
        let enumerate_extensions = enumerate_extensions.ok_or(LiveError::NoFunction(
            "vkEnumerateDeviceExtensionProperties",
        ))?;
        let mut core = vk::PhysicalDeviceProperties::default();
        // SAFETY: the handle is live, and the structure is an output.
        unsafe { get_properties(device.physical_device, &mut core) };
        let version = usable_version(device.instance_version, core.api_version)?;
        let (features2, properties2) = if version.minor() >= 1 {
            (
                c"vkGetPhysicalDeviceFeatures2",
                c"vkGetPhysicalDeviceProperties2",
            )
        } else {
            (
                c"vkGetPhysicalDeviceFeatures2KHR",
                c"vkGetPhysicalDeviceProperties2KHR",
            )
        };
        // SAFETY: each type matches the function's name; promoted functions kept theirs.
        let (get_features2, get_properties2) =
            unsafe { (function(device, features2), function(device, properties2)) };
        Ok(Self {
            physical_device: device.physical_device,
            version,
            core,
            get_features,
            enumerate_extensions,
            get_features2,
            get_properties2,
        })
    }

    /// Queries name, version, extensions and properties.
    pub fn describe(&self) -> Result<Description, LiveError> {
        let name = text(&self.core.device_name);
        let mut description = empty(
            format!("{name} driver {}", driver_version(&self.core)),
            self.version,
        );
        self.read_extensions(&mut description)?;
        self.read_properties(&mut description);
        Ok(description)
    }

    fn read_extensions(&self, description: &mut Description) -> Result<(), LiveError> {
        let failed = |error: vk::Result| {
            LiveError::Call("vkEnumerateDeviceExtensionProperties", error.as_raw())
        };
        // SAFETY: the handle is live.
        let all = unsafe { device_extensions(self.enumerate_extensions, self.physical_device) };
        for extension in all.map_err(failed)? {
            if let Some(extension) = VulkanExtension::find(&text(&extension.extension_name)) {
                description.set_extension(extension, true);
            }
        }
        Ok(())
    }

    /// Queries features, from every structure that the version and the extensions provide.
    pub fn read_features(&self, description: &mut Description) {
        let mut blocks = Vec::new();
        let mut asked: Vec<&Structure> = Vec::new();
        let has = |extension: VulkanExtension| description.extensions.contains(extension.index());
        for structure in Structure::all() {
            if structure.s_type != 0 && structure.is_available(self.version, has) {
                asked.push(structure);
                blocks.push(Block::new(structure.s_type));
            }
        }
        let mut features = vk::PhysicalDeviceFeatures2::default();
        match self.get_features2 {
            Some(get) => {
                features.p_next = link(&mut blocks);
                // SAFETY: the handle is live; each block in the chain is at least as large as the structure of its sType, and
                // does not move until after the call.
                unsafe { get(self.physical_device, &mut features) };
            }
            None => {
                asked.clear();
                // SAFETY: the handle is live, and the structure is an output.
                unsafe { (self.get_features)(self.physical_device, &mut features.features) };
            }
        }
        for (structure, block) in asked.into_iter().zip(&blocks) {
            read_members(structure, block.members(), description);
        }
        read_core_features(&features.features, description);
    }

    fn read_properties(&self, description: &mut Description) {
        let core = &self.core;
        let properties = &mut description.properties;
        read_core_properties(core, properties);
        let Some(get) = self.get_properties2 else {
            return;
        };

        let extensions = description.extensions;
        let has = |structure: Name| {
            let extension = |extension: VulkanExtension| extensions.contains(extension.index());
            tables::is_structure_available(structure, self.version, extension)
        };
        let mut subgroup = has(const { Name::of("VkPhysicalDeviceSubgroupProperties") })
            .then(vk::PhysicalDeviceSubgroupProperties::default);
        let mut sizes = has(const { Name::of("VkPhysicalDeviceSubgroupSizeControlProperties") })
            .then(vk::PhysicalDeviceSubgroupSizeControlProperties::default);
        let mut floats = has(const { Name::of("VkPhysicalDeviceFloatControlsProperties") })
            .then(vk::PhysicalDeviceFloatControlsProperties::default);
        let mut driver = has(const { Name::of("VkPhysicalDeviceDriverProperties") })
            .then(vk::PhysicalDeviceDriverProperties::default);
        let mut protected = has(const { Name::of("VkPhysicalDeviceProtectedMemoryProperties") })
            .then(vk::PhysicalDeviceProtectedMemoryProperties::default);
        let mut indexing = has(const { Name::of("VkPhysicalDeviceDescriptorIndexingProperties") })
            .then(vk::PhysicalDeviceDescriptorIndexingProperties::default);
        let mut mesh = has(const { Name::of("VkPhysicalDeviceMeshShaderPropertiesEXT") })
            .then(vk::PhysicalDeviceMeshShaderPropertiesEXT::default);
        let mut feedback =
            has(const { Name::of("VkPhysicalDeviceTransformFeedbackPropertiesEXT") })
                .then(vk::PhysicalDeviceTransformFeedbackPropertiesEXT::default);
        let mut derivatives =
            has(const { Name::of("VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR") })
                .then(|| Block::new(COMPUTE_SHADER_DERIVATIVES_PROPERTIES));

        let mut all = vk::PhysicalDeviceProperties2 {
            p_next: link(derivatives.as_mut_slice()),
            ..Default::default()
        };
        if let Some(subgroup) = &mut subgroup {
            all = all.push_next(subgroup);
        }
        if let Some(sizes) = &mut sizes {
            all = all.push_next(sizes);
        }
        if let Some(floats) = &mut floats {
            all = all.push_next(floats);
        }
        if let Some(driver) = &mut driver {
            all = all.push_next(driver);
        }
        if let Some(protected) = &mut protected {
            all = all.push_next(protected);
        }
        if let Some(indexing) = &mut indexing {
            all = all.push_next(indexing);
        }
        if let Some(mesh) = &mut mesh {
            all = all.push_next(mesh);
        }
        if let Some(feedback) = &mut feedback {
            all = all.push_next(feedback);
        }
        // SAFETY: the handle is live; the device has every structure in the chain, and each outlives the call.
        unsafe { get(self.physical_device, &mut all) };

        if let Some(subgroup) = &subgroup {
            read_subgroups(subgroup, properties);
        }
        if let Some(sizes) = &sizes {
            read_subgroup_sizes(sizes, properties);
        }
        if let Some(floats) = &floats {
            read_float_controls(floats, properties);
        }
        if let Some(driver) = &driver {
            properties.driver_id = Some(driver.driver_id.as_raw() as u32);
        }
        if let Some(protected) = &protected {
            properties.protected_no_fault = Some(protected.protected_no_fault != vk::FALSE);
        }
        if let Some(indexing) = &indexing {
            let on = indexing.quad_divergent_implicit_lod != vk::FALSE;
            properties.quad_divergent_implicit_lod = Some(on);
        }
        if let Some(mesh) = &mesh {
            read_mesh(mesh, properties);
        }
        if let Some(feedback) = &feedback {
            read_feedback(feedback, properties);
        }
        if let Some(on) = derivatives
            .as_ref()
            .and_then(|block| block.members().first())
        {
            properties.mesh_and_task_shader_derivatives = Some(*on != vk::FALSE);
        }
    }
}

fn read_core_properties(core: &vk::PhysicalDeviceProperties, properties: &mut Properties) {
    let limits = &core.limits;
    properties.vendor_id = Some(core.vendor_id);
    properties.device_id = Some(core.device_id);
    properties.driver_version = Some(core.driver_version);
    properties.device_type = Some(core.device_type.as_raw() as u32);
    properties.max_uniform_buffer_range = Some(limits.max_uniform_buffer_range);
    properties.max_storage_buffer_range = Some(limits.max_storage_buffer_range);
    properties.max_push_constants_size = Some(limits.max_push_constants_size);
    properties.max_fragment_combined_output_resources =
        Some(limits.max_fragment_combined_output_resources);
    properties.max_compute_shared_memory_size = Some(limits.max_compute_shared_memory_size);
    properties.max_compute_work_group_count = Some(limits.max_compute_work_group_count);
    properties.max_compute_work_group_invocations = Some(limits.max_compute_work_group_invocations);
    properties.max_compute_work_group_size = Some(limits.max_compute_work_group_size);
    properties.min_texel_offset = Some(limits.min_texel_offset);
    properties.max_texel_offset = Some(limits.max_texel_offset);
    properties.min_texel_gather_offset = Some(limits.min_texel_gather_offset);
    properties.max_texel_gather_offset = Some(limits.max_texel_gather_offset);
    properties.min_interpolation_offset = Some(limits.min_interpolation_offset);
    properties.max_interpolation_offset = Some(limits.max_interpolation_offset);
    properties.sub_pixel_interpolation_offset_bits =
        Some(limits.sub_pixel_interpolation_offset_bits);
    properties.max_sample_mask_words = Some(limits.max_sample_mask_words);
    properties.max_clip_distances = Some(limits.max_clip_distances);
    properties.max_cull_distances = Some(limits.max_cull_distances);
}

fn read_subgroups(
    subgroup: &vk::PhysicalDeviceSubgroupProperties<'_>,
    properties: &mut Properties,
) {
    properties.subgroup_size = Some(subgroup.subgroup_size);
    properties.subgroup_supported_stages = Some(subgroup.supported_stages.as_raw());
    properties.subgroup_supported_operations = Some(subgroup.supported_operations.as_raw());
    properties.subgroup_quad_operations_in_all_stages =
        Some(subgroup.quad_operations_in_all_stages != vk::FALSE);
}

fn read_subgroup_sizes(
    sizes: &vk::PhysicalDeviceSubgroupSizeControlProperties<'_>,
    properties: &mut Properties,
) {
    properties.min_subgroup_size = Some(sizes.min_subgroup_size);
    properties.max_subgroup_size = Some(sizes.max_subgroup_size);
    properties.max_compute_workgroup_subgroups = Some(sizes.max_compute_workgroup_subgroups);
    properties.required_subgroup_size_stages = Some(sizes.required_subgroup_size_stages.as_raw());
}

fn read_float_controls(
    floats: &vk::PhysicalDeviceFloatControlsProperties<'_>,
    properties: &mut Properties,
) {
    let flag = |flag: vk::Bool32| Some(flag != vk::FALSE);
    properties.denorm_behavior_independence =
        Some(floats.denorm_behavior_independence.as_raw() as u32);
    properties.rounding_mode_independence = Some(floats.rounding_mode_independence.as_raw() as u32);
    properties.shader_signed_zero_inf_nan_preserve_float16 =
        flag(floats.shader_signed_zero_inf_nan_preserve_float16);
    properties.shader_signed_zero_inf_nan_preserve_float32 =
        flag(floats.shader_signed_zero_inf_nan_preserve_float32);
    properties.shader_signed_zero_inf_nan_preserve_float64 =
        flag(floats.shader_signed_zero_inf_nan_preserve_float64);
    properties.shader_denorm_preserve_float16 = flag(floats.shader_denorm_preserve_float16);
    properties.shader_denorm_preserve_float32 = flag(floats.shader_denorm_preserve_float32);
    properties.shader_denorm_preserve_float64 = flag(floats.shader_denorm_preserve_float64);
    properties.shader_denorm_flush_to_zero_float16 =
        flag(floats.shader_denorm_flush_to_zero_float16);
    properties.shader_denorm_flush_to_zero_float32 =
        flag(floats.shader_denorm_flush_to_zero_float32);
    properties.shader_denorm_flush_to_zero_float64 =
        flag(floats.shader_denorm_flush_to_zero_float64);
    properties.shader_rounding_mode_rte_float16 = flag(floats.shader_rounding_mode_rte_float16);
    properties.shader_rounding_mode_rte_float32 = flag(floats.shader_rounding_mode_rte_float32);
    properties.shader_rounding_mode_rte_float64 = flag(floats.shader_rounding_mode_rte_float64);
    properties.shader_rounding_mode_rtz_float16 = flag(floats.shader_rounding_mode_rtz_float16);
    properties.shader_rounding_mode_rtz_float32 = flag(floats.shader_rounding_mode_rtz_float32);
    properties.shader_rounding_mode_rtz_float64 = flag(floats.shader_rounding_mode_rtz_float64);
}

fn read_mesh(mesh: &vk::PhysicalDeviceMeshShaderPropertiesEXT<'_>, properties: &mut Properties) {
    properties.max_task_work_group_invocations = Some(mesh.max_task_work_group_invocations);
    properties.max_task_work_group_size = Some(mesh.max_task_work_group_size);
    properties.max_task_payload_size = Some(mesh.max_task_payload_size);
    properties.max_task_shared_memory_size = Some(mesh.max_task_shared_memory_size);
    properties.max_task_payload_and_shared_memory_size =
        Some(mesh.max_task_payload_and_shared_memory_size);
    properties.max_mesh_work_group_invocations = Some(mesh.max_mesh_work_group_invocations);
    properties.max_mesh_work_group_size = Some(mesh.max_mesh_work_group_size);
    properties.max_mesh_shared_memory_size = Some(mesh.max_mesh_shared_memory_size);
    properties.max_task_work_group_total_count = Some(mesh.max_task_work_group_total_count);
    properties.max_task_work_group_count = Some(mesh.max_task_work_group_count);
    properties.max_mesh_work_group_total_count = Some(mesh.max_mesh_work_group_total_count);
    properties.max_mesh_work_group_count = Some(mesh.max_mesh_work_group_count);
    properties.max_mesh_payload_and_shared_memory_size =
        Some(mesh.max_mesh_payload_and_shared_memory_size);
    properties.max_mesh_output_memory_size = Some(mesh.max_mesh_output_memory_size);
    properties.max_mesh_payload_and_output_memory_size =
        Some(mesh.max_mesh_payload_and_output_memory_size);
    properties.max_mesh_output_vertices = Some(mesh.max_mesh_output_vertices);
    properties.max_mesh_output_primitives = Some(mesh.max_mesh_output_primitives);
}

fn read_feedback(
    feedback: &vk::PhysicalDeviceTransformFeedbackPropertiesEXT<'_>,
    properties: &mut Properties,
) {
    properties.max_transform_feedback_streams = Some(feedback.max_transform_feedback_streams);
    properties.max_transform_feedback_buffer_data_size =
        Some(feedback.max_transform_feedback_buffer_data_size);
    properties.max_transform_feedback_stream_data_size =
        Some(feedback.max_transform_feedback_stream_data_size);
    properties.max_transform_feedback_buffer_data_stride =
        Some(feedback.max_transform_feedback_buffer_data_stride);
    properties.transform_feedback_streams_lines_triangles =
        Some(feedback.transform_feedback_streams_lines_triangles != vk::FALSE);
}

/// A fixed-size array of characters as text, up to its first NUL.
fn text(characters: &[core::ffi::c_char]) -> String {
    let bytes: Vec<u8> = characters
        .iter()
        .map(|c| c.to_ne_bytes()[0])
        .take_while(|c| *c != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The driver's version in the encoding that most vendors use, which is Vulkan's own.
fn driver_version(core: &vk::PhysicalDeviceProperties) -> String {
    let packed = core.driver_version;
    if core.vendor_id == 0x10DE {
        // NVIDIA uses 10, 8, 8 and 6 bits.
        return format!(
            "{}.{}.{}.{}",
            packed >> 22,
            (packed >> 14) & 0xFF,
            (packed >> 6) & 0xFF,
            packed & 0x3F
        );
    }
    format!(
        "{}.{}.{}",
        (packed >> 22) & 0x7F,
        (packed >> 12) & 0x3FF,
        packed & 0xFFF
    )
}
