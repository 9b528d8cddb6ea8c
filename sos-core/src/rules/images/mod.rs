//! Images: what of their instructions a device can lack, and how to do without.

mod gather;
mod gather_choice;
mod indexing;

pub use gather::{GATHER_OFFSET, GATHER_OFFSETS};
pub use gather_choice::GATHER_CHOICE;
pub use indexing::{consume, INDEXING};
