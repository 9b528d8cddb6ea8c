//! Formats a target as text.

use serde_json::Value;
use sos_core::tables::{capability_row, extension_name};
use sos_core::target::Unknown;
use sos_core::text::{items, line};
use sos_core::{Grade, Target, TargetKind};
use sos_front::devices::{kind, spirv_version};

/// Everything that a target offers.
pub(crate) fn target(target: &Target) -> String {
    let mut text = String::new();
    line(
        &mut text,
        format_args!("{} ({})", target.name(), kind(target)),
    );
    if !target.comment().is_empty() {
        line(&mut text, format_args!("  {}", target.comment()));
    }
    let capabilities = target.capabilities().iter().filter_map(capability_row);
    let mut list = |title: &str, list: Vec<String>| items(&mut text, title, &list);
    list("  not stated", target.gaps().to_vec());
    list("  Vulkan version", vec![target.api_version().to_string()]);
    list("  SPIR-V version", vec![spirv_version(target)]);
    list(
        "  Vulkan extensions",
        target
            .vulkan_extensions()
            .map(|extension| extension.name().to_owned())
            .collect(),
    );
    list(
        "  SPIR-V capabilities",
        capabilities.map(|row| row.name.text().to_owned()).collect(),
    );
    list(
        "  SPIR-V extensions",
        target
            .extensions()
            .iter()
            .filter_map(extension_name)
            .map(str::to_owned)
            .collect(),
    );
    list("  properties", properties(target));
    list(
        "  hidden capabilities",
        target.withheld().map(str::to_owned).collect(),
    );
    // Some descriptions of devices do not cover every feature that this program knows; no requirements do.
    let unknown = match target.kind() {
        TargetKind::Requirements => "  not required",
        _ => "  not known, so unused",
    };
    let unknowns = target.unknowns();
    let single = unknowns
        .iter()
        .filter(|one| !matches!(one, Unknown::Gap(_)));
    list(unknown, single.map(ToString::to_string).collect());
    text
}

/// What SOS adds to a device, a line for each addition.
pub(crate) fn additions(target: &Target, up_to: Grade) -> String {
    let mut text = String::new();
    let mut rows = target.additions(up_to).peekable();
    let what = match rows.peek() {
        None => "SOS adds nothing to",
        Some(_) => "SOS adds to",
    };
    line(&mut text, format_args!("{what} {}", target.name()));
    for row in rows {
        let (names, grade, rules) = (row.names(), row.grade.name(), row.rules);
        let but = match row.exceptions {
            "" => String::new(),
            exceptions => format!("; but not {exceptions}"),
        };
        let (names, rules) = (names.join(", "), rules.join(", "));
        line(
            &mut text,
            format_args!("  {names}: {grade}, by {rules}{but}"),
        );
    }
    text
}

/// The properties as `structure::member = value`, from the target's own profile.
fn properties(target: &Target) -> Vec<String> {
    let profile: Value = serde_json::from_str(&target.to_profile_json()).unwrap_or_default();
    let mut lines = Vec::new();
    if let Some(structures) = profile
        .pointer("/capabilities/device/properties")
        .and_then(Value::as_object)
    {
        for (structure, members) in structures {
            flatten(&format!("{structure}::"), members, &mut lines);
        }
    }
    lines
}

/// Appends a line per leaf of nested JSON objects.
fn flatten(prefix: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                let dot = if prefix.ends_with("::") { "" } else { "." };
                flatten(&format!("{prefix}{dot}{member}"), value, lines);
            }
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(scalar).collect();
            lines.push(format!("{prefix} = {}", items.join(" | ")));
        }
        value => lines.push(format!("{prefix} = {}", scalar(value))),
    }
}

/// Formats a JSON value, strings without quotes.
fn scalar(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
