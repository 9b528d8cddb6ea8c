//! Emulated subgroups: a workgroup's invocations exchange values through workgroup memory. For devices that have no subgroup
//! operations, or too few for any other rule.
//!
//! With `words` arrays in workgroup memory, one per 32-bit word of a value and with two parts of one element per invocation, `l` the
//! built-in `LocalInvocationIndex`, `i = l & (size - 1)` the index in the subgroup, `base = part + (l & -size)` the array index of the
//! subgroup's first invocation and `count` the number of its invocations:
//!
//! ```text
//! publish(x):    part = the other one
//!                words[part + l] = x
//!                OpControlBarrier %workgroup %workgroup AcquireRelease|WorkgroupMemory
//! fetch(k):      words[base + k]
//! any(p):        publish(0);  atomic words[base] |= p ? 1 : 0;  OpControlBarrier …;  fetch(0) != 0
//!
//! OpGroupNonUniformShuffle %x %n       publish(x);  fetch(n & (size - 1))       up, down, xor, rotate, quads, broadcasts alike
//! OpGroupNonUniformIAdd Reduce %x      publish(x);  v = fetch(0);  for k from 1 to count - 1:  v = v + fetch(k)
//!    … InclusiveScan                   … to i                                       many invocations in rows: arithmetic.rs
//!    … ExclusiveScan                   … to i - 1, and the identity for i = 0
//!    … ClusteredReduce                 … from the first to the last of the own cluster
//!    … partitioned                     v = identity;  for k …:  v = bit k of the set ? v + fetch(k) : v
//! OpGroupNonUniformBallot %p           as any(p), with the bit 1 << (i & 31) in word i / 32 of the set
//! OpGroupNonUniformAny, All %p         any(p), !any(!p)
//! OpGroupNonUniformQuadAny %p          publish(p);  those of the own quad or-ed;  QuadAll alike
//! OpGroupNonUniformAllEqual %x         publish(x);  !any(x != fetch(0))
//! OpGroupNonUniformPartitionEXT %x     publish(x);  bit k of the set: fetch(k) has the bits of x
//! OpGroupNonUniformElect               i == 0
//! OpGroupNonUniformAny %workgroup %p   any(p), of the workgroup
//! OpControlBarrier %subgroup …         the same with the scope Workgroup
//! ```
//!
//! # Exactness
//! Exact: these are the definitions of the operations, for subgroups that divide a workgroup in the order of its invocation
//! indices, which Vulkan permits; their size is chosen by the filter and is what the shader reads ([`Emulated`]). All
//! invocations of a subgroup are active at such an instruction, so only those beyond the workgroup's end must be excluded, if
//! the last subgroup is not full: `count` excludes them, and a read of one is undefined in Vulkan; it stays inside the arrays,
//! which have an element for each position of whole subgroups. Sums of floats are in index order, from 32 invocations on in rows of 8
//! and then of these, which Vulkan leaves open.
//!
//! # Precondition
//! A barrier must be reached by all invocations of the workgroup or by none. So the instruction's block must be proven to be
//! executed by all of them together ([`crate::specialize::Uniform`]). Where that fails, the control flow around it is replaced first
//! ([`crate::passes::Linearize`]), and the masks are part of what the instructions compute. If one instruction cannot be lowered, the whole
//! module is refused, since all of it has to refer to the same subgroups. Also refused: stages other than compute; modules with explicit
//! workgroup memory layouts; quads of derivatives; entry points that differ in workgroup size where subgroups would not all be full,
//! or the number of subgroups is read; and modules whose own workgroup memory leaves the device too little for the arrays
//! (`plan/sizes.rs`).
//!
//! # Pitfalls
//! - A fast invocation must not overwrite values of an exchange that a slow one has yet to read. So exchanges use two parts of the
//!   arrays in turn: who writes to one part has passed the barrier of the exchange by the other, and by then all have read the one
//!   before. Which part was last is in a private variable, the same for all invocations, since they execute the same exchanges; loops and
//!   functions need not know. Where workgroup memory has no room for two parts ([`Emulated::in_place`]), there is one, and a second
//!   barrier in front.
//! - Bits are joined by an atomic operation, and have to be zero before; that takes a barrier. A third part, set to zero an exchange ahead,
//!   would save it, but nothing is zero before the first exchange.
//! - The scope Subgroup of a memory instruction would be too narrow for an emulated subgroup, which need not be one of the
//!   device's: memory.rs widens it.
//! - Reads of a ballot (bit counts, extraction, first bits) exchange nothing: bits.rs lowers them, in any control flow.
//!
//! # Cost
//! A barrier and some 10 instructions for a shuffle, two barriers and about 15 for a vote or ballot; a reduction of 64 has two barriers
//! and reads 16 values. On lavapipe and SwiftShader a barrier takes as long as 3 and as 16 reads by all invocations
//! (`tests/tests/time/exchange.rs`), so one exchange in which each invocation reads 64 values is much slower, and so are log2(size) steps on
//! SwiftShader. `docs/cross-lane.md` has the figures for each operation and width.
//!
//! `subgroup-workgroup-memory` is shown by `corpus/shaders/subgroup/built_ins.comp`.

mod arithmetic;
mod exchange;
mod fold;
mod reads;
mod sets;

use super::{lanes, operands, operation, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::{stage_bit, Emulated, Key};
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{execution_model, op, scope};
use crate::views;

/// Emulated subgroups in workgroup memory.
pub const WORKGROUP: Rule = Rule {
    name: "subgroup-workgroup-memory",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary:
        "emulated subgroups of a workgroup's invocations, which exchange values through workgroup memory",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupNonUniformElect..=OpGroupNonUniformBallot,
            OpGroupNonUniformShuffle..=OpGroupNonUniformQuadSwap,
            OpGroupNonUniformQuadAllKHR,
            OpGroupNonUniformQuadAnyKHR,
            OpGroupNonUniformRotateKHR,
            OpGroupNonUniformPartitionEXT,
            OpControlBarrier
        ]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let emulated = build.scene.emulated.filter(|emulated| !emulated.is_alone());
    let emulated = emulated.ok_or(LowerError::Because(
        "subgroups are not emulated in workgroup memory",
    ))?;
    if inst.opcode() == op::OpControlBarrier
        && build.constant_value(views::ControlBarrier(inst).execution()) != Some(scope::Subgroup)
    {
        return Err(LowerError::Because("its scope is not Subgroup"));
    }
    let workgroup = build.constant(scope::Workgroup);
    let done = can_exchange(build).and_then(|()| match (inst.opcode(), inst.from(2)) {
        (op::OpControlBarrier, &[memory, semantics]) => {
            build.whole(&[inst.header(), workgroup, memory, semantics]);
            Ok(())
        }
        (op::OpControlBarrier, _) => Err(MALFORMED),
        _ => exchange(build, emulated, inst),
    });
    // What is missing for what was written, such as a built-in, is known to the builder.
    let refusal = match (done, build.failed()) {
        (Err(error), _) => Some(error),
        (Ok(()), failed) => failed,
    };
    if let Some(LowerError::Because(reason)) = refusal {
        let plan = &mut build.plan;
        plan.not_emulated = plan.not_emulated.or(Some((inst.offset(), reason)));
    }
    done
}

/// Whether all invocations of the workgroup are proven to reach the instruction together.
fn can_exchange(build: &Builder<'_, '_>) -> Result<(), LowerError> {
    let scene = build.scene;
    if build.stages() != stage_bit(execution_model::GLCompute) {
        return Err(LowerError::Because("it is not only for compute shaders"));
    }
    if !scene.uniform.is_uniform(build.plan.block) {
        return Err(LowerError::Because(
            "it is not proven that all invocations of the workgroup reach it together",
        ));
    }
    Ok(())
}

fn exchange(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
) -> Result<(), LowerError> {
    let opcode = inst.opcode();
    // The instructions without a scope operand come first.
    match (opcode, inst.from(3)) {
        (op::OpGroupNonUniformQuadAllKHR | op::OpGroupNonUniformQuadAnyKHR, &[predicate]) => {
            return sets::vote(build, emulated, inst, predicate);
        }
        (op::OpGroupNonUniformPartitionEXT, &[value]) => {
            return sets::partition(build, emulated, inst, value);
        }
        // A vote of the whole workgroup, which a pass has written.
        (op::OpGroupNonUniformAny, &[of, predicate])
            if build.constant_value(of) == Some(scope::Workgroup) =>
        {
            return sets::workgroup_vote(build, emulated, inst, predicate);
        }
        _ => {}
    }
    match (opcode, operands(build, inst)?) {
        (op::OpGroupNonUniformElect, &[]) => {
            let (own, zero) = (lanes::own(build), build.constant(0));
            build.op_as(
                inst.result(),
                op::OpIEqual,
                inst.result_type(),
                &[own, zero],
            );
            Ok(())
        }
        (op::OpGroupNonUniformAll | op::OpGroupNonUniformAny, &[predicate]) => {
            sets::vote(build, emulated, inst, predicate)
        }
        (op::OpGroupNonUniformAllEqual, &[value]) => sets::all_equal(build, emulated, inst, value),
        (op::OpGroupNonUniformBallot, &[predicate]) => {
            sets::ballot(build, emulated, inst, predicate)
        }
        (_, &[kind, value, ref rest @ ..]) if operation::is_operation(opcode) => {
            let more = rest.first().copied();
            arithmetic::lower(build, emulated, inst, (kind, value, more))
        }
        (_, &[value, ref rest @ ..]) => reads::lower(build, emulated, inst, value, rest),
        _ => Err(MALFORMED),
    }
}

/// Emits a call of the function with a key, and the function itself on first use. Refused if `body` returns `None`.
fn call<const N: usize>(
    build: &mut Builder<'_, '_>,
    id: u32,
    key: Key,
    arguments: [u32; N],
    body: impl FnOnce(&mut Builder<'_, '_>, [u32; N]) -> Option<u32>,
) -> Result<(), LowerError> {
    let mut written = true;
    build.call_keyed(id, key, &arguments, |build, parameters| {
        let result = parameters.try_into().ok();
        let result = result.and_then(|parameters| body(build, parameters));
        written = result.is_some();
        result.unwrap_or(0)
    });
    match written {
        true => Ok(()),
        false => Err(LowerError::Because(
            "its operands have a type that does not consist of words",
        )),
    }
}
