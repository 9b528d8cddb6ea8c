//! Built-in devices, available without a driver or a file.
//!
//! Captures of what real drivers report, reduced to what this library reads (`captured.rs`), and requirements: what each
//! version of Vulkan guarantees, and profiles that devices on the market meet. Their texts are parsed on first use.

#[cfg(feature = "devices")]
use super::captured;
use super::{aliases, json, ApiVersion, Description, Target};
use alloc::boxed::Box;
use alloc::format;
use once_cell::race::OnceBox;

/// Requirements, as their text adds them to others.
struct Requirements {
    name: &'static str,
    /// The name of those that they add to, empty for none.
    base: &'static str,
    text: &'static str,
}

macro_rules! requirements {
    ($($name:literal over $base:literal,)*) => {
        [$(Requirements {
            name: $name,
            base: $base,
            text: include_str!(concat!("requirements/", $name, ".json")),
        }),*]
    };
}

/// The built-in requirements, by name.
const REQUIREMENTS: [Requirements; 9] = requirements![
    "android-2022" over "vulkan-1.1",
    "android-2025" over "vulkan-1.1",
    "roadmap-2022" over "vulkan-1.3",
    "roadmap-2024" over "roadmap-2022",
    "vulkan-1.0" over "",
    "vulkan-1.1" over "vulkan-1.0",
    "vulkan-1.2" over "vulkan-1.1",
    "vulkan-1.3" over "vulkan-1.2",
    "vulkan-1.4" over "vulkan-1.3",
];

/// The newest version of Vulkan whose guarantees are known, 1.`LAST_MINOR`.
const LAST_MINOR: u8 = 4;

#[cfg(feature = "devices")]
const CAPTURED: usize = crate::generated::devices::VERSIONS.len();
#[cfg(not(feature = "devices"))]
const CAPTURED: usize = 0;

/// The targets built so far.
static BUILT_IN: [OnceBox<Option<Target>>; CAPTURED + REQUIREMENTS.len()] =
    [const { OnceBox::new() }; CAPTURED + REQUIREMENTS.len()];

/// Names of the built-in devices: captures of real ones, then requirements, each sorted.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    #[cfg(feature = "devices")]
    let captured = captured::names();
    #[cfg(not(feature = "devices"))]
    let captured = core::iter::empty();
    captured.chain(REQUIREMENTS.iter().map(|requirements| requirements.name))
}

/// Other names of built-in devices, each with the name that it stands for.
pub fn built_in_aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    // Without the captures, there are none.
    aliases::all().filter(|_| cfg!(feature = "devices"))
}

/// The name of the built-in device with this name or alias. Case, and spaces, `-`, `_`, `(TM)` and `(R)` make no difference.
///
/// ```
/// use sos_core::target::built_in_name;
///
/// assert_eq!(built_in_name("Steam Deck"), Some("radv-vangogh"));
/// assert_eq!(built_in_name("Quest 3"), None);
/// ```
pub fn built_in_name(name: &str) -> Option<&'static str> {
    let exact = built_in_names().find(|other| *other == name);
    let alias = || built_in_aliases().find(|(alias, _)| aliases::is_same(alias, name));
    let similar = || built_in_names().find(|other| aliases::is_same(other, name));
    { exact }
        .or_else(|| alias().map(|(_, name)| name))
        .or_else(similar)
}

fn read(name: &str) -> Option<Description> {
    let mut all = REQUIREMENTS.iter();
    if let Some(requirements) = all.find(|requirements| requirements.name == name) {
        // A test reads all of them, so none can fail to load.
        let mut description = json::read_alone(requirements.text).ok()?;
        if let Some(base) = read(requirements.base) {
            description.require(&base);
        }
        return Some(description);
    }
    #[cfg(feature = "devices")]
    return captured::read(name);
    #[cfg(not(feature = "devices"))]
    None
}

impl Target {
    /// The built-in device with this name, one of [`built_in_names`] or of [`built_in_aliases`]; see [`built_in_name`].
    ///
    /// Devices called `vulkan-1.N` are what that version guarantees everywhere. `android-2022` and `android-2025` are the
    /// profiles `VP_ANDROID_vulkan_profile_*`, `roadmap-2022` and `roadmap-2024` the profiles `VP_KHR_roadmap_*`.
    pub fn built_in(name: &str) -> Option<Self> {
        let name = built_in_name(name)?;
        let at = built_in_names().position(|other| other == name)?;
        let read = || Box::new(read(name).map(Description::build));
        BUILT_IN.get(at)?.get_or_init(read).clone()
    }

    /// Like [`built_in`](Self::built_in), but built each time and not cached.
    pub fn read_built_in(name: &str) -> Option<Self> {
        read(built_in_name(name)?).map(Description::build)
    }

    /// What every implementation of a version guarantees.
    pub(super) fn minimum(version: ApiVersion) -> Option<Self> {
        Self::read_built_in(&format!("vulkan-1.{}", version.minor().min(LAST_MINOR)))
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
        let names: Vec<_> = built_in_names().collect();
        assert_eq!(names.len(), BUILT_IN.len());
        let (captured, requirements) = names.split_at(CAPTURED);
        assert!(captured.is_sorted() && requirements.is_sorted());
        for (at, name) in names.into_iter().enumerate() {
            let target = Target::built_in(name).unwrap_or_else(|| panic!("{name} does not load"));
            let is_requirements = target.kind() == TargetKind::Requirements;
            assert_eq!(is_requirements, at >= CAPTURED, "{name}");
            assert!(!target.comment().is_empty(), "{name}");
            let text = target.to_profile_json();
            assert!(Target::from_json(&text).unwrap() == target, "{name}");
        }
        assert_eq!(
            Target::built_in("lavapipe").is_some(),
            cfg!(feature = "devices")
        );
        assert!(built_in_aliases()
            .all(|(alias, name)| Target::built_in(alias) == Target::built_in(name)));
        assert!(Target::built_in("").is_none());
    }

    #[test]
    fn minimum_devices_guarantee_what_the_specification_does() {
        let minimum = |minor| Target::minimum(ApiVersion::new(minor, 0)).unwrap();
        for (minor, spirv) in [(0, 0), (1, 3), (2, 5), (3, 6), (4, 6)] {
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
        assert!(minimum(4).has_feature(feature::shaderInt16));
        assert!(!minimum(4).has_feature(feature::shaderFloat16));
        let later = minimum(u16::from(LAST_MINOR) + 1);
        assert!(later == minimum(u16::from(LAST_MINOR)));
    }
}
