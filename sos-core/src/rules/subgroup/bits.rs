//! Instructions that read ballots, by bit operations.
//!
//! With `i` the invocation's index, `size` the subgroup's size, and the bits of all words that the largest subgroup needs:
//!
//! ```text
//! OpGroupNonUniformInverseBallot %b              bit i of b
//! OpGroupNonUniformBallotBitExtract %b %n        bit n of b
//! OpGroupNonUniformBallotBitCount Reduce %b      bits of b below size, counted
//!    … InclusiveScan, ExclusiveScan              bits of b below i + 1, below i, counted
//! OpGroupNonUniformBallotFindLSB %b              the lowest bit of b below size
//! OpGroupNonUniformBallotFindMSB %b              the highest
//! ```
//!
//! Exact: bits beyond the subgroup are never counted ("only the bits corresponding to invocations within the scope", in the
//! specification of each instruction). A tested bit beyond the subgroup, and the position of a bit in an empty set, are
//! undefined in both forms. 3 to 5 instructions for up to 32 invocations, in addition to reading built-ins; up to 22 for 128.
//!
//! `subgroup-ballot-bits` is shown by `corpus/shaders/subgroup/ballot_beyond.comp`.

use super::{lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{group_operation as group, op};

/// Instructions that read ballots.
pub const BITS: Rule = Rule {
    name: "subgroup-ballot-bits",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "tests, counts and searches in ballots by bit operations",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupNonUniformInverseBallot..=OpGroupNonUniformBallotFindMSB
        ]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.result_type(), inst.result());
    match (inst.opcode(), operands(build, inst)?) {
        (op::OpGroupNonUniformInverseBallot, &[set]) => {
            let own = lanes::own(build);
            bit(build, id, ty, set, own);
        }
        (op::OpGroupNonUniformBallotBitExtract, &[set, number]) => {
            let number = lanes::number(build, number)?;
            bit(build, id, ty, set, number);
        }
        (op::OpGroupNonUniformBallotBitCount, &[kind, set]) => {
            let end = match kind {
                group::Reduce => lanes::size(build),
                group::InclusiveScan => {
                    let (uint, one) = (build.uint(), build.constant(1));
                    let own = lanes::own(build);
                    build.op(op::OpIAdd, uint, &[own, one])
                }
                group::ExclusiveScan => lanes::own(build),
                _ => {
                    return Err(LowerError::Because(
                        "it counts neither all bits nor those of lower invocations",
                    ))
                }
            };
            let words = cut(build, set, end);
            build.join_as(id, (op::OpIAdd, ty), &words, |build, id, word| {
                build.op_as(id, op::OpBitCount, ty, &[word]);
            });
        }
        (opcode, &[set]) => {
            let end = lanes::size(build);
            let words = cut(build, set, end);
            let found = if opcode == op::OpGroupNonUniformBallotFindLSB {
                lanes::lowest(build, &words)
            } else {
                lanes::highest(build, &words)
            };
            lanes::number_as(build, id, ty, found);
        }
        _ => return Err(MALFORMED),
    }
    Ok(())
}

/// The words of a set with only the bits below `end`.
fn cut(build: &mut Builder<'_, '_>, set: u32, end: u32) -> lanes::Words {
    let most = lanes::max_size(build);
    let words = lanes::words(build, set, most);
    lanes::below(build, &words, end)
}

/// Emits a test whether bit `number` of a set is set.
fn bit(build: &mut Builder<'_, '_>, id: u32, ty: u32, set: u32, number: u32) {
    let uint = build.uint();
    let [zero, one, five, low] = [0, 1, 5, 31].map(|value| build.constant(value));
    let at = build.op(op::OpShiftRightLogical, uint, &[number, five]);
    let word = build.op(op::OpVectorExtractDynamic, uint, &[set, at]);
    let place = build.op(op::OpBitwiseAnd, uint, &[number, low]);
    let shifted = build.op(op::OpShiftRightLogical, uint, &[word, place]);
    let bit = build.op(op::OpBitwiseAnd, uint, &[shifted, one]);
    build.op_as(id, op::OpINotEqual, ty, &[bit, zero]);
}
