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
            let of = value_type(input, build, inst)?;
            let first = first(build, mask);
            let shuffled = [subgroup, value, first];
            let other = build.op(op::OpGroupNonUniformShuffle, of, &shuffled);
            let said = choose(
                input,
                build,
                inst.operands().get(1),
                of,
                [mask, value, other],
            )?;
            with_last(build, inst, ty, operands, said);
        }
        (op::OpGroupNonUniformBroadcastFirst, &[_, value]) => {
            let first = first(build, mask);
            build.op_as(
                id,
                op::OpGroupNonUniformShuffle,
                ty,
                &[subgroup, value, first],
            );
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
            let of = value_type(input, build, inst)?;
            let identity = splat(input, build, inst.operands().get(2), of, scalar, bits)?;
            let masked = choose(
                input,
                build,
                inst.operands().get(2),
                of,
                [mask, value, identity],
            )?;
            let mut all = ArrayVec::<u32, 4>::from_iter([scope, kind, masked]);
            all.extend(rest.iter().copied().take(1));
            match is_sum && kind == group::ExclusiveScan {
                true => {
                    let sum = build.op(opcode, ty, &all);
                    let (zero, before) = (build.constant(0), before(build, mask));
                    let later = build.op(op::OpINotEqual, truth, &[before, zero]);
                    let none = build.null(ty);
                    choose_as(
                        input,
                        build,
                        inst.result_type(),
                        (id, ty),
                        [later, sum, none],
                    )?;
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

/// The first of them.
fn first(build: &mut ModuleBuilder, mask: u32) -> u32 {
    let (active, uint, subgroup) = (
        ballot(build, mask),
        build.uint(),
        build.constant(scope::Subgroup),
    );
    build.op(
        op::OpGroupNonUniformBallotFindLSB,
        uint,
        &[subgroup, active],
    )
}

/// How many of them come before the own invocation.
fn before(build: &mut ModuleBuilder, mask: u32) -> u32 {
    let (active, uint, subgroup) = (
        ballot(build, mask),
        build.uint(),
        build.constant(scope::Subgroup),
    );
    let operands = [subgroup, group::ExclusiveScan, active];
    build.op(op::OpGroupNonUniformBallotBitCount, uint, &operands)
}

/// The output's type of the value that an operation exchanges: of most, that of the result.
fn value_type(input: Input<'_>, build: &ModuleBuilder, inst: Inst<'_>) -> Result<u32, LowerError> {
    let at = match inst.opcode() {
        op::OpGroupNonUniformAllEqual => 1,
        _ => 2,
    };
    let value = inst.operands().get(at).copied().unwrap_or(0);
    build.get(input.type_of(value)).ok_or(TYPE)
}

/// Emits a selection between two values of the type of a value of the input, by a Boolean.
fn choose(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    like: Option<&u32>,
    ty: u32,
    values: [u32; 3],
) -> Result<u32, LowerError> {
    let id = build.id();
    let of = input.type_of(like.copied().unwrap_or(0));
    choose_as(input, build, of, (id, ty), values)?;
    Ok(id)
}

/// As [`choose`], with a given result.
fn choose_as(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    of: u32,
    (id, ty): (u32, u32),
    [condition, yes, no]: [u32; 3],
) -> Result<(), LowerError> {
    let condition = match input.view(of) {
        TypeView::Scalar(_) => condition,
        TypeView::Vector { count: 2..=4, .. } => {
            let TypeView::Vector { count, .. } = input.view(of) else {
                return Err(TYPE);
            };
            let truth = build.bool();
            let all = build.vector(truth, count);
            let parts = [condition; 4];
            let parts = parts.get(..count as usize).ok_or(TYPE)?;
            build.op(op::OpCompositeConstruct, all, parts)
        }
        _ => return Err(TYPE),
    };
    build.op_as(id, op::OpSelect, ty, &[condition, yes, no]);
    Ok(())
}

/// A constant, all of whose components have these bits, of the type of a value of the input.
fn splat(
    input: Input<'_>,
    build: &mut ModuleBuilder,
    like: Option<&u32>,
    ty: u32,
    scalar: Scalar,
    bits: u64,
) -> Result<u32, LowerError> {
    let of = input.type_of(like.copied().unwrap_or(0));
    let (part, count) = match input.view(of) {
        TypeView::Scalar(_) => (ty, 1),
        TypeView::Vector { component, count } => (build.get(component).ok_or(TYPE)?, count),
        _ => return Err(TYPE),
    };
    let one = match scalar {
        Scalar::Bool => {
            let opcode = match bits {
                0 => op::OpConstantFalse,
                _ => op::OpConstantTrue,
            };
            build.declare(opcode, Some(part), &[])
        }
        _ if scalar.width() > 32 => {
            let words = [bits as u32, (bits >> 32) as u32];
            build.declare(op::OpConstant, Some(part), &words)
        }
        // Narrow signed integers are sign-extended to a word (specification, section 2.2.1, "Literal").
        Scalar::Int {
            width,
            signed: true,
        } => {
            let shift = 32 - width.clamp(1, 32);
            let word = ((bits as u32) << shift) as i32 >> shift;
            build.declare(op::OpConstant, Some(part), &[word as u32])
        }
        _ => build.declare(op::OpConstant, Some(part), &[bits as u32]),
    };
    if count == 1 {
        return Ok(one);
    }
    let parts = [one; 4];
    let parts = parts.get(..count as usize).ok_or(TYPE)?;
    Ok(build.declare(op::OpConstantComposite, Some(ty), parts))
}
