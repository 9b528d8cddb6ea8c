//! One block for each rule. Random blocks are compared with the Khronos validator by `tests/tests/filter/layouts.rs`.

use super::Dialects;
use crate::assemble::compute;
use crate::filtered::filtered;
use crate::plan::needs::conditions::Is;
use crate::plan::Need;
use crate::tables::storage_class;
use crate::{Limits, Module, Options, Target};

/// Returns what a block with these decorations and members needs, as a storage buffer and as a uniform buffer.
fn needs(decorations: &str, types: &str, members: &str) -> [Vec<Is>; 2] {
    let globals = format!(
        "OpDecorate %block Block
        {decorations}
        %v2 = OpTypeVector %f32 2
        %v3 = OpTypeVector %f32 3
        %v4 = OpTypeVector %f32 4
        %m2 = OpTypeMatrix %v2 2
        %four = OpConstant %u32 4
        {types}
        %block = OpTypeStruct {members}
        %pointer = OpTypePointer StorageBuffer %block
        %buffer = OpVariable %pointer StorageBuffer"
    );
    let words = compute(3, "", &globals, "");
    let module = Module::scan(&words, &Limits::default()).unwrap();
    let facts = &module.facts;
    let mut dialects = Dialects::default();
    dialects.fill_all(&words, facts, None);
    let block = facts.block_structures[0];
    [storage_class::StorageBuffer, storage_class::Uniform].map(|class| {
        let mut found = Vec::new();
        dialects.needs(facts, class, block, &mut |need| {
            let all = [
                Is::RelaxedLayout,
                Is::UniformStandardLayout,
                Is::ScalarLayout,
            ];
            let is = all
                .into_iter()
                .find(|&is| need == Need::Condition(is as u8));
            found.push(is.unwrap());
        });
        found
    })
}

/// As [`needs`], for two members at these offsets.
fn pair(members: &str, offsets: [u32; 2]) -> [Vec<Is>; 2] {
    let [first, second] = offsets;
    needs(
        &format!(
            "OpMemberDecorate %block 0 Offset {first}\nOpMemberDecorate %block 1 Offset {second}"
        ),
        "",
        members,
    )
}

/// A vector may straddle 16 bytes because of the offset of the structure that contains it, or of an element of an array of
/// these.
#[test]
fn vectors_in_structures() {
    let relaxed = vec![Is::RelaxedLayout];
    let both = vec![Is::RelaxedLayout, Is::ScalarLayout];
    let at = |start: u32, ty: &str| {
        let decorations = format!(
            "OpMemberDecorate %inner 0 Offset 4
            OpDecorate %list ArrayStride 24
            OpMemberDecorate %block 0 Offset {start}"
        );
        let types = "%inner = OpTypeStruct %v2\n%list = OpTypeArray %inner %four";
        let [storage, _] = needs(&decorations, types, ty);
        storage
    };
    assert_eq!(at(16, "%inner"), relaxed);
    assert_eq!(at(8, "%inner"), both);
    assert_eq!(at(16, "%list"), both);
}

#[test]
fn scalars_and_vectors() {
    let (relaxed, scalar) = ([Is::RelaxedLayout], [Is::ScalarLayout]);
    assert_eq!(pair("%f32 %v4", [0, 16]), [vec![], vec![]]);
    assert_eq!(pair("%f32 %v2", [0, 8]), [vec![], vec![]]);
    assert_eq!(pair("%f32 %v2", [0, 4]), [relaxed, relaxed]);
    assert_eq!(pair("%f32 %v3", [0, 4]), [relaxed, relaxed]);
    // Across a 16-byte boundary.
    assert_eq!(pair("%f32 %v3", [0, 8]), [scalar, scalar]);
    assert_eq!(pair("%f32 %v4", [0, 4]), [scalar, scalar]);
    assert_eq!(pair("%f32 %f32", [0, 2]), [scalar, scalar]);
    // In any order.
    assert_eq!(pair("%v4 %f32", [16, 0]), [vec![], vec![]]);
}

#[test]
fn arrays_structures_and_matrices() {
    let (standard, scalar) = ([Is::UniformStandardLayout], [Is::ScalarLayout]);
    let array = "%list = OpTypeArray %f32 %four";
    let of_array = |stride: u32, offset: u32| {
        let all = format!(
            "OpDecorate %list ArrayStride {stride}
            OpMemberDecorate %block 0 Offset 0
            OpMemberDecorate %block 1 Offset {offset}"
        );
        needs(&all, array, "%list %f32")
    };
    assert_eq!(of_array(16, 64), [vec![], vec![]]);
    assert_eq!(of_array(4, 16), [&[][..], &standard]);
    assert_eq!(of_array(2, 16), [scalar, scalar]);
    // Into the padding of an array whose last element is not full.
    assert_eq!(of_array(16, 52), [&[][..], &standard]);
    let of_structure = |inner: u32, offset: u32| {
        let all = format!(
            "OpMemberDecorate %part 0 Offset 0
            OpMemberDecorate %part 1 Offset {inner}
            OpMemberDecorate %block 0 Offset 0
            OpMemberDecorate %block 1 Offset {offset}"
        );
        needs(&all, "%part = OpTypeStruct %v2 %f32", "%part %f32")
    };
    assert_eq!(of_structure(8, 16), [vec![], vec![]]);
    assert_eq!(of_structure(8, 12), [scalar, scalar]);
    let of_matrix = |stride: u32| {
        let all = format!(
            "OpMemberDecorate %block 0 Offset 0
            OpMemberDecorate %block 0 ColMajor
            OpMemberDecorate %block 0 MatrixStride {stride}"
        );
        needs(&all, "", "%m2")
    };
    assert_eq!(of_matrix(16), [vec![], vec![]]);
    assert_eq!(of_matrix(8), [&[][..], &standard]);
    assert_eq!(of_matrix(12), [scalar, scalar]);
}

#[test]
fn invalid_modules_do_no_harm() {
    // A structure before its member types, which the scan accepts.
    let found = needs(
        "OpMemberDecorate %outer 0 Offset 0\nOpMemberDecorate %block 0 Offset 3",
        "%outer = OpTypeStruct %later\n%later = OpTypeStruct %f32",
        "%outer",
    );
    assert_eq!(found[0], [Is::ScalarLayout]);
}

/// Once the length of an array is set, the offset of the next member is checked against it.
#[test]
fn array_lengths_that_are_set_count() {
    let words = compute(
        3,
        "",
        "OpDecorate %length SpecId 0
        OpDecorate %Triples ArrayStride 16
        OpMemberDecorate %Triple 0 Offset 0
        OpMemberDecorate %Triple 1 Offset 4
        OpMemberDecorate %Triple 2 Offset 8
        OpMemberDecorate %Block 0 Offset 0
        OpMemberDecorate %Block 1 Offset 28
        OpDecorate %Block Block
        OpDecorate %uniform DescriptorSet 0
        OpDecorate %uniform Binding 0
        %length = OpSpecConstant %u32 1
        %Triple = OpTypeStruct %f32 %f32 %f32
        %Triples = OpTypeArray %Triple %length
        %Block = OpTypeStruct %Triples %f32
        %to_block = OpTypePointer Uniform %Block
        %to_float = OpTypePointer Uniform %f32
        %uniform = OpVariable %to_block Uniform",
        "%at = OpAccessChain %to_float %uniform %one\n%r = OpLoad %f32 %at",
    );
    let target = Target::built_in("vulkan-1.0").unwrap();
    for (length, rewritten) in [(1, 0), (2, 1)] {
        let options = Options {
            constants: vec![(0, length)],
            ..Options::default()
        };
        let (out, report) = filtered(&words, &target, &options);
        assert!(!out.is_empty(), "{:?}", report.unsupported);
        let rules = report.rules.iter();
        let layouts = rules.filter(|rule| rule.rule == "narrow-storage").count();
        assert_eq!(layouts, rewritten, "{length}: {:?}", report.rules);
    }
}
