//! Limits that are exceeded because the caller allows it.

use crate::assemble::{compute, stage};
use crate::error::ErrorKind;
use crate::filtered::filtered;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::naming::Naming;
use crate::options::{Allow, Limits, Options, SpecMode};
use crate::report::{Exactness, OutcomeKind, Report};
use crate::tables::op;
use crate::target::{feature, Target};
use crate::{filter, Module, Outcome, Scratch};

fn allowing(allow: Allow) -> Options {
    Options {
        allow,
        ..Options::default()
    }
}

/// Filters with limits allowed; the output filtered again must be accepted as it is, with the same limits exceeded.
fn beyond(words: &[u32], target: &Target) -> (Vec<u32>, Report) {
    let options = allowing(Allow::LIMITS);
    let (out, report) = filtered(words, target, &options);
    if !out.is_empty() {
        let (again, second) = filtered(&out, target, &options);
        assert_eq!(second.outcome, OutcomeKind::Unchanged);
        assert_eq!(again, out);
        assert_eq!(second.exceeded, report.exceeded);
    }
    (out, report)
}

/// The limits that a report names, with the numbers, and the entry points.
fn named(report: &Report) -> Vec<(&str, i64, &[String])> {
    let exceeded = report.exceeded.iter();
    exceeded
        .map(|one| {
            (
                one.limit.name.as_str(),
                one.limit.value,
                one.entry_points.as_slice(),
            )
        })
        .collect()
}

fn swiftshader() -> Target {
    Target::built_in("swiftshader").unwrap()
}

/// SwiftShader with so many bytes of workgroup memory.
fn with_memory(bytes: u32) -> Target {
    let mut description = swiftshader().describe();
    description.properties.max_compute_shared_memory_size = Some(bytes);
    description.build()
}

/// A workgroup of 512 invocations.
fn wide(preamble: &str, globals: &str, body: &str) -> Vec<u32> {
    let size = "OpExecutionMode %main LocalSize 512 1 1";
    stage(3, "GLCompute", size, preamble, globals, body)
}

const HALVES: &str = "%half = OpTypeFloat 16
    %nothing = OpConstantNull %half";
const SUM: &str = "%r = OpFAdd %half %nothing %nothing";

#[test]
fn a_module_that_only_exceeds_limits_stays_as_it_is() {
    // The capability is not needed: a module that is rewritten would lose it.
    let words = wide("OpCapability ImageQuery", "", "");
    let options = allowing(Allow::LIMITS);
    let module = Module::scan(&words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    match filter(&module, &swiftshader(), &options, &mut scratch).unwrap() {
        Outcome::Unchanged(out) => assert!(std::ptr::eq(out, &words[..])),
        other => panic!("{other:?}"),
    }
    let report = scratch.report(&module, &swiftshader(), &options);
    let main = ["main".to_owned()];
    assert_eq!(
        named(&report),
        [
            ("maxComputeWorkGroupSize[0]", 512, &main[..]),
            ("maxComputeWorkGroupInvocations", 512, &main),
        ]
    );
    let first = &report.exceeded[0];
    assert_eq!((first.limit.allowed, first.limit.excess), (256, 256));
    assert_eq!(first.opcode, "OpExecutionMode");
    let [rule] = report.rules.as_slice() else {
        panic!("{:?}", report.rules);
    };
    assert_eq!((rule.rule.as_str(), rule.count), ("exceeded-limit", 2));
    assert_eq!(rule.exactness, Exactness::Allowed);
}

#[test]
fn everything_else_is_lowered_by_rules_and_passes() {
    let both = wide("OpCapability Float16", HALVES, SUM);
    let (out, report) = beyond(&both, &swiftshader());
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    assert_eq!(named(&report).len(), 2);
    let rules: Vec<_> = report.rules.iter().map(|one| one.rule.as_str()).collect();
    assert_eq!(rules, ["float16", "exceeded-limit"]);
    // The rest is what a smaller workgroup becomes.
    let size = "OpExecutionMode %main LocalSize 8 1 1";
    let small = stage(3, "GLCompute", size, "OpCapability Float16", HALVES, SUM);
    let (small, _) = filtered(&small, &swiftshader(), &Options::default());
    assert_eq!(out.len(), small.len());
    let differ = out.iter().zip(&small).filter(|(a, b)| a != b);
    assert_eq!(differ.collect::<Vec<_>>(), [(&512, &8)]);
}

#[test]
fn a_refusal_names_the_way_out() {
    let words = wide("", "", "");
    let options = Options::default();
    let module = Module::scan(&words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    let outcome = filter(&module, &swiftshader(), &options, &mut scratch).unwrap();
    assert_eq!(outcome, Outcome::Unsupported);
    for (naming, option) in [
        (Naming::Rust, "`Allow::LIMITS` in `Options::allow`"),
        (Naming::Program, "`--allow limits`"),
        (Naming::C, "`SOS_ALLOW_LIMITS` in `sos_options.allow`"),
    ] {
        let report = scratch.report_for(naming, &module, &swiftshader(), &options);
        let told = format!("exceeded-limit: only if limits is allowed ({option})");
        for one in &report.unsupported {
            assert_eq!(one.tried, [told.as_str()]);
        }
        assert_eq!(report.unsupported.len(), 2);
        assert!(report.exceeded.is_empty() && report.rules.is_empty());
    }
}

/// The permission is used only where there is no other way: what fits, or fits without what never runs, is as without it.
#[test]
fn a_module_that_fits_is_not_affected() {
    let sampled = "OpDecorate %v DescriptorSet 0
        OpDecorate %v Binding 0
        %v2 = OpTypeVector %f32 2
        %v4 = OpTypeVector %f32 4
        %int = OpTypeInt 32 1
        %i2 = OpTypeVector %int 2
        %far = OpConstant %int 100
        %offset = OpConstantComposite %i2 %far %far
        %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
        %sampled = OpTypeSampledImage %image
        %to_sampled = OpTypePointer UniformConstant %sampled
        %v = OpVariable %to_sampled UniformConstant
        %where = OpConstantNull %v2
        %no = OpConstantFalse %bool";
    let body = "OpSelectionMerge %rest None
        OpBranchConditional %no %never %rest
        %never = OpLabel
        %t = OpLoad %sampled %v
        %x = OpImageSampleImplicitLod %v4 %t %where ConstOffset %offset
        OpBranch %rest
        %rest = OpLabel";
    let fragment = "OpExecutionMode %main OriginUpperLeft";
    let dead = stage(3, "Fragment", fragment, "", sampled, body);
    let halves = compute(3, "OpCapability Float16", HALVES, SUM);
    for words in [dead, halves] {
        let (without, plain) = filtered(&words, &swiftshader(), &Options::default());
        assert_eq!(plain.outcome, OutcomeKind::Rewritten);
        let (with, report) = beyond(&words, &swiftshader());
        assert_eq!(with, without);
        assert_eq!(report, plain);
    }
}

/// Both ends of a range that one instruction exceeds are named, and the instruction does not become undefined although that is
/// allowed.
#[test]
fn offsets_stay_and_are_named() {
    let globals = "OpDecorate %v DescriptorSet 0
        OpDecorate %v Binding 0
        %v2 = OpTypeVector %f32 2
        %v4 = OpTypeVector %f32 4
        %int = OpTypeInt 32 1
        %i2 = OpTypeVector %int 2
        %below = OpConstant %int -9
        %above = OpConstant %int 20
        %offset = OpConstantComposite %i2 %below %above
        %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
        %sampled = OpTypeSampledImage %image
        %to_sampled = OpTypePointer UniformConstant %sampled
        %v = OpVariable %to_sampled UniformConstant
        %where = OpConstantNull %v2";
    let body = "%t = OpLoad %sampled %v
        %r = OpImageSampleImplicitLod %v4 %t %where ConstOffset %offset";
    let fragment = "OpExecutionMode %main OriginUpperLeft";
    let words = stage(3, "Fragment", fragment, "", globals, body);
    let (out, report) = beyond(&words, &swiftshader());
    assert_eq!(out, words);
    let main = ["main".to_owned()];
    assert_eq!(
        named(&report),
        [
            ("minTexelOffset", -9, &main[..]),
            ("maxTexelOffset", 20, &main)
        ]
    );
    let lossy = allowing(Allow::LIMITS.with(Allow::UNDEF));
    let (out, _) = filtered(&words, &swiftshader(), &lossy);
    assert_eq!(out, words);
    let (out, _) = filtered(&words, &swiftshader(), &allowing(Allow::UNDEF));
    assert_ne!(out, words);
}

/// A gather whose offset is half known: its constant half stays.
#[test]
fn the_constant_part_of_a_selected_offset_stays() {
    let globals = "OpDecorate %v DescriptorSet 0
        OpDecorate %v Binding 0
        OpDecorate %in Location 0
        OpDecorate %in Flat
        %v2 = OpTypeVector %f32 2
        %v4 = OpTypeVector %f32 4
        %int = OpTypeInt 32 1
        %i2 = OpTypeVector %int 2
        %far = OpConstant %int 20
        %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
        %sampled = OpTypeSampledImage %image
        %to_sampled = OpTypePointer UniformConstant %sampled
        %to_in = OpTypePointer Input %int
        %v = OpVariable %to_sampled UniformConstant
        %in = OpVariable %to_in Input
        %where = OpConstantNull %v2";
    let body = "%t = OpLoad %sampled %v
        %near = OpLoad %int %in
        %offset = OpCompositeConstruct %i2 %near %far
        %r = OpImageGather %v4 %t %where %zero Offset %offset";
    let fragment = "OpExecutionMode %main OriginUpperLeft";
    let preamble = "OpCapability ImageGatherExtended";
    let words = stage(3, "Fragment", fragment, preamble, globals, body);
    let mut description = Target::built_in("vulkan-1.1").unwrap().describe();
    description.properties.min_texel_gather_offset = Some(-8);
    description.properties.max_texel_gather_offset = Some(7);
    let target = description.build();
    let (out, report) = filtered(&words, &target, &Options::default());
    let mut tried = report.unsupported.iter().flat_map(|one| &one.tried);
    let said = "gather-choice: the device does not allow the offset";
    assert!(
        out.is_empty() && tried.any(|why| why == said),
        "{:?}",
        report.unsupported
    );
    let (out, report) = beyond(&words, &target);
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    // One for each offset of the other half.
    assert_eq!(named(&report).len(), 16);
    assert_eq!(named(&report)[0].1, 20);
}

#[test]
fn sizes_of_kept_constants_are_named() {
    let sized = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 1 1 1",
        "",
        "OpDecorate %size BuiltIn WorkgroupSize
        OpDecorate %x SpecId 3
        %v3 = OpTypeVector %u32 3
        %x = OpSpecConstant %u32 1
        %size = OpSpecConstantComposite %v3 %x %one %one",
        "",
    );
    for spec in [SpecMode::Bake, SpecMode::Keep] {
        let options = Options {
            constants: vec![(3, 300)],
            spec,
            ..allowing(Allow::LIMITS)
        };
        let (out, report) = filtered(&sized, &swiftshader(), &options);
        assert!(!out.is_empty(), "{:?}", report.unsupported);
        let numbers: Vec<_> = named(&report).iter().map(|one| one.1).collect();
        assert_eq!(numbers, [300, 300], "{spec:?}");
        let (again, second) = filtered(&out, &swiftshader(), &options);
        assert_eq!((again, second.exceeded), (out, report.exceeded));
    }
}

#[test]
fn frozen_constants_have_their_defaults() {
    let sized = |default: u32| {
        stage(
            3,
            "GLCompute",
            "OpExecutionMode %main LocalSize 1 1 1",
            "",
            &format!(
                "OpDecorate %size BuiltIn WorkgroupSize
                OpDecorate %x SpecId 3
                %v3 = OpTypeVector %u32 3
                %x = OpSpecConstant %u32 {default}
                %apart = OpSpecConstant %u32 {default}
                %size = OpSpecConstantComposite %v3 %x %one %one
                %twice = OpSpecConstantOp %u32 IAdd %apart %apart"
            ),
            "%r = OpIAdd %u32 %twice %one",
        )
    };
    let run = |default, spec| {
        let options = Options {
            spec,
            ..Options::default()
        };
        filtered(&sized(default), &swiftshader(), &options)
    };
    assert_eq!(run(300, SpecMode::Bake).1.outcome, OutcomeKind::Unchanged);
    let (_, report) = run(300, SpecMode::Freeze);
    assert_eq!(report.outcome, OutcomeKind::Unsupported);
    let (out, report) = run(64, SpecMode::Freeze);
    let is_open =
        |inst: &Inst<'_>| (op::OpSpecConstantTrue..=op::OpSpecConstantOp).contains(&inst.opcode());
    let mut all = Insts::new(&out, LEN as u32, out.len() as u32);
    assert!(!out.is_empty() && !all.any(|inst| is_open(&inst)));
    let constant = &report.constants[0];
    let told = (constant.source.as_str(), constant.specializable);
    assert_eq!(told, ("default", false));
}

/// A sum over the subgroup in a workgroup of 512, whose emulation takes workgroup memory, besides `own` words that the module uses
/// by itself.
fn summed(own: u32) -> Vec<u32> {
    let globals = format!(
        "%length = OpConstant %u32 {own}
        %list = OpTypeArray %u32 %length
        %to_list = OpTypePointer Workgroup %list
        %to_word = OpTypePointer Workgroup %u32
        %list_of = OpVariable %to_list Workgroup"
    );
    wide(
        "OpCapability GroupNonUniformArithmetic",
        &globals,
        "%p = OpAccessChain %to_word %list_of %zero
        OpStore %p %one
        %r = OpGroupNonUniformIAdd %u32 %three Reduce %one",
    )
}

/// SwiftShader without subgroup operations, with so many bytes of workgroup memory.
fn without_subgroups(bytes: u32) -> Target {
    let mut description = with_memory(bytes).describe();
    description.properties.subgroup_supported_operations = Some(0);
    description.properties.subgroup_supported_stages = Some(0);
    description.build()
}

/// Emulated subgroups take memory within the device's limit, however much the workgroup exceeds others.
#[test]
fn memory_of_emulated_subgroups_has_to_fit() {
    let words = summed(16);
    let (out, report) = beyond(&words, &without_subgroups(32_768));
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    assert_eq!(report.made_subgroup_size, Some(32));
    let names: Vec<_> = named(&report).iter().map(|one| one.0).collect();
    assert_eq!(
        names,
        [
            "maxComputeWorkGroupSize[0]",
            "maxComputeWorkGroupInvocations"
        ]
    );
    // The module's own 64 bytes fit, and those that 512 invocations exchange do not; or its own do not fit either.
    for bytes in [128, 32] {
        let (out, report) = beyond(&words, &without_subgroups(bytes));
        assert!(out.is_empty(), "{bytes}");
        let tried = report.unsupported.iter().flat_map(|one| &one.tried);
        let no_room = "subgroup-workgroup-memory: the device's limits leave no room";
        let mut found = tried.filter(|why| why.starts_with(no_room));
        assert!(found.next().is_some(), "{bytes}: {:?}", report.unsupported);
    }
}

/// Narrow data that exceeds the limit by itself may do so packed, but not widened.
#[test]
fn widened_memory_has_to_fit() {
    let shader = |halves: u32| {
        let globals = format!(
            "%half = OpTypeFloat 16
            %h1 = OpConstant %half 15360
            %length = OpConstant %u32 {halves}
            %halves = OpTypeArray %half %length
            %to_halves = OpTypePointer Workgroup %halves
            %to_half = OpTypePointer Workgroup %half
            %tile = OpVariable %to_halves Workgroup"
        );
        let body = "%p = OpAccessChain %to_half %tile %two\nOpStore %p %h1";
        compute(3, "OpCapability Float16", &globals, body)
    };
    let used = |words: &[u32]| {
        Module::scan(words, &Limits::NONE)
            .unwrap()
            .facts
            .workgroup
            .shared
    };
    for (halves, bytes, packed) in [(1024, 4096, false), (1024, 4095, true), (1024, 2047, true)] {
        let (out, report) = beyond(&shader(halves), &with_memory(bytes));
        assert!(!out.is_empty(), "{:?}", report.unsupported);
        let size = if packed { 2 * halves } else { 4 * halves };
        assert_eq!(used(&out), u64::from(size), "{bytes}");
        let exceeds = size > bytes;
        assert_eq!(!report.exceeded.is_empty(), exceeds, "{bytes}");
    }
    // An odd number ends on a word.
    let (out, report) = beyond(&shader(1025), &with_memory(2047));
    assert_eq!(used(&out), 2052);
    assert_eq!(named(&report)[0].1, 2052);
}

/// A module that a rule makes many times as long must not fill the memory before its output is measured.
#[test]
fn what_rules_write_is_limited_as_it_grows() {
    let globals = "
        OpDecorate %words ArrayStride 4
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %data DescriptorSet 0
        OpDecorate %data Binding 0
        %many = OpConstant %u32 32
        %words = OpTypeRuntimeArray %u32
        %Block = OpTypeStruct %words
        %blocks = OpTypeArray %Block %many
        %to_blocks = OpTypePointer StorageBuffer %blocks
        %to_word = OpTypePointer StorageBuffer %u32
        %data = OpVariable %to_blocks StorageBuffer";
    let loads: String = (0..100)
        .map(|at| format!("%p{at} = OpAccessChain %to_word %data %x %zero %zero\n%x{at} = OpLoad %u32 %p{at}\n"))
        .collect();
    let first = "%first = OpAccessChain %to_word %data %zero %zero %zero\n%x = OpLoad %u32 %first";
    let words = compute(3, "", globals, &format!("{first}\n{loads}"));
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::shaderStorageBufferArrayDynamicIndexing, false);
    let target = description.build();
    let size = filtered(&words, &target, &Options::default()).0.len();
    assert!(size > 10 * words.len(), "{size}");
    let options = Options {
        limits: Limits {
            words: 2 * words.len() as u32,
            ..Limits::default()
        },
        ..Options::default()
    };
    let module = Module::scan(&words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    let error = filter(&module, &target, &options, &mut scratch).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutputTooLarge);
    assert!(scratch.plan.written() <= options.limits.words as usize);
}

/// What a pipeline without values would exceed is said, whatever becomes of the module, and not where the value is set.
#[test]
fn what_the_defaults_of_open_constants_exceed_is_said() {
    let globals = "OpDecorate %length SpecId 3
        %length = OpSpecConstant %u32 9000
        %array = OpTypeArray %u32 %length
        %at = OpTypePointer Workgroup %array
        %of = OpTypePointer Workgroup %u32
        %memory = OpVariable %at Workgroup";
    let body = "%p = OpAccessChain %of %memory %zero
        OpStore %p %one";
    let words = compute(3, "", globals, body);
    let said = |options: &Options| {
        let (_, report) = filtered(&words, &with_memory(32768), options);
        let text = report.to_string();
        let lines = report.assumptions.iter();
        let lines: Vec<String> = lines
            .filter(|line| line.starts_with("constants stay open"))
            .cloned()
            .collect();
        assert!(lines.iter().all(|line| text.contains(line)), "{text}");
        lines
    };
    let open = said(&Options::default());
    assert_eq!(open.len(), 1);
    assert!(
        open[0].contains("maxComputeSharedMemorySize of 36000 bytes"),
        "{open:?}"
    );
    let set = Options {
        constants: vec![(3, 8)],
        ..Options::default()
    };
    assert!(said(&set).is_empty());
    assert!(said(&allowing(Allow::LIMITS)).is_empty());
}
