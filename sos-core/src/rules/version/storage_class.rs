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

use crate::emit::Builder;
use crate::facts::Facts;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Family, LowerError, Rule};
use crate::tables::{decoration, op, storage_class};

/// The class `StorageBuffer` by `BufferBlock` and `Uniform`.
pub const STORAGE_CLASS: Rule = Rule {
    name: "storage-buffer-class",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "storage buffers in the form used before SPIR-V 1.3",
    action: Action::Lower {
        claims: is_storage_buffer,
        lower: lower_storage_buffer,
    },
};

fn is_storage_buffer(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpTypePointer => inst.word(2) == storage_class::StorageBuffer,
        op::OpVariable => inst.word(3) == storage_class::StorageBuffer,
        op::OpDecorate => inst.word(2) == decoration::Block && facts.is_storage_block(inst.word(1)),
        op::OpGroupDecorate => facts.groups_storage_block(inst),
        _ => false,
    }
}

fn lower_storage_buffer(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    match inst.opcode() {
        op::OpTypePointer => {
            build.raw(&[
                inst.word(0),
                inst.word(1),
                storage_class::Uniform,
                inst.word(3),
            ]);
        }
        op::OpVariable => {
            build.raw(&[
                inst.word(0),
                inst.word(1),
                inst.word(2),
                storage_class::Uniform,
            ]);
        }
        op::OpGroupDecorate => {
            return Err(LowerError(
                "a decoration group makes blocks of it and of others",
            ));
        }
        _ if build.scene.facts.is_uniform_block(inst.word(1)) => {
            return Err(LowerError("the structure is also used by a uniform buffer"));
        }
        _ => build.raw(&[inst.word(0), inst.word(1), decoration::BufferBlock]),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
