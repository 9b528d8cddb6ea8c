//! Subgroups made of a workgroup's invocations, which exchange what they hold through workgroup memory: for devices
//! that have no operations on subgroups, or too few for any other rung.
//!
//! With `words` arrays in workgroup memory, one for each 32-bit word of a value and with an element for each invocation,
//! `l` the built-in `LocalInvocationIndex`, `i = l & (size - 1)` the own number, `base = l & -size` the place of the
//! subgroup's first invocation and `count` how many there are of them:
//!
//! ```text
//! give(x):    OpControlBarrier %workgroup %workgroup AcquireRelease|WorkgroupMemory
//!             words[l] = x
//!             OpControlBarrier …
//! take(k):    words[base + k]
//!
//! OpGroupNonUniformShuffle %x %n       give(x);  take(n & (size - 1))       up, down, xor, rotate, quads, broadcasts alike
//! OpGroupNonUniformIAdd Reduce %x      give(x);  v = take(0);  for k from 1 to count - 1:  v = v + take(k)
//!    … InclusiveScan                   … to i
//!    … ExclusiveScan                   … to i - 1, and the identity for i = 0
//!    … ClusteredReduce                 … from the first to the last of the own cluster
//!    … partitioned                     v = identity;  for k …:  v = bit k of the set ? v + take(k) : v
//! OpGroupNonUniformBallot %p           give(p ? 1 << (i & 31) : 0);  each word of the set is its 32 invocations' words or-ed
//! OpGroupNonUniformAll, Any %p         give(p ? 1 : 0);  all of the count's words and-ed, or-ed;  those of the own quad
//! OpGroupNonUniformAllEqual %x         give(x);  v = true;  for k …:  v = v and take(k) == take(0)
//! OpGroupNonUniformPartitionEXT %x     give(x);  bit k of the set: take(k) has the bits of x
//! OpGroupNonUniformElect               i == 0
//! OpControlBarrier %subgroup …         the same with the scope Workgroup
//! ```
//!
//! # Exactness
//! Exact: these are the definitions of the operations, for subgroups that are cut from a workgroup in the order of its
//! invocations, which Vulkan leaves open; their size is chosen and told to the shader ([`Emulated`]). All invocations of a
//! subgroup are active at such a place, so none has to be left out but those beyond the workgroup's end, where the last
//! subgroup is not full: `count` ends before them, and a read of one is undefined in Vulkan; it stays inside of the
//! arrays, which have an element for each place of a whole subgroup. Sums of floats go in the order of the numbers.
//!
//! # Where
//! A barrier must be reached by all invocations of the workgroup or by none. So a place counts only if the block is
//! proven to be run by all of them together ([`crate::specialize::Uniform`]); one place that is not refuses the whole
//! module, since all of it has to speak of the same subgroups. Likewise refused: stages other than compute; a module that
//! lays out its workgroup memory; quads of derivatives; entry points whose workgroups differ in size; and a module whose
//! own workgroup memory leaves the device too little for the arrays (`plan/sizes.rs`).
//!
//! # Pitfalls
//! - Two barriers for an exchange: the second lets reads see what was written, the first keeps a fast invocation from
//!   writing over what a slow one has yet to read of the last exchange. A second set of arrays, taken in turn, would save
//!   one of them only where two exchanges surely follow each other, which no loop or function can tell.
//! - The scope Subgroup of a memory instruction would not be wide enough for such a subgroup, which need not be one of the
//!   device's: memory.rs widens it.
//! - Reads of a ballot (bit counts, extraction, first bits) exchange nothing: bits.rs takes them, under any control flow.
//!
//! # How much
//! Besides the two barriers, for one word and a workgroup of several full subgroups: a shuffle 7 instructions; a reduction
//! 8 and 7 for each invocation of the subgroup, one of which is a read that all of them make at the same place, and so are
//! ballots and votes. Log2(size) steps, as registers want it, would need two barriers each. `docs/cross-lane.md` has the
//! figures for each operation and width.

mod arithmetic;
mod exchange;
mod fold;
mod reads;
mod sets;

use super::{lanes, operands, operation, MALFORMED};
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::{stage_bit, Emulated, Key};
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{execution_model, op, scope};

/// Subgroups in workgroup memory.
pub const WORKGROUP: Rule = Rule {
    name: "subgroup-workgroup-memory",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary:
        "emulated emulated subgroups of a workgroup's invocations, which exchange values through workgroup memory",
    action: Action::Lower {
        claims: |_, inst| {
            matches!(
                inst.opcode(),
                op::OpGroupNonUniformElect
                    ..=op::OpGroupNonUniformBallot
                        | op::OpGroupNonUniformShuffle..=op::OpGroupNonUniformQuadSwap
                        | op::OpGroupNonUniformQuadAllKHR
                        | op::OpGroupNonUniformQuadAnyKHR
                        | op::OpGroupNonUniformRotateKHR
                        | op::OpGroupNonUniformPartitionEXT
                        | op::OpControlBarrier
            )
        },
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let emulated = build.scene.emulated.filter(|emulated| !emulated.is_alone());
    let emulated = emulated.ok_or(Refusal("subgroups are not emulated in workgroup memory"))?;
    if inst.opcode() == op::OpControlBarrier
        && build.constant_value(inst.word(1)) != Some(scope::Subgroup)
    {
        return Err(Refusal("its scope is not Subgroup"));
    }
    let workgroup = build.constant(scope::Workgroup);
    let done = can_exchange(build).and_then(|()| match (inst.opcode(), inst.from(2)) {
        (op::OpControlBarrier, &[memory, semantics]) => {
            build.raw(&[inst.word(0), workgroup, memory, semantics]);
            Ok(())
        }
        (op::OpControlBarrier, _) => Err(MALFORMED),
        _ => exchange(build, emulated, inst),
    });
    if let Err(Refusal(reason)) = done {
        let plan = &mut build.plan;
        plan.not_emulated = plan.not_emulated.or(Some((inst.offset(), reason)));
    }
    done
}

/// Whether all invocations of the workgroup come to the place.
fn can_exchange(build: &Builder<'_, '_>) -> Result<(), Refusal> {
    let scene = build.scene;
    if build.stages() != stage_bit(execution_model::GLCompute) {
        return Err(Refusal("it is not only for compute shaders"));
    }
    if !scene.uniform.is_uniform(build.plan.block) {
        return Err(Refusal(
            "it is not proven that all invocations of the workgroup reach it together",
        ));
    }
    Ok(())
}

fn exchange(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
) -> Result<(), Refusal> {
    let opcode = inst.opcode();
    // Those without a scope come first.
    match (opcode, inst.from(3)) {
        (op::OpGroupNonUniformQuadAllKHR | op::OpGroupNonUniformQuadAnyKHR, &[predicate]) => {
            return sets::vote(build, emulated, inst, predicate);
        }
        (op::OpGroupNonUniformPartitionEXT, &[value]) => {
            return sets::partition(build, emulated, inst, value);
        }
        _ => {}
    }
    match (opcode, operands(build, inst)?) {
        (op::OpGroupNonUniformElect, &[]) => {
            let (own, zero) = (lanes::own(build), build.constant(0));
            build.op_as(inst.word(2), op::OpIEqual, inst.word(1), &[own, zero]);
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

/// Calls the function with a key, which is written if there is none yet. Its body may find that it cannot be.
fn call(
    build: &mut Builder<'_, '_>,
    id: u32,
    key: Key,
    arguments: &[u32],
    body: impl FnOnce(&mut Builder<'_, '_>, &[u32]) -> Option<u32>,
) -> Result<(), Refusal> {
    let mut written = true;
    build.call_as(id, key, arguments, |build, parameters| {
        let result = body(build, parameters);
        written = result.is_some();
        result.unwrap_or(0)
    });
    match written {
        true => Ok(()),
        false => Err(Refusal(
            "its operands have a type that does not consist of words",
        )),
    }
}
