//! Images: what of their instructions a device can lack, and how to do without.

mod gather;
mod gather_choice;
mod indexing;

pub use gather::{GATHER_OFFSET, GATHER_OFFSETS};
pub use gather_choice::GATHER_CHOICE;
pub use indexing::{consume, INDEXING};

use crate::report::Exactness;
use crate::reshape::Kind;
use crate::rules::{Action, Family, Rule};

/// Storage images without a format ([`crate::reshape`]).
pub const FORMAT: Rule = Rule {
    name: "image-format",
    family: Family::Storage,
    exactness: Exactness::Promised,
    summary: "storage images without a format given the one that the caller names",
    action: Action::Reshape(Kind::ImageFormat),
};
