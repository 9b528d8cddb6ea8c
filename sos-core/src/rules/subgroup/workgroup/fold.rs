//! A loop over invocation indices that combines the values which several invocations have stored.
//!
//! ```text
//!          OpBranch %head                             v = first
//! %head  = OpLabel                                    for k from `from` to `to` - 1:
//! %k     = OpPhi %uint %from %start %k1 %next             v = each(k, v)
//! %v     = OpPhi %T %first %start %v1 %next
//! %more  = OpULessThan %bool %k %to
//!          OpLoopMerge %end %next None
//!          OpBranchConditional %more %body %end
//! %body  = OpLabel
//! %v1    = …
//!          OpBranch %next
//! %next  = OpLabel
//! %k1    = OpIAdd %uint %k %one
//!          OpBranch %head
//! %end   = OpLabel
//! ```
//!
//! The loop contains no barrier, so invocations may run different numbers of iterations, as in scans.

use crate::emit::Builder;
use crate::tables::op;

/// The range of indices, as ids: `from` inclusive, `to` exclusive.
#[derive(Clone, Copy)]
pub struct Range {
    pub from: u32,
    pub to: u32,
}

/// Emits the loop. `each` gets an index, the accumulated value, and the id to define as the next one. Returns the final value.
pub fn fold(
    build: &mut Builder<'_, '_>,
    range: Range,
    ty: u32,
    first: u32,
    mut each: impl FnMut(&mut Builder<'_, '_>, u32, u32, u32),
) -> u32 {
    let (uint, truth, one) = (build.uint(), build.bool(), build.constant(1));
    let [head, body, next, end] = [0; 4].map(|_| build.plan.new.id());
    let [k, k1, v, v1] = [uint, uint, ty, ty].map(|ty| {
        let id = build.plan.new.id();
        build.plan.new.note_type(id, ty);
        id
    });
    let start = build.block();
    build.branch(head);
    build.label(head);
    build.phi_as(k, uint, &[(range.from, start), (k1, next)]);
    build.phi_as(v, ty, &[(first, start), (v1, next)]);
    let more = build.op(op::OpULessThan, truth, &[k, range.to]);
    build.loop_merge(end, next);
    build.branch_if(more, body, end);
    build.label(body);
    each(build, k, v, v1);
    build.branch(next);
    build.label(next);
    build.op_as(k1, op::OpIAdd, uint, &[k, one]);
    build.branch(head);
    build.label(end);
    v
}
