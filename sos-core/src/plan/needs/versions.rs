//! Needs from SPIR-V versions that have no row in the grammar: later additions to existing instructions.
//!
//! Each is expressed by the availability row of something that came with the same version.

use super::{Need, Place};
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::operands::second_access;
use crate::tables::{
    capability, capability_index, decoration, enumerant, op, op_hot, storage_class, OperandKind,
};
use crate::views;
use core::ops::RangeInclusive;

/// The opcodes for which [`needs`] may find needs.
pub const OPCODES: &[RangeInclusive<u16>] = &[
    op::OpSelect..=op::OpSelect,
    op::OpCopyMemory..=op::OpCopyMemorySized,
    op::OpDecorate..=op::OpDecorate,
    op::OpGroupDecorate..=op::OpGroupDecorate,
    op::OpGroupIAdd..=op::OpGroupSMax,
    op::OpSpecConstantOp..=op::OpSpecConstantOp,
];

/// Calls `visit` with the version or extension that a later addition to an existing instruction needs.
#[inline]
pub fn needs(place: &Place<'_>, inst: Inst<'_>, visit: &mut dyn FnMut(Need)) {
    let with_1_4 = match inst.opcode() {
        op::OpSelect => is_select_since_1_4(place, inst, 3),
        op::OpCopyMemory | op::OpCopyMemorySized => {
            inst.words().len() > 4 && second_access(inst.words()).is_some()
        }
        op::OpDecorate if views::Decorate(inst).decoration() == decoration::NonWritable => {
            is_own_variable(place, inst.target())
        }
        // The structure of a storage buffer in the storage class `StorageBuffer` needs what that storage class needs: the
        // older form has another decoration.
        op::OpDecorate
            if views::Decorate(inst).decoration() == decoration::Block
                && place.facts.is_storage_block(inst.target()) =>
        {
            return visit(storage_class_buffer());
        }
        op::OpGroupDecorate if place.facts.groups_storage_block(inst) => {
            return visit(storage_class_buffer());
        }
        // In modules for older versions, only kernels have it.
        op::OpSpecConstantOp => {
            let opcode = views::SpecConstantOp(inst).opcode();
            opcode == u32::from(op::OpUConvert) && place.facts.header.minor >= 4
                || opcode == u32::from(op::OpSelect) && is_select_since_1_4(place, inst, 4)
        }
        op::OpGroupIAdd..=op::OpGroupSMax if !declares_group_operations(place) => {
            return visit(Need::Availability(
                op_hot(op::OpGroupIAddNonUniformAMD).availability,
            ));
        }
        _ => false,
    };
    if with_1_4 {
        visit(Need::Availability(op_hot(op::OpCopyLogical).availability));
    }
}

/// Whether a module declares what the grammar requires for group operations. A module that does not has them from
/// SPV_AMD_shader_ballot, for which `Groups` is sufficient.
fn declares_group_operations(place: &Place<'_>) -> bool {
    [
        capability::Kernel,
        capability::GroupNonUniformArithmetic,
        capability::GroupNonUniformBallot,
    ]
    .iter()
    .filter_map(|&value| capability_index(value))
    .any(|index| place.declared.contains(index))
}

fn storage_class_buffer() -> Need {
    let class = enumerant(OperandKind::StorageClass, storage_class::StorageBuffer);
    Need::Availability(class.map_or(0, |class| class.availability))
}

/// Whether an `OpSelect` has a form that came with SPIR-V 1.4: on composites other than vectors, or on vectors by a single
/// Boolean.
pub fn is_select_since_1_4(place: &Place<'_>, inst: Inst<'_>, condition: usize) -> bool {
    // A module for an older version has none.
    place.facts.header.minor >= 4
        && match place.type_view(inst.result_type()) {
            TypeView::Struct(_) | TypeView::Array { .. } => true,
            TypeView::Vector { .. } => {
                let condition = place.type_of(inst.word(condition));
                matches!(place.type_view(condition), TypeView::Scalar(_))
            }
            _ => false,
        }
}

/// Whether an id is a variable of class `Private` or `Function`, which may be `NonWritable` since SPIR-V 1.4.
fn is_own_variable(place: &Place<'_>, id: u32) -> bool {
    place.facts.def(place.words, id).is_some_and(|def| {
        def.opcode() == op::OpVariable
            && matches!(
                views::Variable(def).storage_class(),
                storage_class::Private | storage_class::Function
            )
    })
}
