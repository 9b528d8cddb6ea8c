//! Reference implementation of subgroup instructions on the CPU: the test oracle for instructions that no driver at hand
//! supports.
//!
//! Input: a [`Group`] (its size and its active invocations) and the operands of each invocation. Output: a [`LaneResult`] for
//! each invocation. Any value matches [`LaneResult::Undefined`]. Inactive invocations do not execute the instruction and have
//! the result [`LaneResult::Inactive`].
//!
//! - [`component`]: arithmetic on scalars of 8 to 64 bits.
//! - [`scan`](mod@scan): reductions and scans over the subgroup, over clusters and over the subsets of a partition.
//! - [`exchange`]: reads of other invocations' operands: shuffles, broadcasts, rotations, quad operations.
//! - [`vote`]: votes, ballots, operations on ballots, masks, partitions.
//! - [`interpreter`]: runs SPIR-V modules for subgroups of any size.
//!
//! The implementation follows the SPIR-V specification (sections "Group and Subgroup Instructions" and "Non-Uniform
//! Instructions") and the extensions that each function names. It is written for comparison with these texts, not for speed.
//! Each component of an operand is a zero-extended `u64`.

pub mod component;
pub mod exchange;
pub mod interpreter;
pub mod scan;
pub mod vote;

/// The maximum size of a subgroup in Vulkan.
pub const MAX_SIZE: usize = 128;

/// The operand of an invocation: its components, as zero-extended bits.
pub type Value = Vec<u64>;

/// The result of an invocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneResult {
    /// The invocation is inactive.
    Inactive,
    /// The specification leaves the result undefined.
    Undefined,
    /// The result must have this value.
    Defined(Value),
}

impl LaneResult {
    /// Whether the value computed by a device is correct.
    pub fn accepts(&self, found: &[u64]) -> bool {
        match self {
            Self::Defined(value) => value == found,
            Self::Undefined | Self::Inactive => true,
        }
    }
}

/// The invocations of a subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    size: usize,
    active: u128,
}

impl Group {
    /// A subgroup with the given size and mask of active invocations.
    ///
    /// # Panics
    /// If the size is not in `1..=MAX_SIZE`, or an active invocation is not in the subgroup.
    pub fn new(size: usize, active: u128) -> Self {
        assert!((1..=MAX_SIZE).contains(&size), "size {size}");
        let group = Self { size, active };
        assert_eq!(
            active & !group.all(),
            0,
            "active invocations beyond the subgroup"
        );
        group
    }

    /// A subgroup with all invocations active.
    pub fn full(size: usize) -> Self {
        Self::new(size, u128::MAX >> (MAX_SIZE - size))
    }

    /// `SubgroupSize`
    pub fn size(self) -> usize {
        self.size
    }

    /// The mask of the active invocations.
    pub fn active(self) -> u128 {
        self.active
    }

    /// The mask of all invocations.
    pub fn all(self) -> u128 {
        u128::MAX >> (MAX_SIZE - self.size)
    }

    /// Whether a lane is in the subgroup and active.
    pub fn is_active(self, lane: usize) -> bool {
        lane < self.size && self.active >> lane & 1 == 1
    }

    /// The active lanes, in ascending order.
    pub fn lanes(self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.size).filter(move |&lane| self.is_active(lane))
    }

    /// The lowest active lane.
    pub fn first(self) -> Option<usize> {
        self.lanes().next()
    }

    /// The subgroup within a branch that the given active lanes take.
    pub fn branch(self, takes_branch: impl Fn(usize) -> bool) -> Self {
        let active = self.lanes().filter(|&lane| takes_branch(lane));
        Self {
            active: active.fold(0, |mask, lane| mask | 1 << lane),
            ..self
        }
    }

    /// The results of all invocations, by a function of the active lanes.
    pub fn each(self, mut of: impl FnMut(usize) -> LaneResult) -> Vec<LaneResult> {
        let got = |lane| match self.is_active(lane) {
            true => of(lane),
            false => LaneResult::Inactive,
        };
        (0..self.size).map(got).collect()
    }
}

/// A Boolean result, stored as 0 or 1.
pub fn boolean(yes: bool) -> LaneResult {
    LaneResult::Defined(vec![u64::from(yes)])
}

/// Converts a mask of invocations to the four words of a ballot.
pub fn words(mask: u128) -> Value {
    (0..4)
        .map(|word| u64::from((mask >> (32 * word)) as u32))
        .collect()
}

/// Converts the words of a ballot to a mask of invocations.
pub fn mask(words: &[u64]) -> u128 {
    let word = |(at, &word): (usize, &u64)| u128::from(word as u32) << (32 * at);
    words.iter().enumerate().map(word).fold(0, |a, b| a | b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_list_their_active_lanes() {
        let group = Group::new(8, 0b1010_0100);
        assert_eq!(group.lanes().collect::<Vec<_>>(), [2, 5, 7]);
        assert_eq!(group.first(), Some(2));
        assert_eq!(group.branch(|lane| lane > 2).active(), 0b1010_0000);
        assert!(!group.is_active(8) && !group.is_active(0));
        assert_eq!(Group::full(128).active(), u128::MAX);
        assert_eq!(Group::full(1).all(), 1);
        assert_eq!(Group::new(4, 0).first(), None);
    }

    #[test]
    fn masks_convert_to_four_words_and_back() {
        let mask_128 = 0x0123_4567_89AB_CDEF_0011_2233_4455_6677;
        assert_eq!(
            words(mask_128),
            [0x4455_6677, 0x0011_2233, 0x89AB_CDEF, 0x0123_4567]
        );
        assert_eq!(mask(&words(mask_128)), mask_128);
    }

    #[test]
    fn undefined_results_accept_any_value() {
        assert!(LaneResult::Undefined.accepts(&[7]) && LaneResult::Inactive.accepts(&[]));
        assert!(boolean(true).accepts(&[1]) && !boolean(true).accepts(&[0]));
    }
}
