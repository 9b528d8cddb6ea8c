//! `sos device find`: the built-in devices that are nearest to a device, which is given by its name or by its ids.
//!
//! Nearest is a device with the same chip, then one of the same generation. If there is neither, the generations of the same vendor
//! that are nearest in age. Where nothing is near, that is said: a device of another vendor tells nothing.

mod ids;
mod products;

use anyhow::{bail, Result};
use serde::Serialize;
use sos_core::target::{built_in_aliases, built_in_name, known_devices, Known};
use sos_core::Target;

use super::list::Listed;
use crate::{output, Status};
use ids::Ids;
use products::{chip, words, Chip};

/// How many devices of other generations are named.
const OTHERS: usize = 5;

/// What a near device has in common with the one that was asked for, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum Same {
    #[serde(rename = "same-chip")]
    Chip,
    #[serde(rename = "same-generation")]
    Generation,
    #[serde(rename = "same-vendor")]
    Vendor,
}

impl Same {
    fn text(self) -> &'static str {
        match self {
            Self::Chip => "same chip",
            Self::Generation => "same generation",
            Self::Vendor => "same vendor, another generation",
        }
    }
}

/// What was found.
#[derive(Serialize)]
struct Found {
    vendor: Option<&'static str>,
    family: Option<&'static str>,
    year: Option<u16>,
    devices: Vec<Near>,
}

/// A device that is near.
#[derive(Serialize)]
struct Near {
    why: Same,
    #[serde(flatten)]
    device: Listed,
}

/// `sos device find`
///
/// # Errors
/// The text is empty.
pub(super) fn run(text: &str, json: bool, quiet: bool) -> Result<Status> {
    let ids = Ids::parse(text);
    let words = words(text);
    if words.is_empty() {
        bail!("`{text}` names no device: give a name or VENDOR:DEVICE");
    }
    let chip = ids.map_or_else(|| chip(&words), Ids::chip);
    let near = nearest(chip, ids, text, &words);
    let listed = near.into_iter().filter_map(|(why, known)| {
        let device = Listed::new(known.name.to_owned(), &Target::built_in(known.name)?);
        Some(Near { why, device })
    });
    let of = chip.and_then(Result::ok);
    let found = Found {
        vendor: chip.map(|chip| chip.map_or_else(|vendor| vendor, |chip| chip.vendor)),
        family: of.map(|chip| chip.family),
        year: of.map(|chip| chip.year),
        devices: listed.collect(),
    };
    if json {
        output::print(&output::json(&found)?)?;
    } else {
        let width = found
            .devices
            .iter()
            .map(|near| near.device.device.len())
            .max();
        let width = width.unwrap_or(0);
        let mut lines = String::new();
        for Near { why, device } in &found.devices {
            lines += &format!(
                "{:width$}  {:31}  {}\n",
                device.device,
                why.text(),
                device.name()
            );
        }
        output::print(lines.as_bytes())?;
    }
    if !quiet {
        output::note(found.summary(text));
    }
    Ok(if found.devices.is_empty() {
        Status::Unsupported
    } else {
        Status::Done
    })
}

impl Found {
    /// What is known of the device, and how near the devices are.
    fn summary(&self, text: &str) -> String {
        let is = match (self.vendor, self.family, self.year) {
            (Some(vendor), Some(family), Some(year)) => {
                format!("{text} is of {vendor}'s generation {family} ({year})")
            }
            (Some(vendor), ..) => {
                format!("{text} is of {vendor}; its generation is not known here")
            }
            _ => format!("it is not known here what {text} is"),
        };
        match self.devices.first().map(|near| near.why) {
            None => format!("{is}; nothing near is built in. `sos device capture` on such a device, or its report from vulkan.gpuinfo.org, describes it"),
            Some(Same::Vendor) => format!("{is}; none of that generation is built in"),
            Some(_) => is,
        }
    }
}

/// The devices that are near, best first.
fn nearest(
    chip: Option<Result<Chip, &'static str>>,
    ids: Option<Ids>,
    text: &str,
    words: &[String],
) -> Vec<(Same, Known)> {
    let vendor = chip.map(|chip| chip.map_or_else(|vendor| vendor, |chip| chip.vendor));
    let chip = chip.and_then(Result::ok);
    let why = |known: &Known| {
        let is_same = match ids {
            Some(ids) => has_ids(known, ids),
            None => is_called(known, text, words),
        };
        let is_family =
            |chip: Chip| known.vendor == Some(chip.vendor) && known.family == chip.family;
        if is_same {
            Some(Same::Chip)
        } else if chip.is_some_and(is_family) {
            Some(Same::Generation)
        } else {
            (vendor.is_some() && known.vendor == vendor).then_some(Same::Vendor)
        }
    };
    let mut near: Vec<(Same, Known)> = known_devices()
        .filter_map(|known| Some((why(&known)?, known)))
        .collect();
    // The newest is nearest to a generation that is not known.
    let year = chip.map_or(u16::MAX, |chip| chip.year);
    near.sort_by_key(|(why, known)| {
        (
            *why,
            known.year.abs_diff(year),
            u16::MAX - known.driver_year,
        )
    });
    let is_near = near.first().is_some_and(|(why, _)| *why < Same::Vendor);
    if is_near {
        near.retain(|(why, _)| *why < Same::Vendor);
    } else {
        near.truncate(OTHERS);
    }
    near
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

/// Whether the text is the device's name, an alias, or the name of the product that the driver told, and not that of a variant of it.
fn is_called(known: &Known, text: &str, all: &[String]) -> bool {
    if built_in_name(text) == Some(known.name)
        && !built_in_aliases().any(|(alias, _)| words(alias) == all)
    {
        return true;
    }
    let label = Target::built_in(known.name).map(|target| words(target.name()));
    let label = label.unwrap_or_default();
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
    has_number && places.any(|(at, place)| place == all && !is_variant(label.get(at + all.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reasons and names of what is near.
    fn find(text: &str) -> Vec<(Same, &'static str)> {
        let (ids, words) = (Ids::parse(text), words(text));
        let chip = ids.map_or_else(|| chip(&words), Ids::chip);
        let near = nearest(chip, ids, text, &words);
        near.into_iter()
            .map(|(why, known)| (why, known.name))
            .collect()
    }

    fn best(text: &str) -> Option<(Same, &'static str)> {
        find(text).first().copied()
    }

    #[test]
    fn the_same_chip_comes_first() {
        for (text, name) in [
            ("Mali-G78", "mali-g78"),
            ("GeForce RTX 3060 Ti", "nvidia-rtx-3060-ti-windows"),
            ("Intel(R) Arc(TM) B580 Graphics", "intel-arc-b580-windows"),
            ("Adreno (TM) 740", "turnip-a740"),
            ("Radeon RX 6800", "radv-navi21"),
            ("0x1002:0x73bf", "radv-navi21"),
            ("0x10de:0x2489", "nvidia-rtx-3060-ti-windows"),
            ("0x8086:0x9a49", "anv-tgl"),
            ("Apple M1", "honeykrisp-m1"),
            ("turnip-a830", "turnip-a830"),
        ] {
            assert_eq!(
                best(text),
                Some((Same::Chip, name)),
                "{text}: {:?}",
                find(text)
            );
        }
    }

    #[test]
    fn then_the_same_generation() {
        for (text, name) in [
            ("GeForce RTX 3060", "nvidia-rtx-3060-ti-windows"),
            ("Adreno (TM) 640", "turnip-a650"),
            ("0x10de:0x2504", "nvk-ampere"),
            ("Mali-G57", "panvk-g610"),
            ("Radeon RX 7700 XT", "amd-rx-7800-xt-windows"),
        ] {
            let near = find(text);
            assert!(near.contains(&(Same::Generation, name)), "{text}: {near:?}");
            assert!(
                near.iter().all(|(why, _)| *why == Same::Generation),
                "{text}: {near:?}"
            );
        }
    }

    #[test]
    fn then_the_same_vendor_and_nothing_else() {
        let ptl = find("0x8086:0xb080");
        assert_eq!(ptl.first().map(|near| near.0), Some(Same::Vendor));
        assert!(ptl[..2].iter().any(|near| near.1 == "anv-bmg") && ptl.len() <= OTHERS);
        assert_eq!(
            best("Adreno (TM) 430").map(|near| near.0),
            Some(Same::Vendor)
        );
        assert_eq!(find("Samsung Xclipse 920"), []);
        assert_eq!(find("Voodoo 2"), []);
        assert_eq!(find("0x9999:0x1"), []);
    }
}
