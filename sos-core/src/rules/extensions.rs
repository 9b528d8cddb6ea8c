//! Instructions of vendors and older extensions, by core instructions.

mod amd_ballot;
mod amd_gcn;
mod fragment_mask;
mod group_collective;
mod intel_integers;
mod intel_subgroups;
mod khr_ballot;
mod mixed_dot;
mod trinary_minmax;

pub use amd_ballot::{GROUP_ARITHMETIC, INVOCATIONS};
pub use amd_gcn::{CUBE_FACE, TIME};
pub use fragment_mask::FRAGMENT_MASK;
pub use group_collective::COLLECTIVE;
pub use intel_integers::INTEGERS;
pub use intel_subgroups::SHUFFLES;
pub use khr_ballot::BALLOT_VOTE;
pub use mixed_dot::MIXED_DOT;
pub use trinary_minmax::TRINARY_MINMAX;
