//! The placement of the computations, and refusals. The crate sos-tests checks results on drivers.

use super::*;
use crate::assemble::{assemble, compute};
use crate::filtered::{filtered, words_for};
use crate::options::Allow;
use crate::options::Options;
use crate::passes::testing::{all, corrupt_every_word, instructions, lowered, without};
use crate::target::feature;

const CONSTANTS: &str = "
    OpDecorate %c SpecId 3
    OpDecorate %h RelaxedPrecision
    %half = OpTypeFloat 16
    %half2 = OpTypeVector %half 2
    %pair = OpTypeStruct %half %u32
    %to_half2 = OpTypePointer Function %half2
    %h_one = OpConstant %half 15360
    %truth = OpConstantTrue %bool
    %c = OpSpecConstant %f32 0
    %h = OpSpecConstantOp %half FConvert %c
    %v = OpSpecConstantComposite %half2 %h %h_one
    %x = OpSpecConstantOp %half CompositeExtract %v 1
    %s = OpSpecConstantOp %half Select %truth %x %h
    %w = OpSpecConstantOp %f32 FConvert %s
    %alone = OpSpecConstantOp %half FConvert %c
";

fn module(functions: &str) -> Vec<u32> {
    assemble(
        3,
        &format!(
            "OpCapability Shader
             OpCapability Float16
             OpMemoryModel Logical GLSL450
             OpEntryPoint GLCompute %main \"main\"
             OpExecutionMode %main LocalSize 1 1 1
             OpName %c \"c\"
             OpName %h \"h\"
             {}
             {functions}",
            CONSTANTS.replace(
                "%half = ",
                "%void = OpTypeVoid
                 %bool = OpTypeBool
                 %u32 = OpTypeInt 32 0
                 %f32 = OpTypeFloat 32
                 %procedure = OpTypeFunction %void
                 %half = "
            )
        ),
    )
}

/// The result of this pass for a module, for a device without 16-bit floats.
fn passed(words: &[u32]) -> Result<Vec<u32>, LowerError> {
    let mut facts = crate::facts::Facts::default();
    facts
        .scan(words, &crate::options::Limits::default())
        .unwrap();
    let input = Input {
        words,
        facts: &facts,
    };
    let (target, options) = (without(&[feature::shaderFloat16]), Options::default());
    let (mut pass, mut build, mut out) =
        (Computed::default(), ModuleBuilder::default(), Vec::new());
    let request = Request {
        input,
        target: &target,
        options: &options,
    };
    assert!(pass.concerns(request));
    build.begin(input, None);
    pass.run(request, &mut build)?;
    build.finish(input, &mut out)?;
    facts
        .scan(&out, &crate::options::Limits::default())
        .unwrap();
    Ok(out)
}

/// Opcodes by function.
fn functions(words: &[u32]) -> Vec<Vec<u16>> {
    let all: Vec<u16> = instructions(words).map(|inst| inst.opcode()).collect();
    let start = all.iter().position(|&opcode| opcode == op::OpFunction);
    let all = all[start.unwrap()..].split(|&opcode| opcode == op::OpFunctionEnd);
    let mut all: Vec<Vec<u16>> = all.map(<[u16]>::to_vec).collect();
    all.pop();
    all
}

#[test]
fn each_function_computes_what_it_uses_after_its_variables() {
    use op::*;
    let words = module(
        "%main = OpFunction %void None %procedure
         %entry = OpLabel
         %first = OpVariable %to_half2 Function
         %second = OpVariable %to_half2 Function
         OpSelectionMerge %done None
         OpBranchConditional %truth %then %done
         %then = OpLabel
         OpBranch %done
         %done = OpLabel
         %phi = OpPhi %f32 %w %then %c %entry
         OpReturn
         OpFunctionEnd
         %other = OpFunction %void None %procedure
         %begin = OpLabel
         %sum = OpFAdd %half %h %h
         OpReturn
         OpFunctionEnd
         %last = OpFunction %void None %procedure
         %only = OpLabel
         OpReturn
         OpFunctionEnd",
    );
    let out = passed(&words).unwrap();
    let expected: [&[u16]; 3] = [
        &[
            OpFunction,
            OpLabel,
            OpVariable,
            OpVariable,
            OpFConvert,
            OpCompositeConstruct,
            OpCompositeExtract,
            OpSelect,
            OpFConvert,
            OpSelectionMerge,
            OpBranchConditional,
            OpLabel,
            OpBranch,
            OpLabel,
            OpPhi,
            OpReturn,
        ],
        &[OpFunction, OpLabel, OpFConvert, OpFAdd, OpReturn],
        &[OpFunction, OpLabel, OpReturn],
    ];
    assert_eq!(functions(&out), expected);
    let all: Vec<_> = instructions(&out).collect();
    // Each uses the previous one, and the phi uses the last.
    let at = all.iter().position(|inst| inst.opcode() == OpFunction);
    let [convert, vector, extract, select, wide] = all[at.unwrap() + 4..][..5] else {
        panic!()
    };
    assert_eq!(vector.word(3), convert.word(2));
    assert_eq!((extract.word(3), extract.word(4)), (vector.word(2), 1));
    assert_eq!(select.from(4), [extract.word(2), convert.word(2)]);
    assert_eq!(wide.word(3), select.word(2));
    let phi = all.iter().find(|inst| inst.opcode() == OpPhi).unwrap();
    assert_eq!(phi.word(3), wide.word(2));
    // The constant that the application sets is kept with its name; the others are removed with their names and decorations.
    let count = |opcode| all.iter().filter(|inst| inst.opcode() == opcode).count();
    let left = [OpSpecConstant, OpSpecConstantOp, OpSpecConstantComposite];
    assert_eq!(left.map(count), [1, 0, 0]);
    assert_eq!([OpName, OpDecorate].map(count), [1, 1]);
}

#[test]
fn debug_information_between_variables_is_removed() {
    let plain = module(
        "%main = OpFunction %void None %procedure
         %entry = OpLabel
         %first = OpVariable %to_half2 Function
         %said = OpExtInst %void %debug 29 %first %h
         %second = OpVariable %to_half2 Function
         %again = OpExtInst %void %debug 29 %first %h
         OpReturn
         OpFunctionEnd",
    );
    // An import, which the assembler's text cannot express.
    let all: Vec<_> = instructions(&plain).collect();
    let debug = all.iter().find(|inst| inst.opcode() == op::OpExtInst);
    let mut import = vec![0, debug.unwrap().word(3)];
    crate::plan::push_string(&mut import, "NonSemantic.Shader.DebugInfo.100");
    import[0] = (import.len() as u32) << 16 | u32::from(op::OpExtInstImport);
    let at = all
        .iter()
        .position(|inst| inst.opcode() == op::OpMemoryModel);
    let at = all[at.unwrap()].offset() as usize;
    let words = [&plain[..at], &import, &plain[at..]].concat();
    let expected = [
        op::OpFunction,
        op::OpLabel,
        op::OpVariable,
        op::OpVariable,
        op::OpFConvert,
        op::OpExtInst,
        op::OpReturn,
    ];
    assert_eq!(functions(&passed(&words).unwrap()), [expected]);
}

#[test]
fn later_passes_determine_the_rounding() {
    let words = compute(
        3,
        "OpCapability Float16",
        CONSTANTS,
        "%r = OpCopyObject %f32 %w",
    );
    let target = without(&[feature::shaderFloat16]);
    let calls = |options: &Options| {
        let (words, report) = filtered(&words, &target, options);
        assert!(!words.is_empty(), "{:?}", report.unsupported);
        let all: Vec<_> = instructions(&words).collect();
        let open = all
            .iter()
            .filter(|inst| inst.opcode() == op::OpSpecConstant)
            .count();
        let calls = all
            .iter()
            .filter(|inst| inst.opcode() == op::OpFunctionCall);
        (open, calls.count())
    };
    assert_eq!(calls(&Options::default()), (1, 1));
    let relaxed = Options {
        allow: Allow::F16_RELAXED,
        ..Options::default()
    };
    assert_eq!(calls(&relaxed), (1, 0));
    // With a value, it is a constant of the module.
    let baked = Options {
        constants: vec![(3, u64::from(1.5_f32.to_bits()))],
        ..Options::default()
    };
    assert_eq!(calls(&baked), (0, 0));
}

#[test]
fn doubles_that_are_rounded_go_with_doubles() {
    let globals = "
        OpDecorate %d SpecId 3
        %double = OpTypeFloat 64
        %half = OpTypeFloat 16
        %d = OpSpecConstant %double 0 0
        %h = OpSpecConstantOp %half FConvert %d
        %e = OpSpecConstantOp %double FConvert %h";
    let words = compute(
        3,
        "OpCapability Float16\nOpCapability Float64",
        globals,
        "%r = OpFConvert %f32 %e",
    );
    let options = Options {
        allow: Allow::F64_TO_F32,
        ..Options::default()
    };
    for feature in [feature::shaderFloat16, feature::shaderFloat64] {
        let (words, report) = filtered(&words, &without(&[feature]), &options);
        assert!(!words.is_empty(), "{:?}", report.unsupported);
    }
}

#[test]
fn lengths_of_arrays_are_computed_in_32_bits() {
    let globals = "
        OpDecorate %open SpecId 0
        %long = OpTypeInt 64 1
        %ulong = OpTypeInt 64 0
        %open = OpSpecConstant %u32 3
        %two64 = OpConstant %ulong 2
        %longer = OpSpecConstantOp %long SConvert %open
        %twice = OpSpecConstantOp %ulong IMul %longer %two64
        %sum = OpSpecConstantOp %ulong IAdd %twice %longer
        %short = OpSpecConstantOp %u32 UConvert %sum
        %first = OpTypeArray %u32 %longer
        %second = OpTypeArray %first %sum
        %third = OpTypeArray %second %short
        %to_third = OpTypePointer Private %third
        %to_word = OpTypePointer Private %u32
        %held = OpVariable %to_third Private";
    let body = "%p = OpAccessChain %to_word %held %one %one %one
        OpStore %p %one";
    let words = compute(3, "OpCapability Int64", globals, body);
    let out = words_for(&words, &without(&[feature::shaderInt64])).unwrap();
    let open = all(&out, op::OpSpecConstant)[0].word(2);
    let lengths: Vec<u32> = all(&out, op::OpTypeArray)
        .iter()
        .map(|array| array.word(3))
        .collect();
    let operations: Vec<(u32, u32)> = all(&out, op::OpSpecConstantOp)
        .iter()
        .map(|inst| (inst.word(2), inst.word(3)))
        .collect();
    let [(twice, by), (sum, and)] = operations[..] else {
        panic!("{operations:?}")
    };
    assert_eq!((by, and), (op::OpIMul.into(), op::OpIAdd.into()));
    assert_ne!(twice, sum);
    assert_eq!(lengths, [open, sum, sum]);
}

#[test]
fn what_no_function_computes_is_refused() {
    let nowhere = "that the device lacks, where no instruction can compute it";
    let wanted = "that the device lacks, where a constant may be required";
    let number = "
        %held = OpSpecConstantComposite %pair %h %one
        %number = OpSpecConstantOp %u32 CompositeExtract %held 1";
    for (globals, body, reason) in [
        (
            "%to_half = OpTypePointer Private %half
             %begun = OpVariable %to_half Private %h",
            "%r = OpLoad %half %begun",
            nowhere,
        ),
        (
            "",
            "%begun = OpVariable %to_half2 Function %v
             %r = OpLoad %half2 %begun",
            nowhere,
        ),
        (number, "OpMemoryBarrier %number %zero", wanted),
    ] {
        let globals = format!("{CONSTANTS}{globals}");
        let words = compute(3, "OpCapability Float16", &globals, body);
        let said = words_for(&words, &without(&[feature::shaderFloat16])).unwrap_err();
        assert!(said.contains(reason), "{body}: {said}");
    }
    let length = "
        %long = OpTypeInt 64 0
        %open = OpSpecConstant %u32 3
        %longer = OpSpecConstantOp %long UConvert %open
        %half_of_it = OpSpecConstantOp %long UDiv %longer %longer
        %length = OpSpecConstantOp %u32 UConvert %half_of_it";
    let array = "
        %array = OpTypeArray %u32 %length
        %to_array = OpTypePointer Private %array
        %held = OpVariable %to_array Private";
    let sized = "OpDecorate %size BuiltIn WorkgroupSize";
    let size = "
        %u32x3 = OpTypeVector %u32 3
        %size = OpSpecConstantComposite %u32x3 %length %one %one";
    for (decoration, globals, body, reason) in [
        ("", array, "%r = OpLoad %array %held", nowhere),
        ("", "", "OpMemoryBarrier %length %zero", wanted),
        (sized, size, "", nowhere),
    ] {
        let globals = format!("{decoration}{length}{globals}");
        let words = compute(3, "OpCapability Int64", &globals, body);
        let said = words_for(&words, &without(&[feature::shaderInt64])).unwrap_err();
        assert!(said.contains(reason), "{body}: {said}");
    }
}

#[test]
fn operations_on_long_integers_are_computed_in_words() {
    let globals = "
        OpDecorate %open SpecId 3
        %long = OpTypeInt 64 1
        %long2 = OpTypeVector %long 2
        %pair = OpTypeStruct %long2 %u32
        %more = OpConstant %long 10 0
        %open = OpSpecConstant %u32 7
        %longer = OpSpecConstantOp %long SConvert %open
        %sum = OpSpecConstantOp %long IAdd %longer %more
        %row = OpSpecConstantComposite %long2 %sum %more
        %both = OpSpecConstantComposite %pair %row %open
        %less = OpSpecConstantOp %bool SLessThan %sum %more
        %high = OpSpecConstantOp %u32 UConvert %sum
        %unused = OpSpecConstantOp %long SNegate %sum
        %to_held = OpTypePointer Private %u32
        %held = OpVariable %to_held Private";
    let body = "
        %a = OpCompositeExtract %long %both 0 1
        %b = OpIMul %long %a %sum
        %c = OpSelect %u32 %less %high %one
        %d = OpIAdd %u32 %c %high
        OpStore %held %d
        %e = OpUConvert %u32 %b
        OpStore %held %e";
    let words = compute(4, "OpCapability Int64", globals, body);
    let out = words_for(&words, &without(&[feature::shaderInt64])).unwrap();
    let all: Vec<_> = instructions(&out).collect();
    let count = |opcode| all.iter().filter(|inst| inst.opcode() == opcode).count();
    let open = [
        op::OpSpecConstant,
        op::OpSpecConstantOp,
        op::OpSpecConstantComposite,
    ];
    assert_eq!(open.map(count), [1, 0, 0]);
    // Unmodified, for a device with 64-bit integers.
    let same = words_for(&words, &without(&[feature::shaderFloat16])).unwrap();
    assert_eq!(same, words);
}

#[test]
fn computed_integers_are_used_where_any_value_is_accepted() {
    let globals = format!(
        "{CONSTANTS}
         %held = OpSpecConstantComposite %pair %h %one
         %number = OpSpecConstantOp %u32 CompositeExtract %held 1"
    );
    let body = "%r = OpBitcast %f32 %number";
    let words = compute(3, "OpCapability Float16", &globals, body);
    let out = words_for(&words, &without(&[feature::shaderFloat16])).unwrap();
    let all: Vec<_> = instructions(&out).collect();
    assert!(all.iter().any(|inst| inst.opcode() == op::OpBitcast));
    assert!(!all.iter().any(|inst| inst.opcode() == op::OpSpecConstantOp));
}

#[test]
fn unused_integers_beside_halves_are_removed() {
    let globals = format!(
        "{CONSTANTS}
         %held = OpSpecConstantComposite %pair %h %one
         %number = OpSpecConstantOp %u32 CompositeExtract %held 1
         %sum = OpSpecConstantOp %u32 IAdd %number %one"
    );
    let used = "%r = OpCompositeExtract %half %held 0";
    for (body, rounds) in [("", 0), (used, 1)] {
        let words = compute(3, "OpCapability Float16", &globals, body);
        let out = words_for(&words, &without(&[feature::shaderFloat16])).unwrap();
        let all: Vec<_> = instructions(&out).collect();
        let calls = all
            .iter()
            .filter(|inst| inst.opcode() == op::OpFunctionCall);
        assert_eq!(calls.count(), rounds, "{body}");
    }
}

#[test]
fn no_function_is_blamed_for_another_module() {
    let mut lowering = crate::passes::Passes::default();
    let (target, options) = (without(&[feature::shaderFloat16]), Options::default());
    let mut refused = |words: &[u32]| {
        lowered(words, &mut lowering, &target, &options).unwrap_err();
        lowering.error_location().function
    };
    let words = chain(100, 1000);
    assert_ne!(refused(&words), 0);
    // An unknown instruction at the end of the last function.
    let mut unknown = chain(2, 1);
    let end = unknown.len() - 2;
    unknown.insert(end, 1 << 16 | 258);
    assert_eq!(refused(&unknown), 0);
}

/// A chain of constants, and functions that use its end.
fn chain(constants: usize, functions: usize) -> Vec<u32> {
    let mut text = String::new();
    for at in 1..constants {
        let before = match at {
            1 => "%h".to_owned(),
            _ => format!("%h{}", at - 1),
        };
        text += &format!("%h{at} = OpSpecConstantOp %half Select %truth {before} %h_one\n");
    }
    for at in 0..functions {
        let name = match at {
            0 => "%main".to_owned(),
            _ => format!("%function{at}"),
        };
        text += &format!(
            "{name} = OpFunction %void None %procedure
             %b{at} = OpLabel
             %r{at} = OpFNegate %half %h{}
             OpReturn
             OpFunctionEnd\n",
            constants - 1
        );
    }
    module(&text)
}

#[test]
fn output_is_limited_to_a_multiple_of_the_module() {
    for (functions, fits) in [(1, true), (4, true), (8, false), (1000, false)] {
        let words = chain(100, functions);
        match passed(&words) {
            Ok(out) => assert!(fits && out.len() < (MOST + 1) * words.len()),
            Err(refusal) => assert!(!fits && refusal == TOO_MUCH, "{functions}: {refusal:?}"),
        }
    }
}

#[test]
fn damaged_modules_do_no_harm() {
    let target = without(&[feature::shaderFloat16]);
    corrupt_every_word(&chain(4, 2), 40, &target, &Options::default());
}

/// The operand of a length may be anything, such as a type.
#[test]
fn lengths_are_computed_from_values_only() {
    for operand in ["%u64", "%array", "%void", "%main", "%length"] {
        let globals = format!(
            "OpDecorate %c SpecId 3
            %u64 = OpTypeInt 64 0
            %c = OpSpecConstant %u64 4 0
            %length = OpSpecConstantOp %u64 IAdd %c {operand}
            %array = OpTypeArray %u32 %length
            %to_array = OpTypePointer Private %array
            %held = OpVariable %to_array Private"
        );
        let words = compute(
            3,
            "OpCapability Int64",
            &globals,
            "%r = OpLoad %array %held",
        );
        let swiftshader = Target::built_in("swiftshader").unwrap();
        let keep = Options {
            spec: crate::options::SpecMode::Keep,
            ..Options::default()
        };
        let (out, _) = filtered(&words, &swiftshader, &keep);
        assert_ne!(out, words, "{operand}");
    }
}
