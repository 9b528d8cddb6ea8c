//! Loops with hints, whose bodies are measured before and after.

use sos_core::tables::{capability, loop_control, op, storage_class};
use sos_core::{OutcomeKind, Target};
use sos_tests::linear;

use super::{options, push, Writer};

/// Writes this many loops that ask to be unrolled, each in the one before.
fn nested(w: &mut Writer, depth: u32, innermost: impl FnOnce(&mut Writer)) {
    let mut ends = Vec::new();
    for _ in 0..depth {
        let [header, first, next, merge] = [(); 4].map(|()| w.id());
        w.inst(op::OpBranch, &[header]);
        w.label(header);
        w.inst(op::OpLoopMerge, &[merge, next, loop_control::Unroll]);
        w.inst(op::OpBranch, &[first]);
        w.label(first);
        ends.push([header, next, merge]);
    }
    innermost(w);
    for [header, next, merge] in ends.into_iter().rev() {
        let open = w.open;
        w.inst(op::OpBranch, &[next]);
        w.label(next);
        w.inst(op::OpBranchConditional, &[open, header, merge]);
        w.label(merge);
    }
}

/// A module being written, and how to add halves in it: a device without halves rounds in 32 bits.
fn with_halves() -> (Writer, impl Fn(&mut Writer)) {
    let mut w = Writer::new();
    push(&mut w.preamble, op::OpCapability, &[capability::Float16]);
    let half = w.global(op::OpTypeFloat, &[16]);
    let one = w.typed(op::OpConstant, half, &[15_360]);
    let to_half = w.global(op::OpTypePointer, &[storage_class::Private, half]);
    let sum = w.typed(op::OpVariable, to_half, &[storage_class::Private]);
    let add = move |w: &mut Writer| {
        let before = w.op(op::OpLoad, half, &[sum]);
        let after = w.op(op::OpFAdd, half, &[before, one]);
        w.inst(op::OpStore, &[sum, after]);
    };
    (w, add)
}

fn is_linear(name: &str, size: u32, shape: impl Fn(u32) -> Vec<u32>) {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let rewritten = Some(OutcomeKind::Rewritten);
    linear::is_linear(name, (&target, &options()), rewritten, size, shape);
}

#[test]
fn loops_with_hints() {
    is_linear("hints, in a row", 10_000, |size| {
        let (w, add) = with_halves();
        w.main(|w| {
            (0..size).for_each(|_| nested(w, 1, &add));
            w.inst(op::OpReturn, &[]);
        })
    });
    is_linear("hints, nested", 10_000, |size| {
        let (w, add) = with_halves();
        w.main(|w| {
            nested(w, size, &add);
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// Each function calls the next one twice in a loop: written out, they would be exponentially long.
#[test]
fn loops_around_calls() {
    is_linear("hints, around calls", 5_000, |size| {
        let (mut w, add) = with_halves();
        let mut callee = w.body(|w| {
            add(w);
            w.inst(op::OpReturn, &[]);
        });
        for _ in 0..size {
            callee = w.body(|w| {
                nested(w, 1, |w| {
                    let void = w.void;
                    w.op(op::OpFunctionCall, void, &[callee]);
                    w.op(op::OpFunctionCall, void, &[callee]);
                });
                w.inst(op::OpReturn, &[]);
            });
        }
        w.main(|w| {
            let void = w.void;
            w.op(op::OpFunctionCall, void, &[callee]);
            w.inst(op::OpReturn, &[]);
        })
    });
}
