//! What is worked out when it is first asked for, and then known to all threads.
//!
//! Threads that ask at the same time all work it out, and store the same. So atomics do: no lock, no block of memory, and no system below.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU8, Ordering};

/// Words. They are kept in halves, because not every 32-bit machine has atomics of 64 bits.
#[derive(Debug)]
pub(crate) struct LateWords<const WORDS: usize> {
    is_known: AtomicBool,
    halves: [[AtomicU32; 2]; WORDS],
}

impl<const WORDS: usize> Default for LateWords<WORDS> {
    fn default() -> Self {
        Self {
            is_known: AtomicBool::new(false),
            halves: [const { [const { AtomicU32::new(0) }; 2] }; WORDS],
        }
    }
}

impl<const WORDS: usize> Clone for LateWords<WORDS> {
    fn clone(&self) -> Self {
        let copy = Self::default();
        if let Some(words) = self.get() {
            copy.set(words);
        }
        copy
    }
}

impl<const WORDS: usize> LateWords<WORDS> {
    pub(crate) fn get_or_init(&self, find: impl FnOnce() -> [u64; WORDS]) -> [u64; WORDS] {
        self.get().unwrap_or_else(|| {
            let words = find();
            self.set(words);
            words
        })
    }

    fn get(&self) -> Option<[u64; WORDS]> {
        self.is_known.load(Ordering::Acquire).then(|| {
            self.halves.each_ref().map(|halves| {
                let [low, high] = halves
                    .each_ref()
                    .map(|half| u64::from(half.load(Ordering::Relaxed)));
                high << 32 | low
            })
        })
    }

    fn set(&self, words: [u64; WORDS]) {
        for ([low, high], word) in self.halves.iter().zip(words) {
            low.store(word as u32, Ordering::Relaxed);
            high.store((word >> 32) as u32, Ordering::Relaxed);
        }
        self.is_known.store(true, Ordering::Release);
    }
}

/// A truth value.
#[derive(Debug, Default)]
pub(crate) struct LateBool(AtomicU8);

impl Clone for LateBool {
    fn clone(&self) -> Self {
        Self(AtomicU8::new(self.0.load(Ordering::Relaxed)))
    }
}

impl LateBool {
    pub(crate) fn get_or_init(&self, find: impl FnOnce() -> bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            0 => {
                let value = find();
                self.0.store(1 + u8::from(value), Ordering::Relaxed);
                value
            }
            known => known == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_worked_out_once() {
        let words = [u64::MAX, 0, 1 << 40];
        let late = LateWords::default();
        assert!(late.clone().get().is_none());
        assert_eq!(late.get_or_init(|| words), words);
        assert_eq!(late.clone().get_or_init(|| unreachable!()), words);
    }

    #[test]
    fn a_truth_value_is_worked_out_once() {
        for value in [false, true] {
            let late = LateBool::default();
            assert_eq!(late.get_or_init(|| value), value);
            assert_eq!(late.clone().get_or_init(|| unreachable!()), value);
        }
    }
}
