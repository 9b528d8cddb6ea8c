//! The number of instructions of conversions, refusals with their reasons, and damaged modules.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::passes::testing::{corrupt_every_word, instructions, without};
use crate::tables::op;
use crate::target::feature;
use crate::{Allow, Options, Target};

/// A device that has everything except doubles.
fn target() -> Target {
    without(&[feature::shaderFloat64])
}

const TYPES: &str = "
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 16
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %f64 = OpTypeFloat 64
    %d2 = OpTypeVector %f64 2
    %block = OpTypeStruct %f64 %d2
    %to_block = OpTypePointer StorageBuffer %block
    %to_f64 = OpTypePointer StorageBuffer %f64
    %buffer = OpVariable %to_block StorageBuffer
    %half_of = OpConstant %f64 0 1071644672
";

const BODY: &str = "
    %at = OpAccessChain %to_f64 %buffer %zero
    %x = OpLoad %f64 %at
    %y = OpFMul %f64 %x %half_of
    OpStore %at %y
    %r = OpFConvert %f32 %y
";

fn module(model: &str, names: &str, types: &str, body: &str) -> Vec<u32> {
    let names = format!("OpCapability Float64\n{names}");
    let modes = match model {
        "GLCompute" => "OpExecutionMode %main LocalSize 8 1 1",
        _ => "",
    };
    stage(5, model, modes, &names, types, body)
}

fn options() -> Options {
    Options {
        allow: Allow::F64_TO_F32,
        ..Options::default()
    }
}

/// The words for the target, and the reasons if there are none.
fn run(words: &[u32], options: &Options) -> (Vec<u32>, String) {
    let (words, report) = filtered(words, &target(), options);
    (
        words,
        format!("{:?} {:?}", report.unsupported, report.rules),
    )
}

#[test]
fn conversions_are_functions() {
    let (words, said) = run(&module("GLCompute", "", TYPES, BODY), &options());
    assert!(said.contains("float64"), "{said}");
    let count = |opcode| {
        instructions(&words)
            .filter(|inst| inst.opcode() == opcode)
            .count()
    };
    // The entry point, and a conversion in each direction, which calls that of words.
    assert_eq!(count(op::OpFunction), 5);
    // The constant 0.5 has 32 bits, and no 64-bit float type remains.
    assert!(words.contains(&0.5_f32.to_bits()));
    let mut all = instructions(&words);
    assert!(!all.any(|inst| inst.opcode() == op::OpTypeFloat && inst.word(2) == 64));
}

#[test]
fn what_is_refused_and_why() {
    let matrix = TYPES
        .replace("OpTypeStruct %f64 %d2", "OpTypeStruct %f64 %d2x2")
        .replace(
            "%block = OpType",
            "%d2x2 = OpTypeMatrix %d2 2\n%block = OpType",
        )
        .replace(
            "OpMemberDecorate %block 1 Offset 16",
            "OpMemberDecorate %block 1 Offset 16
             OpMemberDecorate %block 1 ColMajor
             OpMemberDecorate %block 1 MatrixStride 16",
        );
    let input = "
        OpDecorate %in Location 0
        %f64 = OpTypeFloat 64
        %to_in = OpTypePointer Input %f64
        %in = OpVariable %to_in Input";
    let read = "%x = OpLoad %f64 %in\n%r = OpFConvert %f32 %x";
    let added = "
        %at = OpAccessChain %to_f64 %buffer %zero
        %x = OpAtomicFAddEXT %f64 %at %one %zero %half_of
        %r = OpFConvert %f32 %x";
    let atomic =
        "OpCapability AtomicFloat64AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float_add\"";
    let (words, said) = run(&module("Vertex", "", input, read), &options());
    assert!(words.is_empty() && said.contains("vertex inputs"), "{said}");
    // A block with a matrix is rewritten to words.
    let (words, said) = run(&module("GLCompute", "", &matrix, BODY), &options());
    assert!(
        !words.is_empty() && said.contains("narrow-storage"),
        "{said}"
    );
    // An atomic addition operates on floats, but memory has 64-bit integers.
    let (words, said) = run(&module("GLCompute", atomic, TYPES, added), &options());
    let mut all = instructions(&words);
    assert!(all.any(|inst| inst.opcode() == op::OpAtomicCompareExchange));
    assert!(
        said.contains("float-atomic") && said.contains("float64"),
        "{said}"
    );
    // Without the permission, nothing is lost.
    let words = module("GLCompute", "", TYPES, BODY);
    let (words, said) = run(&words, &Options::default());
    assert!(
        !words.is_empty() && said.contains("float64-words"),
        "{said}"
    );
}

#[test]
fn damaged_modules_do_no_harm() {
    let words = module("GLCompute", "", TYPES, BODY);
    corrupt_every_word(&words, 40, &target(), &options());
}
