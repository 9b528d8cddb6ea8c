//! What a text about a device leaves out, which then counts as absent.
//!
//! A program that describes a device may know less than the device has. `vulkaninfo` prints no structure of core Vulkan 1.1 on a device
//! of 1.1, older programs print none of newer extensions. From the version and the extensions it follows which structures a device has.
//! One of which the text says nothing is a gap, unless nothing depends on it, or it belongs to a single vendor's extension: `vulkaninfo`
//! prints few of these, and a warning about every device would be read about none. What a text does not state about an extension that it does
//! not list cannot be found so; where its origin is known to leave such things out, that is a gap, too.

use super::super::properties::FIELDS;
use super::super::{tables, Description, Structure, Target, Unknown, VulkanExtension};

pub const VERSION_EXPECTED: &str = "expected a version of Vulkan 1, as \"1.3.230\"";

/// The gap of a text that does not state the version.
pub const VERSION: &str = "the version of Vulkan, which counts as 1.0";

/// The site that collects reports of devices.
const SITE: &str = "vulkan.gpuinfo.org";

/// The gap of everything that comes from there.
const LEFT_OUT: &str =
    "what vulkan.gpuinfo.org leaves out: newer extensions, and rotation in subgroups";

/// The structures that the device has and of which the description mentions no member. Core features must not be implied yet.
pub fn unmentioned(description: &Description) -> Vec<&'static str> {
    let version = description.api_version;
    let has = |extension: VulkanExtension| description.extensions.contains(extension.index());
    let is_common = |extension: &VulkanExtension| {
        let name = extension.name();
        name.starts_with("VK_KHR_") || name.starts_with("VK_EXT_")
    };
    let features = Structure::all().iter().filter(|structure| {
        let mut features = structure.features.iter();
        structure.is_available(version, |extension| is_common(&extension) && has(extension))
            && !features.any(|(.., feature)| description.known.contains(feature.index()))
    });
    let values = description.properties.values();
    let mut properties: Vec<&'static str> =
        FIELDS.iter().map(|field| field.structure.text()).collect();
    properties.dedup();
    properties.retain(|structure| {
        let mut members = FIELDS.iter().zip(&values);
        tables::is_property_available(structure, version, has)
            && !members.any(|(field, value)| field.structure == *structure && value.is_some())
    });
    let features = features.map(|structure| structure.name.text());
    features.chain(properties).collect()
}

/// Adds the gaps of a device to its description, given what was [`unmentioned`].
pub fn add(target: Target, unmentioned: &[&'static str]) -> Target {
    let mut description = target.describe();
    let mut add = |gap: &str| {
        if !description.gaps.iter().any(|there| there == gap) {
            description.gaps.push(gap.to_owned());
        }
    };
    let mut structures: Vec<&'static str> = Vec::new();
    for unknown in target.unknowns() {
        let structure = match unknown {
            Unknown::Feature(feature) => feature.structure(),
            Unknown::Property(structure, _) => structure,
            Unknown::Gap(_) => continue,
        };
        if unmentioned.contains(&structure) && structures.last() != Some(&structure) {
            structures.push(structure);
        }
    }
    if target.comment().contains(SITE) {
        add(LEFT_OUT);
    }
    structures.into_iter().for_each(&mut add);
    description.build()
}
