//! Formats targets as text for people.

mod target;

pub(crate) use target::{additions, kind, spirv_version, target};
