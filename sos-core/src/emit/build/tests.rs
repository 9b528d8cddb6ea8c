//! Constants whose number a rule reads: every width, and every form that has a value in the output.

use crate::assemble::compute;
use crate::filtered::{filtered, words_for};
use crate::inst::Insts;
use crate::options::Options;
use crate::tables::{group_operation, op};
use crate::target::Target;

fn shader(size: &str) -> Vec<u32> {
    let globals = format!(
        "OpDecorate %given SpecId 7
        %u64 = OpTypeInt 64 0
        %u16 = OpTypeInt 16 0
        %u8 = OpTypeInt 8 0
        %given = OpSpecConstant %u32 4
        {size}"
    );
    compute(
        3,
        "OpCapability GroupNonUniformClustered
        OpCapability GroupNonUniformBallot
        OpCapability Int64\nOpCapability Int16\nOpCapability Int8",
        &globals,
        "%r = OpGroupNonUniformIAdd %u32 %three ClusteredReduce %one %size",
    )
}

fn is_lowered(words: &[u32]) -> bool {
    let mut all = Insts::new(words, 5, words.len() as u32);
    !all.any(|inst| {
        inst.opcode() == op::OpGroupNonUniformIAdd
            && inst.word(4) == group_operation::ClusteredReduce
    })
}

#[test]
fn constants_are_read_in_every_form() {
    let target = Target::built_in("lavapipe").unwrap();
    let target = target
        .without(["VK_SUBGROUP_FEATURE_CLUSTERED_BIT"])
        .unwrap();
    for size in [
        "%size = OpConstant %u32 4",
        "%size = OpConstant %u64 4 0",
        "%size = OpConstant %u16 4",
        "%size = OpConstant %u8 128",
    ] {
        let words = words_for(&shader(size), &target).unwrap_or_else(|why| panic!("{size}: {why}"));
        assert!(is_lowered(&words), "{size}");
    }
    for size in [
        "%size = OpConstant %u64 4 1",
        "%size = OpConstantNull %u32",
        "%size = OpSpecConstant %u32 4",
        "%size = OpSpecConstantOp %u64 UConvert %given",
    ] {
        let said = words_for(&shader(size), &target).unwrap_err();
        assert!(
            said.contains("not a constant power of two"),
            "{size}: {said}"
        );
    }
    let options = Options {
        constants: vec![(7, 8)],
        ..Options::default()
    };
    for size in [
        "%size = OpSpecConstantOp %u64 UConvert %given",
        "%size = OpSpecConstantOp %u32 ShiftLeftLogical %given %one",
    ] {
        let (words, report) = filtered(&shader(size), &target, &options);
        assert!(!words.is_empty(), "{size}: {:?}", report.unsupported);
        assert!(is_lowered(&words), "{size}");
    }
}

/// A constant of a type that contains itself has no end, and other types have no number.
#[test]
fn numbers_of_other_types_are_refused() {
    for ty in [
        "%ty = OpTypeVector %ty 4",
        "%ty = OpTypeVector %f32 5",
        "%v2 = OpTypeVector %f32 2\n%ty = OpTypeMatrix %v2 2",
        "%ty = OpTypeStruct %u32",
    ] {
        let globals = format!(
            "{ty}
            %u2 = OpTypeVector %u32 2
            %type = OpTypeImage %f32 2D 0 0 1 1 Unknown
            %image = OpUndef %type
            %at = OpConstantNull %u2"
        );
        let preamble = "OpCapability FragmentMaskAMD
            OpExtension \"SPV_AMD_shader_fragment_mask\"";
        let body = "%r = OpFragmentMaskFetchAMD %ty %image %at";
        let words = compute(3, preamble, &globals, body);
        let said = words_for(&words, &Target::built_in("lavapipe").unwrap()).unwrap_err();
        assert!(said.contains("neither a scalar nor a vector"), "{said}");
    }
}
