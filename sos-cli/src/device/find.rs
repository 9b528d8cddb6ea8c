//! `sos device find`: the built-in devices that are nearest to a device, which is given by its name or by its ids.
//!
//! First is the device that is called so: by its own name, by what its driver reports, or by an alias, as `--device` takes it. Then
//! come devices with the same chip, and those of the same generation, the nearest number first. Of a driver's name, those are near
//! that it reports. If there is none of these, the generations of the same vendor that are nearest in age, older ones first: what these
//! offer, newer ones mostly do. Where nothing is near, that is said: a device of another vendor tells nothing.
//!
//! Drivers differ more than chips do. Where the system is known (`system.rs`), those on it come before all others that are near, but
//! for the one whose own name is given. If none that is near is on it, a note says so: a driver of Mesa's is no phone's. So for phones, the maker's driver of an older
//! generation comes first where there is none of the same. A product that was sold with several chips has an answer for each.

mod drivers;
mod found;
mod ids;
mod inside;
mod products;
mod system;
#[cfg(test)]
mod tests;

use anyhow::{anyhow, bail, Result};
use sos_core::target::{built_in_name, built_in_names, known_devices, Known};
use sos_core::Target;

use super::list::Listed;
use crate::message::Severity;
use crate::{message, output, Status};
use drivers::{driver, is_of};
use found::{Found, Near, Same};
use ids::Ids;
use inside::{inside, Inside};
use products::{chip, words, Chip};

/// How many devices of other generations are named.
const OTHERS: usize = 5;

/// By how many years a generation may be older for its driver to stand for another of the maker's.
const OLDER: u16 = 6;

/// `sos device find`
///
/// # Errors
/// The text is empty, a number that several chips have, or that of a device of this machine that cannot be asked.
pub(super) fn run(text: &str, json: bool, quiet: bool) -> Result<Status> {
    let asked = match super::vulkan_index(text).flatten() {
        Some(index) => vec![Asked::here(device_name(super::live(index)?.name()))?],
        None => Asked::all(text)?,
    };
    let found = asked.iter().map(|asked| asked.found(&asked.nearest()));
    let mut found: Vec<Found> = found.collect();
    let is_near = found.iter().any(|found| !found.devices.is_empty());
    if !json {
        output::print(lines(&found).as_bytes())?;
    }
    if !quiet {
        if found.len() > 1 {
            message::say(Severity::Note, format!(
                "{text} was sold with {} chips, by country or by year: where it is not known with which, filter for what is near to each",
                found.len()
            ));
        }
        for one in &found {
            message::say(Severity::Note, one.summary(text));
            if let Some(caveat) = one.caveat() {
                message::say(Severity::Note, caveat);
            }
        }
    }
    if json {
        let mut first = found.remove(0);
        first.also = found;
        output::print(&output::json(&first)?)?;
    }
    Ok(if is_near {
        Status::Done
    } else {
        Status::Unsupported
    })
}

/// The lines of all devices that are near, each once.
fn lines(found: &[Found]) -> String {
    let mut all: Vec<&Near> = Vec::new();
    for near in found.iter().flat_map(|found| &found.devices) {
        if !all
            .iter()
            .any(|other| other.device.device == near.device.device)
        {
            all.push(near);
        }
    }
    let names = all.iter().map(|near| near.device.device.len());
    let width = names.max().unwrap_or(0);
    let mut lines = String::new();
    for Near { why, device } in all {
        lines += &format!(
            "{:width$}  {:31}  {:7}  {}\n",
            device.device,
            why.text(),
            device.system(),
            device.name()
        );
    }
    lines
}

/// What is better than a device that stands for another.
pub(super) const BETTER: &str =
    "A report of the product itself, from vulkan.gpuinfo.org, says more";

/// The name of the device that is nearest to what is asked for, and how near, if it is of the same generation or driver.
pub(super) fn near_device(text: &str) -> Option<(String, String)> {
    let mut asked = Asked::all(text).ok()?.into_iter();
    asked.find_map(|asked| asked.best())
}

/// The devices that stand for a product, such as a phone, one for each chip that it was sold with, and a note on how near they are.
/// `None` if it is no product that is known here.
///
/// # Errors
/// Nothing near one of its chips is built in.
pub(super) fn product(text: &str) -> Option<Result<(Vec<String>, String)>> {
    let asked = Asked::all(text).ok()?;
    if asked.iter().any(|asked| asked.inside.is_none()) {
        return None;
    }
    let mut devices: Vec<String> = Vec::new();
    let mut notes = Vec::new();
    let mut missing = Vec::new();
    for one in &asked {
        let has = one.has();
        let Some((device, why)) = one.best() else {
            missing.push(has);
            continue;
        };
        notes.push(format!("{has}: `{device}` stands for it ({why})"));
        if !devices.contains(&device) {
            devices.push(device);
        }
    }
    let known = notes.join("; ");
    if missing.is_empty() {
        return Some(Ok((devices, format!("{text} has {known}"))));
    }
    let missing = missing.join(" or ");
    let or = match devices.is_empty() {
        true => String::new(),
        false => format!("; or {known}"),
    };
    Some(Err(anyhow!(
        "{text} has {missing}, and no driver near to that is built in{or}. {}",
        found::MAKERS
    )))
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
    fn all(text: &str) -> Result<Vec<Self>> {
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

    /// The first of [`all`](Self::all).
    ///
    /// # Errors
    /// As [`all`](Self::all).
    fn new(text: &str) -> Result<Self> {
        Ok(Self::all(text)?.remove(0))
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

    /// The device that is nearest, and how near, if that is near enough to stand for this one.
    fn best(&self) -> Option<(String, String)> {
        let found = self.found(&self.nearest());
        let elsewhere = found.elsewhere().map(|device| device.system());
        let but =
            elsewhere.map_or_else(String::new, |system| format!(", but a driver on {system}"));
        let Near { why, device } = found.devices.into_iter().next()?;
        let year = known_devices()
            .find(|known| known.name == device.device)?
            .year;
        let is_near = match self.chip.and_then(Result::ok) {
            Some(chip) if why == Same::Older => chip.year - year.min(chip.year) <= OLDER,
            _ => why < Same::Older,
        };
        is_near.then(|| (device.device, why.text().to_owned() + &but))
    }

    /// What is inside, in words.
    fn has(&self) -> String {
        match &self.inside {
            Some(Inside {
                soc: Some(soc),
                chip,
            }) => format!("{soc} with {chip}"),
            Some(inside) => inside.chip.clone(),
            None => self.text.clone(),
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
        // Apple's chips have no other name.
        let is_other = |inside: &&Inside| !words(&inside.chip).ends_with(&self.words);
        let inside = self.inside.as_ref().filter(is_other);
        Found {
            vendor: self.vendor().or(own.and_then(|own| own.vendor)),
            family: of.map(|chip| chip.family).or(own.map(|own| own.family)),
            year: of.map(|chip| chip.year).or(own.map(|own| own.year)),
            soc: self.inside.as_ref().and_then(|inside| inside.soc),
            chip: inside.map(|inside| inside.chip.clone()),
            system: self.system,
            devices: listed.collect(),
            also: Vec::new(),
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
