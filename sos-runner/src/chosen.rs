//! The devices that differ most.
//!
//! Dozens of devices are built in, and much of what they report is the same. So outputs are validated for what exactly the device accepts
//! on [`CHOSEN`], and on devices that are not built in; on all others, those that no chosen device has, for a device that accepts most. That is
//! so where all chosen ones are in a run, as in that of `all`; devices that are named are examined as if they were chosen.
//! The choice is by measurement: together these apply every rule that any device makes the corpus apply, and give seven of eight
//! different outputs. Where a driver runs shaders or a version of Vulkan has fewest guarantees, a device is chosen as well.

use sos_core::target::built_in_names;

/// The built-in devices that differ most, by name.
pub const CHOSEN: [&str; 11] = [
    "adreno-a540",
    "adreno-a6xx",
    "amd-r7-370-windows",
    "android-2022",
    "hasvk-hsw",
    "lavapipe-25.0.7",
    "nvk-kepler",
    "panvk-g52",
    "radv-navi21",
    "swiftshader",
    "vulkan-1.0",
];

/// Whether the device with this name is built in and not chosen.
pub(crate) fn is_brief(device: &str) -> bool {
    !CHOSEN.contains(&device) && built_in_names().any(|name| name == device)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_built_in() {
        assert!(CHOSEN.is_sorted());
        for name in CHOSEN {
            assert!(built_in_names().any(|other| other == name), "{name}");
            assert!(!is_brief(name));
        }
        assert!(is_brief("radv-vega10") && !is_brief("my-phone"));
    }
}
