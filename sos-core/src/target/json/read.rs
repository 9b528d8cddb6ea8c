//! Reads a profile and everything that it refers to.

use super::super::description::Description;
use super::super::properties::{Kind, PropertyValue as Property, FIELDS};
use super::super::{tables, ApiVersion, Properties, TargetKind, VulkanExtension};
use super::DescriptionError as Error;
use crate::tables::capability_by_name;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum length of a text, in bytes. A full report of a device has about 0.5 MB.
pub const MAX_JSON_BYTES: usize = 16 << 20;

/// The maximum number of block names in one profile, so that time stays linear in the text.
const MAX_BLOCK_NAMES: usize = 4096;
/// The maximum number of profiles that a profile may inherit from, directly or not.
const MAX_PROFILES: usize = 64;

type Object = Map<String, Value>;

/// Reads the chosen profile of a text, with the profiles that it inherits from.
pub fn read(
    text: &str,
    profile: Option<&str>,
    parents: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Description, Error> {
    let document = Document::parse(text)?;
    let name = document.choose(profile)?;
    let mut reader = Reader {
        parents,
        seen: BTreeSet::new(),
    };
    let mut description = reader.profile(&document, &name)?;
    let properties = &description.properties;
    let is_device = properties.vendor_id.is_some()
        && properties.device_id.is_some()
        && properties.driver_version.is_some();
    if is_device {
        description.kind = TargetKind::Device;
    } else {
        // A missing requirement does not mean that devices lack the feature.
        description.known = description.features;
    }
    description.imply_core_features();
    Ok(description)
}

/// Names of the profiles in a text.
pub fn profiles(text: &str) -> Result<Vec<String>, Error> {
    Document::parse(text)?.names()
}

/// A parsed text. Paths in errors start at its root, `$`.
struct Document(Value);

impl Document {
    fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_JSON_BYTES {
            return Err(Error::TooLarge);
        }
        // The parser limits the depth of nesting by itself.
        Ok(Self(serde_json::from_str(text)?))
    }

    fn root(&self) -> Result<&Object, Error> {
        object(&self.0, "$")
    }

    fn profiles(&self) -> Result<&Object, Error> {
        let profiles = self.root()?.get("profiles");
        object(
            profiles.ok_or_else(|| Error::schema("$", "expected \"profiles\""))?,
            "$.profiles",
        )
    }

    fn names(&self) -> Result<Vec<String>, Error> {
        Ok(self.profiles()?.keys().cloned().collect())
    }

    fn choose(&self, profile: Option<&str>) -> Result<String, Error> {
        let names = self.names()?;
        match (profile, names.as_slice()) {
            (Some(name), _) if names.iter().any(|other| other == name) => Ok(name.to_owned()),
            (Some(name), _) => Err(Error::NoSuchProfile {
                name: name.to_owned(),
                found: names,
            }),
            (None, [name]) => Ok(name.clone()),
            (None, []) => Err(Error::schema("$.profiles", "expected a profile")),
            (None, _) => Err(Error::SeveralProfiles(names)),
        }
    }
}

struct Reader<'a> {
    parents: &'a mut dyn FnMut(&str) -> Option<String>,
    /// Profiles that were already included. A profile is included only once, so cyclic inheritance terminates.
    seen: BTreeSet<String>,
}

impl Reader<'_> {
    fn profile(&mut self, document: &Document, name: &str) -> Result<Description, Error> {
        let path = format!("$.profiles.{name}");
        let profile = document.profiles()?.get(name);
        let profile = object(
            profile.ok_or_else(|| Error::schema(&path, "expected a profile"))?,
            &path,
        )?;
        self.seen.insert(name.to_owned());

        let version = text_at(profile, "api-version", &path)?;
        let version = version.ok_or_else(|| Error::schema(&path, "expected \"api-version\""))?;
        let version = ApiVersion::parse(version).ok_or_else(|| {
            Error::schema(
                format!("{path}.api-version"),
                "expected a version of Vulkan 1, as \"1.3.230\"",
            )
        })?;
        let label = text_at(profile, "label", &path)?
            .filter(|label| !label.is_empty())
            .unwrap_or(name);
        let mut description = Description::new(label, TargetKind::Requirements, version);
        description.comment = text_at(profile, "description", &path)?
            .unwrap_or_default()
            .to_owned();

        let mut blocks = Blocks::of(document)?;
        for item in array_at(profile, "capabilities", &path)? {
            description.require(&blocks.item(&item)?);
        }
        for item in array_at(profile, super::WITHHELD, &path)? {
            let capability = capability_by_name(text(item.value, &item.path)?);
            description.withheld.extend(capability);
        }
        for key in ["profiles", "requiredProfiles"] {
            for item in array_at(profile, key, &path)? {
                let parent = text(item.value, &item.path)?;
                self.parent(document, parent, &mut description)?;
            }
        }
        Ok(description)
    }

    fn parent(
        &mut self,
        document: &Document,
        name: &str,
        description: &mut Description,
    ) -> Result<(), Error> {
        if self.seen.contains(name) {
            return Ok(());
        }
        if self.seen.len() >= MAX_PROFILES {
            return Err(Error::schema(
                format!("$.profiles.{name}"),
                "too many inherited profiles",
            ));
        }
        let parent = if document.profiles()?.contains_key(name) {
            self.profile(document, name)?
        } else if let Some(text) = (self.parents)(name) {
            self.profile(&Document::parse(&text)?, name)?
        } else {
            self.seen.insert(name.to_owned());
            description
                .gaps
                .push(format!("what the inherited profile {name} requires"));
            return Ok(());
        };
        description.require(&parent);
        Ok(())
    }
}

/// The capability blocks of a text, each parsed once.
struct Blocks<'a> {
    blocks: Option<&'a Object>,
    read: BTreeMap<&'a str, Description>,
    names: usize,
}

impl<'a> Blocks<'a> {
    fn of(document: &'a Document) -> Result<Self, Error> {
        let blocks = document.root()?.get("capabilities");
        let blocks = blocks
            .map(|blocks| object(blocks, "$.capabilities"))
            .transpose()?;
        Ok(Self {
            blocks,
            read: BTreeMap::new(),
            names: 0,
        })
    }

    /// The block with a name, or the intersection of a list of alternative blocks.
    fn item(&mut self, item: &Item<'_>) -> Result<Description, Error> {
        match item.value {
            Value::String(name) => self.block(name, &item.path),
            Value::Array(alternatives) => {
                let mut common: Option<Description> = None;
                for (index, alternative) in alternatives.iter().enumerate() {
                    let path = format!("{}[{index}]", item.path);
                    let block = self.block(text(alternative, &path)?, &path)?;
                    match &mut common {
                        Some(common) => common.keep_common(&block),
                        None => common = Some(block),
                    }
                }
                common.ok_or_else(|| Error::schema(&item.path, "expected names of blocks"))
            }
            _ => Err(Error::schema(
                &item.path,
                "expected the name of a block or a list of names",
            )),
        }
    }

    fn block(&mut self, name: &str, path: &str) -> Result<Description, Error> {
        self.names += 1;
        if self.names > MAX_BLOCK_NAMES {
            return Err(Error::schema(path, "too many names of blocks"));
        }
        if let Some(block) = self.read.get(name) {
            return Ok(block.clone());
        }
        let found = self.blocks.and_then(|blocks| blocks.get_key_value(name));
        let (name, block) = found.ok_or_else(|| {
            Error::schema(
                path,
                format!("there is no block \"{name}\" in $.capabilities"),
            )
        })?;
        let block = read_block(
            object(block, &format!("$.capabilities.{name}"))?,
            &format!("$.capabilities.{name}"),
        )?;
        self.read.insert(name, block.clone());
        Ok(block)
    }
}

/// Reads one block. Only its features, extensions and properties are used: name, kind and version are those of the profile.
fn read_block(block: &Object, path: &str) -> Result<Description, Error> {
    let mut description = Description::new("", TargetKind::Requirements, ApiVersion::V1_0);
    if let Some(extensions) = object_at(block, "extensions", path)? {
        for name in extensions.keys() {
            if let Some(extension) = VulkanExtension::find(name) {
                description.set_extension(extension, true);
            }
        }
    }
    if let Some(features) = object_at(block, "features", path)? {
        for (name, members) in features {
            let path = format!("{path}.features.{name}");
            read_features(name, object(members, &path)?, &path, &mut description)?;
        }
    }
    if let Some(properties) = object_at(block, "properties", path)? {
        let mut values = vec![None; FIELDS.len()];
        for (name, members) in properties {
            let path = format!("{path}.properties.{name}");
            let members = object(members, &path)?;
            read_properties(name, members, &path, &mut values)?;
            if name == "VkPhysicalDeviceProperties" {
                if let Some(limits) = object_at(members, "limits", &path)? {
                    read_properties(
                        "VkPhysicalDeviceLimits",
                        limits,
                        &format!("{path}.limits"),
                        &mut values,
                    )?;
                }
            }
        }
        description.properties = Properties::from_values(&values);
    }
    Ok(description)
}

fn read_features(
    name: &str,
    members: &Object,
    path: &str,
    description: &mut Description,
) -> Result<(), Error> {
    let Some(structure) = tables::structure(name) else {
        return Ok(());
    };
    for (_, member, feature) in structure.features {
        if let Some(value) = members.get(*member) {
            let on = flag(value, || format!("{path}.{member}"))?;
            // Two structures may report the same feature. It is supported if either says so.
            let on = on || description.features.contains(feature.index());
            description.set_feature(*feature, on);
        }
    }
    Ok(())
}

fn read_properties(
    name: &str,
    members: &Object,
    path: &str,
    values: &mut [Option<Property>],
) -> Result<(), Error> {
    for (member, value) in members {
        let (structure, canonical) = tables::property_place(name, member);
        let found = FIELDS.iter().zip(values.iter_mut());
        let found = found
            .into_iter()
            .find(|(field, _)| field.structure == structure && field.member == canonical);
        if let Some((field, slot)) = found {
            if let Some(value) = property(value, field.kind, || format!("{path}.{member}"))? {
                *slot = Some(value);
            }
        }
    }
    Ok(())
}

/// A property's value; `None` if it is an enumerant name that the tables do not contain: then it is unknown, not an error.
fn property(
    value: &Value,
    kind: Kind,
    path: impl Fn() -> String,
) -> Result<Option<Property>, Error> {
    let number = |value: &Value| {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| Error::schema(path(), "expected a number from 0 to 4294967295"))
    };
    Ok(Some(match kind {
        Kind::Flag => Property::Flag(flag(value, path)?),
        Kind::Unsigned => Property::Unsigned(number(value)?),
        Kind::Signed => {
            let signed = value.as_i64().and_then(|number| i32::try_from(number).ok());
            // Some programs write negative numbers as unsigned ones.
            let wrapped = value
                .as_u64()
                .and_then(|number| u32::try_from(number).ok())
                .map(|number| number as i32);
            let number = signed.or(wrapped);
            Property::Signed(
                number.ok_or_else(|| Error::schema(path(), "expected a 32-bit integer"))?,
            )
        }
        Kind::Float => {
            let number = value
                .as_f64()
                .ok_or_else(|| Error::schema(path(), "expected a number"))?;
            Property::Float(number as f32)
        }
        Kind::Triple => {
            let numbers = value.as_array().map(Vec::as_slice).unwrap_or_default();
            let [a, b, c] = numbers else {
                return Err(Error::schema(path(), "expected three numbers"));
            };
            Property::Triple([number(a)?, number(b)?, number(c)?])
        }
        Kind::Bits(table) => match value {
            Value::Array(names) => {
                let mut bits = 0;
                for name in names {
                    let name = name
                        .as_str()
                        .ok_or_else(|| Error::schema(path(), "expected names of bits"))?;
                    bits |= table
                        .iter()
                        .find(|entry| entry.0 == name)
                        .map_or(0, |entry| entry.1);
                }
                Property::Unsigned(bits)
            }
            value => Property::Unsigned(number(value)?),
        },
        Kind::Name(table) => match value {
            Value::String(name) => match table.iter().find(|entry| entry.0 == name) {
                Some(entry) => Property::Unsigned(entry.1),
                None => return Ok(None),
            },
            value => Property::Unsigned(number(value)?),
        },
    }))
}

fn flag(value: &Value, path: impl Fn() -> String) -> Result<bool, Error> {
    match (value.as_bool(), value.as_u64()) {
        (Some(flag), _) => Ok(flag),
        (None, Some(0)) => Ok(false),
        (None, Some(1)) => Ok(true),
        _ => Err(Error::schema(path(), "expected true or false")),
    }
}

fn object<'a>(value: &'a Value, path: &str) -> Result<&'a Object, Error> {
    value
        .as_object()
        .ok_or_else(|| Error::schema(path, "expected an object"))
}

fn text<'a>(value: &'a Value, path: &str) -> Result<&'a str, Error> {
    value
        .as_str()
        .ok_or_else(|| Error::schema(path, "expected a string"))
}

fn object_at<'a>(parent: &'a Object, key: &str, path: &str) -> Result<Option<&'a Object>, Error> {
    parent
        .get(key)
        .map(|value| object(value, &format!("{path}.{key}")))
        .transpose()
}

fn text_at<'a>(parent: &'a Object, key: &str, path: &str) -> Result<Option<&'a str>, Error> {
    parent
        .get(key)
        .map(|value| text(value, &format!("{path}.{key}")))
        .transpose()
}

/// An element of an array and its path.
struct Item<'a> {
    value: &'a Value,
    path: String,
}

/// The elements of an array; none if it is missing.
fn array_at<'a>(parent: &'a Object, key: &str, path: &str) -> Result<Vec<Item<'a>>, Error> {
    let Some(value) = parent.get(key) else {
        return Ok(Vec::new());
    };
    let path = format!("{path}.{key}");
    let values = value
        .as_array()
        .ok_or_else(|| Error::schema(&path, "expected a list"))?;
    let item = |(index, value)| Item {
        value,
        path: format!("{path}[{index}]"),
    };
    Ok(values.iter().enumerate().map(item).collect())
}
