//! The collective group instructions of SPIR-V 1.0, and those of `SPV_KHR_uniform_group_instructions`, with scope Subgroup, by
//! the core subgroup instructions of SPIR-V 1.3.
//!
//! ```text
//! OpGroupAll %subgroup %p                    OpGroupNonUniformAll %subgroup %p          (Any alike)
//! OpGroupBroadcast %subgroup %v %c           OpGroupNonUniformBroadcast %subgroup %v %c     for a constant
//! OpGroupBroadcast %subgroup %v %i           OpGroupNonUniformShuffle %subgroup %v %i
//! OpGroupIAdd %subgroup InclusiveScan %x     OpGroupNonUniformIAdd %subgroup InclusiveScan %x
//! ```
//!
//! and likewise for every sum, product, minimum, maximum and bitwise or logical operation. Exact: a collective instruction is
//! executed by all invocations of its group, so that all of them are active, and the non-uniform instruction includes them all;
//! operations and identities are the same. One instruction, or two if the index of a broadcast is signed.
//!
//! Compilers emit them for `minInvocationsAMD` and similar functions of GLSL. Vulkan accepts them only with
//! `SPV_AMD_shader_ballot`.
//!
//! Refused: scope `Workgroup`, which needs more than one subgroup's instruction, and broadcasts from an index in several
//! dimensions.
//!
//! `group-collective` is shown by `corpus/shaders/vendor/group_collective.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::subgroup::{self, lanes};
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// Collective votes, broadcasts, reductions and scans.
pub const COLLECTIVE: Rule = Rule {
    name: "group-collective",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "collective group instructions by the core subgroup instructions",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpGroupAll..=OpGroupSMax,
            OpGroupIMulKHR..=OpGroupLogicalXorKHR
        ]),
        lower,
    },
};

fn core(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpGroupAll => op::OpGroupNonUniformAll,
        op::OpGroupAny => op::OpGroupNonUniformAny,
        op::OpGroupBroadcast => op::OpGroupNonUniformShuffle,
        op::OpGroupIAdd => op::OpGroupNonUniformIAdd,
        op::OpGroupFAdd => op::OpGroupNonUniformFAdd,
        op::OpGroupFMin => op::OpGroupNonUniformFMin,
        op::OpGroupUMin => op::OpGroupNonUniformUMin,
        op::OpGroupSMin => op::OpGroupNonUniformSMin,
        op::OpGroupFMax => op::OpGroupNonUniformFMax,
        op::OpGroupUMax => op::OpGroupNonUniformUMax,
        op::OpGroupSMax => op::OpGroupNonUniformSMax,
        op::OpGroupIMulKHR => op::OpGroupNonUniformIMul,
        op::OpGroupFMulKHR => op::OpGroupNonUniformFMul,
        op::OpGroupBitwiseAndKHR => op::OpGroupNonUniformBitwiseAnd,
        op::OpGroupBitwiseOrKHR => op::OpGroupNonUniformBitwiseOr,
        op::OpGroupBitwiseXorKHR => op::OpGroupNonUniformBitwiseXor,
        op::OpGroupLogicalAndKHR => op::OpGroupNonUniformLogicalAnd,
        op::OpGroupLogicalOrKHR => op::OpGroupNonUniformLogicalOr,
        op::OpGroupLogicalXorKHR => op::OpGroupNonUniformLogicalXor,
        _ => return None,
    })
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let opcode = core(inst.opcode()).ok_or(LowerError::Because("no such instruction"))?;
    subgroup::operands(build, inst)?;
    let (ty, id) = (inst.result_type(), inst.result());
    let &[scope, value, index] = inst.operands() else {
        build.op_as(id, opcode, ty, inst.operands());
        return Ok(());
    };
    if inst.opcode() != op::OpGroupBroadcast {
        build.op_as(id, opcode, ty, &[scope, value, index]);
        return Ok(());
    }
    let index = lanes::number(build, index)?;
    let opcode = match build.constant_value(index) {
        Some(_) => op::OpGroupNonUniformBroadcast,
        None => opcode,
    };
    build.op_as(id, opcode, ty, &[scope, value, index]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_collective_arithmetic_has_a_core_one() {
        for opcode in
            (op::OpGroupAll..=op::OpGroupSMax).chain(op::OpGroupIMulKHR..=op::OpGroupLogicalXorKHR)
        {
            assert!(core(opcode).is_some(), "{opcode}");
        }
    }
}
