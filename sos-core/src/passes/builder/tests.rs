//! Copying without changes reproduces the module; duplicate types are merged; what is written has a limit.

use super::*;
use crate::assemble::compute;
use crate::facts::Facts;
use crate::options::{Limits, Options};
use crate::passes::testing::{instructions, lowered};
use crate::passes::Passes;
use crate::target::Target;
use std::path::Path;

fn modules(dir: &Path, out: &mut Vec<Vec<u32>>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            modules(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "spv") {
            out.push(crate::words::from_bytes(&std::fs::read(path).unwrap()).unwrap());
        }
    }
}

fn copy(build: &mut ModuleBuilder, input: Input<'_>, out: &mut Vec<u32>) -> Result<(), LowerError> {
    let Input { words, facts } = input;
    build.begin(input, None);
    for inst in facts.declarations(words) {
        build.copy_global(input, inst)?;
    }
    build.copy_annotations(input)?;
    for inst in facts.code(words) {
        build.copy_code(input, inst)?;
    }
    build.finish(input, out)
}

#[test]
fn a_copy_is_identical() {
    let mut list = Vec::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/shaders");
    modules(&corpus, &mut list);
    assert!(list.len() > 100, "{}", list.len());
    let (mut facts, mut build, mut out) = (Facts::default(), ModuleBuilder::default(), Vec::new());
    let mut refused = 0;
    for words in &list {
        facts.scan(words, &Limits::default()).unwrap();
        let input = Input {
            words,
            facts: &facts,
        };
        match copy(&mut build, input, &mut out) {
            // Debug information with literal operands is removed.
            Ok(()) if facts.imports.iter().any(|import| import.set.has_literals()) => {
                assert!(out.len() < words.len());
            }
            Ok(()) => assert_eq!(out, *words),
            // Operands that the grammar tables do not contain.
            Err(_) => refused += 1,
        }
    }
    assert!(refused < 3, "{refused}");
}

#[test]
fn duplicate_types_are_merged() {
    let words = compute(
        3,
        "",
        "OpDecorate %half NonWritable
         %half = OpTypeFloat 16
         %hvec = OpTypeVector %half 2
         %fvec = OpTypeVector %f32 2
         %hnull = OpConstantNull %hvec
         %fnull = OpConstantNull %fvec",
        "%a = OpCopyObject %hvec %hnull
         %b = OpCopyObject %fvec %fnull",
    );
    let mut facts = Facts::default();
    facts.scan(&words, &Limits::default()).unwrap();
    let input = Input {
        words: &words,
        facts: &facts,
    };
    let mut build = ModuleBuilder::default();
    build.begin(input, None);
    for inst in facts.declarations(&words) {
        if (inst.opcode(), inst.word(2)) == (op::OpTypeFloat, 16) {
            build.declare_as(inst.word(1), op::OpTypeFloat, None, &[32]);
        } else {
            build.copy_global(input, inst).unwrap();
        }
    }
    build.copy_annotations(input).unwrap();
    for inst in facts.code(&words) {
        build.copy_code(input, inst).unwrap();
    }
    let mut out = Vec::new();
    build.finish(input, &mut out).unwrap();
    let all: Vec<Inst<'_>> = instructions(&out).collect();
    let count = |opcode| all.iter().filter(|inst| inst.opcode() == opcode).count();
    assert_eq!((count(op::OpTypeFloat), count(op::OpTypeVector)), (1, 1));
    let types: Vec<u32> = all
        .iter()
        .filter(|inst| inst.opcode() == op::OpCopyObject)
        .map(|inst| inst.word(1))
        .collect();
    assert_eq!(types.len(), 2);
    assert_eq!(types[0], types[1]);
    assert!(!all.iter().any(|inst| {
        inst.opcode() == op::OpDecorate && inst.word(2) == crate::tables::decoration::NonWritable
    }));
}

#[test]
fn what_passes_write_is_limited_as_it_grows() {
    let globals = "%u64 = OpTypeInt 64 0
        %five = OpConstant %u64 5 1
        %to = OpTypePointer Private %u64
        %kept = OpVariable %to Private";
    let products: String = (0..200)
        .map(|at| format!("%x{at} = OpIMul %u64 %five %five\nOpStore %kept %x{at}\n"))
        .collect();
    let words = compute(3, "OpCapability Int64", globals, &products);
    let target = Target::built_in("swiftshader").unwrap();
    let run = |limit: usize| {
        let options = Options {
            limits: Limits {
                words: limit as u32,
                ..Limits::default()
            },
            ..Options::default()
        };
        lowered(&words, &mut Passes::default(), &target, &options)
    };
    let size = run(words.len() * 20).unwrap().len();
    assert!(size > 3 * words.len(), "{size}");
    assert!(run(size).is_ok());
    assert_eq!(run(words.len()), Err(LowerError::TooLarge));
}
