//! Needs from enumerants that an instruction names by the id of a constant.
//!
//! Ray flags and the layouts of cooperative matrices have capabilities of their own. The value of the constant is looked up,
//! specialized if it is a specialization constant; if it is unknown, every enumerant counts whose capability is declared.
//!
//! No capability is named by a scope of subgroups, which Vulkan 1.0 accepts for execution. So the execution scope `Subgroup`
//! counts where the module declares subgroups or they are emulated, and the memory scope `Subgroup` where it declares them or
//! the target has none: only for Vulkan 1.0 do validators demand a capability, and `spirv-opt` removes the declaration. Of the
//! other memory scopes, `QueueFamily` counts, which came with the Vulkan memory model. Of the memory semantics, the bits of the
//! Vulkan memory model count. Front ends use the others without declaring what the grammar requires (`AtomicCounterMemory`), and
//! Vulkan accepts them all.

use super::implicit::Set;
use super::{Need, Place};
use crate::facts::Facts;
use crate::inst::Inst;
use crate::specialize::as_word;
use crate::tables::{
    atomic_semantics, capability, enumerant, is_atomic, memory_semantics, op, scope, OperandKind,
};
use crate::target::Target;
use crate::views;
use core::ops::{Range, RangeInclusive};

/// The opcodes for which [`needs`] may find needs.
pub const OPCODES: &[RangeInclusive<u16>] = &[
    op::OpTraceRayKHR..=op::OpTraceRayKHR,
    op::OpTraceNV..=op::OpTraceNV,
    op::OpTraceMotionNV..=op::OpTraceRayMotionNV,
    op::OpRayQueryInitializeKHR..=op::OpRayQueryInitializeKHR,
    op::OpHitObjectTraceRayMotionNV..=op::OpHitObjectTraceRayMotionNV,
    op::OpHitObjectTraceRayNV..=op::OpHitObjectTraceRayNV,
    op::OpHitObjectRecordMissEXT..=op::OpHitObjectRecordMissMotionEXT,
    op::OpHitObjectTraceReorderExecuteEXT..=op::OpHitObjectTraceMotionReorderExecuteEXT,
    op::OpHitObjectTraceRayEXT..=op::OpHitObjectTraceRayMotionEXT,
    op::OpCooperativeMatrixLoadKHR..=op::OpCooperativeMatrixStoreKHR,
    op::OpControlBarrier..=op::OpMemoryBarrier,
    op::OpAtomicLoad..=op::OpAtomicXor,
    op::OpAtomicFlagTestAndSet..=op::OpAtomicFlagClear,
    op::OpAtomicFMinEXT..=op::OpAtomicFMaxEXT,
    op::OpAtomicFAddEXT..=op::OpAtomicFAddEXT,
];

/// The memory semantics that the Vulkan memory model adds.
const OF_MEMORY_MODEL: u32 = memory_semantics::OutputMemory
    | memory_semantics::MakeAvailable
    | memory_semantics::MakeVisible
    | memory_semantics::Volatile;

/// The kind of the enumerants that an instruction names by the id of a constant, other than scopes and semantics, and the operand's place.
pub fn named_by(opcode: u16) -> Option<(OperandKind, usize)> {
    Some(match opcode {
        op::OpTraceRayKHR
        | op::OpTraceNV
        | op::OpTraceMotionNV
        | op::OpTraceRayMotionNV
        | op::OpHitObjectRecordMissEXT
        | op::OpHitObjectRecordMissMotionEXT => (OperandKind::RayFlags, 2),
        op::OpRayQueryInitializeKHR
        | op::OpHitObjectTraceRayNV
        | op::OpHitObjectTraceRayMotionNV
        | op::OpHitObjectTraceReorderExecuteEXT
        | op::OpHitObjectTraceMotionReorderExecuteEXT
        | op::OpHitObjectTraceRayEXT
        | op::OpHitObjectTraceRayMotionEXT => (OperandKind::RayFlags, 3),
        op::OpCooperativeMatrixLoadKHR => (OperandKind::CooperativeMatrixLayout, 4),
        op::OpCooperativeMatrixStoreKHR => (OperandKind::CooperativeMatrixLayout, 3),
        _ => return None,
    })
}

/// Calls `visit` with the needs of the enumerants that an instruction names by the id of a constant.
#[inline]
pub fn needs(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    let Some((kind, at)) = named_by(inst.opcode()) else {
        return semantics(place, inst, inst.opcode(), visit);
    };
    let capability = |alternatives| Need::Capability(alternatives);
    let Some(value) = constant(place, inst.word(at)) else {
        let rows = kind.enumerants().iter();
        return rows
            .map(|row| capability(row.alternatives))
            .filter(|&need| place.declares(need))
            .for_each(visit);
    };
    let mask = kind.is_bit_enum();
    let parts =
        (0..if mask { 32 } else { 1 }).map(|shift| if mask { value & 1 << shift } else { value });
    for row in parts.filter_map(|part| enumerant(kind, part)) {
        if row.alternatives != 0 {
            visit(capability(row.alternatives));
        }
    }
}

/// Visits the needs of the scope and semantics of a barrier or an atomic instruction.
fn semantics(place: &Place<'_>, inst: Inst<'_>, opcode: u16, visit: &mut dyn FnMut(Need)) {
    let at: Range<usize> = match opcode {
        op::OpMemoryBarrier => 2..3,
        op::OpControlBarrier => 3..4,
        opcode if is_atomic(opcode) => atomic_semantics(opcode),
        _ => return,
    };
    if opcode == op::OpControlBarrier
        && constant(place, views::ControlBarrier(inst).execution()) == Some(scope::Subgroup)
    {
        let need = Need::Capability(Set::SubgroupScope.number());
        if place.checks.emulated || place.declares(need) {
            visit(need);
        }
    }
    memory_scope(place, inst.word(at.start - 1), visit);
    let values = at.filter_map(|at| constant(place, inst.word(at)));
    let mut bits = values.fold(0, |all, value| all | value) & OF_MEMORY_MODEL;
    while bits != 0 {
        let bit = 1 << bits.trailing_zeros();
        bits &= !bit;
        if let Some(row) = enumerant(OperandKind::MemorySemantics, bit) {
            visit(Need::Capability(row.alternatives));
        }
    }
}

/// Visits the needs of the scope in which memory is ordered, made available or made visible.
pub fn memory_scope(place: &Place<'_>, id: u32, visit: &mut dyn FnMut(Need)) {
    match constant(place, id) {
        Some(scope::QueueFamily) => {
            if let Some(row) = enumerant(OperandKind::Scope, scope::QueueFamily) {
                visit(Need::Capability(row.alternatives));
            }
        }
        // VUID-StandaloneSpirv-SubgroupVoteKHR-07951.
        Some(scope::Subgroup) => {
            let need = Need::Capability(Set::SubgroupMemory.number());
            if place.checks.subgroup_memory || place.declares(need) {
                visit(need);
            }
        }
        _ => {}
    }
}

/// Whether a module orders the memory of a subgroup, and the target lacks the capability for it, as those of Vulkan 1.0 do.
pub fn lacks_subgroup_memory(facts: &Facts, target: &Target) -> bool {
    facts.subgroup_memory && !target.has_capability(capability::GroupNonUniform)
}

/// Returns the value of an integer constant, if it is known and fits 32 bits.
pub fn constant(place: &Place<'_>, id: u32) -> Option<u32> {
    let def = place.def(id)?;
    let bits = match def.opcode() {
        op::OpConstant => def.literal(),
        op::OpConstantNull => 0,
        op::OpSpecConstant | op::OpSpecConstantOp => {
            let values = place.values?;
            values.bits(values.entered(id))?
        }
        _ => return None,
    };
    as_word(bits, place.scalar_of(def.result_type())?)
}

#[cfg(test)]
mod tests;
