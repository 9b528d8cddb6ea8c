//! The emitted code and its number of instructions, and refusals. The crate sos-tests checks results on drivers.

use crate::assemble::{compute, stage};
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::options::{Allow, Options};
use crate::passes::testing::{instructions, without};
use crate::plan::result;
use crate::tables::{decoration, execution_mode, op};
use crate::target::{feature, Feature, Target};
use crate::{Report, SpecMode};

/// The features of narrow types.
const NARROW: &[Feature] = &[
    feature::shaderFloat16,
    feature::shaderInt16,
    feature::shaderInt8,
    feature::shaderFmaFloat16,
    feature::maintenance9,
];

/// A device without narrow arithmetic, with or without narrow storage.
fn target(storage: bool) -> Target {
    let mut description = without(NARROW).describe();
    for feature in [
        feature::storageBuffer16BitAccess,
        feature::uniformAndStorageBuffer16BitAccess,
        feature::storagePushConstant16,
    ] {
        description.set_feature(feature, storage);
    }
    description.properties.shader_rounding_mode_rtz_float16 = Some(true);
    description.properties.shader_denorm_flush_to_zero_float16 = Some(true);
    description.build()
}

const NAMES: &str = "
    OpCapability Float16
    OpCapability Int16
    OpCapability Int8
";

const TYPES: &str = "
    %half = OpTypeFloat 16
    %h2 = OpTypeVector %half 2
    %short = OpTypeInt 16 1
    %ushort = OpTypeInt 16 0
    %h_one = OpConstant %half 15360
    %s_one = OpConstant %short 1
    %f_ptr = OpTypePointer Private %f32
    %u_ptr = OpTypePointer Private %u32
    %f_in = OpVariable %f_ptr Private
    %u_in = OpVariable %u_ptr Private
";

/// A half `%a` and a signed short `%s` with unknown upper bits.
const VALUES: &str = "
    %f = OpLoad %f32 %f_in
    %u = OpLoad %u32 %u_in
    %a = OpFConvert %half %f
    %cut = OpUConvert %ushort %u
    %s = OpBitcast %short %cut
";

/// The opcodes of the entry point's function, without loads, stores and its first and last instructions.
fn opcodes(words: &[u32]) -> Vec<u16> {
    let all = instructions(words).map(|inst| inst.opcode());
    let framing = [
        op::OpFunction,
        op::OpLabel,
        op::OpLoad,
        op::OpStore,
        op::OpReturn,
    ];
    all.skip_while(|&opcode| opcode != op::OpFunction)
        .take_while(|&opcode| opcode != op::OpFunctionEnd)
        .filter(|opcode| !framing.contains(opcode))
        .collect()
}

fn lowered(body: &str, options: &Options) -> (Vec<u16>, Report) {
    let words = compute(5, NAMES, TYPES, &format!("{VALUES}\n{body}"));
    let (words, report) = filtered(&words, &target(false), options);
    assert!(!words.is_empty(), "{body}: {:?}", report.unsupported);
    (opcodes(&words), report)
}

#[test]
fn instruction_counts_are_as_documented() {
    use op::*;
    // The instructions for the values only: a rounding and a cast.
    let values = [OpFunctionCall, OpBitcast];
    let compares = [OpBitFieldSExtract, OpSLessThan];
    let cases: [(&str, &[u16]); 9] = [
        ("%r = OpFAdd %half %a %a", &[OpFAdd, OpFunctionCall]),
        ("%r = OpFNegate %half %a", &[OpFNegate]),
        ("%r = OpFConvert %f32 %a", &[]),
        ("%r = OpFOrdLessThan %bool %a %h_one", &[OpFOrdLessThan]),
        ("%r = OpIMul %short %s %s", &[OpIMul]),
        ("%r = OpSLessThan %bool %s %s_one", &compares),
        (
            "%less = OpSLessThan %bool %s %s_one
             %r = OpSDiv %short %s %s_one",
            &[OpBitFieldSExtract, OpSLessThan, OpSDiv],
        ),
        (
            "%right = OpShiftRightArithmetic %short %s %one
             %r = OpSLessThan %bool %right %s_one",
            &[OpBitFieldSExtract, OpShiftRightArithmetic, OpSLessThan],
        ),
        (
            "%both = OpCompositeConstruct %h2 %a %a
             %r = OpBitcast %u32 %both",
            &[
                OpCompositeConstruct,
                OpFunctionCall,
                OpCompositeExtract,
                OpCompositeExtract,
                OpShiftLeftLogical,
                OpBitwiseOr,
            ],
        ),
    ];
    for (body, expected) in cases {
        let (opcodes, _) = lowered(body, &Options::default());
        assert_eq!(opcodes, [&values, expected].concat(), "{body}");
    }
}

/// The number of a helper's instructions without its first and last ones, and of those that are not bitcasts.
type Length = (usize, usize);

/// The lengths of all helpers, sorted.
fn helpers(words: &[u32]) -> Vec<Length> {
    let all = instructions(words).map(|inst| inst.opcode());
    let mut code = all
        .skip_while(|&opcode| opcode != op::OpFunctionEnd)
        .skip(1);
    let framing = [
        op::OpFunction,
        op::OpFunctionParameter,
        op::OpLabel,
        op::OpReturnValue,
    ];
    let mut lengths = Vec::new();
    while code.next().is_some() {
        let one = code.by_ref();
        let one = one.take_while(|&opcode| opcode != op::OpFunctionEnd);
        let one: Vec<u16> = one.filter(|opcode| !framing.contains(opcode)).collect();
        let casts = one.iter().filter(|&&opcode| opcode == op::OpBitcast);
        lengths.push((one.len(), one.len() - casts.count()));
    }
    lengths.sort_unstable();
    lengths
}

/// The numbers in `docs/narrow-values.md`.
#[test]
fn functions_have_as_many_instructions_as_documented() {
    let to_zero = "OpExecutionMode %main RoundingModeRTZ 16\n";
    let flush = "OpExecutionMode %main DenormFlushToZero 16\n";
    let both = [to_zero, flush].concat();
    let product = "%r = OpFMul %half %a %a";
    let cases: [(&str, &str, &[Length]); 9] = [
        ("", product, &[(18, 13)]),
        (to_zero, product, &[(19, 14)]),
        (flush, product, &[(21, 16)]),
        (&both, product, &[(21, 16)]),
        (to_zero, "%r = OpFAdd %half %a %a", &[(17, 15), (19, 14)]),
        (
            "",
            "%r = OpExtInst %half %ext Fma %a %a %a",
            // The product, and a call of the sum.
            &[(2, 2), (17, 15), (18, 13)],
        ),
        (
            flush,
            "%b = OpBitcast %half %s\n%r = OpFNegate %half %b",
            &[(6, 4), (15, 13), (21, 16)],
        ),
        ("", "%r = OpBitcast %short %a", &[(18, 13), (20, 17)]),
        ("", "%r = OpBitcast %half %s", &[(15, 13), (18, 13)]),
    ];
    for (modes, body, expected) in cases {
        let modes = format!("OpExecutionMode %main LocalSize 1 1 1\n{modes}");
        let names = format!(
            "{NAMES}
            OpCapability RoundingModeRTZ
            OpCapability DenormFlushToZero
            %ext = OpExtInstImport \"GLSL.std.450\""
        );
        let body = format!("{VALUES}\n{body}");
        let words = stage(5, "GLCompute", &modes, &names, TYPES, &body);
        let (words, report) = filtered(&words, &target(false), &Options::default());
        assert!(!words.is_empty(), "{body}: {:?}", report.unsupported);
        assert_eq!(helpers(&words), expected, "{modes}{body}");
    }
}

#[test]
fn a_selector_is_ready_before_the_merge_instruction() {
    let body = "
        OpSelectionMerge %done None
        OpSwitch %s %done 65535 %case
        %case = OpLabel
        OpBranch %done
        %done = OpLabel";
    let words = compute(5, NAMES, TYPES, &format!("{VALUES}\n{body}"));
    let (words, _) = filtered(&words, &target(false), &Options::default());
    let all: Vec<_> = instructions(&words).collect();
    let at = all.iter().position(|inst| inst.opcode() == op::OpSwitch);
    let at = at.unwrap();
    assert_eq!(all[at - 1].opcode(), op::OpSelectionMerge);
    assert_eq!(all[at - 2].opcode(), op::OpBitwiseAnd);
    assert_eq!(all[at].word(3), 0xFFFF);
}

#[test]
fn relaxed_halves_are_not_rounded_and_the_report_says_so() {
    let body = "%sum = OpFAdd %half %a %a\n%r = OpFConvert %f32 %sum";
    let rules = |options: &Options| {
        let (opcodes, report) = lowered(body, options);
        let calls = opcodes.contains(&op::OpFunctionCall);
        let names: Vec<String> = report.rules.into_iter().map(|used| used.rule).collect();
        (calls, names.join(" "))
    };
    let relaxed = Options {
        allow: Allow::F16_RELAXED,
        ..Options::default()
    };
    assert_eq!(
        rules(&Options::default()),
        (true, "float16 int16".to_owned())
    );
    assert_eq!(rules(&relaxed), (false, "float16-relaxed int16".to_owned()));
}

#[test]
fn external_memory_keeps_its_types_where_the_device_has_them() {
    let globals = format!(
        "{TYPES}
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpMemberDecorate %Block 1 Offset 8
        OpMemberDecorate %Block 1 ColMajor
        OpMemberDecorate %Block 1 MatrixStride 4
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 0
        %matrix = OpTypeMatrix %h2 2
        %Block = OpTypeStruct %h2 %matrix
        %to_block = OpTypePointer StorageBuffer %Block
        %block = OpVariable %to_block StorageBuffer"
    );
    let body = "
        %whole = OpLoad %Block %block
        %m = OpCompositeExtract %matrix %whole 1
        %t = OpTranspose %matrix %m
        %new = OpCompositeInsert %Block %t %whole 1
        OpStore %block %new";
    let names = format!("{NAMES}\nOpCapability StorageBuffer16BitAccess");
    let words = compute(5, &names, &globals, body);
    let (words, report) = filtered(&words, &target(true), &Options::default());
    assert!(!words.is_empty(), "{:?}", report.unsupported);
    let capabilities = report.capabilities.after;
    assert_eq!(capabilities, ["Shader", "StorageBuffer16BitAccess"]);
    let count = |opcode| {
        let list = opcodes(&words);
        list.into_iter().filter(|&other| other == opcode).count()
    };
    // A vector and two columns, in each direction.
    assert_eq!(count(op::OpFConvert), 6);
}

/// Halves copied from one buffer to another.
const COPY: &str = "
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 8
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %half = OpTypeFloat 16
    %h3 = OpTypeVector %half 3
    %block = OpTypeStruct %half %h3
    %to_block = OpTypePointer StorageBuffer %block
    %to_half = OpTypePointer StorageBuffer %half
    %to_h3 = OpTypePointer StorageBuffer %h3
    %buffer = OpVariable %to_block StorageBuffer
";

/// A copy between a buffer and other memory keeps its memory operands on each side.
#[test]
fn copies_keep_their_memory_operands() {
    let globals =
        format!("{COPY}\n%to_own = OpTypePointer Private %h3\n%own = OpVariable %to_own Private");
    let body = "%from = OpAccessChain %to_h3 %buffer %one
                OpCopyMemory %own %from Volatile|Aligned 2
                OpCopyMemory %from %own Aligned 4";
    let names = "OpCapability Float16\nOpCapability StorageBuffer16BitAccess
                 OpExtension \"SPV_KHR_16bit_storage\"";
    let words = compute(3, names, &globals, body);
    let (words, report) = filtered(&words, &target(true), &Options::default());
    assert!(!words.is_empty(), "{:?}", report.unsupported);
    let said = |opcode: u16, own: usize| -> Vec<Vec<u32>> {
        let insts = instructions(&words);
        let insts = insts.filter(|inst| inst.opcode() == opcode);
        insts.map(|inst| inst.from(own).to_vec()).collect()
    };
    let both = [vec![3, 2], vec![2, 4]];
    assert_eq!(
        (said(op::OpLoad, 4), said(op::OpStore, 3)),
        (both.to_vec(), both.to_vec())
    );
}

/// The access chains to the members of a block in a descriptor that may differ between invocations.
#[test]
fn members_of_non_uniform_descriptors_are_non_uniform() {
    let globals = format!(
        "{COPY}
         OpDecorate %from NonUniform
         OpDecorate %many DescriptorSet 0
         OpDecorate %many Binding 1
         %blocks = OpTypeRuntimeArray %block
         %to_blocks = OpTypePointer StorageBuffer %blocks
         %many = OpVariable %to_blocks StorageBuffer
         %u_ptr = OpTypePointer Private %u32
         %u_in = OpVariable %u_ptr Private"
    );
    let body = "%i = OpLoad %u32 %u_in
                %from = OpAccessChain %to_block %many %i
                %whole = OpLoad %block %from
                OpStore %buffer %whole";
    let names = "OpCapability Float16\nOpCapability StorageBuffer16BitAccess
                 OpCapability RuntimeDescriptorArray
                 OpCapability ShaderNonUniform
                 OpCapability StorageBufferArrayNonUniformIndexing
                 OpExtension \"SPV_KHR_16bit_storage\"";
    let words = compute(5, names, &globals, body);
    let (words, report) = filtered(&words, &target(true), &Options::default());
    assert!(!words.is_empty(), "{:?}", report.unsupported);
    let decorated: Vec<u32> = instructions(&words)
        .filter(|inst| inst.opcode() == op::OpDecorate)
        .filter(|inst| inst.from(2) == [decoration::NonUniform])
        .map(|inst| inst.word(1))
        .collect();
    let accessed = |opcode: u16, at: usize| {
        let accesses = instructions(&words).filter(move |inst| inst.opcode() == opcode);
        let pointers = accesses.map(move |inst| inst.word(at));
        pointers
            .filter(|pointer| decorated.contains(pointer))
            .count()
    };
    assert_eq!((accessed(op::OpLoad, 3), accessed(op::OpStore, 1)), (2, 0));
}

#[test]
fn denormals_in_memory_are_kept() {
    let body = "%from = OpAccessChain %to_h3 %buffer %one
                %list = OpLoad %h3 %from
                %x = OpCompositeExtract %half %list 1
                %to = OpAccessChain %to_half %buffer %zero
                OpStore %to %x
                OpStore %from %list";
    let names = "OpCapability Float16\nOpCapability StorageBuffer16BitAccess
                 OpExtension \"SPV_KHR_16bit_storage\"";
    let words = compute(3, names, COPY, body);
    let plain = Options::default();
    let relaxed = Options {
        allow: Allow::F16_RELAXED,
        ..Options::default()
    };
    let device = |driver, preserve| {
        let mut description = target(true).describe();
        description.properties.driver_id = driver;
        description.properties.shader_denorm_preserve_float16 = Some(preserve);
        description.properties.denorm_behavior_independence = Some(1);
        description.build()
    };
    let radv = Some(3);
    for (driver, preserve, options, converts, calls, modes) in [
        (radv, false, &plain, 3, 0, 0),
        (Some(9), true, &plain, 3, 0, 1),
        (Some(9), false, &plain, 0, 3, 0),
        (None, false, &relaxed, 3, 0, 0),
    ] {
        let (words, report) = filtered(&words, &device(driver, preserve), options);
        assert!(!words.is_empty(), "{driver:?}: {:?}", report.unsupported);
        let count = |opcode| {
            opcodes(&words)
                .iter()
                .filter(|&&other| other == opcode)
                .count()
        };
        assert_eq!(count(op::OpFConvert), converts, "{driver:?}");
        assert_eq!(count(op::OpFunctionCall), calls, "{driver:?}");
        let all = || instructions(&words);
        let is_mode = |inst: &Inst<'_>| {
            inst.opcode() == op::OpExecutionMode
                && (inst.word(2), inst.word(3)) == (execution_mode::DenormPreserve, 16)
        };
        assert_eq!(all().filter(is_mode).count(), modes, "{driver:?}");
        let is_extension =
            |inst: &Inst<'_>| inst.opcode() == op::OpExtension && inst.words().len() == 7;
        assert!(all().filter(is_extension).count() >= modes, "{driver:?}");
    }
}

/// An image, an access to it, and vectors of shorts and of halves.
const IMAGE: [&str; 2] = [
    "%image = OpTypeImage %f32 2D 0 0 0 1 Unknown
     %sampled = OpTypeSampledImage %image
     %to_image = OpTypePointer UniformConstant %sampled
     %texture = OpVariable %to_image UniformConstant
     %s2 = OpTypeVector %short 2
     %f4 = OpTypeVector %f32 4
     %out_ptr = OpTypePointer Private %f4
     %out = OpVariable %out_ptr Private",
    "%sampled_value = OpLoad %sampled %texture
     %image_value = OpImage %image %sampled_value
     %shorts = OpCompositeConstruct %s2 %s %s
     %halves = OpCompositeConstruct %h2 %a %a",
];

#[test]
fn coordinates_are_widened() {
    let [globals, values] = IMAGE;
    let modes = "OpExecutionMode %main LocalSize 1 1 1";
    for (access, extends) in [
        ("OpImageFetch %f4 %image_value %shorts Lod %s", true),
        (
            "OpImageSampleExplicitLod %f4 %sampled_value %halves Lod %a",
            false,
        ),
    ] {
        let body = format!("{VALUES}\n{values}\n%r = {access}\nOpStore %out %r");
        let globals = format!("{TYPES}\n{globals}");
        let words = stage(5, "GLCompute", modes, NAMES, &globals, &body);
        let (words, report) = filtered(&words, &target(false), &Options::default());
        assert!(!words.is_empty(), "{access}: {:?}", report.unsupported);
        let insts = || instructions(&words);
        assert!(insts().all(|inst| inst.opcode() != op::OpTypeFloat || inst.word(2) == 32));
        let taken = insts().find(|inst| inst.words().len() == 7 && inst.word(5) == 2);
        let taken = taken.unwrap_or_else(|| panic!("{access} is gone"));
        // Shorts are sign-extended; a half is a float.
        for operand in [taken.word(4), taken.word(6)] {
            let def = insts().find(|inst| result(*inst) == Some(operand));
            let is_extended = def.unwrap().opcode() == op::OpBitFieldSExtract;
            assert_eq!(is_extended, extends, "{access}");
        }
    }
}

#[test]
fn modes_that_preserve_special_halves_apply_to_floats() {
    let keeps = execution_mode::SignedZeroInfNanPreserve;
    let plain = "OpExecutionMode %main LocalSize 1 1 1";
    let half = "OpExecutionMode %main SignedZeroInfNanPreserve 16";
    let both = format!("{half}\nOpExecutionMode %main SignedZeroInfNanPreserve 32");
    let names = format!("{NAMES}\nOpCapability SignedZeroInfNanPreserve");
    let body = format!("{VALUES}\n%r = OpFMul %half %a %a");
    let mut lacking = target(false).describe();
    lacking
        .properties
        .shader_signed_zero_inf_nan_preserve_float32 = Some(false);
    let lacking = lacking.build();
    let run = |modes: &str, target: &Target, allow| {
        let modes = format!("{plain}\n{modes}");
        let words = stage(5, "GLCompute", &modes, &names, TYPES, &body);
        let options = Options {
            allow,
            ..Options::default()
        };
        let words = filtered(&words, target, &options).0;
        let insts = instructions(&words);
        let widths: Vec<u32> = insts
            .filter(|inst| inst.opcode() == op::OpExecutionMode && inst.word(2) == keeps)
            .map(|inst| inst.word(3))
            .collect();
        (!words.is_empty(), widths)
    };
    for modes in [half, &both] {
        assert_eq!(run(modes, &target(false), Allow::NONE), (true, vec![32]));
        // A mode that the device lacks is not declared: the module is refused unless the caller allows the loss.
        assert_eq!(run(modes, &lacking, Allow::NONE), (false, vec![]));
        let given_up = run(modes, &lacking, Allow::FLOAT_CONTROLS);
        assert_eq!(given_up, (true, vec![]));
    }
}

#[test]
fn offsets_stay_constants() {
    let [globals, values] = IMAGE;
    let modes = "OpExecutionMode %main LocalSize 1 1 1";
    let globals = format!(
        "OpDecorate %open SpecId 3
         {TYPES}
         {globals}
         %small = OpConstant %short 1
         %open = OpSpecConstant %short 2
         %sum = OpSpecConstantOp %short ISub %small %open
         %offset = OpSpecConstantComposite %s2 %sum %open"
    );
    let body = format!(
        "{VALUES}
         {values}
         %r = OpImageFetch %f4 %image_value %shorts Lod|ConstOffset %s %offset
         OpStore %out %r"
    );
    let words = stage(5, "GLCompute", modes, NAMES, &globals, &body);
    let options = Options {
        spec: SpecMode::Keep,
        ..Options::default()
    };
    let (words, report) = filtered(&words, &target(false), &options);
    assert!(!words.is_empty(), "{:?}", report.unsupported);
    let insts = || instructions(&words);
    let fetch = insts().find(|inst| inst.opcode() == op::OpImageFetch);
    let offset = fetch.unwrap().words().last().copied();
    let offset = insts().find(|inst| result(*inst) == offset).unwrap();
    // The sign of a sum, by two shifts: `OpSpecConstantOp` has no bit field instructions.
    assert_eq!(offset.opcode(), op::OpSpecConstantOp);
    assert_eq!(offset.word(3), u32::from(op::OpShiftRightArithmetic));
}

/// `OpUConvert` of specialization constants came with SPIR-V 1.4.
#[test]
fn constants_are_converted_as_the_version_allows() {
    let globals = "
        OpDecorate %open SpecId 3
        %byte = OpTypeInt 8 0
        %ushort = OpTypeInt 16 0
        %open = OpSpecConstant %byte 2
        %grown = OpSpecConstantOp %ushort SConvert %open";
    let words = compute(
        3,
        "OpCapability Int8\nOpCapability Int16",
        globals,
        "%r = OpIAdd %ushort %grown %grown",
    );
    let options = Options {
        spec: SpecMode::Keep,
        ..Options::default()
    };
    let (words, report) = filtered(&words, &without(&[feature::shaderInt8]), &options);
    assert!(!words.is_empty(), "{:?}", report.unsupported);
    let of_constants = instructions(&words).filter(|inst| inst.opcode() == op::OpSpecConstantOp);
    let converts = of_constants.filter(|inst| inst.word(3) == u32::from(op::OpSConvert));
    assert!(converts.count() > 0);
    let unsigned = |inst: Inst<'_>| inst.word(3) == u32::from(op::OpUConvert);
    assert!(
        !instructions(&words).any(|inst| inst.opcode() == op::OpSpecConstantOp && unsigned(inst))
    );
}

#[test]
fn unknown_instructions_are_refused() {
    let mode = "OpExecutionMode %main LocalSize 1 1 1\nOpExecutionMode %main";
    let controls = "OpCapability RoundingModeRTZ\nOpCapability DenormFlushToZero
        OpCapability RoundingModeRTE\nOpCapability DenormPreserve";
    let narrow = "%r = OpFAdd %half %a %a";
    let cases = [
        (
            format!("{mode} RoundingModeRTZ 16\nOpExecutionMode %main RoundingModeRTE 16"),
            String::new(),
            narrow,
            "in different ways",
        ),
        (
            format!("{mode} DenormFlushToZero 16\nOpExecutionMode %main DenormPreserve 16"),
            String::new(),
            narrow,
            "in different ways",
        ),
        (
            mode.replace("OpExecutionMode %main\n", "")
                .replace("\nOpExecutionMode %main", ""),
            "OpDecorate %r FPRoundingMode 2".to_owned(),
            "%r = OpFConvert %half %f",
            "rounds up or down",
        ),
        (
            "OpExecutionMode %main LocalSize 1 1 1".to_owned(),
            "%image = OpTypeImage %f32 2D 0 0 0 1 Unknown
             %to_image = OpTypePointer UniformConstant %image
             %texture = OpVariable %to_image UniformConstant
             %s2 = OpTypeVector %short 2
             %h4 = OpTypeVector %half 4"
                .to_owned(),
            "%image_value = OpLoad %image %texture
             %place = OpCompositeConstruct %s2 %s %s
             %r = OpImageFetch %h4 %image_value %place",
            "without a 32-bit counterpart",
        ),
    ];
    for (modes, globals, body, reason) in cases {
        let preamble = format!("{NAMES}\n{controls}");
        let globals = format!("{globals}\n{TYPES}");
        let body = format!("{VALUES}\n{body}");
        let words = stage(5, "GLCompute", &modes, &preamble, &globals, &body);
        let (words, report) = filtered(&words, &target(false), &Options::default());
        assert!(words.is_empty(), "{body}");
        let said = format!("{:?}", report.unsupported);
        assert!(said.contains(reason), "{reason}: {said}");
    }
}
