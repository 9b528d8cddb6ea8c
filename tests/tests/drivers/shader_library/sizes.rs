//! Subgroups of 16 to 128 lanes, which no driver at hand has: the calls are filtered for a device of that size, inlined by
//! `spirv-opt` into one block, and run by the interpreter.

use std::process::Command;

use rspirv::dr::load_words;
use sos_core::{Options, Target};
use sos_tests::filtered::filtered;
use sos_tests::subgroup::{interpreter, Group, Value};
use sos_tests::tools;
use sos_tests::tools::read_module;

use super::calls::{calls, Call, LaneInput, Type};
use super::paths::given;
use super::{compile_stage, random, Language};

/// Selects the path by shuffles, which the interpreter supports.
const SHUFFLES: [(&str, u64); 3] = [
    ("SOS_HAS_VK_AMD_shader_ballot", 0),
    ("SOS_HAS_SUBGROUP_CLUSTERED", 0),
    ("SOS_HAS_SUBGROUP_ARITHMETIC", 0),
];

/// A target with a subgroup size.
fn device(size: u32) -> Target {
    let mut description = Target::built_in("lavapipe-25.0.7").unwrap().describe();
    let properties = &mut description.properties;
    properties.subgroup_size = Some(size);
    properties.min_subgroup_size = Some(size);
    properties.max_subgroup_size = Some(size);
    description.build()
}

/// A shader with one call.
fn source(call: &Call) -> String {
    format!(
        "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"sos_subgroup.glsl\"\n\
         layout(location = 0) flat in uint x;\nlayout(location = 1) flat in uint n;\nlayout(location = 0) out uint result;\n\
         void main() {{\n    uint got;\n    {}\n    result = got;\n}}\n",
        call.statement(Type::Uint)
    )
}

/// Filters the module for a target, and inlines all functions into one block.
fn filter_and_inline(words: &[u32], target: &Target) -> Vec<u32> {
    let options = Options {
        constants: given(&SHUFFLES),
        ..Options::default()
    };
    let words = filtered(words, target, &options).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), sos_core::words::to_bytes(&words)).unwrap();
    let done = Command::new("spirv-opt")
        .arg("-O")
        .arg(file.path())
        .arg("-o")
        .arg(file.path())
        .status();
    assert!(done.unwrap().success());
    read_module(file.path()).unwrap()
}

#[test]
fn larger_subgroups_match_the_reference() {
    let Some(tools) = tools() else { return };
    let mut compared = 0;
    for width in [8, 32] {
        let all = calls(Type::Uint, width);
        let known = |call: &&Call| match call {
            Call::Butterfly(_) | Call::Shuffle { valid: false, .. } => true,
            Call::Combine(_, _, op, ..) => ["Add", "Xor"].contains(op),
            _ => false,
        };
        for call in all.iter().filter(known) {
            let words = compile_stage(tools, Language::Glsl, "frag", &source(call));
            for size in [16, 32, 64, 128] {
                let lowered = load_words(filter_and_inline(&words, &device(size as u32))).unwrap();
                let lanes: Vec<LaneInput> = (0..size)
                    .map(|lane| LaneInput {
                        active: true,
                        data: random(lane ^ (size << 8)),
                        index: random(lane ^ (size << 16)) % (width + 2),
                    })
                    .collect();
                let values = |of: fn(&LaneInput) -> u32| -> Vec<Value> {
                    lanes.iter().map(|lane| vec![u64::from(of(lane))]).collect()
                };
                let operands = [values(|lane| lane.data), values(|lane| lane.index)];
                let found = interpreter::run(&lowered, Group::full(size), &operands);
                for (lane, (expected, found)) in call
                    .expected(Type::Uint, &lanes)
                    .iter()
                    .zip(&found)
                    .enumerate()
                {
                    assert_eq!(
                        expected,
                        found,
                        "`{}`, lane {lane} of {size}",
                        call.statement(Type::Uint)
                    );
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 2 * 11 * (16 + 32 + 64 + 128));
}
