//! Groups become decorations of their targets, and other passes see those.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::passes::testing::{all, corrupt_every_word, count, without};
use crate::tables::{decoration, op};
use crate::target::feature;
use crate::Options;

const TYPES: &str = "
    OpDecorate %laid Offset 0
    OpDecorate %block Block
    OpDecorate %relaxed RelaxedPrecision
    OpDecorate %relaxed NoContraction
    OpDecorate %data DescriptorSet 0
    OpDecorate %data Binding 0
    %laid = OpDecorationGroup
    %relaxed = OpDecorationGroup
    OpGroupMemberDecorate %laid %block 0
    OpMemberDecorate %block 1 Offset 8
    OpGroupDecorate %relaxed %a %b
    %u64 = OpTypeInt 64 0
    %block = OpTypeStruct %f32 %u64
    %to_block = OpTypePointer StorageBuffer %block
    %to_float = OpTypePointer StorageBuffer %f32
    %to_long = OpTypePointer StorageBuffer %u64
    %data = OpVariable %to_block StorageBuffer
";

const BODY: &str = "
    %at = OpAccessChain %to_float %data %zero
    %x = OpLoad %f32 %at
    %a = OpFAdd %f32 %x %x
    %b = OpFMul %f32 %a %x
    OpStore %at %b
    %far = OpAccessChain %to_long %data %one
    %long = OpLoad %u64 %far
    %more = OpIAdd %u64 %long %long
    OpStore %far %more
";

fn module(types: &str) -> Vec<u32> {
    stage(
        5,
        "GLCompute",
        "OpExecutionMode %main LocalSize 1 1 1",
        "OpCapability Int64",
        types,
        BODY,
    )
}

#[test]
fn groups_become_decorations_of_their_targets() {
    let target = without(&[feature::shaderInt64]);
    let (words, report) = filtered(&module(TYPES), &target, &Options::default());
    assert!(!words.is_empty(), "{report:?}");
    let insts = || Insts::new(&words, LEN as u32, words.len() as u32);
    let grouped = [
        op::OpDecorationGroup,
        op::OpGroupDecorate,
        op::OpGroupMemberDecorate,
    ];
    assert!(!insts().any(|inst| grouped.contains(&inst.opcode())));
    let [sum, product] = [op::OpFAdd, op::OpFMul].map(|opcode| all(&words, opcode)[0].word(2));
    for id in [sum, product] {
        for kind in [decoration::RelaxedPrecision, decoration::NoContraction] {
            let is = |inst: &Inst<'_>| inst.words()[1..] == [id, kind];
            assert_eq!(
                all(&words, op::OpDecorate)
                    .iter()
                    .filter(|inst| is(inst))
                    .count(),
                1
            );
        }
    }
    let offsets = all(&words, op::OpMemberDecorate);
    let mut offsets: Vec<u32> = offsets
        .iter()
        .filter(|inst| inst.word(3) == decoration::Offset)
        .map(|inst| inst.word(4))
        .collect();
    offsets.sort_unstable();
    assert_eq!(offsets, [0, 8]);
}

#[test]
fn without_other_passes_groups_stay() {
    let target = without(&[]);
    let (words, _) = filtered(&module(TYPES), &target, &Options::default());
    assert_eq!(count(&words, op::OpDecorationGroup), 2);
}

#[test]
fn too_many_are_refused() {
    let target = without(&[feature::shaderInt64]);
    let lines = |line: &str, times: usize| format!("{line}\n").repeat(times);
    let types = TYPES
        .replace(
            "OpDecorate %relaxed NoContraction",
            &lines("OpDecorate %relaxed NoContraction", 400),
        )
        .replace(
            "OpGroupDecorate %relaxed %a %b",
            &lines("OpGroupDecorate %relaxed %a %b", 400),
        );
    let (words, report) = filtered(&module(&types), &target, &Options::default());
    assert!(words.is_empty());
    let said = format!("{:?}", report.unsupported);
    assert!(said.contains("too many decorations and targets"), "{said}");
}

#[test]
fn damaged_modules_do_no_harm() {
    let target = without(&[feature::shaderInt64]);
    corrupt_every_word(&module(TYPES), 40, &target, &Options::default());
}
