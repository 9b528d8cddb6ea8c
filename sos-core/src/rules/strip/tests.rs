//! Modes that a device may ignore, and what the report says about their removal.

use crate::assemble::{compute, stage};
use crate::filtered::filtered;
use crate::options::{Options, Strip};
use crate::target::{feature, Target, VulkanExtension};

#[test]
fn dropping_a_request_to_reconverge_is_reported_where_it_can_be_observed() {
    for (mode, extension) in [
        ("MaximallyReconvergesKHR", "SPV_KHR_maximal_reconvergence"),
        (
            "SubgroupUniformControlFlowKHR",
            "SPV_KHR_subgroup_uniform_control_flow",
        ),
    ] {
        let assumed = |device: &str, body: &str| {
            let words = stage(
                3,
                "GLCompute",
                &format!("OpExecutionMode %main LocalSize 8 1 1\nOpExecutionMode %main {mode}"),
                &format!("OpCapability GroupNonUniform\nOpExtension \"{extension}\""),
                "",
                body,
            );
            let target = Target::built_in(device).unwrap();
            let (out, report) = filtered(&words, &target, &Options::default());
            assert!(!out.is_empty(), "{mode} on {device}");
            let mut lines = report.assumptions.into_iter();
            lines.any(|line| line.contains(mode))
        };
        let elect = "%first = OpGroupNonUniformElect %bool %three";
        assert!(assumed("swiftshader", elect), "{mode}");
        assert!(!assumed("swiftshader", ""), "{mode}");
        assert!(!assumed("nvk-ampere", elect), "{mode}");
    }
}

/// One run suffices.
#[test]
fn what_is_stripped_needs_no_declaration() {
    let words = compute(
        6,
        "OpExtension \"SPV_KHR_relaxed_extended_instruction\"
        %told = OpExtInstImport \"NonSemantic.Test\"",
        "%first = OpExtInstWithForwardRefsKHR %void %told 1 %second
        %second = OpExtInst %void %told 2 %first",
        "",
    );
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_extension(
        VulkanExtension::named("VK_KHR_shader_relaxed_extended_instruction"),
        true,
    );
    description.set_feature(feature::shaderRelaxedExtendedInstruction, true);
    let target = description.build();
    let options = Options {
        strip: Strip::All,
        ..Options::default()
    };
    let (out, report) = filtered(&words, &target, &options);
    assert_eq!(report.extensions.after, [""; 0]);
    assert_eq!(filtered(&out, &target, &options).0, out);
}

/// What becomes of a fragment shader with a mode for a device without it: whether the mode is dropped.
fn drops(mode: &str, preamble: &str, globals: &str, body: &str) -> bool {
    let words = stage(
        3,
        "Fragment",
        &format!("OpExecutionMode %main OriginUpperLeft\nOpExecutionMode %main {mode}"),
        preamble,
        globals,
        body,
    );
    let target = Target::built_in("vulkan-1.3").unwrap();
    !filtered(&words, &target, &Options::default()).0.is_empty()
}

#[test]
fn modes_go_with_the_code_that_they_affect() {
    let interlock = "OpCapability FragmentShaderPixelInterlockEXT\nOpExtension \"SPV_EXT_fragment_shader_interlock\"";
    let stencil = "OpCapability StencilExportEXT\nOpExtension \"SPV_EXT_shader_stencil_export\"";
    let coverage =
        "OpCapability SampleMaskPostDepthCoverage\nOpExtension \"SPV_KHR_post_depth_coverage\"";
    let dead = |code: &str| {
        format!(
            "OpSelectionMerge %done None
            OpBranchConditional %never %inside %done
            %inside = OpLabel
            {code}
            OpBranch %done
            %done = OpLabel"
        )
    };
    let never = "%never = OpConstantFalse %bool
        %s32 = OpTypeInt 32 1
        %many = OpTypeArray %s32 %one
        %to_many = OpTypePointer Input %many
        %to_one = OpTypePointer Input %s32
        %to_out = OpTypePointer Output %s32";
    let reference = format!("OpDecorate %reference BuiltIn FragStencilRefEXT\n{never}\n%reference = OpVariable %to_out Output\n%number = OpConstant %s32 1");
    let mask = format!("OpDecorate %mask BuiltIn SampleMask\nOpDecorate %mask Flat\n{never}\n%mask = OpVariable %to_many Input");
    let begin = "OpBeginInvocationInterlockEXT\nOpEndInvocationInterlockEXT";
    let write = "OpStore %reference %number";
    let read = "%at = OpAccessChain %to_one %mask %zero\n%seen = OpLoad %s32 %at";
    for (mode, preamble, globals, code) in [
        ("PixelInterlockOrderedEXT", interlock, never, begin),
        ("StencilRefReplacingEXT", stencil, &*reference, write),
        ("PostDepthCoverage", coverage, &*mask, read),
    ] {
        assert!(drops(mode, preamble, globals, ""), "{mode}");
        assert!(
            drops(mode, preamble, globals, &dead(code)),
            "{mode}, not run"
        );
        assert!(!drops(mode, preamble, globals, code), "{mode}");
    }
    // A sample that is shaded where it was covered depends on it as well.
    let centroid = format!("OpDecorate %mask Location 0\nOpDecorate %mask Flat\nOpDecorate %mask Centroid\n{never}\n%mask = OpVariable %to_many Input");
    assert!(!drops("PostDepthCoverage", coverage, &centroid, ""));
}

/// The chain becomes a switch; what its decoration needed is needed no longer.
#[test]
fn an_annotation_needs_nothing_once_its_target_is_gone() {
    let words = compute(
        5,
        "OpCapability ShaderNonUniform\nOpCapability UniformBufferArrayNonUniformIndexing",
        "OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %many DescriptorSet 0
        OpDecorate %many Binding 0
        OpDecorate %place NonUniform
        %Block = OpTypeStruct %u32
        %Blocks = OpTypeArray %Block %two
        %to_blocks = OpTypePointer Uniform %Blocks
        %to_u32 = OpTypePointer Uniform %u32
        %many = OpVariable %to_blocks Uniform
        %to_own = OpTypePointer Private %u32
        %own = OpVariable %to_own Private",
        "%index = OpLoad %u32 %own
        %place = OpAccessChain %to_u32 %many %index %zero
        %r = OpLoad %u32 %place",
    );
    let target = Target::built_in("lavapipe").unwrap();
    let lacks = [
        "shaderUniformBufferArrayDynamicIndexing",
        "shaderStorageImageArrayNonUniformIndexing",
    ];
    for lacks in [&lacks[..1], &lacks] {
        let target = target.without(lacks).unwrap();
        let (out, report) = filtered(&words, &target, &Options::default());
        let declared = report.capabilities.after;
        assert!(
            !declared
                .iter()
                .any(|name| name.starts_with("UniformBuffer")),
            "{declared:?}"
        );
        assert_eq!(filtered(&out, &target, &Options::default()).0, out);
    }
}
