//! Arithmetic on invocation indices, and on ballots as sets of them.
//!
//! A ballot is a `uvec4`: bit `i & 31` of word `i >> 5` belongs to invocation `i`. Code for a target whose subgroups have at
//! most 32 invocations uses only the first word.

use super::built_ins;
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::rules::LowerError;
use crate::tables::{built_in, glsl_std_450 as glsl, op};
use arrayvec::ArrayVec;

/// The maximum size of a subgroup on the target: a power of two.
pub fn max_size(build: &Builder<'_, '_>) -> u32 {
    build.scene.target.largest_subgroup()
}

/// The invocation's index in the subgroup.
pub fn own(build: &mut Builder<'_, '_>) -> u32 {
    built_ins::read(build, built_in::SubgroupLocalInvocationId)
}

/// The size of the subgroup.
pub fn size(build: &mut Builder<'_, '_>) -> u32 {
    built_ins::read(build, built_in::SubgroupSize)
}

/// The instruction that computes the source index of a relative shuffle from the own index and the operand.
pub fn relative(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpGroupNonUniformShuffleXor => op::OpBitwiseXor,
        op::OpGroupNonUniformShuffleUp => op::OpISub,
        op::OpGroupNonUniformShuffleDown => op::OpIAdd,
        _ => return None,
    })
}

/// Converts an index, a distance or a direction of any integer type to a 32-bit unsigned integer. At most 1 instruction.
pub fn number(build: &mut Builder<'_, '_>, id: u32) -> Result<u32, LowerError> {
    let uint = build.uint();
    let ty = build.type_of(id);
    match build.shape(ty) {
        _ if ty == uint => Ok(id),
        Some((Scalar::Int { width, .. }, 1)) => Ok(match (build.constant_value(id), width) {
            (Some(value), _) => build.constant(value),
            (None, 32) => build.op(op::OpBitcast, uint, &[id]),
            _ => build.op(op::OpUConvert, uint, &[id]),
        }),
        _ => Err(LowerError::Because("its index is not an integer")),
    }
}

/// Converts a 32-bit unsigned integer to a result of any width. 1 instruction.
pub fn number_as(build: &mut Builder<'_, '_>, id: u32, ty: u32, number: u32) {
    let convert = match build.type_of(number) == ty {
        true => op::OpCopyObject,
        false => op::OpUConvert,
    };
    build.op_as(id, convert, ty, &[number]);
}

/// Ballot of the active invocations. 1 instruction.
pub fn active(build: &mut Builder<'_, '_>) -> u32 {
    let yes = build.constant_true();
    ballot(build, yes)
}

/// Ballot of a predicate. 1 instruction.
pub fn ballot(build: &mut Builder<'_, '_>, predicate: u32) -> u32 {
    let (uint, subgroup) = (build.uint(), build.subgroup_scope());
    let set = build.vector(uint, 4);
    build.op(op::OpGroupNonUniformBallot, set, &[subgroup, predicate])
}

/// Whether two values of a type are equal: floats as ordered numbers, vectors in every component; `None` if it is no scalar or
/// vector. 1 instruction, or 2.
pub fn equal(build: &mut Builder<'_, '_>, ty: u32, values: [u32; 2]) -> Option<u32> {
    let (scalar, count) = build.shape(ty)?;
    let truth = build.bool();
    let equal = match scalar {
        Scalar::Bool => op::OpLogicalEqual,
        Scalar::Int { .. } => op::OpIEqual,
        Scalar::Float { .. } => op::OpFOrdEqual,
    };
    if count == 1 {
        return Some(build.op(equal, truth, &values));
    }
    let truths = build.vector(truth, count);
    let each = build.op(equal, truths, &values);
    Some(build.op(op::OpAll, truth, &[each]))
}

/// Emits a shuffle. 1 instruction.
pub fn shuffle(build: &mut Builder<'_, '_>, ty: u32, value: u32, source: u32) -> u32 {
    let subgroup = build.subgroup_scope();
    build.op(op::OpGroupNonUniformShuffle, ty, &[subgroup, value, source])
}

/// Words of a set of invocations: at most four, for 128 invocations.
pub type Words = ArrayVec<u32, 4>;

/// The words of a set that can have bits, lowest first. 1 instruction each.
pub fn words(build: &mut Builder<'_, '_>, set: u32, most: u32) -> Words {
    let uint = build.uint();
    let count = most.div_ceil(32).clamp(1, 4);
    (0..count)
        .map(|word| build.op(op::OpCompositeExtract, uint, &[set, word]))
        .collect()
}

/// The bits of a set below `number`. 1 instruction for one word, 2 to 3 more for each of several.
pub fn below(build: &mut Builder<'_, '_>, words: &Words, number: u32) -> Words {
    let (uint, zero, most) = (build.uint(), build.constant(0), build.constant(32));
    let mut cut = Words::new();
    for (at, &word) in words.iter().enumerate() {
        let bits = match (words.len(), at) {
            (1, _) => number,
            (_, 0) => build.glsl(glsl::UMin, uint, &[number, most]),
            _ => {
                let first = build.constant(32 * at as u32);
                let least = build.glsl(glsl::UMax, uint, &[number, first]);
                let above = build.op(op::OpISub, uint, &[least, first]);
                build.glsl(glsl::UMin, uint, &[above, most])
            }
        };
        cut.push(build.op(op::OpBitFieldUExtract, uint, &[word, zero, bits]));
    }
    cut
}

/// The highest member of a set, or all ones if it is empty. 1 instruction for one word, 4 more for each further one.
pub fn highest(build: &mut Builder<'_, '_>, words: &[u32]) -> u32 {
    let (uint, truth, zero) = (build.uint(), build.bool(), build.constant(0));
    let mut best = None;
    for (at, &word) in words.iter().enumerate() {
        let here = build.glsl(glsl::FindUMsb, uint, &[word]);
        best = Some(match best {
            None => here,
            Some(lower) => {
                let first = build.constant(32 * at as u32);
                let number = build.op(op::OpIAdd, uint, &[here, first]);
                let any = build.op(op::OpINotEqual, truth, &[word, zero]);
                build.op(op::OpSelect, uint, &[any, number, lower])
            }
        });
    }
    best.unwrap_or(zero)
}

/// The lowest member of a set, undefined if it is empty. 1 instruction for one word, 3 more for each further one.
pub fn lowest(build: &mut Builder<'_, '_>, words: &[u32]) -> u32 {
    let (uint, truth, zero) = (build.uint(), build.bool(), build.constant(0));
    let mut best = None;
    for (at, &word) in words.iter().enumerate().rev() {
        let mut here = build.glsl(glsl::FindILsb, uint, &[word]);
        if at != 0 {
            let first = build.constant(32 * at as u32);
            here = build.op(op::OpIAdd, uint, &[here, first]);
        }
        best = Some(match best {
            None => here,
            Some(higher) => {
                let any = build.op(op::OpINotEqual, truth, &[word, zero]);
                build.op(op::OpSelect, uint, &[any, here, higher])
            }
        });
    }
    best.unwrap_or(zero)
}

/// The index `delta` further, modulo the segment's size; `mask` is that size, a power of two, minus 1. 5 instructions.
pub fn rotated(build: &mut Builder<'_, '_>, own: u32, delta: u32, mask: u32) -> u32 {
    let uint = build.uint();
    let rest = build.op(op::OpNot, uint, &[mask]);
    let first = build.op(op::OpBitwiseAnd, uint, &[own, rest]);
    let sum = build.op(op::OpIAdd, uint, &[own, delta]);
    let within = build.op(op::OpBitwiseAnd, uint, &[sum, mask]);
    build.op(op::OpBitwiseOr, uint, &[first, within])
}

/// The index at `place` in the segment of `size` invocations that contains `of`. `size` is a power of two. 2 instructions.
pub fn in_segment(build: &mut Builder<'_, '_>, of: u32, size: u32, place: u32) -> u32 {
    let uint = build.uint();
    let rest = build.constant(!(size - 1));
    let first = build.op(op::OpBitwiseAnd, uint, &[of, rest]);
    build.op(op::OpBitwiseOr, uint, &[first, place])
}
