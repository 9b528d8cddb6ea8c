//! Bits and values of Vulkan's enumerations, in Khronos's spelling without the prefix.

/// Bits of `VkSubgroupFeatureFlagBits`.
pub mod subgroup {
    /// `VK_SUBGROUP_FEATURE_BASIC_BIT`.
    pub const BASIC: u32 = 1 << 0;
    /// `VK_SUBGROUP_FEATURE_VOTE_BIT`.
    pub const VOTE: u32 = 1 << 1;
    /// `VK_SUBGROUP_FEATURE_ARITHMETIC_BIT`.
    pub const ARITHMETIC: u32 = 1 << 2;
    /// `VK_SUBGROUP_FEATURE_BALLOT_BIT`.
    pub const BALLOT: u32 = 1 << 3;
    /// `VK_SUBGROUP_FEATURE_SHUFFLE_BIT`.
    pub const SHUFFLE: u32 = 1 << 4;
    /// `VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT`.
    pub const SHUFFLE_RELATIVE: u32 = 1 << 5;
    /// `VK_SUBGROUP_FEATURE_CLUSTERED_BIT`.
    pub const CLUSTERED: u32 = 1 << 6;
    /// `VK_SUBGROUP_FEATURE_QUAD_BIT`.
    pub const QUAD: u32 = 1 << 7;
    /// `VK_SUBGROUP_FEATURE_PARTITIONED_BIT_EXT`.
    pub const PARTITIONED: u32 = 1 << 8;
    /// `VK_SUBGROUP_FEATURE_ROTATE_BIT`.
    pub const ROTATE: u32 = 1 << 9;
    /// `VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT`.
    pub const ROTATE_CLUSTERED: u32 = 1 << 10;
    /// All of these.
    pub const ALL: u32 = (1 << 11) - 1;
}

/// Bits of `VkShaderStageFlagBits`.
pub mod stage {
    /// `VK_SHADER_STAGE_VERTEX_BIT`.
    pub const VERTEX: u32 = 1 << 0;
    /// `VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT`.
    pub const TESSELLATION_CONTROL: u32 = 1 << 1;
    /// `VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT`.
    pub const TESSELLATION_EVALUATION: u32 = 1 << 2;
    /// `VK_SHADER_STAGE_GEOMETRY_BIT`.
    pub const GEOMETRY: u32 = 1 << 3;
    /// `VK_SHADER_STAGE_FRAGMENT_BIT`.
    pub const FRAGMENT: u32 = 1 << 4;
    /// `VK_SHADER_STAGE_COMPUTE_BIT`.
    pub const COMPUTE: u32 = 1 << 5;
    /// `VK_SHADER_STAGE_TASK_BIT_EXT`.
    pub const TASK: u32 = 1 << 6;
    /// `VK_SHADER_STAGE_MESH_BIT_EXT`.
    pub const MESH: u32 = 1 << 7;
    /// `VK_SHADER_STAGE_RAYGEN_BIT_KHR`.
    pub const RAYGEN: u32 = 1 << 8;
    /// `VK_SHADER_STAGE_ANY_HIT_BIT_KHR`.
    pub const ANY_HIT: u32 = 1 << 9;
    /// `VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR`.
    pub const CLOSEST_HIT: u32 = 1 << 10;
    /// `VK_SHADER_STAGE_MISS_BIT_KHR`.
    pub const MISS: u32 = 1 << 11;
    /// `VK_SHADER_STAGE_INTERSECTION_BIT_KHR`.
    pub const INTERSECTION: u32 = 1 << 12;
    /// `VK_SHADER_STAGE_CALLABLE_BIT_KHR`.
    pub const CALLABLE: u32 = 1 << 13;
}

/// Values of `VkShaderFloatControlsIndependence`.
pub mod independence {
    /// Only the 32-bit setting may differ from the others, which are alike.
    pub const THIRTY_TWO_BIT_ONLY: u32 = 0;
    /// Each width may have its own setting.
    pub const ALL: u32 = 1;
    /// All widths have one setting.
    pub const NONE: u32 = 2;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::vulkan;

    #[test]
    fn bits_are_the_registry_s() {
        let bit = |table: &[(crate::packed::Name, u32)], name: &str| {
            table
                .iter()
                .find(|entry| entry.0 == name)
                .map(|entry| entry.1)
        };
        assert_eq!(
            bit(&vulkan::SUBGROUP_FEATURES, "VK_SUBGROUP_FEATURE_QUAD_BIT"),
            Some(subgroup::QUAD)
        );
        assert_eq!(
            bit(
                &vulkan::SUBGROUP_FEATURES,
                "VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT"
            ),
            Some(subgroup::ROTATE_CLUSTERED)
        );
        assert_eq!(
            bit(
                &vulkan::SUBGROUP_FEATURES,
                "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV"
            ),
            Some(subgroup::PARTITIONED)
        );
        assert_eq!(
            bit(&vulkan::SHADER_STAGES, "VK_SHADER_STAGE_CALLABLE_BIT_KHR"),
            Some(stage::CALLABLE)
        );
        assert_eq!(
            bit(&vulkan::SHADER_STAGES, "VK_SHADER_STAGE_MESH_BIT_EXT"),
            Some(stage::MESH)
        );
        assert_eq!(
            bit(
                &vulkan::FLOAT_CONTROLS_INDEPENDENCE,
                "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE"
            ),
            Some(independence::NONE)
        );
    }
}
