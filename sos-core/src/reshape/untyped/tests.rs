//! What is evident, and what the pass refuses.

use super::*;
use crate::assemble::compute;
use crate::{filter, Module, Outcome, Scratch};

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
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::shaderUntypedPointers, false);
    description.build()
}

fn run(body: &str) -> Result<Vec<u32>, String> {
    let words = compute(3, PREAMBLE, GLOBALS, body);
    let (options, target) = (Options::default(), target());
    let module = Module::scan(&words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    match filter(&module, &target, &options, &mut scratch).unwrap() {
        Outcome::Unchanged(_) => panic!("it holds what the device lacks"),
        Outcome::Rewritten(words) => Ok(words.to_vec()),
        Outcome::Unsupported => {
            let report = scratch.report(&module, &target, &options);
            Err(format!("{:?}", report.unsupported))
        }
    }
}

fn count(words: &[u32], opcode: u16) -> usize {
    let all = Insts::new(words, 5, words.len() as u32);
    all.filter(|inst| inst.opcode() == opcode).count()
}

#[test]
fn what_is_evident_is_typed() {
    for (body, loads, casts) in [
        ("%r = OpLoad %u4 %block", 1, 0),
        // What stands at the beginning, and numbers of the same bits.
        ("%r = OpLoad %v4 %block", 1, 1),
        ("%r = OpLoad %u32 %block", 1, 0),
        ("%r = OpLoad %f32 %block", 1, 1),
        // Neighbours of an array.
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
        // By way of others, and of a pointer that goes by elements.
        (
            "%p = OpUntypedAccessChainKHR %any %Block %block %one
             %q = OpCopyObject %any %p
             %s = OpUntypedInBoundsAccessChainKHR %any %words %q %two
             %t = OpUntypedPtrAccessChainKHR %any %u32 %s %zero
             %r = OpLoad %u32 %t",
            1,
            0,
        ),
        // Variables of functions, with what they hold at first.
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
fn what_is_not_evident_is_refused() {
    for (body, reason) in [
        // The vector's own words are no array, and nothing stands at this beginning.
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
    // Each goes one deeper than the last; none has an end.
    let mut body = String::from("%p0 = OpUntypedAccessChainKHR %any %Block %block");
    for at in 1..100 {
        body += &format!(
            "\n%p{at} = OpUntypedAccessChainKHR %any %u32 %p{} %zero",
            at - 1
        );
    }
    assert!(run(&(body + "\n%r = OpLoad %u32 %p99")).is_err());
    // A structure that is its own first member by no way that a module can say, and a type that is none.
    assert!(run("%p = OpUntypedAccessChainKHR %any %block %block\n%r = OpLoad %u32 %p").is_err());
}
