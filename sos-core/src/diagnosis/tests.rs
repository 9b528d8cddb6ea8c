use super::*;
use crate::assemble::{assemble, compute, stage};
use crate::options::{ImageFormat, Limits};

/// The report about a module on a built-in device, as people get it, with constants of the caller.
fn explained_with(words: &[u32], target: &Target, constants: &[(u32, u64)]) -> Report {
    let module = Module::scan(words, &Limits::default()).unwrap();
    let options = Options {
        constants: constants.to_vec(),
        ..Options::default()
    };
    let mut scratch = Scratch::default();
    assert_eq!(
        filter(&module, target, &options, &mut scratch),
        Ok(Outcome::Unsupported)
    );
    scratch.explain(Naming::Program, &module, target, &options)
}

fn explained(words: &[u32], target: &Target) -> Report {
    explained_with(words, target, &[])
}

fn device(name: &str) -> Target {
    Target::built_in(name).unwrap()
}

fn needs(report: &Report, blocking: bool) -> Vec<&str> {
    let list = report.unsupported.iter();
    let mut needs: Vec<&str> = list
        .filter(|one| one.blocking == blocking)
        .map(|one| one.need.as_str())
        .collect();
    needs.dedup();
    needs
}

fn helps(report: &Report) -> Vec<&str> {
    report.helps.iter().map(|help| help.text.as_str()).collect()
}

#[test]
fn what_only_follows_is_told_from_the_cause() {
    let words = compute(
        3,
        "OpCapability GroupNonUniformArithmetic",
        "OpDecorate %x SpecId 7
        OpDecorate %size BuiltIn WorkgroupSize
        OpDecorate %index BuiltIn LocalInvocationIndex
        %v3 = OpTypeVector %u32 3
        %x = OpSpecConstant %u32 64
        %size = OpSpecConstantComposite %v3 %x %one %one
        %to_input = OpTypePointer Input %u32
        %index = OpVariable %to_input Input",
        "%value = OpLoad %u32 %index
        %r = OpGroupNonUniformIAdd %u32 %three Reduce %value",
    );
    let report = explained_with(&words, &device("vulkan-1.1"), &[(7, 256)]);
    let causes = needs(&report, true);
    assert_eq!(causes.len(), 2, "{causes:?}");
    let is_size = |need: &&str| need.starts_with("maxComputeWorkGroup");
    assert!(causes.iter().all(is_size), "{causes:?}");
    assert_eq!(
        needs(&report, false),
        ["capability GroupNonUniformArithmetic"]
    );
    assert_eq!(
        helps(&report),
        ["`--set 7=128` would do", "`--allow limits` would do"]
    );
    assert_eq!(report.helps[0].options, ["set-to 7=128"]);
}

#[test]
fn what_is_behind_a_need_is_listed_with_it() {
    let words = compute(
        3,
        "OpCapability Float64
        OpCapability Int64",
        "OpDecorate %d SpecId 0
        OpDecorate %l SpecId 1
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 1 Offset 8
        OpDecorate %b DescriptorSet 0
        OpDecorate %b Binding 0
        %f64 = OpTypeFloat 64
        %u64 = OpTypeInt 64 0
        %d = OpSpecConstant %f64 1
        %l = OpSpecConstant %u64 1
        %block = OpTypeStruct %f64 %u64
        %to_block = OpTypePointer StorageBuffer %block
        %to_f64 = OpTypePointer StorageBuffer %f64
        %to_u64 = OpTypePointer StorageBuffer %u64
        %b = OpVariable %to_block StorageBuffer",
        "%pd = OpAccessChain %to_f64 %b %zero
        OpStore %pd %d
        %pl = OpAccessChain %to_u64 %b %one
        OpStore %pl %l",
    );
    let report = explained(&words, &device("swiftshader"));
    assert_eq!(
        needs(&report, true),
        ["capability Float64", "capability Int64"]
    );
    assert_eq!(helps(&report), ["`--freeze` would do"]);
}

/// A module with atomic additions to floats of 32 and 64 bits in a buffer.
fn atomics() -> Vec<u32> {
    compute(
        3,
        "OpCapability Float64
        OpCapability AtomicFloat32AddEXT
        OpCapability AtomicFloat64AddEXT
        OpExtension \"SPV_EXT_shader_atomic_float_add\"",
        "OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpMemberDecorate %block 1 Offset 8
        OpDecorate %b DescriptorSet 0
        OpDecorate %b Binding 0
        %f64 = OpTypeFloat 64
        %block = OpTypeStruct %f32 %f64
        %to_block = OpTypePointer StorageBuffer %block
        %to_f32 = OpTypePointer StorageBuffer %f32
        %to_f64 = OpTypePointer StorageBuffer %f64
        %b = OpVariable %to_block StorageBuffer
        %single = OpConstant %f32 1
        %double = OpConstant %f64 1",
        "%ps = OpAccessChain %to_f32 %b %zero
        %s = OpAtomicFAddEXT %f32 %ps %one %zero %single
        %pd = OpAccessChain %to_f64 %b %one
        %d = OpAtomicFAddEXT %f64 %pd %one %zero %double
        OpStore %pd %d",
    )
}

#[test]
fn instructions_are_blamed_rather_than_their_types() {
    let report = explained(&atomics(), &device("swiftshader"));
    assert_eq!(needs(&report, true), ["capability AtomicFloat64AddEXT"]);
    let other = needs(&report, false);
    assert!(other.contains(&"capability Float64"), "{other:?}");
    let help = report.helps.last().unwrap();
    assert!(
        help.text.starts_with("without OpAtomicFAddEXT at word "),
        "{}",
        help.text
    );
    assert!(help.options.is_empty());
}

/// A fragment shader that reads a clip distance.
fn read_of_distances() -> Vec<u32> {
    stage(
        0,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "OpCapability ClipDistance",
        "OpDecorate %distances BuiltIn ClipDistance
        %array = OpTypeArray %f32 %two
        %to_array = OpTypePointer Input %array
        %to_f32 = OpTypePointer Input %f32
        %distances = OpVariable %to_array Input",
        "%place = OpAccessChain %to_f32 %distances %zero
        %r = OpLoad %f32 %place",
    )
}

#[test]
fn a_promise_that_does_not_help_is_not_advised() {
    let words = read_of_distances();
    let target = device("mali-g615");
    let module = Module::scan(&words, &Limits::default()).unwrap();
    let (options, mut scratch) = (Options::default(), Scratch::default());
    let outcome = filter(&module, &target, &options, &mut scratch);
    assert_eq!(outcome, Ok(Outcome::Unsupported));
    let advises = |report: &Report| {
        let mut tried = report.unsupported.iter().flat_map(|one| &one.tried);
        tried.any(|why| why.contains("--assume"))
    };
    let plain = scratch.report_for(Naming::Program, &module, &target, &options);
    assert!(advises(&plain));
    let explained = scratch.explain(Naming::Program, &module, &target, &options);
    assert!(!advises(&explained));
    assert_eq!(
        helps(&explained),
        ["no option would do; the same device with VkPhysicalDeviceFeatures::shaderClipDistance would"]
    );
}

#[test]
fn entry_points_that_run_alone_are_named() {
    let words = assemble(
        0,
        "OpCapability Shader
        OpCapability Geometry
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"plain\"
        OpEntryPoint Geometry %shape \"shape\"
        OpExecutionMode %main LocalSize 1 1 1
        OpExecutionMode %shape Triangles
        OpExecutionMode %shape Invocations 1
        OpExecutionMode %shape OutputTriangleStrip
        OpExecutionMode %shape OutputVertices 3
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %label = OpLabel
        OpReturn
        OpFunctionEnd
        %shape = OpFunction %void None %signature
        %start = OpLabel
        OpReturn
        OpFunctionEnd",
    );
    let report = explained(&words, &device("swiftshader"));
    let [help] = &report.helps[..] else {
        panic!("{:?}", report.helps)
    };
    assert_eq!(help.text, "`--entry-point` with \"plain\" alone would do");
    assert_eq!(help.options, ["entry-point plain"]);
}

/// A module with two images without a format, of floats and of integers, which it writes. `code` is added.
fn images(code: &str) -> Vec<u32> {
    compute(
        0,
        "OpCapability StorageImageWriteWithoutFormat
        OpCapability ShaderClockKHR
        OpExtension \"SPV_KHR_shader_clock\"",
        "OpDecorate %image DescriptorSet 0
        OpDecorate %image Binding 1
        OpDecorate %counts DescriptorSet 2
        OpDecorate %counts Binding 3
        %type = OpTypeImage %f32 2D 0 0 0 2 Unknown
        %to_type = OpTypePointer UniformConstant %type
        %image = OpVariable %to_type UniformConstant
        %count_type = OpTypeImage %u32 2D 0 0 0 2 Unknown
        %to_counts = OpTypePointer UniformConstant %count_type
        %counts = OpVariable %to_counts UniformConstant
        %pair = OpTypeVector %u32 2
        %four = OpTypeVector %f32 4
        %u4 = OpTypeVector %u32 4
        %at = OpConstantComposite %pair %zero %zero
        %texel = OpConstantNull %four
        %count = OpConstantNull %u4",
        &format!(
            "%held = OpLoad %type %image
            OpImageWrite %held %at %texel
            %held_counts = OpLoad %count_type %counts
            OpImageWrite %held_counts %at %count
            {code}"
        ),
    )
}

#[test]
fn formats_of_images_are_asked_for_where_any_would_do() {
    let words = images("");
    let report = explained(&words, &device("vulkan-1.0"));
    let first = &report.helps[0];
    assert_eq!(
        first.text,
        "`--image-format 0:1=FORMAT,2:3=FORMAT` would do, with the format that the application binds (tried with R32f, R32ui)"
    );
    assert_eq!(first.options, ["image-format 0:1=FORMAT,2:3=FORMAT"]);

    // Those that the caller has named are not asked for, and one with other numbers is not made good by the rest.
    let module = Module::scan(&words, &Limits::default()).unwrap();
    let target = device("vulkan-1.0");
    let helps = |format: &str| {
        let options = Options {
            image_formats: vec![ImageFormat {
                set: 0,
                binding: 1,
                format: ImageFormat::number(format).unwrap(),
            }],
            ..Options::default()
        };
        let mut scratch = Scratch::default();
        filter(&module, &target, &options, &mut scratch).unwrap();
        let report = scratch.explain(Naming::C, &module, &target, &options);
        report.helps[0].text.clone()
    };
    assert_eq!(
        helps("Rgba16f"),
        "`2:3=FORMAT` in `sos_options.image_formats` would do, with the format that the application binds (tried with R32ui)"
    );
    assert!(!helps("R32i").contains("FORMAT"), "{}", helps("R32i"));
}

#[test]
fn formats_of_images_are_not_asked_for_where_something_else_is_lacking() {
    let words = images("%time = OpReadClockKHR %pair %three");
    let report = explained(&words, &device("vulkan-1.0"));
    let blocking = needs(&report, true);
    let lacks = |what: &str| blocking.iter().any(|need| need.contains(what));
    assert!(
        lacks("WithoutFormat") && lacks("shaderSubgroupClock"),
        "{blocking:?}"
    );
    let helps = helps(&report);
    assert!(
        !helps.is_empty() && helps.iter().all(|text| !text.contains("FORMAT")),
        "{helps:?}"
    );
}

#[test]
fn a_spent_budget_leaves_the_report_as_it_was() {
    let words = read_of_distances();
    let module = Module::scan(&words, &Limits::default()).unwrap();
    let (target, options) = (device("mali-g615"), Options::default());
    let mut scratch = Scratch::default();
    let outcome = filter(&module, &target, &options, &mut scratch);
    assert_eq!(outcome, Ok(Outcome::Unsupported));
    let report = scratch.report_for(Naming::Program, &module, &target, &options);
    let explained = |left| {
        let mut later = report.clone();
        let mut trials = Trials {
            naming: Naming::Program,
            module: &module,
            target: &target,
            options: &options,
            scratch: Scratch::default(),
            left,
        };
        trials.explain(&mut later);
        later
    };
    let none = explained(0);
    assert_eq!(needs(&none, true), needs(&report, true));
    assert!(none.helps.is_empty());
    // Wherever the budget ends, no report is asked for of a run that was not the last. Promises are tried last.
    let cost = words.len() + EACH;
    let causes = |runs: usize| needs(&explained(runs * cost), true).len();
    assert!((1..60).all(|runs| causes(runs) > 0));
}
