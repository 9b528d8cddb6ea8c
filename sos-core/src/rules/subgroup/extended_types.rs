//! Subgroup operations on values of 8, 16 and 64 bits by those on 32-bit words, for devices without
//! `shaderSubgroupExtendedTypes`.
//!
//! An operation that only moves data does not depend on its type, so a value is moved as the 32-bit words that contain it:
//!
//! ```text
//! int8, int16, and vectors of them     OpSConvert to 32 bits and back             1 operation
//! float16, and vectors of them         OpBitcast of pairs to 32 bits and back     1 operation
//! int64, float64                       OpBitcast to two words and back            1 operation on a pair, each component
//! ```
//!
//! `OpGroupNonUniformAllEqual` of integers tests each word. Floats are compared as numbers with the first invocation's value,
//! which is moved.
//!
//! Exact: conversions to wider integers and back, and bitcasts, preserve every bit. Conversions between float widths would not:
//! they may flush denormals. Reductions and scans are computations; other rules lower them to shuffles first.
//!
//! `subgroup-words` is shown by `corpus/shaders/subgroup/quad_wide.frag`.

use super::vote::all_equal_to;
use super::{operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;
use crate::target::feature;
use arrayvec::ArrayVec;

/// Data movement of values that are not 32 bits wide.
pub const EXTENDED_TYPES: Rule = Rule {
    name: "subgroup-words",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "moves and comparisons of 8, 16 and 64 bits as those of 32-bit words",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupNonUniformAllEqual,
            OpGroupNonUniformBroadcast,
            OpGroupNonUniformBroadcastFirst,
            OpGroupNonUniformShuffle..=OpGroupNonUniformShuffleDown,
            OpGroupNonUniformQuadBroadcast,
            OpGroupNonUniformQuadSwap,
            OpGroupNonUniformRotateKHR
        ]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    if build
        .scene
        .target
        .has_feature(feature::shaderSubgroupExtendedTypes)
    {
        return Err(LowerError::Unrelated);
    }
    let (ty, id, opcode) = (inst.result_type(), inst.result(), inst.opcode());
    let (&value, rest) = operands(build, inst)?.split_first().ok_or(MALFORMED)?;
    if opcode == op::OpGroupNonUniformAllEqual {
        return lower_all_equal(build, inst, value);
    }
    move_as(build, id, opcode, ty, value, rest)
}

/// Emits a move of a value by `opcode`, whose other operands are `rest`.
fn move_as(
    build: &mut Builder<'_, '_>,
    id: u32,
    opcode: u16,
    ty: u32,
    value: u32,
    rest: &[u32],
) -> Result<(), LowerError> {
    let subgroup = build.subgroup_scope();
    let words = to_words(build, ty, value).ok_or(LowerError::Unrelated)?;
    let mut moved = Ids::new();
    for (word, word_type) in words {
        let mut list = [subgroup, word, 0, 0];
        let list = list.get_mut(..2 + rest.len()).ok_or(MALFORMED)?;
        list.iter_mut()
            .skip(2)
            .zip(rest)
            .for_each(|(slot, &id)| *slot = id);
        moved.push(build.op(opcode, word_type, list));
    }
    from_words(build, id, ty, &moved).ok_or(MALFORMED)
}

fn lower_all_equal(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    value: u32,
) -> Result<(), LowerError> {
    let (truth, id) = (inst.result_type(), inst.result());
    let ty = build.type_of(value);
    if matches!(build.shape(ty), Some((Scalar::Float { .. }, _))) {
        let first = build.id();
        move_as(
            build,
            first,
            op::OpGroupNonUniformBroadcastFirst,
            ty,
            value,
            &[],
        )?;
        return all_equal_to(build, inst, value, first);
    }
    let words = to_words(build, ty, value).ok_or(LowerError::Unrelated)?;
    let subgroup = build.subgroup_scope();
    let words: Ids = words.iter().map(|&(word, _)| word).collect();
    build.join_as(id, (op::OpLogicalAnd, truth), &words, |build, id, word| {
        build.op_as(id, op::OpGroupNonUniformAllEqual, truth, &[subgroup, word]);
    });
    Ok(())
}

/// Maximum number of components of a vector.
const MAX_COMPONENTS: usize = 4;

/// Ids, at most one per component.
pub type Ids = ArrayVec<u32, MAX_COMPONENTS>;

/// Ids and their types, at most one per component.
pub type Typed = ArrayVec<(u32, u32), MAX_COMPONENTS>;

/// A list of one element.
pub fn one(id: u32, ty: u32) -> Typed {
    core::iter::once((id, ty)).collect()
}

/// The 32-bit words, or vectors of words, that contain a value, each with its type; `None` for 32-bit types and Booleans.
pub fn to_words(build: &mut Builder<'_, '_>, ty: u32, value: u32) -> Option<Typed> {
    let (scalar, count) = build.shape(ty)?;
    let uint = build.uint();
    let wide = build.vector(uint, count);
    Some(match scalar {
        Scalar::Int { width: 8 | 16, .. } => one(build.op(op::OpSConvert, wide, &[value]), wide),
        Scalar::Float { width: 16 } => {
            let (paired, words) = pairs(build, ty, count);
            let even = match count {
                1 => build.op(op::OpCompositeConstruct, paired, &[value, value]),
                3 => {
                    let part = build.component(ty);
                    let first = build.op(op::OpCompositeExtract, part, &[value, 0]);
                    build.op(op::OpCompositeConstruct, paired, &[value, first])
                }
                _ => value,
            };
            one(build.op(op::OpBitcast, words, &[even]), words)
        }
        Scalar::Int { width: 64, .. } | Scalar::Float { width: 64 } => {
            let pair = build.vector(uint, 2);
            let mut words = Typed::new();
            for at in 0..count {
                let part = if count == 1 {
                    value
                } else {
                    let part = build.component(ty);
                    build.op(op::OpCompositeExtract, part, &[value, at])
                };
                words
                    .try_push((build.op(op::OpBitcast, pair, &[part]), pair))
                    .ok()?;
            }
            words
        }
        _ => return None,
    })
}

/// Emits the value that the words contain.
pub fn from_words(build: &mut Builder<'_, '_>, id: u32, ty: u32, words: &[u32]) -> Option<()> {
    let (scalar, count) = build.shape(ty)?;
    let &first = words.first()?;
    match (scalar, count) {
        (Scalar::Int { width: 8 | 16, .. }, _) => build.op_as(id, op::OpSConvert, ty, &[first]),
        (Scalar::Float { width: 16 }, 2 | 4) => build.op_as(id, op::OpBitcast, ty, &[first]),
        (Scalar::Float { width: 16 }, _) => {
            let (paired, _) = pairs(build, ty, count);
            let even = build.op(op::OpBitcast, paired, &[first]);
            if count == 1 {
                build.op_as(id, op::OpCompositeExtract, ty, &[even, 0]);
            } else {
                build.op_as(id, op::OpVectorShuffle, ty, &[even, even, 0, 1, 2]);
            }
        }
        (_, 1) => build.op_as(id, op::OpBitcast, ty, &[first]),
        _ => {
            let part = build.component(ty);
            let parts: Ids = words
                .iter()
                .take(MAX_COMPONENTS)
                .map(|&word| build.op(op::OpBitcast, part, &[word]))
                .collect();
            build.op_as(id, op::OpCompositeConstruct, ty, &parts);
        }
    }
    Some(())
}

/// For 16-bit floats: the vector type rounded up to an even number of components, and the type of its words.
fn pairs(build: &mut Builder<'_, '_>, ty: u32, count: u32) -> (u32, u32) {
    let (part, uint) = (build.component(ty), build.uint());
    let words = count.div_ceil(2);
    (build.vector(part, 2 * words), build.vector(uint, words))
}
