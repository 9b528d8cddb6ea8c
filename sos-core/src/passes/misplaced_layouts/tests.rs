//! Which types lose their layout and which get a second one, what becomes of each use, and what stays as it was.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::passes::testing::{all, corrupt_every_word_of, count, instructions};
use crate::passes::Passes;
use crate::tables::{decoration, op};
use crate::{Options, Target};

/// A block with the type that others share.
const BLOCK: &str = "
    OpDecorate %list ArrayStride 4
    OpMemberDecorate %item 0 Offset 0
    OpMemberDecorate %item 1 Offset 8
    OpMemberDecorate %item 1 RelaxedPrecision
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %data DescriptorSet 0
    OpDecorate %data Binding 0
    %list = OpTypeArray %u32 %two
    %item = OpTypeStruct %list %f32
    %block = OpTypeStruct %item
    %to_block = OpTypePointer StorageBuffer %block
    %to_stored = OpTypePointer StorageBuffer %item
    %data = OpVariable %to_block StorageBuffer";

/// A variable of that type in another storage class, with more operands.
fn beside(class: &str, more: &str) -> String {
    format!(
        "{BLOCK}
        %to_item = OpTypePointer {class} %item
        %to_list = OpTypePointer {class} %list
        %to_word = OpTypePointer {class} %u32
        {more}"
    )
}

fn device(name: &str) -> Target {
    Target::built_in(name).unwrap()
}

/// Filters a module for a device that has everything. Checks that the output is accepted as it is, and how many variables were
/// repaired.
fn repaired(minor: u32, globals: &str, body: &str, variables: u32) -> Vec<u32> {
    let words = compute(minor, "", globals, body);
    let target = device("radv-navi31");
    let (out, report) = filtered(&words, &target, &Options::default());
    let rule = report
        .rules
        .iter()
        .find(|one| one.rule == "misplaced-layout");
    assert_eq!(
        rule.map_or(0, |one| one.count),
        variables,
        "{:?}",
        report.rules
    );
    match variables {
        0 => assert_eq!(out, words),
        _ => assert_eq!(filtered(&out, &target, &Options::default()).0, out),
    }
    out
}

/// The number of decorations of a kind, of types and of members.
fn decorations(words: &[u32], kind: u32) -> usize {
    let is = |inst: &crate::inst::Inst<'_>| match inst.opcode() {
        op::OpDecorate => inst.word(2) == kind,
        op::OpMemberDecorate => inst.word(3) == kind,
        _ => false,
    };
    instructions(words).filter(is).count()
}

const LOAD_AND_STORE: &str = "
    %place = OpAccessChain %to_stored %data %zero
    %x = OpLoad %item %place
    OpStore %v %x
    %y = OpLoad %item %v
    OpStore %place %y";

#[test]
fn a_shared_type_gets_a_second_one_and_values_are_copied() {
    for (minor, class) in [(4, "Workgroup"), (5, "Private"), (6, "Workgroup")] {
        let globals = beside(class, &format!("%v = OpVariable %to_item {class}"));
        let out = repaired(minor, &globals, LOAD_AND_STORE, 1);
        assert_eq!(count(&out, op::OpCopyLogical), 2);
        assert_eq!(count(&out, op::OpTypeStruct), 3);
        let kept = [
            decoration::ArrayStride,
            decoration::Offset,
            decoration::Block,
        ];
        assert_eq!(kept.map(|kind| decorations(&out, kind)), [1, 3, 1]);
        // What is no layout stays on both.
        assert_eq!(decorations(&out, decoration::RelaxedPrecision), 2);
    }
}

#[test]
fn an_unshared_type_loses_its_layout() {
    let globals = "
        OpDecorate %list ArrayStride 4
        OpMemberDecorate %item 0 Offset 0
        OpMemberDecorate %item 1 Offset 8
        OpMemberDecorate %item 1 MatrixStride 8
        OpMemberDecorate %item 1 RowMajor
        %list = OpTypeArray %u32 %two
        %v2 = OpTypeVector %f32 2
        %matrix = OpTypeMatrix %v2 2
        %item = OpTypeStruct %list %matrix
        %to_item = OpTypePointer Workgroup %item
        %v = OpVariable %to_item Workgroup";
    let body = "
        %x = OpLoad %item %v
        OpStore %v %x";
    let out = repaired(3, globals, body, 1);
    assert_eq!(
        (
            count(&out, op::OpDecorate),
            count(&out, op::OpMemberDecorate)
        ),
        (0, 0)
    );
    assert_eq!(count(&out, op::OpCopyLogical), 0);
    assert_eq!(count(&out, op::OpTypeStruct), 1);
}

#[test]
fn pointers_copies_and_constants_follow() {
    let more = "
        %fn_type = OpTypeFunction %u32 %to_item
        %words = OpConstantComposite %list %one %two
        %half = OpConstant %f32 0.5
        %value = OpConstantComposite %item %words %half
        %none = OpConstantNull %item
        %v = OpVariable %to_item Private %value
        %w = OpVariable %to_item Private %none";
    let body = "
        %place = OpAccessChain %to_stored %data %zero
        OpCopyMemory %v %place
        OpCopyMemory %w %v
        OpCopyMemory %place %w
        OpStore %w %value
        %part = OpAccessChain %to_list %w %zero
        OpStore %part %words
        %r = OpFunctionCall %u32 %f %v
        OpReturn
        OpFunctionEnd
        %f = OpFunction %u32 None %fn_type
        %p = OpFunctionParameter %to_item
        %begin = OpLabel
        %word = OpAccessChain %to_word %p %zero %one
        %n = OpLoad %u32 %word
        OpReturnValue %n
        OpFunctionEnd
        %unused = OpFunction %void None %fn
        %last = OpLabel";
    let globals = beside("Private", &format!("%fn = OpTypeFunction %void\n{more}"));
    let out = repaired(5, &globals, body, 2);
    // One of the three copies is between variables that both change, and constants are declared anew.
    assert_eq!(count(&out, op::OpCopyMemory), 1);
    assert_eq!(count(&out, op::OpCopyLogical), 2);
    let variables = all(&out, op::OpVariable);
    let initializers = variables.iter().filter(|one| one.words().len() > 4);
    assert_eq!(initializers.count(), 2);
}

#[test]
fn variables_of_functions_are_repaired_with_others() {
    let more = "
        %to_local = OpTypePointer Function %item
        %none = OpConstantNull %item
        %v = OpVariable %to_item Workgroup";
    let globals = beside("Workgroup", more);
    let body = "
        %local = OpVariable %to_local Function %none
        %x = OpLoad %item %local
        OpStore %v %x";
    // Before SPIR-V 1.5 they may have a layout.
    let old = repaired(4, &globals, body, 1);
    assert_eq!(count(&old, op::OpCopyLogical), 1);
    repaired(5, &globals, body, 2);
}

#[test]
fn what_is_not_known_stays_as_it_was() {
    let globals = beside("Workgroup", "%v = OpVariable %to_item Workgroup");
    let volatile = "
        %place = OpAccessChain %to_stored %data %zero
        OpCopyMemory %place %v Volatile";
    repaired(6, &globals, volatile, 0);
    // No `OpCopyLogical`, and too many elements to take apart.
    let long = globals.replace(
        "%list = OpTypeArray %u32 %two",
        "%n = OpConstant %u32 400\n%list = OpTypeArray %u32 %n",
    );
    let long = long.replace("%item 1 Offset 8", "%item 1 Offset 1600");
    repaired(3, &long, LOAD_AND_STORE, 0);
    repaired(4, &long, LOAD_AND_STORE, 1);
}

#[test]
fn what_is_allowed_stays() {
    repaired(
        4,
        &beside("Private", "%v = OpVariable %to_item Private"),
        LOAD_AND_STORE,
        0,
    );
    let words = compute(
        6,
        "OpCapability WorkgroupMemoryExplicitLayoutKHR\nOpExtension \"SPV_KHR_workgroup_memory_explicit_layout\"",
        &beside("Workgroup", "%v = OpVariable %to_item Workgroup"),
        LOAD_AND_STORE,
    );
    let (out, _) = filtered(&words, &device("radv-navi31"), &Options::default());
    assert_eq!(out, words);
}

#[test]
fn the_report_names_variables_and_decorations() {
    let globals = beside("Workgroup", "%v = OpVariable %to_item Workgroup");
    let words = compute(6, "", &globals, LOAD_AND_STORE);
    let (_, report) = filtered(&words, &device("radv-navi31"), &Options::default());
    let said = report.assumptions.join("\n");
    assert!(said.contains("in workgroup memory (Offset)"), "{said}");
}

#[test]
fn damaged_modules_do_not_panic() {
    let globals = beside("Workgroup", "%v = OpVariable %to_item Workgroup");
    let words = compute(6, "", &globals, LOAD_AND_STORE);
    let mut passes = Passes::default();
    passes.repair(true);
    let target = device("radv-navi31");
    corrupt_every_word_of(&mut passes, &words, 40, &target, &Options::default());
}

#[test]
fn pointers_in_such_memory_keep_their_strides() {
    let globals = beside(
        "Workgroup",
        "OpDecorate %moves ArrayStride 4
        %moves = OpTypePointer StorageBuffer %u32
        %held = OpTypePointer Private %moves
        %hold = OpVariable %held Private
        %w = OpVariable %to_list Workgroup",
    );
    let body = "
        %e = OpAccessChain %to_word %w %zero
        %v = OpLoad %u32 %e
        %p = OpAccessChain %moves %data %zero %zero %zero
        OpStore %hold %p
        %q = OpLoad %moves %hold
        %r = OpPtrAccessChain %moves %q %zero
        OpStore %r %v";
    let words = compute(
        6,
        "OpCapability VariablePointersStorageBuffer",
        &globals,
        body,
    );
    let (out, report) = filtered(&words, &device("radv-navi31"), &Options::default());
    assert!(report
        .rules
        .iter()
        .any(|one| one.rule == "misplaced-layout"));
    // Of the list, and of the pointer.
    assert_eq!(decorations(&out, decoration::ArrayStride), 2);
    let said = report
        .assumptions
        .iter()
        .any(|text| text.contains("private"));
    assert!(!said, "{:?}", report.assumptions);
}
