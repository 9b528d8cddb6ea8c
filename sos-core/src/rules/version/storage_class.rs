//! Storage buffers without the `StorageBuffer` class.
//!
//! SPIR-V 1.3 has a storage class for storage buffers; SPV_KHR_storage_buffer_storage_class provides it for older versions.
//! Before, a storage buffer was a `BufferBlock` in the class `Uniform`.
//!
//! ```text
//! OpDecorate %S Block                           OpDecorate %S BufferBlock
//! %p = OpTypePointer StorageBuffer %S           %p = OpTypePointer Uniform %S
//! %v = OpVariable %p StorageBuffer              %v = OpVariable %p Uniform
//! ```
//!
//! Exact: the two forms are equivalent by definition (SPV_KHR_storage_buffer_storage_class, "Overview"; Vulkan specification,
//! "Storage Buffer": either form accepts a `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`). Two pointer types may become equal, which is
//! valid: pointers are exempt from the rule against duplicate types (SPIR-V specification, section 2.8).
//!
//! Refused: a structure that both storage buffers and uniform buffers use, since a structure cannot be `Block` and
//! `BufferBlock`; and one that is decorated `Block` by a decoration group, which may decorate uniform buffers, too.
//!
//! `storage-buffer-class` is shown by `corpus/shaders/version/storage_class_extension.spvasm`.

use crate::emit::Builder;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{decoration, op, storage_class};
use crate::views;

/// The class `StorageBuffer` by `BufferBlock` and `Uniform`.
pub const STORAGE_CLASS: Rule = Rule {
    name: "storage-buffer-class",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "storage buffers in the form used before SPIR-V 1.3",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpTypePointer,
            OpVariable,
            OpDecorate,
            OpGroupDecorate
        ])
        .when(is_storage_buffer),
        lower: lower_storage_buffer,
    },
};

fn is_storage_buffer(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpTypePointer => {
            views::TypePointer(inst).storage_class() == storage_class::StorageBuffer
        }
        op::OpVariable => views::Variable(inst).storage_class() == storage_class::StorageBuffer,
        op::OpDecorate => {
            views::Decorate(inst).decoration() == decoration::Block
                && facts.is_storage_block(inst.target())
        }
        op::OpGroupDecorate => facts.groups_storage_block(inst),
        _ => false,
    }
}

fn lower_storage_buffer(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    match inst.opcode() {
        op::OpTypePointer => {
            let ty = views::TypePointer(inst);
            let (id, class) = (ty.result(), storage_class::Uniform);
            build.whole(&[inst.header(), id, class, ty.pointee()]);
        }
        op::OpVariable => {
            build.whole(&[
                inst.header(),
                inst.result_type(),
                inst.result(),
                storage_class::Uniform,
            ]);
        }
        op::OpGroupDecorate => {
            return Err(LowerError::Because(
                "a decoration group makes blocks of it and of others",
            ));
        }
        _ if build.scene.facts.is_uniform_block(inst.target()) => {
            return Err(LowerError::Because(
                "the structure is also used by a uniform buffer",
            ));
        }
        _ => build.whole(&[inst.header(), inst.target(), decoration::BufferBlock]),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
