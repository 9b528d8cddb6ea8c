//! Quad operations by shuffles and ballots.
//!
//! A quad is four consecutive invocations, of which `i & ~3` is the first:
//!
//! ```text
//! OpGroupNonUniformQuadBroadcast %x %n       shuffle(x, (i & ~3) | n)
//! OpGroupNonUniformQuadSwap %x %direction    shuffle(x, i ^ (direction + 1))
//! OpGroupNonUniformQuadAnyKHR %p             the quad's four bits of ballot(p) are not all 0
//! OpGroupNonUniformQuadAllKHR %p             the quad's four bits of ballot(not p) are all 0
//! ```
//!
//! Exact: directions 0, 1 and 2 are horizontal, vertical and diagonal, that is bit 0, bit 1 and both. Votes include only active
//! invocations, and so do ballots. 2 to 3 instructions in addition to reading `i`; votes 7 or 8.
//! Not in fragment shaders: quads there include helper invocations, which a quad operation sees and a shuffle or ballot need
//! not (Vulkan, "Helper Invocations"). fragments.rs handles those.
//!
//! `subgroup-quad` is shown by `corpus/shaders/subgroup/quad_control.spvasm`.

use super::{lanes, operands, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::stage_bit;
use crate::report::Exactness;
use crate::rules::claims::QUADS;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{execution_model, op};

/// Quad broadcasts, swaps and votes.
pub const QUAD: Rule = Rule {
    name: "subgroup-quad",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "quad broadcast and swap by shuffles, quad votes by ballots",
    action: Action::Lower {
        claims: Claims::of(QUADS),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    if build.stages() & stage_bit(execution_model::Fragment) != 0 {
        return Err(LowerError::Because(
            "quads of fragments have helper invocations",
        ));
    }
    let (ty, id) = (inst.result_type(), inst.result());
    let (uint, subgroup) = (build.uint(), build.subgroup_scope());
    let (value, source) = match (inst.opcode(), inst.operands()) {
        // These two have no scope operand.
        (op::OpGroupNonUniformQuadAllKHR, &[predicate]) => {
            let not = build.op(op::OpLogicalNot, ty, &[predicate]);
            vote(build, id, ty, not, op::OpIEqual);
            return Ok(());
        }
        (op::OpGroupNonUniformQuadAnyKHR, &[predicate]) => {
            vote(build, id, ty, predicate, op::OpINotEqual);
            return Ok(());
        }
        (op::OpGroupNonUniformQuadBroadcast, _) => {
            let &[value, index] = operands(build, inst)? else {
                return Err(MALFORMED);
            };
            let index = lanes::number(build, index)?;
            let own = lanes::own(build);
            (value, lanes::in_segment(build, own, 4, index))
        }
        _ => {
            let &[value, direction] = operands(build, inst)? else {
                return Err(MALFORMED);
            };
            let bits = match build.constant_value(direction) {
                Some(direction) => build.constant(direction.wrapping_add(1) & 3),
                None => {
                    let direction = lanes::number(build, direction)?;
                    let one = build.constant(1);
                    build.op(op::OpIAdd, uint, &[direction, one])
                }
            };
            let own = lanes::own(build);
            (value, build.op(op::OpBitwiseXor, uint, &[own, bits]))
        }
    };
    build.op_as(
        id,
        op::OpGroupNonUniformShuffle,
        ty,
        &[subgroup, value, source],
    );
    Ok(())
}

/// Compares the own quad's bits of a ballot with 0.
fn vote(build: &mut Builder<'_, '_>, id: u32, ty: u32, predicate: u32, compare: u16) {
    let uint = build.uint();
    let [zero, four, five, first] = [0, 4, 5, 28].map(|value| build.constant(value));
    let set = lanes::ballot(build, predicate);
    let own = lanes::own(build);
    let number = build.op(op::OpShiftRightLogical, uint, &[own, five]);
    let word = build.op(op::OpVectorExtractDynamic, uint, &[set, number]);
    let place = build.op(op::OpBitwiseAnd, uint, &[own, first]);
    let bits = build.op(op::OpBitFieldUExtract, uint, &[word, place, four]);
    build.op_as(id, compare, ty, &[bits, zero]);
}
