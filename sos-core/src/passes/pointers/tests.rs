//! Selections that can be expressed by indices, and what the pass refuses.

use super::*;
use crate::assemble::compute;
use crate::filtered::words_for;
use crate::passes::testing::{instructions, without};

const PREAMBLE: &str = "
    OpCapability VariablePointers
    OpCapability Int64
    OpCapability Int16
";

const GLOBALS: &str = "
    OpDecorate %words ArrayStride 4
    OpDecorate %to_word ArrayStride 4
    OpDecorate %Block Block
    OpMemberDecorate %Block 0 Offset 0
    OpMemberDecorate %Block 1 Offset 4
    OpMemberDecorate %Block 2 Offset 8
    OpDecorate %block DescriptorSet 0
    OpDecorate %block Binding 0
    OpDecorate %blocks DescriptorSet 0
    OpDecorate %blocks Binding 1
    %s32 = OpTypeInt 32 1
    %u64 = OpTypeInt 64 0
    %s64 = OpTypeInt 64 1
    %u16 = OpTypeInt 16 0
    %s16 = OpTypeInt 16 1
    %back64 = OpConstant %s64 18446744073709551614
    %back16 = OpConstant %s16 4294967294
    %sone = OpConstant %s32 1
    %minus = OpConstant %s32 4294967294
    %words = OpTypeRuntimeArray %u32
    %Block = OpTypeStruct %u32 %u32 %words
    %many = OpTypeArray %Block %two
    %to_block = OpTypePointer StorageBuffer %Block
    %to_many = OpTypePointer StorageBuffer %many
    %to_word = OpTypePointer StorageBuffer %u32
    %to_shared = OpTypePointer Workgroup %u32
    %truth = OpSpecConstantTrue %bool
    %null = OpConstantNull %to_word
    %shared = OpVariable %to_shared Workgroup
    %other = OpVariable %to_shared Workgroup
    %block = OpVariable %to_block StorageBuffer
    %blocks = OpVariable %to_many StorageBuffer
    %take = OpTypeFunction %u32 %to_word
    %take_block = OpTypeFunction %u32 %to_block
";

const TWO: &str = "
    %v = OpAccessChain %to_word %block %zero
    %i = OpLoad %u32 %v
    %p = OpAccessChain %to_word %block %two %i
    %q = OpAccessChain %to_word %block %two %sone
    %m = OpAccessChain %to_word %block %one
    %a = OpAccessChain %to_word %blocks %zero %two %i
    %b = OpAccessChain %to_word %blocks %one %two %i
    %c = OpAccessChain %to_word %blocks %zero %two %three
";

fn run(body: &str) -> Result<Vec<u32>, String> {
    let words = compute(3, PREAMBLE, GLOBALS, &format!("{TWO}{body}"));
    let out = words_for(&words, &without(STEP.features));
    assert_ne!(out.as_ref(), Ok(&words), "it holds what the device lacks");
    out
}

/// Functions that take pointers, in front of and behind their callers, and from one another.
const PASSED: &str = "
    %go = OpIEqual %bool %i %one
    %s = OpSelect %to_word %go %p %q
    %ra = OpFunctionCall %u32 %outer %p
    %rb = OpFunctionCall %u32 %outer %q
    %rc = OpFunctionCall %u32 %inner %s
    %rd = OpFunctionCall %u32 %length %block
    OpReturn
    OpFunctionEnd
    %outer = OpFunction %u32 None %take
    %given = OpFunctionParameter %to_word
    %begin = OpLabel
    %next = OpPtrAccessChain %to_word %given %one
    %re = OpFunctionCall %u32 %inner %next
    %rf = OpFunctionCall %u32 %inner %given
    OpReturnValue %rf
    OpFunctionEnd
    %inner = OpFunction %u32 None %take
    %taken = OpFunctionParameter %to_word
    %start = OpLabel
    %x = OpLoad %u32 %taken
    OpReturnValue %x
    OpFunctionEnd
    %length = OpFunction %u32 None %take_block
    %whole = OpFunctionParameter %to_block
    %label = OpLabel
    %y = OpArrayLength %u32 %whole 2
    OpReturnValue %y
    OpFunctionEnd
    %unused = OpFunction %void None %signature
    %last = OpLabel
";

/// A loop that advances a pointer.
const LOOP: &str = "
    OpBranch %loop
    %loop = OpLabel
    %s = OpPhi %to_word %p %entry %t %loop
    %n = OpPhi %u32 %zero %entry %x %loop
    %x = OpLoad %u32 %s
    %t = OpPtrAccessChain %to_word %s %one
    %go = OpULessThan %bool %x %three
    OpLoopMerge %done %loop None
    OpBranchConditional %go %loop %done
    %done = OpLabel
    %r = OpLoad %u32 %t
";

/// A loop whose pointer is first at a constant index, then at one of another type, and also moves.
const LATER: &str = "
    OpBranch %loop
    %loop = OpLabel
    %s = OpPhi %to_word %q %entry %t %further
    %n = OpPhi %u32 %zero %entry %sum %further
    %w = OpPtrAccessChain %to_word %s %sone
    %x = OpLoad %u32 %w
    %go = OpULessThan %bool %x %three
    OpLoopMerge %done %further None
    OpBranchConditional %go %further %done
    %further = OpLabel
    %sum = OpIAdd %u32 %n %x
    %t = OpAccessChain %to_word %block %two %sum
    OpBranch %loop
    %done = OpLabel
";

/// As before, but the other index is longer, and reached by two phis.
const LONGER: &str = "
    OpBranch %loop
    %loop = OpLabel
    %s = OpPhi %to_word %q %entry %t %further
    %u = OpPhi %to_word %q %entry %s %further
    %x = OpLoad %u32 %u
    %go = OpULessThan %bool %x %three
    OpLoopMerge %done %further None
    OpBranchConditional %go %further %done
    %further = OpLabel
    %far = OpUConvert %u64 %x
    %t = OpPtrAccessChain %to_word %u %far
    OpBranch %loop
    %done = OpLabel
";

/// A function that is called with a constant index before one of another type, and moves what it is given.
const CALLED: &str = "
    %ra = OpFunctionCall %u32 %outer %q
    %rb = OpFunctionCall %u32 %outer %p
    OpReturn
    OpFunctionEnd
    %outer = OpFunction %u32 None %take
    %given = OpFunctionParameter %to_word
    %begin = OpLabel
    %next = OpPtrAccessChain %to_word %given %sone
    %rc = OpFunctionCall %u32 %inner %next
    OpReturnValue %rc
    OpFunctionEnd
    %inner = OpFunction %u32 None %take
    %taken = OpFunctionParameter %to_word
    %start = OpLabel
    %x = OpLoad %u32 %taken
    OpReturnValue %x
    OpFunctionEnd
    %unused = OpFunction %void None %signature
    %last = OpLabel
";

/// A merge block that precedes its predecessors, and a phi in a loop that uses its results.
const MEETING: &str = "
    OpSelectionMerge %meet None
    OpBranchConditional %go %left %right
    %meet = OpLabel
    %s = OpPhi %to_word %pl %left %qr %right
    %t = OpPtrAccessChain %to_word %s %one
    %u = OpCopyObject %to_word %t
    %w = OpSelect %to_word %go %u %s
    OpBranch %loop
    %loop = OpLabel
    %next = OpPhi %to_word %w %meet %further %loop
    %x = OpLoad %u32 %next
    %further = OpPtrAccessChain %to_word %next %one
    %again = OpULessThan %bool %x %three
    OpLoopMerge %done %loop None
    OpBranchConditional %again %loop %done
    %done = OpLabel
    OpStore %further %one
    OpReturn
    %left = OpLabel
    %pl = OpAccessChain %to_word %block %two %i
    OpBranch %meet
    %right = OpLabel
    %qr = OpAccessChain %to_word %block %two %sone
    OpBranch %meet
    %last = OpLabel
";

/// A loop that exits in its first iteration. Its continue target never runs, but the header's phi uses a value from it.
const ONCE: &str = "
    OpBranch %loop
    %loop = OpLabel
    %s = OpPhi %to_word %p %entry %t %further
    OpLoopMerge %done %further None
    OpBranch %inside
    %inside = OpLabel
    OpStore %s %one
    OpBranch %done
    %further = OpLabel
    %t = OpPtrAccessChain %to_word %s %one
    OpBranch %loop
    %done = OpLabel
";

#[test]
fn selected_pointers_become_selected_indices() {
    for body in [
        "%s = OpSelect %to_word %go %p %q\n%r = OpLoad %u32 %s",
        "%s = OpSelect %to_word %go %p %p\nOpStore %s %one",
        // Negative element numbers, constant and not, of the other signedness.
        "%back = OpISub %u32 %one %two
         %as_int = OpBitcast %s32 %back
         %s = OpPtrAccessChain %to_word %p %as_int
         %t = OpPtrAccessChain %to_word %s %minus
         %r = OpLoad %u32 %t",
        "%s = OpSelect %to_word %go %a %c\n%r = OpAtomicIAdd %u32 %s %one %zero %one",
        // Selections between selected pointers, also through copies.
        "%s = OpSelect %to_word %go %p %q
         %t = OpPtrAccessChain %to_word %s %sone
         %u = OpCopyObject %to_word %t
         %w = OpSelect %to_word %go %u %p
         OpCopyMemory %w %s
         %r = OpLoad %u32 %w",
        // Of two indices, the constant one takes the type of the other.
        "%s = OpSelect %to_word %go %q %p\n%r = OpLoad %u32 %s",
        "%far = OpUConvert %u64 %i
         %f = OpAccessChain %to_word %block %two %far
         %s = OpSelect %to_word %go %f %q
         %r = OpLoad %u32 %s",
        // Constants of another width than the index, and a longer index.
        "%s = OpPtrAccessChain %to_word %p %back64
         %t = OpPtrAccessChain %to_word %s %back16
         %u = OpPtrAccessChain %to_word %p %back64
         %w = OpSelect %to_word %go %t %u
         %far = OpUConvert %u64 %i
         %x = OpPtrAccessChain %to_word %w %far
         %r = OpLoad %u32 %x",
        "%near = OpUConvert %u16 %i
         %n = OpAccessChain %to_word %block %two %near
         %s = OpPtrAccessChain %to_word %n %i
         %r = OpLoad %u32 %s",
        LOOP,
        LATER,
        LONGER,
        CALLED,
        MEETING,
        ONCE,
        PASSED,
    ] {
        let body = match [LOOP, LATER, LONGER, CALLED, PASSED].contains(&body) {
            true => body.to_owned(),
            false => format!("%go = OpIEqual %bool %i %one\n{body}"),
        };
        let words = run(&body).unwrap_or_else(|why| panic!("{body}: {why}"));
        let mut all = instructions(&words);
        let left = all.any(|inst| {
            inst.opcode() == op::OpPtrAccessChain
                || inst.opcode() == op::OpCapability && inst.word(1) == capability::VariablePointers
        });
        assert!(!left, "{body}");
    }
}

#[test]
fn selections_between_variables_members_and_descriptors_are_refused() {
    for (body, reason) in [
        (
            "%s = OpSelect %to_word %go %p %m\n%r = OpLoad %u32 %s",
            "by the same members",
        ),
        (
            "%s = OpSelect %to_word %go %v %m\n%r = OpLoad %u32 %s",
            "by the same members",
        ),
        // A 32-bit index cannot be selected against a 64-bit one, unless one of them is constant.
        (
            "%far = OpUConvert %u64 %i
             %f = OpAccessChain %to_word %block %two %far
             %s = OpSelect %to_word %go %f %p
             %r = OpLoad %u32 %s",
            "by the same members",
        ),
        // The sum of two narrow indices need not fit.
        (
            "%near = OpUConvert %u16 %i
             %n = OpAccessChain %to_word %block %two %near
             %s = OpPtrAccessChain %to_word %n %near
             %r = OpLoad %u32 %s",
            "8 or 16 bits",
        ),
        (
            "%s = OpSelect %to_word %go %a %b\n%r = OpLoad %u32 %s",
            "by the same members",
        ),
        (
            "%s = OpSelect %to_word %go %a %p\n%r = OpLoad %u32 %s",
            "by the same members",
        ),
        (
            "%s = OpSelect %to_shared %go %shared %other\n%r = OpLoad %u32 %s",
            "by the same members",
        ),
        (
            "%s = OpSelect %to_word %go %p %null\n%r = OpLoad %u32 %s",
            "by indices",
        ),
        // A phi of a null pointer and itself.
        (
            "OpBranch %loop
             %loop = OpLabel
             %s = OpPhi %to_word %null %entry %s %loop
             OpLoopMerge %done %loop None
             OpBranchConditional %go %loop %done
             %done = OpLabel
             %r = OpLoad %u32 %s",
            "by indices",
        ),
        (
            "%s = OpPtrAccessChain %to_word %v %one\n%r = OpLoad %u32 %s",
            "element of an array",
        ),
        // The function would have to select a member.
        (
            "%s = OpFunctionCall %u32 %function %p\n%r = OpFunctionCall %u32 %function %v",
            "by the same members",
        ),
    ] {
        let body = match body.contains("%function") {
            false => format!("%go = OpIEqual %bool %i %one\n{body}"),
            true => format!(
                "%go = OpIEqual %bool %i %one\n{body}
                 OpStore %v %r\nOpReturn\nOpFunctionEnd
                 %function = OpFunction %u32 None %take
                 %given = OpFunctionParameter %to_word
                 %begin = OpLabel
                 %w = OpLoad %u32 %given
                 OpReturnValue %w\nOpFunctionEnd
                 %rest = OpFunction %void None %signature\n%last = OpLabel"
            ),
        };
        let body = body
            .replace("%r = OpFunctionCall", "%called = OpFunctionCall")
            .replace("%v %r", "%v %called");
        let refused = run(&body).unwrap_err();
        assert!(refused.contains(reason), "{body}: {refused}");
    }
}

#[test]
fn pointers_into_non_uniform_descriptors_stay_non_uniform() {
    let preamble = "
    OpCapability RuntimeDescriptorArray
    OpCapability ShaderNonUniform
    OpCapability StorageBufferArrayNonUniformIndexing
    ";
    let body = "
    %d = OpAccessChain %to_word %blocks %i %two %i
    %e = OpAccessChain %to_word %blocks %i %two %one
    %go = OpIEqual %bool %i %one
    %s = OpSelect %to_word %go %d %e
    %t = OpPtrAccessChain %to_word %s %one
    %r = OpLoad %u32 %s
    OpStore %t %r";
    let group = "OpDecorate %group NonUniform
    %group = OpDecorationGroup
    OpGroupDecorate %group %s %t";
    for decorations in ["OpDecorate %s NonUniform\nOpDecorate %t NonUniform", group] {
        let globals = format!("{decorations}\n{GLOBALS}");
        let words = compute(
            3,
            &format!("{preamble}{PREAMBLE}"),
            &globals,
            &format!("{TWO}{body}"),
        );
        let out = words_for(&words, &without(STEP.features)).unwrap();
        let decorated: Vec<u32> = instructions(&out)
            .filter(|inst| inst.from(2) == [decoration::NonUniform])
            .filter(|inst| inst.opcode() == op::OpDecorate)
            .map(|inst| inst.word(1))
            .collect();
        let accesses: Vec<u32> = instructions(&out)
            .filter_map(|inst| match inst.opcode() {
                op::OpLoad => Some(inst.word(3)),
                op::OpStore => Some(inst.word(1)),
                _ => None,
            })
            .filter(|pointer| decorated.contains(pointer))
            .collect();
        assert_eq!(accesses.len(), 2, "{decorations}");
        let indexing = capability::StorageBufferArrayNonUniformIndexing;
        assert!(instructions(&out)
            .any(|inst| inst.opcode() == op::OpCapability && inst.word(1) == indexing));
    }
}

/// Pointers into nested arrays and structures, by what they move by: words, rows, pairs or three words.
const NESTED: &str = "
    OpDecorate %stride ArrayStride 16
    %stride = OpDecorationGroup
    OpGroupDecorate %stride %rows %vectors %to_down %float_down
    OpDecorate %row ArrayStride 4
    OpDecorate %to_along ArrayStride 4
    OpDecorate %float_along ArrayStride 4
    OpDecorate %to_apart ArrayStride 12
    OpDecorate %pairs ArrayStride 8
    OpDecorate %to_pair ArrayStride 8
    OpMemberDecorate %Pair 0 Offset 0
    OpMemberDecorate %Pair 1 Offset 4
    OpDecorate %Nested Block
    OpMemberDecorate %Nested 0 Offset 0
    OpMemberDecorate %Nested 1 Offset 64
    OpMemberDecorate %Nested 2 Offset 128
    OpMemberDecorate %Nested 3 Offset 192
    OpMemberDecorate %Nested 3 RowMajor
    OpMemberDecorate %Nested 3 MatrixStride 16
    OpDecorate %nested DescriptorSet 0
    OpDecorate %nested Binding 2
    %four = OpConstant %u32 4
    %f32x4 = OpTypeVector %f32 4
    %matrix = OpTypeMatrix %f32x4 4
    %vector = OpTypeVector %u32 4
    %row = OpTypeArray %u32 %four
    %rows = OpTypeArray %row %four
    %vectors = OpTypeArray %vector %four
    %Pair = OpTypeStruct %u32 %u32
    %pairs = OpTypeArray %Pair %four
    %Nested = OpTypeStruct %rows %vectors %pairs %matrix
    %line = OpTypeArray %u32 %two
    %lines = OpTypeArray %line %four
    %to_nested = OpTypePointer StorageBuffer %Nested
    %to_along = OpTypePointer StorageBuffer %u32
    %to_down = OpTypePointer StorageBuffer %u32
    %to_apart = OpTypePointer StorageBuffer %u32
    %to_pair = OpTypePointer StorageBuffer %u32
    %float_along = OpTypePointer StorageBuffer %f32
    %float_down = OpTypePointer StorageBuffer %f32
    %to_lines = OpTypePointer Workgroup %lines
    %nested = OpVariable %to_nested StorageBuffer
    %local = OpVariable %to_lines Workgroup
";

#[test]
fn pointers_move_along_the_index_that_has_the_stride_of_their_type() {
    for (ty, from, element, expected) in [
        ("%to_along", "%nested %zero %i %one", "%i", Ok(Some(2))),
        ("%to_down", "%nested %zero %i %one", "%i", Ok(Some(1))),
        ("%to_along", "%nested %one %i %one", "%i", Ok(Some(2))),
        ("%to_down", "%nested %one %i %one", "%i", Ok(Some(1))),
        ("%to_pair", "%nested %two %i %one", "%i", Ok(Some(1))),
        // Row-major: corresponding components of two columns are adjacent.
        ("%float_along", "%nested %three %i %one", "%i", Ok(Some(1))),
        ("%float_down", "%nested %three %i %one", "%i", Ok(Some(2))),
        // Workgroup memory without explicit layout.
        ("%to_shared", "%local %i %one", "%i", Ok(Some(1))),
        ("%to_apart", "%nested %zero %i %one", "%i", Err("stride")),
        ("%to_pair", "%nested %one %i %one", "%i", Err("stride")),
        ("%to_along", "%nested %two %i %one", "%i", Err("stride")),
        ("%to_apart", "%nested %zero %i %one", "%zero", Ok(None)),
    ] {
        let value = if ty.contains("float") { "%f32" } else { "%u32" };
        let body = format!(
            "%v = OpAccessChain %to_word %block %zero
             %i = OpLoad %u32 %v
             %go = OpIEqual %bool %i %two
             %p = OpAccessChain {ty} {from}
             %q = OpPtrAccessChain {ty} %p {element}
             %s = OpSelect {ty} %go %p %q
             %x = OpLoad {value} %s
             OpStore %s %x"
        );
        let words = compute(3, PREAMBLE, &format!("{GLOBALS}{NESTED}"), &body);
        let out = words_for(&words, &without(STEP.features));
        let at = out.as_ref().map(|out| {
            let chosen = instructions(out).find(|inst| inst.opcode() == op::OpSelect);
            let store = instructions(out)
                .find(|inst| inst.opcode() == op::OpStore)
                .unwrap();
            let chain = instructions(out)
                .find(|inst| inst.opcode() == op::OpAccessChain && inst.word(2) == store.word(1))
                .unwrap();
            let chosen = chosen.map(|inst| inst.word(2));
            chain.from(4).iter().position(|&id| Some(id) == chosen)
        });
        match expected {
            Ok(expected) => assert_eq!(at, Ok(expected), "{ty} {from}"),
            Err(reason) => {
                let why = at.unwrap_err();
                assert!(why.contains(reason), "{ty} {from}: {why}");
            }
        }
    }
}

/// Parameters that a call has no arguments for have no part in it, and more than a function may have are refused.
#[test]
fn the_number_of_arguments_is_limited() {
    let run = |count: usize| {
        run(&format!(
            "%go = OpIEqual %bool %i %one
            %s = OpSelect %to_word %go %p %q
            %ra = OpLoad %u32 %s
            %rb = OpFunctionCall %u32 %callee {}
            OpReturn
            OpFunctionEnd
            %callee = OpFunction %u32 None %take
            %given = OpFunctionParameter %to_word
            %begin = OpLabel
            %x = OpLoad %u32 %given
            OpReturnValue %x
            OpFunctionEnd
            %after = OpFunction %void None %signature
            %last = OpLabel",
            "%p ".repeat(count)
        ))
    };
    for count in [1, 255] {
        run(count).unwrap_or_else(|why| panic!("{count}: {why}"));
    }
    assert!(run(256).is_err());
}
