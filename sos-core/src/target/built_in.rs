//! Devices that every program with this library knows, without a driver or a file.
//!
//! Captures of real drivers' answers, trimmed to what is read, and hand-made descriptions of what each version of Vulkan
//! guarantees. They are text until first asked for.

use super::{json, ApiVersion, Target};
use std::sync::OnceLock;

struct BuiltIn {
    name: &'static str,
    text: &'static str,
    target: OnceLock<Option<Target>>,
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        [ $( BuiltIn {
            name: $name,
            text: include_str!(concat!("../../../corpus/devices/", $name, ".json")),
            target: OnceLock::new(),
        } ),* ]
    };
}

#[cfg(not(feature = "devices"))]
static BUILT_IN: [BuiltIn; 4] = built_in!["vulkan-1.0", "vulkan-1.1", "vulkan-1.2", "vulkan-1.3"];

#[cfg(feature = "devices")]
static BUILT_IN: [BuiltIn; 20] = built_in![
    "lavapipe-22.3.6",
    "lavapipe-25.0.7",
    "nvk-ampere",
    "nvk-kepler",
    "nvk-maxwell",
    "nvk-pascal",
    "nvk-turing",
    "radv-bonaire",
    "radv-navi10",
    "radv-navi21",
    "radv-navi31",
    "radv-pitcairn",
    "radv-polaris10",
    "radv-stoney",
    "radv-vega10",
    "swiftshader",
    "vulkan-1.0",
    "vulkan-1.1",
    "vulkan-1.2",
    "vulkan-1.3",
];

/// Shorter names.
const ALIASES: &[(&str, &str)] = &[("lavapipe", "lavapipe-25.0.7")];

/// Names of the built-in devices, sorted.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|entry| entry.name)
}

impl BuiltIn {
    fn read(&self) -> Option<Target> {
        // A test reads all of them, so there is none that does not load.
        let description = json::read_alone(self.text).ok()?;
        Some(description.build())
    }
}

fn find(name: &str) -> Option<&'static BuiltIn> {
    let alias = ALIASES.iter().find(|alias| alias.0 == name);
    let name = alias.map_or(name, |alias| alias.1);
    BUILT_IN.iter().find(|entry| entry.name == name)
}

impl Target {
    /// The built-in device with this name, one of [`built_in_names`]; `lavapipe` is the newest lavapipe.
    ///
    /// Devices called `vulkan-1.N` are what that version guarantees everywhere.
    pub fn built_in(name: &str) -> Option<Self> {
        let entry = find(name)?;
        entry.target.get_or_init(|| entry.read()).clone()
    }

    /// As [`built_in`](Self::built_in), read anew each time: nothing of it outlives what is returned.
    pub fn read_built_in(name: &str) -> Option<Self> {
        find(name)?.read()
    }

    /// What every implementation of a version guarantees.
    pub(super) fn minimum(version: ApiVersion) -> Option<Self> {
        Self::read_built_in(match version.minor() {
            0 => "vulkan-1.0",
            1 => "vulkan-1.1",
            2 => "vulkan-1.2",
            _ => "vulkan-1.3",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{feature, subgroup, TargetKind};

    #[test]
    fn targets_can_be_shared_between_threads() {
        fn shared<T: Send + Sync + Clone>() {}
        shared::<Target>();
    }

    #[test]
    fn every_built_in_device_loads_and_comes_back() {
        let mut names: Vec<_> = built_in_names().collect();
        assert_eq!(names.len(), BUILT_IN.len());
        names.sort_unstable();
        assert!(names.iter().copied().eq(built_in_names()), "not sorted");
        for name in names {
            let target = Target::built_in(name).unwrap_or_else(|| panic!("{name} does not load"));
            let minimum = name.starts_with("vulkan-");
            assert_eq!(target.kind() == TargetKind::Requirements, minimum, "{name}");
            assert!(!target.comment().is_empty(), "{name}");
            let text = target.to_profile_json();
            assert!(Target::from_json(&text).unwrap() == target, "{name}");
            let file = BUILT_IN
                .iter()
                .find(|entry| entry.name == name)
                .unwrap()
                .text;
            if !minimum {
                assert_eq!(file, text, "{name} is not as to_profile_json writes it");
            }
            assert!(file.len() < 40_000, "{name} is not trimmed");
        }
        assert_eq!(
            Target::built_in("lavapipe").is_some(),
            cfg!(feature = "devices")
        );
        assert!(Target::built_in("").is_none());
    }

    #[test]
    fn minimum_devices_guarantee_what_the_specification_does() {
        let minimum = |minor| Target::minimum(ApiVersion::new(minor, 0)).unwrap();
        for (minor, spirv) in [(0, 0), (1, 3), (2, 5), (3, 6)] {
            assert_eq!(
                (
                    minimum(minor).api_version().minor(),
                    minimum(minor).spirv_minor()
                ),
                (minor as u8, spirv)
            );
            assert_eq!(minimum(minor).properties().subgroup_size, None);
        }
        assert!(
            !minimum(0).has_feature(feature::multiview)
                && minimum(1).has_feature(feature::multiview)
        );
        assert!(!minimum(0)
            .properties()
            .has_subgroup_operation(subgroup::BASIC));
        assert!(minimum(1)
            .properties()
            .has_subgroup_operation(subgroup::BASIC));
        assert!(!minimum(1)
            .properties()
            .has_subgroup_operation(subgroup::VOTE));
        assert!(!minimum(1).has_feature(feature::shaderSubgroupExtendedTypes));
        assert!(minimum(2).has_feature(feature::shaderSubgroupExtendedTypes));
        assert!(!minimum(2).has_feature(feature::vulkanMemoryModel));
        assert!(minimum(3).has_feature(feature::vulkanMemoryModel));
        assert!(minimum(3).has_feature(feature::shaderTerminateInvocation));
        assert!(!minimum(3).has_feature(feature::shaderInt16));
    }
}
