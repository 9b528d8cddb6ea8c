//! `sos device list`: the built-in devices and those of this machine, or those of groups; and the groups.

use std::ffi::OsString;

use anyhow::Result;
use serde::Serialize;
use sos_core::target::device_groups;
use sos_core::target::vulkan::Loader;
use sos_core::text::one_line;
use sos_front::devices::Listed;

use super::several;
use crate::{message, output};

/// A row of `device list --groups`.
#[derive(Serialize)]
struct ListedGroup {
    group: String,
    meaning: String,
    devices: Vec<&'static str>,
}

/// Lists the devices of the groups, or, without any, all that are built in and those of this machine.
pub(super) fn list(of: &[OsString], json: bool, quiet: bool) -> Result<()> {
    let mut listed: Vec<Listed> = Vec::new();
    let all = [OsString::from("all")];
    let of_all = if of.is_empty() { &all } else { of };
    for device in several::resolve_all(of_all, &mut Vec::new())? {
        listed.push(Listed::new(device.name().to_owned(), device.target()));
    }
    if of.is_empty() {
        let troubles = add_live(&mut listed);
        for trouble in troubles.into_iter().filter(|_| !quiet) {
            message::warn(trouble);
        }
    }
    if json {
        return output::print(&output::json(&listed)?);
    }
    print(&listed)
}

/// Lists the groups.
pub(super) fn list_groups(json: bool) -> Result<()> {
    let groups = device_groups().into_iter().map(|group| ListedGroup {
        group: group.name,
        meaning: group.meaning,
        devices: group.devices,
    });
    let groups: Vec<ListedGroup> = groups.collect();
    if json {
        return output::print(&output::json(&groups)?);
    }
    let mut lines = String::new();
    for ListedGroup {
        group,
        meaning,
        devices,
    } in &groups
    {
        lines += &format!("{group:12}  {:3} devices  {meaning}\n", devices.len());
    }
    lines += "GROUP-YEAR    those of a group that a program of that year meets, as mobile-2025: chips of the ten years before\n";
    output::print(lines.as_bytes())
}

/// Adds the devices of this machine. Returns what cannot be listed and why.
fn add_live(listed: &mut Vec<Listed>) -> Vec<String> {
    let loader = match Loader::open() {
        Ok(loader) => loader,
        Err(error) => return vec![format!("no device of this machine is listed: {error}")],
    };
    let mut troubles = Vec::new();
    for (index, name) in loader.names().iter().enumerate() {
        match loader.capture(index) {
            Ok(target) => listed.push(Listed::new(format!("vulkan:{index}"), &target)),
            Err(error) => troubles.push(format!("{name} is not listed: {error}")),
        }
    }
    troubles
}

/// Prints a row a line.
fn print(listed: &[Listed]) -> Result<()> {
    let families: Vec<String> = listed.iter().map(Listed::family).collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let width = widest(&mut listed.iter().map(|line| line.device.len()));
    let family_width = widest(&mut families.iter().map(String::len));
    let mut lines = String::new();
    for (line, family) in listed.iter().zip(&families) {
        let mut name = one_line(&line.name);
        if !line.aliases.is_empty() {
            name += &format!(", also called {}", line.aliases.join(", "));
        }
        let Listed {
            device,
            api_version,
            spirv_version,
            kind,
            ..
        } = line;
        lines += &format!(
            "{device:width$}  Vulkan {api_version:9}  SPIR-V {spirv_version}  {kind:12}  {family:family_width$}  {name}\n"
        );
    }
    output::print(lines.as_bytes())
}
