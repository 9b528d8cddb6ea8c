//! Resolves the devices of a run to targets, with names that are usable in expected results.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::{bail, Result};
use sos_core::target::built_in_names;
use sos_core::Target;
use sos_runner::Device;

use crate::device;

/// Resolves `all`, built-in names, files and `vulkan[:INDEX]`. Duplicates are removed.
///
/// # Errors
/// A device does not exist, or two different devices have the same name.
pub(crate) fn resolve(arguments: &[OsString]) -> Result<Vec<Device>> {
    let mut devices: Vec<Device> = Vec::new();
    for argument in arguments {
        let names: Vec<&OsStr> = if argument == "all" {
            built_in_names().map(OsStr::new).collect()
        } else {
            vec![argument]
        };
        for name in names {
            let device = named(name, device::resolve(name)?);
            match devices.iter().find(|other| other.name() == device.name()) {
                Some(other) if other.is_same(&device) => {}
                Some(_) => bail!("two devices are called {}", device.name()),
                None => devices.push(device),
            }
        }
    }
    Ok(devices)
}

/// A device with the name that it has in results.
fn named(argument: &OsStr, target: Target) -> Device {
    let given = argument.to_string_lossy();
    let built_in = Target::built_in(&given).and_then(|_| {
        // Replace an alias by the device's name.
        built_in_names().find(|name| Target::built_in(name).as_ref() == Some(&target))
    });
    let name = if let Some(name) = built_in {
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

    #[test]
    fn names_are_those_of_the_built_in_devices() {
        let names = |arguments: &[&str]| -> Vec<String> {
            let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
            let devices = resolve(&arguments).unwrap();
            devices
                .iter()
                .map(|device| device.name().to_owned())
                .collect()
        };
        assert!(names(&["all"])
            .iter()
            .map(String::as_str)
            .eq(built_in_names()));
        assert_eq!(
            names(&["swiftshader", "lavapipe", "swiftshader"]),
            ["swiftshader", "lavapipe-25.0.7"]
        );
        assert_eq!(names(&["all", "lavapipe"]).len(), names(&["all"]).len());
        assert!(resolve(&["swiftshade".into()]).is_err());
    }

    #[test]
    fn a_file_is_called_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my phone.json");
        let target = Target::built_in("swiftshader").unwrap();
        std::fs::write(&path, target.to_profile_json()).unwrap();
        let devices = resolve(&[path.clone().into(), "swiftshader".into()]).unwrap();
        assert_eq!(devices[0].name(), "my-phone");
        let other = folder.path().join("swiftshader.json");
        std::fs::write(
            &other,
            Target::built_in("lavapipe").unwrap().to_profile_json(),
        )
        .unwrap();
        assert!(resolve(&[other.into(), "swiftshader".into()]).is_err());
    }
}
