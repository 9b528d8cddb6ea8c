//! Operations of subgroups in divergent control flow, which is replaced.

use sos_core::tables::{
    built_in, capability, decoration, group_operation, op, scope, storage_class,
};
use sos_core::{OutcomeKind, Target};
use sos_tests::linear;

use super::{options, push, Writer};

/// Writes a module with sums of the subgroup in branches that some invocations take: this many in one, or one in each of so many, which lie
/// in each other or one after the other.
fn module(branches: u32, nested: bool, sums: u32) -> Vec<u32> {
    let mut w = Writer::new();
    push(
        &mut w.preamble,
        op::OpCapability,
        &[capability::GroupNonUniformArithmetic],
    );
    let uint = w.uint;
    let input = w.global(op::OpTypePointer, &[storage_class::Input, uint]);
    let index = w.typed(op::OpVariable, input, &[storage_class::Input]);
    let of = [index, decoration::BuiltIn, built_in::LocalInvocationIndex];
    push(&mut w.annotations, op::OpDecorate, &of);
    let subgroup = w.typed(op::OpConstant, uint, &[scope::Subgroup]);
    let private = w.global(op::OpTypePointer, &[storage_class::Private, uint]);
    let all = w.typed(op::OpVariable, private, &[storage_class::Private]);
    let main = w.body(|w| {
        let (zero, boolean) = (w.zero, w.boolean);
        let mut open = Vec::new();
        for _ in 0..branches {
            let [inside, merge] = [(); 2].map(|()| w.id());
            let lane = w.op(op::OpLoad, uint, &[index]);
            let there = w.op(op::OpINotEqual, boolean, &[lane, zero]);
            w.inst(op::OpSelectionMerge, &[merge, 0]);
            w.inst(op::OpBranchConditional, &[there, inside, merge]);
            w.label(inside);
            for _ in 0..sums {
                let kind = group_operation::Reduce;
                let sum = [subgroup, kind, lane];
                let sum = w.op(op::OpGroupNonUniformIAdd, uint, &sum);
                let before = w.op(op::OpLoad, uint, &[all]);
                let after = w.op(op::OpIAdd, uint, &[before, sum]);
                w.inst(op::OpStore, &[all, after]);
            }
            open.push(merge);
            if !nested {
                w.inst(op::OpBranch, &[merge]);
                w.label(merge);
                open.clear();
            }
        }
        for merge in open.into_iter().rev() {
            w.inst(op::OpBranch, &[merge]);
            w.label(merge);
        }
        w.inst(op::OpReturn, &[]);
    });
    w.entry_point(main, &[index]);
    w.words()
}

fn is_linear(name: &str, size: u32, shape: impl Fn(u32) -> Vec<u32>) {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let rewritten = Some(OutcomeKind::Rewritten);
    linear::is_linear(name, (&target, &options()), rewritten, size, shape);
}

#[test]
fn operations_in_divergent_branches() {
    is_linear("sums in a branch", 1_000, |size| module(1, false, size));
    is_linear("branches in a row", 500, |size| module(size, false, 1));
    is_linear("branches in each other", 500, |size| module(size, true, 1));
}
