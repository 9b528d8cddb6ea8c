//! Tests of what is refused and what is not. What runs is compared in `tests/tests/drivers/derivatives.rs`.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::options::{Options, SubgroupSize};
use crate::target::Target;

const GLOBALS: &str = "
    OpDecorate %own BuiltIn LocalInvocationIndex
    OpDecorate %picture DescriptorSet 0
    OpDecorate %picture Binding 0
    %vec2 = OpTypeVector %f32 2
    %vec4 = OpTypeVector %f32 4
    %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %to_sampled = OpTypePointer UniformConstant %sampled
    %picture = OpVariable %to_sampled UniformConstant
    %to_input = OpTypePointer Input %u32
    %own = OpVariable %to_input Input
    %nought = OpConstant %f32 0
    %half = OpConstant %f32 0.5
    %below = OpConstant %f32 -0.0
    %null = OpConstantNull %f32";

const START: &str = "
    %index = OpLoad %u32 %own
    %x = OpConvertUToF %f32 %index
    %xy = OpCompositeConstruct %vec2 %x %x
    %i = OpLoad %sampled %picture
    ";

/// Whether a body is filtered for a device without derivatives, in workgroups of eight by one, with subgroups of the size that is
/// asked for; the reasons if not.
fn runs(mode: &str, body: &str, size: u32) -> Result<(), String> {
    let words = stage(
        3,
        "GLCompute",
        mode,
        "OpCapability ComputeDerivativeGroupQuadsKHR
        OpCapability ComputeDerivativeGroupLinearKHR
        OpExtension \"SPV_KHR_compute_shader_derivatives\"",
        GLOBALS,
        &format!("{START}{body}"),
    );
    let target = Target::built_in("vulkan-1.1").unwrap();
    let options = Options {
        subgroup_size: SubgroupSize::new(size),
        ..Options::default()
    };
    let (words, report) = filtered(&words, &target, &options);
    match words.is_empty() {
        true => Err(format!("{report:?}")),
        false => Ok(()),
    }
}

const LINEAR: &str = "OpExecutionMode %main LocalSize 8 1 1
    OpExecutionMode %main DerivativeGroupLinearKHR";

/// As [`runs`], of quads in rows and without a size.
fn linear(body: &str) -> Result<(), String> {
    runs(LINEAR, body, 0)
}

#[test]
fn what_no_derivative_is_of_is_refused() {
    assert_eq!(linear("%r = OpDPdx %f32 %x"), Ok(()));
    assert_eq!(linear("%r = OpFwidth %vec2 %xy"), Ok(()));
    for wrong in [
        "%r = OpDPdx %u32 %index",
        "%r = OpDPdx %f32 %index",
        "%r = OpDPdx %vec2 %x",
        "%r = OpFwidth %f32 %missing",
        "%r = OpDPdy %f32 %f32",
        "%r = OpImageSampleImplicitLod %vec4 %i %index",
        "%r = OpImageSampleImplicitLod %vec4 %i %x",
        "%r = OpImageSampleImplicitLod %vec4 %i %missing",
        "%r = OpImageSampleImplicitLod %vec4 %x %xy",
    ] {
        assert!(linear(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_bias_is_refused_unless_it_is_none() {
    for (bias, runs) in [
        ("%nought", true),
        ("%null", true),
        ("%below", true),
        ("%half", false),
        ("%x", false),
    ] {
        let body = format!("%r = OpImageSampleImplicitLod %vec4 %i %xy Bias {bias}");
        let result = linear(&body);
        assert_eq!(result.is_ok(), runs, "{bias}: {result:?}");
        assert!(
            runs || result.unwrap_err().contains("with a bias"),
            "{bias}"
        );
    }
}

#[test]
fn a_size_is_one_of_the_subgroups_that_the_module_has() {
    for size in [1, 2, 4, 8] {
        assert_eq!(runs(LINEAR, "%r = OpDPdx %f32 %x", size), Ok(()), "{size}");
    }
}

#[test]
fn the_width_of_a_workgroup_may_stand_beside_constants_that_are_open() {
    let modes = "OpExecutionMode %main LocalSize 1 1 1
        OpExecutionMode %main DerivativeGroupQuadsKHR";
    let size = |width: &str| {
        format!(
            "
            OpDecorate %size BuiltIn WorkgroupSize
            OpDecorate %open SpecId 0
            %u3 = OpTypeVector %u32 3
            %eight = OpConstant %u32 8
            %open = OpSpecConstant %u32 2
            %size = OpSpecConstantComposite %u3 {width} %two %one"
        )
    };
    let kept = |width: &str| {
        let words = stage(
            3,
            "GLCompute",
            modes,
            "OpCapability ComputeDerivativeGroupQuadsKHR
            OpExtension \"SPV_KHR_compute_shader_derivatives\"",
            &format!("{GLOBALS}{}", size(width)),
            &format!("{START}%r = OpDPdy %f32 %x"),
        );
        let options = Options {
            spec: crate::options::SpecMode::Keep,
            ..Options::default()
        };
        let target = Target::built_in("vulkan-1.1").unwrap();
        !filtered(&words, &target, &options).0.is_empty()
    };
    assert!(kept("%eight"));
    assert!(!kept("%open"));
}
