//! Writes a target as a profile with one block.

use super::super::properties::{Kind, PropertyValue as Property, FIELDS};
use super::super::{Feature, Target, TargetKind};
use crate::packed::Name;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Map, Value};

type Object = Map<String, Value>;

impl Target {
    /// The target as a text in the Vulkan Profiles schema, with sorted keys and no more than this library reads.
    ///
    /// Read again, a device gives an equal target.
    pub fn to_profile_json(&self) -> String {
        let description = self.description();
        let mut extensions = Object::new();
        for extension in self.vulkan_extensions() {
            // The schema requires a revision, which the description does not keep; 1 is the lowest.
            extensions.insert(extension.name().to_owned(), Value::from(1));
        }
        let mut features = Object::new();
        for feature in Feature::all().filter(|feature| self.knows_feature(*feature)) {
            let has = Value::Bool(self.has_feature(feature));
            insert(&mut features, feature.structure(), feature.member(), has);
        }
        let mut properties = Object::new();
        for (field, value) in FIELDS.iter().zip(description.properties.values()) {
            if let Some(value) = value {
                let value = write_property(value, field.kind);
                insert(&mut properties, &field.structure, &field.member, value);
            }
        }
        if let Some(limits) = properties.remove("VkPhysicalDeviceLimits") {
            insert(
                &mut properties,
                "VkPhysicalDeviceProperties",
                "limits",
                limits,
            );
        }
        let device = object(vec![
            ("extensions", Value::Object(extensions)),
            ("features", Value::Object(features)),
            ("properties", Value::Object(properties)),
        ]);
        let mut profile = object(vec![
            ("api-version", Value::from(self.api_version().to_string())),
            ("capabilities", Value::Array(vec![Value::from("device")])),
            ("contributors", object(vec![])),
            ("description", Value::from(self.comment())),
            ("history", Value::Array(Vec::new())),
            ("label", Value::from(self.name())),
            ("version", Value::from(1)),
        ]);
        let withheld: Vec<Value> = self.withheld().map(Value::from).collect();
        let gaps = self
            .gaps()
            .iter()
            .filter(|_| self.kind() == TargetKind::Device);
        let unstated: Vec<Value> = gaps.cloned().map(Value::from).collect();
        for (key, list) in [(super::WITHHELD, withheld), (super::UNSTATED, unstated)] {
            if let (Value::Object(profile), false) = (&mut profile, list.is_empty()) {
                profile.insert(key.to_owned(), Value::Array(list));
            }
        }
        let document = object(vec![
            (
                "$schema",
                Value::from("https://schema.khronos.org/vulkan/profiles-0.8-latest.json#"),
            ),
            ("capabilities", object(vec![("device", device)])),
            (
                "profiles",
                object(vec![(&profile_name(self.name()), profile)]),
            ),
        ]);
        let mut text = format!("{document:#}");
        text.push('\n');
        text
    }
}

fn object(members: Vec<(&str, Value)>) -> Value {
    let mut object = Object::new();
    for (name, value) in members {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

/// Inserts a member into a structure, which is created if it is missing.
fn insert(structures: &mut Object, structure: &str, member: &str, value: Value) {
    let structure = structures
        .entry(structure)
        .or_insert_with(|| object(vec![]));
    if let Value::Object(members) = structure {
        members.insert(member.to_owned(), value);
    }
}

/// A profile name that conforms to the schema: `VP_` followed by letters, digits and underscores.
fn profile_name(name: &str) -> String {
    let plain = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let name: String = super::OWN.chars().chain(plain).collect();
    name.trim_end_matches('_').to_owned()
}

fn write_property(value: Property, kind: Kind) -> Value {
    match (value, kind) {
        (Property::Unsigned(bits), Kind::Bits(table)) => write_bits(bits, table),
        (Property::Unsigned(number), Kind::Name(table)) => table
            .iter()
            .find(|entry| entry.1 == number)
            .map_or(Value::from(number), |entry| Value::from(entry.0.text())),
        (Property::Flag(flag), _) => Value::from(flag),
        (Property::Unsigned(number), _) => Value::from(number),
        (Property::Signed(number), _) => Value::from(number),
        (Property::Float(number), _) => Value::from(number),
        (Property::Triple(numbers), _) => Value::from(numbers.to_vec()),
    }
}

/// The names of the bits, or the number if a bit has no name.
fn write_bits(bits: u32, table: &[(Name, u32)]) -> Value {
    let mut names = Vec::new();
    for bit in (0..32)
        .map(|bit| 1_u32 << bit)
        .filter(|bit| bits & bit != 0)
    {
        match table.iter().find(|entry| entry.1 == bit) {
            Some(entry) => names.push(Value::from(entry.0.text())),
            None => return Value::from(bits),
        }
    }
    Value::Array(names)
}
