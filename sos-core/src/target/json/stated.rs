//! What a text states about a device: extensions, features and properties, from wherever a form has them.

use super::super::properties::{PropertyValue, FIELDS};
use super::super::{tables, ApiVersion, Description, Properties, TargetKind, VulkanExtension};
use super::value::{flag, is_unknown, property};
use super::DescriptionError as Error;
use crate::packed::Name;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Map, Value};

pub type Object = Map<String, Value>;

/// Collects statements. Structures, members and extensions that the tables do not contain do not matter to shaders, or are newer
/// than this version.
pub struct Stated {
    description: Description,
    /// In the order of [`FIELDS`].
    values: Vec<Option<PropertyValue>>,
}

impl Stated {
    pub fn new() -> Self {
        Self {
            description: Description::new("", TargetKind::Requirements, ApiVersion::V1_0),
            values: vec![None; FIELDS.len()],
        }
    }

    /// Extensions: an object with their revisions, or a list of names or of objects with a name.
    pub fn extensions(&mut self, extensions: &Value, path: &str) -> Result<(), Error> {
        let wrong = || Error::schema(path, "expected extensions, as an object or a list");
        match extensions {
            Value::Null => {}
            Value::Object(extensions) => {
                for name in extensions.keys() {
                    self.extension(name);
                }
            }
            Value::Array(extensions) => {
                for extension in extensions.iter().filter(|extension| !extension.is_null()) {
                    let name = extension.get("extensionName").unwrap_or(extension);
                    self.extension(name.as_str().ok_or_else(wrong)?);
                }
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn extension(&mut self, name: &str) {
        if let Some(extension) = VulkanExtension::find(name) {
            self.description.set_extension(extension, true);
        }
    }

    /// A structure of features.
    pub fn features(&mut self, name: &str, members: &Object, path: &str) -> Result<(), Error> {
        let Some(structure) = Name::find(name).and_then(tables::structure) else {
            return Ok(());
        };
        for (_, member, feature) in structure.features {
            let Some(value) = members.get(member.text()) else {
                continue;
            };
            if let Some(on) = flag(value, || format!("{path}.{member}"))? {
                // Two structures may report the same feature. It is supported if either says so.
                let on = on || self.description.has(*feature);
                self.description.set_feature(*feature, on);
            }
        }
        Ok(())
    }

    /// A structure of properties, and the limits in it.
    pub fn properties(&mut self, name: &str, members: &Object, path: &str) -> Result<(), Error> {
        for (member, value) in members {
            let path = || format!("{path}.{member}");
            if let ("VkPhysicalDeviceProperties", "limits") = (name, member.as_str()) {
                if !is_unknown(value) {
                    self.properties("VkPhysicalDeviceLimits", object(value, &path())?, &path())?;
                }
                continue;
            }
            let Some((structure, member)) = Name::find(name).zip(Name::find(member)) else {
                continue;
            };
            let place = tables::property_place(structure, member);
            let mut found = FIELDS.iter().zip(&mut self.values);
            let found = found.find(|(field, _)| (field.structure, field.member) == place);
            if let Some((field, slot)) = found {
                *slot = property(value, field.kind, path)?.or(*slot);
            }
        }
        Ok(())
    }

    /// Only its features, extensions and properties count: name, kind and version are whatever says so elsewhere.
    pub fn finish(mut self) -> Description {
        self.description.properties = Properties::from_values(&self.values);
        self.description
    }
}

pub fn object<'a>(value: &'a Value, path: &str) -> Result<&'a Object, Error> {
    let object = value.as_object();
    object.ok_or_else(|| Error::schema(path, "expected an object"))
}

pub fn text<'a>(value: &'a Value, path: &str) -> Result<&'a str, Error> {
    let text = value.as_str();
    text.ok_or_else(|| Error::schema(path, "expected a string"))
}

/// A member that is there and not `null`.
pub fn at<'a>(parent: &'a Object, key: &str) -> Option<&'a Value> {
    parent.get(key).filter(|value| !value.is_null())
}

pub fn object_at<'a>(
    parent: &'a Object,
    key: &str,
    path: &str,
) -> Result<Option<&'a Object>, Error> {
    let object = |value| object(value, &format!("{path}.{key}"));
    at(parent, key).map(object).transpose()
}

pub fn text_at<'a>(parent: &'a Object, key: &str, path: &str) -> Result<Option<&'a str>, Error> {
    let text = |value| text(value, &format!("{path}.{key}"));
    at(parent, key).map(text).transpose()
}

/// An element of an array and its path.
pub struct Item<'a> {
    pub value: &'a Value,
    pub path: String,
}

/// The elements of an array that are not `null`; none if it is missing.
pub fn array_at<'a>(parent: &'a Object, key: &str, path: &str) -> Result<Vec<Item<'a>>, Error> {
    let Some(value) = at(parent, key) else {
        return Ok(Vec::new());
    };
    let path = format!("{path}.{key}");
    let wrong = || Error::schema(&path, "expected a list");
    let values = value.as_array().ok_or_else(wrong)?.iter().enumerate();
    let item = |(index, value)| Item {
        value,
        path: format!("{path}[{index}]"),
    };
    let known = values.filter(|(_, value)| !value.is_null());
    Ok(known.map(item).collect())
}
