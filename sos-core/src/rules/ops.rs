//! Single core instructions that a target lacks, by other core instructions.

mod bfloat16_dot;
mod bits;
mod composites;
mod dot;
mod fma;
mod local_size;
mod replicate;
mod terminate;

pub use bfloat16_dot::{dot_in_floats, BFLOAT16_DOT};
pub use bits::BITS;
pub use composites::{COPY_LOGICAL, SELECT};
pub use dot::DOT;
pub use fma::FMA;
pub use local_size::LOCAL_SIZE_ID;
pub use replicate::REPLICATE;
pub use terminate::TERMINATE;

use super::{Family, Rule};
use crate::passes::Kind;
use crate::report::Exactness;

/// Demotion to helper invocation.
pub const DEMOTE: Rule = super::pass(
    Kind::Demote,
    Family::Ops,
    "demote",
    "demoted fragments by a flag: stores are masked, and the fragment is discarded at the end",
);

/// Zero-initialized workgroup memory.
pub const ZEROES: Rule = super::pass(
    Kind::Zeroes,
    Family::Ops,
    "zero-initialize",
    "zero-initialized workgroup memory by stores and a barrier",
);

/// Atomic operations on floats.
pub const FLOAT_ATOMIC: Rule = super::pass(
    Kind::FloatAtomic,
    Family::Ops,
    "float-atomic",
    "float atomics by integer atomics on the same bits, sums by compare and exchange",
);

/// Fast-math modes of SPV_KHR_float_controls2.
pub const FAST_MATH: Rule = super::pass(
    Kind::FastMath,
    Family::Ops,
    "fast-math",
    "fast-math modes of single instructions by NoContraction and by modes of the entry points",
);

/// The same, where the replacement guarantees less than the module requires.
pub const FAST_MATH_RELAXED: Rule = Rule {
    exactness: Exactness::Allowed,
    ..super::pass(
        Kind::FastMathRelaxed,
        Family::Ops,
        "fast-math-relaxed",
        "the same, without preserving infinities, NaN and signs of zeros, because the caller allowed it",
    )
};

/// Untyped pointers.
pub const UNTYPED: Rule = super::pass(
    Kind::Untyped,
    Family::Ops,
    "untyped-pointers",
    "untyped pointers as pointers to the contents of their variables",
);

/// Pointers that are selected at run time.
pub const CHOSEN_POINTERS: Rule = super::pass(
    Kind::Pointers,
    Family::Ops,
    "chosen-pointers",
    "pointers into one variable that are selected at run time, as selected indices",
);
