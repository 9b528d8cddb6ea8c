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
    assert!(open.contains("`Options::constants`"), "{open}");
    let kept = said(&Options {
        constants: vec![(7, 9)],
        spec: SpecMode::Keep,
        ..options
    });
    assert!(
        kept.contains("SpecId 7 \"count\"") && kept.contains("`SpecMode::Keep`"),
        "{kept}"
    );
    assert!(!kept.contains("`Options::constants`"), "{kept}");
}

/// The report on a shader that adds halves and floats, with these modes, for a device.
fn with_modes(modes: &[&str], device: &str) -> Report {
    let modes: String = modes
        .iter()
        .map(|mode| format!("\nOpExecutionMode %main {mode}"))
        .collect();
    let words = stage(
        3,
        "GLCompute",
        &format!("OpExecutionMode %main LocalSize 1 1 1{modes}"),
        "OpCapability Float16
        OpCapability DenormPreserve
        OpCapability DenormFlushToZero
        OpCapability RoundingModeRTE
        OpCapability RoundingModeRTZ
        OpExtension \"SPV_KHR_float_controls\"",
        "%half = OpTypeFloat 16
        %nothing = OpConstantNull %half
        %to_float = OpTypePointer Workgroup %f32
        %all = OpVariable %to_float Workgroup",
        "%sum = OpFAdd %half %nothing %nothing
        %long = OpFConvert %f32 %sum
        %total = OpFAdd %f32 %long %long
        OpStore %all %total",
    );
    let target = Target::built_in(device).unwrap();
    filtered(&words, &target, &Options::default()).1
}

/// Halves are computed in 32 bits, with the modes that this has, if nothing else prevents it: so only the mode that nothing
/// replaces blocks, whether or not the device has halves and other modes.
#[test]
fn only_the_mode_that_nothing_replaces_blocks() {
    let apart = [
        "DenormPreserve 16",
        "DenormFlushToZero 32",
        "RoundingModeRTE 16",
    ];
    for (device, modes, blocking) in [
        ("swiftshader", &apart[..], "DenormFlushToZero 32"),
        ("vulkan-1.1", &apart, "DenormFlushToZero 32"),
        ("lavapipe", &apart, "DenormFlushToZero 32"),
        (
            "swiftshader",
            &["RoundingModeRTE 16", "RoundingModeRTZ 32"],
            "RoundingModeRTZ 32",
        ),
    ] {
        let report = with_modes(modes, device);
        let (blocks, _) = parted(&report);
        let [one] = blocks.as_slice() else {
            panic!("{device}, {modes:?}: {blocks:#?}");
        };
        assert!(
            one.need.ends_with(&format!("mode {blocking}")),
            "{device}: {}",
            one.need
        );
        assert!(
            one.tried
                .iter()
                .any(|why| why.contains("`Allow::FLOAT_CONTROLS`")),
            "{one:#?}"
        );
        let [provider] = one.provided_by.as_slice() else {
            panic!("{device}: {:?}", one.provided_by);
        };
        let width = blocking.split_once(' ').unwrap().1;
        assert!(provider.ends_with(&format!("Float{width}")), "{provider}");
    }
}

/// By how much a workgroup is too large, and what would fit.
#[test]
fn an_exceeded_limit_is_a_number() {
    let words = stage(
        3,
        "GLCompute",
        "OpExecutionMode %main LocalSize 64 32 1",
        "",
        "%length = OpConstant %u32 8192
        %list = OpTypeArray %u32 %length
        %to_list = OpTypePointer Workgroup %list
        %to_word = OpTypePointer Workgroup %u32
        %all = OpVariable %to_list Workgroup",
        "%p = OpAccessChain %to_word %all %zero
        OpStore %p %one",
    );
    let target = Target::built_in("vulkan-1.1").unwrap();
    let (_, report) = filtered(&words, &target, &Options::default());
    let told: Vec<_> = report
        .unsupported
        .iter()
        .map(|one| {
            let limit = one.limit.as_ref().unwrap();
            (
                limit.name.as_str(),
                limit.value,
                limit.allowed,
                limit.excess,
                one.need.as_str(),
            )
        })
        .collect();
    let needs = [
        "maxComputeWorkGroupInvocations of 2048: the target allows at most 128, exceeded by 1920 (VUID-RuntimeSpirv-x-06432)",
        "maxComputeSharedMemorySize of 32768 bytes: the target allows at most 16384, exceeded by 16384 (VUID-RuntimeSpirv-Workgroup-06530)",
    ];
    assert_eq!(
        told,
        [
            ("maxComputeWorkGroupInvocations", 2048, 128, 1920, needs[0]),
            ("maxComputeSharedMemorySize", 32768, 16384, 16384, needs[1]),
        ]
    );
}
