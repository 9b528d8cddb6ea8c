//! Blocks in workgroup memory.

use crate::assemble::{compute, stage};
use crate::facts::TypeView;
use crate::filtered::words_for;
use crate::inst::Inst;
use crate::options::Options;
use crate::target::{feature, Target};

/// Two blocks in workgroup memory, which start at the same address.
pub fn blocks() -> Vec<u32> {
    compute(
        4,
        "OpCapability Int16
         OpCapability WorkgroupMemoryExplicitLayoutKHR
         OpCapability WorkgroupMemoryExplicitLayout16BitAccessKHR
         OpExtension \"SPV_KHR_workgroup_memory_explicit_layout\"",
        "OpMemberDecorate %Shorts 0 Offset 0
         OpDecorate %shorts ArrayStride 2
         OpDecorate %Shorts Block
         OpMemberDecorate %Words 0 Offset 4
         OpMemberDecorate %Words 1 Offset 28
         OpDecorate %Words Block
         OpDecorate %first Aliased
         OpDecorate %second Aliased
         %short = OpTypeInt 16 0
         %shorts = OpTypeArray %short %three
         %Shorts = OpTypeStruct %shorts
         %Words = OpTypeStruct %u32 %u32
         %to_shorts = OpTypePointer Workgroup %Shorts
         %to_words = OpTypePointer Workgroup %Words
         %to_short = OpTypePointer Workgroup %short
         %to_uint = OpTypePointer Workgroup %u32
         %first = OpVariable %to_shorts Workgroup
         %second = OpVariable %to_words Workgroup",
        "%in_first = OpAccessChain %to_short %first %zero %two
         %x = OpLoad %short %in_first
         OpStore %in_first %x
         %in_second = OpAccessChain %to_uint %second %one
         %r = OpAtomicIAdd %u32 %in_second %two %zero %one",
    )
}

#[test]
fn blocks_in_workgroup_memory_are_one_array() {
    let target = Target::built_in("lavapipe").unwrap();
    let out = words_for(&blocks(), &target).unwrap();
    let mut facts = crate::facts::Facts::default();
    facts.scan(&out, &Options::default().limits).unwrap();
    let variables: Vec<_> = facts.shared_variables(&out).collect();
    assert_eq!(variables.len(), 1);
    let pointee = facts.pointee(&out, variables[0].word(1));
    let TypeView::Array { element, length } = facts.type_view(&out, pointee) else {
        panic!("no array");
    };
    // As long as the larger block: to the end of the word at byte 28.
    assert_eq!(facts.index(&out, length), Some(8));
    assert_eq!(facts.scalar_of(&out, element).map(|s| s.width()), Some(32));
    let entry = Inst::at(&out, facts.entry_points[0]).unwrap();
    let all = entry.words();
    let listed = all.iter().filter(|&&id| id == variables[0].word(2));
    assert!(listed.count() <= 1);
}

/// Variables of another entry point that are no blocks may share a type with parts of blocks.
#[test]
fn workgroup_memory_of_another_entry_point_stays() {
    let words = stage(
        4,
        "GLCompute",
        "OpEntryPoint GLCompute %other \"other\" %plain
         OpExecutionMode %main LocalSize 1 1 1
         OpExecutionMode %other LocalSize 1 1 1",
        "OpCapability WorkgroupMemoryExplicitLayoutKHR
         OpExtension \"SPV_KHR_workgroup_memory_explicit_layout\"",
        "OpMemberDecorate %Words 0 Offset 0
         OpDecorate %Words Block
         %Words = OpTypeStruct %u32
         %to_words = OpTypePointer Workgroup %Words
         %to_uint = OpTypePointer Workgroup %u32
         %block = OpVariable %to_words Workgroup
         %plain = OpVariable %to_uint Workgroup",
        "%in_block = OpAccessChain %to_uint %block %zero
         OpStore %in_block %one
         %r = OpLoad %u32 %in_block
         OpReturn
         OpFunctionEnd
         %other = OpFunction %void None %signature
         %start = OpLabel
         OpStore %plain %two",
    );
    let target = Target::built_in("lavapipe").unwrap();
    let mut description = target.describe();
    description.set_feature(feature::workgroupMemoryExplicitLayout, false);
    let out = words_for(&words, &description.build()).unwrap();
    let mut facts = crate::facts::Facts::default();
    facts.scan(&out, &Options::default().limits).unwrap();
    assert_eq!(facts.shared_variables(&out).count(), 2);
}
