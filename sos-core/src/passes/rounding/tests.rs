//! What keeps its rounding mode, and what is rounded beforehand.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::passes::testing::{all, corrupt_every_word, count};
use crate::tables::{decoration, op};
use crate::target::{feature, Feature};
use crate::{Options, Target};

const NAMES: &str = "
    OpCapability Float16
    OpCapability StorageBuffer16BitAccess
    OpCapability StorageInputOutput16
    OpExtension \"SPV_KHR_16bit_storage\"
";

const TYPES: &str = "
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 2
    OpDecorate %data DescriptorSet 0
    OpDecorate %data Binding 0
    OpDecorate %out Location 0
    %half = OpTypeFloat 16
    %block = OpTypeStruct %half %half
    %to_block = OpTypePointer StorageBuffer %block
    %to_member = OpTypePointer StorageBuffer %half
    %to_out = OpTypePointer Output %half
    %data = OpVariable %to_block StorageBuffer
    %out = OpVariable %to_out Output
    %f = OpConstant %f32 0.1
";

const STORES: &str = "
    %a = OpFConvert %half %f
    %b = OpFConvert %half %f
    %chain = OpAccessChain %to_member %data %zero
    OpStore %chain %a
    OpStore %out %b
";

const BUFFERS: &[Feature] = &[
    feature::storageBuffer16BitAccess,
    feature::uniformAndStorageBuffer16BitAccess,
];
const OUTPUTS: &[Feature] = &[feature::storageInputOutput16];
const DIRECT: &str = "OpDecorate %a FPRoundingMode 1\nOpDecorate %b FPRoundingMode 0";
const GROUP: &str =
    "OpDecorate %group FPRoundingMode 1\n%group = OpDecorationGroup\nOpGroupDecorate %group %a %b";

fn module(decorations: &str, body: &str) -> Vec<u32> {
    let types = format!("{decorations}\n{TYPES}");
    stage(5, "Vertex", "", NAMES, &types, body)
}

/// A device with halves everywhere, but for these features.
fn device(lacking: &[Feature]) -> Target {
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::storageInputOutput16, true);
    for &feature in lacking {
        description.set_feature(feature, false);
    }
    description.build()
}

/// The words for a device without these features, and the reasons if there are none.
fn run(words: &[u32], lacking: &[Feature]) -> (Vec<u32>, String) {
    let (words, report) = filtered(words, &device(lacking), &Options::default());
    (words, format!("{:?}", report.unsupported))
}

/// How many decorations with a rounding mode there are, and calls.
fn modes_and_calls(words: &[u32]) -> (usize, usize) {
    let decorations = all(words, op::OpDecorate).into_iter();
    let modes = decorations.filter(|inst| inst.word(2) == decoration::FPRoundingMode);
    (modes.count(), count(words, op::OpFunctionCall))
}

#[test]
fn what_is_no_longer_stored_is_rounded_beforehand() {
    let both = [BUFFERS, OUTPUTS].concat();
    let cases: [(&str, &[Feature], (usize, usize)); 6] = [
        (DIRECT, BUFFERS, (1, 1)),
        (DIRECT, OUTPUTS, (1, 1)),
        (DIRECT, &both, (0, 2)),
        (GROUP, BUFFERS, (1, 1)),
        (GROUP, OUTPUTS, (1, 1)),
        (GROUP, &[], (1, 0)),
    ];
    for (decorations, lacking, expected) in cases {
        let (words, refused) = run(&module(decorations, STORES), lacking);
        assert_eq!(refused, "[]");
        assert_eq!(
            modes_and_calls(&words),
            expected,
            "{decorations} {lacking:?}"
        );
        // Still halves: the conversion is exact.
        assert!(count(&words, op::OpFConvert) >= 2);
    }
}

#[test]
fn without_halves_all_conversions_are_rounded() {
    let lacking = [BUFFERS, OUTPUTS, &[feature::shaderFloat16]].concat();
    for decorations in [DIRECT, GROUP] {
        let (words, refused) = run(&module(decorations, STORES), &lacking);
        assert_eq!(refused, "[]");
        let (modes, calls) = modes_and_calls(&words);
        assert_eq!(modes, 0, "{decorations}");
        assert!(calls >= 2, "{decorations}");
    }
}

#[test]
fn other_modes_are_refused_where_they_are_lost() {
    for decorations in [
        DIRECT.replace("FPRoundingMode 1", "FPRoundingMode 2"),
        GROUP.replace("FPRoundingMode 1", "FPRoundingMode 3"),
    ] {
        let words = module(&decorations, STORES);
        let (_, refused) = run(&words, BUFFERS);
        assert!(refused.contains("rounds up or down"), "{refused}");
        let halves = [BUFFERS, OUTPUTS, &[feature::shaderFloat16]].concat();
        let (_, refused) = run(&words, &halves);
        assert!(refused.contains("rounds up or down"), "{refused}");
        let (_, refused) = run(&words, &[]);
        assert_eq!(refused, "[]");
    }
    // The other conversion is not stored in a buffer.
    let up = DIRECT.replace("FPRoundingMode 0", "FPRoundingMode 2");
    assert_eq!(run(&module(&up, STORES), BUFFERS).1, "[]");
}

#[test]
fn damaged_modules_do_no_harm() {
    let words = module(GROUP, STORES);
    corrupt_every_word(&words, 40, &device(BUFFERS), &Options::default());
}
