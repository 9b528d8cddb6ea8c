//! `SPV_AMD_shader_ballot` by the core subgroup instructions of SPIR-V 1.3.
//!
//! # Group arithmetic
//!
//! ```text
//! OpGroupIAddNonUniformAMD %subgroup Reduce %x      OpGroupNonUniformIAdd %subgroup Reduce %x
//! ```
//!
//! and likewise for `FAdd`, and `FMin UMin SMin FMax UMax SMax`, for `InclusiveScan` and `ExclusiveScan`. Exact: the
//! operations, their identities and the set of active invocations are the same; the order of floating-point sums is unspecified
//! in both. Only scope `Subgroup`: Vulkan never allowed the others.
//!
//! # Invocations
//!
//! With `i` the invocation's index and `active` a ballot of true. It must not be a constant of ones: the value of an inactive
//! invocation must not be used, and reads as 0 by definition of the extension:
//!
//! ```text
//! SwizzleInvocationsAMD %x %offset       j = (i & ~3) | offset[i & 3]                        active[j] ? x of j : 0
//! SwizzleInvocationsMaskedAMD %x %mask   j = (i & ~31) | (((i & mask.x) | mask.y) ^ mask.z) & 31    likewise
//! WriteInvocationAMD %x %w %n            i == n ? w : x
//! MbcntAMD %mask                         bits of mask.lo & SubgroupLtMask.x, and of mask.hi & SubgroupLtMask.y
//! ```
//!
//! Offsets and masks may be any values, constant or not. A swizzle reads only invocations of its segment of 4 or 32; if the
//! subgroup is smaller than the segment, a `j` beyond it is inactive. The bit of the ballot is extracted by shifts, since
//! `OpGroupNonUniformBallotBitExtract` is undefined beyond the subgroup; the ballot is 0 there.
//!
//! A swizzle is 14 instructions and a masked one 16, of which one is a shuffle and one a ballot; 15 and 19 if subgroups may
//! have more than 32 invocations; one more for a vector before SPIR-V 1.4.
//!
//! Refused: data that is no scalar or vector, and offsets and masks that are no vectors of unsigned integers, which the
//! extension requires and `spirv-val` does not check.
//!
//! `amd-group-arithmetic` is shown by `corpus/shaders/vendor/amd_ballot_scan.comp`.
//! `amd-invocations` is shown by `corpus/shaders/vendor/amd_swizzle_divergent.comp`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::plan::import_set;
use crate::report::Exactness;
use crate::rules::subgroup::{self, lanes};
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{amd_shader_ballot as amd, built_in, op, ExtInstSet};
use crate::views;

/// Sums, minima and maxima over a subgroup.
pub const GROUP_ARITHMETIC: Rule = Rule {
    name: "amd-group-arithmetic",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "non-uniform group arithmetic by the core subgroup instructions",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupIAddNonUniformAMD..=OpGroupSMaxNonUniformAMD
        ]),
        lower: lower_arithmetic,
    },
};

/// Swizzles, `WriteInvocationAMD` and `MbcntAMD`.
pub const INVOCATIONS: Rule = Rule {
    name: "amd-invocations",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "swizzles, write-invocation and mbcnt by shuffles and ballots",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpExtInst]).when(|facts, inst| {
            import_set(facts, views::ExtInst(inst).set()) == ExtInstSet::AmdShaderBallot
        }),
        lower: lower_invocations,
    },
};

fn core(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpGroupIAddNonUniformAMD => op::OpGroupNonUniformIAdd,
        op::OpGroupFAddNonUniformAMD => op::OpGroupNonUniformFAdd,
        op::OpGroupFMinNonUniformAMD => op::OpGroupNonUniformFMin,
        op::OpGroupUMinNonUniformAMD => op::OpGroupNonUniformUMin,
        op::OpGroupSMinNonUniformAMD => op::OpGroupNonUniformSMin,
        op::OpGroupFMaxNonUniformAMD => op::OpGroupNonUniformFMax,
        op::OpGroupUMaxNonUniformAMD => op::OpGroupNonUniformUMax,
        op::OpGroupSMaxNonUniformAMD => op::OpGroupNonUniformSMax,
        _ => return None,
    })
}

fn lower_arithmetic(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let opcode = core(inst.opcode()).ok_or(LowerError::Because("no such instruction"))?;
    subgroup::operands(build, inst)?;
    build.op_as(inst.result(), opcode, inst.result_type(), inst.operands());
    Ok(())
}

fn lower_invocations(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.result_type(), inst.result());
    let uint = build.uint();
    let facts = build.scene.facts;
    let words = build.scene.words;
    // No validator checks the operands of these instructions.
    let is_vector = |id: u32, count: u32| {
        let ty = facts.type_view(words, facts.type_of(words, id));
        matches!(ty, TypeView::Vector { component, count: n } if component == uint && n == count)
    };
    if build.shape(ty).is_none() {
        return Err(LowerError::Because("it is for scalars and vectors only"));
    }
    let ext = views::ExtInst(inst);
    match (ext.instruction(), ext.operands()) {
        (amd::SwizzleInvocationsAMD, &[_, offset]) if !is_vector(offset, 4) => {
            return Err(LowerError::Because(
                "its offset is not a vector of four unsigned integers",
            ));
        }
        (amd::SwizzleInvocationsMaskedAMD, &[_, mask]) if !is_vector(mask, 3) => {
            return Err(LowerError::Because(
                "its mask is not a vector of three unsigned integers",
            ));
        }
        (amd::SwizzleInvocationsAMD, &[data, offset]) => {
            let own = lanes::own(build);
            let (three, rest) = (build.constant(3), build.constant(!3));
            let place = build.op(op::OpBitwiseAnd, uint, &[own, three]);
            let base = build.op(op::OpBitwiseAnd, uint, &[own, rest]);
            let chosen = build.op(op::OpVectorExtractDynamic, uint, &[offset, place]);
            let within = build.op(op::OpBitwiseAnd, uint, &[chosen, three]);
            let source = build.op(op::OpBitwiseOr, uint, &[base, within]);
            read(build, id, ty, data, source);
        }
        (amd::SwizzleInvocationsMaskedAMD, &[data, mask]) => {
            let own = lanes::own(build);
            let low = build.constant(31);
            let [and, or, xor] =
                [0, 1, 2].map(|part| build.op(op::OpCompositeExtract, uint, &[mask, part]));
            let anded = build.op(op::OpBitwiseAnd, uint, &[own, and]);
            let ored = build.op(op::OpBitwiseOr, uint, &[anded, or]);
            let xored = build.op(op::OpBitwiseXor, uint, &[ored, xor]);
            let within = build.op(op::OpBitwiseAnd, uint, &[xored, low]);
            let source = match lanes::max_size(build) {
                ..=32 => within,
                _ => {
                    let rest = build.constant(!31);
                    let base = build.op(op::OpBitwiseAnd, uint, &[own, rest]);
                    build.op(op::OpBitwiseOr, uint, &[base, within])
                }
            };
            read(build, id, ty, data, source);
        }
        (amd::WriteInvocationAMD, &[input, write, index]) => {
            let own = lanes::own(build);
            let bool_type = build.bool();
            let here = build.op(op::OpIEqual, bool_type, &[own, index]);
            build.select_as(id, ty, here, write, input);
        }
        (amd::MbcntAMD, &[mask]) => {
            let pair = build.vector(uint, 2);
            let halves = build.op(op::OpBitcast, pair, &[mask]);
            let below = subgroup::built_in(build, built_in::SubgroupLtMask);
            let [low, high] = [0, 1].map(|part| {
                let half = build.op(op::OpCompositeExtract, uint, &[halves, part]);
                let below = build.op(op::OpCompositeExtract, uint, &[below, part]);
                let bits = build.op(op::OpBitwiseAnd, uint, &[half, below]);
                build.op(op::OpBitCount, uint, &[bits])
            });
            // According to the extension the count has 64 bits, but GLSL's function returns 32.
            if ty == uint {
                build.op_as(id, op::OpIAdd, ty, &[low, high]);
            } else {
                let count = build.op(op::OpIAdd, uint, &[low, high]);
                build.op_as(id, op::OpUConvert, ty, &[count]);
            }
        }
        _ => return Err(LowerError::Because("the set has no such instruction")),
    }
    Ok(())
}

/// Emits the value of another invocation, or 0 if that is inactive.
fn read(build: &mut Builder<'_, '_>, id: u32, ty: u32, data: u32, source: u32) {
    let (uint, bool_type, subgroup) = (build.uint(), build.bool(), build.subgroup_scope());
    let (words, yes) = (build.vector(uint, 4), build.constant_true());
    let (one, low, zero) = (build.constant(1), build.constant(31), build.constant(0));
    let ballot = build.op(op::OpGroupNonUniformBallot, words, &[subgroup, yes]);
    let word = match lanes::max_size(build) {
        ..=32 => build.op(op::OpCompositeExtract, uint, &[ballot, 0]),
        _ => {
            let five = build.constant(5);
            let number = build.op(op::OpShiftRightLogical, uint, &[source, five]);
            build.op(op::OpVectorExtractDynamic, uint, &[ballot, number])
        }
    };
    let place = build.op(op::OpBitwiseAnd, uint, &[source, low]);
    let shifted = build.op(op::OpShiftRightLogical, uint, &[word, place]);
    let bit = build.op(op::OpBitwiseAnd, uint, &[shifted, one]);
    let active = build.op(op::OpINotEqual, bool_type, &[bit, zero]);
    let value = build.op(op::OpGroupNonUniformShuffle, ty, &[subgroup, data, source]);
    let null = build.null(ty);
    build.select_as(id, ty, active, value, null);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_amd_operation_has_a_core_one() {
        for opcode in op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD {
            assert!(core(opcode).is_some(), "{opcode}");
        }
    }
}
