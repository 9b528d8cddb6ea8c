//! Writes a target as a profile with one block.

use super::super::properties::{Kind, PropertyValue as Property, FIELDS};
use super::super::{Feature, Target};
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;

type Object = Map<String, Value>;

impl Target {
    /// The target as a text in the Vulkan Profiles schema, with sorted keys and no more than this library reads.
    ///
    /// Read again, a device gives an equal target.
    pub fn to_profile_json(&self) -> String {
        let description = self.description();
        let mut extensions = Object::new();
        for extension in self.vulkan_extensions() {
            // The schema wants a revision, which the description does not keep; 1 is the lowest there is.
            extensions.insert(extension.name().to_owned(), json!(1));
        }
        let mut features: BTreeMap<&str, Object> = BTreeMap::new();
        for feature in Feature::all().filter(|feature| self.knows_feature(*feature)) {
            let structure = features.entry(feature.structure()).or_default();
            structure.insert(
                feature.member().to_owned(),
                json!(self.has_feature(feature)),
            );
        }
        let mut properties: BTreeMap<&str, Object> = BTreeMap::new();
        for (field, value) in FIELDS.iter().zip(description.properties.values()) {
            if let Some(value) = value {
                let structure = properties.entry(field.structure).or_default();
                structure.insert(field.member.to_owned(), write_property(value, field.kind));
            }
        }
        if let Some(limits) = properties.remove("VkPhysicalDeviceLimits") {
            let device = properties.entry("VkPhysicalDeviceProperties").or_default();
            device.insert("limits".to_owned(), Value::Object(limits));
        }
        let document = json!({
            "$schema": "https://schema.khronos.org/vulkan/profiles-0.8-latest.json#",
            "capabilities": {
                "device": { "extensions": extensions, "features": features, "properties": properties },
            },
            "profiles": {
                profile_name(self.name()): {
                    "api-version": self.api_version().to_string(),
                    "capabilities": ["device"],
                    "contributors": {},
                    "description": self.comment(),
                    "history": [],
                    "label": self.name(),
                    "version": 1,
                },
            },
        });
        let mut text = format!("{document:#}");
        text.push('\n');
        text
    }
}

/// A name as the schema wants it: letters, digits and underscores behind `VP_`.
fn profile_name(name: &str) -> String {
    let plain = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let name: String = "VP_SOS_".chars().chain(plain).collect();
    name.trim_end_matches('_').to_owned()
}

fn write_property(value: Property, kind: Kind) -> Value {
    match (value, kind) {
        (Property::Unsigned(bits), Kind::Bits(table)) => write_bits(bits, table),
        (Property::Unsigned(number), Kind::Name(table)) => table
            .iter()
            .find(|entry| entry.1 == number)
            .map_or(json!(number), |entry| json!(entry.0)),
        (Property::Flag(flag), _) => json!(flag),
        (Property::Unsigned(number), _) => json!(number),
        (Property::Signed(number), _) => json!(number),
        (Property::Float(number), _) => json!(number),
        (Property::Triple(numbers), _) => json!(numbers),
    }
}

/// Names of bits, or the number if a bit has no name.
fn write_bits(bits: u32, table: &[(&str, u32)]) -> Value {
    let mut names = Vec::new();
    for bit in (0..32)
        .map(|bit| 1_u32 << bit)
        .filter(|bit| bits & bit != 0)
    {
        match table.iter().find(|entry| entry.1 == bit) {
            Some(entry) => names.push(json!(entry.0)),
            None => return json!(bits),
        }
    }
    Value::Array(names)
}
