//! What the pass refuses, and the form of its output. Driver tests check the results (`tests/tests/drivers/long_integers`,
//! `corpus/shaders/types`).

use super::PHYSICAL;
use crate::assemble::{assemble, compute, stage};
use crate::facts::Facts;
use crate::filtered::words_for;
use crate::inst::Inst;
use crate::options::{Limits, Options};
use crate::passes::legalize::Legalize;
use crate::passes::testing::{count, instructions, without};
use crate::passes::Request;
use crate::passes::{Input, ModuleBuilder};
use crate::passes::{LowerError, Pass as _};
use crate::tables::{capability, extension_index, memory_access, op};
use crate::target::{feature, Target};

/// The module without 64-bit integers, or the refusal.
fn run(words: &[u32]) -> Result<Vec<u32>, &'static str> {
    run_for("vulkan-1.1", words)
}

fn run_for(device: &str, words: &[u32]) -> Result<Vec<u32>, &'static str> {
    let mut facts = Facts::default();
    facts.scan(words, &Limits::default()).unwrap();
    let input = Input {
        words,
        facts: &facts,
    };
    let target = Target::built_in(device).unwrap();
    let (mut build, mut pass) = (ModuleBuilder::default(), Legalize::default());
    build.begin(input, None);
    let options = Options::default();
    let request = Request {
        input,
        target: &target,
        options: &options,
    };
    let done = pass.run(request, &mut build);
    assert!(done.map_err(LowerError::text)?);
    let mut out = Vec::new();
    build.finish(input, &mut out).map_err(LowerError::text)?;
    Ok(out)
}

const TYPES: &str = "%u64 = OpTypeInt 64 0
    %i64 = OpTypeInt 64 1
    %uvec2 = OpTypeVector %u32 2
    %long2 = OpTypeVector %u64 2
    %ten = OpConstant %u64 10 0
    %far = OpConstant %u64 7 3";

fn shader(globals: &str, body: &str) -> Vec<u32> {
    let globals = format!("{TYPES}\n{globals}");
    compute(3, "OpCapability Int64", &globals, body)
}

/// An address is cast from and to its two words, and the memory behind it may contain 64-bit integers.
#[test]
fn addresses_are_words() {
    let globals = format!(
        "{TYPES}
        %to = OpTypePointer PhysicalStorageBuffer %u64"
    );
    let body = "%p = OpConvertUToPtr %to %ten
        %q = OpBitcast %to %far
        %x = OpLoad %u64 %q Aligned 8
        OpStore %p %x Aligned 8
        %a = OpConvertPtrToU %u64 %p
        %b = OpBitcast %u64 %q";
    let extension = "OpCapability Int64\nOpExtension \"SPV_KHR_physical_storage_buffer\"";
    let (plain, extended) = ("OpCapability Int64", extension);
    // The extension for casts is declared if the device has it.
    let first = "OpCapability Int64\nOpExtension \"SPV_EXT_physical_storage_buffer\"";
    for (minor, preamble, extensions) in [
        (5, plain, 0),
        (6, plain, 0),
        (3, extended, 1),
        (3, first, 2),
        (3, plain, 1),
    ] {
        let out = run_for("swiftshader", &compute(minor, preamble, &globals, body)).unwrap();
        let (pointers, words) = (count(&out, op::OpConvertUToPtr), count(&out, op::OpBitcast));
        assert_eq!((pointers, words), (0, 4), "SPIR-V 1.{minor}");
        assert_eq!(count(&out, op::OpExtension), extensions, "SPIR-V 1.{minor}");
    }
}

/// The arithmetic of the data that a pointer leads to is declared for its cast, and no other.
#[test]
fn casts_of_pointers_to_narrow_data_declare_its_arithmetic() {
    let target = without(&[feature::shaderInt64]);
    let (int8, int16, float16) = (capability::Int8, capability::Int16, capability::Float16);
    for (storage, ty, chain, expected) in [
        ("16bit", "Int 16 0", "%zero", Some(int16)),
        ("16bit", "Float 16", "%zero", Some(float16)),
        ("8bit", "Int 8 1", "%zero", Some(int8)),
        ("16bit", "Int 16 0", "%far", Some(int16)),
        ("16bit", "Int 32 1", "%zero", None),
    ] {
        let preamble = format!(
            "OpCapability Int64\nOpCapability StorageBuffer{}Access\nOpExtension \"SPV_KHR_{storage}_storage\"",
            storage.replace('b', "B")
        );
        let globals = format!(
            "OpDecorate %list ArrayStride 4\nOpMemberDecorate %block 0 Offset 0\n{TYPES}
            %part = OpType{ty}
            %list = OpTypeRuntimeArray %part
            %block = OpTypeStruct %list
            %to_block = OpTypePointer PhysicalStorageBuffer %block
            %to_part = OpTypePointer PhysicalStorageBuffer %part"
        );
        let body = format!(
            "%p = OpConvertUToPtr %to_block %ten
            %q = OpAccessChain %to_part %p %zero {chain}
            %x = OpLoad %part %q Aligned 4
            OpStore %q %x Aligned 4"
        );
        let out = words_for(&compute(5, &preamble, &globals, &body), &target).unwrap();
        let declared: Vec<u32> = instructions(&out)
            .filter(|inst| inst.opcode() == op::OpCapability)
            .map(|inst| inst.word(1))
            .filter(|one| [int8, int16, float16].contains(one))
            .collect();
        assert_eq!(declared, Vec::from_iter(expected), "{ty} {chain}");
    }
}

/// A device with both extensions leaves the first in a module; the rewrite of 64-bit integers needs the second.
#[test]
fn the_extension_that_allows_casts_replaces_the_other() {
    let words = assemble(
        0,
        "OpCapability Shader
        OpCapability Int64
        OpCapability PhysicalStorageBufferAddresses
        OpExtension \"SPV_EXT_physical_storage_buffer\"
        OpMemoryModel PhysicalStorageBuffer64 GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpDecorate %Push Block
        OpMemberDecorate %Push 0 Offset 0
        %void = OpTypeVoid
        %u32 = OpTypeInt 32 0
        %u64 = OpTypeInt 64 0
        %zero = OpConstant %u32 0
        %Push = OpTypeStruct %u64
        %to_push = OpTypePointer PushConstant %Push
        %to_u64 = OpTypePointer PushConstant %u64
        %to = OpTypePointer PhysicalStorageBuffer %u32
        %push = OpVariable %to_push PushConstant
        %procedure = OpTypeFunction %void
        %main = OpFunction %void None %procedure
        %entry = OpLabel
        %at = OpAccessChain %to_u64 %push %zero
        %address = OpLoad %u64 %at
        %p = OpConvertUToPtr %to %address
        OpStore %p %zero Aligned 4
        OpReturn
        OpFunctionEnd",
    );
    let target = Target::built_in("nvk-ampere").unwrap();
    let out = words_for(&words, &target).unwrap();
    assert!(out == words);
    let mut less = target.describe();
    less.set_feature(feature::shaderInt64, false);
    let out = words_for(&words, &less.build()).unwrap();
    let mut facts = Facts::default();
    facts.scan(&out, &Limits::default()).unwrap();
    assert_eq!(count(&out, op::OpExtension), 1);
    assert!(facts.extensions.contains(extension_index(PHYSICAL)));
}

/// For a physical address the whole index counts, unless it was converted from 32 bits; elsewhere its lower word is enough.
#[test]
fn a_base_moves_by_an_index_that_may_be_large() {
    let chain = |class: &str, body: &str| {
        let globals = format!(
            "{TYPES}
            OpDecorate %list ArrayStride 4
            OpDecorate %to_word ArrayStride 4
            OpDecorate %Block Block
            OpMemberDecorate %Block 0 Offset 0
            %int = OpTypeInt 32 1
            %minus_one = OpConstant %i64 4294967295 4294967295
            %half_way = OpConstant %u64 2147483648 0
            %list = OpTypeRuntimeArray %u32
            %Block = OpTypeStruct %list
            %to = OpTypePointer {class} %Block
            %to_word = OpTypePointer {class} %u32
            %own = OpTypePointer Private %to
            %from = OpVariable %own Private
            %own_word = OpTypePointer Private %to_word
            %from_word = OpVariable %own_word Private
            %kept = OpTypePointer Private %u64
            %index = OpVariable %kept Private"
        );
        let body = format!(
            "%p = OpLoad %to %from
            %w = OpLoad %to_word %from_word
            %i = OpLoad %u64 %index
            OpStore %index %i
            %word = OpUConvert %u32 %i
            {body}"
        );
        let preamble = "OpCapability Int64\nOpExtension \"SPV_KHR_physical_storage_buffer\"";
        run(&compute(3, preamble, &globals, &body)).unwrap()
    };
    let physical = "PhysicalStorageBuffer";
    for (class, body, far) in [
        (physical, "%q = OpAccessChain %to_word %p %zero %i", 1),
        (
            physical,
            "%q = OpInBoundsAccessChain %to_word %p %zero %i",
            1,
        ),
        (physical, "%q = OpPtrAccessChain %to_word %w %i", 1),
        (
            physical,
            "%q = OpPtrAccessChain %to_word %p %ten %zero %i",
            1,
        ),
        (physical, "%q = OpAccessChain %to_word %p %zero %far", 1),
        (
            physical,
            "%q = OpAccessChain %to_word %p %zero %half_way",
            1,
        ),
        (physical, "%q = OpAccessChain %to_word %p %zero %ten", 0),
        (
            physical,
            "%q = OpAccessChain %to_word %p %zero %minus_one",
            0,
        ),
        (physical, "%q = OpAccessChain %to_word %p %zero %word", 0),
        (
            physical,
            "%wide = OpSConvert %i64 %word
            %q = OpAccessChain %to_word %p %zero %wide",
            0,
        ),
        (
            physical,
            "%wide = OpUConvert %u64 %word
            %q = OpAccessChain %to_word %p %zero %wide",
            1,
        ),
        (
            "StorageBuffer",
            "%q = OpAccessChain %to_word %p %zero %i",
            0,
        ),
        ("StorageBuffer", "%q = OpPtrAccessChain %to_word %w %i", 0),
    ] {
        let out = chain(class, body);
        assert_eq!(count(&out, op::OpUMulExtended), far, "{class}: {body}");
        assert_eq!(count(&out, op::OpInBoundsAccessChain), 0, "{body}");
        let before = chain(class, "");
        let converts = usize::from(body.contains("OpSConvert"));
        let more = 1 + 15 * far + converts;
        assert_eq!(length(&out) - length(&before), more as i64, "{body}");
    }
}

/// Pointers to data that is passed to other shaders are unchanged.
#[test]
fn payloads_are_handed_on() {
    let globals = format!(
        "{TYPES}
        %Payload = OpTypeStruct %u64 %long2
        %to = OpTypePointer TaskPayloadWorkgroupEXT %Payload
        %payload = OpVariable %to TaskPayloadWorkgroupEXT"
    );
    let body = "OpEmitMeshTasksEXT %one %one %one %payload
        %unreached = OpLabel";
    let out = stage(4, "TaskEXT", "", "OpCapability Int64", &globals, body);
    assert_eq!(count(&run(&out).unwrap(), op::OpEmitMeshTasksEXT), 1);
    let globals = format!(
        "{TYPES}
        %to = OpTypePointer CallableDataKHR %u64
        %data = OpVariable %to CallableDataKHR"
    );
    let body = "OpExecuteCallableKHR %zero %data";
    let out = stage(
        4,
        "RayGenerationKHR",
        "",
        "OpCapability Int64",
        &globals,
        body,
    );
    assert_eq!(count(&run(&out).unwrap(), op::OpExecuteCallableKHR), 1);
}

/// When a type uses a pointer that is declared later, it is not yet known whether that points to 64-bit integers.
#[test]
fn types_may_use_pointers_that_are_declared_later() {
    let globals = format!(
        "OpTypeForwardPointer %to PhysicalStorageBuffer
        {TYPES}
        %Push = OpTypeStruct %to
        %to_to = OpTypePointer PhysicalStorageBuffer %to
        %visitor = OpTypeFunction %void %to %to_to
        %Long = OpTypeStruct %u64 %to
        %to = OpTypePointer PhysicalStorageBuffer %Long"
    );
    let out = run(&compute(5, "OpCapability Int64", &globals, "")).unwrap();
    assert_eq!(count(&out, op::OpTypeForwardPointer), 1);
}

/// Refusals. Each module is valid, or would be on some device.
#[test]
fn what_is_refused_and_why() {
    let glsl = "OpCapability Int64\n%glsl = OpExtInstImport \"GLSL.std.450\"";
    let with = |globals: &str| format!("{TYPES}\n{globals}");
    let cases = [
        (
            shader(
                "%to = OpTypePointer Workgroup %u64
                %at = OpVariable %to Workgroup",
                "%r = OpAtomicIAdd %u64 %at %one %zero %ten",
            ),
            "a 64-bit atomic operation",
        ),
        (
            shader(
                "%to = OpTypePointer PhysicalStorageBuffer %u32",
                "%p = OpConvertUToPtr %to %ten",
            ),
            "a physical address as a 64-bit integer, without SPV_KHR_physical_storage_buffer",
        ),
        (
            shader("%open = OpSpecConstant %u64 1 0", "%r = OpCopyObject %u64 %open"),
            "a 64-bit specialization constant that stays open, for whose eight bytes the application would have to set two constants",
        ),
        (
            shader("%image = OpTypeImage %u64 2D 0 0 0 2 R64ui", ""),
            "an image of 64-bit integers",
        ),
        (
            shader("", "%r = OpGroupNonUniformIAdd %u64 %three Reduce %ten"),
            "64-bit subgroup arithmetic",
        ),
        (
            shader("", "%r = OpSDot %u64 %one %one 0"),
            "an unknown instruction on 64-bit integers",
        ),
        (
            compute(3, glsl, &with(""), "%r = OpExtInst %u64 %glsl FindUMsb %ten"),
            "an extended instruction on 64-bit integers",
        ),
        (
            stage(
                3,
                "Vertex",
                "",
                "OpCapability Int64",
                &with("%to = OpTypePointer Input %u64\n%in = OpVariable %to Input"),
                "",
            ),
            "64-bit integers in the inputs of a vertex shader, whose format is the application's",
        ),
        (
            shader("%to = OpTypePointer Output %long2", ""),
            "vectors of 64-bit integers in a stage's interface",
        ),
        (
            stage(
                4,
                "GLCompute",
                "OpExecutionMode %main LocalSize 1 1 1
                OpExecutionMode %main RoundingModeRTZ 32",
                "OpCapability Int64",
                &with(""),
                "%r = OpConvertUToF %f32 %ten",
            ),
            "64-bit integers become 32-bit floats by rounding to nearest, and the module asks for RoundingModeRTZ",
        ),
        (
            shader(
                "OpDecorate %sum Restrict",
                "%sum = OpIAdd %u64 %ten %far",
            ),
            "an unknown decoration of a 64-bit value",
        ),
        (
            shader(
                "OpDecorate %to ArrayStride 4
                %to = OpTypePointer PhysicalStorageBuffer %u32",
                "%at = OpUndef %to
                %p = OpPtrAccessChain %to %at %far",
            ),
            "a 64-bit index on a physical address, without SPV_KHR_physical_storage_buffer",
        ),
    ];
    for (words, reason) in cases {
        assert_eq!(run(&words), Err(reason));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for body in [
        "%r = OpIAdd %u64 %ten %one",
        "%r = OpSelect %u64 %one %ten %long2",
        "%r = OpCompositeExtract %u64 %ten 0",
        "%r = OpBitcast %u64 %one",
        "%r = OpUConvert %u64 %far",
        "%r = OpConvertFToU %u64 %one",
        "%r = OpVectorShuffle %u32 %ten %one 0 1",
        "%r = OpLoad %u64 %one",
        "OpStore %one %ten",
    ] {
        assert!(run(&shader("", body)).is_err(), "{body}");
    }
}

#[test]
fn equal_types_are_declared_once() {
    let words = shader(
        "%of_long = OpTypeFunction %u64 %i64
        %of_ulong = OpTypeFunction %u64 %u64
        %ulong2 = OpTypeVector %i64 2",
        "%r = OpIAdd %u64 %ten %far",
    );
    let out = run(&words).unwrap();
    let insts: Vec<_> = instructions(&out).collect();
    let int = |inst: &&Inst<'_>| inst.opcode() == op::OpTypeInt;
    assert!(insts.iter().filter(int).all(|inst| inst.word(2) == 32));
    // That of `main`, and the one that results from two of the input.
    assert_eq!(count(&out, op::OpTypeFunction), 2);
    assert_eq!(count(&out, op::OpTypeVector), 1);
    assert_eq!(count(&out, op::OpIAddCarry), 1);
}

/// The number of instructions in the first function of a module.
fn length(words: &[u32]) -> i64 {
    let insts: Vec<_> = instructions(words).collect();
    let body = insts
        .iter()
        .skip_while(|inst| inst.opcode() != op::OpFunction);
    let end = |inst: &&&Inst<'_>| inst.opcode() != op::OpFunctionEnd;
    body.take_while(|inst| end(&inst)).count() as i64
}

/// The number of instructions for each operation is as documented, without loads of operands and stores of the result.
#[test]
fn instruction_counts_are_as_documented() {
    let with = |body: &str| {
        let globals = "%both = OpTypeStruct %u64 %u64
            %to = OpTypePointer Private %u64
            %x = OpVariable %to Private
            %to_truth = OpTypePointer Private %bool
            %truth = OpVariable %to_truth Private
            %to_word = OpTypePointer Private %u32
            %word = OpVariable %to_word Private
            %to_real = OpTypePointer Private %f32
            %real = OpVariable %to_real Private";
        let body = format!(
            "%a = OpLoad %u64 %x
            %b = OpLoad %u64 %x
            %p = OpLoad %bool %truth
            %w = OpLoad %u32 %word
            %f = OpLoad %f32 %real
            OpStore %x %a
            OpStore %x %b
            {body}"
        );
        let globals = format!("{TYPES}\n{globals}");
        let glsl = "OpCapability Int64\n%glsl = OpExtInstImport \"GLSL.std.450\"";
        run(&compute(3, glsl, &globals, &body)).unwrap()
    };
    let loads = length(&with(""));
    for (body, expected) in [
        ("%r = OpIAdd %u64 %a %b", 5),
        ("%r = OpISub %u64 %a %b", 5),
        ("%r = OpIMul %u64 %a %b", 7),
        ("%r = OpSNegate %u64 %a", 5),
        ("%r = OpNot %u64 %a", 2),
        ("%r = OpBitwiseXor %u64 %a %b", 2),
        ("%r = OpIEqual %bool %a %b", 3),
        ("%r = OpSGreaterThan %bool %a %b", 4),
        ("%r = OpSelect %u64 %p %a %b", 2),
        ("%r = OpShiftLeftLogical %u64 %a %zero", 0),
        ("%r = OpShiftLeftLogical %u64 %a %three", 4),
        ("%r = OpShiftLeftLogical %u64 %a %w", 11),
        ("%r = OpShiftRightArithmetic %u64 %a %w", 12),
        ("%r = OpUConvert %u32 %a", 0),
        ("%r = OpUConvert %u64 %w", 0),
        ("%r = OpSConvert %u64 %w", 1),
        ("%r = OpConvertFToU %u64 %f", 3),
        ("%r = OpExtInst %u64 %glsl UMin %a %b", 6),
        ("%r = OpExtInst %u64 %glsl SClamp %a %b %a", 12),
        ("%r = OpExtInst %u64 %glsl SAbs %a", 8),
        ("%r = OpExtInst %u64 %glsl SSign %a", 5),
        ("%r = OpUDiv %u64 %a %b", 3),
        ("%r = OpSMod %u64 %a %b", 15),
        // Upper words that are zero.
        ("%z = OpUConvert %u64 %w\n%r = OpIAdd %u64 %z %z", 3),
        ("%z = OpUConvert %u64 %w\n%r = OpIAdd %u64 %z %a", 4),
        ("%z = OpUConvert %u64 %w\n%r = OpISub %u64 %a %z", 4),
        ("%z = OpUConvert %u64 %w\n%r = OpIMul %u64 %z %z", 3),
        ("%z = OpUConvert %u64 %w\n%r = OpIMul %u64 %a %z", 5),
        ("%z = OpUConvert %u64 %w\n%r = OpBitwiseAnd %u64 %a %z", 1),
        ("%z = OpUConvert %u64 %w\n%r = OpBitwiseOr %u64 %a %z", 1),
        ("%z = OpUConvert %u64 %w\n%r = OpIEqual %bool %z %z", 1),
        ("%z = OpUConvert %u64 %w\n%r = OpULessThan %bool %z %z", 1),
        // Upper words that nothing needs.
        (
            "%s = OpIMul %u64 %a %b\n%t = OpISub %u64 %s %a\n%r = OpUConvert %u32 %t",
            2,
        ),
        (
            "%s = OpNot %u64 %a\n%k = OpIAdd %u64 %s %b\n%t = OpSelect %u64 %p %k %b\n%r = OpUConvert %u32 %t",
            3,
        ),
        (
            "%s = OpSConvert %u64 %w\n%k = OpIAdd %u64 %s %a\n%t = OpBitwiseXor %u64 %k %b\n%r = OpUConvert %u32 %t",
            2,
        ),
    ] {
        // A store, and the packing for it.
        let result = body.rsplit("%r = ").next().unwrap_or("");
        let is_long = result.contains("%u64 %");
        let stored = if is_long { 2 } else { 1 };
        assert_eq!(length(&with(body)) - loads, expected + stored, "{body}");
    }
    // Stored as a structure of two.
    for (body, expected) in [
        ("%r = OpIAddCarry %both %a %b", 10),
        ("%r = OpISubBorrow %both %a %b", 10),
        ("%r = OpUMulExtended %both %a %b", 31),
        ("%r = OpSMulExtended %both %a %b", 47),
    ] {
        assert_eq!(length(&with(body)) - loads, expected + 4, "{body}");
    }
}

/// A copy of a vector between a block and other memory keeps its memory operands on each side.
#[test]
fn copies_of_vectors_keep_their_memory_operands() {
    let globals = "OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        %block = OpTypeStruct %long2
        %to_block = OpTypePointer StorageBuffer %block
        %to_long2 = OpTypePointer StorageBuffer %long2
        %to_own = OpTypePointer Private %long2
        %buffer = OpVariable %to_block StorageBuffer
        %own = OpVariable %to_own Private";
    let body = "%p = OpAccessChain %to_long2 %buffer %zero
        OpCopyMemory %own %p Volatile|Aligned 8";
    let out = run(&shader(globals, body)).unwrap();
    let said = [memory_access::Volatile | memory_access::Aligned, 8];
    let with = |opcode: u16, own: usize| {
        let insts: Vec<_> = instructions(&out).collect();
        let with = |inst: &&Inst<'_>| inst.opcode() == opcode && inst.from(own) == said;
        insts.iter().filter(with).count()
    };
    assert_eq!((with(op::OpLoad, 4), with(op::OpStore, 3)), (1, 1));
}

/// Only the place of the field, or the number of bits, is long.
#[test]
fn fields_of_words_may_have_long_places() {
    let out = run(&shader(
        "",
        "%a = OpBitFieldUExtract %u32 %one %ten %ten
        %b = OpBitFieldInsert %u32 %one %one %ten %ten
        %c = OpBitCount %u64 %one
        %d = OpIAdd %u64 %c %far",
    ));
    let out = out.unwrap();
    assert_eq!(count(&out, op::OpBitFieldUExtract), 1);
    assert_eq!(count(&out, op::OpBitCount), 1);
    let mut ints = instructions(&out).filter(|inst| inst.opcode() == op::OpTypeInt);
    assert!(ints.all(|inst| inst.word(2) == 32));
}

/// A module without 64-bit types must not get one by the cast of an address, which the device lacks.
#[test]
fn addresses_are_cast_without_long_types() {
    let words = compute(
        5,
        "OpCapability Int16
        OpCapability StorageBuffer16BitAccess
        OpCapability PhysicalStorageBufferAddresses
        OpExtension \"SPV_KHR_physical_storage_buffer\"",
        "OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        %u16 = OpTypeInt 16 0
        %uvec2 = OpTypeVector %u32 2
        %block = OpTypeStruct %u16
        %to_block = OpTypePointer PhysicalStorageBuffer %block
        %to_short = OpTypePointer PhysicalStorageBuffer %u16
        %address = OpConstantComposite %uvec2 %one %one",
        "%p = OpBitcast %to_block %address
        %q = OpAccessChain %to_short %p %zero
        %x = OpLoad %u16 %q Aligned 2
        %y = OpIMul %u16 %x %x
        OpStore %q %y Aligned 2",
    );
    let lacking = [feature::shaderInt64, feature::shaderInt16];
    let out = words_for(&words, &without(&lacking)).unwrap();
    let mut ints = instructions(&out).filter(|inst| inst.opcode() == op::OpTypeInt);
    assert!(ints.all(|inst| inst.word(2) < 64));
}

/// The error names the type that the pointer points to, not another that the device lacks as well.
#[test]
fn accesses_are_refused_by_the_type_that_they_access() {
    let words = compute(
        3,
        "OpCapability Int16",
        "%u16 = OpTypeInt 16 0
        %to = OpTypePointer Workgroup %u16
        %held = OpVariable %to Workgroup",
        "%old = OpAtomicFlagTestAndSet %bool %held %one %zero",
    );
    assert_eq!(
        run_for("swiftshader", &words),
        Err("an instruction on 8- or 16-bit values without a 32-bit counterpart")
    );
}
