//! The resulting types, decorations and modes, refusals, and damaged modules. Driver tests check the results of conversions.

use super::{BETWEEN_STAGES, NO_FORM, ROUNDING, STEP, UNKNOWN};
use crate::assemble::assemble;
use crate::passes::testing::{all, corrupt_every_word, lowered};
use crate::passes::{LowerError, Passes};
use crate::tables::{capability, decoration, op};
use crate::target::{feature, VulkanExtension};
use crate::{filter, Module, Options, Outcome, Scratch, Target};

/// Floats of each encoding, in several storage classes. Tests replace `MODES`, `NOTES`, `GLOBALS` and `BODY`.
const MODULE: &str = "
    OpCapability Shader
    OpCapability BFloat16TypeKHR
    OpCapability Float8EXT
    OpCapability Float16
    OpExtension \"SPV_KHR_bfloat16\"
    OpExtension \"SPV_EXT_float8\"
    OpExtension \"SPV_KHR_storage_buffer_storage_class\"
    %glsl = OpExtInstImport \"GLSL.std.450\"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main \"main\"
    OpExecutionMode %main LocalSize 8 1 1
    MODES
    OpName %bfloat \"bfloat\"
    OpDecorate %many ArrayStride 2
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 4
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    NOTES
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %half = OpTypeFloat 16
    %bfloat = OpTypeFloat 16 BFloat16KHR
    %e4m3 = OpTypeFloat 8 Float8E4M3EXT
    %e5m2 = OpTypeFloat 8 Float8E5M2EXT
    %ushort = OpTypeInt 16 0
    %short = OpTypeInt 16 1
    %bfloat2 = OpTypeVector %bfloat 2
    %ushort2 = OpTypeVector %ushort 2
    %float2 = OpTypeVector %float 2
    %many = OpTypeRuntimeArray %bfloat
    %block = OpTypeStruct %e4m3 %many
    %to_block = OpTypePointer StorageBuffer %block
    %to_bfloat = OpTypePointer StorageBuffer %bfloat
    %take = OpTypeFunction %bfloat %bfloat
    %give = OpTypeFunction %ushort %ushort
    %one = OpConstant %float 1
    %zero = OpConstantNull %ushort
    %half_one = OpConstant %bfloat 16256
    %bnull = OpConstantNull %bfloat2
    %buffer = OpVariable %to_block StorageBuffer
    GLOBALS
    %main = OpFunction %void None %fn
    %entry = OpLabel
    BODY
    OpReturn
    OpFunctionEnd
";

fn module(modes: &str, notes: &str, globals: &str, body: &str) -> Vec<u32> {
    let text = MODULE.replace("MODES", modes).replace("NOTES", notes);
    let text = text.replace("GLOBALS", globals).replace("BODY", body);
    assemble(0, &text)
}

/// A device that has narrow integers and none of these floats.
fn device() -> Target {
    Target::built_in("lavapipe-25.0.7").unwrap()
}

fn run(words: &[u32], target: &Target) -> Result<Vec<u32>, LowerError> {
    let mut lowering = Passes::default();
    lowered(words, &mut lowering, target, &Options::default())
}

fn refused(words: &[u32]) -> LowerError {
    run(words, &device()).unwrap_err()
}

const CONVERT: &str = "%x = OpFConvert %bfloat %one\n%y = OpFConvert %e5m2 %one";

#[test]
fn types_become_integers_and_are_declared_once() {
    let body = "%x = OpFConvert %bfloat %one
        %bits = OpBitcast %ushort %x
        %signed = OpBitcast %short %x
        %back = OpBitcast %bfloat %zero
        %both = OpCompositeConstruct %bfloat2 %x %back
        %wide = OpFConvert %float2 %both
        OpReturn
        OpFunctionEnd
        %first = OpFunction %bfloat None %take
        %p = OpFunctionParameter %bfloat
        %l = OpLabel
        OpReturnValue %p
        OpFunctionEnd
        %second = OpFunction %ushort None %give
        %q = OpFunctionParameter %ushort
        %k = OpLabel
        OpReturnValue %q
        OpFunctionEnd
        %last = OpFunction %void None %fn
        %end = OpLabel";
    let out = run(&module("", "", "", body), &device()).unwrap();
    assert!(all(&out, op::OpTypeFloat)
        .iter()
        .all(|ty| ty.words().len() == 3));
    let integers: Vec<_> = all(&out, op::OpTypeInt)
        .iter()
        .map(|ty| (ty.word(2), ty.word(3)))
        .collect();
    assert_eq!(integers.iter().filter(|&&ty| ty == (16, 0)).count(), 1);
    assert_eq!(integers.iter().filter(|&&ty| ty == (8, 0)).count(), 1);
    // Of two functions with 16-bit parameters and results, and the helpers, no type is declared twice.
    let mut functions: Vec<_> = all(&out, op::OpTypeFunction)
        .iter()
        .map(|ty| ty.from(2).to_vec())
        .collect();
    let count = functions.len();
    functions.sort();
    functions.dedup();
    assert_eq!(functions.len(), count);
    // A bit cast between equal types is the value itself; one that changes the sign stays.
    assert!(all(&out, op::OpCopyObject).is_empty());
    let casts = all(&out, op::OpBitcast);
    let short = all(&out, op::OpTypeInt)
        .iter()
        .find(|ty| ty.word(3) == 1)
        .unwrap()
        .word(1);
    assert_eq!(casts.iter().filter(|cast| cast.word(1) == short).count(), 1);
}

#[test]
fn integers_in_memory_say_what_they_need() {
    let globals = "%uint = OpTypeInt 32 0
        %uzero = OpConstant %uint 0
        %uone = OpConstant %uint 1
        %to_e4m3 = OpTypePointer StorageBuffer %e4m3";
    let body = "%wide = OpAccessChain %to_bfloat %buffer %uone %uzero
        %narrow = OpAccessChain %to_e4m3 %buffer %uzero
        OpStore %wide %half_one
        %x = OpLoad %e4m3 %narrow";
    let words = module("", "", globals, body);
    let (options, mut scratch) = (Options::default(), Scratch::new());
    let scanned = Module::scan(&words, &options.limits).unwrap();
    let Outcome::Rewritten(out) = filter(&scanned, &device(), &options, &mut scratch).unwrap()
    else {
        panic!("no device has these floats");
    };
    let made = Module::scan(out, &options.limits).unwrap();
    for needed in [
        capability::StorageBuffer16BitAccess,
        capability::StorageBuffer8BitAccess,
    ] {
        assert!(made.facts.declares(needed), "{needed}");
    }
    // Of the module's capabilities, that of storage buffers, and one for each width.
    assert_eq!(all(out, op::OpExtension).len(), 3);
}

#[test]
fn an_encoding_that_the_device_has_stays() {
    let mut description = device().describe();
    description.set_feature(feature::shaderBFloat16Type, true);
    let body = "%x = OpFConvert %e4m3 %half_one\n%y = OpFConvert %bfloat %x";
    let out = run(&module("", "", "", body), &description.build()).unwrap();
    let floats = all(&out, op::OpTypeFloat);
    let [bfloat] = floats
        .iter()
        .filter(|ty| ty.words().len() == 4)
        .collect::<Vec<_>>()[..]
    else {
        panic!("one has an encoding");
    };
    let last = all(&out, op::OpFConvert).into_iter().last().unwrap();
    assert_eq!(last.word(1), bfloat.word(1));
}

#[test]
fn decorations_of_conversions_are_applied_and_removed() {
    let direct = "OpDecorate %y SaturatedToLargestFloat8NormalConversionEXT
        OpDecorate %x FPRoundingMode 0
        OpDecorate %y RelaxedPrecision";
    let grouped = "OpDecorate %group SaturatedToLargestFloat8NormalConversionEXT
        OpDecorate %group FPRoundingMode 0
        %group = OpDecorationGroup
        OpGroupDecorate %group %x %y %kept";
    for notes in [direct, grouped] {
        let body = format!("{CONVERT}\n%kept = OpFConvert %half %one");
        let out = run(&module("", notes, "", &body), &device()).unwrap();
        let saturated = decoration::SaturatedToLargestFloat8NormalConversionEXT;
        let said = all(&out, op::OpDecorate);
        assert!(said.iter().all(|inst| inst.word(2) != saturated));
        let converted: Vec<u32> = all(&out, op::OpUConvert)
            .iter()
            .map(|inst| inst.word(2))
            .collect();
        assert!(!converted.is_empty());
        // The conversion to halves is not stored, so the pass `rounding` has taken its mode.
        let mut kept = said.iter().map(|inst| inst.word(2));
        assert!(kept.all(|one| one != decoration::FPRoundingMode));
        let calls = all(&out, op::OpFunctionCall).len();
        assert_eq!(calls, 2 + usize::from(notes == grouped));
        // The largest number, 57344, is 0x7B; infinity is 0x7C.
        let constants: Vec<u32> = all(&out, op::OpConstant)
            .iter()
            .map(|inst| inst.word(3))
            .collect();
        assert!(constants.contains(&0x7B) && !constants.contains(&0x7C));
    }
    let alone = "OpDecorate %group FPRoundingMode 0\n%group = OpDecorationGroup\nOpGroupDecorate %group %x %y";
    let out = run(&module("", alone, "", CONVERT), &device()).unwrap();
    assert!(all(&out, op::OpDecorate)
        .iter()
        .all(|inst| inst.word(2) != decoration::FPRoundingMode));
    let out = run(&module("", "", "", CONVERT), &device()).unwrap();
    let constants: Vec<u32> = all(&out, op::OpConstant)
        .iter()
        .map(|inst| inst.word(3))
        .collect();
    assert!(!constants.contains(&0x7B) && constants.contains(&0x7C));
}

#[test]
fn open_constants_are_converted_where_they_are_used() {
    let open = "%set = OpSpecConstant %float 1
        %narrow = OpSpecConstantOp %bfloat FConvert %set
        %wide = OpSpecConstantOp %float FConvert %narrow
        %kept = OpSpecConstant %bfloat 16256";
    let body = "%at = OpAccessChain %to_bfloat %buffer %uone %uzero
        OpStore %at %narrow
        OpStore %at %kept
        %used = OpFAdd %float %wide %one";
    let globals = format!(
        "%uint = OpTypeInt 32 0\n%uzero = OpConstant %uint 0\n%uone = OpConstant %uint 1\n{open}"
    );
    let out = run(&module("", "", &globals, body), &device()).unwrap();
    assert!(all(&out, op::OpSpecConstantOp).is_empty());
    assert_eq!(all(&out, op::OpSpecConstant).len(), 2);
    assert_eq!(all(&out, op::OpFunctionCall).len(), 1);
    assert_eq!(all(&out, op::OpBitcast).len(), 2, "one in the function");
}

#[test]
fn constants_are_set_by_their_bits() {
    let globals = "%uint = OpTypeInt 32 0\n%uzero = OpConstant %uint 0\n%uone = OpConstant %uint 1
        %set = OpSpecConstant %bfloat 16256";
    let body = "%at = OpAccessChain %to_bfloat %buffer %uone %uzero\nOpStore %at %set";
    let words = module("", "OpDecorate %set SpecId 3", globals, body);
    let read = Module::scan(&words, &Options::default().limits).unwrap();
    let [listed] = &crate::specialization_constants(&read)[..] else {
        panic!("it is listed once");
    };
    assert_eq!((listed.width, listed.default), (16, 16256));
    let options = Options {
        constants: vec![(3, 0x4000)],
        ..Options::default()
    };
    let mut native = device().describe();
    native.set_feature(feature::shaderBFloat16Type, true);
    native.set_feature(feature::shaderFloat8, true);
    for name in STEP.extensions {
        native.set_extension(VulkanExtension::find(name).unwrap(), true);
    }
    for target in [native.build(), device()] {
        let mut scratch = Scratch::default();
        let out = filter(&read, &target, &options, &mut scratch).unwrap();
        let Outcome::Rewritten(out) = out else {
            panic!("{:?}", scratch.report(&read, &target, &options).unsupported);
        };
        assert!(all(out, op::OpSpecConstant).is_empty());
        let constants = all(out, op::OpConstant);
        assert!(
            constants.iter().any(|inst| inst.word(3) == 0x4000),
            "{}",
            target.name()
        );
    }
}

#[test]
fn types_without_a_counterpart_are_refused() {
    let convert = |modes: &str, notes: &str, globals: &str| module(modes, notes, globals, CONVERT);
    let input = "%to_input = OpTypePointer Input %bfloat\n%input = OpVariable %to_input Input";
    assert_eq!(refused(&convert("", "", input)), BETWEEN_STAGES);
    let matrix = "%matrix = OpTypeMatrix %bfloat2 2";
    assert_eq!(refused(&convert("", "", matrix)), NO_FORM);
    let toward_zero = "OpExecutionMode %main RoundingModeRTZ 16";
    assert_eq!(refused(&convert(toward_zero, "", "")), ROUNDING);
    let widened = "%x = OpFConvert %float %half_one";
    assert!(run(&module(toward_zero, "", "", widened), &device()).is_ok());
    let flushed = "OpExecutionMode %main DenormFlushToZero 16";
    assert_eq!(refused(&module(flushed, "", "", widened)), ROUNDING);
    let up = "OpDecorate %y FPRoundingMode 2";
    assert_eq!(refused(&convert("", up, "")), ROUNDING);
    for body in [
        "%x = OpFAdd %bfloat %half_one %half_one",
        "%x = OpExtInst %bfloat %glsl FAbs %half_one",
        "%x = OpFNegate %bfloat2 %bnull",
    ] {
        assert_eq!(refused(&module("", "", "", body)), UNKNOWN, "{body}");
    }
}

#[test]
fn damaged_modules_do_no_harm() {
    let notes = "OpDecorate %y SaturatedToLargestFloat8NormalConversionEXT";
    let words = module(
        "",
        notes,
        "",
        &format!("{CONVERT}\n%z = OpConvertFToU %ushort %x"),
    );
    corrupt_every_word(&words, 50, &device(), &Options::default());
}

/// Each number of components would be a function of its own.
#[test]
fn vectors_of_other_sizes_are_refused() {
    for (count, is_taken) in [
        (0, false),
        (2, true),
        (16, true),
        (17, false),
        (60_000, false),
    ] {
        let globals = format!(
            "%wide = OpTypeVector %bfloat {count}
            %floats = OpTypeVector %float {count}
            %all = OpUndef %floats"
        );
        let words = module("", "", &globals, "%x = OpFConvert %wide %all");
        assert_eq!(run(&words, &device()).is_ok(), is_taken, "{count}");
    }
}
