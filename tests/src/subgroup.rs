//! A subgroup on paper: what each cross-lane instruction must give, computed one invocation after the other.
//!
//! The oracle for instructions that no driver at hand runs natively. Input: a [`Group`] (how many invocations, which of
//! them are active) and the operand that each invocation brings. Output: what each invocation gets, where
//! [`Got::Any`] stands for a result that the specification leaves undefined: whatever a driver gives there is right.
//! Results of inactive invocations are [`Got::Idle`]: they do not execute the instruction.
//!
//! - [`number`] knows the arithmetic of integers and floats of 8 to 64 bits.
//! - [`scan`] reduces and scans: over the group, over clusters, over the subsets of a partition.
//! - [`read`] reads other invocations' operands: shuffles, rotations, quads, AMD's swizzles, Intel's shuffles.
//! - [`vote`] combines truths: votes, ballots, operations on ballots, masks, partitions.
//! - [`machine`] runs what a rule wrote, for subgroups of any size.
//!
//! Everything follows the texts of the SPIR-V specification, section "Group and Subgroup Instructions" and "Non-Uniform
//! Instructions", and of the extensions that each function names. Nothing here is fast or clever: it is read beside the
//! specification. Operands are bits, a `u64` a component, zero-extended; a vector is a value of several components.

pub mod component;
pub mod exchange;
pub mod interpreter;
pub mod scan;
pub mod vote;

/// The most invocations in a subgroup that Vulkan allows.
pub const MAX_SIZE: usize = 128;

/// What one invocation brings: a component an element, each as zero-extended bits.
pub type Value = Vec<u64>;

/// What one invocation gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneResult {
    /// The invocation is not active.
    Inactive,
    /// The specification leaves the result undefined.
    Undefined,
    /// This value.
    Defined(Value),
}

impl LaneResult {
    /// Whether a value that a device gave is right.
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
    /// A subgroup of so many invocations, of which those whose bit is set are active.
    ///
    /// # Panics
    /// If the size is not from 1 to [`MAX_SIZE`], or an invocation beyond it is active.
    pub fn new(size: usize, active: u128) -> Self {
        assert!((1..=MAX_SIZE).contains(&size), "size {size}");
        let group = Self { size, active };
        assert_eq!(active & !group.all(), 0, "beyond the subgroup");
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

    /// A bit for each active invocation.
    pub fn active(self) -> u128 {
        self.active
    }

    /// A bit for each invocation.
    pub fn all(self) -> u128 {
        u128::MAX >> (MAX_SIZE - self.size)
    }

    /// Whether there is such an invocation and it is active.
    pub fn is_active(self, lane: usize) -> bool {
        lane < self.size && self.active >> lane & 1 == 1
    }

    /// The active invocations, lowest first.
    pub fn lanes(self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (0..self.size).filter(move |&lane| self.is_active(lane))
    }

    /// The lowest active invocation.
    pub fn first(self) -> Option<usize> {
        self.lanes().next()
    }

    /// The same subgroup with only those of the active invocations that `stays` names: a branch.
    pub fn branch(self, takes_branch: impl Fn(usize) -> bool) -> Self {
        let active = self.lanes().filter(|&lane| takes_branch(lane));
        Self {
            active: active.fold(0, |mask, lane| mask | 1 << lane),
            ..self
        }
    }

    /// What each invocation gets, by a function of the active ones.
    pub fn each(self, mut of: impl FnMut(usize) -> LaneResult) -> Vec<LaneResult> {
        let got = |lane| match self.is_active(lane) {
            true => of(lane),
            false => LaneResult::Inactive,
        };
        (0..self.size).map(got).collect()
    }
}

/// A truth as a value: what a test stores for it.
pub fn boolean(yes: bool) -> LaneResult {
    LaneResult::Defined(vec![u64::from(yes)])
}

/// A mask of invocations as the four words of a ballot.
pub fn words(mask: u128) -> Value {
    (0..4)
        .map(|word| u64::from((mask >> (32 * word)) as u32))
        .collect()
}

/// The mask that the words of a ballot hold.
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
