//! Reads the parts of `vk.xml` that the tables need.
//!
//! Input: the text of the registry. Output: [`Registry`]. Only what the `vulkan` API has is kept. Unexpected contents are
//! errors: a silent gap here would become a wrong answer about a device.

use anyhow::{bail, ensure, Context, Result};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// A member of a structure.
#[derive(Debug)]
pub struct Member {
    pub name: String,
    pub ty: String,
    /// The `(structure, member)` that this member was promoted from and is equivalent to.
    pub alias: Option<(String, String)>,
}

/// A structure that extends `VkPhysicalDeviceFeatures2` or `VkPhysicalDeviceProperties2`, or is one of their roots.
#[derive(Debug)]
pub struct Struct {
    /// Name and value of its sType; the roots of Vulkan 1.0 have none.
    pub s_type: Option<(String, u32)>,
    pub members: Vec<Member>,
    /// The first Vulkan version that has it, as a minor version of Vulkan 1.
    pub version: Option<u8>,
    /// Extensions that have it, under this name or another.
    pub extensions: Vec<String>,
}

/// One alternative that makes a capability or a SPIR-V extension usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enable {
    Version(u8),
    Extension(String),
    Feature {
        structure: String,
        member: String,
    },
    Property {
        structure: String,
        member: String,
        value: String,
    },
}

/// The input of the tables.
pub struct Registry {
    /// Version of the Vulkan headers, as `1.4.359`.
    pub header: String,
    pub features: BTreeMap<String, Struct>,
    pub properties: BTreeMap<String, Struct>,
    /// Aliases of structures.
    pub aliases: BTreeMap<String, String>,
    /// Device extensions and the minor version of Vulkan 1 that they were promoted to.
    pub extensions: BTreeMap<String, Option<u8>>,
    /// Values of enumerants by enumeration; aliases have their target's value and follow it.
    pub enums: BTreeMap<String, Vec<(String, u64)>>,
    /// Features that every implementation of a version has: minor version, structure, member.
    pub mandated: Vec<(u8, String, String)>,
    pub spirv_capabilities: Vec<(String, Vec<Enable>)>,
    pub spirv_extensions: Vec<(String, Vec<Enable>)>,
}

/// The minor version of `VK_VERSION_1_3`, `VK_COMPUTE_VERSION_1_3` and similar names.
fn minor(name: &str) -> Option<u8> {
    let (_, version) = name.split_once("VERSION_1_")?;
    version.parse().ok()
}

fn is_vulkan(list: Option<&str>) -> bool {
    list.is_none_or(|list| list.split(',').any(|api| api == "vulkan"))
}

fn children<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    tag: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .filter(move |child| child.has_tag_name(tag) && is_vulkan(child.attribute("api")))
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str> {
    node.attribute(name)
        .with_context(|| format!("<{}> without {name}", node.tag_name().name()))
}

fn number(text: &str) -> Result<u64> {
    let digits = text.trim_end_matches(['U', 'L']);
    match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    }
    .with_context(|| format!("not a number: {text}"))
}

impl Registry {
    /// Reads the whole registry.
    pub fn parse(text: &str) -> Result<Self> {
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..Default::default()
        };
        let document = Document::parse_with_options(text, options)?;
        let root = document.root_element();
        let mut registry = Self {
            header: String::new(),
            features: BTreeMap::new(),
            properties: BTreeMap::new(),
            aliases: BTreeMap::new(),
            extensions: BTreeMap::new(),
            enums: read_enums(root)?,
            mandated: Vec::new(),
            spirv_capabilities: Vec::new(),
            spirv_extensions: Vec::new(),
        };
        registry.read_structs(root)?;
        registry.read_versions(root)?;
        registry.read_extensions(root)?;
        for section in children(root, "spirvcapabilities") {
            registry.spirv_capabilities = read_enables(section, "spirvcapability")?;
        }
        for section in children(root, "spirvextensions") {
            registry.spirv_extensions = read_enables(section, "spirvextension")?;
        }
        let version = children(root, "feature").filter_map(|node| minor(node.attribute("name")?));
        let version = version.max().context("no <feature>")?;
        registry.header = format!("1.{version}.{}", registry.header);
        ensure!(
            !registry.spirv_capabilities.is_empty(),
            "no <spirvcapability>"
        );
        ensure!(!registry.spirv_extensions.is_empty(), "no <spirvextension>");
        Ok(registry)
    }

    /// The canonical name of a structure.
    pub fn canonical<'a>(&'a self, structure: &'a str) -> &'a str {
        self.aliases
            .get(structure)
            .map_or(structure, String::as_str)
    }

    /// Value of an enumerant.
    pub fn value(&self, enumeration: &str, name: &str) -> Result<u64> {
        let values = self
            .enums
            .get(enumeration)
            .with_context(|| format!("no enumeration {enumeration}"))?;
        let found = values.iter().find(|(other, _)| other == name);
        Ok(found
            .with_context(|| format!("no {name} in {enumeration}"))?
            .1)
    }

    fn read_structs(&mut self, root: Node<'_, '_>) -> Result<()> {
        for node in children(root, "types").flat_map(|types| children(types, "type")) {
            if node.attribute("name").is_none() {
                self.read_header_version(node);
            }
            if node.attribute("category") != Some("struct") {
                continue;
            }
            let name = attribute(node, "name")?;
            if let Some(alias) = node.attribute("alias") {
                self.aliases.insert(name.to_owned(), alias.to_owned());
                continue;
            }
            let extends: Vec<_> = node
                .attribute("structextends")
                .unwrap_or_default()
                .split(',')
                .collect();
            if name == "VkPhysicalDeviceFeatures" || extends.contains(&"VkPhysicalDeviceFeatures2")
            {
                let Some(parsed) = self.read_struct(node)? else {
                    continue;
                };
                for member in &parsed.members {
                    ensure!(
                        member.ty == "VkBool32",
                        "{name}::{} is a {}",
                        member.name,
                        member.ty
                    );
                }
                self.features.insert(name.to_owned(), parsed);
            } else if ["VkPhysicalDeviceProperties", "VkPhysicalDeviceLimits"].contains(&name)
                || extends.contains(&"VkPhysicalDeviceProperties2")
            {
                let Some(parsed) = self.read_struct(node)? else {
                    continue;
                };
                self.properties.insert(name.to_owned(), parsed);
            }
        }
        Ok(())
    }

    /// Reads the patch version from `#define VK_HEADER_VERSION 359`; the minor version comes from the `<feature>` elements.
    fn read_header_version(&mut self, node: Node<'_, '_>) {
        let text: String = node
            .descendants()
            .filter_map(|child| if child.is_text() { child.text() } else { None })
            .collect();
        let words: Vec<_> = text.split_whitespace().collect();
        for pair in words.windows(2) {
            let [key, value] = pair else { continue };
            if *key == "VK_HEADER_VERSION" && value.parse::<u32>().is_ok() {
                self.header = (*value).to_owned();
            }
        }
    }

    /// The structure, or `None` if this API does not have it: then its sType has no value either.
    fn read_struct(&self, node: Node<'_, '_>) -> Result<Option<Struct>> {
        let mut parsed = Struct {
            s_type: None,
            members: Vec::new(),
            version: None,
            extensions: Vec::new(),
        };
        for member in children(node, "member") {
            let name = children(member, "name")
                .next()
                .context("<member> without <name>")?;
            let ty = children(member, "type")
                .next()
                .context("<member> without <type>")?;
            let text = name.text().context("empty <name>")?;
            match text {
                "sType" => {
                    let s_type = attribute(member, "values")?;
                    let Ok(value) = self.value("VkStructureType", s_type) else {
                        return Ok(None);
                    };
                    parsed.s_type = Some((s_type.to_owned(), u32::try_from(value)?));
                }
                "pNext" => {}
                _ => parsed.members.push(Member {
                    name: text.to_owned(),
                    ty: ty.text().context("empty <type>")?.to_owned(),
                    alias: name
                        .attribute("alias")
                        .and_then(|alias| alias.split_once("::"))
                        .map(|(structure, member)| (structure.to_owned(), member.to_owned())),
                }),
            }
        }
        Ok(Some(parsed))
    }

    fn structure(&mut self, name: &str) -> Option<&mut Struct> {
        let name = self.canonical(name).to_owned();
        if self.features.contains_key(&name) {
            self.features.get_mut(&name)
        } else {
            self.properties.get_mut(&name)
        }
    }

    fn read_versions(&mut self, root: Node<'_, '_>) -> Result<()> {
        for node in children(root, "feature") {
            let name = attribute(node, "name")?;
            let version = minor(name).with_context(|| format!("unknown version {name}"))?;
            for require in children(node, "require") {
                for item in require.children() {
                    if item.has_tag_name("type") {
                        if let Some(found) = self.structure(attribute(item, "name")?) {
                            found.version =
                                Some(found.version.map_or(version, |other| other.min(version)));
                        }
                    } else if item.has_tag_name("feature") && is_unconditional(require, item) {
                        for member in attribute(item, "name")?.split(',') {
                            self.mandated.push((
                                version,
                                attribute(item, "struct")?.to_owned(),
                                member.to_owned(),
                            ));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn read_extensions(&mut self, root: Node<'_, '_>) -> Result<()> {
        let nodes = children(root, "extensions").flat_map(|section| children(section, "extension"));
        for node in nodes {
            let supported = node.attribute("supported").unwrap_or_default();
            if node.attribute("type") != Some("device")
                || !supported.split(',').any(|api| api == "vulkan")
            {
                continue;
            }
            let name = attribute(node, "name")?;
            // Some extensions were promoted to another extension; only promotion to a core version counts here.
            self.extensions.insert(
                name.to_owned(),
                node.attribute("promotedto").and_then(minor),
            );
            for item in children(node, "require").flat_map(|require| children(require, "type")) {
                if let Some(found) = self.structure(attribute(item, "name")?) {
                    if !found.extensions.iter().any(|other| other == name) {
                        found.extensions.push(name.to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether a required feature is required of every implementation of the version.
fn is_unconditional(require: Node<'_, '_>, item: Node<'_, '_>) -> bool {
    require.attribute("depends").is_none() && item.attribute("depends").is_none()
}

fn read_enables(section: Node<'_, '_>, tag: &'static str) -> Result<Vec<(String, Vec<Enable>)>> {
    let mut all: Vec<(String, Vec<Enable>)> = Vec::new();
    for node in children(section, tag) {
        let name = attribute(node, "name")?;
        let mut enables = Vec::new();
        for enable in children(node, "enable") {
            enables.push(if let Some(version) = enable.attribute("version") {
                Enable::Version(
                    minor(version).with_context(|| format!("unknown version {version}"))?,
                )
            } else if let Some(extension) = enable.attribute("extension") {
                Enable::Extension(extension.to_owned())
            } else if let Some(structure) = enable.attribute("struct") {
                // `requires` lists versions and extensions, any of which provides the structure; a driver that reports the
                // feature has one of them, so checking the feature is sufficient.
                let member = attribute(enable, "feature")?.to_owned();
                Enable::Feature {
                    structure: structure.to_owned(),
                    member,
                }
            } else if let Some(structure) = enable.attribute("property") {
                Enable::Property {
                    structure: structure.to_owned(),
                    member: attribute(enable, "member")?.to_owned(),
                    value: attribute(enable, "value")?.to_owned(),
                }
            } else {
                bail!("{name}: an alternative of an unknown kind")
            });
        }
        ensure!(!enables.is_empty(), "{name} has no alternative");
        // The registry lists some capabilities twice, with different gates: the union applies.
        match all.iter_mut().find(|(other, _)| other == name) {
            Some((_, found)) => found.extend(enables),
            None => all.push((name.to_owned(), enables)),
        }
    }
    Ok(all)
}

fn read_enums(root: Node<'_, '_>) -> Result<BTreeMap<String, Vec<(String, u64)>>> {
    let mut enums: BTreeMap<String, Vec<(String, u64)>> = BTreeMap::new();
    let mut aliases = Vec::new();
    let mut add = |enumeration: &str, node: Node<'_, '_>, extension: Option<u64>| -> Result<()> {
        let name = attribute(node, "name")?;
        if let Some(alias) = node.attribute("alias") {
            aliases.push((enumeration.to_owned(), name.to_owned(), alias.to_owned()));
            return Ok(());
        }
        let value = if let Some(bit) = node.attribute("bitpos") {
            1_u64.checked_shl(bit.parse()?).context("bit position")?
        } else if let Some(offset) = node.attribute("offset") {
            if node.attribute("dir").is_some() {
                return Ok(());
            }
            let number = match node.attribute("extnumber") {
                Some(number) => number.parse()?,
                None => extension.with_context(|| format!("{name} has no extension number"))?,
            };
            1_000_000_000 + (number - 1) * 1000 + offset.parse::<u64>()?
        } else {
            match node.attribute("value") {
                Some(value) if !value.starts_with('-') => number(value)?,
                _ => return Ok(()),
            }
        };
        let values = enums.entry(enumeration.to_owned()).or_default();
        if !values.iter().any(|(other, _)| other == name) {
            values.push((name.to_owned(), value));
        }
        Ok(())
    };
    for section in children(root, "enums") {
        if ["enum", "bitmask"].contains(&section.attribute("type").unwrap_or_default()) {
            for node in children(section, "enum") {
                add(attribute(section, "name")?, node, None)?;
            }
        }
    }
    let extensions =
        children(root, "extensions").flat_map(|section| children(section, "extension"));
    for node in children(root, "feature").chain(extensions) {
        let extension = if node.has_tag_name("extension") {
            Some(attribute(node, "number")?.parse()?)
        } else {
            None
        };
        for item in children(node, "require").flat_map(|require| children(require, "enum")) {
            if let Some(enumeration) = item.attribute("extends") {
                add(enumeration, item, extension)?;
            }
        }
    }
    // Aliases may precede their targets, and refer to other aliases.
    while !aliases.is_empty() {
        let before = aliases.len();
        aliases.retain(|(enumeration, name, alias)| {
            let values = enums.entry(enumeration.clone()).or_default();
            if let Some(value) = values
                .iter()
                .find(|(other, _)| other == alias)
                .map(|(_, value)| *value)
            {
                if !values.iter().any(|(other, _)| other == name) {
                    values.push((name.clone(), value));
                }
                return false;
            }
            true
        });
        if aliases.len() == before {
            // The remaining aliases refer to negative values and to enumerations of other APIs, which nothing here reads.
            break;
        }
    }
    Ok(enums)
}
