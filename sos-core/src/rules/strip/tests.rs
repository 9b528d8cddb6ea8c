//! Modes that a device may ignore, and what the report says about their removal.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::options::Options;
use crate::target::Target;

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
