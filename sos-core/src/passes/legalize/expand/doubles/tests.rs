//! Which functions each instruction calls, what modes change, refusals with their reasons, and damaged modules. What is computed is
//! tested on drivers (`tests/tests/drivers/doubles`, `corpus/shaders/doubles`).

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::passes::testing::{corrupt_every_word, count, instructions, without};
use crate::tables::op;
use crate::target::feature;
use crate::{Options, Target};

/// A device that has everything except doubles, with all float controls of 32-bit floats.
fn target() -> Target {
    let mut device = without(&[feature::shaderFloat64]).describe();
    let properties = &mut device.properties;
    properties.shader_rounding_mode_rtz_float32 = Some(true);
    properties.shader_rounding_mode_rte_float32 = Some(true);
    properties.shader_denorm_flush_to_zero_float32 = Some(true);
    device.build()
}

const TYPES: &str = "
    %f64 = OpTypeFloat 64
    %d2 = OpTypeVector %f64 2
    %d3 = OpTypeVector %f64 3
    %d3x2 = OpTypeMatrix %d3 2
    %d2x3 = OpTypeMatrix %d2 3
    %d2x2 = OpTypeMatrix %d2 2
    %to_f64 = OpTypePointer Private %f64
    %to_d3 = OpTypePointer Private %d3
    %to_matrix = OpTypePointer Private %d3x2
    %to_square = OpTypePointer Private %d2x2
    %scalar = OpVariable %to_f64 Private
    %vector = OpVariable %to_d3 Private
    %matrix = OpVariable %to_matrix Private
    %square = OpVariable %to_square Private
    %half_of = OpConstant %f64 0 1071644672
";

const LOADS: &str = "
    %a = OpLoad %f64 %scalar
    %v = OpLoad %d3 %vector
    %m = OpLoad %d3x2 %matrix
    %s = OpLoad %d2x2 %square
";

fn module(model: &str, modes: &str, types: &str, body: &str) -> Vec<u32> {
    let size = match model {
        "GLCompute" => "OpExecutionMode %main LocalSize 8 1 1",
        _ => "",
    };
    let modes = format!("{size}\n{modes}");
    let preamble = "OpCapability Float64\n%glsl = OpExtInstImport \"GLSL.std.450\"";
    stage(5, model, &modes, preamble, types, body)
}

/// The output, and what the report says of refusals and rules.
fn run(words: &[u32]) -> (Vec<u32>, String) {
    let (words, report) = filtered(words, &target(), &Options::default());
    (
        words,
        format!("{:?} {:?}", report.unsupported, report.rules),
    )
}

/// The output for a body between loads and a store.
fn lower(modes: &str, body: &str) -> Vec<u32> {
    let body = format!("{LOADS}{body}");
    let (words, said) = run(&module("GLCompute", modes, TYPES, &body));
    assert!(!words.is_empty(), "{body}: {said}");
    let mut all = instructions(&words);
    let doubles = all.any(|inst| inst.opcode() == op::OpTypeFloat && inst.word(2) == 64);
    assert!(!doubles && said.contains("float64-words"), "{said}");
    words
}

/// How often an instruction is in the entry point, which is the first function.
fn in_main(words: &[u32], opcode: u16) -> usize {
    let main = instructions(words).take_while(|inst| inst.opcode() != op::OpFunctionEnd);
    main.filter(|inst| inst.opcode() == opcode).count()
}

#[test]
fn each_instruction_calls_the_functions_that_it_is_composed_of() {
    for (body, expected) in [
        ("%r = OpFAdd %f64 %a %half_of", 1),
        ("%r = OpFSub %d3 %v %v", 1),
        ("%r = OpFNegate %d3 %v", 0),
        ("%r = OpFDiv %f64 %a %a", 1),
        ("%r = OpFRem %f64 %a %a", 4),
        ("%r = OpVectorTimesScalar %d3 %v %a", 1),
        // A product of vectors, and two sums.
        ("%r = OpDot %f64 %v %v", 3),
        ("%r = OpMatrixTimesScalar %d3x2 %m %a", 2),
        ("%r = OpTranspose %d2x3 %m", 0),
        (
            "%w = OpVectorShuffle %d2 %v %v 0 1\n%r = OpMatrixTimesVector %d3 %m %w",
            3,
        ),
        ("%r = OpVectorTimesMatrix %d2 %v %m", 6),
        ("%r = OpMatrixTimesMatrix %d2x2 %s %s", 6),
        (
            "%w = OpVectorShuffle %d2 %v %v 0 1\n%r = OpOuterProduct %d3x2 %v %w",
            2,
        ),
        ("%r = OpFOrdLessThan %bool %a %half_of", 1),
        ("%r = OpFUnordNotEqual %bool %a %half_of", 1),
        ("%r = OpIsInf %bool %a", 0),
        ("%r = OpFConvert %f32 %a", 1),
        ("%r = OpConvertFToS %u32 %a", 1),
        ("%r = OpConvertUToF %f64 %one", 1),
        ("%r = OpExtInst %f64 %glsl Sqrt %a", 1),
        ("%r = OpExtInst %d3 %glsl FAbs %v", 0),
        ("%r = OpExtInst %d3 %glsl Fract %v", 2),
        ("%r = OpExtInst %f64 %glsl Length %v", 4),
        ("%r = OpExtInst %f64 %glsl Determinant %s", 3),
        ("%r = OpExtInst %d3 %glsl Cross %v %v", 3),
        ("%r = OpExtInst %d3 %glsl FMix %v %v %v", 4),
        ("%r = OpExtInst %d3 %glsl NClamp %v %v %v", 2),
    ] {
        let words = lower("", body);
        assert_eq!(in_main(&words, op::OpFunctionCall), expected, "{body}");
    }
}

#[test]
fn what_is_true_of_nan_is_the_negation_of_the_opposite() {
    for (name, turned) in [
        ("OpFUnordEqual", true),
        ("OpFOrdEqual", false),
        ("OpFOrdNotEqual", false),
        ("OpFUnordNotEqual", true),
        ("OpFUnordLessThan", true),
        ("OpFOrdGreaterThan", false),
        ("OpFUnordGreaterThanEqual", true),
    ] {
        let words = lower("", &format!("%r = {name} %bool %a %half_of"));
        assert_eq!(
            in_main(&words, op::OpLogicalNot),
            usize::from(turned),
            "{name}"
        );
    }
}

/// The opcodes of all functions.
fn functions(words: &[u32]) -> Vec<u16> {
    let all = instructions(words).skip_while(|inst| inst.opcode() != op::OpFunction);
    all.map(|inst| inst.opcode()).collect()
}

/// The functions that are linked differ by mode; nothing of the modes is left.
#[test]
fn modes_choose_functions() {
    let sum = "%r = OpFAdd %f64 %a %half_of";
    let plain = lower("", sum);
    for (mode, same) in [
        ("RoundingModeRTE", true),
        ("RoundingModeRTZ", false),
        ("DenormPreserve", true),
        ("DenormFlushToZero", false),
        ("SignedZeroInfNanPreserve", true),
    ] {
        let names = format!("OpExecutionMode %main {mode} 64");
        let words = lower(&names, sum);
        assert_eq!(count(&words, op::OpExecutionMode), 1, "{mode}");
        assert_eq!(functions(&words) == functions(&plain), same, "{mode}");
    }
    // Those of 32-bit floats stay, and conversions follow them.
    let convert = "%r = OpFConvert %f32 %a";
    let plain = lower("", convert);
    for mode in ["RoundingModeRTZ", "DenormFlushToZero"] {
        let words = lower(&format!("OpExecutionMode %main {mode} 32"), convert);
        assert_eq!(count(&words, op::OpExecutionMode), 2, "{mode}");
        assert_ne!(functions(&words), functions(&plain), "{mode}");
    }
}

/// A phi of a loop names what is defined behind it: those ids stay.
#[test]
fn results_of_other_types_keep_their_ids() {
    for (ty, result) in [
        ("%bool", "OpIsNan %bool %a"),
        ("%bool", "OpIsInf %bool %a"),
        ("%u2", "OpExtInst %u2 %glsl UnpackDouble2x32 %a"),
    ] {
        let types = format!("{TYPES}%u2 = OpTypeVector %u32 2\n%none = OpConstantNull {ty}");
        let body = format!(
            "%a = OpLoad %f64 %scalar
            OpBranch %head
            %head = OpLabel
            %before = OpPhi {ty} %none %entry %now %next
            OpLoopMerge %end %next None
            OpBranch %next
            %next = OpLabel
            %now = {result}
            %again = OpINotEqual %bool %one %two
            OpBranchConditional %again %head %end
            %end = OpLabel
            %r = OpCopyObject {ty} %before"
        );
        let (words, said) = run(&module("GLCompute", "", &types, &body));
        assert!(!words.is_empty(), "{said}");
        let phi = instructions(&words).find(|inst| inst.opcode() == op::OpPhi);
        let named = phi.unwrap().word(5);
        let defines = |inst: Inst<'_>| inst.has_type() && inst.word(2) == named;
        assert!(instructions(&words).any(defines), "{result}");
    }
}

#[test]
fn what_is_refused_and_why() {
    let input = "
        OpDecorate %in Location 0
        %f64 = OpTypeFloat 64
        %to_in = OpTypePointer Input %f64
        %in = OpVariable %to_in Input";
    let read = "%x = OpLoad %f64 %in\n%r = OpFConvert %f32 %x";
    let open = "
        OpDecorate %open SpecId 7
        %f64 = OpTypeFloat 64
        %open = OpSpecConstant %f64 0 0";
    let both =
        "OpExecutionMode %main RoundingModeRTZ 64\nOpExecutionMode %main DenormFlushToZero 64
        OpExecutionMode %main DenormPreserve 64";
    let sum = format!("{LOADS}%r = OpFAdd %f64 %a %half_of");
    let single =
        "OpExecutionMode %main RoundingModeRTZ 32\nOpExecutionMode %main RoundingModeRTE 32";
    let converted = format!("{LOADS}%r = OpFConvert %f32 %a");
    for (words, why) in [
        (
            module("GLCompute", single, TYPES, &converted),
            "where entry points round these",
        ),
        (module("Vertex", "", input, read), "vertex shader"),
        (
            module("GLCompute", "", open, "%r = OpFConvert %f32 %open"),
            "SpecId 7",
        ),
        (
            module("GLCompute", both, TYPES, &sum),
            "64-bit floats, or treat",
        ),
    ] {
        let (words, said) = run(&words);
        assert!(words.is_empty() && said.contains(why), "{said}");
    }
}

#[test]
fn damaged_modules_do_no_harm() {
    let body = format!(
        "{LOADS}%p = OpMatrixTimesMatrix %d2x2 %s %s
        %q = OpFMul %d3 %v %v
        %t = OpTranspose %d2x3 %m
        %r = OpFOrdLessThan %bool %a %half_of
        OpStore %square %p
        OpStore %vector %q"
    );
    let words = module("GLCompute", "", TYPES, &body);
    corrupt_every_word(&words, 60, &target(), &Options::default());
}
