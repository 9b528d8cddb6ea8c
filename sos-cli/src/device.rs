//! Devices: resolves the argument `DEV` to a [`Target`], and implements `device list`, `show` and `capture`.
//!
//! `DEV` is interpreted as `vulkan[:INDEX]`, then as the name of a built-in device, then as a file: a file in the working
//! directory never shadows a name. If none matches, the error lists similar names.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context, Result};
use serde::Serialize;
use sos_core::target::vulkan::{LiveError, Loader};
use sos_core::target::{built_in_aliases, built_in_names, parts, text_of_file, DescriptionError};
use sos_core::{Limits, Target};
use sos_runner::escape::one_line;
use sos_runner::files::directory;
use sos_runner::near::near;

use crate::args::{DeviceCommand, HideArgs};
use crate::input;
use crate::output::{self, Content};
use crate::{text, Status};

/// `sos device`
pub(crate) fn run(command: &DeviceCommand, quiet: bool) -> Result<Status> {
    match command {
        DeviceCommand::List { json } => list(*json, quiet)?,
        DeviceCommand::Show {
            device,
            hide,
            extended,
            json,
        } => {
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

/// Resolves `DEV` to a target.
///
/// # Errors
/// There is no such device, or its file cannot be read or is not a Vulkan Profiles file.
pub(crate) fn resolve(argument: &OsStr) -> Result<Target> {
    if input::is_dash(argument) {
        return from_json(
            &input::read(argument, &Limits::default())?,
            None,
            "standard input",
            &mut |_| None,
        );
    }
    if let Some((path, profile)) = file(argument) {
        return from_file(path, profile);
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
    if name.contains(".json") || name.contains(std::path::is_separator) {
        bail!("there is no file {name}");
    }
    let aliases = built_in_aliases().map(|(alias, _)| alias);
    let near = near(&name, built_in_names().chain(aliases).chain(["vulkan"]));
    bail!(
        "no device is called `{name}`{near}; see `sos device list`, or give a Vulkan Profiles file"
    );
}

/// The file and profile that `DEV` denotes, or `None` if it denotes a live or built-in device or standard input.
pub(crate) fn file(argument: &OsStr) -> Option<(&Path, Option<&str>)> {
    let name = argument.to_str();
    let is_device = |name| vulkan_index(name).is_some() || Target::built_in(name).is_some();
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
    hide_parts(resolve(argument)?, hide, quiet)
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
            output::note(format!(
                "{device} has no {name}; --without {name} does nothing"
            ));
        }
        target = less;
    }
    Ok(target)
}

/// Formats the names of parts of devices that are similar to a name.
fn near_part(name: &str) -> String {
    let is_qualified = name.contains("::");
    let names: Vec<String> = parts().map(|(_, part)| part).collect();
    let names = names.iter().map(|part| match part.split_once("::") {
        Some((_, member)) if !is_qualified => member,
        _ => part,
    });
    near(name, names)
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

fn from_file(path: &Path, profile: Option<&str>) -> Result<Target> {
    let bytes = input::read(path.as_os_str(), &Limits::default())?;
    let mut parents = |name: &str| neighbour(path, name);
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

/// The text of the file in the same directory that defines a profile: official profiles inherit across files.
fn neighbour(file: &Path, profile: &str) -> Option<String> {
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
            let text = text_of_file(&fs::read(path).ok()?)?.into_owned();
            let holds = Target::profiles_in_json(&text)
                .ok()?
                .iter()
                .any(|name| name == profile);
            holds.then_some(text)
        })
}

/// A row of `device list`.
#[derive(Serialize)]
struct Listed {
    /// The argument of `--device` that selects this device.
    device: String,
    /// Others that select it.
    aliases: Vec<&'static str>,
    name: String,
    kind: String,
    api_version: String,
    spirv_version: String,
}

fn list(json: bool, quiet: bool) -> Result<()> {
    let mut listed: Vec<Listed> = built_in_names()
        .filter_map(|name| Some(Listed::new(name.to_owned(), &Target::built_in(name)?)))
        .collect();
    let mut troubles = Vec::new();
    match Loader::open() {
        Ok(loader) => {
            for (index, name) in loader.names().iter().enumerate() {
                match loader.capture(index) {
                    Ok(target) => listed.push(Listed::new(format!("vulkan:{index}"), &target)),
                    Err(error) => troubles.push(format!("{name} is not listed: {error}")),
                }
            }
        }
        Err(error) => troubles.push(format!("no device of this machine is listed: {error}")),
    }
    if !quiet {
        for trouble in troubles {
            output::note(trouble);
        }
    }
    if json {
        return output::print(&output::json(&listed)?);
    }
    let width = listed
        .iter()
        .map(|line| line.device.len())
        .max()
        .unwrap_or(0);
    let mut lines = String::new();
    for Listed {
        device,
        aliases,
        name,
        kind,
        api_version,
        spirv_version,
    } in &listed
    {
        let mut name = one_line(name);
        if !aliases.is_empty() {
            name += &format!(", also called {}", aliases.join(", "));
        }
        lines += &format!(
            "{device:width$}  Vulkan {api_version:9}  SPIR-V {spirv_version}  {kind:12}  {name}\n"
        );
    }
    output::print(lines.as_bytes())
}

impl Listed {
    fn new(device: String, target: &Target) -> Self {
        let aliases = built_in_aliases().filter(|(_, name)| *name == device);
        Self {
            aliases: aliases.map(|(alias, _)| alias).collect(),
            device,
            name: target.name().to_owned(),
            kind: text::kind(target).to_owned(),
            api_version: target.api_version().to_string(),
            spirv_version: text::spirv_version(target),
        }
    }
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
