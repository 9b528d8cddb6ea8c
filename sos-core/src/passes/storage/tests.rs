//! What the pass refuses, what it does not change, and how many instructions it emits.

mod address;
mod compare;
mod held;
mod packed;
mod shared;

use super::place::POINTER;
use super::*;
use crate::assemble::compute;
use crate::facts::TypeView;
use crate::filtered::words_for;
use crate::options::Options;
use crate::passes::testing::{corrupt_every_word, lowered, without};
use crate::passes::Passes;
use crate::target::feature;

/// A device with narrow arithmetic and without access to narrow data in memory.
fn target() -> Target {
    without(STEP.features)
}

const NAMES: &str = "
    OpCapability Int16
    OpCapability Float16
    OpCapability StorageBuffer16BitAccess
    OpCapability StoragePushConstant16
    OpCapability VariablePointers
";

/// Declares a block of halves at `%block`, with pointer types.
const HALVES: &str = "
    OpDecorate %halves ArrayStride 2
    OpMemberDecorate %Halves 0 Offset 0
    OpMemberDecorate %Halves 1 Offset 4
    OpDecorate %Halves Block
    OpDecorate %block DescriptorSet 0
    OpDecorate %block Binding 0
    %half = OpTypeFloat 16
    %short = OpTypeInt 16 0
    %h2 = OpTypeVector %half 2
    %halves = OpTypeRuntimeArray %half
    %Halves = OpTypeStruct %u32 %halves
    %to_halves = OpTypePointer StorageBuffer %Halves
    %to_half = OpTypePointer StorageBuffer %half
    %to_uint = OpTypePointer StorageBuffer %u32
    %block = OpVariable %to_halves StorageBuffer
";

fn shader(globals: &str, body: &str) -> Vec<u32> {
    compute(3, NAMES, &format!("{HALVES}\n{globals}"), body)
}

/// Declares a row-major matrix.
const MATRIX_GLOBALS: &str = "
    OpMemberDecorate %Matrices 0 Offset 0
    OpMemberDecorate %Matrices 0 MatrixStride 4
    OpMemberDecorate %Matrices 0 RowMajor
    OpDecorate %Matrices Block
    OpDecorate %matrices DescriptorSet 0
    OpDecorate %matrices Binding 1
    %m2 = OpTypeMatrix %h2 2
    %Matrices = OpTypeStruct %m2
    %to_matrices = OpTypePointer StorageBuffer %Matrices
    %to_matrix = OpTypePointer StorageBuffer %m2
    %to_h2 = OpTypePointer StorageBuffer %h2
    %matrices = OpVariable %to_matrices StorageBuffer
";

#[test]
fn selected_and_passed_pointers_become_pairs() {
    let chain = "%chain = OpAccessChain %to_half %block %one %two";
    for (globals, body) in [
        (
            "",
            format!(
                "{chain}\n%other = OpAccessChain %to_half %block %one %one
                     %truth = OpUndef %bool
                     %any = OpSelect %to_half %truth %chain %other
                     %r = OpLoad %half %any"
            ),
        ),
        (
            "%own = OpTypePointer Function %to_half\n%nothing = OpConstantNull %to_half",
            format!(
                "%held = OpVariable %own Function %nothing\n{chain}\nOpStore %held %chain
                 %back = OpLoad %to_half %held\n%r = OpLoad %half %back"
            ),
        ),
        (
            "",
            "%null = OpUndef %to_half\n%r = OpLoad %half %null".into(),
        ),
        (
            "OpDecorate %to_half ArrayStride 2",
            format!(
                "{chain}\n%next = OpPtrAccessChain %to_half %chain %one\n%r = OpLoad %half %next"
            ),
        ),
        // Back from there, by constants below and above the known offset, through variables that are copied.
        (
            "OpDecorate %to_half ArrayStride 2\n%i32 = OpTypeInt 32 1\n%minus = OpConstant %i32 -1
             %own = OpTypePointer Function %to_half",
            format!(
                "%held = OpVariable %own Function\n%copied = OpVariable %own Function
                 {chain}\n%before = OpPtrAccessChain %to_half %chain %minus
                 OpStore %held %before Aligned 8\nOpCopyMemory %copied %held Aligned 8
                 %back = OpLoad %to_half %copied Aligned 8
                 %next = OpPtrAccessChain %to_half %back %minus\n%r = OpLoad %half %next"
            ),
        ),
        // A pointer to a word next to halves: its type does not determine what it points into.
        (
            "",
            "%truth = OpUndef %bool
             %any = OpSelect %to_uint %truth %count %count
             %r = OpLoad %u32 %any"
                .into(),
        ),
        // A phi that uses a chain defined later.
        (
            "",
            "%start = OpAccessChain %to_half %block %one %zero
             OpBranch %loop
             %loop = OpLabel
             %here = OpPhi %to_half %next %again %start %entry
             %truth = OpUndef %bool
             %next = OpAccessChain %to_half %block %one %one
             OpLoopMerge %done %again None
             OpBranchConditional %truth %again %done
             %again = OpLabel
             OpBranch %loop
             %done = OpLabel
             %r = OpLoad %half %here"
                .into(),
        ),
    ] {
        let body =
            format!("%count = OpAccessChain %to_uint %block %zero\nOpStore %count %one\n{body}");
        words_for(&shader(globals, &body), &target()).unwrap_or_else(|why| panic!("{body}\n{why}"));
    }
}

/// A list of bytes at the start of its block. The signed index would be the second half of the pair, which is unsigned.
#[test]
fn offsets_of_pairs_are_unsigned() {
    let words = compute(
        3,
        "OpCapability Int8\nOpCapability StorageBuffer8BitAccess\nOpCapability VariablePointers
         OpExtension \"SPV_KHR_8bit_storage\"",
        "OpDecorate %list ArrayStride 1
         OpMemberDecorate %Bytes 0 Offset 0
         OpDecorate %Bytes Block
         OpDecorate %bytes DescriptorSet 0
         OpDecorate %bytes Binding 0
         %byte = OpTypeInt 8 0
         %i32 = OpTypeInt 32 1
         %list = OpTypeRuntimeArray %byte
         %Bytes = OpTypeStruct %list
         %to_bytes = OpTypePointer StorageBuffer %Bytes
         %to_byte = OpTypePointer StorageBuffer %byte
         %bytes = OpVariable %to_bytes StorageBuffer",
        "%i = OpUndef %i32
         %truth = OpUndef %bool
         %here = OpAccessChain %to_byte %bytes %zero %i
         %there = OpAccessChain %to_byte %bytes %zero %two
         %any = OpSelect %to_byte %truth %here %there
         %r = OpLoad %byte %any",
    );
    let out = words_for(&words, &target()).unwrap();
    let mut facts = Facts::default();
    facts.scan(&out, &Options::default().limits).unwrap();
    let code = facts.code(&out);
    let chosen: Vec<_> = code.filter(|inst| inst.opcode() == op::OpSelect).collect();
    assert_eq!(chosen.len(), 2);
    for inst in chosen {
        for &value in inst.from(4) {
            assert_eq!(facts.type_of(&out, value), inst.word(1));
        }
    }
}

#[test]
fn unsupported_uses_are_refused() {
    let pointer = POINTER.text();
    let aligned = place::MISALIGNED.text();
    let chain = "%chain = OpAccessChain %to_half %block %one %two";
    for (globals, body, reason) in [
        // Pointers into a block, compared, stored in global variables, or in a structure; moved by an unknown number of
        // elements.
        (
            "",
            format!(
                "{chain}\n%other = OpAccessChain %to_half %block %one %one
                     %truth = OpUndef %bool
                     %any = OpSelect %to_half %truth %chain %other
                     %same = OpPtrEqual %bool %chain %any
                     %r = OpSelect %u32 %same %one %zero"
            ),
            "OpPtrEqual",
        ),
        (
            "%own = OpTypePointer Private %to_half\n%held = OpVariable %own Private",
            format!("{chain}\nOpStore %held %chain"),
            pointer,
        ),
        (
            "%Pair = OpTypeStruct %to_half %u32",
            format!("{chain}\n%pair = OpCompositeConstruct %Pair %chain %one"),
            pointer,
        ),
        (
            "",
            format!(
                "{chain}\n%next = OpPtrAccessChain %to_half %chain %one\n%r = OpLoad %half %next"
            ),
            pointer,
        ),
        (
            "",
            "%next = OpPtrAccessChain %to_halves %block %one
             %chain = OpAccessChain %to_half %next %one %two
             %r = OpLoad %half %chain"
                .into(),
            pointer,
        ),
        // A selected pointer into a matrix, which would lose the matrix stride, and one to a column of a row-major matrix.
        (
            MATRIX_GLOBALS,
            "%column = OpAccessChain %to_matrix %matrices %zero
             %truth = OpUndef %bool
             %any = OpSelect %to_matrix %truth %column %column
             %chain = OpAccessChain %to_half %any %zero %one
             %r = OpLoad %half %chain"
                .into(),
            "matrix",
        ),
        (
            MATRIX_GLOBALS,
            "%column = OpAccessChain %to_h2 %matrices %zero %one
             %truth = OpUndef %bool
             %any = OpSelect %to_h2 %truth %column %column
             %r = OpLoad %h2 %any"
                .into(),
            "matrix",
        ),
        // A step back by more than 2 GiB of elements.
        (
            "OpDecorate %to_half ArrayStride 2\n%i32 = OpTypeInt 32 1\n%far = OpConstant %i32 2147483648",
            format!("{chain}\n%next = OpPtrAccessChain %to_half %chain %far\n%r = OpLoad %half %next"),
            "constant index",
        ),
        // A volatile copy of a variable that contains a pointer.
        (
            "%own = OpTypePointer Function %to_half",
            format!(
                "%held = OpVariable %own Function\n%copied = OpVariable %own Function
                 {chain}\nOpStore %held %chain\nOpCopyMemory %copied %held Volatile"
            ),
            pointer,
        ),
        // A push constant block of unknown size.
        (
            "OpDecorate %size SpecId 0
             OpDecorate %sized ArrayStride 2
             OpMemberDecorate %Inner 0 Offset 0
             OpMemberDecorate %Push 0 Offset 0
             OpDecorate %Push Block
             %size = OpSpecConstant %u32 4
             %sized = OpTypeArray %half %size
             %Inner = OpTypeStruct %sized
             %Push = OpTypeStruct %Inner
             %to_push = OpTypePointer PushConstant %Push
             %in_push = OpTypePointer PushConstant %half
             %push = OpVariable %to_push PushConstant",
            "%chain = OpAccessChain %in_push %push %zero %zero %one\n%r = OpLoad %half %chain".into(),
            layout::OPEN.text(),
        ),
        // Data across a word boundary.
        (
            "OpMemberDecorate %Odd 0 Offset 3
             OpDecorate %Odd Block
             OpDecorate %odd DescriptorSet 0
             OpDecorate %odd Binding 1
             %Odd = OpTypeStruct %half
             %to_odd = OpTypePointer StorageBuffer %Odd
             %odd = OpVariable %to_odd StorageBuffer",
            "%chain = OpAccessChain %to_half %odd %zero\n%r = OpLoad %half %chain".into(),
            aligned,
        ),
        // Atomic arithmetic on a float next to halves.
        (
            "OpMemberDecorate %Mixed 0 Offset 0
             OpMemberDecorate %Mixed 1 Offset 4
             OpDecorate %Mixed Block
             OpDecorate %mixed DescriptorSet 0
             OpDecorate %mixed Binding 1
             %Mixed = OpTypeStruct %f32 %half
             %to_mixed = OpTypePointer StorageBuffer %Mixed
             %to_float = OpTypePointer StorageBuffer %f32
             %value = OpConstant %f32 1
             %mixed = OpVariable %to_mixed StorageBuffer",
            "%chain = OpAccessChain %to_float %mixed %zero
             %r = OpAtomicFAddEXT %f32 %chain %one %zero %value"
                .into(),
            "atomic operation",
        ),
        // An index before the block, and one beyond 4 GiB.
        (
            "%i32 = OpTypeInt 32 1\n%minus = OpConstant %i32 -1",
            "%chain = OpAccessChain %to_half %block %one %minus\n%r = OpLoad %half %chain".into(),
            "constant index",
        ),
        (
            "",
            "%chain = OpAccessChain %to_half %block %three\n%r = OpLoad %half %chain".into(),
            "layout",
        ),
    ] {
        let body =
            format!("%count = OpAccessChain %to_uint %block %zero\nOpStore %count %one\n{body}");
        let words = shader(globals, &body);
        match words_for(&words, &target()) {
            Ok(_) => panic!("taken: {body}"),
            Err(why) => assert!(why.contains(reason), "{body}\n{why}"),
        }
    }
}

#[test]
fn supported_blocks_are_not_changed() {
    let words = shader(
        "OpMemberDecorate %Push 0 Offset 0
         OpDecorate %Push Block
         %Push = OpTypeStruct %half
         %to_push = OpTypePointer PushConstant %Push
         %in_push = OpTypePointer PushConstant %half
         %push = OpVariable %to_push PushConstant",
        "%chain = OpAccessChain %to_half %block %one %two
         %a = OpLoad %half %chain
         %other = OpAccessChain %in_push %push %zero
         %b = OpLoad %half %other
         %r = OpFAdd %half %a %b",
    );
    // With all features, without those of push constants, and without any.
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    for (features, stay) in [
        (&[][..], [true, true]),
        (&[feature::storagePushConstant16], [true, false]),
        (STEP.features, [false, false]),
    ] {
        for &feature in features {
            description.set_feature(feature, false);
        }
        let target = description.clone().build();
        let out = words_for(&words, &target).unwrap();
        let mut facts = Facts::default();
        facts.scan(&out, &Options::default().limits).unwrap();
        let narrow = |class: u32| {
            let all = facts.declarations(&out);
            let mut variables = all.filter(|inst| inst.opcode() == op::OpVariable);
            variables.any(|inst| {
                let pointee = facts.pointee(&out, inst.word(1));
                inst.word(3) == class
                    && match facts.type_view(&out, pointee) {
                        TypeView::Struct([.., last]) => {
                            let ty = match facts.type_view(&out, *last) {
                                TypeView::RuntimeArray { element } => element,
                                TypeView::Array { element, .. } => element,
                                _ => *last,
                            };
                            facts.scalar_of(&out, ty).is_some_and(|ty| ty.width() == 16)
                        }
                        _ => false,
                    }
            })
        };
        let found = [
            narrow(storage_class::StorageBuffer),
            narrow(storage_class::PushConstant),
        ];
        assert_eq!(found, stay);
    }
}

#[test]
fn buffer_blocks_are_not_uniform_buffers() {
    let words = compute(
        0,
        "OpCapability StorageBuffer16BitAccess\nOpExtension \"SPV_KHR_16bit_storage\"",
        "OpMemberDecorate %Old 0 Offset 0
         OpDecorate %Old BufferBlock
         OpDecorate %old DescriptorSet 0
         OpDecorate %old Binding 0
         %half = OpTypeFloat 16
         %Old = OpTypeStruct %half
         %to_old = OpTypePointer Uniform %Old
         %to_half = OpTypePointer Uniform %half
         %old = OpVariable %to_old Uniform",
        "%chain = OpAccessChain %to_half %old %zero
         %x = OpLoad %half %chain
         OpStore %chain %x",
    );
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.set_feature(feature::uniformAndStorageBuffer16BitAccess, false);
    let run = |words: &[u32], target: Target| {
        let mut lowering = Passes::default();
        lowered(words, &mut lowering, &target, &Options::default()).unwrap()
    };
    let before = run(&words, description.clone().build());
    assert_eq!(before, words);
    description.set_feature(feature::storageBuffer16BitAccess, false);
    let out = run(&before, description.build());
    let has = |words: &[u32], opcode: u16| {
        let from = crate::header::LEN as u32;
        Insts::new(words, from, words.len() as u32).any(|inst| inst.opcode() == opcode)
    };
    assert!(has(&out, op::OpAtomicOr) && !has(&words, op::OpAtomicOr));
}

/// Counts the instructions emitted for a body that uses an index `%i`. If it defines `%r`, that is stored.
fn cost(body: &str) -> usize {
    let words = shader(
        "OpDecorate %index BuiltIn LocalInvocationIndex
         OpDecorate %pairs ArrayStride 4
         OpDecorate %quads ArrayStride 8
         OpDecorate %run ArrayStride 2
         OpMemberDecorate %Arrays 0 Offset 0
         OpMemberDecorate %Arrays 1 Offset 32
         OpMemberDecorate %Arrays 2 Offset 64
         OpDecorate %Arrays Block
         OpDecorate %arrays DescriptorSet 0
         OpDecorate %arrays Binding 1
         %to_index = OpTypePointer Input %u32
         %index = OpVariable %to_index Input
         %h4 = OpTypeVector %half 4
         %some_short = OpConstant %short 7
         %some_h2 = OpConstantNull %h2
         %eight = OpConstant %u32 8
         %pairs = OpTypeArray %h2 %eight
         %quads = OpTypeArray %h4 %three
         %run = OpTypeArray %short %eight
         %Arrays = OpTypeStruct %pairs %quads %run
         %to_arrays = OpTypePointer StorageBuffer %Arrays
         %to_h2 = OpTypePointer StorageBuffer %h2
         %to_h4 = OpTypePointer StorageBuffer %h4
         %to_short = OpTypePointer StorageBuffer %short
         %arrays = OpVariable %to_arrays StorageBuffer",
        &format!("%i = OpLoad %u32 %index\n{body}"),
    );
    let out = words_for(&words, &target()).unwrap();
    let from = crate::header::LEN as u32;
    let all: Vec<u16> = Insts::new(&out, from, out.len() as u32)
        .map(|inst| inst.opcode())
        .collect();
    let label = all.iter().position(|&opcode| opcode == op::OpLabel);
    // Does not count the label, the load of the index, the store of the result if there is one, the return and the function
    // end.
    let around = if body.contains("%r ") { 5 } else { 4 };
    all.len() - label.unwrap() - around
}

#[test]
fn the_documented_instruction_counts_are_right() {
    for (chain, access, instructions) in [
        (
            "%to_short %arrays %two %one",
            "%r = OpLoad %short %chain",
            4,
        ),
        ("%to_short %arrays %two %i", "%r = OpLoad %short %chain", 9),
        ("%to_h2 %arrays %zero %i", "%r = OpLoad %h2 %chain", 3),
        ("%to_h4 %arrays %one %two", "%r = OpLoad %h4 %chain", 7),
        ("%to_h4 %arrays %one %i", "%r = OpLoad %h4 %chain", 10),
        (
            "%to_short %arrays %two %one",
            "OpStore %chain %some_short",
            5,
        ),
        (
            "%to_short %arrays %two %i",
            "OpStore %chain %some_short",
            12,
        ),
        ("%to_h2 %arrays %zero %i", "OpStore %chain %some_h2", 3),
    ] {
        let body = format!("%chain = OpAccessChain {chain}\n{access}");
        assert_eq!(cost(&body), instructions, "{body}");
    }
    // Four neighbours in two words: each word is loaded once.
    let mut body = String::new();
    for (number, index) in ["%zero", "%one", "%two", "%three"].iter().enumerate() {
        body += &format!(
            "%c{number} = OpAccessChain %to_short %arrays %two {index}
             %x{number} = OpLoad %short %c{number}\n"
        );
    }
    body += "%a = OpIAdd %short %x0 %x1\n%b = OpIAdd %short %x2 %x3\n%r = OpIAdd %short %a %b";
    // Two chains and two loads, two shifts, four narrowings, three sums.
    assert_eq!(cost(&body), 4 + 2 + 4 + 3);
}

#[test]
fn damaged_pairs_and_shared_blocks_do_not_panic() {
    let pairs = shader(
        "%own = OpTypePointer Function %to_half
         %reader = OpTypeFunction %half %to_half
         %nothing = OpConstantNull %to_half
         OpDecorate %to_half ArrayStride 2",
        "%held = OpVariable %own Function %nothing
         %chain = OpAccessChain %to_half %block %one %two
         OpStore %held %chain
         OpBranch %loop
         %loop = OpLabel
         %here = OpPhi %to_half %chain %entry %next %again
         OpLoopMerge %done %again None
         OpBranch %again
         %again = OpLabel
         %x = OpFunctionCall %half %read %here
         OpStore %chain %x
         %next = OpPtrAccessChain %to_half %here %one
         %truth = OpFOrdLessThan %bool %x %x
         OpBranchConditional %truth %loop %done
         %done = OpLabel
         OpReturn
         OpFunctionEnd
         %read = OpFunction %half None %reader
         %given = OpFunctionParameter %to_half
         %inside = OpLabel
         %value = OpLoad %half %given
         OpReturnValue %value
         OpFunctionEnd
         %last = OpFunction %void None %signature
         %end = OpLabel",
    );
    let target = target();
    assert!(words_for(&pairs, &target).is_ok());
    for words in [pairs, shared::blocks(), address::everything()] {
        corrupt_every_word(&words, 64, &target, &Options::default());
    }
}

/// A vector with more components than allowed must not be stored word by word until memory is exhausted.
#[test]
fn overlong_vectors_are_refused() {
    let globals = "OpMemberDecorate %Long 0 Offset 0
        OpDecorate %Long Block
        OpDecorate %long DescriptorSet 0
        OpDecorate %long Binding 1
        %many = OpTypeVector %short 4294967295
        %Long = OpTypeStruct %many
        %to_long = OpTypePointer StorageBuffer %Long
        %to_many = OpTypePointer StorageBuffer %many
        %none = OpUndef %many
        %long = OpVariable %to_long StorageBuffer";
    let body = "%chain = OpAccessChain %to_many %long %zero\nOpStore %chain %none";
    assert!(words_for(&shader(globals, body), &target()).is_err());
}

#[test]
fn damaged_modules_do_not_panic() {
    let words = shader(
        "",
        "%chain = OpAccessChain %to_half %block %one %two
         %x = OpLoad %half %chain
         OpStore %chain %x
         %length = OpArrayLength %u32 %block 1
         %truth = OpIEqual %bool %length %zero
         %other = OpAccessChain %to_half %block %one %length
         %any = OpSelect %to_half %truth %chain %other
         %y = OpLoad %half %any
         %count = OpAccessChain %to_uint %block %zero
         %r = OpAtomicIAdd %u32 %count %one %zero %length",
    );
    corrupt_every_word(&words, 48, &target(), &Options::default());
}

#[test]
fn rows_without_columns_end() {
    let globals = "OpMemberDecorate %Long 0 Offset 0
        OpMemberDecorate %Long 0 MatrixStride 16
        OpMemberDecorate %Long 0 RowMajor
        OpDecorate %Long Block
        OpDecorate %long DescriptorSet 0
        OpDecorate %long Binding 1
        %many = OpTypeVector %half 4294967295
        %matrix = OpTypeMatrix %many 0
        %Long = OpTypeStruct %matrix
        %to_long = OpTypePointer StorageBuffer %Long
        %to_matrix = OpTypePointer StorageBuffer %matrix
        %none = OpUndef %matrix
        %long = OpVariable %to_long StorageBuffer";
    let body = "%chain = OpAccessChain %to_matrix %long %zero\nOpStore %chain %none";
    let said = words_for(&shader(globals, body), &target()).unwrap_err();
    assert!(said.contains("too many members"), "{said}");
}

/// The path to a part is written for each part, so it counts.
#[test]
fn stores_of_deeply_nested_parts_cost_more() {
    let run = |levels: u32| {
        let structures: String = (1..=levels)
            .map(|level| {
                format!(
                    "OpMemberDecorate %s{level} 0 Offset 0
                    %s{level} = OpTypeStruct %s{}\n",
                    level - 1
                )
            })
            .collect();
        let globals = format!(
            "OpMemberDecorate %s0 0 Offset 0
            OpDecorate %row ArrayStride 2
            OpDecorate %Block Block
            OpMemberDecorate %Block 0 Offset 0
            OpDecorate %deep DescriptorSet 0
            OpDecorate %deep Binding 1
            %length = OpConstant %u32 5000
            %row = OpTypeArray %half %length
            %s0 = OpTypeStruct %row
            {structures}
            %Block = OpTypeStruct %s{levels}
            %to_deep = OpTypePointer StorageBuffer %Block
            %none = OpUndef %Block
            %deep = OpVariable %to_deep StorageBuffer"
        );
        words_for(&shader(&globals, "OpStore %deep %none"), &target())
    };
    assert!(run(2).is_ok());
    let said = run(80).unwrap_err();
    assert!(said.contains("too many members"), "{said}");
}
