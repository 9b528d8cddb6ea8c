//! A loop over every so-manieth invocation that combines the values which they have stored.
//!
//! ```text
//!          OpBranch %head                             v = first
//! %head  = OpLabel                                    for k from `from` to `to` - 1 in steps:
//! %k     = OpPhi %uint %from %start %k1 %next             v = each(k, v)
//! %v     = OpPhi %T %first %start %v1 %next
//! %more  = OpULessThan %bool %k %to
//!          OpLoopMerge %end %next None
//!          OpBranchConditional %more %body %end
//! %body  = OpLabel
//! %v1    = …
//!          OpBranch %next
//! %next  = OpLabel
//! %k1    = OpIAdd %uint %k %step
//!          OpBranch %head
//! %end   = OpLabel
//! ```
//!
//! The loop contains no barrier, so invocations may run different numbers of iterations, as in scans.

use crate::build::flow::{Carried, Flow, Range};
use crate::build::Build;
use crate::emit::Builder;

/// Emits the loop. `each` gets an index, the accumulated value, and the id to define as the next one. Returns the final value.
pub fn fold(
    build: &mut Builder<'_, '_>,
    (range, step): (Range, u32),
    (ty, first): (u32, u32),
    mut each: impl FnMut(&mut Builder<'_, '_>, u32, u32, u32),
) -> u32 {
    let [now, next] = [0; 2].map(|_| build.id());
    build.plan.new.note_type(now, ty);
    build.plan.new.note_type(next, ty);
    let carried = Carried {
        ty,
        first,
        now,
        next,
    };
    let step = build.constant(step);
    let (k, count) = build.begin_count(range, step, &[carried]);
    each(build, k, now, next);
    build.end_count(count);
    now
}
