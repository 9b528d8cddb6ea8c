//! Tests of cooperative matrices.

use crate::assemble::compute;
use crate::{Module, Options};

const NV: &str = "CooperativeMatrixConversionsNV";
const EXT: &str = "CooperativeMatrixConversionsEXT";

/// Returns the capabilities that an inspection finds in use.
fn used(words: &[u32]) -> Vec<String> {
    let module = Module::scan(words, &Options::default().limits).unwrap();
    let used = crate::inspect(&module).into_iter();
    used.flat_map(|entry| entry.capabilities).collect()
}

/// Returns which of the two capabilities a module needs that declares both and converts a matrix of one use into one of another
/// use, given as constants' names.
fn needed(declared: &[&str], op: &str, (from, to): (&str, &str), result: &str) -> Vec<String> {
    let declare = declared.iter().map(|name| format!("OpCapability {name}\n"));
    let globals = format!(
        "%half = OpTypeFloat 16
        %i32 = OpTypeInt 32 1
        %open = OpSpecConstant %u32 2
        %operand = OpTypeCooperativeMatrixKHR %u32 %three %two %two {from}
        %changed = OpTypeCooperativeMatrixKHR {result} %three %two %two {to}
        %matrix = OpConstantNull %operand"
    );
    let words = compute(
        6,
        &format!(
            "OpCapability CooperativeMatrixKHR\n{}",
            declare.collect::<String>()
        ),
        &globals,
        &format!("%r = {op} %changed %matrix"),
    );
    let mut used = used(&words);
    used.retain(|name| name.contains("Conversions"));
    used
}

#[test]
fn a_conversion_that_changes_the_use_needs_a_capability() {
    let (a, accumulator) = ("%zero", "%two");
    let (keeps, from, back) = ((a, a), (accumulator, a), (a, accumulator));
    let both = [NV, EXT];
    let convert = "OpConvertUToF";
    let change = "OpCooperativeMatrixConvertUseEXT";
    let none: [&str; 0] = [];
    assert_eq!(needed(&both, convert, keeps, "%f32"), none);
    assert_eq!(needed(&[NV], convert, from, "%f32"), [NV]);
    assert_eq!(needed(&[EXT], convert, from, "%f32"), [EXT]);
    assert_eq!(needed(&both, convert, back, "%f32"), [EXT]);
    assert_eq!(needed(&[NV], convert, (a, "%open"), "%f32"), [NV]);
    assert_eq!(needed(&[NV], change, from, "%u32"), [NV]);
    assert_eq!(needed(&both, change, back, "%u32"), [EXT]);
    // The signedness changes.
    assert_eq!(needed(&both, change, from, "%i32"), [EXT]);
}

#[test]
fn a_matrix_of_halves_that_is_shared_counts_as_halves() {
    let words = compute(
        3,
        "OpCapability Float16
        OpCapability StorageBuffer16BitAccess
        OpCapability VulkanMemoryModel
        OpCapability CooperativeMatrixKHR
        OpExtension \"SPV_KHR_vulkan_memory_model\"
        OpExtension \"SPV_KHR_cooperative_matrix\"",
        "OpDecorate %halves ArrayStride 2
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 0
        %half = OpTypeFloat 16
        %halves = OpTypeRuntimeArray %half
        %Block = OpTypeStruct %halves
        %to_block = OpTypePointer StorageBuffer %Block
        %to_half = OpTypePointer StorageBuffer %half
        %block = OpVariable %to_block StorageBuffer
        %matrix = OpTypeCooperativeMatrixKHR %half %three %two %two %zero",
        "%p = OpAccessChain %to_half %block %zero %zero
        %m = OpCooperativeMatrixLoadKHR %matrix %p %zero %two
        OpCooperativeMatrixStoreKHR %p %m %zero %two",
    );
    let used = used(&words);
    assert!(used.iter().any(|name| name == "Float16"), "{used:?}");
}
