//! What is said before the first stage: of the layer, of a device, and of what a program enables on it. A program that creates no stage
//! hears nothing of it, unless it wants every detail.

use crate::log::{Level, Log};
use crate::physical::Physical;
use crate::settings::{cost_on, Settings};
use sos_core::target::{subgroup_operations, Feature, VulkanExtension};
use sos_core::{Cost, Target, ADDITIONS};

/// The longest line, where names are listed.
const WIDTH: usize = 120;

/// Names after a sentence: in its line if there is room, else in lines of their own.
fn listed(text: &str, names: &[&str]) -> String {
    let list = names.join(", ");
    if names.is_empty() || text.len() + list.len() < WIDTH {
        return format!("{text}{list}");
    }
    let mut lines = text.trim_end().to_owned();
    let mut room = 0;
    for (at, name) in names.iter().enumerate() {
        let end = if at + 1 < names.len() { "," } else { "" };
        if room < name.len() + 2 {
            lines += "\n    ";
            room = WIDTH - 4;
        } else {
            lines += " ";
        }
        lines += name;
        lines += end;
        room = room.saturating_sub(name.len() + 2);
    }
    lines
}

/// What one device has and another lacks: features, extensions, subgroup operations.
fn beyond(more: &Target, less: &Target) -> Vec<&'static str> {
    let operations = |of: &Target| of.properties().subgroup_supported_operations.unwrap_or(0);
    let mut left = operations(more) & !operations(less);
    // Aliases of a bit follow each other.
    let bits = subgroup_operations().filter(move |one| {
        let is_new = left & one.1 != 0;
        left &= !one.1;
        is_new
    });
    let features = Feature::all().filter(|&one| more.has_feature(one) && !less.has_feature(one));
    let extensions = VulkanExtension::all();
    let extensions =
        extensions.filter(|&one| more.has_vulkan_extension(one) && !less.has_vulkan_extension(one));
    features
        .map(Feature::member)
        .chain(extensions.map(VulkanExtension::name))
        .chain(bits.map(|one| one.0))
        .collect()
}

/// What is said of a device: the number of what SOS adds and takes away, or all names.
pub fn of_device(settings: &Settings, physical: &Physical, log: &Log) -> String {
    let hidden = match settings.without.is_empty() {
        true => String::new(),
        false => format!(", treated as without {}", settings.without.join(", ")),
    };
    let name = format!("{}{hidden}", physical.native.name());
    let added = beyond(&physical.provided, &physical.below);
    let taken = beyond(&physical.below, &physical.provided);
    let in_detail = log.wants(Level::Verbose);
    let mut text = match added.len() {
        0 => format!("{name}: nothing is provided beyond what it has"),
        _ if in_detail => listed(&format!("{name}: SOS provides "), &added),
        count => format!("{name}: SOS provides {count} features, extensions and subgroup operations that it lacks"),
    };
    text += &match taken.len() {
        0 => String::new(),
        _ if in_detail => listed(
            "\nof what it has, these need what is provided, and are not: ",
            &taken,
        ),
        count => format!(", and not {count} that need those"),
    };
    text
}

/// What is said of what a program enables of it.
pub fn of_program(enabled: &[&str]) -> String {
    match enabled.is_empty() {
        true => "the program enables nothing beyond what the device has".to_owned(),
        false => listed("beyond what the device has, the program enables ", enabled),
    }
}

/// How a program is run without what it enables and what costs more than as much: it may have a way of its own, which it does not take
/// because it is told of these.
pub fn of_cost(below: &Target, enabled: &[&str]) -> Option<String> {
    let is_costly = |name: &&str| {
        let mut rows = ADDITIONS.iter().filter(|row| row.names().contains(name));
        rows.any(|row| cost_on(row, below) > Cost::AsFast)
    };
    let costly: Vec<&str> = enabled.iter().copied().filter(is_costly).collect();
    let text = "if it has a way of its own, it is faster by SOS_LAYER_PROVIDE=as-fast, without ";
    (!costly.is_empty()).then(|| listed(text, &costly))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_costs_more_is_named() {
        let below = Target::built_in("swiftshader").unwrap();
        let said = |enabled: &[&str]| of_cost(&below, enabled);
        assert_eq!(said(&[]), None);
        assert_eq!(said(&["shaderInt16"]), None);
        let text = said(&["shaderInt16", "storageBuffer16BitAccess"]).unwrap();
        assert!(
            text.ends_with("=as-fast, without storageBuffer16BitAccess"),
            "{text}"
        );
    }

    #[test]
    fn long_lists_have_lines_of_their_own() {
        assert_eq!(listed("it has ", &["a", "b"]), "it has a, b");
        let names: Vec<String> = (0..40).map(|at| format!("shaderFeature{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = listed("it has ", &names);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("it has"));
        let mut found = Vec::new();
        for line in lines {
            assert!(
                line.len() <= WIDTH && line.starts_with("    shader"),
                "{line}"
            );
            found.extend(line.trim().trim_end_matches(',').split(", "));
        }
        assert_eq!(found, names);
    }
}
