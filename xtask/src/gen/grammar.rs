//! The structure of Khronos's machine-readable grammars. Unknown fields and categories are errors.

use std::collections::BTreeMap;

use anyhow::{bail, Context, Result};
use serde::Deserialize;

/// `spirv.core.grammar.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Core {
    #[serde(rename = "copyright")]
    _copyright: Vec<String>,
    #[serde(rename = "magic_number")]
    _magic_number: String,
    pub major_version: u32,
    pub minor_version: u32,
    pub revision: u32,
    #[serde(rename = "instruction_printing_class")]
    _instruction_printing_class: Vec<serde_json::Value>,
    pub instructions: Vec<Instruction>,
    pub operand_kinds: Vec<Kind>,
}

impl Core {
    /// Whether there is a capability with this name or alias.
    pub fn is_capability(&self, name: &str) -> bool {
        let kinds = self
            .operand_kinds
            .iter()
            .filter(|kind| kind.kind == "Capability");
        kinds
            .flat_map(|kind| &kind.enumerants)
            .any(|row| row.enumerant == name || row.aliases.iter().any(|alias| alias == name))
    }

    /// Adds missing extensions to instructions and enumerants that became core in the same version as their capabilities:
    /// `OpDemoteToHelperInvocation`, for example, was introduced by SPV_EXT_demote_to_helper_invocation together with its
    /// capability.
    pub fn complete_extensions(&mut self) {
        let of_capability: BTreeMap<String, (Option<String>, Vec<String>)> = self
            .operand_kinds
            .iter()
            .filter(|kind| kind.kind == "Capability")
            .flat_map(|kind| &kind.enumerants)
            .map(|row| {
                let Needs {
                    version,
                    extensions,
                    ..
                } = &row.needs;
                (row.enumerant.clone(), (version.clone(), extensions.clone()))
            })
            .collect();
        let instructions = self.instructions.iter_mut().map(|row| &mut row.needs);
        let kinds = self.operand_kinds.iter_mut();
        let kinds = kinds.filter(|kind| kind.kind != "Capability");
        let enumerants = kinds.flat_map(|kind| &mut kind.enumerants);
        for needs in instructions.chain(enumerants.map(|row| &mut row.needs)) {
            let alike = |name: &String| {
                of_capability
                    .get(name)
                    .is_some_and(|(version, extensions)| {
                        *version == needs.version && !extensions.is_empty()
                    })
            };
            let became_core = !matches!(needs.version.as_deref(), None | Some("None" | "1.0"));
            if !became_core || !needs.extensions.is_empty() || !needs.capabilities.iter().all(alike)
            {
                continue;
            }
            let extensions = needs
                .capabilities
                .iter()
                .filter_map(|name| of_capability.get(name));
            needs.extensions = extensions
                .flat_map(|(_, list)| list.iter().cloned())
                .collect();
        }
    }
}

/// The grammar of one extended instruction set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtInstGrammar {
    #[serde(rename = "copyright", default)]
    _copyright: Vec<String>,
    #[serde(rename = "version")]
    _version: Option<u32>,
    #[serde(rename = "revision")]
    _revision: u32,
    pub instructions: Vec<Instruction>,
    #[serde(default)]
    pub operand_kinds: Vec<Kind>,
}

/// An instruction of the core or of an extended instruction set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    pub opname: String,
    #[serde(default)]
    pub class: String,
    pub opcode: u32,
    #[serde(default)]
    pub aliases: Vec<String>,
    #[serde(default)]
    pub operands: Vec<Operand>,
    #[serde(flatten)]
    pub needs: Needs,
}

/// What an instruction or an enumerant needs.
#[derive(Clone, Default, Deserialize)]
pub struct Needs {
    #[serde(default)]
    pub capabilities: Vec<String>,
    #[serde(default)]
    pub extensions: Vec<String>,
    pub version: Option<String>,
    #[serde(rename = "lastVersion")]
    pub last_version: Option<String>,
    #[serde(default, rename = "provisional")]
    _provisional: bool,
}

/// An operand of an instruction or a parameter of an enumerant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operand {
    pub kind: String,
    pub name: Option<String>,
    pub quantifier: Option<String>,
}

/// An operand kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    pub category: Category,
    pub kind: String,
    #[serde(rename = "doc")]
    _doc: Option<String>,
    #[serde(default)]
    pub enumerants: Vec<Enumerant>,
    #[serde(default)]
    pub bases: Vec<String>,
}

/// The encoding of an operand kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Category {
    BitEnum,
    ValueEnum,
    Id,
    Literal,
    Composite,
}

/// A named value of an operand kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enumerant {
    pub enumerant: String,
    value: serde_json::Value,
    #[serde(default)]
    pub aliases: Vec<String>,
    #[serde(default)]
    pub parameters: Vec<Operand>,
    #[serde(flatten)]
    pub needs: Needs,
}

impl Enumerant {
    /// The value: a number, or a string in hexadecimal.
    pub fn value(&self) -> Result<u32> {
        let value = match &self.value {
            serde_json::Value::Number(number) => {
                number.as_u64().and_then(|value| u32::try_from(value).ok())
            }
            serde_json::Value::String(text) => text
                .strip_prefix("0x")
                .and_then(|digits| u32::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        value.with_context(|| format!("{}: value {}", self.enumerant, self.value))
    }
}

/// The minor number of a version "1.x".
pub fn minor(version: &str) -> Result<u8> {
    match version
        .strip_prefix("1.")
        .and_then(|minor| minor.parse().ok())
    {
        Some(minor) => Ok(minor),
        None => bail!("version {version}"),
    }
}
