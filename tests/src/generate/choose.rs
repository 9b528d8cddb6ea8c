//! Random choices of the generator.

use crate::hostile::random::Random;

/// Random choices, in the types that the generator uses.
pub trait Choose {
    /// A number in `0..end`; `end` is not 0.
    fn below_u32(&mut self, end: u32) -> u32;

    /// True with a probability of `chance` percent.
    fn percent(&mut self, chance: u32) -> bool {
        self.below_u32(100) < chance
    }

    /// One of the elements, all equally likely.
    fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below_u32(choices.len() as u32) as usize]
    }
}

impl Choose for Random {
    fn below_u32(&mut self, end: u32) -> u32 {
        self.below(end as usize) as u32
    }
}
