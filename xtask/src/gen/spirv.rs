//! Generates `sos-core/src/generated/spirv.rs`: opcodes, operand kinds, enumerants, capabilities, extensions and extended
//! instruction sets, as data. The lookups are written by hand in `sos-core/src/tables.rs`.
//!
//! Capability sets and availabilities are deduplicated and numbered here; rows contain the numbers.

use std::collections::{btree_map::Entry, BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{bail, ensure, Context, Result};

use super::grammar::{Category, Enumerant, ExtInstGrammar, Instruction, Kind};
use super::registry::Registry;
use super::spirv_flags;
use super::spirv_index::Tables;

/// Extended instruction sets whose instructions are tabulated: file, variant of `ExtInstSet`, module name.
const EXT_INST_SETS: [(&str, &str, &str); 6] = [
    ("glsl.std.450", "GlslStd450", "glsl_std_450"),
    ("spv-amd-gcn-shader", "AmdGcnShader", "amd_gcn_shader"),
    (
        "spv-amd-shader-ballot",
        "AmdShaderBallot",
        "amd_shader_ballot",
    ),
    (
        "spv-amd-shader-trinary-minmax",
        "AmdShaderTrinaryMinmax",
        "amd_shader_trinary_minmax",
    ),
    (
        "spv-amd-shader-explicit-vertex-parameter",
        "AmdShaderExplicitVertexParameter",
        "amd_shader_explicit_vertex_parameter",
    ),
    ("debuginfo", "DebugInfo", "debug_info"),
];

/// Renders the file.
pub fn render(registry: &Registry) -> Result<String> {
    let core = &registry.core;
    let sets = EXT_INST_SETS
        .iter()
        .map(|(file, variant, module)| Ok((*variant, *module, registry.ext_inst(file)?)))
        .collect::<Result<Vec<_>>>()?;
    let kinds: Vec<&Kind> = core
        .operand_kinds
        .iter()
        .chain(sets.iter().flat_map(|set| &set.2.operand_kinds))
        .collect();
    let tables = Tables::collect(registry, &kinds, &sets)?;
    let mut instructions: Vec<&Instruction> = core.instructions.iter().collect();
    instructions.sort_by_key(|instruction| instruction.opcode);
    for pair in instructions.windows(2) {
        ensure!(
            pair[0].opcode != pair[1].opcode,
            "two instructions with opcode {}",
            pair[0].opcode
        );
    }

    let mut out = preamble(&registry.spirv_revision());
    write_kinds(&mut out, &tables, &kinds)?;
    write_sets(&mut out, &tables)?;
    write_capabilities(&mut out, &tables)?;
    write_ops(&mut out, &tables, &instructions)?;
    write_enumerants(&mut out, &tables, &kinds)?;
    out.push_str(
        "const fn ext(number: u32, name: &'static str, alternatives: u16, availability: u16, \
         operands: &'static [(K, Quantifier)]) -> ExtInstRow {\n\
         ExtInstRow { name: Name::of(name), number, alternatives, availability, operands: Operands::of(operands) }\n}\n\n",
    );
    for (variant, _, grammar) in &sets {
        write_ext_insts(&mut out, &tables, variant, grammar)?;
    }
    write_operand_lists(&mut out)?;
    write_names(&mut out, &instructions, &kinds, &sets)?;
    Ok(out)
}

fn preamble(revision: &str) -> String {
    format!(
        "//! Tables of the SPIR-V grammar: {revision}.\n\
         //!\n\
         //! Written by `cargo xtask gen --registry DIR`; edits by hand are lost.\n\n\
         use crate::packed::Name;\n\
         use crate::rows::{{Availability, CapabilityRow, Category, EnumerantRow, ExtInstRow, KindRow, OpEntry, OpFlags, OpHot, OpRow, Operands, Quantifier}};\n\
         use OperandKind as K;\n\
         use Quantifier::{{Many, One, Optional}};\n\n"
    )
}

fn write_kinds(out: &mut String, tables: &Tables, kinds: &[&Kind]) -> Result<()> {
    out.push_str(
        "/// The operand kinds of the grammar, under its names.\n\
         #[allow(missing_docs)]\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u8)]\npub enum OperandKind {\n",
    );
    for kind in kinds {
        writeln!(out, "{},", kind.kind)?;
    }
    out.push_str(
        "}\n\nconst fn kind(category: Category, name: &'static str, pair: Option<(K, K)>) -> KindRow {\n\
         KindRow { category, name: Name::of(name), pair }\n}\n\n\
         /// Every kind, in the order of the variants.\n#[rustfmt::skip]\n",
    );
    writeln!(
        out,
        "pub(crate) static KINDS: [KindRow; {}] = [",
        kinds.len()
    )?;
    for kind in kinds {
        let (category, bases) = match (kind.category, kind.bases.as_slice()) {
            (Category::Composite, [first, second]) => {
                tables.kind(first)?;
                tables.kind(second)?;
                (
                    "Pair".to_owned(),
                    format!("Some((K::{first}, K::{second}))"),
                )
            }
            (Category::Composite, _) => bail!("{} is not a pair", kind.kind),
            (category, _) => (format!("{category:?}"), "None".to_owned()),
        };
        writeln!(
            out,
            "    kind(Category::{category}, \"{}\", {bases}),",
            kind.kind
        )?;
    }
    out.push_str("];\n\n");
    Ok(())
}

fn write_sets(out: &mut String, tables: &Tables) -> Result<()> {
    out.push_str(
        "/// Every SPIR-V extension that the grammar or the Vulkan registry names, sorted.\n",
    );
    writeln!(
        out,
        "pub static EXTENSIONS: [Name; {}] = [",
        tables.extensions.len()
    )?;
    for extension in &tables.extensions {
        writeln!(out, "Name::of(\"{extension}\"),")?;
    }
    out.push_str("];\n\n/// Any-of sets of capabilities, as indices.\n#[rustfmt::skip]\n");
    writeln!(
        out,
        "pub(crate) const ALTERNATIVES: [&[u16]; {}] = [",
        tables.alternatives.len()
    )?;
    for set in &tables.alternatives {
        writeln!(out, "    &{set:?},")?;
    }
    out.push_str(
        "];\n\nconst fn avail(min_minor: u8, last_minor: u8, extensions: &'static [u16]) -> Availability {\n\
         Availability { min_minor, last_minor, extensions }\n}\n\n\
         /// Core versions and extensions.\n#[rustfmt::skip]\n",
    );
    writeln!(
        out,
        "pub(crate) const AVAILABILITY: [Availability; {}] = [",
        tables.availability.len()
    )?;
    for (first, last, extensions) in &tables.availability {
        writeln!(out, "    avail({first}, {last}, &{extensions:?}),")?;
    }
    out.push_str("];\n\n");
    Ok(())
}

fn write_capabilities(out: &mut String, tables: &Tables) -> Result<()> {
    let enumerants = &tables.kind("Capability")?.enumerants;
    let mut rows = Vec::new();
    for capability in enumerants {
        let index = tables.capability(&capability.enumerant)?;
        rows.push((index, capability.value()?, capability));
    }
    rows.sort_by_key(|row| row.0);
    out.push_str(
        "const fn capability(value: u32, name: &'static str, availability: u16, implies: &'static [u16]) -> CapabilityRow {\n\
         CapabilityRow { name: Name::of(name), value, implies, availability }\n}\n\n\
         /// Every capability, by value.\n#[rustfmt::skip]\n",
    );
    writeln!(
        out,
        "pub(crate) const CAPABILITIES: [CapabilityRow; {}] = [",
        rows.len()
    )?;
    for (index, value, capability) in &rows {
        let mut implied = BTreeSet::new();
        let mut open = tables.any_of(&capability.needs)?;
        while let Some(next) = open.pop() {
            ensure!(next != *index, "{} implies itself", capability.enumerant);
            if implied.insert(next) {
                let row = rows
                    .iter()
                    .find(|row| row.0 == next)
                    .context("an implied capability has no row")?;
                open.extend(tables.any_of(&row.2.needs)?);
            }
        }
        let availability = tables.availability_index(&capability.needs)?;
        let implied: Vec<u16> = implied.into_iter().collect();
        writeln!(
            out,
            "    capability({value}, \"{}\", {availability}, &{implied:?}),",
            capability.enumerant
        )?;
    }
    out.push_str("];\n\n");
    Ok(())
}

fn write_ops(out: &mut String, tables: &Tables, instructions: &[&Instruction]) -> Result<()> {
    for flag in spirv_flags::NAMES {
        writeln!(out, "const {flag}: u16 = OpFlags::{flag}.bits();")?;
    }
    out.push_str(
        "\nconst fn op(opcode: u16, name: &'static str, flags: u16, alternatives: u16, availability: u16, \
         (min_words, id_words): (u8, u8), operands: &'static [(K, Quantifier)]) -> OpEntry {\n\
         let flags = OpFlags::from_bits(flags);\n\
         OpEntry { opcode, row: OpRow { name: Name::of(name), operands: Operands::of(operands) }, hot: OpHot { flags, alternatives, availability, min_words, id_words } }\n}\n\n\
         /// Every opcode, ascending.\n#[rustfmt::skip]\n",
    );
    writeln!(
        out,
        "pub(crate) const OPS: [OpEntry; {}] = [",
        instructions.len()
    )?;
    for instruction in instructions {
        let operands = instruction
            .operands
            .iter()
            .map(|operand| {
                let kind = tables.kind(&operand.kind)?;
                Ok(spirv_flags::Operand {
                    kind: &operand.kind,
                    required: operand.quantifier.is_none(),
                    pair: kind.category == Category::Composite,
                    id: tables.is_id(kind)?,
                    can_hold_id: tables.can_hold_id(kind)?,
                    has_needs: tables.has_needs(kind)?,
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let flags = spirv_flags::flags(instruction, &operands)?;
        let opcode =
            u16::try_from(instruction.opcode).with_context(|| instruction.opname.clone())?;
        writeln!(
            out,
            "    op({opcode}, \"{}\", {}, {}, {}, ({}, {}), {}),",
            instruction.opname,
            if flags.is_empty() {
                "0".to_owned()
            } else {
                flags.join(" | ")
            },
            tables.alternatives_index(&instruction.needs)?,
            tables.availability_index(&instruction.needs)?,
            spirv_flags::min_words(&operands),
            spirv_flags::id_words(&operands),
            tables.operand_list(&instruction.operands)?,
        )?;
    }
    out.push_str("];\n\n");
    Ok(())
}

/// The enumerants of a kind by ascending value, and all aliases.
type ByValue<'a> = (BTreeMap<u32, &'a Enumerant>, Vec<(&'a str, u32)>);

fn by_value(kind: &Kind) -> Result<ByValue<'_>> {
    let mut rows = BTreeMap::new();
    let mut aliases = Vec::new();
    for enumerant in &kind.enumerants {
        let value = enumerant.value()?;
        // The operand walk looks up the bits of a mask one by one, so a named combination of bits must have no parameters or
        // needs.
        if kind.category == Category::BitEnum && value.count_ones() > 1 {
            let is_plain =
                enumerant.parameters.is_empty() && enumerant.needs.capabilities.is_empty();
            ensure!(
                is_plain,
                "{} of {} is more than one bit",
                enumerant.enumerant,
                kind.kind
            );
        }
        match rows.entry(value) {
            Entry::Vacant(entry) => {
                entry.insert(enumerant);
            }
            Entry::Occupied(_) => aliases.push((enumerant.enumerant.as_str(), value)),
        }
        aliases.extend(
            enumerant
                .aliases
                .iter()
                .map(|alias| (alias.as_str(), value)),
        );
    }
    Ok((rows, aliases))
}

fn write_enumerants(out: &mut String, tables: &Tables, kinds: &[&Kind]) -> Result<()> {
    out.push_str(
        "const fn en(value: u32, name: &'static str, alternatives: u16, availability: u16, \
         parameters: &'static [(K, Quantifier)]) -> EnumerantRow {\n\
         EnumerantRow { name: Name::of(name), value, alternatives, availability, parameters: Operands::of(parameters) }\n}\n\n\
         /// The enumerants of every kind, by kind, then by value.\n#[rustfmt::skip]\n",
    );
    writeln!(
        out,
        "pub(crate) static ENUMERANT_ROWS: [&[EnumerantRow]; {}] = [",
        kinds.len()
    )?;
    let mut aliases = String::new();
    for kind in kinds {
        let (rows, names) = by_value(kind)?;
        for parameter in kind.enumerants.iter().flat_map(|row| &row.parameters) {
            let plain = tables.is_plain(tables.kind(&parameter.kind)?, kind);
            ensure!(plain, "parameter {} of {}", parameter.kind, kind.kind);
        }
        writeln!(out, "    // {}\n    &[", kind.kind)?;
        for (value, enumerant) in rows {
            // The capabilities that a capability implies are in its own row: they are not alternatives.
            let of_capability = kind.kind == "Capability";
            let set = if of_capability {
                0
            } else {
                tables.alternatives_index(&enumerant.needs)?
            };
            let name = &enumerant.enumerant;
            let availability = tables.availability_index(&enumerant.needs)?;
            let parameters = tables.operand_list(&enumerant.parameters)?;
            writeln!(
                out,
                "        en({value}, \"{name}\", {set}, {availability}, {parameters}),"
            )?;
        }
        out.push_str("    ],\n");
        let names: Vec<String> = names
            .iter()
            .map(|(name, value)| format!("(Name::of(\"{name}\"), {value})"))
            .collect();
        writeln!(aliases, "    &[{}],", names.join(", "))?;
    }
    out.push_str("];\n\n/// Further names of enumerants, by kind.\n#[rustfmt::skip]\n");
    writeln!(
        out,
        "pub(crate) static ALIASES: [&[(Name, u32)]; {}] = [\n{aliases}];\n",
        kinds.len()
    )?;
    Ok(())
}

fn write_ext_insts(
    out: &mut String,
    tables: &Tables,
    variant: &str,
    grammar: &ExtInstGrammar,
) -> Result<()> {
    let mut rows: Vec<&Instruction> = grammar.instructions.iter().collect();
    rows.sort_by_key(|row| row.opcode);
    let name = snake_case(variant).to_uppercase();
    writeln!(
        out,
        "/// Instructions of the set `{variant}`, by number.\n#[rustfmt::skip]"
    )?;
    writeln!(
        out,
        "pub(crate) static {name}: [ExtInstRow; {}] = [",
        rows.len()
    )?;
    for row in rows {
        writeln!(
            out,
            "    ext({}, \"{}\", {}, {}, {}),",
            row.opcode,
            row.opname,
            tables.alternatives_index(&row.needs)?,
            tables.availability_index(&row.needs)?,
            tables.operand_list(&row.operands)?,
        )?;
    }
    out.push_str("];\n\n");
    Ok(())
}

/// Every list of operands in the rows above, once.
fn write_operand_lists(out: &mut String) -> Result<()> {
    let lists: BTreeSet<String> = out
        .split("&[(K::")
        .skip(1)
        .filter_map(|rest| Some(format!("&[(K::{}]", rest.split_once(']')?.0)))
        .collect();
    out.push_str("/// Every list of operands in the tables.\n#[rustfmt::skip]\n");
    writeln!(
        out,
        "pub(crate) const OPERAND_LISTS: [&[(K, Quantifier)]; {}] = [\n    &[],",
        lists.len() + 1
    )?;
    for list in lists {
        writeln!(out, "    {list},")?;
    }
    out.push_str("];\n\n");
    Ok(())
}

fn write_names(
    out: &mut String,
    instructions: &[&Instruction],
    kinds: &[&Kind],
    sets: &[(&str, &str, ExtInstGrammar)],
) -> Result<()> {
    out.push_str(
        "/// Constants under Khronos's names.\n\
         #[allow(missing_docs, non_upper_case_globals)]\n#[rustfmt::skip]\npub mod names {\n",
    );
    let ops = instructions.iter().flat_map(|row| {
        std::iter::once(&row.opname)
            .chain(&row.aliases)
            .map(|name| (name.clone(), row.opcode))
    });
    write_module(out, "Opcodes", "op", "u16", ops.collect())?;
    for kind in kinds {
        let (rows, aliases) = by_value(kind)?;
        if rows.is_empty() {
            continue;
        }
        let constants = rows
            .iter()
            .map(|(value, enumerant)| (enumerant.enumerant.as_str(), *value))
            .chain(aliases)
            .map(|(name, value)| (identifier(&kind.kind, name), value))
            .collect();
        write_module(
            out,
            &format!("`{}`", kind.kind),
            &snake_case(&kind.kind),
            "u32",
            constants,
        )?;
    }
    for (variant, module, grammar) in sets {
        let constants = grammar
            .instructions
            .iter()
            .map(|row| (row.opname.clone(), row.opcode))
            .collect();
        write_module(
            out,
            &format!("Instructions of the set `{variant}`"),
            module,
            "u32",
            constants,
        )?;
    }
    out.push_str("}\n");
    Ok(())
}

fn write_module(
    out: &mut String,
    title: &str,
    name: &str,
    number: &str,
    mut constants: Vec<(String, u32)>,
) -> Result<()> {
    constants.sort_by_key(|constant| constant.1);
    writeln!(out, "    /// {title}.\n    pub mod {name} {{")?;
    for (name, value) in constants {
        writeln!(out, "        pub const {name}: {number} = {value};")?;
    }
    out.push_str("    }\n");
    Ok(())
}

/// A valid Rust identifier: a name that starts with a digit is prefixed by its kind.
fn identifier(kind: &str, name: &str) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("{kind}{name}")
    } else {
        name.to_owned()
    }
}

/// `FPFastMathMode` → `fp_fast_math_mode`.
pub(super) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, c) in chars.iter().enumerate() {
        let after_lower = at > 0 && !chars[at - 1].is_ascii_uppercase();
        let ends_acronym = at > 0 && chars.get(at + 1).is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase() && at > 0 && (after_lower || ends_acronym) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_names() {
        for (name, expected) in [
            ("FPFastMathMode", "fp_fast_math_mode"),
            ("BuiltIn", "built_in"),
            ("ImageOperands", "image_operands"),
            ("GlslStd450", "glsl_std450"),
            ("Dim", "dim"),
        ] {
            assert_eq!(snake_case(name), expected);
        }
        assert_eq!(identifier("Dim", "1D"), "Dim1D");
    }
}
