//! `sos device find`: the built-in devices that are nearest to a device, which is given by its name or by its ids.
//!
//! First is the device that is called so: by its own name, by what its driver reports, or by an alias, as `--device` takes it. Then
//! come devices with the same chip, and those of the same generation, the nearest number first. Of a driver's name, those are near
//! that it reports. If there is none of these, the generations of the same vendor that are nearest in age. Where nothing is near,
//! that is said: a device of another vendor tells nothing.
//!
//! Drivers differ more than chips do. Where the system is known (`system.rs`), those on it come before all others that are near, but
//! for the one whose own name is given. If none that is near is on it, a note says so: a driver of Mesa's is no telephone's.

mod drivers;
mod found;
mod ids;
mod inside;
mod products;
mod system;

use anyhow::{bail, Result};
use sos_core::target::{built_in_name, built_in_names, known_devices, Known};
use sos_core::Target;

use super::list::Listed;
use crate::message::Severity;
use crate::{message, output, Status};
use drivers::{driver, is_of};
use found::{Found, Near, Same};
use ids::Ids;
use inside::inside;
use products::{chip, words, Chip};

/// How many devices of other generations are named.
const OTHERS: usize = 5;

/// `sos device find`
///
/// # Errors
/// The text is empty, a number that several chips have, or that of a device of this machine that cannot be asked.
pub(super) fn run(text: &str, json: bool, quiet: bool) -> Result<Status> {
    let asked = match super::vulkan_index(text).flatten() {
        Some(index) => Asked::here(device_name(super::live(index)?.name()))?,
        None => Asked::new(text)?,
    };
    let near = asked.nearest();
    let found = asked.found(&near);
    if json {
        output::print(&output::json(&found)?)?;
    } else {
        let names = found.devices.iter().map(|near| near.device.device.len());
        let width = names.max().unwrap_or(0);
        let mut lines = String::new();
        for Near { why, device } in &found.devices {
            lines += &format!(
                "{:width$}  {:31}  {:7}  {}\n",
                device.device,
                why.text(),
                device.system(),
                device.name()
            );
        }
        output::print(lines.as_bytes())?;
    }
    if !quiet {
        message::say(Severity::Note, found.summary(text));
        if let Some(caveat) = found.caveat() {
            message::say(Severity::Note, caveat);
        }
    }
    Ok(if found.devices.is_empty() {
        Status::Unsupported
    } else {
        Status::Done
    })
}

/// The name of the device that is nearest to what is asked for, and how near, if it is of the same generation or driver.
pub(super) fn near_device(text: &str) -> Option<(String, String)> {
    let asked = Asked::new(text).ok()?;
    let found = asked.found(&asked.nearest());
    let elsewhere = found.elsewhere().map(|device| device.system());
    let but = elsewhere.map_or_else(String::new, |system| format!(", but a driver on {system}"));
    let Near { why, device } = found.devices.into_iter().next()?;
    (why < Same::Vendor).then(|| (device.device, why.text().to_owned() + &but))
}

/// A device that was asked for.
struct Asked {
    text: String,
    words: Vec<String>,
    ids: Option<Ids>,
    /// The chip inside the product, as its driver calls it.
    inside: Option<String>,
    /// Its generation, or only its vendor.
    chip: Option<Result<Chip, &'static str>>,
    /// What it runs.
    system: Option<&'static str>,
}

impl Asked {
    /// # Errors
    /// The text is empty, or a number that several chips have.
    fn new(text: &str) -> Result<Self> {
        let ids = Ids::parse(text);
        let mut words = words(text);
        if words.is_empty() {
            bail!("`{text}` names no device: give a name or VENDOR:DEVICE");
        }
        let mut text = text.trim().to_owned();
        let mut system = None;
        // Names of built-in devices may contain that of a system.
        if called(&text, &words).is_none() {
            system = system::take(&mut words);
        }
        if system.is_some() {
            text = words.join(" ");
        }
        if let ([number], None) = (words.as_slice(), ids) {
            match products::numbered(number).as_slice() {
                [] => {}
                [brand] => {
                    text = format!("{brand} {number}");
                    words.insert(0, brand.clone());
                }
                several => {
                    let chips = several.iter().map(|brand| format!("{brand} {number}"));
                    let chips: Vec<String> = chips.collect();
                    bail!(
                        "`{number}` is the number of several chips: say which, such as {}",
                        chips.join(", ")
                    );
                }
            }
        }
        let inside = inside(&words);
        let chip = match (ids, &inside) {
            (Some(ids), _) => ids.chip(),
            (None, Some(inside)) => chip(&products::words(inside)),
            (None, None) => chip(&words),
        };
        let mut asked = Self {
            text,
            words,
            ids,
            inside,
            chip,
            system,
        };
        asked.system = system.or_else(|| system::usual(&asked.words, asked.vendor()));
        Ok(asked)
    }

    /// A device of this machine, by what its driver reports as `deviceName`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    fn here(name: &str) -> Result<Self> {
        let mut asked = Self::new(name)?;
        // The drivers of a PC's chip are not told apart by systems here either.
        asked.system = asked.system.and(system::here());
        Ok(asked)
    }

    /// The devices that are near, by their names, best first.
    fn nearest(&self) -> Vec<(Same, &'static str)> {
        let called = called(&self.text, &self.words);
        let chip = self.chip.and_then(Result::ok);
        let number = number(&self.chip_words());
        // The newest is nearest to a generation that is not known.
        let year = chip.map_or(u16::MAX, |chip| chip.year);
        let mut near: Vec<(Same, Known)> = known_devices()
            .filter_map(|known| Some((self.why(&known, called)?, known)))
            .collect();
        let is_near = near.iter().any(|(why, _)| *why < Same::Vendor);
        if is_near {
            near.retain(|(why, _)| *why < Same::Vendor);
        }
        near.sort_by_cached_key(|(why, known)| {
            let number = number.filter(|_| *why == Same::Generation);
            let is_called = called == Some(known.name);
            (
                !(is_called && words(known.name) == self.words),
                self.system.is_some_and(|system| system != known.system),
                !is_called,
                *why,
                number.map(|number| distance(number, known)),
                known.year.abs_diff(year),
                u16::MAX - known.driver_year,
            )
        });
        if !is_near {
            near.truncate(OTHERS);
        }
        let near: Vec<(Same, &str)> = { near.into_iter() }
            .map(|(why, known)| (why, known.name))
            .collect();
        match called {
            // Requirements are no chip.
            Some(name) if near.is_empty() => vec![(Same::Device, name)],
            _ => near,
        }
    }

    /// What a device has in common with this one.
    fn why(&self, known: &Known, called: Option<&str>) -> Option<Same> {
        if let Some(ids) = self.ids {
            if has_ids(known, ids) {
                return Some(Same::Chip);
            }
        }
        let target = Target::built_in(known.name)?;
        let is_called = called == Some(known.name);
        let own = device_name(target.name());
        if is_called && words(known.name) == self.words || words(own) == self.words {
            return Some(Same::Device);
        }
        if self.ids.is_none() && self.is_chip(&words(target.name())) {
            return Some(Same::Chip);
        }
        let vendor = self.vendor();
        let chip = self.chip.and_then(Result::ok);
        // What is known of the chip says more than the driver.
        let of = driver(&self.words).filter(|_| chip.is_none());
        let is_family =
            |chip: Chip| known.vendor == Some(chip.vendor) && known.family == chip.family;
        if of.is_some_and(|driver| is_of(known.name, driver)) {
            Some(Same::Driver)
        } else if is_called {
            Some(Same::Alias)
        } else if chip.is_some_and(is_family) {
            Some(Same::Generation)
        } else {
            (vendor.is_some() && known.vendor == vendor).then_some(Same::Vendor)
        }
    }

    /// Whether the words by which a driver calls a chip have the name of this one, and not that of a variant of it.
    fn is_chip(&self, label: &[String]) -> bool {
        let all = self.chip_words();
        let has_number = all
            .iter()
            .any(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
        let is_variant = |next: Option<&String>| {
            let variants = [
                "ti", "super", "xt", "xtx", "gre", "pro", "max", "ultra", "d", "m",
            ];
            next.is_some_and(|next| variants.contains(&next.as_str()))
        };
        let mut places = label.windows(all.len()).enumerate();
        (has_number || self.inside.is_some())
            && places.any(|(at, place)| place == all && !is_variant(label.get(at + all.len())))
    }

    /// The words of the chip inside, if that is known, otherwise of the text.
    fn chip_words(&self) -> Vec<String> {
        { self.inside.as_ref() }.map_or_else(|| self.words.clone(), |inside| words(inside))
    }

    fn vendor(&self) -> Option<&'static str> {
        self.chip
            .map(|chip| chip.map_or_else(|vendor| vendor, |chip| chip.vendor))
    }

    /// What is printed.
    fn found(&self, near: &[(Same, &'static str)]) -> Found {
        let of = self.chip.and_then(Result::ok);
        // A device that is this one says of what generation it is, where its name does not.
        let own = near.first().filter(|(why, _)| *why <= Same::Alias);
        let own = own.and_then(|(_, name)| known_devices().find(|known| known.name == *name));
        let listed = near.iter().filter_map(|&(why, name)| {
            let device = Listed::new(name.to_owned(), &Target::built_in(name)?);
            Some(Near { why, device })
        });
        Found {
            vendor: self.vendor().or(own.and_then(|own| own.vendor)),
            family: of.map(|chip| chip.family).or(own.map(|own| own.family)),
            year: of.map(|chip| chip.year).or(own.map(|own| own.year)),
            // Apple's chips have no other name.
            chip: { self.inside.clone() }.filter(|chip| !chip.starts_with("Apple ")),
            system: self.system,
            devices: listed.collect(),
        }
    }
}

/// The built-in device with this name, alias, or name in its driver.
fn called(text: &str, own: &[String]) -> Option<&'static str> {
    let is_own = |name: &&str| {
        let target = Target::built_in(name);
        target.is_some_and(|target| words(device_name(target.name())) == own)
    };
    built_in_name(text).or_else(|| built_in_names().find(is_own))
}

/// Whether the driver reported these ids. NVK's were asked with the id of another chip.
fn has_ids(known: &Known, ids: Ids) -> bool {
    let target = Target::built_in(known.name).filter(|_| !known.name.starts_with("nvk-"));
    target.is_some_and(|target| {
        let properties = target.properties();
        let own = (properties.vendor_id, properties.device_id);
        ids.device.is_some() && own == (Some(ids.vendor), ids.device)
    })
}

/// What the driver reports as `deviceName`: a target's name has the driver's version after it.
fn device_name(name: &str) -> &str {
    name.split_once(" driver ").map_or(name, |(name, _)| name)
}

/// The first number that tells a product: one of two digits or more.
fn number(words: &[String]) -> Option<u32> {
    let mut numbers = words.iter().filter(|word| word.len() > 1);
    numbers.find_map(|word| word.parse().ok())
}

/// How far the number of a product is from that of a device of the same generation.
fn distance(number: u32, known: &Known) -> u32 {
    let own = Target::built_in(known.name).and_then(|target| self::number(&words(target.name())));
    match known.vendor {
        // The first digit of three is the class, and the others are the architecture.
        Some("Arm") => own.map_or(u32::MAX, |own| (own % 100).abs_diff(number % 100)),
        _ => own.map_or(u32::MAX, |own| own.abs_diff(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sos_core::target::built_in_aliases;

    /// The reasons and names of what is near.
    fn find(text: &str) -> Vec<(Same, &'static str)> {
        Asked::new(text).unwrap().nearest()
    }

    fn best(text: &str) -> Option<(Same, &'static str)> {
        find(text).first().copied()
    }

    fn summary(text: &str) -> String {
        let asked = Asked::new(text).unwrap();
        asked.found(&asked.nearest()).summary(text)
    }

    /// Every name that `sos device list` prints.
    #[test]
    fn each_name_and_alias_and_device_name_finds_its_device_first() {
        for name in built_in_names() {
            assert_eq!(best(name), Some((Same::Device, name)));
            let target = Target::built_in(name).unwrap();
            let own = device_name(target.name());
            let found = best(own).unwrap_or_else(|| panic!("{own} finds nothing"));
            let is_own = found.0 <= Same::Chip;
            // Of a telephone's chip, a driver on Android comes before Mesa's.
            assert!(is_own || own == "Mali-G610", "{own}: {found:?}");
            assert!(!summary(own).contains("not known"), "{}", summary(own));
        }
        let system_of = |name: &str| {
            known_devices()
                .find(|known| known.name == name)
                .unwrap()
                .system
        };
        for (alias, name) in built_in_aliases() {
            let system = Asked::new(alias).unwrap().system;
            let all = find(alias);
            // Only those on the system come before it.
            let mut found = all
                .iter()
                .skip_while(|(_, other)| *other != name && Some(system_of(other)) == system);
            let found = found.next().unwrap();
            assert!(
                found.1 == name && found.0 <= Same::Driver,
                "{alias}: {found:?}"
            );
            assert!(all[0].1 == name || Some(system_of(name)) != system);
            assert!(!summary(alias).contains("not known"), "{}", summary(alias));
        }
    }

    #[test]
    fn the_same_chip_comes_first() {
        for (text, why, name) in [
            ("Mali-G78", Same::Device, "mali-g78"),
            (
                "GeForce RTX 3060 Ti",
                Same::Chip,
                "nvidia-rtx-3060-ti-windows",
            ),
            (
                "Intel(R) Arc(TM) B580 Graphics",
                Same::Device,
                "intel-arc-b580-windows",
            ),
            ("Adreno (TM) 740", Same::Chip, "turnip-a740"),
            ("Radeon RX 6800", Same::Chip, "radv-navi21"),
            ("0x1002:0x73bf", Same::Chip, "radv-navi21"),
            ("0x10de:0x2489", Same::Chip, "nvidia-rtx-3060-ti-windows"),
            ("0x8086:0x9a49", Same::Chip, "anv-tgl"),
            ("Apple M1", Same::Chip, "moltenvk-m1"),
            ("Apple M1 Linux", Same::Chip, "honeykrisp-m1"),
            ("M1", Same::Chip, "moltenvk-m1"),
            ("turnip-a830", Same::Device, "turnip-a830"),
            ("SwiftShader Device (Subzero)", Same::Device, "swiftshader"),
            (
                "llvmpipe (LLVM 15.0.6, 256 bits)",
                Same::Device,
                "lavapipe-22.3.6",
            ),
            ("quest-3", Same::Chip, "turnip-a740"),
            ("Quest 3", Same::Chip, "turnip-a740"),
            ("rpi-5", Same::Chip, "v3dv-71"),
            ("Snapdragon 8 Gen 2", Same::Chip, "turnip-a740"),
            ("Samsung Galaxy S23", Same::Chip, "turnip-a740"),
            ("Pixel 6", Same::Chip, "mali-g78"),
            ("rtx-3060", Same::Alias, "nvidia-rtx-3060-ti-windows"),
            ("3060", Same::Alias, "nvidia-rtx-3060-ti-windows"),
        ] {
            assert_eq!(best(text), Some((why, name)), "{text}: {:?}", find(text));
        }
    }

    #[test]
    fn a_driver_is_found_by_its_name() {
        for (text, name) in [
            ("llvmpipe", "lavapipe-25.0.7"),
            ("lavapipe", "lavapipe-25.0.7"),
            ("llvmpipe (LLVM 20.1.2, 256 bits)", "lavapipe-25.0.7"),
            ("asahi", "honeykrisp-m1"),
            ("SwiftShader Device (LLVM 10.0.0)", "swiftshader"),
        ] {
            assert_eq!(
                best(text),
                Some((Same::Driver, name)),
                "{text}: {:?}",
                find(text)
            );
        }
        let turnip = find("turnip");
        assert!(turnip
            .iter()
            .all(|(why, name)| *why == Same::Driver && is_of(name, "turnip")));
        assert_eq!(summary("llvmpipe"), "llvmpipe is a driver");
        assert_eq!(
            summary("turnip"),
            "turnip is a driver for chips of Qualcomm"
        );
        assert_eq!(
            summary("SwiftShader"),
            "SwiftShader computes on the processor"
        );
    }

    #[test]
    fn then_the_same_generation_nearest_number_first() {
        for (text, name) in [
            ("GeForce RTX 3060", "nvidia-rtx-3060-ti-windows"),
            ("Adreno (TM) 640", "adreno-a6xx"),
            ("Adreno 640 Linux", "turnip-a650"),
            ("GeForce RTX 3060 Linux", "nvk-ampere"),
            ("Quest 2", "adreno-a6xx"),
            ("Mali-G610", "mali-g615"),
            ("Mali-G710", "mali-g615"),
            ("0x10de:0x2504", "nvk-ampere"),
            ("Mali-G57", "mali-g78"),
            ("Radeon RX 7700 XT", "amd-rx-7800-xt-windows"),
            ("Immortalis-G715", "mali-g615"),
            ("Pixel 7", "mali-g615"),
            ("Pixel 8", "mali-g615"),
            ("Snapdragon 8 Gen 1", "turnip-a725"),
        ] {
            let near = find(text);
            assert_eq!(
                near.first(),
                Some(&(Same::Generation, name)),
                "{text}: {near:?}"
            );
            assert!(
                near.iter().all(|(why, _)| *why < Same::Vendor),
                "{text}: {near:?}"
            );
        }
        assert_eq!(best("ROG Ally").map(|near| near.0), Some(Same::Generation));
        assert_eq!(
            summary("Pixel 8"),
            "Pixel 8 has Mali-G715, of Arm's generation Valhall (2019)"
        );
    }

    #[test]
    fn then_the_same_vendor_and_nothing_else() {
        let ptl = find("0x8086:0xb080");
        assert_eq!(ptl.first().map(|near| near.0), Some(Same::Vendor));
        assert!(ptl[..2].iter().any(|near| near.1 == "anv-bmg") && ptl.len() <= OTHERS);
        for text in ["Adreno (TM) 430", "M2 Max"] {
            assert_eq!(best(text).map(|near| near.0), Some(Same::Vendor), "{text}");
        }
        for text in [
            "Samsung Xclipse 920",
            "Voodoo 2",
            "0x9999:0x1",
            "Galaxy S24",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
        assert!(summary("Galaxy S24").contains("vulkaninfo"));
    }

    #[test]
    fn those_on_the_system_come_first() {
        let on = |text: &str| -> Vec<&str> {
            let systems = find(text).into_iter().map(|(_, name)| {
                let known = known_devices().find(|known| known.name == name);
                known.unwrap().system
            });
            systems.collect()
        };
        assert_eq!(on("Pixel 7"), ["Android", "Android", "Linux"]);
        assert_eq!(on("Pixel 7 Linux")[0], "Linux");
        assert_eq!(on("0x13b5:0xa8670000")[0], "Android");
        assert_eq!(on("panvk"), ["Linux"; 3]);
        assert_eq!(on("panvk-g610"), ["Linux"; 3]);
        // Another generation, too.
        assert_eq!(on("Adreno (TM) 430")[..2], ["Android"; 2]);
        assert_eq!(on("M2")[..2], ["macOS"; 2]);
        assert_eq!(on("iPhone 15")[..2], ["macOS"; 2]);
        assert_eq!(on("MacBook Air")[..2], ["macOS"; 2]);
        assert_eq!(on("GeForce RTX 3060 Windows")[0], "Windows");
    }

    #[test]
    fn a_driver_of_mesa_is_said_to_be_no_telephones() {
        let caveat = |text: &str| {
            let asked = Asked::new(text).unwrap();
            asked.found(&asked.nearest()).caveat().unwrap_or_default()
        };
        for text in [
            "Samsung Galaxy S23",
            "Adreno 740",
            "quest-3",
            "Snapdragon 8 Gen 1",
        ] {
            let caveat = caveat(text);
            assert!(
                caveat.contains("Mesa's driver on Linux"),
                "{text}: {caveat}"
            );
        }
        for text in [
            "Pixel 7",
            "Turnip Adreno (TM) 740",
            "Adreno 740 Linux",
            "RK3588",
            "GeForce RTX 3060",
        ] {
            assert_eq!(caveat(text), "", "{text}");
        }
        let windows = caveat("Adreno 740 Windows");
        assert!(windows.contains("none near on Windows"), "{windows}");
        for name in ["android-2022", "android-2025"] {
            assert!(found::MAKERS.contains(name) && built_in_name(name) == Some(name));
        }
        let suggested = near_device("Galaxy S23").unwrap();
        assert_eq!(suggested.1, "same chip, but a driver on Linux");
        // Whose drivers on Linux the note calls Mesa's.
        for known in known_devices().filter(|known| known.system == "Linux") {
            if system::usual(&[], known.vendor) == Some("Android") {
                assert!(["turnip", "panvk", "pvr"]
                    .iter()
                    .any(|mesa| is_of(known.name, mesa)));
            }
        }
    }

    #[test]
    fn a_device_of_this_machine_runs_its_system() {
        let system = Asked::here("Mali-G610").unwrap().system;
        assert_eq!(system, system::here());
        assert_eq!(Asked::here("NVIDIA GeForce RTX 3060").unwrap().system, None);
    }

    #[test]
    fn a_number_of_several_chips_is_refused() {
        let error = Asked::new("660").err().unwrap().to_string();
        assert!(
            error.contains("adreno 660") && error.contains("gtx 660"),
            "{error}"
        );
    }
}
