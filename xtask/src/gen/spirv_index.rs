//! Everything that rows of the SPIR-V tables refer to by number: kinds, capabilities, extensions, sets of capabilities,
//! availabilities. All grammars are read first; an unknown name is an error.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{bail, ensure, Context, Result};

use super::grammar::{minor, Category, Enumerant, ExtInstGrammar, Kind, Needs, Operand};
use super::registry::Registry;

/// Ids, literals and pairs that the operand walk supports. Others are errors.
const KNOWN_KINDS: [&str; 14] = [
    "IdResultType",
    "IdResult",
    "IdMemorySemantics",
    "IdScope",
    "IdRef",
    "LiteralInteger",
    "LiteralString",
    "LiteralFloat",
    "LiteralContextDependentNumber",
    "LiteralExtInstInteger",
    "LiteralSpecConstantOpInteger",
    "PairLiteralIntegerIdRef",
    "PairIdRefLiteralInteger",
    "PairIdRefIdRef",
];

/// An availability as in the rows: first and last minor version, indices of extensions.
pub type Availability = (u8, u8, Vec<u16>);

/// Everything that rows refer to by number.
pub struct Tables<'a> {
    pub kinds: BTreeMap<&'a str, &'a Kind>,
    pub extensions: Vec<String>,
    /// Dense index of every capability name and alias.
    pub capabilities: BTreeMap<&'a str, u16>,
    /// Any-of sets; the first is empty.
    pub alternatives: Vec<Vec<u16>>,
    /// The first is "always".
    pub availability: Vec<Availability>,
}

impl<'a> Tables<'a> {
    pub fn collect(
        registry: &'a Registry,
        kinds: &[&'a Kind],
        sets: &'a [(&str, &str, ExtInstGrammar)],
    ) -> Result<Self> {
        let mut by_name = BTreeMap::new();
        for kind in kinds {
            let is_enum = matches!(kind.category, Category::BitEnum | Category::ValueEnum);
            ensure!(
                is_enum || KNOWN_KINDS.contains(&kind.kind.as_str()),
                "unknown operand kind {}",
                kind.kind
            );
            ensure!(
                by_name.insert(kind.kind.as_str(), *kind).is_none(),
                "two operand kinds {}",
                kind.kind
            );
        }

        let mut capabilities: Vec<(u32, &Enumerant)> = Vec::new();
        for enumerant in &by_name
            .get("Capability")
            .context("no operand kind Capability")?
            .enumerants
        {
            capabilities.push((enumerant.value()?, enumerant));
        }
        capabilities.sort_by_key(|(value, _)| *value);
        let mut capability_index = BTreeMap::new();
        for (index, (_, capability)) in capabilities.iter().enumerate() {
            for name in std::iter::once(&capability.enumerant).chain(&capability.aliases) {
                let twice = capability_index.insert(name.as_str(), index as u16);
                ensure!(twice.is_none(), "two capabilities {name}");
            }
        }

        let instructions = registry
            .core
            .instructions
            .iter()
            .chain(sets.iter().flat_map(|set| &set.2.instructions));
        let needs: Vec<(bool, &Needs)> = instructions
            .map(|instruction| (false, &instruction.needs))
            .chain(kinds.iter().flat_map(|kind| {
                kind.enumerants
                    .iter()
                    .map(|enumerant| (kind.kind == "Capability", &enumerant.needs))
            }))
            .collect();
        let extensions: BTreeSet<String> = needs
            .iter()
            .flat_map(|(_, needs)| needs.extensions.iter().cloned())
            .chain(vulkan_extensions(&registry.vk_xml)?)
            .collect();
        let mut tables = Self {
            kinds: by_name,
            extensions: extensions.into_iter().collect(),
            capabilities: capability_index,
            alternatives: Vec::new(),
            availability: Vec::new(),
        };
        let mut alternatives = BTreeSet::from([Vec::new()]);
        let mut availability = BTreeSet::from([(0, u8::MAX, Vec::new())]);
        for (of_capability, needs) in needs {
            if !of_capability {
                alternatives.insert(tables.any_of(needs)?);
            }
            availability.insert(tables.available(needs)?);
        }
        tables.alternatives = alternatives.into_iter().collect();
        tables.availability = availability.into_iter().collect();
        // "Always" sorts after availabilities that end, but must have index 0.
        tables
            .availability
            .sort_by_key(|row| *row != (0, u8::MAX, Vec::new()));
        Ok(tables)
    }

    /// The kind of an operand.
    pub fn kind(&self, name: &str) -> Result<&'a Kind> {
        self.kinds
            .get(name)
            .copied()
            .with_context(|| format!("unknown operand kind {name}"))
    }

    pub fn capability(&self, name: &str) -> Result<u16> {
        self.capabilities
            .get(name)
            .copied()
            .with_context(|| format!("unknown capability {name}"))
    }

    pub fn extension(&self, name: &str) -> Result<u16> {
        let index = self
            .extensions
            .binary_search_by(|other| other.as_str().cmp(name));
        index
            .map(|index| index as u16)
            .map_err(|_| anyhow::anyhow!("unknown extension {name}"))
    }

    pub fn any_of(&self, needs: &Needs) -> Result<Vec<u16>> {
        let set: Result<BTreeSet<u16>> = needs
            .capabilities
            .iter()
            .map(|name| self.capability(name))
            .collect();
        Ok(set?.into_iter().collect())
    }

    pub fn available(&self, needs: &Needs) -> Result<Availability> {
        let first = match needs.version.as_deref() {
            // The grammars of extended instruction sets state no versions: with an extension, that is the only way.
            None if needs.extensions.is_empty() => 0,
            None | Some("None") => u8::MAX,
            Some(version) => minor(version)?,
        };
        let last = needs.last_version.as_deref().map_or(Ok(u8::MAX), minor)?;
        let extensions: Result<BTreeSet<u16>> = needs
            .extensions
            .iter()
            .map(|name| self.extension(name))
            .collect();
        Ok((first, last, extensions?.into_iter().collect()))
    }

    pub fn alternatives_index(&self, needs: &Needs) -> Result<usize> {
        let set = self.any_of(needs)?;
        self.alternatives
            .iter()
            .position(|other| *other == set)
            .context("a capability set was not collected")
    }

    pub fn availability_index(&self, needs: &Needs) -> Result<usize> {
        let row = self.available(needs)?;
        self.availability
            .iter()
            .position(|other| *other == row)
            .context("an availability was not collected")
    }

    /// Whether operands of this kind can have needs.
    pub fn has_needs(&self, kind: &Kind) -> Result<bool> {
        if ["LiteralSpecConstantOpInteger", "LiteralExtInstInteger"].contains(&kind.kind.as_str()) {
            return Ok(true);
        }
        for enumerant in &kind.enumerants {
            if !enumerant.needs.capabilities.is_empty()
                || self.availability_index(&enumerant.needs)? != 0
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether operands of this kind, or parameters of their enumerants, can be ids.
    pub fn can_hold_id(&self, kind: &Kind) -> Result<bool> {
        if kind.category == Category::Id || kind.kind == "LiteralSpecConstantOpInteger" {
            return Ok(true);
        }
        let parameters = kind
            .enumerants
            .iter()
            .flat_map(|enumerant| &enumerant.parameters);
        for name in kind
            .bases
            .iter()
            .chain(parameters.map(|parameter| &parameter.kind))
        {
            if self.can_hold_id(self.kind(name)?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether operands of this kind are always ids.
    pub fn is_id(&self, kind: &Kind) -> Result<bool> {
        match kind.category {
            Category::Id => Ok(true),
            Category::Composite => {
                let bases: Result<Vec<bool>> = kind
                    .bases
                    .iter()
                    .map(|base| self.is_id(self.kind(base)?))
                    .collect();
                Ok(bases?.into_iter().all(|id| id))
            }
            _ => Ok(false),
        }
    }

    /// Whether a parameter of this kind is a single operand without parameters, as the operand walk assumes.
    pub fn is_plain(&self, kind: &Kind, owner: &Kind) -> bool {
        match kind.category {
            Category::Id => true,
            Category::Literal => {
                ["LiteralInteger", "LiteralFloat", "LiteralString"].contains(&kind.kind.as_str())
            }
            Category::ValueEnum => kind.enumerants.iter().all(|row| row.parameters.is_empty()),
            Category::BitEnum => {
                owner.category == Category::ValueEnum
                    && kind.enumerants.iter().all(|row| row.parameters.is_empty())
            }
            Category::Composite => false,
        }
    }

    pub fn operand_list(&self, operands: &[Operand]) -> Result<String> {
        let mut text = String::from("&[");
        for (at, operand) in operands.iter().enumerate() {
            let kind = &self.kind(&operand.kind)?.kind;
            let quantifier = match operand.quantifier.as_deref() {
                None => "One",
                Some("?") => "Optional",
                Some("*") => "Many",
                Some(other) => bail!("unknown quantifier {other}"),
            };
            ensure!(
                quantifier != "Many" || at + 1 == operands.len(),
                "{kind} repeats before the last operand"
            );
            let comma = if at == 0 { "" } else { ", " };
            write!(text, "{comma}(K::{kind}, {quantifier})")?;
        }
        text.push(']');
        Ok(text)
    }
}

/// The SPIR-V extensions that the Vulkan registry names.
fn vulkan_extensions(vk_xml: &str) -> Result<Vec<String>> {
    let document = roxmltree::Document::parse(vk_xml).context("vk.xml")?;
    let elements = document
        .descendants()
        .filter(|node| node.has_tag_name("spirvextension"));
    elements
        .map(|node| {
            Ok(node
                .attribute("name")
                .context("spirvextension without a name")?
                .to_owned())
        })
        .collect()
}
