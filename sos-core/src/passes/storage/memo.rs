//! Memoization of address computations and of loaded words within a block.
//!
//! Neighbouring elements lie in the same word, and their addresses differ by a constant. So an instruction whose result
//! depends on its operands alone is emitted once per block, and a word is loaded once until it may have changed.
//!
//! Front ends load function variables anew for each use. Until something is stored, these loads yield the same value, and
//! so the same index.
//!
//! The table has a fixed size, and newer entries replace older ones: constant time, no allocation, deterministic. Stamps
//! distinguish blocks and changes of memory, so entries are never cleared.

use alloc::vec::Vec;

/// The number of slots.
const SLOTS: usize = 256;

/// The maximal number of words of an instruction, without its result id.
const KEY: usize = 8;

/// An instruction: opcode, type, operands, and zeros as padding.
type Key = [u32; KEY];

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: Key,
    stamp: u32,
    id: u32,
}

/// How long a result stays valid within its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// To the end of the block.
    Block,
    /// Until shared memory may have changed.
    UntilShared,
    /// Until anything is stored.
    UntilStored,
}

/// The table; see the module documentation.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    slots: Vec<Slot>,
    now: u32,
    block: u32,
    shared: u32,
    stored: u32,
}

impl Memo {
    /// Invalidates everything. Stamps keep increasing, so slots only have to be cleared before stamps overflow.
    pub fn reset(&mut self) {
        if self.now > u32::MAX / 2 {
            self.slots.clear();
            self.now = 0;
        }
        self.slots.resize(SLOTS, Slot::default());
        self.enter_block();
    }

    /// Begins a block: results of other blocks need not dominate it.
    pub fn enter_block(&mut self) {
        self.store();
        self.change_shared();
        self.block = self.now;
    }

    /// Records that shared memory may have changed.
    pub fn change_shared(&mut self) {
        self.now += 1;
        self.shared = self.now;
    }

    /// Records a store to any memory.
    pub fn store(&mut self) {
        self.now += 1;
        self.stored = self.now;
    }

    fn stamp(&self, validity: Validity) -> u32 {
        match validity {
            Validity::Block => self.block,
            Validity::UntilShared => self.shared,
            Validity::UntilStored => self.stored,
        }
    }

    /// Returns the result of an instruction if it is memoized.
    pub fn find(&self, key: &Key, validity: Validity) -> Option<u32> {
        let stamp = self.stamp(validity);
        let slot = self.slots.get(place(key))?;
        (slot.stamp == stamp && slot.key == *key).then_some(slot.id)
    }

    /// Returns the memoized result of an instruction, or calls `write` and memoizes its result.
    pub fn result(&mut self, key: &Key, validity: Validity, write: impl FnOnce() -> u32) -> u32 {
        let stamp = self.stamp(validity);
        let Some(slot) = self.slots.get_mut(place(key)) else {
            return write();
        };
        if slot.stamp != stamp || slot.key != *key {
            let (key, id) = (*key, write());
            *slot = Slot { key, stamp, id };
        }
        slot.id
    }
}

/// Returns the key of an instruction if it is short enough.
pub fn key(opcode: u16, ty: u32, operands: &[u32]) -> Option<Key> {
    let mut key = [0; KEY];
    key.get_mut(2..operands.len() + 2)?
        .copy_from_slice(operands);
    let [first, second, ..] = &mut key;
    (*first, *second) = (u32::from(opcode), ty);
    Some(key)
}

/// Returns the slot of a key: a folded FNV-1a hash of its words.
fn place(key: &Key) -> usize {
    let hash = key.iter().fold(0x811c_9dc5_u32, |hash, &word| {
        (hash ^ word).wrapping_mul(0x0100_0193)
    });
    (hash >> 16 ^ hash) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_forgotten_with_memory_and_all_with_the_block() {
        let mut memo = Memo::default();
        memo.reset();
        memo.enter_block();
        let add = key(128, 1, &[2, 3]).unwrap();
        let load = key(61, 1, &[4]).unwrap();
        let own = key(61, 1, &[5]).unwrap();
        assert_eq!(memo.find(&add, Validity::Block), None);
        for (key, validity, id) in [
            (&add, Validity::Block, 10),
            (&load, Validity::UntilShared, 11),
            (&own, Validity::UntilStored, 12),
        ] {
            assert_eq!(memo.result(key, validity, || id), id);
            assert_eq!(memo.result(key, validity, || 0), id);
        }
        assert_eq!(memo.find(&add, Validity::Block), Some(10));
        assert_eq!(memo.find(&load, Validity::UntilShared), Some(11));
        assert_eq!(memo.find(&own, Validity::UntilStored), Some(12));
        memo.store();
        assert_eq!(memo.find(&load, Validity::UntilShared), Some(11));
        assert_eq!(memo.find(&own, Validity::UntilStored), None);
        memo.change_shared();
        assert_eq!(memo.find(&add, Validity::Block), Some(10));
        assert_eq!(memo.find(&load, Validity::UntilShared), None);
        memo.enter_block();
        assert_eq!(memo.find(&add, Validity::Block), None);
        assert_eq!(key(80, 1, &[0; 6]).map(|key| key.len()), Some(KEY));
        assert_eq!(key(80, 1, &[0; 7]), None);
    }
}
