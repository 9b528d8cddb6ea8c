//! The specialization constants that `shaderlib/sos.glsl` and `shaderlib/sos.hlsli` declare equal those that the filter knows.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Op};
use sos_core::Source;
use sos_tests::{paths, tools};

/// A constant of a module: its id, its name, and the bits of its default value; `None` if the type is unknown.
#[derive(Debug, PartialEq)]
struct Constant {
    name: String,
    is_bool: bool,
    default: u32,
}

fn include() -> String {
    format!("-I{}", paths::root().join("shaderlib").display())
}

fn defines_for(sources: impl Iterator<Item = Source>) -> String {
    sources
        .map(|source| {
            format!(
                "#define SOS_USE_{}\n",
                source.name().trim_start_matches("SOS_")
            )
        })
        .collect()
}

/// A statement that stores every constant, so that the compiler does not remove any.
fn store_all() -> String {
    Source::all()
        .map(|source| format!("    data[{}] = uint({});\n", source.index(), source.name()))
        .collect()
}

fn glsl(declarations: &str, body: &str) -> String {
    format!(
        "#version 450\n#extension GL_GOOGLE_include_directive : require\n{declarations}\
         layout(local_size_x = 1) in;\nlayout(binding = 0) buffer Data {{ uint data[]; }};\nvoid main() {{\n{body}}}\n"
    )
}

fn single_result(inst: &Instruction) -> u32 {
    inst.result_id.expect("a constant has a result")
}

/// The specialization constants of a module, by `SpecId`.
fn constants(words: &[u32]) -> BTreeMap<u32, Constant> {
    let module: Module = rspirv::dr::load_words(words).expect("rspirv reads what glslang writes");
    let name_of = |id: u32| {
        let of = |inst: &&Instruction| {
            inst.class.opcode == Op::Name && inst.operands.first() == Some(&Operand::IdRef(id))
        };
        let inst = module
            .debug_names
            .iter()
            .find(of)
            .expect("glslang names constants");
        inst.operands[1].unwrap_literal_string().to_owned()
    };
    let mut found = BTreeMap::new();
    for inst in &module.annotations {
        let [Operand::IdRef(target), Operand::Decoration(Decoration::SpecId), Operand::LiteralBit32(spec_id)] =
            inst.operands[..]
        else {
            continue;
        };
        let defining =
            |inst: &&Instruction| inst.result_id.is_some() && single_result(inst) == target;
        let inst = module
            .types_global_values
            .iter()
            .find(defining)
            .expect("it is defined");
        let (is_bool, default) = match inst.class.opcode {
            Op::SpecConstantFalse => (true, 0),
            Op::SpecConstant => (false, inst.operands[0].unwrap_literal_bit32()),
            other => panic!("{other:?} {}", name_of(target)),
        };
        let constant = Constant {
            name: name_of(target),
            is_bool,
            default,
        };
        assert!(
            found.insert(spec_id, constant).is_none(),
            "SpecId {spec_id} stands there twice"
        );
    }
    found
}

/// The constants that the filter knows, relative to a base.
fn registered(base: u32, sources: impl Iterator<Item = Source>) -> BTreeMap<u32, Constant> {
    sources
        .map(|source| {
            let constant = Constant {
                name: source.name().to_owned(),
                is_bool: source.is_bool(),
                default: source.default_value(),
            };
            (base + source.offset(), constant)
        })
        .collect()
}

#[test]
fn glsl_header_matches_the_registered_constants() {
    let Some(tools) = tools() else { return };
    let source = glsl(
        &(defines_for(Source::all()) + "#include \"sos.glsl\"\n"),
        &store_all(),
    );
    let words = tools
        .glsl(&source, "comp", &["--target-env", "vulkan1.0", &include()])
        .unwrap();
    assert_eq!(
        constants(&words),
        registered(sos_core::DEFAULT_SPEC_BASE, Source::all())
    );
    tools.validate(&words, "vulkan1.0").unwrap();
}

#[test]
fn hlsl_header_matches_the_registered_constants() {
    let Some(tools) = tools() else { return };
    let source = format!(
        "{}#include \"sos.hlsli\"\nRWStructuredBuffer<uint> data;\n[numthreads(1, 1, 1)]\nvoid main() {{\n{}}}\n",
        defines_for(Source::all()),
        store_all()
    );
    let options = ["-D", "-e", "main", "--target-env", "vulkan1.0", &include()];
    let words = tools.glsl(&source, "comp", &options).unwrap();
    assert_eq!(
        constants(&words),
        registered(sos_core::DEFAULT_SPEC_BASE, Source::all())
    );
    tools.validate(&words, "vulkan1.0").unwrap();
}

/// The header included by two libraries, with overlapping constants and different bases.
#[test]
fn header_can_be_included_twice() {
    let Some(tools) = tools() else { return };
    let chosen = |names: &'static [&str]| names.iter().filter_map(|name| Source::from_name(name));
    let first = ["SOS_SUBGROUP_SIZE", "SOS_HAS_shaderFloat16"].as_slice();
    let second = ["SOS_HAS_shaderFloat16", "SOS_HAS_VK_AMD_shader_ballot"].as_slice();
    let declarations = format!(
        "#define SOS_SPEC_BASE 7\n{}#include \"sos.glsl\"\n{}#include \"sos.glsl\"\n",
        defines_for(chosen(first)),
        defines_for(chosen(second))
    );
    let source = glsl(
        &declarations,
        "    data[0] = SOS_HAS_shaderFloat16 ? SOS_SUBGROUP_SIZE : 3;\n",
    );
    let words = tools
        .glsl(&source, "comp", &["--target-env", "vulkan1.0", &include()])
        .unwrap();
    let all = chosen(first).chain(chosen(second));
    let expected = registered(7, all);
    assert_eq!(expected.len(), 3);
    assert_eq!(constants(&words), expected);
}
