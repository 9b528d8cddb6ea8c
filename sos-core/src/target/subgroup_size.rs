//! Sizes of subgroups that a stage of a pipeline requires (`VkPipelineShaderStageRequiredSubgroupSizeCreateInfo`).

use super::{feature, subgroup, Target};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};

/// The largest subgroup of any device (Vulkan, `VkPhysicalDeviceSubgroupProperties`).
const LARGEST: u32 = 128;

/// The largest subgroup that is made as a part of the device's: a set of it is a word.
pub const LARGEST_PART: u32 = 32;

/// A condition on required sizes that is not met.
#[derive(Clone, Copy)]
enum Refusal {
    Feature,
    PowerOfTwo,
    Range,
    Stage,
}

impl Target {
    /// Why a stage cannot require subgroups of a size, by Vulkan's conditions on that structure; `None` if it can. `stage` is a bit of
    /// `VkShaderStageFlagBits`, or zero if that is not known. What a description does not mention is no reason.
    pub fn refuses_subgroup_size(&self, size: u32, stage: u32) -> Option<String> {
        let properties = self.properties();
        let (least, most) = (properties.min_subgroup_size, properties.max_subgroup_size);
        let why = match self.refusal_of_subgroup_size(size, stage)? {
            Refusal::Feature => "the device lacks subgroupSizeControl".to_owned(),
            Refusal::PowerOfTwo => "a size is a power of two".to_owned(),
            Refusal::Range => {
                let number =
                    |limit: Option<u32>| limit.map_or_else(|| "?".to_owned(), |it| it.to_string());
                format!("the device has {} to {}", number(least), number(most))
            }
            Refusal::Stage => {
                "the device takes no size for this stage (requiredSubgroupSizeStages)".to_owned()
            }
        };
        Some(format!(
            "subgroups of {size} invocations, which the pipeline requires: {why}"
        ))
    }

    fn refusal_of_subgroup_size(&self, size: u32, stage: u32) -> Option<Refusal> {
        let properties = self.properties();
        let is_small = properties
            .min_subgroup_size
            .is_some_and(|least| size < least);
        let is_large = properties.max_subgroup_size.is_some_and(|most| size > most);
        let stages = properties.required_subgroup_size_stages;
        let is_asked = stage == 0 || stages.is_none_or(|all| all & stage != 0);
        if !self.has_feature(feature::subgroupSizeControl) {
            Some(Refusal::Feature)
        } else if !size.is_power_of_two() {
            Some(Refusal::PowerOfTwo)
        } else if is_small || is_large {
            Some(Refusal::Range)
        } else if !is_asked {
            Some(Refusal::Stage)
        } else {
            None
        }
    }

    /// Whether all subgroups have this size, whatever a pipeline requires.
    pub(crate) fn has_subgroups_of(&self, size: u32) -> bool {
        let properties = self.properties();
        let sizes = [properties.min_subgroup_size, properties.max_subgroup_size];
        match sizes {
            [Some(least), Some(most)] => least == size && most == size,
            _ => properties.subgroup_size == Some(size) && sizes == [None; 2],
        }
    }

    /// Whether a compute stage can require subgroups of this size.
    pub(crate) fn can_require_subgroups_of(&self, size: u32) -> bool {
        let properties = self.properties();
        properties.min_subgroup_size.is_some()
            && properties.max_subgroup_size.is_some()
            && properties.required_subgroup_size_stages.is_some()
            && self
                .refusal_of_subgroup_size(size, super::stage::COMPUTE)
                .is_none()
    }

    /// The size of the largest subgroup that the device has, a power of two: 128 if that is not known.
    pub(crate) fn largest_subgroup(&self) -> u32 {
        let properties = self.properties();
        match properties.max_subgroup_size.max(properties.subgroup_size) {
            Some(size @ 1..=LARGEST) => size.next_power_of_two(),
            _ => LARGEST,
        }
    }

    /// Whether the filter can make subgroups of this size as parts of the device's, in the stages where it has these. What a
    /// description does not mention is not there.
    pub fn can_split_subgroups_into(&self, size: u32) -> bool {
        let properties = self.properties();
        let least = match properties.max_subgroup_size {
            Some(_) => properties.min_subgroup_size,
            None => properties.subgroup_size,
        };
        let needed = subgroup::BASIC | subgroup::BALLOT | subgroup::SHUFFLE;
        let operations = properties.subgroup_supported_operations.unwrap_or(0);
        size > 1
            && size <= LARGEST_PART
            && least.is_some_and(|least| least >= size && least.is_power_of_two())
            && operations & needed == needed
    }

    /// The device as a stage sees it that requires subgroups of this size.
    pub fn requiring_subgroup_size(&self, size: u32) -> Self {
        let mut description = self.describe();
        let properties = &mut description.properties;
        properties.subgroup_size = Some(size);
        properties.min_subgroup_size = Some(size);
        properties.max_subgroup_size = Some(size);
        description.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{stage, TargetKind};

    #[test]
    fn sizes_are_those_that_the_device_runs() {
        let mut device = Target::built_in("vulkan-1.3").unwrap().describe();
        device.kind = TargetKind::Device;
        device.set_feature(feature::subgroupSizeControl, true);
        let properties = &mut device.properties;
        properties.min_subgroup_size = Some(8);
        properties.max_subgroup_size = Some(32);
        properties.required_subgroup_size_stages = Some(stage::COMPUTE);
        let target = device.clone().build();
        let refused = |size, stage| target.refuses_subgroup_size(size, stage);
        for size in [8, 16, 32] {
            assert_eq!(refused(size, stage::COMPUTE), None);
            assert_eq!(refused(size, 0), None);
        }
        for (size, stage, why) in [
            (4, stage::COMPUTE, "the device has 8 to 32"),
            (64, stage::COMPUTE, "the device has 8 to 32"),
            (24, stage::COMPUTE, "a size is a power of two"),
            (
                16,
                stage::VERTEX,
                "the device takes no size for this stage (requiredSubgroupSizeStages)",
            ),
        ] {
            let found = refused(size, stage).unwrap();
            assert!(found.ends_with(why), "{found}");
        }
        device.set_feature(feature::subgroupSizeControl, false);
        assert!(device.build().refuses_subgroup_size(16, 0).is_some());
        assert_eq!(
            target
                .requiring_subgroup_size(16)
                .properties()
                .subgroup_size,
            Some(16)
        );
    }
}
