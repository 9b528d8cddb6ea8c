//! Comparisons of pointers.

use super::*;
use crate::passes::testing::{all, count};

fn narrow(body: &str) -> Result<Vec<u32>, String> {
    let globals = format!(
        "{HALVES}
        OpDecorate %second DescriptorSet 0
        OpDecorate %second Binding 1
        %s32 = OpTypeInt 32 1
        %second = OpVariable %to_halves StorageBuffer"
    );
    let body = format!(
        "%word = OpAccessChain %to_uint %block %zero
        %i = OpLoad %u32 %word
        %p = OpAccessChain %to_half %block %one %i
        %q = OpAccessChain %to_half %block %one %three
        %o = OpAccessChain %to_half %second %one %three
        {body}"
    );
    words_for(&compute(4, NAMES, &globals, &body), &target())
}

#[test]
fn pointers_into_one_block_are_compared_by_their_offsets() {
    for (body, opcode) in [
        ("%r = OpPtrEqual %bool %p %q", op::OpIEqual),
        ("%r = OpPtrNotEqual %bool %p %q", op::OpINotEqual),
        ("%r = OpPtrDiff %u32 %p %q", op::OpUDiv),
        ("%r = OpPtrDiff %s32 %p %q", op::OpUDiv),
    ] {
        let words = narrow(body).unwrap_or_else(|why| panic!("{body}: {why}"));
        assert_eq!(count(&words, opcode), 1, "{body}");
        let left = [op::OpPtrEqual, op::OpPtrNotEqual, op::OpPtrDiff];
        assert!(
            left.iter().all(|&opcode| count(&words, opcode) == 0),
            "{body}"
        );
    }
    // Elements of two bytes.
    let words = narrow("%r = OpPtrDiff %u32 %p %q").unwrap();
    let by = all(&words, op::OpUDiv)[0].word(4);
    let by = all(&words, op::OpConstant)
        .into_iter()
        .find(|inst| inst.word(2) == by);
    assert_eq!(by.unwrap().word(3), 2);
}

#[test]
fn pointers_that_may_lead_into_different_blocks_are_compared_by_their_first_words_too() {
    let pair = "%go = OpIEqual %bool %i %one
        %s = OpSelect %to_half %go %p %o";
    let words = narrow(&format!("{pair}\n%r = OpPtrEqual %bool %s %q")).unwrap();
    assert_eq!(
        (
            count(&words, op::OpPtrEqual),
            count(&words, op::OpLogicalAnd)
        ),
        (1, 1)
    );
    let words = narrow(&format!("{pair}\n%r = OpPtrNotEqual %bool %s %q")).unwrap();
    assert_eq!(
        (
            count(&words, op::OpPtrNotEqual),
            count(&words, op::OpLogicalOr)
        ),
        (1, 1)
    );
    let said = narrow("%r = OpPtrEqual %bool %o %q").unwrap_err();
    assert!(said.contains("something other than an access"), "{said}");
}
