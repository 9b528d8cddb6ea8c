//! `sos device list`: the built-in devices and those of this machine, or those of groups; and the groups.

use std::ffi::OsString;

use anyhow::Result;
use serde::Serialize;
use sos_core::target::vulkan::Loader;
use sos_core::target::{built_in_aliases, device_groups, known_devices, Known};
use sos_core::text::one_line;
use sos_core::Target;

use super::several;
use crate::{message, output, text};

/// A row of `device list`.
#[derive(Serialize)]
pub(super) struct Listed {
    /// The argument of `--device` that selects this device.
    pub(super) device: String,
    /// Others that select it.
    aliases: Vec<&'static str>,
    name: String,
    kind: String,
    api_version: String,
    spirv_version: String,
    /// What is known of a captured device; absent from others.
    #[serde(flatten)]
    known: Option<Facts>,
}

/// What is known of a captured device.
#[derive(Clone, Serialize)]
struct Facts {
    /// Who designed the chip; `null` for none.
    vendor: Option<&'static str>,
    family: &'static str,
    /// When the first chip of the family came out.
    year: u16,
    system: &'static str,
    form: &'static str,
    driver: &'static str,
    driver_year: u16,
}

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

impl Listed {
    pub(super) fn new(device: String, target: &Target) -> Self {
        let aliases = built_in_aliases().filter(|(_, name)| *name == device);
        let known = known_devices().find(|known| known.name == device);
        Self {
            aliases: aliases.map(|(alias, _)| alias).collect(),
            known: known.map(Facts::of),
            device,
            name: target.name().to_owned(),
            kind: text::kind(target).to_owned(),
            api_version: target.api_version().to_string(),
            spirv_version: text::spirv_version(target),
        }
    }

    /// The name for display.
    pub(super) fn name(&self) -> String {
        one_line(&self.name)
    }

    /// The driver's system, empty if it is not known.
    pub(super) fn system(&self) -> &'static str {
        self.known.as_ref().map_or("", |known| known.system)
    }

    /// The chip's family and age and the driver's system, empty if they are not known.
    fn family(&self) -> String {
        self.known.as_ref().map_or_else(String::new, |known| {
            let vendor = known
                .vendor
                .map_or_else(String::new, |vendor| format!("{vendor} "));
            format!(
                "{vendor}{} ({}), {}",
                known.family, known.year, known.system
            )
        })
    }
}

impl Facts {
    fn of(known: Known) -> Self {
        Self {
            vendor: known.vendor,
            family: known.family,
            year: known.year,
            system: known.system,
            form: known.form.name(),
            driver: known.driver,
            driver_year: known.driver_year,
        }
    }
}
