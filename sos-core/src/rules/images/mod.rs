//! Images: what of their instructions a device can lack, and how to do without.

mod gather;

pub use gather::{GATHER_OFFSET, GATHER_OFFSETS};
