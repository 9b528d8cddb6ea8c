//! What exhaustive tests of arithmetic have in common: numbers that look random on both sides, and what is said where results
//! differ.

/// A word that looks random; shaders compute the same.
pub fn mixed(word: u32) -> u32 {
    let mut x = word;
    x = (x ^ x >> 16).wrapping_mul(0x7feb_352d);
    x = (x ^ x >> 15).wrapping_mul(0x846c_a68b);
    x ^ x >> 16
}

/// Numbers of a width as shaders have them in memory: a word each, or two where that is 64 bits.
pub fn words(width: u32, numbers: impl IntoIterator<Item = u64>) -> Vec<u32> {
    let parts = width.div_ceil(32) as usize;
    let words = |number: u64| {
        [number as u32, (number >> 32) as u32]
            .into_iter()
            .take(parts)
    };
    numbers.into_iter().flat_map(words).collect()
}

/// Results that differ from what was expected: how many, and the first of them.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    count: usize,
    first: Vec<String>,
}

impl Wrong {
    /// How many are shown.
    const SHOWN: usize = 12;

    /// Notes one, described by what it is, what was found and what was expected.
    pub fn note(&mut self, say: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push(say());
        }
    }

    /// Fails if there is any.
    ///
    /// # Panics
    /// Then.
    pub fn none(&self, what: &str) {
        let Self { count, first } = self;
        assert!(*count == 0, "{what}: {count} wrong\n{}", first.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_some_are_shown() {
        let mut wrong = Wrong::default();
        wrong.none("nothing");
        (0..20).for_each(|number| wrong.note(|| format!("number {number}")));
        let said = std::panic::catch_unwind(|| wrong.none("sums")).unwrap_err();
        let said = said.downcast_ref::<String>().unwrap();
        assert!(said.starts_with("sums: 20 wrong\nnumber 0\n"), "{said}");
        assert!(said.ends_with("number 11"), "{said}");
    }
}
