//! Hashing by contents, for tables that no module can be crafted against.
//!
//! A hash multiplies once per two words and folds the halves of the product together. Start and factor differ from table to table and from run
//! to run: they are made of the addresses of the stack and of the program, which systems choose at random (without a standard library there
//! is no other source), and of a count. They never affect an output: tables are asked for what they hold, and never for their order.

use core::hash::{BuildHasher, Hasher};
use core::sync::atomic::{AtomicUsize, Ordering};

/// A hash table with the library's own hash.
pub(crate) type Map<Key, Value> = hashbrown::HashMap<Key, Value, Random>;

/// The start and the factor of one table's hashes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random {
    start: u64,
    factor: u64,
}

impl Default for Random {
    fn default() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let on_stack = core::ptr::from_ref(&count).addr() as u64;
        let in_program = core::ptr::from_ref(&COUNT).addr() as u64;
        Self::of(on_stack ^ scramble(in_program ^ scramble(count as u64)))
    }
}

/// The finalizer of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
fn scramble(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Random {
    fn of(seed: u64) -> Self {
        let start = scramble(seed);
        Self {
            start,
            factor: scramble(start) | 1,
        }
    }

    pub(crate) const fn start(&self) -> u64 {
        self.start
    }

    /// The hash of what has this hash, for tables that take its lower bits: words at equal distances have hashes at nearly equal
    /// distances, which for some factors lie close together.
    #[inline]
    pub(crate) const fn finish(hash: u64) -> u64 {
        let bits = (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits ^ bits >> 32
    }

    /// The hash of what has this hash so far, and of these bits behind it.
    #[inline]
    pub(crate) fn mix(&self, hash: u64, bits: u64) -> u64 {
        let product = u128::from(hash ^ bits) * u128::from(self.factor);
        product as u64 ^ (product >> 64) as u64
    }
}

impl BuildHasher for Random {
    type Hasher = Hashing;

    fn build_hasher(&self) -> Hashing {
        Hashing {
            random: *self,
            hash: self.start,
        }
    }
}

/// A hash in the making.
pub(crate) struct Hashing {
    random: Random,
    hash: u64,
}

impl Hasher for Hashing {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let bits = chunk
                .iter()
                .fold(0, |bits, byte| bits << 8 | u64::from(*byte));
            self.write_u64(bits);
        }
    }

    fn write_u32(&mut self, bits: u32) {
        self.write_u64(bits.into());
    }

    fn write_u64(&mut self, bits: u64) {
        self.hash = self.random.mix(self.hash, bits);
    }

    fn finish(&self) -> u64 {
        Random::finish(self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tables_hash_alike_words_to_different_places() {
        let places = |random: Random| -> usize {
            let places = (0..4096_u32).map(|id| random.hash_one(id << 8) % 8192);
            places.collect::<BTreeSet<u64>>().len()
        };
        // Of 4096 balls in 8192 boxes, 3224 are expected to lie in different ones.
        for seed in 0..1000 {
            let count = places(Random::of(seed));
            assert!(count > 3000, "{count} with seed {seed}");
        }
        let (one, other) = (Random::default(), Random::default());
        assert_ne!(one.hash_one(7_u32), other.hash_one(7_u32));
        assert_ne!(one.hash_one(("a", 1_u32)), one.hash_one(("b", 1_u32)));
    }
}
