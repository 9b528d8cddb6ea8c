//! Constructs of newer SPIR-V versions and memory models, by those of older ones.

mod addressing;
mod constant_convert;
mod copy_memory;
mod decorations;
mod image_operands;
mod loop_control;
mod memory_model;
mod pointers;
mod storage_class;

pub use addressing::ADDRESSING;
pub use constant_convert::CONSTANT_CONVERT;
pub use copy_memory::COPY_MEMORY;
pub use decorations::{NON_WRITABLE, UNIFORM_ID};
pub use image_operands::IMAGE_OPERANDS;
pub use loop_control::LOOP_CONTROL;
pub use memory_model::MEMORY_MODEL;
pub use pointers::POINTERS;
pub use storage_class::STORAGE_CLASS;
