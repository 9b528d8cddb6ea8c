//! Memory instructions with scope Subgroup by those with a wider scope.
//!
//! ```text
//! OpControlBarrier %workgroup %subgroup …    OpControlBarrier %workgroup %wider …
//! OpMemoryBarrier %subgroup …                OpMemoryBarrier %wider …
//! OpAtomicIAdd %p %subgroup …                OpAtomicIAdd %p %wider …
//! OpLoad %p MakePointerVisible %subgroup     OpLoad %p MakePointerVisible %wider
//! ```
//!
//! `%wider` is Workgroup in the stages that have workgroups, otherwise Device, or QueueFamily in the Vulkan memory model.
//!
//! # Exactness
//! Exact: the scope of a memory instruction is the set of invocations between which it orders memory or is atomic (SPIR-V
//! specification, "Scope `<id>`"), and a wider scope contains the subgroup. That also holds for emulated subgroups, which need
//! not be the device's.
//!
//! Execution scopes are not handled here: the rules that emulate subgroups handle barriers that wait for a subgroup.
//!
//! `subgroup-memory` is shown by `corpus/shaders/subgroup/memory_scope_fragment.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::operands::operands;
use crate::plan::implicit::Set;
use crate::plan::{alternative_set, stage_bit};
use crate::report::Exactness;
use crate::rules::claims::ON_MEMORY;
use crate::rules::copy::InstCopy;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{capability, execution_model as model, op, scope, OperandKind};

/// Memory instructions of scope Subgroup.
pub const MEMORY: Rule = Rule {
    name: "subgroup-memory",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "memory of a subgroup ordered for the workgroup or the device",
    action: Action::Lower {
        claims: Claims::of(ON_MEMORY).when(claims),
        lower,
    },
};

/// The capabilities, any one of which provides the scope.
const ANY_OF: Set = Set::SubgroupMemory;

fn claims(facts: &Facts, inst: Inst<'_>) -> bool {
    let is_declared = || {
        let mut any_of = alternative_set(ANY_OF.number()).iter();
        any_of.any(|&one| facts.capabilities.contains(one))
    };
    (facts.subgroup_memory || is_declared()) && scopes(inst).next().is_some()
}

/// The word indices of the memory scopes of an instruction.
fn scopes<'i>(inst: Inst<'i>) -> impl Iterator<Item = usize> + 'i {
    let execution = match inst.opcode() {
        op::OpControlBarrier => 1,
        _ => 0,
    };
    let scopes = operands(inst.words(), 1).filter(|operand| operand.kind == OperandKind::IdScope);
    scopes
        .map(|operand| operand.index)
        .filter(move |&index| index != execution)
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    if build.scene.offer.has_capability_of(ANY_OF.number()) {
        return Err(LowerError::Because("the target has the scope Subgroup"));
    }
    let mut copy = InstCopy::of(inst)?;
    for at in scopes(inst) {
        if build.constant_value(inst.word(at)) == Some(scope::Subgroup) {
            copy.set(at, wider(build));
        }
    }
    if copy.get() == inst.words() {
        return Err(LowerError::Because("its memory is not that of a subgroup"));
    }
    build.whole(copy.get());
    Ok(())
}

/// The narrowest scope that contains a subgroup and that all stages of the function have.
fn wider(build: &mut Builder<'_, '_>) -> u32 {
    // VUID-StandaloneSpirv-None-07321.
    let with_workgroups = [
        model::GLCompute,
        model::TaskNV,
        model::MeshNV,
        model::TaskEXT,
        model::MeshEXT,
    ]
    .into_iter()
    .fold(0, |all, model| all | stage_bit(model));
    let stages = build.stages();
    let value = if stages != 0 && stages & !with_workgroups == 0 {
        scope::Workgroup
    } else if build.scene.facts.uses(capability::VulkanMemoryModel) {
        scope::QueueFamily
    } else {
        scope::Device
    };
    build.constant(value)
}
