//! What was computed in this block already: addresses, and words that were loaded.
//!
//! Neighbouring elements lie in one word, and their addresses differ by a constant. So every instruction whose result
//! depends on its operands alone is written once a block; a word is loaded once, until something could have changed it.
//!
//! What a front end writes loads a variable of the function anew for every use of it. While nothing is stored, that is the
//! same value, and an index is the same index.
//!
//! A table of fixed size in which a newer instruction displaces an older one: constant time, no allocation, the same
//! answers everywhere. Blocks and changes of memory are distinguished by stamps, so nothing is ever cleared.

/// How many instructions are remembered.
const SLOTS: usize = 256;

/// The longest instruction that is remembered, without its result.
const KEY: usize = 8;

/// An instruction: opcode, type, operands, zeros.
type Key = [u32; KEY];

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: Key,
    stamp: u32,
    id: u32,
}

/// How long a result stays what it is: in one block, and there
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// to its end.
    Block,
    /// until memory that is shared may be different.
    UntilShared,
    /// until anything is stored.
    UntilStored,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    slots: Vec<Slot>,
    now: u32,
    block: u32,
    shared: u32,
    stored: u32,
}

impl Memo {
    /// Starts over. Stamps go on, so what is there of other modules is forgotten; until there are few left.
    pub fn reset(&mut self) {
        if self.now > u32::MAX / 2 {
            self.slots.clear();
            self.now = 0;
        }
        self.slots.resize(SLOTS, Slot::default());
        self.enter_block();
    }

    /// A block begins: what others have computed need not be there.
    pub fn enter_block(&mut self) {
        self.store();
        self.change_shared();
        self.block = self.now;
    }

    /// Memory that is shared may be different from here on.
    pub fn change_shared(&mut self) {
        self.now += 1;
        self.shared = self.now;
    }

    /// Something is stored, wherever that is.
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

    /// The result of an instruction, if it is known.
    pub fn find(&self, key: &Key, validity: Validity) -> Option<u32> {
        let stamp = self.stamp(validity);
        let slot = self.slots.get(place(key))?;
        (slot.stamp == stamp && slot.key == *key).then_some(slot.id)
    }

    /// The result of an instruction: as it is known, or as it is written now.
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

/// The key of an instruction, if it is short enough.
pub fn key(opcode: u16, ty: u32, operands: &[u32]) -> Option<Key> {
    let mut key = [0; KEY];
    key.get_mut(2..operands.len() + 2)?
        .copy_from_slice(operands);
    let [first, second, ..] = &mut key;
    (*first, *second) = (u32::from(opcode), ty);
    Some(key)
}

/// Where a key stands: FNV-1a over its words, folded.
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
