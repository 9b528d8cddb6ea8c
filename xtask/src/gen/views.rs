//! Generates `sos-core/src/generated/views.rs`: for each shape of instruction that the code reads by name, where its operands
//! are. `sos-core/src/views.rs` makes types of the rows and says what they are for.
//!
//! Input: the operands of the grammar, with their names, and the families of opcodes below. Refused: an operand without a
//! usable name, two operands of the same name, an opcode that the grammar does not have, and a family without a common operand.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{bail, ensure, Context, Result};

use super::grammar::{Category, Core, Instruction, Kind, Operand};
use super::registry::Registry;
use super::spirv::snake_case;

/// Families: views of several opcodes, and views that are not named as their opcode is. A view has the operands that all of its
/// opcodes have at the same place under the same name. `A..B` are the opcodes from one to the other.
const FAMILIES: &[(&str, &str)] = &[
    ("AccessChain", "OpAccessChain OpInBoundsAccessChain"),
    ("BitFieldExtract", "OpBitFieldSExtract OpBitFieldUExtract"),
    ("Bits", "OpBitFieldInsert..OpBitCount"),
    ("Branching", "OpBranchConditional OpSwitch"),
    ("Constant", "OpConstant OpSpecConstant"),
    (
        "ConstantComposite",
        "OpConstantComposite OpSpecConstantComposite",
    ),
    ("AnyCopyMemory", "OpCopyMemory OpCopyMemorySized"),
    ("Decorate", "OpDecorate OpDecorateId OpDecorateString"),
    (
        "Dot",
        "OpDot OpSDot..OpSUDotAccSat \
         OpFDot2MixAcc32VALVE OpFDot2MixAcc16VALVE OpFDot4MixAcc32VALVE",
    ),
    ("DotAccSat", "OpSDotAccSat..OpSUDotAccSat"),
    ("ExecutionMode", "OpExecutionMode OpExecutionModeId"),
    ("ExtInst", "OpExtInst OpExtInstWithForwardRefsKHR"),
    ("FragmentFetch", "OpFragmentMaskFetchAMD OpFragmentFetchAMD"),
    (
        "GroupNonUniformQuadVote",
        "OpGroupNonUniformQuadAllKHR OpGroupNonUniformQuadAnyKHR",
    ),
    (
        "GroupOperation",
        "OpGroupNonUniformBallotBitCount \
         OpGroupNonUniformIAdd..OpGroupNonUniformLogicalXor \
         OpGroupIAddNonUniformAMD..OpGroupSMaxNonUniformAMD",
    ),
    (
        "ImageGather",
        "OpImageGather OpImageDrefGather OpImageSparseGather OpImageSparseDrefGather",
    ),
    ("ImageRead", "OpImageRead OpImageSparseRead"),
    (
        "Member",
        "OpMemberDecorate OpMemberDecorateIdEXT OpMemberDecorateString OpMemberName",
    ),
    (
        "MemberDecorate",
        "OpMemberDecorate OpMemberDecorateIdEXT OpMemberDecorateString",
    ),
    ("Merge", "OpLoopMerge OpSelectionMerge"),
    (
        "PtrAccessChain",
        "OpPtrAccessChain OpInBoundsPtrAccessChain",
    ),
    ("PtrComparison", "OpPtrEqual OpPtrNotEqual OpPtrDiff"),
    ("StreamVertex", "OpEmitStreamVertex OpEndStreamPrimitive"),
    ("TypeAnyArray", "OpTypeArray OpTypeRuntimeArray"),
    ("TypeAnyPointer", "OpTypePointer OpTypeUntypedPointerKHR"),
    ("TypeNumber", "OpTypeInt OpTypeFloat"),
    ("TypeVectorOrMatrix", "OpTypeVector OpTypeMatrix"),
    (
        "UntypedAccessChain",
        "OpUntypedAccessChainKHR OpUntypedInBoundsAccessChainKHR",
    ),
    (
        "UntypedChain",
        "OpUntypedAccessChainKHR OpUntypedInBoundsAccessChainKHR \
         OpUntypedPtrAccessChainKHR OpUntypedInBoundsPtrAccessChainKHR",
    ),
    (
        "UntypedPtrAccessChain",
        "OpUntypedPtrAccessChainKHR OpUntypedInBoundsPtrAccessChainKHR",
    ),
];

/// Opcodes with a view of their own, which has their name without `Op`.
const SINGLE: &str = "\
    OpArrayLength OpAtomicStore OpBitFieldInsert OpBitcast OpBranch OpBranchConditional OpCapability \
    OpControlBarrier OpCopyLogical OpCopyMemory OpCopyObject OpDecorationGroup OpEntryPoint OpExpectKHR \
    OpExtInstImport OpExtension OpFragmentFetchAMD OpFunction OpFunctionCall OpGroupDecorate \
    OpGroupMemberDecorate OpGroupNonUniformBroadcast OpGroupNonUniformQuadBroadcast OpImageWrite OpLabel \
    OpLine OpLoad OpLoopMerge OpMemoryBarrier OpMemoryModel OpName OpPhi OpReadClockKHR OpReturnValue \
    OpSampledImage OpSelect OpSelectionMerge OpSource OpSpecConstantOp OpStore OpString OpSwitch OpTypeArray \
    OpTypeCooperativeMatrixKHR OpTypeFloat OpTypeForwardPointer OpTypeImage OpTypeInt OpTypePointer \
    OpTypeRuntimeArray OpTypeSampledImage OpTypeStruct OpTypeUntypedPointerKHR OpTypeVector \
    OpUntypedVariableKHR OpVariable";

/// Names that differ from Khronos's: the view, the name in the grammar, the accessor. They are those of lists, which the
/// grammar describes by examples; those that are words of Rust; and those under which the members of a family agree.
const NAMES: &[(&str, &str, &str)] = &[
    ("Branching", "Selector", "condition"),
    ("ExtInst", "Operand 1, Operand 2, ...", "operands"),
    ("FunctionCall", "Argument 0, Argument 1, ...", "arguments"),
    ("Member", "Struct Type", "structure_type"),
    ("Member", "Type", "structure_type"),
    ("MemberDecorate", "Struct Type", "structure_type"),
    ("Phi", "Variable, Parent, ...", "pairs"),
    ("Switch", "Target", "targets"),
    ("TypeAnyPointer", "Type", "pointee"),
    ("TypeCooperativeMatrixKHR", "Use", "matrix_use"),
    ("TypePointer", "Type", "pointee"),
    (
        "TypeStruct",
        "Member 0 type, member 1 type, ...",
        "member_types",
    ),
    ("TypeVectorOrMatrix", "Column Count", "component_count"),
    ("TypeVectorOrMatrix", "Column Type", "component_type"),
];

/// One accessor of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Accessor {
    name: String,
    /// The index of its first word.
    at: usize,
    /// Whether it is everything from there on; else it is one word.
    is_tail: bool,
    /// The operand kind, which members of a family must agree in.
    kind: String,
}

/// Renders the file.
pub fn render(registry: &Registry) -> Result<String> {
    let core = &registry.core;
    let single = SINGLE.split_whitespace();
    let single = single.map(|op| (op.strip_prefix("Op").unwrap_or(op), op));
    let mut views: Vec<(&str, &str)> = FAMILIES.iter().copied().chain(single).collect();
    views.sort_unstable();
    for pair in views.windows(2) {
        ensure!(pair[0].0 != pair[1].0, "two views {}", pair[0].0);
    }
    let mut out = format!(
        "//! Where the operands of instructions are: {}.\n\
         //!\n\
         //! Written by `cargo xtask gen --registry DIR`; edits by hand are lost.\n\n\
         use crate::inst::Inst;\n\
         use crate::tables::op;\n\
         use crate::views::views;\n\n\
         views! {{\n",
        registry.spirv_revision()
    );
    let mut used = BTreeSet::new();
    for (view, opcodes) in views {
        let opcodes = expanded(core, opcodes).with_context(|| view.to_owned())?;
        let accessors = common(core, view, &opcodes, &mut used).with_context(|| view.to_owned())?;
        let of = |is_tail: bool| {
            let list = accessors.iter().filter(move |one| one.is_tail == is_tail);
            list.map(|one| format!("{} {}", one.name, one.at))
                .collect::<Vec<_>>()
        };
        write!(out, "    {view}:")?;
        let opcodes: Vec<String> = opcodes.iter().map(|&op| op.to_owned()).collect();
        write_list(&mut out, &opcodes, " ", ",");
        write_list(&mut out, &of(false), ", ", ",");
        write_list(&mut out, &of(true), ", ", ";");
        out.push('\n');
    }
    for name in NAMES {
        ensure!(used.contains(name), "no operand is renamed by {name:?}");
    }
    out.push_str("}\n");
    Ok(out)
}

/// Appends a list in brackets, in lines of at most 100 characters.
fn write_list(out: &mut String, items: &[String], between: &str, behind: &str) {
    let column = |out: &str| out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    let text = format!("[{}]{behind}", items.join(between));
    if column(out) + 1 + text.len() <= 100 {
        out.push(' ');
        out.push_str(&text);
        return;
    }
    out.push_str("\n        [");
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            out.push_str(between.trim_end());
            let fits = column(out) + 1 + item.len() + behind.len() < 100;
            out.push_str(if fits { " " } else { "\n         " });
        }
        out.push_str(item);
    }
    out.push(']');
    out.push_str(behind);
}

/// The names of opcodes, with ranges written out.
fn expanded<'g>(core: &'g Core, opcodes: &str) -> Result<Vec<&'g str>> {
    let find = |name: &str| {
        let found = core.instructions.iter().find(|row| row.opname == name);
        found.with_context(|| format!("there is no {name}"))
    };
    let mut all = Vec::new();
    for part in opcodes.split_whitespace() {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let range = find(first)?.opcode..=find(last)?.opcode;
        let rows = core.instructions.iter();
        let rows = rows.filter(|row| range.contains(&row.opcode));
        all.extend(rows.map(|row| row.opname.as_str()));
    }
    Ok(all)
}

/// The accessors that all opcodes of a view have in common.
fn common(
    core: &Core,
    view: &'static str,
    opcodes: &[&str],
    used: &mut BTreeSet<(&'static str, &'static str, &'static str)>,
) -> Result<Vec<Accessor>> {
    let mut common: Option<Vec<Accessor>> = None;
    for &opcode in opcodes {
        let instruction = core
            .instructions
            .iter()
            .find(|instruction| instruction.opname == opcode)
            .with_context(|| format!("there is no {opcode}"))?;
        let own = accessors(core, view, instruction, used).context(opcode.to_owned())?;
        match &mut common {
            None => common = Some(own),
            Some(common) => common.retain(|accessor| own.contains(accessor)),
        }
    }
    let common = common.unwrap_or_default();
    ensure!(!common.is_empty(), "its opcodes have no common operand");
    let mut names = BTreeSet::new();
    for accessor in &common {
        let is_new = names.insert(&accessor.name);
        ensure!(is_new, "two operands are called {}", accessor.name);
    }
    Ok(common)
}

/// The accessors of one instruction: of every operand that starts at a fixed word.
fn accessors(
    core: &Core,
    view: &'static str,
    instruction: &Instruction,
    used: &mut BTreeSet<(&'static str, &'static str, &'static str)>,
) -> Result<Vec<Accessor>> {
    let mut found = Vec::new();
    for (at, operand) in (1..).zip(&instruction.operands) {
        let kind = core
            .operand_kinds
            .iter()
            .find(|kind| kind.kind == operand.kind);
        let kind = kind.with_context(|| format!("there is no kind {}", operand.kind))?;
        let name = name(view, operand, used)?;
        let mut add = |name: String, at: usize, is_tail: bool| {
            let kind = kind.kind.clone();
            found.push(Accessor {
                name,
                at,
                is_tail,
                kind,
            });
        };
        let shape = shape(kind, operand)?;
        match shape {
            Shape::Word => {
                add(name, at, false);
                continue;
            }
            Shape::Tail => {
                if name == "operands" {
                    add("operand".to_owned(), at, false);
                }
                add(name, at, true);
            }
            Shape::Number | Shape::Mask => {
                add(format!("{name}_words"), at, true);
                add(name, at, false);
            }
            Shape::Value => {
                add(name, at, false);
                add("operand".to_owned(), at + 1, false);
                add("operands".to_owned(), at + 1, true);
            }
        }
        break;
    }
    Ok(found)
}

/// What is at a fixed place of an operand, and whether the next one is at a fixed place as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// One word, of which 0 means the same as its absence, or which is never absent. The only one with a successor.
    Word,
    /// A string, a list, or a word of which 0 means something.
    Tail,
    /// A number of one word or more.
    Number,
    /// A mask, and what its bits bring with them.
    Mask,
    /// A value that determines which operands follow.
    Value,
}

fn shape(kind: &Kind, operand: &Operand) -> Result<Shape> {
    let has_parameters = kind.enumerants.iter().any(|row| !row.parameters.is_empty());
    let is_optional = match operand.quantifier.as_deref() {
        None => false,
        Some("?") => true,
        Some("*") => return Ok(Shape::Tail),
        Some(other) => bail!("quantifier {other}"),
    };
    Ok(match (kind.category, kind.kind.as_str()) {
        (Category::Id, _) => Shape::Word,
        (Category::BitEnum, _) if has_parameters => Shape::Mask,
        (Category::BitEnum, _) => Shape::Word,
        _ if is_optional => Shape::Tail,
        (Category::ValueEnum, _) if has_parameters => Shape::Value,
        (Category::ValueEnum, _) => Shape::Word,
        (Category::Literal, "LiteralInteger" | "LiteralExtInstInteger") => Shape::Word,
        (Category::Literal, "LiteralString") => Shape::Tail,
        (Category::Literal, "LiteralContextDependentNumber") => Shape::Number,
        (Category::Literal, "LiteralSpecConstantOpInteger") => Shape::Value,
        _ => bail!("an operand of kind {} once", kind.kind),
    })
}

/// The name of an operand: the grammar's, or, where that has none, that of its kind.
fn name(
    view: &'static str,
    operand: &Operand,
    used: &mut BTreeSet<(&'static str, &'static str, &'static str)>,
) -> Result<String> {
    let name = match (&operand.name, operand.kind.as_str()) {
        (_, "IdResultType") => "result_type".to_owned(),
        (_, "IdResult") => "result".to_owned(),
        (None, kind) => snake_case(kind),
        (Some(name), _) => {
            if let Some(row) = NAMES.iter().find(|row| (row.0, row.1) == (view, name)) {
                used.insert(*row);
                return Ok(row.2.to_owned());
            }
            let words = name.replace('~', "");
            let words = words.split(' ').map(snake_case);
            words.collect::<Vec<_>>().join("_")
        }
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    let is_word = ["type", "use"].contains(&name.as_str());
    ensure!(is_name && !is_word, "{name:?} is no name for an accessor");
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grammar with one instruction.
    fn core(operands: &str) -> Core {
        let text = format!(
            r#"{{
                "copyright": [], "magic_number": "", "major_version": 1, "minor_version": 6, "revision": 1,
                "instruction_printing_class": [],
                "instructions": [{{ "opname": "OpX", "class": "", "opcode": 1, "operands": [{operands}] }}],
                "operand_kinds": [
                    {{ "category": "Id", "kind": "IdResultType" }},
                    {{ "category": "Id", "kind": "IdResult" }},
                    {{ "category": "Id", "kind": "IdRef" }},
                    {{ "category": "Literal", "kind": "LiteralString" }},
                    {{ "category": "Literal", "kind": "LiteralContextDependentNumber" }},
                    {{ "category": "ValueEnum", "kind": "FPEncoding", "enumerants": [] }},
                    {{ "category": "BitEnum", "kind": "Plain", "enumerants": [] }},
                    {{ "category": "BitEnum", "kind": "MemoryAccess", "enumerants": [
                        {{ "enumerant": "Aligned", "value": 2, "parameters": [{{ "kind": "IdRef" }}] }}
                    ] }},
                    {{ "category": "ValueEnum", "kind": "Decoration", "enumerants": [
                        {{ "enumerant": "SpecId", "value": 1, "parameters": [{{ "kind": "IdRef" }}] }}
                    ] }}
                ]
            }}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    fn of(operands: &str) -> Result<Vec<(String, usize, bool)>> {
        let found = common(&core(operands), "X", &["OpX"], &mut BTreeSet::new())?;
        let found = found.into_iter();
        Ok(found.map(|one| (one.name, one.at, one.is_tail)).collect())
    }

    #[test]
    fn operands_at_fixed_words_have_accessors() {
        let result = r#"{"kind": "IdResultType"}, {"kind": "IdResult"}"#;
        for (operands, expected) in [
            (
                r#"{"kind": "IdRef", "name": "Base Type"}, {"kind": "IdRef", "quantifier": "*", "name": "D~ref~"}"#,
                vec![("base_type", 3, false), ("dref", 4, true)],
            ),
            (
                r#"{"kind": "IdRef", "quantifier": "?", "name": "A"}, {"kind": "IdRef", "quantifier": "?", "name": "B"}"#,
                vec![("a", 3, false), ("b", 4, false)],
            ),
            (
                r#"{"kind": "MemoryAccess", "quantifier": "?"}, {"kind": "IdRef", "name": "Behind"}"#,
                vec![
                    ("memory_access_words", 3, true),
                    ("memory_access", 3, false),
                ],
            ),
            (
                r#"{"kind": "Decoration"}, {"kind": "IdRef", "name": "Behind"}"#,
                vec![
                    ("decoration", 3, false),
                    ("operand", 4, false),
                    ("operands", 4, true),
                ],
            ),
            (
                r#"{"kind": "LiteralString", "name": "Name"}, {"kind": "IdRef", "name": "Behind"}"#,
                vec![("name", 3, true)],
            ),
            (
                r#"{"kind": "LiteralContextDependentNumber", "name": "Value"}"#,
                vec![("value_words", 3, true), ("value", 3, false)],
            ),
            (
                r#"{"kind": "FPEncoding", "quantifier": "?"}"#,
                vec![("fp_encoding", 3, true)],
            ),
            (
                r#"{"kind": "Plain", "quantifier": "?"}"#,
                vec![("plain", 3, false)],
            ),
        ] {
            let found = of(&format!("{result}, {operands}")).unwrap();
            let all = [("result_type", 1, false), ("result", 2, false)];
            let all: Vec<_> = all.into_iter().chain(expected).collect();
            let found: Vec<_> = found.iter().map(|one| (&*one.0, one.1, one.2)).collect();
            assert_eq!(found, all, "{operands}");
        }
    }

    #[test]
    fn what_cannot_be_named_is_refused() {
        for operands in [
            r#"{"kind": "IdRef", "name": "Type"}"#,
            r#"{"kind": "IdRef", "quantifier": "*", "name": "Argument 0, Argument 1, ..."}"#,
            r#"{"kind": "IdRef", "name": "A"}, {"kind": "IdRef", "name": "A"}"#,
            r#"{"kind": "IdNew", "name": "A"}"#,
            "",
        ] {
            assert!(of(operands).is_err(), "{operands}");
        }
    }

    #[test]
    fn long_lists_are_wrapped() {
        let items: Vec<String> = (0..30).map(|at| format!("operand_{at} {at}")).collect();
        let mut out = "    View:".to_owned();
        write_list(&mut out, &items, ", ", ";");
        assert!(out.lines().count() > 3 && out.lines().all(|line| line.len() <= 100));
        let items: Vec<&str> = out.split(['[', ']']).nth(1).unwrap().split(',').collect();
        assert_eq!(items.len(), 30);
    }
}
