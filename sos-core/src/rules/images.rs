//! Image instructions that a device may lack.

mod gather;
mod gather_choice;
mod indexing;
mod same;
mod sparse;

pub use gather::{GATHER_OFFSET, GATHER_OFFSETS};
pub use gather_choice::GATHER_CHOICE;
pub use indexing::{consume, copy_by_value, INDEXING, TOO_LONG};
pub use sparse::SPARSE;

use crate::passes::Kind;
use crate::report::Exactness;
use crate::rules::{Family, Rule};

/// Images of 16-bit floats ([`crate::passes`]).
pub const HALF: Rule = super::pass(
    Kind::HalfImage,
    Family::Vendor,
    "half-image",
    "images of 16-bit floats, and 16-bit coordinates, as 32-bit ones",
);

/// Storage images without a format ([`crate::passes`]).
pub const FORMAT: Rule = Rule {
    exactness: Exactness::Promised,
    ..super::pass(
        Kind::ImageFormat,
        Family::Storage,
        "image-format",
        "storage images without a format given the one that the caller names",
    )
};
