//! Single core instructions that a target lacks, by other core instructions.

mod composites;
mod dot;
mod local_size;
mod terminate;

pub use composites::{COPY_LOGICAL, SELECT};
pub use dot::DOT;
pub use local_size::LOCAL_SIZE_ID;
pub use terminate::TERMINATE;
