//! What a text about a device leaves out, which then counts as absent.
//!
//! A program that describes a device may know less than the device has. `vulkaninfo` prints no structure of core Vulkan 1.1 on a device
//! of 1.1, older programs print none of newer extensions. From the version and the extensions it follows which structures a device has.
//! One of which the text says nothing is a gap, unless nothing depends on it, or it belongs to a single vendor's extension: `vulkaninfo`
//! prints few of these, and a warning about every device would be read about none. What a text does not state about an extension that it does
//! not list cannot be found so; where its origin is known to leave such things out, that is a gap, too.
//!
//! Limits are of every device. One that is left out would be the least that Vulkan guarantees, which is a tenth of what desktops have:
//! it is taken from the captures of other devices of that kind, if these agree, and is a gap that says so ([`take_limits`]).

use super::super::properties::{Field, PropertyValue, FIELDS};
use super::super::{
    tables, Description, Properties, Structure, Target, Unknown, VulkanExtension, COUNTS_AS,
};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::vec::Vec;

pub const VERSION_EXPECTED: &str = "expected a version of Vulkan 1, as \"1.3.230\"";

/// The gap of a text that does not state the version.
pub const VERSION: &str = "the version of Vulkan, which counts as 1.0";

/// The site that collects reports of devices.
const SITE: &str = "vulkan.gpuinfo.org";

/// The gap of everything that comes from there.
const LEFT_OUT: &str =
    "what vulkan.gpuinfo.org leaves out: newer extensions, and rotation in subgroups";

/// The structure of limits.
const LIMITS: &str = "VkPhysicalDeviceLimits";

/// Takes limits that the description of a device leaves out from captures of other devices of that kind, where all that state them agree.
///
/// Of one kind are the vendor's devices with as many invocations in a workgroup, which tells generations apart: those of the same driver, or
/// of any if none has it. Reports of 2021 and 2022 from vulkan.gpuinfo.org lack `maxComputeWorkGroupSize`.
pub fn take_limits(description: &mut Description) {
    let mut values = description.properties.values();
    let own = description.properties.clone();
    let kind = |of: &Properties| of.vendor_id.zip(of.max_compute_work_group_invocations);
    let lacks = |(field, value): (&Field, &Option<PropertyValue>)| {
        field.structure == *LIMITS && value.is_none()
    };
    if kind(&own).is_none() || !FIELDS.iter().zip(&values).any(lacks) {
        return;
    }
    let mut others = captures();
    others.retain(|other| kind(&other.properties) == kind(&own));
    let is_driver = |other: &Description| other.properties.driver_id == own.driver_id;
    if others.iter().any(is_driver) {
        others.retain(is_driver);
    }
    for (at, (field, value)) in FIELDS.iter().zip(&mut values).enumerate() {
        if !lacks((field, value)) {
            continue;
        }
        let name = format!("{}::{}", field.structure, field.member);
        let is_own = |other: &&Description| !other.gaps.iter().any(|gap| gap.starts_with(&name));
        let stated = others.iter().filter(is_own);
        let mut stated = stated.filter_map(|other| *other.properties.values().get(at)?);
        let Some(first) = stated
            .next()
            .filter(|first| stated.all(|other| other == *first))
        else {
            continue;
        };
        *value = Some(first);
        let text = field.kind.text(first);
        description.gaps.push(format!(
            "{name}{COUNTS_AS}{text}, as the vendor's other devices state"
        ));
    }
    description.properties = Properties::from_values(&values);
}

/// What is built in of real devices.
fn captures() -> Vec<Description> {
    #[cfg(feature = "devices")]
    return super::super::captured::names()
        .filter_map(super::super::captured::read)
        .collect();
    #[cfg(not(feature = "devices"))]
    Vec::new()
}

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
