//! Which needs block, and what is said about them.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::options::SpecMode;
use crate::report::{Report, Unsupported};
use crate::{Options, Target};

/// The report on a shader for a device without 64-bit integers and 16-bit floats: one multiplies an open 64-bit constant, one
/// adds halves.
fn report(options: &Options) -> Report {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 1 1 1\nOpName %count \"count\"",
        "OpCapability Int64
        OpCapability Float16",
        "OpDecorate %count SpecId 7
        %u64 = OpTypeInt 64 0
        %count = OpSpecConstant %u64 5
        %half = OpTypeFloat 16
        %nothing = OpConstantNull %half
        %float = OpTypeFloat 32
        %to_float = OpTypePointer Workgroup %float
        %all = OpVariable %to_float Workgroup",
        "%product = OpIMul %u64 %count %count
        %sum = OpFAdd %half %nothing %nothing
        %long = OpConvertUToF %float %product
        %short = OpFConvert %float %sum
        %total = OpFAdd %float %long %short
        OpStore %all %total",
    );
    let target = Target::built_in("swiftshader").unwrap();
    filtered(&words, &target, options).1
}

fn parted(report: &Report) -> (Vec<&Unsupported>, Vec<&Unsupported>) {
    report.unsupported.iter().partition(|one| one.blocking)
}

#[test]
fn what_a_refusing_pass_replaces_blocks_and_the_rest_waits() {
    let report = report(&Options::default());
    let (blocking, waiting) = parted(&report);
    assert!(!blocking.is_empty() && !waiting.is_empty(), "{report:#?}");
    assert!(
        blocking.iter().all(|one| one.need == "capability Int64"),
        "{blocking:#?}"
    );
    assert!(
        waiting.iter().all(|one| one.need.contains("Float16")),
        "{waiting:#?}"
    );
    assert!(report.unsupported.is_sorted_by_key(|one| !one.blocking));
}

#[test]
fn an_open_constant_is_named_with_what_would_close_it() {
    let options = Options::default();
    let said = |options: &Options| report(options).unsupported[0].tried.join("\n");
    let open = said(&options);
    assert!(open.contains("SpecId 7 \"count\""), "{open}");
    assert!(open.contains("`--set 7=VALUE`"), "{open}");
    let kept = said(&Options {
        constants: vec![(7, 9)],
        spec: SpecMode::Keep,
        ..options
    });
    assert!(
        kept.contains("SpecId 7 \"count\"") && kept.contains("--keep-spec"),
        "{kept}"
    );
    assert!(!kept.contains("--set"), "{kept}");
}
