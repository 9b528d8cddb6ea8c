//! Looks up in vk.xml what rows of the registry name.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{ensure, Context, Result};
use roxmltree::{Document, Node};

use super::{Expression, Fact, Row};

/// Name and type of a member, and whether it is an array.
struct Member {
    name: String,
    kind: String,
    array: Option<u8>,
}

/// The part of vk.xml that constants depend on.
pub struct Vulkan {
    structures: BTreeMap<String, Vec<Member>>,
    /// Maps aliases of structures to their names.
    aliases: BTreeMap<String, String>,
    extensions: BTreeSet<String>,
    /// Bits of `VkSubgroupFeatureFlagBits`, without prefix and suffix.
    subgroup_bits: BTreeMap<String, u32>,
    /// Features and extensions that gate SPIR-V capabilities and extensions.
    gates: BTreeSet<Gate>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Gate {
    Feature { structure: String, member: String },
    Extension(String),
}

impl Vulkan {
    pub fn read(document: &Document, is_capability: impl Fn(&str) -> bool) -> Result<Self> {
        let mut vulkan = Self {
            structures: BTreeMap::new(),
            aliases: BTreeMap::new(),
            extensions: BTreeSet::new(),
            subgroup_bits: BTreeMap::new(),
            gates: BTreeSet::new(),
        };
        for node in document.descendants() {
            match node.tag_name().name() {
                "type" if node.attribute("category") == Some("struct") => vulkan.structure(node)?,
                "extension"
                    if node
                        .parent_element()
                        .is_some_and(|parent| parent.has_tag_name("extensions")) =>
                {
                    vulkan.extensions.insert(attribute(node, "name")?);
                }
                "enum" => vulkan.subgroup_operation(node)?,
                // The filter does not know capabilities that the grammar lacks.
                "spirvcapability" if !is_capability(&attribute(node, "name")?) => {}
                "spirvcapability" | "spirvextension" => {
                    for enable in node.children().filter(|child| child.has_tag_name("enable")) {
                        vulkan.gate(enable)?;
                    }
                }
                _ => {}
            }
        }
        Ok(vulkan)
    }

    fn structure(&mut self, node: Node) -> Result<()> {
        let name = attribute(node, "name")?;
        if let Some(alias) = node.attribute("alias") {
            self.aliases.insert(name, alias.to_owned());
            return Ok(());
        }
        let mut members = Vec::new();
        for member in node.children().filter(|child| child.has_tag_name("member")) {
            let text = |tag| {
                member
                    .children()
                    .find(|child| child.has_tag_name(tag))
                    .and_then(|child| child.text())
            };
            // An array's length follows its name: `<name>maxComputeWorkGroupSize</name>[3]`.
            let texts = member
                .children()
                .filter_map(|child| child.is_text().then(|| child.text())?);
            let array = texts
                .filter_map(|text| {
                    text.trim()
                        .strip_prefix('[')?
                        .strip_suffix(']')?
                        .parse()
                        .ok()
                })
                .next();
            members.push(Member {
                name: text("name")
                    .with_context(|| format!("a member of {name} without a name"))?
                    .to_owned(),
                kind: text("type")
                    .with_context(|| format!("a member of {name} without a type"))?
                    .to_owned(),
                array,
            });
        }
        self.structures.insert(name, members);
        Ok(())
    }

    fn subgroup_operation(&mut self, node: Node) -> Result<()> {
        let name = node
            .attribute("name")
            .and_then(|name| name.strip_prefix("VK_SUBGROUP_FEATURE_"));
        let (Some(name), Some(bit)) = (name, node.attribute("bitpos")) else {
            return Ok(());
        };
        let name = name.trim_end_matches("_EXT").trim_end_matches("_BIT");
        self.subgroup_bits
            .insert(name.to_owned(), 1 << bit.parse::<u32>()?);
        Ok(())
    }

    fn gate(&mut self, enable: Node) -> Result<()> {
        if let Some(member) = enable.attribute("feature") {
            let structure = attribute(enable, "struct")?;
            self.gates.insert(Gate::Feature {
                structure,
                member: member.to_owned(),
            });
        } else if let Some(extension) = enable.attribute("extension") {
            self.gates.insert(Gate::Extension(extension.to_owned()));
        } else {
            let known = enable.has_attribute("version") || enable.has_attribute("property");
            ensure!(
                known,
                "unknown kind of <enable> at byte {}",
                enable.range().start
            );
        }
        Ok(())
    }

    fn first_name<'a>(&'a self, structure: &'a str) -> &'a str {
        self.aliases
            .get(structure)
            .map_or(structure, String::as_str)
    }

    fn member(&self, structure: &str, member: &str) -> Result<&Member> {
        let members = self.structures.get(self.first_name(structure));
        let members = members.with_context(|| format!("unknown structure {structure}"))?;
        members
            .iter()
            .find(|found| found.name == member)
            .with_context(|| format!("{structure} has no {member}"))
    }

    pub fn check_feature(&self, structure: &str, member: &str) -> Result<()> {
        let found = self.member(structure, member)?;
        ensure!(
            found.kind == "VkBool32",
            "{structure}::{member} is no feature"
        );
        Ok(())
    }

    pub fn check_property(
        &self,
        structure: &str,
        member: &str,
        element: Option<u8>,
        bool: bool,
    ) -> Result<()> {
        // Members of VkPhysicalDeviceLimits are VkBool32, uint32_t, or flags; enumerations are also numbers.
        let found = self.member(structure, member)?;
        ensure!(
            bool == (found.kind == "VkBool32"),
            "{structure}::{member} is a {}",
            found.kind
        );
        let narrow = !["uint64_t", "int32_t", "float", "VkDeviceSize", "size_t"]
            .contains(&found.kind.as_str());
        ensure!(narrow, "{structure}::{member} is a {}", found.kind);
        let inside = match (found.array, element) {
            (Some(length), Some(element)) => element < length,
            (None, None) => true,
            _ => false,
        };
        ensure!(inside, "{structure}::{member} has no such element");
        Ok(())
    }

    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(name)
    }

    pub fn subgroup_bit(&self, name: &str) -> Option<u32> {
        self.subgroup_bits.get(name).copied()
    }

    /// The gates for which there is no row: the end of the constant's name, and its source.
    pub fn without_row(&self, rows: &[Row]) -> Vec<(String, String)> {
        let facts: Vec<&Fact> = rows
            .iter()
            .filter_map(|row| match &row.expression {
                Expression::AnyOf(facts) => Some(facts),
                _ => None,
            })
            .flatten()
            .collect();
        let mut missing = Vec::new();
        for gate in &self.gates {
            match gate {
                Gate::Feature { structure, member } => {
                    if !facts
                        .iter()
                        .any(|fact| self.is_feature(fact, structure, member))
                    {
                        missing.push((member.clone(), format!("feature:{structure}::{member}")));
                    }
                }
                Gate::Extension(extension) => {
                    if !facts
                        .iter()
                        .any(|fact| matches!(fact, Fact::Extension(name) if name == extension))
                    {
                        missing.push((extension.clone(), format!("extension:{extension}")));
                    }
                }
            }
        }
        missing
    }

    /// Whether a fact is this feature. The structures of core versions collect members of older ones.
    fn is_feature(&self, fact: &Fact, structure: &str, member: &str) -> bool {
        let collects = |name: &str| name.starts_with("VkPhysicalDeviceVulkan1");
        match fact {
            Fact::Feature {
                structure: other,
                member: found,
            } => {
                found == member
                    && (self.first_name(other) == self.first_name(structure)
                        || collects(other)
                        || collects(structure))
            }
            _ => false,
        }
    }
}

fn attribute(node: Node, name: &str) -> Result<String> {
    let value = node
        .attribute(name)
        .with_context(|| format!("<{}> without {name}", node.tag_name().name()))?;
    Ok(value.to_owned())
}
