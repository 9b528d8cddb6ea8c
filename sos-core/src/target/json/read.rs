//! Reads a profile and everything that it refers to.

use super::super::description::Description;
use super::super::TargetKind;
use super::gaps;
use super::single::Form;
use super::stated::{array_at, at, object, object_at, text, text_at, Item, Object, Stated};
use super::value::version;
use super::DescriptionError as Error;
use crate::tables::capability_by_name;
use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum length of a text, in bytes. A full report of a device has about 0.5 MB.
pub const MAX_JSON_BYTES: usize = 16 << 20;

/// The maximum number of block names in one profile, so that time stays linear in the text.
const MAX_BLOCK_NAMES: usize = 4096;
/// The maximum number of profiles that a profile may inherit from, directly or not.
const MAX_PROFILES: usize = 64;

/// Reads the chosen profile of a text, with the profiles that it inherits from; core features are not implied yet. Also the structures
/// of which a text about a device says nothing. What this library wrote names its gaps itself.
pub fn read(
    text: &str,
    profile: Option<&str>,
    parents: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<(Description, Vec<&'static str>), Error> {
    let document = Document::parse(text)?;
    let name = document.choose(profile)?;
    if let Some(form) = document.form() {
        let mut description = form.read(document.root()?)?;
        gaps::take_limits(&mut description);
        let unmentioned = gaps::unmentioned(&description);
        return Ok((description, unmentioned));
    }
    let mut reader = Reader {
        parents,
        seen: BTreeSet::new(),
    };
    let mut description = reader.profile(&document, &name)?;
    // Of what all exporters write, this is what no requirements have.
    if description.properties.vendor_id.is_some() {
        description.kind = TargetKind::Device;
    }
    let complete = description.kind != TargetKind::Device || name.starts_with(super::OWN);
    let unmentioned = match complete {
        true => Vec::new(),
        false => {
            gaps::take_limits(&mut description);
            gaps::unmentioned(&description)
        }
    };
    Ok((description, unmentioned))
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
        // Some editors mark the encoding, which is not JSON. The parser limits the depth of nesting by itself.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Ok(Self(serde_json::from_str(text)?))
    }

    fn root(&self) -> Result<&Object, Error> {
        object(&self.0, "$")
    }

    /// The form of a text about a single device.
    fn form(&self) -> Option<Form> {
        self.root().ok().and_then(Form::of)
    }

    fn profiles(&self) -> Result<&Object, Error> {
        let profiles = self.root()?.get("profiles");
        object(
            profiles.ok_or_else(|| Error::schema("$", "expected \"profiles\""))?,
            "$.profiles",
        )
    }

    fn names(&self) -> Result<Vec<String>, Error> {
        if let Some(form) = self.form() {
            return Ok(vec![form.name(self.root()?).to_owned()]);
        }
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

        let stated = at(profile, "api-version");
        let stated = stated.ok_or_else(|| Error::schema(&path, "expected \"api-version\""))?;
        let version = version(stated)
            .ok_or_else(|| Error::schema(format!("{path}.api-version"), gaps::VERSION_EXPECTED))?;
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
        for item in array_at(profile, super::UNSTATED, &path)? {
            description.kind = TargetKind::Device;
            description
                .gaps
                .push(text(item.value, &item.path)?.to_owned());
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
        Ok(Self {
            blocks: object_at(document.root()?, "capabilities", "$")?,
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

/// Reads one block.
fn read_block(block: &Object, path: &str) -> Result<Description, Error> {
    let mut stated = Stated::new();
    if let Some(extensions) = block.get("extensions") {
        stated.extensions(extensions, &format!("{path}.extensions"))?;
    }
    for (name, members) in object_at(block, "features", path)?.into_iter().flatten() {
        let path = format!("{path}.features.{name}");
        if !members.is_null() {
            stated.features(name, object(members, &path)?, &path)?;
        }
    }
    for (name, members) in object_at(block, "properties", path)?.into_iter().flatten() {
        let path = format!("{path}.properties.{name}");
        if !members.is_null() {
            stated.properties(name, object(members, &path)?, &path)?;
        }
    }
    Ok(stated.finish())
}
