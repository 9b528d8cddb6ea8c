//! Writing: the builder through which rules write instructions, and the one walk that applies a plan.

mod blocks;
mod build;
mod functions;
mod write;

pub use build::{Builder, MOST_COMPONENTS};
pub use write::write;
