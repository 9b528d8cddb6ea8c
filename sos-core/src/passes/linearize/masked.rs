//! Operations of the subgroup, of those invocations for which a mask is true.
//!
//! All invocations execute the output, so that the mask has to be part of what is computed. With the mask `m` of an invocation,
//! `active = Ballot(m)`, `first = BallotFindLSB(active)` and `before = BallotBitCount ExclusiveScan (active)`:
//!
//! ```text
//! Elect                     before == 0
//! All p, QuadAll p          All(p || !m)
//! Any p, QuadAny p          Any(p && m)
//! AllEqual x                AllEqual(m ? x : Shuffle(x, first))
//! Ballot p                  Ballot(p && m)
//! BroadcastFirst x          Shuffle(x, first)
//! Reduce, scans x           the same of m ? x : identity
//! ExclusiveScan FAdd x      before == 0 ? 0 : the same of m ? x : -0
//! Partition x               Partition(x) & active
//! shuffles, broadcasts, rotations and swaps: as they are
//! ```
//!
//! # Exactness
//! These are the definitions of the operations for the active invocations, those with a true mask. What an invocation reads from
//! one that is not active is undefined, and so is what these compute for themselves; nothing stores that. The identity of a sum of
//! floats is -0, since 0 would turn a sum of negative zeros into 0; an exclusive scan starts with 0 all the same (specification,
//! `OpGroupNonUniformFAdd`). A minimum or maximum of floats is undefined if all its values are NaN, so that infinity may be there.

use crate::build::Build;
use crate::facts::{identity_bits, Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::{Input, LowerError, ModuleBuilder};
use crate::tables::{capability, group_operation as group, op, scope};
use arrayvec::ArrayVec;

/// The most components of a vector.
const MOST: u32 = 4;

const TYPE: LowerError =
    LowerError::Because("an operation of the subgroup on a type that it does not accept");

/// Emits an operation for the invocations with a true mask. `operands` are those behind its result, as ids of the output.
pub fn operation(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    inst: Inst<'_>,
    operands: &[u32],
    mask: u32,
) -> Result<(), LowerError> {
    let (id, opcode) = (inst.result(), inst.opcode());
    let ty = build.get(inst.result_type()).ok_or(TYPE)?;
    build.capability(capability::GroupNonUniformBallot);
    build.capability(capability::GroupNonUniformShuffle);
    let subgroup = build.constant(scope::Subgroup);
    let truth = build.bool();
    match (opcode, operands) {
        (op::OpGroupNonUniformElect, _) => {
            let (zero, before) = (build.constant(0), before(build, mask));
            build.op_as(id, op::OpIEqual, ty, &[before, zero]);
        }
        (op::OpGroupNonUniformAll | op::OpGroupNonUniformQuadAllKHR, &[.., predicate]) => {
            let idle = build.op(op::OpLogicalNot, truth, &[mask]);
            let said = build.op(op::OpLogicalOr, truth, &[predicate, idle]);
            with_last(build, inst, ty, operands, said);
        }
        (
            op::OpGroupNonUniformAny
            | op::OpGroupNonUniformQuadAnyKHR
            | op::OpGroupNonUniformBallot,
            &[.., predicate],
        ) => {
            let said = build.op(op::OpLogicalAnd, truth, &[predicate, mask]);
            with_last(build, inst, ty, operands, said);
        }
        (op::OpGroupNonUniformAllEqual, &[_, value]) => {
            let of = exchanged(input, inst, 1);
            let first = read_ballot(build, op::OpGroupNonUniformBallotFindLSB, &[], mask);
            let shuffled = [subgroup, value, first];
            let value_type = build.get(of).ok_or(TYPE)?;
            let other = build.op(op::OpGroupNonUniformShuffle, value_type, &shuffled);
            let said = build.id();
            choose(input, build, (said, of), [mask, value, other])?;
            with_last(build, inst, ty, operands, said);
        }
        (op::OpGroupNonUniformBroadcastFirst, &[_, value]) => {
            let first = read_ballot(build, op::OpGroupNonUniformBallotFindLSB, &[], mask);
            let shuffled = [subgroup, value, first];
            build.op_as(id, op::OpGroupNonUniformShuffle, ty, &shuffled);
        }
        (op::OpGroupNonUniformPartitionEXT, &[value]) => {
            let active = ballot(build, mask);
            let all = build.op(opcode, ty, &[value]);
            build.op_as(id, op::OpBitwiseAnd, ty, &[all, active]);
        }
        (
            op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor,
            &[scope, kind, value, ref rest @ ..],
        ) => {
            let scalar = input.scalar_of(inst.result_type()).ok_or(TYPE)?;
            let start = identity_bits(opcode, scalar).ok_or(TYPE)?;
            let is_sum = opcode == op::OpGroupNonUniformFAdd;
            let bits = match is_sum {
                true => 1 << (scalar.width() - 1).min(63),
                false => start,
            };
            let of = exchanged(input, inst, 2);
            let identity = splat(input, build, of, bits)?;
            let masked = build.id();
            choose(input, build, (masked, of), [mask, value, identity])?;
            let mut all = ArrayVec::<u32, 4>::from_iter([scope, kind, masked]);
            all.extend(rest.iter().copied().take(1));
            match is_sum && kind == group::ExclusiveScan {
                true => {
                    let sum = build.op(opcode, ty, &all);
                    let (zero, before) = (build.constant(0), before(build, mask));
                    let later = build.op(op::OpINotEqual, truth, &[before, zero]);
                    let none = build.null(ty);
                    choose(input, build, (id, inst.result_type()), [later, sum, none])?;
                }
                false => build.op_as(id, opcode, ty, &all),
            }
        }
        _ => build.op_as(id, opcode, ty, operands),
    }
    Ok(())
}

/// Emits an operation with another last operand.
fn with_last(build: &mut ModuleBuilder, inst: Inst<'_>, ty: u32, operands: &[u32], last: u32) {
    let mut all: ArrayVec<u32, 4> = operands.iter().copied().take(4).collect();
    if let Some(slot) = all.last_mut() {
        *slot = last;
    }
    build.op_as(inst.result(), inst.opcode(), ty, &all);
}

/// The set of invocations for which a mask is true.
fn ballot(build: &mut ModuleBuilder, mask: u32) -> u32 {
    let (uint, subgroup) = (build.uint(), build.constant(scope::Subgroup));
    let set = build.vector(uint, 4);
    build.op(op::OpGroupNonUniformBallot, set, &[subgroup, mask])
}

/// How many of them come before the own invocation.
fn before(build: &mut ModuleBuilder, mask: u32) -> u32 {
    let kind = [group::ExclusiveScan];
    read_ballot(build, op::OpGroupNonUniformBallotBitCount, &kind, mask)
}

/// Emits a number that is read from that set, with the operands before it.
fn read_ballot(build: &mut ModuleBuilder, opcode: u16, kind: &[u32], mask: u32) -> u32 {
    let (active, uint) = (ballot(build, mask), build.uint());
    let mut operands = ArrayVec::<u32, 3>::from_iter([build.constant(scope::Subgroup)]);
    operands.extend(kind.iter().copied().take(1));
    operands.push(active);
    build.op(opcode, uint, &operands)
}

/// The type of an operand in the input: of most values that are exchanged, that of the result.
fn exchanged(input: Input<'_>, inst: Inst<'_>, at: usize) -> u32 {
    let value = inst.operands().get(at).copied().unwrap_or(0);
    input.type_of(value)
}

/// The scalar type of a scalar or vector type of the input, and the number of components.
fn shape(input: Input<'_>, ty: u32) -> Result<(Scalar, u32), LowerError> {
    let shape = input.view(ty).shape(|component| input.view(component));
    shape.filter(|one| one.1 <= MOST).ok_or(TYPE)
}

/// Emits a selection between two values of a type of the input by a Boolean, with a given result.
fn choose(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    (id, of): (u32, u32),
    [condition, yes, no]: [u32; 3],
) -> Result<(), LowerError> {
    let ty = build.get(of).ok_or(TYPE)?;
    let condition = match shape(input, of)?.1 {
        1 => condition,
        count => {
            let truth = build.bool();
            let all = build.vector(truth, count);
            let parts = [condition; MOST as usize];
            let parts = parts.get(..count as usize).ok_or(TYPE)?;
            build.op(op::OpCompositeConstruct, all, parts)
        }
    };
    build.op_as(id, op::OpSelect, ty, &[condition, yes, no]);
    Ok(())
}

/// A constant of a type of the input, all of whose components have these bits.
fn splat(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    of: u32,
    bits: u64,
) -> Result<u32, LowerError> {
    let (scalar, count) = shape(input, of)?;
    let component = match input.view(of) {
        TypeView::Vector { component, .. } => component,
        _ => of,
    };
    let [ty, part] = [of, component].map(|ty| build.get(ty));
    let (opcode, words) = scalar.constant(bits);
    let one = build.declare(opcode, Some(part.ok_or(TYPE)?), &words);
    if count == 1 {
        return Ok(one);
    }
    let parts = [one; MOST as usize];
    let parts = parts.get(..count as usize).ok_or(TYPE)?;
    Ok(build.declare(op::OpConstantComposite, Some(ty.ok_or(TYPE)?), parts))
}
