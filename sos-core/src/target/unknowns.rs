//! Facts that a description does not state, and that are therefore treated as unsupported.

use super::properties::FIELDS;
use super::{tables, Condition, Feature, Target, VulkanExtension};
use crate::packed::Name;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What joins a gap for which something is assumed to what that is. Other gaps count as missing.
pub(crate) const COUNTS_AS: &str = ", which counts as ";

/// A fact that the description of a target does not state. It is treated as unsupported. Displayed by its Vulkan name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A feature that a device of this version and with these extensions could report.
    Feature(Feature),
    /// The value of a property: structure and member.
    Property(&'static str, &'static str),
    /// A part of the description could not be read.
    Gap(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Feature(feature) => feature.fmt(f),
            Self::Property(structure, member) => write!(f, "{structure}::{member}"),
            Self::Gap(text) => f.write_str(text),
        }
    }
}

impl Target {
    /// What the description did not say and what was therefore taken as unsupported.
    ///
    /// Features and properties that a device of this version and with these extensions cannot have are not listed: there
    /// the answer is known. Nor are features without which the target has the same capabilities, by its version or an extension.
    pub fn unknowns(&self) -> Vec<Unknown> {
        let description = self.description();
        let version = description.api_version;
        let has = |extension: VulkanExtension| description.extensions.contains(extension.index());
        let gaps = description.gaps.iter().cloned().map(Unknown::Gap);
        let features = Feature::all().filter(|feature| {
            let structure = Name::find(feature.structure()).and_then(tables::structure);
            !description.known.contains(feature.index())
                && structure.is_some_and(|structure| structure.is_available(version, has))
                && !self.does_without(*feature)
        });
        let values = description.properties.values();
        let properties = FIELDS.iter().zip(values).filter(|(field, value)| {
            value.is_none() && tables::is_property_available(&field.structure, version, has)
        });
        let properties = properties
            .map(|(field, _)| Unknown::Property(field.structure.text(), field.member.text()));
        gaps.chain(features.map(Unknown::Feature))
            .chain(properties)
            .collect()
    }

    /// Whether the target's version or an extension provides all capabilities that a feature would provide.
    fn does_without(&self, feature: Feature) -> bool {
        let provides = |one: &Condition| one.features().contains(&feature);
        let all = tables::capabilities();
        let mut provided = all.filter(|(_, by)| by.iter().any(provides)).peekable();
        let otherwise =
            |one: &Condition| one.features().is_empty() && self.description().meets(one);
        provided.peek().is_some()
            && provided
                .all(|(capability, by)| self.has_capability(capability) && by.iter().any(otherwise))
    }
}
