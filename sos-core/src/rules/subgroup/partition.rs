//! `OpGroupNonUniformPartitionEXT` by a loop of ballots.
//!
//! ```text
//! OpGroupNonUniformPartitionEXT %x      left = true
//!                                       loop:  if left:
//!                                                  first = broadcastFirst(x)
//!                                                  set = ballot(x is first)
//!                                                  if x is first:  result = set, left = false
//!                                              if not any(left): break
//!                                       result
//! ```
//!
//! In each iteration, all invocations with the value of the lowest remaining one get their ballot and are done. So the loop has
//! as many iterations as there are distinct values, at most one per invocation. It is in a function, so that no block of the
//! caller is split. All invocations leave the loop together, because lavapipe and SwiftShader overwrite the results of
//! invocations that leave a loop early with those of later iterations.
//!
//! Exact: values are compared by their bits, so that the loop also ends for NaN. About 16 instructions per iteration.
//!
//! `subgroup-partition` is shown by `corpus/shaders/vendor/nv_partitioned.comp`.

use super::{extended_types, lanes, MALFORMED};
use crate::build::flow::{Again, Flow};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::plan::Key;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Ballots of the invocations with equal values.
pub const PARTITION: Rule = Rule {
    name: "subgroup-partition",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "partitions by a ballot for each value",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformPartitionEXT]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[value] = inst.operands() else {
        return Err(MALFORMED);
    };
    let (ty, value_type) = (inst.result_type(), build.type_of(value));
    if build.shape(value_type).is_none() {
        return Err(LowerError::Because("its operand is not a scalar or vector"));
    }
    let key = Key {
        name: "partition",
        ty,
        variant: [value_type, 0],
    };
    build.call_keyed(inst.result(), key, &[value], |build, parameters| {
        let value = parameters.first().copied().unwrap_or(0);
        let (truth, yes, subgroup) = (build.bool(), build.constant_true(), build.subgroup_scope());
        let (result, left) = (build.local(ty), build.local(truth));
        let nothing = build.null(ty);
        build.store(result, nothing);
        build.store(left, yes);
        let round = build.begin_loop(&[]);
        let waits = build.op(op::OpLoad, truth, &[left]);
        let turn = build.begin_if(waits);
        let same = is_first(build, value_type, value);
        let set = lanes::ballot(build, same);
        let before = build.op(op::OpLoad, ty, &[result]);
        let now = build.select(ty, same, set, before);
        build.store(result, now);
        let waits = build.op(op::OpLogicalNot, truth, &[same]);
        build.store(left, waits);
        build.end_if(turn);
        let waits = build.op(op::OpLoad, truth, &[left]);
        let any = build.op(op::OpGroupNonUniformAny, truth, &[subgroup, waits]);
        build.end_loop(round, Again::While(any));
        build.op(op::OpLoad, ty, &[result])
    });
    Ok(())
}

/// Whether the invocation's value has the same bits as that of the lowest active invocation.
fn is_first(build: &mut Builder<'_, '_>, ty: u32, value: u32) -> u32 {
    let (uint, truth, subgroup) = (build.uint(), build.bool(), build.subgroup_scope());
    let (scalar, count) = build.shape(ty).unwrap_or((Scalar::Bool, 1));
    let wide = build.vector(uint, count);
    let words = match (extended_types::to_words(build, ty, value), scalar) {
        (Some(words), _) => words,
        (None, Scalar::Float { .. }) => {
            extended_types::one(build.op(op::OpBitcast, wide, &[value]), wide)
        }
        (None, _) => extended_types::one(value, ty),
    };
    let mut all = None;
    for (word, word_type) in words {
        let first = build.op(
            op::OpGroupNonUniformBroadcastFirst,
            word_type,
            &[subgroup, word],
        );
        let same = lanes::equal(build, word_type, [word, first]).unwrap_or(value);
        all = Some(build.join(op::OpLogicalAnd, truth, all, same));
    }
    all.unwrap_or(value)
}
