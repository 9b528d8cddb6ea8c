//! Shared by exhaustive tests of arithmetic: a hash that host and shader both compute, and a collector of wrong results.

/// A 32-bit integer hash. Shaders compute the same function, so host and shader agree on pseudo-random inputs.
pub fn mixed(word: u32) -> u32 {
    let mut x = word;
    x = (x ^ x >> 16).wrapping_mul(0x7feb_352d);
    x = (x ^ x >> 15).wrapping_mul(0x846c_a68b);
    x ^ x >> 16
}

/// Lays out integers as shaders store them: one word each, or two (low word first) for a width of 64 bits.
pub fn words(width: u32, numbers: impl IntoIterator<Item = u64>) -> Vec<u32> {
    let parts = width.div_ceil(32) as usize;
    let words = |number: u64| {
        [number as u32, (number >> 32) as u32]
            .into_iter()
            .take(parts)
    };
    numbers.into_iter().flat_map(words).collect()
}

/// Results that differ from the expected ones: their number, and the descriptions of the first few.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    count: usize,
    first: Vec<String>,
}

impl Wrong {
    /// How many descriptions are kept.
    const SHOWN: usize = 12;

    /// Records one wrong result. `say` describes the case, the actual and the expected value.
    pub fn note(&mut self, describe: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < Self::SHOWN {
            self.first.push(describe());
        }
    }

    /// Fails if a wrong result was recorded.
    ///
    /// # Panics
    /// If a wrong result was recorded.
    pub fn none(&self, what: &str) {
        let Self { count, first } = self;
        assert!(*count == 0, "{what}: {count} wrong\n{}", first.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_wrong_results_are_counted_and_the_first_are_described() {
        let mut wrong = Wrong::default();
        wrong.none("nothing");
        (0..20).for_each(|number| wrong.note(|| format!("number {number}")));
        let message = std::panic::catch_unwind(|| wrong.none("sums")).unwrap_err();
        let message = message.downcast_ref::<String>().unwrap();
        assert!(
            message.starts_with("sums: 20 wrong\nnumber 0\n"),
            "{message}"
        );
        assert!(message.ends_with("number 11"), "{message}");
    }
}
