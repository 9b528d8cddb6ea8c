//! Writing: the builder that rules use, and the walk that applies a plan.

mod blocks;
mod build;
mod functions;
mod write;

pub use blocks::MOST_CASES;
pub use build::{Builder, MOST_COMPONENTS};
pub use write::write;
