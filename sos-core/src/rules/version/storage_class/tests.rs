//! Structures that only types relate to other blocks.

use crate::assemble::compute;
use crate::filtered::words_for;
use crate::inst::Insts;
use crate::tables::{decoration, op};
use crate::target::Target;

/// A block of a storage buffer, and one of a uniform buffer if `class` is its class; `types` mention the first in other classes.
fn shader(types: &str, uniform: &str) -> Vec<u32> {
    let globals = format!(
        "OpDecorate %Block Block
        OpMemberDecorate %Block 0 Offset 0
        OpDecorate %Other Block
        OpMemberDecorate %Other 0 Offset 0
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 0
        OpDecorate %other DescriptorSet 0
        OpDecorate %other Binding 1
        %Block = OpTypeStruct %u32
        %Other = OpTypeStruct %u32
        {types}
        %to_block = OpTypePointer StorageBuffer %Block
        %to_word = OpTypePointer StorageBuffer %u32
        %to_other = OpTypePointer Uniform {uniform}
        %to_uniform = OpTypePointer Uniform %u32
        %block = OpVariable %to_block StorageBuffer
        %other = OpVariable %to_other Uniform"
    );
    let body = "%p = OpAccessChain %to_word %block %zero
        %q = OpAccessChain %to_uniform %other %zero
        %x = OpLoad %u32 %q
        OpStore %p %x";
    compute(3, "", &globals, body)
}

#[test]
fn only_variables_make_a_structure_a_block_of_their_class() {
    let target = Target::built_in("vulkan-1.0").unwrap();
    for types in [
        "",
        "%unused = OpTypePointer Uniform %Block",
        "%unused = OpTypePointer StorageBuffer %Other",
    ] {
        let words = words_for(&shader(types, "%Other"), &target)
            .unwrap_or_else(|why| panic!("{types}: {why}"));
        let all = Insts::new(&words, 5, words.len() as u32);
        let count = |what| {
            let mut all = all.clone().filter(|inst| inst.opcode() == op::OpDecorate);
            all.by_ref().filter(|inst| inst.word(2) == what).count()
        };
        assert_eq!(
            [count(decoration::Block), count(decoration::BufferBlock)],
            [1, 1],
            "{types}"
        );
    }
    let said = words_for(&shader("", "%Block"), &target).unwrap_err();
    assert!(said.contains("also used by a uniform buffer"), "{said}");
}
