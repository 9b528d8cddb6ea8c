//! Quad operations in fragment shaders, lowered: votes are compared with broadcasts on the drivers, and unsupported modules are
//! rejected.

use sos_core::{Options, OutcomeKind, Report, Target};
use sos_tests::driver::{driver, EXECUTING};
use sos_tests::filtered::{check, filter, filtered};
use sos_tests::job::{Buffer, Job, Stage, StageKind, Work};
use sos_tests::session::Session;
use sos_tests::{paths, tools, Tools};

const SIDE: u32 = 16;

/// Two slanted triangles, so that many quads are partially covered.
const VERTEX: &str = "#version 450
    const vec2 CORNERS[6] = vec2[](
        vec2(-0.93, -0.87), vec2(0.91, -0.42), vec2(-0.33, 0.97),
        vec2(0.21, -0.97), vec2(0.98, -0.71), vec2(0.71, 0.93));
    void main() { gl_Position = vec4(CORNERS[gl_VertexIndex], 0.0, 1.0); }";

/// The corpus module stores, for each fragment, the results of votes and of equivalent broadcasts.
#[test]
fn quad_votes_match_broadcasts() {
    let Some(tools) = tools() else { return };
    let path = paths::corpus().join("shaders/subgroup/quad_control_fragment.spv");
    let module = tools::read_module(&path).unwrap();
    let vertex = tools
        .glsl(VERTEX, "vert", &["--target-env", "vulkan1.0"])
        .unwrap();
    for name in EXECUTING {
        let Some(driver) = driver(name) else { continue };
        let mut session = Session::new(&driver);
        let own = session.device().unwrap().target();
        for target in [own, Target::built_in("vulkan-1.0").unwrap()] {
            let fragment = filtered(&module, &target, &Options::default()).unwrap();
            let votes = (0..SIDE * SIDE).map(|at: u32| at.wrapping_mul(2_654_435_761) >> 27 & at);
            let job = Job {
                stages: vec![
                    Stage::new(StageKind::Vertex, &vertex),
                    Stage::new(StageKind::Fragment, &fragment),
                ],
                buffers: vec![Buffer::storage(0, votes.collect())],
                push_constants: Vec::new(),
                addresses: Vec::new(),
                work: Work::Draw {
                    width: SIDE,
                    height: SIDE,
                    vertices: 6,
                },
            };
            let image = session.run(&job).unwrap().image;
            let pixels = || image.chunks_exact(4);
            for (at, pixel) in pixels().enumerate() {
                assert_eq!(
                    pixel[..2],
                    pixel[2..],
                    "pixel {at} on {name} for {}",
                    target.name()
                );
            }
            // A result of no votes equals the background, so all outcomes must occur.
            for outcome in [[0, 0], [0, 1], [1, 1]] {
                assert!(
                    pixels().any(|pixel| pixel[..2] == outcome),
                    "{outcome:?} on {name}"
                );
            }
        }
    }
}

/// A fragment shader with a condition that is uniform for a primitive, one that is not, and a texture.
fn module(tools: Tools, modes: &str, body: &str) -> Vec<u32> {
    let text = format!(
        "OpCapability Shader
OpCapability DerivativeControl
OpCapability GroupNonUniform
OpCapability GroupNonUniformQuad
OpCapability GroupNonUniformBallot
!0x00020011 !5087
OpExtension \"SPV_KHR_quad_control\"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main \"main\" %kind %where %shade
OpExecutionMode %main OriginUpperLeft
{modes}
OpDecorate %kind Flat
OpDecorate %kind Location 0
OpDecorate %where Location 1
OpDecorate %shade Location 0
OpDecorate %picture DescriptorSet 0
OpDecorate %picture Binding 0
%void = OpTypeVoid
%signature = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%uint4 = OpTypeVector %uint 4
%float = OpTypeFloat 32
%float2 = OpTypeVector %float 2
%float4 = OpTypeVector %float 4
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%sampled = OpTypeSampledImage %image
%to_sampled = OpTypePointer UniformConstant %sampled
%to_uint = OpTypePointer Input %uint
%to_float2 = OpTypePointer Input %float2
%to_float4 = OpTypePointer Output %float4
%picture = OpVariable %to_sampled UniformConstant
%kind = OpVariable %to_uint Input
%where = OpVariable %to_float2 Input
%shade = OpVariable %to_float4 Output
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%three = OpConstant %uint 3
%half = OpConstant %float 0.5
%main = OpFunction %void None %signature
%entry = OpLabel
%number = OpLoad %uint %kind
%place = OpLoad %float2 %where
%x = OpCompositeExtract %float %place 0
%together = OpIEqual %bool %number %one
%apart = OpFOrdLessThan %bool %x %half
{body}
OpReturn
OpFunctionEnd
"
    );
    tools.assemble(&text, "vulkan1.1").unwrap()
}

fn in_branch(condition: &str, inside: &str) -> String {
    format!(
        "OpSelectionMerge %end None
OpBranchConditional {condition} %in %end
%in = OpLabel
{inside}
OpBranch %end
%end = OpLabel"
    )
}

const MODES: [&str; 2] = ["!0x00030010 %main !5088", "!0x00030010 %main !5089"];
const STORE: &str =
    "%all = OpCompositeConstruct %float4 %seen %seen %seen %seen\nOpStore %shade %all";
const SWAP: &str = "%seen = OpGroupNonUniformQuadSwap %float %three %x %zero";
const DERIVATIVE: &str = "%seen = OpDPdx %float %x";
const IMPLICIT_LOD: &str = "%texture = OpLoad %sampled %picture
%texel = OpImageSampleImplicitLod %float4 %texture %place
%seen = OpCompositeExtract %float %texel 0";
const EXPLICIT_LOD: &str = "%texture = OpLoad %sampled %picture
%texel = OpImageSampleExplicitLod %float4 %texture %place Lod %half
%seen = OpCompositeExtract %float %texel 0";
const ELECT: &str = "%first = OpGroupNonUniformElect %bool %three
%seen = OpSelect %float %first %half %x";

fn report(words: &[u32], target: &Target, tools: Tools) -> Report {
    let filtered = filter(words, target, &Options::default()).unwrap();
    if filtered.report.outcome == OutcomeKind::Rewritten {
        check(tools, &filtered.words, target).unwrap();
    }
    filtered.report
}

#[test]
fn quads_are_lowered_only_in_control_flow_uniform_for_the_primitive() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.1").unwrap();
    let swap = format!("{SWAP}\n{STORE}");
    for (body, runs) in [
        (swap.clone(), true),
        (in_branch("%together", &swap), true),
        (in_branch("%apart", &swap), false),
        // Demoted fragments remain as helper invocations; discarded ones do not.
        (
            in_branch("%apart", "OpKill\n%never = OpLabel") + "\n" + &swap,
            false,
        ),
        (
            in_branch("%together", "OpKill\n%never = OpLabel") + "\n" + &swap,
            true,
        ),
    ] {
        let report = report(&module(tools, "", &body), &target, tools);
        let ran = report.outcome != OutcomeKind::Unsupported;
        assert_eq!(ran, runs, "{body}: {:?}", report.unsupported);
        let named = report
            .rules
            .iter()
            .any(|rule| rule.rule == "quad-derivatives");
        assert_eq!(named, runs, "{body}");
    }
}

/// With large fragments, the parity used to find a quad's sides need not alternate.
#[test]
fn quads_are_not_lowered_for_fragments_of_several_pixels() {
    let Some(tools) = tools() else { return };
    let words = module(tools, "", &format!("{SWAP}\n{STORE}"));
    let mut large = Target::built_in("vulkan-1.1").unwrap().describe();
    assert_eq!(
        report(&words, &large.clone().build(), tools).outcome,
        OutcomeKind::Rewritten
    );
    let structure = "VkPhysicalDeviceFragmentShadingRateFeaturesKHR";
    let feature =
        sos_core::target::Feature::find(structure, "pipelineFragmentShadingRate").unwrap();
    large.set_feature(feature, true);
    let extension =
        sos_core::target::VulkanExtension::find("VK_KHR_fragment_shading_rate").unwrap();
    large.set_extension(extension, true);
    assert_eq!(
        report(&words, &large.build(), tools).outcome,
        OutcomeKind::Unsupported
    );
}

#[test]
fn quad_execution_modes_are_removed_where_they_have_no_effect() {
    let Some(tools) = tools() else { return };
    // A device with quad operations and ballots in fragment shaders, but without the execution modes.
    let target = Target::built_in("lavapipe-22.3.6").unwrap();
    let [derivatives, full] = MODES;
    let show = |value: &str| format!("{value}\n{STORE}");
    for (mode, body, runs) in [
        (derivatives, show(DERIVATIVE), true),
        (derivatives, show(IMPLICIT_LOD), true),
        (
            derivatives,
            in_branch("%together", &show(IMPLICIT_LOD)),
            true,
        ),
        (derivatives, in_branch("%apart", &show(IMPLICIT_LOD)), false),
        (derivatives, in_branch("%apart", &show(DERIVATIVE)), false),
        (derivatives, in_branch("%apart", &show(EXPLICIT_LOD)), true),
        (derivatives, in_branch("%apart", &show(SWAP)), true),
        (full, in_branch("%apart", &show(IMPLICIT_LOD)), true),
        (full, show(SWAP), true),
        (full, in_branch("%apart", &show(SWAP)), true),
        (full, show(ELECT), false),
    ] {
        let report = report(&module(tools, mode, &body), &target, tools);
        let ran = report.outcome != OutcomeKind::Unsupported;
        assert_eq!(ran, runs, "{mode}\n{body}: {:?}", report.unsupported);
    }
}
