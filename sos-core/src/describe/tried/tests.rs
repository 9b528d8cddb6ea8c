//! Which rules are listed for a need.

use crate::assemble::{assemble, compute, stage};
use crate::filter::LACKS_REST;
use crate::filtered::filtered;
use crate::report::OutcomeKind;
use crate::{Options, Target};

/// The rules tried on accesses to one of many blocks, by an index, in a fragment shader that a device refuses.
fn tried_on_accesses(index: &str, body: &str) -> Vec<String> {
    let words = stage(
        3,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "",
        "OpDecorate %Block BufferBlock
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %blocks DescriptorSet 0
        OpDecorate %blocks Binding 0
        %count = OpConstant %u32 100
        %Block = OpTypeStruct %u32
        %Blocks = OpTypeArray %Block %count
        %to_blocks = OpTypePointer Uniform %Blocks
        %to_word = OpTypePointer Uniform %u32
        %blocks = OpVariable %to_blocks Uniform",
        &format!(
            "%first = OpAccessChain %to_word %blocks %zero %zero
            %i = OpLoad %u32 %first
            %p = OpAccessChain %to_word %blocks {index} %zero
            %r = OpLoad %u32 %p\n{body}"
        ),
    );
    let target = Target::built_in("vulkan-1.1").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    assert_eq!(report.outcome, OutcomeKind::Unsupported);
    let unsupported = report.unsupported;
    let accesses = unsupported
        .into_iter()
        .filter(|one| one.opcode == "OpAccessChain");
    accesses.flat_map(|one| one.tried).collect()
}

#[test]
fn a_rule_is_listed_only_for_needs_that_it_handles() {
    let named = |tried: &[String], rule: &str| tried.iter().any(|text| text.starts_with(rule));
    let written = tried_on_accesses("%one", "OpStore %p %r");
    assert!(named(&written, "read-only"), "{written:?}");
    // There are too many descriptors to choose from, whether or not they are written.
    let chosen = tried_on_accesses("%i", "");
    assert!(named(&chosen, "descriptor-index"), "{chosen:?}");
    assert!(!named(&chosen, "read-only"), "{chosen:?}");
}

#[test]
fn needs_that_passes_meet_are_distinguished_from_those_that_prevent_them() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 512 1 1",
        "OpCapability Float16",
        "%half = OpTypeFloat 16
        %nothing = OpConstantNull %half",
        "%r = OpFAdd %half %nothing %nothing",
    );
    let target = Target::built_in("swiftshader").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let unsupported = report.unsupported;
    let (narrow, rest): (Vec<_>, Vec<_>) = unsupported
        .iter()
        .partition(|one| one.need.contains("Float16"));
    assert!(!narrow.is_empty() && !rest.is_empty(), "{unsupported:?}");
    let told = [LACKS_REST];
    assert!(narrow.iter().all(|one| one.tried == told), "{narrow:?}");
    let way_out =
        ["exceeded-limit: only if limits is allowed (`Allow::LIMITS` in `Options::allow`)"];
    assert!(rest.iter().all(|one| one.tried == way_out), "{rest:?}");
    // The need that prevents the passes comes first.
    let waits = unsupported.iter().map(|one| one.need.contains("Float16"));
    assert!(waits.is_sorted(), "{unsupported:?}");
}

/// The list is limited, but needs that wait for others do not displace those.
#[test]
fn the_preventing_need_is_listed_however_many_wait_for_it() {
    let adds: String = (0..300)
        .map(|at| format!("%sum{} = OpFAdd %half %sum{at} %sum{at}\n", at + 1))
        .collect();
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 1 1 1",
        "OpCapability Float16
        OpCapability ShaderClockKHR
        OpExtension \"SPV_KHR_shader_clock\"",
        "%half = OpTypeFloat 16
        %sum0 = OpConstantNull %half
        %float = OpTypeFloat 32
        %to_float = OpTypePointer Workgroup %float
        %all = OpVariable %to_float Workgroup
        %pair = OpTypeVector %u32 2
        %subgroup = OpConstant %u32 3",
        &format!(
            "{adds}%total = OpFConvert %float %sum300
            OpStore %all %total
            %now = OpReadClockKHR %pair %subgroup"
        ),
    );
    let target = Target::built_in("swiftshader").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let first = report.unsupported.first();
    assert!(
        first.is_some_and(|one| one.opcode == "OpReadClockKHR"),
        "{first:?}"
    );
    let counted = |text: &String| text.ends_with("more unmet needs are not listed");
    assert!(report.assumptions.iter().any(counted));
}

/// A store to an image without a format, where the caller names none: the pass cannot guess a format.
#[test]
fn needs_that_passes_leave_unmet_are_reported() {
    let words = compute(
        0,
        "OpCapability StorageImageWriteWithoutFormat",
        "OpDecorate %image DescriptorSet 0
        OpDecorate %image Binding 0
        %type = OpTypeImage %f32 2D 0 0 0 2 Unknown
        %to_type = OpTypePointer UniformConstant %type
        %image = OpVariable %to_type UniformConstant
        %pair = OpTypeVector %u32 2
        %four = OpTypeVector %f32 4
        %at = OpConstantComposite %pair %zero %zero
        %bright = OpConstant %f32 1
        %texel = OpConstantComposite %four %bright %bright %bright %bright",
        "%held = OpLoad %type %image
        OpImageWrite %held %at %texel",
    );
    let target = Target::built_in("vulkan-1.0").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    assert_eq!(report.unsupported.len(), 2, "{:?}", report.unsupported);
    for one in &report.unsupported {
        assert!(one.need.contains("WithoutFormat"), "{one:?}");
        let says = |what: &str| one.tried.iter().any(|why| why.contains(what));
        assert!(says("`Options::image_formats`"), "{one:?}");
        let of_variable = says("image-access: the image is written, or may be");
        assert_eq!(of_variable, one.opcode == "OpVariable", "{one:?}");
    }
}

#[test]
fn a_reason_is_given_where_no_rule_handles_a_need() {
    let words = assemble(
        3,
        "OpCapability Shader\nOpCapability Geometry\nOpMemoryModel Logical GLSL450
        OpEntryPoint Geometry %main \"main\"
        OpExecutionMode %main Triangles\nOpExecutionMode %main OutputPoints\nOpExecutionMode %main OutputVertices 1
        %void = OpTypeVoid\n%fn = OpTypeFunction %void
        %main = OpFunction %void None %fn\n%start = OpLabel\nOpReturn\nOpFunctionEnd",
    );
    let target = Target::built_in("swiftshader").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let entry = |one: &&crate::report::Unsupported| one.opcode == "OpEntryPoint";
    let entry = report.unsupported.iter().find(entry).unwrap();
    assert!(entry.tried.is_empty());
    assert_eq!(entry.reason.as_deref(), crate::reasons::reason("Geometry"));
    assert!(entry.reason.is_some());
}

/// A function that both vertex and fragment entry points call reads the invocation's index in the subgroup: no variable is
/// allowed in both interfaces.
#[test]
fn needs_of_a_rules_output_are_reported() {
    let words = assemble(
        3,
        "OpCapability Shader
        OpCapability GroupNonUniform
        OpCapability GroupNonUniformShuffle
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %first \"first\" %out
        OpEntryPoint Fragment %second \"second\"
        OpExecutionMode %second OriginUpperLeft
        OpDecorate %out Location 0
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %one = OpConstant %u32 1
        %three = OpConstant %u32 3
        %to_out = OpTypePointer Output %u32
        %out = OpVariable %to_out Output
        %number = OpTypeFunction %u32
        %shared = OpFunction %u32 None %number
        %begin = OpLabel
        %other = OpGroupNonUniformShuffleXor %u32 %three %one %one
        OpReturnValue %other
        OpFunctionEnd
        %first = OpFunction %void None %signature
        %entry = OpLabel
        %a = OpFunctionCall %u32 %shared
        OpStore %out %a
        OpReturn
        OpFunctionEnd
        %second = OpFunction %void None %signature
        %start = OpLabel
        %b = OpFunctionCall %u32 %shared
        OpReturn
        OpFunctionEnd",
    );
    let target = Target::built_in("nvk-kepler").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let tried: Vec<_> = report
        .unsupported
        .iter()
        .flat_map(|one| &one.tried)
        .collect();
    let why = "subgroup-shuffle-relative: it needs a built-in for which its entry points cannot share a variable";
    assert!(tried.iter().any(|text| *text == why), "{tried:#?}");
}

/// A promise about what shaders write does not give what they read.
#[test]
fn a_promise_that_does_not_help_says_why() {
    let words = stage(
        3,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "OpCapability ClipDistance",
        "OpDecorate %v BuiltIn ClipDistance
        %list = OpTypeArray %f32 %one
        %to_list = OpTypePointer Input %list
        %to_float = OpTypePointer Input %f32
        %v = OpVariable %to_list Input",
        "%p = OpAccessChain %to_float %v %zero\n%r = OpLoad %f32 %p",
    );
    let target = Target::built_in("vulkan-1.1").unwrap();
    let why = |options: &Options| {
        let (_, report) = filtered(&words, &target, options);
        let [one] = report.unsupported.as_slice() else {
            panic!("{report:#?}");
        };
        one.tried.join("\n")
    };
    let options = Options::default();
    let asked = why(&options);
    assert!(
        asked.contains("only if clip-distances-positive is promised"),
        "{asked}"
    );
    let promised = why(&Options {
        assume: crate::Assume::CLIP_DISTANCES_POSITIVE,
        ..options
    });
    assert!(
        promised.starts_with("clip-distance: the shader reads it"),
        "{promised}"
    );
}
