//! The system that a device runs: Android for the chips of phones, tablets and headsets, macOS for Apple's, iOS for its phones.
//!
//! It matters because the drivers differ more than the chips: Mesa's on Linux offers what the maker's on Android lacks. A system that is
//! named is taken; otherwise, the chip tells what most devices with it run. Where both kinds are common, as with chips of PCs, or where a
//! driver is named, nothing is assumed.

use super::drivers::driver;
use alloc::string::String;
use alloc::vec::Vec;

/// The systems of the captures.
const SYSTEMS: [&str; 4] = ["Android", "Linux", "macOS", "Windows"];

/// The system of Apple's phones, tablets and headsets. No capture is of it; Vulkan is made of Metal there, as on macOS.
const IOS: &str = "iOS";

/// Chips of PCs and of boards with Linux by makers whose other chips run Android: the beginning of a name is enough.
const OTHERS: [&[&str]; 8] = [
    // Qualcomm's for laptops with Windows.
    &["adreno", "7", "c"],
    &["adreno", "x"],
    &["snapdragon", "7", "c"],
    &["snapdragon", "8", "c"],
    &["snapdragon", "8", "cx"],
    &["snapdragon", "x"],
    &["rk"],
    &["powervr", "b", "series", "bxe"],
];

/// What Apple makes that people hold, and its chips.
const APPLES: [&[&str]; 4] = [&["iphone"], &["ipad"], &["vision", "pro"], &["apple", "a"]];

/// Takes the name of a system out of the words, unless there is nothing else.
pub(super) fn take(words: &mut Vec<String>) -> Option<&'static str> {
    let mut named = None;
    let is = |word: &str| {
        { SYSTEMS.into_iter().chain([IOS]) }.find(|system| system.eq_ignore_ascii_case(word))
    };
    let others: Vec<String> = { words.iter() }
        .filter(|word| is(word).map(|system| named = Some(system)).is_none())
        .cloned()
        .collect();
    if named.is_some() && !others.is_empty() {
        *words = others;
        return named;
    }
    None
}

/// What most devices run that have a chip by this vendor, unless the words name a driver, or a chip that is elsewhere.
pub(super) fn usual(words: &[String], vendor: Option<&str>) -> Option<&'static str> {
    let is_said = |name: &[&str]| words.windows(name.len()).any(|place| place == name);
    if driver(words).is_some() || OTHERS.into_iter().any(is_said) {
        return None;
    }
    match vendor? {
        "Qualcomm" | "Arm" | "Imagination" | "Samsung" => Some("Android"),
        "Apple" => {
            let is_held = APPLES.into_iter().any(is_said);
            Some(if is_held { IOS } else { "macOS" })
        }
        _ => None,
    }
}

/// How far drivers on one system are from those on another: 0 for the same, 1 for those of the same making, 2 for others.
pub(super) fn distance(asked: &str, other: &str) -> u8 {
    match (asked, other) {
        _ if asked == other => 0,
        (IOS, "macOS") => 1,
        _ => 2,
    }
}

/// The system of this machine, if there are captures on it.
pub(super) fn here() -> Option<&'static str> {
    match () {
        () if cfg!(target_os = "android") => Some("Android"),
        () if cfg!(target_os = "linux") => Some("Linux"),
        () if cfg!(target_os = "macos") => Some("macOS"),
        () if cfg!(target_os = "windows") => Some("Windows"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::products::words;
    use super::*;
    use crate::target::known_devices;

    #[test]
    fn systems_are_those_of_captures() {
        for known in known_devices() {
            assert!(SYSTEMS.contains(&known.system), "{}", known.system);
        }
        for system in SYSTEMS {
            assert!(known_devices().any(|known| known.system == system));
        }
    }

    #[test]
    fn a_named_system_is_taken_out() {
        let mut name = words("Adreno 740 (Linux)");
        assert_eq!(take(&mut name), Some("Linux"));
        assert_eq!(name, words("Adreno 740"));
        assert_eq!(take(&mut name), None);
        let mut alone = words("Android");
        assert_eq!(take(&mut alone), None);
        assert_eq!(alone, ["android"]);
    }

    #[test]
    fn the_chip_tells_the_system_where_most_have_one() {
        let usual = |name: &str, vendor| usual(&words(name), Some(vendor));
        assert_eq!(usual("Adreno 740", "Qualcomm"), Some("Android"));
        assert_eq!(usual("Snapdragon XR2 Gen 2", "Qualcomm"), Some("Android"));
        assert_eq!(usual("Pixel 7", "Arm"), Some("Android"));
        assert_eq!(usual("Apple M2", "Apple"), Some("macOS"));
        assert_eq!(usual("iPhone 15", "Apple"), Some("iOS"));
        assert_eq!(usual("Apple Vision Pro", "Apple"), Some("iOS"));
        for (name, vendor) in [
            ("Turnip Adreno (TM) 740", "Qualcomm"),
            ("Snapdragon X Elite", "Qualcomm"),
            ("Adreno X1-85", "Qualcomm"),
            ("RK3588", "Arm"),
            ("asahi", "Apple"),
            ("Steam Deck", "AMD"),
            ("Raspberry Pi 5", "Broadcom"),
        ] {
            assert_eq!(usual(name, vendor), None, "{name}");
        }
    }
}
