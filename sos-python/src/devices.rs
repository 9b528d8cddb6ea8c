//! `devices()`: what is built in, as `sos device list all --json` lists it; and `find_device()`, as `sos device find --json` answers. Tests
//! compare them.

use serde_json::{json, Value};
use sos_core::target::find::Found;
use sos_core::target::{built_in_aliases, built_in_names, find, known_devices};
use sos_core::Target as Offered;

use crate::errors::Failure;
use crate::target::Target;

/// The list as JSON.
pub fn list() -> Value {
    built_in_names().filter_map(row).collect()
}

/// What is nearest to a device, as JSON.
///
/// # Errors
/// The text is empty, or a number that several chips have.
pub fn nearest(text: &str) -> Result<Value, Failure> {
    let found = find::find(text).map_err(|why| Failure::Target(why.to_string()))?;
    let mut answers = found.iter().map(answer);
    let mut first = answers.next().unwrap_or_default();
    let also: Vec<Value> = answers.collect();
    if !also.is_empty() {
        first["also"] = also.into();
    }
    Ok(first)
}

fn answer(found: &Found) -> Value {
    let devices = found.devices.iter().filter_map(|near| {
        let mut row = row(near.device)?;
        row["why"] = near.why.name().into();
        Some(row)
    });
    let mut answer = json!({
        "vendor": found.vendor,
        "family": found.family,
        "year": found.year,
        "system": found.system,
        "devices": devices.collect::<Vec<Value>>(),
    });
    if let Some(soc) = found.soc {
        answer["soc"] = soc.into();
    }
    if let Some(chip) = &found.chip {
        answer["chip"] = chip.as_str().into();
    }
    answer
}

/// A built-in device.
fn row(name: &str) -> Option<Value> {
    let target = Target(Offered::built_in(name)?);
    let aliases = built_in_aliases().filter(|(_, of)| *of == name);
    let aliases: Vec<&str> = aliases.map(|(alias, _)| alias).collect();
    let mut row = json!({
        "device": name,
        "aliases": aliases,
        "name": target.0.name(),
        "kind": target.kind(),
        "api_version": target.api_version(),
        "spirv_version": target.spirv_version(),
    });
    if let Some(known) = known_devices().find(|known| known.name == name) {
        row["vendor"] = known.vendor.into();
        row["family"] = known.family.into();
        row["year"] = known.year.into();
        row["system"] = known.system.into();
        row["form"] = known.form.name().into();
        row["driver"] = known.driver.into();
        row["driver_year"] = known.driver_year.into();
    }
    Some(row)
}
