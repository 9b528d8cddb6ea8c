//! Groups of built-in devices, by names that are taken wherever several devices are.
//!
//! A group is a word: `all`, what a device is (`captures` or `requirements`), where such chips are (`mobile`), who designed the chip
//! (`arm`), or the driver's system (`android`). With a year, as in `mobile-2025`, it has the devices that a program of that year
//! meets: chips whose generation was out by then, and no more than [`MAX_AGE`] years before. Requirements have no age, and systems
//! take no year: `android-2025` is a set of requirements. A pattern is a group too: `mali-*` has the devices with such names, where `*`
//! is any number of letters, and `?` one.

use super::{built_in_names, known_devices, Form, Known};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The greatest age of a chip's generation that a program meets, in years.
const MAX_AGE: u16 = 10;

/// A group without a year.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Group {
    /// Its name.
    pub name: String,
    /// What is in it, for people.
    pub meaning: String,
    /// The devices, by the names of [`built_in_names`].
    pub devices: Vec<&'static str>,
}

/// Why a group with a year, or a pattern, has no devices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupError {
    /// The group takes no year.
    NoYear {
        /// The name that was given.
        name: String,
        /// The group's.
        group: String,
    },
    /// No device has a name like the pattern.
    NoMatch {
        /// The pattern.
        name: String,
    },
    /// The group has no device of that age.
    Empty {
        /// The name that was given.
        name: String,
        /// The group's.
        group: String,
        /// The year.
        year: u16,
    },
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoYear { name, group } => {
                write!(f, "`{name}`: the group `{group}` takes no year")
            }
            Self::NoMatch { name } => write!(f, "`{name}`: no built-in device has such a name"),
            Self::Empty { name, group, year } => write!(
                f,
                "`{name}`: no device of `{group}` came out by {year} and less than {MAX_AGE} years before"
            ),
        }
    }
}

impl core::error::Error for GroupError {}

/// All groups of built-in devices without a year.
pub fn device_groups() -> Vec<Group> {
    let known: Vec<Known> = known_devices().collect();
    let is_known = |name: &&str| known.iter().any(|one| one.name == *name);
    let of = |is: &dyn Fn(&Known) -> bool| -> Vec<&'static str> {
        let devices = known.iter().filter(|one| is(one));
        devices.map(|one| one.name).collect()
    };
    let group = |name: &str, meaning: &str, devices| Group {
        name: name.to_lowercase(),
        meaning: meaning.to_owned(),
        devices,
    };
    let requirements = built_in_names().filter(|name| !is_known(name)).collect();
    let mut groups = vec![
        group("all", "everything built in", built_in_names().collect()),
        group("captures", "what drivers report", of(&|_| true)),
        group("requirements", "what many devices meet", requirements),
    ];
    for form in Form::ALL {
        let meaning = match form {
            Form::Desktop => "chips of desktops, laptops and consoles that are PCs",
            Form::Mobile => "chips of phones, tablets, headsets and boards",
            _ => "drivers that compute on the processor",
        };
        let devices = of(&|one| one.form == form);
        groups.push(group(form.name(), meaning, devices));
    }
    for vendor in distinct(known.iter().filter_map(|one| one.vendor)) {
        let devices = of(&|one| one.vendor == Some(vendor));
        groups.push(group(vendor, &format!("chips of {vendor}"), devices));
    }
    for system in distinct(known.iter().map(|one| one.system)) {
        let devices = of(&|one| one.system == system);
        groups.push(group(system, &format!("drivers on {system}"), devices));
    }
    groups
}

/// The devices of the group with this name, such as `mobile-2025`, or whose names match a pattern, such as `mali-*`. `None` if there is no
/// such group.
///
/// ```
/// use sos_core::target::devices_of_group;
///
/// # fn main() -> Result<(), sos_core::target::GroupError> {
/// let phones = devices_of_group("android")?.unwrap_or_default();
/// assert!(phones.contains(&"mali-g78"));
/// assert_eq!(devices_of_group("mali-g7*")?, Some(vec!["mali-g78"]));
/// assert_eq!(devices_of_group("mali-g78")?, None);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The group takes no year, or has no device of that age; no name matches.
pub fn devices_of_group(name: &str) -> Result<Option<Vec<&'static str>>, GroupError> {
    let name = name.to_lowercase();
    // A path is no pattern.
    if name.contains(['*', '?']) && !name.contains(['/', '\\']) {
        let devices = built_in_names().filter(|one| is_like(one.as_bytes(), name.as_bytes()));
        let devices: Vec<&'static str> = devices.collect();
        return match devices.is_empty() {
            true => Err(GroupError::NoMatch { name }),
            false => Ok(Some(devices)),
        };
    }
    let groups = device_groups();
    let find = |name: &str| groups.iter().find(|group| group.name == name);
    if let Some(group) = find(&name) {
        return Ok(Some(group.devices.clone()));
    }
    let Some((group, year)) = name.rsplit_once('-') else {
        return Ok(None);
    };
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let (Some(group), true, Ok(year)) = (find(group), is_year, year.parse::<u16>()) else {
        return Ok(None);
    };
    let is_system = known_devices().any(|one| one.system.to_lowercase() == group.name);
    if is_system || group.name == "requirements" {
        let group = group.name.clone();
        return Err(GroupError::NoYear { name, group });
    }
    let is_met = |one: &Known| one.year <= year && year - one.year <= MAX_AGE;
    let met = known_devices().filter(|one| is_met(one) && group.devices.contains(&one.name));
    let met: Vec<&'static str> = met.map(|one| one.name).collect();
    if met.is_empty() {
        let group = group.name.clone();
        return Err(GroupError::Empty { name, group, year });
    }
    Ok(Some(met))
}

/// Whether a name matches a pattern. Only the last `*` is tried again, so the time is bounded by the product of the lengths.
fn is_like(name: &[u8], pattern: &[u8]) -> bool {
    let (mut at, mut next) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while let Some(letter) = name.get(at) {
        match pattern.get(next) {
            Some(b'*') => {
                star = Some((at, next));
                next += 1;
            }
            Some(like) if like == letter || *like == b'?' => {
                at += 1;
                next += 1;
            }
            _ => {
                let Some((from, wild)) = star else {
                    return false;
                };
                star = Some((from + 1, wild));
                (at, next) = (from + 1, wild + 1);
            }
        }
    }
    pattern
        .get(next..)
        .is_some_and(|rest| rest.iter().all(|like| *like == b'*'))
}

fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{built_in_name, Target, TargetKind};

    #[test]
    fn each_group_has_devices_and_no_device_has_its_name() {
        let readme = include_str!("../../../corpus/devices/README.md");
        for group in device_groups() {
            assert!(!group.devices.is_empty() && !group.meaning.is_empty());
            assert!(built_in_name(&group.name).is_none(), "{}", group.name);
            let code = format!("`{}`", group.name);
            assert!(readme.contains(&code), "the README does not name {code}");
        }
        let is = |name, kind| {
            let devices = devices_of_group(name).unwrap().unwrap();
            let mut targets = devices.into_iter().filter_map(Target::built_in);
            targets.all(|target| target.kind() == kind)
        };
        assert!(is("captures", TargetKind::Device));
        assert!(is("requirements", TargetKind::Requirements));
    }

    #[test]
    fn a_pattern_matches_names() {
        let all = |pattern| devices_of_group(pattern).map(Option::unwrap_or_default);
        let mali = all("Mali-*").unwrap();
        assert!(mali.contains(&"mali-g78") && mali.iter().all(|name| name.starts_with("mali-")));
        assert_eq!(all("*").unwrap().len(), built_in_names().count());
        assert_eq!(all("a*-a540*").unwrap(), ["adreno-a540"]);
        assert_eq!(all("mali-g?8").unwrap(), ["mali-g78"]);
        assert_eq!(all("mali-g?").ok(), None);
        assert!(matches!(all("mali"), Ok(none) if none.is_empty()));
        assert!(all("mali-z*")
            .unwrap_err()
            .to_string()
            .contains("`mali-z*`"));
        assert!(matches!(devices_of_group("in/*.json"), Ok(None)));
    }

    #[test]
    fn a_year_leaves_what_a_program_meets() {
        let met = |name| devices_of_group(name).unwrap().unwrap();
        let desktop = met("desktop-2025");
        assert!(desktop.contains(&"nvidia-rtx-5080-windows") && desktop.contains(&"anv-skl"));
        assert!(!desktop.contains(&"hasvk-hsw") && !desktop.contains(&"turnip-a740"));
        assert!(!met("desktop-2021").contains(&"nvidia-rtx-5080-windows"));
        assert!(met("Mobile-2025").contains(&"adreno-a540"));
        assert!(met("all-2025").len() > met("mobile-2025").len());
        for wrong in ["android-2024", "requirements-2024", "broadcom-1999"] {
            assert!(devices_of_group(wrong).is_err(), "{wrong}");
        }
        for none in ["mobil", "mobile-25", "mobile-", "-2025", "", "mobile-20255"] {
            assert!(devices_of_group(none).unwrap().is_none(), "{none}");
        }
    }
}
