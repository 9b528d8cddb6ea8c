//! Generates everything that depends on `sos-core/registry/spec_constants.tsv`: the table in `sos-core`, and the headers that
//! shader authors include. The file defines the device fact of each constant; compiled shaders contain the offsets, so rows are
//! only ever appended.
//!
//! Everything that a row names must be in vk.xml, and every feature and extension that gates a SPIR-V capability or extension
//! there must have a row: if one is missing, the generator fails and shows the row to append.

mod facts;
mod headers;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use anyhow::{bail, ensure, Context, Result};

use super::registry::Registry;
use facts::Vulkan;

pub use headers::{glsl, hlsl};

/// The path of the rows, relative to the workspace.
const FILE: &str = "sos-core/registry/spec_constants.tsv";

/// The end of the offsets: glslang rejects SpecIds above 2047, and the base may be 1024.
const END: u32 = 1023;

/// A row of the registry.
struct Row {
    offset: u32,
    name: String,
    bool: bool,
    /// As Rust, GLSL and HLSL spell it.
    default: String,
    expression: Expression,
}

/// The device fact of a constant.
enum Expression {
    ApiVersion,
    SpirvVersion,
    Property {
        structure: String,
        member: String,
        element: Option<u8>,
    },
    AnyOf(Vec<Fact>),
}

/// A property that a device has or lacks.
enum Fact {
    Feature {
        structure: String,
        member: String,
    },
    Extension(String),
    /// Vulkan 1.x.
    Version(u8),
    /// Name and value of a bit of `VkSubgroupFeatureFlagBits`.
    SubgroupOperation {
        name: String,
        bit: u32,
    },
}

/// Reads the rows and checks them for consistency and against vk.xml.
fn rows(registry: &Registry) -> Result<Vec<Row>> {
    let file = registry.workspace.join(FILE);
    let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    let document = roxmltree::Document::parse(&registry.vk_xml).context("vk.xml")?;
    let vulkan = Vulkan::read(&document, |name| registry.core.is_capability(name))?;
    let mut rows: Vec<Row> = Vec::new();
    let mut names = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let row = parse(line, &vulkan).with_context(|| format!("{FILE}, line {}", number + 1))?;
        let end = rows.last().map_or(0, |last| last.offset + 1);
        ensure!(
            row.offset >= end,
            "{FILE}, line {}: offsets have to ascend",
            number + 1
        );
        ensure!(
            row.offset < END,
            "{FILE}, line {}: the reserved range ends at {END}",
            number + 1
        );
        ensure!(
            names.insert(row.name.clone()),
            "{FILE}, line {}: {} stands there twice",
            number + 1,
            row.name
        );
        rows.push(row);
    }
    let missing = vulkan.without_row(&rows);
    if !missing.is_empty() {
        let next = rows.last().map_or(0, |last| last.offset + 1);
        let mut lines = String::new();
        for (offset, (name, source)) in (next..).zip(missing) {
            writeln!(lines, "{offset}\tSOS_HAS_{name}\tbool\tfalse\t{source}")?;
        }
        bail!("vk.xml gates SPIR-V by what {FILE} has no constant for; append:\n{lines}");
    }
    Ok(rows)
}

fn parse(line: &str, vulkan: &Vulkan) -> Result<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [offset, name, kind, default, source] = columns[..] else {
        bail!("{} columns instead of 5", columns.len());
    };
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    ensure!(
        plain && name.starts_with("SOS_") && !name.contains("__"),
        "{name} is no name for a constant"
    );
    let expression = expression(source, vulkan)?;
    let bool = match kind {
        "bool" => true,
        "uint" => false,
        _ => bail!("unknown type {kind}"),
    };
    match (&expression, bool) {
        (Expression::AnyOf(_), true) => {}
        (Expression::ApiVersion | Expression::SpirvVersion, false) => {}
        (
            Expression::Property {
                structure,
                member,
                element,
            },
            _,
        ) => {
            vulkan.check_property(structure, member, *element, bool)?;
        }
        _ => bail!("{source} is no {kind}"),
    }
    let fits = if bool {
        default == "false"
    } else {
        default.parse::<u32>().is_ok()
    };
    ensure!(fits, "{default} is no default for a {kind}");
    let offset = offset.parse().with_context(|| format!("offset {offset}"))?;
    Ok(Row {
        offset,
        name: name.to_owned(),
        bool,
        default: default.to_owned(),
        expression,
    })
}

fn expression(source: &str, vulkan: &Vulkan) -> Result<Expression> {
    match source {
        "api-version" => return Ok(Expression::ApiVersion),
        "spirv-version" => return Ok(Expression::SpirvVersion),
        _ => {}
    }
    if let Some(property) = source.strip_prefix("property:") {
        let (structure, member) = property
            .split_once("::")
            .context("a property is STRUCT::member")?;
        let (member, element) = match member
            .strip_suffix(']')
            .and_then(|member| member.split_once('['))
        {
            Some((member, element)) => (member, Some(element.parse()?)),
            None => (member, None),
        };
        return Ok(Expression::Property {
            structure: structure.to_owned(),
            member: member.to_owned(),
            element,
        });
    }
    let facts: Result<Vec<Fact>> = source
        .split('|')
        .map(|text| fact(text.trim(), vulkan))
        .collect();
    Ok(Expression::AnyOf(facts?))
}

fn fact(text: &str, vulkan: &Vulkan) -> Result<Fact> {
    let (kind, what) = text
        .split_once(':')
        .with_context(|| format!("unknown source {text}"))?;
    match kind {
        "feature" => {
            let (structure, member) = what
                .split_once("::")
                .context("a feature is STRUCT::member")?;
            vulkan.check_feature(structure, member)?;
            Ok(Fact::Feature {
                structure: structure.to_owned(),
                member: member.to_owned(),
            })
        }
        "extension" => {
            ensure!(vulkan.has_extension(what), "unknown extension {what}");
            Ok(Fact::Extension(what.to_owned()))
        }
        "version" => Ok(Fact::Version(super::grammar::minor(what)?)),
        "subgroup" => {
            let bit = vulkan
                .subgroup_bit(what)
                .with_context(|| format!("unknown subgroup operation {what}"))?;
            Ok(Fact::SubgroupOperation {
                name: what.to_owned(),
                bit,
            })
        }
        _ => bail!("unknown source {text}"),
    }
}

/// Renders `sos-core/src/generated/spec_constants.rs`.
pub fn table(registry: &Registry) -> Result<String> {
    let rows = rows(registry)?;
    let mut out = String::from(
        "//! The facts of a device that specialization constants can hold, from `sos-core/registry/spec_constants.tsv`.\n\
         //!\n\
         //! Written by `cargo xtask gen --registry DIR`; edits by hand are lost.\n\n\
         use crate::packed::Name;\n\
         use crate::source::Expression::{AnyOf, ApiVersion, Property, SpirvVersion};\n\
         use crate::source::Fact::{Extension, Feature, SubgroupOperation, Version};\n\
         use crate::source::{Expression, SourceRow};\n\n\
         const fn flag(offset: u16, name: &'static str, expression: Expression) -> SourceRow {\n\
         SourceRow { offset, name: Name::of(name), is_bool: true, default: 0, expression }\n}\n\n\
         const fn number(offset: u16, name: &'static str, default: u32, expression: Expression) -> SourceRow {\n\
         SourceRow { offset, name: Name::of(name), is_bool: false, default, expression }\n}\n\n\
         /// Every fact, by ascending offset.\n#[rustfmt::skip]\n",
    );
    writeln!(
        out,
        "pub(crate) const SOURCES: [SourceRow; {}] = [",
        rows.len()
    )?;
    for row in &rows {
        let expression = spell(&row.expression);
        if row.bool {
            writeln!(
                out,
                "    flag({}, \"{}\", {expression}),",
                row.offset, row.name
            )?;
        } else {
            writeln!(
                out,
                "    number({}, \"{}\", {}, {expression}),",
                row.offset, row.name, row.default
            )?;
        }
    }
    let mut by_name: Vec<usize> = (0..rows.len()).collect();
    by_name.sort_by_key(|at| &rows[*at].name);
    out.push_str("];\n\n/// Positions in `SOURCES`, by name.\n#[rustfmt::skip]\n");
    writeln!(out, "pub(crate) static BY_NAME: [u16; {}] = [", rows.len())?;
    for line in by_name.chunks(16) {
        let line: Vec<String> = line.iter().map(usize::to_string).collect();
        writeln!(out, "    {},", line.join(", "))?;
    }
    out.push_str("];\n");
    Ok(out)
}

fn spell(expression: &Expression) -> String {
    match expression {
        Expression::ApiVersion => "ApiVersion".to_owned(),
        Expression::SpirvVersion => "SpirvVersion".to_owned(),
        Expression::Property {
            structure,
            member,
            element,
        } => {
            let element = element.unwrap_or(0);
            format!("Property {{ structure: Name::of(\"{structure}\"), member: Name::of(\"{member}\"), element: {element} }}")
        }
        Expression::AnyOf(facts) => {
            let facts: Vec<String> = facts.iter().map(spell_fact).collect();
            format!("AnyOf(&[{}])", facts.join(", "))
        }
    }
}

fn spell_fact(fact: &Fact) -> String {
    match fact {
        Fact::Feature { structure, member } => {
            format!("Feature {{ structure: Name::of(\"{structure}\"), member: Name::of(\"{member}\") }}")
        }
        Fact::Extension(name) => format!("Extension(Name::of(\"{name}\"))"),
        Fact::Version(minor) => format!("Version({minor})"),
        Fact::SubgroupOperation { bit, .. } => format!("SubgroupOperation({bit:#x})"),
    }
}
