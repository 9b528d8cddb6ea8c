//! Single core instructions that a target lacks, by other core instructions.

mod bits;
mod composites;
mod dot;
mod fma;
mod local_size;
mod replicate;
mod terminate;

pub use bits::BITS;
pub use composites::{COPY_LOGICAL, SELECT};
pub use dot::DOT;
pub use fma::FMA;
pub use local_size::LOCAL_SIZE_ID;
pub use replicate::REPLICATE;
pub use terminate::TERMINATE;

use super::{Family, Rule};
use crate::reshape::Kind;

/// Fragments that become helpers.
pub const DEMOTE: Rule = super::pass(
    Kind::Demote,
    Family::Ops,
    "demote",
    "demoted fragments by a flag: stores are masked, and the fragment is discarded at its end",
);

/// Atomic operations on floats.
pub const FLOAT_ATOMIC: Rule = super::pass(
    Kind::FloatAtomic,
    Family::Ops,
    "float-atomic",
    "atomic operations on floats by those on integers of the same bits, sums by compare and exchange",
);
