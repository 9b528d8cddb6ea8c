//! Writing: the builder that rules use, and the walk that applies a plan.

mod build;
mod functions;
mod write;

pub use build::{Builder, MOST_COMPONENTS};
pub use write::write;
