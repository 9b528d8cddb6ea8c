//! Accesses whose types are evident, and what the pass refuses.

use super::*;
use crate::assemble::compute;
use crate::filtered::words_for;
use crate::passes::testing::{count, instructions, without};
use crate::tables::memory_access;
use crate::target::Target;

const PREAMBLE: &str = "
    OpCapability UntypedPointersKHR
    OpExtension \"SPV_KHR_untyped_pointers\"
";

const GLOBALS: &str = "
    OpDecorate %words ArrayStride 4
    OpDecorate %wide ArrayStride 16
    OpDecorate %Block Block
    OpMemberDecorate %Block 0 Offset 0
    OpMemberDecorate %Block 1 Offset 16
    OpDecorate %Late Block
    OpMemberDecorate %Late 0 Offset 4
    OpDecorate %block DescriptorSet 0
    OpDecorate %block Binding 0
    OpDecorate %late DescriptorSet 0
    OpDecorate %late Binding 1
    %v2 = OpTypeVector %f32 2
    %v4 = OpTypeVector %f32 4
    %u4 = OpTypeVector %u32 4
    %s32 = OpTypeInt 32 1
    %four = OpConstant %u32 4
    %quad = OpTypeArray %u32 %four
    %words = OpTypeRuntimeArray %u32
    %wide = OpTypeRuntimeArray %v4
    %Block = OpTypeStruct %u4 %words
    %Late = OpTypeStruct %u32
    %any = OpTypeUntypedPointerKHR StorageBuffer
    %own = OpTypeUntypedPointerKHR Function
    %typed = OpTypePointer Function %u4
    %fone = OpConstant %f32 1
    %sone = OpConstant %s32 1
    %quads = OpConstantNull %u4
    %truth = OpConstantTrue %bool
    %block = OpUntypedVariableKHR %any StorageBuffer %Block
    %late = OpUntypedVariableKHR %any StorageBuffer %Late
";

fn target() -> Target {
    without(&[feature::shaderUntypedPointers])
}

fn run(body: &str) -> Result<Vec<u32>, String> {
    run_with("", "", body)
}

/// As [`run`], with more capabilities, types and variables.
fn run_with(preamble: &str, globals: &str, body: &str) -> Result<Vec<u32>, String> {
    run_for(&target(), preamble, globals, body)
}

/// As [`run_with`], for a given device.
fn run_for(target: &Target, preamble: &str, globals: &str, body: &str) -> Result<Vec<u32>, String> {
    let words = compute(
        3,
        &(String::from(preamble) + PREAMBLE),
        &(String::from(GLOBALS) + globals),
        body,
    );
    let out = words_for(&words, target);
    assert_ne!(out.as_ref(), Ok(&words), "it holds what the device lacks");
    out
}

#[test]
fn evident_types_are_found() {
    for (body, loads, casts) in [
        ("%r = OpLoad %u4 %block", 1, 0),
        // First members, and numbers of the same size.
        ("%r = OpLoad %v4 %block", 1, 1),
        ("%r = OpLoad %u32 %block", 1, 0),
        ("%r = OpLoad %f32 %block", 1, 1),
        // Consecutive array elements.
        (
            "%p = OpUntypedAccessChainKHR %any %Block %block %one %two\n%r = OpLoad %v2 %p",
            2,
            2,
        ),
        (
            "%p = OpUntypedAccessChainKHR %any %Block %block %one\n%r = OpLoad %v4 %p",
            4,
            4,
        ),
        // Through copies, and through an element pointer.
        (
            "%p = OpUntypedAccessChainKHR %any %Block %block %one
             %q = OpCopyObject %any %p
             %s = OpUntypedInBoundsAccessChainKHR %any %words %q %two
             %t = OpUntypedPtrAccessChainKHR %any %u32 %s %zero
             %r = OpLoad %u32 %t",
            1,
            0,
        ),
        // Function variables with an initializer.
        (
            "%v = OpUntypedVariableKHR %own Function %u4 %quads
             %p = OpUntypedAccessChainKHR %own %u4 %v %one
             OpStore %p %one
             %r = OpLoad %u4 %v",
            1,
            0,
        ),
        ("%r = OpAtomicIAdd %u32 %block %one %zero %one", 0, 0),
    ] {
        let words = run(body).unwrap_or_else(|why| panic!("{body}: {why}"));
        assert_eq!(count(&words, op::OpLoad), loads, "{body}");
        assert_eq!(count(&words, op::OpBitcast), casts, "{body}");
        assert_eq!(count(&words, op::OpTypeUntypedPointerKHR), 0);
    }
}

#[test]
fn other_types_are_refused() {
    for (body, reason) in [
        // The vector's components are no array, and no member is at offset 0.
        ("%r = OpLoad %v2 %block", "other bits"),
        ("%r = OpLoad %u32 %late", "other bits"),
        ("%r = OpLoad %quad %block", "other bits"),
        (
            "%p = OpUntypedAccessChainKHR %any %wide %block %one\n%r = OpLoad %v4 %p",
            "other bits",
        ),
        (
            "%r = OpAtomicIAdd %s32 %block %one %zero %sone",
            "other bits",
        ),
        (
            "%v = OpVariable %typed Function\nOpCopyMemory %v %late\n%r = OpLoad %u4 %v",
            "other bits",
        ),
        (
            "%p = OpSelect %any %truth %block %late\n%r = OpLoad %u4 %p",
            "not evident",
        ),
        (
            "%p = OpUntypedAccessChainKHR %any %Block %block %one %two
             %q = OpUntypedPtrAccessChainKHR %any %u32 %p %one
             %r = OpLoad %u32 %q",
            "elements of its own type",
        ),
    ] {
        let refused = run(body).unwrap_err();
        assert!(refused.contains(reason), "{body}: {refused}");
    }
}

#[test]
fn hostile_chains_are_refused() {
    // Each chain indexes the result of the previous one, deeper than the type allows.
    let mut body = String::from("%p0 = OpUntypedAccessChainKHR %any %Block %block");
    for at in 1..100 {
        body += &format!(
            "\n%p{at} = OpUntypedAccessChainKHR %any %u32 %p{} %zero",
            at - 1
        );
    }
    assert!(run(&(body + "\n%r = OpLoad %u32 %p99")).is_err());
    // A base type that is no type.
    assert!(run("%p = OpUntypedAccessChainKHR %any %block %block\n%r = OpLoad %u32 %p").is_err());
}

fn has(words: &[u32], opcode: u16, operands: &[u32]) -> bool {
    let mut all = instructions(words);
    all.any(|inst| inst.opcode() == opcode && inst.from(1).ends_with(operands))
}

/// Declares a block with a matrix, in this order.
fn matrix(order: &str) -> String {
    format!(
        "
    OpDecorate %Matrix Block
    OpMemberDecorate %Matrix 0 Offset 0
    OpMemberDecorate %Matrix 0 {order}
    OpMemberDecorate %Matrix 0 MatrixStride 16
    OpDecorate %matrix DescriptorSet 0
    OpDecorate %matrix Binding 2
    %mat4 = OpTypeMatrix %v4 4
    %Matrix = OpTypeStruct %mat4
    %line = OpConstantNull %v4
    %matrix = OpUntypedVariableKHR %any StorageBuffer %Matrix"
    )
}

#[test]
fn row_major_matrices_are_refused() {
    let column = "%p = OpUntypedAccessChainKHR %any %Matrix %matrix %zero %one\n";
    for body in [
        "%r = OpLoad %v4 %matrix",
        "%r = OpLoad %u4 %matrix",
        "%r = OpLoad %f32 %matrix",
        "OpStore %matrix %line\n%r = OpLoad %u32 %block",
        &format!("{column}%r = OpLoad %v4 %p"),
        &format!("{column}OpStore %p %line\n%r = OpLoad %u32 %block"),
        &format!("{column}%q = OpUntypedAccessChainKHR %any %v4 %p %two\n%r = OpLoad %f32 %q"),
    ] {
        assert!(run_with("", &matrix("ColMajor"), body).is_ok(), "{body}");
        let refused = run_with("", &matrix("RowMajor"), body).unwrap_err();
        assert!(refused.contains("row-major"), "{body}: {refused}");
    }
    // A component is a single number in either order.
    let component = "%p = OpUntypedAccessChainKHR %any %Matrix %matrix %zero %one %two
        %r = OpLoad %u32 %p";
    assert!(run_with("", &matrix("RowMajor"), component).is_ok());
}

#[test]
fn narrow_arithmetic_is_declared_where_it_is_needed() {
    let globals = "
    OpDecorate %shorts ArrayStride 2
    OpDecorate %Short Block
    OpMemberDecorate %Short 0 Offset 0
    OpDecorate %short DescriptorSet 0
    OpDecorate %short Binding 2
    %u16 = OpTypeInt 16 0
    %f16 = OpTypeFloat 16
    %h2 = OpTypeVector %f16 2
    %shorts = OpTypeRuntimeArray %u16
    %Short = OpTypeStruct %shorts
    %short = OpUntypedVariableKHR %any StorageBuffer %Short";
    let preamble = "OpCapability StorageBuffer16BitAccess";
    for (body, computes) in [
        ("%v = OpLoad %u16 %short\n%r = OpUConvert %u32 %v", false),
        ("%v = OpLoad %h2 %short\n%r = OpFConvert %v2 %v", true),
        ("%v = OpLoad %f16 %short\n%r = OpFConvert %f32 %v", true),
    ] {
        let words = run_with(preamble, globals, body).unwrap_or_else(|why| panic!("{body}: {why}"));
        for capability in [capability::Int16, capability::Float16] {
            let declared = has(&words, op::OpCapability, &[capability]);
            assert_eq!(declared, computes, "{body}");
        }
    }
}

#[test]
fn non_uniform_pointers_stay_non_uniform() {
    let words = run_with(
        "OpCapability RuntimeDescriptorArray
    OpCapability ShaderNonUniform
    OpCapability StorageBufferArrayNonUniformIndexing
    ",
        "
    OpDecorate %p NonUniform
    OpDecorate %q NonUniform
    OpDecorate %s NonUniform
    OpDecorate %many DescriptorSet 0
    OpDecorate %many Binding 2
    %Blocks = OpTypeRuntimeArray %Block
    %many = OpUntypedVariableKHR %any StorageBuffer %Blocks",
        "%which = OpLoad %u32 %block
        %p = OpUntypedAccessChainKHR %any %Blocks %many %which
        %q = OpUntypedAccessChainKHR %any %Block %p %one %two
        %r = OpLoad %v2 %q
        %x = OpLoad %f32 %p
        %t = OpUntypedAccessChainKHR %any %Blocks %many %which
        %s = OpCopyObject %any %t
        OpStore %s %x",
    )
    .unwrap();
    // The pointers of two chains, two consecutive elements, the first number twice, and the copied chain.
    let all = instructions(&words);
    let said = all
        .filter(|inst| inst.opcode() == op::OpDecorate && inst.from(2) == [decoration::NonUniform]);
    assert_eq!(said.count(), 7);
    for kept in [
        capability::RuntimeDescriptorArray,
        capability::StorageBufferArrayNonUniformIndexing,
    ] {
        assert!(has(&words, op::OpCapability, &[kept]));
    }
}

#[test]
fn elements_are_aligned_as_their_offsets_allow() {
    let words = run("%p = OpUntypedAccessChainKHR %any %Block %block %one
        %r = OpLoad %v4 %p Aligned 16
        OpStore %p %r Aligned 16")
    .unwrap();
    for opcode in [op::OpLoad, op::OpStore] {
        let all = instructions(&words);
        let ends = all.filter_map(|inst| match (inst.opcode() == opcode, inst.from(1)) {
            (true, &[.., memory_access::Aligned, alignment]) => Some(alignment),
            _ => None,
        });
        assert_eq!(ends.collect::<Vec<_>>(), [16, 4, 8, 4]);
    }
}

#[test]
fn decoration_groups_are_expanded() {
    let globals = "
    OpDecorate %dense ArrayStride 4
    %dense = OpDecorationGroup
    OpGroupDecorate %dense %list
    OpDecorate %first Offset 0
    %first = OpDecorationGroup
    OpGroupMemberDecorate %first %Loose 0 %Matrix 0
    OpDecorate %rows RowMajor
    OpDecorate %rows MatrixStride 16
    %rows = OpDecorationGroup
    OpGroupMemberDecorate %rows %Matrix 0
    OpDecorate %Loose Block
    OpDecorate %Matrix Block
    OpDecorate %loose DescriptorSet 0
    OpDecorate %loose Binding 2
    OpDecorate %matrix DescriptorSet 0
    OpDecorate %matrix Binding 3
    %list = OpTypeRuntimeArray %f32
    %Loose = OpTypeStruct %list
    %mat4 = OpTypeMatrix %v4 4
    %Matrix = OpTypeStruct %mat4
    %loose = OpUntypedVariableKHR %any StorageBuffer %Loose
    %matrix = OpUntypedVariableKHR %any StorageBuffer %Matrix";
    let words = run_with("", globals, "%r = OpLoad %v2 %loose").unwrap();
    assert_eq!(count(&words, op::OpLoad), 2);
    let refused = run_with("", globals, "%r = OpLoad %v4 %matrix").unwrap_err();
    assert!(refused.contains("row-major"), "{refused}");
}

#[test]
fn an_index_into_descriptors_is_lowered_once_it_is_typed() {
    let globals = "
    OpDecorate %many DescriptorSet 0
    OpDecorate %many Binding 2
    %Blocks = OpTypeArray %Block %three
    %many = OpUntypedVariableKHR %any StorageBuffer %Blocks";
    let body = "%which = OpLoad %u32 %block
        %p = OpUntypedAccessChainKHR %any %Blocks %many %which
        %q = OpUntypedAccessChainKHR %any %Block %p %one %two
        %r = OpLoad %v2 %q";
    let words = run_with("", globals, body).unwrap();
    assert_eq!(count(&words, op::OpSwitch), 0, "the device takes the index");
    let mut description = target().describe();
    description.set_feature(feature::shaderStorageBufferArrayDynamicIndexing, false);
    let words = run_for(&description.build(), "", globals, body).unwrap();
    assert_eq!(count(&words, op::OpSwitch), 2, "one for each word");
    assert_eq!(count(&words, op::OpUntypedAccessChainKHR), 0);
}

/// What other passes and rules replace, they replace for typed pointers. So a device with untyped pointers runs what one without
/// them does.
#[test]
fn pointers_are_typed_for_what_else_the_device_lacks() {
    let mut description = without(&[]).describe();
    description.set_feature(feature::shaderUntypedPointers, true);
    for extension in STEP.extensions {
        description.set_extension(VulkanExtension::find(extension).unwrap(), true);
    }
    let all = description.clone().build();
    for (features, preamble, globals, body) in [
        (
            &[feature::shaderStorageBufferArrayDynamicIndexing][..],
            "",
            "
            OpDecorate %many DescriptorSet 0
            OpDecorate %many Binding 2
            %Blocks = OpTypeArray %Block %three
            %many = OpUntypedVariableKHR %any StorageBuffer %Blocks",
            "%which = OpLoad %u32 %block
            %p = OpUntypedAccessChainKHR %any %Blocks %many %which
            %r = OpLoad %u4 %p",
        ),
        (
            &[
                feature::storageBuffer16BitAccess,
                feature::uniformAndStorageBuffer16BitAccess,
            ],
            "OpCapability StorageBuffer16BitAccess",
            "
            OpDecorate %tight ArrayStride 2
            OpDecorate %Halves Block
            OpMemberDecorate %Halves 0 Offset 0
            OpDecorate %halves DescriptorSet 0
            OpDecorate %halves Binding 2
            %f16 = OpTypeFloat 16
            %tight = OpTypeRuntimeArray %f16
            %Halves = OpTypeStruct %tight
            %halves = OpUntypedVariableKHR %any StorageBuffer %Halves",
            "%p = OpUntypedAccessChainKHR %any %Halves %halves %zero %two
            %h = OpLoad %f16 %p
            %r = OpFConvert %f32 %h",
        ),
    ] {
        // Subgroups are emulated as well, or need not be.
        for (operations, more, sum) in [
            (u32::MAX, "", ""),
            (
                0,
                "OpCapability GroupNonUniformArithmetic\n",
                "%sum = OpGroupNonUniformIAdd %u32 %three InclusiveScan %one
                %place = OpUntypedAccessChainKHR %any %Late %late %zero
                OpStore %place %sum\n",
            ),
        ] {
            let words = compute(
                3,
                &[more, preamble, PREAMBLE].concat(),
                &[GLOBALS, globals].concat(),
                &[sum, body].concat(),
            );
            let own = words_for(&words, &all).unwrap();
            assert_ne!(count(&own, op::OpUntypedVariableKHR), 0, "{features:?}");
            let mut lesser = description.clone();
            lesser.properties.subgroup_supported_operations = Some(operations);
            lesser.properties.subgroup_supported_stages = Some(operations);
            for &feature in features {
                lesser.set_feature(feature, false);
            }
            let typed = words_for(&words, &lesser.build()).unwrap();
            assert_eq!(count(&typed, op::OpUntypedVariableKHR), 0, "{features:?}");
            assert_eq!(count(&typed, op::OpGroupNonUniformIAdd), 0, "{features:?}");
        }
    }
}
