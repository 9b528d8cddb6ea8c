//! Modes that a device may ignore, and what the report says about their removal.

use crate::assemble::{compute, stage};
use crate::filtered::filtered;
use crate::options::{Options, Strip};
use crate::target::{feature, Target, VulkanExtension};

#[test]
fn dropping_the_reconvergence_request_is_reported_as_an_assumption() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 8 1 1\nOpExecutionMode %main MaximallyReconvergesKHR",
        "OpExtension \"SPV_KHR_maximal_reconvergence\"",
        "",
        "",
    );
    let assumed = |device: &str| {
        let target = Target::built_in(device).unwrap();
        let report = filtered(&words, &target, &Options::default()).1;
        let mut lines = report.assumptions.into_iter();
        lines.any(|line| line.contains("MaximallyReconvergesKHR"))
    };
    assert!(assumed("swiftshader"));
    assert!(!assumed("nvk-ampere"));
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
