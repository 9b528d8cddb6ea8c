//! Devices: resolves the argument `DEV` to a [`Target`], and implements `device list`, `find`, `show` and `capture`. A list of arguments,
//! groups among them, is resolved by [`resolve_all`].
//!
//! `DEV` is interpreted as `vulkan[:INDEX]`, then as the name of a built-in device, then as a file: a file in the working
//! directory never shadows a name. Last, it is a product that `device find` knows, such as a phone, for which the nearest device
//! stands. If none matches, the error lists similar names.

mod find;
mod list;
mod several;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context, Result};
use sos_core::target::vulkan::{LiveError, Loader};
use sos_core::target::{
    built_in_aliases, built_in_name, built_in_names, device_groups, devices_of_group, text_of_file,
    DescriptionError,
};
use sos_core::{Limits, Target};
use sos_front::near::{near, near_part};
use sos_runner::files::directory;

use crate::args::{DeviceCommand, HideArgs};
use crate::input;
use crate::output::{self, Content};
use crate::{message, text, Status};
pub(crate) use several::{is_group, resolve_all, resolve_typed_without, split};

/// `sos device`
pub(crate) fn run(command: &DeviceCommand, quiet: bool) -> Result<Status> {
    match command {
        DeviceCommand::List {
            groups: true, json, ..
        } => list::list_groups(*json)?,
        DeviceCommand::List { of, json, .. } => list::list(&split(of), *json, quiet)?,
        DeviceCommand::Find { text, json } => return find::run(text, *json, quiet),
        DeviceCommand::Show {
            device,
            grade,
            hide,
            extended,
            json,
        } => {
            let extended = grade.or(*extended);
            let own = resolve_without(device, hide, quiet)?;
            let target = extended.map_or_else(|| own.clone(), |grade| own.extended(grade));
            output::print(&if *json {
                target.to_profile_json().into_bytes()
            } else {
                let added = extended.map(|grade| text::additions(&own, grade));
                let text = added.unwrap_or_default() + &text::target(&target);
                text.into_bytes()
            })?;
        }
        DeviceCommand::Capture { index, output } => {
            output::check(output, Content::Text)?;
            let target = live(*index)?;
            output::stage(output, target.to_profile_json().into_bytes(), Content::Text)?
                .commit()?;
        }
    }
    Ok(Status::Done)
}

/// Resolves `DEV` to a target. The files that it is read from, its own and those of the profiles that it inherits from, are added to `files`.
///
/// # Errors
/// There is no such device, or its file cannot be read or is not a Vulkan Profiles file.
pub(crate) fn resolve(argument: &OsStr, files: &mut Vec<PathBuf>) -> Result<Target> {
    if input::is_dash(argument) {
        return from_json(
            &input::read(argument, &Limits::default())?,
            None,
            "standard input",
            &mut |_| None,
        );
    }
    if let Some((path, profile)) = file(argument) {
        return from_file(path, profile, files);
    }
    if let Some(name) = argument.to_str() {
        if let Some(index) = vulkan_index(name) {
            return live(index.context("after `vulkan:` comes the device's number")?);
        }
        if let Some(target) = Target::built_in(name) {
            return Ok(target);
        }
    }
    let name = argument.to_string_lossy();
    let several = several::known(argument);
    if several > 1 {
        bail!("`{name}` are {several} devices, and one is wanted");
    }
    if name.contains(".json") || name.contains(std::path::is_separator) {
        bail!("there is no file {name}");
    }
    if let Some(product) = product(argument) {
        let (devices, has) = product?;
        let [device] = devices.as_slice() else {
            bail!("{has}. One device is wanted: name one of them");
        };
        return Target::built_in(device).context("no device stands for it");
    }
    if let Some(devices) = devices_of_group(&name)? {
        let some = devices.get(..3).unwrap_or(&devices).join(", ");
        bail!(
            "`{name}` is a group of {} devices, and one is wanted: {some}, …",
            devices.len()
        );
    }
    bail!("no device is called `{name}`{}", instead(&name));
}

/// The devices that stand for a product, as `find::product`, if the argument is nothing else.
fn product(argument: &OsStr) -> Option<Result<(Vec<&'static str>, String)>> {
    let name = argument.to_str()?;
    let is_other = built_in_name(name).is_some() || Path::new(argument).exists();
    if is_other {
        None
    } else {
        find::product(name)
    }
}

/// Says which devices stand for the products among the arguments.
pub(crate) fn say_products(arguments: &[OsString], quiet: bool) {
    for argument in split(arguments).iter().filter(|_| !quiet) {
        if let Some(Ok((_, has))) = product(argument) {
            message::say(message::Severity::Note, format!("{has}. {}", find::BETTER));
        }
    }
}

/// What to give instead of a name that no device has.
fn instead(name: &str) -> String {
    if let Some((device, why)) = find::near_device(name) {
        return format!(
            "; built in is `{device}` ({why}): `sos device find '{name}'` lists what is near. Or give a Vulkan Profiles file"
        );
    }
    let groups = device_groups().into_iter().map(|group| group.name);
    let own = built_in_names().chain(built_in_aliases().map(|(alias, _)| alias));
    let names: Vec<String> = own
        .chain(["vulkan"])
        .map(str::to_owned)
        .chain(groups)
        .collect();
    let near = near(name, names.iter().map(String::as_str));
    format!(
        "{near}; `sos device list` has all names, and `sos device find '…'` finds the nearest to a product, a chip or its ids, as \
         'Pixel 8'. Or give a Vulkan Profiles file"
    )
}

/// The file and profile that `DEV` denotes, or `None` if it denotes a live or built-in device or standard input.
pub(crate) fn file(argument: &OsStr) -> Option<(&Path, Option<&str>)> {
    let name = argument.to_str();
    let is_device = |name| vulkan_index(name).is_some() || built_in_name(name).is_some();
    if input::is_dash(argument) || name.is_some_and(is_device) {
        return None;
    }
    let path = Path::new(argument);
    if path.exists() {
        return Some((path, None));
    }
    let (file, profile) = name?.rsplit_once(':')?;
    let file = Path::new(file);
    file.is_file().then_some((file, Some(profile)))
}

/// Resolves `DEV` to a target, and hides the features named by `--without`.
///
/// # Errors
/// As [`resolve`], or a name is that of no part of devices.
pub(crate) fn resolve_without(argument: &OsStr, hide: &HideArgs, quiet: bool) -> Result<Target> {
    hide_parts(resolve(argument, &mut Vec::new())?, hide, quiet)
}

/// Hides the features named by `--without` of a target.
///
/// # Errors
/// A name is that of no part of devices.
pub(crate) fn hide_parts(mut target: Target, hide: &HideArgs, quiet: bool) -> Result<Target> {
    for name in &hide.without {
        let less = target.without([name]).map_err(|error| {
            // For a name of SPIR-V's, the error says what to name instead.
            let hint = match error.providers() {
                [] => format!("{}; see `sos list parts`", near_part(&error.name)),
                _ => String::new(),
            };
            anyhow!("--without: {error}{hint}")
        })?;
        if less == target && !quiet {
            let device = target.name();
            message::warn(format!(
                "{device} has no {name}; --without {name} does nothing"
            ));
        }
        target = less;
    }
    Ok(target)
}

/// Parses `vulkan` or `vulkan:INDEX`. The inner `None` means that the index is not a number.
fn vulkan_index(name: &str) -> Option<Option<usize>> {
    match name.strip_prefix("vulkan")? {
        "" => Some(Some(0)),
        rest => rest.strip_prefix(':').map(|index| index.parse().ok()),
    }
}

/// The target of a device of this machine.
fn live(index: usize) -> Result<Target> {
    let captured = Loader::open().and_then(|loader| loader.capture(index));
    captured.map_err(|error| match error {
        LiveError::NoDevice { .. } => error.into(),
        _ => anyhow!("cannot ask Vulkan device {index}: {error}"),
    })
}

fn from_file(path: &Path, profile: Option<&str>, files: &mut Vec<PathBuf>) -> Result<Target> {
    let bytes = input::read(path.as_os_str(), &Limits::default())?;
    files.push(path.to_owned());
    let mut parents = |name: &str| {
        let (file, text) = neighbour(path, name)?;
        files.push(file);
        Some(text)
    };
    from_json(&bytes, profile, &path.display().to_string(), &mut parents)
}

/// Parses a profile, with hints for likely mistakes. `parents` provides the JSON that defines an inherited profile.
fn from_json(
    bytes: &[u8],
    profile: Option<&str>,
    name: &str,
    parents: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Target> {
    let text = text_of(bytes).map_err(|why| anyhow!("{name} gives no device: {why}"))?;
    Target::from_json_profile(&text, profile, parents).map_err(|error| {
        let hint = match &error {
            DescriptionError::SeveralProfiles(_) => format!(" (as {name}:PROFILE)"),
            DescriptionError::Schema { path, .. } if path == "$" => {
                "; expected a Vulkan Profiles file, such as `vulkaninfo -j` writes".to_owned()
            }
            _ => String::new(),
        };
        anyhow!("{name} gives no device: {error}{hint}")
    })
}

/// The bytes as text, or why they cannot be a profile.
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, &'static str> {
    let head = bytes.get(..4).unwrap_or(bytes);
    match bytes {
        [] => Err("it is empty"),
        _ if sos_core::words::from_bytes(head).is_ok() => Err("it is a SPIR-V module"),
        _ => text_of_file(bytes).ok_or("it is neither UTF-8 nor UTF-16"),
    }
}

/// The file in the same directory that defines a profile, and its text: official profiles inherit across files.
fn neighbour(file: &Path, profile: &str) -> Option<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory(file))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    // The order of directory entries is unspecified, but the choice of the file must be deterministic.
    paths.sort();
    paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .find_map(|path| {
            let text = text_of_file(&fs::read(&path).ok()?)?.into_owned();
            let holds = Target::profiles_in_json(&text)
                .ok()?
                .iter()
                .any(|name| name == profile);
            holds.then_some((path, text))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vulkan_takes_a_number() {
        assert_eq!(vulkan_index("vulkan"), Some(Some(0)));
        assert_eq!(vulkan_index("vulkan:3"), Some(Some(3)));
        assert_eq!(vulkan_index("vulkan:first"), Some(None));
        assert_eq!(vulkan_index("vulkan_1_1"), None);
        assert_eq!(vulkan_index("swiftshader"), None);
    }
}
