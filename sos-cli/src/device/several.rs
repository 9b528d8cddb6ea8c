//! Resolves a list of arguments to devices with names: `DEV` as for one device, groups of built-in ones and patterns of their names, and
//! products that stand for several.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{bail, Result};
use sos_core::target::{built_in_name, devices_of_group};
use sos_core::Target;
use sos_runner::Device;

use crate::args::HideArgs;

/// Resolves groups, built-in names, files and `vulkan[:INDEX]`. Duplicates are removed; the order is that of the arguments. The files that
/// they are read from are added to `files`.
///
/// # Errors
/// A device or group does not exist, or two different devices have the same name.
pub(crate) fn resolve_all(arguments: &[OsString], files: &mut Vec<PathBuf>) -> Result<Vec<Device>> {
    let mut devices: Vec<Device> = Vec::new();
    for Named { device, .. } in resolve_each(arguments, files)? {
        match devices.iter().find(|other| other.name() == device.name()) {
            Some(other) if other.is_same(&device) => {}
            Some(_) => bail!("two devices are called {}", device.name()),
            None => devices.push(device),
        }
    }
    Ok(devices)
}

/// As [`resolve_all`], but a built-in device that was named by itself is called as it was typed: `steam-deck` or `Galaxy-S23`. It is there
/// once for each name that was typed.
///
/// # Errors
/// As [`resolve_all`].
fn resolve_typed(arguments: &[OsString], files: &mut Vec<PathBuf>) -> Result<Vec<Device>> {
    let mut devices: Vec<(String, Device)> = Vec::new();
    let each = resolve_each(arguments, files)?;
    for Named { device, typed } in &each {
        let own = device.name();
        // A group does not add again what was typed, before it or after.
        let is_typed = |other: &Named| other.device.name() == own && other.typed.is_some();
        let is_again = typed.is_none() && each.iter().any(is_typed);
        let called = match typed {
            Some(typed) => Device::new(typed, device.target().clone()),
            None => device.clone(),
        };
        match devices
            .iter()
            .find(|(_, other)| other.name() == called.name())
        {
            Some((of, other)) if of == own && other.is_same(&called) => {}
            Some(_) => bail!("two devices are called {}", called.name()),
            None if is_again => {}
            None => devices.push((own.to_owned(), called)),
        }
    }
    Ok(devices.into_iter().map(|(_, device)| device).collect())
}

/// As [`resolve_typed`], with commas between devices, less what is hidden of each, and said what stands for products.
///
/// # Errors
/// As [`resolve_all`], or a part that is to be hidden is not known.
pub(crate) fn resolve_typed_without(
    arguments: &[OsString],
    hide: &HideArgs,
    quiet: bool,
    files: &mut Vec<PathBuf>,
) -> Result<Vec<Device>> {
    super::say_products(arguments, quiet);
    let devices = resolve_typed(&split(arguments), files)?.into_iter();
    let less = devices.map(|device| {
        let target = super::hide_parts(device.target().clone(), hide, quiet)?;
        Ok(Device::new(device.name(), target))
    });
    less.collect()
}

/// A device with the name that it has by itself.
struct Named {
    device: Device,
    /// What was typed for this one, if it is built in.
    typed: Option<String>,
}

fn resolve_each(arguments: &[OsString], files: &mut Vec<PathBuf>) -> Result<Vec<Named>> {
    let mut devices = Vec::new();
    for argument in arguments {
        let names = expand(argument)?;
        let is_alone = names.len() == 1 && !has_stars(&argument.to_string_lossy());
        for name in names {
            let device = named(&name, super::resolve(&name, files)?);
            let typed = argument
                .to_str()
                .filter(|_| is_alone && built_in_name(device.name()).is_some());
            let typed = typed
                .filter(|_| super::file(argument).is_none())
                .map(str::to_owned);
            devices.push(Named { device, typed });
        }
    }
    Ok(devices)
}

/// Several devices with commas between them, unless a file has this name.
pub(crate) fn split(arguments: &[OsString]) -> Vec<OsString> {
    let mut devices = Vec::new();
    for argument in arguments {
        match argument.to_str() {
            Some(text) if text.contains(',') && super::file(argument).is_none() => {
                devices.extend(text.split(',').map(OsString::from));
            }
            _ => devices.push(argument.clone()),
        }
    }
    devices
}

/// How many devices and groups an argument has with commas between them, if at least one of them exists.
pub(crate) fn known(argument: &OsStr) -> usize {
    let all = split(&[argument.to_owned()]);
    let is_known = |one: &OsString| {
        let name = one.to_string_lossy();
        let is_device = built_in_name(&name).is_some() || super::vulkan_index(&name).is_some();
        is_device || is_group(one) || super::file(one).is_some()
    };
    match all.iter().any(is_known) {
        true => all.len(),
        false => 0,
    }
}

/// Whether an argument names a group of devices, or seems to.
pub(crate) fn is_group(argument: &OsStr) -> bool {
    match expand(argument).as_deref() {
        Ok([one]) => *one != argument && super::product(argument).is_none(),
        _ => true,
    }
}

fn has_stars(name: &str) -> bool {
    name.contains(['*', '?'])
}

/// The devices that an argument stands for: those of a group or a product, or itself.
fn expand(argument: &OsStr) -> Result<Vec<Cow<'_, OsStr>>> {
    let group = match argument.to_str() {
        Some(name) if built_in_name(name).is_none() => devices_of_group(name)?,
        _ => None,
    };
    if let (None, Some(product)) = (&group, super::product(argument)) {
        let devices = product?.0.into_iter();
        return Ok(devices
            .map(|name| Cow::Borrowed(OsStr::new(name)))
            .collect());
    }
    Ok(match group {
        Some(names) => names
            .into_iter()
            .map(|name| Cow::Borrowed(OsStr::new(name)))
            .collect(),
        None => vec![Cow::Borrowed(argument)],
    })
}

/// A device with the name that it has in results.
fn named(argument: &OsStr, target: Target) -> Device {
    let given = argument.to_string_lossy();
    let name = if let Some(name) = built_in_name(&given) {
        name.to_owned()
    } else if given == "vulkan" || given.starts_with("vulkan:") {
        given.into_owned()
    } else {
        let file = Path::new(argument).file_name().unwrap_or(argument);
        file.to_string_lossy().replace(".json", "")
    };
    Device::new(&name, target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sos_core::target::built_in_names;

    fn resolve_all(arguments: &[OsString]) -> Result<Vec<Device>> {
        super::resolve_all(arguments, &mut Vec::new())
    }

    fn names(arguments: &[&str]) -> Vec<String> {
        let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
        let devices = resolve_all(&arguments).unwrap();
        let names = devices.iter().map(|device| device.name().to_owned());
        names.collect()
    }

    #[test]
    fn names_are_those_of_the_built_in_devices() {
        let all = names(&["all"]);
        assert!(all.iter().map(String::as_str).eq(built_in_names()));
        assert_eq!(
            names(&["swiftshader", "Lavapipe", "swiftshader"]),
            ["swiftshader", "lavapipe-25.0.7"]
        );
        assert_eq!(names(&["all", "lavapipe"]).len(), all.len());
        assert!(resolve_all(&["swiftshade".into()]).is_err());
    }

    #[test]
    fn groups_are_expanded_and_have_no_duplicates() {
        let both = names(&["software", "mobile-2025", "swiftshader", "turnip-a740"]);
        assert!(both.starts_with(&["lavapipe-22.3.6".to_owned()]));
        let count = |name: &str| both.iter().filter(|other| *other == name).count();
        assert_eq!((count("swiftshader"), count("turnip-a740")), (1, 1));
        let error = resolve_all(&["mobil".into()]).unwrap_err().to_string();
        assert!(error.contains("near: `mobile`"), "{error}");
    }

    #[test]
    fn a_pattern_has_each_built_in_device_that_matches() {
        let mali = names(&["mali-*"]);
        assert_eq!(mali, ["mali-g615", "mali-g78"]);
        assert_eq!(names(&["MALI-G?8", "mali-g78"]), ["mali-g78"]);
        assert!(is_group(OsStr::new("mali-g7*")));
        let error = resolve_all(&["mali-z*".into()]).unwrap_err().to_string();
        assert!(error.contains("`mali-z*`"), "{error}");
    }

    #[test]
    fn a_product_is_what_stands_for_it_and_is_called_as_typed() {
        assert_eq!(names(&["Galaxy S23"]), ["adreno-a6xx"]);
        assert_eq!(names(&["Quest 3"]), ["adreno-a6xx"]);
        assert_eq!(names(&["quest"]), ["adreno-a540"]);
        assert_eq!(names(&["Galaxy S21"]), ["adreno-a6xx", "mali-g78"]);
        let error = resolve_all(&["Galaxy S24".into()]).unwrap_err().to_string();
        assert!(
            error.contains("Xclipse 940") && error.contains("`adreno-a6xx`"),
            "{error}"
        );
        assert!(!is_group(OsStr::new("Galaxy S23")) && is_group(OsStr::new("Galaxy S21")));
        let typed = |arguments: &[&str]| -> Vec<String> {
            let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
            let devices = resolve_typed(&arguments, &mut Vec::new()).unwrap();
            devices
                .iter()
                .map(|device| device.name().to_owned())
                .collect()
        };
        assert_eq!(
            typed(&["Galaxy S23", "steam-deck", "mali-g7*", "adreno-a6xx"]),
            ["Galaxy-S23", "steam-deck", "mali-g78", "adreno-a6xx"]
        );
        assert_eq!(typed(&["Galaxy S21"]), ["adreno-a6xx", "mali-g78"]);
        let software = ["lavapipe-22.3.6", "swiftshader", "lavapipe"];
        assert_eq!(typed(&["software", "lavapipe", "lavapipe"]), software);
    }

    #[test]
    fn a_file_is_called_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my phone.json");
        let target = Target::built_in("swiftshader").unwrap();
        std::fs::write(&path, target.to_profile_json()).unwrap();
        let devices = resolve_all(&[path.clone().into(), "swiftshader".into()]).unwrap();
        assert_eq!(devices[0].name(), "my-phone");
        let other = folder.path().join("swiftshader.json");
        std::fs::write(
            &other,
            Target::built_in("lavapipe").unwrap().to_profile_json(),
        )
        .unwrap();
        assert!(resolve_all(&[other.into(), "swiftshader".into()]).is_err());
    }
}
