//! Relative shuffles and rotations by shuffles.
//!
//! With `i` the invocation's index:
//!
//! ```text
//! OpGroupNonUniformShuffleUp %x %delta       shuffle(x, i - delta)
//! OpGroupNonUniformShuffleDown %x %delta     shuffle(x, i + delta)
//! OpGroupNonUniformShuffleXor %x %mask       shuffle(x, i ^ mask)
//! OpGroupNonUniformRotateKHR %x %delta       shuffle(x, (i + delta) & (size - 1))
//!      … with clusters of n                  shuffle(x, (i & ~(n - 1)) | ((i + delta) & (n - 1)))
//! ```
//!
//! Exact: these are the definitions in the specification. If the source index is outside the subgroup or the invocation there
//! is inactive, the result is undefined in both forms. 2 instructions in addition to reading `i`; a rotation 3, or 5 to 7.
//!
//! `subgroup-rotate` is shown by `corpus/shaders/subgroup/rotate.spvasm`.
//! `subgroup-shuffle-relative` is shown by `corpus/shaders/subgroup/shuffle_up_down.comp`.

use super::{lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Shuffles up, down and xor.
pub const RELATIVE: Rule = Rule {
    name: "subgroup-shuffle-relative",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "shuffles up, down and xor by the general shuffle",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupNonUniformShuffleXor..=OpGroupNonUniformShuffleDown
        ]),
        lower: lower_relative,
    },
};

/// Rotations within the subgroup and within clusters.
pub const ROTATE: Rule = Rule {
    name: "subgroup-rotate",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "rotations by the general shuffle",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpGroupNonUniformRotateKHR]),
        lower: lower_rotate,
    },
};

fn lower_relative(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (&[value, operand], Some(opcode)) =
        (operands(build, inst)?, lanes::relative(inst.opcode()))
    else {
        return Err(MALFORMED);
    };
    let operand = lanes::number(build, operand)?;
    let (uint, own, subgroup) = (build.uint(), lanes::own(build), build.subgroup_scope());
    let source = build.op(opcode, uint, &[own, operand]);
    build.op_as(
        inst.result(),
        op::OpGroupNonUniformShuffle,
        inst.result_type(),
        &[subgroup, value, source],
    );
    Ok(())
}

fn lower_rotate(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let operands = operands(build, inst)?;
    let (uint, own, subgroup) = (build.uint(), lanes::own(build), build.subgroup_scope());
    let source = match *operands {
        [_, delta] => {
            let delta = lanes::number(build, delta)?;
            let size = lanes::size(build);
            let ones = build.constant(u32::MAX);
            let mask = build.op(op::OpIAdd, uint, &[size, ones]);
            let sum = build.op(op::OpIAdd, uint, &[own, delta]);
            build.op(op::OpBitwiseAnd, uint, &[sum, mask])
        }
        [_, delta, size] => {
            let delta = lanes::number(build, delta)?;
            let mask = match build.constant_value(size) {
                Some(size) => build.constant(size.wrapping_sub(1)),
                None => {
                    let size = lanes::number(build, size)?;
                    let ones = build.constant(u32::MAX);
                    build.op(op::OpIAdd, uint, &[size, ones])
                }
            };
            lanes::rotated(build, own, delta, mask)
        }
        _ => return Err(MALFORMED),
    };
    let value = operands.first().copied().ok_or(MALFORMED)?;
    build.op_as(
        inst.result(),
        op::OpGroupNonUniformShuffle,
        inst.result_type(),
        &[subgroup, value, source],
    );
    Ok(())
}
