use crate::assemble::{assemble, stage};
use crate::filtered::filtered;
use crate::report::OutcomeKind;
use crate::target::{feature, Target};
use crate::Options;

/// A vertex shader with `gl_PerVertex`. The clip distance is member 2; `%d` is a value for it.
fn vertex(preamble: &str, initializer: &str, functions: &str) -> Vec<u32> {
    assemble(
        3,
        &format!(
            "OpCapability Shader
            {preamble}
            OpMemoryModel Logical GLSL450
            OpEntryPoint Vertex %main \"main\" %out
            OpMemberDecorate %block 0 BuiltIn Position
            OpMemberDecorate %block 1 BuiltIn PointSize
            OpMemberDecorate %block 2 BuiltIn ClipDistance
            OpDecorate %block Block
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %int = OpTypeInt 32 1
            %u32 = OpTypeInt 32 0
            %float = OpTypeFloat 32
            %vec4 = OpTypeVector %float 4
            %length = OpConstant %u32 1
            %distances = OpTypeArray %float %length
            %block = OpTypeStruct %vec4 %float %distances
            %to_block = OpTypePointer Output %block
            %to_float = OpTypePointer Output %float
            %takes = OpTypeFunction %void %to_block
            %zero = OpConstant %int 0
            %one = OpConstant %int 1
            %two = OpConstant %int 2
            %d = OpConstant %float 1
            %nothing = OpConstantNull %block
            %out = OpVariable %to_block Output {initializer}
            {functions}"
        ),
    )
}

fn main(body: &str) -> String {
    format!(
        "%main = OpFunction %void None %signature
        %entry = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"
    )
}

/// The outcome on a device with clip distances, and on one without.
fn outcomes(words: &[u32]) -> [OutcomeKind; 2] {
    let full = Target::built_in("lavapipe-25.0.7").unwrap();
    let mut description = full.describe();
    description.set_feature(feature::shaderClipDistance, false);
    [full, description.build()].map(|target| {
        let (out, report) = filtered(words, &target, &Options::default());
        if !out.is_empty() {
            let (again, report) = filtered(&out, &target, &Options::default());
            assert_eq!((report.outcome, again), (OutcomeKind::Unchanged, out));
        }
        report.outcome
    })
}

const UNCHANGED: OutcomeKind = OutcomeKind::Unchanged;
const REWRITTEN: OutcomeKind = OutcomeKind::Rewritten;
const UNSUPPORTED: OutcomeKind = OutcomeKind::Unsupported;

#[test]
fn what_no_instruction_accesses_is_excused() {
    let other = main("%p = OpAccessChain %to_float %out %one\nOpStore %p %d");
    assert_eq!(outcomes(&vertex("", "", &other)), [UNCHANGED; 2]);
    let declared = vertex("OpCapability ClipDistance", "", &other);
    assert_eq!(outcomes(&declared), [UNCHANGED, REWRITTEN]);
    let dead = main("%p = OpAccessChain %to_float %out %two %zero\n%v = OpLoad %float %p");
    assert_eq!(outcomes(&vertex("", "", &dead)), [UNCHANGED, REWRITTEN]);
}

#[test]
fn every_way_of_access_counts_declared_or_not() {
    let accesses = [
        (
            "",
            main("%p = OpAccessChain %to_float %out %two %zero\nOpStore %p %d"),
        ),
        ("", main("OpStore %out %nothing")),
        ("", main("OpCopyMemory %out %out")),
        ("%nothing", main("")),
        (
            "",
            "%main = OpFunction %void None %signature
            %entry = OpLabel
            %r = OpFunctionCall %void %f %out
            OpReturn
            OpFunctionEnd
            %f = OpFunction %void None %takes
            %q = OpFunctionParameter %to_block
            %inner = OpLabel
            %p = OpInBoundsAccessChain %to_float %q %two %zero
            OpStore %p %d
            OpReturn
            OpFunctionEnd"
                .to_owned(),
        ),
    ];
    for (initializer, functions) in accesses {
        for preamble in ["", "OpCapability ClipDistance"] {
            let words = vertex(preamble, initializer, &functions);
            assert_eq!(outcomes(&words), [UNCHANGED, UNSUPPORTED], "{functions}");
        }
    }
}

/// The size of points only needs a capability where tessellation or geometry shaders access it.
#[test]
fn an_access_in_another_stage_does_not_count() {
    let module = |vertex: &str, geometry: &str| {
        assemble(
            3,
            &format!(
                "OpCapability Shader
                OpCapability Geometry
                OpMemoryModel Logical GLSL450
                OpEntryPoint Vertex %vertex \"vertex\" %size
                OpEntryPoint Geometry %geometry \"geometry\" %size
                OpExecutionMode %geometry InputPoints
                OpExecutionMode %geometry OutputPoints
                OpExecutionMode %geometry OutputVertices 1
                OpDecorate %size BuiltIn PointSize
                %void = OpTypeVoid
                %signature = OpTypeFunction %void
                %float = OpTypeFloat 32
                %to_float = OpTypePointer Output %float
                %d = OpConstant %float 1
                %size = OpVariable %to_float Output
                %vertex = OpFunction %void None %signature
                %a = OpLabel
                {vertex}
                OpReturn
                OpFunctionEnd
                %geometry = OpFunction %void None %signature
                %b = OpLabel
                {geometry}
                OpReturn
                OpFunctionEnd"
            ),
        )
    };
    let mut description = Target::built_in("lavapipe-25.0.7").unwrap().describe();
    description.set_feature(feature::shaderTessellationAndGeometryPointSize, false);
    let target = description.build();
    let outcome = |words: &[u32]| filtered(words, &target, &Options::default()).1.outcome;
    assert_eq!(outcome(&module("OpStore %size %d", "")), UNCHANGED);
    assert_eq!(outcome(&module("", "OpStore %size %d")), UNSUPPORTED);
}

/// Enumerants count whether the module declares what they need or not, on the early exit too.
#[test]
fn undeclared_enumerants_count() {
    let fragment = |decoration: &str, operand: &str| {
        assemble(
            3,
            &format!(
                "OpCapability Shader
                OpMemoryModel Logical GLSL450
                OpEntryPoint Fragment %main \"main\" %in %out
                OpExecutionMode %main OriginUpperLeft
                OpDecorate %in Location 0
                OpDecorate %out Location 0
                {decoration}
                OpDecorate %picture DescriptorSet 0
                OpDecorate %picture Binding 0
                %void = OpTypeVoid
                %signature = OpTypeFunction %void
                %float = OpTypeFloat 32
                %vec2 = OpTypeVector %float 2
                %vec4 = OpTypeVector %float 4
                %image = OpTypeImage %float 2D 0 0 0 1 Unknown
                %sampled = OpTypeSampledImage %image
                %to_sampled = OpTypePointer UniformConstant %sampled
                %to_in = OpTypePointer Input %vec2
                %to_out = OpTypePointer Output %vec4
                %one = OpConstant %float 1
                %picture = OpVariable %to_sampled UniformConstant
                %in = OpVariable %to_in Input
                %out = OpVariable %to_out Output
                %main = OpFunction %void None %signature
                %entry = OpLabel
                %at = OpLoad %vec2 %in
                %s = OpLoad %sampled %picture
                %v = OpImageSampleImplicitLod %vec4 %s %at {operand}
                OpStore %out %v
                OpReturn
                OpFunctionEnd"
            ),
        )
    };
    let full = Target::built_in("lavapipe-25.0.7").unwrap();
    for (words, feature) in [
        (
            fragment("OpDecorate %in Sample", ""),
            feature::sampleRateShading,
        ),
        (fragment("", "MinLod %one"), feature::shaderResourceMinLod),
    ] {
        let mut description = full.describe();
        description.set_feature(feature, true);
        let outcome = |target: &Target| filtered(&words, target, &Options::default()).1.outcome;
        assert_eq!(outcome(&description.clone().build()), UNCHANGED);
        description.set_feature(feature, false);
        assert_eq!(outcome(&description.build()), UNSUPPORTED);
    }
}

/// A type that contains itself, and blocks in more arrays than any shader has: neither is followed to its end.
#[test]
fn endless_types_count_as_accessed() {
    let arrays: String = (1..20)
        .map(|at| format!("%a{at} = OpTypeArray %a{} %length\n", at - 1))
        .collect();
    for types in [
        "OpDecorate %a BuiltIn ClipDistance
        %a = OpTypeRuntimeArray %a"
            .to_owned(),
        format!(
            "OpMemberDecorate %a0 0 BuiltIn ClipDistance
            %length = OpConstant %u32 1
            %a0 = OpTypeStruct %f32
            {arrays}
            %a = OpTypeArray %a19 %length"
        ),
    ] {
        let globals = format!(
            "{types}
            %to_a = OpTypePointer Private %a
            %out = OpVariable %to_a Private"
        );
        let words = stage(3, "Vertex", "", "", &globals, "%r = OpLoad %a %out");
        assert_eq!(outcomes(&words), [UNCHANGED, UNSUPPORTED], "{types}");
    }
}
