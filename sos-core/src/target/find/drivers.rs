//! Drivers by their names: with which the captures begin that are of them.

use super::products::words;
use alloc::string::String;

/// The drivers of which there are captures, and other names of each.
const DRIVERS: [(&str, &[&str]); 13] = [
    ("anv", &[]),
    ("hasvk", &[]),
    ("honeykrisp", &["asahi"]),
    ("kosmickrisp", &[]),
    ("lavapipe", &["llvmpipe"]),
    ("moltenvk", &[]),
    ("nvk", &[]),
    ("panvk", &[]),
    ("pvr", &[]),
    ("radv", &[]),
    ("swiftshader", &[]),
    ("turnip", &[]),
    ("v3dv", &[]),
];

/// The driver that is named somewhere in the words.
pub(super) fn driver(all: &[String]) -> Option<&'static str> {
    let is_there = |name: &str| {
        let name = words(name);
        all.windows(name.len()).any(|place| place == name)
    };
    let mut drivers = DRIVERS.iter();
    let found = drivers.find(|(name, others)| is_there(name) || others.iter().any(|o| is_there(o)));
    found.map(|(name, _)| *name)
}

/// Whether a capture is of the driver.
pub(super) fn is_of(capture: &str, driver: &str) -> bool {
    capture.split('-').next() == Some(driver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::known_devices;

    #[test]
    fn drivers_have_captures_and_captures_of_mesa_have_drivers() {
        for (name, _) in DRIVERS {
            assert!(known_devices().any(|one| is_of(one.name, name)), "{name}");
        }
        let of_chips = ["adreno", "amd", "intel", "mali", "nvidia", "powervr"];
        for known in known_devices() {
            let is_known = DRIVERS.iter().any(|(name, _)| is_of(known.name, name));
            let is_of_chip = of_chips.iter().any(|chip| is_of(known.name, chip));
            assert!(is_known != is_of_chip, "{}", known.name);
        }
    }

    #[test]
    fn a_driver_is_found_anywhere() {
        let driver = |name: &str| driver(&words(name));
        assert_eq!(driver("llvmpipe (LLVM 20.1.2, 256 bits)"), Some("lavapipe"));
        assert_eq!(driver("Asahi"), Some("honeykrisp"));
        assert_eq!(driver("V3DV"), Some("v3dv"));
        assert_eq!(driver("NVIDIA"), None);
        assert_eq!(driver(""), None);
    }
}
