//! Tests of which instructions use deferred values.

use crate::assemble::compute;
use crate::filtered::words_for;
use crate::inst::Insts;
use crate::tables::op;
use crate::target::feature;
use crate::Target;

/// Half of a 64-bit literal equals the id of a chain to a descriptor that is selected at run time.
#[test]
fn literals_of_64_bits_are_not_uses() {
    let globals = "
        OpDecorate %words ArrayStride 4
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %data DescriptorSet 0
        OpDecorate %data Binding 0
        %u64 = OpTypeInt 64 0
        %words = OpTypeRuntimeArray %u32
        %Block = OpTypeStruct %words
        %blocks = OpTypeArray %Block %two
        %to_blocks = OpTypePointer StorageBuffer %blocks
        %to_word = OpTypePointer StorageBuffer %u32
        %data = OpVariable %to_blocks StorageBuffer";
    let body = "
        %first = OpAccessChain %to_word %data %zero %zero %zero
        %x = OpLoad %u32 %first
        %chosen = OpAccessChain %to_word %data %x %zero %zero
        %y = OpLoad %u32 %chosen
        %wide = OpUConvert %u64 %y
        OpSelectionMerge %done None
        OpSwitch %wide %done 0 HIGH %case
        %case = OpLabel
        OpBranch %done
        %done = OpLabel";
    let module = |high: u32| {
        let body = body.replace("HIGH", &high.to_string());
        compute(3, "OpCapability Int64", globals, &body)
    };
    let plain = module(0);
    let insts = Insts::new(&plain, 5, plain.len() as u32);
    let mut chains = insts.filter(|inst| inst.opcode() == op::OpAccessChain);
    let chosen = chains.nth(1).unwrap();
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::shaderStorageBufferArrayDynamicIndexing, false);
    let target = description.build();
    let [plain, named] = [0, chosen.word(2)].map(|high| words_for(&module(high), &target));
    assert_eq!(plain.unwrap().len(), named.unwrap().len());
}

/// What uses a deferred value is copied for each descriptor, so an instruction that is longer than any valid one is refused, as
/// an index is that such an instruction computes.
#[test]
fn overlong_instructions_are_refused() {
    let globals = "
        OpDecorate %words ArrayStride 4
        OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %data DescriptorSet 0
        OpDecorate %data Binding 0
        %words = OpTypeRuntimeArray %u32
        %Block = OpTypeStruct %words
        %blocks = OpTypeArray %Block %two
        %to_blocks = OpTypePointer StorageBuffer %blocks
        %to_block = OpTypePointer StorageBuffer %Block
        %to_word = OpTypePointer StorageBuffer %u32
        %data = OpVariable %to_blocks StorageBuffer";
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::shaderStorageBufferArrayDynamicIndexing, false);
    let target = description.build();
    let run = |zeros: usize| {
        let body = format!(
            "%first = OpAccessChain %to_word %data %zero %zero %zero
            %x = OpLoad %u32 %first
            %block = OpAccessChain %to_block %data %x
            %chosen = OpAccessChain %to_word %block {}
            %r = OpLoad %u32 %chosen",
            "%zero ".repeat(zeros)
        );
        words_for(&compute(3, "", globals, &body), &target)
    };
    assert!(run(2).is_ok());
    let said = run(60_000).unwrap_err();
    assert!(said.contains("too many operands"), "{said}");
}
