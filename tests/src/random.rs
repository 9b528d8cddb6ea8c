//! Reproducible choices: a pseudo-random number generator with a seed.

/// Pseudo-random words.
pub fn random_words(seed: impl Into<u64>) -> impl Iterator<Item = u32> {
    let mut random = Random::new(seed.into());
    std::iter::repeat_with(move || random.bits() as u32)
}

/// SplitMix64 (Steele, Lea and Flood, 2014): a hashed counter. Any seed is suitable, and the counter is the only state.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 pseudo-random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..end`, or 0 if that range is empty.
    pub fn below(&mut self, end: usize) -> usize {
        // The bias of the remainder is far too small to matter here.
        (self.bits() >> 16) as usize % end.max(1)
    }

    /// Picks an element, or `None` from an empty slice.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }

    /// A number in `0..end`; `end` is not 0.
    pub fn below_u32(&mut self, end: u32) -> u32 {
        self.below(end as usize) as u32
    }

    /// True with a probability of `chance` percent.
    pub fn percent(&mut self, chance: u32) -> bool {
        self.below_u32(100) < chance
    }

    /// One of the elements, all equally likely.
    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A word, often a boundary value.
    pub fn word(&mut self) -> u32 {
        const EDGES: [u32; 16] = [
            0,
            1,
            2,
            3,
            31,
            32,
            63,
            64,
            0xFFFF,
            0x1_0000,
            0x003F_FFFF,
            0x0040_0000,
            0x7FFF_FFFF,
            0x8000_0000,
            0xFFFF_FFFE,
            0xFFFF_FFFF,
        ];
        match self.below(3) {
            0 => self.bits() as u32,
            1 => self.below(256) as u32,
            _ => self.pick(&EDGES).unwrap_or(0),
        }
    }
}
