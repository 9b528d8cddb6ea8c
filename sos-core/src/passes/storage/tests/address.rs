//! Physical pointers to narrow data.

use super::target;
use crate::assemble::compute;
use crate::facts::Facts;
use crate::filtered::words_for;
use crate::inst::Inst;
use crate::options::Options;
use crate::tables::{decoration, op, storage_class};

/// Halves behind a word, and a linked list of such blocks.
const ITEMS: &str = "
    OpDecorate %halves ArrayStride 2
    OpMemberDecorate %Item 0 Offset 0
    OpMemberDecorate %Item 1 Offset 8
    OpMemberDecorate %Item 2 Offset 16
    OpDecorate %Item Block
    OpMemberDecorate %Push 0 Offset 0
    OpMemberDecorate %Push 1 Offset 8
    OpDecorate %Push Block
    OpDecorate %to_half ArrayStride 2
    OpTypeForwardPointer %to_item PhysicalStorageBuffer
    %half = OpTypeFloat 16
    %u64 = OpTypeInt 64 0
    %i32 = OpTypeInt 32 1
    %pair = OpTypeVector %u32 2
    %minus = OpConstant %i32 -1
    %halves = OpTypeRuntimeArray %half
    %Item = OpTypeStruct %u32 %to_item %halves
    %to_item = OpTypePointer PhysicalStorageBuffer %Item
    %to_half = OpTypePointer PhysicalStorageBuffer %half
    %to_word = OpTypePointer PhysicalStorageBuffer %u32
    %to_next = OpTypePointer PhysicalStorageBuffer %to_item
    %Push = OpTypeStruct %to_item %to_half
    %to_push = OpTypePointer PushConstant %Push
    %push_item = OpTypePointer PushConstant %to_item
    %push_half = OpTypePointer PushConstant %to_half
    %held_half = OpTypePointer Function %to_half
    %no_half = OpConstantNull %to_half
    %push = OpVariable %to_push PushConstant
";

fn shader(globals: &str, body: &str) -> Vec<u32> {
    compute(
        5,
        "OpCapability Float16\nOpCapability Int64\nOpCapability StorageBuffer16BitAccess
         OpCapability PhysicalStorageBufferAddresses",
        &format!("{ITEMS}\n{globals}"),
        &format!(
            "%in_push = OpAccessChain %push_item %push %zero
             %item = OpLoad %to_item %in_push
             {body}"
        ),
    )
}

/// The output for a module.
struct Found {
    words: Vec<u32>,
    facts: Facts,
}

impl Found {
    fn of(words: &[u32]) -> Result<Self, String> {
        let words = words_for(words, &target())?;
        let mut facts = Facts::default();
        facts.scan(&words, &Options::default().limits).unwrap();
        Ok(Self { words, facts })
    }

    fn code(&self, opcode: u16) -> Vec<Inst<'_>> {
        let code = self.facts.code(&self.words);
        code.filter(|inst| inst.opcode() == opcode).collect()
    }

    /// Returns the opcodes of the types that physical pointers point to, in ascending order.
    fn pointees(&self) -> Vec<u16> {
        let all = self.facts.declarations(&self.words);
        let physical = all.filter(|inst| {
            inst.opcode() == op::OpTypePointer
                && inst.word(2) == storage_class::PhysicalStorageBuffer
        });
        let mut all: Vec<u16> = physical
            .filter_map(|inst| self.facts.def(&self.words, inst.word(3)))
            .map(|def| def.opcode())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

#[test]
fn only_pointers_to_narrow_data_become_addresses() {
    let found = Found::of(&shader(
        "",
        "%halves_of = OpAccessChain %to_half %item %two %minus
         %x = OpLoad %half %halves_of Aligned 2
         %y = OpFAdd %half %x %x
         OpStore %halves_of %y Aligned 2
         %scale = OpAccessChain %to_word %item %zero
         %r = OpAtomicIAdd %u32 %scale %one %zero %one",
    ))
    .unwrap();
    // Pointers to words remain: for the word itself, and for accessing the halves.
    assert_eq!(found.pointees(), [op::OpTypeInt]);
    let forward = |inst: &Inst<'_>| inst.opcode() == op::OpTypeForwardPointer;
    assert!(!found
        .facts
        .declarations(&found.words)
        .any(|inst| forward(&inst)));
    // The position in the word is computed, as the access guarantees an alignment of two bytes only.
    assert_eq!(found.code(op::OpAtomicOr).len(), 1);
    assert_eq!(found.code(op::OpUConvert).len(), 3);
    let loads = found.code(op::OpLoad);
    assert!(loads.iter().any(|load| load.from(4) == [2, 4]), "aligned");
    // Sixteen bytes forward and two back.
    let sums = found.code(op::OpIAdd);
    let fourteen = |sum: &Inst<'_>| {
        let def = found.facts.def(&found.words, sum.word(4));
        def.is_some_and(|def| def.from(3) == [14, 0])
    };
    assert_eq!(sums.iter().filter(|&sum| fourteen(sum)).count(), 1);
}

#[test]
fn word_aligned_accesses_need_no_computed_position() {
    let found = Found::of(&shader(
        "%h2 = OpTypeVector %half 2\n%to_two = OpTypePointer PhysicalStorageBuffer %h2",
        "%at = OpConvertPtrToU %u64 %item
         %two_halves = OpConvertUToPtr %to_two %at
         %x = OpLoad %h2 %two_halves Aligned 4
         OpStore %two_halves %x Aligned 4",
    ))
    .unwrap();
    assert!(found.code(op::OpShiftLeftLogical).is_empty());
    assert!(found.code(op::OpAtomicOr).is_empty());
}

#[test]
fn addresses_are_stored_passed_and_converted() {
    for (globals, body) in [
        (
            "",
            "%truth = OpUndef %bool
             %nothing = OpUndef %to_half
             %first = OpAccessChain %to_half %item %two %one
             %any = OpSelect %to_half %truth %first %no_half
             %next = OpPtrAccessChain %to_half %any %three
             %x = OpLoad %half %next Aligned 2",
        ),
        (
            "OpDecorate %held AliasedPointer",
            "%held = OpVariable %held_half Function
             %first = OpAccessChain %to_half %item %two %one
             OpStore %held %first
             %back = OpLoad %to_half %held
             %x = OpLoad %half %back Aligned 2",
        ),
        // To the end of the linked list.
        (
            "",
            "OpBranch %loop
             %loop = OpLabel
             %here = OpPhi %to_item %item %entry %after %again
             %link = OpAccessChain %to_next %here %one
             %after = OpLoad %to_item %link Aligned 8
             %number = OpConvertPtrToU %u64 %after
             %words = OpBitcast %pair %after
             %same = OpBitcast %to_item %words
             %at = OpBitcast %u64 %same
             %goes = OpIEqual %bool %number %at
             OpLoopMerge %done %again None
             OpBranchConditional %goes %again %done
             %again = OpLabel
             OpBranch %loop
             %done = OpLabel
             %r = OpCompositeExtract %u32 %words 0",
        ),
        // Conversions from and to pointers to words.
        (
            "",
            "%scale = OpAccessChain %to_word %item %zero
             %as_half = OpBitcast %to_half %scale
             %x = OpLoad %half %as_half Aligned 4
             %back = OpBitcast %to_word %as_half
             %r = OpLoad %u32 %back Aligned 4",
        ),
    ] {
        let found = Found::of(&shader(globals, body)).unwrap_or_else(|why| panic!("{body}\n{why}"));
        let notes: Vec<_> = found.facts.decorations(&found.words).collect();
        let aliased = |inst: &Inst<'_>| inst.word(2) == decoration::AliasedPointer;
        assert!(!notes.iter().any(aliased), "{body}");
    }
}

/// `Coherent` on one member applies to every word that may contain it.
#[test]
fn coherent_members_make_all_words_coherent() {
    let body = "%first = OpAccessChain %to_half %item %two %one
                %x = OpLoad %half %first Aligned 2
                %scale = OpAccessChain %to_word %item %zero
                %r = OpLoad %u32 %scale Aligned 4";
    let coherent = "OpMemberDecorate %Item 0 Coherent";
    let found = Found::of(&shader(coherent, body)).unwrap();
    assert_eq!(found.pointees(), [op::OpTypeInt, op::OpTypeStruct]);
    // A member of another buffer's block does not matter.
    let other = "OpMemberDecorate %Other 0 Offset 0
         OpMemberDecorate %Other 0 Coherent
         OpDecorate %Other Block
         OpDecorate %other DescriptorSet 0
         OpDecorate %other Binding 0
         %Other = OpTypeStruct %u32
         %to_other = OpTypePointer StorageBuffer %Other
         %other = OpVariable %to_other StorageBuffer";
    let found = Found::of(&shader(other, body)).unwrap();
    assert_eq!(found.pointees(), [op::OpTypeInt]);
    // A structure that may be nested in both does.
    let part = other
        .replace("OpDecorate %Other Block", "OpDecorate %around Block")
        .replace(
            "%other = OpVariable %to_other",
            "OpMemberDecorate %around 0 Offset 0
             %around = OpTypeStruct %Other
             %to_around = OpTypePointer StorageBuffer %around
             %other = OpVariable %to_around",
        );
    let found = Found::of(&shader(&part, body)).unwrap();
    assert_eq!(found.pointees(), [op::OpTypeInt, op::OpTypeStruct]);
}

/// A row-major matrix, and two pointers to a column of it.
const ROWS: &str = "OpMemberDecorate %Rows 0 Offset 0
     OpMemberDecorate %Rows 0 MatrixStride 16
     OpMemberDecorate %Rows 0 RowMajor
     OpMemberDecorate %Rows 1 Offset 32
     %f2 = OpTypeVector %f32 2
     %zeros = OpConstantNull %f2
     %m2 = OpTypeMatrix %f2 2
     %Rows = OpTypeStruct %m2 %half
     %to_rows = OpTypePointer PhysicalStorageBuffer %Rows
     %to_matrix = OpTypePointer PhysicalStorageBuffer %m2
     %to_column = OpTypePointer PhysicalStorageBuffer %f2
     %to_pointer = OpTypePointer PhysicalStorageBuffer %to_column
     %held_column = OpTypePointer Function %to_column";
const COLUMN: &str = "%rows = OpBitcast %to_rows %item
     %matrix = OpAccessChain %to_matrix %rows %zero
     %column = OpAccessChain %to_column %matrix %one
     %undefined = OpUndef %to_column
     %again = OpCopyObject %to_column %column";

/// Chains into a column of a row-major matrix use its row stride.
#[test]
fn row_major_columns_are_strided() {
    let body = format!("{COLUMN}\n%x = OpLoad %f2 %again Aligned 4\nOpStore %column %x Aligned 4");
    let found = Found::of(&shader(ROWS, &body)).unwrap();
    let stores = found.code(op::OpStore);
    assert_eq!(
        stores
            .iter()
            .filter(|store| store.from(3) == [2, 4])
            .count(),
        2
    );
    // The second component of the second column is at an offset of four bytes and one row.
    for bytes in [4, 16] {
        let sums = found.code(op::OpIAdd);
        let is = |sum: &Inst<'_>| {
            let def = found.facts.def(&found.words, sum.word(4));
            def.is_some_and(|def| def.from(3) == [bytes, 0])
        };
        assert!(sums.iter().any(is), "{bytes}");
    }
}

#[test]
fn unsupported_uses_are_refused() {
    let first = "%first = OpAccessChain %to_half %item %two %one";
    let handed_on = |body: &str| (ROWS, format!("{COLUMN}\n{body}"), "passed on");
    for (globals, body, reason) in [
        handed_on(
            "%truth = OpUndef %bool
             %any = OpSelect %to_column %truth %column %again
             OpStore %any %zeros Aligned 4",
        ),
        handed_on(
            "%held = OpVariable %held_column Function
             OpStore %held %again
             %back = OpLoad %to_column %held
             OpStore %back %zeros Aligned 4",
        ),
        handed_on(
            "OpBranch %loop
             %loop = OpLabel
             %here = OpPhi %to_column %undefined %entry %next %again_then
             %truth = OpUndef %bool
             OpLoopMerge %done %again_then None
             OpBranchConditional %truth %again_then %done
             %again_then = OpLabel
             %next = OpAccessChain %to_column %matrix %zero
             OpBranch %loop
             %done = OpLabel
             OpStore %here %zeros Aligned 4",
        ),
        (
            "OpMemberDecorate %Rows 0 Offset 0
             OpMemberDecorate %Rows 0 MatrixStride 4
             OpMemberDecorate %Rows 0 ColMajor
             %h2 = OpTypeVector %half 2
             %m2 = OpTypeMatrix %h2 2
             %Rows = OpTypeStruct %m2
             %to_rows = OpTypePointer PhysicalStorageBuffer %Rows
             %to_matrix = OpTypePointer PhysicalStorageBuffer %m2",
            "%rows = OpBitcast %to_rows %item
             %matrix = OpAccessChain %to_matrix %rows %zero
             %truth = OpUndef %bool
             %any = OpSelect %to_matrix %truth %matrix %matrix
             %x = OpLoad %m2 %any Aligned 4
             OpStore %any %x Aligned 4"
                .to_owned(),
            "layout",
        ),
        ("", format!("{first}\n%x = OpLoad %half %first Aligned 1\nOpStore %first %x Aligned 1"), "aligned"),
        ("", format!("{first}\n%x = OpLoad %half %first\nOpStore %first %x"), "aligned"),
        (
            "",
            format!("{first}\n%truth = OpPtrEqual %bool %first %first\n%r = OpSelect %u32 %truth %one %two"),
            "physical pointer",
        ),
    ] {
        match Found::of(&shader(globals, &body)) {
            Ok(_) => panic!("taken: {body}"),
            Err(why) => assert!(why.contains(reason), "{body}\n{why}"),
        }
    }
}

/// A module with everything above, for corrupted words.
pub fn everything() -> Vec<u32> {
    shader(
        "OpMemberDecorate %Item 0 Coherent\nOpDecorate %held RestrictPointer",
        "%held = OpVariable %held_half Function
         %first = OpAccessChain %to_half %item %two %minus
         %next = OpPtrAccessChain %to_half %first %three
         OpStore %held %next
         %back = OpLoad %to_half %held
         %x = OpLoad %half %back Aligned 2
         OpStore %back %x Aligned 2
         %link = OpAccessChain %to_next %item %one
         %after = OpLoad %to_item %link Aligned 8
         %number = OpConvertPtrToU %u64 %after
         %scale = OpAccessChain %to_word %after %zero
         %r = OpAtomicIAdd %u32 %scale %one %zero %one",
    )
}
