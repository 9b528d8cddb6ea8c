//! The built-in devices that are nearest to a device, which is given by its name or by its ids: of a phone, what is inside, and what stands
//! for it.
//!
//! A search that guesses, for people who build: it knows products, systems on a chip and graphics by tables, which name their sources. A
//! program that runs on a device asks Vulkan.
//!
//! First is the device that is called so: by its own name, by what its driver reports, or by an alias, as [`Target::built_in`] takes it. Then
//! come devices with the same chip, and those of the same generation, the nearest number first. Of a driver's name, those are near
//! that it reports. If there is none of these, the generations of the same vendor that are nearest in age, older ones first: what these
//! offer, newer ones mostly do. Where nothing is near, there are none: a device of another vendor tells nothing.
//!
//! Drivers differ more than chips do. Where the system is known (`find/system.rs`), those on it come before all others that are near, but
//! for the one whose own name is given. [`Found::elsewhere`] says if none that is near is on it: a driver of Mesa's is no phone's. So for
//! phones, the maker's driver of an older generation comes first where there is none of the same. A product that was sold with several
//! chips has an answer for each.

mod drivers;
mod ids;
mod inside;
mod products;
mod system;
#[cfg(test)]
mod tests;

use super::{built_in_name, built_in_names, known_devices, Known, Target};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use drivers::{driver, is_of};
use ids::Ids;
use inside::{inside, Inside};
use products::{chip, words, Chip};

/// How many devices of other generations are named.
const OTHERS: usize = 5;

/// By how many years a generation may be older for its driver to stand for another of the maker's.
const OLDER: u16 = 6;

/// What a near device has in common with the one that was asked for, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Same {
    /// Its name, or what its driver reports as `deviceName`.
    Device,
    /// Its chip.
    Chip,
    /// An alias for a device with another chip of the generation.
    Alias,
    /// Its driver.
    Driver,
    /// The generation of its chip.
    Generation,
    /// The vendor, of an older generation.
    Older,
    /// The vendor, of a newer generation, or it is not known which is older.
    Vendor,
}

impl Same {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Device => "this device",
            Self::Chip => "same chip",
            Self::Alias => "also called so, same generation",
            Self::Driver => "same driver",
            Self::Generation => "same generation",
            Self::Older => "same vendor, older generation",
            Self::Vendor => "same vendor, another generation",
        }
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Device => "same-device",
            Self::Chip => "same-chip",
            Self::Alias => "alias",
            Self::Driver => "same-driver",
            Self::Generation => "same-generation",
            Self::Older => "older-generation",
            Self::Vendor => "same-vendor",
        }
    }
}

/// A built-in device that is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Near {
    /// What it has in common with the one that was asked for.
    pub why: Same,
    /// Its name, which [`Target::built_in`] takes.
    pub device: &'static str,
}

/// What is known of a device that was asked for, and what is near.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Who designed the chip.
    pub vendor: Option<&'static str>,
    /// The chip's generation.
    pub family: Option<&'static str>,
    /// When that came out.
    pub year: Option<u16>,
    /// The system on a chip inside a product, if it has a name of its own.
    pub soc: Option<&'static str>,
    /// The graphics inside a product, if they were not asked for by their name.
    pub chip: Option<String>,
    /// What is inside a product, in words; absent where no product was asked for.
    pub inside: Option<String>,
    /// What such a device runs, if that is named, or most run the same.
    pub system: Option<&'static str>,
    /// The devices that are near, best first.
    pub devices: Vec<Near>,
}

/// Which built-in devices stand for a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StandIns {
    /// Their names: one for each chip that the product was sold with, each once.
    pub devices: Vec<&'static str>,
    /// What is inside, and how near they are, in words.
    pub note: String,
}

/// Why nothing was found: a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindError(String);

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for FindError {}

/// What is known of a product, a chip, a driver, or ids as `VENDOR:DEVICE`, and which built-in devices are near; more than one answer if a
/// product was sold with several chips.
///
/// ```
/// use sos_core::target::find::{find, Same};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let found = find("Galaxy S21")?;
/// let chips: Vec<_> = found.iter().filter_map(|one| one.soc).collect();
/// assert_eq!(chips, ["Snapdragon 888", "Exynos 2100"]);
/// let exynos = &found[1].devices[0];
/// assert_eq!((exynos.why, exynos.device), (Same::Chip, "mali-g78"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The text is empty, or a number that several chips have.
pub fn find(text: &str) -> Result<Vec<Found>, FindError> {
    Ok(Asked::all(text)?.iter().map(Asked::found).collect())
}

/// As [`find`], of a device of this machine, by what its driver reports as `deviceName`: what runs here is on this machine's system.
///
/// # Errors
/// As [`find`].
pub fn find_here(device_name: &str) -> Result<Vec<Found>, FindError> {
    let all = Asked::here(self::device_name(device_name))?;
    Ok(all.iter().map(Asked::found).collect())
}

/// The devices that stand for a product, such as a phone, one for each chip that it was sold with. `None` if it is no product that is
/// known here.
///
/// ```
/// use sos_core::target::find::stand_ins;
///
/// let phone = stand_ins("Galaxy S23").unwrap().unwrap();
/// assert_eq!(phone.devices, ["adreno-a6xx"]);
/// assert!(stand_ins("Mali-G78").is_none());
/// ```
///
/// # Errors
/// Nothing near one of its chips is built in.
pub fn stand_ins(text: &str) -> Option<Result<StandIns, FindError>> {
    let mut devices = Vec::new();
    let mut notes = Vec::new();
    let mut missing = Vec::new();
    for found in find(text).ok()? {
        let inside = found.inside.clone()?;
        let Some((device, why)) = found.best() else {
            missing.push(inside);
            continue;
        };
        notes.push(format!("{inside}: `{device}` stands for it ({why})"));
        if !devices.contains(&device) {
            devices.push(device);
        }
    }
    let known = notes.join("; ");
    if missing.is_empty() {
        let note = format!("{text} has {known}");
        return Some(Ok(StandIns { devices, note }));
    }
    let missing = missing.join(" or ");
    let or = match devices.is_empty() {
        true => String::new(),
        false => format!("; or {known}"),
    };
    Some(Err(FindError(format!(
        "{text} has {missing}, and no driver near to that is built in{or}"
    ))))
}

impl Found {
    /// The device that is nearest, and how near in words, if that is near enough to stand for the one that was asked for.
    pub fn best(&self) -> Option<(&'static str, String)> {
        let &Near { why, device } = self.devices.first()?;
        let year = known_devices().find(|known| known.name == device)?.year;
        let is_near = match self.year {
            Some(own) if why == Same::Older => own - year.min(own) <= OLDER,
            _ => why < Same::Older,
        };
        let but = self.elsewhere();
        let but = but.map_or_else(String::new, |system| format!(", but a driver on {system}"));
        is_near.then(|| (device, why.text().to_owned() + &but))
    }

    /// The system of the best device, if it is not the one that such devices run.
    pub fn elsewhere(&self) -> Option<&'static str> {
        let best = self.devices.first()?.device;
        let known = known_devices().find(|known| known.name == best)?;
        (self.system? != known.system).then_some(known.system)
    }
}

/// A device that was asked for.
struct Asked {
    text: String,
    words: Vec<String>,
    ids: Option<Ids>,
    /// What is inside the product.
    inside: Option<Inside>,
    /// Its generation, or only its vendor.
    chip: Option<Result<Chip, &'static str>>,
    /// What it runs.
    system: Option<&'static str>,
}

impl Asked {
    /// What is asked for, once for each chip that it was sold with.
    ///
    /// # Errors
    /// The text is empty, or a number that several chips have.
    fn all(text: &str) -> Result<Vec<Self>, FindError> {
        let ids = Ids::parse(text);
        let mut words = words(text);
        if words.is_empty() {
            return Err(FindError(format!(
                "`{text}` names no device: give a name or VENDOR:DEVICE"
            )));
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
                    return Err(FindError(format!(
                        "`{number}` is the number of several chips: say which, such as {}",
                        chips.join(", ")
                    )));
                }
            }
        }
        let all = match ids {
            Some(_) => Vec::new(),
            None => inside(&words),
        };
        let all: Vec<Option<Inside>> = match all.is_empty() {
            true => vec![None],
            false => all.into_iter().map(Some).collect(),
        };
        let all = all.into_iter().map(|inside| {
            let chip = match (ids, &inside) {
                (Some(ids), _) => ids.chip(),
                (None, Some(inside)) => chip(&products::words(&inside.chip)),
                (None, None) => chip(&words),
            };
            let mut asked = Self {
                text: text.clone(),
                words: words.clone(),
                ids,
                inside,
                chip,
                system,
            };
            asked.system = system.or_else(|| system::usual(&asked.words, asked.vendor()));
            asked
        });
        Ok(all.collect())
    }

    /// A device of this machine, by what its driver reports as `deviceName`.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    fn here(name: &str) -> Result<Vec<Self>, FindError> {
        let mut all = Self::all(name)?;
        for asked in &mut all {
            // The drivers of a PC's chip are not told apart by systems here either.
            asked.system = asked.system.and(system::here());
        }
        Ok(all)
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
        let is_near = near.iter().any(|(why, _)| *why < Same::Older);
        if is_near {
            let older = self.older(&near);
            near.retain(|(why, known)| *why < Same::Older || Some(known.name) == older);
        }
        near.sort_by_cached_key(|(why, known)| {
            let number = number.filter(|_| *why == Same::Generation);
            let is_called = called == Some(known.name);
            (
                !(is_called && words(known.name) == self.words),
                { self.system }.map_or(0, |system| system::distance(system, known.system)),
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

    /// For what runs Android, the maker's newest driver there of an older generation, if none of those that are near is on it.
    fn older(&self, near: &[(Same, Known)]) -> Option<&'static str> {
        let year = self.chip?.ok()?.year;
        let is_there = |known: &Known| known.system == "Android";
        let is_near = |(why, known): &(Same, Known)| *why < Same::Older && is_there(known);
        if self.system? != "Android" || near.iter().any(is_near) {
            return None;
        }
        let older = near.iter().filter(|(why, known)| {
            *why == Same::Older && is_there(known) && year - known.year.min(year) <= OLDER
        });
        let newest = older.max_by_key(|(_, known)| (known.year, known.driver_year));
        newest.map(|(_, known)| known.name)
    }

    /// What is inside, in words.
    fn inside(&self) -> Option<String> {
        let inside = self.inside.as_ref()?;
        Some(match inside.soc {
            Some(soc) => format!("{soc} with {}", inside.chip),
            None => inside.chip.clone(),
        })
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
        let same = if of.is_some_and(|driver| is_of(known.name, driver)) {
            Same::Driver
        } else if is_called {
            Same::Alias
        } else if chip.is_some_and(is_family) {
            Same::Generation
        } else if vendor.is_some() && known.vendor == vendor {
            let is_older = chip.is_some_and(|chip| known.year < chip.year);
            match is_older {
                true => Same::Older,
                false => Same::Vendor,
            }
        } else {
            return None;
        };
        Some(same)
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
        { self.inside.as_ref() }.map_or_else(|| self.words.clone(), |inside| words(&inside.chip))
    }

    fn vendor(&self) -> Option<&'static str> {
        self.chip
            .map(|chip| chip.map_or_else(|vendor| vendor, |chip| chip.vendor))
    }

    /// What is known, and what is near.
    fn found(&self) -> Found {
        let near = self.nearest();
        let of = self.chip.and_then(Result::ok);
        // A device that is this one says of what generation it is, where its name does not.
        let own = near.first().filter(|(why, _)| *why <= Same::Alias);
        let own = own.and_then(|(_, name)| known_devices().find(|known| known.name == *name));
        // Apple's chips have no other name.
        let is_other = |inside: &&Inside| !words(&inside.chip).ends_with(&self.words);
        let inside = self.inside.as_ref().filter(is_other);
        let near = near.into_iter();
        Found {
            vendor: self.vendor().or(own.and_then(|own| own.vendor)),
            family: of.map(|chip| chip.family).or(own.map(|own| own.family)),
            year: of.map(|chip| chip.year).or(own.map(|own| own.year)),
            soc: self.inside.as_ref().and_then(|inside| inside.soc),
            chip: inside.map(|inside| inside.chip.clone()),
            inside: self.inside(),
            system: self.system,
            devices: near.map(|(why, device)| Near { why, device }).collect(),
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
