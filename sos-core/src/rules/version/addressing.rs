//! Logical addressing for devices without physical addresses.
//!
//! ```text
//! OpMemoryModel PhysicalStorageBuffer64 GLSL450     →   OpMemoryModel Logical GLSL450
//! ```
//!
//! The addressing model makes pointers to the storage class `PhysicalStorageBuffer` addresses; all other pointers are logical
//! in both models (SPIR-V specification, "Addressing Model", and SPV_KHR_physical_storage_buffer). So it has no effect if no
//! such pointer remains: because constants have removed the code that used them, or because the compiler writes the model into
//! every module.
//!
//! Refused: nothing here. A remaining pointer of that class has the same need, and is refused because of it.
//!
//! `logical-addressing` is shown by `corpus/shaders/trimming/idle_addresses.comp`.

use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::addressing_model;
use crate::views;

/// A physical addressing model that nothing uses.
pub const ADDRESSING: Rule = Rule {
    name: "logical-addressing",
    family: Family::Version,
    exactness: Exactness::NoMeaning,
    summary: "the addressing model of physical pointers is dropped where none remains",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpMemoryModel]).when(|_, inst| {
            views::MemoryModel(inst).addressing_model() == addressing_model::PhysicalStorageBuffer64
        }),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    build.whole(&[
        inst.header(),
        addressing_model::Logical,
        views::MemoryModel(inst).memory_model(),
    ]);
    Ok(())
}
