//! The shuffles of `SPV_INTEL_subgroups` by core shuffles.
//!
//! ```text
//! OpSubgroupShuffleINTEL %x %i               OpGroupNonUniformShuffle %subgroup %x %i
//! OpSubgroupShuffleXorINTEL %x %m            OpGroupNonUniformShuffleXor %subgroup %x %m
//! ```
//!
//! Up and down continue into a second operand, as if it contained the values of the previous or next subgroup. With `i` the
//! invocation's index and `n` the subgroup's size, a power of two:
//!
//! ```text
//! OpSubgroupShuffleDownINTEL %current %next %d       j = i + d
//! OpSubgroupShuffleUpINTEL %previous %current %d     j = i - d
//!                                                    j < n ? current of j & (n - 1) : other of j & (n - 1)
//! ```
//!
//! compared as unsigned numbers, so that a negative index is not below `n` either. Exact: for distances up to the subgroup's
//! size this is the extension's definition; for larger distances, and for inactive source invocations, the result is undefined
//! in both forms. `n` is `SubgroupSize`: `SubgroupMaxSize`, to which the extension refers, does not exist in Vulkan, where a
//! subgroup has its full size even if invocations are missing. One instruction; for up and down 7, two of which are shuffles,
//! and 2 loads of built-ins.
//!
//! Not handled: the extension's block reads and writes, which are memory operations of kernels.
//!
//! `intel-shuffle` is shown by `corpus/shaders/vendor/intel_shuffle.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::subgroup::lanes;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Shuffles by index, xor, up and down.
pub const SHUFFLES: Rule = Rule {
    name: "intel-shuffle",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "shuffles of SPV_INTEL_subgroups by the core ones",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpSubgroupShuffleINTEL,
            OpSubgroupShuffleXorINTEL,
            OpSubgroupShuffleUpINTEL,
            OpSubgroupShuffleDownINTEL
        ]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id, subgroup) = (inst.result_type(), inst.result(), build.subgroup_scope());
    let (step, current, other, distance) = match (inst.opcode(), inst.operands()) {
        (op::OpSubgroupShuffleINTEL, &[value, place]) => {
            let place = lanes::number(build, place)?;
            build.op_as(
                id,
                op::OpGroupNonUniformShuffle,
                ty,
                &[subgroup, value, place],
            );
            return Ok(());
        }
        (op::OpSubgroupShuffleXorINTEL, &[value, mask]) => {
            let mask = lanes::number(build, mask)?;
            build.op_as(
                id,
                op::OpGroupNonUniformShuffleXor,
                ty,
                &[subgroup, value, mask],
            );
            return Ok(());
        }
        (op::OpSubgroupShuffleDownINTEL, &[current, next, delta]) => {
            (op::OpIAdd, current, next, delta)
        }
        (op::OpSubgroupShuffleUpINTEL, &[previous, current, delta]) => {
            (op::OpISub, current, previous, delta)
        }
        _ => {
            return Err(LowerError::Because(
                "its operands do not match the instruction",
            ))
        }
    };
    let (uint, truth, one) = (build.uint(), build.bool(), build.constant(1));
    let distance = lanes::number(build, distance)?;
    let own = lanes::own(build);
    let size = lanes::size(build);
    let place = build.op(step, uint, &[own, distance]);
    let last = build.op(op::OpISub, uint, &[size, one]);
    let within = build.op(op::OpBitwiseAnd, uint, &[place, last]);
    let here = build.op(op::OpULessThan, truth, &[place, size]);
    let [here_value, other_value] = [current, other]
        .map(|value| build.op(op::OpGroupNonUniformShuffle, ty, &[subgroup, value, within]));
    build.select_as(id, ty, here, here_value, other_value);
    Ok(())
}
