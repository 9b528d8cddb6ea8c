//! Device properties that matter to shaders: sizes, limits, float controls, vendor and driver.
//!
//! A single list ([`FIELDS`]) contains every property with its member of Vulkan's structures. Reading, writing and combining
//! descriptions iterate over it, so a property is added in one line.

mod bits;
mod combine;

pub use bits::{independence, stage, subgroup};

use super::tables::property_place;
use crate::generated::vulkan;
use crate::packed::Name;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

/// A property's value, whatever its type.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PropertyValue {
    /// A `VkBool32`.
    Flag(bool),
    /// A number, a mask of bits or a value of an enumeration.
    Unsigned(u32),
    /// A number that may be negative.
    Signed(i32),
    /// A number with a fraction.
    Float(f32),
    /// One number per dimension.
    Triple([u32; 3]),
}

/// How a property is represented in descriptions.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Flag,
    Unsigned,
    Signed,
    Float,
    Triple,
    /// A mask of named bits.
    Bits(&'static [(Name, u32)]),
    /// One of several named values.
    Name(&'static [(Name, u32)]),
}

/// How two requirements on one property are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Larger is better: the value is a guaranteed minimum.
    AtLeast,
    /// Smaller is better.
    AtMost,
    /// More bits are better; so is a flag that is set.
    Bits,
    /// A fact that is not ordered.
    Exact,
}

/// One property.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub structure: Name,
    pub member: Name,
    pub kind: Kind,
    pub bound: Bound,
}

/// A type that a property can have.
trait FieldType: Sized {
    fn into_value(self) -> PropertyValue;
    fn from_value(value: PropertyValue) -> Option<Self>;
}

macro_rules! property_value {
    ($($ty:ty => $variant:ident),* $(,)?) => { $(
        impl FieldType for $ty {
            fn into_value(self) -> PropertyValue {
                PropertyValue::$variant(self)
            }
            fn from_value(value: PropertyValue) -> Option<Self> {
                match value {
                    PropertyValue::$variant(value) => Some(value),
                    _ => None,
                }
            }
        }
    )* };
}

property_value!(bool => Flag, u32 => Unsigned, i32 => Signed, f32 => Float, [u32; 3] => Triple);

macro_rules! properties {
    ($($structure:literal { $( $(#[$doc:meta])* $field:ident: $ty:ty = $member:literal, $kind:expr, $bound:ident; )* })*) => {
        /// Properties of a device that matter to shaders; `None` where the description does not say.
        ///
        /// Names are those of Vulkan's members, in this language's spelling. Sizes are in bytes unless said otherwise.
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct Properties { $( $( $(#[$doc])* pub $field: Option<$ty>, )* )* }

        /// Every property, in the order of [`Properties::values`].
        pub const FIELDS: &[Field] = &[ $( $(
            Field { structure: Name::of($structure), member: Name::of($member), kind: $kind, bound: Bound::$bound },
        )* )* ];

        impl Properties {
            /// Every property's value, in the order of [`FIELDS`].
            pub(crate) fn values(&self) -> Vec<Option<PropertyValue>> {
                vec![ $( $( self.$field.map(FieldType::into_value), )* )* ]
            }

            /// One property, by its position in [`FIELDS`]. Allocates nothing.
            fn field(&self, at: usize) -> Option<PropertyValue> {
                let mut fields = 0..;
                $( $(
                    if fields.next() == Some(at) {
                        return self.$field.map(FieldType::into_value);
                    }
                )* )*
                None
            }

            /// From values in the order of [`FIELDS`]; values of the wrong type are dropped.
            pub(crate) fn from_values(values: &[Option<PropertyValue>]) -> Self {
                let mut values = values.iter().copied();
                Self { $( $( $field: values.next().flatten().and_then(FieldType::from_value), )* )* }
            }
        }
    };
}

properties! {
    "VkPhysicalDeviceProperties" {
        /// PCI or Khronos id of the vendor.
        vendor_id: u32 = "vendorID", Kind::Unsigned, Exact;
        /// The vendor's id of the device.
        device_id: u32 = "deviceID", Kind::Unsigned, Exact;
        /// The driver's version, in the vendor's own packing.
        driver_version: u32 = "driverVersion", Kind::Unsigned, Exact;
        /// A `VkPhysicalDeviceType`.
        device_type: u32 = "deviceType", Kind::Name(&vulkan::DEVICE_TYPES), Exact;
    }
    "VkPhysicalDeviceDriverProperties" {
        /// A `VkDriverId`.
        driver_id: u32 = "driverID", Kind::Name(&vulkan::DRIVER_IDS), Exact;
    }
    "VkPhysicalDeviceLimits" {
        /// `maxUniformBufferRange`.
        max_uniform_buffer_range: u32 = "maxUniformBufferRange", Kind::Unsigned, AtLeast;
        /// `maxStorageBufferRange`.
        max_storage_buffer_range: u32 = "maxStorageBufferRange", Kind::Unsigned, AtLeast;
        /// `maxPushConstantsSize`.
        max_push_constants_size: u32 = "maxPushConstantsSize", Kind::Unsigned, AtLeast;
        /// `maxFragmentCombinedOutputResources`, a count.
        max_fragment_combined_output_resources: u32 = "maxFragmentCombinedOutputResources", Kind::Unsigned, AtLeast;
        /// `maxComputeSharedMemorySize`.
        max_compute_shared_memory_size: u32 = "maxComputeSharedMemorySize", Kind::Unsigned, AtLeast;
        /// `maxComputeWorkGroupCount`, workgroups per dimension.
        max_compute_work_group_count: [u32; 3] = "maxComputeWorkGroupCount", Kind::Triple, AtLeast;
        /// `maxComputeWorkGroupInvocations`, a count.
        max_compute_work_group_invocations: u32 = "maxComputeWorkGroupInvocations", Kind::Unsigned, AtLeast;
        /// `maxComputeWorkGroupSize`, invocations per dimension.
        max_compute_work_group_size: [u32; 3] = "maxComputeWorkGroupSize", Kind::Triple, AtLeast;
        /// `minTexelOffset`, in texels.
        min_texel_offset: i32 = "minTexelOffset", Kind::Signed, AtMost;
        /// `maxTexelOffset`, in texels.
        max_texel_offset: u32 = "maxTexelOffset", Kind::Unsigned, AtLeast;
        /// `minTexelGatherOffset`, in texels.
        min_texel_gather_offset: i32 = "minTexelGatherOffset", Kind::Signed, AtMost;
        /// `maxTexelGatherOffset`, in texels.
        max_texel_gather_offset: u32 = "maxTexelGatherOffset", Kind::Unsigned, AtLeast;
        /// `minInterpolationOffset`, in pixels.
        min_interpolation_offset: f32 = "minInterpolationOffset", Kind::Float, AtMost;
        /// `maxInterpolationOffset`, in pixels.
        max_interpolation_offset: f32 = "maxInterpolationOffset", Kind::Float, AtLeast;
        /// `subPixelInterpolationOffsetBits`.
        sub_pixel_interpolation_offset_bits: u32 = "subPixelInterpolationOffsetBits", Kind::Unsigned, AtLeast;
        /// `maxSampleMaskWords`, a count.
        max_sample_mask_words: u32 = "maxSampleMaskWords", Kind::Unsigned, AtLeast;
        /// `maxClipDistances`, a count.
        max_clip_distances: u32 = "maxClipDistances", Kind::Unsigned, AtLeast;
        /// `maxCullDistances`, a count.
        max_cull_distances: u32 = "maxCullDistances", Kind::Unsigned, AtLeast;
    }
    "VkPhysicalDeviceSubgroupProperties" {
        /// Nominal number of invocations in a subgroup.
        subgroup_size: u32 = "subgroupSize", Kind::Unsigned, Exact;
        /// Stages with subgroup operations, as bits of `VkShaderStageFlagBits`; see [`stage`].
        subgroup_supported_stages: u32 = "supportedStages", Kind::Bits(&vulkan::SHADER_STAGES), Bits;
        /// Subgroup operations, as bits of `VkSubgroupFeatureFlagBits`; see [`subgroup`].
        subgroup_supported_operations: u32 = "supportedOperations", Kind::Bits(&vulkan::SUBGROUP_FEATURES), Bits;
        /// Whether quad operations work outside fragment and compute stages too.
        subgroup_quad_operations_in_all_stages: bool = "quadOperationsInAllStages", Kind::Flag, Bits;
    }
    "VkPhysicalDeviceSubgroupSizeControlProperties" {
        /// The smallest subgroup size.
        min_subgroup_size: u32 = "minSubgroupSize", Kind::Unsigned, Exact;
        /// The largest subgroup size.
        max_subgroup_size: u32 = "maxSubgroupSize", Kind::Unsigned, Exact;
        /// The most subgroups in a workgroup.
        max_compute_workgroup_subgroups: u32 = "maxComputeWorkgroupSubgroups", Kind::Unsigned, AtLeast;
        /// Stages in which a pipeline can require a subgroup size, as bits of `VkShaderStageFlagBits`.
        required_subgroup_size_stages: u32 = "requiredSubgroupSizeStages", Kind::Bits(&vulkan::SHADER_STAGES), Bits;
    }
    "VkPhysicalDeviceFloatControlsProperties" {
        /// A `VkShaderFloatControlsIndependence`; see [`independence`].
        denorm_behavior_independence: u32 =
            "denormBehaviorIndependence", Kind::Name(&vulkan::FLOAT_CONTROLS_INDEPENDENCE), Exact;
        /// A `VkShaderFloatControlsIndependence`; see [`independence`].
        rounding_mode_independence: u32 =
            "roundingModeIndependence", Kind::Name(&vulkan::FLOAT_CONTROLS_INDEPENDENCE), Exact;
        /// `shaderSignedZeroInfNanPreserveFloat16`.
        shader_signed_zero_inf_nan_preserve_float16: bool = "shaderSignedZeroInfNanPreserveFloat16", Kind::Flag, Bits;
        /// `shaderSignedZeroInfNanPreserveFloat32`.
        shader_signed_zero_inf_nan_preserve_float32: bool = "shaderSignedZeroInfNanPreserveFloat32", Kind::Flag, Bits;
        /// `shaderSignedZeroInfNanPreserveFloat64`.
        shader_signed_zero_inf_nan_preserve_float64: bool = "shaderSignedZeroInfNanPreserveFloat64", Kind::Flag, Bits;
        /// `shaderDenormPreserveFloat16`.
        shader_denorm_preserve_float16: bool = "shaderDenormPreserveFloat16", Kind::Flag, Bits;
        /// `shaderDenormPreserveFloat32`.
        shader_denorm_preserve_float32: bool = "shaderDenormPreserveFloat32", Kind::Flag, Bits;
        /// `shaderDenormPreserveFloat64`.
        shader_denorm_preserve_float64: bool = "shaderDenormPreserveFloat64", Kind::Flag, Bits;
        /// `shaderDenormFlushToZeroFloat16`.
        shader_denorm_flush_to_zero_float16: bool = "shaderDenormFlushToZeroFloat16", Kind::Flag, Bits;
        /// `shaderDenormFlushToZeroFloat32`.
        shader_denorm_flush_to_zero_float32: bool = "shaderDenormFlushToZeroFloat32", Kind::Flag, Bits;
        /// `shaderDenormFlushToZeroFloat64`.
        shader_denorm_flush_to_zero_float64: bool = "shaderDenormFlushToZeroFloat64", Kind::Flag, Bits;
        /// `shaderRoundingModeRTEFloat16`.
        shader_rounding_mode_rte_float16: bool = "shaderRoundingModeRTEFloat16", Kind::Flag, Bits;
        /// `shaderRoundingModeRTEFloat32`.
        shader_rounding_mode_rte_float32: bool = "shaderRoundingModeRTEFloat32", Kind::Flag, Bits;
        /// `shaderRoundingModeRTEFloat64`.
        shader_rounding_mode_rte_float64: bool = "shaderRoundingModeRTEFloat64", Kind::Flag, Bits;
        /// `shaderRoundingModeRTZFloat16`.
        shader_rounding_mode_rtz_float16: bool = "shaderRoundingModeRTZFloat16", Kind::Flag, Bits;
        /// `shaderRoundingModeRTZFloat32`.
        shader_rounding_mode_rtz_float32: bool = "shaderRoundingModeRTZFloat32", Kind::Flag, Bits;
        /// `shaderRoundingModeRTZFloat64`.
        shader_rounding_mode_rtz_float64: bool = "shaderRoundingModeRTZFloat64", Kind::Flag, Bits;
    }
    "VkPhysicalDeviceProtectedMemoryProperties" {
        /// `protectedNoFault`.
        protected_no_fault: bool = "protectedNoFault", Kind::Flag, Bits;
    }
    "VkPhysicalDeviceDescriptorIndexingProperties" {
        /// Whether implicit levels of detail are defined where images or samplers differ within a quad.
        quad_divergent_implicit_lod: bool = "quadDivergentImplicitLod", Kind::Flag, Bits;
    }
    "VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR" {
        /// Whether mesh and task shaders can take derivatives.
        mesh_and_task_shader_derivatives: bool = "meshAndTaskShaderDerivatives", Kind::Flag, Bits;
    }
    "VkPhysicalDeviceMeshShaderPropertiesEXT" {
        /// `maxTaskWorkGroupInvocations`, a count.
        max_task_work_group_invocations: u32 = "maxTaskWorkGroupInvocations", Kind::Unsigned, AtLeast;
        /// `maxTaskWorkGroupSize`, invocations per dimension.
        max_task_work_group_size: [u32; 3] = "maxTaskWorkGroupSize", Kind::Triple, AtLeast;
        /// `maxTaskPayloadSize`.
        max_task_payload_size: u32 = "maxTaskPayloadSize", Kind::Unsigned, AtLeast;
        /// `maxTaskSharedMemorySize`.
        max_task_shared_memory_size: u32 = "maxTaskSharedMemorySize", Kind::Unsigned, AtLeast;
        /// `maxTaskPayloadAndSharedMemorySize`.
        max_task_payload_and_shared_memory_size: u32 = "maxTaskPayloadAndSharedMemorySize", Kind::Unsigned, AtLeast;
        /// `maxTaskWorkGroupTotalCount`, workgroups.
        max_task_work_group_total_count: u32 = "maxTaskWorkGroupTotalCount", Kind::Unsigned, AtLeast;
        /// `maxTaskWorkGroupCount`, workgroups per dimension.
        max_task_work_group_count: [u32; 3] = "maxTaskWorkGroupCount", Kind::Triple, AtLeast;
        /// `maxMeshWorkGroupTotalCount`, workgroups.
        max_mesh_work_group_total_count: u32 = "maxMeshWorkGroupTotalCount", Kind::Unsigned, AtLeast;
        /// `maxMeshWorkGroupCount`, workgroups per dimension.
        max_mesh_work_group_count: [u32; 3] = "maxMeshWorkGroupCount", Kind::Triple, AtLeast;
        /// `maxMeshWorkGroupInvocations`, a count.
        max_mesh_work_group_invocations: u32 = "maxMeshWorkGroupInvocations", Kind::Unsigned, AtLeast;
        /// `maxMeshWorkGroupSize`, invocations per dimension.
        max_mesh_work_group_size: [u32; 3] = "maxMeshWorkGroupSize", Kind::Triple, AtLeast;
        /// `maxMeshSharedMemorySize`.
        max_mesh_shared_memory_size: u32 = "maxMeshSharedMemorySize", Kind::Unsigned, AtLeast;
        /// `maxMeshPayloadAndSharedMemorySize`.
        max_mesh_payload_and_shared_memory_size: u32 = "maxMeshPayloadAndSharedMemorySize", Kind::Unsigned, AtLeast;
        /// `maxMeshOutputMemorySize`.
        max_mesh_output_memory_size: u32 = "maxMeshOutputMemorySize", Kind::Unsigned, AtLeast;
        /// `maxMeshPayloadAndOutputMemorySize`.
        max_mesh_payload_and_output_memory_size: u32 = "maxMeshPayloadAndOutputMemorySize", Kind::Unsigned, AtLeast;
        /// `maxMeshOutputVertices`, a count.
        max_mesh_output_vertices: u32 = "maxMeshOutputVertices", Kind::Unsigned, AtLeast;
        /// `maxMeshOutputPrimitives`, a count.
        max_mesh_output_primitives: u32 = "maxMeshOutputPrimitives", Kind::Unsigned, AtLeast;
    }
    "VkPhysicalDeviceTransformFeedbackPropertiesEXT" {
        /// `maxTransformFeedbackStreams`, a count.
        max_transform_feedback_streams: u32 = "maxTransformFeedbackStreams", Kind::Unsigned, AtLeast;
        /// `maxTransformFeedbackBufferDataSize`.
        max_transform_feedback_buffer_data_size: u32 = "maxTransformFeedbackBufferDataSize", Kind::Unsigned, AtLeast;
        /// `maxTransformFeedbackStreamDataSize`.
        max_transform_feedback_stream_data_size: u32 = "maxTransformFeedbackStreamDataSize", Kind::Unsigned, AtLeast;
        /// `maxTransformFeedbackBufferDataStride`.
        max_transform_feedback_buffer_data_stride: u32 =
            "maxTransformFeedbackBufferDataStride", Kind::Unsigned, AtLeast;
        /// `transformFeedbackStreamsLinesTriangles`.
        transform_feedback_streams_lines_triangles: bool = "transformFeedbackStreamsLinesTriangles", Kind::Flag, Bits;
    }
}

/// An execution mode of `SPV_KHR_float_controls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FloatControl {
    /// `SignedZeroInfNanPreserve`.
    SignedZeroInfNanPreserve,
    /// `DenormPreserve`.
    DenormPreserve,
    /// `DenormFlushToZero`.
    DenormFlushToZero,
    /// `RoundingModeRTE`.
    RoundingModeRTE,
    /// `RoundingModeRTZ`.
    RoundingModeRTZ,
}

impl Properties {
    /// Supports every float control for 16-bit floats, whatever the device supports for other widths.
    pub(crate) fn support_all_float_controls(&mut self, width: u32) {
        let controls = match width {
            16 => [
                &mut self.shader_signed_zero_inf_nan_preserve_float16,
                &mut self.shader_denorm_preserve_float16,
                &mut self.shader_denorm_flush_to_zero_float16,
                &mut self.shader_rounding_mode_rte_float16,
                &mut self.shader_rounding_mode_rtz_float16,
            ],
            _ => [
                &mut self.shader_signed_zero_inf_nan_preserve_float64,
                &mut self.shader_denorm_preserve_float64,
                &mut self.shader_denorm_flush_to_zero_float64,
                &mut self.shader_rounding_mode_rte_float64,
                &mut self.shader_rounding_mode_rtz_float64,
            ],
        };
        for control in controls {
            *control = Some(true);
        }
        self.denorm_behavior_independence = Some(independence::ALL);
        self.rounding_mode_independence = Some(independence::ALL);
    }

    /// Whether the device honours a float control for floats of this many bits. Unknown is no.
    pub fn float_control(&self, control: FloatControl, width: u32) -> bool {
        use FloatControl as F;
        let known = match (control, width) {
            (F::SignedZeroInfNanPreserve, 16) => self.shader_signed_zero_inf_nan_preserve_float16,
            (F::SignedZeroInfNanPreserve, 32) => self.shader_signed_zero_inf_nan_preserve_float32,
            (F::SignedZeroInfNanPreserve, 64) => self.shader_signed_zero_inf_nan_preserve_float64,
            (F::DenormPreserve, 16) => self.shader_denorm_preserve_float16,
            (F::DenormPreserve, 32) => self.shader_denorm_preserve_float32,
            (F::DenormPreserve, 64) => self.shader_denorm_preserve_float64,
            (F::DenormFlushToZero, 16) => self.shader_denorm_flush_to_zero_float16,
            (F::DenormFlushToZero, 32) => self.shader_denorm_flush_to_zero_float32,
            (F::DenormFlushToZero, 64) => self.shader_denorm_flush_to_zero_float64,
            (F::RoundingModeRTE, 16) => self.shader_rounding_mode_rte_float16,
            (F::RoundingModeRTE, 32) => self.shader_rounding_mode_rte_float32,
            (F::RoundingModeRTE, 64) => self.shader_rounding_mode_rte_float64,
            (F::RoundingModeRTZ, 16) => self.shader_rounding_mode_rtz_float16,
            (F::RoundingModeRTZ, 32) => self.shader_rounding_mode_rtz_float32,
            (F::RoundingModeRTZ, 64) => self.shader_rounding_mode_rtz_float64,
            _ => None,
        };
        known == Some(true)
    }

    /// Whether a subgroup operation (a bit of [`subgroup`]) is supported. Unknown is no.
    pub fn has_subgroup_operation(&self, operation: u32) -> bool {
        self.subgroup_supported_operations.unwrap_or(0) & operation != 0
    }

    /// Whether a stage (a bit of [`stage`]) has subgroup operations. Unknown is no.
    pub fn has_subgroup_stage(&self, stage: u32) -> bool {
        self.subgroup_supported_stages.unwrap_or(0) & stage != 0
    }

    /// The value of a member of one of Vulkan's structures, which may be an alias or gather a version's properties. `None`
    /// if it is not known or does not matter to shaders.
    pub fn get(&self, structure: &str, member: &str) -> Option<PropertyValue> {
        self.named(Name::find(structure)?, Name::find(member)?)
    }

    /// As [`get`](Self::get), by names of tables.
    pub(crate) fn named(&self, structure: Name, member: Name) -> Option<PropertyValue> {
        let place = property_place(structure, member);
        let is_there = |field: &Field| (field.structure, field.member) == place;
        self.field(FIELDS.iter().position(is_there)?)
    }

    /// What is known, in Vulkan's words: structure, member, value.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &'static str, String)> {
        let known = |(field, value): (&'static Field, Option<PropertyValue>)| {
            Some((
                field.structure.text(),
                field.member.text(),
                field.kind.text(value?),
            ))
        };
        FIELDS.iter().zip(self.values()).filter_map(known)
    }
}

impl Kind {
    /// A value, in Vulkan's terms.
    pub fn text(self, value: PropertyValue) -> String {
        let name = |table: &[(Name, u32)], value: u32| {
            table
                .iter()
                .find(|entry| entry.1 == value)
                .map(|entry| entry.0)
        };
        match (self, value) {
            (Self::Name(table), PropertyValue::Unsigned(number)) => match name(table, number) {
                Some(name) => name.text().to_owned(),
                None => number.to_string(),
            },
            (Self::Bits(_), PropertyValue::Unsigned(0)) => "none".to_owned(),
            (Self::Bits(table), PropertyValue::Unsigned(bits)) => {
                let bits = (0..32).map(|bit| 1 << bit).filter(|bit| bits & bit != 0);
                let names = bits.map(|bit| {
                    name(table, bit)
                        .map_or_else(|| format!("{bit:#x}"), |name| name.text().to_owned())
                });
                names.collect::<Vec<_>>().join(" | ")
            }
            (_, PropertyValue::Flag(flag)) => flag.to_string(),
            (_, PropertyValue::Unsigned(number)) => number.to_string(),
            (_, PropertyValue::Signed(number)) => number.to_string(),
            (_, PropertyValue::Float(number)) => number.to_string(),
            (_, PropertyValue::Triple([x, y, z])) => format!("{x} × {y} × {z}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let properties = Properties {
            subgroup_size: Some(8),
            min_texel_offset: Some(-8),
            max_interpolation_offset: Some(0.5),
            max_compute_work_group_size: Some([1, 2, 3]),
            shader_rounding_mode_rte_float16: Some(true),
            ..Properties::default()
        };
        assert_eq!(Properties::from_values(&properties.values()), properties);
        assert_eq!(
            properties.get("VkPhysicalDeviceSubgroupProperties", "subgroupSize"),
            Some(PropertyValue::Unsigned(8))
        );
        assert!(properties.float_control(FloatControl::RoundingModeRTE, 16));
        assert!(!properties.float_control(FloatControl::RoundingModeRTE, 32));
        assert!(!properties.float_control(FloatControl::RoundingModeRTE, 8));
    }
}
