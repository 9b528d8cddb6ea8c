//! Logical addressing where a device has no physical addresses.
//!
//! ```text
//! OpMemoryModel PhysicalStorageBuffer64 GLSL450     →   OpMemoryModel Logical GLSL450
//! ```
//!
//! The addressing model makes pointers to the storage class `PhysicalStorageBuffer` addresses; all others are logical under
//! both (SPIR-V specification, "Addressing Model", and SPV_KHR_physical_storage_buffer). So it has no effect where no such pointer
//! remains: where constants have removed the code that used them, or a compiler writes the model into every module.
//!
//! Refused: nothing here. A remaining pointer of that class has the same need, and is refused for it.

use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{addressing_model, op};

/// Physical addresses that nothing uses.
pub const ADDRESSING: Rule = Rule {
    name: "logical-addressing",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "the addressing model of physical pointers is dropped where none remains",
    action: Action::Lower {
        claims: |_, inst| {
            inst.opcode() == op::OpMemoryModel
                && inst.word(1) == addressing_model::PhysicalStorageBuffer64
        },
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    build.raw(&[inst.word(0), addressing_model::Logical, inst.word(2)]);
    Ok(())
}
