//! Generates `sos-core/src/generated/names.rs`: the names in all tables, sorted. `sos-core/src/packed.rs` says what for.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use anyhow::{ensure, Context, Result};

use super::registry::Registry;
use super::{spec_constants, spirv, vulkan, workspace_root};

/// Renders the file.
pub fn render(registry: &Registry) -> Result<String> {
    let fields = workspace_root()?.join("sos-core/src/target/properties.rs");
    let tables = [
        spirv::render(registry)?,
        vulkan::render(registry)?,
        spec_constants::table(registry)?,
        // This one is written by hand.
        fs::read_to_string(&fields).with_context(|| format!("reading {}", fields.display()))?,
    ];
    let mut names = BTreeSet::new();
    for table in &tables {
        names.extend(literals(table));
    }
    ensure!(u16::try_from(names.len()).is_ok(), "too many names");
    let mut out = String::from(
        "//! The names in the other tables, sorted.\n\
         //!\n\
         //! Written by `cargo xtask gen --registry DIR`; edits by hand are lost.\n\n",
    );
    out.push_str(
        "#[allow(clippy::large_const_arrays)] // Only tables computed at compile time read it.\n",
    );
    writeln!(out, "pub(crate) const NAMES: [&str; {}] = [", names.len())?;
    for name in names {
        writeln!(out, "    \"{name}\",")?;
    }
    out.push_str("];\n");
    Ok(out)
}

/// The names among the string literals of a table.
fn literals(table: &str) -> impl Iterator<Item = &str> {
    let code = table
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.filter(|line| !line.trim_start().starts_with("#["))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|text| {
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
}
