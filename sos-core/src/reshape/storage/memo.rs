//! What was computed in this block already: addresses, and words that were loaded.
//!
//! Neighbouring elements lie in one word, and their addresses differ by a constant. So every instruction whose result
//! depends on its operands alone is written once a block; a word is loaded once, until something could have changed it.
//!
//! A table of fixed size in which a newer instruction displaces an older one: constant time, no allocation, the same
//! answers everywhere. Blocks and changes of memory are told apart by stamps, so nothing is ever cleared.

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

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    slots: Vec<Slot>,
    now: u32,
    block: u32,
    memory: u32,
}

impl Memo {
    /// Forgets everything.
    pub fn reset(&mut self) {
        self.slots.clear();
        self.slots.resize(SLOTS, Slot::default());
        (self.now, self.block, self.memory) = (1, 1, 1);
    }

    /// A block begins: what others have computed need not be there.
    pub fn enter_block(&mut self) {
        self.now += 1;
        (self.block, self.memory) = (self.now, self.now);
    }

    /// Memory may be different from here on.
    pub fn change_memory(&mut self) {
        self.now += 1;
        self.memory = self.now;
    }

    /// The result of an instruction, if it is known; `loads` for one that reads memory.
    pub fn find(&self, key: &Key, loads: bool) -> Option<u32> {
        let stamp = if loads { self.memory } else { self.block };
        let slot = self.slots.get(place(key))?;
        (slot.stamp == stamp && slot.key == *key).then_some(slot.id)
    }

    /// Remembers a result.
    pub fn enter(&mut self, key: &Key, loads: bool, id: u32) {
        let stamp = if loads { self.memory } else { self.block };
        if let Some(slot) = self.slots.get_mut(place(key)) {
            *slot = Slot {
                key: *key,
                stamp,
                id,
            };
        }
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
        assert_eq!(memo.find(&add, false), None);
        memo.enter(&add, false, 10);
        memo.enter(&load, true, 11);
        assert_eq!(memo.find(&add, false), Some(10));
        assert_eq!(memo.find(&load, true), Some(11));
        memo.change_memory();
        assert_eq!(memo.find(&add, false), Some(10));
        assert_eq!(memo.find(&load, true), None);
        memo.enter_block();
        assert_eq!(memo.find(&add, false), None);
        assert_eq!(key(80, 1, &[0; 6]).map(|key| key.len()), Some(KEY));
        assert_eq!(key(80, 1, &[0; 7]), None);
    }
}
