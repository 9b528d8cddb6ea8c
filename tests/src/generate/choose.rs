//! Choices in the shapes that the generator asks for.

use crate::hostile::random::Random;

/// What the generator asks of random numbers.
pub trait Choose {
    /// A number below `end`, which is not 0.
    fn below_u32(&mut self, end: u32) -> u32;

    /// Whether something happens that does so in this many of a hundred cases.
    fn percent(&mut self, chance: u32) -> bool {
        self.below_u32(100) < chance
    }

    /// One of several.
    fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below_u32(choices.len() as u32) as usize]
    }
}

impl Choose for Random {
    fn below_u32(&mut self, end: u32) -> u32 {
        self.below(end as usize) as u32
    }
}
