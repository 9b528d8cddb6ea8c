//! Built-in devices, available without a driver or a file.
//!
//! Captures of what real drivers report, reduced to what this library reads (`captured.rs`), and hand-written descriptions of
//! what each version of Vulkan guarantees, which are parsed on first use.

#[cfg(feature = "devices")]
use super::captured;
use super::{json, ApiVersion, Description, Target};
use std::sync::OnceLock;

/// What each version of Vulkan guarantees.
const MINIMA: [(&str, &str); 4] = [
    ("vulkan-1.0", include_str!("minima/vulkan-1.0.json")),
    ("vulkan-1.1", include_str!("minima/vulkan-1.1.json")),
    ("vulkan-1.2", include_str!("minima/vulkan-1.2.json")),
    ("vulkan-1.3", include_str!("minima/vulkan-1.3.json")),
];

#[cfg(feature = "devices")]
const CAPTURED: usize = crate::generated::devices::DEVICES.len();
#[cfg(not(feature = "devices"))]
const CAPTURED: usize = 0;

/// The targets built so far.
static BUILT_IN: [OnceLock<Option<Target>>; CAPTURED + MINIMA.len()] =
    [const { OnceLock::new() }; CAPTURED + MINIMA.len()];

/// Shorter names.
const ALIASES: &[(&str, &str)] = &[("lavapipe", "lavapipe-25.0.7")];

/// Names of the built-in devices, sorted.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    #[cfg(feature = "devices")]
    let captured = captured::names();
    #[cfg(not(feature = "devices"))]
    let captured = std::iter::empty();
    captured.chain(MINIMA.iter().map(|minimum| minimum.0))
}

/// Resolves an alias.
fn resolve_alias(name: &str) -> &str {
    let alias = ALIASES.iter().find(|alias| alias.0 == name);
    alias.map_or(name, |alias| alias.1)
}

fn read(name: &str) -> Option<Description> {
    if let Some((_, text)) = MINIMA.iter().find(|minimum| minimum.0 == name) {
        // A test reads all of them, so none can fail to load.
        return json::read_alone(text).ok();
    }
    #[cfg(feature = "devices")]
    return captured::read(name);
    #[cfg(not(feature = "devices"))]
    None
}

impl Target {
    /// The built-in device with this name, one of [`built_in_names`]; `lavapipe` is the newest lavapipe.
    ///
    /// Devices called `vulkan-1.N` are what that version guarantees everywhere.
    pub fn built_in(name: &str) -> Option<Self> {
        let name = resolve_alias(name);
        let at = built_in_names().position(|other| other == name)?;
        let read = || read(name).map(Description::build);
        BUILT_IN.get(at)?.get_or_init(read).clone()
    }

    /// Like [`built_in`](Self::built_in), but built each time and not cached.
    pub fn read_built_in(name: &str) -> Option<Self> {
        read(resolve_alias(name)).map(Description::build)
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
