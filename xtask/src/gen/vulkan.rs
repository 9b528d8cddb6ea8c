//! Generates `sos-core/src/generated/vulkan.rs` from `vk.xml`: features, extensions, properties and the conditions under which
//! a device supports a SPIR-V capability or extension.
//!
//! Peculiarities of the registry and how they are handled:
//! - A feature can be reported in an extension's structure, in the structure that it was promoted to, and in one of the
//!   `Vulkan1xFeatures`. Each has one `Feature` here, found by the registry's own structure and member aliases. Members
//!   are never matched by name alone: several structures share names (`bufferDeviceAddress`, `meshShader`, …).
//! - `requires` on an alternative is a list, any element of which suffices. It only states where the structure comes from
//!   and is not read: an enabled feature is sufficient.
//! - Capabilities that are listed twice get the union of their alternatives.
//! - The registry names properties by the newest structure, although older drivers only support the first; both are mapped to
//!   the first.

mod registry;
mod rules;
#[cfg(test)]
mod tests;
mod write;

use anyhow::{ensure, Context, Result};
use registry::{Enable, Registry};
use std::collections::{BTreeMap, BTreeSet};

/// The canonical structure and member of a feature.
type Place = (String, String);

/// A condition whose names are resolved to entries of the tables.
enum Condition {
    Version(u8),
    Extension(String),
    Features(Vec<Place>),
    Property {
        structure: String,
        member: String,
        value: String,
        bits: u64,
    },
}

/// Everything that is written, sorted.
struct Tables<'a> {
    registry: &'a Registry,
    features: Vec<Place>,
    extensions: BTreeMap<String, Option<u8>>,
    /// SPIR-V capabilities by value.
    capabilities: BTreeMap<u32, (String, Vec<Condition>)>,
    spirv_extensions: BTreeMap<String, Vec<Condition>>,
}

/// Renders the tables.
pub fn render(input: &super::registry::Registry) -> Result<String> {
    let registry = Registry::parse(&input.vk_xml).context("vk.xml")?;
    let values = capability_values(input)?;
    let tables = Tables::select(&registry, &values)?;
    write::render(&tables)
}

/// Values of the SPIR-V capabilities by name and alias.
fn capability_values(input: &super::registry::Registry) -> Result<BTreeMap<String, u32>> {
    let kind = input
        .core
        .operand_kinds
        .iter()
        .find(|kind| kind.kind == "Capability");
    let mut values = BTreeMap::new();
    for enumerant in &kind.context("no Capability in the grammar")?.enumerants {
        let value = enumerant.value()?;
        values.insert(enumerant.enumerant.clone(), value);
        for alias in &enumerant.aliases {
            values.insert(alias.clone(), value);
        }
    }
    Ok(values)
}

impl<'a> Tables<'a> {
    fn select(registry: &'a Registry, values: &BTreeMap<String, u32>) -> Result<Self> {
        let mut capabilities: BTreeMap<u32, (String, Vec<Condition>)> = BTreeMap::new();
        let mut add = |name: &str, conditions: Vec<Condition>| -> Result<()> {
            let value = values
                .get(name)
                .with_context(|| format!("the grammar has no capability {name}"))?;
            let entry = capabilities
                .entry(*value)
                .or_insert_with(|| (name.to_owned(), Vec::new()));
            entry.1.extend(conditions);
            Ok(())
        };
        for (name, enables) in &registry.spirv_capabilities {
            let unknown = rules::NOT_IN_GRAMMAR.contains(&name.as_str());
            ensure!(
                !(unknown && values.contains_key(name)),
                "the grammar knows {name} now"
            );
            if !unknown {
                add(name, registry.conditions(enables)?)?;
            }
        }
        for (name, extension) in rules::CAPABILITIES_BY_EXTENSION {
            add(name, vec![Condition::Extension((*extension).to_owned())])?;
        }
        for (name, places) in rules::CAPABILITIES_BY_FEATURES {
            let places = places
                .iter()
                .map(|(structure, member)| registry.feature(structure, member));
            add(
                name,
                vec![Condition::Features(places.collect::<Result<_>>()?)],
            )?;
        }
        let mut spirv_extensions = BTreeMap::new();
        for (name, enables) in &registry.spirv_extensions {
            spirv_extensions.insert(name.clone(), registry.conditions(enables)?);
        }
        for (name, extension) in rules::SPIRV_EXTENSIONS_BY_EXTENSION {
            let conditions = vec![Condition::Extension((*extension).to_owned())];
            ensure!(
                spirv_extensions
                    .insert((*name).to_owned(), conditions)
                    .is_none(),
                "{name} is now in the registry"
            );
        }
        let mut tables = Self {
            registry,
            features: Vec::new(),
            extensions: BTreeMap::new(),
            capabilities,
            spirv_extensions,
        };
        tables.select_features()?;
        tables.select_extensions()?;
        Ok(tables)
    }

    fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let capabilities = self
            .capabilities
            .values()
            .flat_map(|(_, conditions)| conditions);
        capabilities.chain(self.spirv_extensions.values().flatten())
    }

    fn select_features(&mut self) -> Result<()> {
        let mut places = BTreeSet::new();
        for condition in self.conditions() {
            if let Condition::Features(features) = condition {
                places.extend(features.iter().cloned());
            }
        }
        for (structure, members) in rules::SHADER_FEATURES {
            let known = self.registry.features.get(*structure);
            let known = known.with_context(|| format!("no canonical structure {structure}"))?;
            for member in &known.members {
                if members.is_empty() || members.contains(&member.name.as_str()) {
                    places.insert(self.registry.feature(structure, &member.name)?);
                }
            }
            for member in *members {
                self.registry.feature(structure, member)?;
            }
        }
        self.features = places.into_iter().collect();
        ensure!(
            self.features.len() < usize::from(u16::MAX),
            "too many features for their index"
        );
        Ok(())
    }

    fn select_extensions(&mut self) -> Result<()> {
        let mut names: BTreeSet<String> = rules::SHADER_EXTENSIONS
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        for condition in self.conditions() {
            if let Condition::Extension(name) = condition {
                names.insert(name.clone());
            }
        }
        for (structure, _) in &self.features {
            let found = self
                .registry
                .features
                .get(structure)
                .context("a feature without its structure")?;
            names.extend(found.extensions.iter().cloned());
        }
        for structure in rules::PROPERTIES {
            let found = self.registry.properties.get(*structure);
            names.extend(
                found
                    .with_context(|| format!("no {structure}"))?
                    .extensions
                    .iter()
                    .cloned(),
            );
        }
        for name in names {
            let core = match self.registry.extensions.get(&name) {
                Some(core) => *core,
                None if rules::OLD_EXTENSIONS.contains(&name.as_str()) => None,
                None => anyhow::bail!("{name} is no device extension of Vulkan"),
            };
            self.extensions.insert(name, core);
        }
        Ok(())
    }

    /// The index of a feature.
    fn feature_index(&self, place: &Place) -> Result<usize> {
        self.features
            .binary_search(place)
            .ok()
            .with_context(|| format!("{}::{} has no index", place.0, place.1))
    }

    /// The index of an extension.
    fn extension_index(&self, name: &str) -> Result<usize> {
        self.extensions
            .keys()
            .position(|other| other == name)
            .with_context(|| format!("{name} has no index"))
    }
}

impl Registry {
    /// The canonical place of a feature: the structure that introduced it.
    fn feature(&self, structure: &str, member: &str) -> Result<Place> {
        let mut structure = self.canonical(structure);
        let mut member = member;
        loop {
            let found = self
                .features
                .get(structure)
                .with_context(|| format!("no feature structure {structure}"))?;
            let found = found.members.iter().find(|other| other.name == member);
            let found = found.with_context(|| format!("no {structure}::{member}"))?;
            match &found.alias {
                Some((other, name)) if self.features.contains_key(self.canonical(other)) => {
                    structure = self.canonical(other);
                    member = name;
                }
                _ => return Ok((structure.to_owned(), member.to_owned())),
            }
        }
    }

    /// The canonical place of a property.
    fn property(&self, structure: &str, member: &str) -> Result<Place> {
        let structure = self.canonical(structure);
        let found = self
            .properties
            .get(structure)
            .with_context(|| format!("no property structure {structure}"))?;
        let found = found.members.iter().find(|other| other.name == member);
        let found = found.with_context(|| format!("no {structure}::{member}"))?;
        Ok(match &found.alias {
            Some((other, name)) => (self.canonical(other).to_owned(), name.clone()),
            None => (structure.to_owned(), member.to_owned()),
        })
    }

    fn conditions(&self, enables: &[Enable]) -> Result<Vec<Condition>> {
        let mut conditions = Vec::new();
        let mut seen = BTreeSet::new();
        for enable in enables {
            let condition = match enable {
                Enable::Version(minor) => Condition::Version(*minor),
                Enable::Extension(name) => Condition::Extension(name.clone()),
                Enable::Feature { structure, member } => {
                    let place = self.feature(structure, member)?;
                    // The promoted structure and the original are two alternatives of the same feature.
                    if !seen.insert(place.clone()) {
                        continue;
                    }
                    Condition::Features(vec![place])
                }
                Enable::Property {
                    structure,
                    member,
                    value,
                } => {
                    let bits = match (member.as_str(), value.as_str()) {
                        (_, "VK_TRUE") => 1,
                        ("subgroupSupportedOperations", value) => {
                            self.value("VkSubgroupFeatureFlagBits", value)?
                        }
                        _ => anyhow::bail!("{structure}::{member} = {value} is of an unknown kind"),
                    };
                    let (structure, member) = self.property(structure, member)?;
                    Condition::Property {
                        structure,
                        member,
                        value: value.clone(),
                        bits,
                    }
                }
            };
            conditions.push(condition);
        }
        Ok(conditions)
    }
}
