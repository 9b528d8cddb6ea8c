//! `devices()`: what is built in, as `sos device list all --json` lists it. A test compares the two.

use serde_json::{json, Value};
use sos_core::target::{built_in_aliases, built_in_names, known_devices};
use sos_core::Target as Offered;

use crate::target::Target;

/// The list as JSON.
pub fn list() -> Value {
    let rows = built_in_names().filter_map(|name| {
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
    });
    rows.collect()
}
